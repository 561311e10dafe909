//===- TilingExpression.cpp - legality and defaults of expressions --------===//
#include "MCFuser/Analysis/TilingExpression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

std::optional<int64_t> TilingExpression::getTile(StringRef dim) const {
  for (const auto &[name, size] : tiles)
    if (name == dim)
      return size;
  return std::nullopt;
}

void TilingExpression::setTile(StringRef dim, int64_t size) {
  for (auto &[name, oldSize] : tiles)
    if (name == dim) {
      oldSize = size;
      return;
    }
  tiles.emplace_back(dim.str(), size);
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

namespace {
/// Which operators run in which leaf.
class Assignment {
public:
  explicit Assignment(const OperatorDims &operators) : operators(operators) {}

  /// Assigns the operators [begin, end) to the leaves below `node`. `path` holds the loops
  /// around the node.
  bool assign(const ExpressionNode &node, unsigned begin, unsigned end,
              std::vector<std::string> path, std::vector<LeafOperators> &leaves) {
    path.insert(path.end(), node.loops.begin(), node.loops.end());
    for (const std::string &loop : node.loops)
      if (std::none_of(operators.begin() + begin, operators.begin() + end,
                       [&](const auto &dims) { return llvm::is_contained(dims, loop); }))
        return false;
    if (node.parts.empty()) {
      for (unsigned i = begin; i < end; ++i)
        if (!llvm::all_of(operators[i],
                          [&](const auto &dim) { return llvm::is_contained(path, dim); }))
          return false;
      leaves.push_back({begin, end});
      return true;
    }
    return assignParts(node, 0, begin, end, path, leaves);
  }

private:
  bool assignParts(const ExpressionNode &node, unsigned part, unsigned begin, unsigned end,
                   const std::vector<std::string> &path, std::vector<LeafOperators> &leaves) {
    unsigned partsLeft = node.parts.size() - part - 1;
    // The longest run first: operators go to the leftmost leaf.
    for (unsigned cut = partsLeft == 0 ? end : end - std::min(end, partsLeft); cut > begin; --cut) {
      size_t numLeaves = leaves.size();
      if (assign(node.parts[part], begin, cut, path, leaves)) {
        if (partsLeft == 0)
          return true;
        if (assignParts(node, part + 1, cut, end, path, leaves))
          return true;
      }
      leaves.resize(numLeaves);
      if (partsLeft == 0)
        break;
    }
    return false;
  }

  const OperatorDims &operators;
};

/// The loops on the way to each leaf.
void collectPaths(const ExpressionNode &node, std::vector<std::string> path,
                  std::vector<std::vector<std::string>> &paths) {
  path.insert(path.end(), node.loops.begin(), node.loops.end());
  if (node.parts.empty())
    paths.push_back(path);
  for (const ExpressionNode &part : node.parts)
    collectPaths(part, path, paths);
}
} // namespace

FailureOr<std::vector<LeafOperators>>
TilingExpression::assignOperators(const OperatorDims &operators, std::string &error) const {
  std::vector<LeafOperators> leaves;
  if (Assignment(operators).assign(root, 0, operators.size(), {}, leaves))
    return leaves;

  // Say which dim is missing where it is most likely meant.
  std::vector<std::vector<std::string>> paths;
  collectPaths(root, {}, paths);
  llvm::raw_string_ostream os(error);
  for (const auto &path : paths)
    for (const std::string &loop : path)
      if (llvm::none_of(operators,
                        [&](const auto &dims) { return llvm::is_contained(dims, loop); })) {
        os << "expected loops that an operator uses only, but got '" << loop << "'";
        return failure();
      }
  for (const auto &[index, dims] : llvm::enumerate(operators)) {
    std::vector<std::string> best;
    const std::vector<std::string> *bestPath = nullptr;
    for (const auto &[leaf, path] : llvm::enumerate(paths)) {
      std::vector<std::string> missing;
      llvm::copy_if(dims, std::back_inserter(missing),
                    [&, &path = path](const auto &dim) { return !llvm::is_contained(path, dim); });
      if (!bestPath || missing.size() < best.size() ||
          (missing.size() == best.size() && leaf <= index)) {
        best = missing;
        bestPath = &path;
      }
    }
    if (best.empty())
      continue;
    os << "expected a loop over '" << best.front() << "' for operator " << index
       << ", but got only '" << llvm::join(*bestPath, " ")
       << "' on its path (a loop that more than one part uses stands before the split)";
    return failure();
  }
  os << "expected consecutive parts for " << operators.size() << " operators, but got "
     << paths.size() << " that do not fit their order";
  return failure();
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

int64_t mcf::analysis::getDefaultTileSize(int64_t dimSize) {
  if (ShapedType::isDynamic(dimSize) || dimSize >= 64)
    return 64;
  return std::max<int64_t>(16, llvm::alignTo(dimSize, 16));
}

static void collectLoops(const ExpressionNode &node, llvm::StringSet<> &loops) {
  for (const std::string &loop : node.loops)
    loops.insert(loop);
  for (const ExpressionNode &part : node.parts)
    collectLoops(part, loops);
}

/// Dims that get tile size 1 where nothing else is said: a contraction of tiles is a product of
/// matrices, so of the dims that are its rows (columns, sum) only the largest, of equals the last,
/// is tiled.
static llvm::StringSet<> getUnitDims(ChainOp chain) {
  llvm::StringSet<> unit;
  for (ContractOp op : getContractions(chain)) {
    NamedType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(), result = op.getType();
    SmallVector<StringAttr> roles[3]; // rows, columns, sum
    for (StringAttr dim : op.getIterationDims()) {
      if (!result.hasDim(dim))
        roles[2].push_back(dim);
      else if (lhs.hasDim(dim) != rhs.hasDim(dim))
        roles[lhs.hasDim(dim) ? 0 : 1].push_back(dim);
    }
    for (ArrayRef<StringAttr> role : roles) {
      StringAttr largest;
      for (StringAttr dim : role)
        if (!largest || chain.getTypicalSize(dim) >= chain.getTypicalSize(largest))
          largest = dim;
      for (StringAttr dim : role)
        if (dim != largest)
          unit.insert(dim.getValue());
    }
  }
  return unit;
}

LogicalResult TilingExpression::complete(ChainOp chain, std::string &error) {
  ChainOperators operators(chain);
  OperatorDims operatorDims = operators.getOperatorDims();
  SmallVector<StringAttr> parallel = chain.getParallelDims();
  SmallVector<StringAttr> batch = chain.getBatchDims();
  auto contains = [](ArrayRef<StringAttr> list, StringRef name) {
    return llvm::any_of(list, [&](StringAttr dim) { return dim.getValue() == name; });
  };

  llvm::StringSet<> written;
  collectLoops(root, written);
  unsigned numWritten = 0;
  if (numBlockLoops)
    numWritten = *numBlockLoops;
  else
    while (numWritten < root.loops.size() && contains(parallel, root.loops[numWritten]))
      ++numWritten;
  for (unsigned i = 0; i < numWritten; ++i)
    if (!contains(parallel, root.loops[i])) {
      error = "expected a parallel dim to bind to blocks, but got '" + root.loops[i] +
              "', which is reduced over or not in every result";
      return failure();
    }
  std::vector<std::string> implied;
  for (StringAttr dim : batch)
    if (!written.contains(dim) && contains(parallel, dim))
      implied.push_back(dim.getValue().str());
  root.loops.insert(root.loops.begin(), implied.begin(), implied.end());
  numBlockLoops = numWritten + implied.size();

  if (failed(assignOperators(operatorDims, error)))
    return failure();

  llvm::StringSet<> unit = getUnitDims(chain);
  std::vector<std::pair<std::string, int64_t>> ordered;
  for (DimAttr dim : chain.getDims().getDims()) {
    StringRef name = dim.getName();
    bool isBatch = contains(batch, name);
    int64_t size = getTile(name).value_or(
        isBatch || unit.contains(name) ? 1 : getDefaultTileSize(dim.getSize()));
    if (isBatch && size != 1) {
      error = ("expected tile size 1 for batch dim '" + name + "', but got " + Twine(size)).str();
      return failure();
    }
    ordered.emplace_back(name.str(), size);
  }
  tiles = std::move(ordered);
  return success();
}

/// Parallel loops bound to blocks, then the sums, the last one outermost: no contraction keeps more
/// than a tile.
static TilingExpression getDeepDefault(ChainOp chain, const OperatorDims &operators) {
  TilingExpression expression;
  std::vector<std::string> &loops = expression.root.loops;
  for (StringAttr dim : chain.getParallelDims())
    loops.push_back(dim.getValue().str());
  expression.numBlockLoops = loops.size();
  for (const auto &dims : llvm::reverse(operators))
    for (const std::string &dim : dims)
      if (!llvm::is_contained(loops, dim))
        loops.push_back(dim);
  return expression;
}

TilingExpression TilingExpression::getDefault(ChainOp chain) {
  OperatorDims operators = ChainOperators(chain).getOperatorDims();
  SmallVector<StringAttr> parallel = chain.getParallelDims();
  ExpressionNode root;
  std::vector<std::string> tying;
  std::vector<ExpressionNode> privates(operators.size());
  for (DimAttr dim : chain.getDims().getDims()) {
    std::string name = dim.getName().getValue().str();
    SmallVector<unsigned> users;
    for (const auto &[index, dims] : llvm::enumerate(operators))
      if (llvm::is_contained(dims, name))
        users.push_back(index);
    if (users.empty())
      continue;
    if (users.size() == operators.size() && llvm::is_contained(parallel, dim.getName()))
      root.loops.push_back(name);
    else if (users.size() > 1)
      tying.push_back(name);
    else
      privates[users.front()].loops.push_back(name);
  }
  // Tiles cannot be kept over a dim of unknown size.
  for (DimAttr dim : chain.getDims().getDims()) {
    StringRef name = dim.getName();
    if (dim.isDynamic() && !llvm::is_contained(root.loops, name) &&
        (llvm::is_contained(parallel, dim.getName()) ||
         (tying.size() > 1 && llvm::is_contained(tying, name))))
      return getDeepDefault(chain, operators);
  }
  TilingExpression expression;
  expression.numBlockLoops = root.loops.size();
  root.loops.insert(root.loops.end(), tying.begin(), tying.end());
  bool isFlat = operators.size() > 1 &&
                llvm::none_of(privates, [](const auto &node) { return node.loops.empty(); });
  if (isFlat)
    root.parts = privates;
  else
    for (const ExpressionNode &node : privates)
      root.loops.insert(root.loops.end(), node.loops.begin(), node.loops.end());
  expression.root = std::move(root);
  return expression;
}
