//===- TuneTest.cpp - searches with progress, through the C API -----------===//
#include "CAPIFixture.h"
#include "GPUTest.h"
#include <filesystem>
#include <map>
#include <thread>

namespace {

/// What a callback saw.
struct Seen {
  int stopAfter = -1;
  std::thread::id thread;
  std::map<std::string, mcf_progress> phases;
  int count = 0;

  static int take(const mcf_progress *progress, void *user) {
    auto &seen = *static_cast<Seen *>(user);
    seen.thread = std::this_thread::get_id();
    seen.phases[progress->phase] = *progress;
    return ++seen.count == seen.stopAfter;
  }
};

ProgramPtr tune(const std::string &text, const OptionList &list, Seen &seen) {
  OptionsPtr options = makeOptions(list);
  mcf_program *program = nullptr;
  EXPECT_EQ(
      mcf_tune(options.get(), text.data(), text.size(), "test.mlir", &Seen::take, &seen, &program),
      MCF_OK)
      << mcf_last_error();
  return ProgramPtr(program);
}

std::string getText(const ProgramPtr &program, const char *name) {
  const char *text = nullptr;
  EXPECT_EQ(mcf_program_get_text(program.get(), name, &text, nullptr), MCF_OK) << mcf_last_error();
  return text ? text : "";
}

/// Three products: its search takes seconds.
std::string getLongChain() {
  std::string text =
      "func.func @f(%a: tensor<512x512xf16>, %b: tensor<512x512xf16>,\n"
      "    %c: tensor<512x512xf16>, %d: tensor<512x512xf16>) -> tensor<512x512xf16> {\n"
      "  %zero = arith.constant 0.0 : f16\n"
      "  %e = tensor.empty() : tensor<512x512xf16>\n"
      "  %z = linalg.fill ins(%zero : f16) outs(%e : tensor<512x512xf16>)"
      " -> tensor<512x512xf16>\n";
  auto product = [&](const char *result, const char *a, const char *b) {
    text += std::string("  ") + result + " = linalg.matmul ins(" + a + ", " + b +
            " : tensor<512x512xf16>, tensor<512x512xf16>) outs(%z : tensor<512x512xf16>)"
            " -> tensor<512x512xf16>\n";
  };
  product("%x", "%a", "%b");
  product("%y", "%x", "%c");
  product("%w", "%y", "%d");
  return text + "  return %w : tensor<512x512xf16>\n}\n";
}

TEST(CAPITune, TheModelAloneChoosesAsACompileDoes) {
  Seen seen;
  ProgramPtr tuned = tune(gemmChain, {}, seen);
  ProgramPtr compiled = compileOk(gemmChain, {});
  EXPECT_EQ(getText(tuned, "ptx"), getText(compiled, "ptx"));
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(tuned.get(), &info), MCF_OK);
  EXPECT_EQ(info.stopped_early, 0);
  EXPECT_GT(info.search_seconds, 0);
}

TEST(CAPITune, ACallbackMayBeNull) {
  std::string text = getLongChain();
  OptionsPtr options =
      makeOptions({{"search", "exhaustive"}, {"search-time-limit", "0.5"}, {"up-to", "schedule"}});
  mcf_program *program = nullptr;
  ASSERT_EQ(mcf_tune(options.get(), text.data(), text.size(), "x", nullptr, nullptr, &program),
            MCF_OK)
      << mcf_last_error();
  mcf_program_destroy(program);
}

TEST(CAPITune, AStopKeepsWhatWasFound) {
  Seen seen;
  seen.stopAfter = 1;
  ProgramPtr program =
      tune(getLongChain(), {{"search", "exhaustive"}, {"up-to", "schedule"}}, seen);
  ASSERT_GE(seen.count, 1) << "the search was over before it was asked";
  EXPECT_EQ(seen.thread, std::this_thread::get_id());
  EXPECT_EQ(seen.phases["search"].chain_count, 1u);
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(program.get(), &info), MCF_OK);
  EXPECT_EQ(info.stopped_early, 1);
  EXPECT_TRUE(has(getText(program, "schedule"), "mcf.schedule"));
  EXPECT_TRUE(has(getText(program, "tuning"), "\"stopped_early\": true"));
}

