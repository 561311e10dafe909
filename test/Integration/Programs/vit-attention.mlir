// RUN: mcf-opt %s --pass-pipeline='builtin.module(func.func(convert-linalg-to-mcf))' -verify-diagnostics | FileCheck %s
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RIGHT: right

// Attention of a vision transformer over 197 tokens in named ops of linalg, with transposes around it, each op of softmax on its own and its row values broadcast: one chain.
// CHECK-LABEL: func.func @vit_attention
// CHECK-NOT: linalg
// CHECK: mcf.chain <b = 2, m = 197, n = 197, k = 16, h = 16> ins(%arg0, %arg1, %arg2 :
// CHECK: mcf.reduce <maximumf> {{.*}} -> <[b, m], f32>
// CHECK: math.exp
// CHECK: mcf.reduce <add> {{.*}} -> <[b, m], f32>
// CHECK: mcf.yield {{.*}} : !mcf.named<[m, b, h], f32>
// CHECK-NOT: linalg
// CHECK: return
module {
  func.func @vit_attention(%q: tensor<2x197x16xf32>, %k: tensor<2x197x16xf32>, %v: tensor<2x197x16xf32>) -> tensor<197x2x16xf32> {
    %zero = arith.constant 0.000000e+00 : f32
    %low = arith.constant 0xFF800000 : f32
    %scale = arith.constant 2.500000e-01 : f32
    %kt.empty = tensor.empty() : tensor<2x16x197xf32>
    %kt = linalg.transpose ins(%k : tensor<2x197x16xf32>) outs(%kt.empty : tensor<2x16x197xf32>) permutation = [0, 2, 1]
    %s.empty = tensor.empty() : tensor<2x197x197xf32>
    %s.zero = linalg.fill ins(%zero : f32) outs(%s.empty : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    // expected-remark @below {{fused 2 contractions}}
    %s = linalg.batch_matmul ins(%q, %kt : tensor<2x197x16xf32>, tensor<2x16x197xf32>) outs(%s.zero : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    %scales = linalg.fill ins(%scale : f32) outs(%s.empty : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    %scaled = linalg.mul ins(%s, %scales : tensor<2x197x197xf32>, tensor<2x197x197xf32>) outs(%s.empty : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    %row.empty = tensor.empty() : tensor<2x197xf32>
    %row.low = linalg.fill ins(%low : f32) outs(%row.empty : tensor<2x197xf32>) -> tensor<2x197xf32>
    %max = linalg.reduce {arith.maximumf} ins(%scaled : tensor<2x197x197xf32>) outs(%row.low : tensor<2x197xf32>) dimensions = [2]
    %max.all = linalg.broadcast ins(%max : tensor<2x197xf32>) outs(%s.empty : tensor<2x197x197xf32>) dimensions = [2]
    %shifted = linalg.sub ins(%scaled, %max.all : tensor<2x197x197xf32>, tensor<2x197x197xf32>) outs(%s.empty : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    %exp = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%shifted : tensor<2x197x197xf32>) outs(%s.empty : tensor<2x197x197xf32>) -> tensor<2x197x197xf32>
    %row.zero = linalg.fill ins(%zero : f32) outs(%row.empty : tensor<2x197xf32>) -> tensor<2x197xf32>
    %sum = linalg.reduce ins(%exp : tensor<2x197x197xf32>) outs(%row.zero : tensor<2x197xf32>) dimensions = [2]
      (%in: f32, %acc: f32) {
        %t = arith.addf %acc, %in : f32
        linalg.yield %t : f32
      }
    %sum.all = linalg.broadcast ins(%sum : tensor<2x197xf32>) outs(%s.empty : tensor<2x197x197xf32>) dimensions = [2]
    %p = linalg.map { arith.divf } ins(%exp, %sum.all : tensor<2x197x197xf32>, tensor<2x197x197xf32>) outs(%s.empty : tensor<2x197x197xf32>)
    %o.empty = tensor.empty() : tensor<2x197x16xf32>
    %o.zero = linalg.fill ins(%zero : f32) outs(%o.empty : tensor<2x197x16xf32>) -> tensor<2x197x16xf32>
    %o = linalg.batch_matmul ins(%p, %v : tensor<2x197x197xf32>, tensor<2x197x16xf32>) outs(%o.zero : tensor<2x197x16xf32>) -> tensor<2x197x16xf32>
    %r.empty = tensor.empty() : tensor<197x2x16xf32>
    %r = linalg.transpose ins(%o : tensor<2x197x16xf32>) outs(%r.empty : tensor<197x2x16xf32>) permutation = [1, 0, 2]
    return %r : tensor<197x2x16xf32>
  }
}
