//===- MappingsTest.cpp - mappings in the search --------------------------===//
#include "MCFuser/CostModel/Mappings.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "MCFuser/Search/Random.h"
#include "SearchFixture.h"

namespace {
class MappingsTest : public SearchFixture {
protected:
  ProblemOptions getOptions(llvm::StringRef device = "H200") {
    return ProblemOptions::get(cantFail(hw::lookupDevice(device)),
                               cantFail(cost::lookupCostModel("latency")));
  }

  /// The chain with an intermediate in f16, so that both products run on tensor cores.
  std::unique_ptr<TilingProblem> getHalfProblem(const Sizes &sizes, ProblemOptions options) {
    std::string text = getProgram(sizes);
    constexpr llvm::StringLiteral wide = "[b, m, n], f32", narrow = "[b, m, n], f16";
    for (size_t at = 0; (at = text.find(wide, at)) != std::string::npos;)
      text.replace(at, wide.size(), narrow);
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    modules.back()->walk([&](ChainOp op) { chain = op; });
    auto problem = TilingProblem::create(chain, std::move(options));
    return failed(problem) ? nullptr : std::move(*problem);
  }

  /// The warps that make sense with these tile sizes of b, m, n, k, h, where nothing is rotated and
  /// all warps compute.
  std::vector<int64_t> getWarps(TilingProblem &problem, ArrayRef<int64_t> tiles) {
    FailureOr<const TilingRegion *> region =
        problem.getRegion(Candidate{0, llvm::SmallVector<int64_t, 8>(tiles), {}});
    std::vector<int64_t> warps;
    for (const Mapping &mapping : problem.getMappings(**region, tiles))
      if (!mapping.overlap && !mapping.producers)
        warps.push_back(mapping.warps.value_or(0));
    return warps;
  }
};
} // namespace

TEST_F(MappingsTest, NoMoreThanHaveWorkAndRoom) {
  using Warps = std::vector<int64_t>;
  std::unique_ptr<TilingProblem> problem = getHalfProblem({1, 512, 1024, 64, 64}, getOptions());
  // 16 rows: 16 columns a warp of C, or of E.
  EXPECT_EQ(getWarps(*problem, {1, 16, 16, 16, 16}), Warps({1}));
  EXPECT_EQ(getWarps(*problem, {1, 16, 128, 16, 16}), Warps({1, 2, 4, 8}));
  EXPECT_EQ(getWarps(*problem, {1, 16, 16, 16, 64}), Warps({1, 2, 4}));
  EXPECT_EQ(getWarps(*problem, {1, 64, 64, 16, 16}), Warps({1, 2, 4}));
  // 128 x 128 sums are 512 registers of one warp, 256 of two; more than 8 would share rows.
  EXPECT_EQ(getWarps(*problem, {1, 128, 128, 16, 16}), Warps({4, 8}));
  // 128 x 384 are 384, 192 and, of the 128 of a thread of 16 warps, 96.
  EXPECT_EQ(getWarps(*problem, {1, 128, 384, 16, 16}), Warps({8}));
}

