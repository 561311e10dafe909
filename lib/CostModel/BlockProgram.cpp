//===- BlockProgram.cpp - what a block computes, without tile sizes -------===//
#include "ProgramBuilder.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::cost;

using Kind = BlockOp::Kind;

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

BlockProgram ProgramBuilder::build() {
  ScopedDiagnosticHandler handler(chain.getContext(), [&](Diagnostic &diag) {
    if (diag.getSeverity() == DiagnosticSeverity::Error && program.refusal.empty())
      program.refusal = diag.str();
    return success();
  });
  if (failed(plan.compute())) {
    if (program.refusal.empty())
      program.refusal = "the schedule has no tile program";
    return std::move(program);
  }
  for (Value value : chain.getYield().getValues())
    if (value.getDefiningOp())
      results.insert(value);
  storages.resize(plan.getStorages().size());
  Block *body = &schedule.getBody().front();
  while (llvm::hasSingleElement(*body)) {
    auto loop = dyn_cast<LoopOp>(body->front());
    if (!loop || loop.getBinding() != Binding::Block)
      break;
    body = &loop.getBody().front();
  }
  addBlock(*body);
  return std::move(program);
}

SmallVector<unsigned, 2> ProgramBuilder::getIndices(ArrayRef<StringAttr> dims) {
  SmallVector<unsigned, 2> indices;
  for (StringAttr dim : dims)
    indices.push_back(getIndex(dim));
  return indices;
}

unsigned ProgramBuilder::addVector(ArrayRef<unsigned> tileDims, ArrayRef<unsigned> tripDims,
                                   Type elementType) {
  unsigned index = program.vectors.size();
  BlockVector vector;
  vector.tileDims.assign(tileDims.begin(), tileDims.end());
  vector.tripDims.assign(tripDims.begin(), tripDims.end());
  vector.elementType = elementType;
  vector.home = index;
  program.vectors.push_back(std::move(vector));
  return index;
}

BlockOp &ProgramBuilder::addOp(Kind kind, ArrayRef<BlockTile> operands, int result,
                               ArrayRef<unsigned> dims) {
  BlockOp op;
  op.kind = kind;
  for (BlockTile tile : operands)
    if (tile.vector >= 0)
      op.operands.push_back(tile.vector);
  if (result >= 0)
    op.results.push_back(result);
  op.dims.assign(dims.begin(), dims.end());
  program.ops.push_back(std::move(op));
  return program.ops.back();
}

SmallVector<unsigned, 2> ProgramBuilder::getTileDims(Value value) {
  auto known = tileDims.find(value);
  if (known != tileDims.end())
    return known->second;
  SmallVector<unsigned, 2> dims = getIndices(named(value).getDims());
  if (auto reduce = value.getDefiningOp<ReduceOp>()) {
    SmallVector<unsigned, 2> kept;
    for (unsigned dim : getTileDims(reduce.getInput()))
      if (llvm::is_contained(dims, dim))
        kept.push_back(dim);
    dims = kept;
  }
  return tileDims[value] = dims;
}

void ProgramBuilder::checkPicks(const BlockVector &storage) {
  bool keepsAll = false;
  for (unsigned dim : storage.tripDims) {
    bool isPicked = getLoopOver(dim) >= 0;
    if (isPicked && keepsAll && program.refusal.empty())
      program.refusal = ("expected kept tiles to be picked by their outer dims first, but got a "
                         "loop over '" +
                         names[dim].getValue() + "' without the loops outside of it")
                            .str();
    keepsAll |= !isPicked;
  }
}

BlockTile ProgramBuilder::slice(BlockTile storage) {
  BlockVector from = program.vectors[storage.vector];
  checkPicks(from);
  SmallVector<unsigned, 1> rest;
  for (unsigned dim : from.tripDims) {
    if (int loop = getLoopOver(dim); loop >= 0)
      program.ops[loop].isUnrolled = true;
    else
      rest.push_back(dim);
  }
  if (rest.size() == from.tripDims.size())
    return storage;
  unsigned result = addVector(from.tileDims, rest, from.elementType);
  program.vectors[result].home = from.home;
  addOp(Kind::Alias, {storage}, result);
  return {int(result)};
}

BlockTile ProgramBuilder::insert(BlockTile part, BlockTile storage) {
  BlockVector to = program.vectors[storage.vector];
  checkPicks(to);
  bool isPart = false;
  for (unsigned dim : to.tripDims)
    if (int loop = getLoopOver(dim); loop >= 0) {
      program.ops[loop].isUnrolled = true;
      isPart = true;
    }
  if (!isPart)
    return part;
  unsigned result = addLike(storage.vector, to.elementType);
  program.vectors[result].home = to.home;
  program.vectors[part.vector].home = to.home;
  addOp(Kind::Alias, {storage, part}, result);
  return {int(result)};
}

int ProgramBuilder::getLoopOver(unsigned dim) {
  for (auto [loopDim, begin] : openLoops)
    if (loopDim == dim)
      return begin;
  return -1;
}

BlockProgram BlockProgram::get(ScheduleOp schedule) { return ProgramBuilder(schedule).build(); }
