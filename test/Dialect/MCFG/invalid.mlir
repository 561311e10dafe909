// RUN: mcf-opt %s -verify-diagnostics -split-input-file

// expected-error @below {{expected a grid of 1 to 2147483647 blocks, but got 0}}
func.func private @grid() attributes {a = #mcfg.launch_plan<grid = 0, block = 1, workgroup_bytes = 0, operands = []>}

// -----

// expected-error @below {{expected a grid of 1 to 2147483647 blocks, but got 2147483648}}
func.func private @grid() attributes {a = #mcfg.launch_plan<grid = 2147483648, block = 1, workgroup_bytes = 0, operands = []>}

// -----

// expected-error @below {{expected a block of at most 1024 threads, but got 1025}}
func.func private @block() attributes {a = #mcfg.launch_plan<grid = 1, block = 1025, workgroup_bytes = 0, operands = []>}

// -----

// expected-error @below {{expected workgroup memory of at least 0 bytes, but got -1}}
func.func private @bytes() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = -1, operands = []>}

// -----

// expected-error @below {{expected read, write or value, but got 'use'}}
func.func private @access() attributes {a = #mcfg.operand<use 4xf16>}

// -----

// expected-error @below {{expected no shape for an operand passed by value, but got 1 dims}}
func.func private @value() attributes {a = #mcfg.operand<value 4xf16>}

// -----

// expected-error @below {{expected sizes of at least 1, but got 0}}
func.func private @size() attributes {a = #mcfg.operand<read 0xf16>}

// -----

// expected-error @below {{expected a symbol for each of 2 sizes given at launch, but got 1}}
func.func private @symbols() attributes {a = #mcfg.operand<read ?x?xf16 sizes [m]>}

// -----

// expected-error @below {{expected a stride for each of 2 dims, but got 1}}
func.func private @strides() attributes {a = #mcfg.operand<read 4x4xf16 strides [1]>}

// -----

// expected-error @below {{expected strides of at least 0, but got -4}}
func.func private @backwards() attributes {a = #mcfg.operand<read 4x4xf16 strides [-4, 1]>}

// -----

// expected-error @below {{expected strides of at least 1 for an array that is written, but got 0}}
func.func private @same_row() attributes {a = #mcfg.operand<write 4x4xf16 strides [0, 1]>}

// -----

// expected-error @below {{expected a tile size of at least 1, but got 0}}
func.func private @trips() attributes {a = #mcfg.trip_count<ceil_div(m, 0)>}

// -----

// expected-error @below {{expected pointer, value, size, stride or tensor_map, but got 'offset'}}
func.func private @parameter() attributes {a = #mcfg.parameter<offset 1>}

// -----

// expected-error @below {{expected '>'}}
func.func private @programmatic() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [write 4xf16], programmatic, programmatic>}

// -----

// expected-error @below {{expected 'parameters'}}
func.func private @programmatic() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [write 4xf16], early>}

// -----

// expected-error @below {{expected a size of an operand in the grid, but got "m"}}
func.func private @grid() attributes {a = #mcfg.launch_plan<grid = ceil_div(m, 4), block = 1, workgroup_bytes = 0, operands = [read 4xf16]>}

// -----

// expected-error @below {{expected a grid that fits 64 bits}}
func.func private @grid() attributes {a = #mcfg.launch_plan<grid = 4294967296 * 4294967296, block = 1, workgroup_bytes = 0, operands = []>}

// -----

// expected-error @below {{expected the parameters [#mcfg.parameter<pointer 0>, #mcfg.parameter<size m>] for these operands, but got none}}
func.func private @parameters() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read ?xf16 sizes [m]]>}

// -----

// expected-error @below {{for these operands, but got others}}
func.func private @parameters() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read ?xf16 sizes [m]], parameters = [pointer 0, size n]>}

// -----

// expected-error @below {{expected a launch plan with 1 parameters, one for each argument, but got 2}}
func.func private @count(memref<f16>) attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read ?xf16 sizes [m]], parameters = [pointer 0, size m]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an array, but got a value}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [value f16], parameters = [value 0, tensor_map 0 box [8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an array of rank 1 to 5, but got rank 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read f16], parameters = [pointer 0, tensor_map 0 box []]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an array of rank 1 to 5, but got rank 6}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 1x1x1x1x1x8xf16], parameters = [pointer 0, tensor_map 0 box [1, 1, 1, 1, 1, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected elements of 1, 2 or 4 bytes, but got f64}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 8xf64], parameters = [pointer 0, tensor_map 0 box [8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected elements of 1, 2 or 4 bytes, but got index}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 8xindex], parameters = [pointer 0, tensor_map 0 box [8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected a box of rank 2, but got rank 1}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected box sizes of 1 to 256, but got 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [0, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected box sizes of 1 to 256, but got 257}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [257, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an innermost box size that is a multiple of 16 bytes up to 128, but got 144 bytes}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [8, 72]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an innermost box size that is a multiple of 16 bytes up to 128, but got 8 bytes}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [8, 4]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected sizes of at most 4294967296, but got 4294967297 in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 4294967297xf16], parameters = [pointer 0, tensor_map 0 box [8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected an innermost stride of 1, but got 2}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16 strides [128, 2]], parameters = [pointer 0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected strides that are multiples of 16 bytes, below 2^40 bytes, but got 12 elements of 2 bytes in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x12xf16], parameters = [pointer 0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected strides that are multiples of 16 bytes, below 2^40 bytes, but got 0 elements of 2 bytes in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16 strides [0, 1]], parameters = [pointer 0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected strides that are multiples of 16 bytes, below 2^40 bytes, but got 549755813888 elements of 2 bytes in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 2x64xf16 strides [549755813888, 1]], parameters = [pointer 0, tensor_map 0 box [1, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected known sizes and strides, but got '?' in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read ?x64xf16 sizes [m]], parameters = [pointer 0, size m, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{tensor map of operand 0: expected known sizes and strides, but got '?' in dim 0}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16 strides [?, 1]], parameters = [pointer 0, stride 0:0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{expected a tensor map of an operand below 1, but got 1}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 1 box [8, 8]]>}

// -----

// expected-error @below {{expected only tensor maps behind the first one, but got #mcfg.parameter<pointer 0>}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [8, 8], pointer 0]>}

// -----

// expected-error @below {{expected the parameters [#mcfg.parameter<pointer 0>] for these operands before the tensor maps, but got none}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{expected the parameters [#mcfg.parameter<pointer 0>] for these operands before the tensor maps, but got others}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [value 0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{expected the parameters [] for these operands, but got others}}
func.func private @tensor_map() attributes {a = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0]>}

// -----

// expected-error @below {{expected a launch plan with 1 parameters, one for each argument, but got 2}}
func.func private @count(memref<f16>) attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = [read 64x64xf16], parameters = [pointer 0, tensor_map 0 box [8, 8]]>}

// -----

// expected-error @below {{expected a number type as element type, but got 'vector<2xf16>'}}
func.func private @element() attributes {a = #mcfg.operand<read 4xvector<2xf16>>}

// -----

// expected-error @below {{expected a #mcfg.launch_plan, but got 3 : i64}}
func.func private @plan() attributes {mcfg.launch_plan = 3}

// -----

// expected-error @below {{expected a launch plan on a function only}}
module attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = []>} {}

// -----

// expected-error @below {{expected a launch plan with 1 operands, one for each argument, but got 0}}
func.func private @count(memref<4xf16>) attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 1, block = 1, workgroup_bytes = 0, operands = []>}

