// RUN: mcf-opt %s --mcf-lower-warpgroup-ops | FileCheck %s

// The sum is read and written: each register is an output and the input that is tied to it. The first
// product of a sum that begins does not add.
// CHECK-LABEL: func.func @descriptors
// CHECK: %[[ADDS:.*]] = arith.constant true
// CHECK: llvm.inline_asm has_side_effects asm_dialect = att "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $8, $9, $10, 1, 1, 0, 1;", "=f,=f,=f,=f,0,1,2,3,l,l,b" %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[ADDS]]
func.func @descriptors(%sum: !llvm.struct<(f32, f32, f32, f32)>, %a: i64, %b: i64) -> !llvm.struct<(f32, f32, f32, f32)> {
  %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%b) {n = 8 : i64, elementType = f16, transposeB} : !llvm.struct<(f32, f32, f32, f32)>
  return %0 : !llvm.struct<(f32, f32, f32, f32)>
}

// CHECK-LABEL: func.func @registers
// CHECK: arith.constant false
// CHECK: "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, $13, 1, 1, 0;", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l,b"
func.func @registers(%sum: !llvm.struct<(f32, f32, f32, f32)>, %r: i32, %b: i64) -> !llvm.struct<(f32, f32, f32, f32)> {
  %0 = mcfg.warpgroup_mma %sum, a(%r, %r, %r, %r : i32, i32, i32, i32), b(%b) {n = 8 : i64, elementType = bf16, fresh} : !llvm.struct<(f32, f32, f32, f32)>
  return %0 : !llvm.struct<(f32, f32, f32, f32)>
}

// Two sums, one wait.
// CHECK-LABEL: func.func @wait
// CHECK: "wgmma.wait_group.sync.aligned 1;", "=f,=f,=f,0,1,2" %{{.*}}, %{{.*}}, %{{.*}} : (f32, f32, f32) -> !llvm.struct<(f32, f32, f32)>
func.func @wait(%x: !llvm.struct<(f32, f32)>, %y: !llvm.struct<(f32)>) -> (!llvm.struct<(f32, f32)>, !llvm.struct<(f32)>) {
  %0:2 = mcfg.warpgroup_wait %x, %y pending 1 : !llvm.struct<(f32, f32)>, !llvm.struct<(f32)> to !llvm.struct<(f32, f32)>, !llvm.struct<(f32)>
  return %0#0, %0#1 : !llvm.struct<(f32, f32)>, !llvm.struct<(f32)>
}
