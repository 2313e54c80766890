"""The examples, the screened table and the campaign give the committed values: a missing or an extra one fails.

``python -m tests.oracles --values`` writes the values again and prints what changed; a change of them is a change of
results and stands in the changelog. The values of the verification cases are compared in ``tests/verification``, where
the cases are run.
"""

from __future__ import annotations

import pytest

from tests.conftest import EXAMPLES, quick_or_long
from tests.oracles.values import (
    FOLDER,
    check_values,
    differences,
    read_aliases,
    read_values,
    renamed,
    run_campaign,
    run_screening,
    values_of_results,
)

ASSESSED = sorted(path.parent.name for path in EXAMPLES.glob("*/project.toml"))
COMMANDS = ("campaign_run", "screening", "verification")


@pytest.mark.parametrize("name", quick_or_long(ASSESSED))
def test_an_example_gives_the_committed_values(name, assessed):
    check_values(name, values_of_results(assessed(name).folder))


def test_the_screened_table_gives_the_committed_values(tmp_path, capsys):
    check_values("screening", run_screening(tmp_path / "out"))


@pytest.mark.long
def test_the_campaign_gives_the_committed_values(tmp_path, capsys):
    check_values("campaign_run", run_campaign(tmp_path / "out"))


def test_no_example_is_without_values():
    assert {path.stem for path in FOLDER.glob("*.json")} == {*ASSESSED, *COMMANDS}


def test_each_alias_is_used():
    kept = [read_values(path.stem) for path in FOLDER.glob("*.json")]
    for old, new in read_aliases().items():
        assert any(renamed(values, {old: new}) != values for values in kept), f"{old} is in no committed value"


@pytest.mark.parametrize(
    ("kept", "new", "found"),
    [
        ({"a": 1.0}, {}, ["x: a: missing (was 1.0)"]),
        ({}, {"a": 1.0}, ["x: a: extra (1.0)"]),
        ({"a": 1.0}, {"a": 1.0 + 1e-10}, []),
        ({"a": 1.0}, {"a": 1.5}, ["x: a: 1.0 became 1.5, relative difference 0.5 (tolerance 1e-09)"]),
        ({"a": 1.0}, {"a": "inf"}, ['x: a: 1.0 became "inf"']),
        ({"a": None}, {"a": 0.0}, ["x: a: null became 0.0"]),
        ({"a": "safe"}, {"a": "unsafe"}, ['x: a: "safe" became "unsafe"']),
        ({"a": ["u", "v"]}, {"a": ["v"]}, ["x: a: lost ['u'], gained []"]),
        ({"a": [1.0, 1e-12]}, {"a": [1.0, 0.0]}, []),
        ({"a": [1.0, 2.0]}, {"a": [1.0, 3.0]}, ["x: a.[1]: 2.0 became 3.0, relative difference 0.5 (tolerance 1e-09)"]),
        (
            {"check.c": ["w", 0.0, 4.0, 1.0, 5.0, 5.0, None, None]},
            {"check.c": ["w", 0.0, 2.0, 1.0, 5.0, 5.0, None, None]},
            ["x: check.c.capacity: 4.0 became 2.0, relative difference 0.5 (tolerance 1e-09)"],
        ),
        ({"f.bracket": [1.0, 2.0]}, {"f.bracket": [2.0, 3.0]}, []),
        ({"f.bracket": [1.0, 2.0]}, {"f.bracket": [2.5, 3.0]}, ["x: f.bracket: [1.0, 2.0] became [2.5, 3.0]"]),
    ],
)
def test_every_difference_is_told(kept, new, found):
    assert differences("x", kept, new) == found


def test_an_alias_renames_whole_parts():
    kept = {
        "stages.sweep.table": 1,
        "stages.sweeper": 2,
        "layout": ["stages/sweep/KEY/result.json"],
        "keys.stages": ["sweep", "tilt"],
        "keys.stages.sweep": ["key"],
    }
    assert renamed(kept, {"stages.sweep": "stages.campaign"}) == {
        "stages.campaign.table": 1,
        "stages.sweeper": 2,
        "layout": ["stages/campaign/KEY/result.json"],
        "keys.stages": ["campaign", "tilt"],
        "keys.stages.campaign": ["key"],
    }
