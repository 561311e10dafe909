//===- DeviceFields.h - the numbers of a device, by name --------*- C++ -*-===//
#ifndef MCFUSER_LIB_HARDWARE_DEVICEFIELDS_H
#define MCFUSER_LIB_HARDWARE_DEVICEFIELDS_H

#include "MCFuser/Hardware/DeviceSpec.h"
#include <variant>

namespace mcf::hw {

/// One number of a device: its name in a device file and what it may be.
struct DeviceField {
  using Member =
      std::variant<int64_t DeviceSpec::*, double DeviceSpec::*, double ModelConstants::*>;

  llvm::StringLiteral name;
  Member member;
  /// The least and the most that make sense. Wide: they keep out slips of units and signs.
  double least, most;
  /// The default of a field that a file may leave out is the one of the member, or
  /// `getDefaultModel`.
  bool isRequired;

  bool isInteger() const { return std::holds_alternative<int64_t DeviceSpec::*>(member); }
  double get(const DeviceSpec &device) const;
  void set(DeviceSpec &device, double value) const;
};

/// All numbers, in the order of a device file.
llvm::ArrayRef<DeviceField> getDeviceFields();

} // namespace mcf::hw

#endif
