//===- ChainOps.cpp - the ops that say what a chain computes --------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf;

#define GET_OP_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFOps.cpp.inc"

static NamedType named(Value value) { return cast<NamedType>(value.getType()); }

/// Dims of the operands and the result, result first.
static SmallVector<StringAttr> iterationDims(Operation *op) {
  llvm::SetVector<StringAttr> dims;
  for (Value result : op->getResults())
    dims.insert_range(named(result).getDims());
  for (Value operand : op->getOperands())
    dims.insert_range(named(operand).getDims());
  return dims.takeVector();
}

static SmallVector<StringAttr> reductionDims(Operation *op) {
  SmallVector<StringAttr> dims;
  for (StringAttr dim : iterationDims(op))
    if (!named(op->getResult(0)).hasDim(dim))
      dims.push_back(dim);
  return dims;
}

//===----------------------------------------------------------------------===//
// ChainOp
//===----------------------------------------------------------------------===//

int64_t ChainOp::getDimSize(StringRef dim) {
  DimAttr attr = getDims().lookup(dim);
  assert(attr && "not a dim of the chain");
  return attr.getSize();
}

int64_t ChainOp::getTypicalSize(StringRef dim) {
  auto points = getDims().getTuningPoints();
  const auto *it = llvm::find_if(getDims().getDims(),
                                 [&](DimAttr attr) { return attr.getName().getValue() == dim; });
  assert(it != getDims().getDims().end() && "not a dim of the chain");
  return points.back()[it - getDims().getDims().begin()];
}

std::optional<std::pair<unsigned, unsigned>> ChainOp::getSizeSource(StringRef dim) {
  for (BlockArgument arg : getBodyBlock()->getArguments())
    for (auto [axis, name] : llvm::enumerate(named(arg).getDims()))
      if (name.getValue() == dim)
        return std::make_pair(arg.getArgNumber(), unsigned(axis));
  return std::nullopt;
}

SmallVector<StringAttr> ChainOp::getReducedDims() {
  llvm::SetVector<StringAttr> reduced;
  for (auto op : getBodyBlock()->getOps<ChainOpInterface>())
    reduced.insert_range(op.getReductionDims());
  return reduced.takeVector();
}

SmallVector<StringAttr> ChainOp::getParallelDims() {
  SmallVector<StringAttr> reduced = getReducedDims();
  SmallVector<StringAttr> parallel;
  for (DimAttr dim : getDims().getDims()) {
    StringAttr name = dim.getName();
    bool inAllResults =
        llvm::all_of(getYield().getValues(), [&](Value v) { return named(v).hasDim(name); });
    if (inAllResults && !llvm::is_contained(reduced, name))
      parallel.push_back(name);
  }
  return parallel;
}

SmallVector<StringAttr> ChainOp::getBatchDims() {
  llvm::SetVector<StringAttr> batch;
  for (ContractOp op : getContractions(*this))
    for (StringAttr dim : op.getType().getDims())
      if (op.getLhs().getType().hasDim(dim) && op.getRhs().getType().hasDim(dim))
        batch.insert(dim);
  return batch.takeVector();
}

SmallVector<ContractOp> mcf::getContractions(ChainOp chain) {
  return llvm::to_vector(chain.getBodyBlock()->getOps<ContractOp>());
}

ScheduleOp ChainOp::getSchedule() {
  auto schedules = getBodyBlock()->getOps<ScheduleOp>();
  return schedules.empty() ? ScheduleOp() : *schedules.begin();
}

YieldOp ChainOp::getYield() { return cast<YieldOp>(getBodyBlock()->getTerminator()); }

/// The paper's names: inputs A, B, D, F, ..., contractions C, E, G, ...
static std::string getArrayName(unsigned index) { return std::string(1, 'A' + index); }

void ChainOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn setName) {
  for (BlockArgument arg : region.getArguments()) {
    unsigned i = arg.getArgNumber();
    unsigned letter = i < 2 ? i : 2 * i - 1;
    setName(arg, letter < 26 ? getArrayName(letter) : "in");
  }
}

void ContractOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (!(*this)->getBlock())
    return;
  unsigned i = 0;
  for (Operation &op : *(*this)->getBlock()) {
    if (&op == *this)
      break;
    i += isa<ContractOp>(op);
  }
  unsigned letter = 2 * i + 2;
  setName(getResult(), letter < 26 ? getArrayName(letter) : "contracted");
}

