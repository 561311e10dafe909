//===- GPUMeasurerTest.cpp - candidates measured, with and without a GPU --===//
#include "MCFuser/Driver/GPUMeasurer.h"
#include "ChainPrograms.h"
#include "GPUTest.h"
#include "MCFuser/InitAll.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <unistd.h>

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {

const char *programText = productChain;

class GPUMeasurerTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() { registerAllPasses(); }
  GPUMeasurerTest() {
    registerAllDialects(registry);
    registerPTXTranslations(registry);
    options.assembler = PTXAssembler::Driver;
    options.numProcesses = 2;
    makeContext = [this] {
      return std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    };
  }
  ~GPUMeasurerTest() override {
    for (const char *name : {"MCF_CUDA_DRIVER", "FAKE_CUDA_ANY_KERNEL", "FAKE_CUDA_LAUNCH",
                             "FAKE_CUDA_GRAPH_LAUNCH", "FAKE_CUDA_LOAD"})
      unsetenv(name);
  }
  void useFakeDriver() {
    setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
    setenv("FAKE_CUDA_ANY_KERNEL", "1", 1);
  }

  GPUMeasurer getMeasurer() {
    CompilerOptions compiler;
    compiler.ptx.chip = "sm_80";
    return GPUMeasurer(programText, makeContext, compiler, options);
  }
  std::vector<Measurement> measure(std::vector<std::string> tilings) {
    std::vector<analysis::TilingExpression> candidates;
    std::string error;
    for (const std::string &text : tilings)
      candidates.push_back(*analysis::TilingExpression::parse(text, {"m", "n", "k", "h"}, error));
    phases.clear();
    return getMeasurer().measure(candidates, [&](const MeasureProgress &progress) {
      phases[progress.phase.str()] = progress;
    });
  }

  DialectRegistry registry;
  GPUMeasurer::ContextFactory makeContext;
  GPUMeasurerOptions options;
  std::map<std::string, MeasureProgress> phases;
};

const char *good = "m|n(k,h){m=64,n=64,k=32,h=32}", *small = "mh|nk{m=16,n=16,k=16,h=16}",
           *tooLarge = "m|n(k,h){m=64,n=64,k=4096,h=32}";

TEST_F(GPUMeasurerTest, ReportsEachCandidateInOrder) {
  useFakeDriver();
  std::vector<Measurement> result = measure({good, tooLarge, small});
  ASSERT_EQ(result.size(), 3u);
  // An event pair takes 1.5 ms, and so a sample of 20 ms has 13 launches.
  for (int i : {0, 2}) {
    EXPECT_EQ(result[i].error, "");
    EXPECT_NEAR(result[i].medianSeconds, 1.5e-3 / 13, 1e-9);
    EXPECT_EQ(result[i].numSamples, 25u);
    EXPECT_EQ(result[i].registersPerThread, 32);
    EXPECT_GT(result[i].compileSeconds, 0);
  }
  EXPECT_EQ(result[0].numBlocks, 1);
  EXPECT_EQ(result[2].numBlocks, 8);
  EXPECT_NE(result[1].error.find("bytes of workgroup memory"), std::string::npos);
  EXPECT_EQ(result[1].medianSeconds, 0);
  EXPECT_EQ(phases["compile"].numAll, 3u);
  EXPECT_EQ(phases["compile"].numFailed, 1u);
  EXPECT_EQ(phases["measure"].numDone, 2u);
}

TEST_F(GPUMeasurerTest, FindsTheDevice) {
  useFakeDriver();
  GPUMeasurer measurer = getMeasurer();
  EXPECT_EQ(measurer.probe(), "");
  EXPECT_EQ(measurer.getDevice().name, "Fake");
  EXPECT_EQ(measurer.getDevice().computeCapability, 90);
  options.ordinal = 5;
  EXPECT_NE(getMeasurer().probe().find("expected a device number below 1"), std::string::npos);
}

TEST_F(GPUMeasurerTest, WhatFailsOnTheDeviceIsReported) {
  useFakeDriver();
  setenv("FAKE_CUDA_LAUNCH", "700", 1);
  EXPECT_NE(measure({good})[0].error.find("cannot launch kernel"), std::string::npos);
  unsetenv("FAKE_CUDA_LAUNCH");
  setenv("FAKE_CUDA_GRAPH_LAUNCH", "719", 1);
  EXPECT_NE(measure({good})[0].error.find("cannot launch the graph"), std::string::npos);
  unsetenv("FAKE_CUDA_GRAPH_LAUNCH");
  setenv("FAKE_CUDA_LOAD", "218", 1);
  EXPECT_NE(measure({good})[0].error, "");
}

TEST_F(GPUMeasurerTest, CrashesAndHangsEndNoSearch) {
  useFakeDriver();
  auto usual = makeContext;
  makeContext = [] {
    std::abort();
    return std::unique_ptr<MLIRContext>();
  };
  std::vector<Measurement> result = measure({good, small});
  EXPECT_EQ(result[0].error, "compile crashed: Aborted");
  EXPECT_EQ(result[1].error, "compile crashed: Aborted");
  makeContext = [usual] {
    sleep(60);
    return usual();
  };
  options.compileLimitSeconds = 1;
  EXPECT_EQ(measure({good})[0].error, "compile did not end within 1 s");
}

TEST_F(GPUMeasurerTest, TimeLimit) {
  useFakeDriver();
  options.timeLimitSeconds = 0;
  for (const Measurement &measurement : measure({good, small}))
    EXPECT_NE(measurement.error.find("the time limit has passed"), std::string::npos);
}

TEST_F(GPUMeasurerTest, CompileOnlyNeedsNoDevice) {
  setenv("MCF_CUDA_DRIVER", "/nonexistent", 1);
  options.compileOnly = true;
  std::vector<Measurement> result = measure({good, tooLarge});
  EXPECT_EQ(result[0].error, "");
  EXPECT_EQ(result[0].medianSeconds, 0);
  EXPECT_EQ(result[0].threadsPerBlock.value_or(0) % 32, 0);
  EXPECT_NE(result[1].error, "");
}

TEST_F(GPUMeasurerTest, MeasuresOnTheGPU) {
  if (std::string error = getMeasurer().probe(); !error.empty())
    return skipWithoutGPU(error);
  std::vector<Measurement> result = measure({good, tooLarge, small, good});
  for (int i : {0, 2, 3}) {
    EXPECT_EQ(result[i].error, "");
    // A launch takes half a microsecond whatever it does, and these do little.
    EXPECT_GT(result[i].medianSeconds, 2e-7);
    EXPECT_LT(result[i].medianSeconds, 1e-3);
    EXPECT_LE(result[i].lowSeconds, result[i].medianSeconds);
    EXPECT_LE(result[i].medianSeconds, result[i].highSeconds);
    EXPECT_GE(result[i].numSamples, 5u);
    EXPECT_GT(result[i].registersPerThread.value_or(0), 0);
  }
  EXPECT_NE(result[1].error, "");
  EXPECT_LT(std::abs(result[0].medianSeconds / result[3].medianSeconds - 1), 0.5);
}

} // namespace
