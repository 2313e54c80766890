"""Divisions, of which a step takes a dozen for each joint."""

from __future__ import annotations

from pirqa.compiled import inlined


@inlined
def divided(number: float, by: float) -> float:
    """A quotient by what is neither nothing nor beyond all measure (1e-300 to 1e300).

    A card divides by going round for those in every division; here it need not
    (:mod:`pirqa.dynamics.cuda.quotient`), and is right to the last digit but one.
    """
    return number / by
