//===- MCFAttributes.td - attributes of the mcf dialect ---------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFATTRIBUTES_TD
#define MCFUSER_DIALECT_MCF_IR_MCFATTRIBUTES_TD

include "MCFuser/Dialect/MCF/IR/MCFDialect.td"
include "MCFuser/Dialect/MCF/IR/MCFEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class MCF_Attr<string name, string attrMnemonic> : AttrDef<MCF_Dialect, name> {
  let mnemonic = attrMnemonic;
}

def MCF_DimAttr : MCF_Attr<"Dim", "dim"> {
  let summary = "a named dim of a chain and its size in elements";
  let description = [{
    A dim has a static size, `#mcf.dim<m = 512>`, or is a symbol, `#mcf.dim<m = ?>`, with
    the range that its size is expected in and sizes that are likely:
    `#mcf.dim<m = ? in [1, 4096] likely [512, 1024]>`. Both only say what to tune for: the chain is
    right at any size.
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$size,
                        "int64_t":$minSize, "int64_t":$maxSize,
                        OptionalArrayRefParameter<"int64_t">:$likelySizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "::llvm::StringRef":$name, "int64_t":$size)>
  ];
  let extraClassDeclaration = [{
    bool isDynamic() const { return ::mlir::ShapedType::isDynamic(getSize()); }
    /// The most elements of a dim: tile offsets and trips times tile sizes stay far below 64 bits.
    static constexpr int64_t largestSize = int64_t(1) << 40;
    /// What stands for a size that nothing is known of, where a number is needed.
    static constexpr int64_t usualSize = 2048;
    /// A dim of unknown size, which may be any.
    static DimAttr getDynamic(::mlir::MLIRContext *context, ::llvm::StringRef name);
    /// Reads `m = 512` or the symbolic form, without `#mcf.dim<>` around it.
    static ::mlir::FailureOr<DimAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def MCF_DimsAttr : MCF_Attr<"Dims", "dims"> {
  let summary = "the named dims of a chain";
  let description = [{
    Example: `#mcf.dims<m = 512, n = 256, k = 64, h = ? in [1, 4096]>`.

    The sizes that a chain is tuned for are points: one size for each dim. Point `i` takes the
    likely size `i` of each dim of unknown size, or its last one if it has fewer. A dim without
    likely sizes takes a sixteenth, a quarter and all of its largest size, 2048 where that is not
    known or more, none below its smallest size or 1.
  }];
  let parameters = (ins ArrayRefParameter<"DimAttr">:$dims);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The dim of this name, or null.
    DimAttr lookup(::llvm::StringRef name) const;
    /// True if the size of some dim is not known.
    bool isDynamic() const;
    /// The sizes to tune for, at least one point: for each dim its size there.
    ::llvm::SmallVector<::llvm::SmallVector<int64_t>> getTuningPoints() const;
  }];
}

def MCF_TilesAttr : MCF_Attr<"Tiles", "tiles"> {
  let summary = "a tile size, in elements, for each dim";
  let description = [{
    Example: `#mcf.tiles<m = 64, n = 32, k = 16, h = 64>`. The loop over dim `x` of
    size `X` makes `ceil(X / T_x)` trips; the last tile may be partial. A dim with
    tile size 1 is dropped from tile values.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::StringAttr">:$names,
                        ArrayRefParameter<"int64_t">:$sizes);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Tile size of the dim, or nothing.
    std::optional<int64_t> lookup(::llvm::StringRef name) const;
  }];
}

def MCF_MappingAttr : MCF_Attr<"Mapping", "mapping"> {
  let summary = "how a block runs its tiles";
  let description = [{
    Example: `#mcf.mapping<warps = 8, stages = 2>`. `warps` is a power of two from 1 to 16: the
    warps of a block, along the rows of a contraction as far as these go, the rest along its columns.
    Without it a block has up to 4, along the rows only. `stages` is the depth of the rings of asynchronous copies, from 1 to 8.
    `overlap` is for loops on tensor cores that work beside the threads: with 1 the first contractions run one trip ahead of what uses their sums, with
    2 the last ones one trip behind what makes their operands. `producers` is the number of warps, beside those, that only copy, where TMA makes all copies of
    a kernel: 1, or 4, a warpgroup that hands registers over to those that compute. All may be left to the lowering.
  }];
  let parameters = (ins OptionalParameter<"std::optional<int64_t>">:$warps,
                        OptionalParameter<"std::optional<int64_t>">:$stages,
                        OptionalParameter<"std::optional<int64_t>">:$overlap,
                        OptionalParameter<"std::optional<int64_t>">:$producers);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static MappingAttr get(::mlir::MLIRContext *context, const Mapping &mapping);
    Mapping getMapping() const { return {getWarps(), getStages(), getOverlap(), getProducers()}; }
  }];
}

def MCF_BindingAttr : EnumAttr<MCF_Dialect, MCF_Binding, "binding"> {
  let assemblyFormat = "$value";
}

def MCF_MaskedRowsAttr : EnumAttr<MCF_Dialect, MCF_MaskedRows, "masked_rows"> {
  let assemblyFormat = "$value";
}

#endif
