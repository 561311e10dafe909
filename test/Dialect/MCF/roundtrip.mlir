// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --emit-bytecode | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Inputs and contractions have the paper's names.
// CHECK-LABEL: func.func @gemm_chain
func.func @gemm_chain(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf32> {
  // CHECK:      mcf.chain <m = 512, n = 256, k = 64, h = 64> ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>) -> (tensor<512x64xf32>) {
  // CHECK-NEXT: ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
  // GENERIC: "mcf.chain"(%{{.*}}, %{{.*}}, %{{.*}}) <{dims = #mcf.dims<m = 512, n = 256, k = 64, h = 64>, maskedRows = #mcf<masked_rows nan>}>
  %e = mcf.chain #mcf.dims<m = 512, n = 256, k = 64, h = 64>
      ins(%a, %b, %d : tensor<512x64xf16>, tensor<64x256xf16>, tensor<256x64xf16>)
      -> (tensor<512x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    // CHECK-NEXT: %C = mcf.contract %A, %B : <[m, k], f16>, <[k, n], f16> -> <[m, n], f32>
    %x = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    // CHECK-NEXT: %[[C16:.*]] = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> <[m, n], f16> {
    // CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
    // CHECK-NEXT:   %{{.*}} = mcf.index "n"
    // CHECK-NEXT:   %[[Y:.*]] = arith.truncf %[[X]] : f32 to f16
    // CHECK-NEXT:   mcf.yield %[[Y]] : f16
    %C16 = mcf.map ins(%x : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%s: f32):
      %i = mcf.index "n"
      %y = arith.truncf %s : f32 to f16
      mcf.yield %y : f16
    }
    // CHECK:      %E = mcf.contract %[[C16]], %D
    %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    // CHECK-NEXT: mcf.schedule <m = 64, n = 32, k = 16, h = 64> mapping <warps = 8, stages = 2> placed {
    // CHECK-NEXT:   mcf.loop "m" block {
    // CHECK-NEXT:     mcf.loop "n" serial {
    // CHECK-NEXT:       mcf.loop "k" cluster {
    // CHECK-NEXT:         mcf.load %A : <[m, k], f16>
    // CHECK-NEXT:         mcf.load %B : <[k, n], f16>
    // CHECK-NEXT:         mcf.compute %C : <[m, n], f32>
    // CHECK-NEXT:       }
    // CHECK:            mcf.store %E : <[m, h], f32>
    // GENERIC: "mcf.schedule"() <{mapping = #mcf.mapping<warps = 8, stages = 2>, placed, tiles = #mcf.tiles<m = 64, n = 32, k = 16, h = 64>}>
    // GENERIC: "mcf.loop"() <{binding = #mcf<binding block>, dim = "m"}>
    mcf.schedule #mcf.tiles<m = 64, n = 32, k = 16, h = 64> mapping #mcf.mapping<warps = 8, stages = 2> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" cluster {
            mcf.load %A : !mcf.named<[m, k], f16>
            mcf.load %B : !mcf.named<[k, n], f16>
            mcf.compute %x : !mcf.named<[m, n], f32>
          }
          mcf.compute %C16 : !mcf.named<[m, n], f16>
          mcf.load %D : !mcf.named<[n, h], f16>
          mcf.compute %E : !mcf.named<[m, h], f32>
        }
        mcf.store %E : !mcf.named<[m, h], f32>
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<512x64xf32>
}

