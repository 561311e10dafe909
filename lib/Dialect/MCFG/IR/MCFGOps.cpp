//===- MCFGOps.cpp - verifiers of the mcfg ops ----------------------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"

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
