from __future__ import annotations

import json
import math
import subprocess
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

import pytest

from pirqa import verification
from pirqa.cli.main import main
from pirqa.errors import InputError
from pirqa.verification import GROUPS, run_cases
from pirqa.verification.case import CLOSED_FORM, Case, judge_case, manual
from tests.conftest import ROOT
from tests.oracles.values import check_values, values_of_cases

FULL = (
    *("oma.coverage.", "updating.twin.coverage", "updating.twin.half_width", "sacsayhuaman.", "cuda.classes"),
    *("rigid_limit.base.coarse", "rigid_limit.top.coarse", "chokepukio.pushover.at_", "blocks.versus_dynamics."),
    *("tilt.coursed_wall.2e10", "tilt.block.2e9", "tilt.column.5e7", "tilt.column.rigid", "tilt.santa_cruz_like"),
    "blocks.arch.minimum_thickness.401.annular",
)
"""Beginnings of the ids of the slow cases: every other case is quick."""
# shown beside what was judged: numbers of a paper that do not follow, soft joints, coarse steps, points for a joint
SHOWN_DYNAMICS = {
    *("four_blocks.slip_force", "four_blocks.slip_time", "four_blocks.slide_tilt", "tilt.coursed_wall.rigid"),
    *(
        "tilt.platform_or_gravity.default_rate",
        "energy.closure.default_step",
        *("drop.any.default_step", "drop.box.ledger.default_step", "drop.tetrahedron.ledger.default_step"),
        "collapse.pile.given_damping",
    ),
    *("bounce.height.default_step", *(f"bounce.restitution.{ratio}.default_step" for ratio in (0.05, 0.2, 0.5))),
    *(f"convergence.points.{points}" for points in (3, 6, 12, 24)),
    *(f"housner.quarter_period.{b}x1.0.kn_2e{power}" for b in ("0.25", "0.17", "0.12") for power in (8, 9, 10)),
    *(f"housner.restitution_undamped.{b}x1.0" for b in ("0.25", "0.17", "0.12")),
    *(f"rocking_pulse.half_sine.{ratio}.kn_2e8" for ratio in (1, 2, 3, 5)),
}
# a steady tilt and a slow pull beside held ones, and the Hatunrumiyoc wall on its bed beside rigid blocks
SHOWN_SHAKING = {
    "tilt.block.steady",
    "soil.overturning.ramp",
    "soil.overturning.compliant.ramp",
    *(f"isolation.hatunrumiyoc.{what}.{bed}" for what in ("through", "drift") for bed in ("sliding", "rolling")),
}
# another law of friction, an engine that slides without lifting, and two printed demands that exclude each other
SHOWN_LIMIT = {
    *(f"blocks.ferris_tin_loi.{wall}.non_associative" for wall in range(1, 6)),
    "blocks.versus_dynamics.slender",
    *(f"chokepukio.{what}.partial" for what in ("a_d", "d_d", "SF_a", "SF_d")),
}
# spectra and the other merge beside subspaces, and what harder records leave
SHOWN_OMA = {
    *(f"oma.seven_modes.{way}.frequency_rms" for way in ("poser", "peak_picking", "fdd", "efdd")),
    *(f"oma.seven_modes.{way}.damping_rms" for way in ("poser", "peak_picking", "efdd")),
    *(
        f"oma.harder.{how}.{what}"
        for how in ("drift", "coloured", "harmonic", "dead_channel", "close")
        for what in ("found", "frequency_rms")
    ),
}
# frequencies of the paper's models, which do not follow from the geometry that it publishes; another program's brick
# with incompatible modes, which is not ours
SHOWN_FE = {"fe.calculix.c3d8i"} | {
    f"chokepukio.fe.{model}.f{number}"
    for model in ("model_1", "model_2", "model_3", "calibrated", "shorter")
    for number in range(1, 5)
}
# the paper's calibration beside ours on that geometry, and what wide bounds do to response functions
SHOWN_UPDATING = {
    *("updating.douglas_reid.first_surface", "updating.douglas_reid.first_values"),
    *(f"chokepukio.updating.{when}.f{number}" for when in ("before", "after") for number in range(1, 5)),
    *(f"chokepukio.updating.{name}" for name in ("E1", "E2", "least_mac")),
}
# the paper's wall on that geometry, and a beam whose published load was not found
SHOWN_PUSHOVER = {"chokepukio.pushover.peak", "beam.petersson.peak"}
SHOWN = SHOWN_DYNAMICS | SHOWN_SHAKING | SHOWN_LIMIT | SHOWN_OMA | SHOWN_FE | SHOWN_UPDATING | SHOWN_PUSHOVER
SKIPPED = {"cuda.parity"}
"""Where there is no graphics card."""
KEYS = {"id", "group", "quantity", "unit", "source", "expected", "tolerance", "computed", "ok", "note"}


@pytest.fixture(scope="module")
def outcomes():
    # the full ones take twenty minutes: make verification runs them, and its outcomes are committed
    return run_cases(list(GROUPS))


def test_all_cases_pass(outcomes):
    assert [outcome.id for outcome in outcomes if outcome.ok is False] == []
    compared = [outcome.id for outcome in outcomes if outcome.ok is None]
    assert {identity for identity in compared if identity in SHOWN} == {
        case.id for cases in GROUPS.values() for case in cases() if case.id in SHOWN and not case.full
    }
    assert [identity for identity in compared if identity not in SHOWN | SKIPPED] == [
        "image.automatic.stones_found",
        "image.automatic.mean_iou",
        # plain integration of a record, and the trap of linear displacement: shown to be avoided
        "processing.prq.plain_integration",
        "driving.sine.linear_displacement",
        # a published example that does not follow from its own printed inputs
        "regression.saygili_rathje_2008_pgv.weak",
    ]


