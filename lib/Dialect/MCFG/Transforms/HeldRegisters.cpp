//===- HeldRegisters.cpp - what a thread holds at once ---------------------===//
#include "HeldRegisters.h"
#include "LayoutAssignment.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf::mcfg;

namespace {
/// Liveness over the ops in the order of the text. A loop has a place where it begins and one where
/// it ends.
class HeldWalk {
public:
  explicit HeldWalk(gpu::GPUFuncOp func) {
    for (Operation &op : func.getBody().front())
      number(&op);
    for (Operation *op : order)
      for (Value result : op->getResults())
        addLifetime(result, last[op]);
    for (Operation *op : order)
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (Value arg : loop.getRegionIterArgs())
          add(getRegisters(arg), first[op], last[op]);
  }

  HeldRegisters find() const {
    HeldRegisters held;
    int64_t live = 0;
    for (auto [place, change] : llvm::enumerate(changes)) {
      live += change;
      if (live > held.most)
        held = {live, places[place]};
    }
    return held;
  }

private:
  void number(Operation *op) {
    order.push_back(op);
    first[op] = addPlace(op);
    for (Region &region : op->getRegions())
      for (Operation &inner : region.getOps())
        number(&inner);
    last[op] = op->getNumRegions() == 0 ? first[op] : addPlace(op);
  }
  int64_t addPlace(Operation *op) {
    places.push_back(op);
    changes.push_back(0);
    return int64_t(places.size()) - 1;
  }

  /// Held from one place until the other.
  void add(int64_t registers, int64_t begin, int64_t end) {
    changes[begin] += registers;
    changes[end] -= registers;
  }

  /// Ops that name the registers of their operand anew.
  static bool isRenaming(Operation *op) {
    return isa<vector::TransposeOp, vector::ShapeCastOp>(op) ||
           (isa<vector::BroadcastOp>(op) && isa<VectorType>(op->getOperand(0).getType()));
  }

  void addLifetime(Value value, int64_t begin) {
    Operation *def = value.getDefiningOp();
    if (isRenaming(def) || isCheapInAnyLayout(def) || isReadLate(def))
      return;
    if (int64_t registers = getRegisters(value))
      add(registers, begin, findEnd(value, def, begin));
  }

  /// Where the value is last wanted. What comes from outside of a loop is wanted in its next trip.
  int64_t findEnd(Value value, Operation *def, int64_t end) {
    for (Operation *user : value.getUsers()) {
      if (isRenaming(user))
        end = std::max(end, findEnd(user->getResult(0), def, end));
      Operation *ancestor = def->getBlock()->findAncestorOpInBlock(*user);
      end = std::max(end, ancestor == user ? first[user] : last[ancestor]);
    }
    return end;
  }

  static bool isReadLate(Operation *op) {
    return isa<vector::TransferReadOp>(op) && op->hasOneUse() &&
           isa<vector::ContractionOp>(*op->user_begin());
  }

  static int64_t getRegisters(Value value) {
    if (!isa<VectorType>(value.getType()))
      return 0;
    auto result = dyn_cast<OpResult>(value);
    if (auto arg = dyn_cast<BlockArgument>(value))
      result = cast<scf::ForOp>(arg.getOwner()->getParentOp()).getTiedLoopResult(arg);
    auto layouts = result.getOwner()->getAttrOfType<ArrayAttr>(kLayoutsAttrName);
    auto layout = layouts ? dyn_cast<LayoutAttr>(layouts[result.getResultNumber()]) : LayoutAttr();
    if (!layout)
      return 0;
    Type type = getElementTypeOrSelf(value.getType());
    int64_t bits = type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
    return llvm::divideCeil(layout.getLayout().getNumRegisters() * bits, 32);
  }

  SmallVector<Operation *> order, places;
  SmallVector<int64_t> changes;
  DenseMap<Operation *, int64_t> first, last;
};
} // namespace

HeldRegisters mcf::mcfg::findMostHeld(gpu::GPUFuncOp func) { return HeldWalk(func).find(); }
