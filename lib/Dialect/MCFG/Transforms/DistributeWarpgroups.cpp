//===- DistributeWarpgroups.cpp - contractions as wgmma -------------------===//
#include "FragmentDistributor.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "SwizzledTile.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mcf::mcfg;

/// Most columns of one instruction.
static constexpr int64_t kMostColumns = 256;
/// Of a swizzled tile: columns of a panel, bytes of a row of it and of 8 rows.
static constexpr int64_t kPanelColumns = kSwizzleColumns, kRowBytes = 2 * kPanelColumns,
                         kBlockBytes = 8 * kRowBytes;

/// The tile that a read of all of it goes to.
static std::optional<SwizzledTile> getTile(Value operand) {
  auto read = operand.getDefiningOp<vector::TransferReadOp>();
  if (!read || !read.getPermutationMap().isIdentity() ||
      !llvm::all_of(read.getIndices(), [](Value i) { return getConstantIntValue(i) == 0; }))
    return std::nullopt;
  return SwizzledTile::get(read.getBase());
}

bool FragmentDistributor::takesTile(vector::ContractionOp op, Value operand) const {
  FailureOr<ContractionShape> shape = getContractionShape(op);
  return succeeded(shape) && getTile(operand) && getTile(shape->b) &&
         shape->fitsWarpgroups(numWarps);
}

namespace {
/// A matrix in a swizzled tile, as descriptors of parts of it. Its rows are along m or n, its
/// columns are summed; where it is transposed, it lies the other way in memory.
class DescribedMatrix {
public:
  DescribedMatrix(const SwizzledTile &tile, bool isTransposed)
      : panelBytes(tile.getRows() * kRowBytes), tile(tile), isTransposed(isTransposed) {}

  /// Computes the descriptor of the part that begins at this row.
  void begin(OpBuilder &b, Location loc, Value row) {
    // Rows are cut at panels where these lie along them.
    int64_t rowBytes = isTransposed ? panelBytes / kPanelColumns : kRowBytes;
    Value size = arith::ConstantIndexOp::create(b, loc, rowBytes);
    Value offset = b.createOrFold<arith::MulIOp>(loc, row, size);
    Value address = b.createOrFold<arith::AddIOp>(loc, tile.getAddress(b, loc), offset);
    Value bits = arith::IndexCastUIOp::create(b, loc, b.getI64Type(), address);
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIntOp::create(b, loc, value, 64);
    };
    bits = arith::ShRUIOp::create(b, loc, bits, constant(4));
    bits = arith::AndIOp::create(b, loc, bits, constant(0x3fff));
    // The swizzle of 128 bytes; the distances between blocks of 8 rows, and between panels along
    // the rows of the matrix.
    int64_t leading = isTransposed ? panelBytes : 16;
    int64_t fields = (int64_t(1) << 62) | (kBlockBytes >> 4) << 32 | (leading >> 4) << 16;
    start = arith::OrIOp::create(b, loc, bits, constant(fields));
  }

  Value get(OpBuilder &b, Location loc, int64_t row, int64_t column) const {
    int64_t bytes = isTransposed ? row / kPanelColumns * panelBytes + column * kRowBytes
                                 : row * kRowBytes + column / kPanelColumns * panelBytes +
                                       column % kPanelColumns * (kRowBytes / kPanelColumns);
    Value step = arith::ConstantIntOp::create(b, loc, bytes >> 4, 64);
    return b.createOrFold<arith::AddIOp>(loc, start, step);
  }

private:
  int64_t panelBytes;
  SwizzledTile tile;
  bool isTransposed;
  Value start;
};
} // namespace

/// The coordinates where the part of a warpgroup begins.
static FragmentLayout getGroupLayout(const FragmentLayout &layout) {
  SmallVector<LayoutDigit> lanes(FragmentLayout::kLaneBits, LayoutDigit{}),
      warps(layout.getWarps());
  for (LayoutDigit &digit : MutableArrayRef(warps).take_front(2))
    digit = LayoutDigit{};
  return FragmentLayout(layout.getShape(), lanes, warps, layout.getRegisters());
}

static bool isZero(Value value) { return matchPattern(value, m_AnyZeroFloat()); }

