//===- ScheduleOps.cpp - the ops that say how a chain is tiled ------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;

//===----------------------------------------------------------------------===//
// ScheduleOp
//===----------------------------------------------------------------------===//

int64_t ScheduleOp::getTileSize(StringRef dim) {
  std::optional<int64_t> size = getTiles().lookup(dim);
  assert(size && "not a dim of the chain");
  return *size;
}

std::optional<int64_t> ScheduleOp::getTripCount(StringRef name) {
  int64_t size = getChain().getDimSize(name);
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  return llvm::divideCeil(size, getTileSize(name));
}

int64_t ScheduleOp::getTypicalTripCount(StringRef dim) {
  return llvm::divideCeil(getChain().getTypicalSize(dim), getTileSize(dim));
}

/// Checks one loop of a schedule whose names are in order.
static LogicalResult verifyLoop(LoopOp loop, ChainOp chain) {
  StringRef dim = loop.getDim();
  if (!chain.getDims().lookup(dim))
    return loop.emitOpError() << "expected a dim of the chain, but got '" << dim << "'";
  for (auto outer = loop->getParentOfType<LoopOp>(); outer;
       outer = outer->getParentOfType<LoopOp>())
    if (outer.getDim() == dim)
      return loop.emitOpError()
             << "expected one loop per dim around a statement, but got two over '" << dim << "'";
  if (loop.getBinding() != Binding::Block)
    return success();
  if (!llvm::is_contained(chain.getParallelDims(), loop.getDimAttr()))
    return loop.emitOpError() << "expected a block loop over a parallel dim, but got '" << dim
                              << "', which is reduced over or not in every result";
  if (auto outer = dyn_cast<LoopOp>(loop->getParentOp());
      outer && outer.getBinding() != Binding::Block)
    return loop.emitOpError() << "expected a block loop to stand in block loops only, but got a "
                              << stringifyBinding(outer.getBinding()) << " loop around it";
  if (!llvm::hasSingleElement(*loop->getBlock()))
    return loop.emitOpError("expected a block loop to be alone in its scope");
  return success();
}

LogicalResult ScheduleOp::verifyInChain() {
  ChainOp chain = getChain();
  for (DimAttr dim : chain.getDims().getDims())
    if (!getTiles().lookup(dim.getName()))
      return emitOpError() << "expected a tile size for each dim, but got none for '"
                           << dim.getName().getValue() << "'";
  for (StringAttr name : getTiles().getNames())
    if (!chain.getDims().lookup(name))
      return emitOpError() << "expected tile sizes for dims of the chain only, but got one for '"
                           << name.getValue() << "'";
  for (StringAttr name : chain.getBatchDims())
    if (getTileSize(name) != 1)
      return emitOpError() << "expected tile size 1 for batch dim '" << name.getValue()
                           << "', but got " << getTileSize(name);

  // Every op is computed at one place and every result stored at one place.
  DenseMap<Value, int64_t> numComputes, numStores;
  WalkResult walk = getBody().walk([&](Operation *op) -> WalkResult {
    if (auto loop = dyn_cast<LoopOp>(op))
      return verifyLoop(loop, chain);
    if (auto compute = dyn_cast<ComputeOp>(op))
      ++numComputes[compute.getValue()];
    else if (auto store = dyn_cast<StoreOp>(op))
      ++numStores[store.getValue()];
    else if (!isa<LoadOp>(op))
      return op->emitOpError("expected only loops and statements in mcf.schedule");
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (Operation &op : *chain.getBodyBlock())
    if (isa<ChainOpInterface>(op) && numComputes.lookup(op.getResult(0)) != 1) {
      InFlightDiagnostic diag = emitOpError()
                                << "expected one mcf.compute for each op of the chain, but got "
                                << numComputes.lookup(op.getResult(0));
      diag.attachNote(op.getLoc()) << "for this op";
      return diag;
    }
  for (auto [i, value] : llvm::enumerate(chain.getYield().getValues())) {
    // A result that is an input needs no statement.
    if (value.getDefiningOp() && numStores.lookup(value) != 1)
      return emitOpError() << "expected one mcf.store for each result of the chain, but got "
                           << numStores.lookup(value) << " for result " << i;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

LogicalResult LoadOp::verify() {
  auto arg = dyn_cast<BlockArgument>(getValue());
  if (!arg || !isa<ChainOp>(arg.getOwner()->getParentOp()))
    return emitOpError("expected an input of the chain, but got the result of an op");
  return success();
}

LogicalResult ComputeOp::verify() {
  if (!isa_and_nonnull<ChainOpInterface>(getValue().getDefiningOp()))
    return emitOpError("expected the result of an op of the chain, but got an input");
  return success();
}

LogicalResult StoreOp::verify() {
  if (!getValue().getDefiningOp())
    return emitOpError("expected the result of an op of the chain, but got an input");
  if (llvm::none_of(getValue().getUsers(), [](Operation *user) {
        return isa<YieldOp>(user) && isa<ChainOp>(user->getParentOp());
      }))
    return emitOpError("expected a value that the chain yields, but got one that it does not");
  return success();
}
