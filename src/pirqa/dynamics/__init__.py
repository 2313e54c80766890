"""Rigid stones on exact joints: the engine that shakes a wall."""

from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.dynamics.drive import Action, Drive, Hold
    from pirqa.dynamics.energy import ENERGIES, Ledger
    from pirqa.dynamics.engine import Engine, Record
    from pirqa.dynamics.options import SettlementOptions, SimulationOptions, TiltOptions
    from pirqa.dynamics.simulate import simulate
    from pirqa.dynamics.trajectory import Event, Settled, Trajectory

__all__ = [
    "ENERGIES",
    "Action",
    "Drive",
    "Engine",
    "Event",
    "Hold",
    "Ledger",
    "Record",
    "Settled",
    "SettlementOptions",
    "SimulationOptions",
    "TiltOptions",
    "Trajectory",
    "simulate",
]

export_late(__name__)
