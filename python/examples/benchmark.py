"""Attention of several lengths, timed on the GPU of this machine; without one it says so."""

import mcfuser


def attention(rows, size=64, heads=16):
    b = mcfuser.Builder(f"attention_{rows}")
    q, k, v = (b.input(n, (heads, rows, size), "f16") for n in "qkv")
    s = b.mul(b.contract("bmk,bnk->bmn", q, k), size**-0.5)
    b.output(b.cast(b.contract("bmn,bnh->bmh", b.cast(b.softmax(s, -1), "f16"), v), "f16"))
    return b.text()


def compile_here(text):
    try:
        return mcfuser.compile(text, device="native")
    except ValueError as error:
        print(f"for an H200, since {error}")
        return mcfuser.compile(text, device="H200")


for rows in (128, 512, 2048):
    program = compile_here(attention(rows))
    try:
        seconds = program.benchmark(repeat=50)
    except mcfuser.NoDevice as error:
        print(f"{program.kernel}: not timed: {error}")
        continue
    flops = 4 * 16 * rows * rows * 64
    print(f"{program.kernel}: {seconds * 1e6:.1f} us, {flops / seconds * 1e-12:.1f} TFLOP/s")
