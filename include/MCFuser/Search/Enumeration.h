//===- Enumeration.h - every tiling expression of a chain -------*- C++ -*-===//
#ifndef MCFUSER_SEARCH_ENUMERATION_H
#define MCFUSER_SEARCH_ENUMERATION_H

#include "MCFuser/Analysis/TilingExpression.h"

namespace mcf::search {

/// Every expression over operators with these dims, each once (by its text): all orders of
/// the loops, and all splits of the operators into consecutive parts in which every part
/// has loops of its own. Two contractions (`mkn`, `mnh`) have 24 + 2, three 120 + 26. The
/// number grows with the factorial of the number of dims. No tile sizes; default binding.
/// The order is fixed.
std::vector<analysis::TilingExpression>
enumerateExpressions(const analysis::OperatorDims &operators);

/// The same for a chain. Its parallel batch dims are left out: they are always outermost.
std::vector<analysis::TilingExpression> enumerateExpressions(ChainOp chain);

/// The expression with these tile sizes in addition to (or instead of) its own.
analysis::TilingExpression withTiles(analysis::TilingExpression expression,
                                     llvm::ArrayRef<std::pair<std::string, int64_t>> tiles);

} // namespace mcf::search

#endif
