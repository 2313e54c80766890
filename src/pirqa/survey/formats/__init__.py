"""One file a format; this one finds the right one."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from pirqa.errors import SurveyError, did_you_mean
from pirqa.model.wall import Wall
from pirqa.survey.raw import Bodies, Drawing, ReadAs, read_bytes

__all__ = ["FORMATS", "WRITERS", "format_of", "read_stones", "write_stones"]

FORMATS: dict[str, str] = {
    "pirqa": "pirqa.survey.formats.own",
    "dxf": "pirqa.survey.formats.dxf",
    "sat": "pirqa.survey.formats.sat",
    "mesh": "pirqa.survey.formats.mesh",
    "labelme": "pirqa.survey.formats.labelme",
    "coco": "pirqa.survey.formats.coco",
    "cvat": "pirqa.survey.formats.cvat",
    "label_raster": "pirqa.survey.formats.label_raster",
    "image": "pirqa.survey.image",
}
"""Module of each format by name; imported only when it is needed."""

_BY_SUFFIX = {
    ".dxf": ("dxf",),
    ".sat": ("sat",),
    ".ply": ("mesh",),
    ".stl": ("mesh",),
    ".obj": ("mesh",),
    ".glb": ("mesh",),
    ".gltf": ("mesh",),
    ".json": ("pirqa", "labelme", "coco"),
    ".toml": ("pirqa",),
    ".xml": ("cvat",),
    ".png": ("label_raster",),
    ".tif": ("label_raster",),
    ".tiff": ("label_raster",),
    ".jpg": ("image",),
    ".jpeg": ("image",),
}


WRITERS: dict[str, tuple[str, str, str]] = {
    "pirqa": (".json", "pirqa.survey.formats.own", "write"),
    "dxf": (".dxf", "pirqa.survey.formats.dxf", "write_outlines"),
    "dxf-solids": (".dxf", "pirqa.survey.formats.dxf", "write_solids"),
    "sat": (".sat", "pirqa.survey.formats.sat", "write"),
    "ply": (".ply", "pirqa.survey.formats.mesh", "write_ply"),
    "obj": (".obj", "pirqa.survey.formats.mesh", "write_obj"),
    "stl": (".stl", "pirqa.survey.formats.mesh", "write_stl"),
    "glb": (".glb", "pirqa.survey.formats.mesh", "write_glb"),
    "vtu": (".vtu", "pirqa.survey.formats.vtu", "write"),
    "compas": (".json", "pirqa.survey.formats.compas", "write"),
}
"""What a wall can be written as: suffix, module, function. The first of a suffix is what the suffix alone means."""


def _module(name: str) -> ModuleType:
    return importlib.import_module(FORMATS[name])


def format_of(path: Path) -> str:
    """Name of the format of ``path``, from its suffix and, where that is not enough, its content."""
    if path.is_dir():
        return "mesh"
    choices = _BY_SUFFIX.get(path.suffix.lower(), ())
    if path.with_suffix(".marks.toml").is_file() and path.suffix.lower() in (".png", ".tif", ".tiff"):
        return "image"  # somebody marked it: a photo, not labels
    if len(choices) == 1:
        return choices[0]
    if not choices:
        if path.suffix.lower() == ".dwg":
            raise SurveyError(f"{path}: DWG drawings cannot be read; save it as DXF")
        known = ", ".join(_BY_SUFFIX)
        raise SurveyError(f'{path}: the suffix "{path.suffix}" is not known ({known}); give format')
    data = read_bytes(path)
    for name in choices:
        if _module(name).recognises(data):
            return name
    raise SurveyError(f"{path}: is none of {', '.join(choices)}; give format if it is, or convert it")


def write_stones(wall: Wall, path: Path, *, format: str | None = None) -> bytes:
    """The bytes of ``wall`` for a file called ``path``; its suffix says the format where nobody does."""
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
    _, module, function = WRITERS[format]
    data: bytes = getattr(importlib.import_module(module), function)(wall)
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
