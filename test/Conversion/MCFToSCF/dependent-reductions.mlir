// RUN: split-file %s %t
// RUN: mcf-opt %t/softmax.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=ONLINE
// RUN: mcf-opt %t/softmax.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=40,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=ONE
// RUN: mcf-opt %t/returned.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=CLOSED
// RUN: mcf-opt %t/scaled.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=SCALED
// RUN: mcf-opt %t/softmax.mlir --mcf-apply-tiling='tiling=|nmhk{m=16,n=8,k=32,h=16}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=ROWS

// Softmax runs in the loop over n: maximum, sum and result are carried.
// ONLINE-LABEL: func.func private @softmax_chain_0(
// ONLINE-DAG:     %[[NEG:.*]] = arith.constant 0xFF800000 : f32
// ONLINE-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// ONLINE-DAG:     %[[ONEF:.*]] = arith.constant 1.000000e+00 : f32
// ONLINE:       scf.forall
// ONLINE-DAG:     %[[R0:.*]] = linalg.fill ins(%[[NEG]] : f32) outs(%{{.*}} : tensor<16xf32>)
// ONLINE-DAG:     %[[L0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<16xf32>)
// ONLINE-DAG:     %[[E0:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<16x32xf32>)
// ONLINE:         %[[RES:.*]]:3 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[R:.*]] = %[[R0]], %[[L:.*]] = %[[L0]], %[[E:.*]] = %[[E0]])
// The tail of the last tile is -inf: it is no maximum, and its exponentials are 0.
// ONLINE:           %[[S:.*]] = linalg.contract
// ONLINE:           %[[SM:.*]] = linalg.generic {{.*}} ins(%[[S]] :
// ONLINE:             arith.select %{{.*}}, %{{.*}}, %[[NEG]]
// ONLINE:           %[[RN:.*]] = linalg.reduce ins(%[[SM]] : tensor<16x8xf32>) outs(%[[R]] : tensor<16xf32>) dimensions = [1]
// ONLINE:             arith.maximumf
// One action for both accumulators; where the maximum does not move it is 1.
// ONLINE:           %[[G:.*]] = linalg.generic {{.*}} ins(%[[R]], %[[RN]] : tensor<16xf32>, tensor<16xf32>)
// ONLINE:             %[[SUB:.*]] = arith.subf
// ONLINE:             %[[EXP:.*]] = math.exp %[[SUB]]
// ONLINE:             %[[SAME:.*]] = arith.cmpf oeq
// ONLINE:             arith.select %[[SAME]], %[[ONEF]], %[[EXP]]
// ONLINE:           %[[LS:.*]] = linalg.generic {{.*}} ins(%[[G]] : tensor<16xf32>) outs(%[[L]] : tensor<16xf32>)
// ONLINE:             arith.mulf
// ONLINE:           %[[ES:.*]] = linalg.generic {{.*}} ins(%[[G]] : tensor<16xf32>) outs(%[[E]] : tensor<16x32xf32>)
// ONLINE:             arith.mulf
// A maximum of -inf counts as 0.
// ONLINE:           %[[SAFE:.*]] = linalg.generic {{.*}} ins(%[[RN]] : tensor<16xf32>)
// ONLINE:             arith.cmpf oeq, %{{.*}}, %[[NEG]]
// ONLINE:           %[[P:.*]] = linalg.generic {{.*}} ins(%[[SM]], %[[SAFE]] : tensor<16x8xf32>, tensor<16xf32>)
// ONLINE:             math.exp
// ONLINE-NOT:       arith.select
// ONLINE:           %[[LN:.*]] = linalg.reduce {{.*}} outs(%[[LS]] : tensor<16xf32>)
// The quotient is left out here.
// ONLINE-NOT:       arith.divf
// ONLINE:           %[[EN:.*]] = linalg.contract {{.*}} outs(%[[ES]] : tensor<16x32xf32>)
// ONLINE:           scf.yield %[[RN]], %[[LN]], %[[EN]]
// A row of -inf gives NaN, as the chain says.
// ONLINE:         %[[LF:.*]] = linalg.generic {{.*}} ins(%[[RES]]#1, %[[RES]]#0 : tensor<16xf32>, tensor<16xf32>)
// ONLINE:           arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
// ONLINE:         linalg.generic {{.*}} ins(%[[RES]]#2, %[[LF]] : tensor<16x32xf32>, tensor<16xf32>)
// ONLINE:           arith.divf
// ONLINE:         tensor.insert_slice

// One tile covers n: nothing runs, softmax is what it is.
// ONE-LABEL: func.func private @softmax_chain_0(
// ONE-NOT:     scf.for %
// ONE:         linalg.reduce
// ONE:         math.exp
// ONE:         linalg.reduce
// ONE:         arith.divf
// ONE:         linalg.contract

// The normalised rows are returned: the loop is closed twice, S is kept.
// CLOSED-LABEL: func.func private @returned_chain_0(
// CLOSED:       %[[L1:.*]]:2 = scf.for {{.*}} -> (tensor<5x16x8xf32>, tensor<16xf32>)
// CLOSED:         arith.maximumf
// CLOSED:       %[[L2:.*]]:2 = scf.for {{.*}} -> (tensor<5x16x8xf32>, tensor<16xf32>)
// CLOSED:         tensor.extract_slice %[[L1]]#0
// CLOSED:         math.exp
// CLOSED:         arith.addf
// CLOSED:       scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}})
// CLOSED:         tensor.extract_slice %[[L2]]#0
// CLOSED:         arith.divf
// CLOSED:         linalg.contract
// CLOSED:         tensor.insert_slice

