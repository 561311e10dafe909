"""Arrays of others: numpy, and what has __dlpack__."""

import numpy as np
import pytest

import mcfuser
from mcfuser.arrays import dense_strides, view
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
