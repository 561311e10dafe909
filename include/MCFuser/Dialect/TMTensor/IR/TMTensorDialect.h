//===- TMTensorDialect.h - what torch-mlir leaves beside linalg -*- C++ -*-===//
#ifndef MCFUSER_DIALECT_TMTENSOR_IR_TMTENSORDIALECT_H
#define MCFUSER_DIALECT_TMTENSOR_IR_TMTENSORDIALECT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "MCFuser/Dialect/TMTensor/IR/TMTensorDialect.h.inc"
#define GET_OP_CLASSES
#include "MCFuser/Dialect/TMTensor/IR/TMTensorOps.h.inc"

#endif
