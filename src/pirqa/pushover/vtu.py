"""The pushed wall at its snapshots as VTU files, for ParaView and others; a PVD file strings them together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pirqa.fe.mesh.exchange import write_vtu
from pirqa.files import write_text_whole
from pirqa.pushover.result import PushoverPath, PushoverResult, Snapshots

__all__ = ["write_snapshots_vtu"]

_PARTS = ("xx", "yy", "zz", "xy", "yz", "zx")


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
    for column, name in enumerate(_PARTS):
        bricks[f"strain {name}"] = snapshots.strain[k, :, column].astype(np.float64)
        bricks[f"stress {name} [Pa]"] = snapshots.stress[k, :, column].astype(np.float64)
    bricks["crack opening [m]"] = snapshots.opening[k].astype(np.float64)
    bricks["crack normal"] = snapshots.normal[k].astype(np.float64)
    bricks["crushing"] = snapshots.crushing[k].astype(np.float64)
    shift = (snapshots.shift[k] - snapshots.shift[0]).astype(np.float64)
    write_vtu(file, result.mesh, points={"shift [m]": shift}, bricks=bricks)
