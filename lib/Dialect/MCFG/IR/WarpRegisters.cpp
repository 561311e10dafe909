//===- WarpRegisters.cpp - registers where some warps only copy -----------===//
#include "MCFuser/Dialect/MCFG/IR/WarpRegisters.h"
#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mcf::mcfg;

/// PTX, setmaxnreg: a multiple of 8. A warp gets whole units, too. No thread has more than 255.
static constexpr int64_t kRegisterStep = 8, kMostRegisters = 240;
static constexpr int64_t kWarpgroup = 4 * FragmentLayout::kLanes;

int64_t mcf::mcfg::getEqualRegisters(int64_t registers, int64_t threads) {
  return llvm::alignDown(uint64_t(registers / threads), kRegisterStep);
}

std::optional<int64_t> mcf::mcfg::getRaisedRegisters(int64_t registers, int64_t compute,
                                                     int64_t copy) {
  if (copy == 0 || copy % kWarpgroup != 0 || compute % kWarpgroup != 0)
    return std::nullopt;
  int64_t equal = getEqualRegisters(registers, compute + copy);
  if (equal <= kCopyRegisters)
    return std::nullopt;
  int64_t left = equal * (compute + copy) - kCopyRegisters * copy;
  int64_t raised = std::min(kMostRegisters, getEqualRegisters(left, compute));
  return raised > equal ? std::optional(raised) : std::nullopt;
}
