//===- PrecisionTest.cpp - what is computed in which precision, and where ---===//
#include "MCFuser/InitAll.h"
#include "MCFuser/Pipelines/Stages.h"
#include "MCFuser/Reference/Reference.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mcf;

namespace {
struct PrecisionTest : testing::Test {
  PrecisionTest() : context(makeRegistry()) {}
  static DialectRegistry makeRegistry() {
    static bool registered = [] {
      mcf::registerAllPasses();
      return true;
    }();
    (void)registered;
    DialectRegistry registry;
    mcf::registerAllDialects(registry);
    return registry;
  }

  /// Attention with operands of f16, scores in f32 that are scaled after the sum, sizes that divide
  /// nothing.
  std::string attention() {
    return R"(
      func.func @f(%q: tensor<21x37xf16>, %k: tensor<45x37xf16>, %v: tensor<45x19xf16>) -> tensor<21x19xf32> {
        %z = arith.constant 0.0 : f32
        %scale = arith.constant dense<0.16439899> : tensor<21x45xf32>
        %e = tensor.empty() : tensor<21x45xf32>
        %s0 = linalg.fill ins(%z : f32) outs(%e : tensor<21x45xf32>) -> tensor<21x45xf32>
        %s = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                            affine_map<(m, n, k) -> (m, n)>]
            ins(%q, %k : tensor<21x37xf16>, tensor<45x37xf16>) outs(%s0 : tensor<21x45xf32>) -> tensor<21x45xf32>
        %scaled = arith.mulf %s, %scale : tensor<21x45xf32>
        %p = linalg.softmax dimension(1) ins(%scaled : tensor<21x45xf32>) outs(%e : tensor<21x45xf32>)
            -> tensor<21x45xf32>
        %p16 = arith.truncf %p : tensor<21x45xf32> to tensor<21x45xf16>
        %e2 = tensor.empty() : tensor<21x19xf32>
        %o0 = linalg.fill ins(%z : f32) outs(%e2 : tensor<21x19xf32>) -> tensor<21x19xf32>
        %o = linalg.matmul ins(%p16, %v : tensor<21x45xf16>, tensor<45x19xf16>) outs(%o0 : tensor<21x19xf32>)
            -> tensor<21x19xf32>
        return %o : tensor<21x19xf32>
      })";
  }

  /// The fused program with these tiles, on the CPU.
  std::unique_ptr<CPUFusedRunner> fuse(ModuleOp module, StringRef tiling) {
    OwningOpRef<ModuleOp> fused = module.clone();
    PassManager pm(&context);
    StageOptions options;
    options.tiling = tiling.str();
    std::string error;
    EXPECT_TRUE(succeeded(buildStages(pm, Stage::Input, Stage::TileProgram, options, error)));
    ScopedDiagnosticHandler noRemarks(&context, [](Diagnostic &diagnostic) {
      return success(diagnostic.getSeverity() == DiagnosticSeverity::Remark);
    });
    EXPECT_TRUE(succeeded(pm.run(*fused)));
    auto runner = CPUFusedRunner::create(*fused);
    EXPECT_TRUE(succeeded(runner));
    return std::move(*runner);
  }

  MLIRContext context;
};

// Tiles that the sizes do not fill, and one that is larger than all of them.
constexpr const char *tilings[] = {"mh|nk{m=16,n=16,k=16,h=16}", "m|n(k,h){m=16,n=32,k=16,h=16}",
                                   "mh|nk{m=64,n=64,k=64,h=64}", "mh|nk{m=5,n=7,k=4,h=3}"};

TEST_F(PrecisionTest, LargeScoresStayFinite) {
  auto module = parseSourceString<ModuleOp>(attention(), &context);
  auto reference = Reference::create(*module);
  ASSERT_TRUE(succeeded(reference));
  for (const char *tiling : tilings) {
    auto runner = fuse(*module, tiling);
    InputOptions options;
    // Scores around 400^2 sqrt(37) = 1e6, far above 65504.
    options.scale = 400;
    auto report = (*reference)->compare("f", *runner, options);
    ASSERT_TRUE(succeeded(report));
    EXPECT_TRUE(report->isRight()) << tiling << ": " << report->toLine();
    EXPECT_EQ(report->results[0].numNonFinite, 0) << tiling;
  }
}

