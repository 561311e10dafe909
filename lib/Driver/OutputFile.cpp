//===- OutputFile.cpp - writes a file whole or not at all -----------------===//
#include "MCFuser/Driver/OutputFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

static llvm::Error writeAll(llvm::raw_ostream &os, llvm::StringRef path, llvm::StringRef text) {
  os << text;
  os.flush();
  auto *file = llvm::dyn_cast<llvm::raw_fd_ostream>(&os);
  if (!file || !file->has_error())
    return llvm::Error::success();
  // A stream with an error that nobody took ends the process.
  std::error_code code = file->error();
  file->clear_error();
  return llvm::createFileError(path == "-" ? "standard output" : path, code);
}

std::string mcf::writeOutput(llvm::StringRef path, llvm::StringRef text) {
  llvm::sys::fs::file_status status;
  bool exists = !llvm::sys::fs::status(path, status) && llvm::sys::fs::exists(status);
  llvm::Error error = llvm::Error::success();
  llvm::consumeError(std::move(error));
  if (exists && !llvm::sys::fs::is_regular_file(status) && !llvm::sys::fs::is_directory(status)) {
    // A pipe or device: nothing to rename.
    std::error_code code;
    llvm::raw_fd_ostream os(path, code);
    error = code ? llvm::createFileError(path, code) : writeAll(os, path, text);
  } else if (exists && llvm::sys::fs::is_directory(status)) {
    error = llvm::createFileError(path, std::make_error_code(std::errc::is_a_directory));
  } else {
    error =
        llvm::writeToOutput(path, [&](llvm::raw_ostream &os) { return writeAll(os, path, text); });
  }
  return error ? "cannot write " + llvm::toString(std::move(error)) : std::string();
}