static std::string toText(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

/// Checks that an array's names and sizes agree with a tensor (or scalar) type.
static LogicalResult checkBoundary(ChainOp op, NamedType inner, Type outer, Twine what) {
  auto tensor = dyn_cast<RankedTensorType>(outer);
  Type element = tensor ? tensor.getElementType() : outer;
  int64_t rank = tensor ? tensor.getRank() : 0;
  if (inner.getElementType() != element)
    return op.emitOpError() << "expected " << what << " to have element type "
                            << inner.getElementType() << ", but got " << element;
  if (inner.getRank() != rank)
    return op.emitOpError() << "expected " << what << " to have rank " << inner.getRank()
                            << ", but got " << rank;
  for (auto [i, dim] : llvm::enumerate(inner.getDims())) {
    int64_t size = op.getDimSize(dim);
    if (size != tensor.getDimSize(i))
      return op.emitOpError() << "expected axis " << i << " of " << what
                              << " to have the size of dim '" << dim.getValue() << "', "
                              << toText(size) << ", but got " << toText(tensor.getDimSize(i));
  }
  return success();
}

LogicalResult ChainOp::verifyRegions() {
  Block *body = getBodyBlock();
  auto yield = dyn_cast<YieldOp>(body->empty() ? nullptr : &body->back());
  if (!yield)
    return emitOpError("expected the body to end with mcf.yield");

  // All names are dims of the chain: checked first, the rest relies on it.
  auto checkNames = [&](Value value, Operation *where) -> LogicalResult {
    auto type = dyn_cast<NamedType>(value.getType());
    if (!type)
      return where->emitOpError() << "expected arrays with named dims in a chain, but got "
                                  << value.getType();
    for (StringAttr dim : type.getDims())
      if (!getDims().lookup(dim))
        return where->emitOpError()
               << "expected a dim of the chain, but got '" << dim.getValue() << "'";
    return success();
  };
  for (BlockArgument arg : body->getArguments())
    if (failed(checkNames(arg, *this)))
      return failure();
  int64_t numSchedules = 0;
  for (Operation &op : *body) {
    if (!isa<ContractOp, MapOp, ReduceOp, ScheduleOp, YieldOp>(op))
      return op.emitOpError(
          "expected only mcf.contract, mcf.map, mcf.reduce and mcf.schedule in a chain");
    numSchedules += isa<ScheduleOp>(op);
    for (Value value : op.getResults())
      if (failed(checkNames(value, &op)))
        return failure();
  }
  if (numSchedules > 1)
    return emitOpError() << "expected at most one schedule, but got " << numSchedules;

  if (body->getNumArguments() != getInputs().size())
    return emitOpError() << "expected " << getInputs().size() << " block arguments, but got "
                         << body->getNumArguments();
  for (auto [i, arg, input] : llvm::enumerate(body->getArguments(), getInputs()))
    if (failed(checkBoundary(*this, named(arg), input.getType(), "input " + Twine(i))))
      return failure();
  if (yield.getValues().size() != getOutputs().size())
    return emitOpError() << "expected " << getOutputs().size() << " yielded values, but got "
                         << yield.getValues().size();
  for (auto [i, value, output] : llvm::enumerate(yield.getValues(), getOutputs()))
    if (failed(checkBoundary(*this, named(value), output.getType(), "result " + Twine(i))))
      return failure();
  for (DimAttr dim : getDims().getDims()) {
    if (dim.getMaxSize() > DimAttr::largestSize)
      return emitOpError() << "expected dims of at most " << DimAttr::largestSize
                           << " elements, but got '" << dim.getName().getValue() << "' of "
                           << dim.getMaxSize();
    if (dim.isDynamic() && !getSizeSource(dim.getName()))
      return emitOpError() << "expected an input with dim '" << dim.getName().getValue()
                           << "', whose size is not known, but got none";
  }
  // The checks of a schedule rely on a chain that is in order, so they come last.
  ScheduleOp schedule = getSchedule();
  return schedule ? schedule.verifyInChain() : success();
}

//===----------------------------------------------------------------------===//
// ContractOp
//===----------------------------------------------------------------------===//

SmallVector<StringAttr> ContractOp::getReductionDims() { return reductionDims(*this); }
SmallVector<StringAttr> ContractOp::getIterationDims() { return iterationDims(*this); }

LogicalResult ContractOp::verify() {
  NamedType lhs = getLhs().getType(), rhs = getRhs().getType(), result = getType();
  for (StringAttr dim : result.getDims())
    if (!lhs.hasDim(dim) && !rhs.hasDim(dim))
      return emitOpError() << "expected every dim of the result in an operand, but got '"
                           << dim.getValue() << "' in neither";
  SmallVector<StringAttr> reduced = getReductionDims();
  for (StringAttr dim : reduced)
    if (!lhs.hasDim(dim) || !rhs.hasDim(dim))
      return emitOpError() << "expected a reduced dim in both operands, but got '" << dim.getValue()
                           << "' in one";
  if (reduced.empty())
    return emitOpError("expected a dim to reduce over, but got none");
  for (NamedType type : {lhs, rhs, result})
    if (getTf32() && !type.getElementType().isF32())
      return emitOpError() << "expected operands and a result of f32 with tf32, but got "
                           << type.getElementType();
  bool isFloat = isa<FloatType>(result.getElementType());
  for (NamedType operand : {lhs, rhs}) {
    if (isa<FloatType>(operand.getElementType()) != isFloat)
      return emitOpError()
             << "expected operands and result to be all floats or all integers, but got "
             << operand.getElementType() << " and " << result.getElementType();
    if (operand.getElementType().getIntOrFloatBitWidth() >
        result.getElementType().getIntOrFloatBitWidth())
      return emitOpError()
             << "expected a result element type at least as wide as the operands', but got "
             << result.getElementType() << " from " << operand.getElementType();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// MapOp
//===----------------------------------------------------------------------===//

SmallVector<StringAttr> MapOp::getReductionDims() { return {}; }
SmallVector<StringAttr> MapOp::getIterationDims() { return iterationDims(*this); }

LogicalResult MapOp::verifyRegions() {
  Block &body = getBody().front();
  NamedType result = getType();
  for (Value input : getInputs())
    for (StringAttr dim : named(input).getDims())
      if (!result.hasDim(dim))
        return emitOpError() << "expected every dim of an operand in the result, but got '"
                             << dim.getValue() << "' in an operand only";
  if (body.getNumArguments() != getInputs().size())
    return emitOpError() << "expected " << getInputs().size() << " block arguments, but got "
                         << body.getNumArguments();
  for (auto [i, arg, input] : llvm::enumerate(body.getArguments(), getInputs()))
    if (arg.getType() != named(input).getElementType())
      return emitOpError() << "expected block argument " << i << " to be of type "
                           << named(input).getElementType() << ", but got " << arg.getType();
  auto yield = dyn_cast<YieldOp>(body.empty() ? nullptr : &body.back());
  if (!yield || yield.getValues().size() != 1)
    return emitOpError("expected the body to end with mcf.yield of one value");
  if (yield.getValues()[0].getType() != result.getElementType())
    return emitOpError() << "expected the body to yield " << result.getElementType() << ", but got "
                         << yield.getValues()[0].getType();
  for (Operation &op : body.without_terminator()) {
    if (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)
      return op.emitOpError("expected a pure scalar op in the body of mcf.map");
    if (!isa<IndexOp>(op) && !isa<arith::ArithDialect, math::MathDialect>(op.getDialect()))
      return op.emitOpError("expected an op of arith or math or mcf.index in the body of mcf.map");
    if (!llvm::all_of(op.getResultTypes(), [](Type type) { return type.isIntOrIndexOrFloat(); }))
      return op.emitOpError("expected scalars in the body of mcf.map");
    for (Value operand : op.getOperands())
      if (operand.getParentBlock() != &body)
        return op.emitOpError("expected operands from the body of mcf.map only");
  }
  if (yield.getValues()[0].getParentBlock() != &body)
    return emitOpError("expected the body to yield a value of its own");
  return success();
}

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::verify() {
  auto map = cast<MapOp>((*this)->getParentOp());
  if (!map.getType().hasDim(getDim()))
    return emitOpError() << "expected a dim of the enclosing map's result, but got '" << getDim()
                         << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// ReduceOp
//===----------------------------------------------------------------------===//

SmallVector<StringAttr> ReduceOp::getReductionDims() { return reductionDims(*this); }
SmallVector<StringAttr> ReduceOp::getIterationDims() { return iterationDims(*this); }

LogicalResult ReduceOp::verify() {
  NamedType input = getInput().getType(), result = getType();
  if (input.getElementType() != result.getElementType())
    return emitOpError() << "expected a result of element type " << input.getElementType()
                         << ", but got " << result.getElementType();
  for (StringAttr dim : result.getDims())
    if (!input.hasDim(dim))
      return emitOpError() << "expected every dim of the result in the input, but got '"
                           << dim.getValue() << "' in the result only";
  if (getReductionDims().empty())
    return emitOpError("expected a dim to reduce over, but got none");
  bool floatKind = false, anyKind = false;
  switch (getKind()) {
  case vector::CombiningKind::ADD:
  case vector::CombiningKind::MUL:
    anyKind = true;
    break;
  case vector::CombiningKind::MINNUMF:
  case vector::CombiningKind::MAXNUMF:
  case vector::CombiningKind::MINIMUMF:
  case vector::CombiningKind::MAXIMUMF:
    floatKind = true;
    break;
  default:
    break;
  }
  if (!anyKind && floatKind != isa<FloatType>(input.getElementType()))
    return emitOpError() << "expected " << (floatKind ? "a float" : "an integer")
                         << " element type for kind '" << stringifyCombiningKind(getKind())
                         << "', but got " << input.getElementType();
  return success();
}
