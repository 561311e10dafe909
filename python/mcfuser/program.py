"""Programs: compiled MLIR text, to look into, run and launch."""

from __future__ import annotations

import ctypes
import json
import threading
from ctypes import byref, c_char_p, c_size_t, c_void_p
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from . import arrays, hot, library
from .arrays import View
from .elements import BY_NAME
from .memo import Memo

Option = Union[str, int, float]
_memo = Memo(512)


def options() -> Dict[str, str]:
    """Names of the options of `compile`, as keywords, and what they mean."""
    lib = library.get()
    result = {}
    for index in range(lib.mcf_option_count()):
        info = library.OptionInfo()
        library.call("mcf_option_get_info", index, byref(info))
        default = info.default_value.decode()
        result[info.name.decode().replace("-", "_")] = (
            f"{info.help.decode()} ({info.type.decode()}; default: {default or 'not set'})")
    return result


def devices() -> List[str]:
    """Names of devices that `compile` knows."""
    lib = library.get()
    return [lib.mcf_known_device_name(i).decode() for i in range(lib.mcf_known_device_count())]


def compile(text: str, *, name: str = "input", **options: Option) -> "Program":
    """Compiles MLIR text: linalg on tensors, or what is past it.

    `name` stands in diagnostics for a file's name. `options` are those of `mcfuser.options()`, such
    as `device="H200"`, `tiling=...`, `precision="tf32"`. A program is compiled once in a process for
    each text and options, whatever the number of threads.

    Raises CompileError with the compiler's diagnostics, ValueError for an option that there is not.
    A program in which nothing is fused compiles; `Program.remarks` says why. Kernels are made, too: what
    only the CPU can do (exp in f64, say) compiles with `up_to="tile-program"`.
    """
    if not isinstance(text, str):
        raise TypeError(f"text: expected MLIR text (str), but got {type(text).__name__}")
    known = tuple(sorted((k, str(v)) for k, v in options.items() if v is not None))
    return _memo.get((text, name, known), lambda: Program(text, name, known))


def _load(text: str, name: str, options: Tuple[Tuple[str, str], ...]) -> "Program":
    return compile(text, name=name, **dict(options))


class Kernel:
    """One kernel of a program: its name in the PTX, and how it is launched."""

    def __init__(self, program: "Program", index: int):
        self.program = program
        self.index = index
        with program._lock:
            name, plan = c_char_p(), c_char_p()
            library.call("mcf_program_get_kernel", program._handle, index, byref(name), byref(plan))
            self.name: str = name.value.decode()
            self._plan: str = plan.value.decode()

    @property
    def plan(self) -> Dict[str, Any]:
        """The launch plan of this kernel alone (docs/Tools.md)."""
        return json.loads(self._plan)

    @property
    def ptx(self) -> str:
        """PTX of the program, which has this kernel."""
        return self.program.ptx

    def ir(self, stage: str) -> str:
        return self.program.ir(stage)

    def report(self) -> str:
        return self.program.report()

    def __reduce__(self):
        return Kernel, (self.program, self.index)

    def __repr__(self) -> str:
        kernel = self.plan["kernels"][0]
        operands = ", ".join("x".join(map(str, [*o["shape"], o["element_type"]]))
                             for o in kernel["operands"])
        return (f"<mcfuser.Kernel {self.name}({operands}), grid {kernel['grid']}, "
                f"block {kernel['block']}, {self.plan['chip']}>")


