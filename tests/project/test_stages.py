"""Each stage is declared once: its order, its table, its page and what it imports follow from its own file."""

from __future__ import annotations

import importlib
import subprocess
import sys
import tomllib

import pytest

from pirqa.project.load import _size_generated
from pirqa.project.origins import strip_origins
from pirqa.project.schema import project_model, stages_named
from pirqa.project.stage import Stage
from pirqa.project.stages import BY_NAME, STAGES, declarations, in_order
from tests.conftest import EXAMPLES

MOST_MODULES = 150
"""Modules of pirqa that an assessment of statics may import."""


def test_the_order_of_the_stages():
    assert [stage.name for stage in STAGES] == [
        *("survey", "oma", "fe", "updating", "pushover", "statics", "motion", "dynamics", "identify", "tilt"),
        *("joint_calibration", "sweep", "ida", "campaign", "isolation", "soil", "limit", "blocks", "codes"),
    ]


def test_the_order_of_the_tables():
    assert list(BY_NAME) == [
        *("survey", "statics", "motion", "oma", "fe", "updating", "pushover", "dynamics", "identify", "tilt"),
        *("joint_calibration", "sweep", "ida", "campaign", "isolation", "soil", "limit", "blocks", "codes"),
    ]


def made_up(name: str, rank: int, **others: tuple[str, ...]) -> Stage:
    return Stage(name=name, rank=rank, options="", result="", inputs=lambda _: {}, run=lambda *_: None, **others)


def test_needs_come_before_ranks():
    first, second, third = made_up("a", 3), made_up("b", 1, needs=("a",)), made_up("c", 2, takes=("b",))
    assert [stage.name for stage in in_order((third, second, first))] == ["a", "b", "c"]
    assert [stage.name for stage in in_order((made_up("x", 2), made_up("y", 1)))] == ["y", "x"]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_stage_is_what_its_file_says(stage):
    assert importlib.import_module(f"pirqa.project.stages.{stage.name}").STAGE is stage
    assert stage.result_type.__module__ == stage.result.partition(":")[0], "results are known by their class"
    assert {*stage.needs, *stage.takes, *stage.after} <= set(BY_NAME)
    assert all(importlib.import_module(name) for name in stage.entry_modules)
    assert all(family in declarations() for family in (method.family for method in stage.declarations))


def test_no_two_stages_have_one_rank():
    assert len({stage.rank for stage in STAGES}) == len(STAGES)


@pytest.mark.parametrize("name", sorted(path.parent.name for path in EXAMPLES.glob("*/project.toml")))
def test_a_model_of_the_files_own_tables_reads_the_same(name):
    raw = tomllib.loads((EXAMPLES / name / "project.toml").read_text(encoding="utf-8"))
    plain, _ = strip_origins(raw)
    _size_generated(plain)
    small, whole = (project_model(*names).model_validate(plain) for names in ((stages_named(plain),), ()))
    assert set(type(small).model_fields) < set(type(whole).model_fields)
    assert all(small.options_of(stage) == whole.options_of(stage) for stage in BY_NAME)
    assert small.printed == whole.printed


def test_an_assessment_of_statics_imports_little(tmp_path):
    code = (
        "import sys, pirqa\n"
        f"pirqa.assess({str(EXAMPLES / 'machu_picchu' / 'project.toml')!r}, {str(tmp_path)!r})\n"
        "ours = [name for name in sys.modules if name.partition('.')[0] == 'pirqa']\n"
        "print(len(ours), 'numba' in sys.modules)\n"
    )
    first, again = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    )
    assert int(first[0]) <= MOST_MODULES
    assert first[1] == "False"
    assert int(again[0]) < 0.8 * int(first[0]), "nothing is computed or drawn again"
