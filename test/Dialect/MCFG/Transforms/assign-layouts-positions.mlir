// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts)))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s --check-prefix=THREADS

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>

// Positions of columns are wanted in the layout of the sums and in that in which a row is read: they are computed in each, from the first
// op on, and nothing goes from lane to lane. What is loaded does.
// CHECK-DAG: #[[COLUMNS:.*]] = #mcfg.layout<[16], lanes = [0:2, 0:4, _, _, _], warps = [], registers = [0:1*2, 0:8*2]>
gpu.module @m {
  // CHECK-LABEL: gpu.func @positions
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: %[[STEP:.*]] = vector.step {mcfg.layouts = [#[[COLUMNS]]]}
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: %[[CAST:.*]] = arith.index_cast %[[STEP]] {mcfg.layouts = [#[[COLUMNS]]]}
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: %[[N:.*]] = arith.addi %[[CAST]], %{{.*}} {mcfg.layouts = [#[[COLUMNS]]]}
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: vector.broadcast %[[N]]
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: gpu.return
  // THREADS-LABEL: gpu.func @positions
  // THREADS-NOT: memref.alloc() : memref<{{.*}}xi32
  // THREADS-NOT: gpu.shuffle
  // THREADS: gpu.return
  gpu.func @positions(%out: memref<16x16xf32>, %row: memref<16xi32>, %from: i32, %limit: i32) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %a_buf = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %init = arith.constant dense<0.0> : vector<16x16xf32>
    %a = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %b = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    %step = vector.step : vector<16xindex>
    %columns = arith.index_cast %step : vector<16xindex> to vector<16xi32>
    %first = vector.broadcast %from : i32 to vector<16xi32>
    %n = arith.addi %columns, %first : vector<16xi32>
    vector.transfer_write %n, %row[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
    %ns = vector.broadcast %n : vector<16xi32> to vector<16x16xi32>
    %limits = vector.broadcast %limit : i32 to vector<16x16xi32>
    %mask = arith.cmpi slt, %ns, %limits : vector<16x16xi32>
    %kept = arith.select %mask, %c, %init : vector<16x16xi1>, vector<16x16xf32>
    vector.transfer_write %kept, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }

  // The same ones along both dims.
  // CHECK-LABEL: gpu.func @rows_and_columns
  // CHECK-NOT: mcfg.convert_layout
  // CHECK: gpu.return
  gpu.func @rows_and_columns(%out: memref<16x16xf32>, %row: memref<16xi32>, %limit: i32) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %a_buf = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %init = arith.constant dense<0.0> : vector<16x16xf32>
    %a = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %b = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    %step = vector.step : vector<16xindex>
    %columns = arith.index_cast %step : vector<16xindex> to vector<16xi32>
    %first = vector.broadcast %limit : i32 to vector<16xi32>
    %n = arith.addi %columns, %first : vector<16xi32>
    vector.transfer_write %n, %row[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
    %col = vector.shape_cast %n : vector<16xi32> to vector<16x1xi32>
    %ns = vector.broadcast %col : vector<16x1xi32> to vector<16x16xi32>
    %ms = vector.broadcast %n : vector<16xi32> to vector<16x16xi32>
    %mask = arith.cmpi slt, %ns, %ms : vector<16x16xi32>
    %kept = arith.select %mask, %c, %init : vector<16x16xi1>, vector<16x16xf32>
    vector.transfer_write %kept, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @loaded
  // CHECK: mcfg.convert_layout {{.*}} : vector<16x1xi32>
  // CHECK: gpu.return
  gpu.func @loaded(%out: memref<16x16xf32>, %row: memref<16xi32>, %limit: i32) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %none = arith.constant 0 : i32
    %a_buf = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
    %init = arith.constant dense<0.0> : vector<16x16xf32>
    %a = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %b = vector.transfer_read %a_buf[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<16x16xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %init : vector<16x16xf16>, vector<16x16xf16> into vector<16x16xf32>
    %read = vector.transfer_read %row[%c0], %none {in_bounds = [true]} : memref<16xi32>, vector<16xi32>
    %step = vector.step : vector<16xindex>
    %columns = arith.index_cast %step : vector<16xindex> to vector<16xi32>
    %n = arith.addi %columns, %read : vector<16xi32>
    vector.transfer_write %n, %row[%c0] {in_bounds = [true]} : vector<16xi32>, memref<16xi32>
    %col = vector.shape_cast %n : vector<16xi32> to vector<16x1xi32>
    %ns = vector.broadcast %col : vector<16x1xi32> to vector<16x16xi32>
    %ms = vector.broadcast %n : vector<16xi32> to vector<16x16xi32>
    %mask = arith.cmpi slt, %ns, %ms : vector<16x16xi32>
    %kept = arith.select %mask, %c, %init : vector<16x16xi1>, vector<16x16xf32>
    vector.transfer_write %kept, %out[%c0, %c0] {in_bounds = [true, true]} : vector<16x16xf32>, memref<16x16xf32>
    gpu.return
  }
}
