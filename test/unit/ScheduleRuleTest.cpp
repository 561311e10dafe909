//===- ScheduleRuleTest.cpp - rules on schedules in a search --------------===//
#include "MCFuser/CostModel/Mappings.h"
#include "SearchFixture.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {
class ScheduleRuleTest : public SearchFixture {};

/// Keeps tiles of at most so many elements in all.
class VolumeRule : public ScheduleRule {
public:
  VolumeRule(int64_t limit, bool hasBound) : limit(limit), hasBound(hasBound) {}
  llvm::StringRef getName() const override { return "volume"; }
  std::string getRefusal(const cost::ScheduleForm &, ArrayRef<int64_t> tiles, const Mapping &,
                         const hw::DeviceSpec &) const override {
    return Bound(limit).mayFit(tiles) ? "" : "expected less";
  }
  std::unique_ptr<ScheduleBound> getBound(const cost::ScheduleForm &,
                                          const hw::DeviceSpec &) const override {
    return hasBound ? std::make_unique<Bound>(limit) : nullptr;
  }

private:
  struct Bound : ScheduleBound {
    explicit Bound(int64_t limit) : limit(limit) {}
    bool mayFit(ArrayRef<int64_t> tiles) const override {
      int64_t volume = 1;
      for (int64_t tile : tiles)
        volume *= tile;
      return volume <= limit;
    }
    int64_t limit;
  };
  int64_t limit;
  bool hasBound;
};
} // namespace

TEST_F(ScheduleRuleTest, ScheduleRulesRemove) {
  ProblemOptions options = getProblem({1, 512, 256, 64, 64})->getOptions();
  SearchResult results[2];
  for (bool hasBound : {false, true}) {
    options.scheduleRules = {std::make_shared<VolumeRule>(32 * 32 * 32 * 32, hasBound)};
    std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64}, options);
    results[hasBound] = *searchExhaustive(*problem, {});
    FailureOr<SearchResult> evolved = searchEvolutionary(*problem, {});
    ASSERT_TRUE(succeeded(evolved));
    for (const RankedCandidate &entry : evolved->best) {
      int64_t volume = 1;
      for (int64_t tile : entry.candidate.tiles)
        volume *= tile;
      EXPECT_LE(volume, 32 * 32 * 32 * 32);
    }
  }
  // A bound changes what is visited, not what wins.
  EXPECT_EQ(results[0].getWinner().expression.str(), results[1].getWinner().expression.str());
  const RuleReport &without = results[0].funnel.rows.back();
  const RuleReport &with = results[1].funnel.rows.back();
  EXPECT_EQ(with.name, "volume");
  // Without a bound all are priced, and the rule is asked about the best only.
  EXPECT_EQ(without.numNeverVisited, 0u);
  EXPECT_GT(without.numRemoved, 0u);
  EXPECT_LT(*without.numAsked, results[0].numPriced);
  // With one that is exact nothing is asked about in vain.
  EXPECT_GT(with.numRemoved, without.numRemoved);
  EXPECT_EQ(with.numNeverVisited, with.numRemoved);
  EXPECT_EQ(with.numCandidatesLeft, results[1].numPriced);
}

TEST_F(ScheduleRuleTest, ManyRefusalsEndAtTheBestThatIsKept) {
  // The model likes large tiles and the rule small ones: it refuses more than are remembered at
  // a time before it keeps one.
  ProblemOptions options = getProblem({1, 1024, 1024, 512, 512})->getOptions();
  std::vector<std::string> best[2];
  for (bool hasBound : {false, true}) {
    options.scheduleRules = {std::make_shared<VolumeRule>(16 * 16 * 16 * 32, hasBound)};
    std::unique_ptr<TilingProblem> problem = getProblem({1, 1024, 1024, 512, 512}, options);
    FailureOr<SearchResult> result = searchExhaustive(*problem, {});
    ASSERT_TRUE(succeeded(result));
    for (const RankedCandidate &entry : result->best)
      best[hasBound].push_back(entry.expression.str());
    if (!hasBound)
      EXPECT_GT(*result->funnel.rows.back().numAsked, 4096u);
  }
  EXPECT_EQ(best[0].size(), 10u);
  EXPECT_EQ(best[0], best[1]);
}

