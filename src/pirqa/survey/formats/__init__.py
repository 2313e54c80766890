"""Formats of surveys, each in a module of its own: which one a file has, and reading and writing by name."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from pirqa.errors import SurveyError, did_you_mean
from pirqa.model.wall import Wall
from pirqa.survey.raw import Bodies, Drawing, ReadAs, read_bytes

__all__ = ["FORMATS", "WRITERS", "format_of", "read_stones", "write_stones"]

FORMATS: dict[str, tuple[str, tuple[str, ...]]] = {
    "pirqa": ("pirqa.survey.formats.own", (".json", ".toml")),
    "dxf": ("pirqa.survey.formats.dxf", (".dxf",)),
    "sat": ("pirqa.survey.formats.sat", (".sat",)),
    "mesh": ("pirqa.survey.formats.mesh", (".ply", ".stl", ".obj", ".glb", ".gltf")),
    "labelme": ("pirqa.survey.formats.labelme", (".json",)),
    "coco": ("pirqa.survey.formats.coco", (".json",)),
    "cvat": ("pirqa.survey.formats.cvat", (".xml",)),
    "label_raster": ("pirqa.survey.formats.label_raster", (".png", ".tif", ".tiff")),
    "image": ("pirqa.survey.image.photo", (".jpg", ".jpeg")),
}
"""Formats that are read, by name: module, imported only when it is needed, and suffixes.

Where formats share a suffix, the content decides in this order.
"""

WRITERS: dict[str, tuple[str, str, str]] = {
    "pirqa": (".json", "pirqa.survey.formats.own", "write"),
    "dxf": (".dxf", "pirqa.survey.formats.dxf", "write_outlines"),
    "dxf-solids": (".dxf", "pirqa.survey.formats.dxf", "write_solids"),
    "sat": (".sat", "pirqa.survey.formats.sat", "write"),
    "ply": (".ply", "pirqa.survey.formats.ply", "write_ply"),
    "obj": (".obj", "pirqa.survey.formats.obj_stl", "write_obj"),
    "stl": (".stl", "pirqa.survey.formats.obj_stl", "write_stl"),
    "glb": (".glb", "pirqa.survey.formats.glb", "write_glb"),
    "vtu": (".vtu", "pirqa.survey.formats.vtu", "write"),
    "compas": (".json", "pirqa.survey.formats.compas", "write"),
}
"""Formats that are written, by name: suffix, module, function; the first of a suffix is what the suffix alone means."""


def _module(name: str) -> ModuleType:
    return importlib.import_module(FORMATS[name][0])


def format_of(path: Path) -> str:
    """Name of the format of ``path``, from its suffix and, where that is not enough, its content."""
    if path.is_dir():
        return "mesh"
    suffix = path.suffix.lower()
    choices = [name for name, (_, suffixes) in FORMATS.items() if suffix in suffixes]
    if path.with_suffix(".marks.toml").is_file() and suffix in (".png", ".tif", ".tiff"):
        return "image"  # it has marks: a photo, not labels
    if len(choices) == 1:
        return choices[0]
    if not choices:
        if suffix == ".dwg":
            raise SurveyError(f"{path}: DWG drawings cannot be read; save it as DXF")
        known = ", ".join(dict.fromkeys(ending for _, suffixes in FORMATS.values() for ending in suffixes))
        raise SurveyError(f'{path}: the suffix "{path.suffix}" is not known ({known}); give format')
    data = read_bytes(path)
    for name in choices:
        if _module(name).recognises(data):
            return name
    raise SurveyError(f"{path}: is none of {', '.join(choices)}; give format if it is, or convert it")


def write_stones(wall: Wall, path: Path, *, format: str | None = None) -> bytes:
    """Return the bytes of ``wall`` for a file called ``path``; without ``format`` its suffix decides."""
    if format is None:
        suffix = path.suffix.lower()
        format = next((name for name, (ending, *_) in WRITERS.items() if ending == suffix), None)
        if format is None:
            known = ", ".join(dict.fromkeys(ending for ending, *_ in WRITERS.values()))
            raise SurveyError(f'{path}: a wall cannot be written with the suffix "{suffix}"; use one of {known}')
    if format not in WRITERS:
        raise SurveyError(f'"{format}" is no format for a wall; {did_you_mean(format, WRITERS)}')
    if not wall.stones:
        raise SurveyError(f"{path}: the wall has no stones to write")
    data: bytes = getattr(importlib.import_module(WRITERS[format][1]), WRITERS[format][2])(wall)
    return data


def read_stones(
    path: Path, read_as: ReadAs, *, format: str | None = None, marks: Path | None = None
) -> Drawing | Bodies:
    """What the file or folder ``path`` holds, as its format's reader understands it."""
    if not path.exists():
        raise SurveyError(f"{path}: is not there; check the path")
    name = format or ("image" if marks is not None else format_of(path))
    module: Any = _module(name)
    found: Drawing | Bodies = module.read(path, read_as, marks) if name == "image" else module.read(path, read_as)
    return found
