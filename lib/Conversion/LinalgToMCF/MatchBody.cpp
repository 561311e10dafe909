//===- MatchBody.cpp - contraction, reduction, map or view? ---------------===//
#include "MatchedOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf::frontend;
using vector::CombiningKind;

std::optional<CombiningKind> mcf::frontend::getCombiningKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombiningKind>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return CombiningKind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return CombiningKind::MUL; })
      .Case<arith::MaximumFOp>([](auto) { return CombiningKind::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return CombiningKind::MINIMUMF; })
      .Case<arith::MaxNumFOp>([](auto) { return CombiningKind::MAXNUMF; })
      .Case<arith::MinNumFOp>([](auto) { return CombiningKind::MINNUMF; })
      .Case<arith::MaxSIOp>([](auto) { return CombiningKind::MAXSI; })
      .Case<arith::MinSIOp>([](auto) { return CombiningKind::MINSI; })
      .Case<arith::MaxUIOp>([](auto) { return CombiningKind::MAXUI; })
      .Case<arith::MinUIOp>([](auto) { return CombiningKind::MINUI; })
      .Case<arith::AndIOp>([](auto) { return CombiningKind::AND; })
      .Case<arith::OrIOp>([](auto) { return CombiningKind::OR; })
      .Case<arith::XOrIOp>([](auto) { return CombiningKind::XOR; })
      .Default([](auto) { return std::nullopt; });
}

/// True if `a <kind> value = a` for every a, so that a start value adds nothing.
static bool isNeutral(CombiningKind kind, Attribute value) {
  if (auto number = dyn_cast_or_null<FloatAttr>(value)) {
    APFloat v = number.getValue();
    switch (kind) {
    case CombiningKind::ADD:
      return v.isZero();
    case CombiningKind::MUL:
      return v.isExactlyValue(1.0);
    case CombiningKind::MAXIMUMF:
      return v.isInfinity() && v.isNegative();
    case CombiningKind::MINIMUMF:
      return v.isInfinity() && !v.isNegative();
    case CombiningKind::MAXNUMF: // drops NaN
      return v.isNaN() || (v.isInfinity() && v.isNegative());
    case CombiningKind::MINNUMF:
      return v.isNaN() || (v.isInfinity() && !v.isNegative());
    default:
      return false;
    }
  }
  auto number = dyn_cast_or_null<IntegerAttr>(value);
  if (!number)
    return false;
  APInt v = number.getValue();
  switch (kind) {
  case CombiningKind::ADD:
  case CombiningKind::OR:
  case CombiningKind::XOR:
  case CombiningKind::MAXUI:
    return v.isZero();
  case CombiningKind::MUL:
    return v.isOne();
  case CombiningKind::AND:
  case CombiningKind::MINUI:
    return v.isAllOnes();
  case CombiningKind::MAXSI:
    return v.isMinSignedValue();
  case CombiningKind::MINSI:
    return v.isMaxSignedValue();
  default:
    return false;
  }
}

/// The ops of the body that `values` are computed from, and the arguments and values from outside
/// that they read.
static void getSlice(Block &body, ArrayRef<Value> values, llvm::SetVector<Operation *> &ops,
                     llvm::SetVector<Value> &leaves) {
  SmallVector<Value> worklist(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    Operation *def = value.getDefiningOp();
    if (!def || def->getBlock() != &body)
      leaves.insert(value);
    else if (ops.insert(def))
      llvm::append_range(worklist, def->getOperands());
  }
}

/// Checks that what computes `values` is a scalar program that a map can hold. `leaves` is what it
/// reads.
static LogicalResult checkScalarBody(Block &body, ArrayRef<Value> values,
                                     llvm::SetVector<Value> &leaves, std::string &reason) {
  llvm::SetVector<Operation *> ops;
  getSlice(body, values, ops, leaves);
  for (Operation *op : ops) {
    bool known =
        isa<linalg::IndexOp>(op) ||
        (op->getDialect() && isa<arith::ArithDialect, math::MathDialect>(op->getDialect()));
    if (!known || op->getNumRegions() != 0 || !isMemoryEffectFree(op)) {
      reason = "expected arith, math and linalg.index in the body, but got " +
               op->getName().getStringRef().str();
      return failure();
    }
  }
  for (Value leaf : leaves) {
    if (leaf.getParentBlock() == &body || getScalarConstant(leaf))
      continue;
    auto integer = dyn_cast<IntegerType>(leaf.getType());
    if (!isa<FloatType>(leaf.getType()) && !(integer && integer.isSignless())) {
      reason = "expected the body to use floats and integers from outside, but got another type";
      return failure();
    }
  }
  return success();
}

