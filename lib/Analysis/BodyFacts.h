//===- BodyFacts.h - folds the body of a map, point by point ---*- C++ -*-===//
#ifndef MCFUSER_LIB_ANALYSIS_BODYFACTS_H
#define MCFUSER_LIB_ANALYSIS_BODYFACTS_H

#include "MCFuser/Analysis/ConstantRegions.h"
#include "llvm/ADT/BitVector.h"

namespace mcf::analysis {

/// What is known of a scalar in the body of a map.
struct ScalarFacts : PointFacts {
  /// The operands of the map that are row statistics and that the scalar hangs on.
  llvm::SmallBitVector statistics;
  /// It hangs on another operand.
  bool hasData = false;
};

/// Walks over the body of a map.
class BodyFacts {
public:
  BodyFacts(MapOp map, const ConstantRegions &chain) : map(map), chain(chain) {}
  /// Facts of the result; `operands` are those of the operands, `isStatistic` says which are row
  /// statistics.
  PointFacts run(llvm::ArrayRef<PointFacts> operands, const llvm::SmallBitVector &isStatistic);

private:
  void visit(mlir::Operation &op);
  std::optional<IndexForm> getForm(mlir::Operation &op);
  /// The form if its numbers are exact in the type.
  std::optional<IndexForm> checkRange(std::optional<IndexForm> form, mlir::Type type);
  bool isNonNegative(const IndexForm &form);
  /// Where a comparison is true, where it is false.
  void addComparison(mlir::Operation &op, ScalarFacts &result);
  void addFolds(mlir::Operation &op, ScalarFacts &result);
  /// The constant that the op gives if these operands are constant (null: unknown).
  mlir::TypedAttr fold(mlir::Operation &op, llvm::ArrayRef<mlir::Attribute> operands,
                       llvm::SmallVectorImpl<AssumedOperand> &assumed);
  mlir::TypedAttr foldAbsorbing(mlir::Operation &op, llvm::ArrayRef<mlir::Attribute> operands,
                                llvm::SmallVectorImpl<AssumedOperand> &assumed);
  const ScalarFacts &get(mlir::Value value) { return facts.find(value)->second; }

  MapOp map;
  const ConstantRegions &chain;
  llvm::DenseMap<mlir::Value, ScalarFacts> facts;
};

/// Equal as numbers; zeros of either sign are one.
bool isSameNumber(mlir::Attribute a, mlir::Attribute b);

} // namespace mcf::analysis

#endif
