"""A GPU for tests: the driver of test/unit/FakeCuda.cpp, whose memory is that of the host and on which our
kernels do nothing; tensors on it; and tests in processes of their own, which have it."""

import ctypes
import os
import subprocess
import sys

FAKE = os.environ.get("MCFUSER_FAKE_CUDA")
CHILD = "MCFUSER_TEST_CHILD"


def in_child(request, **environment):
    """Runs this test again in a process with the driver; true there."""
    if os.environ.get(CHILD):
        return True
    environment = {**os.environ, CHILD: "1", "MCF_CUDA_DRIVER": FAKE, "FAKE_CUDA_ANY_KERNEL": "1", **environment}
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", request.node.nodeid]
    done = subprocess.run(command, env=environment, cwd=request.config.rootpath, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return False


class OnDevice:
    """A numpy array that says that it is on GPU 0."""

    def __init__(self, array, number=0):
        self.array, self.number = array, number
        self.shape, self.dtype = array.shape, array.dtype

    def __dlpack__(self, stream=None):
        from mcfuser import dlpack

        assert stream == 1
        capsule = self.array.__dlpack__()
        get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
        get_pointer.restype, get_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        tensor = dlpack.Tensor.from_address(get_pointer(capsule, b"dltensor"))
        tensor.device_type, tensor.device_id = 2, self.number
        return capsule

    def __dlpack_device__(self):
        return (2, self.number)


class Fast(OnDevice):
    """One with DLPack's C functions, which `stream` is current for."""

    stream = 0
    reads = 0

    def __init__(self, array, number=0):
        super().__init__(array, number)
        self.sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
        self.steps = (ctypes.c_int64 * array.ndim)(*(s // array.itemsize for s in array.strides))

    @property
    def device(self):
        return self.number

    def __array_namespace__(self):
        return _Namespace


class Plain:
    """One with the attributes that torch's tensors have, and no functions in C."""

    requires_grad = False
    is_cuda = True

    def __init__(self, array):
        self.array, self.shape, self.dtype = array, array.shape, array.dtype.name

    def stride(self):
        return tuple(s // self.array.itemsize for s in self.array.strides)

    def data_ptr(self):
        return self.array.ctypes.data

    def get_device(self):
        return 0

    def is_neg(self):
        return False


class _Namespace:
    """Of the array API: what results are made by."""

    @staticmethod
    def empty(shape, dtype, device):
        import numpy

        return Fast(numpy.zeros(shape, dtype), device)

    float16 = "float16"
    float32 = "float32"


class _ExchangeAPI(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("previous", ctypes.c_void_p),
                ("allocate", ctypes.c_void_p), ("from_python", ctypes.c_void_p), ("to_python", ctypes.c_void_p),
                ("tensor", ctypes.c_void_p), ("stream", ctypes.c_void_p)]


def _read_tensor(address, result):
    from mcfuser import dlpack

    array = ctypes.cast(address, ctypes.py_object).value
    tensor = dlpack.Tensor.from_address(result)
    code, bits = {"float16": (2, 16), "float32": (2, 32), "bool": (6, 8)}[array.dtype.name]
    tensor.data, tensor.device_type, tensor.device_id = array.array.ctypes.data, 2, array.number
    tensor.ndim, tensor.code, tensor.bits, tensor.lanes, tensor.byte_offset = array.array.ndim, code, bits, 1, 0
    pointer = ctypes.POINTER(ctypes.c_int64)
    tensor.shape, tensor.strides = (ctypes.cast(n, pointer) for n in (array.sizes, array.steps))
    Fast.reads += 1
    return 0


def _read_stream(device_type, device_id, result):
    ctypes.c_void_p.from_address(result).value = Fast.stream
    return 0


# The GIL is held when they are called.
_functions = (ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(_read_tensor),
              ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p)(_read_stream))
_api = _ExchangeAPI(1, 3, None, None, None, None, *(ctypes.cast(f, ctypes.c_void_p) for f in _functions))
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_NAME = b"dlpack_exchange_api"
Fast.__dlpack_c_exchange_api__ = _new_capsule(ctypes.addressof(_api), _NAME, None)
