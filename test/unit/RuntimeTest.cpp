//===- RuntimeTest.cpp - the runtime on machines with and without a GPU ---===//
#include "MCFuser/Runtime/Runtime.h"
#include "GPUTest.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "PlanText.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <string>

using namespace mcf::runtime;

namespace {

const char *planText = R"({
  "version": 1,
  "chip": "sm_80",
  "kernels": [
    {
      "name": "kernel",
      "grid": [8, 1, 1],
      "block": [128, 1, 1],
      "dynamic_workgroup_bytes": 40960,
      "operands": [
        {"element_type": "f32", "shape": [3, 5], "access": "write"},
        {"element_type": "f16", "shape": [512, 64], "access": "read"},
        {"element_type": "f32", "shape": [], "access": "value"}
      ]
    }
  ]
}
)";

/// The plan text with one piece replaced; the piece must be there.
std::string replaced(const std::string &from, const std::string &to) {
  return replacePiece(planText, from, to);
}

std::string parseError(const std::string &text) {
  std::string error;
  EXPECT_FALSE(LaunchPlan::parse(text, error).has_value()) << text;
  return error;
}

TEST(LaunchPlan, PrintsWhatItReads) {
  std::string error;
  std::optional<LaunchPlan> plan = LaunchPlan::parse(planText, error);
  ASSERT_TRUE(plan.has_value()) << error;
  EXPECT_EQ(plan->kernels[0].operands[1].getBytes(), 65536u);
  EXPECT_EQ(plan->print(), planText);
  EXPECT_EQ(LaunchPlan().print(),
            "{\n  \"version\": 1,\n  \"chip\": \"\",\n  \"kernels\": []\n}\n");
}

TEST(LaunchPlan, RefusesMalformedText) {
  EXPECT_EQ(parseError(""), "line 1, column 1: expected a value, but the text ends");
  EXPECT_EQ(parseError("{\n \"version\" 1}"), "line 2, column 12: expected ':'");
  EXPECT_EQ(parseError("[1, 2"), "line 1, column 6: expected ',' or ']'");
  EXPECT_EQ(parseError("{} x"), "line 1, column 4: expected the end of the text");
  EXPECT_EQ(parseError("{\"a\": 1, \"a\": 2}"), "line 1, column 13: member \"a\" stands twice");
  EXPECT_EQ(parseError("\"a"), "line 1, column 3: expected '\"', but the text ends");
  EXPECT_EQ(parseError("99999999999999999999"), "line 1, column 19: number does not fit 64 bits");
  EXPECT_EQ(parseError("1.5"), "line 1, column 2: expected an integer");
  EXPECT_EQ(parseError(std::string(100000, '[')), "line 1, column 34: nested too deep");
}

TEST(LaunchPlan, RefusesWhatIsNoPlan) {
  EXPECT_EQ(parseError("[]"), "the plan: expected an object");
  EXPECT_EQ(parseError(replaced("\"version\": 1", "\"version\": 5")),
            "expected version 1 to 4, but got 5");
  EXPECT_EQ(parseError(replaced("\"chip\"", "\"chips\"")), "the plan: unknown member \"chips\"");
  EXPECT_EQ(parseError(replaced("\"name\": \"kernel\",", "")),
            "kernel 0: expected a member \"name\"");
  EXPECT_EQ(parseError(replaced("[8, 1, 1]", "[8, 1]")),
            "kernel 0: expected 3 integers in \"grid\", but got 2");
  EXPECT_EQ(parseError(replaced("[8, 1, 1]", "[0, 1, 1]")),
            "kernel 0 'kernel': expected grid size 0 from 1 to 2147483647 blocks, but got 0");
  EXPECT_EQ(parseError(replaced("[8, 1, 1]", "[-8, 1, 1]")),
            "kernel 0: expected integers from 0 to 4294967295 in \"grid\"");
  EXPECT_EQ(parseError(replaced("[128, 1, 1]", "[128, 16, 1]")),
            "kernel 0 'kernel': expected at most 1024 threads a block, but got 2048");
  EXPECT_EQ(parseError(replaced("40960", "-1")),
            "kernel 0: expected \"dynamic_workgroup_bytes\" from 0 to 2147483647, but got -1");
  EXPECT_EQ(parseError(replaced("\"f16\"", "\"half\"")),
            "kernel 0 'kernel': operand 1: unknown element type 'half'");
  EXPECT_EQ(parseError(replaced("[512, 64]", "[512, 0]")),
            "kernel 0 'kernel': operand 1: expected a size of at least 1 element, but got 0");
  EXPECT_EQ(parseError(replaced("[512, 64]", "[4611686018427387904, 64]")),
            "kernel 0 'kernel': operand 1: size in bytes does not fit 64 bits");
  EXPECT_EQ(parseError(replaced("\"shape\": []", "\"shape\": [1]")),
            "kernel 0 'kernel': operand 2: expected no shape for an operand passed by value, but "
            "got 1 dims");
  EXPECT_EQ(parseError(replaced("\"read\"", "\"look\"")),
            "kernel 0, operand 1: expected \"access\" read, write or value, but got look");
}

