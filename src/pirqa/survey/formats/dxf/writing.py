"""Stones as DXF drawings: outlines in elevation, or solids."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import ezdxf
import numpy as np
import shapely
from ezdxf.document import Drawing as Document
from ezdxf.entities.dxfgfx import DXFGraphic
from ezdxf.enums import TextEntityAlignment
from ezdxf.filemanagement import new

from pirqa.errors import SurveyError
from pirqa.model.stone import Stone
from pirqa.model.wall import Wall
from pirqa.survey.formats.acis.writing import format_sat
from pirqa.survey.formats.dxf.entities import APPLICATION, OWN_LAYERS
from pirqa.survey.front import front_outline

__all__ = ["NAMES_LAYER", "write_outlines", "write_solids"]

NAMES_LAYER = f"{OWN_LAYERS}names"
_FORBIDDEN = str.maketrans(dict.fromkeys('<>/\\":;?*|=`,', "_"))
"""What a layer's name may not hold; the zone itself stands in the extended data."""
_LONGEST = 255
"""Bytes in a text of extended data."""


def write_outlines(wall: Wall) -> bytes:
    """The elevation of ``wall`` in metres: a closed polyline for each stone on its zone's layer, its name inside."""
    document = _new_document(wall)
    document.layers.add(NAMES_LAYER, color=8)
    space = document.modelspace()
    for stone in wall.stones:
        ring = front_outline(stone)
        layer = _layer(stone.zone)
        line = space.add_lwpolyline(ring.tolist(), close=True, dxfattribs={"layer": layer})
        _sign(line, stone)
        polygon = shapely.make_valid(shapely.Polygon(ring))
        x, z = shapely.get_coordinates(shapely.point_on_surface(polygon))[0].tolist()
        width, height = np.ptp(ring, axis=0).tolist()
        size = min(height / 4.0, width / max(len(stone.name), 4))
        text = space.add_text(stone.name, height=size, dxfattribs={"layer": NAMES_LAYER})
        text.set_placement((x, z), align=TextEntityAlignment.MIDDLE_CENTER)
    return _encode(document)


def write_solids(wall: Wall) -> bytes:
    """The stones of ``wall`` in metres as 3D solids on their zones' layers."""
    document = _new_document(wall)
    space = document.modelspace()
    for stone in wall.stones:
        solid = space.add_3dsolid(dxfattribs={"layer": _layer(stone.zone)})
        # inside a drawing the drawing's unit counts, and CAD programs write 1
        solid.sat = format_sat([(stone.name, stone.solid)], millimetres=1.0)
        _sign(solid, stone)
    return _encode(document)


def _layer(zone: str) -> str:
    # a zone must not hide among the layers that are skipped on reading
    name = zone.translate(_FORBIDDEN).strip() or "0"
    return f"_{name}" if name.lower().startswith(OWN_LAYERS) else name


def _sign(entity: DXFGraphic, stone: Stone) -> None:
    """Name and zone as extended data, which survives what a layer's name does not."""
    for what, text in (("name", stone.name), ("zone", stone.zone)):
        if len(text.encode("utf-8", "replace")) > _LONGEST or not text.isprintable():
            raise SurveyError(
                f'stone "{stone.name[:40]}": its {what} is over {_LONGEST} bytes long or has signs that cannot be '
                "printed; shorten it"
            )
    entity.set_xdata(APPLICATION, [(1000, stone.name), (1000, stone.zone)])


def _new_document(wall: Wall) -> Document:
    if not wall.stones:
        raise SurveyError("the wall has no stones to write; survey or generate them first")
    with _fixed_metadata():
        document = new("R2010", units=6)
    document.appids.add(APPLICATION)
    for layer in dict.fromkeys(_layer(stone.zone) for stone in wall.stones):
        if layer not in document.layers:
            document.layers.add(layer)
    return document


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """Times and identifiers that differ each time would make the same wall another file."""
    options = ezdxf.options  # type: ignore[attr-defined]
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


def _encode(document: Document) -> bytes:
    stream = io.StringIO()
    with _fixed_metadata():
        document.write(stream)
    return document.encode(stream.getvalue())
