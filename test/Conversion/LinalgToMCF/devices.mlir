// RUN: mcf-opt %s --convert-linalg-to-mcf 2>&1 >/dev/null | FileCheck %s --check-prefix=HOPPER
// RUN: mcf-opt %s --convert-linalg-to-mcf=device=a100 2>&1 >/dev/null | FileCheck %s --check-prefix=AMPERE
// RUN: mcf-opt %s --convert-linalg-to-mcf=device=rtx-3080 2>&1 >/dev/null | FileCheck %s --check-prefix=RTX
// RUN: mcf-opt %s --convert-linalg-to-mcf=fuse=mbci 2>&1 | FileCheck %s --check-prefix=MBCI
// RUN: not mcf-opt %s --convert-linalg-to-mcf=device=h300 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not mcf-opt %s --convert-linalg-to-mcf=fuse=all 2>&1 | FileCheck %s --check-prefix=MODE

// UNKNOWN: error: expected a device of A100, RTX 3080, RTX 4090, H100, H200, or a JSON file, but got 'h300'
// MODE: Cannot find option named 'all'

// G1: 2 * 512 * 256 * 64 flop over 2 * (512 * 64 + 64 * 256) + 4 * 512 * 256 bytes is 26.9, and
// 2 * 512 * 256 * 64 over 2 * (512 * 256 + 256 * 64 + 512 * 64) is 46.5.
// HOPPER: fused 2 contractions (26.9 and 46.5 flop/byte, below the balance 183.7 of H200: memory-bound)
// AMPERE: fused 2 contractions (26.9 and 46.5 flop/byte, below the balance 153.0 of A100 (not measured): memory-bound)
// RTX: fused 2 contractions (26.9 and 46.5 flop/byte, below the balance 78.3 of RTX 3080 (not measured): memory-bound)
// MBCI: fused 2 contractions (26.9 and 46.5 flop/byte
func.func @g1(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf16> {
  %z = arith.constant dense<0.0> : tensor<512x256xf32>
  %z2 = arith.constant dense<0.0> : tensor<512x64xf16>
  %c = linalg.matmul ins(%a, %b : tensor<512x64xf16>, tensor<64x256xf16>) outs(%z : tensor<512x256xf32>) -> tensor<512x256xf32>
  %c16 = arith.truncf %c : tensor<512x256xf32> to tensor<512x256xf16>
  %e = linalg.matmul ins(%c16, %d : tensor<512x256xf16>, tensor<256x64xf16>) outs(%z2 : tensor<512x64xf16>) -> tensor<512x64xf16>
  return %e : tensor<512x64xf16>
}

// Compute-bound, and a pair with one of each.
// HOPPER: fused 2 contractions (682.7 and 682.7 flop/byte, above the balance 183.7 of H200: compute-bound)
// HOPPER: fused 2 contractions (682.7 and 31.0 flop/byte, on both sides of the balance 183.7 of H200)
// HOPPER: fused 2 contractions (8.0 and 4.0 flop/byte, balances of H200: 460.2, 15.6)
// MBCI: not fused: 682.7 flop/byte, above the balance 183.7 of H200: compute-bound
// MBCI: not fused: 682.7 flop/byte, above the balance 183.7 of H200: compute-bound
// MBCI: not fused: 682.7 flop/byte, above the balance 183.7 of H200: compute-bound
// MBCI: not fused: no other contraction is connected to it by ops that can be fused (31.0 flop/byte, below the balance 183.7 of H200: memory-bound)
// MBCI-COUNT-2: mcf.chain
// MBCI-NOT: mcf.chain
func.func @compute_bound(%a: tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16> {
  %z = arith.constant dense<0.0> : tensor<2048x2048xbf16>
  %c = linalg.matmul ins(%a, %a : tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) outs(%z : tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16>
  %e = linalg.matmul ins(%c, %a : tensor<2048x2048xbf16>, tensor<2048x2048xbf16>) outs(%z : tensor<2048x2048xbf16>) -> tensor<2048x2048xbf16>
  return %e : tensor<2048x2048xbf16>
}
func.func @mixed(%a: tensor<2048x2048xf16>, %d: tensor<2048x32xf16>) -> tensor<2048x32xf16> {
  %z = arith.constant dense<0.0> : tensor<2048x2048xf16>
  %z2 = arith.constant dense<0.0> : tensor<2048x32xf16>
  %c = linalg.matmul ins(%a, %a : tensor<2048x2048xf16>, tensor<2048x2048xf16>) outs(%z : tensor<2048x2048xf16>) -> tensor<2048x2048xf16>
  %e = linalg.matmul ins(%c, %d : tensor<2048x2048xf16>, tensor<2048x32xf16>) outs(%z2 : tensor<2048x32xf16>) -> tensor<2048x32xf16>
  return %e : tensor<2048x32xf16>
}
func.func @integers(%a: tensor<16x16xi8>, %d: tensor<16x16xi16>) -> tensor<16x16xi32> {
  %z = arith.constant dense<0> : tensor<16x16xi16>
  %z2 = arith.constant dense<0> : tensor<16x16xi32>
  %c = linalg.matmul ins(%a, %a : tensor<16x16xi8>, tensor<16x16xi8>) outs(%z : tensor<16x16xi16>) -> tensor<16x16xi16>
  %e = linalg.matmul ins(%c, %d : tensor<16x16xi16>, tensor<16x16xi16>) outs(%z2 : tensor<16x16xi32>) -> tensor<16x16xi32>
  return %e : tensor<16x16xi32>
}
