//===- SearchTest.cpp - algorithms, limits and reports of the search ------===//
#include "MCFuser/Search/ChooseTiling.h"
#include "MCFuser/Search/Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {
struct Sizes {
  int64_t batch, m, n, k, h;
};
} // namespace

// G1 to G12 of the paper as we recall them.
static const Sizes gemmChains[] = {
    {1, 512, 256, 64, 64},     {1, 512, 256, 64, 128},    {1, 512, 256, 64, 256},
    {1, 512, 512, 256, 256},   {1, 512, 512, 512, 256},   {1, 512, 512, 1024, 256},
    {1, 512, 512, 128, 128},   {1, 1024, 512, 128, 128},  {1, 2048, 512, 128, 128},
    {1, 1024, 1024, 128, 128}, {4, 1024, 1024, 128, 128}, {8, 1024, 1024, 128, 128}};

/// `E[b,m,h] = (A[b,m,k] B[b,k,n]) D[b,n,h]` in f16.
static std::string getProgram(const Sizes &s) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<{0}x{1}x{3}xf16>, %b: tensor<{0}x{3}x{2}xf16>, %d: tensor<{0}x{2}x{4}xf16>)
    -> tensor<{0}x{1}x{4}xf32> {{
  %r = mcf.chain <b = {0}, m = {1}, n = {2}, k = {3}, h = {4}>
      ins(%a, %b, %d : tensor<{0}x{1}x{3}xf16>, tensor<{0}x{3}x{2}xf16>, tensor<{0}x{2}x{4}xf16>)
      -> (tensor<{0}x{1}x{4}xf32>) {{
  ^bb0(%A: !mcf.named<[b, m, k], f16>, %B: !mcf.named<[b, k, n], f16>, %D: !mcf.named<[b, n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[b, m, k], f16>, !mcf.named<[b, k, n], f16> -> !mcf.named<[b, m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[b, m, n], f32>, !mcf.named<[b, n, h], f16> -> !mcf.named<[b, m, h], f32>
    mcf.yield %E : !mcf.named<[b, m, h], f32>
  }
  return %r : tensor<{0}x{1}x{4}xf32>
})",
                       s.batch, s.m, s.n, s.k, s.h);
}

namespace {
class SearchTest : public testing::Test {
protected:
  SearchTest() {
    context.loadDialect<MCFDialect, func::FuncDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics.push_back(diagnostic.str());
      return success();
    });
  }

  /// Without rules on schedules, so that counts are products.
  std::unique_ptr<TilingProblem> getProblem(const Sizes &sizes) {
    ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("A100")),
                                                 cantFail(cost::lookupCostModel("paper")));
    options.scheduleRules.clear();
    return getProblem(sizes, options);
  }
  std::unique_ptr<TilingProblem> getProblem(const Sizes &sizes, ProblemOptions options) {
    modules.push_back(parseSourceString<ModuleOp>(getProgram(sizes), &context));
    modules.back()->walk([&](ChainOp op) { chain = op; });
    FailureOr<std::unique_ptr<TilingProblem>> problem =
        TilingProblem::create(chain, std::move(options));
    return failed(problem) ? nullptr : std::move(*problem);
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<std::string> diagnostics;
  ChainOp chain;
};

/// Keeps tiles of at most so many elements in all.
class VolumeRule : public ScheduleRule {
public:
  VolumeRule(int64_t limit, bool hasBound) : limit(limit), hasBound(hasBound) {}
  llvm::StringRef getName() const override { return "volume"; }
  std::string getRefusal(const cost::ScheduleForm &, ArrayRef<int64_t> tiles,
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

/// The paper's model, slowly.
class SlowModel : public cost::PaperCostModel {
public:
  cost::CostBreakdown estimate(const cost::ScheduleForm &form, ArrayRef<int64_t> tiles,
                               const hw::DeviceSpec &device) const override {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return PaperCostModel::estimate(form, tiles, device);
  }
};
} // namespace

static std::string print(const SearchResult &result) {
  std::string text;
  llvm::raw_string_ostream os(text);
  result.print(os);
  return text;
}

TEST(Random, IsSplitMix64) {
  // The sequence that others publish for this seed.
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
  EXPECT_EQ(random.next(), 9817491932198370423u);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LT(random.below(3), 3u);
    EXPECT_LT(random.unit(), 1.0);
  }
}

