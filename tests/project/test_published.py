"""Mechanisms printed elsewhere: read, kept in the folder, refused where they name nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.errors import ProjectError
from pirqa.project import parse_project, read_results, run_project
from pirqa.report import LANGUAGES, load_words
from pirqa.report.engineer import published_verdicts
from tests.cli.test_limit import SPECTRUM, WALL

BOTH = WALL.replace('analyses = ["limit"]', 'analyses = ["limit", "codes"]') + SPECTRUM
PRINTED = """
[[published_mechanisms]]
mechanism = "overturning.outward.base"
source = "a paper"
spectrum = "e030_2018"
multiplier = 0.21
spectral_acceleration = "0.21 g"
ultimate_displacement = "160 mm"
secant_period = "1.1 s"
"""


def test_they_are_kept_in_the_folder(tmp_path):
    (item,) = run_project(parse_project(BOTH + PRINTED), tmp_path / "out").published["published_mechanisms"]
    assert item.spectral_acceleration == pytest.approx(0.21 * 9.80665)
    assert (item.ultimate_displacement, item.secant_period, item.displacement_demand) == (0.16, 1.1, None)
    assert read_results(tmp_path / "out").published["published_mechanisms"] == (item,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WALL + PRINTED, "add it to analyses"),
        (BOTH + PRINTED.replace("outward.base", "outward.bse"), 'no mechanism is called "overturning.outward.bse"'),
        (BOTH + PRINTED.replace('"160 mm"', "160"), "ultimate_displacement"),
        (BOTH + PRINTED.replace("multiplier = 0.21", "multiplier = -1"), "multiplier"),
        (BOTH + PRINTED.replace("multiplier", "multiplyer"), "multiplyer"),
    ],
)
def test_what_names_nothing_is_refused(text, said, tmp_path):
    with pytest.raises(ProjectError, match=said):
        run_project(parse_project(text), tmp_path / "out")


JUDGED = """
[[published_verdicts]]
statement = "overturning about the base"
verdict = "safe"
source = "a paper"
check = "codes.ntc2008.e030_2018.overturning.outward.base.displacement"
why = "another demand"
[[published_verdicts]]
statement = "the wall in an earthquake"
verdict = "unsafe"
source = "a paper"
limit_state = "wall_falls"
"""


def test_verdicts_are_kept_in_the_folder_and_set_beside_ours(tmp_path):
    done = run_project(parse_project(BOTH + JUDGED), tmp_path / "out")
    assert read_results(tmp_path / "out").published["published_verdicts"] == done.published["published_verdicts"]
    check = next(item for item in done.checks if item.id == done.published["published_verdicts"][0].check)
    for language in LANGUAGES:
        words = load_words(language)
        section = published_verdicts(done, words)
        (grid,) = section.blocks
        first, second = grid.rows
        assert first[2].text.endswith(words.factor(check.ratio))
        assert not check.votes, "NTC 2008 is superseded"
        assert first[2].tone == ""
        assert first[3].text == "another demand"
        assert second[2].text == words(f"state.{done.verdict.of('wall_falls').state}")
    assert published_verdicts(replace(done, published={}), load_words("en")) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOTH + JUDGED.replace("outward.base.disp", "outward.bse.disp"), "published_verdicts: no check is called"),
        (BOTH + JUDGED.replace("codes.ntc2008", "statics.ntc2008"), "is no check of these analyses"),
        (BOTH + JUDGED.replace('limit_state = "wall_falls"', ""), "give limit_state, or the id of a check"),
        (BOTH + JUDGED.replace('"wall_falls"', '"collapse"'), "limit_state"),
    ],
)
def test_verdicts_beside_nothing_are_refused(text, said, tmp_path):
    with pytest.raises(ProjectError, match=said):
        run_project(parse_project(text), tmp_path / "out")