/// Runs on the fake driver, or on what the test sets.
class RuntimeTest : public ::testing::Test {
protected:
  void SetUp() override { setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1); }
  void TearDown() override {
    for (const char *name :
         {"MCF_CUDA_DRIVER", "FAKE_CUDA_INIT", "FAKE_CUDA_VERSION", "FAKE_CUDA_DEVICES",
          "FAKE_CUDA_SYNCHRONIZE", "FAKE_CUDA_LOAD", "FAKE_CUDA_LAUNCH", "FAKE_CUDA_CAPTURE",
          "FAKE_CUDA_GRAPH", "FAKE_CUDA_GRAPH_LAUNCH"})
      unsetenv(name);
    mcfrt_device_close(device);
  }
  void expectError(mcfrt_status status, mcfrt_status expected, const std::string &text) {
    EXPECT_EQ(status, expected);
    EXPECT_NE(std::string(mcfrt_last_error()).find(text), std::string::npos) << mcfrt_last_error();
  }
  mcfrt_device *device = nullptr;
};

TEST_F(RuntimeTest, NoDriver) {
  setenv("MCF_CUDA_DRIVER", "/nonexistent/libcuda.so.1", 1);
  expectError(mcfrt_device_open(0, &device), MCFRT_NO_DRIVER, "no CUDA driver on this machine");
  EXPECT_EQ(device, nullptr);
}

TEST_F(RuntimeTest, LibraryIsNoDriver) {
  setenv("MCF_CUDA_DRIVER", "libm.so.6", 1);
  expectError(mcfrt_device_open(0, &device), MCFRT_DRIVER_TOO_OLD, "it has no cuInit");
}

TEST_F(RuntimeTest, NoDevice) {
  setenv("FAKE_CUDA_DEVICES", "0", 1);
  expectError(mcfrt_device_open(0, &device), MCFRT_NO_DEVICE, "expected a device number below 0");
}

// One process keeps a driver that it loaded, so this test and the next stand alone in theirs.
TEST_F(RuntimeTest, DriverTooOld) {
  setenv("FAKE_CUDA_VERSION", "11080", 1);
  mcfrt_status status = mcfrt_device_open(0, &device);
  if (status == MCFRT_OK)
    GTEST_SKIP() << "the driver was loaded by another test of this process";
  expectError(status, MCFRT_DRIVER_TOO_OLD, "expected CUDA 12.0 or later, but got 11.8");
}

TEST_F(RuntimeTest, NoDeviceAtInitialization) {
  setenv("FAKE_CUDA_INIT", "100", 1);
  mcfrt_status status = mcfrt_device_open(0, &device);
  if (status == MCFRT_OK)
    GTEST_SKIP() << "the driver was loaded by another test of this process";
  expectError(status, MCFRT_NO_DEVICE, "cannot initialize the CUDA driver");
}

