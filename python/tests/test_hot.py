"""Launches in C (python/hot): that what arrives is what was given, each time."""

import ctypes
import gc
import os
import sys
import threading

import numpy as np
import pytest

import mcfuser
from fake_gpu import FAKE, Fast, Plain, in_child
from mcfuser import hot

pytestmark = pytest.mark.skipif(not FAKE or hot.module() is None,
                                reason="no MCFUSER_FAKE_CUDA, or the extension is not built")


def arrays(*shapes):
    return [Fast(np.ones(s, np.float16)) for s in shapes]


class Array(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int), ("rank", ctypes.c_size_t),
                ("sizes", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64))]


@pytest.fixture
def launches(monkeypatch):
    """What mcf_launch is called with instead of launching: (stream, [(address, sizes, strides)])."""
    seen = []

    def launch(executable, function, inputs, input_count, outputs, output_count, stream):
        operands = [inputs[i] for i in range(input_count)] + [outputs[i] for i in range(output_count)]
        seen.append((stream, [(a.data, tuple(a.sizes[:a.rank]), tuple(a.strides[:a.rank])) for a in operands]))
        return 0

    pointer = ctypes.POINTER(Array)
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, pointer, ctypes.c_size_t, pointer,
                            ctypes.c_size_t, ctypes.c_void_p)
    function = kind(launch)
    monkeypatch.setattr(mcfuser.library, "address", lambda name: ctypes.cast(function, ctypes.c_void_p).value)
    monkeypatch.setattr(mcfuser.functions.common, "_calls", None)
    seen.append(function)
    del seen[0]
    yield seen
    del function


def address(array):
    return array.array.ctypes.data


@pytest.fixture
def only_from_c(monkeypatch):
    """Call it, and what is not remembered fails."""

    def refuse():
        def fail(*_, **__):
            raise AssertionError("not remembered")

        monkeypatch.setattr(mcfuser.arrays, "view", fail)

    return refuse


def attention(*arguments, **keywords):
    return mcfuser.attention(*arguments, device="H200", **keywords)


def test_operands_of_the_second_call(request, launches, only_from_c):
    if not in_child(request):
        return
    first, second = (arrays((4, 13, 16), (2, 77, 16), (2, 77, 24), (4, 13, 24)) for _ in range(2))
    assert attention(*first[:3], out=first[3]) is first[3]
    only_from_c()
    assert attention(*second[:3], out=second[3]) is second[3]
    (_, before), (_, after) = launches
    assert [o[0] for o in before] == [address(a) for a in first]
    assert [o[0] for o in after] == [address(a) for a in second]
    assert [o[1:] for o in before] == [o[1:] for o in after]


def test_an_array_that_was_given_twice_may_be_two(request, launches, only_from_c):
    if not in_child(request):
        return
    q, k, v, out = arrays((13, 16), (77, 16), (77, 16), (13, 16))
    attention(q, k, k, out=out)
    only_from_c()
    attention(q, k, v, out=out)
    assert [o[0] for o in launches[1][1]] == [address(a) for a in (q, k, v, out)]


def test_results_are_made(request, launches, only_from_c):
    if not in_child(request):
        return
    q, k, v = arrays((13, 16), (77, 16), (77, 24))
    mask = Fast(np.ones((13, 77), np.float16))
    attention(q, k, v, mask=mask)
    only_from_c()
    results = [attention(q, k, v, mask=mask) for _ in range(2)]
    assert all(r.shape == (13, 24) and r.dtype == np.float16 for r in results)
    assert [operands[-1][0] for _, operands in launches[1:]] == [address(r) for r in results]
    assert [operands[3][0] for _, operands in launches] == [address(mask)] * 3


def test_what_differs_is_another_call(request, launches):
    if not in_child(request):
        return
    q, k, v = arrays((13, 16), (77, 16), (77, 24))
    wide = Fast(np.ones((13, 32), np.float16)[:, :16])
    calls = [((q, k, v), {}), ((q, k, v), {"causal": True}), ((q, k, v), {"scale": 0.5}), ((wide, k, v), {}),
             ((q, k, k), {}), ((q, k, v), {"mask": Fast(np.ones((1, 77), np.float16))}),
             ((q, k, v), {"mask": Fast(np.ones((13, 77), np.float16))})]
    for number, (arguments, keywords) in enumerate(calls, 1):
        attention(*arguments, **keywords)
        attention(*arguments, **keywords)
        assert len(mcfuser.functions.common._calls) == number
    with pytest.raises(TypeError, match="scale: expected a number, but got bool"):
        attention(q, k, v, scale=1)
        attention(q, k, v, scale=True)


