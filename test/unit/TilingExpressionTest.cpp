//===- TilingExpressionTest.cpp - text form and legality ------------------===//
#include "MCFuser/Analysis/TilingExpression.h"
#include "gtest/gtest.h"

using namespace mcf::analysis;

static const std::vector<std::string> gemmDims = {"m", "n", "k", "h"};
static const OperatorDims gemmChain = {{"m", "n", "k"}, {"m", "n", "h"}};

/// The text after parsing and printing, or the error.
static std::string roundTrip(llvm::StringRef text,
                             const std::vector<std::string> &dims = gemmDims) {
  std::string error;
  mlir::FailureOr<TilingExpression> expression = TilingExpression::parse(text, dims, error);
  return mlir::succeeded(expression) ? expression->str() : error;
}

/// `begin-end` of each leaf, or the error.
static std::string assign(llvm::StringRef text, const OperatorDims &operators = gemmChain,
                          const std::vector<std::string> &dims = gemmDims) {
  std::string error;
  TilingExpression expression = *TilingExpression::parse(text, dims, error);
  mlir::FailureOr<std::vector<LeafOperators>> leaves = expression.assignOperators(operators, error);
  if (mlir::failed(leaves))
    return error;
  std::string result;
  for (LeafOperators leaf : *leaves)
    result += std::to_string(leaf.begin) + "-" + std::to_string(leaf.end) + " ";
  return result;
}

TEST(TilingExpression, PrintsWhatItReads) {
  for (const char *text :
       {"mhnk", "mn(k,h)", "mh|nk", "|mnkh", "mhnk|", "m|n(k,h)", "mn(k,h){m=64,n=32,k=16,h=64}",
        "(mnk,h)", "", "mn(k,h){m=16,n=256}[warps=8]", "mn(k,h)[stages=3]",
        "mh|nk{k=16}[warps=16,stages=2]", "mn(k,h)[warps=8,overlap=2]",
        "mn(k,h)[warps=8,producers=4]"})
    EXPECT_EQ(roundTrip(text), text);
}

TEST(TilingExpression, SeparatorsMeanNothing) {
  EXPECT_EQ(roundTrip(" m.n ( k , h ) { m = 64 , k=16 } "), "mn(k,h){m=64,k=16}");
  EXPECT_EQ(roundTrip(" m.n ( k , h ) [ stages = 2 , warps = 4 ] "), "mn(k,h)[warps=4,stages=2]");
  EXPECT_EQ(roundTrip("mn(k,h)[overlap=0,stages=2]"), "mn(k,h)[stages=2,overlap=0]");
  EXPECT_EQ(roundTrip("mn(k,h)[producers=1,warps=2]"), "mn(k,h)[warps=2,producers=1]");
}

TEST(TilingExpression, LongNames) {
  std::vector<std::string> dims = {"b0", "b", "m", "n", "k", "h"};
  // The longest name wins.
  EXPECT_EQ(roundTrip("b0m.n(k,h)", dims), "b0.m.n(k,h)");
  EXPECT_EQ(roundTrip("b b0|m n(k,h){b0=1}", dims), "b.b0|m.n(k,h){b0=1}");
  EXPECT_EQ(roundTrip("a a.b c", {"a", "a.b", "c"}), "a a.b c");
}

TEST(TilingExpression, NestedSplits) {
  std::vector<std::string> dims = {"m", "k", "n", "h", "p"};
  EXPECT_EQ(roundTrip("mh(n(k,p))", dims),
            "at column 10: expected ',' and another part, but got ')'");
  EXPECT_EQ(roundTrip("m(h(n,k),p)", dims), "m(h(n,k),p)");
}

