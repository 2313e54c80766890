"""What a stage repaired, assumed or noticed on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Remark", "RemarkKind"]

RemarkKind = Literal["repair", "assumption", "warning"]
"""``repair``: something was changed; ``assumption``: something was not in the file; ``warning``: look at this."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """Something that the reader of the report must know about the survey or the records."""

    kind: RemarkKind
    key: str
    """Key of its words in the report's word files, ``remark.<key>``."""
    stones: tuple[str, ...] = ()
    count: int = 0
    amount: float = 0.0
    """How much was changed, in ``unit``."""
    unit: str = ""
    """SI unit of the amount, or nothing."""
    stated: float | None = None
    """What the file says, in ``unit``, where the amount is what was found instead."""
    place: tuple[float, ...] = ()
    """Where: (x, z) [m]; empty if everywhere."""
    text: str = ""
    """A name out of the file: a layer, an entity."""