void FragmentDistributor::distributeOnWarpgroups(vector::ContractionOp op,
                                                 const ContractionShape &shape,
                                                 const FragmentLayout &acc) {
  Type elementType = getElementTypeOrSelf(shape.a.getType());
  WarpGrid grid = FragmentLayout::mmaWarps(shape.m, shape.n, numWarps);
  int64_t rowStep = 16 * grid.rows, columns = shape.n / grid.columns;
  SmallVector<Value> origin = getThreadOffset(getGroupLayout(acc));
  DescribedMatrix b(*getTile(shape.b), !shape.transposedB);
  b.begin(builder, loc, origin[1]);
  std::optional<DescribedMatrix> a;
  if (fragments.find(shape.a)->second.tile) {
    a.emplace(*getTile(shape.a), shape.transposedA);
    a->begin(builder, loc, origin[0]);
  }
  FragmentLayout layoutA = fragments.find(shape.a)->second.layout;
  auto getOperandA = [&](int64_t m, int64_t k) -> SmallVector<Value, 4> {
    if (a)
      return {a->get(builder, loc, m / rowStep * rowStep, k)};
    SmallVector<Value, 4> packed;
    for (int64_t right : {0, 8})
      for (int64_t down : {0, 8}) {
        SmallVector<Value, 2> pair;
        for (int64_t i : {0, 1}) {
          int64_t row = m + down, column = k + right + i;
          pair.push_back(getRegister(
              shape.a, *layoutA.findRegister(shape.transposedA ? ArrayRef<int64_t>{column, row}
                                                               : ArrayRef<int64_t>{row, column})));
        }
        Value vector =
            vector::FromElementsOp::create(builder, loc, VectorType::get({2}, elementType), pair);
        packed.push_back(LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), vector));
      }
    return packed;
  };

  // The parts of the result: an instruction has 64 rows of a warpgroup and up to 256 columns.
  struct Part {
    int64_t m, n, columns;
    SmallVector<int64_t> registers;
    Value sum;
  };
  SmallVector<Part> parts;
  bool isFresh = isZero(op.getAcc());
  for (int64_t m = 0; m < shape.m; m += rowStep)
    for (int64_t n = 0; n < columns; n += kMostColumns) {
      Part part{m, n, std::min(kMostColumns, columns - n), {}, {}};
      for (int64_t column = 0; column < part.columns; column += 8)
        for (int64_t down : {0, 8})
          for (int64_t right : {0, 1})
            part.registers.push_back(*acc.findRegister({m + down, n + column + right}));
      auto type = LLVM::LLVMStructType::getLiteral(
          op.getContext(), SmallVector<Type>(part.registers.size(), builder.getF32Type()));
      part.sum = LLVM::UndefOp::create(builder, loc, type);
      for (size_t i = 0; !isFresh && i < part.registers.size(); ++i)
        part.sum = LLVM::InsertValueOp::create(builder, loc, part.sum,
                                               getRegister(op.getAcc(), part.registers[i]), i);
      parts.push_back(std::move(part));
    }

  // Operands in registers first: nothing comes between the instructions.
  std::map<std::pair<int64_t, int64_t>, SmallVector<Value, 4>> operands;
  for (Part &part : parts)
    for (int64_t k = 0; k < shape.k; k += 16)
      if (!operands.count({part.m, k}))
        operands[{part.m, k}] = getOperandA(part.m, k);
  NVVM::WgmmaFenceAlignedOp::create(builder, loc);
  for (int64_t k = 0; k < shape.k; k += 16)
    for (Part &part : parts)
      part.sum = WarpgroupMmaOp::create(
          builder, loc, part.sum.getType(), part.sum, operands[{part.m, k}],
          b.get(builder, loc, part.n, k), part.columns, elementType,
          /*transposeA=*/a && shape.transposedA, /*transposeB=*/!shape.transposedB,
          /*fresh=*/isFresh && k == 0);
  NVVM::WgmmaGroupSyncAlignedOp::create(builder, loc);
  SmallVector<Value> sums;
  for (Part &part : parts)
    sums.push_back(part.sum);
  auto wait = WarpgroupWaitOp::create(builder, loc, ValueRange(sums).getTypes(), sums, 0);
  SmallVector<Value> registers(acc.getNumRegisters());
  for (auto [part, sum] : llvm::zip(parts, wait.getResults()))
    for (auto [i, reg] : llvm::enumerate(part.registers))
      registers[reg] = LLVM::ExtractValueOp::create(builder, loc, sum, i);
  setFragment(op.getResult(), acc, registers);
}
