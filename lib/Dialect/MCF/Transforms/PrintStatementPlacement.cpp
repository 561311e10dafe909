//===- PrintStatementPlacement.cpp - what each statement moves ------------===//
#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Analysis/StatementPlacement.h"
#include "MCFuser/Analysis/StatementVolume.h"
#include "MCFuser/Dialect/MCF/Transforms/Passes.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace mcf {
#define GEN_PASS_DEF_PRINTSTATEMENTPLACEMENT
#include "MCFuser/Dialect/MCF/Transforms/Passes.h.inc"
} // namespace mcf

namespace {
/// A number before and after hoisting; only the latter is there for placed schedules.
struct Change {
  std::optional<uint64_t> raw;
  uint64_t placed = 0;

  void add(std::optional<uint64_t> rawMore, uint64_t placedMore) {
    if (rawMore)
      raw = llvm::SaturatingAdd(raw.value_or(0), *rawMore);
    placed = llvm::SaturatingAdd(placed, placedMore);
  }
};

Diagnostic &operator<<(Diagnostic &diag, const Change &change) {
  if (change.raw)
    diag << *change.raw << " -> ";
  return diag << change.placed;
}

/// The statements of a placed form by what they do.
using StatementKey = std::pair<PlacedNode::Kind, Value>;
void collect(const PlacedNode &node,
             SmallVectorImpl<std::pair<StatementKey, const PlacedNode *>> &statements) {
  if (node.value)
    statements.push_back({{node.kind, node.value}, &node});
  for (const auto &child : node.children)
    collect(*child, statements);
}

PlacedNode::Kind getKind(Operation *op) {
  return isa<LoadOp>(op)      ? PlacedNode::Kind::Load
         : isa<ComputeOp>(op) ? PlacedNode::Kind::Compute
                              : PlacedNode::Kind::Store;
}

struct PrintStatementPlacementPass
    : mcf::impl::PrintStatementPlacementBase<PrintStatementPlacementPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult walk = getOperation()->walk([](ScheduleOp schedule) -> WalkResult {
      return failed(print(schedule)) ? WalkResult::interrupt() : WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

  static LogicalResult print(ScheduleOp schedule) {
    for (DimAttr dim : schedule.getChain().getDims().getDims())
      if (dim.isDynamic())
        return schedule.emitError() << "expected dims of static size to count trips, but got '"
                                    << dim.getName().getValue() << "' of unknown size";
    Change bytes, flops;
    auto report = [&](Operation *op, Change trips, Change total, uint64_t perTile) {
      bool isCompute = isa<ComputeOp>(op);
      StringRef unit = isCompute ? "flops" : "bytes";
      InFlightDiagnostic diag = op->emitRemark();
      diag << "tile of " << perTile << ' ' << unit << ", trips " << trips << ", total " << total
           << ' ' << unit;
      (isCompute ? flops : bytes).add(total.raw, total.placed);
    };

    if (schedule.getPlaced()) {
      TilePlan plan(schedule.getChain());
      if (failed(plan.compute()))
        return failure();
      SkippedTiles skipped(schedule.getChain(), plan);
      schedule.walk([&](Operation *op) {
        if (!isa<LoadOp, ComputeOp, StoreOp>(op))
          return;
        StatementVolume volume = getVolume(schedule, op, &skipped);
        report(op, {{}, volume.trips}, {{}, volume.getTotal()}, volume.perTile);
      });
    } else {
      FailureOr<StatementPlacement> placement = StatementPlacement::get(schedule);
      if (failed(placement))
        return failure();
      SmallVector<std::pair<StatementKey, const PlacedNode *>> placed;
      collect(placement->getRoot(), placed);
      llvm::DenseSet<Value> loaded;
      schedule.walk([&](Operation *op) {
        if (!isa<LoadOp, ComputeOp, StoreOp>(op))
          return;
        StatementVolume raw = getVolume(schedule, op);
        Change trips{raw.trips, 0}, total{raw.getTotal(), 0};
        // One load of the raw form may become several, and several one: the first stands for all.
        Value value = op->getOperand(0);
        if (!isa<LoadOp>(op) || loaded.insert(value).second)
          for (auto &[key, node] : placed)
            if (key == StatementKey{getKind(op), value}) {
              StatementVolume volume = getVolume(schedule, *node);
              trips.add({}, volume.trips);
              total.add({}, volume.getTotal());
            }
        report(op, trips, total, raw.perTile);
      });
    }
    InFlightDiagnostic diag = schedule.emitRemark();
    diag << "loads and stores move " << bytes << " bytes";
    if (bytes.raw && *bytes.raw != 0)
      diag << " (" << static_cast<int64_t>(100.0 * bytes.placed / *bytes.raw + 0.5) << "%)";
    diag << ", computes take " << flops << " flops";
    return success();
  }
};
} // namespace