TEST_F(RuntimeTest, LaunchesByPlan) {
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  mcfrt_device_info info;
  ASSERT_EQ(mcfrt_device_get_info(device, &info), MCFRT_OK);
  EXPECT_STREQ(info.name, "Fake");
  EXPECT_EQ(info.workgroup_bytes_per_block, 232448);
  EXPECT_EQ(info.workgroup_bytes_per_multiprocessor, 233472);
  EXPECT_EQ(info.workgroup_bytes_reserved_per_block, 1024);
  EXPECT_EQ(info.registers_per_multiprocessor, 65536);
  EXPECT_EQ(info.max_threads_per_block, 1024);
  EXPECT_EQ(info.max_threads_per_multiprocessor, 2048);
  EXPECT_EQ(info.max_blocks_per_multiprocessor, 32);
  EXPECT_EQ(info.l2_bytes, 60 << 20);
  EXPECT_EQ(info.clock_khz, 1980000);
  EXPECT_EQ(info.memory_clock_khz, 3201000);
  EXPECT_EQ(info.memory_bus_bits, 6144);
  EXPECT_EQ(info.has_clusters, 1);
  setenv("FAKE_CUDA_UNKNOWN", "36", 1);
  EXPECT_EQ(mcfrt_device_get_info(device, &info), MCFRT_OK);
  EXPECT_EQ(info.memory_clock_khz, 0);
  unsetenv("FAKE_CUDA_UNKNOWN");

  mcfrt_plan *plan = nullptr;
  ASSERT_EQ(mcfrt_plan_parse(planText, std::strlen(planText), &plan), MCFRT_OK);
  ASSERT_EQ(mcfrt_plan_get_kernel_count(plan), 1u);
  mcfrt_launch_info launch;
  ASSERT_EQ(mcfrt_plan_get_launch(plan, 0, &launch), MCFRT_OK);
  EXPECT_STREQ(launch.name, "kernel");
  mcfrt_operand_info operand;
  ASSERT_EQ(mcfrt_plan_get_operand(plan, 0, 1, &operand), MCFRT_OK);
  EXPECT_EQ(operand.bytes, 65536u);
  expectError(mcfrt_plan_get_operand(plan, 0, 3, &operand), MCFRT_INVALID_ARGUMENT,
              "expected an operand number below 3, but got 3");

  mcfrt_module *module = nullptr;
  const char ptx[] = ".version 8.0";
  ASSERT_EQ(mcfrt_module_load(device, ptx, sizeof(ptx), &module), MCFRT_OK);
  mcfrt_pointer out = 0;
  ASSERT_EQ(mcfrt_memory_alloc(device, 64, &out), MCFRT_OK);
  ASSERT_EQ(mcfrt_memory_fill(device, out, 0, 64), MCFRT_OK);
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  mcfrt_event *event = nullptr;
  ASSERT_EQ(mcfrt_event_create(device, &event), MCFRT_OK);
  float scalar = 1;
  const void *parameters[] = {&out, &out, &scalar};
  EXPECT_EQ(mcfrt_event_record(event, stream), MCFRT_OK);
  ASSERT_EQ(mcfrt_plan_launch(plan, 0, module, parameters, 3, stream), MCFRT_OK);
  EXPECT_EQ(mcfrt_stream_synchronize(stream), MCFRT_OK);
  double elapsed = 0;
  EXPECT_EQ(mcfrt_event_elapsed(event, event, &elapsed), MCFRT_OK);
  EXPECT_EQ(elapsed, 1.5e6);
  unsigned seen[7];
  ASSERT_EQ(mcfrt_copy_to_host(device, seen, out, sizeof(seen)), MCFRT_OK);
  const unsigned expected[7] = {8, 1, 1, 128, 1, 1, 40960};
  EXPECT_EQ(std::memcmp(seen, expected, sizeof(seen)), 0);

  expectError(mcfrt_plan_launch(plan, 0, module, parameters, 2, stream), MCFRT_INVALID_ARGUMENT,
              "expected 3 parameters for kernel 'kernel', but got 2");
  expectError(mcfrt_plan_launch(plan, 1, module, parameters, 3, stream), MCFRT_INVALID_ARGUMENT,
              "expected a kernel number below 1, but got 1");
  setenv("FAKE_CUDA_LAUNCH", "700", 1);
  expectError(mcfrt_plan_launch(plan, 0, module, parameters, 3, stream), MCFRT_LAUNCH_FAILED,
              "cannot launch kernel 'kernel'");
  EXPECT_EQ(mcfrt_memory_free(device, out), MCFRT_OK);
  mcfrt_event_destroy(event);
  mcfrt_stream_destroy(stream);
  mcfrt_module_unload(module);
  mcfrt_plan_destroy(plan);
}

