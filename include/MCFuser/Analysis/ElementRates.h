//===- ElementRates.h - which rate of a device a type has -------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_ELEMENTRATES_H
#define MCFUSER_ANALYSIS_ELEMENTRATES_H

#include "MCFuser/Hardware/DeviceSpec.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace mcf::analysis {

/// The rate of contractions with operands of this type; nothing if no device states one.
std::optional<hw::ElementType> getRateType(mlir::Type type);

} // namespace mcf::analysis

#endif
