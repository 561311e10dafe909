//===- SamplingTest.cpp - random candidates of a problem ------------------===//
#include "MCFuser/Search/Sampling.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

/// `E[m,h] = (A[m,k] B[k,n]) D[n,h]` in f16.
static std::string getProgram(int64_t m, int64_t n, int64_t k, int64_t h) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<{0}x{2}xf16>, %b: tensor<{2}x{1}xf16>, %d: tensor<{1}x{3}xf16>)
    -> tensor<{0}x{3}xf32> {{
  %r = mcf.chain <m = {0}, n = {1}, k = {2}, h = {3}>
      ins(%a, %b, %d : tensor<{0}x{2}xf16>, tensor<{2}x{1}xf16>, tensor<{1}x{3}xf16>)
      -> (tensor<{0}x{3}xf32>) {{
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %r : tensor<{0}x{3}xf32>
})",
                       m, n, k, h);
}

namespace {
/// Keeps an even sum of `tile / 16`: cuts no part of the space as a whole.
class EvenRule : public ScheduleRule {
public:
  llvm::StringRef getName() const override { return "even"; }
  std::string getRefusal(const cost::ScheduleForm &, ArrayRef<int64_t> tiles, const Mapping &,
                         const hw::DeviceSpec &) const override {
    int64_t sum = 0;
    for (int64_t tile : tiles)
      sum += tile / 16;
    return sum % 2 ? "odd" : "";
  }
};

class SamplingTest : public testing::Test {
protected:
  SamplingTest() { context.loadDialect<MCFDialect, func::FuncDialect>(); }

  std::unique_ptr<TilingProblem> getProblem(int64_t m, int64_t n, int64_t k, int64_t h,
                                            bool even = false) {
    auto options = ProblemOptions::get(cantFail(hw::lookupDevice("H200")),
                                       cantFail(cost::lookupCostModel("latency")));
    if (even)
      options.scheduleRules.push_back(std::make_shared<EvenRule>());
    modules.push_back(parseSourceString<ModuleOp>(getProgram(m, n, k, h), &context));
    ChainOp chain;
    modules.back()->walk([&](ChainOp op) { chain = op; });
    auto problem = TilingProblem::create(chain, std::move(options));
    return failed(problem) ? nullptr : std::move(*problem);
  }

  std::vector<Candidate> sample(TilingProblem &problem, size_t count, uint64_t seed) {
    auto samples = sampleCandidates(problem, count, seed);
    return succeeded(samples) ? *samples : std::vector<Candidate>();
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
};

/// Every candidate that the rules keep, one for each schedule.
std::set<Candidate> getAll(TilingProblem &problem) {
  std::set<Candidate> all;
  for (size_t i = 0; i < problem.getNumRegions(); ++i) {
    const TilingRegion &region = **problem.getRegion(i);
    if (region.sameAs)
      continue;
    Candidate candidate{region.expression, region.getSmallestTiles()};
    std::function<void(unsigned)> walk = [&](unsigned dim) {
      if (dim == candidate.tiles.size()) {
        for (const Mapping &mapping : problem.getMappings(region, candidate.tiles)) {
          candidate.mapping = mapping;
          if (problem.getSpace().fits(candidate.tiles) &&
              !problem.getRemovingRule(region, candidate.tiles, mapping).first)
            all.insert(candidate);
        }
        return;
      }
      for (int64_t size : region.sizes[dim]) {
        candidate.tiles[dim] = size;
        walk(dim + 1);
      }
    };
    walk(0);
  }
  return all;
}

TEST_F(SamplingTest, SameSeedSameCandidates) {
  auto first = getProblem(512, 256, 64, 64), second = getProblem(512, 256, 64, 64);
  ASSERT_TRUE(first && second);
  std::vector<Candidate> a = sample(*first, 100, 7);
  EXPECT_EQ(a.size(), 100u);
  EXPECT_EQ(sample(*second, 100, 7), a);
  // Fewer are the first of them, and another seed gives others.
  EXPECT_EQ(sample(*second, 10, 7), std::vector<Candidate>(a.begin(), a.begin() + 10));
  EXPECT_NE(sample(*second, 100, 8), a);
}

TEST_F(SamplingTest, DrawsWhatTheRulesKeepAndNoScheduleTwice) {
  auto problem = getProblem(512, 256, 64, 64);
  ASSERT_TRUE(problem);
  std::set<std::tuple<const TilingRegion *, std::vector<int64_t>, Mapping>> schedules;
  std::vector<Candidate> samples = sample(*problem, 300, 3);
  for (const Candidate &candidate : samples) {
    const TilingRegion *region = *problem->getRegion(candidate);
    EXPECT_TRUE(problem->mayFit(*region, candidate.tiles));
    EXPECT_EQ(problem->getRemovingRule(*region, candidate.tiles, candidate.mapping).second, "");
    schedules.insert({region, {candidate.tiles.begin(), candidate.tiles.end()}, candidate.mapping});
  }
  EXPECT_EQ(schedules.size(), samples.size());
}

TEST_F(SamplingTest, DrawsAllOfASmallSpace) {
  for (bool even : {false, true}) {
    auto problem = getProblem(48, 32, 32, 32, even);
    ASSERT_TRUE(problem);
    std::vector<Candidate> samples = sample(*problem, 1000, 1);
    std::set<Candidate> all = getAll(*problem);
    EXPECT_EQ(std::set<Candidate>(samples.begin(), samples.end()), all);
    EXPECT_EQ(samples.size(), all.size());
    EXPECT_GT(all.size(), 10u);
  }
}

TEST_F(SamplingTest, EachIsEquallyLikely) {
  auto problem = getProblem(48, 32, 32, 32, /*even=*/true);
  ASSERT_TRUE(problem);
  std::map<Candidate, unsigned> counts;
  size_t numAll = getAll(*problem).size();
  for (uint64_t seed = 0; seed < 200 * numAll; ++seed)
    for (const Candidate &candidate : sample(*problem, 1, seed))
      ++counts[candidate];
  EXPECT_EQ(counts.size(), numAll);
  // 200 each; the standard deviation is 14.
  for (const auto &[candidate, count] : counts) {
    EXPECT_GT(count, 130u) << problem->getExpression(candidate).str();
    EXPECT_LT(count, 270u) << problem->getExpression(candidate).str();
  }
}
} // namespace
