//===- BulkCopies.cpp - copies of a kernel by TMA -------------------------===//
#include "BulkCopies.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mcf::mcfg;

BulkCopies::BulkCopies(gpu::GPUFuncOp kernel) : kernel(kernel) {}

/// The value as an affine expression of others.
static AffineExpr getExpr(OpFoldResult value, MLIRContext *context, SmallVectorImpl<Value> &dims) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  Value known = cast<Value>(value);
  if (auto apply = known.getDefiningOp<affine::AffineApplyOp>()) {
    AffineMap map = apply.getAffineMap();
    SmallVector<AffineExpr> replaced;
    for (Value operand : apply.getOperands())
      replaced.push_back(getExpr(operand, context, dims));
    return map.getResult(0).replaceDimsAndSymbols(ArrayRef(replaced).take_front(map.getNumDims()),
                                                  ArrayRef(replaced).drop_front(map.getNumDims()));
  }
  auto at = llvm::find(dims, known);
  if (at == dims.end())
    at = dims.insert(dims.end(), known);
  return getAffineDimExpr(at - dims.begin(), context);
}

/// True if `size` is what lies between `offset` and the end of the array, or the tile if that is
/// less.
static bool reachesEnd(OpFoldResult size, OpFoldResult offset, int64_t end, int64_t tile) {
  if (std::optional<int64_t> constant = getConstantIntValue(size)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    return *constant == tile || (start && *constant == std::min(tile, end - *start));
  }
  auto least = cast<Value>(size).getDefiningOp<affine::AffineMinOp>();
  if (!least || least.getMap().getNumResults() != 2)
    return false;
  MLIRContext *context = least.getContext();
  SmallVector<Value> dims;
  SmallVector<AffineExpr> operands;
  for (Value operand : least.getOperands())
    operands.push_back(getExpr(operand, context, dims));
  AffineExpr start = getExpr(offset, context, dims);
  bool hasTile = false, hasRest = false;
  for (AffineExpr result : least.getMap().getResults()) {
    AffineExpr expr =
        result.replaceDimsAndSymbols(ArrayRef(operands).take_front(least.getMap().getNumDims()),
                                     ArrayRef(operands).drop_front(least.getMap().getNumDims()));
    hasTile |= simplifyAffineExpr(expr, dims.size(), 0) == getAffineConstantExpr(tile, context);
    hasRest |=
        simplifyAffineExpr(expr + start, dims.size(), 0) == getAffineConstantExpr(end, context);
  }
  return hasTile && hasRest;
}

std::optional<BulkCopies::Box> BulkCopies::getBox(CopyTileOp copy) {
  auto target = cast<MemRefType>(copy.getTarget().getType());
  auto swizzle = dyn_cast<SwizzleAttr>(target.getLayout());
  // An array that is one tile has no view.
  auto view = copy.getSource().getDefiningOp<memref::SubViewOp>();
  auto array = dyn_cast<BlockArgument>(view ? view.getSource() : copy.getSource());
  if (!swizzle || !array || !isa<gpu::GPUFuncOp>(array.getOwner()->getParentOp()) ||
      cast<MemRefType>(copy.getSource().getType()).getRank() != 2)
    return std::nullopt;
  auto type = cast<MemRefType>(array.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() || type.getNumElements() == 0 ||
      failed(type.getStridesAndOffset(strides, offset)) || offset != 0)
    return std::nullopt;
  if (type.getLayout().isIdentity())
    strides.clear();

  Builder builder(copy.getContext());
  SmallVector<OpFoldResult> zeros(type.getRank(), builder.getIndexAttr(0)),
      ones(type.getRank(), builder.getIndexAttr(1));
  Box box{array, {}, view ? view.getMixedOffsets() : zeros};
  SmallVector<OpFoldResult> steps = view ? view.getMixedStrides() : ones;
  SmallVector<OpFoldResult> sizes =
      view ? view.getMixedSizes() : getAsIndexOpFoldResult(copy.getContext(), type.getShape());
  llvm::SmallBitVector dropped =
      view ? view.getDroppedDims() : llvm::SmallBitVector(type.getRank());
  ArrayRef<int64_t> tile = target.getShape();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (getConstantIntValue(steps[dim]) != 1)
      return std::nullopt;
    int64_t extent = dropped.test(dim) ? 1 : tile.front();
    if (!dropped.test(dim))
      tile = tile.drop_front();
    if (!reachesEnd(sizes[dim], box.coordinates[dim], type.getDimSize(dim), extent))
      return std::nullopt;
    box.sizes.push_back(extent);
  }
  // The columns are cut into panels.
  if (dropped.test(type.getRank() - 1) ||
      !arePanelsInside(type.getShape().back(), target.getShape().back()))
    return std::nullopt;
  box.sizes.back() = swizzle.getPanelColumns();
  auto operand = KernelOperandAttr::get(copy.getContext(), Access::Read, type.getShape(),
                                        type.getElementType(), {}, strides);
  if (LaunchPlanAttr::getTensorMapError(operand, box.sizes))
    return std::nullopt;
  return box;
}