TEST_F(MappingsTest, WhatIsLeftOutHasNoWorkOrDoesNotFit) {
  for (const char *device : {"H200", "RTX 3080"}) {
    std::unique_ptr<TilingProblem> problem =
        getHalfProblem({1, 300, 700, 96, 200}, getOptions(device));
    const hw::DeviceSpec &spec = problem->getOptions().device;
    Random random(7);
    unsigned numLeftOut = 0, numFitting = 0;
    for (unsigned i = 0; i < 300; ++i) {
      Candidate candidate{unsigned(random.below(problem->getSpace().getExpressions().size())), {}};
      for (unsigned dim = 0; dim < 5; ++dim) {
        ArrayRef<int64_t> sizes = problem->getSpace().getTileSizes(dim);
        candidate.tiles.push_back(sizes[random.below(sizes.size())]);
      }
      const TilingRegion &region = **problem->getRegion(candidate);
      auto useful = problem->getMappings(region, candidate.tiles);
      int64_t m = candidate.tiles[1], most = 1;
      for (int64_t n : {candidate.tiles[2], candidate.tiles[4]}) {
        mcf::mcfg::WarpGrid grid = mcf::mcfg::FragmentLayout::mmaWarps(m, n, 16);
        most = std::max(most, grid.rows * grid.columns);
      }
      for (const Mapping &mapping : cost::getAllMappings(spec)) {
        bool fits = cost::estimateResources(*region.form, candidate.tiles, spec, mapping).fits();
        numFitting += fits;
        // Loops that cannot be rotated, and copies that no warps of their own can make, give the
        // same kernel without. Warpgroups do not share rows that one has room for.
        bool sharesRows = spec.hasWarpgroupMma() && m % 64 == 0 && 16 * *mapping.warps > m;
        if (llvm::is_contained(useful, mapping) || mapping.overlap || mapping.producers ||
            sharesRows)
          continue;
        ++numLeftOut;
        EXPECT_TRUE(!fits || *mapping.warps > most) << problem->getExpression(candidate).str();
      }
    }
    EXPECT_GT(numLeftOut, 100u);
    EXPECT_GT(numFitting, 50u);
  }
}

TEST_F(MappingsTest, ExhaustiveIsBruteForce) {
  std::unique_ptr<TilingProblem> problem = getHalfProblem({1, 128, 96, 64, 48}, getOptions());
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < problem->getNumRegions(); ++i) {
    const TilingRegion &region = **problem->getRegion(i);
    problem->getSpace().walkTileVectors([&](ArrayRef<int64_t> tiles) {
      if (region.form->covers(tiles))
        for (const Mapping &mapping : problem->getMappings(region, tiles))
          if (!problem->getRemovingRule(region, tiles, mapping).first)
            best = std::min(best, problem->estimateSeconds(region, tiles, mapping));
      return true;
    });
  }
  EXPECT_EQ(static_cast<float>(result->getWinner().cost.totalSeconds), static_cast<float>(best));
  // The funnel counts mappings from where it says so, and adds up.
  ArrayRef<RuleReport> rows = result->funnel.rows;
  auto row = llvm::find_if(rows, [](const auto &r) { return r.name == "times 24 mappings"; });
  ASSERT_NE(row, rows.end());
  EXPECT_EQ(row->numCandidatesLeft, 24 * std::prev(row)->numCandidatesLeft);
  uint64_t left = row->numCandidatesLeft;
  for (++row; row != rows.end(); ++row) {
    left -= row->numRemoved;
    EXPECT_EQ(row->numCandidatesLeft, left) << row->name;
  }
}

TEST_F(MappingsTest, TheWinnerSaysItsWarpsAndTheScheduleHasThem) {
  std::unique_ptr<TilingProblem> problem = getHalfProblem({1, 512, 256, 64, 64}, getOptions());
  FailureOr<SearchResult> result = chooseTiling(chain, problem->getOptions(), {});
  ASSERT_TRUE(succeeded(result));
  Mapping mapping = result->getWinner().candidate.mapping;
  ASSERT_TRUE(mapping.warps.has_value());
  EXPECT_EQ(result->getWinner().resources.threadsPerBlock, 32 * *mapping.warps);
  EXPECT_NE(result->getWinner().expression.str().find("[warps="), std::string::npos);
  EXPECT_EQ(chain.getSchedule().getMappingOrEmpty(), mapping);
}

TEST_F(MappingsTest, ModelsThatDoNotKnowThemLeaveThemToTheLowering) {
  std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64});
  EXPECT_EQ(problem->getAllMappings().size(), 1u);
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  for (const RankedCandidate &entry : result->best)
    EXPECT_TRUE(entry.candidate.mapping.isEmpty());
}
