"""Properties of whole projects: a harder question, or less that is known, never improves a verdict."""

from __future__ import annotations

import itertools

import pytest

from pirqa.model.check import LIMIT_STATES
from pirqa.project import parse_project, run_project
from tests.verdict.conftest import page_one
from tests.verdict.own_walls import BLOCK, DEEP, DRY, HALF_FILL, SQUAT_STONES, THIN_TOP, UNLOADED
from tests.verdict.walls import STIFF, Trial, base, condition, joints, material, prism, project, site

RANK = {"satisfied": 2, "not_satisfied": 0}
"""Rank of a state: what shows neither lies between."""
STATED = [line.partition(" = ")[0] for line in condition().splitlines() if " = " in line][2:]
"""Keys of the condition that an inspection states, without its source and date."""


@pytest.fixture
def assessed(tmp_path):
    """Assess changed project files beside the drawings of a wall."""

    def run(trial: Trial, text: str):
        for name, content in trial.files.items():
            (tmp_path / name).write_text(content)
        path = tmp_path / f"wall{len(list(tmp_path.iterdir()))}.toml"
        path.write_text(text)
        return run_project(parse_project(text, file=str(path)), path.with_suffix(".results"))

    return run


def ranks(done) -> list[int]:
    verdict = done.verdict
    return [RANK.get(item.state, 1) for item in (*verdict.limit_states, verdict.wet)]


def assert_falls(found: list[list[int]]) -> None:
    """Each verdict is no better than the one before, in every limit state."""
    for before, after in itertools.pairwise(found):
        assert all(b <= a for a, b in zip(before, after, strict=True)), found


@pytest.mark.parametrize("trial", [BLOCK, HALF_FILL, DEEP, THIN_TOP, SQUAT_STONES], ids=lambda trial: trial.name)
def test_a_larger_demand_never_improves_a_state(trial, assessed):
    given = next(line for line in trial.text.splitlines() if line.startswith("acceleration = "))
    peaks = (0.02, 0.05, 0.1, 0.25, 0.4, 0.7, 1.5)
    found = [ranks(assessed(trial, trial.text.replace(given, f'acceleration = "{peak} g"'))) for peak in peaks]
    assert_falls(found)
    assert found[0][LIMIT_STATES.index("onset")] == 2 or trial is THIN_TOP
    assert found[-1][LIMIT_STATES.index("onset")] == 0


@pytest.mark.parametrize(
    ("trial", "old", "new", "values"),
    [
        (HALF_FILL, UNLOADED, 'surcharge = {{ value = "{} kPa", source = "s" }}', (0, 2, 5, 10, 20, 40)),
        (HALF_FILL, DRY, 'water_level = {{ value = "{} m", source = "s" }}', (0, 0.1, 0.4, 0.8, 1.2)),
        (HALF_FILL, 'height = { value = "1.2 m"', 'height = {{ value = "{} m"', (0.3, 0.6, 1.2, 1.8, 2.4)),
        (HALF_FILL, 'value = "30.0 deg", source = "sheared"', 'value = "{} deg", source = "s"', (44, 38, 30, 25, 18)),
        (DEEP, 'lean = "0 deg"', 'lean = "{} deg"', (0, 1, 2, 4, 7, 12, 20)),
        (DEEP, 'bulge = "0 m"', 'bulge = "{} m"', (0, 0.05, 0.1, 0.2, 0.4)),
        (DEEP, '"2e10 N/m3"', '"{} N/m3"', ("2e10", "2e9", "2e8", "2e7", "2e6", "2e5")),
        (DEEP, 'compressive_strength = "40 MPa"', 'compressive_strength = "{} MPa"', (40, 10, 2, 0.5, 0.1, 0.02)),
        (SQUAT_STONES, '"2e10 N/m3"', '"{} N/m3"', ("2e10", "2e8", "2e6", "2e5")),
        (SQUAT_STONES, 'lean = "0 deg"', 'lean = "{} deg"', (0, 2, 7, 20, 40)),
    ],
)
def test_a_worse_wall_never_has_a_better_verdict(trial, old, new, values, assessed):
    assert old in trial.text
    assert_falls([ranks(assessed(trial, trial.text.replace(old, new.format(value)))) for value in values])


@pytest.mark.parametrize("kv", [0.0, 0.1, 0.3, 0.6])
def test_vertical_motion_never_improves_a_state(kv, assessed):
    text = DEEP.text.replace('vertical_motion = "absent"\n', "")
    plain = ranks(assessed(DEEP, DEEP.text))
    stated = ranks(assessed(DEEP, text.replace("[site]", f'[site]\nkv = {{ value = {kv}, source = "s" }}')))
    assert_falls([plain, stated])


@pytest.mark.parametrize("trial", [HALF_FILL, SQUAT_STONES], ids=lambda trial: trial.name)
@pytest.mark.parametrize("key", STATED)
def test_what_is_not_stated_never_improves_a_state_and_is_named(trial, key, assessed, result_of):
    line = next(line for line in trial.text.splitlines() if line.startswith(f"{key} = "))
    whole, less = result_of(trial), assessed(trial, trial.text.replace(f"{line}\n", ""))
    assert_falls([ranks(whole), ranks(less)])
    for item in less.verdict.limit_states:
        for effect in item.omissions:
            remedy = less.verdict.circumstances.of(effect).remedy
            assert remedy, effect
            assert remedy.lower() in page_one(less, "en")


def test_struts_of_assumed_capacity_never_improve_a_verdict(assessed):
    """A wall of 3.0 by 0.6 m (t/h = 0.2) at 0.25 g: struts on both sides hold it, if they bear what is written."""

    def held(mark: str) -> str:
        return "\n".join(
            f'[limit.struts.{side}]\nlevel = "2.7 m"\nside = "{side}"\nlasts = true\n'
            f'capacity = {{ value = "300 kN", source = "s"{mark} }}'
            for side in ("front", "back")
        )

    def wall(*tables: str) -> str:
        return project(
            *(material(), base(), joints(extra=STIFF), prism(3.0, 0.6, extra='length = "10 m"'), site(0.25), *tables),
            condition(struts=""),
            analyses=("limit",),
        )

    bare, tested, guessed = (assessed(DEEP, wall(*tables)) for tables in ((), (held(""),), (held(", assumed = true"),)))
    rows = {item.check.id: item for item in tested.verdict.of("onset").evidence}
    assert rows["limit.onset"].shows == "safety"
    rows = {item.check.id: item for item in guessed.verdict.of("onset").evidence}
    assert rows["limit.onset"].silent[0] == "assumed_hold"
    assert all(a <= b for a, b in zip(ranks(guessed), ranks(tested), strict=True))
    assert guessed.verdict.of("onset").lower is None
    assert bare.verdict.of("onset").state != "satisfied"
    for language, phrase in (("en", "strength is assumed"), ("es", "resistencia supuesta")):
        assert phrase in page_one(guessed, language)
        assert phrase not in page_one(tested, language)
