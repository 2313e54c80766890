"""One over a number, of which a step takes a dozen for each joint."""

from __future__ import annotations

from pirqa.compiled import inlined

__all__ = ["one_over"]


@inlined
def one_over(number: float) -> float:
    """Of a number that is neither nothing nor beyond all measure (1e-300 to 1e300).

    A card divides by going round for those in every division; here it need not
    (:mod:`pirqa.dynamics.cuda.reciprocal`), and is right to the last digit but one.
    """
    return 1.0 / number
