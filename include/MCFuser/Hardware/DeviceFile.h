//===- DeviceFile.h - devices as JSON ---------------------------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_DEVICEFILE_H
#define MCFUSER_HARDWARE_DEVICEFILE_H

#include "MCFuser/Hardware/DeviceSpec.h"

namespace mcf::hw {

/// The device as JSON, each number with its unit in its name; `parseDevice` reads it back.
/// `isOneLine`: without line breaks, to travel through an option.
std::string toJSON(const DeviceSpec &device, bool isOneLine = false);

/// Reads the JSON of a device. Model constants and what docs/CostModel.md calls optional may be
/// left out. Errors start with `source` (`device file 'my.json'`) and name the field.
llvm::Expected<DeviceSpec> parseDevice(llvm::StringRef json, llvm::StringRef source);

/// The device that an option names: a known name, JSON text (it starts with a brace, or with a
/// quote where MLIR's option parser has taken the braces off), or a file with JSON. The one
/// entry for passes and tools; what the driver knows (`native`) is the tools' to ask for
/// (Driver/NativeDevice.h).
llvm::Expected<DeviceSpec> resolveDevice(llvm::StringRef text);

/// A text that `resolveDevice` turns into this device again: the name of a known device that it is
/// equal to, else JSON in one line, such that a printed pipeline can be read back.
std::string getDeviceText(const DeviceSpec &device);

} // namespace mcf::hw

#endif
