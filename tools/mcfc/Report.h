//===- Report.h - what mcfc says about a chain ------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_REPORT_H
#define MCFUSER_TOOLS_MCFC_REPORT_H

#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace mcf::mcfc {

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

/// One line per kernel of the plan.
void printKernels(const runtime::LaunchPlan &plan, llvm::raw_ostream &os);

} // namespace mcf::mcfc

#endif
