//===- BlockFragments.cpp - how a block program lies over threads ---------===//
#include "BlockFragments.h"
#include "MCFuser/Analysis/StatementVolume.h"
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;
using Relation = LayoutGraph::Relation;

int64_t mcf::cost::getBits(Type type) {
  return type.isIntOrFloat() ? int64_t(analysis::getElementBits(type)) : 64;
}

BlockFragments::BlockFragments(const ScheduleForm &form, ArrayRef<int64_t> tiles,
                               const Mapping &mapping, bool hasWarpgroups)
    : form(form), program(*form.program), tiles(tiles), mapping(mapping),
      hasWarpgroups(hasWarpgroups) {}

SmallVector<unsigned, 2> BlockFragments::getDims(unsigned vector) const {
  SmallVector<unsigned, 2> dims;
  for (unsigned dim : program.vectors[vector].tileDims)
    if (tiles[dim] > 1)
      dims.push_back(dim);
  return dims;
}

SmallVector<int64_t, 2> BlockFragments::getShape(ArrayRef<unsigned> dims) const {
  SmallVector<int64_t, 2> shape;
  for (unsigned dim : dims)
    shape.push_back(tiles[dim]);
  return shape;
}

int64_t BlockFragments::getNumTiles(unsigned vector) const {
  int64_t count = 1;
  for (unsigned dim : program.vectors[vector].tripDims)
    count *= getTrips(dim);
  return count;
}

double BlockFragments::getRegisters(const FragmentLayout &layout, Type elementType) const {
  int64_t bits = getBits(elementType);
  // Bits of comparisons are predicates.
  return bits == 1 ? 0 : double(layout.getNumRegisters()) * bits / 32;
}

unsigned BlockFragments::resolve(unsigned vector) const {
  while (ops[definitions[vector]].role == Role::Nothing)
    vector = program.ops[definitions[vector]].operands[0];
  return vector;
}

static std::string toString(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t size : shape)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text;
}

std::string BlockFragments::checkSizes() {
  for (unsigned i = 0; i < program.vectors.size(); ++i) {
    SmallVector<int64_t, 2> shape = getShape(getDims(i));
    if (shape.size() > 2)
      return "expected tiles with at most two dims of more than one element, but got " +
             toString(shape);
    int64_t elements = 1;
    bool isFilled = program.ops[definitions[i]].kind == Kind::Constant;
    for (int64_t size : shape)
      elements = llvm::SaturatingMultiply<uint64_t>(elements, size);
    if (isFilled)
      for (unsigned dim : program.vectors[i].tripDims)
        elements = llvm::SaturatingMultiply<uint64_t>(elements, getTrips(dim));
    if (uint64_t(elements) > uint64_t(LoweringLimits::maxTileElements))
      return ("expected tiles of at most " + llvm::Twine(LoweringLimits::maxTileElements) +
              " elements, but got " + llvm::Twine(uint64_t(elements)))
          .str();
  }
  // Copies of the bodies of loops over kept tiles, and of maps of all tiles of a storage.
  SmallVector<uint64_t> copies{1};
  uint64_t most = 1;
  for (const BlockOp &op : program.ops) {
    if (op.kind == Kind::LoopEnd) {
      copies.pop_back();
    } else if (op.kind == Kind::LoopBegin) {
      copies.push_back(llvm::SaturatingMultiply<uint64_t>(copies.back(), getCopies(op)));
      most = std::max(most, copies.back());
    } else if (op.kind == Kind::Map) {
      most = std::max(most, uint64_t(getNumTiles(op.results[0])));
    }
  }
  if (most > uint64_t(LoweringLimits::maxCopies))
    return ("expected at most " + llvm::Twine(LoweringLimits::maxCopies) + " kept tiles, but got " +
            llvm::Twine(most))
        .str();
  return "";
}

std::string BlockFragments::checkTypes(const BlockOp &op) const {
  auto getType = [&](unsigned vector) { return program.vectors[vector].elementType; };
  return checkContractionTypes(getType(op.operands[0]), getType(op.operands[1]),
                               getType(op.results[0]));
}

