//===- ScheduleForm.cpp - reads statements and loops of a schedule --------===//
#include "MCFuser/CostModel/ScheduleForm.h"
#include "MCFuser/Analysis/DependentReductions.h"
#include "MCFuser/Analysis/ElementRates.h"
#include "MCFuser/Analysis/SkippedTiles.h"
#include "MCFuser/Analysis/StatementVolume.h"
#include "MCFuser/Analysis/TilePlan.h"
#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "ZeroTails.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::cost;

int64_t ScheduleForm::getTrips(unsigned dim, ArrayRef<int64_t> tileSizes) const {
  return llvm::divideCeil(dimSizes[dim], tileSizes[dim]);
}

/// The trips of a loop and those around it that run.
static double countRuns(const ScheduleForm &form, int loop, ArrayRef<int64_t> tileSizes) {
  SmallVector<TileLoop> path;
  for (; loop >= 0; loop = form.loops[loop].parent)
    path.push_back({form.loops[loop].dim, form.loops[loop].live.get()});
  std::reverse(path.begin(), path.end());
  return double(countTrips(path, form.dimSizes, tileSizes));
}

static bool leavesTripsOut(const ScheduleForm &form, int loop) {
  for (; loop >= 0; loop = form.loops[loop].parent)
    if (form.loops[loop].live)
      return true;
  return false;
}

double ScheduleForm::getRuns(const StatementForm &statement, ArrayRef<int64_t> tileSizes) const {
  if (leavesTripsOut(*this, statement.loop))
    return countRuns(*this, statement.loop, tileSizes);
  double trips = 1;
  for (unsigned dim : statement.loopDims)
    trips *= getTrips(dim, tileSizes);
  return trips;
}

double ScheduleForm::getRunsPerBlock(int loop, ArrayRef<int64_t> tileSizes) const {
  double trips = 1;
  if (leavesTripsOut(*this, loop)) {
    for (unsigned dim : blockDims)
      trips /= getTrips(dim, tileSizes);
    return trips * countRuns(*this, loop, tileSizes);
  }
  for (; loop >= 0; loop = loops[loop].parent)
    if (!loops[loop].isBlock)
      trips *= getTrips(loops[loop].dim, tileSizes);
  return trips;
}

bool ScheduleForm::isAround(int outer, int inner) const {
  while (inner != outer && inner >= 0)
    inner = loops[inner].parent;
  return inner == outer;
}

bool ScheduleForm::covers(ArrayRef<int64_t> tileSizes) const {
  for (unsigned dim = 0; dim < dimNames.size(); ++dim)
    if (hasLoop(dim, tiles) != hasLoop(dim, tileSizes))
      return false;
  return true;
}

namespace {
class FormBuilder {
public:
  explicit FormBuilder(ScheduleOp schedule) : schedule(schedule) {}

  LogicalResult build() {
    for (DimAttr dim : schedule.getChain().getDims().getDims()) {
      form.dimNames.push_back(dim.getName().getValue().str());
      form.dimSizes.push_back(schedule.getChain().getTypicalSize(dim.getName()));
      form.isOpen.push_back(dim.isDynamic());
      form.tiles.push_back(schedule.getTileSize(dim.getName()));
      names.push_back(dim.getName());
    }
    form.mapping = schedule.getMappingOrEmpty();
    addValues();
    form.program = std::make_shared<BlockProgram>(BlockProgram::get(schedule));
    findMasks();
    return addRegion(schedule.getBody());
  }

  ScheduleForm form;

private:
  /// What a schedule cannot be planned for the lowering refuses; the form is priced all the same.
  void findMasks() {
    if (!ConstantRegions(schedule.getChain()).hasPositions())
      return;
    ScopedDiagnosticHandler handler(schedule.getContext(), [](Diagnostic &) { return success(); });
    TilePlan plan(schedule.getChain());
    if (failed(plan.compute()))
      return;
    SkippedTiles skipped(schedule.getChain(), plan);
    for (const auto &[loop, skip] : skipped.getLoops())
      if (const IndexRegion *region = skipped.getLive(loop))
        live[loop] = std::make_shared<IndexRegion>(*region);
  }

  unsigned getIndex(StringAttr dim) { return llvm::find(names, dim) - names.begin(); }

  void addValues() {
    Block &body = *schedule.getChain().getBodyBlock();
    for (BlockArgument input : body.getArguments())
      addValue(input);
    for (Operation &op : body)
      if (isa<ChainOpInterface>(op))
        addValue(op.getResult(0));
    for (Value result : schedule.getChain().getYield().getValues())
      form.values[valueIndices.lookup(result)].isResult = true;
  }

  void addValue(Value value) {
    valueIndices[value] = form.values.size();
    ValueForm &result = form.values.emplace_back();
    auto type = cast<NamedType>(value.getType());
    for (StringAttr dim : type.getDims())
      result.dims.push_back(getIndex(dim));
    result.elementBits = getElementBits(type);
    result.isFloat = isa<FloatType>(type.getElementType());
    auto op = value.getDefiningOp<ChainOpInterface>();
    if (!op)
      return;
    result.kind = isa<ContractOp>(op) ? ValueForm::Kind::Contraction
                  : isa<ReduceOp>(op) ? ValueForm::Kind::Reduction
                                      : ValueForm::Kind::Map;
    for (Value operand : op->getOperands())
      result.operands.push_back(valueIndices.lookup(operand));
    if (auto contract = dyn_cast<ContractOp>(*op))
      result.mmaBits = mcfg::getMmaBits(contract.getLhs().getType().getElementType(),
                                        contract.getRhs().getType().getElementType(),
                                        TilePlan::getAccumulatorType(contract), contract.getTf32());
    result.hasZeroTail = hasZeroTail(value);
    for (StringAttr dim : op.getReductionDims())
      result.reducedDims.push_back(getIndex(dim));
  }

  static uint64_t getElementBits(NamedType type) {
    return analysis::getElementBits(type.getElementType());
  }

  void enter(StringAttr dim, Binding binding) {
    loops.push_back(getIndex(dim));
    form.loops.push_back({loops.back(), binding == Binding::Block, loop});
    loop = form.loops.size() - 1;
    if (binding == Binding::Block && !llvm::is_contained(form.blockDims, loops.back()))
      form.blockDims.push_back(loops.back());
  }

  void leave() {
    loops.pop_back();
    loop = form.loops[loop].parent;
  }

  LogicalResult addRegion(Region &region) {
    for (Operation &op : region.front()) {
      if (auto loop = dyn_cast<LoopOp>(op)) {
        enter(loop.getDimAttr(), loop.getBinding());
        form.loops.back().live = live.lookup(loop);
        if (failed(addRegion(loop.getBody())))
          return failure();
        leave();
        continue;
      }
      auto kind = isa<LoadOp>(op)      ? StatementForm::Kind::Load
                  : isa<ComputeOp>(op) ? StatementForm::Kind::Compute
                                       : StatementForm::Kind::Store;
      if (failed(addStatement(kind, op.getOperand(0), op.getLoc())))
        return failure();
    }
    return success();
  }

  /// A division, or a function of math but those that are one instruction or two.
  static bool isSlowOp(Operation &op) {
    if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemFOp, arith::RemSIOp,
            arith::RemUIOp>(op))
      return true;
    return isa_and_present<math::MathDialect>(op.getDialect()) &&
           !isa<math::ExpOp, math::Exp2Op, math::AbsFOp, math::AbsIOp, math::FmaOp, math::RsqrtOp,
                math::FloorOp, math::CeilOp>(op);
  }

  /// True if the map leaves a factor to what is accumulated in one of the loops around it.
  bool isDeferred(MapOp map) {
    analysis::DependentReductions dependent(schedule.getChain());
    for (auto [index, operand] : llvm::enumerate(map.getInputs()))
      for (unsigned loopDim : loops) {
        StringAttr dim = names[loopDim];
        if (!dependent.isRowStatistic(operand, dim))
          continue;
        FactorKind kind = dependent.getDeferral(map, index, dim).kind;
        if (isAppliedLast(kind))
          return true;
      }
    return false;
  }

  LogicalResult addStatement(StatementForm::Kind kind, Value value, Location loc) {
    StatementForm statement;
    statement.kind = kind;
    statement.loc = loc;
    statement.value = valueIndices.lookup(value);
    statement.loop = loop;
    statement.loopDims = loops;
    auto type = cast<NamedType>(value.getType());
    if (kind != StatementForm::Kind::Compute) {
      for (StringAttr dim : type.getDims())
        statement.tileDims.push_back(getIndex(dim));
      statement.elementBits = getElementBits(type);
      form.statements.push_back(std::move(statement));
      return success();
    }
    Operation *op = value.getDefiningOp();
    double points = 1;
    for (StringAttr dim : cast<ChainOpInterface>(op).getIterationDims()) {
      statement.tileDims.push_back(getIndex(dim));
      points *= form.tiles[statement.tileDims.back()];
    }
    statement.flopsPerPoint = getTileFlops(schedule, op) / points;
    if (auto map = dyn_cast<MapOp>(op)) {
      statement.slowOpsPerPoint =
          llvm::count_if(map.getBody().front().without_terminator(), isSlowOp);
      statement.isDeferred = isDeferred(map);
    }
    if (auto contract = dyn_cast<ContractOp>(op)) {
      // Both operands are converted to one type before the product: the wider one.
      Type wider = cast<NamedType>(contract.getLhs().getType()).getElementType();
      Type other = cast<NamedType>(contract.getRhs().getType()).getElementType();
      if (other.getIntOrFloatBitWidth() > wider.getIntOrFloatBitWidth())
        wider = other;
      std::optional<hw::ElementType> rate = getRateType(wider);
      if (!rate)
        return op->emitError() << "expected a contraction of f8, f16, bf16, f32, f64 or integers "
                                  "of at most 64 bits to estimate a time, but got "
                               << wider << ", for which no device states a rate";
      statement.rateType = contract.getTf32() ? hw::ElementType::TF32 : *rate;
    } else if (type.getElementType().isF64()) {
      statement.rateType = hw::ElementType::F64;
    }
    form.statements.push_back(std::move(statement));
    return success();
  }

  ScheduleOp schedule;
  llvm::DenseMap<Operation *, std::shared_ptr<const IndexRegion>> live;
  SmallVector<StringAttr> names;
  llvm::DenseMap<Value, unsigned> valueIndices;
  /// Dims of the loops around the current point, and the index of the innermost.
  SmallVector<unsigned> loops;
  int loop = -1;
};
} // namespace

FailureOr<ScheduleForm> ScheduleForm::get(ScheduleOp schedule) {
  // A raw schedule is placed in a copy of the chain: the caller's stays as it is.
  OwningOpRef<ChainOp> copy;
  if (!schedule.getPlaced()) {
    copy = cast<ChainOp>(schedule.getChain()->clone());
    schedule = copy->getSchedule();
    FailureOr<StatementPlacement> placement = StatementPlacement::get(schedule);
    if (failed(placement))
      return failure();
    placement->apply(schedule);
  }
  FormBuilder builder(schedule);
  if (failed(builder.build()))
    return failure();
  return std::move(builder.form);
}
