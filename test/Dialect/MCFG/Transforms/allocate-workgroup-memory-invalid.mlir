// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-allocate-workgroup-memory)))' -split-input-file -verify-diagnostics

gpu.module @m {
  gpu.func @dynamic(%n: index) kernel {
    // expected-error @below {{expected a buffer of static shape and no layout, but got}}
    %0 = memref.alloc(%n) : memref<?xf16, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @huge() kernel {
    // expected-error @below {{expected a buffer whose bytes fit 64 bits, but got}}
    %0 = memref.alloc() : memref<4611686018427387904x4xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  gpu.func @type() kernel {
    // expected-error @below {{expected elements that are numbers, but got 'vector<4xf32>'}}
    %0 = memref.alloc() : memref<4xvector<4xf32>, #gpu.address_space<workgroup>>
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{expected at most 232320 bytes of workgroup memory, but got 300000}}
  gpu.func @limit() kernel {
    %0 = memref.alloc() : memref<300000xi8, #gpu.address_space<workgroup>>
    gpu.return
  }
}
