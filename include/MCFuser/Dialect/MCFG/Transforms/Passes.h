//===- Passes.h - passes of the mcfg dialect --------------------------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_H
#define MCFUSER_DIALECT_MCFG_TRANSFORMS_PASSES_H

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace mcf {
#define GEN_PASS_DECL
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

#endif