TEST_F(ScheduleRuleTest, WinnerIsTheBestThatFits) {
  ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("RTX 3080")),
                                               cantFail(cost::lookupCostModel("paper")));
  std::unique_ptr<TilingProblem> problem = getProblem({1, 256, 256, 128, 128}, options);
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < problem->getNumRegions(); ++i) {
    const TilingRegion &region = **problem->getRegion(i);
    problem->getSpace().walkTileVectors([&](ArrayRef<int64_t> tiles) {
      if (region.form->covers(tiles) && !problem->getRemovingRule(region, tiles, {}).first)
        best = std::min(best, problem->estimateSeconds(region, tiles, {}));
      return true;
    });
  }
  EXPECT_EQ(static_cast<float>(result->getWinner().cost.totalSeconds), static_cast<float>(best));
}

TEST_F(ScheduleRuleTest, BoundOfTheResourcesRuleIsOne) {
  // What fits must not be cut, and as the bound grows with the tiles, nothing around it either.
  ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("RTX 3080")),
                                               cantFail(cost::lookupCostModel("paper")));
  for (const Sizes &sizes : {Sizes{1, 256, 256, 256, 128}, Sizes{2, 100, 257, 48, 600}}) {
    std::unique_ptr<TilingProblem> problem = getProblem(sizes, options);
    ResourcesRule rule;
    unsigned numCut = 0, numFitting = 0;
    for (size_t i = 0; i < problem->getNumRegions(); ++i) {
      const TilingRegion &region = **problem->getRegion(i);
      std::unique_ptr<ScheduleBound> bound = rule.getBound(*region.form, options.device);
      problem->getSpace().walkTileVectors([&](ArrayRef<int64_t> tiles) {
        if (!region.form->covers(tiles))
          return true;
        bool fits = llvm::any_of(cost::getAllMappings(options.device), [&](const Mapping &mapping) {
          return rule.getRefusal(*region.form, tiles, mapping, options.device).empty();
        });
        bool mayFit = bound->mayFit(tiles);
        EXPECT_TRUE(!fits || mayFit);
        numCut += !mayFit;
        numFitting += fits;
        return true;
      });
    }
    EXPECT_GT(numCut, 0u);
    EXPECT_GT(numFitting, 0u);
  }
}

TEST_F(ScheduleRuleTest, NothingLeftNamesTheRules) {
  ProblemOptions options = getProblem({1, 64, 64, 64, 64})->getOptions();
  options.scheduleRules = {std::make_shared<VolumeRule>(1, false)};
  for (Algorithm algorithm : {Algorithm::Exhaustive, Algorithm::Evolutionary}) {
    std::unique_ptr<TilingProblem> problem = getProblem({1, 64, 64, 64, 64}, options);
    SearchOptions searchOptions;
    searchOptions.algorithm = algorithm;
    diagnostics.clear();
    EXPECT_TRUE(failed(search::search(*problem, searchOptions)));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_EQ(diagnostics[0].rfind("no candidate is left: removed by 'duplicates', ", 0), 0u)
        << diagnostics[0];
    EXPECT_NE(diagnostics[0].find("'volume'; for example "), std::string::npos) << diagnostics[0];
    EXPECT_NE(diagnostics[0].find(": expected less"), std::string::npos) << diagnostics[0];
  }
}

TEST_F(ScheduleRuleTest, AutoIsExhaustiveWhereFewAreLeft) {
  std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64});
  SearchOptions options;
  EXPECT_EQ(search::search(*problem, options)->algorithm, "exhaustive");
  options.maxExhaustiveCandidates = 100;
  EXPECT_EQ(search::search(*problem, options)->algorithm, "evolutionary");
  // A rule on schedules leaves few enough; its bound says so without pricing.
  ProblemOptions problemOptions = problem->getOptions();
  problemOptions.scheduleRules = {std::make_shared<VolumeRule>(16 * 16 * 16 * 16, true)};
  EXPECT_EQ(search::search(*getProblem({1, 512, 256, 64, 64}, problemOptions), options)->algorithm,
            "exhaustive");
}
