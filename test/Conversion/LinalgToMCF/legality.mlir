// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s

// An intermediate that is returned, and used by a call in between, is a further result; the chain stands
// before the call, and nothing else moves.
func.func private @use(tensor<5x6xf32>)
// CHECK-LABEL: func.func @used_in_between
// CHECK-NEXT: %[[R:.*]]:2 = mcf.chain
// CHECK: %[[c:.*]] = mcf.contract
// CHECK-NEXT: %[[e:.*]] = mcf.contract
// CHECK-NEXT: mcf.yield %[[c]], %[[e]]
// CHECK-NEXT: }
// CHECK-NEXT: call @use(%[[R]]#0)
// CHECK-NEXT: return %[[R]]#1, %[[R]]#0
func.func @used_in_between(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> (tensor<5x8xf32>, tensor<5x6xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  call @use(%c) : (tensor<5x6xf32>) -> ()
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e, %c : tensor<5x8xf32>, tensor<5x6xf32>
}

// -----

// An op in between that depends on the first contraction and gives an input of the second.
func.func private @next(tensor<5x6xf32>) -> tensor<6x8xf32>
// CHECK-LABEL: func.func @dependence_through_call
// CHECK: linalg.matmul
// CHECK-NEXT: call @next
// CHECK-NEXT: linalg.matmul
func.func @dependence_through_call(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: no other contraction is connected to it by ops that can be fused (1.0 flop/byte, below the balance 15.6 of H200: memory-bound)}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-note @below {{what depends on it ends here: func.call cannot be part of a chain}}
  // expected-note @below {{what it depends on ends here: func.call cannot be part of a chain}}
  %d = call @next(%c) : (tensor<5x6xf32>) -> tensor<6x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// The call needs the intermediate before the input of the second contraction exists. Both calls
// may have effects, so neither moves.
func.func private @use(tensor<5x6xf32>)
func.func private @make() -> tensor<6x8xf32>
// CHECK-LABEL: func.func @no_place
// CHECK: linalg.matmul
// CHECK-NEXT: call @use
// CHECK-NEXT: call @make
// CHECK-NEXT: linalg.matmul
func.func @no_place(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: an op that uses an intermediate stands before an op that gives an input (1.0 flop/byte}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  call @use(%c) : (tensor<5x6xf32>) -> ()
  %d = call @make() : () -> tensor<6x8xf32>
  // expected-remark @below {{not fused: an op that uses an intermediate stands before an op that gives an input}}
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// The same for the third of three: the first two are fused, the third is left out.
func.func private @use(tensor<5x6xf32>)
func.func private @make() -> tensor<8x9xf32>
// CHECK-LABEL: func.func @last_left_out
// CHECK: %[[R:.*]]:2 = mcf.chain
// CHECK: call @use(%[[R]]#0)
// CHECK: call @make
// CHECK: linalg.matmul ins(%[[R]]#1
func.func @last_left_out(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<5x9xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %z3 = arith.constant dense<0.0> : tensor<5x9xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %e = linalg.matmul ins(%c, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  call @use(%c) : (tensor<5x6xf32>) -> ()
  %f = call @make() : () -> tensor<8x9xf32>
  // expected-remark @below {{not fused: an op that uses an intermediate stands before an op that gives an input}}
  %g = linalg.matmul ins(%e, %f : tensor<5x8xf32>, tensor<8x9xf32>) outs(%z3 : tensor<5x9xf32>) -> tensor<5x9xf32>
  return %g : tensor<5x9xf32>
}

// -----

// C C^T reads one array with two meanings of its first axis: a chain has one dim for it.
// CHECK-LABEL: func.func @two_roles
// CHECK: %[[C:.*]] = linalg.matmul
// CHECK: mcf.chain {{.*}} ins(%[[C]], %[[C]],
func.func @two_roles(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5x5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-note @below {{what depends on it ends here: two of its dims are one dim of the chain}}
  // expected-remark @below {{fused 2 contractions}}
  %g = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%c, %c : tensor<5x6xf32>, tensor<5x6xf32>) outs(%z1 : tensor<5x5xf32>) -> tensor<5x5xf32>
  %e = linalg.matmul ins(%g, %d : tensor<5x5xf32>, tensor<5x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// The second chain reads what the first one gives.
// CHECK-LABEL: func.func @chain_after_chain
// CHECK: %[[R:.*]] = mcf.chain <m = 5, n = 6, k = 7, h = 6>
// CHECK: mcf.chain <m = 5, n = 5, k = 6, h = 8> ins(%[[R]], %[[R]],
func.func @chain_after_chain(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %w: tensor<6x6xf32>, %d: tensor<5x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5x5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c0 = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %c = linalg.matmul ins(%c0, %w : tensor<5x6xf32>, tensor<6x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-remark @below {{fused 2 contractions}}
  %g = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%c, %c : tensor<5x6xf32>, tensor<5x6xf32>) outs(%z1 : tensor<5x5xf32>) -> tensor<5x5xf32>
  %e = linalg.matmul ins(%g, %d : tensor<5x5xf32>, tensor<5x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// An axis that is split in two ways has no dims.
// CHECK-LABEL: func.func @split_in_two_ways
// CHECK-NOT: mcf.chain
func.func @split_in_two_ways(%a: tensor<24x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> tensor<24x8xf32> {
  %z = arith.constant dense<0.0> : tensor<24x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<24x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %b : tensor<24x7xf32>, tensor<7x6xf32>) outs(%z : tensor<24x6xf32>) -> tensor<24x6xf32>
  %x = tensor.expand_shape %c [[0, 1], [2]] output_shape [4, 6, 6] : tensor<24x6xf32> into tensor<4x6x6xf32>
  %x2 = math.exp %x : tensor<4x6x6xf32>
  %y = tensor.collapse_shape %x2 [[0, 1], [2]] : tensor<4x6x6xf32> into tensor<24x6xf32>
  // expected-note @below {{what depends on it ends here: the axes of its operands are split in different ways}}
  // expected-note @below {{what it depends on ends here: the axes of its operands are split in different ways}}
  %w = tensor.expand_shape %y [[0, 1], [2]] output_shape [3, 8, 6] : tensor<24x6xf32> into tensor<3x8x6xf32>
  %w2 = math.exp %w : tensor<3x8x6xf32>
  %v = tensor.collapse_shape %w2 [[0, 1], [2]] : tensor<3x8x6xf32> into tensor<24x6xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %e = linalg.matmul ins(%v, %d : tensor<24x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<24x8xf32>) -> tensor<24x8xf32>
  return %e : tensor<24x8xf32>
}

// -----

// Ops that no chain holds are named.
// CHECK-LABEL: func.func @other_op
// CHECK-NOT: mcf.chain
func.func @other_op(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %i: index) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %zero = arith.constant 0.0 : f32
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-note @below {{what depends on it ends here: tensor.insert cannot be part of a chain}}
  // expected-note @below {{what it depends on ends here: tensor.insert cannot be part of a chain}}
  %x = tensor.insert %zero into %c[%i, %i] : tensor<5x6xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %e = linalg.matmul ins(%x, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// Contractions that cross are two chains: in one, each tile of %a1 would compute %b1 again.
// CHECK-LABEL: func.func @crossed
// CHECK-COUNT-2: mcf.chain
// CHECK-NOT: mcf.chain
func.func @crossed(%a: tensor<5x5xf32>, %b: tensor<5x5xf32>, %s: tensor<5x5xf32>) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{fused 2 contractions}}
  %a1 = linalg.matmul ins(%a, %s : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  // expected-remark @below {{fused 2 contractions}}
  %b1 = linalg.matmul ins(%b, %s : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %a2 = linalg.matmul ins(%a1, %b1 : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %b2 = linalg.matmul ins(%b1, %s : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %a2, %b2 : tensor<5x5xf32>, tensor<5x5xf32>
}

// -----

// Not across blocks; inside of a loop a chain is found like anywhere else.
// CHECK-LABEL: func.func @blocks
// CHECK: linalg.matmul
// CHECK: scf.for
// CHECK-NEXT: mcf.chain
func.func @blocks(%a: tensor<5x5xf32>, %lo: index, %hi: index, %step: index) -> tensor<5x5xf32> {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  // expected-note @below {{what depends on it ends here: scf.for cannot be part of a chain}}
  %r = scf.for %i = %lo to %hi step %step iter_args(%x = %c) -> tensor<5x5xf32> {
    // expected-remark @below {{fused 2 contractions}}
    %d = linalg.matmul ins(%x, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    %e = linalg.matmul ins(%d, %c : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    scf.yield %e : tensor<5x5xf32>
  }
  return %r : tensor<5x5xf32>
}

// -----

// A loop that carries the intermediate, or takes it from outside.
// CHECK-LABEL: func.func @through_loops
// CHECK-NOT: mcf.chain
func.func @through_loops(%a: tensor<5x5xf32>, %lo: index, %hi: index, %step: index) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{not fused: no other contraction}}
  // expected-note @below {{what it depends on ends here: it stands outside of scf.for}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  // expected-note @below {{what it depends on ends here: a block argument of scf.for}}
  // expected-note @below {{what depends on it ends here: scf.for cannot be part of a chain}}
  %r:2 = scf.for %i = %lo to %hi step %step iter_args(%x = %a, %y = %a) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
    // expected-remark @below {{not fused: no other contraction}}
    %d = linalg.matmul ins(%x, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    // expected-remark @below {{not fused: no other contraction}}
    %e = linalg.matmul ins(%a, %c : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    // expected-note @below {{what depends on it ends here: scf.yield cannot be part of a chain}}
    scf.yield %d, %e : tensor<5x5xf32>, tensor<5x5xf32>
  }
  return %r#0, %r#1 : tensor<5x5xf32>, tensor<5x5xf32>
}

// -----

// A store in between touches no tensor: the chain stands where its last op stood.
// CHECK-LABEL: func.func @side_effect_between
// CHECK: memref.store
// CHECK-NEXT: mcf.chain
func.func @side_effect_between(%a: tensor<5x5xf32>, %m: memref<f32>, %x: f32) -> tensor<5x5xf32> {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  memref.store %x, %m[] : memref<f32>
  %d = linalg.matmul ins(%c, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %d : tensor<5x5xf32>
}

// -----

// A buffer that is written and read back: what a chain cannot see.
// CHECK-LABEL: func.func @through_memory
// CHECK-NOT: mcf.chain
func.func @through_memory(%a: tensor<5x5xf32>, %m: memref<5x5xf32>) -> tensor<5x5xf32> {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  // expected-note @below {{what depends on it ends here: bufferization.materialize_in_destination cannot be part of a chain}}
  bufferization.materialize_in_destination %c in restrict writable %m : (tensor<5x5xf32>, memref<5x5xf32>) -> ()
  %b = bufferization.to_tensor %m restrict : memref<5x5xf32> to tensor<5x5xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %d = linalg.matmul ins(%b, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %d : tensor<5x5xf32>
}

// -----

// Functions of nested modules are functions like any other.
// CHECK-LABEL: module @inner
// CHECK: mcf.chain
module @inner {
  func.func @nested(%a: tensor<5x5xf32>) -> tensor<5x5xf32> {
    %z = arith.constant dense<0.0> : tensor<5x5xf32>
    // expected-remark @below {{fused 2 contractions}}
    %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    %d = linalg.matmul ins(%c, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
    return %d : tensor<5x5xf32>
  }
}

// -----

// A user in a loop counts where the loop stands.
// CHECK-LABEL: func.func @user_in_loop
// CHECK: mcf.chain
// CHECK: scf.for
func.func @user_in_loop(%a: tensor<5x5xf32>, %lo: index, %hi: index, %step: index) -> (tensor<5x5xf32>, tensor<5x5xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x5xf32>
  // expected-remark @below {{fused 2 contractions}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  %r = scf.for %i = %lo to %hi step %step iter_args(%x = %a) -> tensor<5x5xf32> {
    %y = tensor.insert_slice %c into %x[0, 0] [5, 5] [1, 1] : tensor<5x5xf32> into tensor<5x5xf32>
    scf.yield %y : tensor<5x5xf32>
  }
  %d = linalg.matmul ins(%c, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r, %d : tensor<5x5xf32>, tensor<5x5xf32>
}

// -----

// A tile program is fused already.
// CHECK-LABEL: func.func private @tiles(
// CHECK-NOT:     mcf.chain
func.func private @tiles(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>, %c0: tensor<16x16xf32>)
    -> tensor<16x16xf32> attributes {mcf.tile_program} {
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c0 : tensor<16x16xf32>) -> tensor<16x16xf32>
  %e = linalg.matmul ins(%c, %b : tensor<16x16xf32>, tensor<16x16xf32>) outs(%c0 : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %e : tensor<16x16xf32>
}
