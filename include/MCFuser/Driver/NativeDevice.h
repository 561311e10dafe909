//===- NativeDevice.h - the device that the driver finds --------*- C++ -*-===//
#ifndef MCFUSER_DRIVER_NATIVEDEVICE_H
#define MCFUSER_DRIVER_NATIVEDEVICE_H

#include "MCFuser/Hardware/DeviceFile.h"

namespace mcf {

/// Asks the driver for its device `ordinal` and describes it (`hw::describeDevice`).
llvm::Expected<hw::DeviceSpec> getNativeDevice(int ordinal = 0);

/// What `--device` of a tool may be: `native`, or what `hw::resolveDevice` reads. Tools hand
/// `hw::getDeviceText` of it to passes.
llvm::Expected<hw::DeviceSpec> resolveDeviceOrNative(llvm::StringRef text, int ordinal = 0);

/// The same, but another process asks the driver, so that processes that this one forks can use it:
/// a process that was forked from one that has used CUDA cannot.
llvm::Expected<hw::DeviceSpec> resolveDeviceOrNativeElsewhere(llvm::StringRef text, int ordinal);

} // namespace mcf

#endif
