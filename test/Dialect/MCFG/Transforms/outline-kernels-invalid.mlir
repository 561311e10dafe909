// RUN: mcf-opt %s --mcf-outline-kernels -verify-diagnostics -split-input-file

// expected-error @below {{expected block vectors with a body of one block}}
func.func private @declaration(memref<4xf32>) attributes {mcfg.block_vectors}

// -----

// expected-error @below {{expected no results, but got 1}}
func.func @result(%out: memref<4xf32>) -> memref<4xf32> attributes {mcfg.block_vectors} {
  return %out : memref<4xf32>
}

// -----

func.func @twice(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  scf.forall (%i) in (4) {
  }
  // expected-error @below {{expected one scf.forall, but got a second one}}
  scf.forall (%i) in (4) {
  }
  return
}

// -----

func.func @effect(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  %x = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  // expected-error @below {{expected ops without side effects beside the scf.forall}}
  memref.store %x, %out[%c0] : memref<4xf32>
  scf.forall (%i) in (4) {
  }
  return
}

// -----

func.func @dynamic(%out: memref<4xf32>, %n: index) attributes {mcfg.block_vectors} {
  // expected-error @below {{expected constant trip counts of at least 1 from 0 in steps of 1}}
  scf.forall (%i) in (%n) {
  }
  return
}

// -----

func.func @large(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  // expected-error @below {{expected a grid of at most 2147483647 blocks, but the trip counts multiply to more}}
  scf.forall (%i, %j) in (65536, 32768) {
  }
  return
}

// -----

// expected-error @below {{expected arguments of static shape and identity layout, but got 'memref<?xf32>'}}
func.func @shape(%out: memref<?xf32>) attributes {mcfg.block_vectors} {
  scf.forall (%i) in (4) {
  }
  return
}

// -----

// expected-error @below {{expected argument 0 to be read or written, but got both}}
func.func @both(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  scf.forall (%i) in (4) {
    %x = memref.load %out[%i] : memref<4xf32>
    memref.store %x, %out[%i] : memref<4xf32>
  }
  return
}

// -----

// expected-error @below {{expected the name 'f_launch' to be free for the launcher of the kernel}}
func.func @f(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  scf.forall (%i) in (4) {
  }
  return
}
func.func private @f_launch()
