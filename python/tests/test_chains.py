"""Chains of products and feed-forward parts on the CPU against numpy in f64."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mcfuser
from reference import ACTIVATIONS, STRIDES, TYPES, Poisoned, check, random, strided

SIZES = st.sampled_from([1, 3, 13, 16, 31, 77])
DTYPES = st.sampled_from(sorted(TYPES))


@settings(max_examples=30)
@given(lead=st.sampled_from([(), (3,), (2, 2)]), sizes=st.lists(SIZES, min_size=4, max_size=5), dtype=DTYPES,
       kinds=st.lists(st.sampled_from(STRIDES), min_size=4, max_size=4), shared=st.booleans(),
       seed=st.integers(0, 1000))
def test_gemm_chain(lead, sizes, dtype, kinds, shared, seed):
    factors = []
    for i, (rows, columns) in enumerate(zip(sizes, sizes[1:])):
        shape = (rows, columns) if shared and i else (*lead, rows, columns)
        factors.append(strided(random(seed + i, shape, dtype) / np.array(rows**0.5, dtype), kinds[i]))
    exact = factors[0].astype(np.float64)
    for factor in factors[1:]:
        exact = exact @ factor.astype(np.float64)
    out = Poisoned(exact.shape, dtype)
    mcfuser.gemm_chain(*factors, out=out.array)
    check(out.array, exact, 3 * TYPES[dtype])
    out.check_margin()


@settings(max_examples=30)
@given(lead=st.sampled_from([(), (7,), (2, 5), (2, 1, 3)]), k=SIZES, n=SIZES, h=SIZES, dtype=DTYPES,
       activation=st.sampled_from(sorted(ACTIVATIONS)), biases=st.tuples(st.booleans(), st.booleans()),
       kind=st.sampled_from(["dense", "every second"]), seed=st.integers(0, 1000))
def test_mlp(lead, k, n, h, dtype, activation, biases, kind, seed):
    x, w1, w2 = random(seed, (*lead, k), dtype), random(seed + 1, (n, k), dtype), random(seed + 2, (h, n), dtype)
    b1 = random(seed + 3, (n,), dtype) if biases[0] else None
    b2 = random(seed + 4, (h,), dtype) if biases[1] else None
    wide = [None if a is None else a.astype(np.float64) for a in (x, w1, b1, w2, b2)]
    exact = ACTIVATIONS[activation](wide[0] @ wide[1].T + (0 if b1 is None else wide[2]))
    exact = exact @ wide[3].T + (0 if b2 is None else wide[4])
    out = Poisoned(exact.shape, dtype)
    mcfuser.mlp(strided(x, kind), w1, w2, b1=b1, b2=b2, activation=activation, out=out.array)
    check(out.array, exact, 3 * TYPES[dtype])
    out.check_margin()


@pytest.mark.parametrize("activation", sorted(ACTIVATIONS))
@pytest.mark.parametrize("shape", [(13, 24), (2, 7, 24)])
def test_gated_mlp(shape, activation):
    x, gate, up, down = (random(i, s) for i, s in enumerate([shape, (77, 24), (77, 24), (31, 77)]))
    wide = [a.astype(np.float64) for a in (x, gate, up, down)]
    exact = (ACTIVATIONS[activation](wide[0] @ wide[1].T) * (wide[0] @ wide[2].T)) @ wide[3].T
    check(mcfuser.gated_mlp(x, gate, up, down, activation=activation), exact)


def test_rows_are_one_axis_where_strides_allow_it():
    from mcfuser.arrays import view

    x = np.zeros((2, 3, 4), np.float32)
    assert view(x, "x").merge_leading(1).shape == (6, 4)
    assert view(x.swapaxes(0, 1), "x").merge_leading(1) is None
    assert view(x[:1].swapaxes(0, 1), "x").merge_leading(1).strides == (4, 1)


def test_rows_that_are_no_single_axis():
    x = random(0, (3, 2, 8)).swapaxes(0, 1)
    w1, w2 = random(1, (5, 8)), random(2, (4, 5))
    exact = np.maximum(x.astype(np.float64) @ w1.T.astype(np.float64), 0) @ w2.T.astype(np.float64)
    check(mcfuser.mlp(x, w1, w2, activation="relu"), exact)
    out = np.full((3, 2, 4), np.nan, np.float32).swapaxes(0, 1)
    mcfuser.mlp(np.ascontiguousarray(x), w1, w2, activation="relu", out=out)
    check(out, exact)