// -----

func.func @place(%source: memref<4x4xf16>, %target: memref<4x4xf16>) {
  // expected-error @below {{expected a target in workgroup memory, but got 'memref<4x4xf16>'}}
  mcfg.copy_tile %source, %target : memref<4x4xf16> to memref<4x4xf16>
  return
}

// -----

func.func @source(%tile: memref<4x4xf16, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected a source in global memory, but got}}
  mcfg.copy_tile %tile, %tile : memref<4x4xf16, #gpu.address_space<workgroup>> to memref<4x4xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @dynamic(%source: memref<4x4xf16>, %target: memref<?x4xf16, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected a target of static shape, but got}}
  mcfg.copy_tile %source, %target : memref<4x4xf16> to memref<?x4xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @element(%source: memref<4x4xf16>, %target: memref<4x4xf32, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected one element type, but got 'f16' and 'f32'}}
  mcfg.copy_tile %source, %target : memref<4x4xf16> to memref<4x4xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @rank(%source: memref<4xf16>, %target: memref<4x4xf16, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected a source of rank 2, but got rank 1}}
  mcfg.copy_tile %source, %target : memref<4xf16> to memref<4x4xf16, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @size(%source: memref<4x5xf16>, %target: memref<4x4xf16, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected at most 4 elements in dim 1 of the source, but got 5}}
  mcfg.copy_tile %source, %target : memref<4x5xf16> to memref<4x4xf16, #gpu.address_space<workgroup>>
  return
}

// -----

