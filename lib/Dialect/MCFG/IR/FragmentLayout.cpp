//===- FragmentLayout.cpp - how a tile lies over warps, lanes, registers --===//
#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mcf::mcfg;

/// The largest power of two that divides n.
static int64_t powerOfTwoPart(int64_t n) { return n & -n; }

FragmentLayout::FragmentLayout(ArrayRef<int64_t> shape, ArrayRef<LayoutDigit> lanes,
                               ArrayRef<LayoutDigit> warps, ArrayRef<LayoutDigit> registers)
    : shape(shape), lanes(lanes), warps(warps), registers(registers) {
  normalize();
}

void FragmentLayout::normalize() {
  for (SmallVector<LayoutDigit> *digits : {&lanes, &warps})
    for (LayoutDigit &digit : *digits) {
      digit.count = 2;
      if (digit.stride == 0)
        digit.dim = 0;
    }
  // Neighbouring digits that count on are one digit, so that equal layouts compare equal.
  SmallVector<LayoutDigit> merged;
  for (const LayoutDigit &digit : registers) {
    if (digit.count == 1)
      continue;
    if (!merged.empty() && merged.back().dim == digit.dim &&
        merged.back().stride * merged.back().count == digit.stride)
      merged.back().count *= digit.count;
    else
      merged.push_back(digit);
  }
  registers = merged;
}

int64_t FragmentLayout::getNumRegisters() const {
  int64_t count = 1;
  for (const LayoutDigit &digit : registers)
    count *= digit.count;
  return count;
}

bool FragmentLayout::verify(llvm::function_ref<void(const llvm::Twine &)> emitError) const {
  if (lanes.size() != kLaneBits) {
    emitError("expected 5 lane digits, but got " + llvm::Twine(lanes.size()));
    return false;
  }
  SmallVector<SmallVector<LayoutDigit>> perDim(shape.size());
  for (ArrayRef<LayoutDigit> digits : {getLanes(), getWarps(), getRegisters()})
    for (const LayoutDigit &digit : digits) {
      bool thread = digits.data() != registers.data();
      if (thread && digit.stride == 0)
        continue;
      if (digit.dim >= shape.size()) {
        emitError("expected a dimension below " + llvm::Twine(shape.size()) + ", but got " +
                  llvm::Twine(digit.dim));
        return false;
      }
      if (digit.stride <= 0 || digit.count <= 1) {
        emitError("expected positive strides and counts above 1, but got stride " +
                  llvm::Twine(digit.stride) + " and count " + llvm::Twine(digit.count));
        return false;
      }
      perDim[digit.dim].push_back(digit);
    }
  for (auto [dim, digits] : llvm::enumerate(perDim)) {
    llvm::sort(digits,
               [](const LayoutDigit &a, const LayoutDigit &b) { return a.stride < b.stride; });
    int64_t covered = 1;
    for (const LayoutDigit &digit : digits) {
      if (digit.stride != covered) {
        emitError("expected a digit with stride " + llvm::Twine(covered) + " along dimension " +
                  llvm::Twine(dim) + ", but got stride " + llvm::Twine(digit.stride));
        return false;
      }
      covered *= digit.count;
    }
    if (covered != shape[dim]) {
      emitError("expected digits that cover " + llvm::Twine(shape[dim]) +
                " coordinates of dimension " + llvm::Twine(dim) + ", but got " +
                llvm::Twine(covered));
      return false;
    }
  }
  return true;
}

SmallVector<int64_t> FragmentLayout::getCoordinates(int64_t reg, int64_t lane, int64_t warp) const {
  SmallVector<int64_t> coords(shape.size(), 0);
  auto add = [&](ArrayRef<LayoutDigit> digits, int64_t index) {
    for (const LayoutDigit &digit : digits) {
      if (digit.stride != 0)
        coords[digit.dim] += (index % digit.count) * digit.stride;
      index /= digit.count;
    }
  };
  add(lanes, lane);
  add(warps, warp);
  add(registers, reg);
  return coords;
}

