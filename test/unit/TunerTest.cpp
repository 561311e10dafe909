//===- TunerTest.cpp - chains tuned with a driver that is faked -----------===//
#include "MCFuser/Driver/Tuner.h"
#include "ChainPrograms.h"
#include "MCFuser/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace mlir;
using namespace mcf;

static const char *const programText = productChain;

namespace {
class TunerTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() { registerAllPasses(); }
  TunerTest() {
    registerAllDialects(registry);
    registerPTXTranslations(registry);
    context = makeContext();
    context->getDiagEngine().registerHandler([](Diagnostic &) { return success(); });
    llvm::SmallString<128> made;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mcfuser-tuner-test", made));
    folder = made.str().str();
    setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
    setenv("FAKE_CUDA_ANY_KERNEL", "1", 1);
    options.measures = true;
    options.numMeasured = 3;
  }
  ~TunerTest() override {
    for (const char *name :
         {"MCF_CUDA_DRIVER", "FAKE_CUDA_ANY_KERNEL", "FAKE_CUDA_LOAD", "FAKE_CUDA_VERSION"})
      unsetenv(name);
    EXPECT_FALSE(llvm::sys::fs::remove_directories(folder));
  }
  std::unique_ptr<MLIRContext> makeContext() {
    return std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  }

  /// Tunes the program, or only compiles it as far. What cannot be measured is in `error`.
  ScheduleChoices tune(Tuner::Report report = [](const TuningProgress &) { return true; }) {
    Compiler compiler(CompilerOptions::forDevice(llvm::cantFail(hw::lookupDevice(device))));
    cache::TuningCache cache(cache::CacheMode::On, folder);
    module = parseSourceString<ModuleOp>(programText, context.get());
    Tuner tuner(compiler, [this] { return makeContext(); }, options, std::move(report));
    ScheduleRequest request;
    request.cache = &cache;
    error = tuner.prepare(request);
    if (!error.empty())
      return {};
    FailureOr<ScheduleChoices> choices =
        chooseSchedules(*module, compiler.getOptions().stages, request);
    EXPECT_TRUE(succeeded(choices));
    dropped = tuner.takeDropped();
    return std::move(*choices);
  }

  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  std::string folder, error, device = "H200";
  TunerOptions options;
  std::map<size_t, Tuner::Failures> dropped;
};
} // namespace

TEST_F(TunerTest, NothingIsTunedTwice) {
  unsigned numMeasured = 0;
  auto count = [&](const TuningProgress &progress) {
    if (progress.phase == "measure")
      numMeasured = progress.numAll;
    return true;
  };
  ScheduleChoices choices = tune(count);
  ASSERT_TRUE(choices.found.count(0));
  const cache::TuningEntry entry = choices.found.at(0);
  EXPECT_TRUE(choices.kept.count(0));
  EXPECT_TRUE(entry.isComplete);
  EXPECT_TRUE(entry.getWinner().getMeasuredSeconds());
  EXPECT_EQ(llvm::count_if(entry.candidates,
                           [](const auto &other) { return other.measurement.has_value(); }),
            3);
  EXPECT_EQ(numMeasured, 3u);

  numMeasured = 0;
  choices = tune(count);
  ASSERT_TRUE(choices.cached.count(0));
  EXPECT_EQ(numMeasured, 0u);
  EXPECT_EQ(choices.cached.at(0).getWinner().tiling, entry.getWinner().tiling);
  ChainOp chain;
  module->walk([&](ChainOp op) { chain = op; });
  EXPECT_TRUE(chain.getSchedule());

  // A compile that measures nothing takes it, too; another driver is measured.
  options.measures = false;
  EXPECT_TRUE(tune().cached.count(0));
  options.measures = true;
  setenv("FAKE_CUDA_VERSION", "12060", 1);
  EXPECT_FALSE(tune().cached.count(0));
}

TEST_F(TunerTest, WhatTheModelChoseInAnInstantIsNotKept) {
  options.measures = false;
  ScheduleChoices choices = tune();
  EXPECT_TRUE(choices.found.count(0));
  EXPECT_TRUE(choices.kept.empty());
}

TEST_F(TunerTest, WhatFailsIsDroppedAndNotKept) {
  setenv("FAKE_CUDA_LOAD", "218", 1);
  ScheduleChoices choices = tune();
  EXPECT_EQ(dropped[0].size(), 3u);
  EXPECT_TRUE(choices.kept.empty());
  EXPECT_FALSE(choices.stoppedEarly);
  const cache::TuningEntry &entry = choices.found.at(0);
  EXPECT_FALSE(entry.getWinner().getMeasuredSeconds());
  for (const cache::TimedCandidate &candidate : entry.candidates)
    EXPECT_TRUE(candidate.estimateSeconds);
}

TEST_F(TunerTest, AStopKeepsWhatWasMeasured) {
  ScheduleChoices choices = tune([](const TuningProgress &progress) {
    return progress.phase != "measure" || progress.numDone < 1;
  });
  EXPECT_TRUE(choices.stoppedEarly);
  ASSERT_TRUE(choices.kept.count(0));
  const cache::TuningEntry &entry = choices.found.at(0);
  EXPECT_FALSE(entry.isComplete);
  EXPECT_TRUE(entry.getWinner().getMeasuredSeconds());
  EXPECT_EQ(dropped[0].size(), 2u);
  EXPECT_NE(dropped[0][0].second.find("it was stopped"), std::string::npos);
  // Tuned again, and complete this time.
  choices = tune();
  EXPECT_TRUE(choices.cached.empty());
  EXPECT_TRUE(choices.found.at(0).isComplete);
  EXPECT_TRUE(tune().cached.count(0));
}

TEST_F(TunerTest, ATimeLimitIsForAll) {
  options.timeLimitSeconds = 1e-3;
  ScheduleChoices choices = tune();
  EXPECT_TRUE(choices.stoppedEarly);
  EXPECT_TRUE(choices.kept.empty());
}

TEST_F(TunerTest, OneMeasuresAtATime) {
  int file = open((folder + "/gpu-0.lock").c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_EQ(flock(file, LOCK_EX), 0);
  options.timeLimitSeconds = 2;
  ScheduleChoices choices = tune();
  EXPECT_TRUE(choices.stoppedEarly);
  EXPECT_TRUE(choices.kept.empty());
  close(file);
  EXPECT_TRUE(tune().kept.count(0));
}

TEST_F(TunerTest, AnotherGPUIsRefused) {
  device = "A100";
  tune();
  EXPECT_EQ(error, "expected a GPU of compute capability 8.0, as A100 has, but got Fake of 9.0");
}

TEST_F(TunerTest, WithoutADriverItSaysSo) {
  setenv("MCF_CUDA_DRIVER", "/nonexistent", 1);
  tune();
  EXPECT_NE(error.find("no CUDA driver"), std::string::npos);
}