TEST_F(PrecisionTest, NaNStaysInItsRow) {
  auto module = parseSourceString<ModuleOp>(attention(), &context);
  auto type =
      cast<FunctionType>(cast<FunctionOpInterface>(*module->getBody()->begin()).getFunctionType());
  auto inputs = makeInputs(type, {}, module->getLoc());
  ASSERT_TRUE(succeeded(inputs));
  // The last row of Q, next to the tail of the last tile.
  constexpr int64_t row = 20, columns = 19;
  (*inputs)[0].set(row * 37 + 5, std::nan(""));
  for (const char *tiling : tilings) {
    auto runner = fuse(*module, tiling);
    std::vector<HostArray> outputs;
    outputs.emplace_back(type.getResult(0));
    outputs[0].poison();
    ASSERT_TRUE(succeeded(runner->run("f", *inputs, outputs)));
    for (int64_t i = 0; i < outputs[0].getNumElements(); ++i)
      ASSERT_EQ(std::isnan(outputs[0].get(i)), i / columns == row) << tiling << " at " << i;
  }
}

TEST_F(PrecisionTest, NothingBehindAnArrayIsRead) {
  // The arrays of the CPU are followed by bytes that are NaN (HostArray); V of zeros makes 0 times
  // NaN of every read behind it.
  auto module = parseSourceString<ModuleOp>(attention(), &context);
  auto type =
      cast<FunctionType>(cast<FunctionOpInterface>(*module->getBody()->begin()).getFunctionType());
  auto inputs = makeInputs(type, {}, module->getLoc());
  ASSERT_TRUE(succeeded(inputs));
  for (HostArray &input : *inputs) {
    uint16_t behind;
    std::memcpy(&behind, static_cast<const char *>(input.getData()) + input.getByteSize(), 2);
    ASSERT_EQ(behind, 0xFFFF);
  }
  (*inputs)[2].fill(0);
  for (const char *tiling : tilings) {
    auto runner = fuse(*module, tiling);
    std::vector<HostArray> outputs;
    outputs.emplace_back(type.getResult(0));
    outputs[0].poison();
    ASSERT_TRUE(succeeded(runner->run("f", *inputs, outputs)));
    for (int64_t i = 0; i < outputs[0].getNumElements(); ++i)
      ASSERT_EQ(outputs[0].get(i), 0) << tiling << " at " << i;
  }
}

TEST_F(PrecisionTest, AWriteBehindAResultIsSeen) {
  HostArray array(Float32Type::get(&context), {3});
  EXPECT_TRUE(array.isGuardIntact());
  static_cast<char *>(array.getData())[array.getByteSize()] = 0;
  EXPECT_FALSE(array.isGuardIntact());
}

TEST_F(PrecisionTest, TF32IsRightOnlyWhereItIsAllowed) {
  auto module = parseSourceString<ModuleOp>(R"(
      func.func @f(%a: tensor<9x40xf32>, %b: tensor<40x7xf32>) -> tensor<9x7xf32> {
        %z = arith.constant 0.0 : f32
        %e = tensor.empty() : tensor<9x7xf32>
        %c0 = linalg.fill ins(%z : f32) outs(%e : tensor<9x7xf32>) -> tensor<9x7xf32>
        %c = linalg.matmul ins(%a, %b : tensor<9x40xf32>, tensor<40x7xf32>) outs(%c0 : tensor<9x7xf32>)
            -> tensor<9x7xf32>
        return %c : tensor<9x7xf32>
      })",
                                            &context);
  auto runner = CPUFusedRunner::create(*module);
  ASSERT_TRUE(succeeded(runner));
  // The operands with `bits` of mantissa.
  auto makeRounding = [&](int bits) {
    return CallbackFusedRunner([&, bits](StringRef f, ArrayRef<HostArray> in,
                                         MutableArrayRef<HostArray> out) {
      std::vector<HostArray> rounded(in);
      for (HostArray &array : rounded)
        for (int64_t i = 0; i < array.getNumElements(); ++i) {
          int exponent;
          double fraction = std::frexp(array.get(i), &exponent);
          array.set(i, std::ldexp(std::round(std::ldexp(fraction, bits + 1)), exponent - bits - 1));
        }
      return (*runner)->run(f, rounded, out);
    });
  };
  CallbackFusedRunner tf32 = makeRounding(10), bf16 = makeRounding(7);
  auto strict = Reference::create(*module), lenient = Reference::create(*module);
  ASSERT_TRUE(succeeded(strict) && succeeded(lenient));
  (*lenient)->allowTF32();
  auto isRight = [](Reference &reference, FusedRunner &fused) {
    auto report = reference.compare("f", fused);
    EXPECT_TRUE(succeeded(report));
    return report->isRight();
  };
  EXPECT_FALSE(isRight(**strict, tf32));
  EXPECT_TRUE(isRight(**lenient, tf32));
  EXPECT_FALSE(isRight(**lenient, bf16));
}
} // namespace