TEST_F(RuntimeTest, LaunchesOnAStreamOfTheCaller) {
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  mcfrt_module *module = nullptr;
  ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
  mcfrt_kernel *kernel = nullptr;
  ASSERT_EQ(mcfrt_module_get_kernel(module, "kernel", &kernel), MCFRT_OK);
  mcfrt_pointer out = 0;
  ASSERT_EQ(mcfrt_memory_alloc(device, 64, &out), MCFRT_OK);
  const uint32_t one[3] = {1, 1, 1};
  const void *parameters[] = {&out};
  int native = 0;
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_wrap(device, &native, &stream), MCFRT_OK);
  EXPECT_EQ(mcfrt_kernel_launch(kernel, one, one, 0, parameters, 1, stream), MCFRT_OK);
  EXPECT_EQ(native, 1);
  mcfrt_stream_destroy(stream);
  EXPECT_EQ(native, 1);
  // The default stream has no address.
  ASSERT_EQ(mcfrt_stream_wrap(device, nullptr, &stream), MCFRT_OK);
  EXPECT_EQ(mcfrt_kernel_launch(kernel, one, one, 0, parameters, 1, stream), MCFRT_OK);
  mcfrt_stream_destroy(stream);
  expectError(mcfrt_stream_wrap(nullptr, &native, &stream), MCFRT_INVALID_ARGUMENT,
              "'device' is null");
  expectError(mcfrt_stream_wrap(device, &native, nullptr), MCFRT_INVALID_ARGUMENT,
              "'stream' is null");
  EXPECT_EQ(mcfrt_memory_free(device, out), MCFRT_OK);
  mcfrt_module_unload(module);
}

