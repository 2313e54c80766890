"""Code of the card played on this processor (benchmarks/card): small kernels written by hand, translated and run."""

from __future__ import annotations

import re
import shutil

import numpy as np
import pytest
from benchmarks.card.instructions import UnknownPtxError, kind_of
from benchmarks.card.play import Fibres, Order, flattened
from benchmarks.card.ptx import read_report
from benchmarks.card.translate import translate

THREADS = 4
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not there")

SUMS = """
.version 8.8
.target sm_90
.address_size 64
.visible .shared .align 8 .b8 desk[32];

// each thread puts the square of its number on the desk; all add up what is there
.visible .entry sums(
    .param .u64 sums_param_0
)
{
    .reg .pred  %p<2>;
    .reg .b32   %r<6>;
    .reg .f64   %fd<8>;
    .reg .b64   %rd<10>;
    ld.param.u64    %rd1, [sums_param_0];
    cvta.to.global.u64  %rd2, %rd1;
    mov.u32     %r1, %tid.x;
    cvt.rn.f64.s32  %fd1, %r1;
    mul.f64     %fd2, %fd1, %fd1;
    mul.wide.u32    %rd3, %r1, 8;
    mov.u64     %rd4, desk;
    add.s64     %rd5, %rd4, %rd3;
    st.shared.f64   [%rd5], %fd2;
    BARRIER
    mov.f64     %fd6, 0d0000000000000000;
    mov.u32     %r2, 0;
$L__BB0_1:
    ld.shared.f64   %fd3, [%rd4];
    add.f64     %fd6, %fd6, %fd3;
    add.s64     %rd4, %rd4, 8;
    add.s32     %r2, %r2, 1;
    setp.lt.s32     %p1, %r2, 4;
    @%p1 bra    $L__BB0_1;
    add.s64     %rd6, %rd2, %rd3;
    st.global.f64   [%rd6], %fd6;
    ret;
}
"""
BARRIER = "bar.sync    0;"
ONE_LEAVES = "setp.eq.s32 %p1, %r1, 2; @%p1 ret; bar.sync 0;"
TWO_BARRIERS = f"""setp.eq.s32 %p1, %r1, 2;
    @%p1 bra $L__BB0_8;
    {BARRIER}
    bra.uni $L__BB0_9;
$L__BB0_8:
    {BARRIER}
$L__BB0_9:"""


def play(barrier: str, path, *orders: Order) -> tuple[list[list[float]], Fibres]:
    fibres = Fibres(translate(SUMS.replace("BARRIER", barrier)), path)
    found = []
    for order in orders:
        sums = np.zeros(THREADS)
        fibres.run([sums.ctypes.data], 1, THREADS, order)
        found.append(sums.tolist())
    return found, fibres


@needs_gcc
def test_threads_wait_for_each_other_whatever_their_order(tmp_path):
    found, fibres = play(BARRIER, tmp_path / "sums.so", *Order)
    assert found == [[14.0] * THREADS] * 3
    assert fibres.missed == ""
    # of one warp, in three runs: a square, and four times round the loop a sum
    executed = fibres.executed
    assert executed["double"] == 3 * (1 + 4)
    assert executed["shared"] == 3 * (1 + 4)
    assert executed["global"] == 3
    assert fibres.longest < fibres.path


@needs_gcc
def test_without_the_barrier_the_order_of_threads_is_seen(tmp_path):
    (ascending, descending), _ = play("", tmp_path / "race.so", Order.ASCENDING, Order.DESCENDING)
    assert ascending[-1] == descending[0] == 14.0
    # before the others have come, what they leave on the desk is no number
    assert np.isnan(ascending[0])
    assert np.isnan(descending[-1])


@needs_gcc
@pytest.mark.parametrize(
    ("barrier", "told"),
    [
        (ONE_LEAVES, r"thread 0 waits .* thread 2 has ended"),
        (TWO_BARRIERS, r"thread 0 waits .* thread 2 waits at that"),
    ],
)
def test_a_thread_that_misses_a_barrier_is_told(barrier, told, tmp_path):
    for order in (Order.ASCENDING, Order.DESCENDING):
        _, fibres = play(barrier, tmp_path / f"missed_{order}.so", order)
        assert re.search(told, fibres.missed)


@pytest.mark.parametrize(
    ("there", "instead", "named"),
    [
        ("add.f64 ", "add.rz.f64 ", "add.rz.f64"),
        ("mul.f64 ", "tanh.approx.f32 ", "tanh.approx.f32"),
        ("BARRIER", "bar.sync 1;", "bar.sync"),
        ("BARRIER", "call.uni vprintf, ();", "vprintf"),
        (".address_size 64", ".address_size 64\n.tex .u64 picture;", "picture"),
    ],
)
def test_what_is_not_known_is_named_and_not_guessed(there, instead, named):
    with pytest.raises(UnknownPtxError, match=named):
        translate(SUMS.replace(there, instead).replace("BARRIER", BARRIER))


def test_instructions_are_counted_by_kind():
    codes = ["fma.rn.f64", "setp.lt.f64", "add.s64", "ld.shared.f64", "st.local.v2.f64", "ld.global.nc.u64", "ld.f64"]
    kinds = ["double", "double", "integer", "shared", "local", "global", "unnamed"]
    assert [kind_of(code) for code in codes] == kinds


def test_arguments_are_laid_out_as_numba_does():
    array = np.zeros((2, 3))
    words = flattened((7, (array,), True, 1.0))
    assert words == [7, 0, 0, 6, 8, array.ctypes.data, 2, 3, 24, 8, 1, 0x3FF0000000000000]


def test_the_assemblers_report_is_read():
    held = read_report(
        "ptxas info    : Function properties for helper\n"
        "    0 bytes stack frame, 68 bytes spill stores, 528 bytes spill loads\n"
        "ptxas info    : Function properties for kernel\n"
        "    2992 bytes stack frame, 32 bytes spill stores, 72 bytes spill loads\n"
        "ptxas info    : Used 255 registers, used 1 barriers, 2992 bytes cumulative stack size, 40504 bytes smem\n"
    )
    assert (held.registers, held.stack, held.shared, held.spilled, held.read_back) == (255, 2992, 40504, 100, 600)
