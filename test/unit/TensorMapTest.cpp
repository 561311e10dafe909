//===- TensorMapTest.cpp - tensor maps as parameters of kernels -----------===//
#include "FakeTensorMap.h"
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"
#include "PlanText.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <thread>
#include <vector>

using namespace mcf::runtime;

namespace {

const char *planText = R"({
  "version": 3,
  "chip": "sm_90a",
  "kernels": [
    {
      "name": "map",
      "grid": [1, 1, 1],
      "block": [128, 1, 1],
      "dynamic_workgroup_bytes": 0,
      "operands": [
        {"element_type": "f16", "shape": [3, 100, 72], "strides": [8000, 80, 1], "access": "read"},
        {"element_type": "f32", "shape": [], "access": "value"}
      ],
      "parameters": [
        {"pointer": 0},
        {"tensor_map": 0, "box": [1, 64, 32]},
        {"value": 1},
        {"tensor_map": 0, "box": [2, 8, 64]}
      ]
    }
  ]
}
)";

std::string replaced(const std::string &from, const std::string &to) {
  return replacePiece(planText, from, to);
}

std::string parseError(const std::string &from, const std::string &to) {
  std::string error, text = replaced(from, to);
  EXPECT_FALSE(LaunchPlan::parse(text, error).has_value()) << text;
  const std::string prefix = "kernel 0";
  EXPECT_EQ(error.substr(0, prefix.size()), prefix);
  return error.substr(prefix.size());
}

TEST(TensorMapPlan, PrintsWhatItReads) {
  std::string error;
  std::optional<LaunchPlan> plan = LaunchPlan::parse(planText, error);
  ASSERT_TRUE(plan.has_value()) << error;
  EXPECT_EQ(plan->print(), planText);
  EXPECT_EQ(plan->kernels[0].parameters[3].box, (std::vector<int64_t>{2, 8, 64}));
  // Version 3 is for tensor maps only, but may be read without.
  plan->kernels[0].parameters.resize(1);
  plan->kernels[0].operands.resize(1);
  EXPECT_NE(plan->print().find("\"version\": 2"), std::string::npos);
  plan->kernels[0].parameters.clear();
  plan->kernels[0].operands[0].strides.clear();
  std::string text = plan->print();
  size_t at = text.find("\"version\": 1");
  ASSERT_NE(at, std::string::npos);
  EXPECT_TRUE(LaunchPlan::parse(text.replace(at, 12, "\"version\": 3"), error)) << error;
}

TEST(TensorMapPlan, SaysWhatIsWrong) {
  const std::string box = "\"box\": [1, 64, 32]", verifier = " 'map': parameter 1: ";
  EXPECT_EQ(parseError("\"version\": 3", "\"version\": 2"),
            ", parameter 1: expected one of \"pointer\", \"value\" (a number), \"size\" (a symbol) "
            "and \"stride\" (two numbers)");
  EXPECT_EQ(parseError("{\"pointer\": 0}", "{\"offset\": 0}"),
            ", parameter 0: expected one of \"pointer\", \"value\" (a number), \"size\" (a symbol) "
            "and \"stride\" (two numbers), or \"tensor_map\" and \"box\"");
  EXPECT_EQ(parseError(", " + box, ""), ", parameter 1: expected a member \"box\"");
  EXPECT_EQ(parseError(box, box + ", \"swizzle\": 64"),
            ", parameter 1: unknown member \"swizzle\"");
  EXPECT_EQ(parseError(box, "\"box\": 8"), ", parameter 1: expected an array as \"box\"");
  EXPECT_EQ(parseError(box, "\"box\": [1, 64, \"k\"]"),
            ", parameter 1: expected integers in \"box\"");
  EXPECT_EQ(parseError("\"tensor_map\": 0", "\"tensor_map\": \"a\""),
            ", parameter 1: expected an integer as \"tensor_map\"");
  EXPECT_EQ(parseError("\"tensor_map\": 0", "\"tensor_map\": -1"),
            ", parameter 1: expected \"tensor_map\" from 0 to 9223372036854775807, but got -1");
  EXPECT_EQ(parseError("\"tensor_map\": 0", "\"tensor_map\": 2"),
            verifier + "expected an operand number below 2, but got 2");
  EXPECT_EQ(parseError("\"tensor_map\": 0", "\"tensor_map\": 1"),
            verifier + "operand 1 is passed by value");
  EXPECT_EQ(parseError(box, "\"box\": [64, 32]"),
            verifier + "expected a box of rank 3, but got rank 2");
  EXPECT_EQ(parseError(box, "\"box\": [0, 64, 32]"),
            verifier + "expected box sizes of 1 to 256, but got 0");
  EXPECT_EQ(parseError(box, "\"box\": [1, 257, 32]"),
            verifier + "expected box sizes of 1 to 256, but got 257");
  const std::string row =
      "expected an innermost box size that is a multiple of 16 bytes up to 128, "
      "but got ";
  EXPECT_EQ(parseError(box, "\"box\": [1, 64, 72]"), verifier + row + "144 bytes");
  EXPECT_EQ(parseError(box, "\"box\": [1, 64, 4]"), verifier + row + "8 bytes");
}

