"""Mechanisms printed elsewhere: read, kept in the folder, refused where they name nothing."""

from __future__ import annotations

import pytest

from pirqa.errors import ProjectError
from pirqa.project import parse_project, read_results, run_project
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
    (item,) = run_project(parse_project(BOTH + PRINTED), tmp_path / "out").published_mechanisms
    assert item.spectral_acceleration == pytest.approx(0.21 * 9.80665)
    assert (item.ultimate_displacement, item.secant_period, item.displacement_demand) == (0.16, 1.1, None)
    assert read_results(tmp_path / "out").published_mechanisms == (item,)


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
