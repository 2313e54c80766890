"""Divisions on a card, without the detour for numbers that are nothing or beyond all measure.

The card's own first guess of one over a number has the leading 20 bits; twice Newton's rule makes all of them, but for
the last.
"""

from __future__ import annotations

from typing import Any

from numba import config, cuda

from pirqa.compiled import on_card


def _guess() -> Any:
    """A function for the card: its guess of one over a number."""
    if config.ENABLE_CUDASIM:  # type: ignore[attr-defined]
        return lambda number: 1.0 / number
    from llvmlite import ir
    from numba import types
    from numba.cuda.extending import intrinsic

    double = ir.DoubleType()

    @intrinsic  # type: ignore[untyped-decorator]
    def guess(typing: Any, number: Any) -> Any:
        def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.FunctionType(double, [double])
            return builder.asm(kind, "rcp.approx.ftz.f64 $0, $1;", "=d,d", arguments, side_effect=False)

        return types.float64(types.float64), make

    return guess


_guess_at = _guess()


@on_card
def divided(number: Any, by: Any) -> Any:
    """As :func:`pirqa.dynamics.quotient.divided` says."""
    guess = _guess_at(by)
    guess = cuda.fma(guess, cuda.fma(-by, guess, 1.0), guess)
    return number * cuda.fma(guess, cuda.fma(-by, guess, 1.0), guess)
