"""CalculiX as a second opinion: a mesh written for it, run as a program where it is installed, its frequencies read."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from pirqa.errors import ComputationError, MissingProgramError
from pirqa.fe.structure import Structure
from pirqa.model.polyhedron import FloatArray

__all__ = ["PROGRAM", "ccx_frequencies", "ccx_input", "ccx_version"]

PROGRAM = shutil.which("ccx")
_KINDS = {"plain": "C3D8", "incompatible": "C3D8I", "quadratic": "C3D20"}


def ccx_version() -> str:
    """As the program tells it."""
    if PROGRAM is None:
        raise MissingProgramError("CalculiX (ccx) is not on this machine: install the package calculix-ccx")
    told = subprocess.run([PROGRAM, "-v"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"Version\s+(\S+)", told)
    return found[1] if found else "unknown"


def ccx_frequencies(structure: Structure, modes: int) -> FloatArray:
    """The lowest frequencies that CalculiX finds on the same mesh [Hz], shape (modes,)."""
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
    """The input of CalculiX: fixed at the base, no springs or struts."""
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
