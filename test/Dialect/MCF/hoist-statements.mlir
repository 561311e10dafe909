// RUN: mcf-opt %S/Inputs/gemm-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mhnk"},mcf-hoist-statements)' | FileCheck %s --check-prefix=MHNK
// RUN: mcf-opt %S/Inputs/gemm-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mn(k,h)"},mcf-hoist-statements)' | FileCheck %s --check-prefix=FLAT
// RUN: mcf-opt %S/Inputs/gemm-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mhkn"},mcf-hoist-statements)' | FileCheck %s --check-prefix=MHKN
// RUN: mcf-opt %S/Inputs/gemm-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="khmn"},mcf-hoist-statements)' | FileCheck %s --check-prefix=KHMN
// RUN: mcf-opt %S/Inputs/gemm-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mhnk{k=512,h=512}"},mcf-hoist-statements)' | FileCheck %s --check-prefix=ONETRIP
// RUN: mcf-opt %S/Inputs/softmax-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mhnk{h=16}"},mcf-hoist-statements)' | FileCheck %s --check-prefix=SOFTMAX
// RUN: mcf-opt %S/Inputs/softmax-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="mkhn{h=16,k=32}"},mcf-hoist-statements)' | FileCheck %s --check-prefix=LATE
// RUN: mcf-opt %S/Inputs/softmax-chain.mlir --pass-pipeline='builtin.module(mcf-apply-tiling{tiling="nmkh"},mcf-hoist-statements)' | FileCheck %s --check-prefix=NM

// Deep: D leaves k, the store leaves n and k.
// MHNK-LABEL: func.func @gemm_chain
// MHNK:      mcf.schedule <m = 64, n = 64, k = 64, h = 64> placed {
// MHNK-NEXT:   mcf.loop "m"  block {
// MHNK-NEXT:     mcf.loop "h"  block {
// MHNK-NEXT:       mcf.loop "n"  serial {
// MHNK-NEXT:         mcf.loop "k"  serial {
// MHNK-NEXT:           mcf.load %{{.*}} : <[m, k], f16>
// MHNK-NEXT:           mcf.load %{{.*}} : <[k, n], f16>
// MHNK-NEXT:           mcf.compute %{{.*}} : <[m, n], f32>
// MHNK-NEXT:         }
// MHNK-NEXT:         mcf.load %{{.*}} : <[n, h], f16>
// MHNK-NEXT:         mcf.compute %{{.*}} : <[m, h], f32>
// MHNK-NEXT:       }
// MHNK-NEXT:       mcf.store %{{.*}} : <[m, h], f32>
// MHNK-NEXT:     }
// MHNK-NEXT:   }
// MHNK-NEXT: }

// Flat: E is kept for all tiles of h, as n is summed around them.
// FLAT-LABEL: func.func @gemm_chain
// FLAT:      mcf.schedule <m = 64, n = 64, k = 64, h = 64> placed {
// FLAT-NEXT:   mcf.loop "m"  block {
// FLAT-NEXT:     mcf.loop "n"  serial {
// FLAT-NEXT:       mcf.loop "k"  serial {
// FLAT-NEXT:         mcf.load %{{.*}} : <[m, k], f16>
// FLAT-NEXT:         mcf.load %{{.*}} : <[k, n], f16>
// FLAT-NEXT:         mcf.compute %{{.*}} : <[m, n], f32>
// FLAT-NEXT:       }
// FLAT-NEXT:       mcf.loop "h"  serial {
// FLAT-NEXT:         mcf.load %{{.*}} : <[n, h], f16>
// FLAT-NEXT:         mcf.compute %{{.*}} : <[m, h], f32>
// FLAT-NEXT:       }
// FLAT-NEXT:     }
// FLAT-NEXT:     mcf.loop "h"  serial {
// FLAT-NEXT:       mcf.store %{{.*}} : <[m, h], f32>
// FLAT-NEXT:     }
// FLAT-NEXT:   }
// FLAT-NEXT: }

