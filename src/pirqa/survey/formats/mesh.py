"""Meshes of stones: PLY, STL, OBJ and GLB, one closed surface a stone, in one file or a folder of files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Literal

import numpy as np

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.facets import IntArray, merge_facets
from pirqa.survey.formats import FORMATS
from pirqa.survey.formats.glb import read_glb
from pirqa.survey.formats.mesh_surface import (
    LARGEST_HOLE,
    LARGEST_SHARE,
    Fault,
    Shell,
    Skin,
    find_crossed,
    mend,
    merge_vertices,
    split_triangles,
)
from pirqa.survey.formats.obj_stl import read_obj, read_stl
from pirqa.survey.formats.ply import read_ply
from pirqa.survey.raw import Bodies, Body, ReadAs, drawn_unit, read_bytes

NAME = "mesh"

_SUFFIXES = FORMATS[NAME][1]

_FARTHEST = 1e7
"""[m] from the origin, in any direction: more than a grid of a country needs."""

_SCANNED_FACES = 60

_SHOWN = 5


@dataclass(frozen=True, kw_only=True, eq=False)
class _Piece:
    """A closed surface that is one stone."""

    shell: Shell
    skin: Skin
    name: str
    where: str


def read(path: Path, read_as: ReadAs) -> Bodies:
    """The stones of a mesh file, or of all mesh files in a folder [m]."""
    remarks: list[Remark] = []
    files, ignored = _list_files(path)
    if ignored:
        shown = ", ".join(ignored[:_SHOWN]) + (" …" if len(ignored) > _SHOWN else "")
        remarks.append(Remark(kind="warning", key="mesh_files_ignored", count=len(ignored), text=shown))
    pieces: list[_Piece] = []
    for file in files:
        found, noted = _read_file(file, read_as, in_folder=path.is_dir())
        pieces += found
        remarks += [remark for remark in noted if remark not in remarks]
    pieces, renamed = _rename(pieces)
    remarks += renamed
    bodies = tuple(_build(piece) for piece in pieces)
    for piece in pieces:
        remarks += _repairs(piece)
    # A cut stone has a face for each side it was cut to, at most a few dozen; of a scan hardly two triangles lie in
    # one plane, so that hundreds of faces stay. The median, because one rough stone does not make a scan.
    scanned = median(len(body.solid.faces) for body in bodies) > _SCANNED_FACES
    return Bodies(file=str(path), format=NAME, bodies=bodies, scanned=scanned, remarks=tuple(remarks))


def _list_files(path: Path) -> tuple[list[Path], list[str]]:
    """Mesh files to read, in natural order, and names of what lies beside them."""
    if not path.is_dir():
        return [path], []
    try:
        entries = sorted(path.iterdir(), key=_natural)
    except OSError as error:
        raise SurveyError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    files = [entry for entry in entries if entry.suffix.lower() in _SUFFIXES and entry.is_file()]
    if not files:
        raise SurveyError(f"{path}: holds no mesh; put {', '.join(_SUFFIXES)} files into it, one a stone")
    ignored = [entry.name for entry in entries if entry not in set(files) and not entry.name.startswith(".")]
    # what a .gltf keeps beside itself belongs to it
    if any(file.suffix.lower() == ".gltf" for file in files):
        ignored = [name for name in ignored if not name.lower().endswith(".bin")]
    return files, ignored


def _natural(path: Path) -> tuple[tuple[int, int, str], ...]:
    """Key that puts stone_2 before stone_10."""
    words = re.split(r"([0-9]+)", path.name.casefold())
    return tuple((0, int(word[:300]), word) if word.isdecimal() else (1, 0, word) for word in words if word)


def _read_file(file: Path, read_as: ReadAs, *, in_folder: bool) -> tuple[list[_Piece], tuple[Remark, ...]]:
    data = read_bytes(file)
    if not data:
        raise SurveyError(f"{file}: is empty; export it again from the program it comes from")
    # what is not a number is found and refused, so numpy need not warn of it
    with np.errstate(invalid="ignore", over="ignore"):
        skins, noted = _parse(data, file)
    if not any(len(skin.triangles) for skin in skins):
        raise SurveyError(f"{file}: has no triangles; export the stones as closed meshes")
    says = file.suffix.lower() in (".glb", ".gltf")
    metres, warned = drawn_unit(file, read_as.unit, "m" if says else None)
    up, turned = _up(read_as.up, "y" if says else None)
    placed = [_place(skin, metres, up, file) for skin in skins if len(skin.triangles)]
    return _name(placed, file, in_folder=in_folder), (*noted, *warned, *turned)


def _parse(data: bytes, file: Path) -> tuple[list[Skin], tuple[Remark, ...]]:
    match file.suffix.lower():
        case ".ply":
            return read_ply(data, str(file)), ()
        case ".stl":
            return read_stl(data, str(file))
        case ".obj":
            return read_obj(data, str(file))
        case ".glb" | ".gltf":
            return read_glb(data, file), ()
        case suffix:
            raise SurveyError(f'{file}: "{suffix}" is not among the meshes read: {", ".join(_SUFFIXES)}; export to one')


def _up(asked: Literal["y", "z"] | None, found: Literal["y"] | None) -> tuple[str, tuple[Remark, ...]]:
    """The axis that points up, and what must be said about it."""
    if asked is not None:
        overruled = found is not None and asked != found
        return asked, (Remark(kind="warning", key="mesh_up_overruled", text=f"{found} → {asked}"),) if overruled else ()
    if found is not None:
        return found, ()
    return "z", (Remark(kind="assumption", key="mesh_up_assumed", text="z"),)


def _place(skin: Skin, metres: float, up: str, file: Path) -> Skin:
    """The mesh in metres, z up."""
    vertices = skin.vertices * metres
    if up == "y":
        vertices = np.column_stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]])
    far = float(np.abs(vertices).max())
    if far > _FARTHEST:
        raise SurveyError(f"{file}: reaches {far:.3g} m from the origin; check the unit, or move it nearer")
    return replace(skin, vertices=vertices, precision=skin.precision * metres)


def _name(skins: Sequence[Skin], file: Path, *, in_folder: bool) -> list[_Piece]:
    """The stones of each mesh of a file, named by the file, its objects, or in their order."""
    found = [(skin, _find_shells(skin, file)) for skin in skins]
    total = sum(len(shells) for _, shells in found)
    pieces: list[_Piece] = []
    for skin, shells in found:
        for number, shell in enumerate(shells, 1):
            name = skin.name if len(shells) == 1 else f"{skin.name}-{number}"
            if not skin.name:
                name = str(len(pieces) + 1)
            if total == 1 and (in_folder or not skin.name):
                name = file.stem
            elif in_folder:
                name = f"{file.stem}-{name}"
            where = f'object "{skin.name}"' if skin.name else f"piece {len(pieces) + 1}"
            pieces.append(_Piece(shell=shell, skin=skin, name=name, where=f"{where} of {file.name}"))
    return pieces


def _rename(pieces: Sequence[_Piece]) -> tuple[list[_Piece], tuple[Remark, ...]]:
    """No name twice."""
    taken = Counter(piece.name for piece in pieces)
    seen: Counter[str] = Counter()
    result: list[_Piece] = []
    for piece in pieces:
        seen[piece.name] += 1
        name, number = piece.name, seen[piece.name]
        while number > 1 and name in taken:
            name = f"{piece.name}-{number}"
            number += 1
        taken.setdefault(name, 1)
        result.append(replace(piece, name=name))
    changed = tuple(new.name for old, new in zip(pieces, result, strict=True) if old.name != new.name)
    remark = Remark(kind="repair", key="mesh_names_repeated", stones=changed, count=len(changed))
    return result, (remark,) if changed else ()


def _find_shells(skin: Skin, file: Path) -> list[Shell]:
    """The closed surfaces of one mesh, in the order of their first triangles.

    What the file itself joins comes first, because stones that touch share positions of corners: pieces that are
    closed by themselves are done. Only what stays open is joined by equal, then by nearly equal positions.
    """
    extent = float(np.linalg.norm(np.ptp(skin.vertices[skin.triangles.ravel()], axis=0)))
    # about what programs lose when they write a coordinate; far below any stone
    reach = max(4.0 * skin.precision, 1e-6 * extent)
    done: list[tuple[int, Shell]] = []
    left = np.arange(len(skin.triangles))
    faults: list[Fault] = []
    number = 0
    for how in (None, 0.0, reach) if skin.joined else (0.0, reach):
        closed, faults, number, left = _try(skin, left, how)
        done += closed
        if not number:
            return [shell for _, shell in sorted(done, key=lambda item: item[0])]
    # by numbers of vertices first: by position, sound stones that touch would be blamed for the others
    crossed = find_crossed(Shell(vertices=skin.vertices, triangles=skin.triangles)) if skin.joined else None
    if crossed is None:
        suspects = skin.triangles[left] if skin.joined else skin.triangles
        vertices, triangles, _ = merge_vertices(skin.vertices, suspects, reach=0.0)
        crossed = find_crossed(Shell(vertices=vertices, triangles=triangles))
    raise SurveyError(_complaint(skin, file, faults, crossed, number, len(done)))


def _try(
    skin: Skin, which: IntArray, reach: float | None
) -> tuple[list[tuple[int, Shell]], list[Fault], int, IntArray]:
    """Pieces among the triangles ``which`` after joining vertices within ``reach``, if any.

    The closed ones with their first triangle; faults of others; how many others there are; their triangles.
    """
    vertices: FloatArray = skin.vertices
    triangles: IntArray = skin.triangles[which]
    original, moved = triangles, np.zeros(0)
    if reach is not None:
        vertices, triangles, moved = merge_vertices(vertices, triangles, reach=reach)
    labels, hopeless = split_triangles(triangles)
    number = int(hopeless.sum())
    if number:
        # scraps come by the thousand: one of them speaks for all
        sizes = np.where(hopeless, np.bincount(labels), 0)
        hopeless[np.argmax(sizes)] = False
        number -= 1
    scrap = hopeless[labels]
    order = np.argsort(np.where(scrap, -1, labels), kind="stable")[int(scrap.sum()) :]
    closed: list[tuple[int, Shell]] = []
    faults: list[Fault] = []
    left = [which[scrap]]
    for part in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        used, corners = np.unique(triangles[part], return_inverse=True)
        shell = mend(Shell(vertices=vertices[used], triangles=corners.reshape(-1, 3).astype(np.intp)))
        if shell.fault is not None:
            faults.append(shell.fault)
            left.append(which[part])
            continue
        if skin.joined and reach is not None:
            own = np.unique(original[part])
            shell = replace(shell, merged=len(own) - len(used), moved=float(np.max(moved[own], initial=0.0)))
        closed.append((int(which[part[0]]), shell))
    return closed, faults, number + len(faults), np.sort(np.concatenate(left))


def _complaint(skin: Skin, file: Path, faults: Sequence[Fault], crossed: Fault | None, number: int, closed: int) -> str:
    """What is wrong with the worst piece, where, and what to do."""
    rank = ("crossed", "twisted", "open", "empty")
    fault = crossed or min(faults, key=lambda fault: (rank.index(fault.kind), -fault.count))
    stone = f'stone "{skin.name}"' if skin.name else f"piece {closed + 1}"
    pieces = f" ({number} pieces are not closed)" if number > 1 else ""
    place = f"one at ({', '.join(f'{value:.4g}' for value in fault.place)}) m" if fault.place else "without any extent"
    apart = "one file a stone, or OBJ, PLY or a text STL with one object a stone"
    match fault.kind:
        case "crossed":
            remedy = (
                f"where stones touch, give {apart}"
                if not skin.joined
                else "delete the extra triangles, or give each stone its own vertices"
            )
            wrong = f"{fault.count} edges have more than two triangles, {place}; {remedy}"
        case "twisted":
            wrong = (
                f"{fault.count} edges cannot be given an inside and an outside, {place}; repair it where it was made"
            )
        case "open":
            wrong = (
                f"the surface is not closed: {fault.count} open edges, {place}; fill its holes where it was made "
                f"(only holes of up to {LARGEST_HOLE} edges and {LARGEST_SHARE:.0%} of the surface are filled here)"
            )
            if not skin.joined:
                wrong += f"; where stones touch, give {apart}"
        case _:
            wrong = f"it encloses no volume, {place}; delete it"
    return f"{file}: {stone}{pieces}: {wrong}"


def _build(piece: _Piece) -> Body:
    shell = piece.shell
    extent = float(np.linalg.norm(np.ptp(shell.vertices, axis=0)))
    # flat to what the file can say; but nice round coordinates are no licence to flatten
    tolerance = 1e-9 * extent + min(2.0 * piece.skin.precision, 1e-5 * extent)
    solid = merge_facets(shell.vertices, shell.triangles, tolerance=tolerance)
    return Body(solid=solid, name=piece.name, layer=piece.skin.layer, where=piece.where)


def _repairs(piece: _Piece) -> list[Remark]:
    shell, stones = piece.shell, (piece.name,)
    middle = shell.vertices.mean(axis=0)
    place = (float(middle[0]), float(middle[2]))
    found = [
        ("mesh_vertices_merged", shell.merged, shell.moved, "m"),
        ("mesh_triangles_dropped", shell.dropped, 0.0, ""),
        ("mesh_triangles_turned", shell.turned, shell.turned / len(shell.triangles), ""),
        ("mesh_inverted", int(shell.inverted), 0.0, ""),
        ("mesh_holes_filled", shell.holes, shell.filled, ""),
    ]
    return [
        Remark(kind="repair", key=key, stones=stones, count=count, amount=amount, unit=unit, place=place)
        for key, count, amount, unit in found
        if count
    ]
