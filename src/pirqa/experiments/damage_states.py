"""Definitions of collapse and damage: when a stone has fallen, classes of collapse, measures of damage, damage states.

One definition serves every later stage; all of it can be changed under ``[dynamics.damage]`` and
``[dynamics.damage_states]``. A measure of damage is declared in :data:`DAMAGE_MEASURES` and as a key of
:class:`DamageState`: checks, columns of the table of outcomes, fragility and report follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
import numpy.typing as npt
from annotated_types import Ge, Gt, Le, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.polyhedron import FloatArray
from pirqa.units import Length, Ratio, Velocity

if TYPE_CHECKING:
    from pirqa.experiments.damage_tracking import Shapes

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


@dataclass(frozen=True, kw_only=True, eq=False)
class StoneDamage:
    """How far a run damaged the stones of a wall; measures of damage are computed from it."""

    shapes: Shapes
    """Stones as surveyed."""
    free: npt.NDArray[np.bool_]
    """Stones that count, shape (stones,)."""
    standing: npt.NDArray[np.bool_]
    """Those that did not fall, where that makes a difference, shape (stones,)."""
    residual: FloatArray
    """Residual displacement of each stone [m], shape (stones,)."""
    lean: FloatArray
    """Largest lean of each stone, of its own tipping angle (θ/α) [-], shape (stones,)."""


@dataclass(frozen=True, kw_only=True)
class DamageMeasure:
    """A number that states how far a run damaged a wall: the more, the worse, and 0 where it did nothing."""

    meaning: str
    """Meaning of its column in the table of outcomes, with the unit."""
    of: Callable[[StoneDamage], float]
    """Its value in a run."""
    is_length: bool = False
    """Whether it is in metres; a ratio otherwise."""


DAMAGE_MEASURES: Mapping[str, DamageMeasure] = {
    "residual": DamageMeasure(
        meaning="largest lasting displacement of a stone that did not fall [m]",
        of=lambda damage: float(damage.residual[damage.standing].max(initial=0.0)),
        is_length=True,
    ),
    "lean": DamageMeasure(
        meaning="largest lean of a stone over its own tipping angle, θ/α [-]",
        of=lambda damage: float(damage.lean[damage.free].max(initial=0.0)),
    ),
}
"""Measures by the key of :class:`DamageState` that sets a limit to them, which is their column too."""


def measure_damage(damage: StoneDamage) -> dict[str, float]:
    """Return the value of every measure of damage by its key."""
    return {key: measure.of(damage) for key, measure in DAMAGE_MEASURES.items()}


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
        if not self.limits and self.collapse is None:
            raise ModelError(
                f"dynamics.damage_states: a state without {', '.join(DAMAGE_MEASURES)} or collapse is never reached: "
                'give it one, residual = "3 mm", say'
            )

    @property
    def limits(self) -> dict[str, float]:
        """Measures of damage that have a limit, by key, with the value above which the state is reached."""
        given = {key: getattr(self, key) for key in DAMAGE_MEASURES}
        return {key: float(limit) for key, limit in given.items() if limit is not None}


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
    for key in (*DAMAGE_MEASURES, "collapse"):
        before: tuple[str, float] | None = None
        for name, state in states.items():
            sizes = state.limits if state.collapse is None else state.limits | {"collapse": _CLASSES[state.collapse]}
            if key not in sizes:
                continue
            if before is not None and sizes[key] < before[1]:
                raise ModelError(
                    f"dynamics.damage_states.{name}.{key} is less than that of {before[0]}, which comes before it: "
                    "put states in order from the lightest to the heaviest"
                )
            before = (name, sizes[key])


def states_reached(
    states: Mapping[str, DamageState], *, collapse: npt.ArrayLike, **measures: npt.ArrayLike
) -> npt.NDArray[np.bool_]:
    """Return whether runs reached each of ``states``, shape (runs, states); a heavier one includes the lighter ones.

    ``collapse`` is the class of each run, ``measures`` the measures of damage by key, all of shape (runs,).
    """
    values = {key: np.atleast_1d(np.asarray(sizes, dtype=float)) for key, sizes in measures.items()}
    classes = np.atleast_1d(np.asarray(collapse))
    fell = np.zeros(len(classes), dtype=int)
    for name, size in _CLASSES.items():
        fell[classes == name] = size
    found = np.zeros((len(classes), len(states)), dtype=bool)
    for column, state in enumerate(states.values()):
        for key, limit in state.limits.items():
            found[:, column] |= values[key] > limit
        if state.collapse is not None:
            found[:, column] |= fell >= _CLASSES[state.collapse]
    return np.asarray(np.maximum.accumulate(found[:, ::-1], axis=1)[:, ::-1])


def nothing_worse(states: Mapping[str, DamageState]) -> bool:
    """Whether a wall that has collapsed as it worst can has reached all of ``states``, wherever its stones lie.

    It has not where the heaviest asks for more of a displacement or a lean, and not for a class of collapse.
    """
    return bool(states_reached(states, collapse=WORST, **dict.fromkeys(DAMAGE_MEASURES, 0.0)).all())
