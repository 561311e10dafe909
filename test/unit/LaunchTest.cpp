//===- LaunchTest.cpp - launches with sizes and strides of the caller -----===//
#include "MCFuser/Runtime/LaunchPlan.h"
#include "MCFuser/Runtime/Runtime.h"
#include "PlanText.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>

using namespace mcf::runtime;

namespace {

const char *planText = R"({
  "version": 2,
  "chip": "sm_90a",
  "kernels": [
    {
      "name": "kernel",
      "grid": {"product": [2, {"ceil_div": ["m", 64]}, {"ceil_div": ["n", 1]}]},
      "block": [128, 1, 1],
      "dynamic_workgroup_bytes": 16,
      "operands": [
        {"element_type": "f32", "shape": ["m", "n"], "access": "write"},
        {"element_type": "f16", "shape": ["m", 72], "strides": ["?", 1], "access": "read"},
        {"element_type": "f32", "shape": [], "access": "value"},
        {"element_type": "f16", "shape": [4, 3], "strides": [6, 2], "access": "read"}
      ],
      "parameters": [
        {"pointer": 0},
        {"pointer": 1},
        {"value": 2},
        {"pointer": 3},
        {"size": "m"},
        {"size": "n"},
        {"stride": [1, 0]}
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
  return error;
}

class LaunchTest : public ::testing::Test {
protected:
  LaunchTest() {
    std::string error;
    plan = *LaunchPlan::parse(planText, error);
    operands = {{1024, nullptr, {100, 7}, {}, "f32"},
                {65538, nullptr, {100, 72}, {144, 1}, ""},
                {0, &scalar, {}, {}, "f32"},
                {64, nullptr, {4, 3}, {6, 2}, "f16"}};
  }

  std::string launchError() {
    std::string error;
    EXPECT_FALSE(Launch::create(plan.kernels[0], operands, error).has_value());
    const std::string prefix = "kernel 'kernel': ";
    EXPECT_EQ(error.substr(0, prefix.size()), prefix);
    return error.substr(prefix.size());
  }

  LaunchPlan plan;
  float scalar = 1;
  std::vector<LaunchOperand> operands;
};

TEST_F(LaunchTest, PlanPrintsWhatItReads) {
  EXPECT_EQ(plan.print(), planText);
  const KernelPlan &kernel = plan.kernels[0];
  EXPECT_FALSE(kernel.isStatic());
  EXPECT_TRUE(kernel.operands[3].isStatic());
  EXPECT_FALSE(kernel.operands[3].isDense());
  // The last element is at 3 * 6 + 2 * 2.
  EXPECT_EQ(kernel.operands[3].getBytes(), 46u);
  EXPECT_FALSE(kernel.operands[0].isStatic());
}

TEST_F(LaunchTest, PlanSaysWhatIsWrong) {
  EXPECT_EQ(parseError("\"version\": 2", "\"version\": 1"),
            "kernel 0: unknown member \"parameters\"");
  EXPECT_EQ(parseError("{\"ceil_div\": [\"m\", 64]}", "{\"ceil_div\": [\"m\"]}"),
            "kernel 0, grid: expected a symbol and an integer in \"ceil_div\"");
  EXPECT_EQ(parseError("{\"ceil_div\": [\"m\", 64]}", "{\"floor_div\": [\"m\", 64]}"),
            "kernel 0, grid: unknown member \"floor_div\"");
  EXPECT_EQ(parseError("[\"m\", 64]}", "[\"m\", 0]}"),
            "kernel 0 'kernel': expected tile sizes of at least 1 in the grid, but got 0");
  EXPECT_EQ(parseError("{\"ceil_div\": [\"m\", 64]}", "{\"ceil_div\": [\"k\", 64]}"),
            "kernel 0 'kernel': expected the symbol of a size in the grid, but got 'k'");
  EXPECT_EQ(parseError("[2, {", "[65536, 65536, {"),
            "kernel 0: expected numbers in \"product\" that multiply to at most 4294967295");
  EXPECT_EQ(parseError("[\"m\", 72]", "[\"m\", true]"),
            "kernel 0, operand 1: expected integers or symbols in \"shape\"");
  EXPECT_EQ(parseError("[\"?\", 1]", "[\"s\", 1]"),
            "kernel 0, operand 1: expected integers or \"?\" in \"strides\"");
  EXPECT_EQ(parseError("[\"?\", 1]", "[1]"), "kernel 0 'kernel': operand 1: expected 2 strides, "
                                             "one for each dim, but got 1");
  EXPECT_EQ(parseError("[6, 2]", "[-6, 2]"),
            "kernel 0 'kernel': operand 3: expected strides of at least 0, but got -6");
  EXPECT_EQ(parseError("[6, 2], \"access\": \"read\"", "[4, 2], \"access\": \"write\""),
            "kernel 0 'kernel': operand 3: expected strides that keep the elements of an array "
            "that is written apart");
  EXPECT_EQ(parseError("{\"size\": \"n\"}", "{\"size\": \"k\"}"),
            "kernel 0 'kernel': parameter 5: expected the symbol of a size, but got 'k'");
  EXPECT_EQ(parseError("{\"pointer\": 3}", "{\"pointer\": 4}"),
            "kernel 0 'kernel': parameter 3: expected an operand number below 4, but got 4");
  EXPECT_EQ(parseError("{\"pointer\": 3}", "{\"pointer\": 2}"),
            "kernel 0 'kernel': parameter 3: operand 2 is passed by value");
  EXPECT_EQ(parseError("{\"value\": 2}", "{\"value\": 1}"),
            "kernel 0 'kernel': parameter 2: operand 1 is an array");
  EXPECT_EQ(parseError("{\"stride\": [1, 0]}", "{\"stride\": [1, 2]}"),
            "kernel 0 'kernel': parameter 6: expected a dim of operand 1 below 2, but got 2");
  EXPECT_EQ(parseError("{\"stride\": [1, 0]}", "{\"offset\": 1}"),
            "kernel 0, parameter 6: expected one of \"pointer\", \"value\" (a number), \"size\" "
            "(a symbol) and \"stride\" (two numbers)");

  KernelPlan kernel = plan.kernels[0];
  kernel.parameters.clear();
  plan.kernels[0] = kernel;
  std::string error;
  EXPECT_FALSE(plan.verify(error));
  EXPECT_EQ(error, "kernel 0 'kernel': expected the parameters of a kernel that is given sizes or "
                   "strides at launch");
  kernel.operands[0].symbols = {"m", ""};
  plan.kernels[0] = kernel;
  EXPECT_FALSE(plan.verify(error));
  EXPECT_EQ(error, "kernel 0 'kernel': operand 0: expected a symbol for each size that is given at "
                   "launch, and for no other");
  kernel.operands[0].symbols = {"m"};
  plan.kernels[0] = kernel;
  EXPECT_FALSE(plan.verify(error));
  EXPECT_EQ(error, "kernel 0 'kernel': operand 0: expected no symbols or one for each dim");
}

TEST_F(LaunchTest, FindsGridAndParameters) {
  std::string error;
  std::optional<Launch> launch = Launch::create(plan.kernels[0], operands, error);
  ASSERT_TRUE(launch.has_value()) << error;
  EXPECT_FALSE(launch->isEmpty());
  EXPECT_EQ(launch->getGrid(), (std::array<uint32_t, 3>{2 * 2 * 7, 1, 1}));
  const std::vector<const void *> &parameters = launch->getParameters();
  ASSERT_EQ(parameters.size(), 7u);
  auto number = [&](size_t i) { return *static_cast<const int64_t *>(parameters[i]); };
  EXPECT_EQ(number(0), 1024);
  EXPECT_EQ(number(1), 65538);
  EXPECT_EQ(*static_cast<const float *>(parameters[2]), 1.0f);
  EXPECT_EQ(number(3), 64);
  EXPECT_EQ(number(4), 100);
  EXPECT_EQ(number(5), 7);
  EXPECT_EQ(number(6), 144);
  // Without strides the array is dense; rows that are all the same are fine for a reader, and the
  // stride of one row is nobody's business.
  operands[1].strides.clear();
  launch = Launch::create(plan.kernels[0], operands, error);
  ASSERT_TRUE(launch.has_value()) << error;
  EXPECT_EQ(*static_cast<const int64_t *>(launch->getParameters()[6]), 72);
  operands[1].strides = {0, 1};
  EXPECT_TRUE(Launch::create(plan.kernels[0], operands, error).has_value()) << error;
  operands[0] = {1024, nullptr, {1, 7}, {3, 1}, ""};
  operands[1].shape = {1, 72};
  EXPECT_TRUE(Launch::create(plan.kernels[0], operands, error).has_value()) << error;
}

TEST_F(LaunchTest, EachDimHasItsStride) {
  std::string error, text = replaced(R"({"stride": [1, 0]})", R"({"stride": [1, 1]},
        {"stride": [1, 0]})");
  text = replacePiece(text, R"("strides": ["?", 1])", R"("strides": ["?", "?"])");
  std::optional<LaunchPlan> both = LaunchPlan::parse(text, error);
  ASSERT_TRUE(both.has_value()) << error;
  auto getStrides = [&]() {
    std::optional<Launch> launch = Launch::create(both->kernels[0], operands, error);
    std::vector<int64_t> strides;
    for (size_t i : {6, 7})
      strides.push_back(launch ? *static_cast<const int64_t *>(launch->getParameters()[i]) : -1);
    return strides;
  };
  operands[1].strides = {144, 2};
  EXPECT_EQ(getStrides(), (std::vector<int64_t>{2, 144})) << error;
  operands[1].strides.clear();
  EXPECT_EQ(getStrides(), (std::vector<int64_t>{1, 72})) << error;
}

TEST_F(LaunchTest, NothingToDo) {
  std::string error;
  operands[0] = {0, nullptr, {0, 7}, {}, ""};
  operands[1] = {0, nullptr, {0, 72}, {}, ""};
  std::optional<Launch> launch = Launch::create(plan.kernels[0], operands, error);
  ASSERT_TRUE(launch.has_value()) << error;
  EXPECT_TRUE(launch->isEmpty());
  // However many blocks the other sizes would need.
  operands[0].shape = {0, int64_t(1) << 40};
  launch = Launch::create(plan.kernels[0], operands, error);
  ASSERT_TRUE(launch.has_value()) << error;
  EXPECT_TRUE(launch->isEmpty());
}

TEST_F(LaunchTest, NothingIsNeverTooMuch) {
  // Blocks for the other sizes alone do not fit 64 bits.
  plan.kernels[0].grid[0] = 2147483647;
  operands[0].shape = {int64_t(1) << 62, 0};
  operands[1].shape = {int64_t(1) << 62, 72};
  operands[1].strides = {0, 1};
  std::string error;
  std::optional<Launch> launch = Launch::create(plan.kernels[0], operands, error);
  ASSERT_TRUE(launch.has_value()) << error;
  EXPECT_TRUE(launch->isEmpty());
}

TEST_F(LaunchTest, RefusesOtherOperands) {
  auto with = [&](size_t index, const LaunchOperand &operand) {
    std::vector<LaunchOperand> saved = operands;
    operands[index] = operand;
    std::string error = launchError();
    operands = saved;
    return error;
  };
  EXPECT_EQ(with(0, {1024, nullptr, {100, 7}, {}, "f16"}),
            "operand 0: expected elements of type f32, but got f16");
  EXPECT_EQ(with(0, {1024, nullptr, {100}, {}, ""}), "operand 0: expected 2 dims, but got 1");
  EXPECT_EQ(with(0, {1024, nullptr, {100, -7}, {}, ""}),
            "operand 0: expected a size of at least 0 in dim 1, but got -7");
  EXPECT_EQ(with(1, {1024, nullptr, {100, 71}, {}, ""}),
            "operand 1: expected size 72 in dim 1, but got 71");
  EXPECT_EQ(with(1, {2048, nullptr, {99, 72}, {}, ""}),
            "operand 1: expected size 100 ('m', dim 0 of operand 0) in dim 0, but got 99");
  EXPECT_EQ(with(1, {2048, nullptr, {100, 72}, {72}, ""}),
            "operand 1: expected 2 strides, but got 1");
  EXPECT_EQ(with(1, {2048, nullptr, {100, 72}, {-72, 1}, ""}),
            "operand 1: expected strides of at least 0, but got -72 in dim 0");
  EXPECT_EQ(with(1, {2048, nullptr, {100, 72}, {72, 2}, ""}),
            "operand 1: expected stride 1 in dim 1, but got 2");
  EXPECT_EQ(with(0, {1024, nullptr, {100, 7}, {8, 1}, ""}),
            "operand 0: expected stride 7 in dim 0, but got 8");
  EXPECT_EQ(with(1, {0, nullptr, {100, 72}, {}, ""}), "operand 1: the pointer is null");
  EXPECT_EQ(with(0, {1026, nullptr, {100, 7}, {}, ""}),
            "operand 0: expected a pointer to a multiple of 4 bytes");
  EXPECT_EQ(with(1, {2048, nullptr, {100, 72}, {int64_t(1) << 62, 1}, ""}),
            "operand 1: size in bytes does not fit 64 bits");
  EXPECT_EQ(with(2, {1024, nullptr, {}, {}, ""}), "operand 2: expected a scalar, but got none");
  EXPECT_EQ(with(3, {1024, nullptr, {4, 3}, {6, 2}, ""}),
            "expected operand 0, which is written, to be apart from operand 3");
  operands[0].shape = {100, int64_t(1) << 30};
  EXPECT_EQ(launchError(), "expected a grid of at most 2147483647 blocks, but these sizes need "
                           "4294967296");
  operands.pop_back();
  EXPECT_EQ(launchError(), "expected 4 operands, but got 3");
}

TEST_F(LaunchTest, TwoRowsHaveAStride) {
  operands[1].shape = {2, 72};
  operands[0] = {1024, nullptr, {2, 7}, {9, 1}, ""};
  EXPECT_EQ(launchError(), "operand 0: expected stride 7 in dim 0, but got 9");
}

TEST_F(LaunchTest, WrittenArraysMustNotOverlap) {
  EXPECT_TRUE(isWithoutOverlap({4, 3}, {3, 1}));
  EXPECT_TRUE(isWithoutOverlap({4, 3}, {1, 4}));
  EXPECT_TRUE(isWithoutOverlap({4, 1, 3}, {3, 0, 1}));
  EXPECT_TRUE(isWithoutOverlap({0, 3}, {0, 0}));
  EXPECT_FALSE(isWithoutOverlap({4, 3}, {2, 1}));
  EXPECT_FALSE(isWithoutOverlap({4, 3}, {0, 1}));
  EXPECT_FALSE(isWithoutOverlap({4, 3}, {1, 1}));
  plan.kernels[0].operands[0].strides = {OperandPlan::dynamic, 1};
  operands[0].strides = {6, 1};
  EXPECT_EQ(launchError(), "operand 0: expected strides that keep the elements of an array that is "
                           "written apart");
}

TEST_F(LaunchTest, LaunchesTensors) {
  setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
  mcfrt_device *device = nullptr;
  mcfrt_module *module = nullptr;
  mcfrt_plan *parsed = nullptr;
  ASSERT_EQ(mcfrt_device_open(0, &device), MCFRT_OK) << mcfrt_last_error();
  ASSERT_EQ(mcfrt_module_load(device, ".version", 8, &module), MCFRT_OK);
  ASSERT_EQ(mcfrt_plan_parse(planText, std::strlen(planText), &parsed), MCFRT_OK);
  mcfrt_launch_info info;
  ASSERT_EQ(mcfrt_plan_get_launch(parsed, 0, &info), MCFRT_OK);
  EXPECT_EQ(info.grid[0], 0u);
  mcfrt_operand_info operand;
  ASSERT_EQ(mcfrt_plan_get_operand(parsed, 0, 1, &operand), MCFRT_OK);
  EXPECT_EQ(operand.bytes, 0u);
  EXPECT_EQ(operand.shape[0], MCFRT_DYNAMIC);
  EXPECT_EQ(operand.shape[1], 72);
  EXPECT_EQ(operand.strides[0], MCFRT_DYNAMIC);
  ASSERT_EQ(mcfrt_plan_get_operand(parsed, 0, 0, &operand), MCFRT_OK);
  EXPECT_EQ(operand.strides, nullptr);

  mcfrt_pointer memory[3];
  for (mcfrt_pointer &pointer : memory)
    ASSERT_EQ(mcfrt_memory_alloc(device, 64, &pointer), MCFRT_OK);
  const int64_t outShape[] = {100, 7}, inShape[] = {100, 72}, inStrides[] = {80, 1},
                lastShape[] = {4, 3}, lastStrides[] = {6, 2};
  mcfrt_tensor tensors[] = {{memory[0], 2, outShape, nullptr, "f32", nullptr},
                            {memory[1], 2, inShape, inStrides, nullptr, nullptr},
                            {0, 0, nullptr, nullptr, nullptr, &scalar},
                            {memory[2], 2, lastShape, lastStrides, nullptr, nullptr}};
  ASSERT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, tensors, 4, nullptr), MCFRT_OK)
      << mcfrt_last_error();
  unsigned seen[7];
  ASSERT_EQ(mcfrt_copy_to_host(device, seen, memory[0], sizeof(seen)), MCFRT_OK);
  const unsigned expected[7] = {28, 1, 1, 128, 1, 1, 16};
  EXPECT_EQ(std::memcmp(seen, expected, sizeof(seen)), 0);

  // An empty grid launches nothing, so the driver cannot fail.
  setenv("FAKE_CUDA_LAUNCH", "700", 1);
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, tensors, 4, nullptr), MCFRT_LAUNCH_FAILED);
  const int64_t emptyOut[] = {0, 7}, emptyIn[] = {0, 72};
  tensors[0].shape = emptyOut;
  tensors[1].shape = emptyIn;
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, tensors, 4, nullptr), MCFRT_OK)
      << mcfrt_last_error();
  unsetenv("FAKE_CUDA_LAUNCH");

  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, tensors, 3, nullptr),
            MCFRT_INVALID_ARGUMENT);
  EXPECT_STREQ(mcfrt_last_error(), "kernel 'kernel': expected 4 operands, but got 3");
  tensors[0].shape = nullptr;
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, tensors, 4, nullptr),
            MCFRT_INVALID_ARGUMENT);
  EXPECT_STREQ(mcfrt_last_error(), "operand 0: the shape is null");
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, module, nullptr, 4, nullptr),
            MCFRT_INVALID_ARGUMENT);
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 0, nullptr, tensors, 4, nullptr),
            MCFRT_INVALID_ARGUMENT);
  EXPECT_EQ(mcfrt_plan_launch_tensors(parsed, 1, module, tensors, 4, nullptr),
            MCFRT_INVALID_ARGUMENT);
  const void *parameters[4] = {};
  EXPECT_EQ(mcfrt_plan_launch(parsed, 0, module, parameters, 4, nullptr), MCFRT_INVALID_ARGUMENT);
  EXPECT_STREQ(mcfrt_last_error(), "kernel 'kernel' is given sizes or strides at launch: use "
                                   "mcfrt_plan_launch_tensors");
  for (mcfrt_pointer pointer : memory)
    mcfrt_memory_free(device, pointer);
  mcfrt_plan_destroy(parsed);
  mcfrt_module_unload(module);
  mcfrt_device_close(device);
  unsetenv("MCF_CUDA_DRIVER");
}

} // namespace