TEST_F(RuntimeTest, GraphsRunWhatWasRecorded) {
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  mcfrt_module *module = nullptr;
  ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
  mcfrt_kernel *copy = nullptr;
  ASSERT_EQ(mcfrt_module_get_kernel(module, "copy", &copy), MCFRT_OK);
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  mcfrt_pointer a = 0, b = 0, c = 0;
  for (mcfrt_pointer *pointer : {&a, &b, &c}) {
    ASSERT_EQ(mcfrt_memory_alloc(device, 16, pointer), MCFRT_OK);
    ASSERT_EQ(mcfrt_memory_fill(device, *pointer, pointer == &a ? 7 : 0, 16), MCFRT_OK);
  }
  const uint32_t one[3] = {1, 1, 1};
  auto launch = [&](const mcfrt_pointer &from, const mcfrt_pointer &to) {
    const void *parameters[] = {&from, &to};
    return mcfrt_kernel_launch(copy, one, one, 0, parameters, 2, stream);
  };
  auto read = [&](mcfrt_pointer from) {
    unsigned char bytes[16] = {};
    EXPECT_EQ(mcfrt_copy_to_host(device, bytes, from, sizeof(bytes)), MCFRT_OK);
    return int(bytes[15]);
  };

  // Recorded and not run; then run in this order, each time anew.
  ASSERT_EQ(mcfrt_capture_begin(stream), MCFRT_OK);
  EXPECT_EQ(launch(a, b), MCFRT_OK);
  EXPECT_EQ(launch(b, c), MCFRT_OK);
  mcfrt_graph *graph = nullptr;
  ASSERT_EQ(mcfrt_capture_end(stream, &graph), MCFRT_OK);
  EXPECT_EQ(read(c), 0);
  ASSERT_EQ(mcfrt_graph_launch(graph, stream), MCFRT_OK);
  EXPECT_EQ(read(c), 7);
  ASSERT_EQ(mcfrt_memory_fill(device, a, 9, 16), MCFRT_OK);
  ASSERT_EQ(mcfrt_graph_launch(graph, stream), MCFRT_OK);
  EXPECT_EQ(read(c), 9);

  // What the driver refuses.
  setenv("FAKE_CUDA_GRAPH_LAUNCH", "719", 1);
  expectError(mcfrt_graph_launch(graph, stream), MCFRT_LAUNCH_FAILED, "cannot launch the graph");
  unsetenv("FAKE_CUDA_GRAPH_LAUNCH");
  setenv("FAKE_CUDA_CAPTURE", "900", 1);
  expectError(mcfrt_capture_begin(stream), MCFRT_DRIVER_ERROR, "cannot begin a capture");
  unsetenv("FAKE_CUDA_CAPTURE");
  mcfrt_graph *none = nullptr;
  expectError(mcfrt_capture_end(stream, &none), MCFRT_DRIVER_ERROR, "cannot end the capture");
  ASSERT_EQ(mcfrt_capture_begin(stream), MCFRT_OK);
  setenv("FAKE_CUDA_GRAPH", "2", 1);
  expectError(mcfrt_capture_end(stream, &none), MCFRT_OUT_OF_MEMORY,
              "cannot make a graph that runs");
  unsetenv("FAKE_CUDA_GRAPH");
  EXPECT_EQ(none, nullptr);

  // Nulls are errors, but for destroy.
  expectError(mcfrt_capture_begin(nullptr), MCFRT_INVALID_ARGUMENT, "'stream' is null");
  expectError(mcfrt_capture_end(stream, nullptr), MCFRT_INVALID_ARGUMENT, "'graph' is null");
  expectError(mcfrt_graph_launch(nullptr, stream), MCFRT_INVALID_ARGUMENT, "'graph' is null");
  mcfrt_graph_destroy(nullptr);
  mcfrt_graph_destroy(graph);
  for (mcfrt_pointer pointer : {a, b, c})
    EXPECT_EQ(mcfrt_memory_free(device, pointer), MCFRT_OK);
  mcfrt_stream_destroy(stream);
  mcfrt_module_unload(module);
}

TEST_F(RuntimeTest, ReportsWhatTheDriverRefuses) {
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  mcfrt_pointer pointer = 0;
  expectError(mcfrt_memory_alloc(device, size_t(1) << 31, &pointer), MCFRT_OUT_OF_MEMORY,
              "cannot allocate 2147483648 bytes: CUDA_ERROR_OUT_OF_MEMORY (made up)");
  mcfrt_module *module = nullptr;
  expectError(mcfrt_module_load(device, "nonsense", 8, &module), MCFRT_INVALID_IMAGE,
              "ptxas: fake error");
  setenv("FAKE_CUDA_LOAD", "222", 1);
  expectError(mcfrt_module_load(device, ".version", 8, &module), MCFRT_DRIVER_TOO_OLD,
              "the driver refused the PTX or cubin");
  unsetenv("FAKE_CUDA_LOAD");
  ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
  mcfrt_kernel *kernel = nullptr;
  expectError(mcfrt_module_get_kernel(module, "other", &kernel), MCFRT_NOT_FOUND,
              "the module has no kernel 'other'");
  ASSERT_EQ(mcfrt_module_get_kernel(module, "kernel", &kernel), MCFRT_OK);
  const uint32_t one[3] = {1, 1, 1};
  const void *parameters[] = {&pointer};
  expectError(mcfrt_kernel_launch(kernel, one, one, 1 << 20, parameters, 1, nullptr),
              MCFRT_DRIVER_ERROR, "cannot have 1048576 bytes of workgroup memory");
  setenv("FAKE_CUDA_SYNCHRONIZE", "716", 1);
  expectError(mcfrt_device_synchronize(device), MCFRT_LAUNCH_FAILED, "the device failed");
  expectError(mcfrt_module_load(nullptr, ".version", 8, &module), MCFRT_INVALID_ARGUMENT,
              "'device' is null");
  module = nullptr;
}

