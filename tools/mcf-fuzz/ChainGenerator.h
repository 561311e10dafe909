//===- ChainGenerator.h - random programs around contractions --------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_CHAINGENERATOR_H
#define MCFUSER_TOOLS_MCF_FUZZ_CHAINGENERATOR_H

#include "Choices.h"
#include "LinalgWriter.h"

namespace mcf::fuzz {

/// Writes a function of two to four contractions and what may stand between them, step by step:
/// each decision is a choice. Every array has dims of its own letters, so that any step fits any
/// array. Values stay in a range where errors mean something (`Array::size`).
class ChainGenerator {
public:
  explicit ChainGenerator(Choices &choices) : c(choices) {}

  /// The function without `func.func @name`.
  std::string generate();
  int64_t getNumContractions() const { return numContractions; }
  /// Contractions of f32 may be in TF32.
  bool usesTF32() const { return tf32; }
  const LinalgWriter &getWriter() const { return w; }

private:
  /// What a contraction was made of.
  struct Contraction {
    Array lhs, rhs;
    std::string out;
  };

  // Structure (ChainGenerator.cpp). `p` is the prefix of the names of choices.
  Array first(const std::string &p);
  Array next(const std::string &p, Array current);
  Array pair(const std::string &p, Array current);
  Array gate(const std::string &p, Array current);
  Array branch(const std::string &p, Array current);
  Array square(const std::string &p, Array current);
  Array emitContraction(const std::string &p, const Array &lhs, const Array &rhs, std::string out);
  Array join(const std::string &p, Array a, Array b);
  void pickTypes();
  char addDim(const std::string &name, int64_t size);
  std::string addDims(const std::string &p, int64_t count, int64_t &budget);
  std::string reorder(const std::string &p, std::string dims);
  /// Dims of the other operand for a contraction with `current`: all but what is summed stay.
  struct Plan {
    std::string kept, batch, sum, columns;
  };
  Plan planNext(const std::string &p, const Array &current);
  Array toOperand(const std::string &p, Array x);

  // Inputs (ChainInputs.cpp).
  Array input(const std::string &p, const std::string &dims, const std::string &element);
  Array outerView(const std::string &p, const std::string &dims, const std::string &element);
  Place pickPlace(const std::string &p);
  Array startValue(const std::string &p, const std::string &dims, const std::string &element);

  // What stands between (ChainSteps.cpp, ChainRows.cpp).
  Array steps(const std::string &p, Array x, llvm::ArrayRef<int64_t> counts);
  Array unary(const std::string &p, Array x);
  Array integerUnary(const std::string &p, const Array &x);
  /// Integers become floats, and those the type of what is to come.
  Array dequantize(const std::string &p, const Array &x);
  Array binary(const std::string &p, Array x);
  Array view(const std::string &p, Array x);
  Array castTo(const std::string &p, const Array &from, const std::string &element);
  /// Scaled so that the elements are about `limit` at most.
  Array bounded(const Array &x, double limit);

  // Over rows (ChainRows.cpp).
  Array rows(const std::string &p, Array x);
  Array mask(const std::string &p, const Array &x, char column, double low);
  std::string condition(const std::string &p, Scalars &s, char row, char column);
  Array reduce(const std::string &p, const Array &x, char dim, bool isMax);
  Array maximum(const std::string &p, const Array &x, char dim);
  Array softmax(const std::string &p, const Array &x, char dim);
  Array norm(const std::string &p, const Array &x, char dim);
  Array combine(const Array &x, const Array &statistic, llvm::StringRef op);
  char pickDim(const std::string &p, const Array &x);

  Choices &c;
  LinalgWriter w;
  std::string narrow, wide;
  bool tf32 = false;
  /// Some dims are open.
  bool hasOpenSizes = false;
  std::vector<Array> results;
  /// Arrays that later steps may read again.
  std::vector<Array> earlier;
  Contraction last;
  int64_t numContractions = 0, numDims = 0;
};

} // namespace mcf::fuzz

#endif
