//===- ChainPrograms.h - chains that several tests use ----------*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_CHAINPROGRAMS_H
#define MCFUSER_TEST_UNIT_CHAINPROGRAMS_H

/// A product, rounded: parts of the text are replaced in the tests.
inline const char *const roundedProduct = R"(
func.func @f(%a: tensor<64x32xf16>, %b: tensor<32x48xf16>) -> tensor<64x48xf16> {
  %r = mcf.chain <m = 64, n = 48, k = 32>
      ins(%a, %b : tensor<64x32xf16>, tensor<32x48xf16>) -> (tensor<64x48xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %D = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32):
      %t = arith.truncf %x : f32 to f16
      mcf.yield %t : f16
    }
    mcf.yield %D : !mcf.named<[m, n], f16>
  }
  return %r : tensor<64x48xf16>
}
)";

/// Two products.
inline const char *const productChain = R"(
func.func @f(%a: tensor<64x32xf16>, %b: tensor<32x64xf16>, %d: tensor<64x32xf16>)
    -> tensor<64x32xf16> {
  %r = mcf.chain <m = 64, n = 64, k = 32, h = 32>
      ins(%a, %b, %d : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x32xf16>)
      -> (tensor<64x32xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %r : tensor<64x32xf16>
}
)";

#endif
