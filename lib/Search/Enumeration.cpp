//===- Enumeration.cpp - every tiling expression of a chain ---------------===//
#include "MCFuser/Search/Enumeration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::search;

namespace {
using Dims = std::vector<std::string>;

class Enumerator {
public:
  explicit Enumerator(const OperatorDims &operators) : operators(operators) {}

  /// All nodes over the operators [begin, end) under loops over `done`.
  std::vector<ExpressionNode> enumerate(unsigned begin, unsigned end, const Dims &done,
                                        bool isRoot) {
    Dims open = getOpenDims(begin, end, done);
    std::vector<ExpressionNode> nodes;
    forEachOrder(open, [&](const Dims &order) { nodes.push_back({order, {}}); });
    if (end - begin < 2)
      return nodes;
    // Loops before the split: any of the open dims, in any order.
    for (unsigned mask = 0; mask < (1u << open.size()); ++mask) {
      if (mask == 0 && !isRoot)
        continue;
      Dims prefix, inner = done;
      for (auto [i, dim] : llvm::enumerate(open))
        if (mask >> i & 1)
          prefix.push_back(dim);
      inner.insert(inner.end(), prefix.begin(), prefix.end());
      std::vector<std::vector<ExpressionNode>> splits;
      enumerateSplits(begin, end, inner, {}, splits);
      forEachOrder(prefix, [&](const Dims &order) {
        for (const std::vector<ExpressionNode> &parts : splits)
          nodes.push_back({order, parts});
      });
    }
    return nodes;
  }

private:
  Dims getOpenDims(unsigned begin, unsigned end, const Dims &done) {
    Dims open;
    for (unsigned i = begin; i < end; ++i)
      for (const std::string &dim : operators[i])
        if (!llvm::is_contained(done, dim) && !llvm::is_contained(open, dim))
          open.push_back(dim);
    return open;
  }

  template <typename Function> static void forEachOrder(const Dims &dims, Function function) {
    std::vector<unsigned> order(dims.size());
    for (unsigned i = 0; i < order.size(); ++i)
      order[i] = i;
    do {
      Dims ordered;
      for (unsigned i : order)
        ordered.push_back(dims[i]);
      function(ordered);
    } while (std::next_permutation(order.begin(), order.end()));
  }

  /// All ways to split [begin, end), which follows `parts`, into parts that share no open dim.
  void enumerateSplits(unsigned begin, unsigned end, const Dims &done,
                       const std::vector<ExpressionNode> &parts,
                       std::vector<std::vector<ExpressionNode>> &splits) {
    for (unsigned cut = begin + 1; cut <= end; ++cut) {
      if (cut == end && parts.empty())
        continue;
      Dims own = getOpenDims(begin, cut, done), others = getOpenDims(cut, end, done);
      if (own.empty() ||
          llvm::any_of(own, [&](const auto &dim) { return llvm::is_contained(others, dim); }))
        continue;
      for (const ExpressionNode &node : enumerate(begin, cut, done, /*isRoot=*/false)) {
        std::vector<ExpressionNode> extended = parts;
        extended.push_back(node);
        if (cut == end)
          splits.push_back(extended);
        else
          enumerateSplits(cut, end, done, extended, splits);
      }
    }
  }

  const OperatorDims &operators;
};
} // namespace

std::vector<TilingExpression> mcf::search::enumerateExpressions(const OperatorDims &operators) {
  std::vector<TilingExpression> expressions;
  // An operator without loops of its own may go to either neighbour: the text is the same.
  llvm::StringSet<> seen;
  for (ExpressionNode &node :
       Enumerator(operators).enumerate(0, operators.size(), {}, /*isRoot=*/true)) {
    TilingExpression expression(std::move(node));
    if (seen.insert(expression.str()).second)
      expressions.push_back(std::move(expression));
  }
  return expressions;
}

std::vector<TilingExpression> mcf::search::enumerateExpressions(ChainOp chain) {
  OperatorDims operators = ChainOperators(chain).getOperatorDims();
  llvm::SmallVector<mlir::StringAttr> parallel = chain.getParallelDims();
  for (mlir::StringAttr dim : chain.getBatchDims())
    if (llvm::is_contained(parallel, dim))
      for (Dims &dims : operators)
        llvm::erase(dims, dim.getValue());
  return enumerateExpressions(operators);
}

TilingExpression mcf::search::withTiles(TilingExpression expression,
                                        llvm::ArrayRef<std::pair<std::string, int64_t>> tiles) {
  for (const auto &[dim, size] : tiles)
    expression.setTile(dim, size);
  return expression;
}
