"""One run from beginning to end: gravity, rest, the action, swinging out; from where it was left, if it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from pirqa.dynamics.checkpoint import Checkpoint, digest_of_inputs
from pirqa.dynamics.drive import Action, name_of
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.history import inputs_of, read_trajectory
from pirqa.dynamics.options import SimulationOptions
from pirqa.dynamics.run_sequence import Course, Follower, Start, come_to_rest, conduct, perform
from pirqa.dynamics.springs import SoilPressure
from pirqa.dynamics.state_recorder import HistoryWriter, InMemory, Keeper
from pirqa.dynamics.trajectory import Settled, Trajectory
from pirqa.errors import ComputationError, InputError, ResultsError
from pirqa.model.masonry import JointProperties
from pirqa.model.support import Strut
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer


class RunInputs(TypedDict, total=False):
    """What a run may have in addition to its wall, its action and its options."""

    joints: JointProperties | None
    """Joint properties in place of the wall's own."""
    case: str
    """Name of these joint properties."""
    struts: Sequence[Strut]
    soil: SoilPressure | None
    """Soil that leans on the wall's back."""


def simulate(
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    joints: JointProperties | None = None,
    case: str = "",
    struts: Sequence[Strut] = (),
    soil: SoilPressure | None = None,
    keep: HistoryWriter | None = None,
    rested: Callable[[], Start] | None = None,
    observer: Observer = SILENT,
) -> Trajectory:
    """Let ``wall`` come to rest under its weight, do ``action`` to it, and let it swing out.

    ``joints`` replaces the wall's own joint properties, ``case`` names them; ``soil`` leans on its back. ``keep`` has
    the run on disk while it goes and takes up the same run where it was stopped: what comes out is the same, byte for
    byte. A run whose energy does not close is made again with half the time step, from its start, unless the step is
    given.
    """
    return perform(
        simulation(
            wall,
            action,
            options,
            joints=joints,
            case=case,
            struts=struts,
            soil=soil,
            keep=keep,
            rested=rested,
            observer=observer,
        )
    )


def simulation(
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    keep: HistoryWriter | None = None,
    rested: Start | Callable[[], Start] | None = None,
    observer: Observer = SILENT,
    longest: float = 0.0,
    follower: Follower | None = None,
    memory: Keeper | None = None,
    **given: Unpack[RunInputs],
) -> Course[Trajectory]:
    """The course of :func:`simulate`, for others to make its steps.

    ``rested``, ``longest``, ``follower``: see :func:`conduct`; a function is called for the state at rest if the run
    needs it. ``memory``: where states go without ``keep``, if not all are kept.
    """
    options = SimulationOptions() if options is None else options
    how: dict[str, Any] = {"rested": rested, "observer": observer, "longest": longest, "follower": follower}
    if keep is None:
        how["rested"] = rested() if callable(rested) else rested
        memory = InMemory() if memory is None else memory
        return (yield from conduct(wall, action, options, **given, keep=memory, **how))
    try:
        inputs = keep.known or digest_of_inputs(wall, action, options, **given)
        left = keep.begin(inputs, observer)
        if callable(rested):
            how["rested"] = rested() if left is None else None
        return (yield from conduct(wall, action, options, **given, keep=keep, left=left, **how))
    except ResultsError:  # a full disk, say: no fault of the run
        raise
    except (InputError, ComputationError):  # which would come again
        keep.discard()
        raise
    finally:
        keep.close()


def simulate_into(
    path: str | Path,
    wall: Wall,
    action: Action,
    options: SimulationOptions | None = None,
    *,
    rested: Callable[[], Start] | None = None,
    observer: Observer = SILENT,
    **given: Unpack[RunInputs],
) -> Trajectory:
    """The same with its history in the directory ``path``; where just this run is there already, it is only read."""
    options = SimulationOptions() if options is None else options
    writer = HistoryWriter(path)
    inputs = digest_of_inputs(wall, action, options, **given)
    if inputs_of(path) == inputs:
        try:
            found = read_trajectory(path)
        except ResultsError as error:
            observer.begin(name_of(action), 1)
            observer.end(f"what is there cannot be read and is made again ({error})")
        else:
            observer.begin(name_of(action), 1)
            observer.end("unchanged, kept from the last run")
            writer.discard_of(inputs)
            return found
    run = simulate(wall, action, options, keep=writer, rested=rested, observer=observer, **given)
    writer.finish(run)
    return run


def kept_run(
    folder: Path | None,
    wall: Wall,
    action: Action,
    options: SimulationOptions,
    *,
    rested: Callable[[], Start] | None = None,
    observer: Observer = SILENT,
    **given: Unpack[RunInputs],
) -> Trajectory:
    """One of several runs whose histories are in ``folder``, so that a killed one and those before it are not lost.

    ``rested`` gives the state at rest that several runs share; checkpoints of the time before are then left out.
    """
    if folder is None:
        return simulate(wall, action, options, rested=rested, observer=observer, **given)
    path = folder / f"{digest_of_inputs(wall, action, options, **given)[:16]}.zarr"
    return simulate_into(path, wall, action, options, rested=rested, observer=observer, **given)


def settle(
    engine: Engine,
    *,
    keep: Keeper | None = None,
    left: Checkpoint | None = None,
    halvings: int = 0,
    observer: Observer = SILENT,
) -> Settled:
    """Gravity grows and the wall comes to rest; joints are damped well meanwhile, which changes no resting place.

    ``keep`` takes checkpoints of it, ``left`` is the one to go on from, ``halvings`` those of the time step so far.
    """
    return perform(come_to_rest(engine, keep=keep, left=left, halvings=halvings, observer=observer))
