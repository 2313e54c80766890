"""What the viewer is given: packed small, unpacked the same, and never a picture without numbers."""

from __future__ import annotations

import base64
import json
import zlib

import numpy as np
import pytest

from pirqa.model import Polyhedron
from pirqa.report.viewer import Clip, Field, Scene, Signal, Solid, pack
from pirqa.report.viewer.clips import mechanism_clip, state_clip
from pirqa.report.viewer.packing import quantised_history
from pirqa.report.viewer.scene import SCENE_FORMAT, _cut
from pirqa.report.words import load_words
from pirqa.verification.stones import box

RNG = np.random.default_rng(7)
DTYPES = {"f32": "<f4", "i16": "<i2", "u8": "u1", "u32": "<u4"}


def unpacked(file, name):
    """As ``web/src/scene.ts`` does it."""
    data = zlib.decompress(base64.b64decode(file["data"]))
    place = file["arrays"][name]
    count = int(np.prod(place["shape"]))
    dtype = np.dtype(DTYPES[place["kind"]])
    if place.get("coding") != "time":
        raw = data[place["offset"] : place["offset"] + count * dtype.itemsize]
        return np.frombuffer(raw, dtype).reshape(place["shape"])
    raw = np.frombuffer(data, "u1", count * dtype.itemsize, place["offset"]).astype(np.uint32)
    steps = raw if dtype.itemsize == 1 else raw[:count] | (raw[count:] << 8)
    rows = np.cumsum(steps.reshape(place["shape"]), axis=-1) % (1 << 8 * dtype.itemsize)
    return rows.astype(f"u{dtype.itemsize}").view(dtype)


def solids(count=3):
    return tuple(
        Solid(
            name=str(k), zone="wall", shape=box(1.0, 0.5, 0.4, at=(0.0, 0.0, 0.4 * k)), centre=np.array([0.5, 0.25, k])
        )
        for k in range(count)
    )


def history(frames=200, count=3, **more):
    shift = np.cumsum(RNG.normal(size=(frames, count, 3)), axis=0) * 1e-3
    vector = np.cumsum(RNG.normal(size=(frames, count, 3)), axis=0) * 1e-3
    turn = np.concatenate([np.sqrt(1.0 - (vector**2).sum(-1, keepdims=True)), vector], axis=-1)
    times = np.arange(frames) / 30.0
    return Clip(id="run", title="run", kind="history", values=times, shift=shift, turn=turn, **more)


def test_a_history_comes_back_within_a_step_of_its_own_range():
    clip = history()
    file = pack(Scene(title="wall", solids=solids(), clips=(clip,)), {})
    assert file["format"] == SCENE_FORMAT
    told = file["clips"][0]
    for name, values in (("shift", clip.shift), ("turn", clip.turn[..., 1:])):
        scale = unpacked(file, told[f"{name}Scale"])
        again = unpacked(file, told[name]) / 32767.0 * scale[..., None]
        apart = np.abs(again - np.moveaxis(values, 0, -1))
        assert np.all(apart <= 0.51 / 32767.0 * scale[..., None] + 1e-9)
    assert told["frames"] == 200
    assert told["step"] == pytest.approx(1.0 / 30.0)


def test_forty_stones_for_a_minute_stay_small():
    clip = history(frames=1800, count=40)
    text = json.dumps(pack(Scene(title="wall", solids=solids(40), clips=(clip,)), {}))
    assert len(text) < 3_000_000


def test_a_wall_that_does_not_move_has_no_range():
    still = quantised_history(np.zeros((5, 2, 3)))
    assert not still[0].any()
    assert not still[1].any()


def test_fields_and_signals_come_back():
    amounts = np.abs(RNG.normal(size=(3, 200)))
    force = Field(id="force", label="force", unit="kN", values=amounts)
    signal = Signal(label="ground", unit="g", times=np.arange(9.0), values=np.sin(np.arange(9.0)))
    file = pack(Scene(title="", solids=solids(), clips=(history(fields=(force,), signal=signal),)), {})
    told = file["clips"][0]
    field = told["fields"][0]
    again = field["low"] + unpacked(file, field["array"]) / 255.0 * (field["high"] - field["low"])
    assert again == pytest.approx(amounts, abs=0.51 / 255.0 * float(np.ptp(amounts)))
    assert unpacked(file, told["signal"]["values"]) == pytest.approx(np.sin(np.arange(9.0)), abs=1e-6)


def test_faces_that_are_not_convex_are_covered_once():
    ring = np.array([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5], [0.0, 2.0]])
    count = len(ring)
    vertices = np.concatenate([np.column_stack([np.full(count, x), ring]) for x in (0.0, 1.0)])
    sides = [(k, (k + 1) % count, (k + 1) % count + count, k + count) for k in range(count)]
    shape = Polyhedron(
        vertices=vertices, faces=(tuple(range(count - 1, -1, -1)), tuple(range(count, 2 * count)), *sides)
    )
    area = 0.0
    for a, b, c in _cut(shape, shape.faces[1]):
        area += 0.5 * float(np.cross(vertices[b] - vertices[a], vertices[c] - vertices[a])[0])
    assert area == pytest.approx(2.5)


def test_a_state_is_reached_by_the_shorter_turn():
    turn = np.array([[-np.cos(0.2), 0.0, 0.0, -np.sin(0.2)]])
    clip = state_clip(np.array([[0.1, 0.0, 0.0]]), turn, id="a", title="a", words=load_words("en"))
    assert clip.turn[-1, 0] == pytest.approx([np.cos(0.2), 0.0, 0.0, np.sin(0.2)])
    assert clip.turn[0, 0] == pytest.approx([1.0, 0.0, 0.0, 0.0])
    assert np.all(clip.turn[..., 0] > 0.0)


def test_a_mechanism_is_drawn_where_its_poses_put_it():
    from pirqa.limit import analyse
    from pirqa.model import Support, Wall

    wall = Wall.prismatic(
        height=4.0, thickness=0.8, unit_weight=20e3, support=Support(kind="rock", friction_angle=0.5)
    )  # fmt: skip
    found = analyse(wall).mechanisms[0]
    clip = mechanism_clip(found, title="", words=load_words("en"), first=1, solids=2)
    assert clip is not None
    assert not clip.shift[:, 0].any()
    # the centroid stands above the edge where it falls
    assert clip.shift[-1, 1, 1] == pytest.approx(-0.4, abs=1e-6)
    assert clip.values[-1] == pytest.approx(found.curve.ultimate_displacement)