std::optional<int64_t> FragmentLayout::findRegister(ArrayRef<int64_t> coords, int64_t lane,
                                                    int64_t warp) const {
  auto held = [&](ArrayRef<LayoutDigit> digits, int64_t index) {
    for (auto [bit, digit] : llvm::enumerate(digits))
      if (digit.stride != 0 && coords[digit.dim] / digit.stride % 2 != ((index >> bit) & 1))
        return false;
    return true;
  };
  if (!held(lanes, lane) || !held(warps, warp))
    return std::nullopt;
  int64_t reg = 0, scale = 1;
  for (const LayoutDigit &digit : registers) {
    reg += coords[digit.dim] / digit.stride % digit.count * scale;
    scale *= digit.count;
  }
  return reg;
}

FragmentLayout FragmentLayout::collapse(unsigned dim) const {
  FragmentLayout result = *this;
  result.shape[dim] = 1;
  for (SmallVector<LayoutDigit> *digits : {&result.lanes, &result.warps})
    for (LayoutDigit &digit : *digits)
      if (digit.stride != 0 && digit.dim == dim)
        digit.stride = 0;
  llvm::erase_if(result.registers, [&](const LayoutDigit &digit) { return digit.dim == dim; });
  result.normalize();
  return result;
}

FragmentLayout FragmentLayout::slice(unsigned dim) const {
  FragmentLayout result = collapse(dim);
  result.shape.erase(result.shape.begin() + dim);
  for (SmallVector<LayoutDigit> *digits : {&result.lanes, &result.warps, &result.registers})
    for (LayoutDigit &digit : *digits)
      if (digit.stride != 0 && digit.dim > dim)
        --digit.dim;
  result.normalize();
  return result;
}

FragmentLayout FragmentLayout::transpose(ArrayRef<int64_t> permutation) const {
  FragmentLayout result = *this;
  SmallVector<unsigned> position(shape.size());
  for (auto [i, dim] : llvm::enumerate(permutation)) {
    position[dim] = i;
    result.shape[i] = shape[dim];
  }
  for (SmallVector<LayoutDigit> *digits : {&result.lanes, &result.warps, &result.registers})
    for (LayoutDigit &digit : *digits)
      if (digit.stride != 0)
        digit.dim = position[digit.dim];
  result.normalize();
  return result;
}

std::optional<FragmentLayout> FragmentLayout::reshape(ArrayRef<int64_t> newShape) const {
  auto suffixes = [](ArrayRef<int64_t> shape) {
    SmallVector<int64_t> result(shape.size(), 1);
    for (int64_t i = int64_t(shape.size()) - 2; i >= 0; --i)
      result[i] = result[i + 1] * shape[i + 1];
    return result;
  };
  SmallVector<int64_t> from = suffixes(shape), to = suffixes(newShape);
  auto move = [&](ArrayRef<LayoutDigit> digits, SmallVectorImpl<LayoutDigit> &out) {
    for (const LayoutDigit &digit : digits) {
      if (digit.stride == 0) {
        out.push_back(digit);
        continue;
      }
      int64_t stride = digit.stride * from[digit.dim], count = digit.count;
      while (count > 1) {
        unsigned dim = 0;
        while (dim < newShape.size() && !(to[dim] <= stride && stride < to[dim] * newShape[dim]))
          ++dim;
        if (dim == newShape.size() || stride % to[dim] != 0)
          return false;
        int64_t room = newShape[dim] * to[dim] / stride;
        int64_t part = std::min(room, count);
        if (count % part != 0 || newShape[dim] * to[dim] % stride != 0)
          return false;
        out.push_back({dim, stride / to[dim], part});
        count /= part;
        stride *= part;
      }
    }
    return true;
  };
  FragmentLayout result;
  result.shape.assign(newShape.begin(), newShape.end());
  if (!move(lanes, result.lanes) || !move(warps, result.warps) ||
      !move(registers, result.registers) || result.lanes.size() != lanes.size() ||
      result.warps.size() != warps.size())
    return std::nullopt;
  result.normalize();
  if (!result.verify([](const llvm::Twine &) {}))
    return std::nullopt;
  return result;
}

FragmentLayout FragmentLayout::prepend(ArrayRef<int64_t> leading) const {
  FragmentLayout result = *this;
  result.shape.insert(result.shape.begin(), leading.begin(), leading.end());
  for (SmallVector<LayoutDigit> *digits : {&result.lanes, &result.warps, &result.registers})
    for (LayoutDigit &digit : *digits)
      if (digit.stride != 0)
        digit.dim += leading.size();
  for (int64_t i = int64_t(leading.size()) - 1; i >= 0; --i)
    result.registers.push_back({static_cast<unsigned>(i), 1, leading[i]});
  result.normalize();
  return result;
}

