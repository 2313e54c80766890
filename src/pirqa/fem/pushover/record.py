"""What is kept of a path while it is followed: its curve, its energy, and the wall at chosen steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from pirqa.fem.elements import CORNERS
from pirqa.fem.pushover.bricks import drag_work
from pirqa.fem.pushover.equilibrium import EquilibriumState, PushoverEquilibrium
from pirqa.fem.pushover.model import Model
from pirqa.fem.pushover.point_law import cracks_of
from pirqa.fem.pushover.result import STRATEGIES, PushoverPath, Snapshots
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    import numpy.typing as npt

COLUMNS = (
    "displacement",
    "mean_displacement",
    "multiplier",
    "strategy",
    "iterations",
    "residual",
    "inertia",
    "work",
    "elastic",
    "dissipated",
    "stiffness",
    "cracked",
)
"""Numbers of each step."""
_LOOKS = 28
"""Steps at which the stiffness of unloading is found, which takes a factor of its own; between them it is a line."""
_FRESH = 10
"""Steps after which none takes a factor of earlier ones."""
_SPREAD = 14
"""Snapshots that are evenly spread over the displacements."""


def cracked_points(model: Model, rest: EquilibriumState) -> npt.NDArray[np.bool_]:
    """Which points have cracked, shape (e, p)."""
    cracks = np.zeros((*rest.strain.shape[:2], 5))
    matter = model.matter
    cracks_of(matter.law, matter.properties, model.length, rest.strain, rest.state, cracks)
    return np.asarray((rest.state[:, :, 7:10] > 0.0).any(axis=2) | (cracks[:, :, 0] > 0.0))


@dataclass(kw_only=True, eq=False)
class PathRecord:
    """One path as far as it has come."""

    model: Model
    load: FloatArray
    """Lateral forces that sum up to the weight [N], shape (3 nodes,)."""
    point: FloatArray
    """Shares of all degrees in the control point's displacement, shape (3 nodes,)."""
    mean: FloatArray
    """Likewise of the mass-weighted mean."""
    target: float
    """[m]"""
    start: FloatArray
    """Shifts at rest under the weight [m], shape (3 nodes,)."""
    snapshots: bool = True
    rows: list[list[float]] = field(default_factory=list)
    """Numbers of each step, as :data:`COLUMNS` names them."""
    shots: dict[str, tuple[int, dict[str, npt.NDArray[np.float32]]]] = field(default_factory=dict)
    """By what they are of: step and arrays."""
    inner_work: float = 0.0
    """Of the stresses since rest, and of what steadies the bricks' modes [J]."""
    outer_work: float = 0.0
    """Of the loads since rest [J]."""
    first_energy: float = 0.0
    """Stored at rest [J]."""

    def column(self, name: str) -> FloatArray:
        """Of all steps."""
        return np.array([row[COLUMNS.index(name)] for row in self.rows])

    @property
    def fresh(self) -> bool:
        """Whether the next step takes nothing of earlier ones but their equilibria: stopped runs begin there again."""
        return len(self.rows) % _FRESH == 1

    @property
    def displacement(self) -> float:
        """Of the control point at the last step [m]."""
        return self.rows[-1][0]

    def displacement_of(self, shift: FloatArray) -> float:
        """Of the control point since rest [m]."""
        return float(self.point @ (shift - self.start))

    def add(
        self,
        equilibrium: PushoverEquilibrium,
        rest: EquilibriumState,
        before: EquilibriumState | None,
        *,
        strategy: str = "newton",
        iterations: int = 0,
        residual: float = 0.0,
        inertia: float = 0.0,
    ) -> None:
        """The equilibrium ``rest`` follows ``before``; without one, it is that under the weight alone."""
        model = self.model
        volume = model.shape.volume[:, :, None]
        stored = 0.5 * float((volume * rest.strain * rest.stress).sum())
        stored += 0.5 * float(rest.shift @ (model.fastening @ rest.shift))
        if before is None:
            self.first_energy = stored
        else:
            moved = rest.shift - before.shift
            mean = 0.5 * (rest.multiplier + before.multiplier)
            self.outer_work += float((model.weight + mean * self.load) @ moved)
            strained = rest.strain - before.strain
            self.inner_work += 0.5 * float((volume * strained * (rest.stress + before.stress)).sum())
            self.inner_work += 0.5 * float(moved @ (model.fastening @ (rest.shift + before.shift)))
            if strategy != "implex" and model.shape.inner:
                self.inner_work += drag_work(
                    model.shape.slopes,
                    model.shape.volume,
                    model.matter.properties,
                    model.length,
                    before.state,
                    rest.inner - before.inner,
                )
        cracked = cracked_points(model, rest)
        share = float((model.shape.volume * cracked).sum() / model.shape.volume.sum())
        number = len(self.rows)
        displacement = self.displacement_of(rest.shift)
        stiffness = np.nan
        looks = int(displacement / self.target * _LOOKS + 1e-9)
        if before is None or looks > int(self.displacement_of(before.shift) / self.target * _LOOKS + 1e-9):
            stiffness = self._unloading(equilibrium, rest)
        self.rows.append(
            [
                displacement,
                float(self.mean @ (rest.shift - self.start)),
                rest.multiplier,
                float(STRATEGIES.index(strategy)),
                float(iterations),
                residual,
                inertia,
                self.outer_work,
                stored,
                self.inner_work - (stored - self.first_energy),
                stiffness,
                share,
            ]
        )
        if self.snapshots:
            self._look(number, rest, before, cracked)

    def _unloading(self, equilibrium: PushoverEquilibrium, rest: EquilibriumState) -> float:
        """Load for a unit displacement of the control point [1/m] where no crack grows further."""
        equilibrium.state[:] = rest.state
        equilibrium.forces(rest.shift, rest.inner, rest.state, frozen=True, stiff=True)
        rows = self.model.rows
        moved = equilibrium.moved(self.load[rows])
        return float(1.0 / (self.point[rows] @ moved))

    def _look(
        self, number: int, rest: EquilibriumState, before: EquilibriumState | None, cracked: npt.NDArray[np.bool_]
    ) -> None:
        """Keep the wall of this step, if it is one of those that are kept."""
        names = []
        if before is None:
            names.append("rest")
        else:
            if cracked.any() and "crack" not in self.shots:
                names.append("crack")
            part = int(self.displacement_of(rest.shift) / self.target * _SPREAD + 1e-9)
            if part > int(self.displacement_of(before.shift) / self.target * _SPREAD + 1e-9):
                names.append(f"part {part}")
            if rest.multiplier >= self.column("multiplier").max():
                names.append("peak")
        if not names:
            return
        shot = (number, _shot(self.model, rest, self.start if before is not None else rest.shift))
        for name in names:
            self.shots[name] = shot

    def finish(self, rest: EquilibriumState) -> None:
        """Keep the last step too."""
        if self.snapshots:
            self.shots["last"] = (len(self.rows) - 1, _shot(self.model, rest, self.start))

    def path(self, *, direction: str, control: str, viscosity: float, ended: str, message: str) -> PushoverPath:
        """The path as it came out."""
        columns = {name: self.column(name) for name in COLUMNS}
        known = np.isfinite(columns["stiffness"])
        steps = np.arange(len(self.rows))
        columns["stiffness"] = np.interp(steps, steps[known], columns["stiffness"][known] / columns["stiffness"][0])
        return PushoverPath(
            direction=direction,
            control=control,
            viscosity=viscosity,
            displacement=columns["displacement"],
            mean_displacement=columns["mean_displacement"],
            multiplier=columns["multiplier"],
            strategy=columns["strategy"].astype(np.int8),
            iterations=columns["iterations"].astype(np.int32),
            residual=columns["residual"],
            inertia=columns["inertia"],
            work=columns["work"],
            elastic=columns["elastic"],
            dissipated=columns["dissipated"],
            stiffness=columns["stiffness"],
            cracked=columns["cracked"],
            ended=ended,
            message=message,
        )

    def taken(self) -> Snapshots:
        """The wall at the chosen steps, in their order."""
        chosen = dict(sorted({number: arrays for number, arrays in self.shots.values()}.items()))
        keys = ("shift", "strain", "stress", "opening", "normal", "crushing")
        return Snapshots(
            step=np.array(list(chosen), dtype=np.int64),
            **{key: np.stack([arrays[key] for arrays in chosen.values()]) for key in keys},
        )


