//===- MCFGOps.cpp - verifiers of the mcfg ops ----------------------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::mcfg;

#define GET_OP_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGOps.cpp.inc"

LogicalResult CopyTileOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto target = cast<MemRefType>(getTarget().getType());
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(target))
    return emitOpError() << "expected a target in workgroup memory, but got " << target;
  if (gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(source))
    return emitOpError() << "expected a source in global memory, but got " << source;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!isa<SwizzleAttr>(target.getLayout()) && failed(target.getStridesAndOffset(strides, offset)))
    return emitOpError() << "expected a strided or swizzled target, but got " << target;
  if (!target.hasStaticShape())
    return emitOpError() << "expected a target of static shape, but got " << target;
  if (source.getElementType() != target.getElementType())
    return emitOpError() << "expected one element type, but got " << source.getElementType()
                         << " and " << target.getElementType();
  if (source.getRank() != target.getRank())
    return emitOpError() << "expected a source of rank " << target.getRank() << ", but got rank "
                         << source.getRank();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip(source.getShape(), target.getShape()))) {
    auto [size, limit] = sizes;
    if (!ShapedType::isDynamic(size) && size > limit)
      return emitOpError() << "expected at most " << limit << " elements in dim " << dim
                           << " of the source, but got " << size;
  }
  return success();
}

LogicalResult ConvertLayoutOp::verify() {
  auto type = cast<VectorType>(getSource().getType());
  if (type.getShape() != getLayout().getShape())
    return emitOpError("expected a layout of shape [")
           << type.getShape() << "], but got [" << getLayout().getShape() << "]";
  return success();
}

LogicalResult TileViewOp::verify() {
  auto ring = cast<MemRefType>(getRing().getType()), tile = cast<MemRefType>(getTile().getType());
  auto swizzle = dyn_cast<SwizzleAttr>(tile.getLayout());
  if (!swizzle || tile.getRank() != 2 || !tile.hasStaticShape() ||
      swizzle.getRows() != tile.getDimSize(0))
    return emitOpError("expected a swizzled tile with the rows of its layout, but got ") << tile;
  if (swizzle.getChunk() * tile.getElementTypeBitWidth() != 128)
    return emitOpError("expected chunks of 16 bytes, but got ")
           << swizzle.getChunk() << " elements of " << tile.getElementType();
  int64_t elements = swizzle.getElements(tile.getDimSize(1));
  if (ring.getRank() != 2 || !ring.hasStaticShape() || !ring.getLayout().isIdentity() ||
      ring.getDimSize(1) != elements || ring.getElementType() != tile.getElementType() ||
      ring.getMemorySpace() != tile.getMemorySpace())
    return emitOpError("expected slots of ")
           << elements << " elements of " << tile.getElementType() << ", but got " << ring;
  return success();
}

Value TileViewOp::getViewSource() { return getRing(); }

/// An error unless the type is a struct of `count` registers of f32 (any number: 0).
static LogicalResult verifySums(Operation *op, Type type, int64_t count) {
  auto sums = dyn_cast<LLVM::LLVMStructType>(type);
  bool isRight = sums && llvm::all_of(sums.getBody(), [](Type t) { return t.isF32(); });
  if (!isRight || (count && int64_t(sums.getBody().size()) != count))
    return op->emitOpError("expected a struct of ")
           << (count ? std::to_string(count) + " " : "") << "f32, but got " << type;
  return success();
}

LogicalResult WarpgroupMmaOp::verify() {
  if (getN() % 8 != 0 || getN() > 256)
    return emitOpError("expected n to be a multiple of 8 up to 256, but got ") << getN();
  if (!getElementType().isF16() && !getElementType().isBF16())
    return emitOpError("expected elements of f16 or bf16, but got ") << getElementType();
  bool isDescriptor = getA().size() == 1 && getA().front().getType().isInteger(64);
  bool isRegisters = getA().size() == 4 &&
                     llvm::all_of(getA().getTypes(), [](Type type) { return type.isInteger(32); });
  if (!isDescriptor && !isRegisters)
    return emitOpError("expected a descriptor (i64) or four registers (i32) as operand A, but got ")
           << getA().getTypes();
  if (isRegisters && getTransposeA())
    return emitOpError("expected no transposition of an operand in registers");
  return verifySums(*this, getSum().getType(), getN() / 2);
}

LogicalResult WarpgroupWaitOp::verify() {
  if (getSums().getTypes() != getResults().getTypes())
    return emitOpError("expected results of the types of the sums, but got ")
           << getResults().getTypes() << " and " << getSums().getTypes();
  for (Type type : getSums().getTypes())
    if (failed(verifySums(*this, type, 0)))
      return failure();
  return success();
}

LogicalResult InitBarriersOp::verify() {
  MemRefType type = getBarriers().getType();
  if (!type.hasStaticShape() || type.getDimSize(0) != int64_t(getCounts().size()))
    return emitOpError("expected a count for each barrier, but got ")
           << getCounts().size() << " for " << type;
  for (int64_t count : getCounts())
    if (count < 0)
      return emitOpError("expected counts of at least 0, but got ") << count;
  return success();
}

LogicalResult ReleaseTileOp::verify() {
  MemRefType type = getBarriers().getType();
  if (!gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type))
    return emitOpError("expected barriers in workgroup memory, but got ") << type;
  std::optional<int64_t> slot = getConstantIntValue(getSlot());
  if (slot && type.hasStaticShape() && (*slot < 0 || *slot >= type.getDimSize(0)))
    return emitOpError("expected a slot from 0 to ")
           << type.getDimSize(0) - 1 << ", but got " << *slot;
  return success();
}

LogicalResult BulkCopyTileOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto target = cast<MemRefType>(getTarget().getType());
  if (!isa<SwizzleAttr>(target.getLayout()))
    return emitOpError("expected a swizzled target, but got ") << target;
  if (!isa<LLVM::LLVMPointerType>(getMap().getType()))
    return emitOpError("expected a pointer to a tensor map, but got ") << getMap().getType();
  if (source.getRank() != 2 || source.getElementType() != target.getElementType())
    return emitOpError("expected a matrix of ")
           << target.getElementType() << " as source, but got " << source;
  if (getCoordinates().empty() || getCoordinates().size() > 5)
    return emitOpError("expected 1 to 5 coordinates, but got ") << getCoordinates().size();
  return success();
}
