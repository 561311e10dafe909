"""Sizes and shapes of programs: their types as text, and how they broadcast and reshape."""

from __future__ import annotations

from typing import List, Optional, Sequence, Tuple, Union

from .elements import Element

# A size that is known, or the name of the index value that holds it at run time.
Size = Union[int, str]


def tensor_type(sizes: Sequence[Size], element: Element) -> str:
    """An open size is `?`."""
    dims = [str(s) if isinstance(s, int) else "?" for s in sizes]
    return "tensor<" + "x".join(dims + [element.name]) + ">"


def memref_type(sizes: Sequence[Size], element: Element, strides: Sequence[Optional[int]]) -> str:
    """An array with strides in elements; None is given at launch."""
    if len(strides) != len(sizes):
        raise ValueError(f"strides: expected {len(sizes)}, but got {len(strides)}")
    shape = tensor_type(sizes, element)[len("tensor<"):-1]
    steps = ", ".join("?" if s is None else str(s) for s in strides)
    return f"memref<{shape}, strided<[{steps}], offset: ?>>"


def affine_map(rank: int, results: Sequence[str]) -> str:
    """Of `rank` dims d0, d1, ... to what is given."""
    dims = ", ".join(f"d{i}" for i in range(rank))
    return f"affine_map<({dims}) -> ({', '.join(results)})>"


def broadcast_sizes(shapes: Sequence[Sequence[Size]]) -> List[Size]:
    """The sizes that shapes broadcast to, by numpy's rule. Open sizes are taken to be equal."""
    rank = max(len(s) for s in shapes)
    result: List[Size] = [1] * rank
    for shape in shapes:
        for i, size in enumerate(shape, rank - len(shape)):
            mine = result[i]
            if mine == 1 or (isinstance(mine, str) and size != 1):
                result[i] = size if mine == 1 or isinstance(size, int) else mine
            elif isinstance(size, int) and size not in (1, mine):
                raise ValueError("operands: expected shapes that broadcast, but got "
                                 + " and ".join(str(tuple(s)) for s in shapes))
    return result


def product(sizes: Sequence[Size]) -> Optional[Size]:
    """The product, as a text for more than one factor if some are open."""
    known, named = 1, []
    for size in sizes:
        if isinstance(size, int):
            known *= size
        else:
            named.append(size)
    return known if not named else "*".join([str(known)] + sorted(named))


def match_groups(old: Sequence[Size], new: Sequence[Size]) -> Optional[List[Tuple[List[int], List[int]]]]:
    """Axes of a reshape that belong together, in order: as short as they can be, with equal
    products. Axes of size 1 go with their left neighbour. None if there is no such grouping."""
    groups: List[Tuple[List[int], List[int]]] = []
    i = j = 0
    while i < len(old) or j < len(new):
        left, right = ([i], [j]) if i < len(old) and j < len(new) else ([], [])
        if not left:
            break
        i, j = i + 1, j + 1
        while product([old[a] for a in left]) != product([new[b] for b in right]):
            a, b = product([old[x] for x in left]), product([new[x] for x in right])
            take_old = j >= len(new) or (i < len(old) and _is_smaller(a, b))
            if take_old and i < len(old):
                left.append(i)
                i += 1
            elif j < len(new):
                right.append(j)
                j += 1
            else:
                return None
        groups.append((left, right))
    for rest, side, sizes in ((range(i, len(old)), 0, old), (range(j, len(new)), 1, new)):
        for axis in rest:
            if sizes[axis] != 1:
                return None
            if not groups:
                # To or from a scalar.
                groups.append(([], []))
            groups[-1][side].append(axis)
    return groups


def _is_smaller(a: Optional[Size], b: Optional[Size]) -> bool:
    if isinstance(a, int) and isinstance(b, int):
        return a < b
    return str(a).count("%") < str(b).count("%")
