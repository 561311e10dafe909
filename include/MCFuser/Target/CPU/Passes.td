//===- Passes.td - passes of the CPU target ------------------*- tablegen -*-===//
#ifndef MCFUSER_TARGET_CPU_PASSES_TD
#define MCFUSER_TARGET_CPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def DecomposeSoftmaxPass : Pass<"mcf-decompose-softmax"> {
  let summary = "Rewrites linalg.softmax as max, exp(x - max), sum and quotient";
  let description = [{
    The maximum starts from -inf and propagates NaN; the sum starts from zero. All
    arithmetic is in the element type of the op, as its definition spells. A row of
    -inf gives NaN, as `exp(-inf - -inf)` does.

    Upstream's own decomposition starts the maximum from NaN. This one is used for
    the program that others are compared with, so it keeps to the definition.

    Dynamic sizes are fine. A softmax on memrefs is refused.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def AddEntryPointsPass : Pass<"mcf-add-entry-points", "::mlir::ModuleOp"> {
  let summary = "Adds a function `mcf_entry_<f>` with buffers for results for each public function";
  let description = [{
    For each public function `f` with a body, adds a function that takes the
    arguments of `f`, which it does not write to, and then one memref per result,
    which it fills. `f` becomes private. The new function has a C interface
    (`llvm.emit_c_interface`), so a host program needs no allocator of ours. All other functions with
    a body become `mcf_body_<f>`: a name such as `tanh` would hide the function of libm.

    Tensors must be ranked. A result of scalar type arrives in a memref without dims.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect"];
}

def ExpandSmallFloatsPass : Pass<"mcf-expand-small-floats"> {
  let summary = "Rewrites casts from and to 8-bit floats as integer ops";
  let description = [{
    `arith.extf` and `arith.truncf` of scalars of f8E4M3FN and f8E5M2, which LLVM does not have, become operations on
    their bits. A cast to them rounds once, to nearest even, also from f64; what is beyond the largest number becomes NaN in
    E4M3FN, which has no infinity, and infinity in E5M2.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def LowerScansPass : Pass<"mcf-lower-scans"> {
  let summary = "Rewrites tm_tensor.scan as linalg.generic";
  let description = [{
    Each element becomes a reduction over all that the op has combined until there, so a scan of n elements takes n^2 steps: it
    is there to be right. The reductions are right in ascending order, in which they become loops here.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect"];
}

def LowerAssertionsPass : Pass<"mcf-lower-assertions", "::mlir::ModuleOp"> {
  let summary = "Rewrites numbered assertions as calls of the runtime";
  let description = [{
    A `cf.assert` with the attribute `mcf.assertion = N : i64` becomes a call of `mcf_fail_assertion` with N where it does
    not hold: the executor ends the run with an error. All others are left to upstream's lowering, which ends the process.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertCopiesToLoopsPass : Pass<"mcf-convert-copies-to-loops"> {
  let summary = "Rewrites memref.copy as a linalg.generic";
  let description = [{
    A copy of a strided memref lowers to a call into MLIR's run-time library, which
    a self-contained binary does not have. As a linalg op it becomes loops.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def LowerViewsPass : Pass<"mcf-lower-views"> {
  let summary = "Rewrites views that expand-strided-metadata does not take";
  let description = [{
    Two views become `memref.reinterpret_cast`:
    - `memref.expand_shape` that splits an axis into several parts of unknown size: these come from the op
      (`output_shape`). Upstream takes the one unknown size from the others and the whole, and crashes where there are two;
    - `memref.subview` that drops some of its axes of size 1 and keeps others. Upstream goes by strides to tell which,
      and takes the wrong ones where several strides are unknown.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

#endif
