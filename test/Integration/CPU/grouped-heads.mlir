// Query heads g x h that share keys and values by g. Rows of the first product are m0 (h) and m1: by
// default only m1 is tiled, since a product of tiles has one dim in each role. The kernel's name has no blank.
// RUN: mcfc %s --run=cpu | FileCheck %s --check-prefix=RIGHT
// RUN: mcfc %s --run=cpu --tiling=default | FileCheck %s --check-prefix=RIGHT
// RUN: mcfc %s --emit=schedule --tiling=default | FileCheck %s --check-prefix=TILES
// RUN: mcfc %s --emit=ptx | FileCheck %s --check-prefix=PTX
// RIGHT: right
// TILES: mcf.schedule <{{.*}}m0 = 1, m1 = 32{{.*}}>
// PTX: .entry grouped_heads_chain_0(

func.func @"grouped heads"(%q: tensor<2x3x17x16xf16>, %k: tensor<2x23x16xf16>, %v: tensor<2x23x16xf16>) -> tensor<2x3x17x16xf32> {
 %z = arith.constant 0.0 : f32
 %s0e = tensor.empty() : tensor<2x3x17x23xf32>
 %s0 = linalg.fill ins(%z : f32) outs(%s0e : tensor<2x3x17x23xf32>) -> tensor<2x3x17x23xf32>
 %s = linalg.contract indexing_maps=[affine_map<(g,h,m,n,k)->(g,h,m,k)>,affine_map<(g,h,m,n,k)->(g,n,k)>,affine_map<(g,h,m,n,k)->(g,h,m,n)>] ins(%q,%k: tensor<2x3x17x16xf16>,tensor<2x23x16xf16>) outs(%s0: tensor<2x3x17x23xf32>) -> tensor<2x3x17x23xf32>
 %pe = tensor.empty(): tensor<2x3x17x23xf32>
 %p = linalg.softmax dimension(3) ins(%s: tensor<2x3x17x23xf32>) outs(%pe: tensor<2x3x17x23xf32>) -> tensor<2x3x17x23xf32>
 %p16 = arith.truncf %p: tensor<2x3x17x23xf32> to tensor<2x3x17x23xf16>
 %o0e = tensor.empty() : tensor<2x3x17x16xf32>
 %o0 = linalg.fill ins(%z : f32) outs(%o0e : tensor<2x3x17x16xf32>) -> tensor<2x3x17x16xf32>
 %o = linalg.contract indexing_maps=[affine_map<(g,h,m,n,k)->(g,h,m,n)>,affine_map<(g,h,m,n,k)->(g,n,k)>,affine_map<(g,h,m,n,k)->(g,h,m,k)>] ins(%p16,%v: tensor<2x3x17x23xf16>,tensor<2x23x16xf16>) outs(%o0: tensor<2x3x17x16xf32>) -> tensor<2x3x17x16xf32>
 return %o: tensor<2x3x17x16xf32> }
