// A device as JSON text in a pipeline, where MLIR takes the outer braces off, and as an option.
// RUN: mcfc --print-device=A100 -o %t.json
// RUN: sed -i 's/"A100"/"Mine"/' %t.json
// RUN: mcf-opt %s --mcf-print-cost="device=%t.json model=paper" -o /dev/null 2>&1 | FileCheck %s
// RUN: echo "builtin.module(mcf-print-cost{model=paper device=" > %t.pipeline
// RUN: cat %t.json >> %t.pipeline && echo "})" >> %t.pipeline
// RUN: sh -c 'mcf-opt %s --pass-pipeline="$(tr -d \\n < %t.pipeline)" -o /dev/null 2>&1' | FileCheck %s
// A printed pipeline can be read back.
// RUN: echo "builtin.module(mcf-print-cost{model=paper device={ " > %t.nested
// RUN: cat %t.json >> %t.nested && echo "}})" >> %t.nested
// RUN: sh -c 'mcf-opt %s --pass-pipeline="$(tr -d \\n < %t.nested)" --dump-pass-pipeline -o /dev/null' 2> %t.dump
// RUN: sed -n '/^builtin/,/^)/p' %t.dump > %t.printed
// RUN: sh -c 'mcf-opt %s --pass-pipeline="$(cat %t.printed)" -o /dev/null 2>&1' | FileCheck %s
// RUN: not mcf-opt %s --mcf-print-cost=device=native 2>&1 | FileCheck %s --check-prefix=NATIVE
// RUN: not mcf-opt %s --mcf-print-cost='device={"name": 3}' 2>&1 | FileCheck %s --check-prefix=TEXT

// CHECK: paper model on Mine (not measured): memory
// NATIVE: expected a device, but got 'native', which only tools can ask the driver for
// TEXT: device text: missing fields 'sm_arch', 'compute_capability',
func.func @f(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.schedule <m = 64, n = 64, k = 64> placed {
      mcf.load %A : !mcf.named<[m, k], f16>
      mcf.load %B : !mcf.named<[k, n], f16>
      mcf.compute %C : !mcf.named<[m, n], f16>
      mcf.store %C : !mcf.named<[m, n], f16>
    }
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
