"""The energy ledger: whether a run can be trusted.

What the base and gravity bring must be found again as motion, as elastic energy of the joints, or as spent by friction,
damping, opening and yielding. Elastic energy is a function of the joints' state and kinetic energy one of the stones';
what is spent is counted step by step. The ledger shows errors of the stepping, and of forces that are not what the
elastic energy asks for; a wrong law of friction would close as well.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pirqa.model.polyhedron import FloatArray

ENERGIES = ("kinetic", "elastic", "friction", "damping", "opening", "struts", "base", "gravity")
"""Columns of ``Log.energy``; ``base`` and ``gravity`` bring energy, the others hold or spend it."""
CLOSING_LIMIT = 1e-3
"""Residual over the largest of base work, gravity work and peak kinetic energy; above it a run is unreliable."""
PARTED_LIMIT = 1e-2
"""The same of a run in which stones have left joints: they strike each other with corners and edges."""

_ROUNDING = 1e-4
"""Part of the elastic energy below which nothing can be told."""


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """Energies at the end of a run or a phase [J], and how well they close."""

    kinetic: float
    elastic: float
    friction: float
    damping: float
    opening: float
    """Lost where joints opened or bonds tore."""
    struts: float
    """Spent by yielding struts, ties and soil; less than nothing where soil follows a wall that leaves it."""
    base: float
    """Work of the base on the wall."""
    gravity: float
    """Work of gravity, the fall of potential energy."""
    residual: float
    """Largest difference between what was brought and what was found, over the run."""
    scale: float
    """Largest of base work, gravity work and kinetic energy on the way."""
    parted: bool
    """Whether stones have left joints on the way."""

    @property
    def error(self) -> float:
        """Residual over scale [-]."""
        return self.residual / self.scale if self.scale > 0.0 else 0.0

    @property
    def limit(self) -> float:
        """Error above which the run is unreliable [-]."""
        return PARTED_LIMIT if self.parted else CLOSING_LIMIT

    @property
    def closes(self) -> bool:
        """Whether the run can be trusted."""
        return self.error <= self.limit


def ledger_of(energy: FloatArray, *, parted: bool = False) -> Ledger:
    """Ledger of a run whose rows of energies are ``energy``, counted from the first row.

    ``parted``: stones have left joints on the way.
    """
    table = energy - energy[0]
    table[:, 0] = energy[:, 0]  # motion at the start was brought, but from outside
    start = energy[0, 0]
    found = table[:, :6].sum(axis=1) - start
    brought = table[:, 6] + table[:, 7]
    residual = np.abs(found - brought)
    last = dict(zip(ENERGIES, table[-1].tolist(), strict=True))
    sizes = [float(np.abs(table[:, 6]).max()), float(np.abs(table[:, 7]).max()), float(energy[:, 0].max())]
    # a wall that only stands gains and loses nothing but the last digits of its elastic energy
    scale = max(*sizes, _ROUNDING * float(energy[:, 1].max()))
    return Ledger(residual=float(residual.max()), scale=scale, parted=parted, **last)
