func.func @row_max(%a: tensor<8x16xf32>) -> tensor<8xf32> {
  %r = mcf.chain <m = 8, n = 16> ins(%a : tensor<8x16xf32>) -> (tensor<8xf32>) {
  ^bb0(%A: !mcf.named<[m, n], f32>):
    %R = mcf.reduce <maximumf> %A : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    mcf.yield %R : !mcf.named<[m], f32>
  }
  return %r : tensor<8xf32>
}
