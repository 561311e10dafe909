//===- FixedCase.h - a case of the fixed scheme ----------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_FIXEDCASE_H
#define MCFUSER_TOOLS_MCF_FUZZ_FIXEDCASE_H

#include "Case.h"
#include "TestCase.h"

namespace mcf::fuzz {

/// A `Case`: two or three contractions in a row, one field for each feature.
class FixedCase : public TestCase {
public:
  FixedCase(Case c, std::vector<std::string> kinds) : c(std::move(c)), kinds(std::move(kinds)) {}

  std::string toLine() const override { return c.toLine(kinds); }
  std::vector<TestCasePtr> getSmaller() const override;
  std::string emitLinalg(int64_t number) const override { return mcf::fuzz::emitLinalg(c, number); }
  std::vector<InputOptions> getRuns() const override;
  std::string chooseTiling(ChainOp chain, unsigned index) const override;
  int64_t getNumContractions() const override { return c.contractions; }
  bool mayStayUnfused() const override { return false; }

private:
  Case c;
  std::vector<std::string> kinds;
};

} // namespace mcf::fuzz

#endif
