//===- Choices.h - named decisions of a generator --------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_CHOICES_H
#define MCFUSER_TOOLS_MCF_FUZZ_CHOICES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mcf::fuzz {

/// Decisions with names. Each is a function of seed, case number and its name, so a decision
/// that is made in another way changes none of the others. The generator puts the simplest
/// alternative first: making a case smaller is setting decisions to 0.
class Choices {
public:
  Choices(int64_t seed, int64_t index) : seed(seed), index(index) {}

  /// One of the alternatives, with these weights.
  int64_t pick(const std::string &name, llvm::ArrayRef<int64_t> weights);
  /// One of `count` alternatives.
  int64_t below(const std::string &name, int64_t count);
  /// True with this chance.
  bool chance(const std::string &name, int64_t percent);

  /// Decides in advance.
  void set(const std::string &name, int64_t value) { given[name] = value; }
  const std::map<std::string, int64_t> &getGiven() const { return given; }
  /// What is not given is 0 instead of random.
  void setSimple(bool value) { simple = value; }
  bool isSimple() const { return simple; }

  int64_t getSeed() const { return seed; }
  int64_t getIndex() const { return index; }

  /// `seed=1,case=7,name=value,...`. Names that were never asked for are left out, once
  /// something was.
  std::string toLine() const;
  static mlir::FailureOr<Choices> fromLine(llvm::StringRef line, std::string &error);

  /// Choices that make less, the most promising first: whole steps (names up to a dot) at 0, then
  /// single decisions at 0, half and one less. `made` is what a run with these choices decided.
  std::vector<Choices> getSmaller() const;

  /// Decisions in the order in which they were made first.
  const std::vector<std::pair<std::string, int64_t>> &getMade() const { return made; }

private:
  int64_t decide(const std::string &name, int64_t random, int64_t count);
  uint64_t hash(llvm::StringRef name) const;

  int64_t seed, index;
  bool simple = false;
  std::map<std::string, int64_t> given;
  std::vector<std::pair<std::string, int64_t>> made;
  llvm::StringMap<int64_t> values;
};

} // namespace mcf::fuzz

#endif
