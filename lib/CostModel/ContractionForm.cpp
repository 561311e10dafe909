//===- ContractionForm.cpp - contractions of a form -----------------------===//
#include "ContractionForm.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

ContractionForm ContractionForm::get(const ScheduleForm &form, unsigned index,
                                     llvm::ArrayRef<int64_t> tiles) {
  const ValueForm &value = form.values[index];
  ContractionForm contraction;
  contraction.a = value.operands[0];
  contraction.b = value.operands[1];
  auto has = [&](unsigned operand, unsigned dim) {
    return llvm::is_contained(form.values[operand].dims, dim);
  };
  auto first = llvm::find_if(value.dims, [&](unsigned dim) { return tiles[dim] > 1; });
  if (first != value.dims.end() && !has(contraction.a, *first))
    std::swap(contraction.a, contraction.b);
  ContractionSizes &sizes = contraction.sizes;
  sizes.m = sizes.n = sizes.k = 1;
  for (unsigned dim : value.dims)
    if (has(contraction.a, dim)) {
      sizes.m *= tiles[dim];
    } else {
      sizes.n *= tiles[dim];
      contraction.columnDims.push_back(dim);
    }
  for (unsigned dim : value.reducedDims)
    sizes.k *= tiles[dim];
  auto startsWith = [&](unsigned operand, auto isOne) {
    for (unsigned dim : form.values[operand].dims)
      if (tiles[dim] > 1)
        return isOne(dim);
    return false;
  };
  auto isReduced = [&](unsigned dim) { return llvm::is_contained(value.reducedDims, dim); };
  sizes.transposedA = startsWith(contraction.a, isReduced);
  sizes.transposedB = startsWith(contraction.b, [&](unsigned dim) { return !isReduced(dim); });
  sizes.chooseUnit(value.mmaBits);
  return contraction;
}

int64_t mcf::cost::placeWarps(llvm::MutableArrayRef<ContractionForm> contractions,
                              const Mapping &mapping) {
  int64_t warps = contractions.empty() ? LoweringLimits::defaultWarps : 1;
  for (const ContractionForm &contraction : contractions)
    warps = std::max(warps, contraction.sizes.getDefaultWarps());
  warps = mapping.warps.value_or(warps);
  for (ContractionForm &contraction : contractions) {
    const ContractionSizes &sizes = contraction.sizes;
    contraction.warps = {sizes.getBusyWarps(warps), 1};
    if (sizes.tensorCores)
      contraction.warps = FragmentLayout::mmaWarps(sizes.m, sizes.n, warps);
  }
  return warps;
}
