//===- FragmentLayout.h - how a tile lies over warps, lanes, registers ----===//
#ifndef MCFUSER_DIALECT_MCFG_IR_FRAGMENTLAYOUT_H
#define MCFUSER_DIALECT_MCFG_IR_FRAGMENTLAYOUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <optional>

namespace mcf::mcfg {
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

/// One digit of a mixed-radix index: counting it up by one moves the coordinate of dimension
/// `dim` by `stride`. A digit of a lane or warp index has count 2; its stride is 0 where the
/// tile is the same in both (replication).
struct LayoutDigit {
  unsigned dim = 0;
  int64_t stride = 0;
  int64_t count = 2;

  bool operator==(const LayoutDigit &other) const {
    return dim == other.dim && stride == other.stride && count == other.count;
  }
  bool operator!=(const LayoutDigit &other) const { return !(*this == other); }
};

/// Warps of a block along the rows and the columns of a tile, powers of two. Others replicate.
struct WarpGrid {
  int64_t rows = 1, columns = 1;
};

/// How one fragment gets from a layout to another.
enum class LayoutConversion {
  /// Nothing to do.
  Same,
  /// Each thread holds what it needs, in other registers.
  Registers,
  /// Threads exchange values through workgroup memory.
  Workgroup,
};

/// Maps (register, lane, warp) to coordinates of a tile. The coordinate is the sum over the digits
/// of the three indices; per dimension all digits together form one mixed-radix number, so that
/// every coordinate is held, and by exactly one register of a thread at most.
class FragmentLayout {
public:
  static constexpr unsigned kLaneBits = 5;
  static constexpr int64_t kLanes = 32;

  FragmentLayout() = default;
  FragmentLayout(ArrayRef<int64_t> shape, ArrayRef<LayoutDigit> lanes, ArrayRef<LayoutDigit> warps,
                 ArrayRef<LayoutDigit> registers);

  /// The warps of `mma.sync` on m rows and n columns: along the rows as far as 16 of them go to
  /// each warp, the rest along the columns as far as 16 or more go to each.
  static WarpGrid mmaWarps(int64_t m, int64_t n, int64_t numWarps);
  /// The accumulator of `mma.sync` m16n8: dim 0 rows, dim 1 columns. Warp w of the rows has the
  /// rows from 16 w on and those of the next row tile; a warp of the columns has neighbours.
  static FragmentLayout mmaAccumulator(int64_t m, int64_t n, int64_t numWarps);
  /// Operand A (m x k) of `mma.sync` m16n8 with elements of 8, 16 or 32 bits: 256 bits of k in an
  /// instruction, neighbours along k in one 32-bit register. The same in warps of other columns.
  static FragmentLayout mmaOperandA(int64_t m, int64_t k, int64_t numWarps,
                                    int64_t elementBits = 16);
  /// Operand B (k x n) for a result of m rows; the same in warps of other rows.
  static FragmentLayout mmaOperandB(int64_t m, int64_t n, int64_t k, int64_t numWarps,
                                    int64_t elementBits = 16);

  /// Result (m x n) of a contraction with fused multiply-adds: lanes on both dimensions.
  static FragmentLayout fmaAccumulator(int64_t m, int64_t n, int64_t numWarps);
  /// Operands of that contraction: each thread holds all k of its rows or columns.
  static FragmentLayout fmaOperandA(int64_t m, int64_t n, int64_t k, int64_t numWarps);
  static FragmentLayout fmaOperandB(int64_t m, int64_t n, int64_t k, int64_t numWarps);

  /// A layout for any tile: lanes along the last dimension first, warps along the one before.
  static FragmentLayout blocked(ArrayRef<int64_t> shape, int64_t numWarps);

  ArrayRef<int64_t> getShape() const { return shape; }
  unsigned getRank() const { return shape.size(); }
  ArrayRef<LayoutDigit> getLanes() const { return lanes; }
  ArrayRef<LayoutDigit> getWarps() const { return warps; }
  ArrayRef<LayoutDigit> getRegisters() const { return registers; }
  int64_t getNumWarps() const { return int64_t(1) << warps.size(); }
  int64_t getNumRegisters() const;

  /// Says through `emitError` what is wrong; true if the layout covers the tile exactly.
  bool verify(llvm::function_ref<void(const llvm::Twine &)> emitError) const;

  /// Coordinates of what `reg` holds in this lane and warp.
  SmallVector<int64_t> getCoordinates(int64_t reg, int64_t lane, int64_t warp) const;
  /// The part of the coordinates that comes from the register.
  SmallVector<int64_t> getRegisterOffset(int64_t reg) const { return getCoordinates(reg, 0, 0); }
  /// The register of this thread that holds the coordinates, if any.
  std::optional<int64_t> findRegister(ArrayRef<int64_t> coords, int64_t lane, int64_t warp) const;
  /// The same for a register offset: what the thread adds is left out.
  std::optional<int64_t> findRegister(ArrayRef<int64_t> offset) const {
    return findRegister(offset, 0, 0);
  }

  /// The layout of what is left when `dim` is reduced away, or taken out of a broadcast.
  FragmentLayout slice(unsigned dim) const;
  /// Like slice, but the dimension stays with size 1.
  FragmentLayout collapse(unsigned dim) const;
  /// Dimension i of the result is dimension `permutation[i]` of this.
  FragmentLayout transpose(ArrayRef<int64_t> permutation) const;
  /// The same elements in row-major order under another shape; none if a digit would be torn.
  std::optional<FragmentLayout> reshape(ArrayRef<int64_t> newShape) const;
  /// A tile with leading dimensions that are held in registers only.
  FragmentLayout prepend(ArrayRef<int64_t> leading) const;
  /// The inverse of prepend for `count` dimensions; none if they are not in registers only.
  std::optional<FragmentLayout> dropLeading(unsigned count) const;

  /// How many registers from the first of each group on are neighbours along the last dimension.
  int64_t getContiguousRegisters() const;

  bool sameThreads(const FragmentLayout &other) const {
    return lanes == other.lanes && warps == other.warps;
  }
  bool operator==(const FragmentLayout &other) const {
    return shape == other.shape && sameThreads(other) && registers == other.registers;
  }
  bool operator!=(const FragmentLayout &other) const { return !(*this == other); }

private:
  void normalize();

  SmallVector<int64_t> shape;
  /// Fastest digit first.
  SmallVector<LayoutDigit> lanes, warps, registers;
};

/// How a fragment in `source` becomes one in `target`. For `Registers` and `Same`, register i of
/// the target is register `(*registers)[i]` of the source.
LayoutConversion getLayoutConversion(const FragmentLayout &source, const FragmentLayout &target,
                                     SmallVectorImpl<int64_t> *registers = nullptr);

} // namespace mcf::mcfg

#endif