TEST(TilingExpression, ErrorsSayWhereAndWhat) {
  EXPECT_EQ(roundTrip("mx"), "at column 2: expected a dim (m, n, k, h), but got 'x'");
  EXPECT_EQ(roundTrip("mnm"), "at column 3: expected each dim once, but got 'm' again");
  EXPECT_EQ(roundTrip("mn(k,m)"), "at column 6: expected each dim once, but got 'm' again");
  EXPECT_EQ(roundTrip("mn(k)"), "at column 5: expected ',' and another part, but got ')'");
  EXPECT_EQ(roundTrip("mn(k,h"), "at column 7: expected ',' or ')', but got the end");
  EXPECT_EQ(roundTrip("mn(k,)"), "at column 6: expected a dim (m, n, k, h), but got ')'");
  EXPECT_EQ(roundTrip("mn(k,h)m"),
            "at column 8: expected a dim, '(', '{', '[' or the end, but got 'm'");
  EXPECT_EQ(roundTrip("m|n|k"), "at column 4: expected '|' once at most");
  EXPECT_EQ(roundTrip("mn(k|,h)"),
            "at column 5: expected '|' before any split, but got it in a part");
  EXPECT_EQ(roundTrip("mnkh{m}"), "at column 7: expected '=', but got '}'");
  EXPECT_EQ(roundTrip("mnkh{m=}"), "at column 8: expected a tile size, but got '}'");
  EXPECT_EQ(roundTrip("mnkh{m=-1}"), "at column 8: expected a tile size, but got '-'");
  EXPECT_EQ(roundTrip("mnkh{m=0}"),
            "at column 8: expected a tile size from 1 to 2147483647, but got 0");
  EXPECT_EQ(roundTrip("mnkh{m=99999999999999999999}"),
            "at column 8: expected a tile size from 1 to 2147483647, but got 99999999999999999999");
  EXPECT_EQ(roundTrip("mnkh{m=1,m=2}"),
            "at column 10: expected one tile size per dim, but got 'm' again");
  EXPECT_EQ(roundTrip("mnkh{m=1"), "at column 9: expected ',' or '}', but got the end");
  EXPECT_EQ(roundTrip("mnkh{m=1}}"),
            "at column 10: expected a dim, '(', '{', '[' or the end, but got '}'");
  EXPECT_EQ(roundTrip("mnkh[]"),
            "at column 6: expected 'warps', 'stages', 'overlap' or 'producers', but got ']'");
  EXPECT_EQ(roundTrip("mnkh[warp=8]"),
            "at column 6: expected 'warps', 'stages', 'overlap' or 'producers', but got 'w'");
  EXPECT_EQ(roundTrip("mnkh[warps]"), "at column 11: expected '=', but got ']'");
  EXPECT_EQ(roundTrip("mnkh[warps=x]"), "at column 12: expected a number, but got 'x'");
  EXPECT_EQ(roundTrip("mnkh[warps=12]"),
            "at column 12: expected warps to be a power of two from 1 to 16, but got 12");
  EXPECT_EQ(roundTrip("mnkh[warps=32]"),
            "at column 12: expected warps to be a power of two from 1 to 16, but got 32");
  EXPECT_EQ(roundTrip("mnkh[stages=0]"), "at column 13: expected stages from 1 to 8, but got 0");
  EXPECT_EQ(roundTrip("mnkh[overlap=3]"),
            "at column 14: expected an overlap from 0 to 2, but got 3");
  EXPECT_EQ(roundTrip("mnkh[producers=2]"),
            "at column 16: expected 0, 1 or 4 producers, but got 2");
  EXPECT_EQ(roundTrip("mnkh[stages=99999999999999999999]"),
            "at column 13: expected a number of 64 bits, but got 99999999999999999999");
  EXPECT_EQ(roundTrip("mnkh[warps=8,warps=8]"),
            "at column 14: expected each field once, but got 'warps' again");
  EXPECT_EQ(roundTrip("mnkh[warps=8"), "at column 13: expected ',' or ']', but got the end");
  EXPECT_EQ(roundTrip("mnkh[warps=8]{m=16}"),
            "at column 14: expected a dim, '(', '{', '[' or the end, but got '{'");
  EXPECT_EQ(roundTrip("x", {}), "at column 1: expected a dim (the chain has none), but got 'x'");
}

TEST(TilingExpression, AssignsOperatorsToLeaves) {
  EXPECT_EQ(assign("mhnk"), "0-2 ");
  EXPECT_EQ(assign("mn(k,h)"), "0-1 1-2 ");
  std::vector<std::string> dims = {"m", "k", "n", "h", "p"};
  OperatorDims three = {{"m", "k", "n"}, {"m", "n", "h"}, {"m", "h", "p"}};
  EXPECT_EQ(assign("mn(k,hp)", three, dims), "0-1 1-3 ");
  EXPECT_EQ(assign("mh(kn,p)", three, dims), "0-2 2-3 ");
  // The second operator needs no loop of its own: it goes left.
  EXPECT_EQ(assign("mnh(k,p)", three, dims), "0-2 2-3 ");
}

TEST(TilingExpression, RefusesWhatDoesNotFit) {
  EXPECT_EQ(assign("mhk"), "expected a loop over 'n' for operator 0, but got only 'm h k' on its "
                           "path (a loop that more than one part uses stands before the split)");
  EXPECT_EQ(assign("m(nk,h)"),
            "expected a loop over 'n' for operator 1, but got only 'm h' on its "
            "path (a loop that more than one part uses stands before the split)");
  EXPECT_EQ(assign("mn(h,k)"), "expected consecutive parts for 2 operators, but got 2 that do not "
                               "fit their order");
  EXPECT_EQ(assign("mnkhx", gemmChain, {"m", "n", "k", "h", "x"}),
            "expected loops that an operator uses only, but got 'x'");
}

TEST(TilingExpression, DefaultTileSizes) {
  EXPECT_EQ(getDefaultTileSize(1), 16);
  EXPECT_EQ(getDefaultTileSize(0), 16);
  EXPECT_EQ(getDefaultTileSize(17), 32);
  EXPECT_EQ(getDefaultTileSize(64), 64);
  EXPECT_EQ(getDefaultTileSize(100000), 64);
  EXPECT_EQ(getDefaultTileSize(mlir::ShapedType::kDynamic), 64);
}
