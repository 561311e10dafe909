//===- InputFile.cpp - reads a file of IR ---------------------------------===//
#include "InputFile.h"
#include "Session.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mcf::mcfc;

OwningOpRef<ModuleOp> mcf::mcfc::readInputFile(llvm::StringRef path,
                                               const std::shared_ptr<llvm::SourceMgr> &sources,
                                               MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer) {
    fail("cannot read '" + path + "': " + buffer.getError().message());
    return nullptr;
  }
  if ((*buffer)->getBuffer().trim().empty()) {
    fail("'" + path + "' is empty");
    return nullptr;
  }
  sources->AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}
