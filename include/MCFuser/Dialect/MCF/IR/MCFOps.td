//===- MCFOps.td - ops of the mcf dialect -----------------------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFOPS_TD
#define MCFUSER_DIALECT_MCF_IR_MCFOPS_TD

include "MCFuser/Dialect/MCF/IR/MCFAttributes.td"
include "MCFuser/Dialect/MCF/IR/MCFInterfaces.td"
include "MCFuser/Dialect/MCF/IR/MCFTypes.td"
include "mlir/Dialect/Vector/IR/VectorAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class MCF_Op<string mnemonic, list<Trait> traits = []> : Op<MCF_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// The chain
//===----------------------------------------------------------------------===//

def MCF_ChainOp : MCF_Op<"chain", [
    IsolatedFromAbove, SingleBlock, Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "a chain of contractions and what stands between them";
  let description = [{
    Computes its results from its inputs by the ops of its body. The body is a
    program over arrays with named dims and holds no order of execution beyond data flow.
    The type of block argument `i` names the axes of input `i`; the type of
    operand `i` of the terminating `mcf.yield` names the axes of result `i`.
    Inputs are tensors, or scalars for arguments without dims. Sizes of the
    tensors agree with `dims`. A dim of unknown size is an axis of some input, which has the size
    at run time; it is undefined what happens where another axis of that dim has another size.

    The body may hold one `mcf.schedule`, which says how the chain is tiled.

    `masked_rows` says what comes of a row whose elements are all masked: `nan` (the default)
    is what the ops say, such as `exp(-inf - -inf)` and `0 / 0`. With `zero`, the way
    attention ops of frameworks are specified, the exponential of a difference with a row
    maximum (or with a map of one) is 0 where that maximum is -inf, and a quotient is 0
    where its divisor is a row sum (or a map of one) that is 0. A row maximum or sum is the
    result of an `mcf.reduce`. All else is as without it. Example:
    `mcf.chain #mcf.dims<m = 512, n = 256> masked_rows zero ins(...) -> (...)`.

    Example, `E[m,h] = sum_n (sum_k A[m,k] B[k,n]) D[n,h]`:
    ```mlir
    %e = mcf.chain #mcf.dims<m = 512, n = 256, k = 64, h = 64>
        ins(%a, %b, %d : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>)
        -> (tensor<512x64xf32>) {
    ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
      %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16>
          -> !mcf.named<[m, n], f32>
      %C16 = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
      ^bb0(%x: f32):
        %y = arith.truncf %x : f32 to f16
        mcf.yield %y : f16
      }
      %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16>
          -> !mcf.named<[m, h], f32>
      mcf.yield %E : !mcf.named<[m, h], f32>
    }
    ```
  }];
  let arguments = (ins MCF_DimsAttr:$dims,
                       Variadic<AnyTypeOf<[AnyRankedTensor, AnyFloat, AnySignlessInteger]>>:$inputs,
                       DefaultValuedAttr<MCF_MaskedRowsAttr, "::mcf::MaskedRows::NaN">:$maskedRows);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $dims (`masked_rows` $maskedRows^)? (`ins` `(` $inputs^ `:` type($inputs) `)`)? `->` `(` type($outputs) `)`
    attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::Block *getBodyBlock() { return &getBody().front(); }
    /// Size of the dim in elements, `ShapedType::kDynamic` if symbolic. The dim exists.
    int64_t getDimSize(::llvm::StringRef dim);
    /// The same, but for a symbol the last of the sizes to tune for (`MCF_DimsAttr`).
    int64_t getTypicalSize(::llvm::StringRef dim);
    /// The input and the axis of it that have the size of the dim, of which there is one if that
    /// size is not known.
    std::optional<std::pair<unsigned, unsigned>> getSizeSource(::llvm::StringRef dim);
    /// Dims that some op of the body reduces over.
    ::llvm::SmallVector<::mlir::StringAttr> getReducedDims();
    /// Dims that no op reduces over and every result has: their tiles are independent,
    /// so their loops may run on different blocks. In the order of `dims`.
    ::llvm::SmallVector<::mlir::StringAttr> getParallelDims();
    /// Dims that both operands and the result of some contraction have.
    ::llvm::SmallVector<::mlir::StringAttr> getBatchDims();
    /// The schedule, or null.
    ScheduleOp getSchedule();
    YieldOp getYield();
  }];
}

