"""What the dynamics stage hands on."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.dynamics.trajectory import Trajectory
from pirqa.model.check import Check
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.shaking.damage import CollapseDefinition, Outcome

__all__ = ["OTHER_DAMPING", "DynamicsResult"]

OTHER_DAMPING = "damping read otherwise"
"""End of the case's name of a run whose damping number was read the other way, for comparison."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DynamicsResult:
    """Every asked action under every end of the joints' properties."""

    runs: tuple[Trajectory, ...]
    outcomes: tuple[Outcome, ...]
    """Of each run: which stones fell and when, and what collapse that is."""
    table: Table
    """A row for each run: action, case, outcome (class of collapse), fallen stones, peaks, residuals, slip, opening,
    ledger, properties used (SI)."""
    struts: Table
    """A row for each run and strut: largest pull and push (SI)."""
    damage: CollapseDefinition
    """When stones counted as fallen, and the wall as collapsed."""
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def __str__(self) -> str:
        head = f"{'action':<18}{'case':<24}{'outcome':<11}{'peak mm':>9}{'lasting mm':>12}{'shear/W':>9}{'energy':>9}"
        lines = (
            f"{row['action'][:17]:<18}{row['case'][:23]:<24}{row['outcome']:<11}{1e3 * row['peak']:>9.2f}"
            f"{1e3 * row['residual']:>12.3f}{row['shear_ratio']:>9.3f}{row['ledger_error']:>9.1e}"
            f"{'' if row['reliable'] else '  NOT RELIABLE'}"
            for row in self.table.rows()
        )
        return "\n".join((head, *lines))
