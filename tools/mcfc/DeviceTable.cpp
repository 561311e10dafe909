//===- DeviceTable.cpp - the known devices as a table ---------------------===//
#include "DeviceTable.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mcf;

void mcf::mcfc::printDeviceTable(llvm::raw_ostream &os) {
  os << "name      arch     SMs  smem/block  L2       memory      f16 tensor   clock     numbers\n";
  for (const hw::DeviceSpec &device : hw::getKnownDevices())
    os << llvm::left_justify(device.name, 10) << llvm::left_justify(device.smArch, 7)
       << llvm::format("%5lld", static_cast<long long>(device.numSMs))
       << llvm::format("  %4.0f KiB", device.smemPerBlockBytes / 1024.0)
       << llvm::format("  %4.0f MiB", device.l2Bytes / (1024.0 * 1024))
       << llvm::format("  %5.2f TB/s", device.bandwidthBytesPerSec / 1e12)
       << llvm::format("  %4.0f TFLOP/s", device.tensorF16FlopPerSec / 1e12)
       << llvm::format("  %4.2f GHz", device.model.smClockHz / 1e9) << "  "
       << device.getMeasuredLabel() << "\n";
  os << "'mcfc --print-device=NAME' prints all numbers of one, with their source.\n";
}
