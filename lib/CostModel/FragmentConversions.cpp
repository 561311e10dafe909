//===- FragmentConversions.cpp - where fragments need another layout ------===//
#include "BlockFragments.h"
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;

/// In program order: an op sees the final layouts of its operands.
void BlockFragments::resolveLayouts() {
  for (auto [i, op] : llvm::enumerate(program.ops)) {
    OpFragments &fragments = ops[i];
    if (fragments.role == Role::Nothing) {
      graph.set(op.results[0], graph.get(resolve(op.results[0])));
    } else if (fragments.role == Role::Elementwise) {
      resolveElementwise(i);
    } else if (fragments.role == Role::Contraction) {
      resolveContraction(i);
    } else if (fragments.role == Role::Reduction) {
      const FragmentLayout &source = graph.get(resolve(op.operands[0]));
      SmallVector<unsigned, 2> dims = getDims(resolve(op.operands[0]));
      FragmentLayout layout = source;
      int64_t rows = 1;
      for (int64_t dim = int64_t(dims.size()) - 1; dim >= 0; --dim)
        if (llvm::is_contained(op.dims, dims[dim])) {
          layout = layout.slice(dim);
          for (const LayoutDigit &digit : source.getWarps())
            rows *= digit.stride != 0 && digit.dim == dim ? 2 : 1;
        }
      graph.set(op.results[0], layout);
      require(i, op.operands[1], layout);
      if (rows > 1) {
        fragments.reductionBytes =
            rows * llvm::divideCeil(getBits(program.vectors[op.results[0]].elementType), 8);
        for (int64_t size : layout.getShape())
          fragments.reductionBytes *= size;
      }
    } else if (op.kind == Kind::Alias) {
      graph.set(op.results[0], graph.get(resolve(op.operands.back())));
    } else if (op.kind == Kind::LoopBegin) {
      for (auto [init, arg] : llvm::zip(op.operands, op.results))
        require(i, init, graph.get(arg));
    } else if (op.kind == Kind::LoopEnd) {
      const BlockOp &begin = program.ops[op.begin];
      for (auto [yielded, arg, result] : llvm::zip(op.operands, begin.results, op.results)) {
        graph.set(result, graph.get(arg));
        require(i, resolve(yielded), graph.get(arg));
      }
    }
  }
}

void BlockFragments::require(unsigned op, unsigned vector, const FragmentLayout &layout,
                             const FragmentLayout *shaped) {
  vector = resolve(vector);
  if (graph.get(vector) == layout || program.ops[definitions[vector]].kind == Kind::Constant)
    return;
  // It is converted in the shape in which the op takes it.
  FragmentConversion conversion{vector, shaped ? *shaped : layout};
  if (getLayoutConversion(graph.get(vector), layout) == LayoutConversion::Workgroup) {
    int64_t bits = getBits(program.vectors[vector].elementType);
    conversion.bytes = llvm::divideCeil(bits, 8);
    for (int64_t size :
         getConversionBufferShape(conversion.target.getShape(), std::max<int64_t>(bits, 8)))
      conversion.bytes *= size;
    conversion.isLate = ops[op].role == Role::Contraction;
  }
  ops[op].conversions.push_back(std::move(conversion));
}

void BlockFragments::resolveElementwise(unsigned index) {
  const BlockOp &op = program.ops[index];
  unsigned result = op.results[0];
  FragmentLayout layout = graph.get(result);
  SmallVector<unsigned, 2> dims = getDims(result);
  for (unsigned operand : op.operands) {
    SmallVector<unsigned, 2> own = getDims(operand);
    FragmentLayout wanted = layout;
    if (own.size() != dims.size()) {
      for (int64_t i = int64_t(dims.size()) - 1; i >= 0; --i)
        if (!llvm::is_contained(own, dims[i]))
          wanted = wanted.slice(i);
      if (ArrayRef<unsigned>(own) != ArrayRef<unsigned>(dims).take_back(own.size())) {
        FragmentLayout shaped = getRepeatedLayout(layout, getShapeIn(dims, own));
        require(index, operand, wanted, &shaped);
        continue;
      }
    } else if (own != dims) {
      wanted = wanted.transpose({1, 0});
    }
    require(index, operand, wanted);
  }
}

void BlockFragments::resolveContraction(unsigned index) {
  const BlockOp &op = program.ops[index];
  const LayoutAnchor &anchor = ops[index].anchor;
  auto requireMatrix = [&](unsigned matrix, unsigned vector, const FragmentLayout &layout) {
    if (matrix == vector)
      return require(index, vector, layout);
    if (std::optional<FragmentLayout> own = layout.reshape(graph.getShape(vector)))
      require(index, vector, *own, &layout);
  };
  requireMatrix(anchor.a, ops[index].rows, getOperandALayout(anchor.sizes, numWarps));
  requireMatrix(anchor.b, ops[index].columns, getOperandBLayout(anchor.sizes, numWarps));
  FragmentLayout layout = getAccumulatorLayout(anchor.sizes, numWarps);
  if (std::optional<FragmentLayout> own = layout.reshape(graph.getShape(op.results[0]))) {
    require(index, op.operands[2], *own, &layout);
    graph.set(op.results[0], *own);
  }
}
