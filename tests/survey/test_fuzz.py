"""Damaged files of every format: an error of ours or a whole result, never a crash, and never a hang."""

from __future__ import annotations

import io
import json
import tempfile
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from pirqa.errors import InputError
from pirqa.survey import GenerateOptions, SurveyOptions, survey
from pirqa.survey.formats import write_stones

WALL = GenerateOptions(pattern="ashlar", length=3.0, height=1.5, stones=6, courses=2)
OPTIONS = {"thickness": 0.5, "pixel": 0.02, "unit": "m"}


@cache
def wall():
    return survey(SurveyOptions(generate=WALL, thickness=0.5)).wall


def rings():
    for stone in wall().stones:
        x, _, z = stone.solid.vertices[list(stone.solid.faces[0])].T
        yield stone.name, [[float(a) / 0.02, (1.5 - float(b)) / 0.02] for a, b in zip(x, z, strict=True)]


def labels():
    picture = np.zeros((75, 150), dtype=np.uint8)
    for stone in wall().stones:
        (x0, _, z0), (x1, _, z1) = stone.solid.vertices.min(axis=0) / 0.02, stone.solid.vertices.max(axis=0) / 0.02
        picture[round(75 - z1) : round(75 - z0), round(x0) : round(x1)] = int(stone.name)
    return Image.fromarray(picture)


def saved(kind):
    memory = io.BytesIO()
    labels().save(memory, kind)
    return memory.getvalue()


@cache
def good(name: str) -> bytes:
    if name == "labelme.json":
        shapes = [{"label": n, "points": ring, "shape_type": "polygon"} for n, ring in rings()]
        return json.dumps({"shapes": shapes, "imageHeight": 75, "imageWidth": 150}).encode()
    if name == "coco.json":
        parts = [
            {"id": int(n), "image_id": 1, "category_id": 1, "segmentation": [np.ravel(ring).tolist()]}
            for n, ring in rings()
        ]
        images = [{"id": 1, "file_name": "a.png", "height": 75, "width": 150}]
        categories = [{"id": 1, "name": "stone"}]
        return json.dumps({"images": images, "annotations": parts, "categories": categories}).encode()
    if name == "cvat.xml":
        polygons = "".join(
            f'<polygon label="stone" points="{";".join(f"{x},{y}" for x, y in ring)}"/>' for _, ring in rings()
        )
        image = f'<image id="0" name="a.png" width="150" height="75">{polygons}</image>'
        return f"<annotations><version>1.1</version>{image}</annotations>".encode()
    if name.startswith("labels."):
        return saved({"png": "PNG", "tif": "TIFF"}[name.partition(".")[2]])
    if name == "solids.dxf":
        return write_stones(wall(), Path(name), format="dxf-solids")
    if name == "outlines.toml":
        stones = "".join(f'[[stones]]\nname = "{n}"\noutline = {json.dumps(ring)}\n' for n, ring in rings())
        return f'pirqa_wall = 1\nunit = "cm"\nthickness = 40\n{stones}'.encode()
    return write_stones(wall(), Path(name))


NAMES = [
    "wall.dxf", "solids.dxf", "wall.sat", "wall.ply", "wall.obj", "wall.stl", "wall.glb", "wall.json", "outlines.toml",
    "labelme.json", "coco.json", "cvat.xml", "labels.png", "labels.tif",
]  # fmt: skip


def read(name: str, data: bytes):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / name).write_bytes(data)
        started = time.process_time()
        try:
            return survey(SurveyOptions(file=name, **OPTIONS), folder=Path(folder))
        except InputError:
            return None
        finally:
            assert time.process_time() - started < 20.0


@pytest.mark.parametrize("name", NAMES)
def test_the_good_file_is_good(name):
    result = read(name, good(name))
    assert result is not None
    assert len(result.wall.stones) == 6


@pytest.mark.parametrize("name", NAMES)
def test_truncated(name):
    data = good(name)
    for share in (0.0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99):
        result = read(name, data[: int(share * len(data))])
        assert result is None or len(result.wall.stones) <= 6


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    places=st.lists(st.tuples(st.floats(0, 0.999), st.binary(min_size=0, max_size=6), st.integers(0, 6)), max_size=4)
)
def test_bytes_changed(name, places):
    data = bytearray(good(name))
    for share, new, length in places:
        place = int(share * len(data))
        data[place : place + length] = new
    read(name, bytes(data))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25, deadline=None)
@given(data=st.binary(max_size=200))
def test_noise(name, data):
    assert read(name, data) is None
