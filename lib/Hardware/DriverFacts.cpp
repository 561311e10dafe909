//===- DriverFacts.cpp - a device as its driver describes it --------------===//
#include "MCFuser/Hardware/DriverFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace mcf::hw;

namespace {
/// Dense flop (i8: operations) per cycle of an SM.
struct RatesPerCycle {
  int64_t computeCapability;
  /// With f32 sums. GeForce cards have half of it where `isHalvedOnGeForce`.
  double tensorF16, tensorI8;
  double f32, f64;
  bool isHalvedOnGeForce;
  /// What we emit PTX for: the last architecture that we know and the device runs.
  StringLiteral smArch;
};
} // namespace

// Sources: NVIDIA's white papers (A100, GA102, Ada, H100, RTX Blackwell) and the B200 data sheet:
// the rates there divided by SMs and boost clock.
static constexpr RatesPerCycle ratesPerCycle[] = {
    {80, 2048, 4096, 128, 64, false, "sm_80"},    {86, 1024, 2048, 256, 4, true, "sm_86"},
    {89, 1024, 2048, 256, 4, true, "sm_89"},      {90, 4096, 8192, 256, 128, false, "sm_90a"},
    {100, 8192, 16384, 256, 128, false, "sm_90"}, {120, 1024, 2048, 256, 4, true, "sm_90"},
};

/// The words of a name in lower case: NVIDIA A100-SXM4-80GB has four.
static SmallVector<std::string> getWords(StringRef name) {
  SmallVector<std::string> words(1);
  for (char c : name) {
    if (isAlnum(c))
      words.back() += toLower(c);
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty())
    words.pop_back();
  return words;
}

/// Data moves on both edges of the memory clock.
static double getBandwidth(const DriverFacts &facts) {
  return 2 * facts.memoryClockHz * facts.memoryBusBits / 8;
}

/// The known device that this is. Names alone say too little: an RTX 4090 Laptop GPU or an H100
/// PCIe is another device.
static const DeviceSpec *findKnown(const DriverFacts &facts) {
  SmallVector<std::string> words = getWords(facts.name);
  for (const DeviceSpec &known : getKnownDevices()) {
    SmallVector<std::string> wanted = getWords(known.name);
    bool hasName =
        std::search(words.begin(), words.end(), wanted.begin(), wanted.end()) != words.end();
    // Sheets state what the pins can do, copies measure four fifths of it or more.
    bool isMeasured = is_contained(known.measured, "bandwidth_bytes_per_sec");
    double ratio = getBandwidth(facts) / known.bandwidthBytesPerSec;
    bool hasBandwidth = getBandwidth(facts) == 0 ||
                        (isMeasured ? ratio > 1 && ratio < 1.25 : ratio > 0.9 && ratio < 1.1);
    if (hasName && hasBandwidth && facts.computeCapability == known.computeCapability &&
        facts.numSMs == known.numSMs)
      return &known;
  }
  return nullptr;
}

/// Limits of the compute capability that the driver says.
static void setLimits(const DriverFacts &facts, DeviceSpec &device) {
  auto set = [](int64_t &target, int64_t fact) {
    if (fact > 0)
      target = fact;
  };
  set(device.smemPerBlockBytes, facts.smemPerBlockBytes);
  set(device.smemPerSMBytes, facts.smemPerSMBytes);
  set(device.smemReservedPerBlockBytes, facts.smemReservedPerBlockBytes);
  set(device.registersPerSM, facts.registersPerSM);
  set(device.maxThreadsPerBlock, facts.maxThreadsPerBlock);
  set(device.maxThreadsPerSM, facts.maxThreadsPerSM);
  set(device.maxBlocksPerSM, facts.maxBlocksPerSM);
  set(device.l2Bytes, facts.l2Bytes);
}

static Error requireFacts(const DriverFacts &facts) {
  SmallVector<StringRef> missing;
  auto require = [&](StringRef name, double value) {
    if (!(value > 0))
      missing.push_back(name);
  };
  require("number of SMs", facts.numSMs);
  require("shared memory per block", facts.smemPerBlockBytes);
  require("shared memory per SM", facts.smemPerSMBytes);
  require("registers per SM", facts.registersPerSM);
  require("threads per block", facts.maxThreadsPerBlock);
  require("threads per SM", facts.maxThreadsPerSM);
  require("size of L2", facts.l2Bytes);
  require("memory bus width", facts.memoryBusBits);
  require("memory clock", facts.memoryClockHz);
  require("SM clock", facts.smClockHz);
  if (missing.empty())
    return Error::success();
  return createStringError("expected the driver to say the " + join(missing, ", ") + " of '" +
                           facts.name + "', but it does not: write a device file");
}

Expected<DeviceSpec> mcf::hw::describeDevice(const DriverFacts &facts) {
  if (const DeviceSpec *known = findKnown(facts)) {
    DeviceSpec device = *known;
    setLimits(facts, device);
    device.source = "limits of '" + facts.name +
                    "' from its driver; rates and model constants of " + known->name + ": " +
                    known->source;
    return device;
  }
  if (facts.computeCapability < ratesPerCycle[0].computeCapability)
    return createStringError("expected a device of compute capability 8.0 or later, but got '" +
                             facts.name + "' of " + Twine(facts.computeCapability / 10) + "." +
                             Twine(facts.computeCapability % 10));
  if (Error error = requireFacts(facts))
    return std::move(error);

  const RatesPerCycle *rates = ratesPerCycle;
  for (const RatesPerCycle &row : ratesPerCycle)
    if (row.computeCapability <= facts.computeCapability)
      rates = &row;
  SmallVector<std::string> words = getWords(facts.name);
  bool isHalved = rates->isHalvedOnGeForce && is_contained(words, "geforce");

  DeviceSpec device;
  device.name = facts.name;
  device.smArch = rates->smArch.str();
  // Code for sm_90a runs on 9.0 only.
  if (device.smArch == "sm_90a" && facts.computeCapability != 90)
    device.smArch = "sm_90";
  device.computeCapability = facts.computeCapability;
  device.numSMs = facts.numSMs;
  device.maxRegistersPerThread = 255;
  device.maxClusterBlocks = facts.hasClusters ? 8 : 1;
  setLimits(facts, device);
  double cyclesPerSec = facts.numSMs * facts.smClockHz;
  device.bandwidthBytesPerSec = getBandwidth(facts);
  device.tensorF16FlopPerSec = rates->tensorF16 * (isHalved ? 0.5 : 1) * cyclesPerSec;
  device.tensorBF16FlopPerSec = device.tensorF16FlopPerSec;
  device.tensorI8OpPerSec = rates->tensorI8 * cyclesPerSec;
  device.f32FlopPerSec = rates->f32 * cyclesPerSec;
  device.f64FlopPerSec = rates->f64 * cyclesPerSec;
  device.model = getDefaultModel(device);
  device.source = "limits and clocks from the driver, rates derived from compute capability and "
                  "clocks, model constants scaled from an H200";
  return device;
}
