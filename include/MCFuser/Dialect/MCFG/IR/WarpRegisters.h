//===- WarpRegisters.h - registers where some warps only copy ---*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_WARPREGISTERS_H
#define MCFUSER_DIALECT_MCFG_IR_WARPREGISTERS_H

#include <cstdint>
#include <optional>

namespace mcf::mcfg {

/// What a thread that only copies keeps where a warpgroup gives registers away.
constexpr int64_t kCopyRegisters = 40;

/// What a thread gets if all threads of a block share so many registers, and no other block is
/// there.
int64_t getEqualRegisters(int64_t registers, int64_t threads);

/// What a thread that computes gets when the threads that copy have given theirs away; nothing if
/// they are no whole warpgroups, or nobody would gain by it. All of it is there: the block has what
/// equal shares take, and not one register more.
std::optional<int64_t> getRaisedRegisters(int64_t registers, int64_t compute, int64_t copy);

} // namespace mcf::mcfg

#endif
