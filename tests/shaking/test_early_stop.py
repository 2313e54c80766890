"""The quiet parts of motions, and runs that end in them only where they are asked to."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.campaign.incremental import IdaOptions
from pirqa.dynamics.course import perform
from pirqa.dynamics.simulate import simulation
from pirqa.model import Direction, GroundMotion
from pirqa.shaking.damage import CollapseDefinition
from pirqa.shaking.early_stop import EarlyStop, quiet_times, without_lead
from pirqa.shaking.witness import Witness
from tests.campaign.walls import QUICK, G, column

RULE = EarlyStop()


def record(amplitude=0.05):
    """Nothing for 10 s but a whisper, 2 s of a sine of ``amplitude`` [g], then a whisper for 20 s."""
    times = np.arange(0.0, 32.0, 0.01)
    strong = (times >= 10.0) & (times < 12.0)
    wave = amplitude * G * np.sin(2.0 * np.pi * 2.0 * times) * np.where(strong, 1.0, 1e-3)
    return GroundMotion(name="record", step=0.01, acceleration=wave[:, None], directions=(Direction(name="across"),))


def test_the_quiet_parts_of_a_motion_are_found():
    found = quiet_times(record(), RULE)
    assert 11.5 < found.strong <= found.all < 12.1
    cut, skipped = without_lead(record(), RULE)
    assert skipped == pytest.approx(9.0, abs=0.05)
    assert cut.duration == pytest.approx(record().duration - skipped)
    start = round(skipped / 0.01)
    assert cut.acceleration[:, 0] == pytest.approx(record().acceleration[start:, 0])
    # the base goes on as it did
    assert cut.velocity[:, 0] == pytest.approx(record().velocity[start:, 0], abs=1e-12)


def test_a_still_ground_is_quiet_at_once():
    still = record(0.0)
    assert quiet_times(still, RULE).strong == 0.0
    assert without_lead(still, RULE) == (still, 0.0)


@pytest.mark.parametrize("longest", [0.0, 5.0])
def test_a_run_ends_when_the_rule_says_so_however_long_stretches_are(longest):
    wall, motion = column(), without_lead(record(), RULE)[0]
    witness = Witness(wall, CollapseDefinition(), stop=RULE, motion=motion, residual_limit=3e-3)
    run = perform(simulation(wall, motion, QUICK, follower=witness, longest=longest))
    assert run.ended_at == pytest.approx(4.25, abs=0.5)
    assert witness.outcome(run).collapse == "none"
    whole = Witness(wall, CollapseDefinition())
    assert perform(simulation(wall, motion, QUICK, follower=whole)).ended_at is None


def test_the_rule_is_off_by_default():
    assert not IdaOptions().stop_early