unsigned BlockFragments::addMatrix(unsigned vector, ArrayRef<int64_t> shape) {
  if (graph.getShape(vector) == shape)
    return vector;
  unsigned matrix = graph.addValue(shape);
  graph.addOp({{Relation::Kind::Reshaped, {vector, matrix}, {}},
               {Relation::Kind::Reshaped, {matrix, vector}, {}}});
  return matrix;
}

bool BlockFragments::isTile(unsigned vector) const {
  return program.ops[definitions[vector]].kind == Kind::Read;
}

void BlockFragments::addTile(unsigned vector, ArrayRef<int64_t> shape, bool onWarpgroups) {
  if (!isTile(vector))
    return;
  TileShape &tile = tileShapes[vector];
  tile.isPlain |=
      !onWarpgroups || graph.getShape(vector) != shape || !isSwizzledTile(shape[0], shape[1]);
  int64_t bits = getBits(program.vectors[vector].elementType);
  int64_t pitch = tile.isPlain ? getTilePitch(shape[1], bits, LoweringLimits::paddingBytes)
                               : llvm::alignTo(shape[1], kSwizzleColumns);
  if (tile.bytes == 0 || tile.isPlain)
    tile.bytes = shape[0] * pitch * bits / 8;
}

std::string BlockFragments::addContraction(unsigned index) {
  const BlockOp &op = program.ops[index];
  if (std::string error = checkTypes(op); !error.empty())
    return error;
  unsigned lhs = resolve(op.operands[0]), rhs = resolve(op.operands[1]);
  SmallVector<unsigned, 2> lhsDims = getDims(lhs), rhsDims = getDims(rhs),
                           sumDims = getDims(op.results[0]);
  std::optional<unsigned> m, n, k;
  SmallVector<unsigned, 2> all = sumDims;
  for (unsigned dim : op.dims)
    if (tiles[dim] > 1)
      all.push_back(dim);
  for (unsigned dim : all) {
    bool inLhs = llvm::is_contained(lhsDims, dim), inRhs = llvm::is_contained(rhsDims, dim),
         inSum = llvm::is_contained(sumDims, dim);
    std::optional<unsigned> *role = inLhs && inSum && !inRhs   ? &m
                                    : inRhs && inSum && !inLhs ? &n
                                    : inLhs && inRhs && !inSum ? &k
                                                               : nullptr;
    if (!role || *role)
      return "expected one tile dim of more than one element in each role (rows, columns, sum) "
             "and none that both operands and the result have";
    *role = dim;
  }
  // (A B)^T = B^T A^T
  if (m && n && sumDims[0] == *n) {
    std::swap(lhs, rhs);
    std::swap(lhsDims, rhsDims);
    std::swap(m, n);
  }
  auto size = [&](std::optional<unsigned> dim) { return dim ? tiles[*dim] : 1; };
  auto isSwapped = [](ArrayRef<unsigned> dims, std::optional<unsigned> first) {
    return dims.size() == 2 && dims[0] != *first;
  };
  LayoutAnchor &anchor = ops[index].anchor;
  ContractionSizes &sizes = anchor.sizes;
  sizes.m = size(m);
  sizes.n = size(n);
  sizes.k = size(k);
  sizes.transposedA = isSwapped(lhsDims, m);
  sizes.transposedB = isSwapped(rhsDims, k);
  Type a = program.vectors[lhs].elementType, b = program.vectors[rhs].elementType;
  sizes.chooseUnit(getMmaBits(a, b, program.vectors[op.results[0]].elementType, op.isTF32));
  SmallVector<int64_t, 2> aShape{sizes.m, sizes.k}, bShape{sizes.k, sizes.n};
  if (sizes.transposedA)
    std::swap(aShape[0], aShape[1]);
  if (sizes.transposedB)
    std::swap(bShape[0], bShape[1]);
  auto isHalf = [](Type type) { return type.isF16() || type.isBF16(); };
  bool onWarpgroups = hasWarpgroups && isHalf(a) && isHalf(b) && isTile(rhs) &&
                      graph.getShape(rhs) == ArrayRef<int64_t>(bShape) &&
                      sizes.fitsWarpgroups(mapping.warps.value_or(LoweringLimits::defaultWarps));
  addTile(lhs, aShape, onWarpgroups);
  addTile(rhs, bShape, onWarpgroups);
  ops[index].rows = lhs;
  ops[index].columns = rhs;
  anchor.a = addMatrix(lhs, aShape);
  anchor.b = addMatrix(rhs, bShape);
  unsigned sum = op.results[0];
  graph.addOp({{Relation::Kind::Same, {sum, op.operands[2]}, {}}});
  anchor.result = addMatrix(sum, {sizes.m, sizes.n});
  ops[index].role = Role::Contraction;
  return "";
}

