"""Meshes from and to files of other programs, through meshio.

Hexahedra are read; models, their modes and the snapshots of a pushed wall are written as VTU files for ParaView and
others; a PVD file strings snapshots together.

"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import SurveyError
from pirqa.fem.mesh import Mesh, measure
from pirqa.fem.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.fem.result import FeModelResult, FeResult
from pirqa.files import write_bytes_whole, write_text_whole
from pirqa.model.polyhedron import FloatArray

_KINDS = {"hexahedron": 8, "hexahedron20": 20, "hexahedron27": 20}
"""Nodes that are kept: those in the middle of faces and of the brick are left out."""

_FLAT = {"vertex", "line", "line3", "quad", "quad8", "quad9", "triangle", "triangle6"}
"""Cells that carry no stone: borders and points of a mesh."""

_SOLID = 3
"""Dimension of Gmsh's physical volumes."""

_COMPONENTS = ("xx", "yy", "zz", "xy", "yz", "zx")


def read_mesh(path: Path, zones: tuple[str, ...]) -> Mesh:
    """Hexahedra of 8 or 20 nodes out of any file that meshio reads [m], moved up or down so that they stand at 0.

    Zones come from sets of cells (physical volumes of Gmsh) that are named as the wall's ``zones`` are, or from an
    array of cell data called "zone" that numbers them from 0; a mesh without either belongs to the only zone.
    """
    import meshio  # type: ignore[import-untyped]

    if not path.is_file():
        raise SurveyError(f"{path}: there is no such file; check fe.mesh, a path from the project file's folder")
    try:
        # meshio prints its complaints
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            found = meshio.read(path)
    except OSError as error:
        raise SurveyError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    except (SystemExit, Exception) as error:  # meshio leaves the program where it stumbles, or raises anything
        told = "" if isinstance(error, SystemExit) else f" ({error or type(error).__name__})"
        raise SurveyError(
            f"{path}: no mesh can be read from it{told}: it is damaged, or of another kind; give VTU, VTK, .inp, .msh …"
        ) from error
    return _mesh(found, path, zones)


def _mesh(found: Any, path: Path, zones: tuple[str, ...]) -> Mesh:
    kinds = {block.type for block in found.cells}
    solids = kinds & set(_KINDS)
    if len(solids) != 1:
        held = ", ".join(sorted(kinds)) or "nothing"
        raise SurveyError(
            f"{path}: holds {held}; bricks of one kind are needed, hexahedra of 8, 20 or 27 nodes. Mesh it again"
        )
    other = kinds - set(_KINDS) - _FLAT
    if other:
        raise SurveyError(f"{path}: holds {', '.join(sorted(other))} beside hexahedra; mesh it with hexahedra alone")
    kind = solids.pop()
    blocks = [number for number, block in enumerate(found.cells) if block.type == kind]
    bricks = np.concatenate([found.cells[number].data for number in blocks]).astype(np.int64)[:, : _KINDS[kind]]
    used, place = np.unique(bricks, return_inverse=True)
    nodes = np.zeros((len(used), 3))
    points = np.asarray(found.points, dtype=np.float64)[used]
    nodes[:, : points.shape[1]] = points
    if not np.isfinite(nodes).all():
        raise SurveyError(f"{path}: a node has no finite place; mend it in the program that made it")
    nodes[:, 2] -= nodes[:, 2].min()
    zone, names = _zones(found, blocks, path, zones)
    return Mesh(nodes=nodes, bricks=place.reshape(bricks.shape), zone=zone, zones=names)


def _zones(
    found: Any, blocks: list[int], path: Path, zones: tuple[str, ...]
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], tuple[str, ...]]:
    counts = [len(found.cells[number].data) for number in blocks]
    zone = np.full(sum(counts), -1, dtype=np.int64)
    if "zone" in found.cell_data:
        zone = np.concatenate([found.cell_data["zone"][number] for number in blocks]).astype(np.int64).ravel()
        if zone.min() < 0 or zone.max() >= len(zones):
            raise SurveyError(f"{path}: its zones must be numbers from 0 to {len(zones) - 1}: {', '.join(zones)}")
        return zone, zones
    numbers = {name.casefold(): number for number, name in enumerate(zones)}
    starts = np.cumsum([0, *counts])
    for key, parts in found.cell_sets.items():
        if (number := numbers.get(key.casefold())) is not None:
            # of each block its own members, counted from the block's first; of some blocks none at all
            for start, block in zip(starts, blocks, strict=False):
                if parts[block] is not None:
                    zone[start + np.asarray(parts[block], dtype=np.int64)] = number
    physical = found.cell_data.get("gmsh:physical")
    for key, (tag, dimension) in found.field_data.items() if physical is not None else ():
        if dimension == _SOLID and (number := numbers.get(key.casefold())) is not None:
            zone[np.concatenate([physical[block] for block in blocks]) == tag] = number
    if len(zones) == 1:
        zone[:] = 0
    if (zone < 0).any():
        raise SurveyError(
            f"{path}: {np.count_nonzero(zone < 0)} bricks belong to no zone of the wall; name sets of its elements "
            f"{', '.join(zones)}"
        )
    return zone, zones