std::optional<FragmentLayout> FragmentLayout::dropLeading(unsigned count) const {
  FragmentLayout result = *this;
  for (unsigned i = 0; i < count; ++i)
    result = result.slice(0);
  if (result.prepend(ArrayRef(shape).take_front(count)) != *this)
    return std::nullopt;
  return result;
}

int64_t FragmentLayout::getContiguousRegisters() const {
  if (registers.empty() || registers.front().dim + 1 != shape.size() ||
      registers.front().stride != 1)
    return 1;
  return registers.front().count;
}

LayoutConversion mcf::mcfg::getLayoutConversion(const FragmentLayout &source,
                                                const FragmentLayout &target,
                                                SmallVectorImpl<int64_t> *registers) {
  if (source.getShape() != target.getShape() || source.getNumWarps() != target.getNumWarps())
    return LayoutConversion::Workgroup;
  SmallVector<int64_t> order;
  bool same = source == target;
  for (int64_t reg = 0, e = target.getNumRegisters(); reg < e; ++reg) {
    std::optional<int64_t> found = source.findRegister(target.getRegisterOffset(reg));
    // Lanes and warps need only be looked at one bit at a time: the maps are sums over bits.
    for (unsigned bit = 0; found && bit < FragmentLayout::kLaneBits; ++bit)
      if (source.findRegister(target.getCoordinates(reg, int64_t(1) << bit, 0), int64_t(1) << bit,
                              0) != found)
        found = std::nullopt;
    for (unsigned bit = 0; found && bit < target.getWarps().size(); ++bit)
      if (source.findRegister(target.getCoordinates(reg, 0, int64_t(1) << bit), 0,
                              int64_t(1) << bit) != found)
        found = std::nullopt;
    if (!found)
      return LayoutConversion::Workgroup;
    order.push_back(*found);
  }
  if (registers)
    *registers = order;
  return same ? LayoutConversion::Same : LayoutConversion::Registers;
}

//===----------------------------------------------------------------------===//
// Anchors
//===----------------------------------------------------------------------===//

/// Digits of the warps: first those of the grid along dim 0 (rows) and dim 1 (columns) with these
/// strides, 0 where the tile is the same in them; the rest replicate.
static SmallVector<LayoutDigit> warpDigits(WarpGrid grid, int64_t rowStride, int64_t columnStride,
                                           int64_t numWarps) {
  SmallVector<LayoutDigit> digits;
  for (int64_t bit = 1; bit < grid.rows; bit *= 2)
    digits.push_back({0, rowStride * bit, 2});
  for (int64_t bit = 1; bit < grid.columns; bit *= 2)
    digits.push_back({1, columnStride * bit, 2});
  for (int64_t bit = grid.rows * grid.columns; bit < numWarps; bit *= 2)
    digits.push_back({0, 0, 2});
  return digits;
}

WarpGrid FragmentLayout::mmaWarps(int64_t m, int64_t n, int64_t numWarps) {
  WarpGrid grid;
  grid.rows = std::min<int64_t>(powerOfTwoPart(std::max<int64_t>(m / 16, 1)), numWarps);
  // Fewer than 16 columns would leave half of an `ldmatrix` unused.
  while (2 * grid.columns * grid.rows <= numWarps && n % (16 * grid.columns) == 0 &&
         n / (2 * grid.columns) >= 16)
    grid.columns *= 2;
  return grid;
}

FragmentLayout FragmentLayout::mmaAccumulator(int64_t m, int64_t n, int64_t numWarps) {
  WarpGrid grid = mmaWarps(m, n, numWarps);
  return FragmentLayout({m, n}, {{1, 2}, {1, 4}, {0, 1}, {0, 2}, {0, 4}},
                        warpDigits(grid, 16, n / grid.columns, numWarps),
                        {{1, 1, 2},
                         {0, 8, 2},
                         {1, 8, n / 8 / grid.columns},
                         {0, 16 * grid.rows, m / 16 / grid.rows}});
}

