//===- DriverFactsTest.cpp - devices as their driver describes them -------===//
#include "MCFuser/Hardware/DriverFacts.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "gtest/gtest.h"

using namespace mcf::hw;

/// What a driver says of an H200.
static DriverFacts getH200() {
  DriverFacts facts;
  facts.name = "NVIDIA H200";
  facts.computeCapability = 90;
  facts.numSMs = 132;
  facts.smemPerBlockBytes = 232448;
  facts.smemPerSMBytes = 233472;
  facts.smemReservedPerBlockBytes = 1024;
  facts.registersPerSM = 65536;
  facts.maxThreadsPerBlock = 1024;
  facts.maxThreadsPerSM = 2048;
  facts.maxBlocksPerSM = 32;
  facts.l2Bytes = 60 << 20;
  facts.memoryBusBits = 6144;
  facts.memoryClockHz = 3.2e9;
  facts.smClockHz = 1.98e9;
  facts.hasClusters = true;
  return facts;
}

static DriverFacts getLaptop() {
  DriverFacts facts = getH200();
  facts.name = "NVIDIA GeForce RTX 4090 Laptop GPU";
  facts.computeCapability = 89;
  facts.numSMs = 76;
  facts.smemPerBlockBytes = 101376;
  facts.smemPerSMBytes = 102400;
  facts.maxThreadsPerSM = 1536;
  facts.maxBlocksPerSM = 24;
  facts.l2Bytes = 64 << 20;
  facts.memoryBusBits = 256;
  facts.memoryClockHz = 9e9;
  facts.smClockHz = 2e9;
  facts.hasClusters = false;
  return facts;
}

TEST(DriverFactsTest, KnownDeviceKeepsItsRates) {
  DriverFacts facts = getH200();
  facts.l2Bytes = 50 << 20;
  DeviceSpec device = llvm::cantFail(describeDevice(facts));
  EXPECT_EQ(device.name, "H200");
  EXPECT_EQ(device.bandwidthBytesPerSec, 4.3e12);
  EXPECT_EQ(device.model.tensorClockHz, 1.79e9);
  EXPECT_EQ(device.l2Bytes, 50 << 20);
  EXPECT_EQ(device.getMeasuredLabel(), "measured");
  EXPECT_EQ(device.source.substr(0, 46), "limits of 'NVIDIA H200' from its driver; rates");
}

TEST(DriverFactsTest, NamesOfCards) {
  DriverFacts facts = getH200();
  facts.name = "NVIDIA A100-SXM4-80GB";
  facts.computeCapability = 80;
  facts.numSMs = 108;
  facts.memoryBusBits = 5120;
  facts.memoryClockHz = 1.593e9;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).name, "A100");
  // The 40 GB card has slower memory: another device.
  facts.name = "NVIDIA A100-SXM4-40GB";
  facts.memoryClockHz = 1.215e9;
  DeviceSpec device = llvm::cantFail(describeDevice(facts));
  EXPECT_EQ(device.name, "NVIDIA A100-SXM4-40GB");
  EXPECT_NEAR(device.bandwidthBytesPerSec, 1.555e12, 1e9);
  EXPECT_EQ(device.smArch, "sm_80");
}

TEST(DriverFactsTest, VariantsAreOtherDevices) {
  DriverFacts facts = getH200();
  facts.memoryClockHz = 2.5e9;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).name, "NVIDIA H200");
  // A slice of a card.
  facts = getH200();
  facts.name = "NVIDIA H200 MIG 1g.18gb";
  facts.numSMs = 16;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).getMeasuredLabel(), "not measured");
  // The NVL card has as many SMs as the SXM card, but other memory.
  facts = getH200();
  facts.name = "NVIDIA H100 NVL";
  facts.memoryClockHz = 2.619e9;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).name, "NVIDIA H100 NVL");
  facts.name = "NVIDIA H100 80GB HBM3";
  facts.memoryBusBits = 5120;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).name, "H100");
}

