"""What pushing a wall over tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pirqa.fe.mesh.mesh import Mesh
from pirqa.model.check import Check, LimitState
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.pushover.reading import PushoverReading

__all__ = ["STRATEGIES", "PushoverPath", "PushoverResult", "PushoverVariant", "Snapshots", "VariantKind"]

VariantKind = Literal["mesh", "pattern", "wall"]
"""What differs from the main run: the size of the bricks, the spread of the load, or the moduli (the surveyed wall in
place of the calibrated one)."""
STRATEGIES = ("newton", "cut", "implex", "dynamic")
"""How a step was found: Newton; after cutting it; with extrapolated cracks; with inertia."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Snapshots:
    """The wall at chosen steps; k of them, the first at rest under its weight."""

    step: NDArray[np.int64]
    """Index into the path's steps, shape (k,)."""
    shift: NDArray[np.float32]
    """Of the nodes [m], shape (k, n, 3)."""
    strain: NDArray[np.float32]
    """In the middle of each brick (mean of its points), shape (k, e, 6)."""
    stress: NDArray[np.float32]
    """Likewise [Pa], shape (k, e, 6)."""
    opening: NDArray[np.float32]
    """Largest opening of a crack in each brick: crack strain, its mean across the crack, times the brick's size there
    [m], shape (k, e)."""
    normal: NDArray[np.float32]
    """Unit normal of that crack, shape (k, e, 3); 0 where there is none."""
    crushing: NDArray[np.float32]
    """Largest damage in compression, 0 to 1, shape (k, e)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverPath:
    """One way of pushing, from rest until the target or until no equilibrium is found; n steps, the first at rest."""

    direction: str
    control: str
    viscosity: float
    """Over the step."""
    displacement: FloatArray
    """Of the control point in the load's direction, beyond that at rest [m], shape (n,)."""
    mean_displacement: FloatArray
    """Mass-weighted mean, likewise [m], shape (n,)."""
    multiplier: FloatArray
    """λ: horizontal load over weight, shape (n,)."""
    strategy: NDArray[np.int8]
    """Index into STRATEGIES, shape (n,)."""
    iterations: NDArray[np.int32]
    """Shape (n,)."""
    residual: FloatArray
    """Norm of unbalanced forces over that of the loads, shape (n,)."""
    inertia: FloatArray
    """Largest sum of inertia forces over the weight, 0 but where a step was made with inertia, shape (n,)."""
    work: FloatArray
    """Of the lateral load and the weight since rest [J], shape (n,)."""
    elastic: FloatArray
    """Energy stored [J], shape (n,)."""
    dissipated: FloatArray
    """Energy of cracks and crushing, and what their delays take [J], shape (n,)."""
    stiffness: FloatArray
    """Slope of load against displacement, unloading (secant cracks), over the first one, shape (n,)."""
    cracked: FloatArray
    """Share of the volume whose points have cracked, shape (n,)."""
    ended: str
    """``target``, ``dropped`` (the load came to zero) or ``stopped`` (no further equilibrium was found)."""
    message: str
    """Where and why it stopped; empty where it came to its target."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverVariant:
    """The push repeated with one thing changed."""

    kind: VariantKind
    pattern: str
    """How the load is spread."""
    bricks: int
    """Number of bricks of its mesh."""
    readings: tuple[PushoverReading, ...]
    """One of each direction, in their order."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PushoverResult:
    """All paths; the first of each direction is the one asked for, others tell what control and viscosity do."""

    mesh: Mesh
    control_point: tuple[float, float, float]
    """[m]"""
    weight: float
    """Of all that moves [N]."""
    freedoms: int
    solver: str
    paths: tuple[PushoverPath, ...]
    snapshots: tuple[Snapshots, ...]
    """Of the first path of each direction, in their order."""
    pattern: str = "mass"
    """How the load is spread: ``mass``, ``mode`` or ``triangular``."""
    mass: FloatArray = field(default_factory=lambda: np.zeros(0))
    """Of the nodes [kg], shape (n,); empty where only the weight is known."""
    readings: tuple[PushoverReading, ...] = ()
    """One of each direction, in their order."""
    variants: tuple[PushoverVariant, ...] = ()
    """The push on a second mesh, with a second pattern, on a second wall."""
    checks: tuple[Check, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def of(self, direction: str) -> tuple[PushoverPath, ...]:
        """The paths of a direction, the one that was asked for first."""
        return tuple(path for path in self.paths if path.direction == direction)

    @property
    def directions(self) -> tuple[str, ...]:
        """In their order."""
        return tuple(dict.fromkeys(path.direction for path in self.paths))

    @property
    def partial(self) -> tuple[LimitState, ...]:
        """Limit states for which a path ended before the demand, so that the wall could not be judged."""
        return tuple(dict.fromkeys(check.limit_state for check in self.checks if "pushover_ended_early" in check.notes))

    def __str__(self) -> str:
        lines = [
            f"{len(self.mesh)} bricks, {self.freedoms} degrees of freedom, {self.weight / 1e3:.4g} kN, "
            f"solver {self.solver}"
        ]
        lines.append(
            f"{'path':<34}{'peak':>8}{'at mm':>8}{'yield mm':>10}{'20 % drop mm':>14}{'end mm':>8}{'λ end':>8}  ended"
        )
        for reading in self.readings:
            for curve in reading.curves:
                name = f"{reading.direction}, {curve.control}, η {curve.viscosity:g}"
                bent = "–" if curve.bilinear is None else f"{1e3 * curve.bilinear.yield_displacement:.1f}"
                drop = "–" if curve.drop is None else f"{1e3 * curve.drop.displacement:.1f}"
                lines.append(
                    f"{name:<34}{curve.peak.multiplier:>8.4f}{1e3 * curve.peak.displacement:>8.1f}{bent:>10}{drop:>14}"
                    f"{1e3 * curve.end.displacement:>8.1f}{curve.end.multiplier:>8.4f}  {curve.ended}"
                )
            hinge = reading.cracks.main
            if hinge is not None:
                lines.append(
                    f"{reading.direction}: hinge at {hinge.level:.2f} m, {100.0 * hinge.reach:.0f} % of the bed open"
                )
        for variant in self.variants:
            for reading in variant.readings:
                peak = reading.main.peak
                lines.append(
                    f"{reading.direction}, second {variant.kind} ({variant.bricks} bricks, load by {variant.pattern}): "
                    f"peak {peak.multiplier:.4f} at {1e3 * peak.displacement:.1f} mm"
                )
        lines += [f"{path.direction}, {path.control}: {path.message}" for path in self.paths if path.message]
        for check in self.checks:
            lines.append(
                f"{check.id}: demand {1e3 * check.demand:.1f} mm, capacity {1e3 * check.capacity:.1f} mm, "
                f"ratio {check.ratio:.3g}" + ("" if check.votes else ", does not decide")
            )
        return "\n".join(lines)
