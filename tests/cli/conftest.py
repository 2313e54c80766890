"""Projects that the commands are run on."""

from __future__ import annotations

from pathlib import Path

import pytest

_HEAD = """
format = 1
analyses = ["survey"]

[project]
name = "{name}"

[materials.stone]
unit_weight = "23 kN/m3"

[base]
kind = "{base}"
friction_angle = "30 deg"

[joints]
friction_angle = "{friction}"
normal_stiffness = "{stiffness}"
damping_ratio = {damping}

[survey]
thickness = "{thickness}"
{survey}
[survey.generate]
pattern = "running_bond"
length = "{length}"
height = "{height}"
courses = 3
unit_length = "{unit_length}"
"""
_SHAKING = """
[motion.signals.sine.sine]
amplitude = "{0}"
frequency = "{1}"
duration = "{2}"

[dynamics.simulation]
free = "{3}"
"""
_BOXES = {
    "name": "Boxes",
    "base": "blocks",
    "friction": "30 deg",
    "stiffness": "2e8 N/m3",
    "damping": "0.2",
    "thickness": "0.5 m",
    "survey": 'fixed = "base"\n',
    "length": "2 m",
    "height": "1 m",
    "unit_length": "1 m",
}


def boxes(shaking: tuple[str, str, str, str] | None = None, **changes: str) -> str:
    """Return a project of a wall of boxes; ``shaking``: amplitude, frequency, duration of a sine, and free time."""
    return _HEAD.format(**{**_BOXES, **changes}) + ("" if shaking is None else _SHAKING.format(*shaking))


@pytest.fixture
def project(request, tmp_path) -> Path:
    """Return the path of a file with the text ``PROJECT`` of the test's module."""
    path = tmp_path / "wall.toml"
    path.write_text(request.module.PROJECT, encoding="utf-8")
    return path