class Program:
    """A compiled program. Made by `mcfuser.compile`; may be used by several threads.

    Called with arrays it runs its function: on the CPU for arrays there, on a GPU, on the current
    stream, for arrays there. Pickled as text and options: it is compiled again when it is loaded.
    """

    def __init__(self, text: str, name: str, options: Tuple[Tuple[str, str], ...]):
        self._handle = c_void_p()
        self.text = text
        self.name = name
        self._options = options
        # A program is used by one thread at a time (MCFuser.h).
        self._lock = threading.RLock()
        self._executables: Dict[int, Executable] = {}
        handle = c_void_p()
        library.call("mcf_options_create", byref(handle))
        try:
            for key, value in options:
                library.call("mcf_options_set", handle, key.replace("_", "-").encode(),
                             value.encode())
            data = text.encode()
            library.call("mcf_compile", handle, data, len(data), name.encode(), byref(self._handle))
        finally:
            library.get().mcf_options_destroy(handle)
        info = library.ProgramInfo()
        library.call("mcf_program_get_info", self._handle, byref(info))
        self.device: str = info.device.decode()
        self.arch: str = info.arch.decode()
        self.number_of_chains: int = info.chain_count
        self.number_of_kernels: int = info.kernel_count
        self.search_seconds: float = info.search_seconds
        self.functions: List[Function] = [Function(self, i) for i in range(info.function_count)]

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.get().mcf_program_destroy(self._handle)

    # --- looking inside -----------------------------------------------------------------------------

    @property
    def options(self) -> Dict[str, str]:
        return dict(self._options)

    def read(self, name: str) -> bytes:
        """A text of the program by its name in the C API ("tuning", "cubin", ...)."""
        with self._lock:
            text, size = c_void_p(), c_size_t()
            library.call("mcf_program_get_text", self._handle, name.encode(), byref(text), byref(size))
            return ctypes.string_at(text, size.value)

    def ir(self, stage: str) -> str:
        """The IR of a stage: input, chain, schedule, tile-program, block-vectors, gpu, nvvm or llvm.

        Raises ValueError for another name, NothingFused for a stage that is made of kernels.
        """
        return self.read(stage).decode()

    @property
    def ptx(self) -> str:
        """PTX of all kernels. Raises NothingFused if there are none."""
        return self.read("ptx").decode()

    @property
    def plan(self) -> Dict[str, Any]:
        """The launch plan (docs/Tools.md)."""
        return json.loads(self.read("plan"))

    @property
    def remarks(self) -> str:
        """What was fused, what was not, and why."""
        return self.read("remarks").decode()

    def report(self) -> str:
        """What was found, how its tiling was chosen, and what it moves, for a reader."""
        return self.read("report").decode()

    @property
    def kernels(self) -> List[Kernel]:
        return [Kernel(self, i) for i in range(self.number_of_kernels)]

    @property
    def kernel(self) -> Kernel:
        """The only kernel. Raises ValueError if there is none, or more than one."""
        if self.number_of_kernels != 1:
            raise ValueError(f"expected a program of one kernel, but got {self.number_of_kernels}")
        return Kernel(self, 0)

    # --- running --------------------------------------------------------------------------------------

    def function(self, name: Optional[str] = None) -> "Function":
        """The function of this name, or the only one."""
        found = [f for f in self.functions if name is None or f.name == name]
        if len(found) != 1:
            have = ", ".join(f.name for f in self.functions) or "none"
            raise ValueError(f"function: expected one of {have}, but got {name!r}")
        return found[0]

    def __call__(self, *inputs: Any, out: Any = None, function: Optional[str] = None) -> Any:
        """Runs a function (see `Function.__call__`)."""
        return self.function(function)(*inputs, out=out)

    def benchmark(self, *, gpu: int = 0, repeat: int = 100, function: Optional[str] = None) -> float:
        """Median seconds of a launch on a GPU, on operands of zeros. Raises NoDevice without one."""
        from .benchmark import benchmark

        return benchmark(self, self.function(function), gpu, repeat)

    def executable(self, gpu: int) -> "Executable":
        """The kernels, loaded on a GPU. Raises NoDevice without one."""
        found = self._executables.get(gpu)
        if found is None:
            with self._lock:
                found = self._executables.get(gpu)
                if found is None:
                    found = self._executables[gpu] = Executable(self, gpu)
        return found

    def __reduce__(self):
        return _load, (self.text, self.name, self._options)

    def __repr__(self) -> str:
        functions = "; ".join(map(str, self.functions))
        return (f"<mcfuser.Program {functions}; {self.number_of_chains} chains, "
                f"{self.number_of_kernels} kernels for {self.device} ({self.arch})>")


class Executable:
    """The kernels of a program on a GPU. Lives on without the program where launches are remembered."""

    def __init__(self, program: Program, gpu: int):
        self.handle = c_void_p()
        library.call("mcf_load", program._handle, gpu, byref(self.handle))

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            library.get().mcf_executable_destroy(self.handle)


