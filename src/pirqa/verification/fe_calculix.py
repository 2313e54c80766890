"""Bricks against CalculiX on the same mesh: numbers that it gave are kept here, and it is run where it is installed."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np

from pirqa.fe.build import build
from pirqa.fe.elements.bricks import BrickKind
from pirqa.fe.modal import find_modes
from pirqa.fe.options import FeOptions
from pirqa.fe.structure import Structure
from pirqa.fe.system import assemble
from pirqa.model.polyhedron import FloatArray
from pirqa.verification.calculix import PROGRAM, ccx_frequencies
from pirqa.verification.case import Case, case_of
from pirqa.verification.fe_walls import stepped_wall

__all__ = ["cases", "structure_of"]

_case = functools.partial(case_of, "fe")
_MODES = 10
_SIZE: dict[str, float] = {"plain": 0.5, "quadratic": 1.0, "incompatible": 0.5}
_STORED: dict[str, tuple[float, ...]] = {
    "plain": (
        6.31657077,
        8.72980894,
        15.2145158,
        16.4529651,
        16.5390552,
        19.8379279,
        26.4040113,
        30.2349867,
        32.2788041,
        33.8085822,
    ),
    "quadratic": (
        5.93912213,
        8.36556594,
        14.3447534,
        15.1764165,
        16.4398659,
        18.7869787,
        23.9854473,
        29.0056904,
        32.0399931,
        33.3636481,
    ),
    "incompatible": (
        5.94908957,
        8.41329972,
        14.4459437,
        15.2105346,
        16.472206,
        18.8305858,
        24.0292289,
        28.9835397,
        31.869608,
        33.2896067,
    ),
}
"""What CalculiX 2.20 found for the wall with a taper and a step [Hz]."""

_MASSES = (26519.09, 0.0, 450.1898, 20038.17, 0.0, 0.0, 0.0, 91.90141, 1733.178, 0.0)
"""Effective masses across that it found with plain bricks [kg]."""
_MOVING = 66816.90
"""Its total effective mass [kg]."""


def cases() -> Iterator[Case]:
    """All of this file."""
    told = "and run now" if PROGRAM is not None else "not installed here: against its stored numbers"
    compared: tuple[tuple[BrickKind, str, float, bool], ...] = (
        ("plain", "c3d8", 1e-3, False),
        ("quadratic", "c3d20", 1e-3, False),
        ("incompatible", "c3d8i", 0.03, True),
    )
    for kind, name, tolerance, shown in compared:
        why = "the same functions and integration points: to the digits that CalculiX prints, with room for versions"
        other = "its incompatible modes are of another kind; on finer meshes both come to the same"
        yield _case(
            f"fe.calculix.{name}", f"largest difference of {_MODES} frequencies of a wall with a taper and a step, "
            f"bricks of kind {kind}", "", f"CalculiX 2.20 {name.upper()} on the identical mesh", 0.0,
            {"max": tolerance}, other if shown else why, functools.partial(_apart, kind), f"CalculiX: {told}",
            compare_only=shown,
        )  # fmt: skip
    yield _case(
        "fe.calculix.effective_mass", f"largest difference of the {_MODES} modes' effective masses across, and of all "
        "the mass that moves, over the latter", "", "CalculiX 2.20 C3D8 on the identical mesh, its stored numbers", 0.0,
        {"max": 1e-6}, "the seven digits that CalculiX prints", _masses_apart,
    )  # fmt: skip


def _masses_apart() -> float:
    modes = find_modes(assemble(structure_of("plain")), _MODES)
    apart = np.abs(modes.effective_mass[:, 1] * modes.moving_mass - np.array(_MASSES)).max()
    return float(max(apart, abs(modes.moving_mass - _MOVING)) / _MOVING)


def structure_of(kind: BrickKind) -> Structure:
    """The wall that both programs see."""
    return build(stepped_wall(), FeOptions(size=_SIZE[kind], element=kind))


def _ours(kind: BrickKind) -> FloatArray:
    return find_modes(assemble(structure_of(kind)), _MODES).frequency


def _apart(kind: BrickKind) -> float:
    ours = _ours(kind)
    theirs = [np.array(_STORED[kind])]
    if PROGRAM is not None:
        theirs.append(ccx_frequencies(structure_of(kind), _MODES))
    return float(max(np.abs(ours / other - 1.0).max() for other in theirs))
