"""Attention on the CPU against numpy in f64, with poisoned results."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcfuser
from reference import STRIDES, TYPES, Poisoned, attention, check, random, strided

SIZES = st.sampled_from([1, 2, 3, 7, 13, 16, 33, 77])


@settings(max_examples=40)
@given(
    lead=st.sampled_from([(), (1,), (3,), (2, 2), (2, 1, 3)]), m=SIZES, n=SIZES, k=SIZES, h=SIZES,
    dtype=st.sampled_from(sorted(TYPES)), causal=st.sampled_from([False, True, "bottom-right"]),
    mask=st.sampled_from([None, "bool", "float", "columns", "rows"]), group=st.sampled_from([1, 1, 2, 3]),
    scale=st.sampled_from([None, 0.5]), strides=st.tuples(*[st.sampled_from(STRIDES)] * 3),
    written=st.sampled_from(["dense", "transposed"]), seed=st.integers(0, 1000),
)
def test_attention(lead, m, n, k, h, dtype, causal, mask, group, scale, strides, written, seed):
    group = group if lead else 1
    heads = (*lead[:-1], lead[-1] * group) if lead else ()
    q, key, value = (random(seed + i, shape, dtype) for i, shape in enumerate(
        [(*heads, m, k), (*lead, n, k), (*lead, n, h)]))
    shapes = {"bool": (m, n), "float": (*heads, m, n), "columns": (1, n), "rows": (m, 1)}
    given_mask = None
    if mask is not None:
        given_mask = random(seed + 9, shapes[mask], dtype)
        if mask != "float":
            given_mask = given_mask > -0.5
    exact = attention(q, key, value, given_mask, causal, scale)
    out = Poisoned(exact.shape, dtype, written)
    views = [strided(x, kind) for x, kind in zip((q, key, value), strides)]
    result = mcfuser.attention(*views, mask=given_mask, causal=causal, scale=scale, out=out.array)
    assert result is out.array
    check(result, exact)
    out.check_margin()


def test_programs_for_a_gpu(monkeypatch):
    """They take strides; on the CPU they are as right."""
    monkeypatch.setattr(mcfuser.functions.common, "_takes_strides", lambda view: True)
    mask = random(7, (2, 1, 1, 77)) > -0.5
    shapes = [(2, 4, 13, 16), (2, 2, 77, 16), (2, 2, 77, 24)]
    for kinds in [("dense", "dense", "dense"), ("transposed", "every second", "dense")]:
        q, k, v = (strided(random(i, s, "float16"), kind) for i, (s, kind) in enumerate(zip(shapes, kinds)))
        out = Poisoned((2, 4, 13, 24), "float16")
        mcfuser.attention(q, k, v, mask=mask, out=out.array, up_to="ptx")
        check(out.array, attention(q, k, v, mask))
        out.check_margin()
        entry = list(mcfuser.functions.common._programs._entries.values())[-1]
        assert entry.value.function().is_launchable, entry.value.function().not_launchable_because
        assert "memref" in entry.value.text


def test_result_is_made_where_none_is_given():
    q, k, v = (random(i, (2, 13, 8), "float16") for i in range(3))
    result = mcfuser.attention(q, k, v)
    assert isinstance(result, np.ndarray) and result.dtype == np.float16
    check(result, attention(q, k, v))


def test_rows_that_are_masked_whole_are_zero():
    q, k, v = (random(i, (5, 8)) for i in range(3))
    mask = np.ones((5, 5), bool)
    mask[3] = False
    result = mcfuser.attention(q, k, v, mask=mask)
    assert (result[3] == 0).all()
    check(result, attention(q, k, v, mask))
    # More rows than columns: the first see nothing.
    check(mcfuser.attention(random(0, (9, 8)), k, v, causal="bottom-right"),
          attention(random(0, (9, 8)), k, v, causal="bottom-right"))


def test_one_row_read_by_all_heads():
    """Strides of 0."""
    k = np.broadcast_to(random(1, (1, 7, 8)), (4, 7, 8))
    q, v = random(0, (4, 5, 8)), random(2, (4, 7, 3))
    check(mcfuser.attention(q, k, v), attention(q, k, v))


def test_read_only_and_unaligned_strides():
    packed = np.zeros(6, np.dtype([("pad", "i1"), ("x", "<f4", (8,))]))
    packed["x"] = random(3, (6, 8))
    q = packed["x"]
    assert q.strides[0] % 4
    k = random(1, (6, 8))
    k.flags.writeable = False
    check(mcfuser.attention(q, k, k), attention(q, k, k))


@pytest.mark.parametrize("size", ["m", "n"])
def test_empty(size):
    m, n = (0, 4) if size == "m" else (4, 0)
    result = mcfuser.attention(random(0, (m, 8)), random(1, (n, 8)), random(2, (n, 3)), mask=np.ones((m, n), bool))
    assert result.shape == (m, 3) and (result == 0).all()
