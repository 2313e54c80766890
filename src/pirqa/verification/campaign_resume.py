"""Campaigns that are killed: after going on no run is lost, and none was made twice."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from pirqa.campaign.backends import make_backend
from pirqa.campaign.campaign import CampaignPlan, Tally, plan_campaign, run_campaign
from pirqa.campaign.campaign_options import CampaignOptions, LevelOptions
from pirqa.campaign.pages import Pages
from pirqa.campaign.uncertain import Uncertain
from pirqa.dynamics import SimulationOptions
from pirqa.motion.options import SignalOptions
from pirqa.motion.synthetic import RickerOptions
from pirqa.shaking.options import DynamicsOptions
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.blocks import coursed_wall, stiff_joints
from pirqa.verification.case import Case, case_of

__all__ = ["cases"]

_case = partial(case_of, "campaign")
_SOURCE = "by definition"
_WHY = "a whole number: nothing may be lost or repeated"
_TOLD = (
    "Nine runs of a column of four blocks on two processes. One process is killed (SIGKILL) in the middle of a run, "
    "the campaign is stopped when three runs are finished, one of them is cut in half, and the campaign goes on twice."
)


class _StoppedError(Exception):
    """Stands for whoever stops a campaign."""


@dataclass(frozen=True, kw_only=True)
class _Gone:
    """What came of it."""

    lost: int
    """Runs of the plan without a row, or with another one than in a campaign that nobody disturbed."""
    repeated: int
    """Runs that were made again though a whole page of them was there."""


def cases() -> Iterator[Case]:
    """Cases of this part of the group."""
    yield _case(
        "campaign.resume.lost",
        "runs missing or different after kills and going on",
        unit="",
        source=_SOURCE,
        expected=0.0,
        tolerance={"abs": 0.0},
        why=_WHY,
        compute=lambda: float(_disturbed().lost),
        note=_TOLD,
    )
    yield _case(
        "campaign.resume.repeated",
        "finished runs that were made again",
        unit="",
        source=_SOURCE,
        expected=0.0,
        tolerance={"abs": 0.0},
        why=_WHY,
        compute=lambda: float(_disturbed().repeated),
        note=f"{_TOLD} Counted by the journal of the workers; the run whose page was cut is made twice, as it must be.",
    )


def _plan() -> CampaignPlan:
    signals = {
        f"pulse_{number}": SignalOptions(ricker=RickerOptions(amplitude=1.0, frequency=float(number)))
        for number in (1, 2, 3)
    }
    options = CampaignOptions(
        name="resume",
        walls={"column": "column"},
        signals=signals,
        levels=LevelOptions(values=tuple(level * STANDARD_GRAVITY for level in (0.05, 0.1, 0.3))),
        uncertain={"friction": Uncertain(low=0.4, high=0.7)},
    )
    wall = coursed_wall(0.6, 0.25, 0.3, 4, 2300.0, stiff_joints(2e8, friction=0.6, damping_ratio=0.1))
    dynamics = DynamicsOptions(simulation=SimulationOptions(free=1.0, output_step=0.02, safety=0.1))
    return plan_campaign(options, {"column": (wall, dynamics)}, Path())


@cache
def _disturbed() -> _Gone:
    plan = _plan()
    with tempfile.TemporaryDirectory() as scratch:
        calm, folder = Path(scratch) / "calm", Path(scratch) / "disturbed"
        expected = run_campaign(plan, calm, make_backend("serial")).table
        _kill_and_stop(plan, folder)
        victim = Pages(folder).keys()[0]
        page = Pages(folder).path(victim)
        page.write_bytes(page.read_bytes()[:200])
        run_campaign(plan, folder, make_backend("processes", workers=2))
        found = run_campaign(plan, folder, make_backend("serial")).table
        made = Pages(folder).made()
    clocks = ("wall_seconds", "cpu_seconds")
    left, right = expected.drop(clocks), found.drop(clocks)
    same = sum(left[row].equals(right[row]) for row in range(min(len(left), len(right))))
    repeated = sum(count - 1 for count in made.values()) - 1  # the damaged one
    return _Gone(lost=len(expected) - same, repeated=repeated)


def _kill_and_stop(plan: CampaignPlan, folder: Path) -> None:
    backend = make_backend("processes", workers=2)
    over = threading.Event()

    def kill_one() -> None:
        claims = folder / "claims"
        while not over.is_set():
            crew = getattr(backend, "_crew", None)
            if crew is not None and claims.is_dir() and any(claims.iterdir()):
                process = crew._children[0]._process
                if process is not None:
                    os.kill(process.pid, signal.SIGKILL)
                    return
            time.sleep(0.01)

    def stop_at_three(tally: Tally) -> None:
        if tally.done >= 3:
            raise _StoppedError

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    try:
        run_campaign(plan, folder, backend, tell=stop_at_three)
    except _StoppedError:
        pass
    finally:
        over.set()
        killer.join()
