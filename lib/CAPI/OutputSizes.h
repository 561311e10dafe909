//===- OutputSizes.h - sizes of outputs from a launch plan ------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_OUTPUTSIZES_H
#define MCFUSER_LIB_CAPI_OUTPUTSIZES_H

#include "MCFuser/Runtime/LaunchPlan.h"
#include "Parameters.h"

namespace mcf::capi {

/// The view of an array that an operand of the kernel is.
Outcome makeView(const Function &function, const OperandSource &source, const mcf_array &array,
                 ArrayView &view);

/// The sizes of an output of a function that is one launch, by the symbols of its plan: nothing has
/// to run for that. Nothing, if they do not say it. The inputs have been checked.
std::optional<Outcome> findOutputSizes(const Function &function, const runtime::LaunchPlan &plan,
                                       const mcf_array *inputs, size_t output,
                                       llvm::MutableArrayRef<int64_t> sizes);

/// The same by code of the program that computes them, which is compiled for the CPU first.
Outcome runForSizes(mcf_program &program, const Function &function,
                    llvm::ArrayRef<mcf_array> inputs, size_t output,
                    llvm::MutableArrayRef<int64_t> sizes);

} // namespace mcf::capi

#endif
