//===- Parameters.h - arguments and results as a caller sees them ---*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_PARAMETERS_H
#define MCFUSER_LIB_CAPI_PARAMETERS_H

#include "MCFuser/Driver/LaunchRecipe.h"
#include "Outcome.h"
#include <optional>
#include <vector>

namespace mcf::capi {

/// An input or an output of a function. Holds nothing of MLIR: an executable outlives its program.
struct Parameter {
  mcf_type type = MCF_NO_TYPE;
  bool isScalar = false;
  std::vector<int64_t> sizes;
  /// What a launch takes; nothing: dense and row-major.
  std::optional<std::vector<int64_t>> strides;
  std::string text;

  mcf_value_info getInfo() const;
};

/// A function that can be run.
struct Function {
  std::string name;
  std::vector<Parameter> inputs, outputs;
  LaunchRecipe recipe;

  /// `input 1 of 'f'`.
  std::string describe(bool isOutput, size_t position) const;
};

/// The type of elements, or nothing for what no array of a caller can hold.
std::optional<mcf_type> getElementType(mlir::Type type);

/// Checks the arrays of a caller against the inputs or outputs of a function: their number, types,
/// ranks, the sizes that are known, and that there is memory.
Outcome checkArrays(const Function &function, bool areOutputs, const mcf_array *arrays,
                    size_t count);

/// Strides of the array, also where it says none.
llvm::SmallVector<int64_t> getStrides(const mcf_array &array);

} // namespace mcf::capi

#endif
