//===- OutlineKernels.cpp - block vectors to GPU kernels ------------------===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// The memory effects of all ops on the memref and on views of it.
static void getEffects(Value memref, bool &isRead, bool &isWritten) {
  for (OpOperand &use : memref.getUses()) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<ViewLikeOpInterface>(user)) {
      for (Value result : user->getResults())
        getEffects(result, isRead, isWritten);
      continue;
    }
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (!effects) {
      isRead = isWritten = true;
      continue;
    }
    isRead |= effects.getEffectOnValue<MemoryEffects::Read>(memref).has_value();
    isWritten |= effects.getEffectOnValue<MemoryEffects::Write>(memref).has_value();
  }
}

/// Grid coordinates of a block, the last dim fastest.
static SmallVector<Value> delinearizeBlock(OpBuilder &builder, Location loc, Value block,
                                           ArrayRef<int64_t> trips) {
  SmallVector<Value> coordinates(trips.size());
  AffineExpr id = builder.getAffineDimExpr(0);
  int64_t stride = 1;
  for (int64_t dim = trips.size() - 1; dim >= 0; --dim) {
    AffineExpr expr = id.floorDiv(stride);
    stride *= trips[dim];
    if (dim)
      expr = expr % trips[dim];
    coordinates[dim] =
        affine::AffineApplyOp::create(builder, loc, AffineMap::get(1, 0, expr), block);
  }
  return coordinates;
}

