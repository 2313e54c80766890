"""Runs on disk: whole under their name, or not there."""

from __future__ import annotations

import json
import math
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from pirqa.dynamics import SimulationOptions, Trajectory, history, simulate
from pirqa.dynamics.history import read_trajectory, write_trajectory
from pirqa.dynamics.simulate import simulate_into
from pirqa.dynamics.state_recorder import HistoryWriter, kept_until, read_partial
from pirqa.dynamics.trajectory import PartialRun, States
from pirqa.errors import Interrupted, ResultsError
from pirqa.model import GroundMotion, JointProperties, Material, Wall
from pirqa.model.ground_motion import Direction
from pirqa.model.masonry import ControlPoint
from pirqa.model.remark import Table
from pirqa.project.codec import read_value, write_value
from pirqa.survey import GenerateOptions, Surroundings, SurveyOptions, survey

OPTIONS = SimulationOptions(free=0.5)


def boxes() -> Wall:
    """Seven boxes in three courses, the lowest fixed, with a watched corner."""
    bond = GenerateOptions(pattern="running_bond", length=2.0, height=1.0, courses=3, unit_length=1.0)
    made = survey(
        SurveyOptions(generate=bond, thickness=0.5, fixed="base"),
        around=Surroundings(materials={"stone": Material(unit_weight=23e3)}),
    ).wall
    last = made.stones[-1]
    return replace(
        made,
        joints=JointProperties(friction_angle=math.radians(30), normal_stiffness=2e8, damping_ratio=0.2),
        control_points=(ControlPoint(name="top", stone=last.name, position=last.solid.vertices.max(axis=0)),),
    )


def shaking() -> GroundMotion:
    """A whole cycle of 2 Hz across at 0.8 g: the stones rock and slide."""
    times = np.arange(0.0, 0.5001, 0.005)
    push = 0.8 * 9.81 * np.sin(4.0 * np.pi * times)
    return GroundMotion(
        name="sine",
        step=0.005,
        acceleration=push[:, None],
        directions=(Direction(name="across"),),
        initial_velocity=np.array([-0.8 * 9.81 / (4.0 * np.pi)]),
    )


@pytest.fixture(scope="session")
def wall() -> Wall:
    return boxes()


@pytest.fixture(scope="session")
def run(wall) -> Trajectory:
    return simulate(wall, shaking(), OPTIONS, case="μ low")


def leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Every number, text and array inside a value, by its place."""
    if is_dataclass(value):
        for item in fields(value):
            yield from leaves(getattr(value, item.name), f"{path}.{item.name}")
    elif isinstance(value, tuple):
        yield path, len(value)
        for index, item in enumerate(value):
            yield from leaves(item, f"{path}[{index}]")
    else:
        yield path, value


def assert_equal(one: object, other: object) -> None:
    first, second = dict(leaves(one)), dict(leaves(other))
    assert first.keys() == second.keys()
    for path, value in first.items():
        assert type(second[path]) is type(value), path
        if isinstance(value, np.ndarray):
            assert second[path].dtype == value.dtype, path
            assert second[path].shape == value.shape, path
            assert second[path].tobytes() == value.tobytes(), path
        else:
            assert second[path] == value or (value != value and second[path] != second[path]), path


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_run_comes_back_whole(run, tmp_path):
    assert run.events, "the run must have something to tell"
    assert np.ptp(run.quaternion[:, -1, 1]) > 1e-4, "and a stone that turned"
    path = write_trajectory(run, tmp_path / "new" / "run.zarr")
    assert_equal(run, read_trajectory(path))
    assert [child.name for child in path.parent.iterdir()] == ["run.zarr"]


def test_numbers_that_json_has_not_come_back_too(run, tmp_path):
    odd = replace(
        run, ledger=replace(run.ledger, residual=math.inf, scale=math.nan), tilt=np.full(len(run.times), -0.0)
    )
    assert_equal(odd, read_trajectory(write_trajectory(odd, tmp_path / "run.zarr")))


def test_the_same_run_is_the_same_bytes(run, tmp_path):
    one = files(write_trajectory(run, tmp_path / "one.zarr"))
    assert len(one) > 20
    assert one == files(write_trajectory(run, tmp_path / "other.zarr"))


def test_the_directory_is_zarr_3_packed_along_time(run, tmp_path, monkeypatch):
    monkeypatch.setattr(history, "_CHUNK_BYTES", 8 * 3 * len(run.stones) * 20)
    path = write_trajectory(run, tmp_path / "run.zarr")
    head = json.loads((path / "zarr.json").read_text(encoding="utf-8"))
    assert head["zarr_format"] == 3
    about = head["attributes"]
    assert about["pirqa_history"] == 3
    assert about["stones"] == list(run.stones)
    assert [row["first"] for row in about["joints"]] == [joint.first for joint in run.joints]
    array = json.loads((path / "position" / "zarr.json").read_text(encoding="utf-8"))
    assert array["shape"] == [len(run.times), len(run.stones), 3]
    assert array["chunk_grid"]["configuration"]["chunk_shape"] == [20, len(run.stones), 3]
    assert [codec["name"] for codec in array["codecs"]] == ["bytes", "zstd"]
    assert array["dimension_names"] == ["time", "stone", "axis"]
    assert len(list((path / "position" / "c").iterdir())) == math.ceil(len(run.times) / 20)
    assert_equal(run, read_trajectory(path))


def test_every_array_names_its_dimensions(run, tmp_path):
    folder = write_trajectory(run, tmp_path / "run.zarr")
    arrays = {path.parent.name: json.loads(path.read_text(encoding="utf-8")) for path in folder.glob("*/zarr.json")}
    assert len(arrays) == len([child for child in folder.iterdir() if child.is_dir()]) > 5
    for name, array in arrays.items():
        assert len(array["dimension_names"] or ()) == len(array["shape"]), name


def test_an_older_run_is_replaced_only_by_a_whole_one(run, tmp_path, monkeypatch):
    path = write_trajectory(run, tmp_path / "run.zarr")
    before = files(path)
    made = history._new_array

    def full_disk(group, name, shape):
        if name == "energy":
            raise OSError(28, "No space left on device")
        return made(group, name, shape)

    monkeypatch.setattr(history, "_new_array", full_disk)
    with pytest.raises(ResultsError, match=r"run\.zarr: cannot be written: No space left"):
        write_trajectory(replace(run, case="other"), path)
    assert files(path) == before
    assert list(tmp_path.iterdir()) == [path]
    monkeypatch.undo()
    write_trajectory(replace(run, case="other"), path)
    assert read_trajectory(path).case == "other"
    assert list(tmp_path.iterdir()) == [path]


def test_other_peoples_folders_are_left_alone(run, tmp_path):
    theirs = tmp_path / "data.zarr"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("mine")
    for write in (lambda: write_trajectory(run, theirs), lambda: HistoryWriter(theirs)):
        with pytest.raises(ResultsError, match="is no history of pirqa"):
            write()
    (tmp_path / "run.zarr.partial").mkdir()
    (tmp_path / "run.zarr.partial" / "thesis.txt").write_text("mine")
    with pytest.raises(ResultsError, match="is no part of a run"):
        HistoryWriter(tmp_path / "run.zarr")
    with pytest.raises(ResultsError, match=r"may not end in \.partial"):
        write_trajectory(run, tmp_path / "x.partial")
    assert (theirs / "thesis.txt").read_text() == "mine"


class Stop:
    """Interrupts the shaking at its third look."""

    def begin(self, task, total):
        self.task, self.calls = task, 0

    def advance(self, steps=1):
        self.calls += bool(steps) and self.task == "sine"
        if self.calls == 3:
            raise Interrupted

    def end(self, outcome=""):
        pass


def test_what_is_kept_on_the_way_is_what_the_run_gives(run, wall, tmp_path):
    path = tmp_path / "run.zarr"
    with pytest.raises(Interrupted):
        simulate_into(path, wall, shaking(), OPTIONS, case="μ low", observer=Stop())
    assert [child.name for child in tmp_path.iterdir()] == ["run.zarr.partial"]
    part = read_partial(path)
    count = len(part.times)
    assert 0 < count < len(run.times)
    assert part.times[-1] == kept_until(path) == pytest.approx(0.75, abs=0.011)
    for item in fields(PartialRun):
        whole = getattr(run, item.name)
        if item.name in {state.name for state in fields(States)}:
            np.testing.assert_array_equal(getattr(part, item.name), whole[:count])
        else:
            assert np.array_equal(getattr(part, item.name), whole), item.name
    np.testing.assert_array_equal(part.displacement, run.displacement[:count])
    assert np.abs(part.normal_force).max() > 0.0
    assert part.slip.max() > 0.0
    with pytest.raises(ResultsError, match=r"run\.zarr\.partial holds what a stopped run left"):
        read_trajectory(path)
    (tmp_path / "run.zarr.partial").rename(path)
    with pytest.raises(ResultsError, match="is no history of pirqa"):
        read_trajectory(path)


def test_a_run_kept_on_disk_is_the_one_in_memory(run, wall, tmp_path):
    path = tmp_path / "run.zarr"
    assert_equal(run, simulate_into(path, wall, shaking(), OPTIONS, case="μ low"))
    assert_equal(run, read_trajectory(path))
    assert list(tmp_path.iterdir()) == [path]


def test_a_state_counts_only_where_all_of_it_was_written(run, wall, tmp_path):
    path = tmp_path / "run.zarr"
    with pytest.raises(Interrupted):
        simulate_into(path, wall, shaking(), OPTIONS, observer=Stop())
    count = len(read_partial(path).times)
    with (tmp_path / "run.zarr.partial" / "position.rows").open("ab") as file:
        file.write(bytes(8 * 3 * len(run.stones) + 5))
    assert len(read_partial(path).times) == count
    with (tmp_path / "run.zarr.partial" / "slip.rows").open("r+b") as file:
        file.truncate(8 * len(run.joints) * 10 + 7)
    part = read_partial(path)
    np.testing.assert_array_equal(part.position, run.position[:10])
    (tmp_path / "run.zarr.partial" / "slip.rows").unlink()
    with pytest.raises(ResultsError, match="damaged or incomplete"):
        read_partial(path)


def test_a_part_without_a_state_is_told(tmp_path):
    writer = HistoryWriter(tmp_path / "run.zarr")
    writer.begin("a")
    writer.close()
    assert kept_until(tmp_path / "run.zarr") is None
    with pytest.raises(ResultsError, match="before a state was kept"):
        read_partial(tmp_path / "run.zarr")
    with pytest.raises(ResultsError, match="there is nothing that a stopped run left"):
        read_partial(tmp_path / "other.zarr")


def test_a_part_is_printed_on_one_screen(run, tmp_path):
    count, stones = 51, len(run.stones)
    position = np.tile(np.arange(3.0), (count, stones, 1))
    position[20, 2, 1] += 0.012
    position[20, 0, 1] += 0.5
    position[-1, 3, 2] -= 0.0034
    empty = np.zeros((count, 4))
    part = PartialRun(
        **dict(stones=run.stones, held=run.stones[:2], joints=run.joints[:2], action="sine", case="Kn low"),
        **dict(reference=position[0], tilt=np.zeros(count)),
        **dict(times=0.01 * np.arange(count), position=position, quaternion=np.zeros((count, stones, 4))),
        **dict(platform=np.zeros((count, 3)), platform_turn=np.tile([1.0, 0.0, 0.0, 0.0], (count, 1))),
        **dict.fromkeys(("normal_force", "shear_force", "closed_area", "opening", "slip"), empty),
        **dict.fromkeys(("push", "strut_force", "energy"), empty),
    )
    assert str(part).splitlines() == [
        "sine (Kn low): stopped after 0.50 s; 51 states of 7 stones and 2 joints are left",
        f"  largest displacement so far 12.00 mm, stone {run.stones[2]}",
        f"  displacement in the last state 3.400 mm, stone {run.stones[3]}",
    ]


def test_a_part_without_a_time_is_no_damage(run):
    names = {state.name for state in fields(States)}
    empty = {item.name: getattr(run, item.name)[: 0 if item.name in names else None] for item in fields(PartialRun)}
    assert str(PartialRun(**empty)) == "sine (μ low): stopped before a state was kept"


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: shutil.rmtree(path / "energy"),
        lambda path: (path / "position" / "c" / "0" / "0" / "0").write_bytes(b"nonsense"),
        lambda path: (path / "slip" / "zarr.json").write_text("{"),
        lambda path: (path / "zarr.json").write_text((path / "zarr.json").read_text().replace('"ledger"', '"leger"')),
    ],
)
def test_damage_is_told(run, tmp_path, harm):
    path = write_trajectory(run, tmp_path / "run.zarr")
    harm(path)
    with pytest.raises(ResultsError, match=r"run\.zarr: is damaged or incomplete"):
        read_trajectory(path)


def test_a_history_of_another_format_is_refused(run, tmp_path):
    path = write_trajectory(run, tmp_path / "run.zarr")
    text = (path / "zarr.json").read_text(encoding="utf-8")
    (path / "zarr.json").write_text(text.replace('"pirqa_history": 3', '"pirqa_history": 4'), encoding="utf-8")
    with pytest.raises(ResultsError, match="has history format 4, this pirqa reads 3"):
        read_trajectory(path)
    with pytest.raises(ResultsError, match="there is no history"):
        read_trajectory(tmp_path / "nothing.zarr")
    with pytest.raises(ResultsError, match="is no history of pirqa"):
        read_trajectory(tmp_path)


@dataclass(frozen=True, kw_only=True, eq=False)
class Shaken:
    """Like a stage's result."""

    runs: tuple[Trajectory, ...]
    table: Table
    note: str


def test_runs_are_part_of_a_stage_s_result(run, tmp_path):
    value = Shaken(runs=(run, replace(run, case="μ high")), table=Table({"x": np.arange(3.0)}), note="two")
    write_value(value, tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"result.json", "table.parquet", "runs_1.zarr", "runs_2.zarr"}
    back = read_value(Shaken, tmp_path)
    for one, other in zip(value.runs, back.runs, strict=True):
        assert_equal(one, other)
    assert back.note == "two"
    assert os.path.getsize(tmp_path / "result.json") < 500, "the run is not in the JSON"
    shutil.rmtree(tmp_path / "runs_2.zarr" / "slip")
    with pytest.raises(ValueError, match="damaged"):
        read_value(Shaken, tmp_path)
