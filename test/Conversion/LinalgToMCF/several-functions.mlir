// RUN: mcf-opt %s --convert-linalg-to-mcf=cut=false 2>/dev/null | FileCheck %s
// RUN: mcf-opt %s --convert-linalg-to-mcf=cut=false 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: mcf-opt %s --convert-linalg-to-mcf=cut=false 2>/dev/null | mcf-opt --convert-linalg-to-mcf --allow-unregistered-dialect | FileCheck %s

// RUN: mcf-opt %s --convert-linalg-to-mcf=max-contractions=2 2>&1 | FileCheck %s --check-prefix=MAX

// REMARK: :[[#@LINE+17]]:8: remark: fused 2 contractions
// REMARK: :[[#@LINE+19]]:8: remark: fused 2 contractions
// REMARK: :[[#@LINE+26]]:8: remark: fused 2 contractions

// Two chains in one function: what connects them cannot be fused. Ops that are no part of them stay
// where they are, in order, and so do functions without chains.
func.func private @pad(tensor<5x8xf32>) -> tensor<5x8xf32>
// CHECK-LABEL: func.func @two_chains
// CHECK: %[[R:.*]] = mcf.chain <m = 5, n = 6, k = 7, h = 8>
// CHECK: %[[P:.*]] = call @pad(%[[R]])
// CHECK: %[[S:.*]] = mcf.chain <m = 5, n = 7, k = 8, h = 9>
// CHECK: return %[[S]]
func.func @two_chains(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %f: tensor<8x7xf32>, %h: tensor<7x9xf32>) -> tensor<5x9xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %z3 = arith.constant dense<0.0> : tensor<5x7xf32>
  %z4 = arith.constant dense<0.0> : tensor<5x9xf32>
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  %p = call @pad(%e) : (tensor<5x8xf32>) -> tensor<5x8xf32>
  %g = linalg.matmul ins(%p, %f : tensor<5x8xf32>, tensor<8x7xf32>) outs(%z3 : tensor<5x7xf32>) -> tensor<5x7xf32>
  %i = linalg.matmul ins(%g, %h : tensor<5x7xf32>, tensor<7x9xf32>) outs(%z4 : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %i : tensor<5x9xf32>
}
// CHECK-LABEL: func.func @another
// CHECK: mcf.chain
func.func @another(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %d = linalg.matmul ins(%c, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %d : tensor<5x5xf32>
}
// CHECK-LABEL: func.func @no_chain
// CHECK-NEXT: %[[X:.*]] = math.exp
// CHECK-NEXT: return %[[X]]
func.func @no_chain(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %x = math.exp %a : tensor<5x5xf32>
  return %x : tensor<5x5xf32>
}
// Seven layers are one chain, or pairs if two are the most. The seventh is then alone.
// CHECK-LABEL: func.func @layers
// CHECK-COUNT-7: mcf.contract
// REMARK: fused 7 contractions (0.8 to 0.8 flop/byte, below the balance 15.6 of H200: memory-bound)
// MAX-COUNT-6: remark: fused 2 contractions
// MAX: remark: not fused: no other contraction
// MAX: note: what it depends on ends here: the chain would have more than 2 contractions
func.func @layers(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  %0 = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %1 = linalg.matmul ins(%0, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %2 = linalg.matmul ins(%1, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %3 = linalg.matmul ins(%2, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %4 = linalg.matmul ins(%3, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %5 = linalg.matmul ins(%4, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %6 = linalg.matmul ins(%5, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %6 : tensor<5x5xf32>
}
