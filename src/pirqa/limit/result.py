"""Result of the limit stage."""

from __future__ import annotations

from dataclasses import dataclass

from pirqa.model.check import Check
from pirqa.model.mechanism import Mechanism
from pirqa.model.remark import Remark

__all__ = ["LimitResult"]


@dataclass(frozen=True, kw_only=True, eq=False)
class LimitResult:
    """The mechanisms that were tried, the one that starts first coming first."""

    mechanisms: tuple[Mechanism, ...]
    checks: tuple[Check, ...] = ()
    """Whether the wall stands without any earthquake (gravity), and starts to move in that of the site (onset)."""
    remarks: tuple[Remark, ...] = ()

    def __str__(self) -> str:
        lines = [f"{len(self.mechanisms)} mechanisms: what starts each, and how far it goes"]
        for item in self.mechanisms:
            reach = "" if item.curve is None else f", d0* {item.curve.ultimate_spectral_displacement:.3f} m"
            lines.append(f"  {item.name:<32} α0 {item.multiplier:.4f}, e* {item.mass_fraction:.3f}{reach}")
        return "\n".join(lines)
