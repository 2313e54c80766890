"""Rows of codes and pushover: two failures of one wall, superseded codes, an interval about 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pirqa.codes import CodesOptions, verify_mechanisms
from pirqa.codes.rules import DECLARATIONS
from pirqa.fem.pushover import checks as pushover
from pirqa.fem.pushover.options import PushoverOptions
from pirqa.fem.pushover.stage import read_result
from pirqa.model.check import EFFECTS, Check, Circumstance, Circumstances, GoverningDemand, Place
from pirqa.model.verdict import Verdict, judge
from pirqa.motion.design_spectrum import DesignSpectra
from tests.codes.mechanisms import CHOKEPUKIO, CUSCO, mechanism, straight
from tests.fem.pushover.made import pushed_wall
from tests.fem.pushover.test_demand import variant

BASE = mechanism(0.24, straight(0.24, 0.75))
UPPER = replace(
    mechanism(0.17, straight(0.17, 0.2825), name="overturning.outward.6.10m", level=6.1),
    place=Place(name="joint", level=6.1),
)
ALL = {item.family: item for item in (*DECLARATIONS, *pushover.DECLARATIONS)}


def judged(checks: list[Check], demand: float = 0.30) -> Verdict:
    """Return the verdict where nothing but the weight and some mortar is present."""
    known = Circumstances(
        effects={
            **{effect: Circumstance(presence="absent") for effect in EFFECTS if effect != "self_weight"},
            "mortar": Circumstance(presence="present"),
        },
        demand=GoverningDemand(name="e030_2018", origin="code", intensity=demand),
    )
    return judge(checks, circumstances=known, declarations=ALL)


def verified(*mechanisms, spectra=CUSCO):
    return list(verify_mechanisms(mechanisms, CodesOptions(spectra=spectra, structure_period=0.53)).checks)


def pushed(*variants):
    result = replace(pushed_wall(), variants=variants)
    return list(read_result(result, PushoverOptions(spectra=CUSCO)).checks)


def test_the_upper_part_governs_though_the_wall_is_verified_about_its_base():
    push = pushed(variant("mesh", 0.95), variant("pattern", 1.0, "triangular"), variant("wall", 1.5))
    checks = [*verified(BASE, UPPER), *(item for item in push if item.method == "n2.e030_2018")]
    falls = judged(checks).of("wall_falls")
    assert falls.state == "not_satisfied"
    assert falls.governing.place == UPPER.place
    assert {item.check.part for item in falls.evidence if item.shows == "failure"} == {"joint@6.10"}


def test_a_push_over_an_interval_about_one_decides_nothing():
    runs = variant("mesh", 0.95), variant("pattern", 1.0, "triangular"), variant("wall", 0.5)
    rows = [item for item in pushed(*runs) if item.method == "n2.e030_2018"]
    falls = {item.bound: item for item in rows if item.limit_state == "wall_falls"}
    demand = 0.5 * (falls["lower"].intensity + falls["upper"].intensity)
    assert judged(rows, demand).of("wall_falls").state in ("not_shown", "undetermined")
    assert judged(rows, 1.05 * falls["upper"].intensity).of("wall_falls").state == "not_satisfied"
    # the rows for collapse show no safety, however small the demand
    assert judged(rows, 0.01).of("wall_falls").state != "satisfied"


def test_superseded_codes_alone_assess_nothing():
    verdict = judged(verified(BASE, UPPER, spectra=CHOKEPUKIO))
    assert verdict.of("wall_falls").state == "not_assessed"
    assert verdict.of("onset").state == "not_assessed"


def test_a_superseded_spectrum_beside_the_governing_one_changes_nothing():
    both = DesignSpectra(e030_2018=CUSCO.e030_2018, e030_2003=CHOKEPUKIO.e030_2003)
    alone, beside = judged(verified(BASE, UPPER)), judged(verified(BASE, UPPER, spectra=both))
    for state in ("onset", "wall_falls"):
        assert alone.of(state).state == beside.of(state).state
        assert alone.intensity(state) == beside.intensity(state)


@pytest.mark.parametrize("demand", [0.02, 0.1, 0.2, 0.3, 0.5])
def test_the_code_verifies_up_to_its_intensity(demand):
    checks = [item for item in verified(BASE) if item.limit_state == "wall_falls"]
    (decides,) = (item for item in checks if item.votes)
    (evidence,) = (item for item in judged(checks, demand).of("wall_falls").evidence if item.check.votes)
    assert evidence.shows == ("safety" if demand <= decides.intensity else "failure")
