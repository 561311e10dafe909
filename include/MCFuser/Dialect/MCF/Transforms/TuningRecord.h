//===- TuningRecord.h - schedules that were kept as IR ----------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCF_TRANSFORMS_TUNINGRECORD_H
#define MCFUSER_DIALECT_MCF_TRANSFORMS_TUNINGRECORD_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mcf {

/// How `chain` differs from `expected`: dims, types or ops, in words. Empty if they are the same
/// but for schedules, locations and names of values and functions.
std::string describeDifference(ChainOp expected, ChainOp chain);

/// Copies the schedule of a chain to one that is the same and has none.
ScheduleOp copySchedule(ChainOp from, ChainOp to);

/// Gives each chain of the module that has no schedule that of the chain of the record that is the
/// same. Says how many got one. Diagnoses a record without schedules or with two different ones
/// for a chain, and a chain of the record that is the same as none of the module: the message says
/// how it differs.
mlir::FailureOr<unsigned> applyTuningRecord(mlir::ModuleOp module, mlir::ModuleOp record);

} // namespace mcf

#endif
