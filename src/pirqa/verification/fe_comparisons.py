"""Finite elements: CalculiX on the same mesh, and the frequencies of the Chokepukio paper's models.

The paper gives 20 m by 9 m, thicknesses and the level of the step; the drawings of its models are not published. The
frequencies of its Table 2 do not follow from these numbers: they need a wall that is shorter, held at its ends, or
thicker at its base.
"""

from __future__ import annotations

import math
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from pirqa.errors import ComputationError, MissingProgramError
from pirqa.fem.build import build
from pirqa.fem.elements import BrickKind
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.options import FeOptions, FeSpring, FeStrut, RearWall
from pirqa.fem.structure import Structure
from pirqa.fem.system import assemble
from pirqa.model import Envelope, JointProperties, Material, Support, Wall, Zone
from pirqa.model.modes import AXES
from pirqa.model.polyhedron import FloatArray
from pirqa.verification.case import Case
from pirqa.verification.fe_elements import stepped_wall

_case = partial(Case, group="fe")
_PLACE = 51


PROGRAM = shutil.which("ccx")
_KINDS = {"plain": "C3D8", "incompatible": "C3D8I", "quadratic": "C3D20"}


def ccx_version() -> str:
    """Return the version that the program states."""
    if PROGRAM is None:
        raise MissingProgramError("CalculiX (ccx) is not on this machine: install the package calculix-ccx")
    told = subprocess.run([PROGRAM, "-v"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Version\s+(\S+)", told)
    return found[1] if found else "unknown"


def ccx_frequencies(structure: Structure, modes: int) -> FloatArray:
    """Return the lowest frequencies by CalculiX on the same mesh [Hz], shape (modes,)."""
    if PROGRAM is None:
        raise MissingProgramError("CalculiX (ccx) is not on this machine: install the package calculix-ccx")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "wall.inp").write_text(ccx_input(structure, modes), encoding="ascii")
        run = subprocess.run([PROGRAM, "wall"], cwd=folder, capture_output=True, text=True, check=False)
        told = Path(folder) / "wall.dat"
        if run.returncode != 0 or not told.exists():
            raise ComputationError(f"CalculiX failed: {run.stdout[-500:]}")
        rows = re.findall(r"^\s+\d+\s+(\S+)\s+(\S+)\s+(\S+)\s+\S+\s*$", told.read_text(), flags=re.MULTILINE)
    return np.asarray(np.sqrt(np.array([float(row[0]) for row in rows[:modes]])) / (2.0 * np.pi))


def ccx_input(structure: Structure, modes: int) -> str:
    """Return the input of CalculiX: fixed at the base, no springs or struts."""
    return "\n".join(_lines(structure, modes)) + "\n"


def _lines(structure: Structure, modes: int) -> Iterator[str]:
    mesh = structure.mesh
    yield "*NODE, NSET=ALL"  # ccx reads the first 20 characters of a number
    for number, (x, y, z) in enumerate(mesh.nodes.tolist(), 1):
        yield f"{number}, {x:.12e}, {y:.12e}, {z:.12e}"
    for index, zone in enumerate(mesh.zones):
        chosen = np.flatnonzero(mesh.zone == index)
        if not len(chosen):
            continue
        yield f"*ELEMENT, TYPE={_KINDS[structure.kind]}, ELSET=Z{index}"
        for number in chosen.tolist():
            names = [str(node + 1) for node in mesh.bricks[number].tolist()]
            # lines of at most 16 entries, the first one with the element's number
            yield ", ".join([str(number + 1), *names[:10]]) + ("," if len(names) > 10 else "")
            if len(names) > 10:
                yield ", ".join(names[10:])
        solid = structure.solids[zone]
        yield f"*MATERIAL, NAME=M{index}\n*ELASTIC\n{solid.youngs_modulus:.12e}, {solid.poisson_ratio:.12e}"
        yield f"*DENSITY\n{solid.density:.12e}\n*SOLID SECTION, ELSET=Z{index}, MATERIAL=M{index}"
    yield "*NSET, NSET=FOOT"
    yield from (f"{node + 1}," for node in structure.foot.tolist())
    yield f"*BOUNDARY\nFOOT, 1, 3\n*STEP\n*FREQUENCY\n{modes}\n*NODE FILE\nU\n*END STEP"


# ---- frequencies of CalculiX ----

_MODES = 10
_SIZE: dict[str, float] = {"plain": 0.5, "quadratic": 1.0, "incompatible": 0.5}
_STORED: dict[str, tuple[float, ...]] = {
    "plain": (6.31657077, 8.72980894, 15.2145158, 16.4529651, 16.5390552, 19.8379279, 26.4040113, 30.2349867,
        32.2788041, 33.8085822),
    "quadratic": (5.93912213, 8.36556594, 14.3447534, 15.1764165, 16.4398659, 18.7869787, 23.9854473, 29.0056904,
        32.0399931, 33.3636481),
    "incompatible": (5.94908957, 8.41329972, 14.4459437, 15.2105346, 16.472206, 18.8305858, 24.0292289, 28.9835397,
        31.869608, 33.2896067),
}  # fmt: skip
"""Frequencies by CalculiX 2.20 of the wall with a taper and a step [Hz]."""

_MASSES = (26519.09, 0.0, 450.1898, 20038.17, 0.0, 0.0, 0.0, 91.90141, 1733.178, 0.0)
"""Effective masses across that it found with plain bricks [kg]."""
_MOVING = 66816.90
"""Its total effective mass [kg]."""


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    yield from _calculix()
    yield from _chokepukio()


def _calculix() -> Iterator[Case]:
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
        yield _case(f"fe.calculix.{name}",
            f"largest difference of {_MODES} frequencies of a wall with a taper and a step, bricks of kind {kind}", "",
            f"CalculiX 2.20 {name.upper()} on the identical mesh", 0.0, {"max": tolerance}, other if shown else why,
            partial(_apart, kind), f"CalculiX: {told}", compare_only=shown)  # fmt: skip
    yield _case("fe.calculix.effective_mass", f"largest difference of the {_MODES} modes' effective masses across, and "
        "of all the mass that moves, over the latter", "", "CalculiX 2.20 C3D8 on the identical mesh, its stored "
        "numbers", 0.0, {"max": 1e-6}, "the seven digits that CalculiX prints", _masses_apart)  # fmt: skip


def _masses_apart() -> float:
    modes = find_modes(assemble(structure_of("plain")), _MODES)
    apart = np.abs(modes.effective_mass[:, 1] * modes.moving_mass - np.array(_MASSES)).max()
    return float(max(apart, abs(modes.moving_mass - _MOVING)) / _MOVING)


def structure_of(kind: BrickKind) -> Structure:
    """Return the wall of both programs."""
    return build(stepped_wall(), FeOptions(size=_SIZE[kind], element=kind))


def _ours(kind: BrickKind) -> FloatArray:
    return find_modes(assemble(structure_of(kind)), _MODES).frequency


def _apart(kind: BrickKind) -> float:
    ours = _ours(kind)
    theirs = [np.array(_STORED[kind])]
    if PROGRAM is not None:
        theirs.append(ccx_frequencies(structure_of(kind), _MODES))
    return float(max(np.abs(ours / other - 1.0).max() for other in theirs))


# ---- the Chokepukio paper's models ----

_TABLE = {
    "model_1": (2.67, 4.81, 5.94, 6.67),
    "model_2": (2.72, 5.06, 6.36, 7.58),
    "model_3": (2.40, 4.32, 5.95, 7.41),
}
"""Table 2: two walls and struts, one wall and springs, one wall alone [Hz]."""
_MEASURED = (1.98, 3.19, 4.39, 5.08)
_PLACES = (5.0, 10.0, 15.0)
_LEVEL = 4.82
"""Level of the struts above the base, read off Table 5 [m]; their places along the wall are not published."""


def _wall(length: float, left: float, right: float, lower: float, upper: float, weight: float) -> Wall:
    door = 0.4 * length
    return Wall(
        envelope=Envelope(
            zones=(
                Zone(name="left", material="lower", bottom=0.0, top=6.1, thickness=left, front=right - left, end=door),
                Zone(name="right", material="lower", bottom=0.0, top=6.1, thickness=right, start=door),
                Zone(name="top", material="upper", bottom=6.1, top=9.0, thickness=0.5),
            ),
            length=length,
        ),
        materials={
            "lower": Material(unit_weight=weight, youngs_modulus=lower),
            "upper": Material(unit_weight=weight, youngs_modulus=upper),
        },
        support=Support(kind="rock", friction_angle=math.radians(30)),
        joints=JointProperties(friction_angle=math.radians(30)),
    )


def published_wall() -> Wall:
    """The wall of the text with the moduli of Table 4."""
    return _wall(20.0, 1.2, 1.5, 579.7e6, 210.1e6, 25.3e3)


@cache
def _frequencies(model: str, length: float = 20.0, left: float = 1.2, right: float = 1.5) -> tuple[float, ...]:
    """The first four that move the front wall across [Hz]."""
    calibrated = model == "calibrated"
    wall = _wall(
        length,
        left,
        right,
        579.7e6 if calibrated else 8e8,
        210.1e6 if calibrated else 8e8,
        25.3e3 if calibrated else 25.5e3,
    )
    options = FeOptions(size=1.0, modes=16)
    if model == "model_1":
        strut = {str(x): FeStrut(along=x, level=_LEVEL, diameter=0.1, youngs_modulus=15e9) for x in _PLACES}
        options = FeOptions(size=1.0, rear_wall=RearWall(gap=1.0), struts=strut)
    if model == "model_2":
        spring = {str(x): FeSpring(along=x, level=_LEVEL, stiffness=118e6) for x in _PLACES}
        options = FeOptions(size=1.0, springs=spring)
    structure = build(wall, options)
    modes = find_modes(assemble(structure), 12)
    front = structure.mesh.nodes[:, 1] <= right + 1e-6
    moved = (modes.shape[:, front] ** 2).sum(axis=1)
    # of two walls on struts, modes that the front wall takes part in and that are not the other's alone
    share = moved[:, AXES.index("across")] / (modes.shape**2).sum(axis=(1, 2))
    chosen = [float(value) for value, part in zip(modes.frequency, share, strict=True) if part > 0.3]
    return tuple(chosen[:4])


def _chokepukio() -> Iterator[Case]:
    """All of this file."""
    note = (
        "The text's dimensions do not give the paper's frequencies: f2/f1 of a free wall of 20 m is 1.27, of Table 2 "
        "1.80. A shorter effective length, held ends or a base of 1.5 to 1.8 m would be needed."
    )
    for model, printed in _TABLE.items():
        for number, expected in enumerate(printed, 1):
            yield _case(f"chokepukio.fe.{model}.f{number}", f"frequency {number} of the paper's "
                f"{model.replace('_', ' ')}", "Hz", "Chokepukio paper, Table 2: E = 800 MPa", expected, {"rel": 0.1},
                "shown beside the paper's", partial(lambda model, index: _frequencies(model)[index], model, number - 1),
                note, compare_only=True)  # fmt: skip
    for number, expected in enumerate(_MEASURED, 1):
        yield _case(f"chokepukio.fe.calibrated.f{number}", f"measured frequency {number}, our model with the "
            "calibrated moduli", "Hz", "Chokepukio paper, Tables 1 and 4", expected, {"rel": 0.1},
            "shown beside the measured", partial(lambda index: _frequencies("calibrated")[index], number - 1),
            note, compare_only=True)  # fmt: skip
    for number, expected in enumerate(_TABLE["model_3"], 1):
        yield _case(f"chokepukio.fe.shorter.f{number}",
            f"frequency {number} of model 3 if the wall were 10 m long and 1.5 to " "1.8 m thick at its base", "Hz",
            "Chokepukio paper, Table 2", expected, {"rel": 0.1}, "a fit of the geometry, not a finding: shown",
            partial(lambda index: _frequencies("model_3", 10.0, 1.5, 1.8)[index], number - 1), note,
            compare_only=True)  # fmt: skip
