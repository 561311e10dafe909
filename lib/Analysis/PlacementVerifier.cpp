//===- PlacementVerifier.cpp - does a placed schedule compute its chain? --===//
#include "MCFuser/Analysis/DependentReductions.h"
#include "MCFuser/Analysis/StatementPlacement.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

static bool reducesOver(Value value, StringRef dim) {
  auto op = dyn_cast_or_null<ChainOpInterface>(value.getDefiningOp());
  return op && llvm::any_of(op.getReductionDims(),
                            [&](StringAttr reduced) { return reduced.getValue() == dim; });
}

/// Loops around a statement, outermost first.
static SmallVector<LoopOp> getLoops(Operation *statement) {
  SmallVector<LoopOp> loops;
  for (auto loop = statement->getParentOfType<LoopOp>(); loop;
       loop = loop->getParentOfType<LoopOp>())
    loops.push_back(loop);
  std::reverse(loops.begin(), loops.end());
  return loops;
}

namespace {
class PlacementVerifier {
public:
  explicit PlacementVerifier(ScheduleOp schedule)
      : schedule(schedule), chain(schedule.getChain()), dependent(chain) {}

  LogicalResult run() {
    if (!schedule.getPlaced())
      return schedule.emitOpError("expected a placed schedule, but got a raw one");
    schedule.walk<WalkOrder::PreOrder>([&](Operation *op) {
      position[op] = position.size();
      if (auto compute = dyn_cast<ComputeOp>(op))
        computes[compute.getValue()] = op;
      if (isa<LoadOp, ComputeOp, StoreOp>(op))
        statements.push_back(op);
    });
    for (Operation *statement : statements)
      if (failed(checkLoops(statement)))
        return failure();
    for (Operation *statement : statements) {
      if (isa<ComputeOp>(statement) &&
          (failed(checkRecomputation(statement)) || failed(checkOperands(statement))))
        return failure();
      if (isa<StoreOp>(statement) && failed(checkRead(statement, getValue(statement))))
        return failure();
    }
    // Only now are all deferrals known.
    for (Operation *statement : statements)
      if (failed(checkPending(statement)))
        return failure();
    return success();
  }

private:
  static Value getValue(Operation *statement) { return statement->getOperand(0); }

  /// What a statement reads of the values that the chain computes.
  static SmallVector<Value> getReads(Operation *statement) {
    if (isa<StoreOp>(statement))
      return {getValue(statement)};
    if (isa<LoadOp>(statement))
      return {};
    return llvm::to_vector(getValue(statement).getDefiningOp()->getOperands());
  }

  /// Every dim of the statement has a loop or one trip.
  LogicalResult checkLoops(Operation *statement) {
    SmallVector<StringAttr> dims(named(getValue(statement)).getDims());
    if (isa<ComputeOp>(statement))
      dims = cast<ChainOpInterface>(getValue(statement).getDefiningOp()).getIterationDims();
    SmallVector<LoopOp> loops = getLoops(statement);
    for (StringAttr dim : dims) {
      std::optional<int64_t> trips = schedule.getTripCount(dim);
      if (trips == 1 || llvm::any_of(loops, [&](LoopOp loop) { return loop.getDimAttr() == dim; }))
        continue;
      InFlightDiagnostic diag = statement->emitOpError()
                                << "expected a loop over '" << dim.getValue() << "'";
      if (trips)
        diag << " of " << *trips << " trips";
      return diag << " around it, but got none";
    }
    return success();
  }

  /// What stands in a loop that it does not need is computed anew in each trip: it must
  /// start anew there, and be used there.
  LogicalResult checkRecomputation(Operation *statement) {
    Value value = getValue(statement);
    SmallVector<StringAttr> needed =
        cast<ChainOpInterface>(value.getDefiningOp()).getIterationDims();
    StringRef summed;
    for (LoopOp loop : getLoops(statement)) {
      if (reducesOver(value, loop.getDim()))
        summed = loop.getDim();
      if (loop.getBinding() == Binding::Block || llvm::is_contained(needed, loop.getDimAttr()))
        continue;
      if (!summed.empty())
        return statement->emitOpError()
               << "expected only loops over its dims inside the loop over '" << summed
               << "', which it sums over, but got one over '" << loop.getDim() << "'";
      for (Operation *user : statements)
        if (user != statement && llvm::is_contained(getReads(user), value) &&
            !loop->isProperAncestor(user)) {
          InFlightDiagnostic diag = statement->emitOpError()
                                    << "expected all that uses it to stand in the loop over '"
                                    << loop.getDim() << "', in each trip of which it is recomputed";
          diag.attachNote(user->getLoc()) << "used outside of it here";
          return diag;
        }
    }
    return success();
  }