namespace {
struct OutlineKernels : mcf::impl::OutlineKernelsBase<OutlineKernels> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("mcfg.block_vectors"))
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(outline(function)))
        return signalPassFailure();
    if (!functions.empty())
      getOperation()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                              UnitAttr::get(&getContext()));
  }

  LogicalResult outline(func::FuncOp function) {
    if (function.isDeclaration() || !function.getBody().hasOneBlock())
      return function.emitOpError() << "expected block vectors with a body of one block";
    if (function.getNumResults())
      return function.emitOpError() << "expected no results, but got " << function.getNumResults();
    Block &entry = function.getBody().front();
    // Everything beside the scf.forall is computed again by each block. One block needs none.
    scf::ForallOp forall;
    if (entry.getOps<scf::ForallOp>().empty())
      return outline(function, {}, {});
    for (Operation &op : entry.without_terminator()) {
      if (auto found = dyn_cast<scf::ForallOp>(op)) {
        if (forall)
          return op.emitOpError() << "expected one scf.forall, but got a second one";
        forall = found;
      } else if (!isPure(&op)) {
        return op.emitOpError() << "expected ops without side effects beside the scf.forall";
      }
    }
    FailureOr<SmallVector<int64_t>> trips = getTrips(forall);
    if (failed(trips))
      return failure();
    return outline(function, forall, *trips);
  }

  LogicalResult outline(func::FuncOp function, scf::ForallOp forall, ArrayRef<int64_t> trips) {
    int64_t grid = 1;
    for (int64_t count : trips)
      if (llvm::MulOverflow(grid, count, grid) || grid > LaunchPlanAttr::getMaxGrid())
        return forall.emitOpError() << "expected a grid of at most " << LaunchPlanAttr::getMaxGrid()
                                    << " blocks, but the trip counts multiply to more";
    FailureOr<LaunchPlanAttr> plan = getPlan(function, grid);
    if (failed(plan))
      return failure();
    std::string name = function.getName().str();
    OpBuilder builder(function);
    if (failed(releaseName(function)))
      return failure();
    buildKernel(builder, name, function, forall, trips, *plan);
    return finish(function);
  }

  FailureOr<SmallVector<int64_t>> getTrips(scf::ForallOp forall) {
    SmallVector<int64_t> trips;
    if (forall.getNumResults())
      return forall.emitOpError() << "expected no results, but got " << forall.getNumResults();
    for (auto [lower, upper, step] : llvm::zip(
             forall.getMixedLowerBound(), forall.getMixedUpperBound(), forall.getMixedStep())) {
      std::optional<int64_t> count = getConstantIntValue(upper);
      if (!isConstantIntValue(lower, 0) || !isConstantIntValue(step, 1) || !count || *count < 1)
        return forall.emitOpError()
               << "expected constant trip counts of at least 1 from 0 in steps of 1";
      trips.push_back(*count);
    }
    return trips;
  }

  FailureOr<LaunchPlanAttr> getPlan(func::FuncOp function, int64_t grid) {
    SmallVector<KernelOperandAttr> operands;
    for (BlockArgument argument : function.getArguments()) {
      Access access = Access::Value;
      SmallVector<int64_t> shape;
      Type elementType = argument.getType();
      if (auto memref = dyn_cast<MemRefType>(argument.getType())) {
        if (!memref.hasStaticShape() || !memref.getLayout().isIdentity())
          return function.emitOpError()
                 << "expected arguments of static shape and identity layout, "
                    "but got "
                 << memref;
        shape.assign(memref.getShape().begin(), memref.getShape().end());
        elementType = memref.getElementType();
        bool isRead = false, isWritten = false;
        getEffects(argument, isRead, isWritten);
        if (isRead && isWritten)
          return function.emitOpError() << "expected argument " << argument.getArgNumber()
                                        << " to be read or written, but got both";
        access = isWritten ? Access::Write : Access::Read;
      }
      auto emit = [&]() { return function.emitOpError(); };
      auto operand =
          KernelOperandAttr::getChecked(llvm::function_ref<InFlightDiagnostic()>(emit),
                                        &getContext(), access, ArrayRef(shape), elementType);
      if (!operand)
        return failure();
      operands.push_back(operand);
    }
    return LaunchPlanAttr::get(&getContext(), grid, /*block=*/0, /*workgroupBytes=*/0, operands);
  }

  /// The kernel gets the name of the function; callers see `<name>_launch`.
  LogicalResult releaseName(func::FuncOp function) {
    auto newName = StringAttr::get(&getContext(), function.getName() + "_launch");
    if (SymbolTable::lookupSymbolIn(getOperation(), newName))
      return function.emitOpError() << "expected the name '" << newName.getValue()
                                    << "' to be free for the launcher of the kernel";
    if (failed(SymbolTable::replaceAllSymbolUses(function, newName, getOperation())))
      return function.emitOpError() << "expected known uses";
    function.setSymNameAttr(newName);
    return success();
  }

  void buildKernel(OpBuilder &builder, StringRef name, func::FuncOp function, scf::ForallOp forall,
                   ArrayRef<int64_t> trips, LaunchPlanAttr plan) {
    Location loc = function.getLoc();
    auto module = gpu::GPUModuleOp::create(builder, loc, name);
    builder.setInsertionPointToStart(module.getBody());
    auto kernel = gpu::GPUFuncOp::create(builder, loc, name, function.getFunctionType());
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
    kernel->setAttr(MCFGDialect::getLaunchPlanAttrName(), plan);
    Block &body = kernel.getBody().front();
    builder.setInsertionPointToStart(&body);
    IRMapping mapping;
    mapping.map(function.getArguments(),
                body.getArguments().take_front(function.getNumArguments()));
    for (Operation &op : function.getBody().front().without_terminator())
      if (&op != forall)
        builder.clone(op, mapping);
    if (forall)
      buildBody(builder, mapping, forall, trips, plan);
    gpu::ReturnOp::create(builder, loc);
    kernels.push_back(kernel);
  }

  void buildBody(OpBuilder &builder, IRMapping &mapping, scf::ForallOp forall,
                 ArrayRef<int64_t> trips, LaunchPlanAttr plan) {
    Value block = gpu::BlockIdOp::create(builder, forall.getLoc(), gpu::Dimension::x,
                                         builder.getIndexAttr(plan.getGrid()));
    mapping.map(forall.getInductionVars(),
                delinearizeBlock(builder, forall.getLoc(), block, trips));
    for (Operation &op : forall.getBody()->without_terminator())
      builder.clone(op, mapping);
  }

  /// Erases the function, or leaves a declaration if it is called; simplifies the kernel.
  LogicalResult finish(func::FuncOp function) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(function, getOperation());
    if (uses && uses->empty()) {
      function.erase();
    } else {
      function.eraseBody();
      function.setPrivate();
      function->removeAttr("mcfg.block_vectors");
    }
    OpPassManager manager(gpu::GPUFuncOp::getOperationName());
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
    return runPipeline(manager, kernels.pop_back_val());
  }

  SmallVector<gpu::GPUFuncOp> kernels;
};
} // namespace
