//===- TripBounds.h - which trips of a loop meet a region -------*- C++ -*-===//
#ifndef MCFUSER_ANALYSIS_TRIPBOUNDS_H
#define MCFUSER_ANALYSIS_TRIPBOUNDS_H

#include "MCFuser/Analysis/IndexRegion.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mcf::analysis {

/// A trip `i` of a loop over tiles meets a conjunction only if `lower <= i < upper` for all of
/// these. Numbers are integers, or affine expressions of the positions of the tiles of outer loops.
template <typename Number> struct TripBounds {
  llvm::SmallVector<Number, 4> lower, upper;
};

/// The loop, and what is around it.
template <typename Number> struct TripContext {
  /// Dim of the loop, and how many trips it has (-1: not known).
  unsigned dim = 0;
  int64_t trips = -1;
  /// Of each dim; sizes that are not known are -1.
  llvm::ArrayRef<int64_t> sizes, tiles;
  /// First position of the current tile of a dim, for dims that a loop around runs over.
  llvm::function_ref<std::optional<Number>(unsigned dim)> getOffset;
  llvm::function_ref<Number(int64_t)> getConstant;
};

/// True if the last position along the dim of `own`, which has a positive coefficient, fulfils the
/// inequality whatever the others are.
bool isAlwaysReached(IndexForm form, const IndexTerm &own, llvm::ArrayRef<int64_t> sizes);

/// The bounds of the trips in which some position of the tile may fulfil all inequalities. Exact
/// for each inequality with one term of the loop's dim: `a floor(x / b) + r >= 0` for some x of the
/// tile is the same inequality for its last (a > 0) or first x, and r is taken at its largest.
/// Positions beyond the array are none; where the last tile sticks out, both what the tile allows
/// and what the array allows are bounds.
template <typename Number>
TripBounds<Number> getTripBounds(const IndexRegion::Conjunction &conjunction,
                                 const TripContext<Number> &context) {
  TripBounds<Number> bounds;
  // More than a loop has, if that is not known.
  int64_t trips = context.trips >= 0 ? context.trips : int64_t(1) << 31;
  int64_t size = context.sizes[context.dim], tile = context.tiles[context.dim];
  auto isRagged = [&](unsigned dim) {
    return context.sizes[dim] >= 0 && context.sizes[dim] % context.tiles[dim] != 0;
  };
  for (const IndexForm &form : conjunction) {
    const IndexTerm *own = nullptr;
    bool isKnown = true;
    llvm::SmallVector<Number, 4> rests = {context.getConstant(form.constant)};
    for (const IndexTerm &term : form.terms) {
      if (term.dim == context.dim && !own) {
        own = &term;
        continue;
      }
      std::optional<Number> offset =
          term.dim == context.dim ? std::nullopt : context.getOffset(term.dim);
      bool isPositive = term.coefficient > 0;
      llvm::SmallVector<Number, 2> values;
      if (offset) {
        Number position = isPositive ? *offset + (context.tiles[term.dim] - 1) : *offset;
        values.push_back(position.floorDiv(term.divisor) * term.coefficient);
      } else if (!isPositive) {
        continue;
      }
      if (isPositive && context.sizes[term.dim] >= 0 && (!offset || isRagged(term.dim)))
        values.push_back(
            context.getConstant((context.sizes[term.dim] - 1) / term.divisor * term.coefficient));
      isKnown &= !values.empty();
      llvm::SmallVector<Number, 4> sums;
      for (Number rest : rests)
        for (Number value : values)
          sums.push_back(rest + value);
      rests = sums;
    }
    if (!isKnown)
      continue;
    for (Number rest : rests) {
      if (!own) {
        bounds.upper.push_back((rest + 1) * trips);
      } else if (own->coefficient > 0) {
        // x >= first, and the tile that holds it.
        Number first = rest.floorDiv(own->coefficient) * -own->divisor;
        bounds.lower.push_back(first.floorDiv(tile));
        if (isRagged(context.dim) && !isAlwaysReached(form, *own, context.sizes))
          bounds.upper.push_back((rest + ((size - 1) / own->divisor * own->coefficient + 1)) *
                                 trips);
      } else {
        Number last = rest.floorDiv(-own->coefficient) * own->divisor + (own->divisor - 1);
        bounds.upper.push_back(last.floorDiv(tile) + 1);
      }
    }
  }
  return bounds;
}

/// A loop over tiles of `dim`; `live`, if any, says where something is to do.
struct TileLoop {
  unsigned dim = 0;
  const IndexRegion *live = nullptr;
};

/// The trips [first, second) of a loop that run, the tiles of outer loops being at `offsets` (-1:
/// no loop around is over the dim). The hull of those of all conjunctions.
std::pair<int64_t, int64_t> getTripRange(const TileLoop &loop, llvm::ArrayRef<int64_t> sizes,
                                         llvm::ArrayRef<int64_t> tiles,
                                         llvm::ArrayRef<int64_t> offsets);

/// How often the innermost of these nested loops runs, of static sizes; outermost loop first.
uint64_t countTrips(llvm::ArrayRef<TileLoop> loops, llvm::ArrayRef<int64_t> sizes,
                    llvm::ArrayRef<int64_t> tiles);

} // namespace mcf::analysis

#endif
