//===- ThreadOps.cpp - how long the program of a thread gets --------------===//
#include "ThreadOps.h"
#include "MCFuser/Dialect/MCFG/IR/ThreadOps.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;

namespace {
class OpCounter {
public:
  OpCounter(const BlockFragments &fragments, const KernelWalk &kernel)
      : fragments(fragments), kernel(kernel) {}

  /// Of one copy of the op.
  int64_t count(const BlockOp &op, const OpFragments &opFragments) const {
    int64_t sum = 0;
    for (const FragmentConversion &conversion : opFragments.conversions)
      if (conversion.bytes)
        sum += countConversionOps(fragments.getLayout(conversion.vector), conversion.target,
                                  conversion.isLate);
    switch (opFragments.role) {
    case Role::Nothing:
      return sum;
    case Role::Contraction: {
      const ContractionSizes &sizes = opFragments.anchor.sizes;
      return sum + (fragments.isSwizzled(opFragments.columns)
                        ? countWarpgroupOps(sizes, fragments.getNumWarps())
                        : countContractionOps(sizes, fragments.getNumWarps()));
    }
    case Role::Reduction:
      return sum + countReductionOps(fragments.getLayout(fragments.resolve(op.operands[0])),
                                     fragments.getLayout(op.results[0]));
    case Role::Elementwise:
      return sum + fragments.getLayout(op.results[0]).getNumRegisters() *
                       fragments.getNumTiles(op.results[0]);
    case Role::Other:
      break;
    }
    if (op.kind == Kind::Read)
      return sum + (kernel.isLate(op.results[0])
                        ? 0
                        : countAccessOps(fragments.getLayout(op.results[0])));
    if (op.kind == Kind::Write)
      return sum + countAccessOps(fragments.getLayout(fragments.resolve(op.operands[0])));
    return sum;
  }

private:
  const BlockFragments &fragments;
  const KernelWalk &kernel;
};
} // namespace

int64_t mcf::cost::countThreadOps(const BlockProgram &program, const BlockFragments &fragments,
                                  const KernelWalk &kernel) {
  OpCounter counter(fragments, kernel);
  llvm::SmallVector<int64_t> copies{1};
  int64_t sum = 0;
  for (auto [i, op] : llvm::enumerate(program.ops)) {
    if (op.kind == Kind::LoopEnd)
      copies.pop_back();
    sum += copies.back() * counter.count(op, fragments.getOp(i));
    if (op.kind == Kind::LoopBegin)
      copies.push_back(copies.back() * fragments.getCopies(op));
  }
  return sum;
}
