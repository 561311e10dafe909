//===- MCFInterfaces.td - interfaces of the mcf dialect ---------*- tablegen -*-===//
#ifndef MCFUSER_DIALECT_MCF_IR_MCFINTERFACES_TD
#define MCFUSER_DIALECT_MCF_IR_MCFINTERFACES_TD

include "mlir/IR/OpBase.td"

def MCF_ChainOpInterface : OpInterface<"ChainOpInterface"> {
  let cppNamespace = "::mcf";
  let description = [{
    An op of the chain level: it computes one array from arrays, and its iteration
    space is the union of the dims of its operands and its result.
  }];
  let methods = [
    InterfaceMethod<"dims that the op reduces over: those its operands have and its result lacks",
      "::llvm::SmallVector<::mlir::StringAttr>", "getReductionDims">,
    InterfaceMethod<"every dim of the iteration space, result dims first",
      "::llvm::SmallVector<::mlir::StringAttr>", "getIterationDims">
  ];
}

def MCF_DependentReductionOpInterface : OpInterface<"DependentReductionOpInterface"> {
  let cppNamespace = "::mcf";
  let description = [{
    An elementwise op `p(s, r)` that may depend on a reduction `r` over a loop in
    which its result is itself accumulated. The accumulation can be tiled if what
    was accumulated under `r_old` can be repaired for `r_new` (an action of the
    monoid of `r`), or if the factor comes out of the sum:

    * `exponential`: `p(s, r) = c * exp(a * (e(s) - b * r))` (or exp2) with positive
      constants `a` and `b`; the action is multiplication by
      `exp(a * b * (r_old - r_new))`, with `exp(-inf - -inf) = 1`, the identity;
    * `product` and `quotient`: `p(s, r) = s * r` or `s / r`; accumulate `s`, and
      apply the factor once, at the end. No action while running: a running sum may
      cross zero.

    Softmax is the exponential form on a running maximum followed by the quotient
    form on a running sum. The rule knows neither by name.
  }];
  let methods = [
    InterfaceMethod<"how the result depends on operand `index`",
      "::mcf::FactorKind", "getFactorKind", (ins "unsigned":$index)>,
    InterfaceMethod<[{true if multiplying operand `index` by a factor multiplies the result by it
      (to within rounding): casts, products, the numerator of a quotient}],
      "bool", "isHomogeneousIn", (ins "unsigned":$index)>,
    InterfaceMethod<[{for the exponential form: builds the factor that takes what was accumulated
      under scalar `oldValue` of operand `index` to `newValue`}],
      "::mlir::Value", "buildAction",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc, "unsigned":$index,
           "::mlir::Value":$oldValue, "::mlir::Value":$newValue)>,
    InterfaceMethod<"for the exponential form: the `arith.subf` that takes `b * r` from `e(s)`, else null",
      "::mlir::Operation *", "getExponentDifference", (ins "unsigned":$index)>
  ];
}

#endif
