// RUN: mcf-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(mcf-print-layouts)))' -verify-diagnostics
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#acc = affine_map<(m, n, k) -> (m, n)>
gpu.module @m {
  // expected-remark @below {{warps: 2}}
  gpu.func @rows(%a: memref<32x16xbf16>, %b: memref<16x8xbf16>) kernel {
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : bf16
    // expected-remark @below {{layout: #mcfg.layout<[32, 8], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16], registers = [1:1*2, 0:8*2]>}}
    %init = arith.constant dense<0.0> : vector<32x8xf32>
    // expected-remark @below {{layout: #mcfg.layout<[32, 16], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16], registers = [1:1*2, 0:8*2, 1:8*2]>}}
    %x = vector.transfer_read %a[%c0, %c0], %zero : memref<32x16xbf16>, vector<32x16xbf16>
    // expected-remark @below {{layout: #mcfg.layout<[16, 8], lanes = [0:2, 0:4, 1:1, 1:2, 1:4], warps = [_], registers = [0:1*2, 0:8*2]>}}
    %y = vector.transfer_read %b[%c0, %c0], %zero : memref<16x8xbf16>, vector<16x8xbf16>
    // expected-remark @below {{layout: #mcfg.layout<[32, 8], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16], registers = [1:1*2, 0:8*2]>}}
    %c = vector.contract {indexing_maps = [#lhs, #rhs, #acc], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %x, %y, %init : vector<32x16xbf16>, vector<16x8xbf16> into vector<32x8xf32>
    gpu.return
  }
}
