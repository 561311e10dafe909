"""Arrays of others: numpy, and what has __dlpack__."""

import numpy as np
import pytest

import mcfuser
from mcfuser import arrays
from mcfuser.arrays import dense_strides, view
from mcfuser.elements import BY_NAME
from reference import attention, check, random


class Namespace:
    """Makes arrays, as the array API has it."""

    float32 = np.float32

    @staticmethod
    def empty(shape, dtype, device):
        return Other(np.full(shape, np.nan, dtype))


class Other:
    """An array of some library: DLPack and the array API."""

    device = "cpu"

    def __init__(self, array):
        self.array = array
        self.shape, self.dtype = array.shape, array.dtype

    def __dlpack__(self, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __array_namespace__(self):
        return Namespace


def test_dlpack():
    arrays = [random(i, (2, 7, 5)) for i in range(3)]
    result = mcfuser.attention(*map(Other, arrays))
    assert isinstance(result, Other)
    check(result.array, attention(*arrays))


def test_dlpack_says_the_same_as_numpy():
    for array in (random(0, (3, 4)), random(0, (3, 4)).T, random(0, (6, 4))[::2], np.zeros((2, 3), np.int8),
                  np.ones(())):
        mine, theirs = view(array, "x"), view(Other(array), "x")
        assert (mine.address, mine.shape, mine.strides, mine.element) == (
            theirs.address, theirs.shape, theirs.strides, theirs.element)


def test_other_devices_are_refused():
    class Metal(Other):
        def __dlpack_device__(self):
            return (8, 0)

    with pytest.raises(ValueError, match="q: expected .* on cpu or cuda, but got DLPack device type 8"):
        mcfuser.attention(Metal(random(0, (2, 2))), random(0, (2, 2)), random(0, (2, 2)))


def test_what_is_not_exported_is_refused():
    class Locked(Other):
        def __dlpack__(self, **keywords):
            raise BufferError("locked")

    with pytest.raises(ValueError, match="q: expected an array that DLPack exports, but got .*: locked"):
        mcfuser.attention(Locked(random(0, (2, 2))), random(0, (2, 2)), random(0, (2, 2)))


def test_dense_strides():
    assert dense_strides((2, 3, 4)) == (12, 4, 1) and dense_strides(()) == () and dense_strides((2, 0, 3)) == (3, 3, 1)


@pytest.mark.parametrize("shape, strides, expected", [
    ((4, 8), (8, 1), (8, 1)), ((4, 8), (32, 1), (32, 1)), ((2, 4, 8), (8, 64, 1), (8, 64, 1)),
    # A tensor map cannot have these.
    ((4, 7), (7, 1), (None, 1)), ((4, 8), (1, 4), (1, None)), ((4, 8), (0, 1), (None, 1)), ((4, 8), (-8, 1), (None, 1)),
    # Along an axis of size 1 nobody steps.
    ((1, 7), (3, 1), (8, 1)), ((4, 1), (8, 5), (8, 1)), ((1, 4, 8), (0, 16, 1), (64, 16, 1)), ((), (), ()), ((8,), (1,), (1,)),
])
def test_known_strides(shape, strides, expected):
    assert arrays.known_strides(shape, strides, BY_NAME["f16"]) == expected


def test_strides_that_are_known_are_copied_by_tensor_maps():
    def ptx(strides):
        b = mcfuser.Builder("attention")
        shape, element = (4, 256, 64), BY_NAME["f16"]
        known = arrays.known_strides(shape, strides, element)
        q, k, v = (b.input(n, shape, element, known) for n in "qkv")
        s = b.mul(b.contract("bmk,bnk->bmn", q, k), 0.125)
        b.output(b.cast(b.contract("bmn,bnh->bmh", b.cast(b.softmax(s, -1), "f16"), v), "f16"), known)
        return mcfuser.compile(b.text(), device="H200").ptx

    dense, packed, odd = ((256 * 64, 64, 1), (64, 3 * 4 * 64, 1), (256 * 65, 65, 1))
    assert "cp.async.bulk.tensor" in ptx(dense) and "cp.async.bulk.tensor" in ptx(packed)
    assert "cp.async.bulk.tensor" not in ptx(odd)


@pytest.mark.parametrize("shape, strides, expected", [
    ((4, 8), (8, 1), (0, 1)), ((4, 8), (1, 4), (1, 0)), ((2, 4, 8), (32, 1, 4), (0, 2, 1)),
    ((4, 1), (1, 1), (1, 0)), ((1, 8), (1, 2), (0, 1)), ((4, 8), (16, 2), (0, 1)), ((), (), ()),
    ((2, 4, 8), (1, 16, 2), (1, 2, 0)), ((4, 8), (0, 1), (0, 1))], ids=str)
def test_rows_last(shape, strides, expected):
    order = arrays.rows_last(shape, strides)
    assert order == expected
    assert tuple(order[i] for i in arrays.inverse(order)) == tuple(range(len(shape)))
