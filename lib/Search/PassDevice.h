//===- PassDevice.h - the device that a pass is told ------------*- C++ -*-===//
#ifndef MCFUSER_LIB_SEARCH_PASSDEVICE_H
#define MCFUSER_LIB_SEARCH_PASSDEVICE_H

#include "MCFuser/Hardware/DeviceFile.h"
#include "mlir/IR/Operation.h"

namespace mcf::search {

/// The device of a pass option, or a diagnostic at `op`.
inline mlir::FailureOr<hw::DeviceSpec> getDevice(mlir::Operation *op, llvm::StringRef text) {
  llvm::Expected<hw::DeviceSpec> device = hw::resolveDevice(text);
  if (!device)
    return op->emitError() << llvm::toString(device.takeError());
  return std::move(*device);
}

} // namespace mcf::search

#endif
