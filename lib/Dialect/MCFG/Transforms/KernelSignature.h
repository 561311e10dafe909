//===- KernelSignature.h - parameters and grid of a kernel -------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_KERNELSIGNATURE_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_KERNELSIGNATURE_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mcf::mcfg {

/// How the kernel of a function on block vectors is called. Arrays whose sizes and strides are
/// known come as a memref of that type, others as a memref of rank 0 that holds the pointer;
/// behind all operands follow the sizes and strides that are given at launch.
class KernelSignature {
public:
  /// Reads arguments and trip counts; `forall` may be null (one block).
  static llvm::FailureOr<KernelSignature> create(mlir::func::FuncOp function,
                                                 mlir::scf::ForallOp forall);

  LaunchPlanAttr getPlan() const { return plan; }
  mlir::FunctionType getType() const { return type; }

  /// The values that stand for the arguments of the function, in a kernel with these parameters.
  llvm::SmallVector<mlir::Value> makeArguments(mlir::OpBuilder &builder, mlir::Location loc,
                                               mlir::ValueRange parameters) const;
  /// The trips along each dim of the grid.
  llvm::SmallVector<mlir::OpFoldResult> makeTrips(mlir::OpBuilder &builder, mlir::Location loc,
                                                  mlir::ValueRange parameters) const;
  /// A size of an argument, where it is given at launch; else null.
  mlir::Value getSize(unsigned argument, unsigned dim, mlir::ValueRange parameters) const;

private:
  /// A number, or where there is a symbol its size divided by the number, rounded up.
  struct Trip {
    int64_t number;
    mlir::StringAttr symbol;
  };

  explicit KernelSignature(mlir::func::FuncOp function) : function(function) {}
  llvm::LogicalResult readOperands();
  llvm::LogicalResult readTrips(mlir::scf::ForallOp forall);
  llvm::FailureOr<Trip> readTrip(mlir::Operation *forall, mlir::OpFoldResult count) const;
  std::optional<Trip> readSize(mlir::Value value) const;
  mlir::Value findParameter(llvm::function_ref<bool(KernelParameterAttr)> test,
                            mlir::ValueRange parameters) const;
  mlir::Value makeArray(mlir::OpBuilder &builder, mlir::Location loc, unsigned index,
                        mlir::ValueRange parameters) const;

  // The accessors of ops are not const.
  mutable mlir::func::FuncOp function;
  llvm::SmallVector<KernelOperandAttr> operands;
  llvm::SmallVector<Trip> trips;
  LaunchPlanAttr plan;
  mlir::FunctionType type;
};

} // namespace mcf::mcfg

#endif
