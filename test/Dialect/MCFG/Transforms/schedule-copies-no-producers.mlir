// Kernels that cannot have warps that only copy are what they are without them.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{bulk-copies=true})))' > %t.with
// RUN: sed 's/producers = 1/producers = 0/' %s | mcf-opt --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{bulk-copies=true})))' > %t.without
// RUN: sed 's/producers = 1/producers = 0/' %t.with | diff - %t.without
// RUN: FileCheck %s --input-file=%t.with
// Nor is there one in place, or without TMA.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies{depth=1 bulk-copies=true})))' | FileCheck %s
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-schedule-copies)))' | FileCheck %s
// CHECK-NOT: mcfg.produce
// CHECK-COUNT-6: mcf.mapping = #mcf.mapping<producers = 1>
// CHECK-NOT: mcfg.produce

!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>
!ring = memref<1x4096xf16, #gpu.address_space<workgroup>>
!view = memref<64x64xf16, strided<[64, 1], offset: ?>>

gpu.module @m {
  // The address of a copy hangs on memory: it is made in place.
  gpu.func @in_place(%a: memref<512x64xf16>, %rows: memref<8xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
      mcfg.copy_tile %x_view, %x : !view to !tile
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %row = memref.load %rows[%i] : memref<8xindex>
      %y_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %y = mcfg.tile_view %y_ring[%c0] : !ring to !tile
      mcfg.copy_tile %y_view, %y : !view to !tile
    }
    gpu.return
  }

  // A loop runs as often as memory says: when it begins nobody knows.
  gpu.func @bounds(%a: memref<512x64xf16>, %rows: memref<8xindex>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %end = memref.load %rows[%c0] : memref<8xindex>
    scf.for %i = %c0 to %end step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
      mcfg.copy_tile %x_view, %x : !view to !tile
    }
    gpu.return
  }

  // A loop that runs more than once.
  gpu.func @inner(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    scf.for %j = %c0 to %c8 step %c1 {
      scf.for %i = %c0 to %c8 step %c1 {
        %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
        %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
        %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
        mcfg.copy_tile %x_view, %x : !view to !tile
      }
    }
    gpu.return
  }

  // Rows of 168 bytes, which TMA does not take, beside a loop that it takes.
  gpu.func @threads(%a: memref<512x64xf16>, %odd: memref<512x84xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %use = memref.alloca() : memref<1xindex>
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %y_view = memref.subview %odd[0, 0] [64, 64] [1, 1] : memref<512x84xf16> to memref<64x64xf16, strided<[84, 1]>>
    %y = mcfg.tile_view %y_ring[%c0] : !ring to !tile
    mcfg.copy_tile %y_view, %y : memref<64x64xf16, strided<[84, 1]>> to !tile
    memref.store %c0, %use[%c0] : memref<1xindex>
    scf.for %i = %c0 to %c8 step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
      mcfg.copy_tile %x_view, %x : !view to !tile
    }
    gpu.return
  }

  // No loop: there is nothing to be ahead of.
  gpu.func @no_loop(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %view = memref.subview %a[0, 0] [64, 64] [1, 1] : memref<512x64xf16> to memref<64x64xf16, strided<[64, 1]>>
    %tile = mcfg.tile_view %ring[%c0] : !ring to !tile
    mcfg.copy_tile %view, %tile : memref<64x64xf16, strided<[64, 1]>> to !tile
    gpu.return
  }

  // A bound that is computed from a fragment, of which warps that only copy have no part.
  gpu.func @fragment(%a: memref<512x64xf16>) kernel attributes {known_block_size = array<i32: 128, 1, 1>, mcf.mapping = #mcf.mapping<producers = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x_ring = memref.alloc() {alignment = 1024 : i64} : !ring
    %step = vector.step : vector<4xindex>
    %end = vector.reduction <add>, %step : vector<4xindex> into index
    scf.for %i = %c0 to %end step %c1 {
      %row = affine.apply affine_map<(i) -> (i * 64)>(%i)
      %x_view = memref.subview %a[%row, 0] [64, 64] [1, 1] : memref<512x64xf16> to !view
      %x = mcfg.tile_view %x_ring[%c0] : !ring to !tile
      mcfg.copy_tile %x_view, %x : !view to !tile
    }
    gpu.return
  }
}
