//===- EnumerationTest.cpp - every expression, once -----------------------===//
#include "MCFuser/Search/Enumeration.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mcf;
using namespace mcf::analysis;

/// A chain of contractions in which the result of each is the left operand of the next.
static OperatorDims getChain(unsigned numContractions) {
  OperatorDims chain;
  for (unsigned i = 0; i < numContractions; ++i)
    chain.push_back({"m", std::string(1, 'p' + i), std::string(1, 'p' + i + 1)});
  return chain;
}

static std::vector<std::string> getDims(const OperatorDims &operators) {
  std::vector<std::string> dims;
  for (const auto &list : operators)
    for (const std::string &dim : list)
      if (!llvm::is_contained(dims, dim))
        dims.push_back(dim);
  return dims;
}

static std::pair<unsigned, unsigned> countDeepAndFlat(const OperatorDims &operators) {
  std::pair<unsigned, unsigned> counts;
  for (const TilingExpression &expression : search::enumerateExpressions(operators))
    ++(expression.root.parts.empty() ? counts.first : counts.second);
  return counts;
}

TEST(Enumeration, Counts) {
  EXPECT_EQ(countDeepAndFlat(getChain(1)), std::make_pair(6u, 0u));
  EXPECT_EQ(countDeepAndFlat(getChain(2)), std::make_pair(24u, 2u));
  EXPECT_EQ(countDeepAndFlat(getChain(3)), std::make_pair(120u, 26u));
  // Nothing shared: any order, or side by side under none (4), one (8) or two (8) of the loops.
  EXPECT_EQ(countDeepAndFlat({{"m", "k"}, {"n", "h"}}), std::make_pair(24u, 20u));
  EXPECT_EQ(countDeepAndFlat({}), std::make_pair(1u, 0u));
}

TEST(Enumeration, EachIsLegalAndDistinct) {
  for (unsigned n : {1, 2, 3, 4}) {
    OperatorDims operators = getChain(n);
    llvm::StringSet<> seen;
    for (const TilingExpression &expression : search::enumerateExpressions(operators)) {
      std::string error, text = expression.str();
      EXPECT_TRUE(seen.insert(text).second) << text;
      EXPECT_TRUE(mlir::succeeded(expression.assignOperators(operators, error))) << text << error;
      mlir::FailureOr<TilingExpression> parsed =
          TilingExpression::parse(text, getDims(operators), error);
      ASSERT_TRUE(mlir::succeeded(parsed)) << text << error;
      EXPECT_TRUE(parsed->root == expression.root) << text;
    }
  }
}

TEST(Enumeration, TileSizesAreAdded) {
  TilingExpression expression = search::enumerateExpressions(getChain(1)).front();
  expression = search::withTiles(expression, {{"m", 16}, {"p", 32}});
  expression = search::withTiles(expression, {{"m", 48}});
  EXPECT_EQ(expression.str(), "mpq{m=48,p=32}");
}
