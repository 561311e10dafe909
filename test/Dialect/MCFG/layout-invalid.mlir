// RUN: mcf-opt %s -split-input-file -verify-diagnostics

// expected-error @below {{expected 5 lane digits, but got 1}}
#l = #mcfg.layout<[2], lanes = [0:1], warps = [], registers = []>

// -----

// expected-error @below {{expected a digit with stride 8 along dimension 0, but got stride 16}}
#l = #mcfg.layout<[32], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = [0:16*2]>

// -----

// expected-error @below {{expected digits that cover 32 coordinates of dimension 0, but got 16}}
#l = #mcfg.layout<[32], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = [0:8*2]>

// -----

// expected-error @below {{expected a dimension below 1, but got 1}}
#l = #mcfg.layout<[32], lanes = [_, _, 1:1, 0:2, 0:4], warps = [], registers = [0:8*2]>

// -----

// expected-error @below {{expected positive strides and counts above 1, but got stride 0 and count 2}}
#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = [0:0*2]>

// -----

// expected-error @below {{expected numbers from 0 on, but got -1}}
#l = #mcfg.layout<[8], lanes = [_, _, 0:-1, 0:2, 0:4], warps = [], registers = []>

// -----

// expected-error @below {{expected at most 5 warp digits, but got 6}}
#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [_, _, _, _, _, _], registers = []>

// -----

#l = #mcfg.layout<[8], lanes = [_, _, 0:1, 0:2, 0:4], warps = [], registers = []>
func.func @shape(%a: vector<16xf32>) {
  // expected-error @below {{expected a layout of shape [16], but got [8]}}
  %0 = mcfg.convert_layout %a {layout = #l} : vector<16xf32>
  return
}
