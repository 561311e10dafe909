//===- KeptRemarks.h - remarks of passes, kept for a report -----*- C++ -*-===//
#ifndef MCFUSER_DRIVER_KEPTREMARKS_H
#define MCFUSER_DRIVER_KEPTREMARKS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <utility>
#include <vector>

namespace mcf {

/// A remark of a pass.
struct KeptRemark {
  mlir::Location loc;
  std::string text;
  /// Where else to look, with why.
  std::vector<std::pair<mlir::Location, std::string>> notes;
};

/// Keeps all remarks of a context, as long as it lives; other diagnostics go on to the handlers
/// before it.
class KeptRemarks {
public:
  explicit KeptRemarks(mlir::MLIRContext &context);
  llvm::ArrayRef<KeptRemark> get() const { return remarks; }

  /// The lines of a report: `line 8: fused 2 contractions ...`.
  void print(llvm::raw_ostream &os) const;
  /// With the handler's way of showing the source.
  void emitTo(mlir::SourceMgrDiagnosticHandler &handler) const;

private:
  llvm::SmallVector<KeptRemark> remarks;
  mlir::ScopedDiagnosticHandler keeper;
};

} // namespace mcf

#endif
