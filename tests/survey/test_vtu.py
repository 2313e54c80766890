"""The VTU file, read back by its own standard."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from pirqa.errors import SurveyError
from pirqa.model.polyhedron import Polyhedron
from pirqa.survey.formats import vtu
from tests.survey.mesh_walls import block_wall, mixed_wall, wall_of

KINDS = {"Float64": "<f8", "Int64": "<i8", "UInt8": "u1"}


def parse(data):
    """Arrays by name, texts decoded."""
    root = ET.fromstring(data)
    assert root.attrib["type"] == "UnstructuredGrid"
    assert root.attrib["header_type"] == "UInt64"
    arrays = {}
    for item in root.iter():
        if item.tag == "DataArray":
            raw = base64.b64decode(item.text)
            assert int.from_bytes(raw[:8], "little") == len(raw) - 8
            values = np.frombuffer(raw[8:], KINDS[item.attrib["type"]])
            width = int(item.attrib.get("NumberOfComponents", 1))
            arrays[item.attrib["Name"]] = values.reshape(-1, width) if width > 1 else values
        elif item.tag == "Array":
            words = bytes(map(int, item.text.split())).decode().split("\0")
            assert words.pop() == ""
            assert len(words) == int(item.attrib["NumberOfTuples"])
            arrays[item.attrib["Name"]] = words
    piece = next(root.iter("Piece"))
    assert int(piece.attrib["NumberOfPoints"]) == len(arrays["Points"])
    assert int(piece.attrib["NumberOfCells"]) == len(arrays["offsets"])
    return arrays


def cells(arrays):
    """Each cell's polyhedron."""
    ends = arrays["faceoffsets"]
    for start, end in zip([0, *ends[:-1]], ends, strict=True):
        stream = arrays["faces"][start:end].tolist()
        faces, place = [], 1
        for _ in range(stream[0]):
            faces.append(tuple(stream[place + 1 : place + 1 + stream[place]]))
            place += 1 + stream[place]
        assert place == len(stream)
        yield Polyhedron(vertices=arrays["Points"], faces=tuple(faces))


@pytest.mark.parametrize("wall", [block_wall(), mixed_wall()], ids=["blocks", "mixed"])
def test_cells_are_the_stones(wall):
    data = vtu.write(wall)
    assert data == vtu.write(wall)
    arrays = parse(data)
    assert np.all(arrays["types"] == 42)
    assert np.array_equal(arrays["connectivity"], np.arange(len(arrays["Points"])))
    found = list(cells(arrays))
    for cell, stone, start, end in zip(
        found, wall.stones, [0, *arrays["offsets"][:-1]], arrays["offsets"], strict=True
    ):
        used = {corner for face in cell.faces for corner in face}
        assert used == set(range(start, end))
        assert np.array_equal(arrays["Points"][start:end], stone.solid.vertices)
        only = Polyhedron(
            vertices=stone.solid.vertices, faces=tuple(tuple(c - start for c in face) for face in cell.faces)
        )
        assert only.properties.volume == pytest.approx(stone.volume, rel=1e-12)
    assert arrays["volume"] == pytest.approx([stone.volume for stone in wall.stones])
    assert arrays["stone"].tolist() == list(range(1, len(wall.stones) + 1))
    assert arrays["stone_names"] == [stone.name for stone in wall.stones]
    assert [arrays["zone_names"][zone - 1] for zone in arrays["zone"]] == [stone.zone for stone in wall.stones]


def test_mass_only_where_it_is_known():
    assert "mass" not in parse(vtu.write(block_wall()))
    wall = block_wall(weighed=True)
    assert parse(vtu.write(wall))["mass"] == pytest.approx([wall.mass(stone) for stone in wall.stones])


def test_names_can_be_left_out():
    arrays = parse(vtu.write(block_wall(), names=False))
    assert "stone_names" not in arrays
    assert "volume" in arrays


def test_concave_faces_go_out_in_triangles():
    wall = wall_of([block_wall().stones[1]])
    (cell,) = cells(parse(vtu.write(wall)))
    assert sorted(map(len, cell.faces)) == [3] * 10 + [4] * 7


def test_wall_without_stones_is_not_written(free_wall):
    with pytest.raises(SurveyError, match="no stones"):
        vtu.write(free_wall)


def test_vtk_reads_it(tmp_path):
    vtk = pytest.importorskip("vtk", reason="VTK is not installed: the file was only read by its standard")
    wall = block_wall(weighed=True)
    (tmp_path / "wall.vtu").write_bytes(vtu.write(wall))
    reader = vtk.vtkXMLUnstructuredGridReader()
    reader.SetFileName(str(tmp_path / "wall.vtu"))
    reader.Update()
    grid = reader.GetOutput()
    assert grid.GetNumberOfCells() == len(wall.stones)
    masses = grid.GetCellData().GetArray("mass")
    assert masses.GetValue(1) == pytest.approx(wall.mass(wall.stones[1]))
    names = grid.GetFieldData().GetAbstractArray("stone_names")
    assert [names.GetValue(i) for i in range(3)] == [stone.name for stone in wall.stones]
