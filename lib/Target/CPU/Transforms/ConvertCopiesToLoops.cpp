//===- ConvertCopiesToLoops.cpp - memref.copy as a linalg op --------------===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mcf {
#define GEN_PASS_DEF_CONVERTCOPIESTOLOOPSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

namespace {
struct ConvertCopiesToLoops : mcf::impl::ConvertCopiesToLoopsPassBase<ConvertCopiesToLoops> {
  void runOnOperation() override {
    SmallVector<memref::CopyOp> copies;
    getOperation()->walk([&](memref::CopyOp op) { copies.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (memref::CopyOp op : copies) {
      rewriter.setInsertionPoint(op);
      if (op.getSource() != op.getTarget())
        linalg::makeMemRefCopyOp(rewriter, op.getLoc(), op.getSource(), op.getTarget());
      rewriter.eraseOp(op);
    }
  }
};
} // namespace