unsigned BlockFragments::getPosition(unsigned vector, unsigned dim) const {
  SmallVector<unsigned, 2> dims = getDims(vector);
  return llvm::find(dims, dim) - dims.begin();
}

SmallVector<int64_t, 2> BlockFragments::getShapeIn(ArrayRef<unsigned> dims,
                                                   ArrayRef<unsigned> own) const {
  SmallVector<int64_t, 2> shape;
  for (unsigned dim : dims)
    shape.push_back(llvm::is_contained(own, dim) ? tiles[dim] : 1);
  return shape;
}

/// The operand with all dims of the result: dims of one element first, then repeated.
unsigned BlockFragments::addRepeated(unsigned operand, ArrayRef<unsigned> dims) {
  SmallVector<unsigned, 2> own = getDims(operand);
  unsigned whole = graph.addValue(getShape(dims)), source = operand;
  if (ArrayRef<unsigned>(own) != dims.take_back(own.size()))
    source = addMatrix(operand, getShapeIn(dims, own));
  graph.addOp({{Relation::Kind::Repeated, {whole, source}, {}}});
  return whole;
}

void BlockFragments::addElementwise(const BlockOp &op, std::optional<unsigned> condition) {
  unsigned result = op.results[0];
  SmallVector<unsigned, 2> dims = getDims(result);
  Relation same{Relation::Kind::Same, {result}, {}};
  if (condition)
    same.values.push_back(*condition);
  std::vector<Relation> relations;
  for (unsigned operand : op.operands) {
    operand = resolve(operand);
    SmallVector<unsigned, 2> own = getDims(operand);
    if (own == dims) {
      same.values.push_back(operand);
    } else if (own.size() == dims.size()) {
      // Two dims, the other way round.
      relations.push_back({Relation::Kind::Permuted, {result, operand}, {1, 0}});
      relations.push_back({Relation::Kind::Permuted, {operand, result}, {1, 0}});
    } else {
      same.values.push_back(addRepeated(operand, dims));
    }
  }
  relations.insert(relations.begin(), std::move(same));
  graph.addOp(std::move(relations));
}

