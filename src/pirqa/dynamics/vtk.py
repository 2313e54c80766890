"""A run for ParaView: the stones, and the joints between them, as series of VTK's XML files.

Each state is one .vtu file; ``stones.pvd`` and ``joints.pvd`` say which belongs to which time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from numpy.typing import NDArray

from pirqa.dynamics.faces import FacePair, face_pairs
from pirqa.dynamics.history import whole_folder
from pirqa.dynamics.trajectory import Trajectory, turn_by
from pirqa.errors import OptionsError, ResultsError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.survey.facets import split_concave
from pirqa.survey.formats.vtu import block, data_array, face_stream, text_array

_POLYGON, _POLYHEDRON = 7, 42
_OURS = {".vtu", ".pvd"}


@dataclass(frozen=True, kw_only=True, eq=False)
class _Mesh:
    """Cells that move with stones: what stays the same in every file of a series."""

    corners: FloatArray
    """In the drawing [m], shape (n, 3)."""
    stones: NDArray[np.intp]
    """Number of the stone that carries each corner, shape (n,)."""
    count: int
    """Cells."""
    cells: tuple[str, ...]
    """The lines of the block ``Cells``."""


def write_vtk_series(trajectory: Trajectory, wall: Wall, folder: str | Path, *, every: int = 1) -> Path:
    """Write every ``every``-th state of a run, and the last, into ``folder``; what an older run left there is replaced.

    Stones carry their number (from 1), displacement and residual [m], rotation [rad]; joints their number, normal and
    shear force [N], slip and opening [m], and the area that bears pressure [m2].
    """
    folder = Path(folder)
    if every < 1:
        raise OptionsError(f"every must be 1 or more, not {every}")
    if tuple(stone.name for stone in wall.stones) != trajectory.stones:
        raise OptionsError("the run is of another wall: its stones have other names")
    check_vtk_folder(folder)
    last = len(trajectory.times) - 1
    states = sorted({*range(0, last + 1, every), last})
    stones, joints = _stone_mesh(wall), _joint_mesh(wall, trajectory)
    words = block("FieldData", [text_array("stone_names", trajectory.stones)])
    try:
        with whole_folder(folder) as home:
            for number, state in enumerate(states):
                for name, mesh, data in (
                    ("stones", stones, _stone_data(trajectory, state)),
                    ("joints", joints, _joint_data(trajectory, state)),
                ):
                    corners = moved_corners(trajectory, mesh.corners, mesh.stones, state)
                    (home / _file(name, number)).write_bytes(_grid(mesh, corners, data, words))
            for name in ("stones", "joints"):
                (home / f"{name}.pvd").write_text(_series(name, trajectory.times[states].tolist()), encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"{folder}: cannot be written: {error.strerror or error}; give another folder") from error
    return folder


def check_vtk_folder(folder: str | Path) -> None:
    """Refuse a folder that holds somebody else's files, before any long work."""
    folder = Path(folder)
    if folder.exists() and not (folder.is_dir() and all(child.suffix in _OURS for child in folder.iterdir())):
        raise ResultsError(f"{folder}: holds other files; give an empty or new folder for the VTK series")


def moved_corners(trajectory: Trajectory, corners: FloatArray, stones: NDArray[np.intp], state: int) -> FloatArray:
    """Where points of the drawing that are tied to ``stones`` are in a state [m], shape (n, 3)."""
    drawn = trajectory.reference - trajectory.settled.displacement
    arm = corners - drawn[stones]
    return np.asarray(trajectory.position[state, stones] + turn_by(trajectory.quaternion[state, stones], arm))