def test_programs(request, launches, only_from_c):
    if not in_child(request):
        return
    from test_program import CHAIN

    function = mcfuser.compile(CHAIN).function()
    shapes = [o.shape for o in function.inputs]
    first, second = arrays(*shapes), arrays(*shapes)
    result = function(*first)
    only_from_c()
    again = function(*second)
    assert again.shape == result.shape and again is not result
    assert [o[0] for o in launches[1][1]] == [address(a) for a in (*second, again)]
    with pytest.raises(AssertionError, match="not remembered"):
        function(*second, out=result)


def test_streams(request, only_from_c):
    if not in_child(request):
        return
    q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
    attention(q, k, v, out=out)
    only_from_c()
    stream = ctypes.c_int(0)
    Fast.stream = ctypes.addressof(stream)
    for _ in range(3):
        attention(q, k, v, out=out)
    Fast.stream = 0
    attention(q, k, v, out=out)
    assert stream.value == 3


def test_a_captured_launch_keeps_its_kernel(request, monkeypatch):
    """A stream that may be captured is asked about until it was."""
    if not in_child(request):
        return
    answers, asked = [False, True], []
    monkeypatch.setattr(hot, "keep_if_captured", lambda executable: (asked.append(executable), answers.pop(0))[1])
    stream = ctypes.c_int(0)
    q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
    attention(q, k, v, out=out)
    attention(q, k, v, out=out)
    assert asked == []
    Fast.stream = ctypes.addressof(stream)
    for _ in range(4):
        attention(q, k, v, out=out)
    Fast.stream = 0
    assert len(asked) == 2 and asked[0] is asked[1] and isinstance(asked[0], mcfuser.program.Executable)


def test_out_that_is_an_input(request):
    """Is refused at the second call as at the first one, also where it is only a part of it."""
    if not in_child(request):
        return
    memory = np.ones(5000, np.float16)
    q, out = Fast(memory[:1024].reshape(64, 16)), Fast(memory[1024:2048].reshape(64, 16))
    k, v = arrays((77, 16), (77, 16))
    attention(q, k, v, out=out)
    attention(q, k, v, out=out)
    for start in (0, 8, 1016):
        with pytest.raises(ValueError, match="out: expected memory of its own, but got some of q"):
            attention(q, k, v, out=Fast(memory[start:start + 1024].reshape(64, 16)))


@pytest.mark.parametrize("code, error, text", [(2, MemoryError, "CUDA_ERROR_OUT_OF_MEMORY"),
                                               (719, mcfuser.ExecutionError, "cannot launch kernel 'attention")])
def test_a_launch_that_fails(request, code, error, text):
    if not in_child(request):
        return
    q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
    attention(q, k, v, out=out)
    os.environ["FAKE_CUDA_LAUNCH"] = str(code)
    for _ in range(2):
        with pytest.raises(error, match=text):
            attention(q, k, v, out=out)
    del os.environ["FAKE_CUDA_LAUNCH"]
    assert attention(q, k, v, out=out) is out


def test_programs_that_are_gone(request):
    """A launch that is remembered keeps its kernel, and nothing else of the program."""
    if not in_child(request):
        return
    import weakref

    q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
    attention(q, k, v, out=out)
    (entry,) = mcfuser.functions.common._programs._entries.values()
    program = weakref.ref(entry.value)
    del entry
    mcfuser.functions.common._programs.clear()
    mcfuser.program._memo.clear()
    gc.collect()
    assert program() is None
    assert attention(q, k, v, out=out) is out


def test_the_oldest_goes(request):
    if not in_child(request):
        return
    calls = hot.Calls(2, refuses_gradients=True)
    from test_program import CHAIN

    function = mcfuser.compile(CHAIN).function()
    given = [Fast(np.ones(o.shape, np.float32)) for o in (*function.inputs, *function.outputs)]
    views = [mcfuser.arrays.view(a, "x") for a in given]
    parts = hot.parts(views, range(len(views)), given)
    for key in (1, 2, 3):
        calls.remember(key, given, function, parts[:-1], parts[-1:], [], hot.SINGLE)
    assert len(calls) == 2 and calls.run(1, given) is NotImplemented
    assert calls.run(2, given) is None and calls.run(3, given) is None
    executable = function.program.executable(0)
    held = sys.getrefcount(executable)
    del calls
    assert sys.getrefcount(executable) == held - 2


