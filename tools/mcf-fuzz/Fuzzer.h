//===- Fuzzer.h - many cases, in processes of their own --------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_FUZZER_H
#define MCFUSER_TOOLS_MCF_FUZZ_FUZZER_H

#include "Counts.h"
#include "RunCases.h"
#include "mlir/IR/DialectRegistry.h"
#include <sys/types.h>

namespace mcf::fuzz {

enum class Target { CPU, GPU, PTX, Cubin };

/// What the command line says.
struct FuzzOptions {
  int64_t seed = 1, first = 0, count = 100;
  std::vector<std::string> kinds;
  Target run = Target::CPU;
  int gpu = 0;
  /// Tile sizes are multiples of 16.
  bool multiples = false;
  bool shrink = true, quiet = false, verbose = false;
  int64_t batch = 16, jobs = 1, timeout = 60, maxFailures = 10;
  /// Percent of the contractions that must become part of a chain.
  int64_t minFused = 0;
  std::string stopAfter;
};

class Fuzzer {
public:
  explicit Fuzzer(const FuzzOptions &options);

  /// Exit codes.
  int runMany();
  int runOne(TestCasePtr c, bool print);

  /// The case of this number.
  TestCasePtr generate(int64_t index) const;
  /// The case that a line describes.
  mlir::FailureOr<TestCasePtr> read(llvm::StringRef line, std::string &error) const;

private:
  bool isChain() const { return options.kinds == std::vector<std::string>{"chain"}; }
  std::string commandOf(const TestCase &c) const;
  /// Up to a pass, if one is given.
  std::vector<Outcome> run(llvm::ArrayRef<TestCasePtr> cases, llvm::StringRef stopAfter = "");
  void count(const TestCase &c, const Outcome &outcome);
  void reportFailure(TestCasePtr c, const Outcome &outcome);
  // Shrink.cpp
  TestCasePtr makeSmaller(TestCasePtr c, Outcome &outcome);
  TestCasePtr makeSmallerCrash(TestCasePtr c);
  int runInChild(const TestCasePtr &c, llvm::StringRef stopAfter);
  int64_t runBatch(llvm::ArrayRef<TestCasePtr> cases);
  pid_t startBatch(llvm::ArrayRef<TestCasePtr> cases);
  int64_t finishBatch(llvm::ArrayRef<TestCasePtr> cases, int status);
  bool printCounts(int64_t finished);

  const FuzzOptions &options;
  /// Shared with the child processes.
  Counts counts;
  mlir::DialectRegistry registry;
};

} // namespace mcf::fuzz

#endif