def _stone_mesh(wall: Wall) -> _Mesh:
    # a face that is not convex goes out in triangles: not every viewer fills it rightly
    solids = [(stone.solid, split_concave(stone.solid)) for stone in wall.stones]
    starts = np.cumsum([0, *(len(solid.vertices) for solid, _ in solids)]).tolist()
    faces = [face_stream(shown, start) for (_, shown), start in zip(solids, starts, strict=False)]
    return _Mesh(
        corners=np.concatenate([solid.vertices for solid, _ in solids]),
        stones=np.repeat(np.arange(len(solids)), [len(solid.vertices) for solid, _ in solids]),
        count=len(solids),
        cells=(
            data_array("connectivity", np.arange(starts[-1])),
            data_array("offsets", starts[1:]),
            data_array("types", np.full(len(solids), _POLYHEDRON, dtype=np.uint8)),
            data_array("faces", np.concatenate(faces)),
            data_array("faceoffsets", np.cumsum([len(face) for face in faces])),
        ),
    )


def _joint_mesh(wall: Wall, trajectory: Trajectory) -> _Mesh:
    """Each joint as it was drawn, carried by its first stone."""
    pairs = face_pairs(wall)
    if len(pairs) != len(trajectory.joints):
        raise OptionsError("the run is of another wall: its joints are others")
    rings = [_overlap(pair) for pair in pairs]
    ends = np.cumsum([len(ring) for ring in rings], dtype=np.int64)
    return _Mesh(
        corners=np.concatenate([*rings, np.zeros((0, 3))]),
        stones=np.repeat(
            np.array([pair.body_first for pair in pairs], dtype=np.intp), np.array([len(ring) for ring in rings], int)
        ),
        count=len(rings),
        cells=(
            data_array("connectivity", np.arange(sum(len(ring) for ring in rings))),
            data_array("offsets", ends),
            data_array("types", np.full(len(rings), _POLYGON, dtype=np.uint8)),
        ),
    )


def _overlap(pair: FacePair) -> FloatArray:
    """What the two faces of a joint share [m], shape (n, 3)."""
    first, second = (
        shapely.Polygon((face - pair.origin) @ pair.axes.T) for face in (pair.face_first, pair.face_second)
    )
    shared = shapely.orient_polygons(first.intersection(second))  # both are convex: one polygon
    flat = np.asarray(shapely.get_coordinates(shared))[:-1]
    return np.asarray(pair.origin + flat @ pair.axes)


def _stone_data(trajectory: Trajectory, state: int) -> list[str]:
    return [
        data_array("stone", np.arange(1, len(trajectory.stones) + 1)),
        data_array("displacement", trajectory.displacement[state]),
        data_array("residual", trajectory.residual),
        data_array("rotation", trajectory.rotation[state]),
    ]


def _joint_data(trajectory: Trajectory, state: int) -> list[str]:
    names = ("normal_force", "shear_force", "slip", "opening", "closed_area")
    return [
        data_array("joint", np.arange(1, len(trajectory.joints) + 1)),
        *(data_array(name, getattr(trajectory, name)[state]) for name in names),
    ]


def _grid(mesh: _Mesh, corners: FloatArray, data: Sequence[str], words: Sequence[str]) -> bytes:
    lines = [
        '<?xml version="1.0"?>',
        '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
        "<UnstructuredGrid>",
        *words,
        f'<Piece NumberOfPoints="{len(corners)}" NumberOfCells="{mesh.count}">',
        *block("Points", [data_array("Points", corners)]),
        *block("Cells", mesh.cells),
        *block("CellData", data),
        "</Piece>",
        "</UnstructuredGrid>",
        "</VTKFile>",
        "",
    ]
    return "\n".join(lines).encode()


def _file(name: str, number: int) -> str:
    return f"{name}_{number:05d}.vtu"


def _series(name: str, times: Sequence[float]) -> str:
    sets = [
        f'<DataSet timestep="{time!r}" part="0" file="{_file(name, number)}"/>' for number, time in enumerate(times)
    ]
    head = '<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">'
    return "\n".join(['<?xml version="1.0"?>', head, *block("Collection", sets), "</VTKFile>", ""])
