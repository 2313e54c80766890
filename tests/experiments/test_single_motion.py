"""What runs under one motion may show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pirqa.experiments.checks import single_motion_checks
from pirqa.model import Direction, GroundMotion
from pirqa.model.check import Basis, Check, Place
from pirqa.model.ground_motion import Origin
from pirqa.motion.sets.rules import TargetRange, is_admissible
from pirqa.motion.spectra import response_spectrum

G = 9.80665
PERIODS = np.geomspace(0.1, 1.0, 20)


def motion(factor=1.0, both=True, recorded=True):
    times = np.arange(0.0, 10.0, 0.01)
    wave = 0.3 * G * np.sin(2.0 * np.pi * times / 0.5) * np.exp(-(((times - 4.0) / 2.0) ** 2))
    names = ("across", "along") if both else ("across",)
    return GroundMotion(
        name="shock",
        step=0.01,
        acceleration=np.column_stack([wave, 0.9 * wave][: len(names)]),
        directions=tuple(Direction(name=name) for name in names),
        origin=Origin(file="shock.txt" if recorded else ""),
        factor=factor,
    )


def target(times=1.0):
    """The motion's own spectrum, ``times`` as high."""
    own = [
        response_spectrum(np.ascontiguousarray(motion().acceleration[:, column]), 0.01, periods=PERIODS).psa
        for column in (0, 1)
    ]
    return TargetRange(periods=PERIODS, acceleration=times * np.sqrt(own[0] * own[1]), combination="geometric_mean")


def check(fails=True, case="", level=None, limit_state="wall_falls"):
    peak = float(motion().peak_acceleration.max()) / G
    return Check(
        id=f"dynamics.shock.{case}.falling",
        mode="falling",
        limit_state=limit_state,
        method=f"dynamics.{case}" if case else "dynamics",
        action="shock",
        place=Place(name="base"),
        demand=2.0 if fails else 0.5,
        capacity=1.0,
        unit="m",
        source="made up",
        basis=Basis(
            driving="record", name="shock", acceleration=peak if level is None else level, body="stones", way="motion"
        ),
    )


def judged(*checks, given=None, against=None):
    found = {"shock": motion() if given is None else given}
    return single_motion_checks(checks, found, target() if against is None else against)


def test_a_motion_at_the_target_is_admissible():
    assert is_admissible(motion(), target())
    assert is_admissible(motion(), target(1.0 / 1.29))
    assert not is_admissible(motion(), target(1.0 / 1.31))
    assert not is_admissible(motion(), target(), factor=1.31)
    assert not is_admissible(motion(both=False), target())
    assert not is_admissible(motion(recorded=False), target())
    for factor, good in ((0.2, False), (0.26, True), (7.9, True), (8.1, False)):
        assert is_admissible(motion(factor), target()) == good


@pytest.mark.parametrize("fails", [True, False])
def test_an_admissible_motion_is_an_upper_bound(fails):
    (found,) = judged(check(fails))
    assert (found.bound, found.motions, found.votes) == ("upper", 1, True)
    assert found.notes[-1] == "single_motion_admissible"
    assert found.demand_intensity == pytest.approx(check().basis.acceleration)
    assert found.intensity == (found.demand_intensity if fails else None)
    assert "both_components" in found.includes


def test_a_motion_above_the_target_does_not_count():
    (found,) = judged(check(), against=target(0.5))
    assert not found.votes
    assert found.notes[-1] == "single_motion_not_admissible"
    # scaled down to the target it does
    (weaker,) = judged(check(level=0.5 * check().basis.acceleration), against=target(0.5))
    assert weaker.votes


def test_without_a_target_nothing_counts():
    (found,) = single_motion_checks([check()], {"shock": motion()}, None)
    assert not found.votes
    assert found.notes[-1] == "single_motion_no_target"


def test_one_end_of_a_pair_does_not_count_and_all_ends_together_do():
    low, high = check(True, "Kn low"), check(False, "Kn high")
    assert [item.votes for item in judged(low, high)] == [False, False]
    assert [item.votes for item in judged(low, replace(check(True, "Kn high")))] == [True, True]


def test_a_check_that_its_method_leaves_open_stays_open():
    (found,) = judged(replace(check(), votes=False, intensity=None))
    assert (found.votes, found.intensity) == (False, None)


def test_other_checks_stay_as_they_are():
    tilt = replace(check(), basis=Basis(driving="weight", body="stones", way="motion"))
    named = replace(check(), basis=replace(check().basis, name="settlement"))
    assert judged(tilt, named) == (tilt, named)
