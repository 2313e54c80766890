"""Rows of the verdict that statics decides, as projects: the terrace wall, a wall at rest, a reduced kh, rain."""

from __future__ import annotations

import pytest

from pirqa.project import parse_project, read_project
from pirqa.project.results import run_project
from tests.conftest import EXAMPLES
from tests.project.test_load import GOOD


def assessed(text, folder):
    return run_project(parse_project(text), folder)


def test_the_terrace_wall_starts_to_move(tmp_path):
    verdict = run_project(read_project(EXAMPLES / "machu_picchu" / "project.toml"), tmp_path).verdict
    onset = verdict.of("onset")
    assert onset.state == "not_satisfied"
    assert onset.governing is not None
    assert onset.governing.id == "statics.inertia.seed_whitman.overturning"
    assert onset.governing.factor == pytest.approx(0.751, abs=5e-4)
    assert not [item for item in onset.evidence if "whitman_all_at_06" in item.check.notes and item.shows != "nothing"]
    assert verdict.wet.evidence


def test_a_reduced_kh_shows_no_onset(tmp_path):
    """0.05 is a sixth of the peak: its rows are satisfied and show nothing."""
    verdict = assessed(GOOD.replace("kh = 0.15", "kh = 0.05"), tmp_path).verdict
    assert verdict.of("onset").state == "not_satisfied"
    rows = [item for item in verdict.of("damage").evidence if item.check.method.startswith("pseudo_static")]
    assert rows
    assert all(item.check.satisfied and item.shows == "nothing" for item in rows)
    only = assessed(GOOD.replace("kh = 0.15", "kh = 0.05") + '[statics]\nmethods = ["pseudo_static"]\n', tmp_path / "b")
    assert only.verdict.of("onset").state == "not_assessed"
    assert only.verdict.of("damage").state == "not_assessed"


def test_a_kh_alone_is_the_peak(tmp_path):
    text = GOOD.replace('acceleration = "0.3 g"\n', "").replace("kh = 0.15", "kh = 0.3")
    verdict = assessed(text, tmp_path).verdict
    assert verdict.of("onset").state == "not_satisfied"
    assert verdict.circumstances.demand.intensity == pytest.approx(0.3)


def test_rain_brings_down_a_wall_that_nothing_drains(tmp_path):
    wet = assessed(GOOD, tmp_path / "wet").verdict
    assert wet.wet.state == "not_satisfied"
    assert wet.wet.governing is not None
    assert wet.wet.governing.season == "wet"
    assert wet.of("gravity").state != "not_satisfied", "the dry wall stands"
    drain = 'drained = { value = true, source = "drain of 2019" }\n[site]'
    dry = assessed(GOOD.replace("[site]", drain), tmp_path / "dry").verdict
    assert dry.wet.state != "not_satisfied"
    assert all(item.check.satisfied for item in dry.wet.evidence)


def test_a_wall_that_stands_is_not_denied_by_its_statics(tmp_path):
    """Below 1 at rest contradicts the wall: the row shows nothing, and the values it would need are there."""
    thin = GOOD.replace('value = "0.762 m"', 'value = "0.3 m"')
    stands = thin.replace('material = "granite"', 'material = "granite"\nstands = true\nstands_date = 2026-05-01')
    done = assessed(stands, tmp_path)
    gravity = done.verdict.of("gravity")
    low = [item for item in gravity.evidence if item.check.factor < 1.0]
    assert low
    assert all(item.shows == "nothing" for item in low)
    needs = [need for need in done.stages["statics"].needs if need.case == "static.coulomb"]
    assert needs
    assert all(need.thickness is not None and need.thickness > 0.3 for need in needs)
    fallen = assessed(thin.replace('material = "granite"', 'material = "granite"\nstands = false'), tmp_path / "fallen")
    assert fallen.verdict.of("gravity").state == "not_satisfied"
