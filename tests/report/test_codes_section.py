"""The codes stage on the page: from results made by hand, in both languages."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from pirqa.codes import CodesResult, DemandCurve, Retrofit, Verification
from pirqa.limit import LimitResult
from pirqa.project import parse_project, run_project
from pirqa.project.published import PublishedMechanism
from pirqa.report.page import render
from pirqa.report.section import Grid
from pirqa.report.sections.codes import build, demand_of
from pirqa.report.words import LANGUAGES, load_words
from pirqa.units import STANDARD_GRAVITY
from tests.project.test_load import GOOD
from tests.report.mechanisms import tall_wall
from tests.report.test_report import _Balanced

G = STANDARD_GRAVITY
_PERIOD = np.linspace(0.05, 4.0, 200)


def demand(damping, mechanism="", share=1.0):
    eta = np.sqrt(10.0 / (5.0 + 100.0 * damping))
    acceleration = share * eta * 0.9 * G * np.minimum(1.0, 0.45 / _PERIOD)
    displacement = acceleration * (_PERIOD / (2.0 * np.pi)) ** 2
    return DemandCurve(
        name="e030_2003",
        mechanism=mechanism,
        damping=damping,
        period=_PERIOD,
        displacement=displacement,
        acceleration=acceleration,
    )


def codes_result(*, wanted=True):
    mechanisms = tall_wall()
    demands = [demand(0.05), demand(0.08)]
    demands += [demand(0.08, item.name, 1.4) for item in mechanisms if item.local]
    rows = []
    for item in mechanisms:
        for rule, damping in (("ntc2008", 0.05), ("ntc2018", 0.08)):
            for factor in (1.0, 1.35):
                governs = (factor > 1.0) == (rule == "ntc2018")
                common = {"mechanism": item.name, "rule": rule, "spectrum": "e030_2003", "limit_state": "SLV"}
                common |= {"local": item.local, "confidence_factor": factor, "governs": governs}
                common |= {"pga": 0.36 * G, "superseded": rule == "ntc2008"}
                rows.append(
                    Verification(
                        **common,
                        measure="acceleration",
                        demand=0.18 * G,
                        capacity=item.multiplier * G / factor,
                        clause="C8A.4.9",
                        official=True,
                    )
                )
                ultimate = 0.4 * item.curve.ultimate_spectral_displacement
                period = 2.0 * np.pi * np.sqrt(ultimate / item.curve.acceleration_at(ultimate) * factor)
                name = item.name if item.local and rule == "ntc2018" else ""
                curve = next(one for one in demands if (one.damping, one.mechanism) == (damping, name))
                rows.append(
                    Verification(
                        **common,
                        measure="displacement",
                        period=period,
                        demand=float(np.interp(period, curve.period, curve.displacement)),
                        capacity=ultimate,
                        clause="C8.7.1.2.1.4",
                        official=False,
                    )
                )
    about = {"mechanism": mechanisms[0].name, "rule": "ntc2018", "measure": "acceleration", "target": 1.0}
    retrofits = (
        Retrofit(**about, kind="force", present=0.64, needed=2.1e5, level=4.82),
        Retrofit(**about, kind="thickness", present=0.64, needed=None),
    )
    return CodesResult(verifications=tuple(rows), demands=tuple(demands), retrofits=retrofits if wanted else ())


@pytest.fixture(scope="module")
def assessment(tmp_path_factory):
    done = run_project(parse_project(GOOD), tmp_path_factory.mktemp("codes") / "out")
    printed = PublishedMechanism(
        mechanism="overturning.outward.base",
        label="1st global",
        source="Chokepukio paper, Table 5",
        multiplier=0.24,
        ultimate_displacement=0.3,
        secant_period=1.53,
        acceleration_demand=0.18 * G,
        displacement_factor=1.93,
        note="another section",
    )
    stages = {"limit": LimitResult(mechanisms=tall_wall()), "codes": codes_result()}
    return replace(done, stages=stages, published={"published_mechanisms": (printed,)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_section_is_whole(assessment, language):
    words = load_words(language)
    page = unescape(render(assessment, words))
    _Balanced().feed(page)
    for key in ("title", "spectra_title", "table_title", "retrofit_title", "printed_title", "retrofit_never", "limits"):
        assert words(f"codes.{key}") in page
    assert 'id="codes-spectra-1-figure_1"' in page
    assert words("codes.printed_value", value="0.24") in page
    assert words("codes.unofficial", clauses="C8.7.1.2.1.4") in page
    assert "nan" not in page.split('id="codes"')[1].split("<svg")[0]


def grid(section, caption):
    return next(item for item in section.blocks if isinstance(item, Grid) and item.caption.startswith(caption))


def test_the_factor_that_the_code_asks_for_is_bold(assessment):
    words = load_words("en")
    table = grid(build(assessment.stages["codes"], assessment, words), "Capacity over demand")
    assert table.head[4:6] == ("FC = 1", "FC = 1.35")
    old, new = table.rows[0], next(row for row in table.rows if row[1].text.startswith("NTC\N{NO-BREAK SPACE}2018"))
    assert (old[4].strong, old[5].strong) == (True, False)
    assert (new[4].strong, new[5].strong) == (False, True)
    assert old[5].tone == ""
    # 1.4/9 over 0.18
    assert old[4].text == "0.864"
    assert old[4].tone == "bad"


def test_printed_numbers_stand_beside_ours(assessment):
    words = load_words("en")
    (row,) = grid(build(assessment.stages["codes"], assessment, words), "Ours").rows
    assert (row[0].small, row[1].text, row[1].small) == ("1st global", "0.156", "printed\N{NO-BREAK SPACE}0.24")
    ultimate = 400.0 * 4.5 * np.sin(np.arctan(1.4 / 9.0))
    assert (row[3].text, row[3].small) == (f"{ultimate:.0f}", "printed\N{NO-BREAK SPACE}300")
    assert row[5].small == "printed\N{NO-BREAK SPACE}0.18"
    assert row[6].small == ""


def test_nothing_verified_is_told(assessment):
    words = load_words("en")
    section = build(CodesResult(verifications=()), replace(assessment, published={}), words)
    assert section.blocks[0].text == words("codes.sentence_none")
    assert not any(isinstance(item, Grid) for item in section.blocks)


def test_a_demand_is_found_on_its_curve():
    result = codes_result()
    for item in result.verifications:
        if item.measure == "displacement":
            curve = demand_of(item, result.demands)
            assert curve.damping == (0.05 if item.rule == "ntc2008" else 0.08)
            assert curve.mechanism in ("", item.mechanism)
        else:
            assert demand_of(item, result.demands) is None
