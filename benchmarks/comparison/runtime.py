"""Launches our kernels through the runtime's C ABI (MCFuser/Runtime/Runtime.h), on arrays of others."""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p


class Tensor(ctypes.Structure):
    """mcfrt_tensor."""
    _fields_ = [("data", c_uint64), ("rank", c_size_t), ("shape", POINTER(c_int64)),
                ("strides", POINTER(c_int64)), ("element_type", c_char_p), ("value", c_void_p)]


class OperandInfo(ctypes.Structure):
    """mcfrt_operand_info."""
    _fields_ = [("element_type", c_char_p), ("rank", c_size_t), ("shape", POINTER(c_int64)),
                ("access", c_int), ("bytes", c_size_t), ("strides", POINTER(c_int64))]


class LaunchInfo(ctypes.Structure):
    """mcfrt_launch_info."""
    _fields_ = [("name", c_char_p), ("grid", ctypes.c_uint32 * 3), ("block", ctypes.c_uint32 * 3),
                ("dynamic_workgroup_bytes", ctypes.c_uint32), ("operand_count", c_size_t)]


class KernelInfo(ctypes.Structure):
    """mcfrt_kernel_info."""
    _fields_ = [("registers_per_thread", c_int), ("local_bytes_per_thread", c_int),
                ("static_workgroup_bytes", c_int), ("max_threads_per_block", c_int)]


ACCESS = {0: "read", 1: "write", 2: "value"}


class RuntimeFailure(Exception):
    pass


class Runtime:
    """The library, and one device."""

    def __init__(self, library, ordinal=0):
        try:
            self.library = ctypes.CDLL(library)
        except OSError as error:
            raise RuntimeFailure(f"cannot open the runtime: {error}") from error
        self.library.mcfrt_last_error.restype = c_char_p
        self.library.mcfrt_status_text.restype = c_char_p
        self.library.mcfrt_plan_get_kernel_count.restype = c_size_t
        for name in ("mcfrt_plan_destroy", "mcfrt_module_unload", "mcfrt_stream_destroy", "mcfrt_device_close"):
            getattr(self.library, name).restype = None
        self.device = c_void_p()
        self.call("mcfrt_device_open", c_int(ordinal), byref(self.device))

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            text = self.library.mcfrt_status_text(status).decode()
            raise RuntimeFailure(f"{text}: {self.library.mcfrt_last_error().decode()}")

    def load(self, image, plan):
        return Kernel(self, image, plan)

    def close(self):
        self.library.mcfrt_device_close(self.device)


class Kernel:
    """A loaded kernel and its plan."""

    def __init__(self, runtime, image, plan):
        self.runtime = runtime
        self.plan, self.module = c_void_p(), c_void_p()
        self.streams = {}
        runtime.call("mcfrt_plan_parse", plan, c_size_t(len(plan)), byref(self.plan))
        count = runtime.library.mcfrt_plan_get_kernel_count(self.plan)
        if count != 1:
            raise RuntimeFailure(f"expected a program that is one kernel, but got {count}")
        launch = LaunchInfo()
        runtime.call("mcfrt_plan_get_launch", self.plan, c_size_t(0), byref(launch))
        self.name, self.grid, self.block = launch.name.decode(), list(launch.grid), list(launch.block)
        self.workgroup_bytes = launch.dynamic_workgroup_bytes
        self.operands = [self.get_operand(i) for i in range(launch.operand_count)]
        runtime.call("mcfrt_module_load", runtime.device, image, c_size_t(len(image)), byref(self.module))

    def get_operand(self, index):
        info = OperandInfo()
        self.runtime.call("mcfrt_plan_get_operand", self.plan, c_size_t(0), c_size_t(index), byref(info))
        return {"element": info.element_type.decode(), "shape": tuple(info.shape[: info.rank]),
                "access": ACCESS[info.access]}

    def get_handle(self):
        handle = c_void_p()
        self.runtime.call("mcfrt_module_get_kernel", self.module, self.name.encode(), byref(handle))
        return handle

    def launch_plainly(self):
        """From here on it starts when what is before it in the stream has ended."""
        self.runtime.call("mcfrt_kernel_set_programmatic", self.get_handle(), c_int(0))

    def get_resources(self):
        info = KernelInfo()
        self.runtime.call("mcfrt_kernel_get_info", self.get_handle(), byref(info))
        return {"registers": info.registers_per_thread, "spilled_bytes": info.local_bytes_per_thread,
                "shared_bytes": self.workgroup_bytes + info.static_workgroup_bytes,
                "grid": self.grid, "block": self.block}

    def bind(self, arrays):
        """A function of a native stream that launches on these arrays: (address, shape, element), one
        for each operand of the plan. The arrays must outlive it."""
        table = (Tensor * len(arrays))()
        kept = [table]
        for entry, (address, shape, element) in zip(table, arrays):
            sizes = (c_int64 * len(shape))(*shape)
            kept.append(sizes)
            entry.data, entry.rank, entry.shape = address, len(shape), sizes
            entry.element_type = element.encode()

        def launch(native, kept=kept):
            self.runtime.call("mcfrt_plan_launch_tensors", self.plan, c_size_t(0), self.module, table,
                              c_size_t(len(arrays)), self.wrap(native))

        return launch

    def wrap(self, native):
        if native not in self.streams:
            stream = c_void_p()
            self.runtime.call("mcfrt_stream_wrap", self.runtime.device, c_void_p(native), byref(stream))
            self.streams[native] = stream
        return self.streams[native]

    def close(self):
        library = self.runtime.library
        for stream in self.streams.values():
            library.mcfrt_stream_destroy(stream)
        library.mcfrt_module_unload(self.module)
        library.mcfrt_plan_destroy(self.plan)