// A map between the maximum and its user, and one between the sum and its user, are
// evaluated where they are used; the scale of the exponent is in the action.
// SCALED-LABEL: func.func private @scaled_chain_0(
// SCALED:       %[[RES:.*]]:3 = scf.for {{.*}} iter_args(%[[R:.*]] = %{{.*}}, %{{.*}}, %{{.*}})
// SCALED:         %[[RN:.*]] = linalg.reduce {{.*}} outs(%[[R]] : tensor<16xf32>)
// SCALED:         %[[TO:.*]] = linalg.generic {{.*}} ins(%[[R]] : tensor<16xf32>)
// SCALED:         %[[TN:.*]] = linalg.generic {{.*}} ins(%[[RN]] : tensor<16xf32>)
// SCALED:         linalg.generic {{.*}} ins(%[[TO]], %[[TN]] : tensor<16xf32>, tensor<16xf32>)
// SCALED:           %[[D:.*]] = arith.subf
// SCALED:           %[[DS:.*]] = arith.mulf %[[D]], %{{.*}}
// SCALED:           math.exp2 %[[DS]]
// SCALED:         scf.yield
// SCALED:       arith.divf %{{.*}}, %{{.*}} : f32
// SCALED:       arith.mulf
// SCALED:       tensor.insert_slice

// n outside of m: the statistics of all rows are kept, and the tiles of E for all m and h;
// when the maximum of some rows moves, their tiles of E for all h are multiplied at once.
// ROWS-LABEL: func.func private @softmax_chain_0(
// ROWS:       scf.for {{.*}} -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x2x16x16xf32>)
// ROWS:         scf.for %[[M:[^ ]*]] = {{.*}} -> (tensor<4x16xf32>, tensor<4x16xf32>, tensor<4x2x16x16xf32>)
// ROWS:           linalg.reduce
// ROWS:           %[[PART:.*]] = tensor.extract_slice %{{.*}}[%[[M]], 0, 0, 0] [1, 2, 16, 16] [1, 1, 1, 1] : tensor<4x2x16x16xf32> to tensor<2x16x16xf32>
// ROWS:           linalg.generic {{.*}} ins(%{{.*}} : tensor<16xf32>) outs(%[[PART]] : tensor<2x16x16xf32>)
// ROWS:           scf.for {{.*}} -> (tensor<4x2x16x16xf32>)
// ROWS:             linalg.contract

//--- softmax.mlir
func.func @softmax(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>) -> tensor<50x32xf32> {
  %e = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>) -> (tensor<50x32xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      mcf.yield %x : f32
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x32xf32>
}

//--- returned.mlir
func.func @returned(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>) -> (tensor<50x32xf32>, tensor<50x37xf32>) {
  %e:2 = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>) -> (tensor<50x32xf32>, tensor<50x37xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %P = mcf.map ins(%S, %R : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %r: f32):
      %x = arith.subf %s, %r : f32
      %p = math.exp %x : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Q = mcf.map ins(%P, %L : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.divf %p, %l : f32
      mcf.yield %x : f32
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E, %Q : !mcf.named<[m, h], f32>, !mcf.named<[m, n], f32>
  }
  return %e#0, %e#1 : tensor<50x32xf32>, tensor<50x37xf32>
}

//--- scaled.mlir
func.func @scaled(%a: tensor<50x32xf16>, %b: tensor<32x37xf16>, %d: tensor<37x32xf32>) -> tensor<50x32xf32> {
  %e = mcf.chain <m = 50, n = 37, k = 32, h = 32>
      ins(%a, %b, %d : tensor<50x32xf16>, tensor<32x37xf16>, tensor<37x32xf32>) -> (tensor<50x32xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f32>):
    %S = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %R = mcf.reduce <maximumf> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %T = mcf.map ins(%R : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%r: f32):
      %c = arith.constant 0.125 : f32
      %x = arith.mulf %r, %c : f32
      mcf.yield %x : f32
    }
    %P = mcf.map ins(%S, %T : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%s: f32, %t: f32):
      %c = arith.constant 0.125 : f32
      %c2 = arith.constant 1.4426950408889634 : f32
      %y = arith.mulf %s, %c : f32
      %x = arith.subf %y, %t : f32
      %u = arith.mulf %x, %c2 : f32
      %p = math.exp2 %u : f32
      mcf.yield %p : f32
    }
    %L = mcf.reduce <add> %P : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %I = mcf.map ins(%L : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%l: f32):
      %c = arith.constant 1.0 : f32
      %x = arith.divf %c, %l : f32
      mcf.yield %x : f32
    }
    %Q = mcf.map ins(%P, %I : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%p: f32, %l: f32):
      %x = arith.mulf %p, %l : f32
      mcf.yield %x : f32
    }
    %E = mcf.contract %Q, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x32xf32>
}
