// Several results, transposed ones, batch dims, scalars, constants, positions, several chains.
// RUN: split-file %s %t
// RUN: mcf-opt %t/results.mlir --mcf-apply-tiling='tiling=|nmkh{m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=RESULTS
// RUN: mcf-opt %t/batch.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=BATCH
// RUN: mcf-opt %t/scalars.mlir --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=SCALARS
// RUN: mcf-opt %t/integers.mlir --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=INT

// Two results of which one is transposed and is returned twice: one destination each.
// RESULTS-LABEL: func.func @f(
// RESULTS-DAG:     %[[C:.*]] = tensor.empty() : tensor<24x48xf32>
// RESULTS-DAG:     %[[E:.*]] = tensor.empty() : tensor<48x32xf32>
// RESULTS:         %[[R:.*]]:2 = call @f_chain_0(%arg0, %arg1, %arg2, %[[C]], %[[E]])
// RESULTS-SAME:      -> (tensor<24x48xf32>, tensor<48x32xf32>)
// RESULTS:         return %[[R]]#0, %[[R]]#1, %[[R]]#0
// RESULTS-LABEL: func.func private @f_chain_0(
// The intermediate is spelled [n, m], and so are its tiles.
// RESULTS:         linalg.contract {{.*}} outs(%{{.*}} : tensor<8x16xf32>)
// RESULTS:         tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] [8, 16] [1, 1] : tensor<8x16xf32> into tensor<24x48xf32>

// Batch dims have unit tiles and are block loops.
// BATCH-LABEL: func.func private @f_chain_0(
// BATCH:         scf.forall (%[[B:.*]], %[[M:.*]]) in (3, 3) shared_outs(%[[OUT:.*]] = %arg3)
// BATCH:           tensor.extract_slice %arg0[%{{.*}}, %[[B]], 0] [16, 1, 32] [1, 1, 1] : tensor<48x3x32xf16> to tensor<16x32xf16>
// BATCH:           scf.for
// BATCH:           tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0] [1, 16, 32] [1, 1, 1] : tensor<16x32xf32> into tensor<1x16x32xf32>
// BATCH:             tensor.parallel_insert_slice %{{.*}} into %[[OUT]][%[[B]], %{{.*}}, 0] [1, 16, 32]

// A scalar stays a scalar, tensor or not; an input that is returned needs no program;
// positions count over the whole dim; names are kept apart.
// SCALARS-LABEL: func.func @g(
// SCALARS-SAME:    %[[S:.*]]: f32, %[[T:.*]]: tensor<f32>, %[[X:.*]]: tensor<20xf32>)
// SCALARS:         %[[R:.*]] = call @g_chain_0(%[[S]], %[[T]], %[[X]], %{{.*}}) : (f32, tensor<f32>, tensor<20xf32>, tensor<20xf32>) -> tensor<20xf32>
// SCALARS:         call @g_chain_1_0(
// SCALARS:         return %[[R]], %[[X]], %{{.*}}
// SCALARS-LABEL: func.func private @g_chain_0(
// SCALARS:         %[[TS:.*]] = tensor.extract %arg1[] : tensor<f32>
// SCALARS:         linalg.generic
// SCALARS-NEXT:    ^bb0
// SCALARS-DAG:       arith.mulf %{{.*}}, %arg0 : f32
// SCALARS-DAG:       arith.addf %{{.*}}, %[[TS]] : f32
// SCALARS:         %[[C:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<8xf32>)
// SCALARS:           %[[I:.*]] = linalg.index 0 : index
// SCALARS:           %[[P:.*]] = arith.addi %{{.*}}, %[[I]] : index
// SCALARS:           arith.index_cast %[[P]] : index to i32

// Integers: contractions are signed, maxima start from the least value.
// INT-LABEL: func.func private @f_chain_0(
// INT-DAG:     %[[MIN:.*]] = arith.constant -2147483648 : i32
// INT:         linalg.contract {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x8xi8>, tensor<8x4xi8>) outs(%{{.*}} : tensor<4x4xi32>)
// INT:         linalg.fill ins(%[[MIN]] : i32)
// INT:         linalg.reduce
// INT:           arith.maxsi

//--- results.mlir
func.func @f(%a: tensor<48x32xf16>, %b: tensor<32x24xf16>, %d: tensor<24x32xf32>)
    -> (tensor<24x48xf32>, tensor<48x32xf32>, tensor<24x48xf32>) {
  %e:3 = mcf.chain <m = 48, n = 24, k = 32, h = 32>
      ins(%a, %b, %d : tensor<48x32xf16>, tensor<32x24xf16>, tensor<24x32xf32>)
      -> (tensor<24x48xf32>, tensor<48x32xf32>, tensor<24x48xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[n, m], f32>
    %E = mcf.contract %C, %D : !mcf.named<[n, m], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %C, %E, %C : !mcf.named<[n, m], f32>, !mcf.named<[m, h], f32>, !mcf.named<[n, m], f32>
  }
  return %e#0, %e#1, %e#2 : tensor<24x48xf32>, tensor<48x32xf32>, tensor<24x48xf32>
}

