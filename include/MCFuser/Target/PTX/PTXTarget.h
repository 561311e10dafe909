//===- PTXTarget.h - from gpu.module to LLVM IR and PTX ---------*- C++ -*-===//
#ifndef MCFUSER_TARGET_PTX_PTXTARGET_H
#define MCFUSER_TARGET_PTX_PTXTARGET_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir {
class DialectRegistry;
namespace gpu {
class GPUModuleOp;
} // namespace gpu
} // namespace mlir

namespace mcf {

/// What PTX is made for.
struct PTXOptions {
  /// The architecture, `sm_80`, `sm_86`, `sm_89`, `sm_90` or `sm_90a`. PTX for `sm_80` also runs
  /// on later cards, PTX for `sm_90a` only on Hopper.
  std::string chip = "sm_80";
  /// PTX ISA version times ten. None: 8.0, which drivers since 525 (CUDA 12.0) accept, or 8.1 (530,
  /// CUDA 12.1) for kernels with 8-bit floats.
  std::optional<unsigned> ptxVersion = std::nullopt;
  /// LLVM optimization level, 0 to 3.
  unsigned optLevel = 3;
};

/// The architectures that `PTXOptions::chip` may name.
llvm::ArrayRef<llvm::StringRef> getPTXChips();

/// What is wrong with the options, or an empty text: LLVM itself would end the process if asked for
/// a PTX version that does not have the chip.
std::string checkPTXOptions(const PTXOptions &options);

/// Reads `8.0` as 80, or gives nothing.
std::optional<unsigned> parsePTXVersion(llvm::StringRef text);

/// What the two functions below need to know about the dialects they translate.
void registerPTXTranslations(mlir::DialectRegistry &registry);

/// PTX text of a gpu.module in the LLVM and NVVM dialects.
mlir::FailureOr<std::string> translateToPTX(mlir::gpu::GPUModuleOp module,
                                            const PTXOptions &options = {});

/// The LLVM IR that `translateToPTX` gives to the code generator, after optimization.
mlir::FailureOr<std::string> translateToLLVMIR(mlir::gpu::GPUModuleOp module,
                                               const PTXOptions &options = {});

} // namespace mcf

#endif
