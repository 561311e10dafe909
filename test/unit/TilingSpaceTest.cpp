//===- TilingSpaceTest.cpp - the counts of the space and its rules --------===//
#include "MCFuser/Search/TilingSpace.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mcf;
using namespace mcf::search;

/// `X1[m,d1] = X0[m,d0] W0[d0,d1]`, `X2[m,d2] = X1 W1[d1,d2]` and so on: f16, sizes m, d0, d1...
static ChainShape getChain(std::vector<std::string> names, std::vector<int64_t> sizes) {
  ChainShape shape;
  for (unsigned i = 0; i < names.size(); ++i)
    shape.dims.push_back({names[i], sizes[i], {}, false, i == 0 || i + 1 == names.size()});
  for (unsigned i = 1; i + 1 < names.size(); ++i) {
    ShapeOperator &op = shape.operators.emplace_back();
    op.dims = {0, i, i + 1};
    op.operands = {{{0, i}, 16}, {{i, i + 1}, 16}};
    op.result = {{0, i + 1}, 16};
    op.reduced = {i};
    op.isIntermediate = i + 2 < names.size();
  }
  return shape;
}

/// `C[m,n] = A[m,k] B[k,n]`, `E[m,h] = C[m,n] D[n,h]`.
static ChainShape getGemmChain(int64_t m, int64_t n, int64_t k, int64_t h) {
  return getChain({"m", "k", "n", "h"}, {m, k, n, h});
}

/// The paper's limit on an A100: 1.2 * 166,912 = 200,294.4 bytes.
static double getLimitBytes() {
  return PaperSharedMemoryRule::paperFactor * hw::lookupDevice("A100")->smemPerBlockBytes;
}

static PruningReport pruneByPaper(TilingSpace &space,
                                  PaddingRule::Form form = PaddingRule::Form::Ratio) {
  return prune(space, getPaperRules(form, getLimitBytes()));
}

static std::vector<std::string> getTexts(const TilingSpace &space) {
  std::vector<std::string> texts;
  for (const auto &expression : space.getExpressions())
    texts.push_back(expression.str());
  llvm::sort(texts);
  return texts;
}

using Texts = std::vector<std::string>;

TEST(TilingSpace, PaperFunnel) {
  TilingSpace space(getGemmChain(1024, 1024, 512, 512));
  // 4! deep + 2 flat; 1024 / 16 = 64 and 512 / 16 = 32 sizes: 64 * 64 * 32 * 32 = 4,194,304.
  EXPECT_EQ(space.getExpressions().size(), 26u);
  EXPECT_EQ(space.getNumTileVectors(), 4194304u);
  // 26 * 4,194,304.
  EXPECT_EQ(space.getNumCandidates(), 109051904u);
  PruningReport report = pruneByPaper(space);
  ASSERT_EQ(report.rows.size(), 5u);
  EXPECT_EQ(report.rows[0].numCandidatesLeft, 109051904u);
  // Rule 1: 5 * 4,194,304 = 20,971,520, so 21 * 4,194,304 = 88,080,384 go, none visited.
  EXPECT_EQ(report.rows[1].numExpressionsLeft, 5u);
  EXPECT_EQ(report.rows[1].numCandidatesLeft, 20971520u);
  EXPECT_EQ(report.rows[1].numRemoved, 88080384u);
  EXPECT_EQ(report.rows[1].numNeverVisited, 88080384u);
  // Rule 2: 3 * 4,194,304.
  EXPECT_EQ(report.rows[2].numExpressionsLeft, 3u);
  EXPECT_EQ(report.rows[2].numCandidatesLeft, 12582912u);
  // Rule 3: 14 of 64 and 8 of 32 sizes: 14 * 14 * 8 * 8 = 12,544; times 3 = 37,632.
  EXPECT_EQ(report.rows[3].numTileVectorsLeft, 12544u);
  EXPECT_EQ(report.rows[3].numCandidatesLeft, 37632u);
  // Rule 4: 2 (Tm Tk + Tk Tn + Tm Tn) > 200,294.4 holds for 625 of the 14 * 14 * 8 = 1,568
  // (m, n, k), each with 8 h: 5,000 of 12,544 = 39.9%; times 3 = 15,000.
  EXPECT_EQ(report.rows[4].numTileVectorsLeft, 12544u - 5000u);
  EXPECT_EQ(report.rows[4].numRemoved, 15000u);
  EXPECT_NEAR(5000.0 / 12544.0, 0.399, 0.0005);
  // The bound was asked about far fewer.
  EXPECT_GT(report.rows[4].numNeverVisited, 14000u);
}

