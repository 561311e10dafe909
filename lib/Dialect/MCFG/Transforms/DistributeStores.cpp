//===- DistributeStores.cpp - lanes swap what they hold before a store ----===//
#include "FragmentDistributor.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mcf::mcfg;

/// Accumulators of tensor cores give four neighbouring lanes two columns each, and the next ones of
/// the same lane stand 8 columns on. Where lane bit k and the register bit that moves 4 times as
/// far swap places, a thread holds `wanted` neighbours of a row, or as many as there are.
std::optional<LaneSwaps> mcf::mcfg::getLaneSwaps(const FragmentLayout &layout, int64_t wanted) {
  ArrayRef<LayoutDigit> registers = layout.getRegisters();
  int64_t held = layout.getContiguousRegisters();
  if (held < 2 || wanted <= held || wanted % held != 0)
    return std::nullopt;
  unsigned dim = layout.getRank() - 1;
  // Two swaps at most: a quad of lanes shares a row.
  constexpr unsigned maxSwaps = 2;
  unsigned swaps = std::min<unsigned>(maxSwaps, llvm::Log2_64(wanted / held));
  int64_t far = held << maxSwaps;
  const LayoutDigit *next = llvm::find_if(
      registers, [&](const LayoutDigit &digit) { return digit.dim == dim && digit.stride == far; });
  if (next == registers.end())
    return std::nullopt;
  while (swaps > 0 && next->count % (int64_t(1) << swaps) != 0)
    --swaps;
  SmallVector<LayoutDigit> lanes(layout.getLanes());
  for (unsigned k = 0; k < maxSwaps; ++k)
    if (lanes[k].dim != dim || lanes[k].stride != held << k)
      return std::nullopt;
  if (swaps == 0)
    return std::nullopt;
  SmallVector<LayoutDigit> moved{{dim, 1, held << swaps}};
  for (const LayoutDigit &digit : registers.drop_front()) {
    bool isNext = &digit == next;
    moved.push_back(isNext ? LayoutDigit{dim, far << swaps, digit.count >> swaps} : digit);
  }
  for (unsigned k = 0; k < swaps; ++k)
    lanes[k].stride = far << k;
  return LaneSwaps{FragmentLayout(layout.getShape(), lanes, layout.getWarps(), moved), swaps, held,
                   far};
}

/// Swaps a bit of the lane with one of two words: the lane keeps one of them and gets the other of
/// its neighbour.
static void swapWords(OpBuilder &b, Location loc, Value isOdd, int64_t laneBit, Value &even,
                      Value &odd) {
  Value given = arith::SelectOp::create(b, loc, isOdd, even, odd);
  Value offset = arith::ConstantIntOp::create(b, loc, laneBit, 32);
  Value width = arith::ConstantIntOp::create(b, loc, FragmentLayout::kLanes, 32);
  Value got = gpu::ShuffleOp::create(b, loc, given, offset, width, gpu::ShuffleMode::XOR)
                  .getShuffleResult();
  Value keptOrGot = arith::SelectOp::create(b, loc, isOdd, got, even);
  odd = arith::SelectOp::create(b, loc, isOdd, odd, got);
  even = keptOrGot;
}

SmallVector<Value> FragmentDistributor::swapLanes(Value vector, const LaneSwaps &swaps) {
  const FragmentLayout &source = fragments.find(vector)->second.layout;
  Type elementType = getElementTypeOrSelf(vector.getType());
  auto wordType = VectorType::get({swaps.held}, elementType);
  Type bits = builder.getIntegerType(unsigned(swaps.held * elementType.getIntOrFloatBitWidth()));
  SmallVector<Value> isOdd;
  for (unsigned k = 0; k < swaps.count; ++k) {
    Value bit = arith::AndIOp::create(builder, loc, lane, constantIndex(int64_t(1) << k));
    isOdd.push_back(
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, bit, constantIndex(0)));
  }
  int64_t count = source.getNumRegisters(), block = swaps.held << swaps.count;
  SmallVector<Value> packed;
  for (int64_t reg = 0; reg < count; reg += swaps.held) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < swaps.held; ++i)
      elements.push_back(getRegister(vector, reg + i));
    Value word = vector::FromElementsOp::create(builder, loc, wordType, elements);
    packed.push_back(LLVM::BitcastOp::create(builder, loc, bits, word));
  }
  // The word whose register differs in one bit of the far digit.
  auto find = [&](SmallVector<int64_t> offset) -> Value & {
    return packed[*source.findRegister(offset) / swaps.held];
  };
  for (unsigned k = 0; k < swaps.count; ++k) {
    int64_t step = swaps.far << k;
    for (int64_t reg = 0; reg < count; reg += swaps.held) {
      SmallVector<int64_t> offset = source.getRegisterOffset(reg);
      if (offset.back() & step)
        continue;
      Value &even = find(offset);
      offset.back() += step;
      swapWords(builder, loc, isOdd[k], int64_t(1) << k, even, find(offset));
    }
  }
  SmallVector<Value> result(count);
  for (int64_t reg = 0; reg < count; reg += swaps.held) {
    // What was `far` apart are neighbours now.
    SmallVector<int64_t> offset = swaps.layout.getRegisterOffset(reg);
    int64_t within = offset.back() % block / swaps.held;
    offset.back() += within * (swaps.far - swaps.held);
    Value word = LLVM::BitcastOp::create(builder, loc, wordType, find(offset));
    for (int64_t i = 0; i < swaps.held; ++i)
      result[reg + i] = vector::ExtractOp::create(builder, loc, word, i);
  }
  return result;
}
