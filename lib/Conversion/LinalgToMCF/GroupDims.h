//===- GroupDims.h - which loops of a group of ops are one dim ------*- C++ -*-===//
// Internal to convert-linalg-to-mcf.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_GROUPDIMS_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_GROUPDIMS_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MatchedOp.h"
#include "llvm/ADT/MapVector.h"

namespace mcf::frontend {

/// Union-find over loops and axes. A class may be the product of other classes (a merged axis), or
/// of none (an axis of size 1 that a view adds or removes: the chain has no dim for it).
class DimClasses {
public:
  unsigned create(int64_t size);
  /// False if the two cannot be the same dim.
  bool unify(unsigned a, unsigned b);
  /// States that `node` is the product of `factors`. False if it already is another.
  bool setFactors(unsigned node, llvm::ArrayRef<unsigned> factors);
  /// The classes that `node` is the product of, outermost first.
  void resolve(unsigned node, llvm::SmallVectorImpl<unsigned> &dims) const;
  int64_t getSize(unsigned node) const { return sizes[find(node)]; }

private:
  unsigned find(unsigned node) const;
  /// True if the factors are the same in pairs: they are the same classes, have the same static
  /// size, or are the only pair of which that cannot be said.
  bool areSameFactors(llvm::ArrayRef<unsigned> a, llvm::ArrayRef<unsigned> b) const;
  llvm::SmallVector<unsigned> parents;
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<std::optional<llvm::SmallVector<unsigned>>> products;
};

/// Two operands that are one tensor from outside, read in the same way.
struct SharedInput {
  const MatchedOp *first, *second;
  unsigned firstOperand, secondOperand;
};

/// Where the size of a dim is found that is not known: an axis of a tensor from outside has it, or
/// its product with other dims.
struct SizeSource {
  mlir::Value tensor;
  unsigned axis = 0;
  llvm::SmallVector<unsigned> others;
};

/// The dims of a group of ops, which become one chain.
class GroupDims {
public:
  /// Dims, by class.
  using Dims = llvm::SmallVector<unsigned>;

  /// Fails with a reason if one array or op would have the same dim twice.
  static mlir::FailureOr<GroupDims> infer(llvm::ArrayRef<const MatchedOp *> ops,
                                          std::string &reason,
                                          llvm::ArrayRef<SharedInput> shared = {});

  /// Gives each dim its name: `m`, `n`, `k`, `h` and so on.
  void nameDims(llvm::ArrayRef<const MatchedOp *> ops, mlir::MLIRContext *context);

  Dims getLoopDims(const MatchedOp &op, unsigned loop) const;
  /// For each axis its dims.
  llvm::SmallVector<Dims> getAxisDims(const MatchedOp &op, unsigned operand) const;
  /// The same for a tensor that an op of the group computes.
  llvm::SmallVector<Dims> getAxisDims(mlir::Value result) const;

  /// Dynamic if the size is not known.
  int64_t getSize(unsigned dim) const { return classes.getSize(dim); }
  bool isDynamic(unsigned dim) const { return mlir::ShapedType::isDynamic(getSize(dim)); }
  /// Of a dim of unknown size.
  const SizeSource &getSizeSource(unsigned dim) const { return sizeSources.find(dim)->second; }
  mlir::StringAttr getName(unsigned dim) const { return names.lookup(dim); }
  DimsAttr getDimsAttr(mlir::MLIRContext *context) const;

private:
  bool add(const MatchedOp &op, std::string &reason);
  bool check(const MatchedOp &op, std::string &reason) const;
  bool findSizes(llvm::ArrayRef<const MatchedOp *> ops, std::string &reason);
  llvm::SmallVector<Dims> resolveAll(llvm::ArrayRef<unsigned> nodes) const;

  DimClasses classes;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned>> loopNodes;
  llvm::DenseMap<std::pair<mlir::Operation *, unsigned>, llvm::SmallVector<unsigned>> operandNodes;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned>> resultNodes;
  llvm::MapVector<unsigned, mlir::StringAttr> names;
  llvm::DenseMap<unsigned, SizeSource> sizeSources;
};

} // namespace mcf::frontend

#endif
