//===- GroupDims.cpp - which loops of a group of ops are one dim ----------===//
#include "GroupDims.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

//===----------------------------------------------------------------------===//
// DimClasses
//===----------------------------------------------------------------------===//

unsigned DimClasses::create(int64_t size) {
  parents.push_back(parents.size());
  sizes.push_back(size);
  products.emplace_back();
  return parents.size() - 1;
}

unsigned DimClasses::find(unsigned node) const {
  while (parents[node] != node)
    node = parents[node];
  return node;
}

bool DimClasses::unify(unsigned a, unsigned b) {
  a = find(a);
  b = find(b);
  if (a == b)
    return true;
  // An op that indexes two loops alike says that they are as long.
  if (ShapedType::isDynamic(sizes[a]))
    sizes[a] = sizes[b];
  else if (ShapedType::isDynamic(sizes[b]))
    sizes[b] = sizes[a];
  if (sizes[a] != sizes[b])
    return false;
  // The class that is a product stays, so that both are.
  if (products[a] && products[b]) {
    SmallVector<unsigned> factors = *products[b];
    if (!setFactors(a, factors))
      return false;
  } else if (products[b]) {
    std::swap(a, b);
  }
  parents[b] = a;
  return true;
}

bool DimClasses::areSameFactors(ArrayRef<unsigned> a, ArrayRef<unsigned> b) const {
  unsigned numUnsure = 0;
  for (auto [x, y] : llvm::zip_equal(a, b))
    if (find(x) != find(y)) {
      bool isUnsure = ShapedType::isDynamic(getSize(x)) || ShapedType::isDynamic(getSize(y));
      if (!isUnsure && getSize(x) != getSize(y))
        return false;
      numUnsure += isUnsure;
    }
  return numUnsure <= 1;
}

bool DimClasses::setFactors(unsigned node, ArrayRef<unsigned> factors) {
  node = find(node);
  SmallVector<unsigned> proper;
  for (unsigned factor : factors) {
    if (getSize(factor) != 1)
      proper.push_back(factor);
    else
      products[find(factor)].emplace();
  }
  if (proper.size() == 1)
    return unify(node, proper[0]);
  if (!products[node]) {
    products[node] = proper;
    return true;
  }
  SmallVector<unsigned> old = *products[node];
  if (old.size() != proper.size() || !areSameFactors(old, proper))
    return false;
  for (auto [a, b] : llvm::zip(old, proper))
    if (!unify(a, b))
      return false;
  return true;
}

void DimClasses::resolve(unsigned node, SmallVectorImpl<unsigned> &dims) const {
  node = find(node);
  if (!products[node]) {
    dims.push_back(node);
    return;
  }
  for (unsigned factor : *products[node])
    resolve(factor, dims);
}

//===----------------------------------------------------------------------===//
// GroupDims
//===----------------------------------------------------------------------===//

bool GroupDims::add(const MatchedOp &op, std::string &reason) {
  auto conflict = [&] {
    reason = "the axes of its operands are split in different ways";
    return false;
  };
  SmallVector<unsigned> &loops = loopNodes[op.op];
  for (int64_t size : op.loopSizes)
    loops.push_back(classes.create(size));
  unsigned numLoops = loops.size() - 2 * op.splits.size();
  for (auto [i, split] : llvm::enumerate(op.splits)) {
    unsigned first = numLoops + 2 * i;
    if (!classes.setFactors(loops[split.loop], {loops[first], loops[first + 1]}))
      return conflict();
  }
  // The node of an axis: that of its loop, or one without a dim.
  auto getNodes = [&](ArrayRef<int> axisLoops) {
    SmallVector<unsigned> nodes;
    for (int loop : axisLoops) {
      nodes.push_back(loop >= 0 ? loops[loop] : classes.create(1));
      if (loop < 0)
        classes.setFactors(nodes.back(), {});
    }
    return nodes;
  };
  auto createAxes = [&](Value tensor) {
    SmallVector<unsigned> nodes;
    for (int64_t size : cast<RankedTensorType>(tensor.getType()).getShape())
      nodes.push_back(classes.create(size));
    return nodes;
  };
  for (auto [i, operand] : llvm::enumerate(op.operands)) {
    SmallVector<unsigned> nodes =
        op.kind == OpKind::Reshape ? createAxes(operand.value) : getNodes(operand.loops);
    if (auto it = resultNodes.find(operand.value); it != resultNodes.end())
      for (auto [node, produced] : llvm::zip_equal(nodes, it->second))
        if (!classes.unify(produced, node))
          return conflict();
    operandNodes[{op.op, unsigned(i)}] = nodes;
  }
  if (op.kind != OpKind::Reshape) {
    for (auto [i, axisLoops] : llvm::enumerate(op.resultLoops))
      resultNodes[op.op->getResult(i)] = getNodes(axisLoops);
    return true;
  }
  SmallVector<unsigned> nodes = createAxes(op.op->getResult(0));
  ArrayRef<unsigned> source = operandNodes[{op.op, 0u}];
  ArrayRef<unsigned> merged = op.expands ? source : nodes, split = op.expands ? nodes : source;
  for (auto [i, group] : llvm::enumerate(op.groups)) {
    SmallVector<unsigned> factors;
    for (int64_t axis : group)
      factors.push_back(split[axis]);
    if (!classes.setFactors(merged[i], factors))
      return conflict();
  }
  // A reshape to or from rank 0 has no groups: all axes have size 1.
  if (op.groups.empty())
    for (unsigned node : split)
      classes.setFactors(node, {});
  resultNodes[op.op->getResult(0)] = nodes;
  return true;
}

