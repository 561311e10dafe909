//===- LayoutGraph.h - how layouts spread between values --------*- C++ -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_LAYOUTGRAPH_H
#define MCFUSER_DIALECT_MCFG_IR_LAYOUTGRAPH_H

#include "MCFuser/Dialect/MCFG/IR/ContractionSizes.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace mcf::mcfg {

/// Which value has which layout, and how layouts pass from one to the next. Values and ops are
/// numbers: mcf-assign-layouts makes the graph of a kernel, the estimate of resources that
/// of a schedule.
class LayoutGraph {
public:
  /// A step by which a layout passes on. Of several it is the first that holds.
  struct Relation {
    enum class Kind {
      /// All have one layout: the first that has one gives it to the others.
      Same,
      /// The second takes the layout of the first without the dims.
      Sliced,
      /// The second is the first repeated: it is what is left of the layout of the first
      /// without as many leading dims as it lacks, and with one coordinate in dims of size 1.
      Repeated,
      /// The second takes that of the first with dim i being dim `dims[i]`.
      Permuted,
      /// The second takes that of the first under its own shape, if no digit is torn.
      Reshaped,
    };
    Kind kind = Kind::Same;
    SmallVector<unsigned, 4> values;
    SmallVector<int64_t, 2> dims;
  };

  unsigned addValue(ArrayRef<int64_t> shape);
  /// Adds an op by what it relates. Values tell their ops in the order in which these came.
  void addOp(std::vector<Relation> relations);

  /// Sets the layout if there is none yet and the shapes agree, and looks at the ops of the value
  /// later.
  void suggest(unsigned value, const FragmentLayout &layout);
  /// Passes on what was suggested: first in, first out, so that layouts spread evenly.
  void propagate();

  ArrayRef<int64_t> getShape(unsigned value) const { return values[value].shape; }
  bool has(unsigned value) const { return values[value].layout.has_value(); }
  const FragmentLayout &get(unsigned value) const { return *values[value].layout; }
  void set(unsigned value, const FragmentLayout &layout) { values[value].layout = layout; }
  size_t size() const { return values.size(); }

private:
  struct LayoutValue {
    SmallVector<int64_t, 2> shape;
    std::optional<FragmentLayout> layout;
    SmallVector<unsigned, 4> ops;
  };
  void visit(const Relation &relation);

  std::vector<LayoutValue> values;
  std::vector<std::vector<Relation>> ops;
  llvm::SetVector<unsigned> worklist;
};

/// A contraction as an anchor of layouts.
struct LayoutAnchor {
  ContractionSizes sizes;
  /// Operand with the rows, operand with the columns, result.
  unsigned a = 0, b = 0, result = 0;
};

/// The warps of a block that runs these contractions: those of the mapping; without one as many
/// as the contraction that takes most by default.
int64_t getNumWarps(ArrayRef<LayoutAnchor> anchors, std::optional<int64_t> mapped);

/// Gives each value of the graph a layout. Sums of contractions first, then their operands, each
/// followed by what takes its layout from them; the rest, in the order of the numbers, is
/// blocked.
void assignLayouts(LayoutGraph &graph, ArrayRef<LayoutAnchor> anchors, int64_t numWarps);

/// The layout of the source of a repetition whose result has this one.
FragmentLayout getRepeatedLayout(const FragmentLayout &result, ArrayRef<int64_t> sourceShape);

} // namespace mcf::mcfg

#endif