def test_the_cases_compute_the_committed_values(outcomes):
    check_values("verification", values_of_cases(outcomes))


def test_ids_are_unique_and_only_the_slow_ones_are_full(outcomes):
    ids = [outcome.id for outcome in outcomes]
    assert len(ids) == len(set(ids))
    cases = [case for group in GROUPS.values() for case in group()]
    assert [case.id for case in cases if case.full != case.id.startswith(FULL)] == []
    assert set(ids) == {case.id for case in cases if not case.full}
    assert sum("mononobe_okabe.wedge" in identity for identity in ids) >= 5


def test_every_module_with_cases_declares_its_group_and_place():
    declared = {}
    for path in Path(verification.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        found = verification._DECLARATION.findall(text)
        assert len(found) == ("\ndef cases(" in text), path.name
        for group, place in found:
            assert int(place) not in declared, path.name
            declared[int(place)] = group
            module = import_module(f"pirqa.verification.{path.stem}")
            assert {case.group for case in module.cases()} == {group}
    assert list(dict.fromkeys(group for _, group in sorted(declared.items()))) == list(GROUPS)


def test_groups_keep_their_order():
    kept = json.loads((ROOT / "tests" / "oracles" / "surfaces.json").read_text(encoding="utf-8"))
    assert list(GROUPS) == list(kept["case_ids"])


def test_a_group_does_not_import_the_modules_of_others():
    code = (
        "import sys; from pirqa.verification import GROUPS; list(GROUPS['statics']()); "
        "print(*sorted(m for m in sys.modules if m.startswith('pirqa.verification.') or m == 'numba'))"
    )
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert printed == ["pirqa.verification.case", "pirqa.verification.statics"]


def test_the_papers_programmes_are_full_and_shown():
    full = [case for case in GROUPS["shaking"]() if case.full]
    shown = {case.id for case in full if case.compare_only}
    assert {"tilt.santa_cruz_like", "sacsayhuaman.frequency", "sacsayhuaman.slow.0.4.fallen"} <= shown
    assert sum(identity.startswith("sacsayhuaman.sine.") for identity in shown) == 5


def test_every_case_has_a_source_and_a_reason(outcomes):
    for outcome in outcomes:
        assert outcome.source
        assert "Tolerance:" in outcome.note
        assert outcome.id in SKIPPED or math.isfinite(outcome.computed)


def test_where_the_paper_errs_the_note_says_so(outcomes):
    notes = {outcome.id: outcome.note for outcome in outcomes}
    assert "Printed 1.96" in notes["machu_picchu.overturning.kh"]
    assert "overturns at a/g = 0.3" in notes["machu_picchu.overturning.inertia"]


def case(**changes) -> Case:
    given = {
        "id": "x",
        "group": "statics",
        "quantity": "q",
        "unit": "",
        "source": "s",
        "expected": 1.0,
        "tolerance": {"abs": 0.1},
        "why": "w",
        "compute": lambda: 1.05,
    }
    return Case(**{**given, **changes})


@pytest.mark.parametrize(
    ("changes", "ok"),
    [
        ({}, True),
        ({"compute": lambda: 1.2}, False),
        ({"tolerance": {"rel": 0.01}}, False),
        ({"tolerance": {"max": 1.1}}, True),
        ({"tolerance": {"min": 1.1}}, False),
        ({"compute": lambda: math.nan}, False),
        ({"compute": lambda: 1 / 0}, False),
        ({"compare_only": True}, None),
    ],
)
def test_judging(changes, ok):
    assert judge_case(case(**changes)).ok is ok


def test_a_case_may_be_computed_thoroughly():
    both = case(thorough=lambda: 1.01)
    assert judge_case(both).computed == 1.05
    assert judge_case(both, full=True).computed == 1.01
    assert judge_case(case(), full=True).computed == 1.05


def test_a_row_fills_the_case_in_order():
    row = partial(Case, group="statics")("x", "q", "m", "s", 1.0, {"abs": 0.1}, "w", lambda: 1.05, "n", full=True)
    assert (row.id, row.group, row.quantity, row.unit, row.source) == ("x", "statics", "q", "m", "s")
    assert (row.expected, row.tolerance, row.why, row.note, row.full) == (1.0, {"abs": 0.1}, "w", "n", True)


def test_a_closed_form_agrees_to_rounding():
    tolerance, why = CLOSED_FORM
    assert judge_case(case(tolerance=tolerance, why=why, compute=lambda: 1.0 + 1e-11)).ok is False
    assert judge_case(case(tolerance=tolerance, why=why, compute=lambda: 1.0 + 1e-13)).ok is True


def test_a_failing_case_is_exit_code_1_and_still_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(GROUPS, "statics", lambda: [case(compute=lambda: 9.0), case(id="y", compute=lambda: 1 / 0)])
    with pytest.raises(SystemExit) as caught:
        main(["verify", "statics", "--json", str(tmp_path / "v.json")])
    assert caught.value.code == 1
    rows = json.loads((tmp_path / "v.json").read_text(encoding="utf-8"))
    assert [row["ok"] for row in rows] == [False, False]
    assert all(set(row) == KEYS for row in rows)
    assert rows[1]["computed"] is None
    assert "ZeroDivisionError" in rows[1]["note"]


def test_unknown_group():
    with pytest.raises(InputError, match='did you mean "statics"'):
        run_cases(["static"])


def test_manual_lists_every_case(outcomes):
    page = manual(outcomes)
    assert all(f"`{outcome.id}`" in page for outcome in outcomes)
