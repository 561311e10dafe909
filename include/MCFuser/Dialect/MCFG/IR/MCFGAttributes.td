//===- MCFGAttributes.td - attributes of the mcfg dialect -------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCFG_IR_MCFGATTRIBUTES_TD
#define MCFUSER_DIALECT_MCFG_IR_MCFGATTRIBUTES_TD

include "MCFuser/Dialect/MCFG/IR/MCFGDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class MCFG_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<MCFG_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def MCFG_Access : I32EnumAttr<"Access", "what a kernel does with an operand", [
    I32EnumAttrCase<"Read", 0, "read">,
    I32EnumAttrCase<"Write", 1, "write">,
    I32EnumAttrCase<"Value", 2, "value">]> {
  let cppNamespace = "::mcf::mcfg";
  let genSpecializedAttr = 0;
}

def MCFG_KernelOperandAttr : MCFG_Attr<"KernelOperand", "operand"> {
  let summary = "an operand of a kernel: access, shape and strides in elements, element type";
  let description = [{
    `#mcfg.operand<read 100x72xf16>` is an array that is only read,
    `#mcfg.operand<write 100x40xf32>` one that the kernel writes whole and never reads. Both
    are dense and row-major. `#mcfg.operand<value f32>` is a scalar, passed by value.

    A size `?` is given at launch and has a symbol; sizes with the same symbol are the same:
    `#mcfg.operand<read ?x72xf16 sizes [m]>`. `strides` says that the array is not dense, and
    a stride `?` is given at launch: `#mcfg.operand<read 100x72xf16 strides [?, 1]>`.
  }];
  let parameters = (ins "::mcf::mcfg::Access":$access, ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalArrayRefParameter<"::mlir::StringAttr">:$symbols,
                        OptionalArrayRefParameter<"int64_t">:$strides);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Reads `read 100x72xf16`, without `#mcfg.operand<>` around it.
    static ::mlir::FailureOr<KernelOperandAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
    /// The symbol of a size that is given at launch, or null.
    ::mlir::StringAttr getSymbol(unsigned dim) const;
  }];
}

def MCFG_ParameterKind : I32EnumAttr<"ParameterKind", "what a parameter of a kernel is", [
    I32EnumAttrCase<"Pointer", 0, "pointer">,
    I32EnumAttrCase<"Value", 1, "value">,
    I32EnumAttrCase<"Size", 2, "size">,
    I32EnumAttrCase<"Stride", 3, "stride">,
    I32EnumAttrCase<"TensorMap", 4, "tensor_map">]> {
  let cppNamespace = "::mcf::mcfg";
  let genSpecializedAttr = 0;
}

def MCFG_KernelParameterAttr : MCFG_Attr<"KernelParameter", "parameter"> {
  let summary = "a parameter of a kernel: pointer or value of an operand, size, stride, tensor map";
  let description = [{
    `#mcfg.parameter<pointer 0>` is the address of the first element of operand 0,
    `#mcfg.parameter<value 1>` the scalar that operand 1 is, `#mcfg.parameter<size m>` the size that symbol `m` stands
    for, and `#mcfg.parameter<stride 0:1>` the stride of operand 0 along its dim 1, in elements. Sizes and
    strides are integers of 64 bits.

    `#mcfg.parameter<tensor_map 0 box [1, 64, 64]>` is the tensor map of operand 0, 128 bytes passed by value, with
    which the tensor memory accelerator copies boxes of the array. `box` has a size for each dim of the operand,
    outermost first, in elements. The swizzle is that of 128 bytes; what is beyond the array reads as zeros. If the
    address of the array is no multiple of 16 bytes, the map is all zeros: the kernel tests the address before.
  }];
  let parameters = (ins "::mcf::mcfg::ParameterKind":$kind, DefaultValuedParameter<"unsigned", "0">:$operand,
                        DefaultValuedParameter<"unsigned", "0">:$dim,
                        OptionalParameter<"::mlir::StringAttr">:$symbol,
                        OptionalArrayRefParameter<"int64_t">:$box);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    static ::mlir::FailureOr<KernelParameterAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def MCFG_TripCountAttr : MCFG_Attr<"TripCount", "trip_count"> {
  let summary = "how many tiles a size that is given at launch has";
  let description = [{
    `#mcfg.trip_count<ceil_div(m, 64)>` is the size that symbol `m` stands for, divided by 64 and rounded up.
  }];
  let parameters = (ins "::mlir::StringAttr":$symbol, "int64_t":$tileSize);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Reads what follows `ceil_div`.
    static ::mlir::FailureOr<TripCountAttr> parseBody(::mlir::AsmParser &parser);
    void printBody(::mlir::AsmPrinter &printer) const;
  }];
}

