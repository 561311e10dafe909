// RUN: mcf-opt %s --mcf-prune-tilings=device=A100 -verify-diagnostics -o /dev/null

// The paper's example. 4! deep and 2 flat expressions; 1024 / 16 = 64 and 512 / 16 = 32 tile
// sizes: 64 * 64 * 32 * 32 = 4194304 tile vectors. 26 * 4194304 = 109051904.
// Rule 1 leaves 5 expressions, 20971520 candidates; rule 2 leaves 3, 12582912. Rule 3 leaves
// 14 * 14 * 8 * 8 = 12544 tile vectors. Rule 4: 2 (Tm Tk + Tk Tn + Tm Tn) > 1.2 * 166912 for 5000 of
// them, 39.9%; 3 * 5000 = 15000.
func.func @paper(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf16> {
  // expected-remark @+6 {{start: 26 expressions x 4194304 tile vectors = 109051904 candidates}}
  // expected-remark @+5 {{duplicates: removed 88080384 (88080384 never visited), left 5 expressions x 4194304 tile vectors = 20971520 candidates}}
  // expected-remark @+4 {{overflow of an intermediate: removed 8388608 (8388608 never visited), left 3 expressions x 4194304 tile vectors = 12582912 candidates}}
  // expected-remark @+3 {{padding: removed 12545280 (12545280 never visited), left 3 expressions x 12544 tile vectors = 37632 candidates}}
  // expected-remark-re @+2 {{shared memory as in the paper: removed 15000 ({{[0-9]+}} never visited), left 3 expressions x 7544 tile vectors = 22632 candidates}}
  // expected-remark @+1 {{expressions left: m|nhk, mh|nk, m|n(k,h)}}
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %e : tensor<1024x512xf16>
}
