// What mcf-place-tiles and mcf-schedule-copies of depth 1 give for E = (A B) D, mn(k,h){m=64,n=32,k=16,h=64},
// M = 100, K = 72, N = 90, H = 40: no size is a multiple of its tile.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
module attributes {gpu.container_module} {
  gpu.module @gemm_chain {
    gpu.func @gemm_chain(%A: memref<100x72xf16>, %B: memref<72x90xf16>, %D: memref<90x40xf16>,
                         %E: memref<100x40xf32>) kernel
        attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 0, workgroup_bytes = 0,
          operands = [read 100x72xf16, read 72x90xf16, read 90x40xf16, write 100x40xf32]>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %zero = arith.constant 0.0 : f16
      %c_init = arith.constant dense<0.0> : vector<64x32xf32>
      %e_init = arith.constant dense<0.0> : vector<64x64xf32>
      %n_tail = arith.constant dense<0.0> : vector<64x32xf16>
      %a_buf = memref.alloc() : memref<64x24xf16, #gpu.address_space<workgroup>>
      %a_tile = memref.subview %a_buf[0, 0] [64, 16] [1, 1] : memref<64x24xf16, #gpu.address_space<workgroup>>
          to memref<64x16xf16, strided<[24, 1]>, #gpu.address_space<workgroup>>
      %b_buf = memref.alloc() : memref<16x40xf16, #gpu.address_space<workgroup>>
      %b_tile = memref.subview %b_buf[0, 0] [16, 32] [1, 1] : memref<16x40xf16, #gpu.address_space<workgroup>>
          to memref<16x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>
      %d_buf = memref.alloc() : memref<32x72xf16, #gpu.address_space<workgroup>>
      %d_tile = memref.subview %d_buf[0, 0] [32, 64] [1, 1] : memref<32x72xf16, #gpu.address_space<workgroup>>
          to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
      %block = gpu.block_id x upper_bound 2
      %m = affine.apply affine_map<(i) -> (i * 64)>(%block)
      %ms = affine.min affine_map<(i) -> (i * -64 + 100, 64)>(%block)
      %e = scf.for %in = %c0 to %c3 step %c1 iter_args(%e_in = %e_init) -> (vector<64x64xf32>) {
        %n = affine.apply affine_map<(i) -> (i * 32)>(%in)
        %ns = affine.min affine_map<(i) -> (i * -32 + 90, 32)>(%in)
        %c = scf.for %ik = %c0 to %c5 step %c1 iter_args(%c_in = %c_init) -> (vector<64x32xf32>) {
          %k = affine.apply affine_map<(i) -> (i * 16)>(%ik)
          %ks = affine.min affine_map<(i) -> (i * -16 + 72, 16)>(%ik)
          %a_view = memref.subview %A[%m, %k] [%ms, %ks] [1, 1] : memref<100x72xf16> to memref<?x?xf16, strided<[72, 1], offset: ?>>
          %b_view = memref.subview %B[%k, %n] [%ks, %ns] [1, 1] : memref<72x90xf16> to memref<?x?xf16, strided<[90, 1], offset: ?>>
          gpu.barrier
          mcfg.copy_tile %a_view, %a_tile : memref<?x?xf16, strided<[72, 1], offset: ?>> to memref<64x16xf16, strided<[24, 1]>, #gpu.address_space<workgroup>>
          mcfg.copy_tile %b_view, %b_tile : memref<?x?xf16, strided<[90, 1], offset: ?>> to memref<16x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>
          gpu.barrier
          %a = vector.transfer_read %a_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x16xf16, strided<[24, 1]>, #gpu.address_space<workgroup>>, vector<64x16xf16>
          %b = vector.transfer_read %b_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<16x32xf16, strided<[40, 1]>, #gpu.address_space<workgroup>>, vector<16x32xf16>
          %c_out = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c_in : vector<64x16xf16>, vector<16x32xf16> into vector<64x32xf32>
          scf.yield %c_out : vector<64x32xf32>
        }
        %c16 = arith.truncf %c : vector<64x32xf32> to vector<64x32xf16>
        // The next contraction sums over n: the tail of its computed operand becomes 0.
        %ns_all = vector.broadcast %ns : index to vector<32xindex>
        %pos = vector.step : vector<32xindex>
        %in_row = arith.cmpi slt, %pos, %ns_all : vector<32xindex>
        %in_tile = vector.broadcast %in_row : vector<32xi1> to vector<64x32xi1>
        %c_clean = arith.select %in_tile, %c16, %n_tail : vector<64x32xi1>, vector<64x32xf16>
        %d_view = memref.subview %D[%n, 0] [%ns, 40] [1, 1] : memref<90x40xf16> to memref<?x40xf16, strided<[40, 1], offset: ?>>
        gpu.barrier
        mcfg.copy_tile %d_view, %d_tile : memref<?x40xf16, strided<[40, 1], offset: ?>> to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
        gpu.barrier
        %d = vector.transfer_read %d_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>, vector<32x64xf16>
        %e_out = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %c_clean, %d, %e_in : vector<64x32xf16>, vector<32x64xf16> into vector<64x64xf32>
        scf.yield %e_out : vector<64x64xf32>
      }
      %e_view = memref.subview %E[%m, 0] [%ms, 40] [1, 1] : memref<100x40xf32> to memref<?x40xf32, strided<[40, 1], offset: ?>>
      vector.transfer_write %e, %e_view[%c0, %c0] : vector<64x64xf32>, memref<?x40xf32, strided<[40, 1], offset: ?>>
      gpu.return
    }
  }
}
