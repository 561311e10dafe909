//===- KeptRemarks.cpp - remarks of passes, kept for a report -------------===//
#include "MCFuser/Driver/KeptRemarks.h"
#include "mlir/IR/Location.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;

KeptRemarks::KeptRemarks(MLIRContext &context)
    : keeper(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
          return failure();
        remarks.push_back({diagnostic.getLocation(), diagnostic.str(), {}});
        for (const Diagnostic &note : diagnostic.getNotes())
          remarks.back().notes.push_back({note.getLocation(), note.str()});
        return success();
      }) {}

void KeptRemarks::print(llvm::raw_ostream &os) const {
  auto print = [&](StringRef indent, Location at, StringRef text) {
    os << indent;
    if (auto loc = dyn_cast<FileLineColLoc>(at))
      os << "line " << loc.getLine() << ": ";
    os << text << "\n";
  };
  for (const KeptRemark &remark : remarks) {
    print("  ", remark.loc, remark.text);
    for (const auto &[loc, text] : remark.notes)
      print("    ", loc, text);
  }
}

void KeptRemarks::emitTo(SourceMgrDiagnosticHandler &handler) const {
  for (const KeptRemark &remark : remarks) {
    handler.emitDiagnostic(remark.loc, remark.text, DiagnosticSeverity::Remark);
    for (const auto &[loc, text] : remark.notes)
      handler.emitDiagnostic(loc, text, DiagnosticSeverity::Note);
  }
}
