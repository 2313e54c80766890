"""The dynamics stage on the page: from the folder alone, in both languages, with every word it needs."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pirqa.dynamics.options import DynamicsOptions
from pirqa.dynamics.result import OTHER_DAMPING
from pirqa.model import JointProperties
from pirqa.project import parse_project, read_results, run_project
from pirqa.report import LANGUAGES, load_words, render
from pirqa.report.names import field_name, group_name
from pirqa.report.sections.dynamics import _case
from tests.project.test_dynamics import WALL
from tests.report.test_motion_section import options, without_pictures
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
    assert "1.0e−01" in page


@pytest.mark.parametrize(("language", "expected"), [("en", "Kn low, μ high"), ("es", "Kn bajo, μ alto")])
def test_ends_of_pairs_have_names(language, expected):
    words = load_words(language)
    assert _case("Kn low, μ high", words) == expected
    assert _case(f"Kn low, {OTHER_DAMPING}", words).endswith(words("dynamics.other_damping"))


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
