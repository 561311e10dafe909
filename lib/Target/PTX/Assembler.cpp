//===- Assembler.cpp - from PTX to a cubin through ptxas ------------------===//
#include "MCFuser/Target/PTX/Assembler.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

std::string mcf::findPtxas() {
  if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("ptxas"))
    return *path;
  llvm::SmallVector<std::string> roots;
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (std::optional<std::string> root = llvm::sys::Process::GetEnv(variable))
      roots.push_back(*root);
  roots.push_back("/usr/local/cuda");
  for (const std::string &root : roots) {
    llvm::SmallString<128> path(root);
    llvm::sys::path::append(path, "bin", "ptxas");
    if (llvm::sys::fs::can_execute(path))
      return std::string(path);
  }
  return "";
}

/// A temporary file that goes away with its owner.
static LogicalResult createTemporary(Location loc, llvm::StringRef suffix,
                                     llvm::SmallString<128> &path) {
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("mcfuser", suffix, path))
    return emitError(loc) << "cannot create a temporary file for ptxas: " << error.message();
  return success();
}

static std::string readFile(llvm::StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

FailureOr<mcf::Cubin> mcf::assemblePTX(Location loc, llvm::StringRef ptx, llvm::StringRef chip) {
  std::string ptxas = findPtxas();
  if (ptxas.empty())
    return emitError(loc) << "no ptxas on PATH, in CUDA_HOME or in /usr/local/cuda: a cubin needs "
                             "the CUDA toolkit (PTX does not, the driver assembles it)";
  llvm::SmallString<128> input, output, log;
  if (failed(createTemporary(loc, "ptx", input)))
    return failure();
  llvm::FileRemover removeInput(input);
  if (failed(createTemporary(loc, "cubin", output)))
    return failure();
  llvm::FileRemover removeOutput(output);
  if (failed(createTemporary(loc, "log", log)))
    return failure();
  llvm::FileRemover removeLog(log);

  std::error_code error;
  {
    llvm::raw_fd_ostream os(input, error);
    os << ptx;
    os.close();
    if (error || os.has_error()) {
      os.clear_error();
      return emitError(loc) << "cannot write PTX for ptxas to '" << input << "'";
    }
  }
  std::string archFlag = "-arch=" + chip.str();
  llvm::StringRef arguments[] = {ptxas, archFlag, "-v", "-o", output, input};
  std::string message;
  int code = llvm::sys::ExecuteAndWait(ptxas, arguments, /*Env=*/std::nullopt,
                                       {std::nullopt, log.str(), log.str()},
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  Cubin cubin{readFile(output), readFile(log)};
  if (code != 0 || cubin.image.empty()) {
    InFlightDiagnostic diag = emitError(loc) << "ptxas refused the PTX for " << chip;
    diag.attachNote() << (cubin.log.empty() ? message : cubin.log);
    return diag;
  }
  // C75xx, for example, is a slow kernel.
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(cubin.log).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.contains("warning"))
      emitWarning(loc) << line;
  return cubin;
}
