//===- LoopHints.h - what compilers do to a loop ----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LOOPHINTS_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_LOOPHINTS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mcf::mcfg {

/// Neither LLVM nor ptxas unrolls the loop: one beside the main work of a kernel, which would take
/// registers from that.
inline void keepRolled(mlir::scf::ForOp loop) {
  mlir::Builder b(loop.getContext());
  auto unroll = mlir::LLVM::LoopUnrollAttr::get(b.getContext(), /*disable=*/b.getBoolAttr(true), {},
                                                {}, {}, {}, {}, {});
  loop->setAttr("llvm.loop_annotation",
                mlir::LLVM::LoopAnnotationAttr::get(b.getContext(), {}, {}, {}, unroll, {}, {}, {},
                                                    {}, {}, {}, {}, {}, {}, {}, {}));
}

} // namespace mcf::mcfg

#endif
