"""The dynamics stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace
from string import Formatter

import numpy as np
import pytest
from rich.console import Console

from pirqa.cli.console import print_checks
from pirqa.dynamics.trajectory import PARTED_OPENING
from pirqa.experiments.checks import RunLimits, checks_of
from pirqa.experiments.damage import Fall
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import JointProperties, Remark
from pirqa.model.check import Place
from pirqa.model.masonry import OTHER_DAMPING
from pirqa.project import parse_project, read_results, run_project
from pirqa.report.figures.dynamics import _in_sight, _legend, final_state_figure
from pirqa.report.figures.facade import View
from pirqa.report.figures.style import drawing
from pirqa.report.names import corner_name, field_name, group_name, place_name
from pirqa.report.page import render
from pirqa.report.remarks import remark_text
from pirqa.report.sections.dynamics import _falls, _joints, _summary, named_remarks
from pirqa.report.words import LANGUAGES, load_words
from tests.cli.test_commands import run as command
from tests.project.test_dynamics import WALL
from tests.report.pages import without_pictures
from tests.report.test_motion_section import options
from tests.report.test_report import _Balanced

EN = load_words("en")
RICH = (
    WALL.replace("[survey]\n", "damping_ratio = 0.8\n[survey]\n", 1).replace(
        "[dynamics.s", "[dynamics]\ncompare_damping = true\n[dynamics.s"
    )
    + """
[[joints.exceptions]]
between = ["4", "5"]
friction_angle = "20 deg"
[dynamics.tilt]
to = "12 deg"
rate = "6 deg/s"
[dynamics.settlement]
stones = ["1"]
by = "2 mm"
duration = "1 s"
[[dynamics.struts]]
name = "prop"
kind = "wedged"
stone = "10"
point = ["1.5 m", "0.3 m", "1.0 m"]
other_point = ["1.5 m", "1.3 m", "0 m"]
stiffness = "5 MN/m"
"""
)


FALLS = (
    WALL
    + """