// k is closed before C is used: the tiles of C are kept.
// MHKN-LABEL: func.func @gemm_chain
// MHKN:      mcf.schedule <m = 64, n = 64, k = 64, h = 64> placed {
// MHKN-NEXT:   mcf.loop "m"  block {
// MHKN-NEXT:     mcf.loop "h"  block {
// MHKN-NEXT:       mcf.loop "k"  serial {
// MHKN-NEXT:         mcf.load %{{.*}} : <[m, k], f16>
// MHKN-NEXT:         mcf.loop "n"  serial {
// MHKN-NEXT:           mcf.load %{{.*}} : <[k, n], f16>
// MHKN-NEXT:           mcf.compute %{{.*}} : <[m, n], f32>
// MHKN-NEXT:         }
// MHKN-NEXT:       }
// MHKN-NEXT:       mcf.loop "n"  serial {
// MHKN-NEXT:         mcf.load %{{.*}} : <[n, h], f16>
// MHKN-NEXT:         mcf.compute %{{.*}} : <[m, h], f32>
// MHKN-NEXT:       }
// MHKN-NEXT:       mcf.store %{{.*}} : <[m, h], f32>
// MHKN-NEXT:     }
// MHKN-NEXT:   }
// MHKN-NEXT: }

// h inside of the sum over k would add the same terms again: it is dropped from C.
// KHMN-LABEL: func.func @gemm_chain
// KHMN:      mcf.schedule <m = 64, n = 64, k = 64, h = 64> placed {
// KHMN-NEXT:   mcf.loop "k"  serial {
// KHMN-NEXT:     mcf.loop "m"  serial {
// KHMN-NEXT:       mcf.load %{{.*}} : <[m, k], f16>
// KHMN-NEXT:       mcf.loop "n"  serial {
// KHMN-NEXT:         mcf.load %{{.*}} : <[k, n], f16>
// KHMN-NEXT:         mcf.compute %{{.*}} : <[m, n], f32>
// KHMN-NEXT:       }
// KHMN-NEXT:     }
// KHMN-NEXT:   }
// KHMN-NEXT:   mcf.loop "h"  serial {
// KHMN-NEXT:     mcf.loop "m"  serial {
// KHMN-NEXT:       mcf.loop "n"  serial {
// KHMN-NEXT:         mcf.load %{{.*}} : <[n, h], f16>
// KHMN-NEXT:         mcf.compute %{{.*}} : <[m, h], f32>
// KHMN-NEXT:       }
// KHMN-NEXT:       mcf.store %{{.*}} : <[m, h], f32>
// KHMN-NEXT:     }
// KHMN-NEXT:   }
// KHMN-NEXT: }

// Loops of one trip are gone, and A rises to m.
// ONETRIP-LABEL: func.func @gemm_chain
// ONETRIP:      mcf.schedule <m = 64, n = 64, k = 512, h = 512> placed {
// ONETRIP-NEXT:   mcf.loop "m"  block {
// ONETRIP-NEXT:     mcf.load %{{.*}} : <[m, k], f16>
// ONETRIP-NEXT:     mcf.loop "n"  serial {
// ONETRIP-NEXT:       mcf.load %{{.*}} : <[k, n], f16>
// ONETRIP-NEXT:       mcf.compute %{{.*}} : <[m, n], f32>
// ONETRIP-NEXT:       mcf.load %{{.*}} : <[n, h], f16>
// ONETRIP-NEXT:       mcf.compute %{{.*}} : <[m, h], f32>
// ONETRIP-NEXT:     }
// ONETRIP-NEXT:     mcf.store %{{.*}} : <[m, h], f32>
// ONETRIP-NEXT:   }
// ONETRIP-NEXT: }

