//===- TestCase.h - what the runner needs of a case ------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_TESTCASE_H
#define MCFUSER_TOOLS_MCF_FUZZ_TESTCASE_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Reference/Reference.h"
#include <memory>
#include <string>
#include <vector>

namespace mcf::fuzz {

class TestCase;
using TestCasePtr = std::shared_ptr<const TestCase>;

/// One program and how it is tiled.
class TestCase {
public:
  virtual ~TestCase() = default;

  /// What reproduces it.
  virtual std::string toLine() const = 0;
  /// Smaller cases that might fail in the same way, most promising first.
  virtual std::vector<TestCasePtr> getSmaller() const = 0;
  /// The function `@case_<number>` on tensors.
  virtual std::string emitLinalg(int64_t number) const = 0;
  /// Where the inputs of each run come from; there are several if sizes are not known.
  virtual std::vector<InputOptions> getRuns() const = 0;
  /// Contractions of f32 are compiled to TF32.
  virtual bool usesTF32() const { return false; }
  /// The tiling of chain number `index` of the function, in the names that the front end has given
  /// to its dims; empty for the plain one.
  virtual std::string chooseTiling(ChainOp chain, unsigned index) const = 0;
  virtual int64_t getNumContractions() const = 0;
  /// False if it is an error to leave contractions out of the chain.
  virtual bool mayStayUnfused() const = 0;
};

} // namespace mcf::fuzz

#endif
