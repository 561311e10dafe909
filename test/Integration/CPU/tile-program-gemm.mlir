// A hand-written tile program (sizes that the tiles do not divide) against the unfused one.
// RUN: split-file %s %t
// RUN: mcf-compare %t/unfused.mlir %t/fused.mlir --seed=3 | FileCheck %s
// RUN: not mcf-compare %t/unfused.mlir %t/wrong.mlir | FileCheck %s --check-prefix=WRONG
// RUN: not mcf-compare %t/unfused.mlir %t/fused.mlir --function=g 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not mcf-compare %t/unfused.mlir %t/missing.mlir 2>&1 | FileCheck %s --check-prefix=FILE

// CHECK: f: right, error
// CHECK: result    elements  nan or inf     unfused       error       bound  verdict
// CHECK: 0               91           0 {{.*}} right
// WRONG: f: wrong, result 0: expected
// NONE: error: expected a public function to compare, but there is none
// FILE: error: cannot open input file

//--- unfused.mlir
func.func @f(%A: tensor<13x9xf32>, %B: tensor<9x7xf32>) -> tensor<13x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<13x7xf32>) -> tensor<13x7xf32>
  %r = linalg.matmul ins(%A, %B : tensor<13x9xf32>, tensor<9x7xf32>) outs(%f : tensor<13x7xf32>) -> tensor<13x7xf32>
  return %r : tensor<13x7xf32>
}

//--- fused.mlir
// padded-form tile program with kept online statistics
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func private @f_chain_0(%A: tensor<13x9xf32>, %B: tensor<9x7xf32>, %out: tensor<13x7xf32>) -> tensor<13x7xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %r = scf.forall (%i) in (4) shared_outs(%o = %out) -> (tensor<13x7xf32>) {
    %m = affine.apply affine_map<(d0)->(d0*4)>(%i)
    %ms = affine.min affine_map<(d0)->(-d0+13,4)>(%m)
    %pm = affine.apply affine_map<(d0)->(4-d0)>(%ms)
    %e = tensor.empty() : tensor<4x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x7xf32>) -> tensor<4x7xf32>
    %acc = scf.for %j = %c0 to %c3 step %c1 iter_args(%x = %f) -> (tensor<4x7xf32>) {
      %k = affine.apply affine_map<(d0)->(d0*4)>(%j)
      %ks = affine.min affine_map<(d0)->(-d0+9,4)>(%k)
      %pk = affine.apply affine_map<(d0)->(4-d0)>(%ks)
      %as = tensor.extract_slice %A[%m,%k][%ms,%ks][1,1] : tensor<13x9xf32> to tensor<?x?xf32>
      %at = tensor.pad %as low[0,0] high[%pm,%pk] {
        ^bb0(%u: index, %v: index):
          tensor.yield %zero : f32
      } : tensor<?x?xf32> to tensor<4x4xf32>
      %bs = tensor.extract_slice %B[%k,0][%ks,7][1,1] : tensor<9x7xf32> to tensor<?x7xf32>
      %bt = tensor.pad %bs low[0,0] high[%pk,0] {
        ^bb0(%u: index, %v: index):
          tensor.yield %zero : f32
      } : tensor<?x7xf32> to tensor<4x7xf32>
      %y = linalg.matmul ins(%at, %bt : tensor<4x4xf32>, tensor<4x7xf32>) outs(%x : tensor<4x7xf32>) -> tensor<4x7xf32>
      scf.yield %y : tensor<4x7xf32>
    }
    %st = tensor.extract_slice %acc[0,0][%ms,7][1,1] : tensor<4x7xf32> to tensor<?x7xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %st into %o[%m,0][%ms,7][1,1] : tensor<?x7xf32> into tensor<13x7xf32>
    }
  }
  return %r : tensor<13x7xf32>
}
func.func @f(%A: tensor<13x9xf32>, %B: tensor<9x7xf32>) -> tensor<13x7xf32> {
  %e = tensor.empty() : tensor<13x7xf32>
  %r = call @f_chain_0(%A, %B, %e) : (tensor<13x9xf32>, tensor<9x7xf32>, tensor<13x7xf32>) -> tensor<13x7xf32>
  return %r : tensor<13x7xf32>
}

//--- wrong.mlir
// padded-form tile program with kept online statistics
#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func private @f_chain_0(%A: tensor<13x9xf32>, %B: tensor<9x7xf32>, %out: tensor<13x7xf32>) -> tensor<13x7xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %r = scf.forall (%i) in (4) shared_outs(%o = %out) -> (tensor<13x7xf32>) {
    %m = affine.apply affine_map<(d0)->(d0*4)>(%i)
    %ms = affine.min affine_map<(d0)->(-d0+13,4)>(%m)
    %pm = affine.apply affine_map<(d0)->(4-d0)>(%ms)
    %e = tensor.empty() : tensor<4x7xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x7xf32>) -> tensor<4x7xf32>
    %acc = scf.for %j = %c0 to %c1 step %c1 iter_args(%x = %f) -> (tensor<4x7xf32>) {
      %k = affine.apply affine_map<(d0)->(d0*4)>(%j)
      %ks = affine.min affine_map<(d0)->(-d0+9,4)>(%k)
      %pk = affine.apply affine_map<(d0)->(4-d0)>(%ks)
      %as = tensor.extract_slice %A[%m,%k][%ms,%ks][1,1] : tensor<13x9xf32> to tensor<?x?xf32>
      %at = tensor.pad %as low[0,0] high[%pm,%pk] {
        ^bb0(%u: index, %v: index):
          tensor.yield %zero : f32
      } : tensor<?x?xf32> to tensor<4x4xf32>
      %bs = tensor.extract_slice %B[%k,0][%ks,7][1,1] : tensor<9x7xf32> to tensor<?x7xf32>
      %bt = tensor.pad %bs low[0,0] high[%pk,0] {
        ^bb0(%u: index, %v: index):
          tensor.yield %zero : f32
      } : tensor<?x7xf32> to tensor<4x7xf32>
      %y = linalg.matmul ins(%at, %bt : tensor<4x4xf32>, tensor<4x7xf32>) outs(%x : tensor<4x7xf32>) -> tensor<4x7xf32>
      scf.yield %y : tensor<4x7xf32>
    }
    %st = tensor.extract_slice %acc[0,0][%ms,7][1,1] : tensor<4x7xf32> to tensor<?x7xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %st into %o[%m,0][%ms,7][1,1] : tensor<?x7xf32> into tensor<13x7xf32>
    }
  }
  return %r : tensor<13x7xf32>
}
func.func @f(%A: tensor<13x9xf32>, %B: tensor<9x7xf32>) -> tensor<13x7xf32> {
  %e = tensor.empty() : tensor<13x7xf32>
  %r = call @f_chain_0(%A, %B, %e) : (tensor<13x9xf32>, tensor<9x7xf32>, tensor<13x7xf32>) -> tensor<13x7xf32>
  return %r : tensor<13x7xf32>
}
