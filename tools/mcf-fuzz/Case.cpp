//===- Case.cpp - one random chain and how it is tiled ---------------------===//
#include "Case.h"
#include "MCFuser/Dialect/MCF/IR/Mapping.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

namespace {
/// SplitMix64: the same numbers with every standard library.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  int64_t below(int64_t bound) { return int64_t(next() % uint64_t(bound)); }
  bool chance(int percent) { return below(100) < percent; }
  int64_t pick(ArrayRef<int64_t> values) { return values[below(values.size())]; }
  template <typename T> int64_t pickEnum(ArrayRef<T> values) {
    return int64_t(values[below(values.size())]);
  }

private:
  uint64_t state;
};
} // namespace

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> kKinds[] = {
    {"gemm2", "two contractions, elementwise ops between"},
    {"softmax2", "two contractions with a softmax between"},
    {"gemm3", "three contractions, elementwise ops between"},
    {"softmax3", "three contractions, one softmax or two"},
    {"special", "infinities, NaN, large scores, fully masked rows"},
    {"large", "several tiles each of which wgmma takes and TMA copies (not by default)"}};

ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>> mcf::fuzz::getKinds() {
  return kKinds;
}

static bool isSoftmax(int64_t between) { return between >= int64_t(Between::Softmax); }

/// Loops that run many times around tiny tiles take long and show nothing more.
static void limitTrips(Case &c) {
  auto trips = [](int64_t size, int64_t tile) { return (size + tile - 1) / tile; };
  int64_t limit = 4000;
  for (int round = 0; round < 32; ++round) {
    // Which tile belongs to which dim is known only later: take the smallest for all.
    int64_t product = std::max<int64_t>(c.batch, 1);
    int64_t sizes[] = {c.m, c.n, c.k, c.h, c.contractions == 3 ? c.p : 1};
    for (auto [i, size] : llvm::enumerate(sizes))
      product *= trips(size, c.tile[i]);
    if (product <= limit)
      return;
    int64_t *smallest = std::min_element(c.tile.begin(), c.tile.end());
    *smallest *= 3;
  }
}

/// Sizes and tiles with which a device with wgmma and TMA uses both, most of the time.
static void makeLarge(Case &c, Random &random) {
  for (int64_t *size : {&c.m, &c.n, &c.k, &c.h, &c.p})
    *size = random.pick({64, 72, 100, 128, 136, 192, 200, 256, 264, 320});
  // Dims of one tile, so that loops run once, as TMA wants it.
  for (int64_t *size : {&c.k, &c.h, &c.p})
    *size = random.chance(25) ? *size : random.pick({40, 64, 64});
  c.element = 1 + random.below(2);
  c.wide = 1;
  for (int64_t &start : c.start)
    start = random.chance(85) ? 0 : start;
  for (int64_t &swapped : c.swapped)
    swapped = 0;
  // `useMultiples` makes 64 and 128 of these.
  for (int64_t &tile : c.tile)
    tile = random.pick({32, 32, 48});
  c.binding = 0;
  c.warps = random.pick({4, 4, 8, 16});
}

