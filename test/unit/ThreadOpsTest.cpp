//===- ThreadOpsTest.cpp - predicted and true length of a thread's program -===//
#include "MCFuser/Dialect/MCFG/IR/ThreadOps.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Pipelines/Stages.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;

namespace {
class ThreadOpsTest : public testing::Test {
protected:
  ThreadOpsTest() {
    static bool once = (mcf::registerAllPasses(), true);
    (void)once;
    DialectRegistry registry;
    mcf::registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// `E = f(A B) D` for 100 x 90 x 72 x 40; `body` makes %P of %C.
  std::string getChain(StringRef type, StringRef sumType, StringRef body) {
    return llvm::formatv(
        R"(func.func @f(%a: tensor<100x72x{0}>, %b: tensor<72x90x{0}>, %d: tensor<90x40x{0}>)
               -> tensor<100x40x{1}> {{
             %r = mcf.chain <m = 100, n = 90, k = 72, h = 40>
                 ins(%a, %b, %d : tensor<100x72x{0}>, tensor<72x90x{0}>, tensor<90x40x{0}>)
                 -> (tensor<100x40x{1}>) {{
             ^bb0(%A: !mcf.named<[m, k], {0}>, %B: !mcf.named<[k, n], {0}>, %D: !mcf.named<[n, h], {0}>):
               %C = mcf.contract %A, %B : !mcf.named<[m, k], {0}>, !mcf.named<[k, n], {0}> -> !mcf.named<[m, n], {1}>
               {2}
               %E = mcf.contract %P, %D : !mcf.named<[m, n], {0}>, !mcf.named<[n, h], {0}> -> !mcf.named<[m, h], {1}>
               mcf.yield %E : !mcf.named<[m, h], {1}>
             }
             return %r : tensor<100x40x{1}>
           })",
        type, sumType, body);
  }

  static LogicalResult run(ModuleOp module, function_ref<LogicalResult(OpPassManager &)> add) {
    PassManager pm(module.getContext(), ModuleOp::getOperationName(),
                   OpPassManager::Nesting::Implicit);
    return failed(add(pm)) ? failure() : pm.run(module);
  }

  static LogicalResult runStages(ModuleOp module, Stage from, Stage to, StringRef tiling) {
    return run(module, [&](OpPassManager &pm) {
      StageOptions options;
      options.tiling = tiling.str();
      std::string error;
      return buildStages(pm, from, to, options, error);
    });
  }

  /// The estimate and what is there once vectors are distributed.
  void compare(StringRef text, StringRef tiling, StringRef deviceName) {
    SCOPED_TRACE((deviceName + " " + tiling).str());
    hw::DeviceSpec device = cantFail(hw::lookupDevice(deviceName));
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    ASSERT_TRUE(succeeded(runStages(*module, Stage::Chain, Stage::Schedule, tiling)));
    int64_t estimated = 0;
    module->walk([&](ScheduleOp schedule) {
      FailureOr<cost::ScheduleForm> form = cost::ScheduleForm::get(schedule);
      ASSERT_TRUE(succeeded(form));
      cost::ResourceEstimate estimate =
          cost::estimateResources(*form, form->tiles, device, form->mapping);
      estimated = estimate.threadOps;
    });
    ASSERT_TRUE(succeeded(runStages(*module, Stage::Schedule, Stage::BlockVectors, tiling)));
    std::string warpgroups = device.hasWarpgroupMma() ? "true" : "false";
    ASSERT_TRUE(succeeded(run(*module, [&](OpPassManager &pm) {
      return parsePassPipeline(
          "mcf-outline-kernels,gpu.module(mcf-place-tiles{warpgroups=" + warpgroups +
              "},gpu.func(mcf-schedule-copies{bulk-copies=" + warpgroups +
              "},mcf-assign-layouts,mcf-distribute-vectors))",
          pm);
    })));
    int64_t actual = 0;
    module->walk([&](gpu::GPUFuncOp func) {
      func.walk([&](Operation *op) { actual += !isa<arith::ConstantOp>(op); });
    });
    double factor = double(estimated) / double(actual);
    EXPECT_LE(factor, mcfg::kThreadOpsFactor) << estimated << " instead of " << actual;
    EXPECT_GE(factor, 1 / mcfg::kThreadOpsFactor) << estimated << " instead of " << actual;
  }

  MLIRContext context;
};
} // namespace

/// Some ops, of which the last gives an %x of this type.
static std::string getMap(StringRef type, StringRef last) {
  return llvm::formatv(R"(
    %P = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], {0}> {{
    ^bb0(%c: f32):
      %half = arith.constant 0.5 : f32
      %t = math.tanh %c : f32
      %u = arith.mulf %t, %half : f32
      %v = arith.addf %u, %half : f32
      %w = arith.mulf %c, %v : f32
      {1}
      mcf.yield %x : {0}
    })",
                       type, last);
}

TEST_F(ThreadOpsTest, TensorCores) {
  std::string body = getMap("f16", "%x = arith.truncf %w : f32 to f16");
  for (StringRef device : {"A100", "H200"})
    for (StringRef tiling :
         {"mh|nk{m=64,n=64,k=16,h=16}[warps=4]", "mh|nk{m=16,n=16,k=16,h=16}[warps=1]",
          "m|n(k,h){m=64,n=96,k=80,h=48}[warps=4]", "m|nkh{m=16,n=96,k=80,h=16}[warps=2]",
          "m|hkn{m=64,n=32,k=32,h=48}[warps=4]", "m|n(k,h){m=64,n=64,k=64,h=64}[warps=8]",
          "mh|nk{m=1,n=32,k=32,h=16}[warps=1]", "m|knh{m=32,n=16,k=16,h=16}[warps=2]"})
      compare(getChain("f16", "f32", body), tiling, device);
}

TEST_F(ThreadOpsTest, MultiplyAdds) {
  std::string body = getMap("f32", "%x = arith.addf %w, %half : f32");
  for (StringRef tiling :
       {"mh|nk{m=64,n=64,k=16,h=16}[warps=4]", "mh|nk{m=16,n=16,k=16,h=16}[warps=1]",
        "m|n(k,h){m=64,n=96,k=80,h=48}[warps=4]", "m|nkh{m=16,n=96,k=80,h=16}[warps=2]",
        "m|hkn{m=64,n=32,k=32,h=48}[warps=4]", "mh|nk{m=1,n=32,k=32,h=16}[warps=1]",
        "m|knh{m=32,n=16,k=16,h=16}[warps=2]"})
    compare(getChain("f32", "f32", body), tiling, "A100");
}

TEST_F(ThreadOpsTest, Softmax) {
  std::string body = R"(
    %r = mcf.reduce <maximumf> %C : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %e = mcf.map ins(%C, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%c: f32, %t: f32):
      %u = arith.subf %c, %t : f32
      %v = math.exp %u : f32
      mcf.yield %v : f32
    }
    %l = mcf.reduce <add> %e : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%e, %l : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%c: f32, %t: f32):
      %u = arith.divf %c, %t : f32
      %v = arith.truncf %u : f32 to f16
      mcf.yield %v : f16
    })";
  for (StringRef device : {"A100", "H200"})
    for (StringRef tiling :
         {"mh|nk{m=64,n=64,k=16,h=16}[warps=4]", "mh|nk{m=16,n=32,k=80,h=48}[warps=2]",
          "m|n(k,h){m=64,n=32,k=80,h=48}[warps=4]", "m|nkh{m=16,n=96,k=80,h=16}[warps=2]",
          "mh|kn{m=32,n=32,k=16,h=48}[warps=2]"})
      compare(getChain("f16", "f32", body), tiling, device);
}