std::string BlockFragments::compute() {
  ops.resize(program.ops.size());
  definitions.resize(program.vectors.size());
  tileShapes.resize(program.vectors.size());
  for (auto [i, op] : llvm::enumerate(program.ops))
    for (unsigned result : op.results)
      definitions[result] = i;
  if (std::string error = checkSizes(); !error.empty())
    return error;
  for (unsigned i = 0; i < program.vectors.size(); ++i)
    graph.addValue(getShape(getDims(i)));

  for (auto [i, op] : llvm::enumerate(program.ops))
    if (op.kind == Kind::Mask)
      ops[i].role =
          llvm::any_of(op.dims,
                       [&](unsigned dim) { return tiles[dim] > 1 && form.hasTail(dim, tiles); })
              ? Role::Elementwise
              : Role::Nothing;

  SmallVector<unsigned> loops{0};
  std::map<std::vector<unsigned>, unsigned> conditions;
  for (auto [i, op] : llvm::enumerate(program.ops)) {
    bool reduces = llvm::any_of(op.dims, [&](unsigned dim) { return tiles[dim] > 1; });
    switch (op.kind) {
    case Kind::Read:
    case Kind::Constant:
    case Kind::Write:
      break;
    case Kind::Mask: {
      if (ops[i].role != Role::Elementwise)
        break;
      // Masks of the same dims in a loop have one condition.
      SmallVector<unsigned> key{loops.back()};
      SmallVector<unsigned, 2> dims = getDims(op.results[0]);
      llvm::append_range(key, dims);
      for (unsigned dim : dims)
        key.push_back(llvm::is_contained(op.dims, dim));
      auto [it, isNew] = conditions.try_emplace(std::vector<unsigned>(key.begin(), key.end()), 0);
      if (isNew)
        it->second = graph.addValue(getShape(dims));
      addElementwise(op, it->second);
      break;
    }
    case Kind::Map:
      ops[i].role = Role::Elementwise;
      addElementwise(op);
      break;
    case Kind::Contraction:
      if (reduces) {
        if (std::string error = addContraction(i); !error.empty())
          return error;
        break;
      }
      ops[i].role = Role::Elementwise;
      addElementwise(op);
      break;
    case Kind::Reduction: {
      if (!reduces) {
        ops[i].role = Role::Elementwise;
        addElementwise(op);
        break;
      }
      ops[i].role = Role::Reduction;
      unsigned source = resolve(op.operands[0]);
      Relation sliced{Relation::Kind::Sliced, {source, op.results[0]}, {}};
      for (unsigned dim : op.dims)
        if (tiles[dim] > 1)
          sliced.dims.push_back(getPosition(source, dim));
      graph.addOp({sliced, {Relation::Kind::Same, {op.results[0], op.operands[1]}, {}}});
      break;
    }
    case Kind::Alias: {
      Relation same{Relation::Kind::Same, {op.results[0]}, {}};
      same.values.append(op.operands.begin(), op.operands.end());
      graph.addOp({same});
      break;
    }
    case Kind::LoopBegin: {
      loops.push_back(i + 1);
      unsigned end = i;
      while (program.ops[end].kind != Kind::LoopEnd || program.ops[end].begin != i)
        ++end;
      const BlockOp &last = program.ops[end];
      std::vector<Relation> relations;
      for (size_t v = 0; v < op.operands.size(); ++v)
        relations.push_back(
            {Relation::Kind::Same,
             {last.results[v], op.results[v], resolve(last.operands[v]), op.operands[v]},
             {}});
      graph.addOp(std::move(relations));
      break;
    }
    case Kind::LoopEnd:
      loops.pop_back();
      break;
    }
  }
  SmallVector<LayoutAnchor> anchors;
  for (const OpFragments &op : ops)
    if (op.role == Role::Contraction)
      anchors.push_back(op.anchor);
  numWarps = mcfg::getNumWarps(anchors, mapping.warps);
  assignLayouts(graph, anchors, numWarps);

  resolveLayouts();
  return "";
}

int64_t BlockFragments::getColumnBytes(ArrayRef<unsigned> dims, int64_t bits) const {
  int64_t rows = 1;
  for (unsigned dim : dims)
    rows *= tiles[dim];
  bits = std::max<int64_t>(bits, 32);
  SmallVector<int64_t> shape = getConversionBufferShape({rows, 1}, bits);
  return llvm::alignTo(shape[0] * shape[1] * bits / 8, kBufferAlignment);
}

bool BlockFragments::fitsBulkCopies(unsigned vector) const {
  ArrayRef<unsigned> dims = program.vectors[vector].tileDims;
  bool isOpen = llvm::is_contained(form.isOpen, true);
  return isSwizzled(vector) && !isOpen && graph.getShape(vector)[0] <= kMostBoxElements &&
         form.dimSizes[dims.back()] % 8 == 0 &&
         arePanelsInside(form.dimSizes[dims.back()], tiles[dims.back()]);
}

bool BlockFragments::isWholeArray(unsigned vector) const {
  return llvm::all_of(program.vectors[vector].tileDims, [&](unsigned dim) {
    return tiles[dim] > 1 && tiles[dim] == form.dimSizes[dim] && !form.hasOpenSize(dim);
  });
}

int64_t BlockFragments::getFragmentBits(unsigned vector) const {
  return graph.get(vector).getNumRegisters() * getBits(program.vectors[vector].elementType);
}

bool BlockFragments::takesDirectly(unsigned op, unsigned vector) const {
  const OpFragments &fragments = ops[op];
  return fragments.role == Role::Contraction &&
         (fragments.anchor.a == vector || fragments.anchor.b == vector) &&
         llvm::none_of(fragments.conversions, [&](const FragmentConversion &conversion) {
           return conversion.vector == vector;
         });
}
