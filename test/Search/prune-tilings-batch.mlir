// RUN: mcf-opt %s --mcf-prune-tilings="device=A100 dividing" -verify-diagnostics -o /dev/null

// A batch dim has tile size 1 and no place in the expression; a size that 16 does not divide keeps
// candidates: 40 takes 16 and 48. 64 takes 16, 32 and 64. Start: 26 * 3 * 4 * 4 * 4 (m has 3 sizes up
// to 48, the others 4); then 2 * 3 * 3 * 3 = 54 tile vectors, all small.
func.func @batch(%a: tensor<3x40x64xf16>, %b: tensor<3x64x64xf16>, %d: tensor<3x64x64xf16>) -> tensor<3x40x64xf16> {
  // expected-remark @+6 {{start: 26 expressions x 192 tile vectors = 4992 candidates}}
  // expected-remark @+5 {{duplicates: removed 4032 (4032 never visited), left 5 expressions x 192 tile vectors = 960 candidates}}
  // expected-remark @+4 {{overflow of an intermediate: removed 384 (384 never visited), left 3 expressions x 192 tile vectors = 576 candidates}}
  // expected-remark @+3 {{padding (dividing): removed 414 (414 never visited), left 3 expressions x 54 tile vectors = 162 candidates}}
  // expected-remark @+2 {{shared memory as in the paper: 3 expressions x 54 tile vectors = 162 candidates}}
  // expected-remark @+1 {{expressions left: m|nhk, mh|nk, m|n(k,h)}}
  %e = mcf.chain <b = 3, m = 40, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<3x40x64xf16>, tensor<3x64x64xf16>, tensor<3x64x64xf16>)
      -> (tensor<3x40x64xf16>) {
  ^bb0(%A: !mcf.named<[b, m, k], f16>, %B: !mcf.named<[b, k, n], f16>, %D: !mcf.named<[b, n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[b, m, k], f16>, !mcf.named<[b, k, n], f16> -> !mcf.named<[b, m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[b, m, n], f16>, !mcf.named<[b, n, h], f16> -> !mcf.named<[b, m, h], f16>
    mcf.yield %E : !mcf.named<[b, m, h], f16>
  }
  return %e : tensor<3x40x64xf16>
}
