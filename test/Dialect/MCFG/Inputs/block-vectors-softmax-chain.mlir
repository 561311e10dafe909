// What mcf-place-tiles and mcf-schedule-copies of depth 1 give for O = softmax(Q K^T) V with running statistics,
// mn(k,h){m=64,n=32,k=64,h=64}, M = 100, K = 64, N = 90, H = 40.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhs_t = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
module attributes {gpu.container_module} {
  gpu.module @softmax_chain {
    gpu.func @softmax_chain(%Q: memref<100x64xf16>, %K: memref<90x64xf16>, %V: memref<90x40xf16>,
                            %O: memref<100x40xf16>) kernel
        attributes {mcfg.launch_plan = #mcfg.launch_plan<grid = 2, block = 0, workgroup_bytes = 0,
          operands = [read 100x64xf16, read 90x64xf16, read 90x40xf16, write 100x40xf16]>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %zero = arith.constant 0.0 : f16
      %s_init = arith.constant dense<0.0> : vector<64x32xf32>
      %o_init = arith.constant dense<0.0> : vector<64x64xf32>
      %max_init = arith.constant dense<0xFF800000> : vector<64xf32>
      %sum_init = arith.constant dense<0.0> : vector<64xf32>
      %one_row = arith.constant dense<1.0> : vector<64xf32>
      %inf_tile = arith.constant dense<0xFF800000> : vector<64x32xf32>
      %zero_tile = arith.constant dense<0.0> : vector<64x32xf32>
      %q_buf = memref.alloc() : memref<64x72xf16, #gpu.address_space<workgroup>>
      %q_tile = memref.subview %q_buf[0, 0] [64, 64] [1, 1] : memref<64x72xf16, #gpu.address_space<workgroup>>
          to memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
      %k_buf = memref.alloc() : memref<32x72xf16, #gpu.address_space<workgroup>>
      %k_tile = memref.subview %k_buf[0, 0] [32, 64] [1, 1] : memref<32x72xf16, #gpu.address_space<workgroup>>
          to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
      %v_buf = memref.alloc() : memref<32x72xf16, #gpu.address_space<workgroup>>
      %v_tile = memref.subview %v_buf[0, 0] [32, 64] [1, 1] : memref<32x72xf16, #gpu.address_space<workgroup>>
          to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
      %block = gpu.block_id x upper_bound 2
      %m = affine.apply affine_map<(i) -> (i * 64)>(%block)
      %ms = affine.min affine_map<(i) -> (i * -64 + 100, 64)>(%block)
      %q_view = memref.subview %Q[%m, 0] [%ms, 64] [1, 1] : memref<100x64xf16> to memref<?x64xf16, strided<[64, 1], offset: ?>>
      gpu.barrier
      mcfg.copy_tile %q_view, %q_tile : memref<?x64xf16, strided<[64, 1], offset: ?>> to memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
      gpu.barrier
      %q = vector.transfer_read %q_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>, vector<64x64xf16>
      %r:3 = scf.for %in = %c0 to %c3 step %c1 iter_args(%max_in = %max_init, %sum_in = %sum_init, %o_in = %o_init)
          -> (vector<64xf32>, vector<64xf32>, vector<64x64xf32>) {
        %n = affine.apply affine_map<(i) -> (i * 32)>(%in)
        %ns = affine.min affine_map<(i) -> (i * -32 + 90, 32)>(%in)
        %k_view = memref.subview %K[%n, 0] [%ns, 64] [1, 1] : memref<90x64xf16> to memref<?x64xf16, strided<[64, 1], offset: ?>>
        gpu.barrier
        mcfg.copy_tile %k_view, %k_tile : memref<?x64xf16, strided<[64, 1], offset: ?>> to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
        gpu.barrier
        %k = vector.transfer_read %k_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>, vector<32x64xf16>
        %s_raw = vector.contract {indexing_maps = [#lhs, #rhs_t, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %q, %k, %s_init : vector<64x64xf16>, vector<32x64xf16> into vector<64x32xf32>
        // The tail of n is -inf for the maximum.
        %ns_all = vector.broadcast %ns : index to vector<32xindex>
        %pos = vector.step : vector<32xindex>
        %in_row = arith.cmpi slt, %pos, %ns_all : vector<32xindex>
        %in_tile = vector.broadcast %in_row : vector<32xi1> to vector<64x32xi1>
        %s = arith.select %in_tile, %s_raw, %inf_tile : vector<64x32xi1>, vector<64x32xf32>
        %max = vector.multi_reduction <maximumf>, %s, %max_in [1] : vector<64x32xf32> to vector<64xf32>
        // A row broadcast: a unit dim, then broadcast along it.
        %max_col = vector.shape_cast %max : vector<64xf32> to vector<64x1xf32>
        %max_all = vector.broadcast %max_col : vector<64x1xf32> to vector<64x32xf32>
        %d = arith.subf %s, %max_all : vector<64x32xf32>
        %p_raw = math.exp %d : vector<64x32xf32>
        %none = arith.cmpf oeq, %max_all, %inf_tile : vector<64x32xf32>
        %p_any = arith.select %none, %zero_tile, %p_raw : vector<64x32xi1>, vector<64x32xf32>
        %p = arith.select %in_tile, %p_any, %zero_tile : vector<64x32xi1>, vector<64x32xf32>
        // The factor for what was accumulated with the old maximum.
        %same = arith.cmpf oeq, %max_in, %max : vector<64xf32>
        %moved = arith.subf %max_in, %max : vector<64xf32>
        %f_raw = math.exp %moved : vector<64xf32>
        %f = arith.select %same, %one_row, %f_raw : vector<64xi1>, vector<64xf32>
        %sum_old = arith.mulf %sum_in, %f : vector<64xf32>
        %sum = vector.multi_reduction <add>, %p, %sum_old [1] : vector<64x32xf32> to vector<64xf32>
        %f_col = vector.shape_cast %f : vector<64xf32> to vector<64x1xf32>
        %f_all = vector.broadcast %f_col : vector<64x1xf32> to vector<64x64xf32>
        %o_old = arith.mulf %o_in, %f_all : vector<64x64xf32>
        %p16 = arith.truncf %p : vector<64x32xf32> to vector<64x32xf16>
        %v_view = memref.subview %V[%n, 0] [%ns, 40] [1, 1] : memref<90x40xf16> to memref<?x40xf16, strided<[40, 1], offset: ?>>
        gpu.barrier
        mcfg.copy_tile %v_view, %v_tile : memref<?x40xf16, strided<[40, 1], offset: ?>> to memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>
        gpu.barrier
        %v = vector.transfer_read %v_tile[%c0, %c0], %zero {in_bounds = [true, true]} : memref<32x64xf16, strided<[72, 1]>, #gpu.address_space<workgroup>>, vector<32x64xf16>
        %o = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p16, %v, %o_old : vector<64x32xf16>, vector<32x64xf16> into vector<64x64xf32>
        scf.yield %max, %sum, %o : vector<64xf32>, vector<64xf32>, vector<64x64xf32>
      }
      %l_col = vector.shape_cast %r#1 : vector<64xf32> to vector<64x1xf32>
      %l_all = vector.broadcast %l_col : vector<64x1xf32> to vector<64x64xf32>
      %o_final = arith.divf %r#2, %l_all : vector<64x64xf32>
      %o16 = arith.truncf %o_final : vector<64x64xf32> to vector<64x64xf16>
      %o_view = memref.subview %O[%m, 0] [%ms, 40] [1, 1] : memref<100x40xf16> to memref<?x40xf16, strided<[40, 1], offset: ?>>
      vector.transfer_write %o16, %o_view[%c0, %c0] : vector<64x64xf16>, memref<?x40xf16, strided<[40, 1], offset: ?>>
      gpu.return
    }
  }
}
