//===- RoundingsTest.cpp - roundings that fall the other way, and faults ---===//
#include "MCFuser/InitAll.h"
#include "MCFuser/Reference/Passes.h"
#include "MCFuser/Reference/Reference.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace mcf;

namespace {
/// Which roundings the program that is judged has fall the other way, in the order in which they
/// run.
int64_t numSeen = 0;
std::set<int64_t> turned;

double turnSome(double before, double after, int64_t digits, int64_t minExponent) {
  if (!turned.count(numSeen++) || before == after)
    return after;
  int exponent = std::max<int>(std::ilogb(after), minExponent);
  return after + std::copysign(std::ldexp(1, int(exponent - digits + 1)), before - after);
}

struct RoundingsTest : testing::Test {
  RoundingsTest() : context(makeRegistry()) {}
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    mcf::registerAllDialects(registry);
    return registry;
  }

  void load(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    auto created = Reference::create(*module);
    ASSERT_TRUE(succeeded(created));
    reference = std::move(*created);
    observed = promote("turn_some", true);
    unrounded = promote("", false);
    ASSERT_TRUE(observed && unrounded);
  }
  std::unique_ptr<cpu::Executor> promote(StringRef observer, bool round) {
    OwningOpRef<ModuleOp> copy = module->clone();
    PassManager pm(&context);
    PromoteToF64PassOptions options;
    options.observer = observer.str();
    options.round = round;
    pm.addPass(createPromoteToF64Pass(options));
    cpu::ExecutorOptions executorOptions;
    executorOptions.symbols = {{"turn_some", reinterpret_cast<void *>(&turnSome)}};
    if (failed(pm.run(*copy)))
      return nullptr;
    auto executor = cpu::Executor::create(*copy, executorOptions);
    return succeeded(executor) ? std::move(*executor) : nullptr;
  }

  using Change = std::function<void(std::vector<HostArray> &)>;
  /// Judges the exact program with these roundings turned, or without any, and its inputs or
  /// results changed.
  ComparisonReport judge(std::set<int64_t> which, bool round = true, const Change &spoil = {},
                         const Change &spoilOut = {}) {
    turned = std::move(which);
    CallbackFusedRunner runner(
        [&](StringRef function, ArrayRef<HostArray> inputs, MutableArrayRef<HostArray> outputs) {
          std::vector<HostArray> wide, out;
          for (const HostArray &input : inputs)
            wide.push_back(input.castTo(Float64Type::get(&context)));
          for (const HostArray &output : outputs)
            out.push_back(output.castTo(Float64Type::get(&context)));
          if (spoil)
            spoil(wide);
          numSeen = 0;
          if (failed((round ? observed : unrounded)->run(function, wide, out)))
            return failure();
          if (spoilOut)
            spoilOut(out);
          for (auto [output, value] : llvm::zip_equal(outputs, out))
            output = value.castTo(output.getElementType());
          return success();
        });
    auto report = (*reference).compare("f", runner);
    EXPECT_TRUE(succeeded(report));
    return *report;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<Reference> reference;
  std::unique_ptr<cpu::Executor> observed, unrounded;
};

/// Of 131 x 32 values that are rounded, a mask leaves 20 rows of 9 that are not 0.
const char *masked = R"(
  func.func @f(%a: tensor<131x2xf32>, %b: tensor<2x32xf32>, %d: tensor<32x2xf16>) -> tensor<131x2xf32> {
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<131x32xf32>
    %c0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<131x32xf32>) -> tensor<131x32xf32>
    %c = linalg.matmul ins(%a, %b : tensor<131x2xf32>, tensor<2x32xf32>) outs(%c0 : tensor<131x32xf32>) -> tensor<131x32xf32>
    %e1 = tensor.empty() : tensor<131x32xf16>
    %p = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%c : tensor<131x32xf32>) outs(%e1 : tensor<131x32xf16>) {
    ^bb0(%x: f32, %out: f16):
      %nine = arith.constant 9 : index
      %twenty = arith.constant 20 : index
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %in = arith.cmpi slt, %i, %twenty : index
      %jn = arith.cmpi slt, %j, %nine : index
      %both = arith.andi %in, %jn : i1
      %kept = arith.select %both, %x, %zero : f32
      %h = arith.truncf %kept : f32 to f16
      linalg.yield %h : f16
    } -> tensor<131x32xf16>
    %e2 = tensor.empty() : tensor<131x2xf32>
    %r0 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<131x2xf32>) -> tensor<131x2xf32>
    %r = linalg.matmul ins(%p, %d : tensor<131x32xf16>, tensor<32x2xf16>) outs(%r0 : tensor<131x2xf32>) -> tensor<131x2xf32>
    return %r : tensor<131x2xf32>
  })";

