//===- DistributeVectors.cpp - mcf-distribute-vectors ---------------------===//
#include "FragmentDistributor.h"
#include "HeldRegisters.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "ThreadOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mcf {
#define GEN_PASS_DEF_DISTRIBUTEVECTORS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

static bool isVector(Value value) { return isa<VectorType>(value.getType()); }

static bool touchesVectors(Operation *op) {
  return llvm::any_of(op->getOperands(), isVector) || llvm::any_of(op->getResults(), isVector);
}

LogicalResult FragmentDistributor::run() {
  // What the builder made in the prologue has no vectors, so walking over it does nothing.
  if (failed(distributeBlock(func.getBody().front())))
    return failure();
  for (Operation *op : erased)
    op->dropAllReferences();
  for (Operation *op : erased) {
    op->dropAllUses();
    op->erase();
  }
  return success();
}

LogicalResult FragmentDistributor::distributeBlock(Block &block) {
  return distributeOps(block.begin(), block.end());
}

LogicalResult FragmentDistributor::distributeOps(Block::iterator from, Block::iterator to) {
  for (Operation &op : llvm::make_early_inc_range(llvm::make_range(from, to))) {
    builder.setInsertionPoint(&op);
    loc = op.getLoc();
    if (touchesVectors(&op)) {
      if (failed(distribute(&op)))
        return failure();
      erased.push_back(&op);
      continue;
    }
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(distributeBlock(inner)))
          return failure();
  }
  return success();
}

LogicalResult FragmentDistributor::distribute(Operation *op) {
  if (isElementwise(op)) {
    for (Value result : op->getResults())
      if (failed(getLayout(result, op)))
        return failure();
    distributeElementwise(op);
    return success();
  }
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](scf::ForOp loop) { return distributeLoop(loop); })
      .Case([&](scf::IfOp branch) { return distributeBranch(branch); })
      .Case([&](scf::YieldOp yield) {
        distributeYield(yield);
        return success();
      })
      .Case([&](vector::ContractionOp contract) { return distributeContraction(contract); })
      .Case([&](vector::MultiDimReductionOp reduction) { return distributeReduction(reduction); })
      .Case([&](vector::TransferReadOp read) { return distributeRead(read); })
      .Case([&](vector::TransferWriteOp write) { return distributeWrite(write); })
      .Case([&](ConvertLayoutOp convert) { return distributeConversion(convert); })
      .Default([&](Operation *other) { return distributeBookkeeping(other); });
}

/// Elements of 16 bits are carried in pairs: a register has 32.
static bool isCarriedInPairs(Value value, const FragmentLayout &layout) {
  Type type = getElementTypeOrSelf(value.getType());
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 16 &&
         layout.getNumRegisters() % 2 == 0;
}

/// What a loop carries of a fragment.
SmallVector<Value> FragmentDistributor::getCarried(Value value, const FragmentLayout &layout) {
  SmallVector<Value> registers, pairs;
  for (int64_t reg = 0, e = layout.getNumRegisters(); reg < e; ++reg)
    registers.push_back(getRegister(value, reg));
  if (!isCarriedInPairs(value, layout))
    return registers;
  auto pairType = VectorType::get({2}, getElementTypeOrSelf(value.getType()));
  for (size_t i = 0; i < registers.size(); i += 2) {
    Value pair = vector::FromElementsOp::create(builder, loc, pairType,
                                                ValueRange{registers[i], registers[i + 1]});
    pairs.push_back(LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), pair));
  }
  return pairs;
}

/// The fragment of what a loop carries; takes that from `flat`.
void FragmentDistributor::bindCarried(Value value, const FragmentLayout &layout, ValueRange &flat) {
  bool inPairs = isCarriedInPairs(value, layout);
  int64_t count = layout.getNumRegisters() / (inPairs ? 2 : 1);
  SmallVector<Value> registers;
  auto pairType = VectorType::get({2}, getElementTypeOrSelf(value.getType()));
  for (Value carried : flat.take_front(count)) {
    if (!inPairs) {
      registers.push_back(carried);
      continue;
    }
    Value pair = LLVM::BitcastOp::create(builder, loc, pairType, carried);
    for (int64_t i : {0, 1})
      registers.push_back(vector::ExtractOp::create(builder, loc, pair, i));
  }
  setFragment(value, layout, registers);
  flat = flat.drop_front(count);
}

