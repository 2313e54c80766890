"""Definitions of collapse and damage: when a stone has fallen, classes of collapse, and damage states by name.

One definition serves every later stage; all of it can be changed under ``[dynamics.damage]`` and
``[dynamics.damage_states]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.units import Length, Ratio, Velocity

CollapseClass = Literal["none", "local", "partial", "total", "failed"]
"""How much of the wall fell; ``failed``: the computation went wrong, or stones moved away
before the action under their own weight, which says nothing about the wall."""


_CLASSES: Mapping[CollapseClass, int] = {"local": 1, "partial": 2, "total": 3}
"""Of collapse, the lightest first."""


WORST: CollapseClass = max(_CLASSES, key=lambda name: _CLASSES[name])
"""Class of collapse that no other is worse than."""


@dataclass(frozen=True, kw_only=True)
class CollapseDefinition:
    """When a stone counts as fallen, and from which share of fallen stones a collapse is partial or total.

    A stone has fallen as soon as one of ``drop``, ``beyond`` and ``tipping`` is passed; stones that are held never
    fall. The numbers are conventions, not measured: change them and every later stage follows.
    """

    drop: Annotated[Ratio, Gt(0)] = 0.5
    """Drop of a stone's mass centre, of the stone's own height as surveyed [-]."""
    beyond: Annotated[Ratio, Gt(0)] = 0.5
    """Distance of a stone's mass centre from the wall's footprint, of the wall's thickness [-]."""
    tipping: Annotated[Ratio, Gt(0)] = 1.0
    """Lean of a stone that still moves the way it leans, of its own tipping angle [-]."""
    outward: Annotated[Velocity, Ge(0)] = 1e-3
    """Speed the way it leans from which a leaning stone is on its way over [m/s]."""
    partial: Annotated[Ratio, Gt(0), Le(1)] = 0.1
    """Share of fallen stones from which a collapse is no longer local [-]."""
    total: Annotated[Ratio, Gt(0), Lt(1)] = 0.5
    """Share of fallen stones above which it is total [-]."""
    apart: Annotated[Length, Gt(0)] = 0.01
    """Opening of all joints of a stone at which it is detached [m]."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.damage")
        if self.partial > self.total:
            raise ModelError(
                f"dynamics.damage.partial ({self.partial:g}) must not be more than its total ({self.total:g})"
            )

    def class_of(self, share: float) -> CollapseClass:
        """The collapse in which ``share`` of the stones fell [-]."""
        if share <= 0.0:
            return "none"
        if share < self.partial:
            return "local"
        return "partial" if share <= self.total else "total"


@dataclass(frozen=True, kw_only=True)
class DamageState:
    """What a wall has come to: one of the conditions that are given is enough."""

    residual: Annotated[Length, Gt(0)] | None = None
    """Lasting displacement of a stone above which the state is reached [m]."""
    lean: Annotated[Ratio, Gt(0)] | None = None
    """Largest lean of a stone, of its own tipping angle (θ/α), above which the state is reached [-]."""
    collapse: Literal["local", "partial", "total"] | None = None
    """Class of collapse from which the state is reached: ``local`` is any stone lost; the shares of the others are
    those of the collapse definition."""

    def __post_init__(self) -> None:
        check_bounds(self, "dynamics.damage_states")
        if self.residual is None and self.lean is None and self.collapse is None:
            raise ModelError(
                "dynamics.damage_states: a state without residual, lean or collapse is never reached: "
                'give it one, residual = "3 mm", say'
            )


DAMAGE_STATES: Mapping[str, DamageState] = {
    "DS1": DamageState(residual=3e-3),
    "DS2": DamageState(residual=20e-3),
    "DS3": DamageState(residual=0.1, lean=0.4, collapse="local"),
    "DS4": DamageState(collapse="partial"),
    "DS5": DamageState(collapse="total"),
}
"""From the lightest to the heaviest. 3 and 20 mm are what the Sacsayhuaman paper calls noticeable and what it finds at
its strongest levels; 0.4 of the tipping angle is the share of d0 that NTC 2008 allows (Chokepukio paper); the others
are conventions."""


def check_states(states: Mapping[str, DamageState]) -> None:
    """Raise :class:`ModelError` where there is none, or a heavier one asks for less of the same than a lighter one."""
    if not states:
        raise ModelError('dynamics.damage_states is empty: leave it out, or give DS1 = { residual = "3 mm" }, say')
    for field in ("residual", "lean", "collapse"):
        before: tuple[str, float] | None = None
        for name, state in states.items():
            value = getattr(state, field)
            if value is None:
                continue
            size = float(_CLASSES[value]) if field == "collapse" else float(value)
            if before is not None and size < before[1]:
                raise ModelError(
                    f"dynamics.damage_states.{name}.{field} is less than that of {before[0]}, which comes before it: "
                    "put states in order from the lightest to the heaviest"
                )
            before = (name, size)


def states_reached(
    states: Mapping[str, DamageState],
    *,
    residual: npt.ArrayLike,
    lean: npt.ArrayLike,
    collapse: npt.ArrayLike,
) -> npt.NDArray[np.bool_]:
    """Whether runs reached each of ``states``, shape (runs, states); whoever reached a heavier one reached the lighter.

    ``residual`` [m] and ``lean`` [-] of the worst stone, and the class of ``collapse``, shape (runs,).
    """
    lasting, leaning = (np.atleast_1d(np.asarray(values, dtype=float)) for values in (residual, lean))
    classes = np.atleast_1d(np.asarray(collapse))
    fell = np.zeros(len(classes), dtype=int)
    for name, size in _CLASSES.items():
        fell[classes == name] = size
    found = np.zeros((len(lasting), len(states)), dtype=bool)
    for column, state in enumerate(states.values()):
        if state.residual is not None:
            found[:, column] |= lasting > state.residual
        if state.lean is not None:
            found[:, column] |= leaning > state.lean
        if state.collapse is not None:
            found[:, column] |= fell >= _CLASSES[state.collapse]
    return np.asarray(np.maximum.accumulate(found[:, ::-1], axis=1)[:, ::-1])


def nothing_worse(states: Mapping[str, DamageState]) -> bool:
    """Whether a wall that has collapsed as it worst can has reached all of ``states``, wherever its stones lie.

    It has not where the heaviest asks for more of a displacement or a lean, and not for a class of collapse.
    """
    return bool(states_reached(states, residual=0.0, lean=0.0, collapse=WORST).all())
