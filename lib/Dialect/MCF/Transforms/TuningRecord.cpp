//===- TuningRecord.cpp - schedules that were kept as IR ------------------===//
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mcf;

/// The text of what prints itself.
template <typename T> static std::string toText(T value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << value;
  return text;
}

/// `<m = 64, n = 48>`, as the chain prints them.
static std::string printDims(ChainOp chain) {
  std::string text = toText(chain.getDims());
  return text.substr(text.find('<'));
}

static SmallVector<Operation *> getChainOps(ChainOp chain) {
  SmallVector<Operation *> ops;
  for (Operation &op : *chain.getBodyBlock())
    if (!isa<ScheduleOp>(op))
      ops.push_back(&op);
  return ops;
}

/// What `op` computes from which values, compared with `expected`; values that came before are in
/// the map.
static std::string describeOpDifference(Operation *expected, Operation *op,
                                        const IRMapping &valueOf) {
  if (expected->getName() != op->getName())
    return "expected '" + expected->getName().getStringRef().str() + "', but got '" +
           op->getName().getStringRef().str() + "'";
  if (expected->getOperandTypes() != op->getOperandTypes() ||
      expected->getResultTypes() != op->getResultTypes())
    return "expected other types of operands or results";
  for (auto [a, b] : llvm::zip(expected->getOperands(), op->getOperands()))
    if (valueOf.lookupOrNull(a) != b)
      return "expected other operands";
  IRMapping inner = valueOf;
  if (!OperationEquivalence::isEquivalentTo(
          expected, op, [&](Value a, Value b) { return success(inner.lookupOrNull(a) == b); },
          [&](Value a, Value b) { inner.map(a, b); }, OperationEquivalence::IgnoreLocations))
    return "expected another body or other attributes";
  return "";
}

/// What the dims are, without what they are tuned for.
static SmallVector<std::pair<StringAttr, int64_t>> getSizes(ChainOp chain) {
  return llvm::map_to_vector(chain.getDims().getDims(), [](DimAttr dim) {
    return std::make_pair(dim.getName(), dim.getSize());
  });
}

std::string mcf::describeDifference(ChainOp expected, ChainOp chain) {
  if (getSizes(expected) != getSizes(chain))
    return "expected dims " + printDims(expected) + ", but got " + printDims(chain);
  Block *expectedBody = expected.getBodyBlock(), *body = chain.getBodyBlock();
  if (expectedBody->getNumArguments() != body->getNumArguments())
    return "expected " + std::to_string(expectedBody->getNumArguments()) + " inputs, but got " +
           std::to_string(body->getNumArguments());
  IRMapping valueOf;
  for (auto [i, a, b] : llvm::enumerate(expectedBody->getArguments(), body->getArguments())) {
    if (a.getType() != b.getType())
      return "expected input " + std::to_string(i) + " of type " + toText(a.getType()) +
             ", but got " + toText(b.getType());
    valueOf.map(a, b);
  }
  SmallVector<Operation *> expectedOps = getChainOps(expected), ops = getChainOps(chain);
  for (size_t i = 0; i < std::min(expectedOps.size(), ops.size()); ++i) {
    std::string difference = describeOpDifference(expectedOps[i], ops[i], valueOf);
    if (!difference.empty())
      return "op " + std::to_string(i) + ": " + difference;
    valueOf.map(expectedOps[i]->getResults(), ops[i]->getResults());
  }
  if (expectedOps.size() != ops.size())
    return "expected " + std::to_string(expectedOps.size()) + " ops, but got " +
           std::to_string(ops.size());
  return "";
}

ScheduleOp mcf::copySchedule(ChainOp from, ChainOp to) {
  IRMapping valueOf;
  valueOf.map(from.getBodyBlock()->getArguments(), to.getBodyBlock()->getArguments());
  for (auto [a, b] : llvm::zip_equal(getChainOps(from), getChainOps(to)))
    valueOf.map(a->getResults(), b->getResults());
  OpBuilder builder(to.getYield());
  return cast<ScheduleOp>(builder.clone(*from.getSchedule(), valueOf));
}

/// Whether the schedules of two chains that are the same are the same as well.
static bool haveSameSchedule(ChainOp a, ChainOp b) {
  ScheduleOp copy = copySchedule(a, b);
  bool isSame = OperationEquivalence::isEquivalentTo(copy, b.getSchedule(),
                                                     OperationEquivalence::IgnoreLocations);
  copy.erase();
  return isSame;
}

FailureOr<unsigned> mcf::applyTuningRecord(ModuleOp module, ModuleOp record) {
  SmallVector<ChainOp> chains, recorded;
  module.walk([&](ChainOp chain) { chains.push_back(chain); });
  record.walk([&](ChainOp chain) {
    if (chain.getSchedule())
      recorded.push_back(chain);
  });
  if (recorded.empty())
    return record.emitError("expected a chain with a schedule in a tuning record, but got none");
  // Which chain of the record gave a chain its schedule.
  llvm::DenseMap<Operation *, ChainOp> sources;
  for (ChainOp from : recorded) {
    std::string difference;
    bool isUsed = false;
    for (ChainOp to : chains) {
      std::string found = describeDifference(from, to);
      if (!found.empty()) {
        if (difference.empty())
          difference = found;
        continue;
      }
      isUsed = true;
      if (!to.getSchedule()) {
        copySchedule(from, to);
        sources[to] = from;
      } else if (ChainOp source = sources.lookup(to); source && !haveSameSchedule(from, to)) {
        InFlightDiagnostic error =
            from.emitError("expected one schedule for a chain in a tuning record, but got another");
        error.attachNote(source.getLoc()) << "the first is here";
        return error;
      }
    }
    if (isUsed)
      continue;
    InFlightDiagnostic error = from.emitError("tuning record of another chain: ");
    if (chains.empty())
      return error << "the input has no chain";
    error << difference;
    error.attachNote(chains.front().getLoc()) << "the chain of the input is here";
    return error;
  }
  return sources.size();
}
