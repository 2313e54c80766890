"""Trials of effects that methods leave out, for every family of methods that a stage registers.

A project file switches the effect on, and the checks of the family change not one bit. The families and what they
declare come from the table of stages: a family or an effect without a trial or a reason fails here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

import pytest

from pirqa.model.check import EFFECTS, Check, Effect
from pirqa.progress import SILENT
from pirqa.project import parse_project
from pirqa.project.circumstances import circumstances_of
from pirqa.project.stages import BY_NAME, declarations
from tests.verdict import (
    test_declarations_campaign,
    test_declarations_codes,
    test_declarations_isolation,
    test_declarations_pushover,
    test_declarations_statics,
    test_declarations_stones,
)
from tests.verdict.left_out import (
    COUNTED_AS_LEFT_OUT,
    SECTION,
    SUBJECTS,
    SWITCHES,
    UNTRIED,
    Subject,
    checks_of,
    excluded,
    numbers_of,
    subject_of,
    switch,
)
from tests.verdict.walls import outlines

FAMILIES = declarations()
INCLUDED: Mapping[str, Iterable[Effect]] = {
    **{name: trials[1] for name, trials in test_declarations_statics.DECLARED.items()},
    **dict.fromkeys(test_declarations_codes.FAMILIES, (*test_declarations_codes.INCLUDED, "amplification")),
    **dict.fromkeys(("n2", "capacity_spectrum"), ()),
    **dict.fromkeys(("n2_yield", "capacity_spectrum_yield"), (*test_declarations_pushover.INCLUDED, "cracking")),
    "blocks": (*test_declarations_stones.COMMON, "head_joint_friction"),
    "tilt": test_declarations_stones.MOVING,
    **dict.fromkeys(("dynamics", "sweep"), test_declarations_stones.SHAKEN),
    "soil": (*test_declarations_campaign.SOIL, "fill_at_rest", "fill_dynamic", "surcharge"),
    "ida": test_declarations_campaign.LADDERS,
    "campaign": test_declarations_campaign.FRAGILITY,
    "isolation": test_declarations_isolation.TRIALS,
}
"""Effects with a trial that an included effect moves the capacity, by family."""


def trials(name: str) -> Iterator[tuple[str, Effect]]:
    """Yield family and effect of every trial of the subject."""
    for family in SUBJECTS[name].families:
        yield from (
            (family, effect)
            for effect in excluded(family)
            if (family, effect) not in UNTRIED and (family, effect) not in COUNTED_AS_LEFT_OUT
        )


@pytest.fixture(scope="module")
def numbers() -> Callable[..., dict[str, Check]]:
    """Run each subject once for each set of changes."""
    known: dict[object, dict[str, Check]] = {}

    def run(subject: Subject, changes: Mapping[str, str] | None = None) -> dict[str, Check]:
        key = (subject.text, tuple(sorted((changes or {}).items())))
        if key not in known:
            known[key] = {check.id: check for check in checks_of(subject, changes)}
        return known[key]

    return run


BY_CHECKS = {
    *((family, "returns") for family in ("limit_gravity", "limit_onset", "activation", "ntc2008", "ntc2018")),
    *((family, "mortar") for family in ("dynamics", "tilt", "soil", "sweep", "ida", "campaign", "isolation")),
}
"""Effects that single checks include and name; the modules of their families show that they move the capacity."""


def assert_same(
    before: Mapping[str, Check], after: Mapping[str, Check], family: str, effects: Iterable[Effect]
) -> None:
    """Every check of the family has the same numbers, unless it names the effect as included only then."""
    those = [check for check in before.values() if check.family == family]
    assert those, f"the project has no check of {family}"
    for check in those:
        other = after[check.id]
        gained = set(other.includes) - set(check.includes)
        assert {(family, effect) for effect in gained} <= BY_CHECKS, check.id
        if not gained & set(effects):
            assert numbers_of(other) == numbers_of(check), check.id


@pytest.mark.parametrize("family", FAMILIES)
def test_every_effect_of_every_family_has_a_trial_or_a_reason(family):
    declared = FAMILIES[family]
    subject = subject_of(family)
    assert subject is not None, f"{family}: add a project to SUBJECTS"
    for effect in EFFECTS:
        if declared.treatment(effect) == "included":
            assert effect in INCLUDED[family], f"{family}, {effect}: declared as included, and no trial shows it"
            assert (family, effect) not in {**UNTRIED, **COUNTED_AS_LEFT_OUT}
        else:
            reason = UNTRIED.get((family, effect), "") or COUNTED_AS_LEFT_OUT.get((family, effect), "")
            assert reason or effect in SWITCHES, f"{family}, {effect}: left out, and no trial or reason"


def test_subjects_and_reasons_are_of_registered_families():
    assert {family for subject in SUBJECTS.values() for family in subject.families} == set(FAMILIES)
    for family, effect in (*UNTRIED, *COUNTED_AS_LEFT_OUT):
        assert FAMILIES[family].treatment(effect) != "included"


QUICK_SINGLE = [
    pytest.param(name, family, effect, id=f"{family}-{effect}")
    for name in ("section",)
    for family, effect in trials(name)
]
SLOW_SINGLE = [
    pytest.param(name, family, effect, id=f"{family}-{effect}")
    for name in SUBJECTS
    if name != "section" and SUBJECTS[name].single
    for family, effect in trials(name)
]


@pytest.mark.parametrize(("name", "family", "effect"), QUICK_SINGLE)
def test_an_effect_that_is_left_out_changes_not_one_bit(name, family, effect, numbers):
    subject = SUBJECTS[name]
    assert_same(numbers(subject), numbers(subject, switch(family, effect)), family, [effect])


@pytest.mark.long
@pytest.mark.parametrize(("name", "family", "effect"), SLOW_SINGLE)
def test_an_effect_that_is_left_out_by_a_longer_run_changes_not_one_bit(name, family, effect, numbers):
    subject = SUBJECTS[name]
    assert_same(numbers(subject), numbers(subject, switch(family, effect)), family, [effect])


@pytest.mark.parametrize(
    ("name", "family"),
    [
        pytest.param(name, family, id=family, marks=[pytest.mark.long] if SUBJECTS[name].slow else [])
        for name in SUBJECTS
        if name != "section"
        for family in SUBJECTS[name].families
    ],
)
def test_all_effects_that_are_left_out_change_not_one_bit_together(name, family, numbers):
    subject = SUBJECTS[name]
    effects = [effect for own, effect in trials(name) if own == family and (family, effect) not in BY_CHECKS]
    changes: dict[str, str] = {}
    for effect in effects:
        changes |= switch(family, effect)
    assert_same(numbers(subject), numbers(subject, changes), family, effects)


@pytest.mark.parametrize(
    ("family", "effect"),
    [
        pytest.param(*key, id="-".join(key), marks=[pytest.mark.long] if key[0] in SUBJECTS["pushed"].families else [])
        for key in COUNTED_AS_LEFT_OUT
    ],
)
def test_an_effect_that_counts_as_left_out_changes_the_numbers(family, effect, numbers):
    """A reason that has become untrue is taken off the list."""
    subject = subject_of(family)
    after = numbers(subject, switch(family, effect))
    before = [check for check in numbers(subject).values() if check.family == family]
    assert any(check.id not in after or numbers_of(after[check.id]) != numbers_of(check) for check in before)


def test_a_window_changes_not_one_bit_of_a_section_and_its_shape_counts_as_left_out(tmp_path):
    piers = {"left": (0.0, 2.0, 0.6, 1.8), "right": (4.0, 6.0, 0.6, 1.8)}
    rows = {"sill": (0.0, 6.0, 0.0, 0.6), **piers, "lintel": (0.0, 6.0, 1.8, 2.4)}
    whole = replace(SECTION, files=outlines(1.3, **rows, middle=(2.0, 4.0, 0.6, 1.8)))
    window = replace(
        SECTION, text=SECTION.text.replace("[survey]", "[survey]\nopenings = true"), files=outlines(1.3, **rows)
    )
    before, after = ({check.id: numbers_of(check) for check in checks_of(item)} for item in (whole, window))
    assert before == after
    for name, text in window.files.items():
        (tmp_path / name).write_text(text)
    read = parse_project(window.text, file=str(tmp_path / "wall.toml"))
    surveyed = {"survey": BY_NAME["survey"].run(read, {}, tmp_path, SILENT)}
    assert not circumstances_of(read, surveyed).of("shape").modelled