TEST(TilingSpace, ExpressionsAfterEachRule) {
  TilingSpace space(getGemmChain(1024, 1024, 512, 512));
  space.apply(std::make_shared<DuplicatesRule>());
  // nk, kn, nhk, khn, n(k,h) inside of a block.
  EXPECT_EQ(getTexts(space), (Texts{"mh|kn", "mh|nk", "m|khn", "m|n(k,h)", "m|nhk"}));
  space.apply(std::make_shared<IntermediateOverflowRule>());
  // k around n keeps C for all of n.
  EXPECT_EQ(getTexts(space), (Texts{"mh|nk", "m|n(k,h)", "m|nhk"}));
}

TEST(TilingSpace, DividingPadding) {
  TilingSpace space(getGemmChain(1024, 1024, 512, 512));
  RuleReport report = space.apply(std::make_shared<PaddingRule>(PaddingRule::Form::Dividing));
  // 16 ... 1024 are 7 powers of two, 16 ... 512 are 6: 7 * 7 * 6 * 6.
  EXPECT_EQ(report.numTileVectorsLeft, 1764u);
}

TEST(TilingSpace, PaddingBySize) {
  auto getTiles = [](int64_t size) {
    TilingSpace space(getGemmChain(size, 16, 16, 16));
    space.apply(std::make_shared<PaddingRule>());
    return space.getTileSizes(0).vec();
  };
  using Tiles = std::vector<int64_t>;
  EXPECT_EQ(getTiles(1), (Tiles{16}));
  EXPECT_EQ(getTiles(13), (Tiles{16}));
  // D16 = 48: 32 would take 64.
  EXPECT_EQ(getTiles(40), (Tiles{16, 48}));
  EXPECT_EQ(getTiles(77), (Tiles{16, 80}));
  // D16 = 208: 112 would take 224, 16 / 208 = 7.7%.
  EXPECT_EQ(getTiles(197), (Tiles{16, 208}));
  // 6 * 176 = 1056: 32 / 1024 = 3.1%. Dividing only would lose it.
  EXPECT_EQ(getTiles(1024),
            (Tiles{16, 32, 48, 64, 80, 96, 128, 176, 208, 256, 352, 512, 528, 1024}));
}

TEST(TilingSpace, PaddingKeepsTheLeastTileOfEachCount) {
  auto getTiles = [](int64_t size) {
    TilingSpace space(getGemmChain(size, 16, 16, 16));
    space.apply(std::make_shared<PaddingRule>(PaddingRule::Form::RatioOrLeast));
    return space.getTileSizes(0).vec();
  };
  using Tiles = std::vector<int64_t>;
  // 4 tiles of 64 are 256 rows, and 4 of 48 are not enough. One tile is as large as it has to be.
  EXPECT_EQ(getTiles(197), (Tiles{16, 32, 48, 64, 80, 112, 208}));
  EXPECT_EQ(getTiles(40), (Tiles{16, 32, 48}));
  EXPECT_TRUE(llvm::is_contained(getTiles(1025), 128));
  // 8 tiles of 128 do what 8 of 144 do.
  EXPECT_FALSE(llvm::is_contained(getTiles(1024), 144));
}

TEST(TilingSpace, OddSizesKeepCandidates) {
  for (int64_t size : {1, 13, 40, 77, 197})
    for (auto form : {PaddingRule::Form::Ratio, PaddingRule::Form::Dividing}) {
      TilingSpace space(getGemmChain(size, size, size, size));
      EXPECT_FALSE(pruneByPaper(space, form).isEmpty()) << size;
    }
}

