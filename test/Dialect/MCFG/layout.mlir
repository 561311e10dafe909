// RUN: mcf-opt %s | mcf-opt | FileCheck %s
// RUN: mcf-opt %s --mlir-print-op-generic | mcf-opt | FileCheck %s

// CHECK: #[[L:.*]] = #mcfg.layout<[64, 32], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [1:1*2, 0:8*2, 1:8*4]>
#acc = #mcfg.layout<[64, 32], lanes = [1:2, 1:4, 0:1, 0:2, 0:4], warps = [0:16, 0:32],
                    registers = [1:1*2, 0:8*2, 1:8*4]>
// CHECK: #[[S:.*]] = #mcfg.layout<[64], lanes = [_, _, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [0:8*2]>
#row = #mcfg.layout<[64], lanes = [_, _, 0:1, 0:2, 0:4], warps = [0:16, 0:32], registers = [0:8*2]>

// CHECK-LABEL: @convert
func.func @convert(%a: vector<64x32xf32>, %b: vector<64xf32>) {
  // CHECK: mcfg.convert_layout %{{.*}} {layout = #[[L]]} : vector<64x32xf32>
  %0 = mcfg.convert_layout %a {layout = #acc} : vector<64x32xf32>
  // CHECK: mcfg.convert_layout %{{.*}} {layout = #[[S]]} : vector<64xf32>
  %1 = mcfg.convert_layout %b {layout = #row} : vector<64xf32>
  return
}