/// The argument behind widening casts, or null.
static BlockArgument lookThroughExtensions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::ExtSIOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// Matches `acc + ext(a) * ext(b)`: the two arguments.
static std::optional<std::pair<unsigned, unsigned>> matchMultiplyAdd(Block &body,
                                                                     BlockArgument acc) {
  Operation *add = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!add || !acc.hasOneUse())
    return std::nullopt;
  Value lhs, rhs;
  if (isa<arith::AddFOp, arith::AddIOp>(add)) {
    unsigned accIndex = add->getOperand(0) == acc ? 0 : 1;
    if (add->getOperand(accIndex) != acc)
      return std::nullopt;
    Operation *mul = add->getOperand(1 - accIndex).getDefiningOp();
    if (!mul || !isa<arith::MulFOp, arith::MulIOp>(mul))
      return std::nullopt;
    lhs = mul->getOperand(0);
    rhs = mul->getOperand(1);
  } else if (auto fma = dyn_cast<math::FmaOp>(add); fma && fma.getC() == acc) {
    lhs = fma.getA();
    rhs = fma.getB();
  } else {
    return std::nullopt;
  }
  if (lhs.getParentBlock() != &body || rhs.getParentBlock() != &body)
    return std::nullopt;
  BlockArgument a = lookThroughExtensions(lhs), b = lookThroughExtensions(rhs);
  if (!a || !b || a == b || a == acc || b == acc || a.getOwner() != &body || b.getOwner() != &body)
    return std::nullopt;
  return std::make_pair(a.getArgNumber(), b.getArgNumber());
}

/// Keeps the start value as last operand unless it adds nothing. What came from
/// `tensor.empty` is undefined.
static LogicalResult resolveStart(MatchedOp &matched, Accumulation &how,
                                  const MatchedOperand &start, MatchFailure &failure) {
  if (start.value.getDefiningOp<tensor::EmptyOp>()) {
    failure.reason = "the accumulator starts from tensor.empty, whose contents are undefined";
    failure.isUndefined = true;
    return mlir::failure();
  }
  auto attr = dyn_cast_or_null<Attribute>(getSplat(start.value));
  if (isNeutral(how.combiner, attr))
    return success();
  how.start = matched.operands.size();
  matched.operands.push_back(start);
  return success();
}

/// Matches one result as a reduction of what the rest of the body computes.
static LogicalResult matchAccumulation(MatchedOp &matched, unsigned result, Accumulation &how,
                                       MatchFailure &failure) {
  Block &body = *matched.body;
  bool isUnsigned = llvm::any_of(body, [](Operation &op) { return isa<arith::ExtUIOp>(op); });
  llvm::StringLiteral contractionBody =
      isUnsigned
          ? llvm::StringLiteral("expected a body acc + a * b with signed casts of a and b, "
                                "but got arith.extui: unsigned operands are not supported")
          : llvm::StringLiteral("expected a body acc + a * b with widening casts of a and b");
  unsigned numResults = matched.op->getNumResults();
  unsigned firstAcc = body.getNumArguments() - numResults;
  BlockArgument acc = body.getArgument(firstAcc + result);
  Operation *combiner = body.getTerminator()->getOperand(result).getDefiningOp();
  std::optional<CombiningKind> kind;
  if (combiner && combiner->getBlock() == &body)
    kind = getCombiningKind(combiner);
  if (!kind || !llvm::is_contained(combiner->getOperands(), acc) ||
      combiner->getOperand(0) == combiner->getOperand(1)) {
    failure.reason = failure.isCandidate
                         ? contractionBody.str()
                         : "expected a body that combines the accumulator with one value" +
                               (numResults == 1 ? ""
                                                : ", but got another one for result " +
                                                      std::to_string(result) + ", which is used");
    return mlir::failure();
  }
  how.combiner = *kind;
  how.value = combiner->getOperand(combiner->getOperand(0) == acc ? 1 : 0);
  if (how.value.getParentBlock() != &body) {
    failure.reason = "expected a reduction of an operand, but got one of a constant";
    return mlir::failure();
  }
  llvm::SetVector<Value> leaves;
  if (failed(checkScalarBody(body, how.value, leaves, failure.reason)))
    return mlir::failure();
  auto isAccumulator = [&](Value leaf) {
    auto arg = dyn_cast<BlockArgument>(leaf);
    return arg && arg.getOwner() == &body && arg.getArgNumber() >= firstAcc;
  };
  if (llvm::any_of(leaves, isAccumulator)) {
    failure.reason = failure.isCandidate ? contractionBody.str()
                                         : "expected a body that combines the accumulator with "
                                           "one value, but the value depends on an accumulator";
    return mlir::failure();
  }
  // What is reduced must not be larger than what is read.
  bool hasAllLoops = llvm::any_of(leaves, [&](Value leaf) {
    auto arg = dyn_cast<BlockArgument>(leaf);
    return arg && arg.getOwner() == &body &&
           llvm::count_if(matched.operands[arg.getArgNumber()].loops,
                          [](int loop) { return loop >= 0; }) == int64_t(matched.loopSizes.size());
  });
  if (!hasAllLoops) {
    failure.reason = failure.isCandidate ? contractionBody.str()
                                         : "expected an operand with all loops of the reduction";
    return mlir::failure();
  }
  return success();
}

