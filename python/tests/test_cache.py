"""The cache of tuning results, by the options of the compiler."""

import pytest

import mcfuser

SIZE = 512


def long_chain():
    """Three products: an exhaustive search takes so long that its result is kept."""
    array = f"tensor<{SIZE}x{SIZE}xf16>"

    def product(result, a, b):
        return f"  {result} = linalg.matmul ins({a}, {b} : {array}, {array}) outs(%z : {array}) -> {array}\n"

    return (f"func.func @f(%a: {array}, %b: {array}, %c: {array}, %d: {array}) -> {array} {{\n"
            f"  %zero = arith.constant 0.0 : f16\n  %e = tensor.empty() : {array}\n"
            f"  %z = linalg.fill ins(%zero : f16) outs(%e : {array}) -> {array}\n"
            + product("%x", "%a", "%b") + product("%y", "%x", "%c") + product("%w", "%y", "%d")
            + f"  return %w : {array}\n}}\n")


def test_options():
    known = mcfuser.options()
    assert "MCFUSER_CACHE" in known["cache"] and "MCFUSER_CACHE_DIR" in known["cache_dir"]


def test_a_schedule_is_found_once(tmp_path):
    options = dict(search="exhaustive", up_to="schedule", cache="on", cache_dir=str(tmp_path / "cache"))
    first = mcfuser.compile(long_chain(), name="first", **options)
    entries = list(tmp_path.glob("cache/tuning/*/*.mlir"))
    assert len(entries) == 1 and "search priced" in first.report()
    second = mcfuser.compile(long_chain(), name="second", **options)
    assert "from the tuning cache" in second.report() and "search priced" not in second.report()
    assert second.ir("schedule") == first.ir("schedule")
    # An entry is a tuning record, which needs no cache.
    third = mcfuser.compile(long_chain(), name="third", up_to="schedule", cache="off",
                            tuning_record=entries[0].read_text())
    assert third.ir("schedule") == first.ir("schedule")
    # One that is damaged is none.
    entries[0].write_text(entries[0].read_text()[:-10])
    fourth = mcfuser.compile(long_chain(), name="fourth", **options)
    assert "search priced" in fourth.report() and fourth.ir("schedule") == first.ir("schedule")


def test_what_it_may_be():
    with pytest.raises(ValueError, match="expected auto, on, read or off, but got 'maybe'"):
        mcfuser.compile(long_chain(), cache="maybe")
