//===- PassArraysAsTensors.cpp - a function on memrefs as one on tensors --===//
#include "MCFuser/Reference/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mcf {
#define GEN_PASS_DEF_PASSARRAYSASTENSORSPASS
#include "MCFuser/Reference/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using bufferization::MaterializeInDestinationOp;
using bufferization::ToTensorOp;

/// The op that writes the array, or null; an error where the array is used in another way than
/// read whole or written whole.
static FailureOr<MaterializeInDestinationOp> findWrite(func::FuncOp func, BlockArgument array) {
  MaterializeInDestinationOp write;
  bool isRead = false;
  for (Operation *user : array.getUsers()) {
    auto materialize = dyn_cast<MaterializeInDestinationOp>(user);
    bool isTop = user->getBlock() == &func.getBody().front();
    bool isFirst = materialize && !write && materialize.getDest() == array && isTop;
    if (!isFirst && !isa<ToTensorOp, memref::DimOp>(user))
      return user->emitOpError()
             << "expected argument " << array.getArgNumber()
             << " to be read whole by bufferization.to_tensor, or written whole "
                "and once by bufferization.materialize_in_destination";
    isRead |= isa<ToTensorOp>(user);
    if (isFirst)
      write = materialize;
  }
  if (write && isRead)
    return write.emitOpError() << "expected argument " << array.getArgNumber()
                               << " to be read or written, but got both";
  return write;
}

static void replaceReads(BlockArgument array) {
  auto memref = cast<MemRefType>(array.getType());
  array.setType(RankedTensorType::get(memref.getShape(), memref.getElementType()));
  for (Operation *user : llvm::make_early_inc_range(array.getUsers())) {
    if (auto read = dyn_cast<ToTensorOp>(user)) {
      read.replaceAllUsesWith(Value(array));
    } else {
      auto dim = cast<memref::DimOp>(user);
      OpBuilder builder(dim);
      dim.replaceAllUsesWith(
          tensor::DimOp::create(builder, dim.getLoc(), array, dim.getIndex()).getResult());
    }
    user->erase();
  }
}

static LogicalResult convert(func::FuncOp func) {
  Block &body = func.getBody().front();
  auto end = dyn_cast<func::ReturnOp>(body.getTerminator());
  if (!func.getBody().hasOneBlock() || !end)
    return func.emitError("expected structured control flow in a function that takes memrefs");
  SmallVector<std::pair<BlockArgument, MaterializeInDestinationOp>> writes;
  for (BlockArgument argument : body.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    FailureOr<MaterializeInDestinationOp> write = findWrite(func, argument);
    if (failed(write))
      return failure();
    if (*write)
      writes.push_back({argument, *write});
  }
  SmallVector<Value> results(end.getOperands());
  for (auto [array, write] : writes) {
    results.push_back(write.getSource());
    write.erase();
  }
  end.getOperandsMutable().assign(results);
  for (BlockArgument argument : body.getArguments())
    if (isa<MemRefType>(argument.getType()))
      replaceReads(argument);
  auto type = FunctionType::get(func.getContext(), body.getArgumentTypes(), end.getOperandTypes());
  func.setType(type);
  func.removeResAttrsAttr();
  llvm::BitVector unused(body.getNumArguments());
  for (auto &[array, write] : writes)
    if (array.use_empty())
      unused.set(array.getArgNumber());
  return func.eraseArguments(unused);
}

namespace {
struct PassArraysAsTensors : mcf::impl::PassArraysAsTensorsPassBase<PassArraysAsTensors> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func.isPublic() && !func.isExternal() &&
          llvm::any_of(func.getArgumentTypes(), llvm::IsaPred<MemRefType>) && failed(convert(func)))
        return signalPassFailure();
  }
};
} // namespace
