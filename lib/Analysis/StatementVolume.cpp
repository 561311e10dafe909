//===- StatementVolume.cpp - how much a statement moves or computes -------===//
#include "MCFuser/Analysis/StatementVolume.h"
#include "MCFuser/Analysis/SkippedTiles.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

uint64_t StatementVolume::getTotal() const { return llvm::SaturatingMultiply(perTile, trips); }

static uint64_t getTileElements(ScheduleOp schedule, ArrayRef<StringAttr> dims) {
  uint64_t elements = 1;
  for (StringAttr dim : dims)
    elements = llvm::SaturatingMultiply<uint64_t>(elements, schedule.getTileSize(dim));
  return elements;
}

uint64_t mcf::analysis::getElementBits(Type type) {
  return type.isIndex() ? 64 : llvm::alignTo(type.getIntOrFloatBitWidth(), 8);
}

uint64_t mcf::analysis::getTileBytes(ScheduleOp schedule, Value value) {
  auto type = cast<NamedType>(value.getType());
  uint64_t bits = getElementBits(type.getElementType());
  return llvm::SaturatingMultiply(getTileElements(schedule, type.getDims()), bits / 8);
}

uint64_t mcf::analysis::getTileFlops(ScheduleOp schedule, Operation *op) {
  uint64_t perPoint = isa<ContractOp>(op) ? 2 : 1;
  if (auto map = dyn_cast<MapOp>(op))
    perPoint = llvm::count_if(map.getBody().front().without_terminator(), [](Operation &inner) {
      return !isa<arith::ConstantOp, IndexOp, CastOpInterface>(inner);
    });
  SmallVector<StringAttr> dims = cast<ChainOpInterface>(op).getIterationDims();
  return llvm::SaturatingMultiply(getTileElements(schedule, dims), perPoint);
}

static uint64_t getPerTile(ScheduleOp schedule, Value value, bool isCompute) {
  return isCompute ? getTileFlops(schedule, value.getDefiningOp()) : getTileBytes(schedule, value);
}

StatementVolume mcf::analysis::getVolume(ScheduleOp schedule, Operation *statement,
                                         const SkippedTiles *skipped) {
  StatementVolume volume;
  volume.perTile = getPerTile(schedule, statement->getOperand(0), isa<ComputeOp>(statement));
  if (skipped) {
    volume.trips = skipped->countTrips(statement);
    return volume;
  }
  for (auto loop = statement->getParentOfType<LoopOp>(); loop;
       loop = loop->getParentOfType<LoopOp>())
    volume.trips = llvm::SaturatingMultiply<uint64_t>(volume.trips,
                                                      schedule.getTypicalTripCount(loop.getDim()));
  return volume;
}

StatementVolume mcf::analysis::getVolume(ScheduleOp schedule, const PlacedNode &statement) {
  StatementVolume volume;
  volume.perTile =
      getPerTile(schedule, statement.value, statement.kind == PlacedNode::Kind::Compute);
  for (const PlacedNode *node = statement.parent; node; node = node->parent)
    if (node->kind == PlacedNode::Kind::Loop)
      volume.trips =
          llvm::SaturatingMultiply<uint64_t>(volume.trips, schedule.getTypicalTripCount(node->dim));
  return volume;
}
