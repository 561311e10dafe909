//===- Passes.td - passes of the reference -------------------*- tablegen -*-===//
#ifndef MCFUSER_REFERENCE_PASSES_TD
#define MCFUSER_REFERENCE_PASSES_TD

include "mlir/Pass/PassBase.td"

def PromoteToF64Pass : Pass<"mcf-promote-to-f64", "::mlir::ModuleOp"> {
  let summary = "Turns a program into the same one in f64, rounding where it spells a cast";
  let description = [{
    Every float type becomes f64: tensors, scalars, constants (exactly), signatures.
    So all arithmetic and every accumulation is in f64. A cast that the program
    spells keeps its effect on the value: `arith.truncf` to T becomes a truncation
    to T and an extension back, `arith.extf` disappears, a conversion from an integer
    to T rounds to T.

    The casts inside linalg's named ops (operands of f16, accumulation in f32) are
    spelled by the op: named ops are made `linalg.generic` first. The type of an
    accumulator is not a cast: `linalg.matmul` into f16 accumulates in f64 here, and
    the result is not rounded.

    With `round=false` such casts have no effect at all: the distance between the
    two programs is what the spelled roundings do to the result. With `tf32=true` the operands of
    each product of f32 that a reduction sums up are rounded to TF32 (10 bits of mantissa, to nearest, ties away
    from zero).

    Refused: `arith.bitcast` from or to a float, external functions with floats in
    their signature, and memrefs of floats.
  }];
  let options = [Option<"round", "round", "bool", /*default=*/"true",
                        "round where the program spells a cast">,
                 Option<"observer", "observer", "std::string", /*default=*/"",
                        "name of a function that is declared and called for each value that is rounded">,
                 Option<"tf32", "tf32", "bool", /*default=*/"false",
                        "round the operands of contractions of f32 to TF32">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def PassArraysAsTensorsPass : Pass<"mcf-pass-arrays-as-tensors", "::mlir::ModuleOp"> {
  let summary = "Turns public functions on memrefs into functions on tensors";
  let description = [{
    An argument that is read by `bufferization.to_tensor` becomes a tensor; one that is written by
    `bufferization.materialize_in_destination` becomes a result, after those that the function has. So a program for arrays of the
    caller can be run and compared like any other. Strides are lost: it is for arrays that are dense.

    Refused: other uses of such an argument, writes that are not at the top of the function, and arguments that are both read and written.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif
