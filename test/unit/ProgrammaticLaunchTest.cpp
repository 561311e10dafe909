//===- ProgrammaticLaunchTest.cpp - launches that may start early ---------===//
#include "GPUTest.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"
#include "PlanText.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

using namespace mcf::runtime;

namespace {

const char *planText = R"({
  "version": 4,
  "chip": "sm_90a",
  "kernels": [
    {
      "name": "kernel",
      "grid": [8, 1, 1],
      "block": [128, 1, 1],
      "dynamic_workgroup_bytes": 40960,
      "programmatic": true,
      "operands": [
        {"element_type": "f32", "shape": [7], "access": "write"}
      ]
    }
  ]
}
)";

TEST(ProgrammaticPlan, PrintsWhatItReads) {
  std::string error;
  std::optional<LaunchPlan> plan = LaunchPlan::parse(planText, error);
  ASSERT_TRUE(plan.has_value()) << error;
  EXPECT_TRUE(plan->kernels[0].programmatic);
  EXPECT_EQ(plan->print(), planText);
  // What is not programmatic is printed as before, and read by those that know version 1.
  plan = LaunchPlan::parse(replacePiece(planText, "true", "false"), error);
  ASSERT_TRUE(plan.has_value()) << error;
  std::string plain = replacePiece(planText, "\n      \"programmatic\": true,", "");
  plain.replace(plain.find("4"), 1, "1");
  EXPECT_EQ(plan->print(), plain);
}

TEST(ProgrammaticPlan, SaysWhatIsWrong) {
  std::string error;
  EXPECT_FALSE(LaunchPlan::parse(replacePiece(planText, "\"version\": 4", "\"version\": 3"), error)
                   .has_value());
  EXPECT_EQ(error, "kernel 0: unknown member \"programmatic\"");
  EXPECT_FALSE(LaunchPlan::parse(replacePiece(planText, "true", "1"), error).has_value());
  EXPECT_EQ(error, "kernel 0: expected true or false as \"programmatic\"");
}

/// On a fake driver, which refuses attributes of a launch other than the one.
class ProgrammaticLaunchTest : public ::testing::Test {
protected:
  void open(const char *driver, const std::string &text) {
    setenv("MCF_CUDA_DRIVER", driver, 1);
    ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
    ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
    ASSERT_EQ(mcfrt_plan_parse(text.data(), text.size(), &plan), MCFRT_OK) << mcfrt_last_error();
    ASSERT_EQ(mcfrt_memory_alloc(device, 64, &memory), MCFRT_OK);
    library = dlopen(driver, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library);
  }

  void TearDown() override {
    if (device)
      mcfrt_memory_free(device, memory);
    mcfrt_plan_destroy(plan);
    mcfrt_module_unload(module);
    mcfrt_device_close(device);
    if (library)
      dlclose(library);
    unsetenv("MCF_CUDA_DRIVER");
    unsetenv("FAKE_CUDA_VERSION");
    unsetenv("FAKE_CUDA_LAUNCH");
  }

  /// How many launches of one by tensors and one by pointers may start early.
  int countEarly() {
    auto count = reinterpret_cast<int (*)()>(dlsym(library, "fakeCudaGetNumProgrammatic"));
    int before = count ? count() : 0;
    const int64_t shape[] = {7};
    const mcfrt_tensor tensor = {memory, 1, shape, nullptr, "f32", nullptr};
    const void *parameters[] = {&memory};
    EXPECT_EQ(mcfrt_memory_fill(device, memory, 0, 64), MCFRT_OK);
    EXPECT_EQ(mcfrt_plan_launch_tensors(plan, 0, module, &tensor, 1, nullptr), MCFRT_OK)
        << mcfrt_last_error();
    expectLaunched();
    EXPECT_EQ(mcfrt_memory_fill(device, memory, 0, 64), MCFRT_OK);
    EXPECT_EQ(mcfrt_plan_launch(plan, 0, module, parameters, 1, nullptr), MCFRT_OK)
        << mcfrt_last_error();
    expectLaunched();
    return count ? count() - before : 0;
  }

  /// However it is launched, the sizes get there.
  void expectLaunched() {
    unsigned seen[7];
    const unsigned expected[7] = {8, 1, 1, 128, 1, 1, 40960};
    EXPECT_EQ(mcfrt_copy_to_host(device, seen, memory, sizeof(seen)), MCFRT_OK);
    EXPECT_EQ(std::memcmp(seen, expected, sizeof(seen)), 0);
  }

