//===- BuildOps.cpp - the op of a chain for each op of linalg -------------===//
#include "BuildChain.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

static Type getElement(Value array) { return cast<NamedType>(array.getType()).getElementType(); }

/// `a <kind> b` on scalars.
static Value combine(OpBuilder &builder, Location loc, vector::CombiningKind kind, Value a,
                     Value b) {
  return vector::makeArithReduction(builder, loc, kind, a, b);
}

/// Converts between float types of different width.
static Value castFloat(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned from = value.getType().getIntOrFloatBitWidth(), to = type.getIntOrFloatBitWidth();
  if (value.getType() == type)
    return value;
  if (from < to)
    return arith::ExtFOp::create(builder, loc, type, value);
  if (from > to)
    return arith::TruncFOp::create(builder, loc, type, value);
  // f16 and bf16: through f32, which holds both.
  Value wide = arith::ExtFOp::create(builder, loc, builder.getF32Type(), value);
  return arith::TruncFOp::create(builder, loc, type, wide);
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

Value ChainBuilder::createIndex(OpBuilder &builder, const MatchedOp &op, unsigned loop) {
  // A merged loop: ((i0 * size1) + i1) * size2 + ...
  Value index;
  for (unsigned dim : dims.getLoopDims(op, loop)) {
    Value part = IndexOp::create(builder, loc, dims.getName(dim));
    if (index) {
      Value size = arith::ConstantIndexOp::create(builder, loc, dims.getSize(dim));
      index = arith::MulIOp::create(builder, loc, index, size);
      part = arith::AddIOp::create(builder, loc, index, part);
    }
    index = part;
  }
  return index ? index : arith::ConstantIndexOp::create(builder, loc, 0);
}

Value ChainBuilder::createBodyMap(const MatchedOp &op, Value value, ArrayRef<StringAttr> order) {
  Block *block = op.body;
  // The ops that compute `value`, and what they read.
  llvm::SetVector<Operation *> slice;
  llvm::SetVector<Value> leaves;
  Names indexDims;
  SmallVector<Value> worklist{value};
  while (!worklist.empty()) {
    Value current = worklist.pop_back_val();
    Operation *def = current.getDefiningOp();
    if (!def || def->getBlock() != block) {
      leaves.insert(current);
      continue;
    }
    if (!slice.insert(def))
      continue;
    llvm::append_range(worklist, llvm::reverse(def->getOperands()));
    if (auto index = dyn_cast<linalg::IndexOp>(def))
      for (unsigned dim : dims.getLoopDims(op, index.getDim()))
        indexDims.push_back(dims.getName(dim));
  }

  llvm::SetVector<Value> inputs;
  SmallVector<std::pair<Value, ScalarSource>> sources;
  for (Value leaf : leaves) {
    auto arg = dyn_cast<BlockArgument>(leaf);
    ScalarSource source = arg && arg.getOwner() == block
                              ? getSource(op, op.argOperands[arg.getArgNumber()])
                              : getScalarSource(leaf);
    sources.push_back({leaf, source});
    if (source.array)
      inputs.insert(source.array);
  }
  Names names;
  Names inInputs = present(order, inputs.getArrayRef());
  for (StringAttr name : order)
    if (llvm::is_contained(inInputs, name) || llvm::is_contained(indexDims, name))
      names.push_back(name);

  return createMap(
      names, value.getType(), inputs.getArrayRef(), [&](OpBuilder &b, ValueRange args) {
        IRMapping mapping;
        for (auto &[leaf, source] : sources) {
          Value scalar = source.array ? args[llvm::find(inputs, source.array) - inputs.begin()]
                                      : arith::ConstantOp::create(b, loc, source.constant);
          mapping.map(leaf, scalar);
        }
        for (Operation &inner : *block) {
          if (!slice.contains(&inner))
            continue;
          if (auto index = dyn_cast<linalg::IndexOp>(inner))
            mapping.map(index.getResult(), createIndex(b, op, index.getDim()));
          else
            b.clone(inner, mapping);
        }
        return mapping.lookup(value);
      });
}

Value ChainBuilder::buildElementwise(const MatchedOp &op) {
  llvm::SetVector<Value> inputs;
  SmallVector<ScalarSource> sources;
  for (unsigned i : llvm::seq<unsigned>(op.operands.size())) {
    sources.push_back(getSource(op, i));
    if (sources.back().array)
      inputs.insert(sources.back().array);
  }
  Value result = op.op->getResult(0);
  Type element = op.getResultType().getElementType();
  Names names = present(getResultOrder(result), inputs.getArrayRef());
  return createMap(names, element, inputs.getArrayRef(), [&](OpBuilder &b, ValueRange args) {
    SmallVector<Value> operands;
    for (const ScalarSource &source : sources)
      operands.push_back(source.array ? args[llvm::find(inputs, source.array) - inputs.begin()]
                                      : arith::ConstantOp::create(b, loc, source.constant));
    OperationState state(loc, op.op->getName(), operands, element, op.op->getAttrs());
    return b.create(state)->getResult(0);
  });
}

/// Adds (combines) the start value: rounded once, from the type of `array`.
Value ChainBuilder::addStart(const MatchedOp &op, unsigned result, Value array, Type element) {
  const Accumulation &how = op.accumulations[result];
  if (!how.start)
    return array;
  ScalarSource start = getSource(op, *how.start);
  SmallVector<Value> inputs{array};
  if (start.array)
    inputs.push_back(start.array);
  Names names = present(getResultOrder(op.op->getResult(result)), inputs);
  return createMap(names, element, inputs, [&](OpBuilder &b, ValueRange args) -> Value {
    Value value = start.array ? args[1] : arith::ConstantOp::create(b, loc, start.constant);
    if (isa<FloatType>(element))
      value = castFloat(b, loc, value, args[0].getType());
    Value sum = combine(b, loc, how.combiner, value, args[0]);
    return isa<FloatType>(element) ? castFloat(b, loc, sum, element) : sum;
  });
}

//===----------------------------------------------------------------------===//
// Contractions and reductions
//===----------------------------------------------------------------------===//

Value ChainBuilder::buildContraction(const MatchedOp &op) {
  Value result = op.op->getResult(0);
  Names sums;
  for (auto [loop, reduced] : llvm::enumerate(op.reduced))
    if (reduced)
      for (unsigned dim : dims.getLoopDims(op, loop))
        sums.push_back(dims.getName(dim));
  Value lhs = withDims(getArray(op, 0), sums), rhs = withDims(getArray(op, 1), sums);
  Type element = op.getResultType().getElementType();
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Type sumType = op.accumulations[0].start && isNarrow ? builder.getF32Type() : element;
  Names names = present(getResultOrder(result), {lhs, rhs});
  Value array = ContractOp::create(builder, loc, getType(names, sumType), lhs, rhs);
  return addStart(op, 0, array, element);
}

Value ChainBuilder::buildReduction(const MatchedOp &op, unsigned index) {
  Value result = op.op->getResult(index);
  const Accumulation &how = op.accumulations[index];
  Names order = getResultOrder(result), sums;
  for (auto [loop, reduced] : llvm::enumerate(op.reduced))
    if (reduced)
      for (unsigned dim : dims.getLoopDims(op, loop))
        sums.push_back(dims.getName(dim));
  Names all = order;
  llvm::append_range(all, sums);
  Value input;
  if (auto arg = dyn_cast<BlockArgument>(how.value))
    input = getArray(op, op.argOperands[arg.getArgNumber()]);
  else
    input = createBodyMap(op, how.value, all);
  input = withDims(input, sums);
  Type element = getElement(input);
  Value array = input;
  if (!sums.empty())
    array = ReduceOp::create(builder, loc, getType(present(order, input), element), how.combiner,
                             input);
  return addStart(op, index, array, element);
}

Value ChainBuilder::buildSoftmax(const MatchedOp &op) {
  Value result = op.op->getResult(0);
  Type element = op.getResultType().getElementType();
  Names order = getResultOrder(result), rowDims;
  for (unsigned dim : dims.getLoopDims(op, op.softmaxLoop))
    rowDims.push_back(dims.getName(dim));
  Value scores = withDims(getArray(op, 0), rowDims);
  if (getElement(scores) != element)
    scores = createMap(present(order, scores), element, scores, [&](OpBuilder &b, ValueRange args) {
      return castFloat(b, loc, args[0], element);
    });
  Names names = present(order, scores), rest;
  for (StringAttr name : names)
    if (!llvm::is_contained(rowDims, name))
      rest.push_back(name);
  auto reduce = [&](vector::CombiningKind kind, Value array) -> Value {
    if (rowDims.empty())
      return array;
    return ReduceOp::create(builder, loc, getType(rest, element), kind, array);
  };
  Value maximum = reduce(vector::CombiningKind::MAXIMUMF, scores);
  Value powers = createMap(names, element, {scores, maximum}, [&](OpBuilder &b, ValueRange args) {
    Value shifted = arith::SubFOp::create(b, loc, args[0], args[1]);
    return math::ExpOp::create(b, loc, shifted).getResult();
  });
  Value sum = reduce(vector::CombiningKind::ADD, powers);
  return createMap(names, element, {powers, sum}, [&](OpBuilder &b, ValueRange args) {
    return arith::DivFOp::create(b, loc, args[0], args[1]).getResult();
  });
}

void ChainBuilder::addOp(const MatchedOp &op) {
  loc = op.op->getLoc();
  Value result = op.op->getResult(0);
  switch (op.kind) {
  case OpKind::Contraction:
    arrays[result] = buildContraction(op);
    return;
  case OpKind::Reduction:
    for (auto [i, each] : llvm::enumerate(op.accumulations))
      if (each.value)
        arrays[op.op->getResult(i)] = buildReduction(op, i);
    return;
  case OpKind::Softmax:
    arrays[result] = buildSoftmax(op);
    return;
  case OpKind::View:
  case OpKind::Reshape:
    arrays[result] = getArray(op, 0);
    return;
  case OpKind::Map:
    if (!op.body) {
      arrays[result] = buildElementwise(op);
      return;
    }
    for (Value each : op.op->getResults()) {
      if (each.use_empty())
        continue;
      Value yielded = op.body->getTerminator()->getOperand(cast<OpResult>(each).getResultNumber());
      arrays[each] = createBodyMap(op, yielded, getResultOrder(each));
    }
    return;
  }
}
