//===- Passes.td - passes between dialects -------------------*- tablegen -*-===//
#ifndef MCFUSER_CONVERSION_PASSES_TD
#define MCFUSER_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLinalgToMCF : Pass<"convert-linalg-to-mcf", "::mlir::func::FuncOp"> {
  let summary = "find chains of contractions in linalg on tensors and wrap each in mcf.chain";
  let description = [{
    In each block, finds groups of two or more contractions that tensors connect, directly or
    through elementwise ops, row reductions, softmax, transposes and reshapes, and replaces each
    group by one `mcf.chain` at the place of its last op. Everything else stays as it is.

    *What is read.* Structured ops of linalg on tensors, in any loop order: an op is
    what its indexing maps and its body say, whatever its name. `arith` and `math` on tensors,
    `linalg.softmax` (as max, exp, sum and quotient; `exp(s - (m + log l))` too becomes a quotient), `tensor.expand_shape` and `tensor.collapse_shape`.
    An axis of size 1 that only a view adds or removes gets no dim. An axis that is split or merged by a
    reshape in the chain becomes several dims everywhere in it, with a reshape around the chain.

    *Sizes* may be unknown (`tensor<?x64xf16>`): loops that one op indexes are one dim, and
    `tensor.dim` of an intermediate is taken from what that has its sizes from. Each size has to
    follow from the inputs.

    *Start values* keep their meaning: a neutral one (zero of a sum) is nothing, any other is an
    `mcf.map` that adds it; the sum of an f16 or bf16 result is then f32 and is rounded once, after it. A start
    value from `tensor.empty` is undefined: the op gets a warning and stays unfused. Of several results
    of a reduction those that nothing uses are not computed.

    *Before the contractions* a chain takes in transposes (which are only names), maps that
    only maps of the chain use, and maps of plain arithmetic that give more elements than they read
    (broadcasts, masks).

    *Users.* An array that something else uses or returns is a further result of the chain. The chain
    stands before the first such user. If an input is defined later than that, ops at the end of the
    group are left out.

    *Cuts.* With `cut`, a contraction does not join others where blocks would compute the same
    again or depend on each other: see docs/Fusion.md, "Where chains are cut".

    *Masked rows.* With `masked-rows=zero` the chains get `masked_rows zero`: a softmax over
    nothing but -inf gives 0, where the program has NaN.

    *Names.* The first contraction names `b` (batch), `m`, `n`, `k`; later dims are `h`, `p`, `q`, ...

    A remark at each contraction, or at the first of each chain, says fused or not and why, with
    the ratio `2 M N K / bytes` of each against the balance of the device.
  }];
  let options = [
    Option<"deviceName", "device", "std::string", /*default=*/"\"H200\"",
           "the device whose balance decides what is memory-bound">,
    Option<"fuse", "fuse", "::mcf::FuseMode", /*default=*/"::mcf::FuseMode::Legal",
           "which contractions to fuse",
           [{::llvm::cl::values(
             clEnumValN(::mcf::FuseMode::Legal, "legal", "all that are legal to fuse"),
             clEnumValN(::mcf::FuseMode::MBCI, "mbci", "only memory-bound contractions"))}]>,
    Option<"precision", "precision", "::mcf::Precision", /*default=*/"::mcf::Precision::Full",
           "in what contractions of f32 are multiplied",
           [{::llvm::cl::values(
             clEnumValN(::mcf::Precision::Full, "full", "in f32"),
             clEnumValN(::mcf::Precision::TF32, "tf32",
                        "with operands rounded to TF32, which tensor cores take"))}]>,
    Option<"maxContractions", "max-contractions", "unsigned", /*default=*/"0",
           "most contractions in a chain; 0: any number">,
    Option<"cut", "cut", "bool", /*default=*/"true",
           "cut chains where blocks would compute the same again or depend on each other">,
    Option<"maskedRows", "masked-rows", "::mcf::MaskedRows", /*default=*/"::mcf::MaskedRows::NaN",
           "what a row of a softmax gives whose elements are all masked",
           [{::llvm::cl::values(
             clEnumValN(::mcf::MaskedRows::NaN, "nan", "what the program says"),
             clEnumValN(::mcf::MaskedRows::Zero, "zero", "0, as attention ops of frameworks do"))}]>
  ];
  let dependentDialects = ["::mcf::MCFDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::linalg::LinalgDialect"];
}

def ConvertMCFToSCF : Pass<"convert-mcf-to-scf", "::mlir::ModuleOp"> {
  let summary = "turn placed schedules into tile programs";
  let description = [{
    Each `mcf.chain` with a placed `mcf.schedule` becomes a private function
    `@<caller>_chain_<i>` with the attribute `mcf.tile_program`, and a call of it. The function takes
    the inputs of the chain and a destination for each distinct computed result, which the
    caller makes by `tensor.empty`. The mapping of the schedule is its attribute `mcf.mapping`.

    The body is one `scf.forall` over the trips of the block loops with `scf.for` loops and
    linalg ops on static tiles inside, by the rules of docs/Architecture.md, "Tile
    program". Reductions that depend on a reduction over the same loop run in that loop where
    the schedule places them there and the dependence is deferrable; else it is an error.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif
