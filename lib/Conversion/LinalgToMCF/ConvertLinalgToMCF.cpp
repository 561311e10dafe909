//===- ConvertLinalgToMCF.cpp - finds chains of contractions --------------===//
#include "BuildChain.h"
#include "ChainGroups.h"
#include "FoldEmptyOps.h"
#include "MCFuser/Analysis/ElementRates.h"
#include "MCFuser/Conversion/Passes.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "ResolveReshapes.h"
#include "ResolveSizes.h"
#include "SinkScales.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"

namespace mcf {
#define GEN_PASS_DEF_CONVERTLINALGTOMCF
#include "MCFuser/Conversion/Passes.h.inc"
} // namespace mcf

using namespace mlir;
using namespace mcf;
using namespace mcf::frontend;

//===----------------------------------------------------------------------===//
// The MBCI ratio
//===----------------------------------------------------------------------===//

namespace {
/// A contraction on its own: flop per byte, and the balance of the device for its type.
struct Intensity {
  double flopPerByte = 0;
  /// A usual size stands for one that is not known.
  bool isGuess = false;
  std::optional<double> balance;

  bool isMemoryBound() const { return balance && flopPerByte < *balance; }
};
} // namespace

/// The type of an operand as a chain reads it: without casts to a wider type (see SinkScales.h).
static RankedTensorType getReadType(Value operand, const MatchedOps &ops, Precision precision) {
  auto type = cast<RankedTensorType>(operand.getType());
  Value source = operand;
  while (Operation *def = source.getDefiningOp()) {
    auto it = ops.find(def);
    if (it == ops.end())
      break;
    Value before = it->second.isView() ? it->second.operands[0].value
                                       : getScaled(it->second, precision == Precision::Full);
    if (!before)
      break;
    source = before;
  }
  return type.clone(getElementTypeOrSelf(source.getType()));
}

/// `2 M N K / (bytes(A) + bytes(B) + bytes(C))`.
static Intensity getIntensity(const MatchedOp &op, const MatchedOps &ops,
                              const hw::DeviceSpec &device, Precision precision) {
  double flops = 2, bytes = 0;
  bool isGuess = llvm::any_of(op.loopSizes, ShapedType::isDynamic);
  for (int64_t size : op.loopSizes)
    flops *= ShapedType::isDynamic(size) ? DimAttr::usualSize : size;
  RankedTensorType lhs = getReadType(op.operands[0].value, ops, precision);
  RankedTensorType rhs = getReadType(op.operands[1].value, ops, precision);
  for (RankedTensorType type : {lhs, rhs, op.getResultType()})
    bytes += getUsualNumElements(type) * type.getElementTypeBitWidth() / 8;
  bool rhsIsWider = lhs.getElementTypeBitWidth() < rhs.getElementTypeBitWidth();
  auto element = analysis::getRateType((rhsIsWider ? rhs : lhs).getElementType());
  if (precision == Precision::TF32 && element == hw::ElementType::F32)
    element = hw::ElementType::TF32;
  std::optional<double> balance;
  if (element)
    balance = device.getBalance(*element);
  return {flops / bytes, isGuess, balance};
}

/// "42.7 and 42.7 flop/byte, below the balance 183.7 of H200: memory-bound".
static std::string describe(ArrayRef<Intensity> all, const hw::DeviceSpec &device) {
  std::string text;
  llvm::raw_string_ostream os(text);
  constexpr size_t mostNumbers = 6;
  if (all.size() <= mostNumbers) {
    for (auto [i, one] : llvm::enumerate(all)) {
      os << (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ");
      os << llvm::format("%.1f", one.flopPerByte);
    }
  } else {
    auto less = [](const Intensity &a, const Intensity &b) {
      return a.flopPerByte < b.flopPerByte;
    };
    os << llvm::format("%.1f", llvm::min_element(all, less)->flopPerByte) << " to "
       << llvm::format("%.1f", llvm::max_element(all, less)->flopPerByte);
  }
  os << " flop/byte";
  if (llvm::any_of(all, [](const Intensity &one) { return one.isGuess; }))
    os << " where sizes that are not known are " << DimAttr::usualSize;
  os << ", ";
  bool sameBalance = llvm::all_of(all, [&](auto &one) { return one.balance == all[0].balance; });
  if (!sameBalance || !all[0].balance) {
    os << (sameBalance ? "balance of " : "balances of ") << device.getTitle() << ": ";
    for (auto [i, one] : llvm::enumerate(all)) {
      os << (i == 0 ? "" : ", ");
      if (i == mostNumbers) {
        os << "...";
        break;
      }
      if (one.balance)
        os << llvm::format("%.1f", *one.balance);
      else
        os << "unknown";
    }
    return text;
  }
  unsigned numBelow = llvm::count_if(all, [](auto &one) { return one.isMemoryBound(); });
  bool allBelow = numBelow == all.size();
  os << (allBelow        ? "below"
         : numBelow == 0 ? "above"
                         : "on both sides of")
     << " the balance " << llvm::format("%.1f", *all[0].balance) << " of " << device.getTitle()
     << (allBelow        ? ": memory-bound"
         : numBelow == 0 ? ": compute-bound"
                         : "");
  return text;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertLinalgToMCF : mcf::impl::ConvertLinalgToMCFBase<ConvertLinalgToMCF> {
  using ConvertLinalgToMCFBase::ConvertLinalgToMCFBase;

  LogicalResult initialize(MLIRContext *context) override {
    auto found = hw::resolveDevice(deviceName);
    if (!found)
      return emitError(UnknownLoc::get(context), llvm::toString(found.takeError()));
    device = *found;
    return success();
  }

  void runOnOperation() override {
    // The contractions of a tile program are a chain that is fused already.
    if (getOperation()->hasAttr("mcf.tile_program"))
      return;
    resolveReshapes(getOperation());
    resolveSizes(getOperation());
    foldEmptyOps(getOperation());
    SmallVector<Block *> blocks;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<linalg::LinalgOp, ChainOp>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
    llvm::SmallPtrSet<Operation *, 4> before;
    getOperation()->walk([&](ChainOp chain) { before.insert(chain); });
    for (Block *block : blocks)
      convertBlock(*block);
    getOperation()->walk([&](ChainOp chain) {
      if (!before.contains(chain))
        chain.setMaskedRows(maskedRows);
    });
  }

private:
  /// What the device lacks for the op; empty if nothing.
  std::string checkDevice(Operation &op) const {
    auto isSmallFloat = [](Type type) {
      auto number = dyn_cast<FloatType>(getElementTypeOrSelf(type));
      return number && number.getWidth() < 16;
    };
    if (device.hasSmallFloats() ||
        llvm::none_of(llvm::concat<Type>(llvm::to_vector(op.getOperandTypes()),
                                         llvm::to_vector(op.getResultTypes())),
                      isSmallFloat))
      return "";
    return device.getTitle() + " (" + device.smArch + ") has no 8-bit floats, which sm_" +
           std::to_string(hw::smallFloatCapability) + " and later have";
  }

  /// Remarks on what cannot be part of a chain, and returns the rest.
  MatchedOps matchBlock(Block &block, Obstacles &obstacles) {
    MatchedOps matched;
    // What only dead ops use is dead too, such as the position of a maximum.
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
    for (Operation &op : block) {
      MatchFailure failure;
      FailureOr<MatchedOp> match = matchOp(&op, failure);
      if (failed(match)) {
        if (failure.isUndefined)
          op.emitWarning() << "not fused: " << failure.reason;
        else if (failure.isCandidate)
          op.emitRemark() << "not fused: " << failure.reason;
        std::string name = op.getName().getStringRef().str();
        obstacles[&op] = {op.getLoc(), failure.reason.empty() ? name + " cannot be part of a chain"
                                                              : failure.reason};
        continue;
      }
      if (std::string reason = checkDevice(op); !reason.empty()) {
        if (match->kind == OpKind::Contraction)
          op.emitRemark() << "not fused: " << reason;
        obstacles[&op] = {op.getLoc(), reason};
        continue;
      }
      if (match->kind == OpKind::Contraction && fuse == FuseMode::MBCI) {
        Intensity intensity = getIntensity(*match, matched, device, precision);
        if (!intensity.isMemoryBound()) {
          op.emitRemark() << "not fused: " << describe(intensity, device);
          continue;
        }
      }
      matched.insert({&op, std::move(*match)});
    }
    return matched;
  }

  /// Positions along one axis serve as rows here and as columns there: each use gets its own, so
  /// that these are not one dim.
  static void clonePositions(Block &block) {
    auto isPositions = [](Operation *op) {
      auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
      return generic && generic.getNumDpsInputs() == 0 && generic.getNumLoops() == 1 &&
             generic.getNumParallelLoops() == 1 && generic->getNumResults() == 1 &&
             generic.getRegionOutputArgs()[0].use_empty() && isMemoryEffectFree(op);
    };
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      bool isView = isa<tensor::ExpandShapeOp>(op) && isPositions(op.getOperand(0).getDefiningOp());
      if (!isView && !isPositions(&op))
        continue;
      OpBuilder builder(&op);
      SmallVector<OpOperand *> uses =
          llvm::to_vector(llvm::make_pointer_range(op.getResult(0).getUses()));
      for (OpOperand *use : ArrayRef(uses).drop_front(uses.empty() ? 0 : 1))
        use->set(builder.clone(op)->getResult(0));
    }
  }

  void convertBlock(Block &block) {
    clonePositions(block);
    Obstacles obstacles, ends;
    MatchedOps ops = matchBlock(block, obstacles);
    // Now: ops that are looked through may be gone when a remark is made.
    intensities.clear();
    for (auto &[op, match] : ops)
      if (match.kind == OpKind::Contraction)
        intensities[op] = getIntensity(match, ops, device, precision);
    GroupOptions options{maxContractions, cut, precision == Precision::Full};
    for (ChainGroup &group : findChainGroups(ops, options, obstacles, ends)) {
      SmallVector<const MatchedOp *> all = group.getContractions();
      std::string reason;
      FailureOr<Operation *> place = findPlace(group, reason);
      // What `findPlace` left out, or all of it.
      for (const MatchedOp *op : all)
        if (failed(place) || !group.contains(op->op))
          remarkUnfused(*op, reason, obstacles.lookup(op->op), ends.lookup(op->op));
      if (succeeded(place))
        buildChain(group, *place, ops);
    }
    foldReshapes(block);
  }

  /// Removes reshapes that undo those around chains.
  static void foldReshapes(Block &block) {
    for (Operation &op : block) {
      SmallVector<OpFoldResult> folded;
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) && succeeded(op.fold(folded)) &&
          folded.size() == 1 && isa<Value>(folded[0]))
        op.getResult(0).replaceAllUsesWith(cast<Value>(folded[0]));
    }
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  }

  void remarkUnfused(const MatchedOp &op, StringRef reason, const Obstacle &before,
                     const Obstacle &after) {
    InFlightDiagnostic diag = op.op->emitRemark() << "not fused: ";
    if (reason.empty())
      diag << "no other contraction is connected to it by ops that can be fused";
    else
      diag << reason;
    diag << " (" << describe(intensities.lookup(op.op), device) << ")";
    Obstacle outside = before.loc ? before : findOutside(op);
    if (outside.loc)
      diag.attachNote(outside.loc) << "what it depends on ends here: " << outside.reason;
    if (after.loc && reason.empty())
      diag.attachNote(after.loc) << "what depends on it ends here: " << after.reason;
  }

  /// An operand that comes from outside of the block: chains do not cross loops and branches.
  static Obstacle findOutside(const MatchedOp &op) {
    Block *block = op.op->getBlock();
    std::string parent = block->getParentOp()->getName().getStringRef().str();
    for (const MatchedOperand &operand : op.operands) {
      Value value = operand.value;
      Operation *def = value.getDefiningOp();
      if (!def && !isa<FunctionOpInterface>(value.getParentBlock()->getParentOp()))
        return {value.getLoc(), "a block argument of " + parent};
      if (isa_and_nonnull<linalg::LinalgOp>(def) && def->getBlock() != block && !getSplat(value))
        return {def->getLoc(), "it stands outside of " + parent};
    }
    return {};
  }

  /// Also keeps `matched` up to date, for the groups to come.
  void buildChain(const ChainGroup &group, Operation *place, MatchedOps &matched) {
    MLIRContext *context = &getContext();
    SmallVector<const MatchedOp *> ops = group.getAllOps(), contractions = group.getContractions();
    std::string reason;
    FailureOr<GroupDims> dims = GroupDims::infer(ops, reason, group.shared);
    assert(succeeded(dims) && "the group was checked");
    dims->nameDims(ops, context);

    auto each =
        llvm::map_to_vector(contractions, [&](auto *op) { return intensities.lookup(op->op); });
    contractions.front()->op->emitRemark()
        << "fused " << contractions.size() << " contractions (" << describe(each, device) << ")";

    OpBuilder builder(place);
    ChainBuilder chain(builder, place->getLoc(), *dims);
    if (precision == Precision::TF32)
      chain.allowTF32();
    SmallVector<Value> results = group.getResults();
    orderForViews(group, results, chain);
    for (const MatchedOp *op : group.prologue)
      chain.addOpOnDemand(*op);
    for (const MatchedOp *op : group.members)
      chain.addOp(*op);
    SmallVector<Value> replacements = chain.finish(results);
    IRMapping mapping;
    mapping.map(results, replacements);
    for (auto [result, replacement] : llvm::zip_equal(results, replacements))
      result.replaceUsesWithIf(replacement,
                               [&](OpOperand &use) { return !group.contains(use.getOwner()); });
    for (auto &entry : matched)
      for (MatchedOperand &operand : entry.second.operands)
        operand.value = mapping.lookupOrDefault(operand.value);
    eraseDead(ops);
  }

  /// Where only a transposed form of an array leaves the chain, the array takes that form, which
  /// saves a map.
  static void orderForViews(const ChainGroup &group, ArrayRef<Value> results, ChainBuilder &chain) {
    llvm::DenseMap<Operation *, const MatchedOp *> views;
    for (const MatchedOp *op : group.members)
      if (op->isView())
        views[op->op] = op;
    llvm::DenseSet<Value> ordered(results.begin(), results.end());
    for (Value result : results) {
      Value source = result;
      while (const MatchedOp *view = views.lookup(source.getDefiningOp()))
        source = view->operands[0].value;
      Names order = chain.getNames(result);
      if (source.getDefiningOp() && group.contains(source.getDefiningOp()) &&
          ordered.insert(source).second && order.size() == chain.getNames(source).size())
        chain.setOrder(source, order);
    }
  }

  /// Erases the ops that the chain replaces and what only they used.
  static void eraseDead(ArrayRef<const MatchedOp *> ops) {
    llvm::SetVector<Operation *> worklist;
    for (const MatchedOp *op : ops)
      worklist.insert(op->op);
    while (!worklist.empty()) {
      Operation *op = worklist.pop_back_val();
      if (!isOpTriviallyDead(op))
        continue;
      // What it used may be dead now, also constants that its body took from outside.
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *def = operand.getDefiningOp(); def && !op->isAncestor(def))
            worklist.insert(def);
      });
      op->erase();
    }
  }

  hw::DeviceSpec device;
  /// Of the contractions of a block.
  llvm::DenseMap<Operation *, Intensity> intensities;
};
} // namespace