  LogicalResult checkOperands(Operation *statement) {
    Operation *op = getValue(statement).getDefiningOp();
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (isa<BlockArgument>(value)) {
        if (!seesLoad(statement, value))
          return statement->emitOpError()
                 << "expected a load of operand " << operand.getOperandNumber()
                 << " of its op before it, in a loop around it, but got none";
        continue;
      }
      if (isReady(statement, value))
        continue;
      // Only a deferrable use may come before its operand is complete.
      auto map = dyn_cast<MapOp>(op);
      if (!map || !defer(statement, map, operand.getOperandNumber()))
        return checkRead(statement, value);
    }
    return success();
  }

  bool seesLoad(Operation *statement, Value input) {
    return llvm::any_of(statements, [&](Operation *load) {
      return isa<LoadOp>(load) && getValue(load) == input &&
             load->getParentOp()->isProperAncestor(statement) &&
             position[load] < position[statement];
    });
  }

  /// The loop around both that `value` is still summed over, or null.
  LoopOp getOpenSum(Operation *statement, Value value) {
    for (LoopOp loop : getLoops(statement))
      if (loop->isProperAncestor(computes[value]) && reducesOver(value, loop.getDim()))
        return loop;
    return {};
  }

  bool isReady(Operation *statement, Value value) {
    return position[computes[value]] < position[statement] && !getOpenSum(statement, value);
  }

  LogicalResult checkRead(Operation *statement, Value value) {
    if (isReady(statement, value))
      return success();
    InFlightDiagnostic diag = statement->emitOpError();
    if (LoopOp loop = getOpenSum(statement, value))
      diag << "expected to stand outside of the loop over '" << loop.getDim()
           << "', over which a value it reads is still summed";
    else
      diag << "expected to stand after the compute of a value it reads";
    diag.attachNote(computes[value]->getLoc()) << "the value is computed here";
    return diag;
  }

  /// True if the use may be deferred; notes what follows from it.
  bool defer(Operation *statement, MapOp map, unsigned index) {
    Value statistic = map->getOperand(index);
    Operation *compute = computes[statistic];
    bool isLate = position[compute] > position[statement];
    SmallVector<LoopOp> open;
    for (LoopOp loop : getLoops(statement)) {
      // The loops that close before the statistic is complete.
      bool isOpen = llvm::any_of(dependent.getBases(statistic, loop.getDimAttr()), [&](Value base) {
        return loop->isProperAncestor(computes[base]);
      });
      if (isOpen)
        open.push_back(loop);
    }
    for (LoopOp loop : open) {
      FactorKind kind = dependent.getDeferral(map, index, loop.getDimAttr()).kind;
      if (kind == FactorKind::None || (isLate && loop->isProperAncestor(compute)))
        return false;
      if (kind == FactorKind::Exponential)
        for (Value base : dependent.getBases(statistic, loop.getDimAttr()))
          if (position[computes[base]] > position[statement])
            return false;
      followFactor(map, index, kind, loop);
    }
    return !open.empty();
  }

  struct Factor {
    LoopOp loop;
    Value statistic;
    bool isLeft; ///< by the accumulation, for who reads it
  };

  void followFactor(MapOp map, unsigned index, FactorKind kind, LoopOp loop) {
    llvm::SetVector<Operation *> reached;
    SmallVector<Operation *> work{map};
    while (!work.empty()) {
      for (Operation *user : work.pop_back_val()->getUsers()) {
        if (!isa<ChainOpInterface>(user) || !reached.insert(user))
          continue;
        Value result = user->getResult(0);
        bool isEnd = reducesOver(result, loop.getDim());
        bool isLeft = isEnd && kind != FactorKind::Exponential;
        factors[result].push_back({loop, map->getOperand(index), isLeft});
        if (!isEnd)
          work.push_back(user);
      }
    }
  }

  LogicalResult checkPending(Operation *statement) {
    // What a deferred factor reaches is accumulated in the same loop ...
    if (isa<ComputeOp>(statement))
      for (const Factor &factor : factors.lookup(getValue(statement)))
        if (!factor.loop->isProperAncestor(statement))
          return statement->emitOpError()
                 << "expected to stand in the loop over '" << LoopOp(factor.loop).getDim()
                 << "', in which a factor of its operand is deferred";
    // ... and who reads the sum applies the factor.
    for (Value value : getReads(statement))
      for (const Factor &factor : factors.lookup(value))
        if (factor.isLeft && !factor.loop->isProperAncestor(statement) &&
            !isReady(statement, factor.statistic)) {
          InFlightDiagnostic diag =
              statement->emitOpError()
              << "expected to stand after the compute of the deferred factor of what it reads";
          diag.attachNote(computes[factor.statistic]->getLoc()) << "the factor is computed here";
          return diag;
        }
    return success();
  }

  ScheduleOp schedule;
  ChainOp chain;
  DependentReductions dependent;
  SmallVector<Operation *> statements;
  DenseMap<Operation *, size_t> position;
  DenseMap<Value, Operation *> computes;
  DenseMap<Value, SmallVector<Factor>> factors;
};
} // namespace

LogicalResult mcf::analysis::verifyPlacement(ScheduleOp schedule) {
  return PlacementVerifier(schedule).run();
}
