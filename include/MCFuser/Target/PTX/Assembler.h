//===- Assembler.h - from PTX to a cubin through ptxas ----------*- C++ -*-===//
#ifndef MCFUSER_TARGET_PTX_ASSEMBLER_H
#define MCFUSER_TARGET_PTX_ASSEMBLER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir {
class Location;
} // namespace mlir

namespace mcf {

/// What ptxas made.
struct Cubin {
  /// The ELF image, as bytes.
  std::string image;
  /// What ptxas said about registers, spills and workgroup memory (`-v`), and its warnings.
  std::string log;
};

/// Path of ptxas: on PATH, else in `bin` of CUDA_HOME, CUDA_PATH or /usr/local/cuda. Empty if none.
std::string findPtxas();

/// Assembles PTX for a chip with the ptxas of the machine. Without one, or if it refuses the PTX,
/// fails with a diagnostic at `loc`.
mlir::FailureOr<Cubin> assemblePTX(mlir::Location loc, llvm::StringRef ptx, llvm::StringRef chip);

} // namespace mcf

#endif