TEST(TilingSpace, ThreeContractions) {
  TilingSpace space(getChain({"m", "k", "n", "h", "p"}, {128, 64, 128, 64, 128}));
  // 5! deep + 26 flat.
  EXPECT_EQ(space.getExpressions().size(), 146u);
  // 128 / 16 = 8 and 64 / 16 = 4: 8 * 4 * 8 * 4 * 8 tile vectors.
  EXPECT_EQ(space.getNumTileVectors(), 8192u);
  PruningReport report = pruneByPaper(space);
  EXPECT_FALSE(report.isEmpty());
  EXPECT_LT(report.rows[2].numExpressionsLeft, report.rows[1].numExpressionsLeft);
  // k inside of n inside of h: each intermediate is complete when it is used.
  Texts texts = getTexts(space);
  EXPECT_TRUE(llvm::is_contained(texts, "mp|hnk"));
}

TEST(TilingSpace, OneContraction) {
  TilingSpace space(getChain({"m", "k", "n"}, {64, 64, 64}));
  EXPECT_EQ(space.getExpressions().size(), 6u);
  pruneByPaper(space);
  // Every operator needs m and n: both are bound to blocks.
  EXPECT_EQ(getTexts(space), (Texts{"mn|k"}));
}

TEST(TilingSpace, CountsAgreeWithAWalk) {
  // Small limits cut at every depth.
  for (double limitBytes : {1000.0, 3000.0, 10000.0, 50000.0, 1e9}) {
    TilingSpace space(getGemmChain(128, 80, 96, 64));
    RuleReport report = space.apply(std::make_shared<PaperSharedMemoryRule>(limitBytes));
    // 8 * 5 * 6 * 4 vectors, each on its own.
    uint64_t expected = 0, walked = 0;
    for (int64_t m = 16; m <= 128; m += 16)
      for (int64_t n = 16; n <= 80; n += 16)
        for (int64_t k = 16; k <= 96; k += 16)
          expected += 4 * (2 * (m * k + k * n + m * n) <= limitBytes);
    space.walkTileVectors([&](llvm::ArrayRef<int64_t>) {
      ++walked;
      return true;
    });
    EXPECT_EQ(report.numTileVectorsLeft, expected);
    EXPECT_EQ(walked, expected);
    EXPECT_EQ(report.numRemoved, 26 * (960 - expected));
  }
}

/// Counts how often it is asked.
struct CountingRule : PaperSharedMemoryRule {
  using PaperSharedMemoryRule::PaperSharedMemoryRule;
  bool fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const override {
    ++numAsked;
    return PaperSharedMemoryRule::fits(shape, tiles);
  }
  mutable uint64_t numAsked = 0;
};

TEST(TilingSpace, LargeSpaceIsNotWalked) {
  TilingSpace space(getGemmChain(128, 16384, 4096, 4096));
  // 26 * 8 * 1024 * 256 * 256.
  EXPECT_EQ(space.getNumCandidates(), 13958643712u);
  auto rule = std::make_shared<CountingRule>(getLimitBytes());
  space.apply(rule);
  // Of 8 * 256 pairs (m, k), a binary search in the 1024 sizes of n for each that fits, 11 steps at
  // most, and the pair itself.
  EXPECT_LT(rule->numAsked, 8u * 256u * 12u);
}