class Function:
    """A function of a program: what it takes and gives, and how it runs."""

    def __init__(self, program: Program, index: int):
        info = library.FunctionInfo()
        library.call("mcf_program_get_function", program._handle, index, byref(info))
        self.program = program
        self._calls = hot.Calls(64, refuses_gradients=True)
        self.index = index
        self.name: str = info.name.decode()
        self.number_of_kernels: int = info.kernel_count
        self.is_launchable: bool = bool(info.is_launchable)
        self.not_launchable_because: str = (info.not_launchable_because or b"").decode()
        self.inputs = [_Operand(program, index, "input", i) for i in range(info.input_count)]
        self.outputs = [_Operand(program, index, "output", i) for i in range(info.output_count)]

    def __str__(self) -> str:
        return (f"{self.name}({', '.join(o.text for o in self.inputs)}) -> "
                f"({', '.join(o.text for o in self.outputs)})")

    def __call__(self, *inputs: Any, out: Any = None) -> Any:
        """Runs the function on arrays of one device, and gives its result, or a tuple of them.

        `out` is an array, or a sequence of them, to write the results to; without it they are made by
        the library that the first input is of. Strides may be any on the CPU.

        Raises TypeError and ValueError that name the argument, as `input 0`.
        """
        given = inputs if out is None else (
            (*inputs, *out) if isinstance(out, (list, tuple)) else (*inputs, out))
        count = len(inputs)
        result = self._calls.run(count, given)
        if result is NotImplemented:
            return self._run_arrays(inputs, given[count:], out is None)
        return result if out is None else _single_or_all(given[count:])

    def _run_arrays(self, inputs: Tuple[Any, ...], outs: Tuple[Any, ...], makes_outputs: bool) -> Any:
        views = [arrays.view_input(x, f"input {i}") for i, x in enumerate(inputs)]
        self._check_count("inputs", len(views), len(self.inputs))
        makers = self._output_makers(inputs, views) if makes_outputs else []
        results = [make() for make in makers] if makes_outputs else list(outs)
        out_views = [arrays.view_output(x, f"output {i}") for i, x in enumerate(results)]
        self._check_count("outputs", len(out_views), len(self.outputs))
        _one_device((*views, *out_views))
        arrays.expect_apart([(f"input {i}", v) for i, v in enumerate(views)],
                            [(f"output {i}", v) for i, v in enumerate(out_views)])
        self.run(views, out_views)
        count, sources = len(inputs), (*inputs, *results)
        self._calls.remember(count, (*inputs, *outs), self, hot.parts(views, range(count), sources),
                             hot.parts(out_views, range(count, len(sources)), sources), makers,
                             hot.SINGLE if len(results) == 1 else hot.TUPLE)
        return _single_or_all(tuple(results))

    def run(self, inputs: Sequence[View], outputs: Sequence[View], stream: Optional[int] = None) -> None:
        """The same on views. `stream` is a CUstream (None: torch's current one, else the default)."""
        device = _one_device((*inputs, *outputs))
        for i, v in enumerate(outputs):
            if not v.writable:
                raise ValueError(f"output {i}: expected an array to write to, but got a read-only one")
        program = self.program
        if device[0] == "cpu":
            packed = arrays.pack(inputs), len(inputs), arrays.pack(outputs), len(outputs)
            with program._lock:
                library.call("mcf_program_run", program._handle, self.index, library.FUSED_ON_CPU, *packed)
            return
        if stream is None:
            # DLPack exports for the default stream (dlpack.py).
            any_torch = any(arrays.is_torch(v.owner) for v in inputs)
            stream = _current_stream(device[1]) if any_torch else 0
        executable = program.executable(device[1])
        if stream:
            hot.keep_if_captured(executable)
        launch = hot.module()
        if launch is None:
            packed = arrays.pack(inputs), len(inputs), arrays.pack(outputs), len(outputs)
            library.call("mcf_launch", executable.handle, self.index, *packed, c_void_p(stream or None))
            return
        status = launch.launch(library.address("mcf_launch"), executable.handle.value, self.index, inputs,
                               outputs, library.type_codes(), stream)
        if status:
            library.fail(status)

    def output_sizes(self, inputs: Sequence[View], output: int) -> Tuple[int, ...]:
        """Sizes of a result for these inputs."""
        operand = self.outputs[output]
        if None not in operand.shape:
            return operand.shape
        sizes = (ctypes.c_int64 * len(operand.shape))()
        with self.program._lock:
            library.call("mcf_program_get_output_sizes", self.program._handle, self.index,
                         arrays.pack(inputs), len(inputs), output, sizes, len(operand.shape))
        return tuple(sizes)

    def _output_makers(self, inputs: Sequence[Any], views: Sequence[View]) -> List[Callable[[], Any]]:
        if not inputs:
            raise ValueError("out: expected arrays for the results of a function without inputs, "
                             "but got None")
        return [arrays.maker_like(inputs[0], self.output_sizes(views, i), o.element, "input 0")
                for i, o in enumerate(self.outputs)]

    def _check_count(self, what: str, got: int, expected: int) -> None:
        if got != expected:
            raise TypeError(f"{what}: expected {expected} arrays for {self}, but got {got}")


class _Operand:
    """An input or output: `shape` has None for sizes that are given at run time."""

    def __init__(self, program: Program, function: int, kind: str, index: int):
        info = library.ValueInfo()
        library.call(f"mcf_program_get_{kind}", program._handle, function, index, byref(info))
        self.shape: Tuple[Optional[int], ...] = tuple(
            None if s == library.DYNAMIC_SIZE else s for s in info.sizes[: info.rank])
        self.element = BY_NAME[_type_name(info.type)]
        self.text: str = info.text.decode()


def _type_name(code: int) -> str:
    name = library.get().mcf_type_name(code).decode()
    return "i64" if name == "index" else name


def _one_device(views: Sequence[View]) -> arrays.Device:
    device = views[0].device if views else arrays.CPU
    for v in views:
        if v.device != device:
            names = ", ".join(sorted({f"{v.device[0]}:{v.device[1]}" for v in views}))
            raise ValueError(f"expected all arrays on one device, but got {names}")
    return device


def _single_or_all(results: Tuple[Any, ...]) -> Any:
    return results[0] if len(results) == 1 else results


def _current_stream(gpu: int) -> int:
    import torch

    # What Triton takes; not in a torch without CUDA.
    get = getattr(torch._C, "_cuda_getCurrentRawStream", None)
    return get(gpu) if get else torch.cuda.current_stream(gpu).cuda_stream
