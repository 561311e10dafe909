//===- Expressions.h - every loop structure of a chain ---------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_EXPRESSIONS_H
#define MCFUSER_TOOLS_MCF_FUZZ_EXPRESSIONS_H

#include <string>
#include <vector>

namespace mcf::fuzz {
/// The tiling expressions over operators with these dims, as text without tile sizes, in a
/// fixed order: 26 for two contractions, 146 for three. Written from the grammar in
/// docs/Architecture.md and independent of the search, which it so tests as well.
std::vector<std::string>
enumerateExpressions(const std::vector<std::vector<std::string>> &operators);
} // namespace mcf::fuzz

#endif
