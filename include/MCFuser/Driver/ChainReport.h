//===- ChainReport.h - what is said about a chain ---------------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_CHAINREPORT_H
#define MCFUSER_DRIVER_CHAINREPORT_H

#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Search/ChooseTiling.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace mcf {

/// `12,345`.
std::string formatCount(uint64_t count);

/// Describes one chain for a reader who knows no IR: what it computes, where each statement of its
/// schedule runs, and what it moves.
class ChainReport {
public:
  /// `unplaced` is the same chain with its statements not hoisted.
  ChainReport(ChainOp chain, ChainOp unplaced);
  /// Sizes and ops.
  void printComputation(llvm::raw_ostream &os);
  /// The schedule, if there is one, and what it moves.
  void printSchedule(llvm::raw_ostream &os);
  /// The loops of the schedule that a mask has a say in: which trips run, or why all do.
  void printMasks(llvm::json::OStream &json);

private:
  void nameValues();
  void printExpression(mlir::Operation *op, llvm::raw_ostream &os);
  void printBlock(mlir::Block &block, unsigned depth, llvm::raw_ostream &os);
  void printTraffic(llvm::raw_ostream &os);
  std::string getArrayText(mlir::Value value);

  ChainOp chain, unplaced;
  std::unique_ptr<analysis::SkippedTiles> skipped;
  llvm::DenseMap<mlir::Value, std::string> names;
};

/// Floating-point operations of all contractions of the chain, with `openSize` for each size that
/// is not known.
uint64_t getContractionFlops(ChainOp chain, int64_t openSize);

/// How the tiling of a chain was found: the funnel and the best candidates.
void printChoice(const search::TilingChoice &choice, llvm::raw_ostream &os);

/// Each chain of `placed`: what it computes, what was chosen for it, where it runs. `unplaced` is
/// the same module with no statement hoisted, `choices` holds what was searched.
void printChains(mlir::ModuleOp placed, mlir::ModuleOp unplaced,
                 llvm::ArrayRef<std::optional<search::TilingChoice>> choices,
                 llvm::raw_ostream &os);

/// Name of the function that a chain is in.
llvm::StringRef getFunctionName(ChainOp chain);

/// One line per kernel of the plan.
void printKernels(const runtime::LaunchPlan &plan, llvm::raw_ostream &os);

} // namespace mcf

#endif
