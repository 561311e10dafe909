"""Programs: what they hold, run, and survive."""

import gc
import json
import pickle
import threading

import numpy as np
import pytest

import mcfuser
from reference import check, random

CHAIN = """
func.func @chain(%a: tensor<13x16xf32>, %b: tensor<16x31xf32>, %d: tensor<31x8xf32>) -> tensor<13x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<13x31xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<13x31xf32>) -> tensor<13x31xf32>
  %c = linalg.matmul ins(%a, %b : tensor<13x16xf32>, tensor<16x31xf32>) outs(%c_zero : tensor<13x31xf32>) -> tensor<13x31xf32>
  %e_empty = tensor.empty() : tensor<13x8xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<13x8xf32>) -> tensor<13x8xf32>
  %e = linalg.matmul ins(%c, %d : tensor<13x31xf32>, tensor<31x8xf32>) outs(%e_zero : tensor<13x8xf32>) -> tensor<13x8xf32>
  return %e : tensor<13x8xf32>
}
"""


def operands():
    a, b, d = random(0, (13, 16)), random(1, (16, 31)), random(2, (31, 8))
    return (a, b, d), a.astype(np.float64) @ b @ d


def test_what_a_program_holds():
    program = mcfuser.compile(CHAIN)
    assert (program.number_of_chains, program.number_of_kernels) == (1, 1)
    assert "mcf.chain" in program.ir("chain") and "mcf.schedule" in program.ir("schedule")
    assert ".target" in program.ptx and program.plan["kernels"][0]["name"] in program.ptx
    assert "fused 2 contractions" in program.remarks
    assert "chain 0" in program.report()
    kernel = program.kernel
    assert kernel.plan["kernels"][0]["name"] == kernel.name and kernel.ptx == program.ptx
    assert repr(kernel).startswith(f"<mcfuser.Kernel {kernel.name}(13x16xf32, ")
    assert "1 chains, 1 kernels for H200" in repr(program) and "chain(tensor<13x16xf32>" in repr(program)
    assert program.function().is_launchable


def test_it_runs():
    inputs, exact = operands()
    check(mcfuser.compile(CHAIN)(*inputs), exact)


def test_options_and_devices():
    assert "H200" in mcfuser.devices()
    assert "tiling" in mcfuser.options() and "search_time_limit" in mcfuser.options()
    program = mcfuser.compile(CHAIN, tiling="mn(k,h){m=16,n=16,k=16,h=16}", arch="sm_80")
    assert program.arch == "sm_80" and ".target sm_80" in program.ptx
    assert program.options == {"tiling": "mn(k,h){m=16,n=16,k=16,h=16}", "arch": "sm_80"}
    inputs, exact = operands()
    check(program(*inputs), exact)


def test_a_program_without_a_chain_runs_too():
    b = mcfuser.Builder("f")
    b.output(b.exp(b.input("x", (5,), "f32")))
    program = mcfuser.compile(b.text())
    assert program.number_of_chains == 0
    x = random(0, (5,))
    check(program(x), np.exp(x.astype(np.float64)))


def test_open_sizes():
    b = mcfuser.Builder("chain")
    x, y, z = b.input("x", ("m", "k"), "f32"), b.input("y", ("k", "n"), "f32"), b.input("z", ("n", 8), "f32")
    b.output(b.contract("mn,nh->mh", b.contract("mk,kn->mn", x, y), z))
    program = mcfuser.compile(b.text())
    assert program.number_of_chains == 1
    for m, n, k in [(13, 77, 5), (1, 1, 1), (32, 16, 64)]:
        arrays = random(0, (m, k)), random(1, (k, n)), random(2, (n, 8))
        check(program(*arrays), arrays[0].astype(np.float64) @ arrays[1] @ arrays[2])


def test_arrays_of_the_caller():
    """The form that kernels for strided arrays have: an output is an argument."""
    b = mcfuser.Builder("chain")
    x, y, z = (b.input(n, s, "f32", (None, 1)) for n, s in [("x", (13, 16)), ("y", (16, 31)), ("z", (31, 8))])
    b.output(b.contract("mn,nh->mh", b.contract("mk,kn->mn", x, y), z), (None, 1))
    program = mcfuser.compile(b.text())
    assert program.function().is_launchable, program.function().not_launchable_because
    assert program.plan["kernels"][0]["operands"][0]["strides"] == ["?", 1]
    inputs, exact = operands()
    check(program(*inputs), exact)


def test_several_results_and_functions():
    b = mcfuser.Builder("two")
    x = b.input("x", (3, 4), "f32")
    b.output(b.exp(x))
    b.output(b.reduce("sum", x, -1))
    program = mcfuser.compile(b.text() + CHAIN)
    x = random(0, (3, 4))
    first, second = program(x, function="two")
    check(first, np.exp(x.astype(np.float64)))
    check(second, x.astype(np.float64).sum(-1))
    with pytest.raises(ValueError, match="function: expected one of"):
        program(x)


def test_pickling_compiles_again():
    program = mcfuser.compile(CHAIN, seed=3)
    other, kernel = pickle.loads(pickle.dumps((program, program.kernel)))
    assert other.text == CHAIN and other.options == {"seed": "3"} and kernel.name == program.kernel.name
    data = pickle.dumps(program)
    from mcfuser import program as module

    module._memo.clear()
    again = pickle.loads(data)
    assert again is not program and again.ptx == program.ptx
    inputs, exact = operands()
    check(again(*inputs), exact)


def test_the_same_program_is_compiled_once_also_by_many_threads():
    text = CHAIN.replace("@chain", "@threads")
    programs, errors = [], []
    inputs, exact = operands()
    barrier = threading.Barrier(8)

    def work():
        try:
            barrier.wait()
            for _ in range(5):
                program = mcfuser.compile(text)
                programs.append(program)
                check(program(*inputs), exact)
                check(mcfuser.gemm_chain(*inputs), exact)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors
    assert len(programs) == 40 and len(set(map(id, programs))) == 1
    assert mcfuser.compile(text, seed=5) is not programs[0]


def test_what_failed_is_not_kept():
    for _ in range(2):
        with pytest.raises(mcfuser.CompileError):
            mcfuser.compile("nonsense")


def test_errors_of_threads_do_not_mix():
    texts = {}

    def work(name):
        for _ in range(20):
            try:
                mcfuser.compile(f"func.func @{name}( {name}", name=name)
            except mcfuser.CompileError as error:
                texts.setdefault(name, set()).add(str(error).split(":")[0])

    threads = [threading.Thread(target=work, args=(n,)) for n in "abcd"]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert texts == {n: {n} for n in "abcd"}


def test_no_gpu():
    program = mcfuser.compile(CHAIN)
    try:
        seconds = program.benchmark()
    except mcfuser.NoDevice as error:
        assert str(error)
    else:
        assert 0 < seconds < 1


def test_programs_are_freed():
    program = mcfuser.program.Program(CHAIN, "input", ())
    handle = program._handle
    assert handle
    del program
    gc.collect()


def test_plan_is_json_of_the_kernel_alone():
    kernel = mcfuser.compile(CHAIN).kernel
    assert len(kernel.plan["kernels"]) == 1
    json.dumps(kernel.plan)
