// What a tiling says about overlap, down to one thread's program: attention with its masks on a device with wgmma.
// RUN: mcfc %s --device=h100 --tiling='mn(k,h){m=64,n=64,k=64,h=64}[warps=4,overlap=0]' --emit=gpu | FileCheck %s --check-prefix=NONE
// RUN: mcfc %s --device=h100 --tiling='mn(k,h){m=64,n=64,k=64,h=64}[warps=4,overlap=1]' --emit=gpu | FileCheck %s --check-prefix=AHEAD
// RUN: mcfc %s --device=h100 --tiling='mn(k,h){m=64,n=64,k=64,h=64}[warps=4,overlap=2]' --emit=gpu | FileCheck %s --check-prefix=BEHIND

// One after the other: each sum is waited for, and the exponentials run alone.
// NONE: gpu.func
// NONE-COUNT-4: mcfg.warpgroup_mma
// NONE: nvvm.wgmma.commit.group
// NONE: mcfg.warpgroup_wait %{{.*}} pending 0
// NONE-NOT: mcfg.warpgroup_mma
// NONE: math.exp2
// NONE-COUNT-4: mcfg.warpgroup_mma
// NONE: nvvm.wgmma.commit.group
// NONE: mcfg.warpgroup_wait %{{.*}} pending 0
// NONE-NOT: mcfg.warpgroup_mma
// NONE: gpu.return

// The scores of the first trip; in the loop those of the next one beside the exponentials of this one; the last exponentials.
// AHEAD: gpu.func
// AHEAD-COUNT-4: mcfg.warpgroup_mma
// AHEAD: nvvm.wgmma.commit.group
// AHEAD: mcfg.warpgroup_wait %{{.*}} pending 0
// AHEAD-NOT: math.exp2
// AHEAD-COUNT-4: mcfg.warpgroup_mma
// AHEAD: nvvm.wgmma.commit.group
// AHEAD-NOT: mcfg.warpgroup_wait
// AHEAD: math.exp2
// AHEAD-NOT: mcfg.warpgroup_mma
// AHEAD: mcfg.warpgroup_wait %{{.*}} pending 0
// AHEAD-COUNT-4: mcfg.warpgroup_mma
// AHEAD: nvvm.wgmma.commit.group
// AHEAD: mcfg.warpgroup_wait %{{.*}} pending 0
// AHEAD: math.exp2
// AHEAD-COUNT-4: mcfg.warpgroup_mma
// AHEAD: nvvm.wgmma.commit.group
// AHEAD: mcfg.warpgroup_wait %{{.*}} pending 0
// AHEAD-NOT: mcfg.warpgroup_mma
// AHEAD: gpu.return

// Scores and exponentials of the first trip; in the loop both contractions start, the exponentials wait for one of them, and the other one runs
// beside them; the last sums.
// BEHIND: gpu.func
// BEHIND-COUNT-4: mcfg.warpgroup_mma
// BEHIND: nvvm.wgmma.commit.group
// BEHIND: mcfg.warpgroup_wait %{{.*}} pending 0
// BEHIND: math.exp2
// BEHIND-COUNT-4: mcfg.warpgroup_mma
// BEHIND: nvvm.wgmma.commit.group
// BEHIND-NOT: mcfg.warpgroup_wait
// BEHIND-COUNT-4: mcfg.warpgroup_mma
// BEHIND: nvvm.wgmma.commit.group
// BEHIND: mcfg.warpgroup_wait %{{.*}} pending 1
// BEHIND-NOT: mcfg.warpgroup_wait
// BEHIND: math.exp2
// BEHIND-NOT: mcfg.warpgroup_mma
// BEHIND: mcfg.warpgroup_wait %{{.*}} pending 0
// BEHIND-COUNT-4: mcfg.warpgroup_mma
// BEHIND: nvvm.wgmma.commit.group
// BEHIND: mcfg.warpgroup_wait %{{.*}} pending 0
// BEHIND-NOT: mcfg.warpgroup_mma
// BEHIND: gpu.return

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
func.func @attention(%q: tensor<512x64xf16>, %k: tensor<512x64xf16>, %v: tensor<512x64xf16>) -> tensor<512x64xf16> {
  %zero = arith.constant 0.0 : f32
  %factor = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %s = linalg.contract indexing_maps = [#mk, #nk, #mn] ins(%q, %k : tensor<512x64xf16>, tensor<512x64xf16>) outs(%s0 : tensor<512x512xf32>) -> tensor<512x512xf32>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) {
  ^bb0(%x: f32, %out: f32):
    %z = arith.mulf %x, %factor : f32
    linalg.yield %z : f32
  } -> tensor<512x512xf32>
  %p = linalg.softmax dimension(1) ins(%t : tensor<512x512xf32>) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %p16 = arith.truncf %p : tensor<512x512xf32> to tensor<512x512xf16>
  %oe = tensor.empty() : tensor<512x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<512x64xf32>) -> tensor<512x64xf32>
  %o = linalg.matmul ins(%p16, %v : tensor<512x512xf16>, tensor<512x64xf16>) outs(%o0 : tensor<512x64xf32>) -> tensor<512x64xf32>
  %o16 = arith.truncf %o : tensor<512x64xf32> to tensor<512x64xf16>
  return %o16 : tensor<512x64xf16>
}
