func.func @gemm_chain(%a: tensor<1024x512xf16>, %b: tensor<512x1024xf16>, %d: tensor<1024x512xf16>) -> tensor<1024x512xf32> {
  %e = mcf.chain <m = 1024, n = 1024, k = 512, h = 512>
      ins(%a, %b, %d : tensor<1024x512xf16>, tensor<512x1024xf16>, tensor<1024x512xf16>)
      -> (tensor<1024x512xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<1024x512xf32>
}
