//===- Case.h - one random chain and how it is tiled -----------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_CASE_H
#define MCFUSER_TOOLS_MCF_FUZZ_CASE_H

#include "mlir/Support/LLVM.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mcf::fuzz {

/// Element types of operands.
enum class Element { F32, F16, BF16 };
/// What stands between two contractions, on the first one's result `C[m, n]`.
enum class Between {
  None,
  Relu,
  Scale,
  Bias,
  Exp,
  Softmax,         ///< linalg.softmax along the dim that is summed next
  SoftmaxGenerics, ///< the same, spelled as max, sub, exp, sum, div
  CausalSoftmax,   ///< a mask by position before it; some rows may be all masked
  SoftmaxOther,    ///< softmax along the dim that is not summed next
};
/// Where an accumulation starts.
enum class Start { Zero, Constant, Argument };
/// Which op spells a contraction.
enum class Form { Named, Contract, Generic };
/// What follows the last contraction.
enum class Epilogue { None, Cast, Residual, Relu };
/// What the inputs hold.
enum class Data { Normal, Large, Infinities, NaNs, MaskedRows };

/// Everything that a case depends on, as numbers with names, so that a case can be
/// printed on one line, read back, and made smaller field by field.
struct Case {
  int64_t seed = 1, index = 0;
  // The program.
  int64_t contractions = 2;
  int64_t batch = 0; ///< size of the batch dim; 0: none
  int64_t m = 1, n = 1, k = 1, h = 1, p = 1;
  int64_t element = 0, wide = 1; ///< wide: accumulate in f32
  std::array<int64_t, 2> between = {};
  std::array<int64_t, 3> start = {}, form = {};
  std::array<int64_t, 4> transposed = {}; ///< A, B, D, F
  std::array<int64_t, 2> swapped = {};    ///< the intermediate is the right operand
  int64_t transposedOut = 0;              ///< of the first contraction
  int64_t sharedOperand = 0;              ///< B has no batch dim
  int64_t keep = 0;                       ///< the first intermediate is a result too
  int64_t epilogue = 0;
  int64_t data = 0;
  // The tiling.
  int64_t expression = 0;           ///< position in the list of expressions
  std::array<int64_t, 6> tile = {}; ///< by position of the dim in the chain
  int64_t batchTile = 0; ///< tile size of batch dims; 0: the expression does not name them
  int64_t binding = 0;   ///< 0: default; 1: no loop on blocks; 2: one
  /// The mapping; 0: the tiling does not say.
  int64_t warps = 0, stages = 0, overlap = 0, producers = 0;

  /// The case of this number: any two runs agree on it.
  static Case generate(int64_t seed, int64_t index, llvm::ArrayRef<std::string> kinds);

  /// Makes each tile size 16, 32, 64 or 128, and binds loops as by default.
  void useMultiples();

  /// `seed=1,case=7`, with `,name=value` for every field that differs from the generated case.
  std::string toLine(llvm::ArrayRef<std::string> kinds) const;
  static mlir::FailureOr<Case> fromLine(llvm::StringRef line, llvm::ArrayRef<std::string> kinds,
                                        std::string &error);

  /// Name and place of every field but seed and index.
  std::vector<std::pair<std::string, int64_t *>> getFields();

  /// Smaller cases that might fail in the same way, most promising first.
  std::vector<Case> getSmaller() const;
};

/// The names that `kinds` may hold, with what they mean.
llvm::ArrayRef<std::pair<llvm::StringLiteral, llvm::StringLiteral>> getKinds();

/// The case's function `@case_<number>` on tensors.
std::string emitLinalg(const Case &c, int64_t number);

} // namespace mcf::fuzz

#endif
