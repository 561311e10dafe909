//===- StorageRanks.cpp - which dims of a tensor pick a kept tile ---------===//
#include "StorageRanks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mcf::mcfg;

bool mcf::mcfg::isArray(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop)
        return true;
      OpOperand *init = loop.getTiedLoopInit(argument);
      if (!init)
        return false;
      value = init->get();
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op))
      value = extract.getSource();
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      value = insert.getDest();
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      value = loop.getInitArgs()[cast<OpResult>(value).getResultNumber()];
    else
      return false;
  }
}

/// A value without content is no version of any storage.
static bool isFree(Value value) {
  return !isa<TensorType>(value.getType()) || value.getDefiningOp<tensor::EmptyOp>() ||
         value.getDefiningOp<arith::ConstantOp>();
}

Value StorageRanks::getLeader(Value tensor) {
  while (Value next = parent.lookup(tensor))
    tensor = next;
  return tensor;
}

void StorageRanks::join(Value a, Value b) {
  if (isFree(a) || isFree(b))
    return;
  a = getLeader(a);
  b = getLeader(b);
  if (a != b)
    parent[a] = b;
}

bool StorageRanks::raise(Value tensor, unsigned atLeast) {
  unsigned &current = rank[getLeader(tensor)];
  if (current >= atLeast)
    return false;
  current = atLeast;
  return true;
}

llvm::SmallBitVector StorageRanks::getKeptLoops(linalg::GenericOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  auto add = [&](Value value, AffineMap map) {
    if (isFree(value))
      return;
    for (AffineExpr expr : map.getResults().take_front(lookup(value)))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        loops.set(dim.getPosition());
  };
  for (OpOperand &operand : op->getOpOperands())
    add(operand.get(), op.getMatchingIndexingMap(&operand));
  for (auto [result, init] : llvm::zip(op.getResults(), op.getDpsInitsMutable()))
    add(result, op.getMatchingIndexingMap(&init));
  return loops;
}

bool StorageRanks::propagate(linalg::GenericOp op) {
  llvm::SmallBitVector loops = getKeptLoops(op);
  if (loops.none())
    return false;
  bool changed = false;
  auto raiseBy = [&](Value value, AffineMap map) {
    if (isFree(value) || isArray(value))
      return;
    unsigned leading = 0;
    for (AffineExpr expr : map.getResults()) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || !loops.test(dim.getPosition()))
        break;
      ++leading;
    }
    changed |= raise(value, leading);
  };
  for (OpOperand &operand : op->getOpOperands())
    raiseBy(operand.get(), op.getMatchingIndexingMap(&operand));
  for (auto [result, init] : llvm::zip(op.getResults(), op.getDpsInitsMutable()))
    raiseBy(result, op.getMatchingIndexingMap(&init));
  return changed;
}

StorageRanks::StorageRanks(func::FuncOp function) {
  // A storage, some of its tiles, and by how many dims they are picked.
  struct Slice {
    Value storage, tiles;
    unsigned picked;
  };
  SmallVector<Slice> slices;
  SmallVector<linalg::GenericOp> maps;
  auto addSlice = [&](Value storage, Value tiles, const llvm::SmallBitVector &dropped) {
    if (isArray(storage))
      return;
    unsigned picked = 0;
    while (picked < dropped.size() && dropped.test(picked))
      ++picked;
    slices.push_back({storage, tiles, picked});
  };
  function.walk([&](Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument, yielded, result] :
           llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getYieldedValues(),
                     loop.getResults())) {
        join(argument, init);
        join(argument, yielded);
        join(argument, result);
      }
    } else if (auto extract = dyn_cast<tensor::ExtractSliceOp>(op)) {
      addSlice(extract.getSource(), extract.getResult(), extract.getDroppedDims());
    } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      join(insert.getDest(), insert.getResult());
      addSlice(insert.getResult(), insert.getSource(), insert.getDroppedDims());
    } else if (auto write = dyn_cast<vector::TransferWriteOp>(op)) {
      if (write.getNumResults())
        join(write.getBase(), write.getResult());
    } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      for (auto [init, result] : llvm::zip(linalgOp.getDpsInits(), op->getResults()))
        join(init, result);
      auto map = dyn_cast<linalg::GenericOp>(op);
      if (map && map.getNumParallelLoops() == map.getNumLoops())
        maps.push_back(map);
    }
  });
  for (bool changed = true; changed;) {
    changed = false;
    for (const Slice &slice : slices) {
      unsigned storageRank = lookup(slice.storage);
      changed |= raise(slice.storage, lookup(slice.tiles) + slice.picked);
      if (!isFree(slice.tiles) && storageRank > slice.picked)
        changed |= raise(slice.tiles, storageRank - slice.picked);
    }
    for (linalg::GenericOp map : maps)
      changed |= propagate(map);
  }
}
