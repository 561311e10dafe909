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
