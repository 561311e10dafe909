"""Programs that torch-mlir wrote, recorded in test/Integration/TorchMLIR: neither it nor torch is needed."""

import pathlib

import numpy as np
import pytest

import mcfuser
from reference import ACTIVATIONS, attention, check, random

INPUTS = pathlib.Path(__file__).parents[2] / "test" / "Integration" / "TorchMLIR" / "Inputs"
pytestmark = pytest.mark.skipif(not INPUTS.is_dir(), reason="no checkout around the tests")


def load(name, **options):
    return mcfuser.compile((INPUTS / f"{name}.mlir").read_text(), name=f"{name}.mlir", tiling="default", **options)


def heads(rows, columns, dtype):
    shapes = [(2, 2, rows, 8), (2, 2, columns, 8), (2, 2, columns, 8)]
    return [random(i, shape).astype(dtype) for i, shape in enumerate(shapes)]


def test_attention_is_one_launch():
    program = load("sdpa-f16")
    q, k, v = heads(13, 21, np.float16)
    assert program.number_of_chains == 1 and program.function().is_launchable
    check(program(q, k, v), attention(q, k, v))


def test_causal():
    q, k, v = heads(13, 13, np.float32)
    check(load("sdpa-causal-f32")(q, k, v), attention(q, k, v, causal=True))


def test_rows_that_are_masked_whole_are_zero():
    q, k, v = heads(13, 13, np.float32)
    mask = np.random.default_rng(0).random((2, 1, 13, 13)) < 0.7
    mask[0, 0, 3] = False
    result = load("sdpa-boolean-mask-f32")(q, k, v, mask)
    assert not result[0, :, 3].any()
    check(result, attention(q, k, v, mask=mask))


def test_sizes_are_known_when_it_runs():
    program = load("sdpa-dynamic-f32")
    for rows, columns in ((13, 21), (1, 40), (5, 1)):
        q, k, v = heads(rows, columns, np.float32)
        check(program(q, k, v), attention(q, k, v))


def test_gated_mlp():
    x, gate, up, down = (random(i, s) for i, s in enumerate([(2, 5, 32), (48, 32), (48, 32), (32, 48)]))
    exact = (ACTIVATIONS["silu"](x.astype(np.float64) @ gate.T) * (x @ up.T)) @ down.T
    check(load("gated-mlp-dynamic-f32")(x, gate, up, down), exact)


def weights_of(program, inputs):
    generator = np.random.default_rng(7)
    arrays = list(inputs)
    for value in program.function().inputs[len(inputs):]:
        arrays.append((0.3 * generator.standard_normal(value.shape)).astype(np.float32))
    return arrays


@pytest.mark.parametrize("name", ["bert-sdpa-f32", "gpt2-sdpa-f32", "llama-sdpa-f32"])
def test_whole_models_run_and_check_their_tokens(name):
    program = load(name)
    assert program.number_of_chains == 2
    tokens = np.random.default_rng(1).integers(0, 30, (2, 13))
    inputs = [tokens, np.ones((2, 13), np.int64)] if name.startswith("bert") else [tokens]
    result = program(*weights_of(program, inputs))
    assert result.shape == (2, 13, 32) and np.isfinite(result).all()
    # The same token in another place has another state: nothing is a constant.
    assert np.std(result) > 0.01
    inputs[0] = np.where(tokens == tokens[0, 0], 30, tokens)
    with pytest.raises(ValueError, match="expected \"index must be smaller than dim size\""):
        program(*weights_of(program, inputs))


def test_dialects_that_are_not_known_are_an_error():
    with pytest.raises(mcfuser.CompileError, match="tm_tensor.sort"):
        mcfuser.compile('func.func @f() { "tm_tensor.sort"() : () -> () return }')