def _shot(model: Model, rest: EquilibriumState, start: FloatArray) -> dict[str, npt.NDArray[np.float32]]:
    """Shifts since ``start``, strains, stresses and cracks of all bricks."""
    matter = model.matter
    cracks = np.zeros((*rest.strain.shape[:2], 5))
    cracks_of(matter.law, matter.properties, model.length, rest.strain, rest.state, cracks)
    widest = cracks[:, :, 0].argmax(axis=1)
    bricks = np.arange(len(cracks))
    normal = cracks[bricks, widest, 1:4]
    opening = _openings(model.structure.mesh.places[:, :8], cracks[:, :, 0] / model.length[:, None], normal)
    share = model.shape.volume / model.shape.volume.sum(axis=1, keepdims=True)
    return {
        "shift": (rest.shift - start).reshape(-1, 3).astype(np.float32),
        "strain": np.einsum("ep,epk->ek", share, rest.strain).astype(np.float32),
        "stress": np.einsum("ep,epk->ek", share, rest.stress).astype(np.float32),
        "opening": opening.astype(np.float32),
        "normal": normal.astype(np.float32),
        "crushing": cracks[:, :, 4].max(axis=1).astype(np.float32),
    }


def _openings(corners: FloatArray, strain: FloatArray, normal: FloatArray) -> FloatArray:
    """The widest of each brick [m], shape (e,), from ``strain`` of cracks at its eight points (e, 8) and a ``normal``.

    The two points one behind the other across the crack stand for half of the brick each: it is pulled apart by the
    mean of both times its size across the crack. A crack that stays in one of them would be told twice as wide as it
    is, by that one alone.
    """
    sides = 0.25 * np.einsum("ca,eck->eak", CORNERS, corners)
    size = np.linalg.norm(sides, axis=2)
    across = np.abs(np.einsum("eak,ek->ea", sides, normal) / size).argmax(axis=1)
    points = strain.reshape(-1, 2, 2, 2)
    pairs = np.stack([points.mean(axis=1 + axis).reshape(-1, 4).max(axis=1) for axis in range(3)], axis=1)
    return np.asarray((pairs * size)[np.arange(len(pairs)), across])