Case Case::generate(int64_t seed, int64_t index, ArrayRef<std::string> kinds) {
  Random random(uint64_t(seed) * 1000003 + uint64_t(index));
  random.next();
  Case c;
  c.seed = seed;
  c.index = index;
  // The last kind only if it is asked for.
  StringRef kind = kinds.empty() ? StringRef(kKinds[random.below(std::size(kKinds) - 1)].first)
                                 : StringRef(kinds[random.below(kinds.size())]);
  bool special = kind == "special";
  bool large = kind == "large";
  bool softmax = kind.starts_with("softmax") || ((special || large) && random.chance(70));
  c.contractions = kind.ends_with("3") || ((special || large) && random.chance(20)) ? 3 : 2;
  c.batch = random.chance(35) ? random.pick({1, 2, 3}) : 0;
  auto size = [&] {
    return random.pick({1, 2, 3, 5, 7, 9, 13, 16, 17, 18, 19, 23, 31, 32, 33, 41});
  };
  c.m = size(), c.n = size(), c.k = size(), c.h = size(), c.p = size();
  if (random.chance(10))
    c.m = 13, c.n = 18, c.k = 16, c.h = 9;
  c.element = random.below(3);
  c.wide = random.chance(75);
  for (int i = 0; i < c.contractions - 1; ++i)
    c.between[i] = random.chance(40) ? int64_t(Between::None)
                                     : random.pickEnum<Between>({Between::Relu, Between::Scale,
                                                                 Between::Bias, Between::Exp});
  if (softmax) {
    int place = c.contractions == 3 ? random.below(2) : 0;
    auto pick = [&] {
      return random.pickEnum<Between>({Between::Softmax, Between::Softmax, Between::SoftmaxGenerics,
                                       Between::SoftmaxGenerics, Between::CausalSoftmax,
                                       Between::SoftmaxOther});
    };
    c.between[place] = pick();
    if (c.contractions == 3 && random.chance(25))
      c.between[1 - place] = pick();
  }
  for (int i = 0; i < c.contractions; ++i) {
    c.start[i] = random.chance(60) ? 0 : random.below(3);
    c.form[i] = random.below(3);
  }
  for (int64_t &flag : c.transposed)
    flag = random.chance(35);
  for (int i = 0; i < c.contractions - 1; ++i)
    c.swapped[i] = random.chance(25);
  c.transposedOut = random.chance(20);
  c.sharedOperand = c.batch && random.chance(25);
  c.keep = random.chance(15);
  c.epilogue = random.chance(50) ? 0 : random.below(4);
  if (special)
    c.data = 1 + random.below(4);
  // Tiles that a condition on positions masks whole are not read (docs/Masks.md), so what is
  // infinite or NaN there does not spread as it does in the unfused program.
  if (c.data == int64_t(Data::Infinities) || c.data == int64_t(Data::NaNs))
    for (int64_t &between : c.between)
      if (between == int64_t(Between::CausalSoftmax))
        between = int64_t(Between::SoftmaxGenerics);
  // Going through the list in order covers all 26 expressions of two contractions.
  c.expression = index;
  for (int64_t &tile : c.tile)
    tile = random.pick({1, 2, 3, 4, 5, 7, 8, 13, 16, 16, 17, 32, 48, 64});
  c.batchTile = random.chance(40);
  c.binding = random.chance(75) ? 0 : 1 + random.below(2);
  c.warps = random.chance(40) ? 0 : random.pick({1, 2, 4, 8, 8, 16});
  c.stages = random.chance(70) ? 0 : random.pick({1, 2, 3, 4});
  c.overlap = random.chance(70) ? 0 : random.pick({1, 2});
  c.producers = random.chance(50) ? 0 : random.pick({1, 4});
  if (large)
    makeLarge(c, random);
  limitTrips(c);
  return c;
}

void Case::useMultiples() {
  for (int64_t &size : tile)
    size = size <= 5 ? 16 : size <= 13 ? 32 : size <= 32 ? 64 : 128;
  binding = 0;
}

std::vector<std::pair<std::string, int64_t *>> Case::getFields() {
  std::vector<std::pair<std::string, int64_t *>> fields = {{"contractions", &contractions},
                                                           {"batch", &batch},
                                                           {"m", &m},
                                                           {"n", &n},
                                                           {"k", &k},
                                                           {"h", &h},
                                                           {"p", &p},
                                                           {"element", &element},
                                                           {"wide", &wide}};
  auto addAll = [&](StringRef name, MutableArrayRef<int64_t> values) {
    for (auto [i, value] : llvm::enumerate(values))
      fields.push_back({(name + Twine(i)).str(), &value});
  };
  addAll("between", between);
  addAll("start", start);
  addAll("form", form);
  addAll("transposed", transposed);
  addAll("swapped", swapped);
  fields.insert(fields.end(), {{"transposed-out", &transposedOut},
                               {"shared-operand", &sharedOperand},
                               {"keep", &keep},
                               {"epilogue", &epilogue},
                               {"data", &data},
                               {"expression", &expression}});
  addAll("tile", tile);
  fields.insert(fields.end(), {{"batch-tile", &batchTile},
                               {"binding", &binding},
                               {"warps", &warps},
                               {"stages", &stages},
                               {"overlap", &overlap},
                               {"producers", &producers}});
  return fields;
}

std::string Case::toLine(ArrayRef<std::string> kinds) const {
  std::string line = "seed=" + std::to_string(seed) + ",case=" + std::to_string(index);
  Case generated = generate(seed, index, kinds), copy = *this;
  for (auto [mine, theirs] : llvm::zip_equal(copy.getFields(), generated.getFields()))
    if (*mine.second != *theirs.second)
      line += "," + mine.first + "=" + std::to_string(*mine.second);
  return line;
}

