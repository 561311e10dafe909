// RUN: mcf-opt %s --mcf-vectorize-tile-program | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>

// Whole if the last column of the tile is not behind the first row: n0 + 31 <= m0.
// CHECK-LABEL: func.func private @causal
// CHECK: %[[M0:.*]] = affine.apply
// CHECK: scf.for
// CHECK: %[[N0:.*]] = affine.apply
// CHECK: %[[S:.*]] = vector.contract
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[N0]] : index to i32
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[M0]] : index to i32
// CHECK: %[[MASK:.*]] = arith.cmpi sle
// CHECK-DAG: %[[NS:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-DAG: %[[MS:.*]] = arith.index_cast %[[M]] : i32 to index
// CHECK: %[[D:.*]] = arith.subi %[[NS]], %[[MS]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi sle, %[[D]], %c-31
// CHECK: %[[R:.*]] = scf.if %[[WHOLE]] -> (vector<16x32xf32>) {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %[[S]], %{{.*}} :
// CHECK-NEXT: scf.yield %[[KEPT]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[R]]
func.func private @causal(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
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

// The other way round: whole if no element is behind.
// CHECK-LABEL: func.func private @other_branch
// CHECK: %[[M0:.*]] = affine.apply
// CHECK: scf.for
// CHECK: %[[N0:.*]] = affine.apply
// CHECK: %[[S:.*]] = vector.contract
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[N0]] : index to i32
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[M0]] : index to i32
// CHECK: %[[MASK:.*]] = arith.cmpi sgt
// CHECK-DAG: %[[NS:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK-DAG: %[[MS:.*]] = arith.index_cast %[[M]] : i32 to index
// CHECK: %[[D:.*]] = arith.subi %[[NS]], %[[MS]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi sle, %[[D]], %c-31
// CHECK: %[[R:.*]] = scf.if %[[WHOLE]] -> (vector<16x32xf32>) {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %{{.*}}, %[[S]] :
// CHECK-NEXT: scf.yield %[[KEPT]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[R]]
func.func private @other_branch(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
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
        %mask = arith.cmpi sgt, %n, %m : index
        %kept = arith.select %mask, %none, %x : f32
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

// An edge: n0 + 31 < 100.
// CHECK-LABEL: func.func private @edge
// CHECK: scf.for
// CHECK: %[[N0:.*]] = affine.apply
// CHECK: %[[S:.*]] = vector.contract
// CHECK: %[[MASK:.*]] = vector.broadcast %{{.*}} : vector<32xi1> to vector<16x32xi1>
// CHECK: %[[NS:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: %[[WHOLE:.*]] = arith.cmpi slt, %[[NS]], %c69
// CHECK: %[[R:.*]] = scf.if %[[WHOLE]] -> (vector<16x32xf32>) {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %[[S]], %{{.*}} :
// CHECK-NEXT: scf.yield %[[KEPT]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[R]]
func.func private @edge(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
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
        %c100 = arith.constant 100 : index
        %mask = arith.cmpi slt, %n, %c100 : index
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

// Both sides of a window: n0 + 31 <= m0 and n0 + 40 >= m0 + 15.
// CHECK-LABEL: func.func private @window
// CHECK: %[[M0:.*]] = affine.apply
// CHECK: scf.for
// CHECK: %[[N0:.*]] = affine.apply
// CHECK: %[[S:.*]] = vector.contract
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[N0]] : index to i32
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[M0]] : index to i32
// CHECK: %[[MASK:.*]] = arith.andi %{{.*}} : vector<16x32xi1>
// CHECK: %[[BELOW:.*]] = arith.cmpi sle, %{{.*}}, %c-31
// CHECK: %[[ABOVE:.*]] = arith.cmpi sge, %{{.*}}, %c-25
// CHECK: %[[WHOLE:.*]] = arith.andi %[[BELOW]], %[[ABOVE]] : i1
// CHECK: %[[R:.*]] = scf.if %[[WHOLE]] -> (vector<16x32xf32>) {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %[[S]], %{{.*}} :
// CHECK-NEXT: scf.yield %[[KEPT]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[R]]
func.func private @window(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
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
        %c40 = arith.constant 40 : index
        %n40 = arith.addi %n, %c40 : index
        %below = arith.cmpi sle, %n, %m : index
        %above = arith.cmpi sge, %n40, %m : index
        %mask = arith.andi %below, %above : i1
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

// What is outside of it, by an or.
// CHECK-LABEL: func.func private @outside
// CHECK: %[[M0:.*]] = affine.apply
// CHECK: scf.for
// CHECK: %[[N0:.*]] = affine.apply
// CHECK: %[[S:.*]] = vector.contract
// CHECK-DAG: %[[N:.*]] = arith.index_cast %[[N0]] : index to i32
// CHECK-DAG: %[[M:.*]] = arith.index_cast %[[M0]] : index to i32
// CHECK: %[[MASK:.*]] = arith.ori %{{.*}} : vector<16x32xi1>
// CHECK: %[[BELOW:.*]] = arith.cmpi sle, %{{.*}}, %c-31
// CHECK: %[[ABOVE:.*]] = arith.cmpi sge, %{{.*}}, %c-25
// CHECK: %[[WHOLE:.*]] = arith.andi %[[BELOW]], %[[ABOVE]] : i1
// CHECK: %[[R:.*]] = scf.if %[[WHOLE]] -> (vector<16x32xf32>) {
// CHECK-NEXT: scf.yield %[[S]]
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[KEPT:.*]] = arith.select %[[MASK]], %{{.*}}, %[[S]] :
// CHECK-NEXT: scf.yield %[[KEPT]]
// CHECK-NEXT: }
// CHECK-NEXT: arith.addf %[[R]]
func.func private @outside(%q: tensor<50x16xf16>, %k: tensor<128x16xf16>, %out: tensor<50x32xf32>) -> tensor<50x32xf32>
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
        %c40 = arith.constant 40 : index
        %n40 = arith.addi %n, %c40 : index
        %below = arith.cmpi sgt, %n, %m : index
        %above = arith.cmpi slt, %n40, %m : index
        %mask = arith.ori %below, %above : i1
        %kept = arith.select %mask, %none, %x : f32
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
