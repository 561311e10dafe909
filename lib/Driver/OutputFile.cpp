//===- OutputFile.cpp - writes a file whole or not at all -----------------===//
#include "MCFuser/Driver/OutputFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

static llvm::Error writeAll(llvm::raw_fd_ostream &os, llvm::StringRef path, llvm::StringRef text) {
  os << text;
  os.flush();
  // A stream with an error that nobody took ends the process.
  std::error_code code = os.error();
  os.clear_error();
  return code ? llvm::createFileError(path, code) : llvm::Error::success();
}

static llvm::Error write(llvm::StringRef path, llvm::StringRef text) {
  if (path == "-")
    return writeAll(llvm::outs(), "standard output", text);
  llvm::sys::fs::file_status status;
  if (!llvm::sys::fs::status(path, status) && !llvm::sys::fs::is_regular_file(status)) {
    // A pipe or device: nothing to rename.
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    return code ? llvm::createFileError(path, code) : writeAll(os, path, text);
  }
  return llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    return writeAll(static_cast<llvm::raw_fd_ostream &>(os), path, text);
  });
}

std::string mcf::writeOutput(llvm::StringRef path, llvm::StringRef text) {
  llvm::Error error = write(path, text);
  return error ? "cannot write " + llvm::toString(std::move(error)) : std::string();
}
