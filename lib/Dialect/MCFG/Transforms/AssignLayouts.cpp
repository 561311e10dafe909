//===- AssignLayouts.cpp - mcf-assign-layouts, mcf-print-layouts ----------===//
#include "ContractionLayouts.h"
#include "KernelMapping.h"
#include "LayoutAssignment.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace mcf {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#define GEN_PASS_DEF_PRINTLAYOUTS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

namespace {

/// Every use of a constant or the like gets its own, so that each can take the layout it is used
/// in.
void splitCheapValues(gpu::GPUFuncOp func) {
  SmallVector<Operation *> cheap;
  func.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && isa<VectorType>(op->getResult(0).getType()) &&
        isCheapInAnyLayout(op))
      cheap.push_back(op);
  });
  // Users first: then what these are made of has as many uses as there are copies.
  for (Operation *op : llvm::reverse(cheap)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getUses())
      uses.push_back(&use);
    for (size_t i = 1; i < uses.size(); ++i)
      uses[i]->set(OpBuilder(op).clone(*op)->getResult(0));
  }
}

/// Makes the operands of every op have the layouts that it needs.
class LayoutResolver {
public:
  explicit LayoutResolver(LayoutAssignment &assignment) : assignment(assignment) {}

  LogicalResult resolve(Operation *op);

private:
  void require(OpOperand &operand, const FragmentLayout &layout);
  void requireAll(Operation *op, const FragmentLayout &layout) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<VectorType>(operand.get().getType()))
        require(operand, layout);
  }

  /// Computes a cheap value once more, all of it in this layout.
  Value cloneIn(const FragmentLayout &layout, Operation *def) {
    Operation *copy = OpBuilder(def).clone(*def);
    for (OpOperand &operand : copy->getOpOperands())
      if (isa<VectorType>(operand.get().getType()))
        operand.set(cloneIn(layout, operand.get().getDefiningOp()));
    copy->moveBefore(def);
    assignment.set(copy->getResult(0), layout);
    return copy->getResult(0);
  }

  LayoutAssignment &assignment;
  DenseMap<std::tuple<Value, Attribute, Block *>, Value> conversions;
};

void LayoutResolver::require(OpOperand &operand, const FragmentLayout &layout) {
  Value value = operand.get();
  if (assignment.get(value) == layout)
    return;
  Operation *user = operand.getOwner();
  auto attr = LayoutAttr::getFor(user->getContext(), layout);
  Value &converted = conversions[{value, attr, user->getBlock()}];
  if (!converted) {
    OpBuilder builder(user);
    Operation *def = value.getDefiningOp();
    if (def && isCheapInAnyLayout(def)) {
      converted = cloneIn(layout, def);
    } else {
      converted = ConvertLayoutOp::create(builder, user->getLoc(), value.getType(), value, attr);
      assignment.set(converted, layout);
    }
  }
  operand.set(converted);
}

LogicalResult LayoutResolver::resolve(Operation *op) {
  auto isVector = [](Value value) { return isa<VectorType>(value.getType()); };
  if (llvm::none_of(op->getOperands(), isVector) && llvm::none_of(op->getResults(), isVector))
    return success();
  if (isElementwise(op)) {
    for (Value result : op->getResults())
      requireAll(op, assignment.get(result));
    return success();
  }
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp constant) -> LogicalResult {
        auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
        if (dense && dense.isSplat())
          return success();
        return op->emitOpError("expected the same value in all elements of a vector constant");
      })
      .Case<vector::TransferReadOp, vector::TransferWriteOp>([&](auto transfer) -> LogicalResult {
        if (transfer.getMask())
          return op->emitOpError("expected a transfer without a mask");
        return success();
      })
      .Case<vector::StepOp, ConvertLayoutOp>([](auto) { return success(); })
      .Case([&](vector::ContractionOp contract) -> LogicalResult {
        FailureOr<ContractionShape> shape = getContractionShape(contract);
        if (failed(shape))
          return failure();
        int64_t warps = assignment.getNumWarps();
        bool swapped = shape->a != contract.getLhs();
        FragmentLayout a = getOperandALayout(*shape, warps), b = getOperandBLayout(*shape, warps);
        require(contract.getLhsMutable(), swapped ? b : a);
        require(contract.getRhsMutable(), swapped ? a : b);
        require(contract.getAccMutable(), getAccumulatorLayout(*shape, warps));
        assignment.set(contract.getResult(), getAccumulatorLayout(*shape, warps));
        return success();
      })
      .Case([&](vector::MultiDimReductionOp reduction) -> LogicalResult {
        if (!isVector(reduction.getResult()))
          return success();
        FragmentLayout layout =
            getReductionLayout(reduction, assignment.get(reduction.getSource()));
        assignment.set(reduction.getResult(), layout);
        require(reduction.getAccMutable(), layout);
        return success();
      })
      .Case([&](vector::BroadcastOp broadcast) -> LogicalResult {
        if (isVector(broadcast.getSource()))
          require(broadcast.getSourceMutable(),
                  getBroadcastSourceLayout(broadcast, assignment.get(broadcast.getResult())));
        return success();
      })
      .Case([&](vector::TransposeOp transpose) -> LogicalResult {
        assignment.set(transpose.getResult(),
                       assignment.get(transpose.getVector()).transpose(transpose.getPermutation()));
        return success();
      })
      .Case([&](vector::ShapeCastOp cast) -> LogicalResult {
        ArrayRef<int64_t> shape = cast.getResultVectorType().getShape();
        std::optional<FragmentLayout> layout = assignment.get(cast.getSource()).reshape(shape);
        if (!layout) {
          require(cast.getSourceMutable(),
                  FragmentLayout::blocked(cast.getSourceVectorType().getShape(),
                                          assignment.getNumWarps()));
          layout = assignment.get(cast.getSource()).reshape(shape);
        }
        if (!layout)
          return op->emitOpError("expected a cast that keeps the digits of its layout, but got ")
                 << cast.getSourceVectorType() << " to " << cast.getResultVectorType();
        assignment.set(cast.getResult(), *layout);
        return success();
      })
      .Case([&](vector::ExtractOp extract) -> LogicalResult {
        if (isVector(extract.getResult()) || !extract.getDynamicPosition().empty())
          return op->emitOpError(
                     "expected a scalar from a position known at compile time, but got ")
                 << extract.getResult().getType();
        // Every thread needs it, so every thread holds the whole vector.
        auto type = extract.getSourceVectorType();
        SmallVector<LayoutDigit> registers;
        for (int64_t dim = type.getRank() - 1; dim >= 0; --dim)
          registers.push_back({static_cast<unsigned>(dim), 1, type.getDimSize(dim)});
        SmallVector<LayoutDigit> lanes(FragmentLayout::kLaneBits, LayoutDigit{}),
            warps(llvm::Log2_64(assignment.getNumWarps()), LayoutDigit{});
        require(extract.getSourceMutable(),
                FragmentLayout(type.getShape(), lanes, warps, registers));
        return success();
      })
      .Case([&](scf::ForOp loop) -> LogicalResult {
        for (auto [arg, result, init] :
             llvm::zip(loop.getRegionIterArgs(), loop.getResults(), loop.getInitArgsMutable()))
          if (isVector(arg)) {
            assignment.set(result, assignment.get(arg));
            require(init, assignment.get(arg));
          }
        return success();
      })
      .Case([&](scf::IfOp) { return success(); })
      .Case([&](scf::YieldOp yield) -> LogicalResult {
        Operation *parent = yield->getParentOp();
        if (!isa<scf::ForOp, scf::IfOp>(parent))
          return parent->emitOpError("expected scf.for or scf.if around vectors");
        for (auto [operand, result] : llvm::zip(yield->getOpOperands(), parent->getResults()))
          if (isVector(result))
            require(operand, assignment.get(result));
        return success();
      })
      .Default([](Operation *op) {
        return op->emitOpError("expected an op on block vectors that has a distribution rule");
      });
}

