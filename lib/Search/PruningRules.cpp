//===- PruningRules.cpp - the paper's four rules --------------------------===//
#include "MCFuser/Search/PruningRule.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mcf;
using namespace mcf::analysis;
using namespace mcf::search;

PruningRule::~PruningRule() = default;

//===----------------------------------------------------------------------===//
// Rule 1: duplicates
//===----------------------------------------------------------------------===//

static void eraseLoops(ExpressionNode &node, const std::vector<std::string> &loops) {
  llvm::erase_if(node.loops, [&](const auto &loop) { return llvm::is_contained(loops, loop); });
  for (ExpressionNode &part : node.parts)
    eraseLoops(part, loops);
}

/// Calls the function with the loops on the way to each leaf, leaves from left to right.
static void forEachPath(const ExpressionNode &node, std::vector<std::string> path,
                        llvm::function_ref<void(const std::vector<std::string> &)> function) {
  path.insert(path.end(), node.loops.begin(), node.loops.end());
  if (node.parts.empty())
    function(path);
  for (const ExpressionNode &part : node.parts)
    forEachPath(part, path, function);
}

/// Calls the function with each leaf's path, as indices of dims, and operators.
static void
forEachLeaf(const ChainShape &shape, const TilingExpression &expression,
            llvm::function_ref<void(llvm::ArrayRef<unsigned>, LeafOperators)> function) {
  std::string error;
  auto leaves = expression.assignOperators(shape.getOperatorDims(), error);
  assert(mlir::succeeded(leaves) && "enumerated expressions are legal");
  unsigned leaf = 0;
  forEachPath(expression.root, {}, [&](const std::vector<std::string> &path) {
    llvm::SmallVector<unsigned> indices;
    for (const std::string &loop : path)
      indices.push_back(shape.getDimIndex(loop));
    function(indices, (*leaves)[leaf++]);
  });
}

/// True if some innermost loop belongs to operators that follow an earlier one of the leaf
/// which still sums in a loop that they do not need. That loop is closed before they run, so
/// the form equals one in which they stand on their own.
static bool waitsForClosedSum(const ChainShape &shape, const TilingExpression &expression) {
  bool waits = false;
  forEachLeaf(shape, expression, [&](llvm::ArrayRef<unsigned> path, LeafOperators leaf) {
    if (path.empty())
      return;
    unsigned innermost = path.back();
    unsigned firstUser = leaf.begin;
    while (firstUser < leaf.end && !shape.operators[firstUser].needs(innermost))
      ++firstUser;
    for (unsigned producer = leaf.begin; producer < firstUser; ++producer)
      for (unsigned sum : shape.operators[producer].reduced) {
        bool isNeeded = false;
        for (unsigned user = firstUser; user < leaf.end; ++user)
          isNeeded |= shape.operators[user].needs(innermost) && shape.operators[user].needs(sum);
        waits |= llvm::is_contained(path, sum) && !isNeeded;
      }
  });
  return waits;
}

void DuplicatesRule::filterExpressions(const ChainShape &shape,
                                       std::vector<TilingExpression> &expressions) const {
  std::vector<std::string> common, parallel;
  for (auto [index, dim] : llvm::enumerate(shape.dims)) {
    if (!dim.isParallel || dim.isBatch)
      continue;
    parallel.push_back(dim.name);
    if (llvm::all_of(shape.operators, [index = index](const auto &op) { return op.needs(index); }))
      common.push_back(dim.name);
  }
  std::vector<TilingExpression> kept;
  llvm::StringSet<> seen;
  for (const TilingExpression &expression : expressions) {
    ExpressionNode inner = expression.root;
    std::vector<std::string> blockLoops = common;
    eraseLoops(inner, common);
    while (!inner.loops.empty() && llvm::is_contained(parallel, inner.loops.front())) {
      blockLoops.push_back(inner.loops.front());
      inner.loops.erase(inner.loops.begin());
    }
    // The loops bound to blocks in one order: as the dims of the chain.
    llvm::sort(blockLoops, [&](const auto &a, const auto &b) {
      return shape.getDimIndex(a) < shape.getDimIndex(b);
    });
    TilingExpression form(inner);
    form.root.loops.insert(form.root.loops.begin(), blockLoops.begin(), blockLoops.end());
    form.numBlockLoops = blockLoops.size();
    if (!waitsForClosedSum(shape, form) && seen.insert(TilingExpression(inner).str()).second)
      kept.push_back(std::move(form));
  }
  expressions = std::move(kept);
}

//===----------------------------------------------------------------------===//
// Rule 2: overflow of an intermediate
//===----------------------------------------------------------------------===//

