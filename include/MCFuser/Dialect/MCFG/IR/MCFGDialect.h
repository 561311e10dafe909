//===- MCFGDialect.h - the mcfg dialect -------------------------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGDIALECT_H
#define MCFUSER_DIALECT_MCFG_IR_MCFGDIALECT_H

#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h.inc"
#include "MCFuser/Dialect/MCFG/IR/MCFGEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.h.inc"
#define GET_OP_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGOps.h.inc"

#endif
