// Loops that stay as they are.
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-pipeline-contractions{overlap=1})))' | FileCheck %s --check-prefix=AHEAD
// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-pipeline-contractions{overlap=2})))' | FileCheck %s --check-prefix=BEHIND

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
!bars = memref<8xi64, #gpu.address_space<workgroup>>
!ring = memref<2x4096xf16, #gpu.address_space<workgroup>>
!tile = memref<64x64xf16, #mcfg.swizzle<rows = 64, chunk = 8>, #gpu.address_space<workgroup>>

gpu.module @m {
  // Nothing to overlap.
  // AHEAD-LABEL: gpu.func @one_trip
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c1 
  // BEHIND-LABEL: gpu.func @one_trip
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c1 
  gpu.func @one_trip(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // The order of groups is what `mcfg.wait_copies` counts.
  // AHEAD-LABEL: gpu.func @groups_of_copies
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c8
  // BEHIND-LABEL: gpu.func @groups_of_copies
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @groups_of_copies(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      mcfg.commit_copies
      mcfg.wait_copies pending 1
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // Nor in a loop inside.
  // AHEAD-LABEL: gpu.func @groups_inside
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c8
  // BEHIND-LABEL: gpu.func @groups_inside
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @groups_inside(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      scf.for %j = %c0 to %c2 step %c1 {
        mcfg.commit_copies
        mcfg.wait_copies pending 1
      }
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // What is read was written in the trip before.
  // BEHIND-LABEL: gpu.func @read_and_written
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @read_and_written(%q: vector<64x64xf16>, %out: memref<64x64xf32>, %all: memref<64x64xf16>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %old = vector.transfer_read %all[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x64xf16>, vector<64x64xf16>
      %wide = arith.extf %old : vector<64x64xf16> to vector<64x64xf32>
      %both = arith.addf %o, %wide : vector<64x64xf32>
      %new = arith.truncf %both : vector<64x64xf32> to vector<64x64xf16>
      vector.transfer_write %new, %all[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf16>, memref<64x64xf16>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // Both stages read one buffer: whoever fills it again would have to wait for both.
  // AHEAD-LABEL: gpu.func @same_buffer
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c8
  // BEHIND-LABEL: gpu.func @same_buffer
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @same_buffer(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      %v_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // Eight warps of 64 rows: two share rows, and exchange them.
  // AHEAD-LABEL: gpu.func @columns
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c8
  // BEHIND-LABEL: gpu.func @columns
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @columns(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 8>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %sum : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }

  // No contraction waits for another one.
  // AHEAD-LABEL: gpu.func @no_second
  // AHEAD-NOT: vector.contract
  // AHEAD: scf.for {{.*}} to %c8
  // BEHIND-LABEL: gpu.func @no_second
  // BEHIND-NOT: vector.contract
  // BEHIND: scf.for {{.*}} to %c8
  gpu.func @no_second(%q: vector<64x64xf16>, %out: memref<64x64xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %c8 = arith.constant 8 : index
    %pad = arith.constant 0.0 : f16
    %none = arith.constant dense<0xFF800000> : vector<64xf32>
    %zeros = arith.constant dense<0.0> : vector<64x64xf32>
    %bars = memref.alloc() : !bars
    %ks = memref.alloc() {name = "k"} : !ring
    %vs = memref.alloc() {name = "v"} : !ring
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%max = %none, %sum = %zeros) -> (vector<64xf32>, vector<64x64xf32>) {
      %slot = arith.remui %i, %c2 : index
      %round = arith.divui %i, %c2 : index
      %parity = arith.remui %round, %c2 : index
      mcfg.wait_tile %bars[%slot] parity %parity : !bars
      %k_tile = mcfg.tile_view %ks[%slot] : !ring to !tile
      %k = vector.transfer_read %k_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %s = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %zeros : vector<64x64xf16>, vector<64x64xf16> into vector<64x64xf32>
      %k_left = arith.addi %slot, %c2 : index
      mcfg.release_tile %bars[%k_left] : !bars of %ks : !ring
      %m = vector.multi_reduction <maximumf>, %s, %max [1] : vector<64x64xf32> to vector<64xf32>
      %p = math.exp %s : vector<64x64xf32>
      %p16 = arith.truncf %p : vector<64x64xf32> to vector<64x64xf16>
      %v_full = arith.addi %slot, %c4 : index
      mcfg.wait_tile %bars[%v_full] parity %parity : !bars
      %v_tile = mcfg.tile_view %vs[%slot] : !ring to !tile
      %v = vector.transfer_read %v_tile[%c0, %c0], %pad {in_bounds = [true, true]} : !tile, vector<64x64xf16>
      %o = arith.addf %s, %sum : vector<64x64xf32>
      %v_left = arith.addi %slot, %c6 : index
      mcfg.release_tile %bars[%v_left] : !bars of %vs : !ring
      scf.yield %m, %o : vector<64xf32>, vector<64x64xf32>
    }
    vector.transfer_write %r#1, %out[%c0, %c0] {in_bounds = [true, true]} : vector<64x64xf32>, memref<64x64xf32>
    gpu.return
  }
}
