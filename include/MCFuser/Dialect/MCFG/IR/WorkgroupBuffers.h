//===- WorkgroupBuffers.h - sizes and places of buffers ---------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_WORKGROUPBUFFERS_H
#define MCFUSER_DIALECT_MCFG_IR_WORKGROUPBUFFERS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mcf::mcfg {

/// What the lowering does unless a pass is told otherwise, and what it refuses.
struct LoweringLimits {
  /// The most warps of a block, and the most where no mapping says how many.
  static constexpr int64_t maxWarps = 16, defaultWarps = 4;
  /// Bytes that are added to each row of a buffer, so that rows start in different banks.
  static constexpr int64_t paddingBytes = 16;
  /// The most copies of a loop body that unrolling over kept tiles makes.
  static constexpr int64_t maxCopies = 64;
  /// The most elements of a tile.
  static constexpr int64_t maxTileElements = int64_t(1) << 20;
  /// An operand that stands still in a loop stays in registers up to 64 of them.
  static constexpr int64_t maxHeldBits = 64 * 32;
  /// The most registers of 32 bits that the fragments of a thread may take at once: about six
  /// times what a thread of any GPU has. A search refuses what does not fit these far earlier.
  static constexpr int64_t maxHeldRegisters = 1536;
  /// The most ops, about, that the program of a thread may have (ThreadOps.h): a mebibyte of code,
  /// which no cache of instructions holds, and which LLVM and ptxas take long over.
  static constexpr int64_t maxThreadOps = 65536;
  /// The same for a search, which counts in a schedule what the lowering counts in a kernel.
  static constexpr int64_t maxSearchedThreadOps = maxThreadOps / 2;
  /// The chunks of a copy that a thread has under way at a time.
  static constexpr int64_t copyBatch = 8;
  /// Slots of a ring of tiles that are copied ahead.
  static constexpr int64_t copyDepth = 2;
};

/// In bytes: buffers start in the first bank, at what bulk copies and 16-byte accesses want.
constexpr int64_t kBufferAlignment = 128;
/// The same of swizzled tiles: what the swizzle repeats after.
constexpr int64_t kSwizzleAlignment = 1024;

/// Elements of a row of the buffer for a tile that contractions read: whole rows of 16 bytes, plus
/// the padding.
int64_t getTilePitch(int64_t columns, int64_t elementBits, int64_t paddingBytes);

/// Most elements along a dim of a box that TMA copies: CUDA driver API, cuTensorMapEncodeTiled.
constexpr int64_t kMostBoxElements = 256;
/// Columns of 16-bit elements in a panel of a swizzled tile.
constexpr int64_t kSwizzleColumns = 64;

/// True if a tile of 16-bit elements is swizzled where wgmma takes it: it is cut into panels of
/// 64 columns. Half of one may be lost: TMA and wgmma are worth more.
bool isSwizzledTile(int64_t rows, int64_t columns);
/// True if each panel of each tile along the columns of an array has some of them. TMA is not asked
/// for boxes that lie wholly beyond an array: the one kernel that was seen to depend on their zeros
/// (both operands of a product) was wrong on an H200.
bool arePanelsInside(int64_t arrayColumns, int64_t tileColumns);

/// The buffer through which a fragment of this shape gets to another layout.
llvm::SmallVector<int64_t> getConversionBufferShape(llvm::ArrayRef<int64_t> shape,
                                                    int64_t elementBits);

/// A buffer, the ops at the top of the kernel between which it is in use, and where it lies.
struct BufferPlace {
  int64_t bytes = 0, first = 0, last = 0, offset = 0;
  int64_t alignment = kBufferAlignment;

  bool inUseWith(const BufferPlace &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// Gives each buffer, in the order of their first use (of two with the same, the earlier one), the
/// lowest place that is free as long as it is in use. Returns the bytes that all of them
/// take; none if these do not fit 64 bits.
std::optional<int64_t> packBuffers(llvm::MutableArrayRef<BufferPlace> buffers);

} // namespace mcf::mcfg

#endif
