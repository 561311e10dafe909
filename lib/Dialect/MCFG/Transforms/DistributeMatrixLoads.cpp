//===- DistributeMatrixLoads.cpp - fragments by ldmatrix ------------------===//
#include "FragmentDistributor.h"
#include "SwizzledTile.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// A fragment made of 8 x 8 matrices as `ldmatrix` gives them: lane l has the elements
/// `(l / 4, 2 (l % 4))` and its neighbour, in two registers that follow each other.
struct MatrixFragment {
  /// Dims of the fragment: the one that pairs run along, and the other.
  unsigned pairDim, otherDim;

  static std::optional<MatrixFragment> get(const FragmentLayout &layout) {
    if (layout.getRank() != 2 || layout.getRegisters().empty())
      return std::nullopt;
    const LayoutDigit &first = layout.getRegisters().front();
    MatrixFragment result{first.dim, 1 - first.dim};
    const LayoutDigit expected[] = {{result.pairDim, 2},
                                    {result.pairDim, 4},
                                    {result.otherDim, 1},
                                    {result.otherDim, 2},
                                    {result.otherDim, 4}};
    if (first.stride != 1 || first.count % 2 != 0 || layout.getLanes() != ArrayRef(expected))
      return std::nullopt;
    return result;
  }
};
} // namespace

bool FragmentDistributor::loadMatrices(Fragment &fragment, int64_t reg, Value buffer,
                                       ArrayRef<Value> indices, ArrayRef<unsigned> dims,
                                       int64_t alignment) {
  const FragmentLayout &layout = fragment.layout;
  std::optional<MatrixFragment> matrix = MatrixFragment::get(layout);
  Type elementType = cast<MemRefType>(buffer.getType()).getElementType();
  // A row of a matrix is 16 bytes, and aligned to them.
  if (!matrix || !elementType.isIntOrFloat() || elementType.getIntOrFloatBitWidth() != 16 ||
      alignment < 8 || !getRootBuffer(buffer).getDefiningOp<memref::AllocOp>() ||
      !llvm::is_contained(dims, indices.size() - 1))
    return false;
  // The dim of the fragment that runs along the rows of the buffer. Where the pairs do not lie in
  // a row, the instruction transposes each matrix.
  unsigned rowDim =
      dims[matrix->pairDim] + 1 == indices.size() ? matrix->pairDim : matrix->otherDim;
  bool isTransposed = rowDim != matrix->pairDim;

  // Up to 2 x 2 matrices at once, where this thread holds the neighbours.
  SmallVector<int64_t> origin = layout.getRegisterOffset(reg);
  origin[matrix->pairDim] -= origin[matrix->pairDim] % 8;
  SmallVector<LayoutDigit> steps;
  for (unsigned dim : {matrix->otherDim, matrix->pairDim}) {
    SmallVector<int64_t> even = origin, odd = origin;
    even[dim] -= even[dim] % 16;
    odd[dim] = even[dim] + 8;
    if (odd[dim] >= layout.getShape()[dim] || !layout.findRegister(even) ||
        !layout.findRegister(odd))
      continue;
    origin = even;
    steps.push_back({dim, 8});
  }

  // Lane l gives the address of row l % 8 of matrix l / 8.
  unsigned columnDim = 1 - rowDim;
  SmallVector<LayoutDigit> lanes = {{columnDim, 1}, {columnDim, 2}, {columnDim, 4}};
  llvm::append_range(lanes, steps);
  lanes.resize(FragmentLayout::kLaneBits, {0, 0});
  SmallVector<Value> thread = getThreadOffset(
      FragmentLayout(layout.getShape(), lanes, layout.getWarps(), layout.getRegisters()));
  SmallVector<Value> position(indices);
  auto flags = arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    Value index = addConstant(thread[i], origin[i]);
    position[dim] = getConstantIntValue(position[dim]) == 0
                        ? index
                        : Value(arith::AddIOp::create(builder, loc, position[dim], index, flags));
  }
  int64_t count = int64_t(1) << steps.size();
  auto [base, place] = locate(builder, loc, buffer, position);
  Value loaded = nvgpu::LdMatrixOp::create(builder, loc, VectorType::get({count, 2}, elementType),
                                           base, place, isTransposed, count);
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<int64_t> offset = origin;
    for (auto [bit, step] : llvm::enumerate(steps))
      offset[step.dim] += (i >> bit & 1) * step.stride;
    for (int64_t half = 0; half < 2; ++half) {
      offset[matrix->pairDim] += half;
      fragment.registers[*layout.findRegister(offset)] =
          vector::ExtractOp::create(builder, loc, loaded, ArrayRef<int64_t>{i, half});
    }
  }
  return true;
}
