//===- TuningKeyTest.cpp - what makes another key -------------------------===//
#include "CacheFixture.h"
#include "MCFuser/Hardware/DriverFacts.h"
#include <set>

namespace {
class TuningKeyTest : public CacheFixture {};
} // namespace

TEST_F(TuningKeyTest, NamesAndLocationsMakeNoOther) {
  TuningKey key = getKey(getChooser());
  EXPECT_EQ(key.getHash(), getKey(getChooser(), {{"@f", "@g"},
                                                 {"%A", "%left"},
                                                 {"%x", "%y"},
                                                 {"func.func", "\n\n// Lower down.\nfunc.func"}})
                               .getHash());
  EXPECT_EQ(key.getHash().size(), 64u);
  EXPECT_EQ(key.getHash(), getKey(getChooser()).getHash());
}

TEST_F(TuningKeyTest, AScheduleMakesNoOther) {
  ChainOp chain = getChain();
  std::string before = TuningKey::get(chain, getChooser()).getHash();
  tile(chain, getChooser());
  EXPECT_EQ(before, TuningKey::get(chain, getChooser()).getHash());
}

TEST_F(TuningKeyTest, EveryPartOfTheChainMakesAnother) {
  std::set<std::string> targets = {getKey(getChooser()).getTargetHash()};
  size_t expected = 1;
  for (const Replacements &change :
       std::vector<Replacements>{{{"64", "80"}},
                                 {{"k = 32", "k = 16"}, {"x32x", "x16x"}, {"<32x", "<16x"}},
                                 {{"m = 64", "m = ?"}, {"<64x", "<?x"}},
                                 {{"m = 64", "m = ? in [1, 4096]"}, {"<64x", "<?x"}},
                                 {{"m = 64", "m = ? in [1, 4096] likely [512]"}, {"<64x", "<?x"}},
                                 {{"[k, n]", "[n, k]"}, {"32x48", "48x32"}},
                                 {{"f16", "bf16"}},
                                 {{"arith.truncf %x : f32 to f16", "arith.constant 0.0 : f16"}},
                                 {{"arith.truncf %x : f32 to f16", "arith.constant 1.0 : f16"}}}) {
    SCOPED_TRACE(change.front().second);
    targets.insert(getKey(getChooser(), change).getTargetHash());
    EXPECT_EQ(targets.size(), ++expected);
  }
}

TEST_F(TuningKeyTest, EveryNumberOfTheDeviceMakesAnother) {
  hw::DeviceSpec device = getChooser().device;
  std::set<std::string> targets = {getKey(getChooser()).getTargetHash()};
  size_t expected = 1;
  auto add = [&](hw::DeviceSpec changed) {
    TuningChooser chooser = getChooser();
    chooser.device = std::move(changed);
    targets.insert(getKey(chooser).getTargetHash());
    EXPECT_EQ(targets.size(), ++expected);
  };
  device.name = "Other";
  add(device);
  device = getChooser().device;
  device.smArch = "sm_90";
  add(device);
  device = getChooser().device;
  device.numSMs += 1;
  add(device);
  device = getChooser().device;
  device.model.smClockHz += 1;
  add(device);
}

TEST_F(TuningKeyTest, WhereTheNumbersComeFromMakesNoOther) {
  // As the driver describes the GPU that the known device is.
  hw::DriverFacts facts;
  facts.name = "NVIDIA H200";
  facts.computeCapability = 90;
  facts.numSMs = 132;
  TuningChooser chooser = getChooser();
  chooser.device = llvm::cantFail(hw::describeDevice(facts));
  EXPECT_NE(chooser.device.source, getChooser().device.source);
  EXPECT_EQ(getKey(chooser).getHash(), getKey(getChooser()).getHash());
}

TEST_F(TuningKeyTest, EveryOptionMakesAnother) {
  TuningChooser measured = getMeasuredChooser();
  std::set<std::string> keys = {getKey(getChooser()).getHash(), getKey(measured).getHash()};
  size_t expected = 2;
  auto add = [&](auto change, const TuningChooser &from, bool sameTarget) {
    TuningChooser chooser = from;
    change(chooser);
    TuningKey key = getKey(chooser);
    keys.insert(key.getHash());
    EXPECT_EQ(keys.size(), ++expected);
    EXPECT_EQ(key.getTargetHash() == getKey(from).getTargetHash(), sameTarget);
  };
  // What was measured serves every compile that would choose among the same.
  add([](TuningChooser &c) { c.search = "exhaustive"; }, getChooser(), false);
  add([](TuningChooser &c) { c.model = "paper"; }, getChooser(), false);
  add([](TuningChooser &c) { c.seed = 2; }, getChooser(), true);
  add([](TuningChooser &c) { c.method->gpu = "Other"; }, measured, true);
  add([](TuningChooser &c) { c.method->computeCapability = 80; }, measured, true);
  add([](TuningChooser &c) { c.method->driverVersion = 13000; }, measured, true);
  add([](TuningChooser &c) { c.method->count = 9; }, measured, true);
  add([](TuningChooser &c) { c.method->assembler = "driver"; }, measured, true);
  add([](TuningChooser &c) { c.method->code = "sm_90a -O2"; }, measured, true);
  EXPECT_EQ(getKey(getChooser()).getTargetHash(), getKey(measured).getTargetHash());
}

TEST_F(TuningKeyTest, TheCompilerIsAPart) {
  TuningKey key = getKey(getChooser()), other = key;
  EXPECT_EQ(key.getText("compiler"), getCompilerText());
  EXPECT_NE(getCompilerText().find("MCFuser "), std::string::npos);
  EXPECT_NE(getCompilerText().find("LLVM "), std::string::npos);
  other.target.front().text += "1";
  EXPECT_NE(key.getHash(), other.getHash());
  EXPECT_NE(key.getTargetHash(), other.getTargetHash());
}

TEST_F(TuningKeyTest, NoTwoListsOfPartsAreTheSameBytes) {
  TuningKey a, b;
  a.target = {{"x", "1\ny 1 2"}};
  b.target = {{"x", "1"}, {"y", "2"}};
  EXPECT_NE(a.getTargetHash(), b.getTargetHash());
}
