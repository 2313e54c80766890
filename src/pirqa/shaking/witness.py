"""Who keeps of a run only what judges it: of a thousand runs at once, whole histories would fill the memory."""

from __future__ import annotations

import numpy as np

from pirqa.dynamics.checkpoint import Progress
from pirqa.dynamics.engine import Engine
from pirqa.dynamics.keeper import Head
from pirqa.dynamics.trajectory import States
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.shaking.damage import CollapseDefinition, watch_over
from pirqa.shaking.watch import Watch

__all__ = ["Witness"]


class Witness:
    """Shows states of a run of ``wall`` to a :class:`Watch`, and keeps no more of them than times and energies."""

    sparing = True

    def __init__(self, wall: Wall, definition: CollapseDefinition) -> None:
        self._wall, self._definition = wall, definition
        self._times: list[FloatArray] = []
        self._energy: list[FloatArray] = []
        self.watch: Watch | None = None
        """What was seen of the last run that was begun; none before there was one."""

    def open(self, head: Head, room: int) -> None:
        """States begin anew."""
        self._times.clear()
        self._energy.clear()
        self.watch = watch_over(
            self._wall, self._definition, held=head.held, joints=head.joints, reference=head.reference
        )

    def take(self, states: States) -> None:
        """These follow."""
        assert self.watch is not None
        self._times.append(states.times)
        self._energy.append(states.energy.copy())  # the rest of what it was read with need not stay for it
        self.watch.take(states)

    def due(self) -> bool:
        """Never: nothing outlives the run."""
        return False

    def save(self, engine: Engine | None, progress: Progress) -> None:
        """Nothing outlives the run."""

    def states(self) -> States:
        """Times and energies of all that were taken, and nothing of stones and joints."""
        times = np.concatenate(self._times)
        energy, count = np.concatenate(self._energy), len(times)
        none = np.empty((count, 0))
        return States(
            times=times,
            position=np.empty((count, 0, 3)),
            quaternion=np.empty((count, 0, 4)),
            platform=none,
            platform_turn=none,
            tilt=none,
            normal_force=none,
            shear_force=none,
            closed_area=none,
            opening=none,
            slip=none,
            push=none,
            strut_force=none,
            energy=energy,
            soil_pressure=none,
        )