TEST_F(RoundingsTest, CountsTheRoundingsThatAMaskLeaves) {
  load(masked);
  EXPECT_TRUE(judge({}).isRight());
  // One in each row that counts. As many of 4192 that all matter would move little.
  for (int64_t i = 0; i < 20; ++i) {
    ComparisonReport report = judge({i * 32 + i % 9});
    EXPECT_TRUE(report.isRight()) << i << report.toTable();
  }
  // Those of the mask do nothing.
  EXPECT_EQ(judge({20, 500, 700, 2000}).results[0].fusedError, judge({}).results[0].fusedError);
}

TEST_F(RoundingsTest, SeesFaultsThatAreSmallBesideTheRoundings) {
  load(masked);
  // No roundings at all, and all the other way.
  EXPECT_FALSE(judge({}, /*round=*/false).isRight());
  std::set<int64_t> all;
  for (int64_t i = 0; i < 131 * 32; ++i)
    all.insert(i);
  EXPECT_FALSE(judge(all).isRight());
  // The second operand without the last column that the mask leaves.
  EXPECT_FALSE(judge({}, true, [](std::vector<HostArray> &in) {
                 in[2].set(16, 0);
                 in[2].set(17, 0);
               }).isRight());
}

/// Rounds, and divides by the largest of each column.
const char *divided = R"(
  func.func @f(%a: tensor<64x7xf16>, %b: tensor<7x5xf16>, %d: tensor<5x8xf32>) -> tensor<64x5xf32> {
    %zero = arith.constant 0.0 : f32
    %e0 = tensor.empty() : tensor<64x5xf32>
    %c0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64x5xf32>) -> tensor<64x5xf32>
    %c = linalg.matmul ins(%a, %b : tensor<64x7xf16>, tensor<7x5xf16>) outs(%c0 : tensor<64x5xf32>) -> tensor<64x5xf32>
    %h = arith.truncf %c : tensor<64x5xf32> to tensor<64x5xf16>
    %w = arith.extf %h : tensor<64x5xf16> to tensor<64x5xf32>
    %low = arith.constant 0xFF800000 : f32
    %e1 = tensor.empty() : tensor<5xf32>
    %m0 = linalg.fill ins(%low : f32) outs(%e1 : tensor<5xf32>) -> tensor<5xf32>
    %m = linalg.reduce { arith.maximumf } ins(%w : tensor<64x5xf32>) outs(%m0 : tensor<5xf32>) dimensions = [0]
    %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%c, %m : tensor<64x5xf32>, tensor<5xf32>) outs(%e0 : tensor<64x5xf32>) {
    ^bb0(%x: f32, %y: f32, %out: f32):
      %q = arith.divf %x, %y : f32
      linalg.yield %q : f32
    } -> tensor<64x5xf32>
    return %r : tensor<64x5xf32>
  })";

TEST_F(RoundingsTest, KnowsThatARoundedMaximumMovesItsColumn) {
  load(divided);
  // Of 320 roundings five can change anything: those of the largest of each column.
  std::set<int64_t> largest;
  for (int64_t i = 0; i < 320; ++i)
    if (judge({i}).results[0].fusedError > judge({}).results[0].fusedError)
      largest.insert(i);
  ASSERT_EQ(largest.size(), 5u);
  for (int64_t i : largest)
    EXPECT_TRUE(judge({i}).isRight()) << i << "\n" << judge({i}).toTable();
  // A quarter of a column in the scale of another maximum, as if it were not rescaled.
  EXPECT_FALSE(judge({}, true, {}, [](std::vector<HostArray> &out) {
                 for (int64_t i = 0; i < 16; ++i)
                   out[0].set(i * 5, out[0].get(i * 5) * 1.01);
               }).isRight());
  // Rows that were not added up: they keep the value of another.
  EXPECT_FALSE(judge({}, true, [](std::vector<HostArray> &in) {
                 for (int64_t i = 0; i < 7; ++i)
                   in[0].set(i, in[0].get(7 + i));
               }).isRight());
}
} // namespace