  mcfrt_device *device = nullptr;
  mcfrt_module *module = nullptr;
  mcfrt_plan *plan = nullptr;
  mcfrt_pointer memory = 0;
  void *library = nullptr;
};

TEST_F(ProgrammaticLaunchTest, WhereThePlanSaysSo) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH, planText));
  EXPECT_EQ(countEarly(), 2);
  // The caller may refuse it.
  mcfrt_kernel *kernel = nullptr;
  ASSERT_EQ(mcfrt_module_get_kernel(module, "kernel", &kernel), MCFRT_OK);
  ASSERT_EQ(mcfrt_kernel_set_programmatic(kernel, 0), MCFRT_OK);
  EXPECT_EQ(countEarly(), 0);
  ASSERT_EQ(mcfrt_kernel_set_programmatic(kernel, 1), MCFRT_OK);
  EXPECT_EQ(countEarly(), 2);
  // Who launches without a plan does not say that the kernel waits.
  auto count = reinterpret_cast<int (*)()>(dlsym(library, "fakeCudaGetNumProgrammatic"));
  int before = count();
  const uint32_t one[3] = {1, 1, 1};
  const void *parameters[] = {&memory};
  EXPECT_EQ(mcfrt_kernel_launch(kernel, one, one, 0, parameters, 1, nullptr), MCFRT_OK);
  EXPECT_EQ(count(), before);
  EXPECT_EQ(mcfrt_kernel_set_programmatic(nullptr, 0), MCFRT_INVALID_ARGUMENT);
  EXPECT_STREQ(mcfrt_last_error(), "mcfrt_kernel_set_programmatic: 'kernel' is null");
  setenv("FAKE_CUDA_LAUNCH", "719", 1);
  EXPECT_EQ(mcfrt_plan_launch(plan, 0, module, parameters, 1, nullptr), MCFRT_LAUNCH_FAILED);
  EXPECT_STREQ(mcfrt_last_error(), "cannot launch kernel 'kernel': CUDA_ERROR_FAKE (made up)");
}

TEST_F(ProgrammaticLaunchTest, NotWhereThePlanDoesNotSaySo) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH, replacePiece(planText, "true", "false")));
  EXPECT_EQ(countEarly(), 0);
}

TEST_F(ProgrammaticLaunchTest, NotByADriverWithoutTheFunction) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_OLD_CUDA_PATH, planText));
  EXPECT_EQ(countEarly(), 0);
}

// One process keeps a driver that it loaded, so this test stands alone in its own.
TEST_F(ProgrammaticLaunchTest, NotByADriverBefore12Point3) {
  setenv("FAKE_CUDA_VERSION", "12020", 1);
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH, planText));
  mcfrt_device_info info;
  ASSERT_EQ(mcfrt_device_get_info(device, &info), MCFRT_OK);
  if (info.driver_version != 12020)
    GTEST_SKIP() << "the driver was loaded by another test of this process";
  EXPECT_EQ(countEarly(), 0);
}

TEST_F(ProgrammaticLaunchTest, GraphsHoldIt) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH, planText));
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  ASSERT_EQ(mcfrt_memory_fill(device, memory, 0, 64), MCFRT_OK);
  ASSERT_EQ(mcfrt_capture_begin(stream), MCFRT_OK);
  const void *parameters[] = {&memory};
  EXPECT_EQ(mcfrt_plan_launch(plan, 0, module, parameters, 1, stream), MCFRT_OK);
  mcfrt_graph *graph = nullptr;
  ASSERT_EQ(mcfrt_capture_end(stream, &graph), MCFRT_OK);
  ASSERT_EQ(mcfrt_graph_launch(graph, stream), MCFRT_OK);
  expectLaunched();
  mcfrt_graph_destroy(graph);
  mcfrt_stream_destroy(stream);
}

