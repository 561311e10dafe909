func.func @attention(%q: tensor<4x512x64xf16>, %kk: tensor<4x512x64xf16>, %v: tensor<4x512x64xf16>) -> tensor<4x512x64xf32> {
  %o = mcf.chain <b = 4, m = 512, n = 512, k = 64, h = 64>
      ins(%q, %kk, %v : tensor<4x512x64xf16>, tensor<4x512x64xf16>, tensor<4x512x64xf16>)
      -> (tensor<4x512x64xf32>) {
  ^bb0(%Q: !mcf.named<[b, m, k], f16>, %K: !mcf.named<[b, n, k], f16>, %V: !mcf.named<[b, n, h], f16>):
    %S = mcf.contract %Q, %K : !mcf.named<[b, m, k], f16>, !mcf.named<[b, n, k], f16> -> !mcf.named<[b, m, n], f32>
    %r = mcf.reduce <maximumf> %S : !mcf.named<[b, m, n], f32> -> !mcf.named<[b, m], f32>
    %p = mcf.map ins(%S, %r : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> !mcf.named<[b, m, n], f32> {
    ^bb0(%s: f32, %t: f32):
      %0 = arith.subf %s, %t : f32
      %1 = math.exp %0 : f32
      mcf.yield %1 : f32
    }
    %l = mcf.reduce <add> %p : !mcf.named<[b, m, n], f32> -> !mcf.named<[b, m], f32>
    %w = mcf.map ins(%p, %l : !mcf.named<[b, m, n], f32>, !mcf.named<[b, m], f32>) -> !mcf.named<[b, m, n], f16> {
    ^bb0(%s: f32, %t: f32):
      %0 = arith.divf %s, %t : f32
      %1 = arith.truncf %0 : f32 to f16
      mcf.yield %1 : f16
    }
    %O = mcf.contract %w, %V : !mcf.named<[b, m, n], f16>, !mcf.named<[b, n, h], f16> -> !mcf.named<[b, m, h], f32>
    mcf.yield %O : !mcf.named<[b, m, h], f32>
  }
  return %o : tensor<4x512x64xf32>
}
