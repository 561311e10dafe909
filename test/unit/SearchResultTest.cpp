//===- SearchResultTest.cpp - reports and options of the search -----------===//
#include "SearchFixture.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

namespace {
class SearchResultTest : public SearchFixture {};
} // namespace

TEST_F(SearchResultTest, TimeLimitsAndSeedsThatAreNone) {
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

TEST_F(SearchResultTest, ExplainsByTheLargestTerm) {
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

TEST_F(SearchResultTest, JSONIsWhole) {
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
