// Kernels for sm_90 and later wait for those before them, and their plan says so; others have neither.
// RUN: mcfc %s --search=none --emit=ptx | FileCheck %s --check-prefix=EARLY
// RUN: mcfc %s --search=none --emit=ptx --arch=sm_90 | FileCheck %s --check-prefix=EARLY
// RUN: mcfc %s --search=none --emit=plan | FileCheck %s --check-prefix=PLAN
// RUN: mcfc %s --search=none --emit=ptx --arch=sm_80 | FileCheck %s --check-prefix=NONE
// RUN: mcfc %s --search=none --emit=ptx --device=a100 | FileCheck %s --check-prefix=NONE
// RUN: mcfc %s --search=none --emit=plan --device=a100 | FileCheck %s --check-prefix=NONE
// A device with so few multiprocessors that two grids do not fit side by side.
// RUN: mcfc --print-device=H200 | sed 's/"num_sms": 132/"num_sms": 15/' > %t.json
// RUN: mcfc %s --search=none --emit=ptx --device=%t.json | FileCheck %s --check-prefix=LATE
// No load, copy or store of global memory stands before the wait, and no load is non-coherent.
// EARLY: .entry chain
// EARLY-NOT: {{(ld|st)\.global|cp\.async|griddepcontrol}}
// EARLY: griddepcontrol.wait;
// EARLY-NEXT: griddepcontrol.launch_dependents;
// EARLY-NOT: {{griddepcontrol|ld\.global\.nc}}
// EARLY: st.global
// PLAN: "grid": [8, 1, 1]
// PLAN: "programmatic": true
// LATE: .entry chain
// LATE-NOT: {{(ld|st)\.global|cp\.async|griddepcontrol}}
// LATE: griddepcontrol.wait;
// LATE: wgmma.wait_group
// LATE-NOT: st.global
// LATE: griddepcontrol.launch_dependents;
// LATE-NOT: {{wgmma|griddepcontrol}}
// LATE: st.global
// NONE-NOT: {{griddepcontrol|programmatic}}
// NONE: chain
// NONE-NOT: {{griddepcontrol|programmatic}}
func.func @chain(%a: tensor<512x64xf16>, %b: tensor<64x256xf16>, %d: tensor<256x64xf16>) -> tensor<512x64xf16> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<512x256xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<512x256xf32>) -> tensor<512x256xf32>
  %c = linalg.matmul ins(%a, %b : tensor<512x64xf16>, tensor<64x256xf16>) outs(%c_zero : tensor<512x256xf32>) -> tensor<512x256xf32>
  %c16 = arith.truncf %c : tensor<512x256xf32> to tensor<512x256xf16>
  %e_empty = tensor.empty() : tensor<512x64xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e = linalg.matmul ins(%c16, %d : tensor<512x256xf16>, tensor<256x64xf16>) outs(%e_zero : tensor<512x64xf32>) -> tensor<512x64xf32>
  %e16 = arith.truncf %e : tensor<512x64xf32> to tensor<512x64xf16>
  return %e16 : tensor<512x64xf16>
}