bool BulkCopies::takes(const TileGroup &group) const {
  return llvm::all_of(group.copies, [](CopyTileOp copy) { return getBox(copy).has_value(); });
}

Value BulkCopies::getBarriers() {
  if (!barriers) {
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    auto space = gpu::AddressSpaceAttr::get(kernel.getContext(),
                                            gpu::GPUDialect::getWorkgroupAddressSpace());
    barriers = memref::AllocOp::create(
        builder, kernel.getLoc(),
        MemRefType::get({1}, builder.getI64Type(), MemRefLayoutAttrInterface(), space));
  }
  return barriers;
}

int64_t BulkCopies::addBarriers(const TileGroup &group, int64_t depth) {
  return addBarriers(depth, int64_t(group.copies.size()));
}

int64_t BulkCopies::addBarriers(int64_t depth, int64_t count) {
  int64_t first = counts.size();
  counts.append(depth, count);
  // All ops on the barriers see their number.
  Value all = getBarriers();
  auto type = cast<MemRefType>(all.getType());
  all.setType(MemRefType::Builder(type).setShape({int64_t(counts.size())}));
  return first;
}

Value BulkCopies::getMap(const Box &box) {
  for (const Map &map : maps)
    if (map.array == box.array.getArgNumber() && map.box == box.sizes)
      return map.argument;
  unsigned index = kernel.getNumArguments();
  (void)kernel.insertArgument(index, LLVM::LLVMPointerType::get(kernel.getContext()), {},
                              kernel.getLoc());
  maps.push_back({box.array.getArgNumber(), box.sizes, kernel.getArgument(index)});
  return maps.back().argument;
}

void BulkCopies::start(CopyTileOp copy, Value barrier) {
  OpBuilder builder(copy);
  std::optional<Box> box = getBox(copy);
  SmallVector<Value> coordinates =
      getValueOrCreateConstantIndexOp(builder, copy.getLoc(), box->coordinates);
  BulkCopyTileOp::create(builder, copy.getLoc(), copy.getSource(), getMap(*box), coordinates,
                         copy.getTarget(), getBarriers(), barrier);
  copy.erase();
}

Operation *BulkCopies::wait(OpBuilder &builder, Location loc, Value barrier, Value parity) {
  return WaitTileOp::create(builder, loc, getBarriers(), barrier, parity);
}

void BulkCopies::release(OpBuilder &builder, Location loc, Value barrier, ValueRange rings) {
  ReleaseTileOp::create(builder, loc, getBarriers(), barrier, rings);
}

void BulkCopies::finish(OpBuilder &builder) {
  InitBarriersOp::create(builder, kernel.getLoc(), getBarriers(), counts);
  StringRef planName = MCFGDialect::getLaunchPlanAttrName();
  auto plan = kernel->getAttrOfType<LaunchPlanAttr>(planName);
  if (!plan)
    return;
  for (const Map &map : maps)
    plan = plan.withTensorMap(map.array, map.box);
  kernel->setAttr(planName, plan);
}
