"""Make the vibrations of this folder: SIMULATED, of a wall whose moduli are known.

The wall of project.toml with the moduli below, in bricks of half the size of the project's model, is shaken by white
forces (pirqa.oma.simulated); its modes below 20 Hz take part, with 2 % of damping. Twelve sensors look across it for
five minutes at 50 Hz, each with 5 % of noise. Run it again: the same bytes.

    python examples/calibrated_twin/vibrations/simulate.py
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pirqa.fem.updating.options import parameters_of
from pirqa.fem.updating.twin import Twin
from pirqa.oma.measurement import Point
from pirqa.oma.plan import Channel, Setup, TestPlan
from pirqa.oma.simulated import SimulatedWall, simulate
from pirqa.oma.vibration import Sensitivity
from pirqa.project import read_project
from pirqa.project.plan_file import write_plan

HERE = Path(__file__).parent
SEED = 2026
TRUE = {"lower": 900e6, "upper": 500e6}
"""Moduli of the wall that is shaken [Pa]: what the calibration should find."""
DAMPING, NOISE = 0.02, 0.05
RATE, DURATION, HIGHEST = 50.0, 300.0, 20.0
"""[Hz], [s], [Hz]"""
STRONGEST = 1e-3 * 9.80665
"""Largest root mean square of a channel, 1 mg [m/s2]."""
COUNTS = 3.0e5
"""In 1 m/s2: the strongest channel stays within 16 bits."""
SENSORS = {
    **{f"top_{number}": (x, 0.4, 4.9) for number, x in enumerate((0.5, 3.25, 6.0, 8.75, 11.5), 1)},
    **{f"middle_{number}": (x, 0.4, 4.0) for number, x in enumerate((2.0, 4.6, 7.4, 10.0), 1)},
    **{f"step_{number}": (x, 0.0, 2.9) for number, x in enumerate((0.5, 6.0, 11.5), 1)},
}
"""Along, across, up [m]."""
REFERENCES = ("top_1", "top_2", "top_4", "top_5")
DESCRIPTION = (
    "SIMULATED vibrations of a wall that is made up, so that the answer is known: E = 900 MPa in its lower part and "
    "500 MPa in its upper part, under white noise, with 5 % sensor noise."
)


def main() -> None:
    """Write the record and its plan."""
    measured = simulate(shaken(), SEED, duration=DURATION, rate=RATE, noise=NOISE)
    (recording,) = measured.recordings
    signals = STRONGEST / float(recording.signals.std(axis=0).max()) * recording.signals
    counts = np.round(COUNTS * signals)
    assert np.abs(counts).max() < 2**15
    np.savez_compressed(HERE / "simulated.npz", data=counts.astype(np.int16))
    channels = tuple(
        Channel(point=degree.point, heading="across", column=column)
        for column, degree in enumerate(recording.degrees, 1)
    )
    plan = TestPlan(
        name="A known twin, simulated",
        description=DESCRIPTION,
        simulated=True,
        rate=RATE,
        unit="counts",
        sensitivity=Sensitivity(signal="counts", moved="acceleration", value=COUNTS),
        references=measured.references,
        points=measured.points,
        setups=(Setup(name="all", file="simulated.npz", channels=channels),),
    )
    (HERE / "plan.toml").write_text(write_plan(plan), encoding="utf-8")


def shaken() -> SimulatedWall:
    """The wall of the project with its true moduli, in finer bricks, as what can be simulated."""
    project = read_project(HERE.parent / "project.toml")
    assert project.wall is not None
    materials = {
        name: replace(material, youngs_modulus=TRUE[name]) for name, material in project.wall.materials.items()
    }
    wall, options = replace(project.wall, materials=materials), project.options["fe"]
    fine = replace(options, size=0.5 * options.size, layers=2 * options.layers)
    parameters = parameters_of(project.options["updating"], wall, fine)
    twin = Twin(wall, fine, parameters, SENSORS, modes=2 * options.modes)
    state = twin.evaluate(twin.starts, slopes=False)
    count = int((state.frequency < HIGHEST).sum())
    return SimulatedWall(
        points={name: Point(name=name, place=place) for name, place in SENSORS.items()},
        frequency=state.frequency[:count],
        damping=np.full(count, DAMPING),
        shape=state.shape[:count, :, 1],
        setups=(tuple(SENSORS),),
        references=REFERENCES,
    )


if __name__ == "__main__":
    main()
