"""The rest of a motion against the static onset, and runs that end where it cannot move the wall any more."""

from __future__ import annotations

import numpy as np
import pytest

from pirqa.dynamics.run_sequence import perform
from pirqa.dynamics.simulate import simulation
from pirqa.experiments.campaign.incremental import IdaOptions
from pirqa.experiments.damage_states import CollapseDefinition
from pirqa.experiments.early_stop import EarlyStop, remaining_demand, without_lead
from pirqa.experiments.run_monitor import Witness
from pirqa.model import Direction, GroundMotion
from tests.experiments.campaign.walls import QUICK, G, column

RULE = EarlyStop(across=0.22, along=0.5)
"""Onset of the column: t/h = 0.25/0.9 of its three free blocks, less a fifth for elastic joints."""
LIMIT = 3e-3


def record(amplitude=0.05, *, late=0.0, components=("across",)):
    """Nothing for 10 s but a whisper, 2 s of a sine of ``amplitude`` [g], then a whisper for 20 s.

    From 25 s to 26 s comes a sine of amplitude ``late`` [g].
    """
    times = np.arange(0.0, 32.0, 0.01)
    size = np.full(len(times), 1e-3 * amplitude)
    size[(times >= 10.0) & (times < 12.0)] = amplitude
    size[(times >= 25.0) & (times < 26.0)] = max(late, 1e-3 * amplitude)
    wave = size * G * np.sin(2.0 * np.pi * 2.0 * times)
    directions = tuple(Direction(name=name, vertical=name == "up") for name in components)
    return GroundMotion(
        name="record", step=0.01, acceleration=np.tile(wave[:, None], len(components)), directions=directions
    )


def run(motion, rule=RULE, *, limit=LIMIT, longest=0.0):
    wall = column()
    witness = Witness(wall, CollapseDefinition(), stop=rule, motion=motion, residual_limit=limit)
    return perform(simulation(wall, motion, QUICK, follower=witness, longest=longest)), witness


def test_the_quiet_beginning_of_a_motion_is_skipped():
    cut, skipped = without_lead(record())
    assert skipped == pytest.approx(9.0, abs=0.05)
    assert cut.duration == pytest.approx(record().duration - skipped)
    start = round(skipped / 0.01)
    assert cut.acceleration[:, 0] == pytest.approx(record().acceleration[start:, 0])
    # the base goes on as it did
    assert cut.velocity[:, 0] == pytest.approx(record().velocity[start:, 0], abs=1e-12)
    still = record(0.0)
    assert without_lead(still) == (still, 0.0)


def test_the_demand_is_that_of_resonance_and_decays_with_the_oscillators():
    found = remaining_demand(record(), RULE)
    assert np.all(np.diff(found) <= 0.0)
    # four cycles at resonance, from rest: (1 - exp(-2 pi n zeta)) / (2 zeta) times the ground
    grown = (1.0 - np.exp(-2.0 * np.pi * 4 * RULE.damping)) / (2.0 * RULE.damping)
    assert found[0] == pytest.approx(grown * 0.05 / RULE.across, rel=0.05)
    # the oscillator with the period of the motion has lost nearly all after ten seconds
    assert found[2400] < 0.12 * found[0]


def test_components_add_up_and_a_vertical_one_counts_by_its_share_of_gravity():
    alone = [remaining_demand(record(components=(name,)), RULE)[0] for name in ("across", "along", "up")]
    assert alone[1] / alone[0] == pytest.approx(RULE.across / RULE.along)
    assert alone[2] / alone[0] == pytest.approx(RULE.across)
    together = remaining_demand(record(components=("across", "along", "up")), RULE)[0]
    assert together == pytest.approx(sum(alone))


@pytest.mark.parametrize("longest", [0.0, 5.0])
def test_a_run_ends_when_the_rule_says_so_however_long_stretches_are(longest):
    motion = without_lead(record())[0]
    ended, witness = run(motion, longest=longest)
    # the demand is below half the onset once the oscillators have rung down
    quiet = float(np.flatnonzero(remaining_demand(motion, RULE) <= RULE.share)[0]) * motion.step
    assert ended.ended_at == pytest.approx(quiet + RULE.window, abs=0.3)
    assert witness.outcome(ended).collapse == "none"
    whole = Witness(column(), CollapseDefinition())
    assert perform(simulation(column(), motion, QUICK, follower=whole)).ended_at is None


def test_a_run_goes_on_while_a_strong_part_is_to_come():
    motion = without_lead(record(late=0.05))[0]
    ended, _ = run(motion)
    assert ended.ended_at is None or ended.ended_at > 16.0 + RULE.window


def test_a_run_goes_on_while_its_damage_is_not_certain():
    motion = without_lead(record())[0]
    certain, witness = run(motion)
    residual = float(np.linalg.norm(witness.watch.residual, axis=1).max())
    assert certain.ended_at is not None
    near, _ = run(motion, limit=1.1 * residual)
    assert near.ended_at is None or near.ended_at > certain.ended_at


def test_a_wall_that_falls_ends_as_without_the_rule():
    motion = without_lead(record(0.8))[0]
    ended, witness = run(motion)
    plain = Witness(column(), CollapseDefinition())
    whole = perform(simulation(column(), motion, QUICK, follower=plain))
    assert witness.outcome(ended).collapse == plain.outcome(whole).collapse == "total"
    assert ended.times.tobytes() == whole.times.tobytes()
    assert ended.position.tobytes() == whole.position.tobytes()


def test_the_rule_is_on_by_default():
    assert IdaOptions().stop_early
