"""Make the vibrations of this folder: SIMULATED, since those of the Chokepukio paper are not published.

A wall with the frequencies and damping of the paper's Table 1 and made-up shapes is shaken by white forces
(pirqa.oma.simulated), at the paper's 16 points in its seven setups of 10 minutes; 200 Hz are decimated by 5, as there,
to keep the files small. The ground is one soft layer on rock whose period is the paper's 0.45 s. Run it again: the same
bytes.

    python examples/chokepukio/vibrations/simulate.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.signal import decimate

from pirqa.oma.hvsr import SoilLayer, ground_noise
from pirqa.oma.measurement import Point
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan
from pirqa.oma.simulated import seven_mode_wall
from pirqa.oma.vibration import Sensitivity
from pirqa.project.plan_file import write_plan

HERE = Path(__file__).parent
SEED = 2015
RATE, KEPT = 200.0, 40.0
STRONGEST = 4.8e-3 * 9.80665
"""Largest rms of the paper's records, 4.8 mg [m/s2]."""
COUNTS = 1.0e5
"""In 1 m/s2: the strongest channel stays within 16 bits, and the weakest is far above one count."""
GROUND_COUNTS = 1.0e7
"""The same of the seismometer on the ground."""
PERIOD = 0.45
"""Of the site, the paper's section 5.3 [s]."""
DESCRIPTION = (
    "SIMULATED vibrations, not measured ones: a wall with the frequencies and damping of the Chokepukio paper's Table "
    "1 and made-up mode shapes, under white noise, with 5 % sensor noise; the ground is one soft layer with a period "
    "of 0.45 s. The records of the paper are not published."
)


def main() -> None:
    """Write the records and their plan."""
    measured, _ = seven_mode_wall(SEED, rate=RATE)
    largest = max(float(recording.signals.std(axis=0).max()) for recording in measured.recordings)
    setups = []
    for number, recording in enumerate(measured.recordings, 1):
        file = f"simulated_setup_{number}.npz"
        signals = decimate(recording.signals, round(RATE / KEPT), ftype="fir", axis=0)
        save(file, STRONGEST / largest * signals)
        channels = [
            Channel(point=degree.point, heading="across", column=column)
            for column, degree in enumerate(recording.degrees, 1)
        ]
        setups.append(Setup(name=f"S{number}", file=file, channels=tuple(channels)))
    soft = SoilLayer(velocity=4.0 * 20.0 / PERIOD, density=1900.0, thickness=20.0, damping=0.05)
    noise = ground_noise([soft, SoilLayer(velocity=900.0, density=2300.0)], duration=1500.0, rate=KEPT, seed=SEED)
    save("simulated_ground_noise.npz", noise.signals, GROUND_COUNTS)
    plan = TestPlan(
        name="Chokepukio, simulated",
        description=DESCRIPTION,
        simulated=True,
        rate=KEPT,
        unit="counts",
        sensitivity=counts_in(COUNTS),
        references=measured.references,
        points={name: Point(name=name, place=point.place) for name, point in measured.points.items()},
        setups=tuple(setups),
        ground=(
            GroundNoise(
                name="simulated ground noise",
                file="simulated_ground_noise.npz",
                north=1,
                east=2,
                up=3,
                sensitivity=counts_in(GROUND_COUNTS),
            ),
        ),
    )
    (HERE / "plan.toml").write_text(write_plan(plan), encoding="utf-8")


def counts_in(value: float) -> Sensitivity:
    """``value`` counts in 1 m/s2."""
    return Sensitivity(signal="counts", moved="acceleration", value=value)


def save(file: str, signals: np.ndarray, sensitivity: float = COUNTS) -> None:
    """``signals`` [m/s2] as counts of 16 bits."""
    counts = np.round(sensitivity * signals)
    assert np.abs(counts).max() < 2**15
    np.savez_compressed(HERE / file, data=counts.astype(np.int16))


if __name__ == "__main__":
    main()
