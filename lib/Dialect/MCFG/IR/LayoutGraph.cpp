//===- LayoutGraph.cpp - how layouts spread between values ----------------===//
#include "MCFuser/Dialect/MCFG/IR/LayoutGraph.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"

using namespace mcf::mcfg;

FragmentLayout mcf::mcfg::getRepeatedLayout(const FragmentLayout &layout,
                                            ArrayRef<int64_t> sourceShape) {
  FragmentLayout result = layout;
  for (size_t leading = layout.getRank() - sourceShape.size(); leading > 0; --leading)
    result = result.slice(0);
  for (size_t i = 0; i < sourceShape.size(); ++i)
    if (sourceShape[i] != result.getShape()[i])
      result = result.collapse(i);
  return result;
}

unsigned LayoutGraph::addValue(ArrayRef<int64_t> shape) {
  values.emplace_back().shape.assign(shape.begin(), shape.end());
  return values.size() - 1;
}

void LayoutGraph::addOp(std::vector<Relation> relations) {
  unsigned op = ops.size();
  for (const Relation &relation : relations)
    for (unsigned value : relation.values)
      if (values[value].ops.empty() || values[value].ops.back() != op)
        values[value].ops.push_back(op);
  ops.push_back(std::move(relations));
}

void LayoutGraph::suggest(unsigned value, const FragmentLayout &layout) {
  LayoutValue &target = values[value];
  if (target.layout || ArrayRef<int64_t>(target.shape) != layout.getShape())
    return;
  target.layout = layout;
  for (unsigned op : target.ops)
    worklist.insert(op);
}

void LayoutGraph::visit(const Relation &relation) {
  if (relation.kind == Relation::Kind::Same) {
    for (unsigned value : relation.values)
      if (has(value)) {
        FragmentLayout layout = get(value);
        for (unsigned other : relation.values)
          suggest(other, layout);
        return;
      }
    return;
  }
  unsigned from = relation.values[0], to = relation.values[1];
  if (!has(from) || has(to))
    return;
  const FragmentLayout &layout = get(from);
  switch (relation.kind) {
  case Relation::Kind::Same:
    return;
  case Relation::Kind::Sliced: {
    FragmentLayout result = layout;
    SmallVector<int64_t, 2> dims(relation.dims);
    llvm::sort(dims, std::greater<>());
    for (int64_t dim : dims)
      result = result.slice(dim);
    return suggest(to, result);
  }
  case Relation::Kind::Repeated:
    return suggest(to, getRepeatedLayout(layout, getShape(to)));
  case Relation::Kind::Permuted:
    return suggest(to, layout.transpose(relation.dims));
  case Relation::Kind::Reshaped:
    if (std::optional<FragmentLayout> result = layout.reshape(getShape(to)))
      suggest(to, *result);
    return;
  }
}

void LayoutGraph::propagate() {
  while (!worklist.empty()) {
    unsigned op = worklist.front();
    worklist.erase(worklist.begin());
    for (const Relation &relation : ops[op])
      visit(relation);
  }
}

int64_t mcf::mcfg::getNumWarps(ArrayRef<LayoutAnchor> anchors, std::optional<int64_t> mapped) {
  if (mapped)
    return *mapped;
  int64_t warps = anchors.empty() ? LoweringLimits::defaultWarps : 1;
  for (const LayoutAnchor &anchor : anchors)
    warps = std::max(warps, anchor.sizes.getDefaultWarps());
  return warps;
}

void mcf::mcfg::assignLayouts(LayoutGraph &graph, ArrayRef<LayoutAnchor> anchors,
                              int64_t numWarps) {
  for (const LayoutAnchor &anchor : anchors)
    graph.suggest(anchor.result, getAccumulatorLayout(anchor.sizes, numWarps));
  graph.propagate();
  for (const LayoutAnchor &anchor : anchors) {
    graph.suggest(anchor.a, getOperandALayout(anchor.sizes, numWarps));
    graph.suggest(anchor.b, getOperandBLayout(anchor.sizes, numWarps));
    graph.propagate();
  }
  for (unsigned value = 0; value < graph.size(); ++value) {
    if (graph.has(value))
      continue;
    graph.suggest(value, FragmentLayout::blocked(graph.getShape(value), numWarps));
    graph.propagate();
  }
}
