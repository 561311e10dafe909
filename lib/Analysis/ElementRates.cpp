//===- ElementRates.cpp - which rate of a device a type has ---------------===//
#include "MCFuser/Analysis/ElementRates.h"
#include "mlir/IR/BuiltinTypes.h"

std::optional<mcf::hw::ElementType> mcf::analysis::getRateType(mlir::Type type) {
  // Kernels multiply 8-bit floats as f16.
  if (type.isF16() || llvm::isa<mlir::Float8E4M3FNType, mlir::Float8E5M2Type>(type))
    return hw::ElementType::F16;
  if (type.isBF16())
    return hw::ElementType::BF16;
  if (type.isF32())
    return hw::ElementType::F32;
  if (type.isF64())
    return hw::ElementType::F64;
  if (type.isInteger(8))
    return hw::ElementType::I8;
  // Multiply-adds, as those of f32: where these are faster, nobody has measured by how much.
  if (type.isInteger() && type.getIntOrFloatBitWidth() <= 64)
    return hw::ElementType::F32;
  return std::nullopt;
}
