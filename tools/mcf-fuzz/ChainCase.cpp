//===- ChainCase.cpp - a case of the chain generator -----------------------===//
#include "ChainCase.h"
#include "ChainGenerator.h"
#include "Expressions.h"
#include "MCFuser/Analysis/ChainOperators.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;

/// Trips of all loops of one operator, at most: tiny tiles in many trips take long.
static constexpr int64_t maxTrips = 3000;
/// Sets of sizes that a program of unknown sizes runs with.
static constexpr int64_t numRuns = 3;
/// What a size that is not known counts as here.
static constexpr int64_t openSize = 40;

ChainCase::ChainCase(Choices given) : choices(std::move(given)) {
  ChainGenerator generator(choices);
  text = generator.generate();
  numContractions = generator.getNumContractions();
  tf32 = generator.usesTF32();
  chooseSizes(generator.getWriter());
}

/// Sizes for what the program does not know: those that it is made for, then others.
void ChainCase::chooseSizes(const LinalgWriter &writer) {
  std::string dims = writer.getFreeDims();
  if (dims.empty()) {
    shapes.emplace_back();
    return;
  }
  shapes.push_back(writer.getShapes({}));
  for (int64_t run = 1; run < numRuns; ++run) {
    std::map<char, int64_t> chosen;
    for (char dim : dims) {
      int64_t size = writer.getSize(dim);
      int64_t sizes[] = {
          size,         1, size > 40 ? size - 1 : 2 * size + 1, std::max<int64_t>(17, size),
          size / 2 + 1, 0};
      std::string name = "run" + std::to_string(run) + "." + dim;
      chosen[dim] = sizes[choices.pick(name, {20, 15, 20, 20, 20, 5})];
    }
    writer.raiseToLeast(chosen);
    shapes.push_back(writer.getShapes(chosen));
  }
}

std::vector<TestCasePtr> ChainCase::getSmaller() const {
  std::vector<TestCasePtr> smaller;
  for (Choices &next : choices.getSmaller())
    smaller.push_back(std::make_shared<ChainCase>(std::move(next)));
  return smaller;
}

std::string ChainCase::emitLinalg(int64_t number) const {
  return "func.func @case_" + std::to_string(number) + text;
}

std::vector<InputOptions> ChainCase::getRuns() const {
  InputOptions options;
  options.seed = uint64_t(choices.getSeed()) * 7919 + uint64_t(choices.getIndex());
  constexpr double inf = std::numeric_limits<double>::infinity();
  switch (choices.pick("data", {86, 5, 5, 4})) {
  case 1: // large
    options.scale = 8;
    break;
  case 2:
    options.specialChance = 0.003;
    options.specials = {inf, -inf};
    break;
  case 3:
    options.specialChance = 0.003;
    options.specials = {std::numeric_limits<double>::quiet_NaN()};
    break;
  }
  std::vector<InputOptions> runs;
  for (const ArgumentShapes &ofRun : shapes) {
    runs.push_back(options);
    runs.back().shapes = ofRun;
  }
  return runs;
}

/// On the GPU a contraction of tiles is a product of matrices: of the dims that are its rows
/// (columns, sum) one is tiled. The others get tile size 1.
static void tileOneDimPerRole(ChainOp chain, std::map<std::string, int64_t> &tiles,
                              function_ref<int64_t(const std::string &, int64_t)> choose) {
  for (auto [index, op] : llvm::enumerate(getContractions(chain))) {
    NamedType lhs = op.getLhs().getType(), result = op.getType();
    std::vector<std::string> roles[3];
    for (StringAttr dim : op.getIterationDims())
      roles[!result.hasDim(dim) ? 2 : lhs.hasDim(dim) ? 0 : 1].push_back(dim.str());
    for (auto [i, role] : llvm::enumerate(roles)) {
      llvm::erase_if(role, [&](const std::string &dim) { return tiles[dim] == 1; });
      if (role.size() < 2)
        continue;
      // The largest more often than not.
      auto key = [&](const std::string &dim) {
        return std::make_pair(-chain.getDimSize(StringAttr::get(chain.getContext(), dim)), dim);
      };
      llvm::sort(role, [&](auto &a, auto &b) { return key(a) < key(b); });
      std::string name = "role" + std::to_string(index) + "." + std::to_string(i);
      size_t kept = choose(name, 3) == 2 ? size_t(choose(name + "at", role.size())) : 0;
      for (auto [j, dim] : llvm::enumerate(role))
        if (j != kept)
          tiles[dim] = 1;
    }
  }
}

