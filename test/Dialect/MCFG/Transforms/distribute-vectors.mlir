// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhs_t = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  // One step of mma.sync on four warps. Both operands are loaded by ldmatrix after the barrier, next to their use: 16 x 16 of
  // A by four matrices, 8 x 16 of the transposed B by two, none of them transposed. The result is written in pairs where
  // the second one is inside and the rows are aligned, else one by one, under bounds tests.
  // CHECK-LABEL: @bf16
  // CHECK: %[[THREAD:.*]] = gpu.thread_id
  // CHECK-DAG: %[[LANE:.*]] = arith.andi %[[THREAD]], %
  // CHECK-DAG: %[[WARP:.*]] = arith.shrui %[[THREAD]], %
  // CHECK: gpu.barrier
  // CHECK-NOT: ldmatrix
  // CHECK: nvgpu.ldmatrix %{{.*}}[%{{.*}}] {numTiles = 2 : i32, transpose = false} : memref<8x16xbf16, #gpu.address_space<workgroup>> -> vector<2x2xbf16>
  // CHECK: nvgpu.ldmatrix %{{.*}}[%{{.*}}] {numTiles = 4 : i32, transpose = false} : memref<64x16xbf16, #gpu.address_space<workgroup>> -> vector<4x2xbf16>
  // CHECK-NOT: ldmatrix
  // CHECK: nvvm.mma.sync {{.*}} multiplicandAPtxType = #nvvm.mma_type<bf16>
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: %[[ROWS:.*]] = memref.dim
  // CHECK: memref.extract_aligned_pointer_as_index
  // CHECK: %[[ALIGNED:.*]] = arith.cmpi eq
  // CHECK: %[[INSIDE:.*]] = arith.cmpi slt, %{{.*}}, %[[ROWS]]
  // CHECK: %[[WHOLE:.*]] = arith.andi %[[ALIGNED]], %[[INSIDE]]
  // CHECK: scf.if %[[WHOLE]]
  // CHECK-NEXT: vector.from_elements
  // CHECK-NEXT: vector.store {{.*}} {alignment = 8 : i64} : memref<?x8xf32>, vector<2xf32>
  // CHECK-NEXT: } else {
  // CHECK-NEXT: scf.if %[[INSIDE]]
  // CHECK-NEXT: memref.store
  // CHECK: memref.store
  // CHECK: vector.store
  // CHECK-COUNT-2: memref.store
  // CHECK-NOT: store
  // CHECK: gpu.return
  gpu.func @bf16(%out: memref<?x8xf32>, %a_buf: memref<64x16xbf16, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : bf16
    %init = arith.constant dense<0.0> : vector<64x8xf32>
    %a_mem = memref.alloc() : memref<64x16xbf16, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<8x16xbf16, #gpu.address_space<workgroup>>
    gpu.barrier
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x16xbf16, #gpu.address_space<workgroup>>, vector<64x16xbf16>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x16xbf16, #gpu.address_space<workgroup>>, vector<8x16xbf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs_t, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<64x16xbf16>, vector<8x16xbf16> into vector<64x8xf32>
    vector.transfer_write %c, %out[%c0, %c0] : vector<64x8xf32>, memref<?x8xf32>
    gpu.return
  }

  // f32: multiply-adds. Per thread four columns of one row, k = 3.
  // CHECK-LABEL: @f32
  // CHECK-COUNT-12: math.fma
  // CHECK-NOT: math.fma
  gpu.func @f32(%out: memref<32x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %init = arith.constant dense<0.0> : vector<32x16xf32>
    %a_mem = memref.alloc() : memref<32x3xf32, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<3x16xf32, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x3xf32, #gpu.address_space<workgroup>>, vector<32x3xf32>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<3x16xf32, #gpu.address_space<workgroup>>, vector<3x16xf32>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<32x3xf32>, vector<3x16xf32> into vector<32x16xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<32x16xf32>, memref<32x16xf32>
    gpu.return
  }

  // i8: m16n8k32 with sums that wrap. Four neighbours along k are one register: read at once from A, one by one from B, whose
  // rows run along n.
  // CHECK-LABEL: @i8
  // CHECK-COUNT-4: memref.load {{.*}} : memref<32x8xi8, #gpu.address_space<workgroup>>
  // CHECK: %[[B:.*]] = vector.from_elements {{.*}} : vector<4xi8>
  // CHECK: vector.bitcast %[[B]] : vector<4xi8> to vector<1xi32>
  // CHECK-COUNT-4: memref.load {{.*}} : memref<32x8xi8, #gpu.address_space<workgroup>>
  // CHECK-COUNT-4: vector.load {{.*}} {alignment = 4 : i64} : memref<16x32xi8, #gpu.address_space<workgroup>>, vector<4xi8>
  // CHECK: nvvm.mma.sync {{.*}}intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>, {{.*}}multiplicandAPtxType = #nvvm.mma_type<s8>, {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 32>
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: gpu.return
  gpu.func @i8(%out: memref<16x8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i8
    %init = arith.constant dense<0> : vector<16x8xi32>
    %a_mem = memref.alloc() : memref<16x32xi8, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<32x8xi8, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x32xi8, #gpu.address_space<workgroup>>, vector<16x32xi8>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x8xi8, #gpu.address_space<workgroup>>, vector<32x8xi8>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x32xi8>, vector<32x8xi8> into vector<16x8xi32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
    gpu.return
  }

  // i8 with 16 summed elements: too few for an instruction. Four columns of one row in a thread.
  // CHECK-LABEL: @i8_multiply_adds
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: arith.extsi {{.*}} : i8 to i32
  // CHECK-COUNT-64: arith.muli {{.*}} : i32
  // CHECK-NOT: arith.muli {{.*}} : i32
  // CHECK: gpu.return
  gpu.func @i8_multiply_adds(%out: memref<16x8xi32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0 : i8
    %init = arith.constant dense<0> : vector<16x8xi32>
    %a_mem = memref.alloc() : memref<16x16xi8, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<16x8xi8, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xi8, #gpu.address_space<workgroup>>, vector<16x16xi8>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xi8, #gpu.address_space<workgroup>>, vector<16x8xi8>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x16xi8>, vector<16x8xi8> into vector<16x8xi32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xi32>, memref<16x8xi32>
    gpu.return
  }

  // f32 that may be rounded to TF32: m16n8k8, each operand converted to nearest.
  // CHECK-LABEL: @tf32
  // CHECK-COUNT-6: nvvm.convert.float.to.tf32 {{.*}}{rnd = #nvvm.fp_rnd_mode<rna>}
  // CHECK: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<tf32>, {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 8>
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: gpu.return
  gpu.func @tf32(%out: memref<16x8xf32>, %a: memref<16x8xf32>, %b: memref<8x8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %init = arith.constant dense<0.0> : vector<16x8xf32>
    %av = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf32>, vector<16x8xf32>
    %bv = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<8x8xf32>, vector<8x8xf32>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>, mcf.tf32} %av, %bv, %init : vector<16x8xf32>, vector<8x8xf32> into vector<16x8xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
    gpu.return
  }

  // f8: two neighbours at a time become f16.
  // CHECK-LABEL: @f8
  // CHECK-COUNT-6: nvvm.convert.f8x2.to.f16x2 {{.*}}(f8E4M3FN)
  // CHECK: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, f32)
  // CHECK-NOT: nvvm.mma.sync
  // CHECK: gpu.return
  gpu.func @f8(%out: memref<16x8xf32>, %a: memref<16x16xf8E4M3FN>, %b: memref<16x8xf8E4M3FN>) kernel {
    %c0 = arith.constant 0 : index
    %za = arith.constant 0.0 : f8E4M3FN
    %zb = arith.constant 0.0 : f8E4M3FN
    %init = arith.constant dense<0.0> : vector<16x8xf32>
    %av = vector.transfer_read %a[%c0, %c0], %za {in_bounds = [true, true]} : memref<16x16xf8E4M3FN>, vector<16x16xf8E4M3FN>
    %bv = vector.transfer_read %b[%c0, %c0], %zb {in_bounds = [true, true]} : memref<16x8xf8E4M3FN>, vector<16x8xf8E4M3FN>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %av, %bv, %init : vector<16x16xf8E4M3FN>, vector<16x8xf8E4M3FN> into vector<16x8xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf32>, memref<16x8xf32>
    gpu.return
  }

  // f64, and f32 that is summed in f64.
  // CHECK-LABEL: @f64
  // CHECK: arith.extf {{.*}} : f32 to f64
  // CHECK: math.fma {{.*}} : f64
  gpu.func @f64(%out: memref<16x8xf64>, %a: memref<16x2xf32>, %b: memref<2x8xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %init = arith.constant dense<0.0> : vector<16x8xf64>
    %av = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x2xf32>, vector<16x2xf32>
    %bv = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<2x8xf32>, vector<2x8xf32>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %av, %bv, %init : vector<16x2xf32>, vector<2x8xf32> into vector<16x8xf64>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x8xf64>, memref<16x8xf64>
    gpu.return
  }

  // The sum over all of a tile of 4 x 32 (a row per warp, a column per lane): five shuffles, then workgroup memory. One lane
  // of a warp writes.
  // CHECK-LABEL: @all
  // CHECK: memref.alloc() : memref<4xf32, #gpu.address_space<workgroup>>
  // CHECK-COUNT-5: gpu.shuffle xor
  // CHECK-NOT: gpu.shuffle
  // CHECK: gpu.barrier
  // CHECK: scf.if
  // CHECK: memref.store
  // CHECK: gpu.barrier
  // CHECK-COUNT-4: memref.load
  // CHECK-NOT: memref.load
  // CHECK: memref.store
  gpu.func @all(%in: memref<4x32xf32>, %out: memref<f32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %x = vector.transfer_read %in[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf32>, vector<4x32xf32>
    %y = vector.multi_reduction <add>, %x, %zero [0, 1] : vector<4x32xf32> to f32
    memref.store %y, %out[] : memref<f32>
    gpu.return
  }

  // Rows of 24 bytes are not aligned for ldmatrix, and three columns of 8 are two matrices and one.
  // CHECK-LABEL: @matrices
  // CHECK-NOT: ldmatrix {{.*}} memref<16x16xf16, strided<[20, 1]>
  // CHECK: nvgpu.ldmatrix {{.*}} {numTiles = 4 : i32, transpose = true} : memref<16x24xf16
  // CHECK: nvgpu.ldmatrix {{.*}} {numTiles = 2 : i32, transpose = true} : memref<16x24xf16
  // CHECK-NOT: ldmatrix
  // CHECK: gpu.return
  gpu.func @matrices(%out: memref<16x24xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<16x24xf32>
    %a_all = memref.alloc() : memref<16x20xf16, #gpu.address_space<workgroup>>
    %a_mem = memref.subview %a_all[0, 0] [16, 16] [1, 1] : memref<16x20xf16, #gpu.address_space<workgroup>> to memref<16x16xf16, strided<[20, 1]>, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<16x24xf16, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, strided<[20, 1]>, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x24xf16, #gpu.address_space<workgroup>>, vector<16x24xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x16xf16>, vector<16x24xf16> into vector<16x24xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x24xf32>, memref<16x24xf32>
    gpu.return
  }

  // An accumulator used as operand B goes through workgroup memory, between barriers.
  // CHECK-LABEL: @conversion
  // CHECK: %[[SCRATCH:.*]] = memref.alloc() : memref<16x24xf16, #gpu.address_space<workgroup>>
  // CHECK: gpu.barrier
  // CHECK-COUNT-4: vector.store {{.*}}, %[[SCRATCH]]
  // CHECK: gpu.barrier
  // CHECK: nvgpu.ldmatrix %[[SCRATCH]]{{.*}} {numTiles = 4 : i32, transpose = true}
  gpu.func @conversion(%x: memref<16x16xf16>, %out: memref<16x16xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<16x16xf32>
    %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %a, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    vector.transfer_write %c, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }

  // Positions, a scalar for all threads, elementwise ops, loops that carry vectors next to scalars, branches.
  // CHECK-LABEL: @positions
  // CHECK-SAME: %[[N:.*]]: index
  // CHECK: %[[LOOP:.*]]:3 = scf.for {{.*}} -> (index, index, f32)
  // CHECK:   arith.addi
  // CHECK:   arith.cmpi slt, %{{.*}}, %[[N]] : index
  // CHECK:   arith.select
  // CHECK:   scf.yield %{{.*}}, %{{.*}}, %{{.*}} : index, index, f32
  // CHECK-NOT: vector<
  // CHECK: gpu.return
  gpu.func @positions(%n: index, %s: f32, %out: memref<256xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %pos = vector.step : vector<256xindex>
    %all = vector.broadcast %n : index to vector<256xindex>
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %pos, %f = %s) -> (vector<256xindex>, f32) {
      %sum = arith.addi %v, %pos : vector<256xindex>
      %less = arith.cmpi slt, %sum, %all : vector<256xindex>
      %next = arith.select %less, %sum, %v : vector<256xi1>, vector<256xindex>
      %g = arith.addf %f, %s : f32
      scf.yield %next, %g : vector<256xindex>, f32
    }
    vector.transfer_write %r#0, %out[%c0] {in_bounds = [true]} : vector<256xindex>, memref<256xindex>
    gpu.return
  }
}
