// E = (A B) D, mn(k,h){m=64,n=32,k=16,h=16}, M = 100, K = 72, N = 90, H = 40: no size is a
// multiple of its tile. The h loop stands inside n, which E sums over, so three tiles of E are kept.
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
func.func private @gemm_chain(%A: tensor<100x72xf16>, %B: tensor<72x90xf16>, %D: tensor<90x40xf16>,
                              %out: tensor<100x40xf32>) -> tensor<100x40xf32>
    attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %zero16 = arith.constant 0.0 : f16
  %r = scf.forall (%im) in (2) shared_outs(%o = %out) -> (tensor<100x40xf32>) {
    %m = affine.apply affine_map<(i) -> (i * 64)>(%im)
    %ms = affine.min affine_map<(i) -> (i * -64 + 100, 64)>(%im)
    %mp = affine.apply affine_map<(s) -> (64 - s)>(%ms)
    %e_empty = tensor.empty() : tensor<3x64x16xf32>
    %e_init = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<3x64x16xf32>) -> tensor<3x64x16xf32>
    %e = scf.for %in = %c0 to %c3 step %c1 iter_args(%e_n = %e_init) -> (tensor<3x64x16xf32>) {
      %n = affine.apply affine_map<(i) -> (i * 32)>(%in)
      %ns = affine.min affine_map<(i) -> (i * -32 + 90, 32)>(%in)
      %np = affine.apply affine_map<(s) -> (32 - s)>(%ns)
      %c_empty = tensor.empty() : tensor<64x32xf32>
      %c_init = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<64x32xf32>) -> tensor<64x32xf32>
      %c = scf.for %ik = %c0 to %c5 step %c1 iter_args(%c_k = %c_init) -> (tensor<64x32xf32>) {
        %k = affine.apply affine_map<(i) -> (i * 16)>(%ik)
        %ks = affine.min affine_map<(i) -> (i * -16 + 72, 16)>(%ik)
        %kp = affine.apply affine_map<(s) -> (16 - s)>(%ks)
        %a_part = tensor.extract_slice %A[%m, %k] [%ms, %ks] [1, 1] : tensor<100x72xf16> to tensor<?x?xf16>
        %a = tensor.pad %a_part low[0, 0] high[%mp, %kp] {
        ^bb0(%i: index, %j: index):
          tensor.yield %zero16 : f16
        } : tensor<?x?xf16> to tensor<64x16xf16>
        %b_part = tensor.extract_slice %B[%k, %n] [%ks, %ns] [1, 1] : tensor<72x90xf16> to tensor<?x?xf16>
        %b = tensor.pad %b_part low[0, 0] high[%kp, %np] {
        ^bb0(%i: index, %j: index):
          tensor.yield %zero16 : f16
        } : tensor<?x?xf16> to tensor<16x32xf16>
        %c_next = linalg.contract indexing_maps = [#lhs, #rhs, #acc]
            ins(%a, %b : tensor<64x16xf16>, tensor<16x32xf16>) outs(%c_k : tensor<64x32xf32>) -> tensor<64x32xf32>
        scf.yield %c_next : tensor<64x32xf32>
      }
      %c16_empty = tensor.empty() : tensor<64x32xf16>
      %c16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%c : tensor<64x32xf32>) outs(%c16_empty : tensor<64x32xf16>) {
      ^bb0(%x: f32, %y: f16):
        %j = linalg.index 1 : index
        %inside = arith.cmpi slt, %j, %ns : index
        %x16 = arith.truncf %x : f32 to f16
        %clean = arith.select %inside, %x16, %zero16 : f16
        linalg.yield %clean : f16
      } -> tensor<64x32xf16>
      %e_h = scf.for %ih = %c0 to %c3 step %c1 iter_args(%e_all = %e_n) -> (tensor<3x64x16xf32>) {
        %h = affine.apply affine_map<(i) -> (i * 16)>(%ih)
        %hs = affine.min affine_map<(i) -> (i * -16 + 40, 16)>(%ih)
        %hp = affine.apply affine_map<(s) -> (16 - s)>(%hs)
        %d_part = tensor.extract_slice %D[%n, %h] [%ns, %hs] [1, 1] : tensor<90x40xf16> to tensor<?x?xf16>
        %d = tensor.pad %d_part low[0, 0] high[%np, %hp] {
        ^bb0(%i: index, %j: index):
          tensor.yield %zero16 : f16
        } : tensor<?x?xf16> to tensor<32x16xf16>
        %e_old = tensor.extract_slice %e_all[%ih, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<3x64x16xf32> to tensor<64x16xf32>
        %e_new = linalg.contract indexing_maps = [#lhs, #rhs, #acc]
            ins(%c16, %d : tensor<64x32xf16>, tensor<32x16xf16>) outs(%e_old : tensor<64x16xf32>) -> tensor<64x16xf32>
        %e_put = tensor.insert_slice %e_new into %e_all[%ih, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<64x16xf32> into tensor<3x64x16xf32>
        scf.yield %e_put : tensor<3x64x16xf32>
      }
      scf.yield %e_h : tensor<3x64x16xf32>
    }
    %block = tensor.extract_slice %o[%m, 0] [%ms, 40] [1, 1] : tensor<100x40xf32> to tensor<?x40xf32>
    %stored = scf.for %ih = %c0 to %c3 step %c1 iter_args(%o_h = %block) -> (tensor<?x40xf32>) {
      %h = affine.apply affine_map<(i) -> (i * 16)>(%ih)
      %hs = affine.min affine_map<(i) -> (i * -16 + 40, 16)>(%ih)
      %valid = tensor.extract_slice %e[%ih, 0, 0] [1, %ms, %hs] [1, 1, 1] : tensor<3x64x16xf32> to tensor<?x?xf32>
      %put = tensor.insert_slice %valid into %o_h[0, %h] [%ms, %hs] [1, 1] : tensor<?x?xf32> into tensor<?x40xf32>
      scf.yield %put : tensor<?x40xf32>
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %stored into %o[%m, 0] [%ms, 40] [1, 1] : tensor<?x40xf32> into tensor<100x40xf32>
    }
  }
  return %r : tensor<100x40xf32>
}

func.func @main(%A: tensor<100x72xf16>, %B: tensor<72x90xf16>, %D: tensor<90x40xf16>) -> tensor<100x40xf32> {
  %out = tensor.empty() : tensor<100x40xf32>
  %r = call @gemm_chain(%A, %B, %D, %out) : (tensor<100x72xf16>, tensor<72x90xf16>, tensor<90x40xf16>, tensor<100x40xf32>) -> tensor<100x40xf32>
  return %r : tensor<100x40xf32>
}