std::string ChainCase::chooseTiling(ChainOp chain, unsigned index) const {
  std::string p = "tiling" + (index ? std::to_string(index) : std::string()) + ".";
  bool onlyMultiples = choices.below(multiples, 1 + choices.getGiven().count(multiples)) != 0;
  bool isOpen = llvm::any_of(chain.getDims().getDims(),
                             [](DimAttr dim) { return ShapedType::isDynamic(dim.getSize()); });
  // Most random tilings keep tiles, which must not be over an open dim.
  if (isOpen && !choices.chance(p + "sampled", 40))
    return {};
  std::vector<std::string> batch;
  // Parallel batch dims need not be written; some of them are.
  SmallVector<StringAttr> parallel = chain.getParallelDims();
  for (StringAttr dim : chain.getBatchDims())
    if (llvm::is_contained(parallel, dim) && !choices.chance(p + "with." + dim.str(), 35))
      batch.push_back(dim.str());
  analysis::OperatorDims operators = analysis::ChainOperators(chain).getOperatorDims();
  for (auto &dims : operators)
    llvm::erase_if(dims, [&](const std::string &dim) { return llvm::is_contained(batch, dim); });
  std::string text = sampleExpression(operators, [&](const std::string &name, int64_t count) {
    return choices.below(p + name, count);
  });
  if (!onlyMultiples && choices.chance(p + "no-blocks", 12))
    text = "|" + text;

  static constexpr int64_t anySizes[] = {64, 48, 32, 17, 16, 13, 8, 7, 5, 4, 3, 2, 1};
  static constexpr int64_t multiplesOf16[] = {16, 32, 64, 128};
  ArrayRef<int64_t> sizes = onlyMultiples ? ArrayRef(multiplesOf16) : ArrayRef(anySizes);
  std::map<std::string, int64_t> tiles, extents;
  std::string order;
  for (DimAttr dim : chain.getDims().getDims()) {
    std::string name = dim.getName().str();
    extents[name] = ShapedType::isDynamic(dim.getSize()) ? openSize : dim.getSize();
    if (llvm::is_contained(chain.getBatchDims(), dim.getName()))
      tiles[name] = 1;
    else
      tiles[name] = sizes[choices.below(p + "tile." + name, sizes.size())];
  }
  if (onlyMultiples)
    tileOneDimPerRole(chain, tiles, [&](const std::string &name, int64_t count) {
      return choices.below(p + name, count);
    });
  auto trips = [&](const std::string &dim) { return (extents[dim] + tiles[dim] - 1) / tiles[dim]; };
  auto isBatch = [&](const std::string &name) {
    return llvm::any_of(chain.getBatchDims(), [&](StringAttr dim) { return dim == name; });
  };
  for (auto &dims : operators) {
    auto count = [&] {
      int64_t product = 1;
      for (const std::string &dim : dims)
        product *= trips(dim);
      return product;
    };
    while (count() > maxTrips) {
      auto most = llvm::max_element(dims, [&](auto &a, auto &b) {
        auto weight = [&](auto &dim) { return isBatch(dim) ? 0 : trips(dim); };
        return weight(a) < weight(b);
      });
      if (isBatch(*most) || trips(*most) == 1)
        break;
      tiles[*most] *= 2;
    }
  }
  std::string list;
  for (DimAttr dim : chain.getDims().getDims())
    if (std::string name = dim.getName().str(); !llvm::is_contained(batch, name))
      list += (list.empty() ? "" : ",") + name + "=" + std::to_string(tiles[name]);
  text += "{" + list + "}";
  // Not said, or 1, 2, 4, 8, 16.
  int64_t warps = choices.pick(p + "warps", {40, 8, 8, 12, 20, 12});
  int64_t stages = choices.pick(p + "stages", {70, 5, 10, 10, 5});
  int64_t overlap = choices.pick(p + "overlap", {70, 15, 15});
  int64_t producers = choices.pick(p + "producers", {50, 25, 25});
  return text + printMapping({warps ? int64_t(1) << (warps - 1) : 0, stages, overlap,
                              producers == 2 ? 4 : producers});
}
