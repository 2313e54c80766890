"""What the mechanisms say about the wall: whether it stands, and whether it starts to move in the site's earthquake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pirqa.limit.mechanism import Moved
from pirqa.model.check import Basis, Check
from pirqa.model.site import Site

__all__ = ["checks_of"]

_SOURCE = "virtual work (Chokepukio paper, eq. 8)"


def checks_of(moved: Sequence[Moved], site: Site | None) -> tuple[Check, ...]:
    """Gravity for each way of falling, and onset where the site's peak acceleration is known."""
    checks = list(_gravity(moved))
    peak = None if site is None else site.peak_coefficient
    if moved and peak is not None and peak > 0.0:
        first = min((item.mechanism for item in moved), key=lambda item: item.multiplier)
        checks.append(
            Check(
                id="limit.onset",
                mode="overturning",
                limit_state="onset",
                method="limit",
                place=first.place,
                demand=peak,
                # not a0* = α0 g/e*: until it starts all of it goes with the ground, whatever share moves then
                capacity=max(first.multiplier, 0.0),
                unit="",
                source=f"{_SOURCE}: α0 against a/g",
                basis=Basis(driving="peak", acceleration=peak, proportional=True, body="bodies", way="force"),
                notes=("limit_not_amplified" if first.local else "limit_starts_only", "sliding_not_judged"),
            )
        )
    return tuple(checks)


def _gravity(moved: Sequence[Moved]) -> Iterator[Check]:
    for inward in (False, True):
        those = [item for item in moved if item.mechanism.place.inward is inward]
        if not those:
            continue
        worst = min(those, key=lambda item: item.holding / item.driving if item.driving > 0.0 else float("inf"))
        yield Check(
            id=f"limit.gravity.{'inward' if inward else 'outward'}",
            mode="overturning",
            limit_state="gravity",
            method="limit",
            place=worst.mechanism.place,
            demand=worst.driving,
            capacity=worst.holding,
            unit="N",
            source=_SOURCE,
            basis=Basis(driving="weight", body="bodies", way="force"),
            notes=("limit_work",),
        )
