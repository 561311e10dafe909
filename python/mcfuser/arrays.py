"""Arrays of others, as the library takes them: numpy, torch, and all that has __dlpack__."""

from __future__ import annotations

import ctypes
import math
import sys
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Callable, List, Optional, Sequence, Tuple

from . import dlpack, library
from .elements import BY_DLPACK, BY_NAME, Element

Device = Tuple[str, int]
CPU: Device = ("cpu", 0)


def dense_strides(shape: Sequence[int]) -> Tuple[int, ...]:
    """Strides in elements of a dense row-major array."""
    strides: List[int] = []
    step = 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


@dataclass(frozen=True)
class View:
    """Where the elements of an array are. `owner` keeps the memory."""

    address: int
    element: Element
    shape: Tuple[int, ...]
    strides: Tuple[int, ...]
    device: Device
    owner: Any = field(repr=False, compare=False)
    writable: bool = True

    def reshaped(self, shape: Sequence[int], strides: Sequence[int]) -> "View":
        """Other axes over the same elements."""
        return replace(self, shape=tuple(shape), strides=tuple(strides))

    def permuted(self, order: Sequence[int]) -> "View":
        """The axes in another order."""
        return self.reshaped([self.shape[a] for a in order], [self.strides[a] for a in order])

    def split(self, axis: int, inner: int) -> "View":
        """The axis as two, of `size / inner` and `inner`; one of size 1 as two of size 1."""
        axis %= len(self.shape)
        size, stride = self.shape[axis], self.strides[axis]
        inner = 1 if size == 1 else inner
        return self.reshaped((*self.shape[:axis], size // inner, inner, *self.shape[axis + 1:]),
                             (*self.strides[:axis], stride * inner, stride, *self.strides[axis + 1:]))

    def merge_leading(self, kept: int) -> Optional["View"]:
        """All axes but the last `kept` merged to one, or None where strides do not allow it."""
        lead = self.shape[: len(self.shape) - kept]
        size, stride = 1, 1
        for axis in reversed(range(len(lead))):
            if lead[axis] == 1:
                continue
            if size == 1:
                stride = self.strides[axis]
            elif self.strides[axis] != size * stride:
                return None
            size *= lead[axis]
        first = len(lead)
        return self.reshaped((size, *self.shape[first:]), (stride, *self.strides[first:]))


def rows_last(shape: Sequence[int], strides: Sequence[int]) -> Tuple[int, ...]:
    """The order of axes in which kernels take an array: elements that lie side by side come last, where
    the array has some."""
    axes = tuple(range(len(shape)))
    side_by_side = [a for a in axes if strides[a] == 1 and shape[a] > 1]
    if not side_by_side or side_by_side[-1] == axes[-1]:
        return axes
    last = side_by_side[-1]
    return (*axes[:last], *axes[last + 1:], last)


def inverse(order: Sequence[int]) -> Tuple[int, ...]:
    """The order that undoes an order of axes."""
    return tuple(sorted(range(len(order)), key=order.__getitem__))


def known_strides(shape: Sequence[int], strides: Sequence[int],
                  element: Element) -> Tuple[Optional[int], ...]:
    """Strides as a kernel is made for them. Those that a tensor map can have are known (dense rows, and
    steps of 16 bytes), so that the tensor memory accelerator copies. Else they are taken as they come, but
    for the 1 of dense rows, which are copied 16 bytes at a time."""
    if not shape or shape[-1] > 1 and strides[-1] != 1 or element.bytes > 4:
        return tuple(1 if s == 1 else None for s in strides)
    unit = 16 // element.bytes
    result = [1]
    reach = shape[-1]
    for size, stride in zip(reversed(shape[:-1]), reversed(strides[:-1])):
        if size == 1:
            # Nobody takes the step.
            stride = -(-reach // unit) * unit
        if stride <= 0 or stride % unit:
            return tuple(1 if s == 1 else None for s in strides)
        result.append(stride)
        reach = max(reach, size * stride)
    return tuple(reversed(result))


def is_torch(array: Any) -> bool:
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def view(array: Any, argument: str) -> View:
    """What an array is. Copies only numpy arrays whose strides are no whole elements.

    Raises TypeError for what is no array, ValueError for element types and layouts that are not
    supported; both name the argument.
    """
    if is_torch(array):
        return _view_torch(array, argument)
    if hasattr(array, "__array_interface__") and hasattr(array, "dtype"):
        return _view_numpy(array, argument)
    if hasattr(array, "__dlpack__") and hasattr(array, "__dlpack_device__"):
        return _view_dlpack(array, argument)
    raise TypeError(f"{argument}: expected an array (numpy, torch, or anything with __dlpack__), "
                    f"but got {type(array).__name__}")


def view_input(array: Any, argument: str) -> View:
    """The view of an argument. Raises ValueError besides if a gradient would be lost."""
    if _needs_gradient(array):
        raise ValueError(f"{argument}: expected a tensor that needs no gradient, but got "
                         "requires_grad=True; use torch.no_grad(), or torch.compile with "
                         "backend=\"mcfuser\", which has gradients")
    return view(array, argument)


def view_output(array: Any, argument: str) -> View:
    """The view of an array to write to. Raises ValueError besides if it is none."""
    if _needs_gradient(array):
        raise ValueError(f"{argument}: expected a tensor that needs no gradient, but got "
                         "requires_grad=True")
    result = view(array, argument)
    if not result.writable:
        raise ValueError(f"{argument}: expected an array to write to, but got a read-only one")
    if _overlaps_itself(result):
        raise ValueError(f"{argument}: expected strides that keep elements apart, "
                         f"but got {result.strides} for shape {result.shape}")
    return result


def _needs_gradient(array: Any) -> bool:
    return is_torch(array) and array.requires_grad and sys.modules["torch"].is_grad_enabled()


def _overlaps_itself(v: View) -> bool:
    """True if two elements may be the same: ordered by stride, an axis does not step over what the
    smaller ones reach."""
    reach = 0
    for stride, size in sorted((abs(stride), size) for stride, size in zip(v.strides, v.shape) if size > 1):
        if stride <= reach:
            return 0 not in v.shape
        reach += stride * (size - 1)
    return False


def _element(name: str, argument: str) -> Element:
    if name not in BY_NAME:
        known = ", ".join(sorted({e.long_name for e in BY_NAME.values()}))
        raise ValueError(f"{argument}: expected an element type of {known}, but got {name}")
    return BY_NAME[name]


def _view_torch(array: Any, argument: str) -> View:
    torch = sys.modules["torch"]
    if array.is_nested:
        raise ValueError(f"{argument}: expected a strided tensor, but got a nested one")
    if array.layout != torch.strided:
        raise ValueError(f"{argument}: expected a strided tensor, but got layout {array.layout}")
    if array.is_conj() or array.is_neg():
        raise ValueError(f"{argument}: expected a plain tensor, but got a lazily conjugated or "
                         "negated one (resolve_conj, resolve_neg)")
    if array.device.type not in ("cpu", "cuda"):
        raise ValueError(f"{argument}: expected a tensor on cpu or cuda, but got {array.device}")
    element = _element(str(array.dtype).replace("torch.", ""), argument)
    device = (array.device.type, array.device.index or 0)
    return View(_torch_address(array, argument), element, tuple(array.shape), tuple(array.stride()), device, array)


def _torch_address(array: Any, argument: str) -> int:
    torch = sys.modules["torch"]
    # Those of vmap and the like are no subclass, and have no memory.
    is_wrapper = type(array).__torch_dispatch__ is not torch._C._disabled_torch_dispatch_impl
    try:
        address = 0 if is_wrapper else array.data_ptr()
    except RuntimeError:
        address = 0
    if address == 0 and (is_wrapper or array.numel()):
        kind = type(array).__name__ if is_wrapper else "one of a transformation, or a freed one"
        raise ValueError(f"{argument}: expected a tensor with memory of its own, but got {kind}")
    return address


def _view_numpy(array: Any, argument: str) -> View:
    element = _element(array.dtype.name, argument)
    if not array.dtype.isnative:
        raise ValueError(f"{argument}: expected the byte order of this machine, but got {array.dtype}")
    if any(s % array.itemsize for s in array.strides):
        array = array.copy()
    strides = tuple(s // array.itemsize for s in array.strides)
    interface = array.__array_interface__
    address, read_only = interface["data"]
    return View(address, element, tuple(array.shape), strides, CPU, array, not read_only)


def _view_dlpack(array: Any, argument: str) -> View:
    device_type = int(array.__dlpack_device__()[0])
    device = dlpack.DEVICES.get(device_type)
    if device is None:
        raise ValueError(f"{argument}: expected an array on cpu or cuda, but got DLPack device type "
                         f"{device_type}")
    try:
        capsule, tensor = dlpack.export(array, device)
    except BufferError as error:
        raise ValueError(f"{argument}: expected an array that DLPack exports, but got one that it "
                         f"does not: {error}") from error
    element = BY_DLPACK.get((tensor.code, tensor.bits))
    if element is None or tensor.lanes != 1:
        raise ValueError(f"{argument}: expected an element type that is known, but got DLPack code "
                         f"{tensor.code} of {tensor.bits} bits and {tensor.lanes} lanes")
    shape = tuple(tensor.shape[: tensor.ndim])
    strides = dlpack.strides_of(tensor)
    return View((tensor.data or 0) + tensor.byte_offset, element, shape,
                dense_strides(shape) if strides is None else strides,
                (device, tensor.device_id if device == "cuda" else 0), (array, capsule))


def maker_like(array: Any, shape: Sequence[int], element: Element, argument: str) -> Callable[[], Any]:
    """What makes new arrays of the same library, on the same device."""
    if is_torch(array):
        torch = sys.modules["torch"]
        return partial(torch.empty, tuple(shape), dtype=getattr(torch, element.long_name),
                       device=array.device)
    dtype = getattr(array, "dtype", None)
    if hasattr(array, "__array_interface__"):
        import numpy

        same = getattr(dtype, "name", None) == element.long_name
        return partial(numpy.empty, tuple(shape), dtype if same else element.long_name)
    if hasattr(array, "__array_namespace__"):
        namespace = array.__array_namespace__()
        return partial(namespace.empty, tuple(shape), dtype=getattr(namespace, element.long_name),
                       device=array.device)
    raise TypeError(f"out: expected an array for the result, since {type(array).__name__} "
                    f"({argument}) has no way to make one (__array_namespace__), but got None")


def pack(views: Sequence[View]) -> Any:
    """An array of mcf_array, which holds the sizes and strides that it points to."""
    codes = library.type_codes()
    table = (library.Array * max(len(views), 1))()
    kept = [views]
    for entry, v in zip(table, views):
        numbers = (ctypes.c_int64 * (2 * len(v.shape)))(*v.shape, *v.strides)
        kept.append(numbers)
        entry.data, entry.type, entry.rank = v.address or None, codes[v.element.name], len(v.shape)
        if v.shape:
            pointer = ctypes.POINTER(ctypes.c_int64)
            entry.sizes = ctypes.cast(numbers, pointer)
            entry.strides = ctypes.cast(ctypes.addressof(numbers) + 8 * len(v.shape), pointer)
    table._kept = kept
    return table


def expect_apart(read: Sequence[Tuple[str, View]], written: Sequence[Tuple[str, View]]) -> None:
    """Raises ValueError where an array that is written meets another one. Arrays that lie between each
    other's rows may be apart, and pass."""
    for i, (argument, output) in enumerate(written):
        for other, v in [*read, *written[:i]]:
            if _meet(output, v) or _meet(v, output):
                raise ValueError(f"{argument}: expected memory of its own, but got some of {other}")


def _meet(a: View, b: View) -> bool:
    """True if `b` starts where `a` does, or within it where it has no holes."""
    elements = number_of_elements(a.shape)
    if a.device != b.device or not elements or not number_of_elements(b.shape):
        return False
    reach = sum((size - 1) * stride for size, stride in zip(a.shape, a.strides)) + 1
    extent = reach * a.element.bytes if reach == elements else 1
    return a.address <= b.address < a.address + extent


def number_of_elements(shape: Sequence[int]) -> int:
    return math.prod(shape)
