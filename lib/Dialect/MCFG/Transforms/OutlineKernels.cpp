//===- OutlineKernels.cpp - block vectors to GPU kernels ------------------===//
#include "KernelSignature.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf::mcfg;

/// Grid coordinates of a block, the last dim fastest, where a trip count is known at launch only.
static SmallVector<Value> divideBlock(OpBuilder &builder, Location loc, Value block,
                                      ArrayRef<OpFoldResult> trips) {
  SmallVector<Value> coordinates(trips.size());
  for (int64_t dim = trips.size() - 1; dim > 0; --dim) {
    Value count = getValueOrCreateConstantIndexOp(builder, loc, trips[dim]);
    coordinates[dim] = arith::RemUIOp::create(builder, loc, block, count);
    block = arith::DivUIOp::create(builder, loc, block, count);
  }
  coordinates[0] = block;
  return coordinates;
}

/// Grid coordinates of a block, the last dim fastest.
static SmallVector<Value> delinearizeBlock(OpBuilder &builder, Location loc, Value block,
                                           ArrayRef<OpFoldResult> mixedTrips) {
  std::optional<SmallVector<int64_t>> constantTrips = getConstantIntValues(mixedTrips);
  if (!constantTrips)
    return divideBlock(builder, loc, block, mixedTrips);
  ArrayRef<int64_t> trips = *constantTrips;
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
      return outlineBlocks(function, {});
    for (Operation &op : entry.without_terminator()) {
      if (auto found = dyn_cast<scf::ForallOp>(op)) {
        if (forall)
          return op.emitOpError() << "expected one scf.forall, but got a second one";
        forall = found;
      } else if (!isPure(&op)) {
        return op.emitOpError() << "expected ops without side effects beside the scf.forall";
      }
    }
    return outlineBlocks(function, forall);
  }

  LogicalResult outlineBlocks(func::FuncOp function, scf::ForallOp forall) {
    FailureOr<KernelSignature> signature = KernelSignature::create(function, forall);
    if (failed(signature))
      return failure();
    std::string name = function.getName().str();
    OpBuilder builder(function);
    if (failed(releaseName(function)))
      return failure();
    buildKernel(builder, name, function, forall, *signature);
    return finish(function);
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
                   const KernelSignature &signature) {
    Location loc = function.getLoc();
    auto module = gpu::GPUModuleOp::create(builder, loc, name);
    builder.setInsertionPointToStart(module.getBody());
    auto kernel = gpu::GPUFuncOp::create(builder, loc, name, signature.getType());
    kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), builder.getUnitAttr());
    kernel->setAttr(MCFGDialect::getLaunchPlanAttrName(), signature.getPlan());
    if (Attribute mapping = function->removeAttr(mcf::MCFDialect::getMappingAttrName()))
      kernel->setAttr(mcf::MCFDialect::getMappingAttrName(), mapping);
    SmallVector<int64_t> constants;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (function.removeArgAttr(i, mcf::MCFDialect::getConstantAttrName()))
        constants.push_back(i);
    if (!constants.empty())
      kernel->setAttr(mcf::MCFDialect::getConstantsAttrName(),
                      builder.getDenseI64ArrayAttr(constants));
    Block &body = kernel.getBody().front();
    builder.setInsertionPointToStart(&body);
    ValueRange parameters = body.getArguments().take_front(signature.getType().getNumInputs());
    IRMapping mapping;
    mapping.map(function.getArguments(), signature.makeArguments(builder, loc, parameters));
    for (Operation &op : function.getBody().front().without_terminator())
      if (&op != forall)
        builder.clone(op, mapping);
    if (forall)
      buildBody(builder, mapping, forall, signature, parameters);
    gpu::ReturnOp::create(builder, loc);
    replaceSizes(function, mapping, signature, parameters);
    kernels.push_back(kernel);
  }

  void buildBody(OpBuilder &builder, IRMapping &mapping, scf::ForallOp forall,
                 const KernelSignature &signature, ValueRange parameters) {
    Location loc = forall.getLoc();
    LaunchPlanAttr plan = signature.getPlan();
    IntegerAttr bound;
    if (plan.getTripCounts().empty())
      bound = builder.getIndexAttr(plan.getGrid());
    Value block = gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x, bound);
    SmallVector<OpFoldResult> trips = signature.makeTrips(builder, loc, parameters);
    mapping.map(forall.getInductionVars(), delinearizeBlock(builder, loc, block, trips));
    for (Operation &op : forall.getBody()->without_terminator())
      builder.clone(op, mapping);
  }

  /// Sizes of arguments are parameters of the kernel.
  static void replaceSizes(func::FuncOp function, IRMapping &mapping,
                           const KernelSignature &signature, ValueRange parameters) {
    for (BlockArgument argument : function.getArguments())
      for (Operation *user : llvm::make_early_inc_range(mapping.lookup(argument).getUsers())) {
        auto dim = dyn_cast<memref::DimOp>(user);
        std::optional<int64_t> index = dim ? dim.getConstantIndex() : std::nullopt;
        if (!index || *index < 0 || *index >= cast<MemRefType>(argument.getType()).getRank())
          continue;
        if (Value size = signature.getSize(argument.getArgNumber(), *index, parameters)) {
          dim.replaceAllUsesWith(size);
          dim.erase();
        }
      }
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
