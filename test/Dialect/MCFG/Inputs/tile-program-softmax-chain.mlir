// O = softmax(Q K^T) V with running statistics, one tile of k and of h, batch b with tile 1,
// mn(k,h){b=1,m=64,n=32,k=64,h=64}, B = 3, M = 100, N = 90, K = 64, H = 40.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#rhs_t = affine_map<(m, n, k) -> (n, k)>
#acc = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#id1 = affine_map<(m) -> (m)>
func.func private @softmax_chain(%Q: tensor<3x100x64xf16>, %K: tensor<3x90x64xf16>, %V: tensor<3x90x40xf16>,
                                 %out: tensor<3x100x40xf16>) -> tensor<3x100x40xf16>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %zero16 = arith.constant 0.0 : f16
  %r = scf.forall (%b, %im) in (3, 2) shared_outs(%o = %out) -> (tensor<3x100x40xf16>) {
    %m = affine.apply affine_map<(i) -> (i * 64)>(%im)
    %ms = affine.min affine_map<(i) -> (i * -64 + 100, 64)>(%im)
    %mp = affine.apply affine_map<(s) -> (64 - s)>(%ms)
    %q_part = tensor.extract_slice %Q[%b, %m, 0] [1, %ms, 64] [1, 1, 1] : tensor<3x100x64xf16> to tensor<?x64xf16>
    %q = tensor.pad %q_part low[0, 0] high[%mp, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero16 : f16
    } : tensor<?x64xf16> to tensor<64x64xf16>
    %row_empty = tensor.empty() : tensor<64xf32>
    %o_empty = tensor.empty() : tensor<64x64xf32>
    %max_init = linalg.fill ins(%inf : f32) outs(%row_empty : tensor<64xf32>) -> tensor<64xf32>
    %sum_init = linalg.fill ins(%zero : f32) outs(%row_empty : tensor<64xf32>) -> tensor<64xf32>
    %o_init = linalg.fill ins(%zero : f32) outs(%o_empty : tensor<64x64xf32>) -> tensor<64x64xf32>
    %loop:3 = scf.for %in = %c0 to %c3 step %c1
        iter_args(%max_in = %max_init, %sum_in = %sum_init, %o_in = %o_init)
        -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
      %n = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %ns = affine.min affine_map<(i) -> (i * -32 + 90, 32)>(%in)
      %np = affine.apply affine_map<(s) -> (32 - s)>(%ns)
      %k_part = tensor.extract_slice %K[%b, %n, 0] [1, %ns, 64] [1, 1, 1] : tensor<3x90x64xf16> to tensor<?x64xf16>
      %k = tensor.pad %k_part low[0, 0] high[%np, 0] {
      ^bb0(%i: index, %j: index):
        tensor.yield %zero16 : f16
      } : tensor<?x64xf16> to tensor<32x64xf16>
      %s_empty = tensor.empty() : tensor<64x32xf32>
      %s_init = linalg.fill ins(%zero : f32) outs(%s_empty : tensor<64x32xf32>) -> tensor<64x32xf32>
      %s = linalg.contract indexing_maps = [#lhs, #rhs_t, #acc]
          ins(%q, %k : tensor<64x64xf16>, tensor<32x64xf16>) outs(%s_init : tensor<64x32xf32>) -> tensor<64x32xf32>
      %s_clean = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s : tensor<64x32xf32>) outs(%s_empty : tensor<64x32xf32>) {
      ^bb0(%x: f32, %y: f32):
        %j = linalg.index 1 : index
        %inside = arith.cmpi slt, %j, %ns : index
        %clean = arith.select %inside, %x, %inf : f32
        linalg.yield %clean : f32
      } -> tensor<64x32xf32>
      %max = linalg.reduce { arith.maximumf } ins(%s_clean : tensor<64x32xf32>) outs(%max_in : tensor<64xf32>) dimensions = [1]
      %f = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
          ins(%max_in, %max : tensor<64xf32>, tensor<64xf32>) outs(%row_empty : tensor<64xf32>) {
      ^bb0(%old: f32, %new: f32, %y: f32):
        %same = arith.cmpf oeq, %old, %new : f32
        %moved = arith.subf %old, %new : f32
        %factor = math.exp %moved : f32
        %guarded = arith.select %same, %one, %factor : f32
        linalg.yield %guarded : f32
      } -> tensor<64xf32>
      %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%s_clean, %max : tensor<64x32xf32>, tensor<64xf32>) outs(%s_empty : tensor<64x32xf32>) {
      ^bb0(%x: f32, %t: f32, %y: f32):
        %d = arith.subf %x, %t : f32
        %e = math.exp %d : f32
        %none = arith.cmpf oeq, %t, %inf : f32
        %guarded = arith.select %none, %zero, %e : f32
        linalg.yield %guarded : f32
      } -> tensor<64x32xf32>
      %sum_old = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
          ins(%sum_in, %f : tensor<64xf32>, tensor<64xf32>) outs(%row_empty : tensor<64xf32>) {
      ^bb0(%x: f32, %t: f32, %y: f32):
        %z = arith.mulf %x, %t : f32
        linalg.yield %z : f32
      } -> tensor<64xf32>
      %sum = linalg.reduce { arith.addf } ins(%p : tensor<64x32xf32>) outs(%sum_old : tensor<64xf32>) dimensions = [1]
      %o_old = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%o_in, %f : tensor<64x64xf32>, tensor<64xf32>) outs(%o_empty : tensor<64x64xf32>) {
      ^bb0(%x: f32, %t: f32, %y: f32):
        %z = arith.mulf %x, %t : f32
        linalg.yield %z : f32
      } -> tensor<64x64xf32>
      %p16_empty = tensor.empty() : tensor<64x32xf16>
      %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%p : tensor<64x32xf32>) outs(%p16_empty : tensor<64x32xf16>) {
      ^bb0(%x: f32, %y: f16):
        %z = arith.truncf %x : f32 to f16
        linalg.yield %z : f16
      } -> tensor<64x32xf16>
      %v_part = tensor.extract_slice %V[%b, %n, 0] [1, %ns, 40] [1, 1, 1] : tensor<3x90x40xf16> to tensor<?x40xf16>
      %v = tensor.pad %v_part low[0, 0] high[%np, 24] {
      ^bb0(%i: index, %j: index):
        tensor.yield %zero16 : f16
      } : tensor<?x40xf16> to tensor<32x64xf16>
      %o_next = linalg.contract indexing_maps = [#lhs, #rhs, #acc]
          ins(%p16, %v : tensor<64x32xf16>, tensor<32x64xf16>) outs(%o_old : tensor<64x64xf32>) -> tensor<64x64xf32>
      scf.yield %max, %sum, %o_next : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
    }
    %o16_empty = tensor.empty() : tensor<64x64xf16>
    %o16 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%loop#2, %loop#1 : tensor<64x64xf32>, tensor<64xf32>) outs(%o16_empty : tensor<64x64xf16>) {
    ^bb0(%x: f32, %t: f32, %y: f16):
      %z = arith.divf %x, %t : f32
      %z16 = arith.truncf %z : f32 to f16
      linalg.yield %z16 : f16
    } -> tensor<64x64xf16>
    %valid = tensor.extract_slice %o16[0, 0] [%ms, 40] [1, 1] : tensor<64x64xf16> to tensor<?x40xf16>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %valid into %o[%b, %m, 0] [1, %ms, 40] [1, 1, 1] : tensor<?x40xf16> into tensor<3x100x40xf16>
    }
  }
  return %r : tensor<3x100x40xf16>
}