[motion.signals.quake.sine]
amplitude = "1.5 g"
frequency = "1 Hz"
duration = "6 s"
"""
)
SPANISH = load_words("es")


@pytest.fixture(scope="module")
def fallen(tmp_path_factory):
    """Two motions: one that the wall stands, one that it does not."""
    return run_project(parse_project(FALLS), tmp_path_factory.mktemp("fallen") / "results")


@pytest.fixture(scope="module")
def rich(tmp_path_factory):
    return run_project(parse_project(RICH), tmp_path_factory.mktemp("rich") / "results")


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_is_whole(rich, language):
    words = load_words(language)
    page = render(rich, words)
    checker = _Balanced()
    checker.feed(page)
    assert checker.open == []
    plain = without_pictures(page)
    for key in ("title", "comparison", "exceptions", "struts", "settled", "limits_title"):
        assert words(f"dynamics.{key}").replace("'", "&#39;") in plain, key
    assert "nan" not in plain.lower().split()
    assert "<tbody>\n</tbody>" not in page
    assert not re.search(r"\w+_\w+ –", plain), "a remark without words"
    assert words("dynamics.more_runs", count=len(rich.stages["dynamics"].runs) - 4) in plain


def test_page_comes_from_the_folder_alone(rich):
    assert render(read_results(rich.folder), EN) == render(rich, EN)


def test_both_readings_of_damping_stand_side_by_side(rich):
    plain = without_pictures(render(rich, EN))
    table = plain[plain.index(EN("dynamics.comparison")) :]
    first, second = table.index("0.8 of critical"), table.index("0.8 Pa·s/m, pressure per speed")
    assert first < second < table.index("</table>")
    actions, readings = 3, 2
    assert len(rich.stages["dynamics"].runs) == actions * readings


def test_a_tilt_is_drawn_against_its_angle(rich):
    page = render(rich, EN)
    assert EN("dynamics.tilt", run="tilt") in page
    assert EN("dynamics.axis_tilt") in page
    assert "dynamics.tilt" not in {check.id.rpartition(".")[0] for check in rich.checks}


def test_a_run_that_does_not_close_is_called_so(rich):
    result = rich.stages["dynamics"]
    doubtful = replace(result.runs[0], ledger=replace(result.runs[0].ledger, residual=1.0, scale=10.0))
    table = result.table
    columns = dict(table.columns) | {"reliable": table["reliable"] & (table["case"] != result.runs[0].case)}
    unsound = replace(result, runs=(doubtful, *result.runs[1:]), table=replace(table, columns=columns))
    page = without_pictures(render(replace(rich, stages={**rich.stages, "dynamics": unsound}), EN))
    assert EN("dynamics.unreliable", runs="")[:-1] in page
    assert "1.0×10⁻¹" in page


@pytest.mark.parametrize(("language", "expected"), [("en", "Kn low, μ high"), ("es", "Kn bajo, μ alto")])
def test_ends_of_pairs_have_names(language, expected):
    words = load_words(language)
    assert corner_name("Kn low, μ high", words) == expected
    assert corner_name(f"Kn low, {OTHER_DAMPING}", words).endswith(words("dynamics.other_damping"))


def test_assumed_joints_are_marked(tmp_path):
    page = without_pictures(render(run_project(parse_project(WALL), tmp_path / "out"), EN))
    inputs = page[page.index('<section id="inputs">') :]
    for key in ("joints.tangential_stiffness", "joints.damping_ratio"):
        row = inputs[inputs.index(key) :].partition("</tr>")[0]
        assert EN("status.default") in row
    assert EN("dynamics.damping_critical", value="0.05") in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_input_has_words(language):
    words = load_words(language)
    keys = [*options(DynamicsOptions, "dynamics"), *options(JointProperties, "joints")]
    assert len(keys) > 30
    for group, key in keys:
        assert group_name(group, words)
        assert field_name(key, words), key


def test_a_fall_is_damage_too(fallen):
    found = {check.id: check for check in fallen.checks}
    stands, falls = (outcome.collapse for outcome in fallen.stages["dynamics"].outcomes)
    assert stands == "none"
    assert falls in ("partial", "total")
    for mode in ("residual", "stones_falling", "falling"):
        check = found[f"dynamics.quake.{mode}"]
        assert check.factor < 1.0
        assert f"collapse_{falls}" in check.notes
    assert found["dynamics.quake.residual"].demand == math.inf
    assert found["dynamics.push.residual"].satisfied


def test_what_is_next_to_nothing_is_none(fallen):
    result = fallen.stages["dynamics"]
    row = result.table.rows()[0] | {"residual": 8e-15, "peak_across": 2e-7}
    wall = fallen.stages["survey"].wall
    limits = RunLimits(residual=3e-3, half=0.15, collapse=CollapseDefinition())
    damage, *_ = checks_of(result.runs[0], result.outcomes[0], row, wall, limits)
    assert (damage.demand, damage.ratio) == (0.0, math.inf)
    (small, *_) = checks_of(result.runs[0], result.outcomes[0], row | {"residual": 2e-7}, wall, limits)
    assert small.demand == 2e-7
    assert EN.factor(small.ratio) == "> 1000"
    assert EN.factor(1000.0) == "1000.000"
    shown = render(replace(fallen, checks=(damage, small)), EN)
    table = shown[shown.index('<section id="checks">') :].partition("</table>")[0]
    assert "0.0002000</span><small>mm</small>" in table, "2e-7 m"
    assert "3.000</span><small>mm</small>" in table
    assert "∞" in table


def test_stone_and_run_are_named(fallen):
    out = io.StringIO()
    print_checks(Console(file=out, width=200), fallen, EN)
    rows = [line for line in out.getvalue().splitlines() if EN("mode.falling") in line]
    assert [re.search(r"motion: (\w+)", line)[1] for line in rows] == ["quake"], "of one method the worst"
    check = next(check for check in fallen.checks if check.id == "dynamics.quake.falling")
    assert check.place.stone == fallen.stages["dynamics"].table["fallen"].tolist()[1]
    page = without_pictures(render(fallen, EN))
    checks = page[page.index('<section id="checks">') :].partition("</table>")[0]
    for text in ("Stones in motion: push", "Stones in motion: quake", f"stone {check.place.stone} at "):
        assert text in checks
    named = replace(check, method="dynamics.Kn low", action="settlement", place=replace(check.place, stone="[b]7"))
    out = io.StringIO()
    print_checks(Console(file=out, width=200), replace(fallen, checks=(named,)), SPANISH)
    assert "Piedras en movimiento: asentamiento (Kn bajo)" in out.getvalue()
    assert "piedra [b]7 a " in out.getvalue(), "a name is no markup"


def test_a_place_names_its_stone():
    place = Place(name="stone", stone="32", level=3.684, station=7.04)
    assert str(place) == "stone 32 at 3.68 m, x = 7.04 m"
    assert place_name(place, EN) == "stone 32 at 3.68 m, x = 7.04 m"
    assert place_name(place, SPANISH) == "piedra 32 a 3.68 m, x = 7.04 m"
    assert str(Place(name="joint", level=0.5)) == "joint at 0.5 m"


@pytest.mark.parametrize(
    ("language", "stones", "expected"),
    [
        ("en", ("2",), "stone 2 fell, after 1.5 s"),
        ("en", ("2", "7"), "stones 2, 7 fell, the first one after 1.5 s"),
        ("es", ("2",), "cayó la piedra 2, tras 1.5 s"),
        ("es", ("2", "7"), "cayeron las piedras 2, 7, la primera tras 1.5 s"),
    ],
)
def test_one_stone_falls_or_many(language, stones, expected):
    remark = Remark(kind="warning", key="stones_fell", stones=stones, amount=1.5, unit="s", text="sine")
    assert expected in remark_text(remark, load_words(language))


def test_many_is_said_with_the_same_values():
    for words in (EN, SPANISH):
        many = [key for key in words.keys if key.startswith("remark.") and key.endswith("_many")]
        assert many
        for key in many:
            asked, one = (
                {name for _, name, _, _ in Formatter().parse(words(name)) if name}
                for name in (key, key.removesuffix("_many"))
            )
            assert one <= asked
            assert asked == {name for _, name, _, _ in Formatter().parse(EN(key)) if name}


def test_a_run_made_again_is_told_on_page_and_screen(fallen, monkeypatch, capsys, tmp_path):
    result = fallen.stages["dynamics"]
    again = Remark(kind="repair", key="run_refined", count=2, amount=1e-4, unit="s", text="push")
    other = Remark(kind="repair", key="other_repair", text="not for the screen")
    told = replace(result, remarks=(other, again, *result.remarks))
    changed = replace(fallen, stages={**fallen.stages, "dynamics": told})
    assert "push: the energies did not close at first; the run was made again" in render(changed, EN)
    assert [remark.kind for remark in named_remarks(told, EN)][-2:] == ["repair", "repair"]
    project = tmp_path / "wall.toml"
    project.write_text(WALL, encoding="utf-8")
    monkeypatch.setattr("pirqa.cli.assess.assess_project", lambda *args, **options: changed)
    code, out, _ = command(capsys, "assess", str(project))
    assert code == 0
    assert "halved 2 times, to 0.0001 s" in out
    assert remark_text(Remark(kind="assumption", key="tangential_stiffness_assumed", amount=0.5), EN) in out
    assert "not for the screen" not in out


def test_joints_that_opened_most_and_slid_most(fallen):
    run = fallen.stages["dynamics"].runs[0]
    count = len(run.joints)
    assert count > 10
    opening, slip = np.zeros_like(run.opening), np.zeros_like(run.slip)
    # the first joints open little, the last ones slide far: one does both
    opening[1, :5] = 1e-3 * np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    slip[-1, [4, -4, -3, -2, -1]] = 1e-2 * np.array([9.0, 1.0, 2.0, 3.0, 4.0])
    grid = _joints(replace(run, opening=opening, slip=slip), EN, "x")
    expected = [4, 3, 2, 1, 0, count - 1, count - 2, count - 3, count - 4]
    assert [row[0].text for row in grid.rows] == [str(run.joints[index]) for index in expected]


def test_only_a_joint_that_parted_is_called_so(fallen):
    run = fallen.stages["dynamics"].runs[0]
    opening, slip = np.zeros_like(run.opening), np.zeros_like(run.slip)
    opening[0, :] = 0.02
    opening[1, :3] = PARTED_OPENING, 0.999, 0.5
    opening[-1, 0], opening[-1, 1:3] = PARTED_OPENING, 0.02
    grid = _joints(replace(run, opening=opening, slip=slip), EN, "x")
    shown = [tuple(cell.text for cell in row[2:4]) for row in grid.rows[:3]]
    assert shown == [("parted", "parted"), ("979", "0"), ("480", "0")]


@pytest.mark.parametrize(
    ("flag", "opening", "expected"),
    [
        ({"opening_parted": True}, 0.97, "parted"),
        ({"opening_parted": False}, 0.995, "995"),
        ({}, 0.995, "parted"),
        ({}, 0.98, "980"),
    ],
)
def test_a_row_without_the_flag_is_read_by_its_opening(fallen, flag, opening, expected):
    result = fallen.stages["dynamics"]
    rows = [{name: value for name, value in row.items() if name != "opening_parted"} for row in result.table.rows()]
    grid = _summary(result, [row | {"opening": opening} | flag for row in rows[:1]], EN)
    assert grid.rows[0][5].text == expected


def all_fall(run):
    return tuple(Fall(stone=name, time=1.0, kind="dropped") for name in run.stones if name not in run.held)


@pytest.mark.parametrize("language", LANGUAGES)
def test_falls_are_listed_in_their_order(fallen, language):
    words = load_words(language)
    outcome = fallen.stages["dynamics"].outcomes[1]
    page = without_pictures(render(fallen, words))
    part = page[page.index("<h3>quake</h3>") :]
    assert words(f"dynamics.outcome_{outcome.collapse}")[1:] in part
    first = outcome.first
    assert words("dynamics.stone", name=first.stone) in part
    caption = words("dynamics.falls", run="quake", drop="0.5", beyond="0.5", tipping="1").replace("'", "&#39;")
    table = part[part.index(caption) :].partition("</table>")[0]
    places = [table.index(f">{words('dynamics.stone', name=name)}<") for name in outcome.fallen]
    assert places == sorted(places)
    many = replace(outcome, falls=tuple(Fall(stone=str(n), time=n, kind="left") for n in range(33)))
    grid = _falls(fallen.stages["dynamics"], many, words, "x")
    assert (len(grid.rows), grid.rows[-1][0].text) == (21, words("dynamics.fell_more", count=13))


def test_only_what_is_drawn_is_explained(fallen):
    result, wall = fallen.stages["dynamics"], fallen.stages["survey"].wall
    run, (stands, falls) = result.runs[0], result.outcomes
    stroke = EN("dynamics.final_limit")
    one, every = (replace(falls, falls=falls.falls[:1]), replace(falls, falls=all_fall(run)))
    for limit, outcome, drawn in ((1.0, stands, False), (0.0, stands, True), (0.0, one, True), (0.0, every, False)):
        figure = final_state_figure(replace(result, residual_limit=limit), run, outcome, wall, EN, name="x")
        assert (stroke in figure.caption) == drawn, "where every stone fell there is no scale"
        assert ("stroke: #0072b2" in figure.svg) == drawn
        # from the front, from the side and in the legend
        assert figure.svg.count("fill: url(#") == (2 * len(outcome.falls) + 1 if outcome.falls else 0)
        assert ("#56b4e9" in figure.svg) == bool(outcome.falls), "hatched, on blue"
    page = render(fallen, EN)
    parts = re.split(r"<h3>(?:push|quake)</h3>", page)
    assert EN("dynamics.dashed_ends") in parts[1]
    assert page.count(EN("dynamics.signs")) == 2


def test_numbers_stay_in_sight():
    def box(left, low, right, high):
        return np.array([[left, low], [right, low], [right, high], [left, high]])

    # a wide stone, half hidden by two whose seam is over its middle; one in whose middle another lies; one hidden
    rings = (
        box(0, 0, 4, 2), box(0, 1, 2, 3), box(2, 1, 4, 3),
        box(5, 0, 9, 4), box(6, 1, 8, 3),
        box(2.5, 1.5, 3.5, 2.5),
    )  # fmt: skip
    view = View(names=tuple("abcdef"), rings=rings, near=np.array([0.5, 0.0, 0.0, 0.5, 0.0, 0.7]))
    seen = _in_sight(view, np.argsort(-view.near, kind="stable").tolist())
    assert seen.names == tuple("abcde")
    spots = dict(zip(seen.names, seen.spots, strict=True))
    assert spots["a"][:2] == pytest.approx((2.0, 0.5))
    x, z, room = spots["d"]
    assert not (6 < x < 8 and 1 < z < 3)
    assert room <= 0.6, "beside the stone in its middle there is a metre"


def test_a_fallen_stone_is_drawn_by_its_outline(fallen):
    result, wall = fallen.stages["dynamics"], fallen.stages["survey"].wall
    run = result.runs[1]
    # a metre to the front and a quarter turn about x: every stone shows its thickness, 0.3 m, not its height, 0.4 m
    quaternion = run.quaternion.copy()
    quaternion[0] = (1.0, 0.0, 0.0, 0.0)
    quaternion[-1] = (math.sqrt(0.5), math.sqrt(0.5), 0.0, 0.0)
    still = replace(
        run,
        quaternion=quaternion,
        position=np.broadcast_to(run.reference - (0.0, 1.0, 0.0), run.position.shape),
        platform=np.zeros_like(run.platform),
        platform_turn=np.broadcast_to((1.0, 0.0, 0.0, 0.0), run.platform_turn.shape),
    )
    svg = final_state_figure(result, still, result.outcomes[1], wall, EN, name="x").svg
    paths = [
        np.array([[float(x), float(y)] for x, y in re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", path)])
        for path in re.findall(r'<path d="([^"]+)"[^>]*stroke-width: 0\.7', svg)
    ]
    sizes = [np.ptp(path, axis=0) for path in paths if len(path) == 4]
    assert len(sizes) >= len(wall.stones)
    extents = {stone.name: np.ptp(stone.solid.vertices, axis=0) for stone in wall.stones}
    wanted = sorted(size[1] / size[0] for size in extents.values())
    drawn = sorted(float(size[1] / size[0]) for size in sizes[: len(wall.stones)])
    assert drawn == pytest.approx(wanted, rel=1e-3)


def test_names_of_curves_lie_above_them():
    with drawing(5.0, 2.0) as figure:
        axes = figure.subplots()
        for label in "abc":
            axes.plot([0.0, 1.0], [1.0, 1.0], label=label)
        _legend(axes, columns=4)
        figure.draw_without_rendering()
        legend = axes.get_legend().get_window_extent()
        assert legend.y0 >= axes.get_window_extent().y1