TEST(TilingSpace, DimsThatShareARoleAreNotWalked) {
  // Rows a and b, columns c and d, sum k.
  auto getSpace = [](int64_t size) {
    ChainShape shape;
    for (const char *name : {"a", "b", "c", "d"})
      shape.dims.push_back({name, size, {}, false, true, true});
    shape.dims.push_back({"k", 64, {}, false, false});
    ShapeOperator &op = shape.operators.emplace_back();
    op.dims = {0, 1, 2, 3, 4};
    op.operands = {{{0, 1, 4}, 16}, {{4, 2, 3}, 16}};
    op.result = {{0, 1, 2, 3}, 16};
    op.reduced = {4};
    TilingSpace space(shape);
    space.apply(std::make_shared<OneDimPerRoleRule>());
    return space;
  };
  // 1 or 16 ... 64: 1 + 4 + 4 of 5 * 5 pairs (a, b) and (c, d), times 4.
  TilingSpace space = getSpace(64);
  EXPECT_EQ(space.getNumTileVectors(), 9u * 9u * 4u);
  uint64_t walked = 0;
  space.walkTileVectors([&](llvm::ArrayRef<int64_t>) { return ++walked != 0; });
  EXPECT_EQ(walked, 9u * 9u * 4u);
  // Of parts of the lists: only ones (1), only a without a 1 (4), both without (0).
  llvm::ArrayRef<int64_t> all = space.getTileSizes(0), sums = space.getTileSizes(4);
  llvm::ArrayRef<int64_t> one = all.take_front(1), more = all.drop_front(1);
  EXPECT_EQ(space.countTileVectors({one, one, all, all, sums}), 9u * 4u);
  EXPECT_EQ(space.countTileVectors({more, all, all, all, sums}), 4u * 9u * 4u);
  EXPECT_EQ(space.countTileVectors({more, more, all, all, sums}), 0u);
  // 2^20 sizes: (1 + 2 * 2^20)^2 * 4.
  uint64_t pairs = 1 + (uint64_t(1) << 21);
  EXPECT_EQ(getSpace(int64_t(1) << 24).getNumTileVectors(), pairs * pairs * 4);
}

TEST(TilingSpace, ACountThatTakesTooLongIsALowerBound) {
  int64_t huge = int64_t(1) << 24;
  TilingSpace space(getChain({"m", "k", "n", "h", "p", "q"}, {huge, huge, huge, huge, huge, 16}));
  auto rule = std::make_shared<CountingRule>(getLimitBytes());
  PruningReport report = prune(space, {rule});
  EXPECT_TRUE(space.isLowerBound());
  EXPECT_LT(rule->numAsked, TilingSpace::maxAsked + 100);
  EXPECT_GT(space.getNumTileVectors(), TilingSpace::maxAsked);
  std::string text;
  llvm::raw_string_ostream os(text);
  report.print(os);
  std::string left = ">=" + std::to_string(space.getNumTileVectors());
  EXPECT_NE(text.find(left), std::string::npos) << text;
  report.rows[1].numRemoved = 5;
  report.rows[1].print(os);
  EXPECT_NE(text.find("removed <=5"), std::string::npos) << text;
  TilingSpace small(getGemmChain(128, 128, 128, 128));
  pruneByPaper(small);
  EXPECT_FALSE(small.isLowerBound());
}

TEST(TilingSpace, CountsSaturate) {
  int64_t huge = int64_t(1) << 20;
  TilingSpace space(getGemmChain(huge, huge, huge, huge));
  // (2^16)^4 = 2^64 tile vectors.
  EXPECT_EQ(space.getNumCandidates(), UINT64_MAX);
  PruningReport report = pruneByPaper(space);
  std::string text;
  llvm::raw_string_ostream os(text);
  report.print(os);
  EXPECT_NE(text.find(">=18446744073709551615"), std::string::npos) << text;
}

TEST(TilingSpace, NothingLeftNamesTheRules) {
  TilingSpace space(getGemmChain(64, 64, 64, 64));
  // The smallest tiles take 3 * 16 * 16 * 2 = 1,536 bytes.
  PruningReport report = prune(space, getPaperRules(PaddingRule::Form::Ratio, 1535));
  EXPECT_TRUE(report.isEmpty());
  EXPECT_EQ(report.getRemovingRules(), "'duplicates', 'overflow of an intermediate', 'padding', "
                                       "'shared memory as in the paper'");
  unsigned numWalked = 0;
  space.walkTileVectors([&](llvm::ArrayRef<int64_t>) { return ++numWalked != 0; });
  EXPECT_EQ(numWalked, 0u);
}
