//===- ConstantOperands.h - arrays that stay as they are --------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONSTANTOPERANDS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_CONSTANTOPERANDS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace mcf::mcfg {

/// Which parameters of a kernel give arrays that no kernel before it in its stream writes while it
/// may still run (`mcf.constants` of the kernel): pointers to them, and their tensor maps.
class ConstantOperands {
public:
  explicit ConstantOperands(mlir::gpu::GPUFuncOp kernel);

  /// True if the memref or pointer is known to be of such an array: the parameter, or a view.
  bool contain(mlir::Value value) const;
  bool empty() const { return parameters.empty(); }

private:
  llvm::DenseSet<mlir::Value> parameters;
};

} // namespace mcf::mcfg

#endif