TEST(TensorMapPlan, SaysWhatArraysAreWrong) {
  const std::string verifier = " 'map': parameter 1: ", shape = "[3, 100, 72]",
                    strides = "[8000, 80, 1]";
  EXPECT_EQ(parseError("\"f16\"", "\"f64\""),
            verifier + "expected elements of 1, 2 or 4 bytes, but got f64");
  EXPECT_EQ(parseError("\"shape\": [3, 100, 72], \"strides\": [8000, 80, 1]", "\"shape\": []"),
            verifier + "expected an array of rank 1 to 5, but got rank 0");
  EXPECT_EQ(parseError("\"shape\": [3, 100, 72], \"strides\": [8000, 80, 1]",
                       "\"shape\": [1, 1, 1, 1, 1, 8]"),
            verifier + "expected an array of rank 1 to 5, but got rank 6");
  EXPECT_EQ(parseError(shape, "[\"b\", 100, 72]"),
            verifier + "expected sizes and strides that are known before the launch");
  EXPECT_EQ(parseError(strides, "[\"?\", 80, 1]"),
            verifier + "expected sizes and strides that are known before the launch");
  EXPECT_EQ(parseError(shape, "[3, 100, 4294967297]"),
            verifier + "expected sizes of at most 4294967296, but got 4294967297 in dim 2");
  EXPECT_EQ(parseError(strides, "[8000, 80, 2]"),
            verifier + "expected an innermost stride of 1, but got 2");
  const std::string distance =
      verifier + "expected strides that are multiples of 16 bytes, below 2^40 bytes, but got ";
  EXPECT_EQ(parseError(strides, "[8000, 84, 1]"), distance + "84 elements of 2 bytes in dim 1");
  EXPECT_EQ(parseError(strides, "[0, 80, 1]"), distance + "0 elements of 2 bytes in dim 0");
  EXPECT_EQ(parseError(strides, "[549755813888, 80, 1]"),
            distance + "549755813888 elements of 2 bytes in dim 0");
}

/// Launches on a fake driver. The kernel copies its first tensor map to operand 0.
class TensorMapTest : public ::testing::Test {
protected:
  void open(const char *driver) {
    setenv("MCF_CUDA_DRIVER", driver, 1);
    ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
    ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
    ASSERT_EQ(mcfrt_plan_parse(planText, std::strlen(planText), &plan), MCFRT_OK);
    for (mcfrt_pointer &pointer : memory) {
      ASSERT_EQ(mcfrt_memory_alloc(device, 256, &pointer), MCFRT_OK);
      ASSERT_EQ(pointer % 16, 0u);
    }
    library = dlopen(driver, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library);
  }

  void TearDown() override {
    for (mcfrt_pointer pointer : memory)
      if (pointer)
        mcfrt_memory_free(device, pointer);
    mcfrt_plan_destroy(plan);
    mcfrt_module_unload(module);
    mcfrt_device_close(device);
    if (library)
      dlclose(library);
    unsetenv("MCF_CUDA_DRIVER");
    unsetenv("FAKE_CUDA_ENCODE");
  }

  mcfrt_status launch(mcfrt_pointer pointer, mcfrt_stream *stream = nullptr) {
    const int64_t shape[] = {3, 100, 72}, strides[] = {8000, 80, 1};
    const mcfrt_tensor tensors[] = {{pointer, 3, shape, strides, "f16", nullptr},
                                    {0, 0, nullptr, nullptr, nullptr, &scalar}};
    return mcfrt_plan_launch_tensors(plan, 0, module, tensors, 2, stream);
  }