FailureOr<Case> Case::fromLine(StringRef line, ArrayRef<std::string> kinds, std::string &error) {
  SmallVector<StringRef> parts;
  line.split(parts, ',', -1, false);
  std::vector<std::pair<StringRef, int64_t>> values;
  int64_t seed = 1, index = 0;
  for (StringRef part : parts) {
    auto [name, text] = part.trim().split('=');
    int64_t value;
    if (text.getAsInteger(10, value)) {
      error = ("expected name=number, but got '" + part + "'").str();
      return failure();
    }
    if (name == "seed")
      seed = value;
    else if (name == "case")
      index = value;
    else
      values.push_back({name, value});
  }
  Case c = generate(seed, index, kinds);
  auto fields = c.getFields();
  for (auto [name, value] : values) {
    auto it = llvm::find_if(fields, [&, n = name](auto &field) { return field.first == n; });
    if (it == fields.end()) {
      error = ("expected the name of a field, but got '" + name + "'").str();
      return failure();
    }
    *it->second = value;
  }
  // Later code relies on these.
  for (auto &[name, value] : fields)
    if (*value < 0 || *value > 1 << 20) {
      error = "expected " + name + " to be in [0, 2^20], but got " + std::to_string(*value);
      return failure();
    }
  for (int64_t *value : {&c.m, &c.n, &c.k, &c.h, &c.p, &c.tile[0], &c.tile[1], &c.tile[2],
                         &c.tile[3], &c.tile[4], &c.tile[5]})
    *value = std::max<int64_t>(*value, 1);
  c.contractions = std::clamp<int64_t>(c.contractions, 2, 3);
  c.element %= 3;
  c.epilogue %= 4;
  c.data %= 5;
  if (c.warps)
    c.warps = int64_t(1) << llvm::Log2_64(std::min(c.warps, +mcf::Mapping::maxWarps));
  c.stages = std::min(c.stages, +mcf::Mapping::maxStages);
  c.overlap = std::min(c.overlap, +mcf::Mapping::maxOverlap);
  c.producers = c.producers > 1 ? 4 : c.producers;
  for (int64_t &value : c.between)
    value %= 9;
  for (int64_t &value : c.start)
    value %= 3;
  for (int64_t &value : c.form)
    value %= 3;
  return c;
}

std::vector<Case> Case::getSmaller() const {
  std::vector<Case> smaller;
  auto add = [&](auto change) {
    Case c = *this;
    change(c);
    if (c.toLine({}) != toLine({}))
      smaller.push_back(c);
  };
  // Whole features first, then sizes.
  add([](Case &c) { c.batch = c.batchTile = c.sharedOperand = 0; });
  add([](Case &c) { c.transposed = {}; });
  add([](Case &c) { c.swapped = {}; });
  add([](Case &c) { c.transposedOut = 0; });
  add([](Case &c) { c.start = {}; });
  add([](Case &c) { c.form = {}; });
  add([](Case &c) { c.epilogue = c.keep = 0; });
  add([](Case &c) { c.element = 0; });
  add([](Case &c) { c.wide = 1; });
  add([](Case &c) { c.data = 0; });
  add([](Case &c) { c.binding = 0; });
  add([](Case &c) { c.warps = c.stages = c.overlap = c.producers = 0; });
  add([](Case &c) { c.stages = c.overlap = 0; });
  add([](Case &c) { c.producers = 0; });
  add([](Case &c) { c.between[0] = 0; });
  add([](Case &c) { c.between[1] = 0; });
  add([](Case &c) { c.between[0] = isSoftmax(c.between[0]) ? int64_t(Between::Softmax) : 0; });
  for (int64_t Case::*dim : {&Case::m, &Case::n, &Case::k, &Case::h, &Case::p}) {
    add([&](Case &c) { c.*dim = 1; });
    add([&](Case &c) { c.*dim = std::max<int64_t>(1, c.*dim / 2); });
    add([&](Case &c) { c.*dim = std::max<int64_t>(1, c.*dim - 1); });
  }
  for (int i = 0; i < 6; ++i) {
    add([&](Case &c) { c.tile[i] = 64; });
    add([&](Case &c) { c.tile[i] = std::max<int64_t>(1, c.tile[i] / 2); });
  }
  return smaller;
}
