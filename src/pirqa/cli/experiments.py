"""The commands ``pirqa identify``, ``tilt``, ``isolate`` and ``soil``: one experiment on the stones of a wall."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, get_args

from pirqa.cli.arguments import Given, OptionsOf, with_options
from pirqa.cli.project_input import StageInput, movable_wall
from pirqa.experiments.identify.options import VibrationTest
from pirqa.experiments.identify.stage import run_identify
from pirqa.experiments.isolation.options import IsolationOptions
from pirqa.experiments.isolation.stage import run_isolation
from pirqa.experiments.soil.options import SoilOptions
from pirqa.experiments.soil.stage import run_soil
from pirqa.experiments.tilt.options import TiltTestOptions
from pirqa.experiments.tilt.result import TiltTestResult
from pirqa.experiments.tilt.stage import run_tilt
from pirqa.progress import Observer
from pirqa.project.codec import to_plain

_TILT = OptionsOf(TiltTestOptions, "to by held towards resolution", default="the file's")
_ISOLATION = OptionsOf(
    IsolationOptions,
    default="the file's",
    friction_angle="--friction",
    rolling_resistance="--rolling",
    recentring_radius="--recentring",
    motions="--motion",
    levels="--level",
)


@dataclass(frozen=True, kw_only=True)
class VibrationTests:
    """Vibration tests that are run."""

    modes: bool = False
    """Find only the modes of small motions."""
    noise: bool = False
    """Shake the wall by white noise."""
    sines: bool = False
    """Shake the wall by sines."""
    softening: bool = False
    """Shake the wall by noise of several levels."""


@with_options
def identify_command(tests: VibrationTests, file: StageInput) -> None:
    """Find the frequencies at which a wall vibrates, and how they fall with amplitude.

    Without --modes, --noise, --sines and --softening: all that the file asks for. The modes are always found.
    """
    chosen = tuple(name for name in get_args(VibrationTest) if getattr(tests, name))

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer)
        options = found.project.options["identify"]
        if chosen or tests.modes:
            options = replace(options, tests=chosen)
        return run_identify(found.wall, options, found.dynamics, observer=observer)

    file.show(file.run(work))


@with_options
def tilt_command(given: Annotated[Given, _TILT], file: StageInput) -> None:
    """Tilt a wall until its first stone leaves and until it falls.

    Where joint properties are given as a pair, the test is made with each end of it.
    """

    def work(observer: Observer) -> TiltTestResult:
        found = movable_wall(file, observer)
        options = replace(found.project.options["tilt"], **given)
        return run_tilt(found.wall, options, found.dynamics, observer=observer)

    result = file.run(work)
    file.show(result, _numbers(result))


@with_options
def isolate_command(given: Annotated[Given, _ISOLATION], file: StageInput) -> None:
    """Shake a wall on a bed of rounded stones, and the same wall fixed, to compare them.

    Where joint properties are given as a pair, the runs are made with each end of it.
    """

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer, shaken=True)
        options = replace(found.project.options["isolation"], **given)
        return run_isolation(found.wall, options, found.dynamics, found.motions, observer=observer)

    file.show(file.run(work))


@with_options
def soil_command(
    *,
    given: Annotated[Given, OptionsOf(SoilOptions, motions="--motion")],
    ramp_only: Annotated[bool, "Only pull it slowly, to compare with statics."] = False,
    file: StageInput,
) -> None:
    """Shake a wall with and without the soil behind it; pull it slowly, to compare with statics."""

    def work(observer: Observer) -> Any:
        found = movable_wall(file, observer, shaken=not ramp_only)
        changes = {"motions": (), "ramp": True} if ramp_only else given
        options = replace(found.project.options["soil"], **changes)
        return run_soil(found.wall, options, found.dynamics, found.motions, observer=observer)

    file.show(file.run(work))


def _numbers(result: TiltTestResult) -> dict[str, Any]:
    """Return all but the histories of the stones, which ``pirqa simulate --tilt`` keeps."""
    tests = [
        {key: to_plain(getattr(test, key)) for key in ("case", "outcome", "events", "trials", "falls", "reaction")}
        for test in result.tests
    ]
    plain = {"action": to_plain(result.action), "resolution": result.resolution, "tests": tests}
    return {**plain, "remarks": to_plain(result.remarks)}
