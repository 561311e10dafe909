//===- StridesGPUTest.cpp - strides given at launch, on a GPU -------------===//
#include "GPUTest.h"
#include "MCFuser/Driver/GPURunner.h"
#include "MCFuser/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;

namespace {

// A chain on tensors, and the same on arrays of the caller: rows at distances that are given at
// launch, every second column, and a size that is given at launch.
const char *chainText = R"(
  %zero = arith.constant 0.0 : f16
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x40xf16>
  %e0 = tensor.empty(%m) : tensor<?x70xf16>
  %z0 = linalg.fill ins(%zero : f16) outs(%e0 : tensor<?x70xf16>) -> tensor<?x70xf16>
  %c = linalg.matmul ins(%a, %b : tensor<?x40xf16>, tensor<40x70xf16>) outs(%z0 : tensor<?x70xf16>) -> tensor<?x70xf16>
  %e1 = tensor.empty(%m) : tensor<?x24xf16>
  %z1 = linalg.fill ins(%zero : f16) outs(%e1 : tensor<?x24xf16>) -> tensor<?x24xf16>
  %r = linalg.matmul ins(%c, %d : tensor<?x70xf16>, tensor<70x24xf16>) outs(%z1 : tensor<?x24xf16>) -> tensor<?x24xf16>
)";

std::string getTensorText() {
  return std::string("func.func @f(%a: tensor<?x40xf16>, %b: tensor<40x70xf16>, %d: "
                     "tensor<70x24xf16>) -> tensor<?x24xf16> {") +
         chainText + "  return %r : tensor<?x24xf16>\n}\n";
}

std::string getBufferText() {
  return std::string(R"(
func.func @f(%pa: memref<?x40xf16, strided<[?, 1], offset: ?>>, %pb: memref<40x70xf16, strided<[150, 2]>>,
             %pd: memref<70x24xf16, strided<[?, ?], offset: ?>>, %out: memref<?x24xf16, strided<[?, 1]>>) {
  %a = bufferization.to_tensor %pa restrict : memref<?x40xf16, strided<[?, 1], offset: ?>> to tensor<?x40xf16>
  %b = bufferization.to_tensor %pb restrict : memref<40x70xf16, strided<[150, 2]>> to tensor<40x70xf16>
  %d = bufferization.to_tensor %pd restrict : memref<70x24xf16, strided<[?, ?], offset: ?>> to tensor<70x24xf16>
)") + chainText +
         R"(  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<?x24xf16>, memref<?x24xf16, strided<[?, 1]>>) -> ()
  return
}
)";
}

class StridesGPUTest : public ::testing::Test {
protected:
  StridesGPUTest() {
    registerAllDialects(registry);
    registerAllPasses();
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    handler = std::make_unique<ScopedDiagnosticHandler>(context.get(), [this](Diagnostic &d) {
      messages += d.str() + "\n";
      return success();
    });
    options.stages.tiling = "mhnk{m=64,h=32,n=32,k=16}";
  }

  FailureOr<CompiledKernels> compile(Compiler &compiler) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(getBufferText(), context.get());
    if (!module || failed(compiler.run(*module, Stage::Input, Stage::NVVM)))
      return failure();
    return compiler.emitPTX(*module);
  }

  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  std::unique_ptr<ScopedDiagnosticHandler> handler;
  std::string messages;
  CompilerOptions options = CompilerOptions::forDevice(llvm::cantFail(hw::lookupDevice("H200")));
};

TEST_F(StridesGPUTest, OneKernelTakesAnyRows) {
  Compiler compiler(options);
  FailureOr<CompiledKernels> kernels = compile(compiler);
  ASSERT_TRUE(succeeded(kernels)) << messages;
  const runtime::KernelPlan &plan = kernels->plan.kernels[0];
  constexpr int64_t given = runtime::OperandPlan::dynamic;
  EXPECT_EQ(plan.operands[0].strides, (std::vector<int64_t>{given, 1}));
  EXPECT_EQ(plan.operands[1].strides, (std::vector<int64_t>{150, 2}));
  EXPECT_EQ(plan.operands[2].strides, (std::vector<int64_t>{given, given}));
  EXPECT_EQ(plan.operands[3].strides, (std::vector<int64_t>{given, 1}));

  mcfrt_device *device = openGPU();
  if (!device)
    return;
  mcfrt_device_close(device);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(getTensorText(), context.get());
  auto reference = Reference::create(*module);
  ASSERT_TRUE(succeeded(reference)) << messages;
  OwningOpRef<ModuleOp> fused = module->clone();
  ASSERT_TRUE(succeeded(compiler.run(*fused, Stage::Input, Stage::TileProgram))) << messages;
  // Rows beside each other, rows that all start at multiples of 16 bytes, and rows that do not.
  for (int64_t padding : {0, 8, 3}) {
    GPURunOptions runOptions;
    runOptions.rowPadding = padding;
    auto runner = GPUFusedRunner::create(*fused, *kernels, runOptions);
    ASSERT_TRUE(succeeded(runner)) << messages;
    for (int64_t size : {100, 64, 1, 0}) {
      Type f16 = Float16Type::get(context.get());
      std::vector<HostArray> inputs;
      for (const SmallVector<int64_t> &shape :
           {SmallVector<int64_t>{size, 40}, SmallVector<int64_t>{40, 70},
            SmallVector<int64_t>{70, 24}}) {
        HostArray &input = inputs.emplace_back(f16, shape);
        for (int64_t i = 0; i < input.getNumElements(); ++i)
          input.set(i, double((i * 7 + int64_t(inputs.size())) % 13 - 6) / 8);
      }
      FailureOr<ComparisonReport> report = (*reference)->compare("f", **runner, inputs);
      ASSERT_TRUE(succeeded(report)) << messages;
      EXPECT_TRUE(report->isRight()) << padding << " " << size << "\n" << report->toTable();
    }
  }
}

} // namespace
