//===- BuildChain.h - builds mcf.chain from a group of ops ----------*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_BUILDCHAIN_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_BUILDCHAIN_H

#include "GroupDims.h"
#include "mlir/IR/IRMapping.h"

namespace mcf::frontend {

/// The names of dims, in order.
using Names = llvm::SmallVector<mlir::StringAttr>;

/// Builds the body of one chain, op by op, and what surrounds it.
class ChainBuilder {
public:
  ChainBuilder(mlir::OpBuilder &outer, mlir::Location loc, const GroupDims &dims);
  ~ChainBuilder();

  /// States the order of axes in which an array is wanted (see `MCF_NamedType`: it only means
  /// something for a result of the chain).
  void setOrder(mlir::Value tensor, Names order) { orders[tensor] = std::move(order); }

  /// Appends what `op` computes.
  void addOp(const MatchedOp &op);
  /// States that `op` is to be appended before its first use.
  void addOpOnDemand(const MatchedOp &op) { pending[op.op->getResult(0)] = &op; }

  /// Ends the chain and returns, for each of the tensors, what replaces it.
  llvm::SmallVector<mlir::Value> finish(mlir::ValueRange results);

  /// Dims of a tensor that an op of the group computes, in the order of its axes.
  Names getNames(mlir::Value result) const { return toNames(dims.getAxisDims(result)); }

  /// Contractions of f32 may round their operands to TF32.
  void allowTF32() { tf32 = true; }

private:
  /// A scalar operand of a map: an array of the chain, or a constant.
  struct ScalarSource {
    mlir::Value array;
    mlir::TypedAttr constant;
  };
  using BodyBuilder = llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::ValueRange)>;

  Names toNames(llvm::ArrayRef<GroupDims::Dims> axes) const;
  NamedType getType(mlir::ArrayRef<mlir::StringAttr> names, mlir::Type element);

  /// The array for an operand: computed before, or an argument of the chain.
  mlir::Value getArray(const MatchedOp &op, unsigned operand);
  /// The array computed before, or null.
  mlir::Value lookup(mlir::Value tensor);
  /// Reshapes a tensor to one axis per dim of `axes`, and back to `type`.
  mlir::Value toOneAxisPerDim(mlir::Location at, mlir::Value tensor,
                              llvm::ArrayRef<GroupDims::Dims> axes);
  mlir::Value fromOneAxisPerDim(mlir::Value tensor, mlir::RankedTensorType type,
                                llvm::ArrayRef<GroupDims::Dims> axes);
  /// The size of a dim outside of the chain.
  mlir::OpFoldResult getSize(unsigned dim);

  /// The same, where a constant will do.
  ScalarSource getSource(const MatchedOp &op, unsigned operand);
  ScalarSource getScalarSource(mlir::Value scalar);
  mlir::Value addInput(mlir::Value outerValue, NamedType type);
  /// The array with at least these dims: a map that repeats it if it lacks one.
  mlir::Value withDims(mlir::Value array, llvm::ArrayRef<mlir::StringAttr> wanted);
  /// The array with exactly these axes in this order.
  mlir::Value withOrder(mlir::Value array, llvm::ArrayRef<mlir::StringAttr> order);
  /// `wanted` without dims that none of the arrays has.
  Names present(llvm::ArrayRef<mlir::StringAttr> wanted, llvm::ArrayRef<mlir::Value> arrays);
  Names getResultOrder(mlir::Value result);

  mlir::Value createMap(llvm::ArrayRef<mlir::StringAttr> names, mlir::Type element,
                        llvm::ArrayRef<mlir::Value> inputs, BodyBuilder body);
  /// A map of the scalar program that computes `value` in the body of `op`.
  mlir::Value createBodyMap(const MatchedOp &op, mlir::Value value,
                            llvm::ArrayRef<mlir::StringAttr> order);
  mlir::Value createIndex(mlir::OpBuilder &builder, const MatchedOp &op, unsigned loop);
  mlir::Value addStart(const MatchedOp &op, unsigned result, mlir::Value array, mlir::Type element);

  mlir::Value buildContraction(const MatchedOp &op);
  mlir::Value buildReduction(const MatchedOp &op, unsigned result);
  mlir::Value buildSoftmax(const MatchedOp &op);
  mlir::Value buildElementwise(const MatchedOp &op);

  mlir::OpBuilder &outer;
  mlir::OpBuilder builder;
  mlir::Location loc;
  const GroupDims &dims;
  mlir::Block *body;
  bool tf32 = false;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, mlir::Value> arguments;
  llvm::DenseMap<mlir::Value, mlir::Value> arrays;
  llvm::DenseMap<mlir::Value, const MatchedOp *> pending;
  llvm::DenseMap<mlir::Value, Names> orders;
  llvm::DenseMap<unsigned, mlir::Value> sizes;
  /// Numbers of type index from outside, as integers.
  llvm::DenseMap<mlir::Value, mlir::Value> indexInputs;
};

/// Merges each map into the map that is its only user, where that computes nothing twice. What an
/// expression depends on can then be read off one body: `exp(s - r)` written as two ops.
void mergeMaps(ChainOp chain);

/// Turns `exp(s - (r + log(l)))` into `exp(s - r) / l` where `r` is a maximum of `s`, so that both
/// are dependent reductions that can be deferred. Leaves maps merged.
void splitLogSums(ChainOp chain);

/// Where a chain asks whether all of a row is -inf and has the maximum of the row, asks the
/// maximum: the answer is the same, also for NaN, and the reduction over booleans goes.
void readGuardsOffMaxima(ChainOp chain);

} // namespace mcf::frontend

#endif
