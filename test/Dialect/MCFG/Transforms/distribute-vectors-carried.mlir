// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-assign-layouts,mcf-distribute-vectors)))' | FileCheck %s

gpu.module @m {
  // Four neighbours of 16 bits are carried in two registers. A thread takes them apart where it computes, and puts the new ones
  // together.
  // CHECK-LABEL: gpu.func @pairs
  // CHECK: %[[X0:.*]] = vector.from_elements %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK-NEXT: %[[P0:.*]] = llvm.bitcast %[[X0]] : vector<2xf16> to i32
  // CHECK: %[[X1:.*]] = vector.from_elements %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK-NEXT: %[[P1:.*]] = llvm.bitcast %[[X1]] : vector<2xf16> to i32
  // CHECK: %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[A0:.*]] = %[[P0]], %[[A1:.*]] = %[[P1]]) -> (i32, i32)
  // CHECK-NEXT: %[[V0:.*]] = llvm.bitcast %[[A0]] : i32 to vector<2xf16>
  // CHECK-NEXT: %[[E0:.*]] = vector.extract %[[V0]][0]
  // CHECK-NEXT: %[[E1:.*]] = vector.extract %[[V0]][1]
  // CHECK-NEXT: %[[V1:.*]] = llvm.bitcast %[[A1]] : i32 to vector<2xf16>
  // CHECK-NEXT: %[[E2:.*]] = vector.extract %[[V1]][0]
  // CHECK-NEXT: %[[E3:.*]] = vector.extract %[[V1]][1]
  // CHECK: %[[N0:.*]] = arith.addf %[[E0]], %[[E0]]
  // CHECK: %[[N1:.*]] = arith.addf %[[E1]], %[[E1]]
  // CHECK: %[[N2:.*]] = arith.addf %[[E2]], %[[E2]]
  // CHECK: %[[N3:.*]] = arith.addf %[[E3]], %[[E3]]
  // CHECK: %[[Y0:.*]] = vector.from_elements %[[N0]], %[[N1]] : vector<2xf16>
  // CHECK: %[[Q0:.*]] = llvm.bitcast %[[Y0]]
  // CHECK: %[[Y1:.*]] = vector.from_elements %[[N2]], %[[N3]] : vector<2xf16>
  // CHECK: %[[Q1:.*]] = llvm.bitcast %[[Y1]]
  // CHECK: scf.yield %[[Q0]], %[[Q1]] : i32, i32
  // CHECK: llvm.bitcast %[[R]]#0 : i32 to vector<2xf16>
  // CHECK: llvm.bitcast %[[R]]#1 : i32 to vector<2xf16>
  gpu.func @pairs(%x: memref<4x32xf16>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f16
    %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<4x32xf16>, vector<4x32xf16>
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a) -> (vector<4x32xf16>) {
      %next = arith.addf %v, %v : vector<4x32xf16>
      scf.yield %next : vector<4x32xf16>
    }
    vector.transfer_write %r, %x[%c0, %c0] {in_bounds = [true, true]} : vector<4x32xf16>, memref<4x32xf16>
    gpu.return
  }

  // One element alone, integers and 32 bits stay as they are; what a branch yields, too.
  // CHECK-LABEL: gpu.func @single
  // CHECK: scf.for {{.*}} -> (f16, i16, i16, f32, f32)
  // CHECK: scf.if {{.*}} -> (f16)
  gpu.func @single(%x: memref<32xf16>, %y: memref<64xi16>, %z: memref<64xf32>, %cond: i1) kernel attributes {mcf.mapping = #mcf.mapping<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f16
    %zero_i = arith.constant 0 : i16
    %zero_f = arith.constant 0.0 : f32
    %a = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : memref<32xf16>, vector<32xf16>
    %b = vector.transfer_read %y[%c0], %zero_i {in_bounds = [true]} : memref<64xi16>, vector<64xi16>
    %c = vector.transfer_read %z[%c0], %zero_f {in_bounds = [true]} : memref<64xf32>, vector<64xf32>
    %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%v = %a, %w = %b, %u = %c) -> (vector<32xf16>, vector<64xi16>, vector<64xf32>) {
      %v1 = scf.if %cond -> (vector<32xf16>) {
        %v2 = arith.addf %v, %v : vector<32xf16>
        scf.yield %v2 : vector<32xf16>
      } else {
        scf.yield %v : vector<32xf16>
      }
      %w1 = arith.addi %w, %w : vector<64xi16>
      %u1 = arith.addf %u, %u : vector<64xf32>
      scf.yield %v1, %w1, %u1 : vector<32xf16>, vector<64xi16>, vector<64xf32>
    }
    vector.transfer_write %r#0, %x[%c0] {in_bounds = [true]} : vector<32xf16>, memref<32xf16>
    vector.transfer_write %r#1, %y[%c0] {in_bounds = [true]} : vector<64xi16>, memref<64xi16>
    vector.transfer_write %r#2, %z[%c0] {in_bounds = [true]} : vector<64xf32>, memref<64xf32>
    gpu.return
  }

  // Seven terms in a thread: neighbours with neighbours, the last one alone; then the start value.
  // CHECK-LABEL: gpu.func @tree
  // CHECK-COUNT-7: memref.load
  // CHECK: %[[A:.*]] = arith.addf %[[T0:.*]], %[[T1:.*]] :
  // CHECK-NEXT: %[[B:.*]] = arith.addf %[[T2:.*]], %[[T3:.*]] :
  // CHECK-NEXT: %[[C:.*]] = arith.addf %[[T4:.*]], %[[T5:.*]] :
  // CHECK-NEXT: %[[AB:.*]] = arith.addf %[[A]], %[[B]] :
  // CHECK-NEXT: %[[CD:.*]] = arith.addf %[[C]], %{{.*}} :
  // CHECK-NEXT: arith.addf %[[AB]], %[[CD]] :
  gpu.func @tree(%x: memref<7x32xf32>, %out: memref<32xf32>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %zeros = arith.constant dense<0.0> : vector<32xf32>
    %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : memref<7x32xf32>, vector<7x32xf32>
    %s = vector.multi_reduction <add>, %a, %zeros [0] : vector<7x32xf32> to vector<32xf32>
    vector.transfer_write %s, %out[%c0] {in_bounds = [true]} : vector<32xf32>, memref<32xf32>
    gpu.return
  }
}
