//===- TripBounds.cpp - which trips of a loop meet a region ---------------===//
#include "MCFuser/Analysis/TripBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf::analysis;

namespace {
/// An integer with the operations of an affine expression.
struct Integer {
  int64_t value;
  Integer operator+(Integer other) const { return {value + other.value}; }
  Integer operator+(int64_t other) const { return {value + other}; }
  Integer operator*(int64_t factor) const { return {value * factor}; }
  Integer floorDiv(int64_t divisor) const { return {llvm::divideFloorSigned(value, divisor)}; }
};
} // namespace

bool mcf::analysis::isAlwaysReached(IndexForm form, const IndexTerm &own, ArrayRef<int64_t> sizes) {
  int64_t last = (sizes[own.dim] - 1) / own.divisor * own.coefficient;
  llvm::erase(form.terms, own);
  std::optional<int64_t> least = form.getMin(sizes);
  return least && *least >= -last;
}

std::pair<int64_t, int64_t> mcf::analysis::getTripRange(const TileLoop &loop,
                                                        ArrayRef<int64_t> sizes,
                                                        ArrayRef<int64_t> tiles,
                                                        ArrayRef<int64_t> offsets) {
  int64_t trips = llvm::divideCeil(sizes[loop.dim], tiles[loop.dim]);
  if (!loop.live)
    return {0, trips};
  auto getOffset = [&](unsigned dim) {
    return offsets[dim] < 0 ? std::nullopt : std::optional(Integer{offsets[dim]});
  };
  auto getConstant = [](int64_t value) { return Integer{value}; };
  TripContext<Integer> context{loop.dim, trips, sizes, tiles, getOffset, getConstant};
  std::pair<int64_t, int64_t> hull{trips, 0};
  for (const IndexRegion::Conjunction &conjunction : loop.live->getConjunctions()) {
    TripBounds<Integer> bounds = getTripBounds(conjunction, context);
    int64_t lower = 0, upper = trips;
    for (Integer bound : bounds.lower)
      lower = std::max(lower, bound.value);
    for (Integer bound : bounds.upper)
      upper = std::min(upper, bound.value);
    hull = {std::min(hull.first, lower), std::max(hull.second, upper)};
  }
  return hull;
}

/// True if which trips of one of the loops run hangs on the position along the dim.
static bool isAskedFor(ArrayRef<TileLoop> loops, unsigned dim) {
  return llvm::any_of(loops, [&](const TileLoop &loop) {
    return loop.live && llvm::any_of(loop.live->getConjunctions(), [&](const auto &conjunction) {
             return llvm::any_of(conjunction, [&](const IndexForm &form) {
               return llvm::any_of(form.terms,
                                   [&](const IndexTerm &term) { return term.dim == dim; });
             });
           });
  });
}

static uint64_t count(ArrayRef<TileLoop> loops, ArrayRef<int64_t> sizes, ArrayRef<int64_t> tiles,
                      MutableArrayRef<int64_t> offsets) {
  if (loops.empty())
    return 1;
  const TileLoop &loop = loops.front();
  auto [lower, upper] = getTripRange(loop, sizes, tiles, offsets);
  if (upper <= lower)
    return 0;
  int64_t outer = offsets[loop.dim];
  uint64_t total = 0;
  if (isAskedFor(loops.drop_front(), loop.dim)) {
    for (int64_t trip = lower; trip < upper; ++trip) {
      offsets[loop.dim] = trip * tiles[loop.dim];
      total = llvm::SaturatingAdd(total, count(loops.drop_front(), sizes, tiles, offsets));
    }
  } else {
    offsets[loop.dim] = lower * tiles[loop.dim];
    total = llvm::SaturatingMultiply<uint64_t>(upper - lower,
                                               count(loops.drop_front(), sizes, tiles, offsets));
  }
  offsets[loop.dim] = outer;
  return total;
}

uint64_t mcf::analysis::countTrips(ArrayRef<TileLoop> loops, ArrayRef<int64_t> sizes,
                                   ArrayRef<int64_t> tiles) {
  SmallVector<int64_t> offsets(sizes.size(), -1);
  return count(loops, sizes, tiles, offsets);
}
