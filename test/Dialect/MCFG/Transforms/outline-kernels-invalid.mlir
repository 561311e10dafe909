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
  // expected-error @below {{expected trip counts that are numbers or sizes of arguments divided by a number and rounded up}}
  scf.forall (%i) in (%n) {
  }
  return
}

// -----

func.func @rounded_down(%out: memref<?xf32>) attributes {mcfg.block_vectors} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %out, %c0 : memref<?xf32>
  %trips = affine.apply affine_map<()[s] -> (s floordiv 4)>()[%n]
  // expected-error @below {{expected trip counts that are numbers or sizes of arguments divided by a number and rounded up}}
  scf.forall (%i) in (%trips) {
  }
  return
}

// -----

func.func @none(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  // expected-error @below {{expected constant trip counts of at least 1}}
  scf.forall (%i) in (0) {
  }
  return
}

// -----

func.func @steps(%out: memref<4xf32>) attributes {mcfg.block_vectors} {
  // expected-error @below {{expected trip counts from 0 in steps of 1}}
  scf.forall (%i) = (0) to (8) step (2) {
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

// expected-error @below {{expected arguments with strides in global memory, but got 'memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0 mod 2)>>'}}
func.func @layout(%out: memref<4x4xf32, affine_map<(i, j) -> (j, i mod 2)>>) attributes {mcfg.block_vectors} {
  return
}

// -----

// expected-error @below {{expected arguments with strides in global memory, but got 'memref<4xf32, 3>'}}
func.func @space(%out: memref<4xf32, 3>) attributes {mcfg.block_vectors} {
  return
}

// -----

// expected-error @below {{expected 1 names in 'mcf.dims' of argument 0, but got ["m", "n"]}}
func.func @names(%out: memref<?xf32> {mcf.dims = ["m", "n"]}) attributes {mcfg.block_vectors} {
  return
}

// -----

// expected-error @below {{expected strides of at least 1 for an array that is written, but got 0}}
func.func @same_place(%out: memref<4x4xf32, strided<[0, 1]>>, %i: index) attributes {mcfg.block_vectors} {
  %x = arith.constant 1.0 : f32
  scf.forall (%j) in (4) {
    memref.store %x, %out[%i, %j] : memref<4x4xf32, strided<[0, 1]>>
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