def write_vtu(
    path: Path,
    mesh: Mesh,
    *,
    points: Mapping[str, FloatArray] | None = None,
    bricks: Mapping[str, FloatArray] | None = None,
) -> None:
    """The mesh with numbers at its nodes and in its bricks, for ParaView and others."""
    import meshio

    kind = "hexahedron" if mesh.bricks.shape[1] == 8 else "hexahedron20"
    cells = {"zone": mesh.zone, **(bricks or {})}
    made = meshio.Mesh(
        mesh.nodes,
        [(kind, mesh.bricks)],
        point_data={name: np.ascontiguousarray(values) for name, values in (points or {}).items()},
        cell_data={name: [np.ascontiguousarray(values)] for name, values in cells.items()},
    )
    with tempfile.TemporaryDirectory() as folder:
        made.write(Path(folder) / "mesh.vtu", file_format="vtu")
        write_bytes_whole(path, (Path(folder) / "mesh.vtu").read_bytes())


def write_models_vtu(path: Path, result: FeResult) -> tuple[Path, ...]:
    """All models: the main one as ``path``, the others beside it with their names added. Returns what was written."""
    files = [
        path.with_name(f"{path.stem}.{model.name}{path.suffix}") if model.name else path for model in result.models
    ]
    for file, model in zip(files, result.models, strict=True):
        write_model_vtu(file, model)
    return tuple(files)


def write_model_vtu(path: Path, model: FeModelResult) -> None:
    """Mode shapes and largest shifts at the nodes; zone, modulus, quality and stresses [Pa] in the bricks."""
    points = {
        f"mode {index + 1:02d} ({frequency:.4g} Hz)": model.shape(index)
        for index, frequency in enumerate(model.frequency.tolist())
    }
    points |= {f"shift {item.spectrum} [m]": item.node_shift.astype(np.float64) for item in model.responses}
    bricks: dict[str, Any] = {
        f"stress {name} [Pa]": model.stress[:, column].astype(np.float64) for column, name in enumerate(_COMPONENTS)
    }
    bricks["youngs_modulus [Pa]"] = model.youngs_modulus[model.mesh.zone]
    bricks["scaled_jacobian"] = measure(model.mesh).scaled_jacobian
    write_vtu(path, model.mesh, points=points, bricks=bricks)


def write_bad_vtu(path: Path, mesh: Mesh, bad: np.ndarray[Any, np.dtype[np.int64]]) -> None:
    """A mesh that cannot be used: ``bad`` is 1 in bricks that are flat or turned inside out, ``number`` counts them."""
    marks = np.zeros(len(mesh), dtype=np.int64)
    marks[bad] = 1
    quality = {"scaled_jacobian": measure(mesh).scaled_jacobian}
    numbers = np.arange(1, len(mesh) + 1)
    write_vtu(path, mesh, bricks={"bad": marks, "number": numbers, **quality})  # type: ignore[dict-item]


def write_snapshots_vtu(path: Path, result: PushoverResult) -> tuple[Path, ...]:
    """A file for each snapshot beside ``path``, whose name they bear, and ``path`` with .pvd for each direction.

    ParaView plays the PVD file, whose time is the displacement of the control point [mm]. Returns the PVD files.
    """
    found = []
    for direction, snapshots in zip(result.directions, result.snapshots, strict=True):
        of = f".{direction}" if len(result.directions) > 1 else ""
        way = result.of(direction)[0]
        entries = []
        for k in range(len(snapshots.step)):
            file = path.with_name(f"{path.stem}{of}.{k:03d}.vtu")
            _write(file, result, snapshots, k)
            at = 1e3 * float(way.displacement[snapshots.step[k]])
            entries.append(f'    <DataSet timestep="{at:.6g}" part="0" file="{file.name}"/>')
        collection = path.with_name(f"{path.stem}{of}.pvd")
        write_text_whole(collection, _collection(entries, way))
        found.append(collection)
    return tuple(found)


def _collection(entries: list[str], path: PushoverPath) -> str:
    lines = [
        '<?xml version="1.0"?>',
        f"<!-- pushed {path.direction}; timestep: displacement of the control point [mm] -->",
        '<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">',
        "  <Collection>",
        *entries,
        "  </Collection>",
        "</VTKFile>",
    ]
    return "\n".join(lines) + "\n"


def _write(file: Path, result: PushoverResult, snapshots: Snapshots, k: int) -> None:
    """Shifts since the wall stood at rest at the nodes [m]; strains, stresses [Pa] and cracks in the bricks."""
    bricks: dict[str, Any] = {}
    for column, name in enumerate(_COMPONENTS):
        bricks[f"strain {name}"] = snapshots.strain[k, :, column].astype(np.float64)
        bricks[f"stress {name} [Pa]"] = snapshots.stress[k, :, column].astype(np.float64)
    bricks["crack opening [m]"] = snapshots.opening[k].astype(np.float64)
    bricks["crack normal"] = snapshots.normal[k].astype(np.float64)
    bricks["crushing"] = snapshots.crushing[k].astype(np.float64)
    shift = (snapshots.shift[k] - snapshots.shift[0]).astype(np.float64)
    write_vtu(file, result.mesh, points={"shift [m]": shift}, bricks=bricks)
