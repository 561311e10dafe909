// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-NOT: mcf.chain

func.func @memrefs(%a: memref<5x7xf32>, %b: memref<7x6xf32>, %c: memref<5x6xf32>) {
  // expected-remark @below {{not fused: expected tensors, but got memrefs}}
  linalg.matmul ins(%a, %b : memref<5x7xf32>, memref<7x6xf32>) outs(%c : memref<5x6xf32>)
  return
}

// -----

func.func @convolution(%i: tensor<1x10x10x3xf32>, %f: tensor<3x3x3x4xf32>, %o: tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32> {
  // expected-remark @below {{not fused: convolutions are not supported yet}}
  %r = linalg.conv_2d_nhwc_hwcf ins(%i, %f : tensor<1x10x10x3xf32>, tensor<3x3x3x4xf32>) outs(%o : tensor<1x8x8x4xf32>) -> tensor<1x8x8x4xf32>
  return %r : tensor<1x8x8x4xf32>
}

// -----

func.func @complex(%a: tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>> {
  // expected-remark @below {{not fused: element type complex<f32> is not supported}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xcomplex<f32>>, tensor<5x5xcomplex<f32>>) outs(%a : tensor<5x5xcomplex<f32>>) -> tensor<5x5xcomplex<f32>>
  return %c : tensor<5x5xcomplex<f32>>
}

// -----

func.func @index(%a: tensor<5x5xindex>) -> tensor<5x5xindex> {
  // expected-remark @below {{not fused: element type index is not supported}}
  %c = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<5x5xindex>, tensor<5x5xindex>) outs(%a : tensor<5x5xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %p = arith.muli %x, %y : index
    %s = arith.addi %o, %p : index
    linalg.yield %s : index
  } -> tensor<5x5xindex>
  return %c : tensor<5x5xindex>
}

// -----

func.func @f8(%a: tensor<5x5xf8E4M3FNUZ>, %z: tensor<5x5xf32>) -> tensor<5x5xf32> {
  // expected-remark @below {{not fused: element type f8E4M3FNUZ is not supported}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf8E4M3FNUZ>, tensor<5x5xf8E4M3FNUZ>) outs(%z : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %c : tensor<5x5xf32>
}

// -----

func.func @zero_size(%a: tensor<5x0xf32>, %b: tensor<0x5xf32>, %c: tensor<5x5xf32>) -> tensor<5x5xf32> {
  // expected-remark @below {{not fused: it has a dim of size 0, so that its result is its start value}}
  %r = linalg.matmul ins(%a, %b : tensor<5x0xf32>, tensor<0x5xf32>) outs(%c : tensor<5x5xf32>) -> tensor<5x5xf32>
  return %r : tensor<5x5xf32>
}

// -----

func.func @overflow(%a: tensor<4294967296x4294967296xf32>, %b: tensor<2097152x2097152xf32>) -> (tensor<4294967296x4294967296xf32>, tensor<2097152x2097152xf32>) {
  // expected-remark @below {{not fused: the size of tensor<4294967296x4294967296xf32> overflows 64 bits}}
  %c = linalg.matmul ins(%a, %a : tensor<4294967296x4294967296xf32>, tensor<4294967296x4294967296xf32>) outs(%a : tensor<4294967296x4294967296xf32>) -> tensor<4294967296x4294967296xf32>
  // expected-remark @below {{not fused: the number of operations overflows 64 bits}}
  %d = linalg.matmul ins(%b, %b : tensor<2097152x2097152xf32>, tensor<2097152x2097152xf32>) outs(%b : tensor<2097152x2097152xf32>) -> tensor<2097152x2097152xf32>
  return %c, %d : tensor<4294967296x4294967296xf32>, tensor<2097152x2097152xf32>
}

// -----

func.func @unsigned(%a: tensor<5x5xi8>, %z: tensor<5x5xi32>) -> tensor<5x5xi32> {
  // expected-remark @below {{not fused: expected a body acc + a * b with signed casts of a and b, but got arith.extui: unsigned operands are not supported}}
  %c = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %a : tensor<5x5xi8>, tensor<5x5xi8>) outs(%z : tensor<5x5xi32>) -> tensor<5x5xi32>
  return %c : tensor<5x5xi32>
}

// -----

func.func @narrowing(%a: tensor<5x5xf32>, %z: tensor<5x5xf16>) -> tensor<5x5xf16> {
  // expected-remark @below {{not fused: expected a body acc + a * b with widening casts of a and b}}
  %c = linalg.matmul ins(%a, %a : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5x5xf16>) -> tensor<5x5xf16>
  return %c : tensor<5x5xf16>
}

// -----

func.func @diagonal(%a: tensor<5x5xf32>, %b: tensor<5x5xf32>, %z: tensor<5xf32>) -> tensor<5xf32> {
  // expected-remark @below {{not fused: expected indexing maps that are projected permutations, but got (d0, d1) -> (d0, d0)}}
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : tensor<5x5xf32>, tensor<5x5xf32>) outs(%z : tensor<5xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %c : tensor<5xf32>
}

// -----

// An op between that no map can hold: the second contraction names it.
func.func @gather(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %table: tensor<6xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  // expected-note @below {{what depends on it ends here: expected arith, math and linalg.index in the body, but got tensor.extract}}
  // expected-note @below {{what it depends on ends here: expected arith, math and linalg.index in the body, but got tensor.extract}}
  %x = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<5x6xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %j = linalg.index 1 : index
    %t = tensor.extract %table[%j] : tensor<6xf32>
    %s = arith.addf %in, %t : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %e = linalg.matmul ins(%x, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

// The reduced dim of the second has size 1 and is no dim of the chain.
func.func @only_unit_sum(%a: tensor<5x7xf32>, %b: tensor<7xf32>, %d: tensor<1x8xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  // expected-remark @below {{not fused: no other contraction}}
  %c = linalg.matvec ins(%a, %b : tensor<5x7xf32>, tensor<7xf32>) outs(%z : tensor<5xf32>) -> tensor<5xf32>
  %x = tensor.expand_shape %c [[0, 1]] output_shape [5, 1] : tensor<5xf32> into tensor<5x1xf32>
  // expected-remark @below {{not fused: no other contraction}}
  // expected-note @below {{what depends on it ends here: it sums over a dim of size 1 only}}
  // expected-note @below {{what it depends on ends here: it sums over a dim of size 1 only}}
  %e = linalg.matmul ins(%x, %d : tensor<5x1xf32>, tensor<1x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}
