"""Options of a screening that are not the codes'."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ScreeningOptions"]


@dataclass(frozen=True, kw_only=True)
class ScreeningOptions:
    """Options of a screening, beside those of the codes."""

    fill_thrust: Literal["seismic", "static"] = "seismic"
    """Thrust of a fill: with ¾ kh of Seed and Whitman as the load grows, or as without an earthquake."""
