//===- ArgumentShapes.h - sizes for a program that leaves them open --*- C++ -*-===//
#ifndef MCFUSER_REFERENCE_ARGUMENTSHAPES_H
#define MCFUSER_REFERENCE_ARGUMENTSHAPES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace mcf {

/// Sizes by the names of dims, such as `m`; `arg0.1` is axis 1 of argument 0.
using SizeSet = std::map<std::string, int64_t>;

/// The sizes that a text such as `m=77,arg0.1=5` spells.
llvm::Expected<SizeSet> parseSizes(llvm::StringRef text);
/// The same as text.
std::string toText(const SizeSet &sizes);

/// Shapes of the arguments of a function; none for scalars.
using ArgumentShapes = std::vector<llvm::SmallVector<int64_t>>;

/// The axes of unknown size of the arguments of a function, and the names of their dims. The names
/// are those of the chains, which `convert-mcf-to-scf` leaves at tile programs.
class ArgumentDims {
public:
  /// Diagnoses a function that there is not. `fused` holds the tile programs that it calls.
  static mlir::FailureOr<ArgumentDims> get(mlir::ModuleOp fused, llvm::StringRef function);

  /// True if some size is not known.
  bool isDynamic() const { return !axes.empty(); }
  /// Small sizes that divide nothing, all different.
  SizeSet getDefaultSizes() const;
  /// Diagnoses axes without a size or with two, and names that no axis has.
  mlir::FailureOr<ArgumentShapes> getShapes(const SizeSet &sizes) const;

private:
  explicit ArgumentDims(mlir::Location loc) : loc(loc) {}

  struct Axis {
    unsigned argument, axis;
    /// `arg0.1`, then the names that chains give it.
    std::vector<std::string> names;
  };
  mlir::Location loc;
  mlir::FunctionType type;
  std::vector<Axis> axes;
};

} // namespace mcf

#endif
