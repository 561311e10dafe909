//===- ChainCase.h - a case of the chain generator -------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_CHAINCASE_H
#define MCFUSER_TOOLS_MCF_FUZZ_CHAINCASE_H

#include "Choices.h"
#include "TestCase.h"

namespace mcf::fuzz {

class LinalgWriter;

/// A random program (see `ChainGenerator`) with a random tiling for each chain found in it.
class ChainCase : public TestCase {
public:
  explicit ChainCase(Choices choices);

  std::string toLine() const override { return choices.toLine(); }
  std::vector<TestCasePtr> getSmaller() const override;
  std::string emitLinalg(int64_t number) const override;
  std::vector<InputOptions> getRuns() const override;
  bool usesTF32() const override { return tf32; }
  std::string chooseTiling(ChainOp chain, unsigned index) const override;
  int64_t getNumContractions() const override { return numContractions; }
  bool mayStayUnfused() const override { return true; }

  /// The choice that makes tile sizes multiples of 16.
  static constexpr const char *multiples = "multiples";

private:
  void chooseSizes(const LinalgWriter &writer);

  /// What is decided on the way is noted here.
  mutable Choices choices;
  std::string text;
  int64_t numContractions;
  bool tf32;
  /// Of the arguments in each run; one that is empty if all sizes are known.
  std::vector<ArgumentShapes> shapes;
};

} // namespace mcf::fuzz

#endif