  FakeTensorMap read(mcfrt_pointer pointer) {
    FakeTensorMap map;
    EXPECT_EQ(mcfrt_copy_to_host(device, &map, pointer, sizeof(map)), MCFRT_OK);
    return map;
  }

  int getNumEncoded() {
    return reinterpret_cast<int (*)()>(dlsym(library, "fakeCudaGetNumEncoded"))();
  }

  mcfrt_device *device = nullptr;
  mcfrt_module *module = nullptr;
  mcfrt_plan *plan = nullptr;
  mcfrt_pointer memory[2] = {};
  void *library = nullptr;
  float scalar = 1;
};

void expectMap(const FakeTensorMap &map, uint64_t pointer) {
  FakeTensorMap expected = {};
  expected.pointer = pointer;
  const uint64_t sizes[] = {72, 100, 3}, strides[] = {160, 16000};
  std::memcpy(expected.sizes, sizes, sizeof(sizes));
  std::memcpy(expected.strides, strides, sizeof(strides));
  const uint16_t box[] = {32, 64, 1};
  std::memcpy(expected.box, box, sizeof(box));
  expected.elementStrides = 3;
  // f16, rank 3, not interleaved, swizzle of 128 bytes, L2 promotion to 256 bytes, zeros beyond.
  const uint8_t modes[] = {6, 3, 0, 3, 3, 0};
  std::memcpy(expected.modes, modes, sizeof(modes));
  EXPECT_EQ(map.pointer, expected.pointer);
  EXPECT_EQ(std::memcmp(&map, &expected, sizeof(map)), 0);
}

TEST_F(TensorMapTest, EncodesWhatThePlanSays) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  ASSERT_EQ(launch(memory[0]), MCFRT_OK) << mcfrt_last_error();
  expectMap(read(memory[0]), memory[0]);
  // The same by bare pointers.
  ASSERT_EQ(mcfrt_memory_fill(device, memory[0], 0, 128), MCFRT_OK);
  const void *parameters[] = {&memory[0], &scalar};
  ASSERT_EQ(mcfrt_plan_launch(plan, 0, module, parameters, 2, nullptr), MCFRT_OK)
      << mcfrt_last_error();
  expectMap(read(memory[0]), memory[0]);
  const void *missing[] = {&memory[0], nullptr};
  EXPECT_EQ(mcfrt_plan_launch(plan, 0, module, missing, 2, nullptr), MCFRT_INVALID_ARGUMENT);
  EXPECT_STREQ(mcfrt_last_error(), "parameter 1 of 'map' is null");
}

TEST_F(TensorMapTest, EncodesOncePerArray) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  int before = getNumEncoded();
  for (int i = 0; i < 3; ++i)
    for (mcfrt_pointer pointer : memory) {
      ASSERT_EQ(launch(pointer), MCFRT_OK) << mcfrt_last_error();
      expectMap(read(pointer), pointer);
    }
  // Two maps of two arrays.
  EXPECT_EQ(getNumEncoded() - before, 4);
  // Another plan for the same kernel has maps of its own.
  mcfrt_plan *other = plan;
  std::string text = replaced("[1, 64, 32]", "[1, 64, 16]");
  ASSERT_EQ(mcfrt_plan_parse(text.data(), text.size(), &plan), MCFRT_OK);
  ASSERT_EQ(launch(memory[0]), MCFRT_OK) << mcfrt_last_error();
  EXPECT_EQ(read(memory[0]).box[0], 16);
  EXPECT_EQ(getNumEncoded() - before, 5);
  mcfrt_plan_destroy(plan);
  plan = other;
}

TEST_F(TensorMapTest, ForgetsTheOldest) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  std::vector<mcfrt_pointer> many(20);
  for (mcfrt_pointer &pointer : many)
    ASSERT_EQ(mcfrt_memory_alloc(device, 256, &pointer), MCFRT_OK);
  for (int i = 0; i < 2; ++i)
    for (mcfrt_pointer pointer : many) {
      ASSERT_EQ(launch(pointer), MCFRT_OK) << mcfrt_last_error();
      expectMap(read(pointer), pointer);
    }
  int before = getNumEncoded();
  ASSERT_EQ(launch(many.back()), MCFRT_OK);
  EXPECT_EQ(getNumEncoded(), before);
  ASSERT_EQ(launch(many.front()), MCFRT_OK);
  EXPECT_EQ(getNumEncoded(), before + 2);
  for (mcfrt_pointer pointer : many)
    mcfrt_memory_free(device, pointer);
}

