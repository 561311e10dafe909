//===- GPURunnerTest.cpp - fused programs around kernels, on a fake driver -===//
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace mcf;

namespace {

// The host adds one to what the kernel copies; the scalar goes by value.
const char *moduleText = R"(
func.func @f(%a: tensor<4xf32>, %s: f32) -> tensor<4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %copy = call @copy(%a, %empty) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %sum = arith.addf %copy, %one : tensor<4xf32>
  return %sum : tensor<4xf32>
}
func.func private @copy(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32>
    attributes {mcf.tile_program} {
  return %out : tensor<4xf32>
}
)";

class GPURunnerTest : public ::testing::Test {
protected:
  GPURunnerTest() {
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    handler = std::make_unique<ScopedDiagnosticHandler>(context.get(), [this](Diagnostic &d) {
      messages += d.str() + "\n";
      return success();
    });
    module = parseSourceString<ModuleOp>(moduleText, context.get());
    kernels.ptx = ".version 8.0";
    kernels.plan.kernels.push_back(
        {"copy",
         {1, 1, 1},
         {32, 1, 1},
         0,
         {{"f32", {4}, runtime::Access::Read}, {"f32", {4}, runtime::Access::Write}}});
    setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
  }
  ~GPURunnerTest() override {
    for (const char *name : {"MCF_CUDA_DRIVER", "FAKE_CUDA_COPY_BYTES", "FAKE_CUDA_LAUNCH"})
      unsetenv(name);
  }

  /// Runs @f on 1, 2, 3, 4 and gives its result, or nothing.
  std::vector<double> run(unsigned repeat = 0) {
    GPURunOptions options;
    options.repeat = repeat;
    auto runner = GPUFusedRunner::create(*module, kernels, options);
    if (failed(runner))
      return {};
    Type f32 = Float32Type::get(context.get());
    std::vector<HostArray> inputs, outputs;
    inputs.emplace_back(f32, ArrayRef<int64_t>{4});
    inputs.emplace_back(f32);
    outputs.emplace_back(f32, ArrayRef<int64_t>{4});
    for (int i = 0; i < 4; ++i)
      inputs[0].set(i, i + 1);
    if (failed((*runner)->run("f", inputs, outputs)))
      return {};
    measurements = (*runner)->getMeasurements().vec();
    std::vector<double> result;
    for (int i = 0; i < 4; ++i)
      result.push_back(outputs[0].get(i));
    return result;
  }

  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
  std::string messages;
  OwningOpRef<ModuleOp> module;
  CompiledKernels kernels;
  std::vector<KernelMeasurement> measurements;
};

TEST_F(GPURunnerTest, RunsTheHostProgramAroundTheKernel) {
  ASSERT_TRUE(module);
  EXPECT_EQ(run(/*repeat=*/3), (std::vector<double>{2, 3, 4, 5})) << messages;
  ASSERT_EQ(measurements.size(), 1u);
  EXPECT_EQ(measurements[0].name, "copy");
  EXPECT_EQ(measurements[0].medianNs, 1.5e6);
}

TEST_F(GPURunnerTest, SeesWritesBeyondAnOperand) {
  setenv("FAKE_CUDA_COPY_BYTES", "20", 1);
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "kernel 'copy' wrote beyond operand 1\n");
}

TEST_F(GPURunnerTest, SeesWhatTheKernelDidNotWrite) {
  setenv("FAKE_CUDA_COPY_BYTES", "8", 1);
  std::vector<double> result = run();
  ASSERT_EQ(result.size(), 4u);
  EXPECT_EQ(result[1], 3);
  EXPECT_TRUE(std::isnan(result[2]));
}

TEST_F(GPURunnerTest, LaysOperandsOutAsThePlanSays) {
  // The kernel copies 4 elements that follow each other: of the input one, the gap and the next.
  kernels.plan.kernels[0].operands[0].strides = {3};
  std::vector<double> result = run();
  ASSERT_EQ(result.size(), 4u) << messages;
  EXPECT_EQ(result[0], 2);
  EXPECT_TRUE(std::isnan(result[1]));
  EXPECT_TRUE(std::isnan(result[2]));
  EXPECT_EQ(result[3], 3);
  // Of the output only the first element, and nothing of the gap.
  kernels.plan.kernels[0].operands[0].strides = {};
  kernels.plan.kernels[0].operands[1].strides = {3};
  setenv("FAKE_CUDA_COPY_BYTES", "4", 1);
  result = run();
  ASSERT_EQ(result.size(), 4u) << messages;
  EXPECT_EQ(result[0], 2);
  EXPECT_TRUE(std::isnan(result[1]));
  setenv("FAKE_CUDA_COPY_BYTES", "5", 1);
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "kernel 'copy' wrote between the elements of operand 1\n");
}