// expected-error @below {{expected a multiple of 8 rows, but got 12}}
func.func private @swizzle_rows(memref<12x64xf16, #mcfg.swizzle<rows = 12, chunk = 8>>)

// -----

// expected-error @below {{expected chunks of at least one element, but got 0}}
func.func private @swizzle_chunk(memref<8x64xf16, #mcfg.swizzle<rows = 8, chunk = 0>>)

// -----

func.func @tile_layout(%ring: memref<2x512xf16>, %slot: index) {
  // expected-error @below {{expected a swizzled tile with the rows of its layout, but got 'memref<8x64xf16>'}}
  %0 = mcfg.tile_view %ring[%slot] : memref<2x512xf16> to memref<8x64xf16>
  return
}

// -----

func.func @tile_chunk(%ring: memref<2x512xf32>, %slot: index) {
  // expected-error @below {{expected chunks of 16 bytes, but got 8 elements of 'f32'}}
  %0 = mcfg.tile_view %ring[%slot] : memref<2x512xf32> to memref<8x64xf32, #mcfg.swizzle<rows = 8, chunk = 8>>
  return
}

// -----

func.func @tile_slots(%ring: memref<2x512xf16>, %slot: index) {
  // expected-error @below {{expected slots of 1024 elements of 'f16', but got 'memref<2x512xf16>'}}
  %0 = mcfg.tile_view %ring[%slot] : memref<2x512xf16> to memref<8x80xf16, #mcfg.swizzle<rows = 8, chunk = 8>>
  return
}

// -----

func.func @copy_layout(%source: memref<4x4xf16>, %target: memref<4x4xf16, affine_map<(r, c) -> (r * 8 + c mod 2)>, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected a strided or swizzled target, but got}}
  mcfg.copy_tile %source, %target : memref<4x4xf16> to memref<4x4xf16, affine_map<(r, c) -> (r * 8 + c mod 2)>, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @wait() {
  // expected-error @below {{attribute 'pending' failed to satisfy constraint}}
  mcfg.wait_copies pending -1
  return
}

// -----

func.func @warpgroup_n(%sum: !llvm.struct<(f32, f32)>, %a: i64) {
  // expected-error @below {{expected n to be a multiple of 8 up to 256, but got 4}}
  %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%a) {n = 4 : i64, elementType = f16} : !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @warpgroup_type(%sum: !llvm.struct<(f32, f32, f32, f32)>, %a: i64) {
  // expected-error @below {{expected elements of f16 or bf16, but got 'f32'}}
  %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%a) {n = 8 : i64, elementType = f32} : !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @warpgroup_a(%sum: !llvm.struct<(f32, f32, f32, f32)>, %a: i64, %r: i32) {
  // expected-error @below {{expected a descriptor (i64) or four registers (i32) as operand A, but got 'i32', 'i32'}}
  %0 = mcfg.warpgroup_mma %sum, a(%r, %r : i32, i32), b(%a) {n = 8 : i64, elementType = f16} : !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @warpgroup_transposed(%sum: !llvm.struct<(f32, f32, f32, f32)>, %a: i64, %r: i32) {
  // expected-error @below {{expected no transposition of an operand in registers}}
  %0 = mcfg.warpgroup_mma %sum, a(%r, %r, %r, %r : i32, i32, i32, i32), b(%a) {n = 8 : i64, elementType = f16, transposeA} : !llvm.struct<(f32, f32, f32, f32)>
  return
}

// -----

func.func @warpgroup_sum(%sum: !llvm.struct<(f32, f32)>, %a: i64) {
  // expected-error @below {{expected a struct of 4 f32, but got '!llvm.struct<(f32, f32)>'}}
  %0 = mcfg.warpgroup_mma %sum, a(%a : i64), b(%a) {n = 8 : i64, elementType = f16} : !llvm.struct<(f32, f32)>
  return
}

// -----

func.func @warpgroup_wait(%sum: f32) {
  // expected-error @below {{expected a struct of f32, but got 'f32'}}
  %0 = mcfg.warpgroup_wait %sum pending 0 : f32 to f32
  return
}

// -----

func.func @warpgroup_wait_types(%sum: !llvm.struct<(f32, f32)>) {
  // expected-error @below {{expected results of the types of the sums, but got}}
  %0 = mcfg.warpgroup_wait %sum pending 0 : !llvm.struct<(f32, f32)> to !llvm.struct<(f32)>
  return
}

// -----

func.func @barriers_number(%barriers: memref<2xi64, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected a count for each barrier, but got 1 for 'memref<2xi64, #gpu.address_space<workgroup>>'}}
  mcfg.init_barriers %barriers counts [1] : memref<2xi64, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @barriers_count(%barriers: memref<2xi64, #gpu.address_space<workgroup>>) {
  // expected-error @below {{expected counts of at least 0, but got -1}}
  mcfg.init_barriers %barriers counts [0, -1] : memref<2xi64, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @release_space(%barriers: memref<2xi64>, %slot: index) {
  // expected-error @below {{expected barriers in workgroup memory, but got 'memref<2xi64>'}}
  mcfg.release_tile %barriers[%slot] : memref<2xi64>
  return
}

// -----

func.func @release_slot(%barriers: memref<2xi64, #gpu.address_space<workgroup>>) {
  %slot = arith.constant 2 : index
  // expected-error @below {{expected a slot from 0 to 1, but got 2}}
  mcfg.release_tile %barriers[%slot] : memref<2xi64, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @produce_parent() {
  // expected-error @below {{'mcfg.produce' op expects parent op 'gpu.func'}}
  mcfg.produce warps 1 {
  }
  return
}

// -----

gpu.module @m {
  gpu.func @produce_warps() {
    // expected-error @below {{attribute 'warps' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
    mcfg.produce warps 0 {
    }
    gpu.return
  }
}
