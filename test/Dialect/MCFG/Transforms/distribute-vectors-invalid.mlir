// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-distribute-vectors)))' -split-input-file -verify-diagnostics

gpu.module @m {
  // expected-error @below {{expected a known block size that is a multiple of 32 threads (run mcf-assign-layouts before)}}
  gpu.func @block() kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @layout() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @below {{expected a layout for each vector (run mcf-assign-layouts before), but got none that fits 'vector<8xindex>'}}
    %0 = vector.step : vector<8xindex>
    gpu.return
  }
}

// -----

#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [_], registers = []>
gpu.module @m {
  gpu.func @warps() kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    // expected-error @below {{expected a layout for each vector}}
    %0 = vector.step {mcfg.layouts = [#l]} : vector<8xindex>
    gpu.return
  }
}

// -----

#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = []>
gpu.module @m {
  gpu.func @rule(%m: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %0 = arith.constant {mcfg.layouts = [#l]} dense<1> : vector<8xi32>
    // expected-error @below {{expected an op on block vectors that has a distribution rule}}
    %1 = vector.shuffle %0, %0 [0, 1, 2, 3, 4, 5, 6, 7] {mcfg.layouts = [#l]} : vector<8xi32>, vector<8xi32>
    gpu.return
  }
}

// -----

#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = []>
#map = affine_map<(d0, d1) -> (0)>
gpu.module @m {
  gpu.func @map(%m: memref<8x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %f0 = arith.constant 0.0 : f32
    // expected-error @below {{expected a transfer without broadcast dims, but got}}
    %0 = vector.transfer_read %m[%c0, %c0], %f0 {in_bounds = [true], permutation_map = #map, mcfg.layouts = [#l]} : memref<8x8xf32>, vector<8xf32>
    gpu.return
  }
}

// -----

// 784 registers of each of two vectors at once: as many as are written later.
#l = #mcfg.layout<[25088], lanes = [0:1, 0:2, 0:4, 0:8, 0:16], warps = [], registers = [0:32*784]>
gpu.module @m {
  // expected-error @below {{expected tiles of which a thread holds at most 1536 registers of 32 bits at once, but got 1568}}
  gpu.func @held(%m: memref<25088xf32>, %n: memref<25088xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %0 = vector.transfer_read %m[%c0], %zero {in_bounds = [true], mcfg.layouts = [#l]} : memref<25088xf32>, vector<25088xf32>
    // expected-note @below {{so many are held here; smaller tiles need fewer}}
    %1 = vector.transfer_read %n[%c0], %zero {in_bounds = [true], mcfg.layouts = [#l]} : memref<25088xf32>, vector<25088xf32>
    vector.transfer_write %0, %n[%c0] {in_bounds = [true]} : vector<25088xf32>, memref<25088xf32>
    vector.transfer_write %1, %m[%c0] {in_bounds = [true]} : vector<25088xf32>, memref<25088xf32>
    gpu.return
  }
}

// -----

// What a loop carries is held as long as it runs.
#l = #mcfg.layout<[25088], lanes = [0:1, 0:2, 0:4, 0:8, 0:16], warps = [], registers = [0:32*784]>
gpu.module @m {
  // expected-error @below {{expected tiles of which a thread holds at most 1536 registers of 32 bits at once, but got 1568}}
  gpu.func @carried(%m: memref<25088xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %0 = arith.constant {mcfg.layouts = [#l]} dense<1.0> : vector<25088xf32>
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %0) -> vector<25088xf32> {
      // expected-note @below {{so many are held here; smaller tiles need fewer}}
      %1 = vector.transfer_read %m[%c0], %zero {in_bounds = [true], mcfg.layouts = [#l]} : memref<25088xf32>, vector<25088xf32>
      %2 = arith.addf %a, %1 {mcfg.layouts = [#l]} : vector<25088xf32>
      scf.yield %2 : vector<25088xf32>
    } {mcfg.layouts = [#l]}
    vector.transfer_write %r, %m[%c0] {in_bounds = [true]} : vector<25088xf32>, memref<25088xf32>
    gpu.return
  }
}