def MCFG_LaunchPlanAttr : MCFG_Attr<"LaunchPlan", "launch_plan"> {
  let summary = "how a kernel is launched: grid, block, workgroup memory, operands";
  let description = [{
    Data beside the code, read by the runtime. The grid has one axis (x) and at most
    2^31 - 1 blocks. `block` is the number of threads of a block and
    `workgroup_bytes` the dynamic workgroup memory of a block in bytes; a block of
    0 threads means that later passes have not chosen them yet. Without `parameters` the operands are the
    parameters of the kernel, in their order.

    A grid that depends on sizes is a product of numbers and trip counts. `parameters` is there if, and only if,
    a size or a stride is given at launch or the kernel has tensor maps, which are the last parameters.

    `programmatic`: the kernel waits for the kernels before it in its stream by itself, so it may start while they still run
    (`mcf-launch-dependents`).

    Example:
    ```mlir
    #mcfg.launch_plan<grid = 2, block = 128, workgroup_bytes = 16384,
                      operands = [read 100x72xf16, value f32, write 100x40xf32]>
    #mcfg.launch_plan<grid = 2 * ceil_div(m, 64), block = 128, workgroup_bytes = 16384,
                      operands = [read ?x72xf16 sizes [m] strides [?, 1], write ?x40xf32 sizes [m]],
                      parameters = [pointer 0, pointer 1, size m, stride 0:0]>
    #mcfg.launch_plan<grid = 2, block = 128, workgroup_bytes = 16384,
                      operands = [read 100x72xf16, write 100x40xf32],
                      parameters = [pointer 0, pointer 1, tensor_map 0 box [64, 64]], programmatic>
    ```
  }];
  let parameters = (ins "int64_t":$grid, OptionalArrayRefParameter<"TripCountAttr">:$tripCounts,
                        "int64_t":$block, "int64_t":$workgroupBytes,
                        ArrayRefParameter<"KernelOperandAttr">:$operands,
                        OptionalArrayRefParameter<"KernelParameterAttr">:$parameters,
                        DefaultValuedParameter<"bool", "false">:$programmatic);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The same plan with a block size and workgroup memory.
    LaunchPlanAttr withBlock(int64_t threads, int64_t workgroupBytes) const;
    /// The same plan of a kernel that may start while those before it run.
    LaunchPlanAttr withProgrammaticLaunch() const;
    /// How many parameters the kernel has.
    size_t getNumParameters() const {
      return getParameters().empty() ? getOperands().size() : getParameters().size();
    }
    /// The parameters that these operands need: pointers and values in the order of the operands, a size for
    /// each symbol, a stride for each that is given at launch. None if nothing is given at launch.
    static ::llvm::SmallVector<KernelParameterAttr>
    makeParameters(::mlir::MLIRContext *context, ::llvm::ArrayRef<KernelOperandAttr> operands);
    /// Why there can be no tensor map of this operand with this box, or nothing if there can.
    static std::optional<std::string> getTensorMapError(KernelOperandAttr operand,
                                                        ::llvm::ArrayRef<int64_t> box);
    /// The same plan with one more parameter, the tensor map of an operand. The kernel gets one more
    /// argument, of type `!llvm.ptr`.
    LaunchPlanAttr withTensorMap(unsigned operand, ::llvm::ArrayRef<int64_t> box) const;
    /// The most blocks that one axis takes.
    static constexpr int64_t getMaxGrid() { return (int64_t(1) << 31) - 1; }
  }];
}

#endif
