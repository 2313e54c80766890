"""The largest response to a design spectrum, mode by mode, and all modes together."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pirqa.fe.modal import NodeModes
from pirqa.fe.options import Combination
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import DesignSpectrum

__all__ = ["Response", "correlation", "respond"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Response:
    """Largest shifts and base shears that a spectrum asks for."""

    spectrum: str
    """Key of the code."""
    direction: str
    combination: Combination
    acceleration: FloatArray
    """Of each mode [m/s2], shape (m,)."""
    shear: FloatArray
    """Base shear of each mode along the shaking [N], shape (m,)."""
    base_shear: float
    """All modes together [N]."""
    shift: FloatArray
    """Largest shift of each node, no sign [m], shape (n, 3)."""
    mass_share: float
    """Of the moving mass that the modes take along; what is missing is not in the response."""


def correlation(frequency: FloatArray, damping: float) -> FloatArray:
    """ρ of neighbouring modes of equal damping, shape (m, m) (Der Kiureghian 1981; EN 1998-1 names CQC)."""
    ratio = frequency[None, :] / frequency[:, None]
    above = 8.0 * damping**2 * (1.0 + ratio) * ratio**1.5
    below = (1.0 - ratio**2) ** 2 + 4.0 * damping**2 * ratio * (1.0 + ratio) ** 2
    return np.asarray(np.where(below > 0.0, above / np.where(below > 0.0, below, 1.0), np.eye(len(frequency))))


def respond(
    modes: NodeModes,
    spectrum: DesignSpectrum,
    *,
    direction: str,
    combination: Combination,
    damping: float,
    behaviour_factor: float = 1.0,
) -> Response:
    """Modes of unit mass move by Γ S_a/ω²; they are combined where they act, not before."""
    axis = AXES.index(direction)
    acceleration = spectrum.acceleration(1.0 / modes.frequency) / behaviour_factor
    pushed = modes.participation[:, axis]
    sway = pushed * acceleration / (2.0 * math.pi * modes.frequency) ** 2
    shear = pushed**2 * acceleration
    together = np.eye(len(shear)) if combination == "srss" else correlation(modes.frequency, damping)
    shift = modes.shape * sway[:, None, None]
    squares = np.einsum("ina,ij,jna->na", shift, together, shift, optimize=True)
    return Response(
        spectrum=spectrum.name,
        direction=direction,
        combination=combination,
        acceleration=np.asarray(acceleration),
        shear=shear,
        base_shear=math.sqrt(max(float(shear @ together @ shear), 0.0)),
        shift=np.sqrt(np.maximum(squares, 0.0)),
        mass_share=float(modes.effective_mass[:, axis].sum()),
    )
