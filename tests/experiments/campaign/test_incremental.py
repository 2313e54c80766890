"""Incremental dynamic analysis: closed forms, incomplete sets, failed runs, corners, signs, and what a stop leaves."""

from __future__ import annotations

import math
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.campaign import run as running
from pirqa.experiments.campaign.incremental import CornerRanges, IdaOptions, run_ida
from pirqa.experiments.campaign.incremental.hunt import best_estimates, corner_joints, early_stop_rule, is_symmetric
from pirqa.experiments.campaign.store import Store
from pirqa.experiments.campaign.summary import unfinished_page
from pirqa.experiments.campaign.work import RunWork
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import Direction, GroundMotion
from pirqa.model.check import Circumstances, GoverningDemand
from pirqa.model.ground_motion import Origin
from pirqa.model.masonry import JointException
from pirqa.model.plain import to_plain
from pirqa.model.remark import Table
from pirqa.model.support import Strut
from pirqa.model.verdict import judge
from pirqa.motion.sets.result import Lack, MotionSet, SetMember, SetRule
from pirqa.progress import Observer
from pirqa.verification.walls import coursed_wall, stiff_joints
from tests.experiments.campaign.walls import QUICK, G

KNOWN = CornerRanges(normal_stiffness=(1.0, 1.0), friction=(1.0, 1.0), damping=(1.0, 1.0))
DYNAMICS = DynamicsOptions(simulation=QUICK)
SLENDER = 0.25
"""Thickness over height of the block."""


def block(friction=0.8):
    """One block on a fixed one."""
    return coursed_wall(0.6, 0.2, 0.8, 2, 2300.0, stiff_joints(1e9, friction=friction, damping_ratio=0.1))


def shock(name="shock", period=0.5, amplitude=1.0, both=False):
    """One cycle of a sine [g] that leaves the ground at rest, then a quiet second."""
    times = np.arange(0.0, period + 1.0 + 1e-9, 0.005)
    wave = np.where(times <= period, np.sin(2.0 * np.pi * times / period), 0.0) * amplitude * G
    columns = [wave, 0.1 * wave] if both else [wave]
    names = ("across", "along")[: len(columns)]
    start = np.array([-amplitude * G * period / (2.0 * np.pi)] + [-0.1 * amplitude * G * period / (2.0 * np.pi)] * both)
    return GroundMotion(
        name=name,
        step=0.005,
        acceleration=np.column_stack(columns),
        directions=tuple(Direction(name=item) for item in names),
        initial_velocity=start,
        origin=Origin(file=f"{name}.txt"),
    )


def members(count, demand, events=7, both=True):
    """A set of shocks of different periods at ``demand`` [g], and the motions by name."""
    motions = {f"m{n}": shock(f"m{n}", 0.3 + 0.05 * n, demand, both) for n in range(count)}
    rows = tuple(
        SetMember(
            name=name, event=f"event {n % events}", factor=1.0, pga=demand * G, pgv=0.1, duration=0.3, mean_period=0.3
        )
        for n, name in enumerate(motions)
    )
    periods = np.array([0.1, 1.0])
    lacks = () if count >= 7 and events >= 6 else (Lack(kind="too_few", key="motions", found=count, needed=7),)
    found = MotionSet(
        target="spectrum",
        source="made up",
        combination="geometric_mean",
        demand=demand * G,
        period=0.3,
        shortest=0.1,
        longest=1.0,
        candidates=count,
        members=rows,
        rules=(SetRule(key="mean", found=1.0, least=1.0, satisfied=True),),
        lacks=lacks,
        spectra=Table.of(
            [
                {"motion": name, "period": period, "acceleration": 2.0 * demand * G}
                for name in motions
                for period in periods.tolist()
            ]
        ),
        curve=Table({"period": periods, "target": np.full(2, 2.0 * demand * G)}),
    )
    return found, motions


def ida(demand, *, count=7, wall=None, dynamics=DYNAMICS, events=7, observer=None, folder=None, **options):
    found, motions = members(count, demand, events)
    given = {"corners": KNOWN, "film": False, "most": 2.0, **options}
    extra = {} if observer is None else {"observer": observer}
    return run_ida(
        block() if wall is None else wall,
        IdaOptions(**given),
        dynamics,
        motions,
        chosen=found,
        demand=demand * G,
        folder=folder,
        workers=1,
        **extra,
    )


def check(result, name):
    return next(item for item in result.checks if item.id == f"ida.{name}")


@pytest.fixture(scope="module")
def standing():
    """A demand far below the acceleration that lifts the block."""
    return ida(0.1)


def test_a_block_does_not_fall_below_the_acceleration_that_lifts_it(standing):
    assert standing.ceiling == pytest.approx(0.2 * G)
    assert standing.ceiling < SLENDER * G
    assert not any(run.summary.falls for run in standing.runs)
    assert {run.rung for run in standing.runs} == {0, 3, 5}
    state = standing.state("wall_falls")
    assert state.median is None
    assert state.count == 0