def test_tensors_without_functions_in_c(request, launches):
    """Those of a torch that is older than these are read by their attributes."""
    if not in_child(request):
        return
    stream, records = ctypes.c_int(0), [False]
    assert hot.module().add_type(Plain, None, lambda: records[0], lambda gpu: ctypes.addressof(stream) + gpu,
                                 {"float16": 2 << 8 | 16})
    x, y, z = (Plain(np.ones(s, np.float16)) for s in ((4, 8), (4, 8), (4, 4)))
    operands = tuple((i, 0, 3, 2, (4, 8), (8, 1)) for i in range(2))
    launch = hot.module().Launch(mcfuser.library.address("mcf_launch"), 1, 0, 1, 1, operands,
                                 (lambda: y,), hot.TUPLE, None, lambda executable: True)
    calls = hot.module().Calls(4, True, mcfuser.library.fail)
    assert calls.add("key", (x,), launch) and len(calls) == 1
    assert calls.run("key", (x,)) == (y,)
    assert launches == [(ctypes.addressof(stream), [(address(x), (4, 8), (8, 1)), (address(y), (4, 8), (8, 1))])]
    assert calls.run("key", (z,)) is NotImplemented and calls.run("other", (x,)) is NotImplemented
    for name, value in (("requires_grad", True), ("is_cuda", False), ("dtype", "float32"), ("is_neg", lambda: True),
                        ("data_ptr", lambda: 1 / 0), ("stride", lambda: "no"), ("shape", (1,) * 600)):
        other = Plain(np.ones((4, 8), np.float16))
        records[0] = name == "requires_grad"
        setattr(other, name, value)
        assert calls.run("key", (other,)) is NotImplemented, name
    records[0] = False
    assert calls.run("key", (x,)) == (y,)


def test_parts_of_arrays(request, launches):
    if not in_child(request):
        return
    from test_program import CHAIN

    function = mcfuser.compile(CHAIN).function()
    given = [Fast(np.ones(o.shape, np.float32)) for o in (*function.inputs, *function.outputs)]
    views = [mcfuser.arrays.view(a, "x") for a in given]
    inputs, output = [(2 - i, 4 * i, v) for i, v in enumerate(views[:3])], (3, 8, views[3])
    calls = hot.Calls(2, refuses_gradients=True)
    calls.remember("key", given, function, inputs, [output], [], hot.SINGLE)
    calls.run("key", given)
    assert [o[0] for o in launches[0][1]] == [address(given[2 - i]) + 4 * i for i in range(3)] + [address(given[3]) + 8]


def test_nothing_is_leaked(request):
    if not in_child(request):
        return
    operands = arrays((13, 16), (77, 16), (77, 24))
    attention(*operands)

    def references():
        gc.collect()
        return [sys.getrefcount(a) for a in operands], sum(isinstance(o, Fast) for o in gc.get_objects())

    before = references()
    for _ in range(100):
        attention(*operands)
        with pytest.raises(ValueError):
            attention(*operands, causal="no")
    assert references() == before


def test_threads(request):
    if not in_child(request):
        return
    failures = []

    def work():
        q, k, v, out = arrays((13, 16), (77, 16), (77, 24), (13, 24))
        for i in range(200):
            if attention(q, k, v, out=out, scale=float(1 + i % 5)) is not out:
                failures.append(i)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures and len(mcfuser.functions.common._calls) == 5


@pytest.mark.parametrize("arguments, error", [
    ((), TypeError), (("x", 0, 0, 1, 1, (), (), 0, None, None), TypeError),
    ((0, 0, 0, 1, 2, (), (), 0, None, None), ValueError),
    ((0, 0, 0, 1, 0, ((0, 0, 1),), (), 0, None, None), TypeError),
    ((0, 0, 0, 1, 1, ((1, 0, 1, 2, (3,), (1,)),), (), 0, None, None), ValueError),
    ((0, 0, 0, 1, 1, ((0, 0, 1, 2, (3,), (1, 1)),), (), 0, None, None), ValueError),
    ((0, 0, 0, 1, 1, ((0, 0, 1, 2, ("3",), (1,)),), (), 0, None, None), TypeError),
])
def test_bad_launches(arguments, error):
    with pytest.raises(error):
        hot.module().Launch(*arguments)