TEST_F(GPURunnerTest, GivesSizesAtLaunch) {
  module = parseSourceString<ModuleOp>(R"(
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %empty = tensor.empty(%n) : tensor<?xf32>
  %copy = call @copy(%a, %empty) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %copy : tensor<?xf32>
}
func.func private @copy(%a: tensor<?xf32>, %out: tensor<?xf32>) -> tensor<?xf32>
    attributes {mcf.tile_program} {
  return %out : tensor<?xf32>
}
)",
                                       context.get());
  runtime::KernelPlan &kernel = kernels.plan.kernels[0];
  for (runtime::OperandPlan &operand : kernel.operands) {
    operand.shape = {runtime::OperandPlan::dynamic};
    operand.symbols = {"n"};
  }
  kernel.tripCounts = {{"n", 2}};
  using Kind = runtime::ParameterPlan::Kind;
  kernel.parameters = {{Kind::Pointer, 0}, {Kind::Pointer, 1}, {Kind::Size, 0, 0, "n"}};
  auto runner = GPUFusedRunner::create(*module, kernels);
  ASSERT_TRUE(succeeded(runner)) << messages;
  Type f32 = Float32Type::get(context.get());
  for (int64_t size : {4, 5, 0}) {
    std::vector<HostArray> inputs, outputs;
    inputs.emplace_back(f32, ArrayRef<int64_t>{size});
    outputs.emplace_back(f32, ArrayRef<int64_t>{size});
    inputs[0].fill(7);
    setenv("FAKE_CUDA_COPY_BYTES", std::to_string(4 * size).c_str(), 1);
    // Without elements nothing is launched, so nothing can fail.
    setenv("FAKE_CUDA_LAUNCH", size ? "0" : "700", 1);
    ASSERT_TRUE(succeeded((*runner)->run("f", inputs, outputs))) << messages;
    for (int64_t i = 0; i < size; ++i)
      EXPECT_EQ(outputs[0].get(i), 7);
  }
}

TEST_F(GPURunnerTest, TakesViewsAsTheyLieOnTheHost) {
  // The first columns of two of three rows: their strides are known as little as those of a dense
  // array with an unknown number of columns.
  module = parseSourceString<ModuleOp>(R"(
func.func @f(%a: tensor<3x?xf32>, %columns: tensor<?xf32>) -> tensor<2x?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %columns, %c0 : tensor<?xf32>
  %view = tensor.extract_slice %a[0, 0] [2, %n] [1, 1] : tensor<3x?xf32> to tensor<2x?xf32>
  %empty = tensor.empty(%n) : tensor<2x?xf32>
  %copy = call @copy(%view, %empty) : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %copy : tensor<2x?xf32>
}
func.func private @copy(%a: tensor<2x?xf32>, %out: tensor<2x?xf32>) -> tensor<2x?xf32>
    attributes {mcf.tile_program} {
  return %out : tensor<2x?xf32>
}
)",
                                       context.get());
  for (runtime::OperandPlan &operand : kernels.plan.kernels[0].operands) {
    operand.shape = {2, runtime::OperandPlan::dynamic};
    operand.symbols = {"", "n"};
  }
  using Kind = runtime::ParameterPlan::Kind;
  kernels.plan.kernels[0].parameters = {
      {Kind::Pointer, 0}, {Kind::Pointer, 1}, {Kind::Size, 0, 1, "n"}};
  auto runner = GPUFusedRunner::create(*module, kernels);
  ASSERT_TRUE(succeeded(runner)) << messages;
  Type f32 = Float32Type::get(context.get());
  std::vector<HostArray> inputs, outputs;
  inputs.emplace_back(f32, ArrayRef<int64_t>{3, 4});
  inputs.emplace_back(f32, ArrayRef<int64_t>{2});
  outputs.emplace_back(f32, ArrayRef<int64_t>{2, 2});
  for (int i = 0; i < 12; ++i)
    inputs[0].set(i, i);
  setenv("FAKE_CUDA_COPY_BYTES", "16", 1);
  ASSERT_TRUE(succeeded((*runner)->run("f", inputs, outputs))) << messages;
  const double expected[] = {0, 1, 4, 5};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(outputs[0].get(i), expected[i]);
}

TEST_F(GPURunnerTest, ReportsAFailedLaunch) {
  setenv("FAKE_CUDA_LAUNCH", "700", 1);
  EXPECT_TRUE(run().empty());
  EXPECT_NE(messages.find("cannot launch kernel 'copy'"), std::string::npos) << messages;
}

TEST_F(GPURunnerTest, ReportsNoDriver) {
  setenv("MCF_CUDA_DRIVER", "/nonexistent/libcuda.so.1", 1);
  EXPECT_TRUE(run().empty());
  EXPECT_NE(messages.find("cannot run on the GPU: no CUDA driver on this machine"),
            std::string::npos)
      << messages;
}

TEST_F(GPURunnerTest, RefusesAPlanThatDoesNotFit) {
  kernels.plan.kernels[0].operands[0].shape = {5};
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "expected operand 0 of the launch plan to be 'tensor<4xf32>', but the plan "
                      "has another one\n");
  messages.clear();
  kernels.plan.kernels[0].operands[0].shape = {4};
  std::swap(kernels.plan.kernels[0].operands[0].access, kernels.plan.kernels[0].operands[1].access);
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "expected operand 0 of the launch plan to be read\n");
  messages.clear();
  kernels.plan.kernels[0].name = "other";
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "tile program 'copy' has no kernel in the launch plan\n");
  messages.clear();
  kernels.plan.kernels[0].dynamicWorkgroupBytes = 300000;
  EXPECT_TRUE(run().empty());
  EXPECT_EQ(messages, "kernel 'other' needs 300000 bytes of workgroup memory, but a block of Fake "
                      "has 232448\n");
}

} // namespace
