// Masks that stay.
// RUN: mcf-opt %s --mcf-vectorize-tile-program | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>

// Each tile is computed once: a test costs what it saves.
// CHECK-LABEL: func.func private @no_loop
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @no_loop(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %in = affine.apply affine_map<(i) -> (i)>(%im)
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %s0 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %mask = arith.cmpi sle, %n, %m : index
        %kept = arith.select %mask, %x, %none : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %next into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}

// A condition without an order.
// CHECK-LABEL: func.func private @equal
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @equal(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %acc = scf.for %in = %c0 to %c4 step %c1 iter_args(%sum = %s0) -> (tensor<16x32xf32>) {
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %sum : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %mask = arith.cmpi ne, %n, %m : index
        %kept = arith.select %mask, %x, %none : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
      scf.yield %next : tensor<16x32xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %acc into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}

// A remainder of positions.
// CHECK-LABEL: func.func private @product
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @product(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %acc = scf.for %in = %c0 to %c4 step %c1 iter_args(%sum = %s0) -> (tensor<16x32xf32>) {
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %sum : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %c3 = arith.constant 3 : index
        %n3 = arith.remui %n, %c3 : index
        %mask = arith.cmpi slt, %n3, %c1 : index
        %kept = arith.select %mask, %x, %none : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
      scf.yield %next : tensor<16x32xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %acc into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}

// Numbers from memory.
// CHECK-LABEL: func.func private @loaded
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @loaded(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %length: tensor<32xi32>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %acc = scf.for %in = %c0 to %c4 step %c1 iter_args(%sum = %s0) -> (tensor<16x32xf32>) {
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #column, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %length, %sum : tensor<16x32xf32>, tensor<32xi32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %l: i32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %l0 = arith.index_cast %l : i32 to index
        %mask = arith.cmpi slt, %n, %l0 : index
        %kept = arith.select %mask, %x, %none : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
      scf.yield %next : tensor<16x32xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %acc into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}

// Eight bits of a position.
// CHECK-LABEL: func.func private @narrow
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @narrow(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %acc = scf.for %in = %c0 to %c4 step %c1 iter_args(%sum = %s0) -> (tensor<16x32xf32>) {
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %sum : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %n8 = arith.index_cast %n : index to i8
        %c100 = arith.constant 100 : i8
        %mask = arith.cmpi slt, %n8, %c100 : i8
        %kept = arith.select %mask, %x, %none : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
      scf.yield %next : tensor<16x32xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %acc into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}

// Neither branch is constant.
// CHECK-LABEL: func.func private @both_kept
// CHECK-NOT: scf.if
// CHECK: arith.select
// CHECK: return
func.func private @both_kept(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant -1.0 : f32
  %r = scf.forall (%im) in (3) shared_outs(%o = %out) -> (tensor<50x32xf32>) {
    %m0 = affine.apply affine_map<(i) -> (i * 16)>(%im)
    %e = tensor.empty() : tensor<16x32xf32>
    %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
    %q_tile = tensor.extract_slice %q[%m0, 0] [16, 16] [1, 1] : tensor<50x16xf16> to tensor<16x16xf16>
    %acc = scf.for %in = %c0 to %c4 step %c1 iter_args(%sum = %s0) -> (tensor<16x32xf32>) {
      %n0 = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %k_tile = tensor.extract_slice %k[%n0, 0] [32, 16] [1, 1] : tensor<128x16xf16> to tensor<32x16xf16>
      %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q_tile, %k_tile : tensor<16x16xf16>, tensor<32x16xf16>) outs(%s0 : tensor<16x32xf32>) -> tensor<16x32xf32>
      %next = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s, %sum : tensor<16x32xf32>, tensor<16x32xf32>) outs(%e : tensor<16x32xf32>) {
      ^bb0(%x: f32, %old: f32, %y: f32):
        %i = linalg.index 0 : index
        %j = linalg.index 1 : index
        %m = arith.addi %i, %m0 : index
        %n = arith.addi %j, %n0 : index
        %mask = arith.cmpi sle, %n, %m : index
        %kept = arith.select %mask, %x, %old : f32
        %z = arith.addf %kept, %old : f32
        linalg.yield %z : f32
      } -> tensor<16x32xf32>
      scf.yield %next : tensor<16x32xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %acc into %o[%m0, 0] [16, 32] [1, 1] : tensor<16x32xf32> into tensor<50x32xf32>
    }
  }
  return %r : tensor<50x32xf32>
}
