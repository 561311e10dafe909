// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors,canonicalize,cse)))' | FileCheck %s

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>

gpu.module @m {
  // Each of 4 warps has 16 rows and 32 columns: 8 words of two columns in a thread, 8 columns apart. Four lanes swap them in two steps, so
  // that each has 8 columns of a row, which are 16 bytes: 4 shuffles with the neighbour, 4 with the one after that, two stores. Lane 1
  // keeps the odd ones of its words.
  // CHECK-LABEL: gpu.func @two_swaps
  // CHECK: %[[LANE:.*]] = arith.andi %thread_id_x, %c31
  // CHECK: %[[BIT:.*]] = arith.andi %[[LANE]], %c1 :
  // CHECK: %[[ODD:.*]] = arith.cmpi ne, %[[BIT]], %c0
  // CHECK: %[[BIT2:.*]] = arith.andi %[[LANE]], %c2 :
  // CHECK: %[[UPPER:.*]] = arith.cmpi ne, %[[BIT2]], %c0
  // CHECK: %[[GIVEN:.*]] = arith.select %[[ODD]], %[[EVEN_WORD:.*]], %[[ODD_WORD:.*]] : i32
  // CHECK: %[[GOT:.*]], %{{.*}} = gpu.shuffle{{ +}}xor %[[GIVEN]], %c1_i32, %c32_i32 : i32
  // CHECK: arith.select %[[ODD]], %[[GOT]], %[[EVEN_WORD]] : i32
  // CHECK: arith.select %[[ODD]], %[[ODD_WORD]], %[[GOT]] : i32
  // CHECK-COUNT-3: gpu.shuffle{{ +}}xor %{{.*}}, %c1_i32
  // CHECK: arith.select %[[UPPER]]
  // CHECK-COUNT-4: gpu.shuffle{{ +}}xor %{{.*}}, %c2_i32
  // CHECK-NOT: gpu.shuffle
  // CHECK-COUNT-2: vector.store %{{.*}} : memref<64x32xf16>, vector<8xf16>
  // CHECK-NOT: vector.store
  // CHECK: gpu.return
  gpu.func @two_swaps(%out: memref<64x32xf16>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<64x32xf32>
    %a_mem = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x16xf16, #gpu.address_space<workgroup>>, vector<64x16xf16>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<16x32xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<64x16xf16>, vector<16x32xf16> into vector<64x32xf32>
    %d = arith.truncf %c : vector<64x32xf32> to vector<64x32xf16>
    vector.transfer_write %d, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x32xf16>, memref<64x32xf16>
    gpu.return
  }

  // Of 16 columns, or where rows are multiples of 8 bytes and no more, there is one swap: 8 bytes. (The same one for both arrays.)
  // CHECK-LABEL: gpu.func @one_swap
  // CHECK-COUNT-2: gpu.shuffle{{ +}}xor %{{.*}}, %c1_i32
  // CHECK-NOT: gpu.shuffle
  // CHECK-COUNT-2: vector.store %{{.*}} : memref<64x16xf16>, vector<4xf16>
  // CHECK-COUNT-2: vector.store %{{.*}} : memref<64x20xf16>, vector<4xf16>
  // CHECK-NOT: vector.store
  // CHECK: gpu.return
  gpu.func @one_swap(%out: memref<64x16xf16>, %rows: memref<64x20xf16>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<64x16xf32>
    %a_mem = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x16xf16, #gpu.address_space<workgroup>>, vector<64x16xf16>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<64x16xf16>, vector<16x16xf16> into vector<64x16xf32>
    %d = arith.truncf %c : vector<64x16xf32> to vector<64x16xf16>
    vector.transfer_write %d, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x16xf16>, memref<64x16xf16>
    vector.transfer_write %d, %rows[%c0, %c0] {in_bounds = [true, true]} : vector<64x16xf16>, memref<64x20xf16>
    gpu.return
  }

  // Pairs of f32 are 64 bits, which lanes do not swap; of 8 columns there is nothing to swap; rows of 34 elements are multiples of 4 bytes.
  // CHECK-LABEL: gpu.func @no_swap
  // CHECK-NOT: gpu.shuffle
  // CHECK: vector.store %{{.*}} : memref<64x32xf32>, vector<2xf32>
  // CHECK: vector.store %{{.*}} : memref<64x8xf16>, vector<2xf16>
  // CHECK: vector.store %{{.*}} : memref<64x34xf16>, vector<2xf16>
  // CHECK-NOT: gpu.shuffle
  // CHECK: gpu.return
  gpu.func @no_swap(%wide: memref<64x32xf32>, %narrow: memref<64x8xf16>, %rows: memref<64x34xf16>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<64x32xf32>
    %init8 = arith.constant dense<0.0> : vector<64x8xf32>
    %a_mem = memref.alloc() : memref<64x16xf16, #gpu.address_space<workgroup>>
    %b_mem = memref.alloc() : memref<16x32xf16, #gpu.address_space<workgroup>>
    %b8_mem = memref.alloc() : memref<16x8xf16, #gpu.address_space<workgroup>>
    %a = vector.transfer_read %a_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x16xf16, #gpu.address_space<workgroup>>, vector<64x16xf16>
    %b = vector.transfer_read %b_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x32xf16, #gpu.address_space<workgroup>>, vector<16x32xf16>
    %b8 = vector.transfer_read %b8_mem[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x8xf16, #gpu.address_space<workgroup>>, vector<16x8xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<64x16xf16>, vector<16x32xf16> into vector<64x32xf32>
    %e = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b8, %init8 : vector<64x16xf16>, vector<16x8xf16> into vector<64x8xf32>
    vector.transfer_write %c, %wide[%c0, %c0] {in_bounds = [true, true]} : vector<64x32xf32>, memref<64x32xf32>
    %e16 = arith.truncf %e : vector<64x8xf32> to vector<64x8xf16>
    vector.transfer_write %e16, %narrow[%c0, %c0] {in_bounds = [true, true]} : vector<64x8xf16>, memref<64x8xf16>
    %c16 = arith.truncf %c : vector<64x32xf32> to vector<64x32xf16>
    vector.transfer_write %c16, %rows[%c0, %c0] {in_bounds = [true, true]} : vector<64x32xf16>, memref<64x34xf16>
    gpu.return
  }
}
