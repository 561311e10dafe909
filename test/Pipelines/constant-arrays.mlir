// Arguments that are said to be constant, and constants, are copied before the kernel waits for those before it: also through views. What else is read is copied behind the wait.
// RUN: mcfc %s --tiling='m|nhk{m=64,n=64,k=64,h=64}' --emit=tile-program | FileCheck %s --check-prefix=TILES
// RUN: mcfc %s --tiling='m|nhk{m=64,n=64,k=64,h=64}' --emit=gpu | FileCheck %s --check-prefix=GPU

// TILES-LABEL: func.func private @weights_chain_0
// TILES-SAME: %{{[a-z0-9]*}}: tensor<128x64xf16>, %{{[a-z0-9]*}}: tensor<64x128xf16> {mcf.constant}, %{{[a-z0-9]*}}: tensor<128x64xf16> {mcf.constant}
// GPU: gpu.func @weights_chain_0
// GPU-SAME: mcf.constants = array<i64: 1, 2>
// GPU: nvvm.mbarrier.arrive.expect_tx
// GPU: nvvm.mbarrier.arrive.expect_tx
// GPU: nvvm.griddepcontrol wait
// GPU: nvvm.mbarrier.arrive.expect_tx
func.func @weights(%a: tensor<128x64xf16>, %b: tensor<64x256xf16> {mcf.constant}, %d: tensor<128x64xf16> {mcf.constant}) -> tensor<128x64xf16> {
  %zero = arith.constant 0.0 : f32
  %part = tensor.extract_slice %b[0, 64] [64, 128] [1, 1] : tensor<64x256xf16> to tensor<64x128xf16>
  %c_empty = tensor.empty() : tensor<128x128xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<128x128xf32>) -> tensor<128x128xf32>
  %c = linalg.matmul ins(%a, %part : tensor<128x64xf16>, tensor<64x128xf16>) outs(%c_zero : tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = arith.truncf %c : tensor<128x128xf32> to tensor<128x128xf16>
  %e_empty = tensor.empty() : tensor<128x64xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<128x64xf32>) -> tensor<128x64xf32>
  %e = linalg.matmul ins(%r, %d : tensor<128x128xf16>, tensor<128x64xf16>) outs(%e_zero : tensor<128x64xf32>) -> tensor<128x64xf32>
  %o = arith.truncf %e : tensor<128x64xf32> to tensor<128x64xf16>
  return %o : tensor<128x64xf16>
}
