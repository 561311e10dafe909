// RUN: mcf-opt %s --canonicalize -split-input-file | FileCheck %s

// Inputs given twice are merged, unused ones and unused ops dropped.
// CHECK-LABEL: func.func @inputs
// CHECK-SAME:    (%[[A:.*]]: tensor<4x2xf32>, %[[B:.*]]: tensor<4xf32>)
func.func @inputs(%a: tensor<4x2xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      mcf.chain <m = 4, k = 2> ins(%[[A]] : tensor<4x2xf32>)
  // CHECK-NEXT: ^bb0(%A: !mcf.named<[m, k], f32>):
  // CHECK-NEXT:   %C = mcf.contract %A, %A
  // CHECK-NEXT:   mcf.yield %C
  %r = mcf.chain <m = 4, k = 2> ins(%a, %b, %a : tensor<4x2xf32>, tensor<4xf32>, tensor<4x2xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[m], f32>, %D: !mcf.named<[m, k], f32>):
    %C = mcf.contract %A, %D : !mcf.named<[m, k], f32>, !mcf.named<[m, k], f32> -> !mcf.named<[m], f32>
    %unused = mcf.map ins(%B : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %0 = arith.negf %x : f32
      mcf.yield %0 : f32
    }
    mcf.yield %C : !mcf.named<[m], f32>
  }
  return %r : tensor<4xf32>
}

// -----

// The same tensor under other names is another input.
// CHECK-LABEL: func.func @other_names
func.func @other_names(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: mcf.chain <m = 4, k = 4, n = 4> ins(%{{.*}}, %{{.*}} : tensor<4x4xf32>, tensor<4x4xf32>)
  %r = mcf.chain <m = 4, k = 4, n = 4> ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return %r : tensor<4x4xf32>
}

// -----

// Unused results, results given twice, and results that are an input.
// CHECK-LABEL: func.func @results
// CHECK-SAME:    (%[[A:.*]]: tensor<4xf32>)
func.func @results(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK:      %[[R:.*]] = mcf.chain <m = 4> ins(%[[A]] : tensor<4xf32>) -> (tensor<4xf32>) attributes {tag} {
  // CHECK-NOT:    negf
  // CHECK:        math.exp
  // CHECK:        mcf.yield %{{.*}} : !mcf.named<[m], f32>
  // CHECK:      return %[[R]], %[[A]], %[[R]]
  %r:4 = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) attributes {tag} {
  ^bb0(%A: !mcf.named<[m], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %0 = math.exp %x : f32
      mcf.yield %0 : f32
    }
    %q = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %0 = arith.negf %x : f32
      mcf.yield %0 : f32
    }
    mcf.yield %p, %A, %p, %q : !mcf.named<[m], f32>, !mcf.named<[m], f32>, !mcf.named<[m], f32>, !mcf.named<[m], f32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A transposition is not an input.
// CHECK-LABEL: func.func @transposed_result
func.func @transposed_result(%a: tensor<4x2xf32>) -> tensor<2x4xf32> {
  // CHECK: mcf.chain
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<2x4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[k, m], f32> {
    ^bb0(%x: f32):
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[k, m], f32>
  }
  return %r : tensor<2x4xf32>
}

// -----

// A chain that nothing uses has no effect.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT:    return
func.func @unused(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield %A : !mcf.named<[m], f32>
  }
  return
}

// -----

// Operands of maps: unused ones are dropped, ones given twice merged, the identity is folded.
// CHECK-LABEL: func.func @maps
func.func @maps(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      mcf.map ins(%A : !mcf.named<[m], f32>) -> <[m], f32> {
  // CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
  // CHECK-NEXT:   arith.addf %[[X]], %[[X]]
  // CHECK-NOT:  mcf.map
  %r = mcf.chain <m = 4> ins(%a, %b : tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>, %B: !mcf.named<[m], f32>):
    %i = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      mcf.yield %x : f32
    }
    %p = mcf.map ins(%A, %B, %i : !mcf.named<[m], f32>, !mcf.named<[m], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %0 = arith.addf %x, %z : f32
      mcf.yield %0 : f32
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return %r : tensor<4xf32>
}

// -----

// A schedule computes each op and stores each result: both stay.
// CHECK-LABEL: func.func @scheduled
func.func @scheduled(%a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:     mcf.chain <m = 4> ins(%{{.*}} : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK:     %[[I:.*]] = mcf.map
  // CHECK:     %[[P:.*]] = mcf.map ins(%[[I]]
  // CHECK:     mcf.compute %[[I]]
  // CHECK:     mcf.compute %[[P]]
  %r:2 = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    %i = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      mcf.yield %x : f32
    }
    %p = mcf.map ins(%i : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %0 = arith.negf %x : f32
      mcf.yield %0 : f32
    }
    mcf.schedule <m = 4> placed {
      mcf.load %A : !mcf.named<[m], f32>
      mcf.compute %i : !mcf.named<[m], f32>
      mcf.compute %p : !mcf.named<[m], f32>
      mcf.store %i : !mcf.named<[m], f32>
      mcf.store %p : !mcf.named<[m], f32>
    }
    mcf.yield %p, %i : !mcf.named<[m], f32>, !mcf.named<[m], f32>
  }
  return %r#0 : tensor<4xf32>
}

// Constants stay in the body that uses them, and folding puts new ones there.
// CHECK-LABEL: func.func @constants
func.func @constants(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = mcf.chain <m = 8> ins(%a : tensor<8xf32>) -> (tensor<8xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // CHECK:      mcf.chain
    // CHECK-NEXT: ^bb0
    // CHECK-NEXT: mcf.map
    // CHECK-NEXT: ^bb0(%[[X:.*]]: f32):
    // CHECK-NEXT:   %[[C:.*]] = arith.constant 5.000000e+00 : f32
    // CHECK-NEXT:   arith.mulf %[[X]], %[[C]] : f32
    %p = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %c2 = arith.constant 2.0 : f32
      %c3 = arith.constant 3.0 : f32
      %c = arith.addf %c2, %c3 : f32
      %y = arith.mulf %x, %c : f32
      mcf.yield %y : f32
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return %e : tensor<8xf32>
}
