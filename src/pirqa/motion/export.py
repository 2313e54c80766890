"""Motions as files for other programs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from pirqa.errors import RecordError, did_you_mean
from pirqa.model.ground_motion import GroundMotion
from pirqa.units import STANDARD_GRAVITY


def _heading(motion: GroundMotion, component: int) -> str:
    """Return the name of a component in a file; its number where no more is known, so that no file states more."""
    direction = motion.directions[component]
    return str(component + 1) if direction.known_by == "order" else direction.name


def _two_columns(motion: GroundMotion, component: int) -> str:
    rows = zip(motion.times.tolist(), motion.acceleration[:, component].tolist(), strict=True)
    head = f"t(s) {_heading(motion, component)}(m/s2)\n"
    return head + "".join(f"{time:.10g} {value:.9e}\n" for time, value in rows)


def _peer(motion: GroundMotion, component: int) -> str:
    """The layout of PEER's .AT2: four lines of header, five values a line, in g."""
    values = motion.acceleration[:, component] / STANDARD_GRAVITY
    direction = _heading(motion, component)
    lines = [
        "PIRQA GROUND MOTION, NOT A PEER RECORD",
        f"{motion.origin.event or motion.name}, {motion.origin.station or motion.origin.file}, {direction}",
        "ACCELERATION TIME SERIES IN UNITS OF G",
        f"NPTS= {len(values):6d}, DT= {motion.step:.10g} SEC",
    ]
    rows = (values[start : start + 5].tolist() for start in range(0, len(values), 5))
    lines += ["".join(f"{value:16.8E}" for value in row) for row in rows]
    return "\n".join(lines) + "\n"


def _csv(motion: GroundMotion) -> str:
    """Time, then acceleration, velocity and displacement of every component."""
    parts = (("m/s2", "", motion.acceleration), ("m/s", "_v", motion.velocity), ("m", "_d", motion.displacement))
    headings = [_heading(motion, component) for component in range(len(motion.directions))]
    names = [f"{heading}{tail} [{unit}]" for unit, tail, _ in parts for heading in headings]
    table = np.column_stack([motion.times, *(values for _, _, values in parts)])
    lines = [",".join(["t [s]", *names])]
    lines += [",".join(f"{value:.10g}" for value in row) for row in table.tolist()]
    return "\n".join(lines) + "\n"


WRITERS: dict[str, tuple[str, Callable[[GroundMotion, int], str] | None]] = {
    "columns": (".txt", _two_columns),
    "peer": (".AT2", _peer),
    "csv": (".csv", None),
}
"""What a motion can be written as: suffix, and writer of one component; CSV holds them all."""


def export_motion(motion: GroundMotion, folder: Path, *, format: str) -> dict[Path, str]:
    """Texts of the files that hold ``motion``, by path in ``folder``."""
    if format not in WRITERS:
        raise RecordError(f'there is no format "{format}" to export to: {did_you_mean(format, WRITERS)}')
    suffix, write = WRITERS[format]
    if write is None:
        return {folder / f"{motion.name}{suffix}": _csv(motion)}
    return {
        folder / f"{motion.name}_{direction.name}{suffix}": write(motion, index)
        for index, direction in enumerate(motion.directions)
    }
