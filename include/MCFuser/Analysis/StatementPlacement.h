//===- StatementPlacement.h - where each statement runs ---------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_STATEMENTPLACEMENT_H
#define MCFUSER_ANALYSIS_STATEMENTPLACEMENT_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include <memory>
#include <vector>

namespace mcf::analysis {

/// A loop or a statement of a placed schedule.
struct PlacedNode {
  enum class Kind { Root, Loop, Load, Compute, Store };

  PlacedNode(Kind kind, mlir::Location loc) : kind(kind), loc(loc) {}

  Kind kind;
  mlir::Location loc;
  mlir::StringAttr dim;              ///< of a loop
  Binding binding = Binding::Serial; ///< of a loop
  mlir::Value value;                 ///< of a statement
  PlacedNode *parent = nullptr;
  std::vector<std::unique_ptr<PlacedNode>> children;

  /// Position among the children of `parent`.
  size_t getIndex() const;
  bool isInside(const PlacedNode *loop) const;
  /// Adds a child before position `index` (at the end by default).
  PlacedNode *insert(std::unique_ptr<PlacedNode> child, size_t index = ~size_t(0));
};

/// Decides where each statement of a raw schedule runs: the DAG analysis of MCFuser, for
/// any number of operators, by the rules of docs/Architecture.md, "Placement". It reads
/// the schedule and changes nothing.
class StatementPlacement {
public:
  /// Diagnoses a schedule that cannot be placed: one that lacks loops.
  static mlir::FailureOr<StatementPlacement> get(ScheduleOp schedule);

  const PlacedNode &getRoot() const { return *root; }
  /// Makes the schedule, which was read, the placed one.
  void apply(ScheduleOp schedule) const;

private:
  explicit StatementPlacement(std::unique_ptr<PlacedNode> root) : root(std::move(root)) {}

  std::unique_ptr<PlacedNode> root;
};

/// Checks that a placed schedule computes the chain: everything is there when it is used,
/// and no sum is used before it is complete, but for uses that can be deferred.
mlir::LogicalResult verifyPlacement(ScheduleOp schedule);

} // namespace mcf::analysis

#endif