//--- batch.mlir
func.func @f(%a: tensor<48x3x32xf16>, %b: tensor<3x32x24xf16>, %d: tensor<24x32x3xf16>) -> tensor<3x48x32xf32> {
  %e = mcf.chain <b = 3, m = 48, n = 24, k = 32, h = 32>
      ins(%a, %b, %d : tensor<48x3x32xf16>, tensor<3x32x24xf16>, tensor<24x32x3xf16>) -> (tensor<3x48x32xf32>) {
  ^bb0(%A: !mcf.named<[m, b, k], f16>, %B: !mcf.named<[b, k, n], f16>, %D: !mcf.named<[n, h, b], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, b, k], f16>, !mcf.named<[b, k, n], f16> -> !mcf.named<[b, m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[b, m, n], f32>, !mcf.named<[n, h, b], f16> -> !mcf.named<[b, m, h], f32>
    mcf.yield %E : !mcf.named<[b, m, h], f32>
  }
  return %e : tensor<3x48x32xf32>
}

//--- scalars.mlir
func.func @g(%s: f32, %t: tensor<f32>, %x: tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) {
  %e:2 = mcf.chain <m = 20> ins(%s, %t, %x : f32, tensor<f32>, tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>) {
  ^bb0(%S: !mcf.named<[], f32>, %T: !mcf.named<[], f32>, %X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X, %S, %T : !mcf.named<[m], f32>, !mcf.named<[], f32>, !mcf.named<[], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32, %se: f32, %te: f32):
      %a = arith.mulf %xe, %se : f32
      %b = arith.addf %a, %te : f32
      mcf.yield %b : f32
    }
    %I = mcf.map -> !mcf.named<[m], f32> {
      %i = mcf.index "m"
      %a = arith.index_cast %i : index to i32
      %b = arith.sitofp %a : i32 to f32
      mcf.yield %b : f32
    }
    %Z = mcf.map ins(%Y, %I : !mcf.named<[m], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%ye: f32, %ie: f32):
      %a = arith.mulf %ye, %ie : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 8> placed {
      mcf.loop "m" block {
        mcf.load %X : !mcf.named<[m], f32>
        mcf.load %S : !mcf.named<[], f32>
        mcf.load %T : !mcf.named<[], f32>
        mcf.compute %Y : !mcf.named<[m], f32>
        mcf.compute %I : !mcf.named<[m], f32>
        mcf.compute %Z : !mcf.named<[m], f32>
        mcf.store %Z : !mcf.named<[m], f32>
      }
    }
    mcf.yield %Z, %X : !mcf.named<[m], f32>, !mcf.named<[m], f32>
  }
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 32> placed {
      mcf.load %X : !mcf.named<[m], f32>
      mcf.compute %Y : !mcf.named<[m], f32>
      mcf.store %Y : !mcf.named<[m], f32>
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %e#0, %e#1, %f : tensor<20xf32>, tensor<20xf32>, tensor<20xf32>
}
// The name that the second chain of @g would get.
func.func private @g_chain_1(f32)

//--- integers.mlir
func.func @f(%a: tensor<4x16xi8>, %b: tensor<16x4xi8>) -> tensor<4xi32> {
  %e = mcf.chain <m = 4, n = 4, k = 16> ins(%a, %b : tensor<4x16xi8>, tensor<16x4xi8>) -> (tensor<4xi32>) {
  ^bb0(%A: !mcf.named<[m, k], i8>, %B: !mcf.named<[k, n], i8>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], i8>, !mcf.named<[k, n], i8> -> !mcf.named<[m, n], i32>
    %R = mcf.reduce <maxsi> %C : !mcf.named<[m, n], i32> -> !mcf.named<[m], i32>
    mcf.schedule <m = 4, n = 4, k = 8> placed {
      mcf.loop "k" serial {
        mcf.load %A : !mcf.named<[m, k], i8>
        mcf.load %B : !mcf.named<[k, n], i8>
        mcf.compute %C : !mcf.named<[m, n], i32>
      }
      mcf.compute %R : !mcf.named<[m], i32>
      mcf.store %R : !mcf.named<[m], i32>
    }
    mcf.yield %R : !mcf.named<[m], i32>
  }
  return %e : tensor<4xi32>
}