// Symbols with a range and likely values, a scalar input, a result of rank 0, a map without operands,
// kinds of reductions, attributes of ops, a raw schedule with a loop of nothing.
// CHECK-LABEL: func.func @others
func.func @others(%a: tensor<?x?xf32>, %s: f32, %i: tensor<4xi32>) -> (tensor<f32>, tensor<i32>) {
  // CHECK:      mcf.chain <m = ? in [1, 4096], n_1 = ? in [0, 512] likely [64, 512], q = 4> ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x?xf32>, f32, tensor<4xi32>) -> (tensor<f32>, tensor<i32>) attributes {tag} {
  // CHECK-NEXT: ^bb0(%A: !mcf.named<[m, n_1], f32>, %B: !mcf.named<[], f32>, %D: !mcf.named<[q], i32>):
  %r:2 = mcf.chain <m = ? in [1, 4096], n_1 = ? in [0, 512] likely [64, 512], q = 4>
      ins(%a, %s, %i : tensor<?x?xf32>, f32, tensor<4xi32>) -> (tensor<f32>, tensor<i32>) attributes {tag} {
  ^bb0(%A: !mcf.named<[m, n_1], f32>, %B: !mcf.named<[], f32>, %D: !mcf.named<[q], i32>):
    // CHECK: mcf.map -> <[m], f32> {
    %c = mcf.map -> !mcf.named<[m], f32> {
      %0 = arith.constant 1.0 : f32
      mcf.yield %0 : f32
    }
    // CHECK: mcf.map ins(%A, %{{.*}}, %B : !mcf.named<[m, n_1], f32>, !mcf.named<[m], f32>, !mcf.named<[], f32>) -> <[m, n_1], f32> attributes {tag} {
    %p = mcf.map ins(%A, %c, %B : !mcf.named<[m, n_1], f32>, !mcf.named<[m], f32>, !mcf.named<[], f32>) -> !mcf.named<[m, n_1], f32> attributes {tag} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %0 = math.fma %x, %y, %z : f32
      mcf.yield %0 : f32
    }
    // CHECK: mcf.reduce <maximumf> %{{.*}} : <[m, n_1], f32> -> <[n_1], f32>
    %m = mcf.reduce <maximumf> %p : !mcf.named<[m, n_1], f32> -> !mcf.named<[n_1], f32>
    // CHECK: mcf.reduce <add> %{{.*}} {tag} : <[n_1], f32> -> <[], f32>
    %l = mcf.reduce <add> %m {tag} : !mcf.named<[n_1], f32> -> !mcf.named<[], f32>
    // CHECK: mcf.reduce <maxsi> %D : <[q], i32> -> <[], i32>
    %k = mcf.reduce <maxsi> %D : !mcf.named<[q], i32> -> !mcf.named<[], i32>
    // CHECK: mcf.schedule <m = 16, n_1 = 16, q = 1> attributes {tag} {
    mcf.schedule <m = 16, n_1 = 16, q = 1> attributes {tag} {
      // CHECK-NEXT: mcf.loop "m" serial attributes {tag} {
      // CHECK-NEXT: }
      mcf.loop "m" serial attributes {tag} {
      }
      mcf.compute %c : !mcf.named<[m], f32>
      mcf.compute %p : !mcf.named<[m, n_1], f32>
      mcf.compute %m : !mcf.named<[n_1], f32>
      mcf.compute %l : !mcf.named<[], f32>
      mcf.compute %k : !mcf.named<[], i32>
      mcf.store %l : !mcf.named<[], f32>
      // CHECK: mcf.store %{{.*}} {tag} : <[], i32>
      mcf.store %k {tag} : !mcf.named<[], i32>
    }
    mcf.yield %l, %k : !mcf.named<[], f32>, !mcf.named<[], i32>
  }
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}

// What a row that is masked whole gives; nan is the default and not printed.
// CHECK-LABEL: func.func @masked_rows
// CHECK: mcf.chain <m = 4> masked_rows zero ins(
// CHECK: mcf.chain <m = 4> ins(
func.func @masked_rows(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = mcf.chain <m = 4> masked_rows zero ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield %A : !mcf.named<[m], f32>
  }
  %s = mcf.chain <m = 4> masked_rows nan ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield %A : !mcf.named<[m], f32>
  }
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// Attributes and types that stand alone.
// CHECK-LABEL: func.func private @attributes
// CHECK-SAME: #mcf.dim<m = 512>
// CHECK-SAME: #mcf.dim<m = ? in [1, 4096] likely [512, 1024]>
// CHECK-SAME: #mcf.dims<>
// CHECK-SAME: #mcf.tiles<>
// CHECK-SAME: #mcf<binding cluster>
// CHECK-SAME: !mcf.named<[], bf16>
// CHECK-SAME: !mcf.named<[_a, b.c, d$1], i8>
func.func private @attributes() attributes {test.attrs = [
  #mcf.dim<m = 512>, #mcf.dim<m = ? in [1, 4096] likely [512, 1024]>, #mcf.dims<>, #mcf.tiles<>,
  #mcf<binding cluster>, !mcf.named<[], bf16>, !mcf.named<[_a, b.c, d$1], i8>]}

// A field of a mapping that is not given is left to the lowering.
// CHECK-LABEL: func.func private @mappings
// CHECK-SAME: all = #mcf.mapping<warps = 8, stages = 2, overlap = 1>, mcf.mapping = #mcf.mapping<>, none = #mcf.mapping<overlap = 0>, other = #mcf.mapping<stages = 3>, roles = #mcf.mapping<warps = 8, producers = 4>, warps = #mcf.mapping<warps = 1>
func.func private @mappings() attributes {all = #mcf.mapping<overlap = 1, warps = 8, stages = 2>, mcf.mapping = #mcf.mapping<>, none = #mcf.mapping<overlap = 0>, other = #mcf.mapping<stages = 3>, roles = #mcf.mapping<producers = 4, warps = 8>, warps = #mcf.mapping<warps = 1>}