// out[i] = in[(i + 64) % 256] + 1, for 256 elements in four blocks that begin and end at different
// times. The next launch may start at once.
const char *shiftPtx = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry shift(.param .u64 in, .param .u64 out) {
  .reg .b32 %r<10>;
  .reg .b64 %rd<10>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  cvta.to.global.u64 %rd1, %rd1;
  cvta.to.global.u64 %rd2, %rd2;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r3, %r1, 64, %r2;
  add.u32 %r4, %r3, 64;
  and.b32 %r4, %r4, 255;
  mul.wide.u32 %rd3, %r3, 4;
  mul.wide.u32 %rd4, %r4, 4;
  add.u64 %rd5, %rd1, %rd4;
  add.u64 %rd6, %rd2, %rd3;
  mul.lo.u32 %r5, %r1, 700;
  griddepcontrol.wait;
  griddepcontrol.launch_dependents;
  nanosleep.u32 %r5;
  ld.global.u32 %r6, [%rd5];
  add.u32 %r6, %r6, 1;
  nanosleep.u32 %r5;
  st.global.u32 [%rd6], %r6;
  ret;
}
)";

/// Launches so many times to and fro between two arrays, at once or in a graph that is launched so
/// often.
void runToAndFro(mcfrt_device *device, int launches, int graphLaunches) {
  LaunchPlan plan;
  KernelPlan shift = {"shift", {4, 1, 1}, {64, 1, 1}};
  shift.operands = {{"i32", {256}, Access::Read}, {"i32", {256}, Access::Write}};
  shift.programmatic = true;
  plan.kernels.push_back(shift);
  std::string text = plan.print();
  mcfrt_plan *parsed = nullptr;
  ASSERT_EQ(mcfrt_plan_parse(text.data(), text.size(), &parsed), MCFRT_OK) << mcfrt_last_error();
  mcfrt_module *module = nullptr;
  ASSERT_EQ(mcfrt_module_load(device, shiftPtx, std::strlen(shiftPtx), &module), MCFRT_OK)
      << mcfrt_last_error();
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  mcfrt_pointer arrays[2] = {};
  for (mcfrt_pointer &array : arrays) {
    ASSERT_EQ(mcfrt_memory_alloc(device, 1024, &array), MCFRT_OK);
    ASSERT_EQ(mcfrt_memory_fill(device, array, 0, 1024), MCFRT_OK);
  }
  ASSERT_EQ(mcfrt_device_synchronize(device), MCFRT_OK);
  if (graphLaunches > 0)
    ASSERT_EQ(mcfrt_capture_begin(stream), MCFRT_OK) << mcfrt_last_error();
  for (int i = 0; i < launches; ++i) {
    const void *parameters[] = {&arrays[i % 2], &arrays[(i + 1) % 2]};
    ASSERT_EQ(mcfrt_plan_launch(parsed, 0, module, parameters, 2, stream), MCFRT_OK)
        << mcfrt_last_error();
  }
  if (graphLaunches > 0) {
    mcfrt_graph *graph = nullptr;
    ASSERT_EQ(mcfrt_capture_end(stream, &graph), MCFRT_OK) << mcfrt_last_error();
    for (int i = 0; i < graphLaunches; ++i)
      ASSERT_EQ(mcfrt_graph_launch(graph, stream), MCFRT_OK) << mcfrt_last_error();
    ASSERT_EQ(mcfrt_stream_synchronize(stream), MCFRT_OK) << mcfrt_last_error();
    mcfrt_graph_destroy(graph);
  }
  ASSERT_EQ(mcfrt_stream_synchronize(stream), MCFRT_OK) << mcfrt_last_error();
  int32_t values[256];
  ASSERT_EQ(mcfrt_copy_to_host(device, values, arrays[launches % 2], 1024), MCFRT_OK);
  for (int32_t value : values)
    ASSERT_EQ(value, launches * std::max(graphLaunches, 1));
  for (mcfrt_pointer array : arrays)
    mcfrt_memory_free(device, array);
  mcfrt_stream_destroy(stream);
  mcfrt_module_unload(module);
  mcfrt_plan_destroy(parsed);
}

TEST(ProgrammaticGPUTest, LaunchesInARowKeepTheirOrder) {
  mcfrt_device *device = openGPU();
  if (!device)
    return;
  mcfrt_device_info info;
  ASSERT_EQ(mcfrt_device_get_info(device, &info), MCFRT_OK);
  if (info.major < 9) {
    mcfrt_device_close(device);
    GTEST_SKIP() << "needs compute capability 9.0";
  }
  runToAndFro(device, 2000, 0);
  runToAndFro(device, 20, 50);
  mcfrt_device_close(device);
}

} // namespace
