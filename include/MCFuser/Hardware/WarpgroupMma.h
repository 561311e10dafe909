//===- WarpgroupMma.h - what wgmma takes on sm_90a --------------*- C++ -*-===//
#ifndef MCFUSER_HARDWARE_WARPGROUPMMA_H
#define MCFUSER_HARDWARE_WARPGROUPMMA_H

namespace mcf::hw {

/// Columns that a wgmma of fewer takes as long as: half a cycle for a column, and 25 cycles at
/// least (measured on an H200).
constexpr double leastWarpgroupColumns = 50;

} // namespace mcf::hw

#endif