def MCF_YieldOp : MCF_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["ChainOp", "MapOp"]>]> {
  let summary = "ends a chain or the body of a map";
  let description = [{
    In a chain: its operands are the chain's results, arrays with the dims of the
    result tensors in the order of their axes. In a map: the one scalar computed.
    Example: `mcf.yield %E : !mcf.named<[m, h], f32>`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

def MCF_ContractOp : MCF_Op<"contract", [Pure,
    HasParent<"ChainOp">, DeclareOpInterfaceMethods<MCF_ChainOpInterface>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a contraction by dim names (einsum of two arrays)";
  let description = [{
    `result[r...] = sum over d of cast(lhs[...]) * cast(rhs[...])`, where `d` are the
    dims that the operands have and the result lacks; each is a dim of both operands.
    Every dim of the result is a dim of an operand. Both operands are cast to the
    result's element type before the product, which is the type of the
    accumulation that the source spells (signed extension for integers). A lowering
    may accumulate in a wider type and round once.

    `tf32`: operands and result are f32, and a lowering may round the operands to TF32 (the range of f32
    with 10 bits of mantissa) before the product. Nothing else makes f32 less than f32.

    Example: `mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16>
    -> !mcf.named<[m, n], f32>`. A start value is an `mcf.map` that adds it.
  }];
  let arguments = (ins MCF_NamedType:$lhs, MCF_NamedType:$rhs, UnitAttr:$tf32);
  let results = (outs MCF_NamedType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
  let hasVerifier = 1;
}

def MCF_MapOp : MCF_Op<"map", [Pure, SingleBlock,
    HasParent<"ChainOp">, DeclareOpInterfaceMethods<MCF_ChainOpInterface>,
    DeclareOpInterfaceMethods<MCF_DependentReductionOpInterface>]> {
  let summary = "an elementwise op with broadcasting by dim names";
  let description = [{
    Applies its body, a program of pure scalar ops of `arith` and `math`, at each
    point of the result's dims. An operand that lacks a dim is broadcast along it;
    every dim of an operand is a dim of the result. `mcf.index` in the body gives
    the position along a dim (masks). With no operands it is a constant.

    Example, bias and relu:
    ```mlir
    %y = mcf.map ins(%x, %b : !mcf.named<[m, n], f32>, !mcf.named<[n], f32>)
        -> !mcf.named<[m, n], f32> {
    ^bb0(%xe: f32, %be: f32):
      %zero = arith.constant 0.0 : f32
      %s = arith.addf %xe, %be : f32
      %r = arith.maximumf %s, %zero : f32
      mcf.yield %r : f32
    }
    ```
  }];
  let arguments = (ins Variadic<MCF_NamedType>:$inputs);
  let results = (outs MCF_NamedType:$result);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`ins` `(` $inputs^ `:` type($inputs) `)`)? `->` type($result) attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let hasFolder = 1;
}

def MCF_IndexOp : MCF_Op<"index", [Pure, ParentOneOf<["MapOp"]>]> {
  let summary = "position of the current point along a dim";
  let description = [{
    Zero-based, in elements, over the whole dim (not the tile). `dim` is a dim of the
    result of the enclosing `mcf.map`.
    Example: `%i = mcf.index "n"`.
  }];
  let arguments = (ins StrAttr:$dim);
  let results = (outs Index:$result);
  let assemblyFormat = "$dim attr-dict";
  let hasVerifier = 1;
}

def MCF_ReduceOp : MCF_Op<"reduce", [Pure,
    HasParent<"ChainOp">, DeclareOpInterfaceMethods<MCF_ChainOpInterface>]> {
  let summary = "a reduction over the dims that the result lacks";
  let description = [{
    `result[r...] = kind over d of input[r..., d...]`. The kinds are those of the
    vector dialect: `add`, `mul`, `maximumf` (propagates NaN), `maxnumf` (drops NaN),
    and so on. Input and result have the same element type; the type is that of
    the accumulation, which a lowering may widen. The value over no
    elements is the neutral element of the kind (`-inf` for the maxima).

    Example: `mcf.reduce <maximumf> %s : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>`.
  }];
  let arguments = (ins Vector_CombiningKindAttr:$kind, MCF_NamedType:$input);
  let results = (outs MCF_NamedType:$result);
  let assemblyFormat = "$kind $input attr-dict `:` type($input) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// The tiling expression
//===----------------------------------------------------------------------===//

def MCF_ScheduleOp : MCF_Op<"schedule", [HasParent<"ChainOp">, SingleBlock, NoTerminator, NoRegionArguments]> {
  let summary = "a tiling expression: how a chain is tiled, as loops and statements";
  let description = [{
    Holds `mcf.loop` ops and statements. Each dim of the chain has a tile size. A
    dim without a loop has one trip. `mapping` says how a block runs its tiles, as far as the schedule
    decides it.

    Two forms have a meaning. *Raw*: each statement stands in the innermost loop of
    its part of the expression; what runs where is decided by
    `mcf-hoist-statements`. *Placed*: that pass's result; each statement runs where
    it stands, in order, once per trip of the loops around it. In the placed form a
    reduction is complete once the loops over the dims that it reduces are closed,
    and a value used outside of a loop over one of its dims is kept for all its tiles.

    Example, `mn(k,h)` placed:
    ```mlir
    mcf.schedule #mcf.tiles<m = 64, n = 32, k = 16, h = 64> {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f16>
            mcf.load %B : !mcf.named<[k, n], f16>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.load %D : !mcf.named<[n, h], f16>
          mcf.compute %E : !mcf.named<[m, h], f32>
        }
        mcf.store %E : !mcf.named<[m, h], f32>
      }
    }
    ```
  }];
  let arguments = (ins MCF_TilesAttr:$tiles, OptionalAttr<MCF_MappingAttr>:$mapping, UnitAttr:$placed);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$tiles (`mapping` $mapping^)? (`placed` $placed^)? attr-dict-with-keyword $body";
  let extraClassDeclaration = [{
    /// Checks the schedule against its chain, which is in order otherwise. Part of the chain's
    /// verifier.
    ::mlir::LogicalResult verifyInChain();
    ChainOp getChain() { return (*this)->getParentOfType<ChainOp>(); }
    /// How a block runs its tiles; what the schedule does not say is empty.
    Mapping getMappingOrEmpty() { return getMapping() ? getMapping()->getMapping() : Mapping(); }
    /// Tile size of the dim in elements. The dim exists.
    int64_t getTileSize(::llvm::StringRef dim);
    /// `ceil(size / tile)`: trips of a loop over the dim; nothing for a dim of unknown size.
    std::optional<int64_t> getTripCount(::llvm::StringRef dim);
    /// True if the dim has a loop: more trips than one, or a number that is not known.
    bool hasLoop(::llvm::StringRef dim) { return getTripCount(dim) != 1; }
    /// The trips for the typical size of the dim.
    int64_t getTypicalTripCount(::llvm::StringRef dim);
  }];
}

def MCF_LoopOp : MCF_Op<"loop", [SingleBlock, NoTerminator, NoRegionArguments,
    ParentOneOf<["ScheduleOp", "LoopOp"]>]> {
  let summary = "a loop over the tiles of a dim";
  let description = [{
    `binding` says what runs the trips: `block` (a thread block each), `serial` (one
    after the other), `cluster` (a block of a cluster each). A `block` loop is over a
    parallel dim of the chain and stands in no serial loop.
    Example: `mcf.loop "m" block { ... }`.
  }];
  let arguments = (ins StrAttr:$dim, MCF_BindingAttr:$binding);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$dim `` $binding attr-dict-with-keyword $body";
}

class MCF_StatementOp<string mnemonic> : MCF_Op<mnemonic, [ParentOneOf<["ScheduleOp", "LoopOp"]>]> {
  let arguments = (ins MCF_NamedType:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def MCF_LoadOp : MCF_StatementOp<"load"> {
  let summary = "statement L_X: brings in the current tile of an input of the chain";
  let description = [{
    `value` is an argument of the chain. Elements of the tile that lie beyond the array are zero.
    Example: `mcf.load %A : !mcf.named<[m, k], f16>`.
  }];
}

def MCF_ComputeOp : MCF_StatementOp<"compute"> {
  let summary = "statement C_X: computes the current tile of X, or adds to it";
  let description = [{
    `value` is the result of an op of the chain. If the op reduces over a dim that has a
    loop around the statement, each trip adds one tile's part.
    Example: `mcf.compute %C : !mcf.named<[m, n], f32>`.
  }];
}

def MCF_StoreOp : MCF_StatementOp<"store"> {
  let summary = "statement S_X: writes the current tile of a result of the chain";
  let description = [{
    `value` is yielded by the chain. Elements of the tile that lie beyond the array are not written.
    Example: `mcf.store %E : !mcf.named<[m, h], f32>`.
  }];
}

#endif
