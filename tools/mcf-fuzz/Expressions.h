//===- Expressions.h - every loop structure of a chain ---------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_EXPRESSIONS_H
#define MCFUSER_TOOLS_MCF_FUZZ_EXPRESSIONS_H

#include "MCFuser/Dialect/MCF/IR/Mapping.h"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mcf::fuzz {
/// The tiling expressions over operators with these dims, as text without tile sizes, in a
/// fixed order: 26 for two contractions, 146 for three. Written from the grammar in
/// docs/Architecture.md and independent of the search, which it so tests as well.
std::vector<std::string>
enumerateExpressions(const std::vector<std::vector<std::string>> &operators);

/// One of them, loop by loop: `choose` gets a name for each decision and the number of
/// alternatives.
std::string
sampleExpression(const std::vector<std::vector<std::string>> &operators,
                 const std::function<int64_t(const std::string &name, int64_t count)> &choose);

/// `[warps=8,producers=1]`: what of the mapping is not 0; empty if nothing is.
std::string printMapping(Mapping mapping);
} // namespace mcf::fuzz

#endif
