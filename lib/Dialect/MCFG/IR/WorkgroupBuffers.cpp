//===- WorkgroupBuffers.cpp - sizes and places of buffers -----------------===//
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mcf::mcfg;

int64_t mcf::mcfg::getTilePitch(int64_t columns, int64_t elementBits, int64_t paddingBytes) {
  int64_t perVector = std::max<int64_t>(128 / elementBits, 1);
  return llvm::alignTo(columns, perVector) + paddingBytes * 8 / elementBits;
}

bool mcf::mcfg::isSwizzledTile(int64_t rows, int64_t columns) {
  return rows % 8 == 0 && columns >= 32;
}

bool mcf::mcfg::arePanelsInside(int64_t arrayColumns, int64_t tileColumns) {
  int64_t rest = arrayColumns % tileColumns, last = rest ? rest : tileColumns;
  return llvm::divideCeil(last, kSwizzleColumns) == llvm::divideCeil(tileColumns, kSwizzleColumns);
}

llvm::SmallVector<int64_t> mcf::mcfg::getConversionBufferShape(llvm::ArrayRef<int64_t> shape,
                                                               int64_t elementBits) {
  llvm::SmallVector<int64_t> result(shape);
  // 16 bytes more per row, so that the rows start in different banks.
  if (result.size() > 1)
    result.back() += std::max<int64_t>(1, 128 / elementBits);
  return result;
}

std::optional<int64_t> mcf::mcfg::packBuffers(llvm::MutableArrayRef<BufferPlace> buffers) {
  llvm::SmallVector<size_t> order(buffers.size());
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_pair(buffers[a].first, a) < std::make_pair(buffers[b].first, b);
  });
  int64_t total = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    BufferPlace &buffer = buffers[order[i]];
    int64_t end = 0;
    buffer.offset = 0;
    for (bool moved = true; moved;) {
      moved = false;
      if (llvm::AddOverflow(buffer.offset, buffer.bytes, end))
        return std::nullopt;
      for (size_t other : llvm::ArrayRef(order).take_front(i)) {
        const BufferPlace &placed = buffers[other];
        if (buffer.inUseWith(placed) && buffer.offset < placed.offset + placed.bytes &&
            placed.offset < end) {
          buffer.offset = llvm::alignTo(placed.offset + placed.bytes, buffer.alignment);
          moved = true;
          break;
        }
      }
    }
    total = std::max(total, end);
  }
  return total;
}
