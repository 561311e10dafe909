//===- TMTensorOps.td - what torch-mlir leaves beside linalg -*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_TMTENSOR_IR_TMTENSOROPS_TD
#define MCFUSER_DIALECT_TMTENSOR_IR_TMTENSOROPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

def TMTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let summary = "The op of torch-mlir that its programs of linalg on tensors have beside linalg";
  let description = [{
    torch-mlir lowers most of a model to linalg, and cumulative sums (positions, packed sequences) to `tm_tensor.scan`. This is that
    op as torch-mlir writes it, on tensors. It is never fused; on the CPU it runs. torch-mlir has further ops in its
    dialect (`attention`, `scatter`, `sort`, `topk`), which are not here.
  }];
  let cppNamespace = "::mcf::tm_tensor";
}

class TMTensor_Op<string mnemonic, list<Trait> traits = []> : Op<TMTensor_Dialect, mnemonic, traits>;

def TMTensor_ScanOp : TMTensor_Op<"scan", [
    DeclareOpInterfaceMethods<DestinationStyleOpInterface, ["getDpsInitsMutable"]>,
    AttrSizedOperandSegments, RecursiveMemoryEffects, SingleBlock]> {
  let summary = "combines the elements along a dimension and keeps each step";
  let description = [{
    With `f` the region, along `dimension`:
    - inclusive: `out[0] = in[0]`, `out[i] = f(out[i - 1], in[i])`;
    - exclusive: `out[0] = accumulator`, `out[i] = f(out[i - 1], in[i - 1])`.

    The second result is the last `out`, or the accumulator if there are less than two.

    ```mlir
    %sums:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x13xi64>)
        outs(%out, %accumulator : tensor<2x13xi64>, tensor<2xi64>) {
    ^bb0(%before: i64, %next: i64):
      %sum = arith.addi %before, %next : i64
      tm_tensor.yield %sum : i64
    } -> tensor<2x13xi64>, tensor<2xi64>
    ```
  }];
  let arguments = (ins
    Variadic<AnyRankedTensor>:$inputs,
    Variadic<AnyRankedTensor>:$outputs,
    I64Attr:$dimension,
    BoolAttr:$inclusive);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$region);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)`
    `ins` `(` $inputs `:` type($inputs) `)` `outs` `(` $outputs `:` type($outputs) `)`
    $region (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def TMTensor_YieldOp : TMTensor_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"ScanOp">]> {
  let summary = "ends the body of a scan";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif
