//===- ResourceEstimateTest.cpp - resources by hand, and their bounds -----===//
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "MCFuser/Search/Random.h"
#include "MCFuser/Search/ScheduleForms.h"
#include "MCFuser/Search/TilingSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {
class ResourceEstimateTest : public testing::Test {
protected:
  ResourceEstimateTest() { context.loadDialect<MCFDialect, func::FuncDialect>(); }

  /// `C = A B`, `E = C D`, dims in the order m, n, k, h.
  ChainOp getGemmChain(int64_t m, int64_t n, int64_t k, int64_t h, StringRef type = "f16") {
    std::string text = llvm::formatv(
        R"(func.func @f(%a: tensor<{0}x{2}x{4}>, %b: tensor<{2}x{1}x{4}>, %d: tensor<{1}x{3}x{4}>)
               -> tensor<{0}x{3}x{4}> {{
             %r = mcf.chain <m = {0}, n = {1}, k = {2}, h = {3}>
                 ins(%a, %b, %d : tensor<{0}x{2}x{4}>, tensor<{2}x{1}x{4}>, tensor<{1}x{3}x{4}>)
                 -> (tensor<{0}x{3}x{4}>) {{
             ^bb0(%A: !mcf.named<[m, k], {4}>, %B: !mcf.named<[k, n], {4}>, %D: !mcf.named<[n, h], {4}>):
               %C = mcf.contract %A, %B : !mcf.named<[m, k], {4}>, !mcf.named<[k, n], {4}> -> !mcf.named<[m, n], {4}>
               %E = mcf.contract %C, %D : !mcf.named<[m, n], {4}>, !mcf.named<[n, h], {4}> -> !mcf.named<[m, h], {4}>
               mcf.yield %E : !mcf.named<[m, h], {4}>
             }
             return %r : tensor<{0}x{3}x{4}>
           })",
        m, n, k, h, type);
    module = parseSourceString<ModuleOp>(text, &context);
    ChainOp chain;
    module->walk([&](ChainOp op) { chain = op; });
    return chain;
  }

  static analysis::TilingExpression parse(StringRef text) {
    std::string error;
    return *analysis::TilingExpression::parse(text, {"m", "n", "k", "h"}, error);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  hw::DeviceSpec device = cantFail(hw::lookupDevice("A100"));
};
} // namespace

TEST_F(ResourceEstimateTest, FlatChainByHand) {
  ScheduleForms forms(getGemmChain(512, 256, 64, 64), {parse("m|n(k,h)")});
  SmallVector<int64_t> tiles{64, 32, 32, 64};
  FailureOr<const cost::ScheduleForm *> form = forms.get(0, tiles);
  ASSERT_TRUE(succeeded(form));
  cost::ResourceEstimate estimate = cost::estimateResources(**form, tiles, device);
  EXPECT_TRUE(estimate.fits()) << estimate.refusal;
  // m / 16 = 4 warps.
  EXPECT_EQ(estimate.threadsPerBlock, 128);
  // Rows of f16 with 16 bytes more. A: 64 rows of 32, B: 32 of 32, D: 32 of 64; all in loop n, each
  // at a multiple of 128 bytes: 5120 + 2560 + 4608. Two slots each.
  EXPECT_EQ(estimate.workgroupBytesPerBlock, 2 * (5120 + 2560 + 4608));
  // In E's contraction: sums of E 64 * 64 / 128 = 32 and C in f16 64 * 32 / 2 / 128 = 8. In that of
  // C: E's 32 sums, and 64 * 32 / 128 = 16; of the operands one step of 16: A 64 * 16 / 2 over 128
  // threads, B 16 * 32 / 2 over the 32 of each warp.
  double sums = 32 + 16, steps = 64 * 16 / 2.0 / 128 + 16 * 32 / 2.0 / 32;
  EXPECT_EQ(estimate.fragmentRegisters, sums + steps);
  EXPECT_EQ(estimate.neededRegistersPerThread, cost::getNeededRegisters(sums + steps));
}

TEST_F(ResourceEstimateTest, PassesHaveTheLimits) {
  // The options of the passes are texts in TableGen.
  EXPECT_EQ(AssignLayoutsOptions().numWarps, 0);
  EXPECT_EQ(PlaceTilesOptions().paddingBytes, mcfg::LoweringLimits::paddingBytes);
  EXPECT_EQ(VectorizeTileProgramOptions().maxCopies, mcfg::LoweringLimits::maxCopies);
}

TEST_F(ResourceEstimateTest, Refusals) {
  {
    // 1040 / 16 tiles of n are kept while k is summed.
    SmallVector<int64_t> tiles{16, 16, 32, 16};
    ScheduleForms forms(getGemmChain(64, 1040, 64, 64), {parse("mh|kn")});
    FailureOr<const cost::ScheduleForm *> form = forms.get(0, tiles);
    ASSERT_TRUE(succeeded(form));
    EXPECT_EQ(cost::estimateResources(**form, tiles, device).refusal,
              "expected at most 64 kept tiles, but got 65");
  }
  {
    // Sums of i8 wrap at 8 bits, which no fragment does.
    SmallVector<int64_t> tiles{16, 16, 16, 16};
    ScheduleForms forms(getGemmChain(64, 64, 64, 64, "i8"), {parse("mh|nk")});
    FailureOr<const cost::ScheduleForm *> form = forms.get(0, tiles);
    ASSERT_TRUE(succeeded(form));
    EXPECT_EQ(
        cost::estimateResources(**form, tiles, device).refusal,
        "expected contractions of f8E4M3FN, f8E5M2, f16, bf16 or f32 with a sum in f32, of "
        "f64 in f64, or of integers of at least 8 bits in i32 or i64, but got 'i8', 'i8' and 'i8'");
  }
  {
    // A: 32 * (4096 + 8) * 2 bytes, B: 4096 * (16 + 8) * 2 bytes, D: 16 * (16 + 8) * 2 bytes.
    SmallVector<int64_t> tiles{32, 16, 4096, 16};
    ScheduleForms forms(getGemmChain(64, 64, 4096, 64), {parse("mh|nk")});
    FailureOr<const cost::ScheduleForm *> form = forms.get(0, tiles);
    ASSERT_TRUE(succeeded(form));
    cost::ResourceEstimate estimate = cost::estimateResources(**form, tiles, device);
    EXPECT_FALSE(estimate.fits());
  }
}

TEST_F(ResourceEstimateTest, LongProgramsAreRefused) {
  SmallVector<int64_t> tiles{64, 64, 1024, 16};
  Mapping mapping{1, std::nullopt};
  for (StringRef type : {"f16", "f32"}) {
    ScheduleForms forms(getGemmChain(64, 64, 1024, 64, type), {parse("mh|nk")});
    FailureOr<const cost::ScheduleForm *> form = forms.get(0, tiles);
    ASSERT_TRUE(succeeded(form));
    cost::ResourceEstimate estimate = cost::estimateResources(**form, tiles, device, mapping);
    // 64 * 64 / 32 sums of 1024 terms each, one by one or 16 at once.
    if (type == "f32") {
      EXPECT_GT(estimate.threadOps, 64 * 64 / 32 * 1024);
      EXPECT_TRUE(StringRef(estimate.refusal)
                      .contains("expected at most 32768 ops, about, in the program of a thread"))
          << estimate.refusal;
    } else {
      EXPECT_LT(estimate.threadOps, mcfg::LoweringLimits::maxSearchedThreadOps);
    }
  }
}

TEST_F(ResourceEstimateTest, BoundsNeverRemoveWhatFits) {
  Random random(11);
  unsigned numFitting = 0, numCut = 0;
  for (StringRef type : {"f16", "f32", "f64"})
    for (int shapeNumber = 0; shapeNumber < 12; ++shapeNumber) {
      auto draw = [&](uint64_t most) { return int64_t(1 + random.below(most)); };
      ChainOp chain = getGemmChain(draw(600), draw(600), draw(300), draw(300), type);
      FailureOr<ChainShape> shape = ChainShape::get(chain);
      ASSERT_TRUE(succeeded(shape));
      TilingSpace space(*shape);
      ScheduleForms forms(chain, space.getExpressions());
      ResourceBoundRule bound(device);
      for (int round = 0; round < 60; ++round) {
        unsigned expression = random.below(space.getExpressions().size());
        SmallVector<int64_t> tiles;
        for (unsigned dim = 0; dim < shape->dims.size(); ++dim) {
          auto sizes = space.getTileSizes(dim);
          // Small and large ones.
          size_t limit = random.below(2) ? sizes.size() : std::min<size_t>(sizes.size(), 4);
          tiles.push_back(sizes[random.below(limit)]);
        }
        FailureOr<const cost::ScheduleForm *> form = forms.get(expression, tiles);
        ASSERT_TRUE(succeeded(form));
        bool fits = cost::estimateResources(**form, tiles, device).fits();
        bool isLeft = bound.fits(*shape, tiles);
        numFitting += fits;
        numCut += !isLeft;
        EXPECT_TRUE(!fits || isLeft) << space.getExpressions()[expression].str() << " " << tiles[0]
                                     << " " << tiles[1] << " " << tiles[2] << " " << tiles[3];
        // Larger tiles do not bring back what a bound has cut.
        SmallVector<int64_t> larger = tiles;
        for (unsigned dim = 0; dim < larger.size(); ++dim) {
          auto sizes = space.getTileSizes(dim);
          auto it = llvm::find(sizes, larger[dim]);
          larger[dim] = it[random.below(sizes.end() - it)];
        }
        EXPECT_TRUE(isLeft || !bound.fits(*shape, larger));
      }
    }
  // The test says something only if there are enough of each.
  EXPECT_GT(numFitting, 100u);
  EXPECT_GT(numCut, 100u);
}

TEST_F(ResourceEstimateTest, FormsSayWhetherWarpsOnlyCopy) {
  Random random(13);
  hw::DeviceSpec h200 = cantFail(hw::lookupDevice("H200"));
  unsigned numWith = 0, numWithout = 0;
  for (StringRef type : {"f16", "bf16", "f32"})
    for (int shapeNumber = 0; shapeNumber < 12; ++shapeNumber) {
      auto draw = [&](int64_t most) { return 60 + 4 * int64_t(random.below(most)); };
      ChainOp chain = getGemmChain(draw(60), draw(60), draw(20), draw(20), type);
      TilingSpace space(*ChainShape::get(chain));
      ScheduleForms forms(chain, space.getExpressions());
      for (int round = 0; round < 60; ++round) {
        unsigned expression = random.below(space.getExpressions().size());
        SmallVector<int64_t> tiles;
        for (int dim = 0; dim < 4; ++dim)
          tiles.push_back(random.below(8) == 0 ? 48 : 64 * (1 + random.below(2)));
        FailureOr<const cost::ScheduleForm *> form = forms.get(expression, tiles);
        ASSERT_TRUE(succeeded(form));
        Mapping mapping;
        mapping.warps = int64_t(4) << random.below(3);
        mapping.stages = 1 + int64_t(random.below(3));
        mapping.producers = random.below(2) ? 1 : 4;
        cost::ResourceEstimate estimate = cost::estimateResources(**form, tiles, h200, mapping);
        if (estimate.threadsPerBlock == 0)
          continue;
        EXPECT_EQ(cost::findProducers(**form, tiles, h200, mapping), estimate.producers)
            << space.getExpressions()[expression].str() << " " << tiles[0] << " " << tiles[1] << " "
            << tiles[2] << " " << tiles[3] << " warps " << *mapping.warps;
        EXPECT_EQ(estimate.threadsPerBlock, 32 * (*mapping.warps + estimate.producers));
        (estimate.producers ? numWith : numWithout) += 1;
      }
    }
  EXPECT_GT(numWith, 20u);
  EXPECT_GT(numWithout, 100u);
}

TEST_F(ResourceEstimateTest, OddSizesKeepCandidates) {
  for (StringRef type : {"f16", "f32"})
    for (int64_t size : {1, 13, 40, 77, 197}) {
      ChainOp chain = getGemmChain(size, size, size, size, type);
      TilingSpace space(*ChainShape::get(chain));
      prune(space,
            {std::make_shared<DuplicatesRule>(), std::make_shared<IntermediateOverflowRule>(),
             std::make_shared<PaddingRule>(), std::make_shared<ResourceBoundRule>(device)});
      ScheduleForms forms(chain, space.getExpressions());
      unsigned numFitting = 0;
      space.walkTileVectors([&](ArrayRef<int64_t> tiles) {
        for (unsigned i = 0; i < space.getExpressions().size(); ++i) {
          FailureOr<const cost::ScheduleForm *> form = forms.get(i, tiles);
          numFitting += succeeded(form) && cost::estimateResources(**form, tiles, device).fits();
        }
        return numFitting < 10;
      });
      EXPECT_GT(numFitting, 0u) << size << " " << type.str();
    }
}

TEST_F(ResourceEstimateTest, BoundCutsLargeSpaces) {
  // X5: the sums of 16 x h and 16 x n take at most the registers of 128 threads.
  TilingSpace space(*ChainShape::get(getGemmChain(128, 16384, 4096, 4096)));
  PruningReport report =
      prune(space, {std::make_shared<PaddingRule>(), std::make_shared<ResourceBoundRule>(device)});
  EXPECT_FALSE(report.isEmpty());
  EXPECT_LT(report.rows.back().numTileVectorsLeft, report.rows[1].numTileVectorsLeft / 10);
}