bool GroupDims::check(const MatchedOp &op, std::string &reason) const {
  auto hasDuplicates = [](ArrayRef<Dims> axes) {
    llvm::SmallSetVector<unsigned, 8> seen;
    for (const Dims &dims : axes)
      for (unsigned dim : dims)
        if (!seen.insert(dim))
          return true;
    return false;
  };
  // The loops of a split are factors of another loop.
  SmallVector<Dims> loops =
      resolveAll(ArrayRef(loopNodes.lookup(op.op)).drop_back(2 * op.splits.size()));
  if (op.body)
    for (auto index : op.body->getOps<linalg::IndexOp>())
      for (unsigned dim :
           ArrayRef(loops[index.getDim()]).drop_front(!loops[index.getDim()].empty()))
        if (isDynamic(dim)) {
          reason = "it uses the position along an axis that is split by a size that is not known";
          return false;
        }
  bool duplicates = hasDuplicates(loops);
  for (Value result : op.op->getResults())
    duplicates |= hasDuplicates(getAxisDims(result));
  if (duplicates) {
    reason = "two of its dims are one dim of the chain";
    return false;
  }
  if (op.kind == OpKind::Contraction && llvm::none_of(llvm::zip(loops, op.reduced), [](auto it) {
        return std::get<1>(it) && !std::get<0>(it).empty();
      })) {
    reason = "it sums over a dim of size 1 only";
    return false;
  }
  return true;
}

/// Finds the size of each dim of unknown size from what the group reads.
bool GroupDims::findSizes(ArrayRef<const MatchedOp *> ops, std::string &reason) {
  llvm::SmallSetVector<unsigned, 8> missing;
  SmallVector<SizeSource> axes;
  auto collect = [&](ArrayRef<Dims> list) {
    for (const Dims &dims : list)
      for (unsigned dim : dims)
        if (isDynamic(dim))
          missing.insert(dim);
  };
  for (const MatchedOp *op : ops) {
    collect(resolveAll(loopNodes.lookup(op->op)));
    for (Value result : op->op->getResults())
      collect(getAxisDims(result));
    for (auto [i, operand] : llvm::enumerate(op->operands)) {
      // A value that all elements have is all that is read.
      bool isScalar = op->takesScalar(i) && getSplat(operand.value);
      if (!isa<RankedTensorType>(operand.value.getType()) || resultNodes.contains(operand.value) ||
          isScalar)
        continue;
      for (auto [axis, dims] : llvm::enumerate(getAxisDims(*op, i)))
        axes.push_back({operand.value, unsigned(axis), dims});
    }
  }
  // An axis gives the one size of its dims that is still missing.
  bool changed = true;
  while (changed && !missing.empty()) {
    changed = false;
    for (const SizeSource &axis : axes) {
      SmallVector<unsigned> unknown;
      llvm::copy_if(axis.others, std::back_inserter(unknown),
                    [&](unsigned dim) { return missing.contains(dim); });
      if (unknown.size() != 1)
        continue;
      SizeSource source = axis;
      llvm::erase(source.others, unknown[0]);
      sizeSources[unknown[0]] = std::move(source);
      missing.remove(unknown[0]);
      changed = true;
    }
  }
  if (missing.empty())
    return true;
  reason = "the size of one of its dims cannot be told from what it reads";
  return false;
}