def test_a_slow_shock_topples_the_block_above_it():
    result = run_ida(
        block(),
        IdaOptions(corners=KNOWN, film=False, most=3.0),
        DYNAMICS,
        {"slow": shock("slow", 1.2, 0.2)},
        demand=0.2 * G,
        workers=1,
    )
    first = result.state("stones_fall").capacities[0]
    assert first.fell is not None
    assert first.fell > SLENDER * G
    assert first.stood > 0.0
    assert first.fell / first.stood <= 1.15 + 1e-9
    rungs = {run.rung for run in result.runs}
    fell = min(run.rung for run in result.runs if run.summary.falls)
    highest = round(math.log(result.ceiling / result.demand) / math.log(result.ratio))
    assert {rung for rung in (fell - 1, fell, fell + 1, fell + 2) if rung <= highest} <= rungs


def test_a_complete_set_that_stands_shows_safety(standing):
    state = standing.state("wall_falls")
    lower = check(standing, "wall_falls.lower")
    assert lower.bound == "lower"
    assert lower.motions == 7
    assert lower.required == pytest.approx(math.exp(1.2815515655 * 0.53150729), rel=1e-6)  # hypot(0.4, 0.35)
    assert state.shown == pytest.approx(2.0 * 0.1 * G / lower.required)
    assert lower.ratio == pytest.approx(2.0 / lower.required)
    assert lower.includes == ("both_components",)
    assert not any(item.id == "ida.wall_falls.upper" for item in standing.checks)


@pytest.mark.parametrize(("count", "events"), [(3, 7), (7, 4)])
def test_an_incomplete_set_shows_no_safety(count, events):
    result = ida(0.1, count=count, events=events, most=1.5)
    for name in ("damage", "stones_fall", "wall_falls"):
        assert "set_lacks" in result.state(name).reasons
        assert check(result, f"{name}.lower").ratio == 0.0
        assert check(result, f"{name}.lower").intensity is None
    assert [item.key for item in result.remarks if item.key.startswith("ida_lacks")] == ["ida_lacks_too_few"]


def test_motions_without_a_target_decide_nothing():
    result = run_ida(
        block(), IdaOptions(corners=KNOWN, film=False), DYNAMICS, {"slow": shock("slow", 1.2, 0.5)}, demand=0.5 * G,
        workers=1,
    )  # fmt: skip
    assert result.state("wall_falls").reasons[0] == "set_absent"
    upper = check(result, "wall_falls.upper")
    assert upper.ratio < 1.0
    assert not upper.votes
    assert "ida_no_set" in {item.key for item in result.remarks}


def test_one_failed_run_is_named_and_bars_safety(monkeypatch):
    class Failing(RunWork):
        def perform(self, task):
            if task.curve.motion == "m3":
                Store(self.folder).write(unfinished_page(self.scene, task, "failed", "made to fail", 0.0))
            else:
                super().perform(task)

    monkeypatch.setattr(running, "RunWork", Failing)
    result = ida(0.1, most=1.5)
    assert "run_failed" in result.state("wall_falls").reasons
    assert check(result, "wall_falls.lower").ratio == 0.0
    told = [item.text for item in result.remarks if item.key == "ida_run_failed"]
    assert told
    assert all(text.startswith("m3 at") and "made to fail" in text for text in told)


def test_a_fall_at_the_demand_bars_safety_and_the_median_shows_failure():
    found, motions = members(7, 0.5)
    slow = {name: shock(name, 1.2, 0.5, both=True) for name in motions}
    result = run_ida(
        block(),
        IdaOptions(corners=KNOWN, film=False, most=1.2),
        DYNAMICS,
        slow,
        chosen=found,
        demand=0.5 * G,
        workers=1,
    )
    assert check(result, "wall_falls.lower").ratio < 1.0
    upper = check(result, "wall_falls.upper")
    assert upper.bound == "upper"
    assert upper.votes
    assert upper.ratio < 1.0
    assert upper.intensity == pytest.approx(result.state("wall_falls").median / G)


def test_a_corner_decides_between_safe_and_not_shown():
    ranges = replace(KNOWN, friction=(0.05, 1.0))
    sure, unsure = ida(0.15, most=2.5), ida(0.15, most=2.5, corners=ranges)
    assert unsure.corners == ("μ low",)
    state = unsure.state("damage")
    assert state.corner == "μ low"
    assert "corner" in state.reasons
    assert check(unsure, "damage.lower").ratio < check(sure, "damage.lower").ratio
    assert check(unsure, "damage.lower").ratio < 1.0
    # the median is that of the best estimates
    assert state.median == sure.state("damage").median


