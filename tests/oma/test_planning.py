"""Planning a vibration test: places, references, duration and rate, and the plan that is written."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

import pirqa
from pirqa.errors import ModelError, OptionsError, RecordError
from pirqa.model.masonry import ControlPoint
from pirqa.model.modes import Modes
from pirqa.oma.formats.uff58 import write_modes_uff
from pirqa.oma.measurement import Point
from pirqa.oma.options import PlanningOptions
from pirqa.oma.planning import (
    ExpectedModes,
    TestDesign,
    choose_places,
    choose_references,
    design_test,
    duration_needed,
    largest_likeness,
    read_expected_modes,
    sampling_rate,
    signal_to_noise,
)
from pirqa.project.codec import read_value, write_value
from pirqa.project.plan_file import parse_plan, write_plan
from tests.conftest import ROOT


def write_expected_modes(expected: ExpectedModes) -> str:
    """The JSON text that :func:`read_expected_modes` reads."""
    modes = expected.modes
    plain = {
        "pirqa_modes": 1,
        "source": expected.source,
        "assumed": expected.assumed,
        "points": {name: list(point.place) for name, point in expected.points.items()},
        "modes": [
            {
                "frequency": float(modes.frequency[row]),
                "damping": float(modes.damping[row]),
                "shape": {
                    name: [None if math.isnan(part) else float(part) for part in modes.point_shape[row, column]]
                    for column, name in enumerate(modes.points)
                },
            }
            for row in range(len(modes))
        ],
    }
    return json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


@pytest.fixture(scope="module")
def wall():
    return pirqa.read_project(ROOT / "examples" / "chokepukio" / "project.toml").wall


@pytest.fixture(scope="module")
def design(wall):
    return design_test(wall)


@pytest.fixture(scope="module")
def given():
    x = np.linspace(0.0, 20.0, 11)
    points = {f"P{k}": Point(name=f"P{k}", place=(float(place), 0.0, 5.0)) for k, place in enumerate(x)}
    shape = np.zeros((3, 11, 3))
    shape[:, :, 1] = [np.cos(k * np.pi * x / 20.0) for k in range(3)]
    modes = Modes(
        frequency=np.array([2.0, 3.0, 5.0]), damping=np.full(3, 0.02), points=tuple(points), point_shape=shape
    )
    return ExpectedModes(modes=modes, points=points, source="by hand")


def test_a_wall_alone_gives_a_test_like_the_papers(design):
    assert design.assumed
    assert len(design.setups) == 7
    assert len(design.degrees) == 16
    assert all(setup[:2] == design.references for setup in design.setups)
    assert all(len(setup) == 4 for setup in design.setups)
    assert {degree for setup in design.setups for degree in setup} == set(design.degrees)
    assert {degree.axis for degree in design.degrees} == {1}
    # references of a free-standing wall are at its top, where all modes move
    assert all(design.points[degree.point].place[2] == 9.0 for degree in design.references)
    assert np.abs(design.shape[:, :2]).max(axis=1).min() > 0.5
    assert design.duration >= 1000.0 / design.frequency[0]
    assert design.rate >= 10.0 * design.frequency[-1]
    assert {remark.key for remark in design.remarks} >= {"oma_design_modes_guessed", "oma_design_ambient_assumed"}
    assert "7 setups" in str(design)
    assert design.automac.diagonal() == pytest.approx(1.0)
    assert design.likeness == pytest.approx((design.automac - np.eye(7)).max())


def test_points_lie_on_the_wall(design, wall):
    for point in design.points.values():
        x, y, z = point.place
        assert 0.0 < x < 20.0
        assert 0.0 < z <= 9.0
        assert y == pytest.approx(1.0 if z > 6.1 else 0.3 if x < 8.0 else 0.0)


def test_the_plan_can_be_written_and_read(design):
    plan = parse_plan(write_plan(design.plan("Chokepukio")))
    assert plan.references == design.references
    assert [setup.degrees for setup in plan.setups] == list(design.setups)
    assert plan.duration == design.duration
    assert plan.ground[0].up == 3
    assert not design.plan("x", ground=False).ground


def test_given_modes_are_used(given, wall):
    found = design_test(wall, given, PlanningOptions(places=6, wanted=3, ambient=1e-3))
    assert not found.assumed
    assert found.source == "by hand"
    assert found.candidates == 11
    assert len(found.setups) == 2
    assert found.remarks == ()
    assert found.duration == 1020.0
    # the middle is a node of the second mode
    assert all(found.points[degree.point].place[0] != 10.0 for degree in found.references)


def test_one_setup_where_the_channels_suffice(given, wall):
    found = design_test(wall, given, PlanningOptions(places=4, channels=4, references=4))
    assert len(found.setups) == 1
    assert found.setups[0] == found.references


def test_a_quiet_wall_drowns_in_noise(given, wall):
    found = design_test(wall, given, PlanningOptions(places=6, ambient=1e-7))
    assert found.drowned == (0, 1, 2)
    assert [remark.text for remark in found.remarks if remark.key == "oma_design_mode_drowns"] == ["1, 2, 3"]
    assert "drowns" in str(found)


def test_alike_shapes_are_told(given, wall):
    shape = given.modes.point_shape.copy()
    shape[2] = shape[1] + 0.3 * shape[2]
    modes = Modes(
        frequency=given.modes.frequency, damping=given.modes.damping, points=given.modes.points, point_shape=shape
    )
    found = design_test(wall, ExpectedModes(modes=modes, points=given.points, source="x"), PlanningOptions(places=6))
    told = next(remark for remark in found.remarks if remark.key == "oma_design_shapes_alike")
    assert told.text == "2, 3"


def test_sensors_may_look_two_ways(given, wall):
    shape = given.modes.point_shape.copy()
    shape[1, :, 0], shape[1, :, 1] = 1.0, 0.0  # the second mode goes along the wall
    both = ExpectedModes(modes=replace(given.modes, point_shape=shape), points=given.points, source="x")
    found = design_test(wall, both, PlanningOptions(places=8, axes=("across", "along")))
    assert {degree.axis for degree in found.references} == {0, 1}
    assert found.candidates == 22
    headings = {channel.heading for setup in found.plan("x").setups for channel in setup.channels}
    assert headings == {"along", "across"}


def test_modes_of_control_points_know_their_places(given, wall):
    points = tuple(
        ControlPoint(name=name, stone="", position=np.array(point.place)) for name, point in given.points.items()
    )
    found = design_test(replace(wall, control_points=points), given.modes, PlanningOptions(places=6))
    assert found.points == {name: given.points[name] for name in found.points}
    assert not found.assumed


def test_places_that_an_earlier_test_missed_are_no_candidates(given, wall):
    shape = given.modes.point_shape.copy()
    shape[2, 4:6] = np.nan
    part = ExpectedModes(modes=replace(given.modes, point_shape=shape), points=given.points, source="x")
    assert design_test(wall, part, PlanningOptions(places=6)).candidates == 9


def test_what_cannot_be_planned_is_refused(given, wall):
    with pytest.raises(OptionsError, match="2 places cannot tell 3 modes apart"):
        design_test(wall, given, PlanningOptions(places=2))
    with pytest.raises(OptionsError, match="mode 1 moves no candidate along"):
        design_test(wall, given, PlanningOptions(axes=("along",)))
    with pytest.raises(OptionsError, match="does not reach the highest"):
        design_test(wall, given, PlanningOptions(places=6, rate=8.0))
    with pytest.raises(OptionsError, match="nobody says where the modes' points P0"):
        design_test(wall, given.modes)
    with pytest.raises(ModelError, match="none can move"):
        PlanningOptions(channels=4, references=4)
    with pytest.raises(ModelError, match="cannot stay"):
        PlanningOptions(channels=2, references=3)
    with pytest.raises(ModelError, match="each direction once"):
        PlanningOptions(axes=())


def test_modes_go_through_json(given, tmp_path):
    path = tmp_path / "modes.json"
    path.write_text(write_expected_modes(given), encoding="utf-8")
    again = read_expected_modes(path)
    assert again.points == given.points
    assert np.array_equal(again.modes.point_shape, given.modes.point_shape)
    assert np.array_equal(again.modes.frequency, given.modes.frequency)
    assert again.source == "by hand"


@pytest.mark.parametrize("turned", [False, True])
def test_modes_come_from_universal_files(given, wall, tmp_path, turned):
    path = tmp_path / "modes.uff"
    modes = given.modes
    if turned:  # modes as they were measured on an earlier date
        modes = replace(modes, point_shape_imaginary=0.01 * modes.point_shape)
    write_modes_uff(path, modes, given.points)
    found = read_expected_modes(path)
    assert found.modes.frequency == pytest.approx(modes.frequency, rel=1e-4)
    assert found.modes.damping == pytest.approx(modes.damping, rel=1e-3)
    assert [point.place for point in found.points.values()] == [point.place for point in given.points.values()]
    assert found.modes.point_shape == pytest.approx(modes.point_shape, abs=1e-5)
    assert design_test(wall, found, PlanningOptions(places=6)).source == "modes.uff"


def test_a_universal_file_without_modes_is_refused(tmp_path):
    path = tmp_path / "modes.uff"
    path.write_text("    -1\n   151\nx\n    -1\n", encoding="utf-8")
    with pytest.raises(RecordError, match=r"modes\.uff"):
        read_expected_modes(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "pirqa_modes"),
        ("{", "cannot be understood"),
        ("hello", "JSON file or a universal file"),
        ('{"pirqa_modes": 1, "modes": []}', "'points' is missing"),
        ('{"pirqa_modes": 1, "points": {"A": [0, 1]}, "modes": []}', "cannot be understood"),
        ('{"pirqa_modes": 1, "points": {"A": [0, 1, 2]}, "modes": []}', "there are none"),
    ],
)
def test_bad_modes_are_refused(tmp_path, text, message):
    path = tmp_path / "modes.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((RecordError, ModelError), match=message):
        read_expected_modes(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [({"damping": 0.0}, "damping 0"), ({"frequency": -1.0}, "frequency -1"), ({"shape": {"Q": [0, 1, 0]}}, '"Q"')],
)
def test_modes_that_no_wall_has_are_refused(tmp_path, change, message):
    mode = {"frequency": 2.0, "damping": 0.03, "shape": {"A": [0, 1, 0]}} | change
    path = tmp_path / "modes.json"
    path.write_text(json.dumps({"pirqa_modes": 1, "points": {"A": [0, 0, 1]}, "modes": [mode]}), encoding="utf-8")
    with pytest.raises(RecordError, match=message):
        read_expected_modes(path)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        read_expected_modes(tmp_path / "none.json")


def test_it_goes_to_files_and_back(design, tmp_path):
    write_value(design, tmp_path)
    assert str(read_value(TestDesign, tmp_path)) == str(design)


X = np.linspace(0.0, 1.0, 21)
BEAM = np.stack([np.sin((k + 1) * math.pi * X) for k in range(4)])


def test_references_avoid_nodes():
    best = choose_references(BEAM, 1)
    sizes = np.abs(BEAM)
    assert sizes[:, best[0]].min() == pytest.approx(sizes.min(axis=0).max())
    assert best[0] != 10  # the middle is a node of the second and fourth mode
    pair = choose_references(BEAM, 2)
    assert sizes[:, pair].max(axis=1).min() >= sizes[:, best[0]].min()
    exhaustive = max(sizes[:, [i, j]].max(axis=1).min() for i in range(21) for j in range(i))
    assert sizes[:, pair].max(axis=1).min() == pytest.approx(exhaustive)


def test_many_candidates_are_chosen_one_by_one():
    rng = np.random.default_rng(1)
    shapes = rng.standard_normal((5, 400))
    shapes /= np.abs(shapes).max(axis=1, keepdims=True)
    found = choose_references(shapes, 3)
    assert len(set(found)) == 3
    assert np.abs(shapes[:, found]).max(axis=1).min() > 0.4
    assert choose_references(shapes[:, :2], 5) == (0, 1)


@pytest.mark.parametrize("method", ["effective_independence", "pivots", "automac"])
def test_places_keep_the_shapes_apart(method):
    kept = choose_references(BEAM, 2)
    found = choose_places(BEAM, 8, kept, method)
    assert len(found) == 8
    assert set(kept) <= set(found)
    assert list(found) == sorted(found)
    likeness, _, _ = largest_likeness(BEAM[:, found])
    rng = np.random.default_rng(0)
    drawn = [
        largest_likeness(BEAM[:, [*kept, *rng.choice([i for i in range(21) if i not in kept], 6, replace=False)]])[0]
        for _ in range(200)
    ]
    assert likeness < np.median(drawn)


def test_effective_independence_keeps_the_determinant():
    found = choose_places(BEAM, 6, (), "effective_independence")
    rng = np.random.default_rng(0)

    def information(places):
        return np.linalg.slogdet(BEAM[:, places] @ BEAM[:, places].T)[1]

    drawn = [information(rng.choice(21, 6, replace=False)) for _ in range(500)]
    assert information(list(found)) >= np.quantile(drawn, 0.99)


def test_all_are_taken_where_there_are_no_more_and_alike_modes_are_refused():
    assert choose_places(BEAM, 30, (0,), "pivots") == tuple(range(21))
    with pytest.raises(OptionsError, match="do not tell the 2 wanted modes apart"):
        choose_places(np.stack([BEAM[0], -BEAM[0]]), 5, (), "effective_independence")
    assert largest_likeness(np.stack([BEAM[0], BEAM[1], -BEAM[0]])) == pytest.approx((1.0, 0, 2))


def test_duration_follows_its_rules():
    frequency, damping = np.array([2.0, 5.0]), np.array([0.03, 0.02])
    assert duration_needed(frequency, damping, periods=1000.0, least=60.0) == (540.0, "periods")
    assert duration_needed(frequency, 0.01 * damping, periods=100.0, least=60.0) == (16680.0, "damping")
    assert duration_needed(frequency, damping, periods=100.0, least=600.0) == (600.0, "least")


def test_rates_are_usual_ones():
    assert [sampling_rate(highest) for highest in (1.0, 9.19, 20.0, 25.1, 700.0)] == [20.0, 100.0, 200.0, 500.0, 7000.0]


def test_signal_is_that_of_simulated_oscillators():
    # one mode, two places: the second moves half as much; white force through an exact step
    frequency, damping, rate = np.array([2.0]), np.array([0.05]), 100.0
    shapes = np.array([[1.0, 0.5]])
    found = signal_to_noise(frequency, damping, shapes, ambient=1e-3, noise_density=1e-12)
    assert found[0, 0] / found[0, 1] == pytest.approx(4.0)
    from scipy.signal import lfilter, welch

    omega = 2.0 * math.pi * 2.0
    pole = np.exp(omega / rate * complex(-0.05, math.sqrt(1.0 - 0.05**2)))
    moved = lfilter([1.0], [1.0, -2.0 * pole.real, abs(pole) ** 2], np.random.default_rng(3).standard_normal(800_000))
    # accelerations near the peak are ω² times displacements
    bins, power = welch(moved, rate, nperseg=8192)
    top = power[np.abs(bins - 2.0) < 0.03].mean() / moved.var() * (1e-3) ** 2 / 1e-12
    assert found[0, 0] == pytest.approx(top, rel=0.1)


def test_a_weak_mode_drowns():
    frequency, damping = np.array([2.0, 6.0]), np.array([0.03, 0.03])
    quiet = signal_to_noise(frequency, damping, BEAM[:2], ambient=1e-6, noise_density=1e-12)
    loud = signal_to_noise(frequency, damping, BEAM[:2], ambient=1e-4, noise_density=1e-12)
    assert loud == pytest.approx(1e4 * quiet)
    assert quiet[1, 10] == pytest.approx(0.0, abs=1e-12)  # its node
