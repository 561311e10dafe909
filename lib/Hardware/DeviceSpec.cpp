//===- DeviceSpec.cpp - rates of a device and look-up by name -------------===//
#include "MCFuser/Hardware/DeviceSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mcf::hw;

double DeviceSpec::getPeakFlopPerSec(ElementType type) const {
  switch (type) {
  case ElementType::F16:
    return tensorF16FlopPerSec;
  case ElementType::BF16:
    return tensorBF16FlopPerSec;
  case ElementType::TF32:
    return tensorF16FlopPerSec / 2;
  case ElementType::F32:
    return f32FlopPerSec;
  case ElementType::F64:
    return f64FlopPerSec;
  case ElementType::I8:
    return tensorI8OpPerSec;
  }
  llvm_unreachable("unknown element type");
}

double DeviceSpec::getBalance(ElementType type) const {
  return getPeakFlopPerSec(type) / bandwidthBytesPerSec;
}

std::optional<int64_t> mcf::hw::getArchNumber(StringRef arch) {
  int64_t number = 0;
  bool isArch = arch.consume_front("sm_");
  if (!arch.consume_back("a"))
    arch.consume_back("f");
  if (!isArch || arch.getAsInteger(10, number) || number < 10)
    return std::nullopt;
  return number;
}

bool DeviceSpec::runs(StringRef arch) const {
  std::optional<int64_t> number = getArchNumber(arch);
  bool isExact = arch.ends_with("a") || arch.ends_with("f");
  return number && (isExact ? *number == computeCapability : *number <= computeCapability);
}

bool DeviceSpec::hasProgrammaticLaunch() const { return getArchNumber(smArch).value_or(0) >= 90; }

llvm::StringRef DeviceSpec::getMeasuredLabel() const {
  if (measured.empty())
    return "not measured";
  for (StringRef name :
       {"bandwidth_bytes_per_sec", "tensor_f16_flop_per_sec", "sm_clock_hz", "launch_seconds"})
    if (!llvm::is_contained(measured, name))
      return "partly measured";
  return "measured";
}

std::string DeviceSpec::getTitle() const {
  llvm::StringRef label = getMeasuredLabel();
  return label == "measured" ? name : name + " (" + label.str() + ")";
}

/// The name in lower case without what people spell differently.
static std::string normalize(StringRef name) {
  std::string result;
  for (char c : name)
    if (!isSpace(c) && c != '-' && c != '_')
      result += toLower(c);
  return result;
}

Expected<DeviceSpec> mcf::hw::lookupDevice(StringRef name) {
  std::string wanted = normalize(name);
  for (const DeviceSpec &device : getKnownDevices())
    if (normalize(device.name) == wanted)
      return device;
  std::string known;
  for (const DeviceSpec &device : getKnownDevices()) {
    if (!known.empty())
      known += ", ";
    known += device.name;
  }
  return createStringError("expected a device of " + known + ", or a JSON file, but got '" + name +
                           "'");
}
