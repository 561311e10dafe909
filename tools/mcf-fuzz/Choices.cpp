//===- Choices.cpp - named decisions of a generator ------------------------===//
#include "Choices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"
#include <numeric>

using namespace mlir;
using namespace mcf::fuzz;

/// A step of SplitMix64.
static uint64_t mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t Choices::hash(StringRef name) const {
  uint64_t state = mix(uint64_t(seed) * 1000003 + uint64_t(index));
  for (char c : name)
    state = mix(state ^ uint64_t((unsigned char)(c)));
  return mix(state);
}

int64_t Choices::decide(const std::string &name, int64_t random, int64_t count) {
  auto it = given.find(name);
  int64_t value = it != given.end() ? it->second % count : simple ? 0 : random;
  if (values.try_emplace(name, value).second)
    made.push_back({name, value});
  return value;
}

int64_t Choices::pick(const std::string &name, ArrayRef<int64_t> weights) {
  int64_t sum = std::accumulate(weights.begin(), weights.end(), int64_t(0));
  int64_t point = int64_t(hash(name) % uint64_t(sum)), random = 0;
  while (point >= weights[random])
    point -= weights[random++];
  return decide(name, random, weights.size());
}

int64_t Choices::below(const std::string &name, int64_t count) {
  return decide(name, int64_t(hash(name) % uint64_t(count)), count);
}

bool Choices::chance(const std::string &name, int64_t percent) {
  return pick(name, {100 - percent, percent}) == 1;
}

std::string Choices::toLine() const {
  std::string line = "seed=" + std::to_string(seed) + ",case=" + std::to_string(index);
  if (simple)
    line += ",simple=1";
  for (auto &[name, value] : given)
    if (!(simple && value == 0) && (made.empty() || values.contains(name)))
      line += "," + name + "=" + std::to_string(value);
  return line;
}

FailureOr<Choices> Choices::fromLine(StringRef line, std::string &error) {
  SmallVector<StringRef> parts;
  line.split(parts, ',', -1, false);
  Choices choices(1, 0);
  for (StringRef part : parts) {
    auto [name, text] = part.trim().split('=');
    int64_t value;
    if (text.getAsInteger(10, value) || value < 0) {
      error = ("expected name=number, but got '" + part + "'").str();
      return failure();
    }
    if (name == "seed")
      choices.seed = value;
    else if (name == "case")
      choices.index = value;
    else if (name == "simple")
      choices.simple = value != 0;
    else
      choices.set(name.str(), value);
  }
  return choices;
}

std::vector<Choices> Choices::getSmaller() const {
  // The same case, with every decision given and all others at 0.
  Choices base(seed, index);
  base.simple = true;
  for (auto &[name, value] : made)
    if (value != 0)
      base.given[name] = value;
  std::vector<Choices> smaller;
  llvm::SetVector<StringRef> steps;
  for (auto &[name, value] : base.given)
    for (size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1))
      steps.insert(StringRef(name).take_front(dot + 1));
  for (StringRef step : steps) {
    Choices c = base;
    for (auto it = c.given.begin(); it != c.given.end();)
      it = StringRef(it->first).starts_with(step) ? c.given.erase(it) : std::next(it);
    smaller.push_back(std::move(c));
  }
  auto add = [&](const std::string &name, int64_t value) {
    Choices c = base;
    c.given[name] = value;
    if (value == 0)
      c.given.erase(name);
    smaller.push_back(std::move(c));
  };
  for (auto &[name, value] : base.given)
    add(name, 0);
  for (auto &[name, value] : base.given) {
    if (value > 3)
      add(name, value / 2);
    if (value > 1)
      add(name, value - 1);
  }
  return smaller;
}