// The exponential runs on the running maximum, the quotient after the loop: one loop over n.
// SOFTMAX-LABEL: func.func @attention
// SOFTMAX:      mcf.schedule <b = 1, m = 64, n = 64, k = 64, h = 16> placed {
// SOFTMAX-NEXT:   mcf.loop "b"  block {
// SOFTMAX-NEXT:     mcf.loop "m"  block {
// SOFTMAX-NEXT:       mcf.loop "h"  block {
// SOFTMAX-NEXT:         mcf.load %{{.*}} : <[b, m, k], f16>
// SOFTMAX-NEXT:         mcf.loop "n"  serial {
// SOFTMAX-NEXT:           mcf.load %{{.*}} : <[b, n, k], f16>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f32>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m], f32>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f32>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m], f32>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f16>
// SOFTMAX-NEXT:           mcf.load %{{.*}} : <[b, n, h], f16>
// SOFTMAX-NEXT:           mcf.compute %{{.*}} : <[b, m, h], f32>
// SOFTMAX-NEXT:         }
// SOFTMAX-NEXT:         mcf.store %{{.*}} : <[b, m, h], f32>
// SOFTMAX-NEXT:       }
// SOFTMAX-NEXT:     }
// SOFTMAX-NEXT:   }
// SOFTMAX-NEXT: }

// The maximum is complete before h, so only the sum is deferred.
// LATE-LABEL: func.func @attention
// LATE:      mcf.schedule <b = 1, m = 64, n = 64, k = 32, h = 16> placed {
// LATE-NEXT:   mcf.loop "b"  block {
// LATE-NEXT:     mcf.loop "m"  block {
// LATE-NEXT:       mcf.loop "k"  serial {
// LATE-NEXT:         mcf.load %{{.*}} : <[b, m, k], f16>
// LATE-NEXT:         mcf.loop "n"  serial {
// LATE-NEXT:           mcf.load %{{.*}} : <[b, n, k], f16>
// LATE-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f32>
// LATE-NEXT:         }
// LATE-NEXT:       }
// LATE-NEXT:       mcf.loop "n"  serial {
// LATE-NEXT:         mcf.compute %{{.*}} : <[b, m], f32>
// LATE-NEXT:       }
// LATE-NEXT:       mcf.loop "h"  serial {
// LATE-NEXT:         mcf.loop "n"  serial {
// LATE-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f32>
// LATE-NEXT:           mcf.compute %{{.*}} : <[b, m], f32>
// LATE-NEXT:           mcf.compute %{{.*}} : <[b, m, n], f16>
// LATE-NEXT:           mcf.load %{{.*}} : <[b, n, h], f16>
// LATE-NEXT:           mcf.compute %{{.*}} : <[b, m, h], f32>
// LATE-NEXT:         }
// LATE-NEXT:         mcf.store %{{.*}} : <[b, m, h], f32>
// LATE-NEXT:       }
// LATE-NEXT:     }
// LATE-NEXT:   }
// LATE-NEXT: }

// With n outermost everything is kept for all tiles of m.
// NM-LABEL: func.func @attention
// NM:      mcf.schedule <b = 1, m = 64, n = 64, k = 64, h = 64> placed {
// NM-NEXT:   mcf.loop "b"  block {
// NM-NEXT:     mcf.loop "n"  serial {
// NM-NEXT:       mcf.load %{{.*}} : <[b, n, k], f16>
// NM-NEXT:       mcf.load %{{.*}} : <[b, n, h], f16>
// NM-NEXT:       mcf.loop "m"  serial {
// NM-NEXT:         mcf.load %{{.*}} : <[b, m, k], f16>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m, n], f32>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m], f32>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m, n], f32>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m], f32>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m, n], f16>
// NM-NEXT:         mcf.compute %{{.*}} : <[b, m, h], f32>
// NM-NEXT:       }
// NM-NEXT:     }
// NM-NEXT:     mcf.loop "m"  serial {
// NM-NEXT:       mcf.store %{{.*}} : <[b, m, h], f32>
// NM-NEXT:     }
// NM-NEXT:   }
// NM-NEXT: }
