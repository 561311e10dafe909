//===- SmallFloatCasts.h - casts of 8-bit floats on the GPU ---------------===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_SMALLFLOATCASTS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_SMALLFLOATCASTS_H

#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mcf::mcfg {

/// Two 8-bit floats of one type as a vector of two f16, which holds every one of them.
mlir::Value extendToHalves(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value first,
                           mlir::Value second);

} // namespace mcf::mcfg

#endif