def test_corners_that_stand_show_safety_up_to_the_demand():
    result = ida(0.05, most=2.5, corners=replace(KNOWN, damping=(0.1, 2.0), friction=(0.9, 1.1)))
    assert result.corners == ("μ low", "μ high", "ζ low", "ζ high", result.corners[-1])
    assert len(result.corners[-1].split(", ")) == 2
    assert {item.split()[0] for item in result.corners[-1].split(", ")} == {"μ", "ζ"}
    lower = check(result, "wall_falls.lower")
    assert lower.ratio == pytest.approx(1.0)
    assert lower.ratio >= 1.0
    assert "corners_up_to_demand" in result.state("wall_falls").reasons


def test_ends_of_pairs_replace_the_ranges():
    wall = block()
    joints = replace(wall.joints, normal_stiffness=1e8, normal_stiffness_high=4e8)
    best = best_estimates(wall, joints)
    assert best.normal_stiffness == pytest.approx(2e8)
    corners = corner_joints(wall, best, joints, IdaOptions())
    assert corners["Kn low"].normal_stiffness == pytest.approx(1e8)
    assert corners["Kn high"].normal_stiffness == pytest.approx(4e8)
    assert corners["μ low"].friction == pytest.approx(0.75 * 0.8)
    assert corners["ζ low"].damping_ratio == pytest.approx(0.01)
    assert set(corners) == {"Kn low", "Kn high", "μ low", "μ high", "ζ low", "ζ high"}


def test_walls_without_mirror_symmetry_get_both_signs():
    wall = block()
    assert is_symmetric(wall, DYNAMICS)
    top = wall.stones[1]
    shifted = replace(top, solid=replace(top.solid, vertices=top.solid.vertices + np.array([0.0, 0.02, 0.0])))
    leaning = replace(wall, stones=(wall.stones[0], shifted))
    assert not is_symmetric(leaning, DYNAMICS)
    result = ida(0.1, count=1, wall=leaning, most=1.2)
    assert result.polarities
    assert {run.reversed for run in result.runs} == {False, True}
    levels = {run.rung: set() for run in result.runs}
    for run in result.runs:
        levels[run.rung].add(run.reversed)
    assert all(signs == {False, True} for signs in levels.values())


def test_a_larger_demand_never_improves_a_state(standing):
    order = ["not_satisfied", "undetermined", "not_shown", "satisfied"]

    def states(result, demand):
        facts = replace(Circumstances(effects={}), demand=GoverningDemand(name="site", origin="site", intensity=demand))
        found = judge(result.checks, circumstances=facts, declarations={"ida": stage_declaration()})
        return [order.index(found.of(name).state) for name in ("damage", "stones_fall", "wall_falls")]

    before = states(standing, 0.1)
    for demand in (0.12, 0.2, 0.6):
        after = states(standing, demand)
        assert all(new <= old for new, old in zip(after, before, strict=True))
        before = after
    stronger = ida(0.3, most=2.0)
    assert stronger.state("wall_falls").shown / stronger.demand <= standing.state("wall_falls").shown / standing.demand


def stage_declaration():
    from pirqa.experiments.campaign.incremental import DECLARATION

    return replace(DECLARATION, effects=dict.fromkeys(DECLARATION.effects, "included"))


class _Stop(Observer):
    def __init__(self, after):
        self.left = after

    def advance(self, count=1):
        self.left -= count
        if self.left <= 0:
            raise KeyboardInterrupt


def test_an_interrupted_analysis_goes_on_to_the_same_bytes(tmp_path):
    whole = ida(0.3, count=3, most=1.5, folder=tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        ida(0.3, count=3, most=1.5, folder=tmp_path / "parts", observer=_Stop(4))
    kept = sorted((tmp_path / "parts" / "runs").rglob("*.jsonl"))
    assert 0 < len(kept) < len(whole.runs)
    times = {path: path.stat().st_mtime_ns for path in kept}
    again = ida(0.3, count=3, most=1.5, folder=tmp_path / "parts")
    assert to_plain(again) == to_plain(whole)
    assert {path: path.stat().st_mtime_ns for path in kept} == times


def test_workers_do_not_change_the_result(tmp_path):
    found, motions = members(2, 0.4)
    given = IdaOptions(corners=KNOWN, film=True, most=1.5)
    one, two = (
        run_ida(block(), given, DYNAMICS, motions, chosen=found, demand=0.4 * G, folder=tmp_path / str(n), workers=n)
        for n in (1, 2)
    )
    assert to_plain(replace(one, films=())) == to_plain(replace(two, films=()))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"friction": (1.2, 1.5)}, "ida.corners.friction"),
        ({"normal_stiffness": (0.0, 2.0)}, "ida.corners.normal_stiffness"),
    ],
)
def test_bad_ranges_are_refused(changes, text):
    with pytest.raises(ModelError, match=text):
        CornerRanges(**changes)


