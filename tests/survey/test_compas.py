"""COMPAS JSON: by its layout, and by COMPAS where it is installed."""

from __future__ import annotations

import json
import warnings
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import SurveyError
from pirqa.model.masonry import BASE
from pirqa.model.polyhedron import Polyhedron
from pirqa.survey.formats import compas
from tests.survey.mesh_walls import block_wall, mixed_wall


def solid_of(mesh):
    data = mesh["data"]
    vertices = np.array([[v["x"], v["y"], v["z"]] for v in data["vertex"].values()])
    return Polyhedron(vertices=vertices, faces=tuple(map(tuple, data["face"].values())))


def test_layout():
    wall = replace(block_wall(weighed=True), fixed=("L",))
    assert compas.write(wall) == compas.write(wall)
    model = json.loads(compas.write(wall))
    assert model["dtype"] == "compas_dem.models/BlockModel"
    elements = list(model["data"]["elements"].values())
    assert [element["name"] for element in elements] == [*(stone.name for stone in wall.stones), BASE, BASE]
    assert [element["data"]["is_support"] for element in elements] == [False, True, False, True, True]
    for element, stone in zip(elements, wall.stones, strict=False):
        assert solid_of(element["data"]["geometry"]).properties.volume == pytest.approx(stone.volume, rel=1e-14)
    # slabs lie under the stones and face outwards
    slabs = [solid_of(element["data"]["geometry"]) for element in elements[3:]]
    assert [slab.properties.volume for slab in slabs] == pytest.approx([0.05, 0.1])
    assert all(slab.vertices[:, 2].max() == 0.0 for slab in slabs)
    edges = model["data"]["graph"]["edge"]
    contacts = {(u, v): item["contacts"] for u, near in edges.items() for v, item in near.items()}
    assert sorted(contacts) == [("0", "1"), ("0", "2"), ("0", "3"), ("1", "4"), ("2", "1")]
    for items in contacts.values():
        frame = items[0]["data"]["frame"]["data"]
        points = np.array([point["data"] for point in items[0]["data"]["points"]])
        normal = np.cross(points[1] - points[0], points[2] - points[1])
        assert np.cross(frame["xaxis"], frame["yaxis"]) == pytest.approx(normal / np.linalg.norm(normal))


def test_compas_loads_it(tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        library = pytest.importorskip("compas", reason="COMPAS is not installed: only the layout was tested")
        pytest.importorskip("compas_dem", reason="compas_dem is not installed: only the layout was tested")
        wall = block_wall(weighed=True)
        path = tmp_path / "wall.json"
        path.write_bytes(compas.write(wall))
        model = library.json_load(str(path))
        assert type(model).__name__ == "BlockModel"
        blocks = list(model.blocks())
        assert [block.name for block in blocks] == [stone.name for stone in wall.stones]
        for block, stone in zip(blocks, wall.stones, strict=True):
            assert block.modelgeometry.volume() == pytest.approx(stone.volume, rel=1e-12)
            assert block.material.density * stone.volume == pytest.approx(wall.mass(stone))
        contacts = list(model.contacts())
        assert sum(contact.size for contact in contacts) == pytest.approx(sum(c.area for c in wall.contacts))
        assert len(contacts) == sum(len(contact.faces) for contact in wall.contacts)
        assert len(list(model.supports())) == 2
        # what COMPAS finds by itself between the stones is the same
        model.compute_contacts(tolerance=1e-6, minimum_area=1e-3)
        found = [
            c
            for u, v in model.graph.edges()
            if not (model.graph.node_element(u).is_support and model.graph.node_element(v).is_support)
            for c in model.graph.edge_attribute((u, v), "contacts")
        ]
        assert sorted(contact.size for contact in found) == pytest.approx(sorted(c.area for c in wall.contacts))


def test_wall_of_mere_stones():
    model = json.loads(compas.write(mixed_wall()))
    assert model["data"]["materials"] == {}
    assert len(model["data"]["elements"]) == len(mixed_wall().stones)
    assert len(model["data"]["graph"]["node"]) == len(mixed_wall().stones)


def test_wall_without_stones_is_not_written(free_wall):
    with pytest.raises(SurveyError, match="no stones"):
        compas.write(free_wall)