void IntermediateOverflowRule::filterExpressions(const ChainShape &shape,
                                                 std::vector<TilingExpression> &expressions) const {
  auto overflows = [&](const TilingExpression &expression) {
    bool found = false;
    unsigned numBlockLoops = expression.numBlockLoops.value_or(0);
    forEachLeaf(shape, expression, [&](llvm::ArrayRef<unsigned> path, LeafOperators leaf) {
      llvm::ArrayRef<unsigned> serial =
          path.drop_front(std::min<size_t>(numBlockLoops, path.size()));
      for (unsigned i = leaf.begin; i < leaf.end; ++i) {
        const ShapeOperator &op = shape.operators[i];
        if (!op.isIntermediate)
          continue;
        bool sums = false;
        for (unsigned loop : serial) {
          found |= sums && llvm::is_contained(op.result.dims, loop);
          sums |= llvm::is_contained(op.reduced, loop);
        }
      }
    });
    return found;
  };
  llvm::erase_if(expressions, overflows);
}

//===----------------------------------------------------------------------===//
// Rule 3: padding
//===----------------------------------------------------------------------===//

/// True if no smaller tile, by a granule, covers the size as often.
static bool isLeast(int64_t size, int64_t granule, int64_t tileSize) {
  int64_t count = llvm::divideCeil(size, tileSize);
  return count > 1 && (tileSize - granule) * count < size;
}

/// True if a size loses at least 5% to the tile.
static bool isWasteful(int64_t size, int64_t granule, int64_t tileSize) {
  // Arrays are padded to the granule of the tensor cores whatever the tile; without that
  // sizes such as 1 or 40 would keep nothing.
  int64_t padded = llvm::alignTo(size, granule);
  int64_t waste = static_cast<int64_t>(llvm::alignTo(size, tileSize)) - padded;
  // waste / padded < 0.05, in integers.
  return waste * 20 >= padded;
}

bool PaddingRule::removesTileSize(const ShapeDim &dim, int64_t tileSize) const {
  auto isRemoved = [&](int64_t size) {
    return isWasteful(size, dim.granule, tileSize) &&
           !(form == Form::RatioOrLeast && isLeast(size, dim.granule, tileSize));
  };
  // Of a dim of unknown size some likely size has to be left.
  if (dim.isOpen())
    return llvm::all_of(dim.openSizes, isRemoved);
  if (isRemoved(dim.size))
    return true;
  return form == Form::Dividing && dim.size >= 16 && llvm::isPowerOf2_64(dim.size) &&
         dim.size % tileSize != 0;
}

//===----------------------------------------------------------------------===//
// Rule 4: shared memory as in the paper
//===----------------------------------------------------------------------===//

/// True if rule 4 looks at the operator.
static bool isEstimated(const ChainShape &shape, const ShapeOperator &op) {
  bool hasIntermediate = llvm::any_of(
      shape.operators, [](const ShapeOperator &other) { return other.isIntermediate; });
  return !op.operands.empty() && (op.isIntermediate || !hasIntermediate);
}

bool PaperSharedMemoryRule::constrains(const ChainShape &shape, unsigned dim) const {
  return llvm::any_of(shape.operators, [&](const ShapeOperator &op) {
    auto has = [&](const ShapeArray &array) { return llvm::is_contained(array.dims, dim); };
    return isEstimated(shape, op) && (has(op.result) || llvm::any_of(op.operands, has));
  });
}

bool PaperSharedMemoryRule::fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const {
  auto getBytes = [&](const ShapeArray &array) {
    double bytes = array.elementBits / 8.0;
    for (unsigned dim : array.dims)
      bytes *= tiles[dim];
    return bytes;
  };
  for (const ShapeOperator &op : shape.operators) {
    if (!isEstimated(shape, op))
      continue;
    double bytes = getBytes(op.result);
    for (const ShapeArray &operand : op.operands)
      bytes += getBytes(operand);
    if (bytes > limitBytes)
      return false;
  }
  return true;
}

bool OneDimPerRoleRule::fits(const ChainShape &shape, llvm::ArrayRef<int64_t> tiles) const {
  return llvm::all_of(shape.operators, [&](const ShapeOperator &op) {
    return llvm::all_of(op.getRoles(), [&](const auto &role) {
      return llvm::count_if(role, [&](unsigned dim) { return tiles[dim] > 1; }) <= 1;
    });
  });
}

std::vector<std::shared_ptr<const PruningRule>>
mcf::search::getPaperRules(PaddingRule::Form padding, double sharedMemoryLimitBytes) {
  return {std::make_shared<DuplicatesRule>(), std::make_shared<IntermediateOverflowRule>(),
          std::make_shared<PaddingRule>(padding),
          std::make_shared<PaperSharedMemoryRule>(sharedMemoryLimitBytes)};
}