TEST_F(TensorMapTest, ThreadsShareTheMaps) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  int before = getNumEncoded();
  std::vector<std::thread> threads;
  for (mcfrt_pointer pointer : memory)
    threads.emplace_back([this, pointer] {
      for (int i = 0; i < 1000; ++i)
        EXPECT_EQ(launch(pointer), MCFRT_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(getNumEncoded() - before, 4);
  for (mcfrt_pointer pointer : memory)
    expectMap(read(pointer), pointer);
}

TEST_F(TensorMapTest, MisalignedArraysHaveNoMap) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  int before = getNumEncoded();
  ASSERT_EQ(mcfrt_memory_fill(device, memory[0], 0xff, 256), MCFRT_OK);
  ASSERT_EQ(launch(memory[0] + 8), MCFRT_OK) << mcfrt_last_error();
  FakeTensorMap map = read(memory[0] + 8), zeros = {};
  EXPECT_EQ(std::memcmp(&map, &zeros, sizeof(map)), 0);
  EXPECT_EQ(getNumEncoded(), before);
}

TEST_F(TensorMapTest, GraphsHoldTheMapsOfTheCapture) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  mcfrt_stream *stream = nullptr;
  ASSERT_EQ(mcfrt_stream_create(device, &stream), MCFRT_OK);
  ASSERT_EQ(mcfrt_capture_begin(stream), MCFRT_OK);
  EXPECT_EQ(launch(memory[0], stream), MCFRT_OK) << mcfrt_last_error();
  mcfrt_graph *graph = nullptr;
  ASSERT_EQ(mcfrt_capture_end(stream, &graph), MCFRT_OK);
  ASSERT_EQ(mcfrt_graph_launch(graph, stream), MCFRT_OK);
  expectMap(read(memory[0]), memory[0]);
  mcfrt_graph_destroy(graph);
  mcfrt_stream_destroy(stream);
}

TEST_F(TensorMapTest, ReportsWhatTheDriverRefuses) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_CUDA_PATH));
  setenv("FAKE_CUDA_ENCODE", "1", 1);
  EXPECT_EQ(launch(memory[0]), MCFRT_DRIVER_ERROR);
  EXPECT_STREQ(mcfrt_last_error(), "cannot encode the tensor map of operand 0 of kernel 'map': "
                                   "CUDA_ERROR_FAKE (made up)");
  // What failed is not kept.
  unsetenv("FAKE_CUDA_ENCODE");
  EXPECT_EQ(launch(memory[0]), MCFRT_OK) << mcfrt_last_error();
  expectMap(read(memory[0]), memory[0]);
}

TEST_F(TensorMapTest, NeedsTheDriversFunction) {
  ASSERT_NO_FATAL_FAILURE(open(FAKE_OLD_CUDA_PATH));
  EXPECT_EQ(launch(memory[0]), MCFRT_DRIVER_TOO_OLD);
  EXPECT_STREQ(mcfrt_last_error(),
               "the CUDA driver has no cuTensorMapEncodeTiled, which the tensor maps of kernel "
               "'map' need: expected CUDA 12.0 or later");
  // Other kernels do without.
  mcfrt_plan *other = nullptr;
  std::string text = replaced(R"({"pointer": 0},
        {"tensor_map": 0, "box": [1, 64, 32]},
        {"value": 1},
        {"tensor_map": 0, "box": [2, 8, 64]})",
                              R"({"pointer": 0}, {"value": 1})");
  text.replace(text.find("\"map\""), 5, "\"kernel\"");
  ASSERT_EQ(mcfrt_plan_parse(text.data(), text.size(), &other), MCFRT_OK) << mcfrt_last_error();
  const void *parameters[] = {&memory[0], &scalar};
  EXPECT_EQ(mcfrt_plan_launch(other, 0, module, parameters, 2, nullptr), MCFRT_OK)
      << mcfrt_last_error();
  mcfrt_plan_destroy(other);
}

} // namespace
