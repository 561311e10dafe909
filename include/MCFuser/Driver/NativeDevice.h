//===- NativeDevice.h - the device that the driver finds --------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_NATIVEDEVICE_H
#define MCFUSER_DRIVER_NATIVEDEVICE_H

#include "MCFuser/Hardware/DeviceFile.h"

namespace mcf {

/// Which process asks the driver. A process that did cannot be forked into ones that use a device.
enum class DriverProcess { This, Another };

/// Asks the driver for its device `ordinal` and describes it (`hw::describeDevice`).
llvm::Expected<hw::DeviceSpec> getNativeDevice(int ordinal = 0,
                                               DriverProcess process = DriverProcess::This);

/// What `--device` of a tool may be: `native`, or what `hw::resolveDevice` reads. Tools hand
/// `hw::getDeviceText` of it to passes.
llvm::Expected<hw::DeviceSpec> resolveDeviceOrNative(llvm::StringRef text, int ordinal = 0,
                                                     DriverProcess process = DriverProcess::This);

} // namespace mcf

#endif