LogicalResult FragmentDistributor::distributeLoop(scf::ForOp loop) {
  SmallVector<Value> inits;
  SmallVector<FragmentLayout> layouts(loop.getNumResults());
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs())) {
    if (!isVector(init)) {
      inits.push_back(init);
      continue;
    }
    FailureOr<FragmentLayout> layout = getLayout(loop.getResult(i), loop);
    if (failed(layout))
      return failure();
    layouts[i] = *layout;
    llvm::append_range(inits, getCarried(init, *layout));
  }
  auto newLoop =
      scf::ForOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
                         inits, /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  newLoop.getBody()->getOperations().splice(newLoop.getBody()->end(),
                                            loop.getBody()->getOperations());
  loop.getInductionVar().replaceAllUsesWith(newLoop.getInductionVar());
  // Hands the flat values out to the block values they stand for.
  auto bind = [&](ValueRange old, ValueRange flat) {
    for (auto [i, value] : llvm::enumerate(old)) {
      if (isVector(value)) {
        bindCarried(value, layouts[i], flat);
        continue;
      }
      value.replaceAllUsesWith(flat.front());
      flat = flat.drop_front();
    }
  };
  // What hands out carried values has no layouts.
  Block::iterator first = newLoop.getBody()->begin();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(newLoop.getBody());
    bind(loop.getRegionIterArgs(), newLoop.getRegionIterArgs());
  }
  if (failed(distributeOps(first, newLoop.getBody()->end())))
    return failure();
  builder.setInsertionPointAfter(newLoop);
  bind(loop.getResults(), newLoop.getResults());
  return success();
}

LogicalResult FragmentDistributor::distributeBranch(scf::IfOp branch) {
  SmallVector<Type> types;
  SmallVector<FragmentLayout> layouts(branch.getNumResults());
  for (auto [i, result] : llvm::enumerate(branch.getResults())) {
    if (!isVector(result)) {
      types.push_back(result.getType());
      continue;
    }
    FailureOr<FragmentLayout> layout = getLayout(result, branch);
    if (failed(layout))
      return failure();
    layouts[i] = *layout;
    types.append(layout->getNumRegisters(), getElementTypeOrSelf(result.getType()));
  }
  auto newBranch = scf::IfOp::create(builder, loc, types, branch.getCondition(),
                                     /*addThenBlock=*/true, /*addElseBlock=*/true);
  for (auto [from, to] : {std::pair<Block *, Block *>{branch.thenBlock(), newBranch.thenBlock()},
                          {branch.elseBlock(), newBranch.elseBlock()}}) {
    to->getOperations().splice(to->end(), from->getOperations());
    if (failed(distributeBlock(*to)))
      return failure();
  }
  ValueRange flat = newBranch.getResults();
  for (auto [i, result] : llvm::enumerate(branch.getResults())) {
    int64_t count = isVector(result) ? layouts[i].getNumRegisters() : 1;
    if (isVector(result))
      setFragment(result, layouts[i], SmallVector<Value>(flat.take_front(count)));
    else
      result.replaceAllUsesWith(flat.front());
    flat = flat.drop_front(count);
  }
  return success();
}

void FragmentDistributor::distributeYield(scf::YieldOp yield) {
  SmallVector<Value> flat;
  for (Value value : yield.getOperands()) {
    if (!isVector(value)) {
      flat.push_back(value);
      continue;
    }
    FragmentLayout layout = fragments.find(value)->second.layout;
    if (isa<scf::ForOp>(yield->getParentOp())) {
      llvm::append_range(flat, getCarried(value, layout));
      continue;
    }
    for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg)
      flat.push_back(getRegister(value, reg));
  }
  scf::YieldOp::create(builder, loc, flat);
}

void FragmentDistributor::distributeElementwise(Operation *op) {
  FragmentLayout layout = *getLayout(op->getResult(0), op);
  NamedAttrList attrs(op->getAttrs());
  attrs.erase(kLayoutsAttrName);
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(getElementTypeOrSelf(type));
  SmallVector<SmallVector<Value>> results(op->getNumResults());
  for (int64_t reg = 0, e = layout.getNumRegisters(); reg < e; ++reg) {
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isVector(operand) ? getRegister(operand, reg) : operand);
    OperationState state(loc, op->getName(), operands, types, attrs);
    Operation *scalar = builder.create(state);
    for (auto [list, result] : llvm::zip(results, scalar->getResults()))
      list.push_back(result);
  }
  for (auto [result, registers] : llvm::zip(op->getResults(), results))
    setFragment(result, layout, registers);
}

