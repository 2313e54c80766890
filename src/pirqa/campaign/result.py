"""What a sweep hands on."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.campaign.critical import FirstToGo
from pirqa.campaign.summary import RunSummary
from pirqa.model.check import Check
from pirqa.model.remark import Remark
from pirqa.model.table import Table
from pirqa.shaking.damage import CollapseDefinition
from pirqa.units import STANDARD_GRAVITY

__all__ = ["ExpectedLevel", "SweepResult"]


@dataclass(frozen=True, kw_only=True)
class ExpectedLevel:
    """A peak acceleration that somebody expects at the wall's foot."""

    name: str
    """As the file calls it; ``site``, or the key of a code, where it comes from there."""
    origin: str
    """``demand``, ``site`` or ``code``."""
    given: float
    """[m/s2]"""
    ground: str
    """``surface`` or ``rock``, where it is meant."""
    level: float
    """At the surface, which is run [m/s2]."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SweepResult:
    """Every motion at every level, under every end of the joints' properties."""

    levels: tuple[float, ...]
    """As asked for [m/s2]; those of what is expected are run beside them."""
    motions: tuple[str, ...]
    cases: tuple[str, ...]
    runs: tuple[RunSummary, ...]
    table: Table
    """A row for each run: motion, case, level, class of collapse, fallen stones, residual and its stone, peaks,
    rotation, opening, slip, base reaction (SI)."""
    points: Table
    """A row for each run and control point: largest and lasting displacement relative to the base (SI)."""
    stones: Table
    """A row for each stone: runs in which it was lost or moved, from which level, largest residual (SI)."""
    first: FirstToGo
    expected: tuple[ExpectedLevel, ...]
    damage: CollapseDefinition
    residual_limit: float
    """Lasting displacement of a stone that is damage [m]."""
    half_thickness: float
    """Of the wall's thinnest section at its foot [m]."""
    checks: tuple[Check, ...]
    remarks: tuple[Remark, ...]

    def run(self, motion: str, level: float, case: str = "") -> RunSummary:
        """One of the runs."""
        return next(
            run
            for run in self.runs
            if (run.motion, run.case) == (motion, case) and abs(run.level - level) < 1e-6 * level
        )

    def __str__(self) -> str:
        blocks = []
        for case in self.cases:
            head = "".join(f"{name[:22]:>24}" for name in self.motions)
            lines = [f"lasting displacement (mm), its stone{f', {case}' if case else ''}", f"{'level':<9}{head}"]
            levels = sorted({run.level for run in self.runs if run.case == case})
            for level in levels:
                cells = (self._cell(motion, level, case) for motion in self.motions)
                lines.append(f"{f'{level / STANDARD_GRAVITY:.4g} g':<9}{''.join(f'{cell:>24}' for cell in cells)}")
            blocks.append("\n".join(lines))
        return "\n".join([*blocks, str(self.first)])

    def _cell(self, motion: str, level: float, case: str) -> str:
        run = self.run(motion, level, case)
        if run.failed:
            return "failed"
        doubt = "" if run.reliable and (run.at_rest or run.falls) else " ?"
        if run.falls:
            return f"{run.collapse}, {len(run.falls)} fell{doubt}"
        worst = int(run.residual_size.argmax())
        return f"{1e3 * float(run.residual_size[worst]):.2f} ({run.stones[worst]}){doubt}"