TEST_F(SearchTest, ExhaustiveIsBruteForce) {
  std::unique_ptr<TilingProblem> problem = getProblem({2, 100, 64, 48, 40});
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  // Every expression with every tile vector, without regions and bounds.
  const TilingSpace &space = problem->getSpace();
  ScheduleForms forms(chain, space.getExpressions());
  double best = std::numeric_limits<double>::infinity();
  uint64_t count = 0;
  for (unsigned i = 0; i < space.getExpressions().size(); ++i)
    space.walkTileVectors([&](ArrayRef<int64_t> tiles) {
      FailureOr<const cost::ScheduleForm *> form = forms.get(i, tiles);
      best = std::min(best, cost::PaperCostModel()
                                .estimate(**form, tiles, problem->getOptions().device)
                                .totalSeconds);
      ++count;
      return true;
    });
  EXPECT_EQ(result->getWinner().cost.totalSeconds, best);
  EXPECT_FALSE(result->hitTimeLimit);
  // What is the same as another was not priced twice, and nothing else is missing.
  uint64_t same = result->funnel.rows.back().numRemoved;
  EXPECT_EQ(result->funnel.rows.back().name, "same schedule as another");
  EXPECT_GT(same, 0u);
  EXPECT_EQ(result->numPriced + same, count);
  EXPECT_EQ(count, space.getNumCandidates());
  // Best first, and each other says why it lost.
  ASSERT_EQ(result->best.size(), 10u);
  EXPECT_EQ(result->best[0].reason, "");
  for (size_t i = 1; i < 10; ++i) {
    EXPECT_GE(result->best[i].cost.totalSeconds, result->best[i - 1].cost.totalSeconds * 0.9999999);
    EXPECT_NE(result->best[i].reason, "");
  }
}

TEST_F(SearchTest, SameSchedulesAreTheSameIR) {
  // With all loops of one trip there is one schedule, whatever the expression.
  std::unique_ptr<TilingProblem> problem = getProblem({1, 16, 16, 16, 16});
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(result->numPriced, 1u);
  EXPECT_EQ(result->best.size(), 1u);
}

TEST_F(SearchTest, EvolutionaryFindsNearlyTheBest) {
  for (llvm::StringRef model : cost::getCostModelNames())
    for (const Sizes &sizes : gemmChains) {
      std::unique_ptr<TilingProblem> problem =
          getProblem(sizes, ProblemOptions::get(cantFail(hw::lookupDevice("A100")),
                                                cantFail(cost::lookupCostModel(model))));
      FailureOr<SearchResult> all = searchExhaustive(*problem, {});
      ASSERT_TRUE(succeeded(all));
      for (uint64_t seed : {1, 2}) {
        SearchOptions options;
        options.seed = seed;
        FailureOr<SearchResult> some = searchEvolutionary(*problem, options);
        ASSERT_TRUE(succeeded(some));
        EXPECT_LE(some->getWinner().cost.totalSeconds, 1.05 * all->getWinner().cost.totalSeconds)
            << some->getWinner().expression.str() << " with seed " << seed << ", model "
            << model.str();
        EXPECT_LE(some->numPriced, all->numPriced);
        EXPECT_EQ(some->funnel.rows.back().name, "not looked at");
      }
    }
}

TEST_F(SearchTest, SeedDecides) {
  auto run = [&](uint64_t seed) {
    // A problem of its own: what another search left in caches must not matter.
    std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 512, 1024, 256});
    SearchOptions options;
    options.seed = seed;
    options.algorithm = Algorithm::Evolutionary;
    FailureOr<SearchResult> result = search::search(*problem, options);
    // The text names it.
    result->seed = 0;
    return print(*result);
  };
  EXPECT_EQ(run(7), run(7));
  EXPECT_NE(run(7), run(8));
  EXPECT_EQ(run(UINT64_MAX), run(UINT64_MAX));
}

