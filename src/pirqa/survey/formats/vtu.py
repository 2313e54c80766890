"""VTU: the stones as cells of a VTK unstructured grid, for ParaView and what else reads VTK's XML."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pirqa.errors import SurveyError
from pirqa.model.wall import Wall
from pirqa.survey.facets import split_concave

_POLYHEDRON = 42
_KINDS = {"<f8": "Float64", "<i8": "Int64", "|u1": "UInt8"}


def write(wall: Wall, *, names: bool = True) -> bytes:
    """One polyhedron a stone [m], with its number (from 1), volume [m3], zone number (from 1) and mass [kg] if known.

    Names of stones and zones are field data, in the order of the numbers; without ``names`` for the readers that
    know no texts (meshio 5).
    """
    if not wall.stones:
        raise SurveyError("the wall has no stones to write as VTU; give a survey of its stones")
    zones = list(dict.fromkeys(stone.zone for stone in wall.stones))
    # a face that is not convex goes out in triangles: not every viewer fills it rightly
    cells = [(stone.solid, split_concave(stone.solid)) for stone in wall.stones]
    starts = np.cumsum([0, *(len(solid.vertices) for solid, _ in cells)]).tolist()
    faces = [face_stream(shown, start) for (_, shown), start in zip(cells, starts, strict=False)]
    data = [
        data_array("stone", np.arange(1, len(cells) + 1)),
        data_array("zone", [zones.index(stone.zone) + 1 for stone in wall.stones]),
        data_array("volume", [stone.volume for stone in wall.stones]),
    ]
    if all(stone.material in wall.materials for stone in wall.stones):
        data.append(data_array("mass", [wall.mass(stone) for stone in wall.stones]))
    points = np.concatenate([solid.vertices for solid, _ in cells])
    grid = [
        f'<Piece NumberOfPoints="{len(points)}" NumberOfCells="{len(cells)}">',
        *block("Points", [data_array("Points", points)]),
        *block(
            "Cells",
            [
                data_array("connectivity", np.arange(len(points))),
                data_array("offsets", starts[1:]),
                data_array("types", np.full(len(cells), _POLYHEDRON, dtype=np.uint8)),
                data_array("faces", np.concatenate(faces)),
                data_array("faceoffsets", np.cumsum([len(face) for face in faces])),
            ],
        ),
        *block("CellData", data, ' Scalars="stone"'),
        "</Piece>",
    ]
    words = [text_array("stone_names", [stone.name for stone in wall.stones]), text_array("zone_names", zones)]
    lines = [
        '<?xml version="1.0"?>',
        '<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">',
        "<UnstructuredGrid>",
        *(block("FieldData", words) if names else ()),
        *grid,
        "</UnstructuredGrid>",
        "</VTKFile>",
        "",
    ]
    return "\n".join(lines).encode()


def face_stream(faces: Sequence[Sequence[int]], start: int) -> NDArray[np.int64]:
    """The number of faces, then of each the number of its corners and the corners."""
    stream = [len(faces)]
    for face in faces:
        stream.append(len(face))
        stream += [corner + start for corner in face]
    return np.array(stream, dtype=np.int64)


def block(name: str, arrays: Iterable[str], attributes: str = "") -> list[str]:
    """Lines of an XML element around others."""
    return [f"<{name}{attributes}>", *arrays, f"</{name}>"]


def data_array(name: str, values: ArrayLike) -> str:
    """Numbers as VTK keeps them: their count in bytes, then the bytes, as base 64."""
    array = np.asarray(values)
    kind = "<f8" if array.dtype.kind == "f" else "|u1" if array.dtype == np.uint8 else "<i8"
    body = np.ascontiguousarray(array, dtype=kind).tobytes()
    text = base64.b64encode(len(body).to_bytes(8, "little") + body).decode()
    width = f' NumberOfComponents="{array.shape[1]}"' if array.ndim == 2 else ""
    return f'<DataArray type="{_KINDS[kind]}" Name={quoteattr(name)}{width} format="binary">{text}</DataArray>'


def text_array(name: str, words: Sequence[str]) -> str:
    """Texts as VTK keeps them: the codes of their letters, each text closed by 0."""
    codes = " ".join(str(code) for word in words for code in (*word.replace("\0", " ").encode(), 0))
    head = f'<Array type="String" Name={quoteattr(name)} NumberOfTuples="{len(words)}" format="ascii">'
    return f"{head}{codes}</Array>"
