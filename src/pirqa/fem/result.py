"""What finite elements tell of a wall: one or several models of it, side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pirqa.fem.elements import BrickKind
from pirqa.fem.mesh import Mesh
from pirqa.fem.options import MAIN_MODEL
from pirqa.model.modes import AXES, Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark


@dataclass(frozen=True, kw_only=True, eq=False)
class SpectrumResponse:
    """What a design spectrum asks of the model."""

    spectrum: str
    """Key of the code."""
    direction: str
    combination: str
    acceleration: FloatArray
    """Of each mode [m/s2], shape (m,)."""
    shear: FloatArray
    """Base shear of each mode [N], shape (m,)."""
    base_shear: float
    """All modes together [N]."""
    top_shift: float
    """Largest shift of any node in the direction of the shaking [m]."""
    mass_share: float
    """Of the moving mass that the modes take along."""
    node_shift: NDArray[np.float32]
    """Largest shift of each node along, across and up, no sign [m], shape (n, 3)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class FeModelResult:
    """One model: its mesh, its modes, its rest."""

    name: str
    """Key of the model; empty for the one that [fe] describes."""
    label: str
    element: BrickKind
    solver: str
    mesh: Mesh
    youngs_modulus: FloatArray
    """Of each zone of the mesh [Pa], shape (zones,)."""
    springs: FloatArray
    """Where point springs hold it [m], shape (k, 3)."""
    struts: FloatArray
    """Both ends of each strut [m], shape (k, 6)."""
    bedded: bool
    """Whether it stands on elastic ground."""
    freedoms: int
    """Degrees of freedom."""
    least_jacobian: float
    """Scaled Jacobian of the poorest brick."""
    largest_aspect: float
    poor: int
    """Bricks that are poor."""
    frequency: FloatArray
    """[Hz], shape (m,)"""
    node_shape: NDArray[np.float32]
    """Shifts of the nodes, largest 1: along, across, up in the first mode, then in the next …, shape (n, 3 m)."""
    participation: FloatArray
    """Γ of shapes whose largest number is 1, of a base that shakes along, across, up, shape (m, 3)."""
    effective_mass: FloatArray
    """Share of the moving mass, shape (m, 3)."""
    damping: float
    """Of every mode, as assumed."""
    mass: float
    """All of it [kg]."""
    points: Modes
    """The same modes at the points that were asked for."""
    settlement: float
    """Of the highest shift downwards under its own weight [m]."""
    stress: NDArray[np.float32]
    """In the middle of each brick under its own weight: xx, yy, zz, xy, yz, zx [Pa], shape (e, 6)."""
    responses: tuple[SpectrumResponse, ...] = ()

    def shape(self, mode: int) -> FloatArray:
        """Shifts of the nodes in a mode counted from 0, shape (n, 3)."""
        return np.asarray(self.node_shape[:, 3 * mode : 3 * mode + 3], dtype=np.float64)

    def main(self, axis: str) -> int:
        """Number of the mode that moves most mass along ``axis``."""
        return int(np.argmax(self.effective_mass[:, AXES.index(axis)]))

    @property
    def key(self) -> str:
        """Its name beside others: ``main`` where [fe] itself describes it."""
        return self.name or MAIN_MODEL

    @property
    def head(self) -> str:
        """One line about it."""
        label = f" ({self.label})" if self.label not in ("", self.name) else ""
        return (
            f"{self.key}{label}: {len(self.mesh)} bricks ({self.element}), {self.freedoms} degrees of freedom, "
            f"{self.mass / 1e3:.4g} t, solver {self.solver}"
        )

    def __str__(self) -> str:
        lines = [self.head]
        lines.append(f"{'mode':>4}{'Hz':>10}" + "".join(f"{f'mass {axis} %':>15}" for axis in AXES))
        for index, frequency in enumerate(self.frequency[:10]):
            shares = "".join(f"{100.0 * share:>15.1f}" for share in self.effective_mass[index])
            lines.append(f"{index + 1:>4}{frequency:>10.4g}{shares}")
        return "\n".join(lines)


@dataclass(frozen=True, kw_only=True, eq=False)
class FeResult:
    """All models of the wall; the first is the one that [fe] describes."""

    models: tuple[FeModelResult, ...]
    remarks: tuple[Remark, ...] = ()

    @property
    def main(self) -> FeModelResult:
        """The model that later stages take."""
        return self.models[0]

    def __str__(self) -> str:
        """All models side by side: frequencies, and where most of the moving mass goes."""
        if len(self.models) == 1:
            return str(self.main)
        lines = [model.head for model in self.models]
        lines.append(f"{'mode':>4}" + "".join(f"{f'{model.key} Hz':>20}{'mass':>12}" for model in self.models))
        count = max(len(model.frequency) for model in self.models)
        lines += [f"{index + 1:>4}" + "".join(_told(model, index) for model in self.models) for index in range(count)]
        return "\n".join(lines)


def _told(model: FeModelResult, index: int) -> str:
    if index >= len(model.frequency):
        return f"{'–':>20}{'':>12}"
    shares = model.effective_mass[index]
    axis = int(np.argmax(shares))
    share = f"{100.0 * shares[axis]:.0f} % {AXES[axis]}" if shares[axis] >= 0.005 else "–"
    return f"{model.frequency[index]:>20.4g}{share:>12}"
