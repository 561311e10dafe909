//===- ConvertMCFToSCF.cpp - from placed schedules to tile programs -------===//
#include "MCFuser/Analysis/ConstantArrays.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/Conversion/Passes.h"
#include "TileEmitter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"

namespace mcf {
#define GEN_PASS_DEF_CONVERTMCFTOSCF
#include "MCFuser/Conversion/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf;

static LogicalResult checkSchedule(ChainOp chain) {
  ScheduleOp schedule = chain.getSchedule();
  if (!schedule)
    return chain.emitOpError("expected a placed schedule, but got none: run mcf-apply-tiling and "
                             "mcf-hoist-statements before convert-mcf-to-scf");
  if (!schedule.getPlaced())
    return schedule.emitOpError("expected a placed schedule, but got a raw one: run "
                                "mcf-hoist-statements before convert-mcf-to-scf");
  return success();
}

/// The size of a dim where the chain stands.
static OpFoldResult getSize(OpBuilder &builder, ChainOp chain, StringAttr dim) {
  int64_t size = chain.getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return builder.getIndexAttr(size);
  auto [input, axis] = *chain.getSizeSource(dim);
  return tensor::DimOp::create(builder, chain.getLoc(), chain.getInputs()[input], axis).getResult();
}

/// Says which axes of the arguments are the same dim: whoever launches a kernel checks it.
static void setDimNames(func::FuncOp function, ChainOp chain, ArrayRef<Value> results) {
  Builder builder(function.getContext());
  SmallVector<Value> arrays(chain.getBodyBlock()->getArguments());
  llvm::append_range(arrays, results);
  for (auto [i, array] : llvm::enumerate(arrays)) {
    auto dims = cast<NamedType>(array.getType()).getDims();
    function.setArgAttr(i, MCFDialect::getDimsAttrName(),
                        builder.getArrayAttr(SmallVector<Attribute>(dims.begin(), dims.end())));
  }
}

/// Replaces the chain by a call of a new function.
static LogicalResult convertChain(ChainOp chain, func::FuncOp caller, unsigned number,
                                  SymbolTable &symbols) {
  if (failed(checkSchedule(chain)))
    return failure();
  analysis::TilePlan plan(chain);
  if (failed(plan.compute()))
    return failure();
  OpBuilder builder(chain);
  Location loc = chain.getLoc();
  // A destination for each distinct result; those that are inputs need no program.
  llvm::SetVector<Value> results;
  SmallVector<Value> operands(chain.getInputs());
  SmallVector<Type> resultTypes;
  for (auto [value, type] : llvm::zip(chain.getYield().getValues(), chain.getResultTypes())) {
    if (!value.getDefiningOp() || !results.insert(value))
      continue;
    resultTypes.push_back(type);
    auto tensorType = cast<RankedTensorType>(type);
    SmallVector<OpFoldResult> sizes;
    for (StringAttr dim : cast<NamedType>(value.getType()).getDims())
      sizes.push_back(getSize(builder, chain, dim));
    operands.push_back(tensor::EmptyOp::create(builder, loc, sizes, tensorType.getElementType()));
  }
  ValueRange computed;
  if (!results.empty()) {
    std::string name = (caller.getName() + "_chain_" + Twine(number)).str();
    // It becomes the name of a kernel, and PTX takes no other characters.
    for (char &c : name)
      if (!llvm::isAlnum(c) && c != '_' && c != '$')
        c = '_';
    auto function = func::FuncOp::create(
        loc, name, builder.getFunctionType(ValueRange(operands).getTypes(), resultTypes));
    function.setPrivate();
    function->setAttr("mcf.tile_program", builder.getUnitAttr());
    if (std::optional<MappingAttr> mapping = chain.getSchedule().getMapping())
      function->setAttr(MCFDialect::getMappingAttrName(), *mapping);
    for (auto [i, input] : llvm::enumerate(chain.getInputs()))
      if (analysis::isConstantArray(input))
        function.setArgAttr(i, MCFDialect::getConstantAttrName(), builder.getUnitAttr());
    if (chain.getDims().isDynamic())
      setDimNames(function, chain, results.getArrayRef());
    symbols.insert(function, std::next(caller->getIterator()));
    computed = func::CallOp::create(builder, loc, function, operands).getResults();
    OpBuilder bodyBuilder(chain.getContext());
    if (failed(TileEmitter(chain, plan, bodyBuilder).emit(function, results.getArrayRef())))
      return failure();
  }
  SmallVector<Value> replacements;
  for (Value value : chain.getYield().getValues()) {
    if (auto input = dyn_cast<BlockArgument>(value))
      replacements.push_back(chain.getInputs()[input.getArgNumber()]);
    else
      replacements.push_back(computed[llvm::find(results, value) - results.begin()]);
  }
  chain.replaceAllUsesWith(replacements);
  chain.erase();
  return success();
}

namespace {
struct ConvertMCFToSCF : mcf::impl::ConvertMCFToSCFBase<ConvertMCFToSCF> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      SmallVector<ChainOp> chains;
      function.walk([&](ChainOp chain) { chains.push_back(chain); });
      for (auto [i, chain] : llvm::enumerate(chains))
        if (failed(convertChain(chain, function, i, symbols)))
          return signalPassFailure();
    }
    // Chains elsewhere (in a nested module) are not silently left behind.
    getOperation().walk([&](ChainOp chain) {
      chain.emitOpError("expected chains in functions of the module only");
      signalPassFailure();
    });
  }
};
} // namespace