FailureOr<GroupDims> GroupDims::infer(ArrayRef<const MatchedOp *> ops, std::string &reason,
                                      ArrayRef<SharedInput> shared) {
  GroupDims dims;
  for (const MatchedOp *op : ops)
    if (!dims.add(*op, reason))
      return failure();
  for (const SharedInput &input : shared)
    for (auto [a, b] :
         llvm::zip_equal(dims.operandNodes.lookup({input.first->op, input.firstOperand}),
                         dims.operandNodes.lookup({input.second->op, input.secondOperand})))
      if (!dims.classes.unify(a, b))
        return failure();
  for (const MatchedOp *op : ops)
    if (!dims.check(*op, reason))
      return failure();
  if (!dims.findSizes(ops, reason))
    return failure();
  return dims;
}

SmallVector<GroupDims::Dims> GroupDims::resolveAll(ArrayRef<unsigned> nodes) const {
  SmallVector<Dims> result;
  for (unsigned node : nodes)
    classes.resolve(node, result.emplace_back());
  return result;
}

GroupDims::Dims GroupDims::getLoopDims(const MatchedOp &op, unsigned loop) const {
  Dims dims;
  classes.resolve(loopNodes.find(op.op)->second[loop], dims);
  return dims;
}

SmallVector<GroupDims::Dims> GroupDims::getAxisDims(const MatchedOp &op, unsigned operand) const {
  return resolveAll(operandNodes.lookup({op.op, operand}));
}

SmallVector<GroupDims::Dims> GroupDims::getAxisDims(Value result) const {
  return resolveAll(resultNodes.lookup(result));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {
/// Hands out names. The dims of the first contraction are named after their place in it, the rest
/// in the order of the alphabet of papers.
struct DimNamer {
  llvm::MapVector<unsigned, StringAttr> &names;
  MLIRContext *context;
  unsigned numLater = 0, numBatch = 0;

  void set(unsigned dim, Twine name) { names[dim] = StringAttr::get(context, name); }

  void nameAll(ArrayRef<unsigned> dims, StringRef base) {
    for (auto [i, dim] : llvm::enumerate(dims))
      set(dim, dims.size() == 1 ? Twine(base) : base + Twine(i));
  }

  void nameLater(unsigned dim) {
    static constexpr llvm::StringLiteral letters = "hpqrstuvwyz";
    if (numLater < letters.size())
      set(dim, letters.substr(numLater, 1));
    else
      set(dim, "d" + Twine(numLater - letters.size()));
    ++numLater;
  }
};
} // namespace

void GroupDims::nameDims(ArrayRef<const MatchedOp *> ops, MLIRContext *context) {
  DimNamer namer{names, context};
  auto isNew = [&](unsigned dim) { return !names.contains(dim); };
  auto flatten = [](ArrayRef<Dims> axes) {
    llvm::SmallSetVector<unsigned, 8> dims;
    for (const Dims &axis : axes)
      dims.insert_range(axis);
    return dims;
  };
  auto first = llvm::find_if(ops, [](auto *op) { return op->kind == OpKind::Contraction; });
  if (first != ops.end()) {
    auto lhs = flatten(getAxisDims(**first, 0)), rhs = flatten(getAxisDims(**first, 1));
    auto result = flatten(getAxisDims((*first)->op->getResult(0)));
    Dims batch, rows, columns, sums;
    for (unsigned dim : result) {
      bool left = lhs.contains(dim), right = rhs.contains(dim);
      (left && right ? batch : right ? columns : rows).push_back(dim);
    }
    for (unsigned dim : lhs)
      if (!result.contains(dim))
        sums.push_back(dim);
    namer.nameAll(batch, "b");
    namer.nameAll(rows, "m");
    namer.nameAll(columns, "n");
    namer.nameAll(sums, "k");
  }
  // Dims of later contractions in program order, then whatever maps add.
  for (bool contractions : {true, false})
    for (const MatchedOp *op : ops) {
      if ((op->kind == OpKind::Contraction) != contractions)
        continue;
      for (unsigned i : llvm::seq<unsigned>(op->operands.size()))
        for (unsigned dim : flatten(getAxisDims(*op, i)))
          if (isNew(dim))
            namer.nameLater(dim);
      for (Value value : op->op->getResults())
        for (unsigned dim : flatten(getAxisDims(value)))
          if (isNew(dim))
            namer.nameLater(dim);
    }
}

DimsAttr GroupDims::getDimsAttr(MLIRContext *context) const {
  SmallVector<DimAttr> dims;
  for (auto [dim, name] : names)
    dims.push_back(isDynamic(dim) ? DimAttr::getDynamic(context, name.getValue())
                                  : DimAttr::get(context, name.getValue(), getSize(dim)));
  return DimsAttr::get(context, dims);
}