LogicalResult FragmentDistributor::distributeBookkeeping(Operation *op) {
  if (auto extract = dyn_cast<vector::ExtractOp>(op)) {
    FailureOr<FragmentLayout> source = getLayout(extract.getSource(), op);
    if (failed(source))
      return failure();
    bool everywhere = llvm::all_of(source->getLanes(), [](auto d) { return d.stride == 0; }) &&
                      llvm::all_of(source->getWarps(), [](auto d) { return d.stride == 0; });
    if (isVector(extract.getResult()) || !extract.getDynamicPosition().empty() || !everywhere)
      return op->emitOpError("expected a scalar that every thread holds, at a position known at "
                             "compile time");
    int64_t reg = *source->findRegister(extract.getStaticPosition());
    extract.getResult().replaceAllUsesWith(getRegister(extract.getSource(), reg));
    return success();
  }

  if (op->getNumResults() != 1)
    return op->emitOpError("expected an op on block vectors that has a distribution rule");
  Value result = op->getResult(0);
  FailureOr<FragmentLayout> layout = getLayout(result, op);
  if (failed(layout))
    return failure();
  int64_t count = layout->getNumRegisters();
  SmallVector<Value> registers;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!dense || !dense.isSplat())
      return op->emitOpError("expected the same value in all elements of a vector constant");
    Value scalar = arith::ConstantOp::create(builder, loc, dense.getSplatValue<TypedAttr>());
    registers.assign(count, scalar);
  } else if (isa<vector::StepOp>(op)) {
    Value base = getThreadOffset(*layout).front();
    for (int64_t reg = 0; reg < count; ++reg)
      registers.push_back(addConstant(base, layout->getRegisterOffset(reg).front()));
  } else if (auto broadcast = dyn_cast<vector::BroadcastOp>(op)) {
    if (!isVector(broadcast.getSource())) {
      registers.assign(count, broadcast.getSource());
    } else {
      FailureOr<FragmentLayout> source = getLayout(broadcast.getSource(), op);
      if (failed(source))
        return failure();
      if (!source->sameThreads(getBroadcastSourceLayout(broadcast, *layout)))
        return op->emitOpError("expected the source in the layout of the result without the "
                               "broadcast dims, but got another");
      for (int64_t reg = 0; reg < count; ++reg) {
        SmallVector<int64_t> coords = layout->getRegisterOffset(reg);
        coords.erase(coords.begin(), coords.end() - source->getRank());
        for (auto [coord, size] : llvm::zip(coords, source->getShape()))
          coord = size == 1 ? 0 : coord;
        registers.push_back(getRegister(broadcast.getSource(), *source->findRegister(coords)));
      }
    }
  } else if (isa<vector::TransposeOp, vector::ShapeCastOp>(op)) {
    // Neither moves anything between registers: only the names of the coordinates change.
    FailureOr<FragmentLayout> source = getLayout(op->getOperand(0), op);
    if (failed(source))
      return failure();
    if (source->getNumRegisters() != count)
      return op->emitOpError("expected ")
             << count << " registers, but got " << source->getNumRegisters();
    for (int64_t reg = 0; reg < count; ++reg)
      registers.push_back(getRegister(op->getOperand(0), reg));
  } else {
    return op->emitOpError("expected an op on block vectors that has a distribution rule");
  }
  setFragment(result, *layout, registers);
  return success();
}

/// Compilers of what spills nearly everything take minutes, and nobody wants to run it.
static LogicalResult checkHeldRegisters(gpu::GPUFuncOp func) {
  HeldRegisters held = findMostHeld(func);
  if (held.most <= LoweringLimits::maxHeldRegisters)
    return success();
  InFlightDiagnostic error = func.emitOpError()
                             << "expected tiles of which a thread holds at most "
                             << LoweringLimits::maxHeldRegisters
                             << " registers of 32 bits at once, but got " << held.most;
  error.attachNote(held.where->getLoc()) << "so many are held here; smaller tiles need fewer";
  return error;
}

/// So do compilers of a thread's program that no cache of instructions holds.
static LogicalResult checkLength(gpu::GPUFuncOp func, const FragmentDistributor &distributor) {
  int64_t count = countThreadOps(func, distributor);
  if (count <= LoweringLimits::maxThreadOps)
    return success();
  return func.emitOpError() << "expected tiles of which the program of a thread has at most about "
                            << LoweringLimits::maxThreadOps << " ops, but got " << count;
}

namespace {
struct DistributeVectors : mcf::impl::DistributeVectorsBase<DistributeVectors> {
  using DistributeVectorsBase::DistributeVectorsBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    std::optional<ArrayRef<int32_t>> block = func.getKnownBlockSize();
    if (!block || (*block)[0] % FragmentLayout::kLanes != 0) {
      func.emitOpError("expected a known block size that is a multiple of 32 threads (run "
                       "mcf-assign-layouts before)");
      return signalPassFailure();
    }
    if (!func.getBody().hasOneBlock()) {
      func.emitOpError("expected structured control flow in the kernel");
      return signalPassFailure();
    }
    if (failed(checkHeldRegisters(func)))
      return signalPassFailure();
    FragmentDistributor distributor(func, (*block)[0] / FragmentLayout::kLanes);
    if (failed(checkLength(func, distributor)) || failed(distributor.run()))
      return signalPassFailure();
  }
};
} // namespace
