//===- OutputSizes.cpp - sizes of outputs from a launch plan --------------===//
#include "OutputSizes.h"
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
