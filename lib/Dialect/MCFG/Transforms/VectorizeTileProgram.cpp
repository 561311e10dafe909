//===- VectorizeTileProgram.cpp - tile programs to block vectors ----------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h"
#include "TileProgramCalls.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/ComposeSubView.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

namespace mcf {
#define GEN_PASS_DEF_VECTORIZETILEPROGRAM
#include "MCFuser/Dialect/MCFG/Transforms/Passes.h.inc"
} // namespace mcf

using namespace mlir;

/// Vectorizes a contraction: upstream leaves the ranks as they are, and has no result of rank 0.
static FailureOr<Value> vectorizeContraction(RewriterBase &rewriter, linalg::LinalgOp op) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  SmallVector<Value> vectors;
  for (Value operand : op->getOperands()) {
    auto type = cast<RankedTensorType>(operand.getType());
    Value padding = arith::ConstantOp::create(
        rewriter, loc, cast<TypedAttr>(rewriter.getZeroAttr(type.getElementType())));
    vectors.push_back(vector::TransferReadOp::create(
        rewriter, loc, VectorType::get(type.getShape(), type.getElementType()), operand,
        SmallVector<Value>(type.getRank(), zero), padding,
        SmallVector<bool>(type.getRank(), true)));
  }
  FailureOr<Value> result = mcf::mcfg::buildMatrixContraction(
      rewriter, loc, vectors[0], vectors[1], vectors[2], op.getIndexingMapsArray(),
      op->hasAttr(mcf::MCFDialect::getTF32AttrName()));
  if (failed(result))
    return op.emitOpError() << "expected one tile dim of more than one element in each role (rows, "
                               "columns, sum) and none that both operands and the result have; "
                               "give the others tile size 1";
  int64_t rank = cast<VectorType>(result->getType()).getRank();
  return vector::TransferWriteOp::create(rewriter, loc, *result, op.getDpsInits().front(),
                                         SmallVector<Value>(rank, zero),
                                         SmallVector<bool>(rank, true))
      .getResult();
}

/// Vectorizes each linalg op whole.
static LogicalResult vectorizeOps(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> ops;
  function.walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  for (linalg::LinalgOp op : ops) {
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (type && !type.hasStaticShape())
        return op.emitOpError() << "expected tiles of static shape, but got " << type;
      // More than the registers and workgroup memory of a block hold by far.
      constexpr int64_t maxElements = mcf::mcfg::LoweringLimits::maxTileElements;
      if (type && type.getNumElements() > maxElements)
        return op.emitOpError() << "expected tiles of at most " << maxElements
                                << " elements for the GPU, but got " << type;
    }
    rewriter.setInsertionPoint(op);
    if (isa<linalg::ContractionOpInterface>(op.getOperation()) ||
        isa<linalg::ContractOp>(op.getOperation())) {
      FailureOr<Value> result = vectorizeContraction(rewriter, op);
      if (failed(result))
        return failure();
      rewriter.replaceOp(op, *result);
      continue;
    }
    FailureOr<linalg::VectorizationResult> result = linalg::vectorize(rewriter, op);
    if (failed(result))
      return op.emitOpError() << "cannot be vectorized";
    // The writes have the place of the value, which may be nowhere.
    for (Value value : result->replacements)
      if (Operation *write = value.getDefiningOp())
        write->setLoc(op.getLoc());
    rewriter.replaceOp(op, result->replacements);
  }
  return success();
}

/// What the next passes rely on.
static LogicalResult verifyBlockVectors(func::FuncOp function) {
  WalkResult result =
      function.walk([&](Operation *op) -> WalkResult {
        // Constants have lost their place; their users report.
        if (op->hasTrait<OpTrait::ConstantLike>())
          return WalkResult::advance();
        for (Type type : llvm::concat<Type>(llvm::to_vector(op->getOperandTypes()),
                                            llvm::to_vector(op->getResultTypes()))) {
          if (isa<TensorType>(type))
            return op->emitOpError() << "expected no tensor after vectorization, but got " << type;
          auto vector = dyn_cast<VectorType>(type);
          if (vector && vector.getRank() > 2)
            return op->emitOpError()
                   << "expected tiles with at most two dims of more than one element, "
                      "but got "
                   << vector;
        }
        if (auto contract = dyn_cast<vector::ContractionOp>(op))
          if (!mcf::mcfg::isMatrixContraction(contract))
            return op->emitOpError()
                   << "expected a product of two matrices; set the other tile sizes to 1";
        if (isa<linalg::LinalgDialect>(op->getDialect()) ||
            isa<vector::MaskOp, vector::GatherOp>(op))
          return op->emitOpError() << "cannot be lowered from a tile program to block vectors";
        return WalkResult::advance();
      });
  return failure(result.wasInterrupted());
}

namespace {
struct VectorizeTileProgram : mcf::impl::VectorizeTileProgramBase<VectorizeTileProgram> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr("mcf.tile_program"))
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(runOnFunction(function)))
        return signalPassFailure();
  }

  LogicalResult runOnFunction(func::FuncOp function) {
    if (function.isDeclaration() || !function.getBody().hasOneBlock())
      return function.emitOpError() << "expected a tile program with one block";
    if (failed(mcf::mcfg::unrollKeptTileLoops(function, maxCopies)) ||
        failed(vectorizeOps(function)))
      return failure();
    FailureOr<mcf::mcfg::TileProgramCalls> calls =
        mcf::mcfg::TileProgramCalls::create(getOperation(), function);
    if (failed(calls))
      return failure();
    FailureOr<mcf::mcfg::ConvertedTileProgram> converted =
        mcf::mcfg::convertTileProgram(function, calls->getLayouts());
    if (failed(converted))
      return failure();
    calls->replace(*converted);
    function.erase();
    func::FuncOp result = converted->function;
    result->removeAttr("mcf.tile_program");
    result->setAttr("mcfg.block_vectors", UnitAttr::get(&getContext()));
    if (failed(simplify(result)))
      return failure();
    return verifyBlockVectors(result);
  }

  LogicalResult simplify(func::FuncOp function) {
    OpPassManager manager(func::FuncOp::getOperationName());
    manager.addPass(createCanonicalizerPass());
    manager.addPass(createCSEPass());
    // Canonicalization brings broadcasts and transposes together, and cleans up after them.
    if (failed(runPipeline(manager, function)))
      return failure();
    RewritePatternSet patterns(&getContext());
    mcf::mcfg::populateBlockVectorPatterns(patterns);
    mcf::mcfg::populateScalePatterns(patterns);
    memref::populateComposeSubViewPatterns(patterns, &getContext());
    if (failed(applyPatternsGreedily(function, std::move(patterns))))
      return failure();
    if (failed(runPipeline(manager, function)))
      return failure();
    RewritePatternSet masks(&getContext());
    mcf::mcfg::populateMaskPatterns(masks);
    return applyPatternsGreedily(function, std::move(masks));
  }
};
} // namespace
