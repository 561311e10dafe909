// What mcf-vectorize-tile-program and mcf-outline-kernels give for contractions of 64 rows.
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  // C = A B^T with B in rows of k.
  gpu.func @both(%a: memref<64x80xf16>, %b: memref<128x80xf16>, %c: memref<64x128xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<64x128xf32>
    %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x80xf16>, vector<64x80xf16>
    %y = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<128x80xf16>, vector<128x80xf16>
    %p = vector.contract {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %init : vector<64x80xf16>, vector<128x80xf16> into vector<64x128xf32>
    vector.transfer_write %p, %c[%c0, %c0] {in_bounds = [true, true]} : vector<64x128xf32>, memref<64x128xf32>
    gpu.return
  }
  // C = A B, B has 40 columns.
  gpu.func @narrow(%a: memref<64x64xf16>, %b: memref<64x24xf16>, %c: memref<64x24xf32>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f16
    %init = arith.constant dense<0.0> : vector<64x24xf32>
    %x = vector.transfer_read %a[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x64xf16>, vector<64x64xf16>
    %y = vector.transfer_read %b[%c0, %c0], %zero {in_bounds = [true, true]} : memref<64x24xf16>, vector<64x24xf16>
    %p = vector.contract {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %init : vector<64x64xf16>, vector<64x24xf16> into vector<64x24xf32>
    vector.transfer_write %p, %c[%c0, %c0] {in_bounds = [true, true]} : vector<64x24xf32>, memref<64x24xf32>
    gpu.return
  }
}
