//===- OutputSizes.cpp - the C ABI: sizes of outputs ----------------------===//
#include "OutputSizes.h"
#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mcf;
using namespace mcf::capi;

Outcome mcf::capi::makeView(const Function &function, const OperandSource &source,
                            const mcf_array &array, ArrayView &view) {
  view.offset = 0;
  view.sizes.assign(array.sizes, array.sizes + array.rank);
  view.strides = getStrides(array);
  for (const ViewStep &step : source.steps)
    if (std::string error = applyStep(step, view); !error.empty())
      return fail(MCF_INVALID_ARRAY,
                  function.describe(source.isOutput, source.position) + ": " + error);
  return ok();
}

namespace {
/// The size that a symbol stands for, and the input that says it.
struct SymbolValue {
  int64_t size;
  unsigned input;
};
} // namespace

static Outcome readSymbols(const Function &function, const runtime::KernelPlan &kernel,
                           const mcf_array *inputs, std::map<std::string, SymbolValue> &symbols) {
  for (auto [source, operand] : llvm::zip_equal(function.recipe.operands, kernel.operands)) {
    if (source.isOutput || operand.symbols.empty())
      continue;
    ArrayView view;
    if (Outcome outcome = makeView(function, source, inputs[source.position], view);
        !outcome.isOk())
      return outcome;
    for (auto [symbol, size] : llvm::zip_equal(operand.symbols, view.sizes)) {
      if (symbol.empty())
        continue;
      const SymbolValue &known =
          symbols.emplace(symbol, SymbolValue{size, source.position}).first->second;
      if (known.size != size)
        return fail(MCF_INVALID_ARRAY,
                    function.describe(/*isOutput=*/false, source.position) + ": expected size " +
                        std::to_string(known.size) + " of dim " + symbol + ", as in input " +
                        std::to_string(known.input) + ", but got " + std::to_string(size));
    }
  }
  return ok();
}

std::optional<Outcome> mcf::capi::findOutputSizes(const Function &function,
                                                  const runtime::LaunchPlan &plan,
                                                  const mcf_array *inputs, size_t output,
                                                  llvm::MutableArrayRef<int64_t> sizes) {
  const LaunchRecipe &recipe = function.recipe;
  auto kernel = llvm::find_if(
      plan.kernels, [&](const runtime::KernelPlan &entry) { return entry.name == recipe.kernel; });
  auto source = llvm::find_if(recipe.operands, [&](const OperandSource &entry) {
    return entry.isOutput && entry.position == output;
  });
  // Where an output is a reshape of what the kernel writes, sizes would have to be found backwards.
  if (!recipe.isLaunchable() || kernel == plan.kernels.end() || source == recipe.operands.end() ||
      !source->steps.empty())
    return std::nullopt;
  std::map<std::string, SymbolValue> symbols;
  if (Outcome outcome = readSymbols(function, *kernel, inputs, symbols); !outcome.isOk())
    return outcome;
  const runtime::OperandPlan &operand = kernel->operands[source - recipe.operands.begin()];
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    size = operand.shape[axis];
    if (size != runtime::OperandPlan::dynamic)
      continue;
    auto known = symbols.find(operand.symbols[axis]);
    if (known == symbols.end())
      return std::nullopt;
    size = known->second.size;
  }
  return ok();
}

/// Arrays with an address for those of which only the sizes matter.
static std::vector<mcf_array> withAddresses(const Function &function, const mcf_array *inputs,
                                            void *address) {
  std::vector<mcf_array> arrays(inputs, inputs + function.inputs.size());
  for (auto [array, input] : llvm::zip_equal(arrays, function.inputs))
    if (!input.isScalar)
      array.data = address;
  return arrays;
}

/// Finds the sizes if nothing has to run for that. Else `arrays` is what a run needs.
static Outcome findWithoutRun(const mcf_program &program, const Function &function,
                              std::vector<mcf_array> &arrays, size_t output,
                              llvm::MutableArrayRef<int64_t> sizes, bool &isFound) {
  isFound = true;
  const Parameter &value = function.outputs[output];
  if (Outcome outcome =
          checkArrays(function, /*areOutputs=*/false, arrays.data(), function.inputs.size());
      !outcome.isOk())
    return outcome;
  if (!llvm::is_contained(value.sizes, MCF_DYNAMIC_SIZE)) {
    llvm::copy(value.sizes, sizes.begin());
    return ok();
  }
  if (const CompiledKernels *kernels = program.getMadeKernels())
    if (std::optional<Outcome> outcome =
            findOutputSizes(function, kernels->plan, arrays.data(), output, sizes))
      return *outcome;
  isFound = false;
  return ok();
}

mcf_status mcf_program_get_output_sizes(mcf_program *program, size_t function,
                                        const mcf_array *inputs, size_t input_count, size_t output,
                                        int64_t *sizes, size_t rank) {
  MCF_REQUIRE(program);
  const Function *found = nullptr;
  std::vector<mcf_array> arrays;
  bool isFound = false;
  char any = 0;
  Outcome outcome = catchExceptions([&] {
    if (Outcome outcome = findFunction(*program, function, found); !outcome.isOk())
      return outcome;
    if (output >= found->outputs.size())
      return fail(MCF_INVALID_ARGUMENT, "expected the number of an output of '" + found->name +
                                            "' below " + std::to_string(found->outputs.size()) +
                                            ", but got " + std::to_string(output));
    size_t expected = found->outputs[output].sizes.size();
    if (rank != expected || (rank && !sizes))
      return fail(MCF_INVALID_ARGUMENT, found->describe(/*isOutput=*/true, output) +
                                            ": expected room for " + std::to_string(expected) +
                                            " sizes, but got " +
                                            (sizes ? std::to_string(rank) : "null"));
    if (input_count != found->inputs.size() || (input_count && !inputs))
      return checkArrays(*found, /*areOutputs=*/false, inputs, input_count);
    arrays = withAddresses(*found, inputs, &any);
    return findWithoutRun(*program, *found, arrays, output, {sizes, rank}, isFound);
  });
  if (outcome.isOk() && !isFound)
    outcome = runWith(*program,
                      [&] { return runForSizes(*program, *found, arrays, output, {sizes, rank}); });
  return finish(outcome);
}
