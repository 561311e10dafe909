#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @columns {
  gpu.func @columns(%a: memref<16x16xf16>, %b: memref<16x256xf16>, %d: memref<256x64xf16>, %e: memref<16x64xf32>) kernel attributes {mcf.mapping = #mcf.mapping<warps = 8>} {
    %c0 = arith.constant 0 : index
    %pad = arith.constant 0.0 : f16
    %zero = arith.constant dense<0.0> : vector<16x256xf32>
    %none = arith.constant dense<0.0> : vector<16x64xf32>
    %x = vector.transfer_read %a[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x16xf16>, vector<16x16xf16>
    %y = vector.transfer_read %b[%c0, %c0], %pad {in_bounds = [true, true]} : memref<16x256xf16>, vector<16x256xf16>
    %w = vector.transfer_read %d[%c0, %c0], %pad {in_bounds = [true, true]} : memref<256x64xf16>, vector<256x64xf16>
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %zero : vector<16x16xf16>, vector<16x256xf16> into vector<16x256xf32>
    %p = arith.truncf %c : vector<16x256xf32> to vector<16x256xf16>
    %r = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %p, %w, %none : vector<16x256xf16>, vector<256x64xf16> into vector<16x64xf32>
    vector.transfer_write %r, %e[%c0, %c0] {in_bounds = [true, true]} : vector<16x64xf32>, memref<16x64xf32>
    gpu.return
  }
}
