// RUN: mcf-opt %s --mcf-vectorize-tile-program=max-copies=4 -verify-diagnostics -split-input-file

// expected-error @below {{expected a tile program with one block}}
func.func private @declaration(tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program}

// -----

// expected-error @below {{expected arguments of known rank, but got 'tensor<*xf32>'}}
func.func @unranked(%out: tensor<*xf32>) -> tensor<*xf32> attributes {mcf.tile_program} {
  return %out : tensor<*xf32>
}

// -----

func.func @input(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  // expected-error @below {{expected to return a destination that an argument holds}}
  return %out : tensor<4xf32>
}

// -----

func.func @unknown(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{cannot be vectorized in a tile program}}
    %x = tensor.generate {
    ^bb0(%j: index):
      %v = arith.constant 0.0 : f32
      tensor.yield %v : f32
    } : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @reads_destination(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    %part = tensor.extract_slice %o[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    // expected-error @below {{expected a destination to be written only}}
    %x = tensor.pad %part low[0] high[2] {
    ^bb0(%j: index):
      tensor.yield %zero : f32
    } : tensor<2xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @pad_before(%a: tensor<2xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{expected no padding before a tile}}
    %x = tensor.pad %a low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %zero : f32
    } : tensor<2xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @copies(%out: tensor<5x4xf32>) -> tensor<5x4xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<5x4xf32>) {
    %empty = tensor.empty() : tensor<5x4xf32>
    // expected-error @below {{expected at most 4 copies of the body of a loop over kept tiles, but got 5; larger tiles need fewer}}
    %x = scf.for %j = %c0 to %c5 step %c1 iter_args(%all = %empty) -> (tensor<5x4xf32>) {
      %one = tensor.extract_slice %all[%j, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
      %put = tensor.insert_slice %one into %all[%j, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
      scf.yield %put : tensor<5x4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x4xf32>
    }
  }
  return %r : tensor<5x4xf32>
}

// -----

func.func @trips(%n: index, %out: tensor<5x4xf32>) -> tensor<5x4xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<5x4xf32>) {
    %empty = tensor.empty() : tensor<5x4xf32>
    // expected-error @below {{expected a constant trip count of a loop over kept tiles}}
    %x = scf.for %j = %c0 to %n step %c1 iter_args(%all = %empty) -> (tensor<5x4xf32>) {
      %one = tensor.extract_slice %all[%j, 0] [1, 4] [1, 1] : tensor<5x4xf32> to tensor<4xf32>
      %put = tensor.insert_slice %one into %all[%j, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<5x4xf32>
      scf.yield %put : tensor<5x4xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0, 0] [5, 4] [1, 1] : tensor<5x4xf32> into tensor<5x4xf32>
    }
  }
  return %r : tensor<5x4xf32>
}

// -----

func.func @batch(%a: tensor<2x4x8xf32>, %b: tensor<2x8x4xf32>, %out: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<2x4x4xf32>) {
    %empty = tensor.empty() : tensor<2x4x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    // expected-error @below {{give the others tile size 1}}
    %c = linalg.contract indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>]
        ins(%a, %b : tensor<2x4x8xf32>, tensor<2x8x4xf32>) outs(%init : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %c into %o[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x4xf32>
    }
  }
  return %r : tensor<2x4x4xf32>
}

// -----

func.func @rank(%out: tensor<2x4x4xf32>) -> tensor<2x4x4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<2x4x4xf32>) {
    %empty = tensor.empty() : tensor<2x4x4xf32>
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    scf.forall.in_parallel {
      // expected-error @below {{expected tiles with at most two dims of more than one element, but got 'vector<2x4x4xf32>'}}
      tensor.parallel_insert_slice %init into %o[0, 0, 0] [2, 4, 4] [1, 1, 1] : tensor<2x4x4xf32> into tensor<2x4x4xf32>
    }
  }
  return %r : tensor<2x4x4xf32>
}

// -----

func.func @taken(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    %empty = tensor.empty() : tensor<4xf32>
    %x = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
func.func @user() -> ((tensor<4xf32>) -> tensor<4xf32>) {
  // expected-error @below {{expected a tile program to be called only}}
  %f = func.constant @taken : (tensor<4xf32>) -> tensor<4xf32>
  return %f : (tensor<4xf32>) -> tensor<4xf32>
}

// -----

func.func @steps(%a: tensor<8xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{expected steps of 1}}
    %x = tensor.extract_slice %a[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @padding(%a: tensor<2xf32>, %pad: f32, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{expected a constant padding value}}
    %x = tensor.pad %a low[0] high[2] {
    ^bb0(%j: index):
      tensor.yield %pad : f32
    } : tensor<2xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @dynamic_tile(%a: tensor<8xf32>, %n: index, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{expected a tile of static shape, but got 'tensor<?xf32>'}}
    %x = tensor.extract_slice %a[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
    %y = tensor.insert_slice %x into %o[0] [%n] [1] : tensor<?xf32> into tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @dynamic_op(%a: tensor<8xf32>, %n: index, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    %x = tensor.extract_slice %a[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
    %empty = tensor.empty(%n) : tensor<?xf32>
    // expected-error @below {{expected tiles of static shape, but got 'tensor<?xf32>'}}
    %y = linalg.exp ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[0] [%n] [1] : tensor<?xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @writes_input(%a: tensor<4xf32>, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    // expected-error @below {{expected to write to a destination, but got an input}}
    %y = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @elsewhere(%out: tensor<8xf32>) -> tensor<8xf32> attributes {mcf.tile_program} {
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<8xf32>) {
    %part = tensor.extract_slice %o[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      // expected-error @below {{expected to put a part back where it was taken from}}
      tensor.parallel_insert_slice %part into %o[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

func.func @local_destination(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  // expected-error @below {{expected arguments of the function as destinations}}
  %r = scf.forall (%i) in (2) shared_outs(%o = %empty) -> (tensor<4xf32>) {
    %x = tensor.empty() : tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @kept_position(%p: index, %out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    %empty = tensor.empty() : tensor<3x4xf32>
    %all = linalg.fill ins(%zero : f32) outs(%empty : tensor<3x4xf32>) -> tensor<3x4xf32>
    // expected-error @below {{expected a constant position in dim 0 of kept tiles, but got one that depends on a loop that is not unrolled}}
    %x = tensor.extract_slice %all[%p, 0] [1, 4] [1, 1] : tensor<3x4xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @large_tile(%out: tensor<4xf32>) -> tensor<4xf32> attributes {mcf.tile_program} {
  %zero = arith.constant 0.0 : f32
  %r = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<4xf32>) {
    %empty = tensor.empty() : tensor<2000x2000xf32>
    // expected-error @below {{expected tiles of at most 1048576 elements for the GPU, but got 'tensor<2000x2000xf32>'}}
    %all = linalg.fill ins(%zero : f32) outs(%empty : tensor<2000x2000xf32>) -> tensor<2000x2000xf32>
    %x = tensor.extract_slice %all[0, 0] [1, 4] [1, 1] : tensor<2000x2000xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
