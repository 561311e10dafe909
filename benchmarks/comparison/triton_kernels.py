"""Fused kernels as one would write them in Triton, a block for each tile of the result."""

import triton
import triton.language as tl


@triton.jit
def load_tile(pointer, rows, columns, stride, num_rows, num_columns, EVEN: tl.constexpr):
    """A tile of a row-major array; what lies outside is 0."""
    at = pointer + rows[:, None] * stride + columns[None, :]
    if EVEN:
        return tl.load(at)
    return tl.load(at, mask=(rows[:, None] < num_rows) & (columns[None, :] < num_columns), other=0.0)


@triton.jit
def store_tile(pointer, tile, rows, columns, stride, num_rows, num_columns, EVEN: tl.constexpr):
    at = pointer + rows[:, None] * stride + columns[None, :]
    value = tile.to(pointer.dtype.element_ty)
    if EVEN:
        tl.store(at, value)
    else:
        tl.store(at, value, mask=(rows[:, None] < num_rows) & (columns[None, :] < num_columns))


@triton.jit
def gemm_chain(a, b, d, e, M, N, K, H, TM: tl.constexpr, TN: tl.constexpr, TK: tl.constexpr,
               TH: tl.constexpr, WHOLE_K: tl.constexpr, EVEN: tl.constexpr):
    """e = (a b) d. With WHOLE_K one tile has all of k, and that of `a` is read once."""
    batch = tl.program_id(2).to(tl.int64)
    a += batch * M * K
    b += batch * K * N
    d += batch * N * H
    e += batch * M * H
    m = tl.program_id(0) * TM + tl.arange(0, TM)
    h = tl.program_id(1) * TH + tl.arange(0, TH)
    k = tl.arange(0, TK)
    total = tl.zeros((TM, TH), dtype=tl.float32)
    if WHOLE_K:
        left = load_tile(a, m, k, K, M, K, EVEN)
    for start in range(0, N, TN):
        n = start + tl.arange(0, TN)
        middle = tl.zeros((TM, TN), dtype=tl.float32)
        if WHOLE_K:
            middle = tl.dot(left, load_tile(b, k, n, N, K, N, EVEN), middle)
        else:
            for first in range(0, K, TK):
                x = load_tile(a, m, first + k, K, M, K, EVEN)
                y = load_tile(b, first + k, n, N, K, N, EVEN)
                middle = tl.dot(x, y, middle)
        last = load_tile(d, n, h, H, N, H, EVEN)
        total = tl.dot(middle.to(d.dtype.element_ty), last, total)
    store_tile(e, total, m, h, H, M, H, EVEN)


@triton.jit
def attend(q, keys, values, total, top, weight, scale, m, d, begin, end, N, shift, window,
           D: tl.constexpr, TN: tl.constexpr, MASKED: tl.constexpr, WINDOW: tl.constexpr, EVEN: tl.constexpr):
    """Columns from begin to end; MASKED says that some of their scores do not count."""
    for start in range(begin, end, TN):
        n = start + tl.arange(0, TN)
        right = load_tile(keys, n, d, D, N, D, EVEN)
        scores = tl.dot(q, tl.trans(right)) * scale
        if MASKED:
            counts = (n[None, :] <= m[:, None] + shift) & (n[None, :] < N)
            if WINDOW:
                counts = counts & (n[None, :] + window > m[:, None] + shift)
            scores = tl.where(counts, scores, -1.0e30)
        largest = tl.maximum(top, tl.max(scores, 1))
        p = tl.exp2(scores - largest[:, None])
        if MASKED:
            p = tl.where(counts, p, 0.0)
        factor = tl.exp2(top - largest)
        weight = weight * factor + tl.sum(p, 1)
        right = load_tile(values, n, d, D, N, D, EVEN)
        total = tl.dot(p.to(values.dtype.element_ty), right, total * factor[:, None])
        top = largest
    return total, top, weight


@triton.jit
def attention(q, keys, values, out, scale, M, N, shift, window, D: tl.constexpr, PADDED: tl.constexpr,
              TM: tl.constexpr, TN: tl.constexpr, CAUSAL: tl.constexpr, WINDOW: tl.constexpr,
              EVEN: tl.constexpr):
    """out = softmax(scale q keys^T) values; scale is in powers of 2. Row m sees columns up to m + shift."""
    batch = tl.program_id(1).to(tl.int64)
    q += batch * M * D
    keys += batch * N * D
    values += batch * N * D
    out += batch * M * D
    # Rows that see most start first.
    block = tl.num_programs(0) - 1 - tl.program_id(0) if CAUSAL else tl.program_id(0)
    m = block * TM + tl.arange(0, TM)
    d = tl.arange(0, PADDED)
    left = load_tile(q, m, d, D, M, D, EVEN)
    total = tl.zeros((TM, PADDED), dtype=tl.float32)
    top = tl.full((TM,), -1.0e30, dtype=tl.float32)
    weight = tl.zeros((TM,), dtype=tl.float32)
    first = 0
    end = N
    whole = N // TN * TN
    if CAUSAL:
        end = tl.minimum(N, (block + 1) * TM + shift)
        whole = tl.minimum(whole, (block * TM + shift + 1) // TN * TN)
    if WINDOW:
        first = tl.maximum(0, block * TM + shift + 1 - window) // TN * TN
        whole = first
    total, top, weight = attend(left, keys, values, total, top, weight, scale, m, d, first, whole, N,
                                shift, window, D, TN, False, False, EVEN)
    if CAUSAL or not EVEN:
        # Without a mask the columns behind the last whole tile are all that is left.
        bound = shift if CAUSAL else N
        total, top, weight = attend(left, keys, values, total, top, weight, scale, m, d, whole, end, N,
                                    bound, window, D, TN, True, WINDOW, EVEN)
    store_tile(out, total / weight[:, None], m, d, D, M, D, EVEN)