TEST(CAPITune, ATimeLimitKeepsWhatWasFound) {
  Seen seen;
  ProgramPtr program =
      tune(getLongChain(),
           {{"search", "exhaustive"}, {"search-time-limit", "0.05"}, {"up-to", "schedule"}}, seen);
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(program.get(), &info), MCF_OK);
  EXPECT_EQ(info.stopped_early, 1);
  EXPECT_LT(info.search_seconds, 30);
}

/// With the driver of test/unit/FakeCuda.cpp, on which everything takes some time.
class CAPIMeasure : public ::testing::TestWithParam<const char *> {
protected:
  CAPIMeasure() {
    setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
    setenv("FAKE_CUDA_ANY_KERNEL", "1", 1);
  }
  ~CAPIMeasure() override {
    for (const char *name :
         {"MCF_CUDA_DRIVER", "FAKE_CUDA_ANY_KERNEL", "FAKE_CUDA_LOAD", "FAKE_CUDA_FORK"})
      unsetenv(name);
  }
};

TEST_P(CAPIMeasure, TheFastestIsTaken) {
  Seen seen;
  ProgramPtr program = tune(gemmChain, {{"measure", GetParam()}, {"measure-count", "3"}}, seen);
  EXPECT_EQ(seen.phases["compile"].total, 3u);
  EXPECT_EQ(seen.phases["compile"].chain_count, 1u);
  EXPECT_EQ(seen.phases["measure"].done, 3u);
  EXPECT_EQ(seen.phases["measure"].failed, 0u);
  std::string tuning = getText(program, "tuning");
  EXPECT_TRUE(has(tuning, "\"candidates_measured\": 3"));
  EXPECT_TRUE(has(tuning, "\"measured_seconds\""));
  EXPECT_TRUE(has(tuning, "\"dropped\": []"));
}

TEST_P(CAPIMeasure, ACompileTakesWhatWasMeasured) {
  std::string folder = ::testing::TempDir() + "mcfuser-capi-XXXXXX";
  ASSERT_TRUE(mkdtemp(folder.data()));
  OptionList cache = {{"cache", "on"}, {"cache-dir", folder.c_str()}};
  OptionList measured = {{"measure", GetParam()}, {"measure-count", "2"}};
  measured.insert(measured.end(), cache.begin(), cache.end());
  Seen seen, again;
  ProgramPtr program = tune(gemmChain, measured, seen);
  EXPECT_TRUE(has(getText(program, "tuning"), "\"kept_as\": \""));
  EXPECT_EQ(seen.phases["measure"].done, 2u);
  ProgramPtr twice = tune(gemmChain, measured, again);
  EXPECT_EQ(again.phases.count("measure"), 0u);
  EXPECT_TRUE(has(getText(twice, "tuning"), "\"cache\": {"));
  ProgramPtr compiled = compileOk(gemmChain, cache);
  std::string tuning = getText(compiled, "tuning");
  EXPECT_TRUE(has(tuning, "\"cache\": {"));
  EXPECT_TRUE(has(tuning, "\"measured_seconds\": "));
  EXPECT_TRUE(has(getText(compiled, "report"), "the schedule of chain 0 is from the tuning cache"));
  EXPECT_EQ(getText(compiled, "ptx"), getText(program, "ptx"));
  ProgramPtr searched = compileOk(gemmChain, {{"cache", "off"}, {"cache-dir", folder.c_str()}});
  EXPECT_TRUE(has(getText(searched, "tuning"), "\"search\": {"));
  std::filesystem::remove_all(folder);
}