/// The warps that the option, or else the mapping of the kernel, gives a block.
FailureOr<std::optional<int64_t>> getMappedWarps(gpu::GPUFuncOp func, int64_t option) {
  mcf::Mapping mapping = getMapping(func);
  if (option)
    mapping.warps = option;
  if (std::string error = mapping.check(); !error.empty())
    return func.emitOpError(error);
  return mapping.warps;
}

struct AssignLayouts : mcf::impl::AssignLayoutsBase<AssignLayouts> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    FailureOr<std::optional<int64_t>> warps = getMappedWarps(func, numWarps);
    if (failed(warps))
      return signalPassFailure();
    splitCheapValues(func);
    FailureOr<LayoutAssignment> assignment = LayoutAssignment::compute(func, *warps);
    if (failed(assignment))
      return signalPassFailure();

    LayoutResolver resolver(*assignment);
    // Program order: an op sees the final layouts of its operands. Ops made on the way need no
    // look.
    SmallVector<Operation *> ops;
    func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (failed(resolver.resolve(op)))
        return signalPassFailure();

    MLIRContext *context = &getContext();
    func.getBody().walk([&](Operation *op) {
      auto isVector = [](Value value) { return isa<VectorType>(value.getType()); };
      if (llvm::none_of(op->getResults(), isVector))
        return;
      SmallVector<Attribute> attrs;
      for (Value result : op->getResults())
        attrs.push_back(isVector(result)
                            ? Attribute(LayoutAttr::getFor(context, assignment->get(result)))
                            : Attribute(UnitAttr::get(context)));
      op->setAttr(kLayoutsAttrName, ArrayAttr::get(context, attrs));
    });

    int64_t threads = assignment->getNumWarps() * FragmentLayout::kLanes;
    func.setKnownBlockSizeAttr(
        DenseI32ArrayAttr::get(context, {static_cast<int32_t>(threads), 1, 1}));
    StringRef planName = MCFGDialect::getLaunchPlanAttrName();
    if (auto plan = func->getAttrOfType<LaunchPlanAttr>(planName))
      func->setAttr(planName, plan.withBlock(threads, plan.getWorkgroupBytes()));
  }
};

struct PrintLayouts : mcf::impl::PrintLayoutsBase<PrintLayouts> {
  using PrintLayoutsBase::PrintLayoutsBase;

  void runOnOperation() override {
    gpu::GPUFuncOp func = getOperation();
    FailureOr<std::optional<int64_t>> warps = getMappedWarps(func, numWarps);
    if (failed(warps))
      return signalPassFailure();
    FailureOr<LayoutAssignment> assignment = LayoutAssignment::compute(func, *warps);
    if (failed(assignment))
      return signalPassFailure();
    func.emitRemark() << "warps: " << assignment->getNumWarps();
    func.getBody().walk([&](Operation *op) {
      for (OpResult result : op->getResults())
        if (assignment->has(result))
          op->emitRemark() << "layout: "
                           << LayoutAttr::getFor(&getContext(), assignment->get(result));
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