// out[i] = in[i] + scalar, for 64 elements in two blocks; workgroup memory holds them in between.
const char *addPtx = R"(
.version 8.0
.target sm_80
.address_size 64
.extern .shared .align 16 .b8 arena[];
.visible .entry add(.param .u64 in, .param .u64 out, .param .u32 scalar) {
  .reg .b32 %r<10>;
  .reg .b64 %rd<10>;
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  ld.param.u32 %r1, [scalar];
  cvta.to.global.u64 %rd1, %rd1;
  cvta.to.global.u64 %rd2, %rd2;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  mul.wide.u32 %rd3, %r5, 4;
  add.u64 %rd4, %rd1, %rd3;
  ld.global.u32 %r6, [%rd4];
  add.u32 %r6, %r6, %r1;
  shl.b32 %r7, %r4, 2;
  mov.u32 %r8, arena;
  add.u32 %r8, %r8, %r7;
  st.shared.u32 [%r8], %r6;
  bar.sync 0;
  ld.shared.u32 %r9, [%r8];
  add.u64 %rd5, %rd2, %rd3;
  st.global.u32 [%rd5], %r9;
  ret;
}
)";

TEST(RuntimeGPUTest, LaunchesOnTheGPU) {
  mcfrt_device *device = openGPU();
  if (!device)
    return;
  mcfrt_module *module = nullptr;
  ASSERT_EQ(mcfrt_module_load(device, addPtx, std::strlen(addPtx), &module), MCFRT_OK)
      << mcfrt_last_error();
  LaunchPlan plan;
  // More workgroup memory than a kernel has without asking for it.
  plan.kernels.push_back(
      {"add",
       {2, 1, 1},
       {32, 1, 1},
       65536,
       {{"i32", {64}, Access::Read}, {"i32", {64}, Access::Write}, {"i32", {}, Access::Value}}});
  std::string text = plan.print();
  mcfrt_plan *parsed = nullptr;
  ASSERT_EQ(mcfrt_plan_parse(text.data(), text.size(), &parsed), MCFRT_OK) << mcfrt_last_error();
  int32_t values[64];
  for (int i = 0; i < 64; ++i)
    values[i] = i * i;
  mcfrt_pointer in = 0, out = 0;
  ASSERT_EQ(mcfrt_memory_alloc(device, sizeof(values), &in), MCFRT_OK);
  ASSERT_EQ(mcfrt_memory_alloc(device, sizeof(values), &out), MCFRT_OK);
  ASSERT_EQ(mcfrt_copy_to_device(device, in, values, sizeof(values)), MCFRT_OK);
  int32_t scalar = 1000;
  const void *parameters[] = {&in, &out, &scalar};
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  ASSERT_EQ(mcfrt_plan_launch(parsed, 0, module, parameters, 3, stream), MCFRT_OK)
      << mcfrt_last_error();
  ASSERT_EQ(mcfrt_stream_synchronize(stream), MCFRT_OK) << mcfrt_last_error();
  ASSERT_EQ(mcfrt_copy_to_host(device, values, out, sizeof(values)), MCFRT_OK);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(values[i], i * i + 1000);
  mcfrt_kernel *kernel = nullptr;
  EXPECT_EQ(mcfrt_module_get_kernel(module, "none", &kernel), MCFRT_NOT_FOUND);
  mcfrt_module *broken = nullptr;
  EXPECT_EQ(mcfrt_module_load(device, ".version 8.0\n.target sm_80\nnonsense", 37, &broken),
            MCFRT_INVALID_IMAGE)
      << mcfrt_last_error();
  EXPECT_EQ(mcfrt_memory_free(device, in), MCFRT_OK);
  EXPECT_EQ(mcfrt_memory_free(device, out), MCFRT_OK);
  mcfrt_stream_destroy(stream);
  mcfrt_plan_destroy(parsed);
  mcfrt_module_unload(module);
  mcfrt_device_close(device);
}

} // namespace
