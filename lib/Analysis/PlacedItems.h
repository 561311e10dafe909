//===- PlacedItems.h - what is to be placed, and in which loops -*- C++ -*-===//
#ifndef MCFUSER_LIB_ANALYSIS_PLACEDITEMS_H
#define MCFUSER_LIB_ANALYSIS_PLACEDITEMS_H

#include "MCFuser/Analysis/StatementPlacement.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mcf::analysis {

/// A loop of the expression that a statement may stand in.
struct PathLoop {
  mlir::StringAttr dim;
  Binding binding;
  mlir::Location loc;
};

/// A compute or store to be placed.
struct PlacedItem {
  mlir::Value value;
  bool isStore = false;
  mlir::Location loc;
  /// Loops of more than one trip on the way to the statement, outermost first.
  llvm::SmallVector<PathLoop> path = {};
  llvm::SmallVector<mlir::StringAttr> needed = {}, reduced = {};
  /// Dims that what it depends on reduces over, and dims that what depends on it needs.
  llvm::SmallSetVector<mlir::StringAttr, 4> reducedBefore = {}, neededLater = {};
  /// Unneeded loops that turned out not to be possible.
  llvm::SmallSetVector<mlir::StringAttr, 4> dropped = {};
  /// The loops it will stand in, outermost first.
  llvm::SmallVector<PathLoop> nest = {};
  PlacedNode *node = nullptr;

  bool needs(mlir::StringAttr dim) const { return llvm::is_contained(needed, dim); }
  bool isIn(mlir::StringAttr dim) const {
    return llvm::any_of(nest, [&](const PathLoop &loop) { return loop.dim == dim; });
  }
  mlir::Operation *getOp() const { return value.getDefiningOp(); }
  /// What it reads.
  llvm::SmallVector<mlir::Value> getOperands() const {
    return isStore ? llvm::SmallVector<mlir::Value>{value}
                   : llvm::to_vector(getOp()->getOperands());
  }
};

/// Computes and stores of a schedule in program order, each with the loops it will stand in.
class PlacedItems {
public:
  explicit PlacedItems(ScheduleOp schedule) : schedule(schedule), chain(schedule.getChain()) {}

  /// Fails with a diagnostic if a statement lacks a loop that it needs.
  mlir::LogicalResult collect();
  /// Finds the loops of each item, without those that were dropped.
  void computeNests();

  std::vector<PlacedItem>::iterator begin() { return items.begin(); }
  std::vector<PlacedItem>::iterator end() { return items.end(); }
  /// The item that computes the value; null for inputs.
  PlacedItem *getProducer(mlir::Value value);

private:
  mlir::LogicalResult addItem(mlir::Operation *op, mlir::Operation *compute,
                              mlir::Operation *store);
  void linkItems();
  bool mayBeEmpty(mlir::StringAttr dim);
  bool isInNest(PlacedItem &item, const PathLoop &loop);
  void findNest(PlacedItem &item);

  ScheduleOp schedule;
  ChainOp chain;
  std::vector<PlacedItem> items;
  llvm::DenseMap<mlir::Value, size_t> indexOf;
};

} // namespace mcf::analysis

#endif
