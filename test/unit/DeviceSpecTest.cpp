//===- DeviceSpecTest.cpp - the table of devices --------------------------===//
#include "MCFuser/Hardware/DeviceSpec.h"
#include "gtest/gtest.h"
#include <set>

using namespace mcf::hw;

TEST(DeviceSpecTest, FindsByNameInAnySpelling) {
  for (llvm::StringRef name : {"RTX 3080", "rtx3080", "RTX-3080", "rtx_3080"}) {
    llvm::Expected<DeviceSpec> device = lookupDevice(name);
    ASSERT_TRUE(bool(device)) << llvm::toString(device.takeError());
    EXPECT_EQ(device->name, "RTX 3080");
    EXPECT_EQ(device->smArch, "sm_86");
  }
}

TEST(DeviceSpecTest, UnknownNameListsTheKnownOnes) {
  llvm::Expected<DeviceSpec> device = lookupDevice("H300");
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(
      llvm::toString(device.takeError()),
      "expected a device of A100, RTX 3080, RTX 4090, H100, H200, or a JSON file, but got 'H300'");
}

TEST(DeviceSpecTest, EmptyNameIsAnError) {
  llvm::Expected<DeviceSpec> device = lookupDevice("");
  EXPECT_FALSE(bool(device));
  llvm::consumeError(device.takeError());
}

TEST(DeviceSpecTest, Balance) {
  DeviceSpec device = llvm::cantFail(lookupDevice("h200"));
  // 790 TFLOP/s over 4.3 TB/s.
  EXPECT_NEAR(device.getBalance(ElementType::F16), 183.7, 0.05);
  EXPECT_NEAR(device.getBalance(ElementType::BF16), 183.7, 0.05);
  // 66.9 TFLOP/s over 4.3 TB/s.
  EXPECT_NEAR(device.getBalance(ElementType::F32), 15.6, 0.05);
}

TEST(DeviceSpecTest, SharedMemoryOfThePaper) {
  // Rule 4 of the paper names 166,912 bytes for the A100.
  EXPECT_EQ(llvm::cantFail(lookupDevice("A100")).smemPerBlockBytes, 166912);
}

TEST(DeviceSpecTest, TableIsPlausible) {
  std::set<std::string> names;
  for (const DeviceSpec &device : getKnownDevices()) {
    EXPECT_TRUE(names.insert(device.name).second) << device.name;
    EXPECT_TRUE(llvm::StringRef(device.smArch)
                    .starts_with("sm_" + std::to_string(device.computeCapability)));
    EXPECT_GT(device.numSMs, 0);
    // A block may use all but 1 KB of an SM's shared memory.
    EXPECT_EQ(device.smemPerBlockBytes + 1024, device.smemPerSMBytes);
    EXPECT_GT(device.getBalance(ElementType::F16), device.getBalance(ElementType::F32));
    EXPECT_GT(device.getBalance(ElementType::F32), device.getBalance(ElementType::F64));
  }
}

TEST(DeviceSpecTest, ProgrammaticLaunchNeedsSm90) {
  DeviceSpec device = llvm::cantFail(lookupDevice("H200"));
  EXPECT_TRUE(device.hasProgrammaticLaunch());
  // The architecture that is compiled for counts.
  device.smArch = "sm_90";
  EXPECT_TRUE(device.hasProgrammaticLaunch());
  device.smArch = "sm_89";
  EXPECT_FALSE(device.hasProgrammaticLaunch());
  EXPECT_FALSE(llvm::cantFail(lookupDevice("A100")).hasProgrammaticLaunch());
}

TEST(DeviceSpecTest, OnlyTheH200IsMeasured) {
  for (const DeviceSpec &device : getKnownDevices()) {
    EXPECT_EQ(device.getMeasuredLabel(), device.name == "H200" ? "measured" : "not measured");
    EXPECT_FALSE(device.source.empty());
  }
  DeviceSpec device = llvm::cantFail(lookupDevice("H200"));
  device.measured = {"sm_clock_hz"};
  EXPECT_EQ(device.getMeasuredLabel(), "partly measured");
}

TEST(DeviceSpecTest, DefaultModelScalesWithTheDevice) {
  // Boost clock: 19.5 TFLOP/s over 108 SMs of 64 lanes with 2 flop each.
  ModelConstants a100 = llvm::cantFail(lookupDevice("A100")).model;
  EXPECT_EQ(a100.fmaPerCyclePerSM, 64);
  EXPECT_NEAR(getDefaultModel(llvm::cantFail(lookupDevice("A100"))).smClockHz, 1.41e9, 1e7);
  EXPECT_EQ(a100.tensorLaunchSeconds, 0);
  EXPECT_NEAR(a100.tensorClockHz, a100.smClockHz, 1e7);
  // A Hopper without numbers of its own is taken to behave like the H200.
  DeviceSpec h100 = llvm::cantFail(lookupDevice("H100"));
  EXPECT_NEAR(getDefaultModel(h100).tensorClockHz, 1.79e9, 1e7);
}