TEST(DriverFactsTest, OtherDevicesGetRatesFromTheClock) {
  DeviceSpec device = llvm::cantFail(describeDevice(getLaptop()));
  EXPECT_EQ(device.name, "NVIDIA GeForce RTX 4090 Laptop GPU");
  EXPECT_EQ(device.smArch, "sm_89");
  EXPECT_EQ(device.numSMs, 76);
  // 2 * 9 GHz * 256 bits.
  EXPECT_DOUBLE_EQ(device.bandwidthBytesPerSec, 576e9);
  // 512 flop per cycle on a GeForce, 76 SMs, 2 GHz.
  EXPECT_DOUBLE_EQ(device.tensorF16FlopPerSec, 512 * 76 * 2e9);
  EXPECT_DOUBLE_EQ(device.f32FlopPerSec, 256 * 76 * 2e9);
  EXPECT_DOUBLE_EQ(device.model.smClockHz, 2e9);
  EXPECT_EQ(device.getMeasuredLabel(), "not measured");
  // What comes out can be a device file.
  llvm::Expected<DeviceSpec> back = parseDevice(toJSON(device), "text");
  EXPECT_TRUE(bool(back)) << llvm::toString(back.takeError());

  DriverFacts facts = getLaptop();
  facts.name = "NVIDIA L40S";
  EXPECT_DOUBLE_EQ(llvm::cantFail(describeDevice(facts)).tensorF16FlopPerSec, 1024 * 76 * 2e9);
}

TEST(DriverFactsTest, RatesAgreeWithTheSheets) {
  // Every known device, described by its own numbers but not by its name.
  for (const DeviceSpec &known : getKnownDevices()) {
    DriverFacts facts = getH200();
    facts.name = llvm::StringRef(known.name).starts_with("RTX") ? "GeForce X" : "X";
    facts.computeCapability = known.computeCapability;
    facts.numSMs = known.numSMs;
    facts.smClockHz = known.model.smClockHz;
    DeviceSpec device = llvm::cantFail(describeDevice(facts));
    EXPECT_NEAR(device.f32FlopPerSec / known.f32FlopPerSec, 1, 0.01) << known.name;
    EXPECT_NEAR(device.f64FlopPerSec / known.f64FlopPerSec, 1, 0.01) << known.name;
    // The tensor rates of Hopper are stated at a lower clock, that of the H200 is measured.
    double tolerance = known.computeCapability == 90 ? 0.1 : 0.01;
    EXPECT_NEAR(device.tensorI8OpPerSec / known.tensorI8OpPerSec, 1, tolerance) << known.name;
    if (known.name != "H200")
      EXPECT_NEAR(device.tensorF16FlopPerSec / known.tensorF16FlopPerSec, 1, tolerance);
    EXPECT_EQ(device.smArch, known.smArch);
  }
}

TEST(DriverFactsTest, NewerDevicesRunOlderCode) {
  DriverFacts facts = getH200();
  facts.name = "NVIDIA B200";
  facts.computeCapability = 100;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).smArch, "sm_90");
  facts.name = "Orin";
  facts.computeCapability = 87;
  EXPECT_EQ(llvm::cantFail(describeDevice(facts)).smArch, "sm_86");
}

TEST(DriverFactsTest, WhatIsNotEnough) {
  DriverFacts facts = getLaptop();
  facts.computeCapability = 75;
  llvm::Expected<DeviceSpec> device = describeDevice(facts);
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(llvm::toString(device.takeError()),
            "expected a device of compute capability 8.0 or later, but got 'NVIDIA GeForce RTX "
            "4090 Laptop GPU' of 7.5");
  facts = getLaptop();
  facts.memoryClockHz = 0;
  facts.l2Bytes = 0;
  device = describeDevice(facts);
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(llvm::toString(device.takeError()),
            "expected the driver to say the size of L2, memory clock of 'NVIDIA GeForce RTX 4090 "
            "Laptop GPU', but it does not: write a device file");
}