static LogicalResult matchReducing(MatchedOp &matched, MatchFailure &failure) {
  auto op = cast<linalg::LinalgOp>(matched.op);
  Block &body = *matched.body;
  unsigned numResults = op.getNumDpsInits(), numInputs = op.getNumDpsInputs();
  SmallVector<MatchedOperand> starts(ArrayRef(matched.operands).drop_front(numInputs));
  matched.operands.truncate(numInputs);
  matched.accumulations.resize(numResults);
  auto hasAllReduced = [&](const MatchedOperand &operand) {
    return llvm::all_of(llvm::enumerate(matched.reduced), [&](auto it) {
      return !it.value() || llvm::is_contained(operand.loops, int(it.index()));
    });
  };
  if (numResults == 1)
    if (auto pair = matchMultiplyAdd(body, body.getArguments().back())) {
      auto [lhs, rhs] = *pair;
      const MatchedOperand a = matched.operands[lhs], b = matched.operands[rhs];
      if (isa<RankedTensorType>(a.value.getType()) && isa<RankedTensorType>(b.value.getType()) &&
          hasAllReduced(a) && hasAllReduced(b)) {
        matched.kind = OpKind::Contraction;
        failure.isCandidate = true;
        matched.operands = {std::min(lhs, rhs) == lhs ? a : b, std::min(lhs, rhs) == lhs ? b : a};
        return resolveStart(matched, matched.accumulations[0], starts[0], failure);
      }
    }
  matched.kind = OpKind::Reduction;
  for (unsigned i : llvm::seq(numInputs))
    matched.argOperands.push_back(i);
  matched.argOperands.append(numResults, -1);
  // A result that nothing uses, such as the position of a maximum, is not computed.
  for (auto [i, how] : llvm::enumerate(matched.accumulations))
    if (!op->getResult(i).use_empty() && failed(matchAccumulation(matched, i, how, failure)))
      return mlir::failure();
  for (auto [how, start] : llvm::zip_equal(matched.accumulations, starts))
    if (how.value && failed(resolveStart(matched, how, start, failure)))
      return mlir::failure();
  return success();
}

static LogicalResult matchParallel(MatchedOp &matched, MatchFailure &failure) {
  auto op = cast<linalg::LinalgOp>(matched.op);
  Block &body = *matched.body;
  // The one operand as it is, with its axes in other places.
  if (op.getNumDpsInits() == 1)
    if (auto arg = dyn_cast<BlockArgument>(body.getTerminator()->getOperand(0)))
      if (arg.getOwner() == &body && arg.getArgNumber() < op.getNumDpsInputs() &&
          isa<RankedTensorType>(matched.operands[arg.getArgNumber()].value.getType())) {
        matched.kind = OpKind::View;
        matched.operands = {MatchedOperand(matched.operands[arg.getArgNumber()])};
        return success();
      }
  matched.kind = OpKind::Map;
  SmallVector<Value> yielded;
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands()))
    if (!result.use_empty())
      yielded.push_back(value);
  llvm::SetVector<Value> leaves;
  if (failed(checkScalarBody(body, yielded, leaves, failure.reason)))
    return mlir::failure();
  SmallVector<MatchedOperand> used;
  for (BlockArgument arg : body.getArguments()) {
    if (!leaves.contains(arg)) {
      matched.argOperands.push_back(-1);
      continue;
    }
    MatchedOperand &operand = matched.operands[arg.getArgNumber()];
    if (operand.value.getDefiningOp<tensor::EmptyOp>()) {
      failure.reason = "it reads tensor.empty, whose contents are undefined";
      failure.isUndefined = true;
      return mlir::failure();
    }
    matched.argOperands.push_back(used.size());
    used.push_back(operand);
  }
  matched.operands = std::move(used);
  return success();
}

LogicalResult mcf::frontend::matchBody(MatchedOp &matched, MatchFailure &failure) {
  bool reduces = llvm::is_contained(matched.reduced, true);
  return reduces ? matchReducing(matched, failure) : matchParallel(matched, failure);
}
