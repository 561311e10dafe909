//===- IndexRegionTest.cpp - regions and trips against brute force --------===//
#include "MCFuser/Analysis/IndexRegion.h"
#include "MCFuser/Analysis/TripBounds.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace mcf::analysis;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {
using Conjunction = IndexRegion::Conjunction;

class RandomRegions {
public:
  explicit RandomRegions(unsigned seed) : random(seed) {}

  int64_t pick(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }

  IndexForm makeForm(unsigned numDims) {
    IndexForm form = IndexForm::get(pick(-6, 6));
    for (unsigned dim = 0; dim < numDims; ++dim) {
      if (pick(0, 2) == 0)
        continue;
      std::optional<IndexForm> term = IndexForm::getPosition(dim).floorDiv(pick(0, 3) ? 1 : 3);
      form = *form.plus(*term, pick(0, 3) ? pick(0, 1) * 2 - 1 : pick(-3, 3));
    }
    return form;
  }

  IndexRegion makeRegion(unsigned numDims) {
    IndexRegion region;
    for (int64_t i = pick(0, 3); i > 0; --i) {
      IndexRegion part = IndexRegion::getEverywhere();
      for (int64_t k = pick(0, 2); k > 0; --k)
        part = part.intersect(IndexRegion::get(makeForm(numDims)));
      region = region.unite(part);
    }
    return region;
  }

private:
  std::mt19937 random;
};

template <typename Visit> void forEachPosition(ArrayRef<int64_t> sizes, Visit visit) {
  SmallVector<int64_t> position(sizes.size(), 0);
  while (true) {
    visit(ArrayRef<int64_t>(position));
    size_t dim = 0;
    while (dim < sizes.size() && ++position[dim] == sizes[dim])
      position[dim++] = 0;
    if (dim == sizes.size())
      return;
  }
}
} // namespace

TEST(IndexRegionTest, Forms) {
  IndexForm m = IndexForm::getPosition(0), n = IndexForm::getPosition(1);
  EXPECT_EQ(n.plus(m, -1)->plus(m)->terms.size(), 1u);
  EXPECT_EQ(*m.plus(IndexForm::get(3))->getMax({5, 7}), 7);
  EXPECT_EQ(*n.plus(m, -2)->getMin({5, 7}), -8);
  EXPECT_FALSE(m.getMax({-1, 7}));
  EXPECT_EQ(*m.getMin({-1, 7}), 0);
  EXPECT_EQ(*m.floorDiv(4)->floorDiv(2)->getMax({17, 1}), 2);
  EXPECT_FALSE(m.plus(n)->floorDiv(2));
  EXPECT_FALSE(m.times(INT64_MAX)->times(2));
  EXPECT_FALSE(IndexForm::get(INT64_MAX).plus(IndexForm::get(1)));
}

TEST(IndexRegionTest, Text) {
  IndexForm m = IndexForm::getPosition(0), n = IndexForm::getPosition(1);
  std::string names[] = {"m", "n"};
  EXPECT_EQ(IndexRegion::get(*m.plus(n, -1)).toString(names), "n <= m");
  EXPECT_EQ(IndexRegion::get(IndexForm::get(0)).toString(names), "everywhere");
  EXPECT_EQ(IndexRegion::get(IndexForm::get(-1)).toString(names), "nowhere");
  IndexRegion window = IndexRegion::get(*m.plus(n, -1))
                           .intersect(IndexRegion::get(*n.plus(m, -1)->plus(IndexForm::get(4))));
  EXPECT_EQ(window.toString(names), "n <= m and m <= n + 4");
  EXPECT_EQ(window.complement()->toString(names), "m <= n - 1 or n <= m - 5");
}