TEST_F(SearchTest, AutoIsExhaustiveWhereFewAreLeft) {
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

TEST_F(SearchTest, ScheduleRulesRemove) {
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

TEST_F(SearchTest, WinnerIsTheBestThatFits) {
  ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("RTX 3080")),
                                               cantFail(cost::lookupCostModel("paper")));
  std::unique_ptr<TilingProblem> problem = getProblem({1, 256, 256, 128, 128}, options);
  FailureOr<SearchResult> result = searchExhaustive(*problem, {});
  ASSERT_TRUE(succeeded(result));
  double best = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < problem->getNumRegions(); ++i) {
    const TilingRegion &region = **problem->getRegion(i);
    problem->getSpace().walkTileVectors([&](ArrayRef<int64_t> tiles) {
      if (region.form->covers(tiles) && !problem->getRemovingRule(region, tiles).first)
        best = std::min(best, problem->estimateSeconds(region, tiles));
      return true;
    });
  }
  EXPECT_EQ(static_cast<float>(result->getWinner().cost.totalSeconds), static_cast<float>(best));
}

TEST_F(SearchTest, BoundOfTheResourcesRuleIsOne) {
  // What fits must not be cut, and as the bound grows with the tiles, nothing around it either.
  ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("RTX 3080")),
                                               cantFail(cost::lookupCostModel("paper")));
  for (const Sizes &sizes : {Sizes{1, 256, 256, 256, 128}, Sizes{2, 100, 257, 48, 300}}) {
    std::unique_ptr<TilingProblem> problem = getProblem(sizes, options);
    ResourcesRule rule;
    unsigned numCut = 0, numFitting = 0;
    for (size_t i = 0; i < problem->getNumRegions(); ++i) {
      const TilingRegion &region = **problem->getRegion(i);
      std::unique_ptr<ScheduleBound> bound = rule.getBound(*region.form, options.device);
      problem->getSpace().walkTileVectors([&](ArrayRef<int64_t> tiles) {
        if (!region.form->covers(tiles))
          return true;
        bool fits = rule.getRefusal(*region.form, tiles, options.device).empty();
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

TEST_F(SearchTest, NothingLeftNamesTheRules) {
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

TEST_F(SearchTest, TimeLimitKeepsTheBestSoFar) {
  ProblemOptions problemOptions = getProblem({1, 512, 512, 256, 256})->getOptions();
  problemOptions.model = std::make_shared<SlowModel>();
  for (Algorithm algorithm : {Algorithm::Exhaustive, Algorithm::Evolutionary}) {
    std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 512, 256, 256}, problemOptions);
    SearchOptions options;
    options.algorithm = algorithm;
    options.timeLimitSeconds = 0.03;
    unsigned numCalls = 0;
    double lastBest = 0;
    options.progressSeconds = 0.01;
    options.progress = [&](const SearchProgress &progress) {
      ++numCalls;
      lastBest = progress.bestSeconds;
    };
    FailureOr<SearchResult> result = search::search(*problem, options);
    ASSERT_TRUE(succeeded(result));
    EXPECT_TRUE(result->hitTimeLimit);
    EXPECT_LT(result->numPriced, 1000u);
    EXPECT_GE(numCalls, 1u);
    EXPECT_GT(lastBest, 0);
    EXPECT_NE(result->getSummary().find("stopped by the time limit"), std::string::npos);
    EXPECT_EQ(result->funnel.rows.back().name, "not looked at");
    EXPECT_GT(result->funnel.rows.back().numRemoved, 0u);
  }
}

TEST_F(SearchTest, TimeLimitsAndSeedsThatAreNone) {
  EXPECT_EQ(*parseTimeLimit("2.5"), 2.5);
  EXPECT_EQ(*parseTimeLimit("20", 1e-3), 0.02);
  for (const char *text : {"0", "-1", "nan", "inf", "1e-9", "1e300", "", "x", "1s"})
    EXPECT_EQ(llvm::toString(parseTimeLimit(text).takeError()),
              "expected a time limit from 0.001 to 86400 s, but got '" + std::string(text) + "'");
  EXPECT_EQ(*parseSeed("0"), 0u);
  EXPECT_EQ(*parseSeed("18446744073709551615"), UINT64_MAX);
  for (const char *text : {"-1", "18446744073709551616", "x", "", "1.5"})
    EXPECT_EQ(llvm::toString(parseSeed(text).takeError()),
              "expected a seed from 0 to 18446744073709551615, but got '" + std::string(text) +
                  "'");
  EXPECT_EQ(llvm::toString(lookupAlgorithm("best").takeError()),
            "expected an algorithm of auto, exhaustive, evolutionary, but got 'best'");
}

TEST_F(SearchTest, ExplainsByTheLargestTerm) {
  hw::DeviceSpec device = cantFail(hw::lookupDevice("A100"));
  cost::CostBreakdown winner;
  winner.memoryBytes = 1000;
  winner.computeFlops = 1000;
  winner.numBlocks = 216;
  winner.terms = {{"copies", 1e-6}, {"contractions", 1e-6}};
  cost::CostBreakdown loser = winner;
  loser.memoryBytes = 1400;
  loser.terms[0].seconds = 1.5e-6;
  EXPECT_EQ(explainLoss(winner, loser, device),
            "copies 1.500 us, not 1.000 us; moves 1.40x the bytes");
  loser.terms[1].seconds = 2e-6;
  loser.computeFlops = 3000;
  loser.memoryBytes = 1000;
  loser.numBlocks = 54;
  EXPECT_EQ(explainLoss(winner, loser, device),
            "contractions 2.000 us, not 1.000 us; 3.00x the flops; fills 54 of 108 SMs");
  EXPECT_EQ(explainLoss(winner, winner, device), "no term is larger");
}

namespace {
/// The third candidate is fastest; the second cannot run.
class FakeMeasurer : public Measurer {
public:
  std::vector<Measurement> measure(ArrayRef<analysis::TilingExpression> candidates,
                                   function_ref<void(const MeasureProgress &)>) override {
    std::vector<Measurement> measurements;
    for (const analysis::TilingExpression &candidate : candidates) {
      asked.push_back(candidate.str());
      Measurement &entry = measurements.emplace_back();
      entry.medianSeconds = asked.size() == 3 ? 1e-6 : 2e-6;
      if (asked.size() == 2)
        entry.error = "does not compile";
    }
    return measurements;
  }

  std::vector<std::string> asked;
};
} // namespace

TEST_F(SearchTest, MeasuredTimeDecides) {
  for (Algorithm algorithm : {Algorithm::Exhaustive, Algorithm::Evolutionary}) {
    std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64});
    FakeMeasurer measurer;
    SearchOptions options;
    options.algorithm = algorithm;
    options.measurer = &measurer;
    FailureOr<SearchResult> result = search::search(*problem, options);
    ASSERT_TRUE(succeeded(result));
    EXPECT_EQ(measurer.asked.size(), result->numMeasured);
    EXPECT_EQ(result->getWinner().expression.str(), measurer.asked[2]);
    EXPECT_EQ(result->getWinner().measuredSeconds, 1e-6);
    for (const RankedCandidate &entry : result->best)
      EXPECT_NE(entry.expression.str(), measurer.asked[1]);
    if (algorithm == Algorithm::Exhaustive)
      EXPECT_EQ(measurer.asked.size(), 8u);
    else
      EXPECT_EQ(result->numGenerations, 2u);
  }
}

TEST_F(SearchTest, JSONIsWhole) {
  std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64});
  SearchOptions options;
  options.seed = UINT64_MAX;
  FailureOr<SearchResult> result = search::search(*problem, options);
  ASSERT_TRUE(succeeded(result));
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os);
  result->printJSON(json);
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  ASSERT_TRUE(static_cast<bool>(value)) << text;
  llvm::json::Object &object = *value->getAsObject();
  EXPECT_EQ(object.getString("seed"), "18446744073709551615");
  EXPECT_EQ(object.getArray("best")->size(), 10u);
  EXPECT_EQ(object.getArray("funnel")->size(), result->funnel.rows.size());
  EXPECT_EQ(object.getInteger("candidates_priced"), int64_t(result->numPriced));
}

TEST_F(SearchTest, ChoosesAndApplies) {
  std::unique_ptr<TilingProblem> problem = getProblem({1, 512, 256, 64, 64});
  std::string before;
  llvm::raw_string_ostream beforeStream(before);
  modules.back()->print(beforeStream);
  EXPECT_TRUE(succeeded(search::search(*problem, {})));
  std::string after;
  llvm::raw_string_ostream afterStream(after);
  modules.back()->print(afterStream);
  EXPECT_EQ(before, after);
  FailureOr<SearchResult> result = chooseTiling(chain, problem->getOptions(), {});
  ASSERT_TRUE(succeeded(result));
  ASSERT_TRUE(chain.getSchedule());
  EXPECT_EQ(chain.getSchedule().getTileSize(StringAttr::get(&context, "m")),
            result->getWinner().candidate.tiles[1]);
}