FragmentLayout FragmentLayout::mmaOperandA(int64_t m, int64_t k, int64_t numWarps,
                                           int64_t elementBits) {
  // Without columns: warps beyond those of the rows hold the same.
  WarpGrid grid = mmaWarps(m, 0, numWarps);
  int64_t packed = 32 / elementBits, step = 8 * packed;
  return FragmentLayout({m, k}, {{1, packed}, {1, 2 * packed}, {0, 1}, {0, 2}, {0, 4}},
                        warpDigits(grid, 16, 0, numWarps),
                        {{1, 1, packed},
                         {0, 8, 2},
                         {1, step / 2, 2},
                         {1, step, k / step},
                         {0, 16 * grid.rows, m / 16 / grid.rows}});
}

FragmentLayout FragmentLayout::mmaOperandB(int64_t m, int64_t n, int64_t k, int64_t numWarps,
                                           int64_t elementBits) {
  WarpGrid grid = mmaWarps(m, n, numWarps);
  int64_t packed = 32 / elementBits, step = 8 * packed;
  return FragmentLayout(
      {k, n}, {{0, packed}, {0, 2 * packed}, {1, 1}, {1, 2}, {1, 4}},
      warpDigits(grid, 0, n / grid.columns, numWarps),
      {{0, 1, packed}, {0, step / 2, 2}, {0, step, k / step}, {1, 8, n / 8 / grid.columns}});
}

FragmentLayout FragmentLayout::fmaAccumulator(int64_t m, int64_t n, int64_t numWarps) {
  int64_t usedM = 1, usedN = 1, powerM = powerOfTwoPart(m), powerN = powerOfTwoPart(n);
  SmallVector<LayoutDigit> lanes, warps, registers;
  // Four neighbours in a thread: one 16-byte access.
  int64_t vector = std::min<int64_t>(powerN, 4);
  registers.push_back({1, 1, vector});
  usedN = vector;
  auto take = [](unsigned dim, int64_t &used, int64_t power, SmallVectorImpl<LayoutDigit> &digits) {
    if (used >= power)
      return false;
    digits.push_back({dim, used, 2});
    used *= 2;
    return true;
  };
  for (unsigned bit = 0; bit < kLaneBits; ++bit) {
    bool done = bit < 3 && take(1, usedN, powerN, lanes);
    if (!done && !take(0, usedM, powerM, lanes) && !take(1, usedN, powerN, lanes))
      lanes.push_back({0, 0, 2});
  }
  for (int64_t bit = 1; bit < numWarps; bit *= 2)
    if (!take(0, usedM, powerM, warps) && !take(1, usedN, powerN, warps))
      warps.push_back({0, 0, 2});
  registers.push_back({1, usedN, n / usedN});
  registers.push_back({0, usedM, m / usedM});
  return FragmentLayout({m, n}, lanes, warps, registers);
}

FragmentLayout FragmentLayout::fmaOperandA(int64_t m, int64_t n, int64_t k, int64_t numWarps) {
  return fmaAccumulator(m, n, numWarps).slice(1).prepend({k}).transpose({1, 0});
}

FragmentLayout FragmentLayout::fmaOperandB(int64_t m, int64_t n, int64_t k, int64_t numWarps) {
  return fmaAccumulator(m, n, numWarps).slice(0).prepend({k});
}

FragmentLayout FragmentLayout::blocked(ArrayRef<int64_t> shape, int64_t numWarps) {
  unsigned rank = shape.size();
  SmallVector<int64_t> used(rank, 1);
  SmallVector<LayoutDigit> lanes, warps, registers;
  // Only the last two dimensions are spread: what stands before them are tiles of their own.
  auto take = [&](ArrayRef<unsigned> order, SmallVectorImpl<LayoutDigit> &digits) {
    for (unsigned fromLast : order) {
      if (fromLast >= rank)
        continue;
      unsigned dim = rank - 1 - fromLast;
      if (used[dim] >= powerOfTwoPart(shape[dim]))
        continue;
      digits.push_back({dim, used[dim], 2});
      used[dim] *= 2;
      return;
    }
    digits.push_back({0, 0, 2});
  };
  for (unsigned bit = 0; bit < kLaneBits; ++bit)
    take({0, 1}, lanes);
  for (int64_t bit = 1; bit < numWarps; bit *= 2)
    take({1, 0}, warps);
  for (int64_t dim = int64_t(rank) - 1; dim >= 0; --dim)
    registers.push_back({static_cast<unsigned>(dim), used[dim], shape[dim] / used[dim]});
  return FragmentLayout(shape, lanes, warps, registers);
}