def test_a_motion_that_is_no_member_is_refused():
    found, motions = members(7, 0.1)
    motions["other"] = shock("other")
    with pytest.raises(OptionsError, match=r'ida\.motions: "other" is not in the set'):
        run_ida(block(), IdaOptions(motions=("other",)), DYNAMICS, motions, chosen=found, workers=1)


def test_a_part_of_the_set_shows_no_safety():
    result = ida(0.1, motions=("m0", "m1"), most=1.5)
    assert "set_not_all_run" in result.state("wall_falls").reasons
    assert check(result, "wall_falls.lower").ratio == 0.0


@pytest.mark.long
def test_a_killed_analysis_goes_on_to_the_same_bytes(tmp_path):
    script = (
        "import sys\nfrom pathlib import Path\nfrom tests.experiments.campaign.test_incremental import ida\n"
        "ida(0.3, count=3, most=1.5, folder=Path(sys.argv[1]))\n"
    )
    whole = ida(0.3, count=3, most=1.5, folder=tmp_path / "whole")
    folder = tmp_path / "killed"
    process = subprocess.Popen([sys.executable, "-c", script, str(folder)])
    try:
        deadline = time.monotonic() + 300.0
        while len(list(folder.rglob("*.jsonl"))) < 3 and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        process.kill()
        process.wait()
    assert len(list(folder.rglob("*.jsonl"))) < len(whole.runs)
    assert to_plain(ida(0.3, count=3, most=1.5, folder=folder)) == to_plain(whole)


def test_the_rule_for_an_early_end_takes_the_onset_of_the_weakest_joints():
    wall = coursed_wall(0.6, 0.2, 0.2, 4, 2300.0, stiff_joints(1e9, friction=0.8, damping_ratio=0.1))
    rule = early_stop_rule(wall, DYNAMICS, [wall.joints])
    # the three blocks above the fixed one turn about its edge; elastic joints take a part of t/h
    assert 0.8 * 0.2 / 0.6 < rule.across < 0.2 / 0.6
    soft, smooth = replace(wall.joints, normal_stiffness=1e8), replace(wall.joints, friction_angle=math.atan(0.1))
    assert early_stop_rule(wall, DYNAMICS, [wall.joints, soft]).across < 0.95 * rule.across
    assert early_stop_rule(wall, DYNAMICS, [wall.joints, smooth]).across == pytest.approx(0.1, abs=2e-3)


def test_walls_whose_onset_is_unknown_run_to_the_end_of_their_motions():
    wall = block()
    tie = Strut(
        name="tie",
        kind="tie",
        stone="2",
        point=(0.3, 0.1, 1.2),
        other_point=(0.3, 2.0, 1.2),
        stiffness=1e6,
        strength=4e2,
    )
    assert early_stop_rule(wall, DYNAMICS, [wall.joints]) is not None
    assert early_stop_rule(wall, replace(DYNAMICS, struts=(tie,)), [wall.joints]) is None
    pedestal = JointException(between=("1", "2"), normal_stiffness=1e7)
    softer = replace(wall.joints, exceptions=(pedestal,))
    assert early_stop_rule(replace(wall, joints=softer), DYNAMICS, [softer]) is None


def test_an_early_end_changes_no_capacity_and_no_run_that_falls():
    long = {}
    for name, period in (("a", 0.5), ("b", 0.9), ("c", 1.2)):
        motion = shock(name, period, 0.2)
        quiet = np.zeros((5000, 1))
        long[name] = replace(motion, acceleration=np.concatenate([motion.acceleration, quiet]))
    found = {}
    for early in (True, False):
        options = IdaOptions(corners=KNOWN, film=False, most=3.0, stop_early=early)
        dynamics = replace(DYNAMICS, simulation=replace(QUICK, free=0.0))
        found[early] = run_ida(block(), options, dynamics, long, demand=0.2 * G, workers=1)
    for fast, slow in zip(found[True].states, found[False].states, strict=True):
        assert (fast.median, fast.capacities) == (slow.median, slow.capacities)
    pairs = list(zip(found[True].runs, found[False].runs, strict=True))
    assert [fast.damaged for fast, _ in pairs] == [slow.damaged for _, slow in pairs]
    for fast, slow in pairs:
        assert fast.summary.collapse == slow.summary.collapse
        if slow.summary.falls:
            assert fast.summary.residual_size.tobytes() == slow.summary.residual_size.tobytes()
            assert fast.summary.ends == slow.summary.ends
    ended = [fast.summary.ends < slow.summary.ends for fast, slow in pairs]
    assert sum(ended) >= 3
    assert {remark.key for remark in found[True].remarks} - {remark.key for remark in found[False].remarks} == {
        "ida_quiet"
    }