TEST_P(CAPIMeasure, TheDeviceMayBeNative) {
  // Who asks which device it is must leave the driver to the processes that measure.
  setenv("FAKE_CUDA_FORK", "1", 1);
  Seen seen;
  ProgramPtr program = tune(
      gemmChain, {{"measure", GetParam()}, {"measure-count", "2"}, {"device", "native"}}, seen);
  EXPECT_EQ(seen.phases["measure"].done, 2u);
  EXPECT_EQ(seen.phases["measure"].failed, 0u);
}

TEST_P(CAPIMeasure, WhatDoesNotLoadIsDroppedWithAReason) {
  setenv("FAKE_CUDA_LOAD", "218", 1);
  Seen seen;
  ProgramPtr program = tune(gemmChain, {{"measure", GetParam()}, {"measure-count", "2"}}, seen);
  EXPECT_EQ(seen.phases["measure"].failed, 2u);
  EXPECT_TRUE(has(getText(program, "tuning"), "the driver refused the PTX or cubin"));
  EXPECT_TRUE(has(getText(program, "report"), "chain 0: not measured: "));
  EXPECT_TRUE(has(getText(program, "ptx"), ".entry"));
}

TEST_P(CAPIMeasure, AStopEndsTheMeasurements) {
  Seen seen;
  seen.stopAfter = 1;
  ProgramPtr program = tune(gemmChain, {{"measure", GetParam()}, {"measure-count", "6"}}, seen);
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(program.get(), &info), MCF_OK);
  EXPECT_EQ(info.stopped_early, 1);
  EXPECT_TRUE(has(getText(program, "tuning"), "it was stopped"));
  EXPECT_TRUE(has(getText(program, "ptx"), ".entry"));
}

TEST_P(CAPIMeasure, WithoutADriverItIsAnError) {
  setenv("MCF_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  OptionsPtr options = makeOptions({{"measure", GetParam()}});
  mcf_program *program = nullptr;
  EXPECT_FAILS(mcf_tune(options.get(), gemmChain, std::string(gemmChain).size(), "x", nullptr,
                        nullptr, &program),
               MCF_DEVICE_ERROR, "cannot measure on the GPU: ");
  EXPECT_EQ(program, nullptr);
}

TEST(CAPIMeasureProcess, AfterCUDAWasUsedTheErrorSaysWhatToDo) {
  setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
  setenv("FAKE_CUDA_FORK", "1", 1);
  mcfrt_device *device = nullptr;
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  OptionsPtr options = makeOptions({{"measure", "gpu"}});
  mcf_program *program = nullptr;
  EXPECT_FAILS(mcf_tune(options.get(), gemmChain, std::string(gemmChain).size(), "x", nullptr,
                        nullptr, &program),
               MCF_DEVICE_ERROR, "a process that has used CUDA can measure with 'gpu-in-process'");
  mcfrt_device_close(device);
  unsetenv("MCF_CUDA_DRIVER");
  unsetenv("FAKE_CUDA_FORK");
}

INSTANTIATE_TEST_SUITE_P(Where, CAPIMeasure, ::testing::Values("gpu", "gpu-in-process"),
                         [](const auto &info) {
                           return std::string(info.param) == "gpu" ? "Processes" : "ThisProcess";
                         });

TEST(CAPIMeasureGPU, AChoiceIsMeasured) {
  // In a process of its own: this one must not open the device before.
  Seen seen;
  OptionsPtr options =
      makeOptions({{"measure", "gpu"}, {"measure-count", "4"}, {"search-time-limit", "20"}});
  mcf_program *made = nullptr;
  mcf_status status = mcf_tune(options.get(), gemmChain, std::string(gemmChain).size(), "x",
                               &Seen::take, &seen, &made);
  ProgramPtr program(made);
  if (status == MCF_DEVICE_ERROR)
    return skipWithoutGPU(mcf_last_error());
  ASSERT_EQ(status, MCF_OK) << mcf_last_error();
  EXPECT_TRUE(has(getText(program, "tuning"), "\"measured_seconds\""));
}

} // namespace
