// RUN: mcf-opt %s --mcf-apply-tiling='tiling=m|n(k,h){m=64,n=32,k=64,h=64}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: mcf-opt %s --mcf-apply-tiling='tiling=nhkm{m=64,n=32,k=64,h=32}' --mcf-print-resources -o /dev/null 2>&1 | FileCheck %s --check-prefix=PICKS
// RUN: not mcf-opt %s --mcf-apply-tiling='tiling=nhkm{m=64,n=32,k=64,h=32}' --mcf-hoist-statements --convert-mcf-to-scf --mcf-vectorize-tile-program -o /dev/null 2>&1 | FileCheck %s --check-prefix=LOWERING

// Q (64 x 64, 8192 bytes) stays where wgmma takes it; K and V (32 x 64, 4096 bytes) have rings of two slots. The exponentials change from sums to operands
// in registers.
// At most: a column of 64 rows, 64 * 5 * 4 bytes, for each of the two row statistics.
// SHARED: remark: a block takes 128 threads, 24576 bytes of workgroup memory (at most 27136), {{[0-9]+}} registers per thread (expected {{[0-9]+}}); {{[1-9]}} blocks fit an SM of H200

// The sums are kept for all m and h; when the maximum of a tile of m moves, those of all h are multiplied.
// PICKS: remark: does not fit: expected kept tiles to be picked by their outer dims first, but got a loop over 'm' without the loops outside of it
// LOWERING: error:
func.func @attention(%q: tensor<512x64xf16>, %k: tensor<256x64xf16>, %v: tensor<256x64xf16>) -> tensor<512x64xf16> {
  %o = mcf.chain <m = 512, n = 256, k = 64, h = 64>
      ins(%q, %k, %v : tensor<512x64xf16>, tensor<256x64xf16>, tensor<256x64xf16>) -> (tensor<512x64xf16>) {
  ^bb0(%Q: !mcf.named<[m, k], f16>, %K: !mcf.named<[n, k], f16>, %V: !mcf.named<[n, h], f16>):
    %S = mcf.contract %Q, %K : !mcf.named<[m, k], f16>, !mcf.named<[n, k], f16> -> !mcf.named<[m, n], f32>
    %r = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %t: f32):
      %d = arith.subf %s, %t : f32
      %e = math.exp %d : f32
      mcf.yield %e : f32
    }
    %l = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %N = mcf.map ins(%P, %l : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%p: f32, %t: f32):
      %d = arith.divf %p, %t : f32
      %c = arith.truncf %d : f32 to f16
      mcf.yield %c : f16
    }
    %O = mcf.contract %N, %V : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %O : !mcf.named<[m, h], f16>
  }
  return %o : tensor<512x64xf16>
}