TEST(IndexRegionTest, OperationsAgreeWithBruteForce) {
  int64_t sizes[] = {5, 6, 4};
  int numHit = 0, numHitFound = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    RandomRegions random(seed);
    IndexRegion a = random.makeRegion(3), b = random.makeRegion(3);
    IndexRegion both = a.intersect(b), either = a.unite(b), simple = a.simplify(sizes);
    std::optional<IndexRegion> outside = a.complement();
    unsigned along[] = {1};
    IndexRegion rows = a.forAll(along, sizes);
    bool isHit = true, inAllRows = true;
    forEachPosition(sizes, [&](ArrayRef<int64_t> at) {
      EXPECT_EQ(both.contains(at), a.contains(at) && b.contains(at)) << seed;
      EXPECT_EQ(either.contains(at), a.contains(at) || b.contains(at)) << seed;
      EXPECT_EQ(simple.contains(at), a.contains(at)) << seed;
      if (outside)
        EXPECT_EQ(outside->contains(at), !a.contains(at)) << seed;
      if (rows.contains(at))
        EXPECT_TRUE(a.contains(at)) << seed;
      bool some = false;
      for (int64_t n = 0; n < sizes[1]; ++n)
        some |= a.contains({at[0], n, at[2]});
      isHit &= some;
      inAllRows &= rows.contains(at);
    });
    // What is claimed holds; most of what holds is found.
    bool claimed = a.isHitAlong(along, sizes);
    EXPECT_TRUE(!claimed || isHit) << seed;
    numHit += isHit;
    numHitFound += claimed;
  }
  EXPECT_GT(numHit, 50);
  EXPECT_GT(numHitFound, 9 * numHit / 10);
}

TEST(IndexRegionTest, TooLongRegionsAreLeftOut) {
  // Each of 7 conjunctions of 2 doubles the complement.
  IndexRegion region;
  for (unsigned i = 0; i < 7; ++i)
    region = region.unite(IndexRegion::get(*IndexForm::getPosition(2 * i).plus(IndexForm::get(-1)))
                              .intersect(IndexRegion::get(
                                  *IndexForm::getPosition(2 * i + 1).plus(IndexForm::get(-1)))));
  EXPECT_EQ(region.getConjunctions().size(), 7u);
  EXPECT_FALSE(region.complement());
}

/// True if some position of the tile that is in the array is inside.
static bool isTileLive(const IndexRegion &region, ArrayRef<int64_t> sizes, ArrayRef<int64_t> tiles,
                       ArrayRef<int64_t> offsets) {
  bool isLive = false;
  forEachPosition(sizes, [&](ArrayRef<int64_t> at) {
    for (auto [position, offset, tile] : llvm::zip(at, offsets, tiles))
      if (offset >= 0 && (position < offset || position >= offset + tile))
        return;
    isLive |= region.contains(at);
  });
  return isLive;
}

TEST(IndexRegionTest, TripsOfLiveTilesRun) {
  int numLeftOut = 0, numDead = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomRegions random(seed);
    int64_t sizes[] = {random.pick(1, 9), random.pick(2, 11), random.pick(1, 3)};
    int64_t tiles[] = {random.pick(1, 4), random.pick(1, 4), random.pick(1, 3)};
    IndexRegion live = random.makeRegion(3).simplify(sizes);
    TileLoop outer{0}, inner{1, &live};
    uint64_t total = 0;
    for (int64_t m = 0; m < sizes[0]; m += tiles[0]) {
      auto [lower, upper] = getTripRange(inner, sizes, tiles, {m, -1, -1});
      EXPECT_GE(lower, 0);
      EXPECT_LE(upper, int64_t(llvm::divideCeil(sizes[1], tiles[1])));
      total += std::max<int64_t>(upper - lower, 0);
      for (int64_t n = 0; n < sizes[1]; n += tiles[1]) {
        int64_t trip = n / tiles[1];
        bool runs = lower <= trip && trip < upper;
        bool isLive = isTileLive(live, sizes, tiles, {m, n, -1});
        EXPECT_TRUE(runs || !isLive) << seed << ": " << m << " " << n;
        numDead += !isLive;
        numLeftOut += !runs;
      }
    }
    EXPECT_EQ(countTrips({outer, inner}, sizes, tiles), total) << seed;
  }
  EXPECT_GT(numDead, 500);
  EXPECT_GT(numLeftOut, 2 * numDead / 3);
}

// One inequality: exactly the tiles that hold such a position run.
TEST(IndexRegionTest, TripsOfOneInequalityAreExact) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    RandomRegions random(seed);
    int64_t sizes[] = {random.pick(1, 9), random.pick(2, 11)};
    int64_t tiles[] = {random.pick(1, 4), random.pick(1, 4)};
    IndexRegion live = IndexRegion::get(random.makeForm(2));
    TileLoop inner{1, &live};
    for (int64_t m = 0; m < sizes[0]; m += tiles[0]) {
      auto [lower, upper] = getTripRange(inner, sizes, tiles, {m, -1});
      for (int64_t n = 0; n < sizes[1]; n += tiles[1]) {
        int64_t trip = n / tiles[1];
        EXPECT_EQ(lower <= trip && trip < upper, isTileLive(live, sizes, tiles, {m, n})) << seed;
      }
    }
  }
}
