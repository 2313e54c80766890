"""Runs for ParaView: what its XML says is where the stones were."""

from __future__ import annotations

import base64
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pirqa.dynamics import Trajectory, simulate
from pirqa.dynamics.vtk import write_vtk_series
from pirqa.errors import OptionsError, ResultsError
from pirqa.model import Wall
from tests.dynamics.test_history import OPTIONS, boxes, shaking

KINDS = {"Float64": "<f8", "Int64": "<i8", "UInt8": "|u1"}


@pytest.fixture(scope="module")
def wall() -> Wall:
    return boxes()


@pytest.fixture(scope="module")
def run(wall) -> Trajectory:
    return simulate(wall, shaking(), OPTIONS)


@pytest.fixture(scope="module")
def folder(run, wall, tmp_path_factory) -> Path:
    return write_vtk_series(run, wall, tmp_path_factory.mktemp("series") / "new" / "vtk", every=10)


def arrays(path: Path) -> dict[str, np.ndarray]:
    """Every array of a .vtu, decoded as VTK's file formats say: 8 bytes of length, then the numbers."""
    root = ET.parse(path).getroot()
    assert root.attrib["header_type"] == "UInt64"
    found = {}
    for item in root.iter("DataArray"):
        raw = base64.b64decode(item.text)
        assert int.from_bytes(raw[:8], "little") == len(raw) - 8
        values = np.frombuffer(raw[8:], dtype=KINDS[item.attrib["type"]])
        found[item.attrib["Name"]] = values.reshape(-1, int(item.attrib.get("NumberOfComponents", 1))).squeeze()
    piece = next(root.iter("Piece"))
    assert int(piece.attrib["NumberOfPoints"]) == len(found["Points"])
    assert int(piece.attrib["NumberOfCells"]) == len(found["types"])
    return found


def series(path: Path) -> list[tuple[float, Path]]:
    root = ET.parse(path).getroot()
    assert root.attrib["type"] == "Collection"
    return [(float(item.attrib["timestep"]), path.with_name(item.attrib["file"])) for item in root.iter("DataSet")]


def states(run: Trajectory, every: int) -> list[int]:
    last = len(run.times) - 1
    return [*range(0, last, every), last]


def test_a_series_names_every_tenth_state_and_the_last(run, folder):
    for name in ("stones", "joints"):
        listed = series(folder / f"{name}.pvd")
        assert [time for time, _ in listed] == run.times[states(run, 10)].tolist()
        assert all(path.is_file() for _, path in listed)
    assert len(list(folder.iterdir())) == 2 * len(listed) + 2
    assert [path.name for path in folder.parent.iterdir()] == ["vtk"]


def test_corners_are_where_the_stones_were(run, wall, folder):
    turned = 0.0
    for state, (_, path) in zip(states(run, 10), series(folder / "stones.pvd"), strict=True):
        expected = []
        for number, stone in enumerate(wall.stones):
            w, x, y, z = run.quaternion[state, number]
            rotation = Rotation.from_quat([x, y, z, w])
            turned = max(turned, rotation.magnitude())
            expected.append(rotation.apply(stone.solid.vertices - stone.centroid) + run.position[state, number])
        np.testing.assert_allclose(arrays(path)["Points"], np.concatenate(expected), rtol=0, atol=1e-12)
    assert turned > 1e-3, "no stone turned: nothing was tested"


def test_cells_are_the_stones_solids(wall, folder):
    found = arrays(series(folder / "stones.pvd")[-1][1])
    assert set(found["types"].tolist()) == {42}
    assert found["offsets"].tolist() == np.cumsum([len(stone.solid.vertices) for stone in wall.stones]).tolist()
    starts = [0, *found["faceoffsets"].tolist()]
    for stone, start, end in zip(wall.stones, starts, starts[1:], strict=False):
        stream = found["faces"][start:end].tolist()
        count, at, volume = stream[0], 1, 0.0
        for _ in range(count):
            corners = found["Points"][stream[at + 1 : at + 1 + stream[at]]]
            at += 1 + stream[at]
            fan = [(corners[0], corners[k], corners[k + 1]) for k in range(1, len(corners) - 1)]
            volume += sum(float(np.dot(a, np.cross(b, c))) for a, b, c in fan) / 6.0
        assert at == len(stream)
        assert volume == pytest.approx(stone.volume, rel=1e-9), "outward faces enclose the stone's volume"


def test_stones_carry_their_numbers(run, wall, folder):
    state = states(run, 10)[3]
    found = arrays(series(folder / "stones.pvd")[3][1])
    assert found["stone"].tolist() == list(range(1, 8))
    np.testing.assert_array_equal(found["displacement"], run.displacement[state])
    np.testing.assert_array_equal(found["residual"], run.residual)
    np.testing.assert_array_equal(found["rotation"], run.rotation[state])


def test_joints_are_polygons_with_what_they_bear(run, folder):
    listed = series(folder / "joints.pvd")
    for state, (_, path) in zip(states(run, 10), listed, strict=True):
        found = arrays(path)
        assert set(found["types"].tolist()) == {7}
        for name in ("normal_force", "shear_force", "slip", "opening", "closed_area"):
            np.testing.assert_array_equal(found[name], getattr(run, name)[state])
    found = arrays(listed[0][1])
    starts = [0, *found["offsets"].tolist()]
    for joint, start, end in zip(run.joints, starts, starts[1:], strict=False):
        ring = found["Points"][start:end]
        crosses = sum(np.cross(ring[k] - ring[0], ring[k + 1] - ring[0]) for k in range(1, len(ring) - 1))
        area = 0.5 * np.linalg.norm(crosses)
        assert area == pytest.approx(joint.area, rel=1e-9)
        np.testing.assert_allclose(crosses / (2.0 * area), joint.normal, atol=1e-4)
        np.testing.assert_allclose(ring.mean(axis=0), joint.centre, atol=1e-3, err_msg="boxes: settled by less")


def test_a_longer_series_leaves_nothing_behind(run, wall, tmp_path):
    write_vtk_series(run, wall, tmp_path / "vtk", every=5)
    write_vtk_series(run, wall, tmp_path / "vtk", every=50)
    assert len(list((tmp_path / "vtk").iterdir())) == 2 * len(states(run, 50)) + 2


def test_wrong_wishes_are_refused(run, wall, tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ResultsError, match="holds other files"):
        write_vtk_series(run, wall, tmp_path)
    with pytest.raises(OptionsError, match="another wall"):
        write_vtk_series(replace(run, stones=("x",) * 7), wall, tmp_path / "vtk")
    with pytest.raises(OptionsError, match="every"):
        write_vtk_series(run, wall, tmp_path / "vtk", every=0)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
