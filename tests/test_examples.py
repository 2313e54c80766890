"""Every example, end to end: its numbers are those of the paper, or the note says why not."""

from __future__ import annotations

from html import unescape

import pytest

import pirqa
from tests.conftest import EXAMPLES

EXPECTED = {
    "hatunrumiyoc": {
        "statics.pseudo_static.sliding": 3.849,
        "statics.pseudo_static.overturning": 2.778,
        "statics.inertia.sliding": 1.925,
        "statics.inertia.overturning": 1.389,
    },
    "machu_picchu": {
        "statics.pseudo_static.whitman.sliding": 1.473,
        "statics.pseudo_static.whitman.overturning": 1.030,
        "statics.inertia.whitman.sliding": 1.065,
        "statics.inertia.whitman.overturning": 0.768,
    },
}
STATES = {"hatunrumiyoc": "satisfied", "machu_picchu": "undetermined"}


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_example(name, tmp_path):
    result = pirqa.assess(EXAMPLES / name / "project.toml", tmp_path / "out")
    factors = {check.id: check.factor for check in result.checks}
    for check, expected in EXPECTED[name].items():
        assert factors[check] == pytest.approx(expected, abs=5e-4)
    assert result.verdict.of("onset").state == STATES[name]
    assert result.verdict.of("gravity").state == "satisfied"
    # every number that the paper prints stands beside ours, and where they differ a note says why
    for item in result.published:
        differs = abs(factors[item.check] / item.value - 1.0) > 0.02
        assert bool(item.note) == differs, item.check
    page = result.report.read_text(encoding="utf-8")
    assert all(item.note in unescape(page) for item in result.published)
