// Expressions that do not fit say why.
// DEFINE: %{tiling} =
// DEFINE: %{run} = not mcf-opt %s --pass-pipeline='builtin.module(mcf-apply-tiling{%{tiling}})' 2>&1 -o /dev/null
// REDEFINE: %{tiling} = tiling="bmxk" chain=0
// RUN: %{run} | FileCheck %s --check-prefix=SYNTAX
// REDEFINE: %{tiling} = tiling="mk" chain=0
// RUN: %{run} | FileCheck %s --check-prefix=MISSING
// REDEFINE: %{tiling} = tiling="mk|n" chain=0
// RUN: %{run} | FileCheck %s --check-prefix=BINDING
// REDEFINE: %{tiling} = tiling="mnk{b=2}" chain=0
// RUN: %{run} | FileCheck %s --check-prefix=BATCH
// REDEFINE: %{tiling} = tiling="mnk[warps=3]" chain=0
// RUN: %{run} | FileCheck %s --check-prefix=WARPS
// REDEFINE: %{tiling} = chain=1
// RUN: %{run} | FileCheck %s --check-prefix=INDEX

// SYNTAX:  error: tiling expression 'bmxk' at column 3: expected a dim (b, m, n, k), but got 'x'
// MISSING: error: tiling expression 'bm|k': expected a loop over 'n' for operator 0, but got only 'b m k' on its path
// BINDING: error: tiling expression 'mk|n': expected a parallel dim to bind to blocks, but got 'k', which is reduced over or not in every result
// BATCH:   error: tiling expression 'bmn|k{b=2}': expected tile size 1 for batch dim 'b', but got 2
// WARPS:   error: tiling expression 'mnk[warps=3]' at column 11: expected warps to be a power of two from 1 to 16, but got 3
// INDEX:   error: expected a chain index below the number of chains, 1, but got 1
func.func @one_contraction(%a: tensor<3x4x8xf32>, %b: tensor<3x8x6xf32>) -> tensor<3x4x6xf32> {
  %r = mcf.chain <b = 3, m = 4, n = 6, k = 8> ins(%a, %b : tensor<3x4x8xf32>, tensor<3x8x6xf32>) -> (tensor<3x4x6xf32>) {
  ^bb0(%A: !mcf.named<[b, m, k], f32>, %B: !mcf.named<[b, k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[b, m, k], f32>, !mcf.named<[b, k, n], f32> -> !mcf.named<[b, m, n], f32>
    mcf.yield %C : !mcf.named<[b, m, n], f32>
  }
  return %r : tensor<3x4x6xf32>
}
