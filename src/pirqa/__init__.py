"""pirqa takes a stone wall from its survey to a seismic verdict.

Every public name has one import path: the nouns and ``assess`` here, each method in its room (``pirqa.statics``).
Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pirqa.version import __version__

if TYPE_CHECKING:
    from pirqa import dynamics, motion, statics, survey
    from pirqa.assessment import assess
    from pirqa.experiments import shaking
    from pirqa.model import (
        Backfill,
        Contact,
        Envelope,
        JointProperties,
        Material,
        Polyhedron,
        Site,
        Stone,
        Support,
        Wall,
        Zone,
    )
    from pirqa.project import read_project, read_results
    from pirqa.units import quantity

_ROOMS = {name: f"pirqa.{name}" for name in ("dynamics", "motion", "statics", "survey")} | {
    "shaking": "pirqa.experiments.shaking"
}
_HOMES = {
    "assess": "pirqa.assessment",
    "quantity": "pirqa.units",
    "read_project": "pirqa.project",
    "read_results": "pirqa.project",
    **dict.fromkeys(
        (
            *("Backfill", "Contact", "Envelope", "JointProperties", "Material", "Polyhedron"),
            *("Site", "Stone", "Support", "Wall", "Zone"),
        ),
        "pirqa.model",
    ),
}

__all__ = [
    "Backfill",
    "Contact",
    "Envelope",
    "JointProperties",
    "Material",
    "Polyhedron",
    "Site",
    "Stone",
    "Support",
    "Wall",
    "Zone",
    "__version__",
    "assess",
    "dynamics",
    "motion",
    "quantity",
    "read_project",
    "read_results",
    "shaking",
    "statics",
    "survey",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return importlib.import_module(_ROOMS[name])
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'pirqa' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
