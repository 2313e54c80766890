"""Processing and driving: Lima 1966 brought to rest, filters, layers and exact integrals in closed form."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np

import pirqa.motion
from pirqa.model.ground_motion import Direction, GroundMotion
from pirqa.motion.filtering import filter_acausal
from pirqa.motion.formats import read_record
from pirqa.motion.orientation import rotate
from pirqa.motion.process import Change, Processed, process
from pirqa.motion.scaling import ScaleTarget, scale
from pirqa.motion.site_effect import SiteEffect, amplify, layer_transfer
from pirqa.verification.case import Case

__all__ = ["cases"]

_ROUNDING = "closed form in double precision"
_NOTE = "Records note E: mean, 2 % taper, 30 s pads, acausal 2nd-order Butterworth at 0.1 Hz"


@cache
def _lima() -> Processed:
    return process(read_record(Path(pirqa.motion.__file__).parent / "records" / "PRQ_19661017164100.txt"))


def _change(component: str = "NS") -> Change:
    return next(item for item in _lima().changes if item.component == component)


def cases() -> Iterator[Case]:
    """All cases of processing and driving."""
    yield from _lima_cases()
    yield from _driving_cases()
    yield from _filter_cases()
    yield from _layer_cases()


def _lima_cases() -> Iterator[Case]:
    lima = "Lima 1966, Parque de la Reserva NS, CISMID"
    yield Case(
        id="processing.prq.final_displacement",
        group="motion",
        quantity="largest |d| of any component at the end of the processed record",
        unit="m",
        source=f"{lima}: the ground must end at rest to drive a wall",
        expected=0.0,
        tolerance={"max": 1e-6},
        why="a micrometre is far below what any wall feels; rounding alone leaves 1e-14",
        compute=lambda: float(np.abs(_lima().motion.displacement[-1]).max()),
    )
    yield Case(
        id="processing.prq.residual_displacement",
        group="motion",
        quantity="|d| of NS at the end before the last correction",
        unit="m",
        source=f"{_NOTE}: −6e-8 m with a recursive filter",
        expected=0.0,
        tolerance={"max": 1e-6},
        why="what the filter's tail leaves beyond 30 s of pad, e^−13 of the displacement",
        compute=lambda: abs(_change().residual_displacement),
    )
    yield Case(
        id="processing.prq.pga_change",
        group="motion",
        quantity="share by which the default chain changes the PGA of NS",
        unit="",
        source=f"{_NOTE}: +1.1 %",
        expected=0.0,
        tolerance={"max": 0.02},
        why="the chain must not alter what governs the onset of rocking",
        compute=lambda: abs(_change().pga_change),
    )
    yield Case(
        id="processing.prq.pgd",
        group="motion",
        quantity="peak displacement of NS after the default chain",
        unit="m",
        source=f"{_NOTE}: 0.090 m, by an independent computation",
        expected=0.090,
        tolerance={"abs": 0.0005},
        why="printed to three decimals",
        compute=lambda: _change().pgd_after,
    )
    yield Case(
        id="processing.prq.plain_integration",
        group="motion",
        quantity="displacement of NS at the end by plain double integration of the file",
        unit="m",
        source="Records README: 22 m, though the file says that its baseline is corrected",
        expected=22.0,
        tolerance={"abs": 0.5},
        why="printed without decimals",
        compute=lambda: _change().final_displacement_before,
        compare_only=True,
        note="Shown for comparison: why a record is processed at all.",
    )
    yield Case(
        id="processing.prq.glitch",
        group="motion",
        quantity="last sample of UD, found to be a glitch",
        unit="m/s2",
        source="Records README: the last UD sample jumps to 65.7 gal",
        expected=0.657,
        tolerance={"abs": 0.0005},
        why="printed to 0.1 gal",
        compute=lambda: sum(glitch.value for glitch in _change("UD").glitches if glitch.kind == "end"),
    )


def _single(acceleration: np.ndarray, step: float) -> GroundMotion:
    return GroundMotion(
        name="closed form", step=step, acceleration=acceleration[:, None], directions=(Direction(name="across"),)
    )


def _driving_cases() -> Iterator[Case]:
    step = 0.02
    ramp = _single(0.7 - 1.3 * step * np.arange(101), step)
    time = 1.2345
    yield Case(
        id="driving.polynomial",
        group="motion",
        quantity="displacement under a = 0.7 − 1.3 t at 1.2345 s, between samples",
        unit="m",
        source="0.7 t²/2 − 1.3 t³/6",
        expected=0.35 * time**2 - 1.3 * time**3 / 6.0,
        tolerance={"rel": 1e-12},
        why=_ROUNDING,
        compute=lambda: float(ramp.at(time).displacement[0]),
    )
    wave = 2.0 * np.sin(2.0 * np.pi * 4.0 * step * np.arange(501))
    dense = np.linspace(0.0, 10.0, 10_001)

    def peak(linear: bool) -> float:
        driven = _single(wave, step)
        if linear:
            moved = np.interp(dense, driven.times, driven.displacement[:, 0])
        else:
            moved = driven.at(dense).displacement[:, 0]
        return float(np.abs(np.diff(moved, 2)).max() / 0.001**2)

    yield Case(
        id="driving.sine.peak",
        group="motion",
        quantity="peak acceleration of a base driven every 1 ms by the displacement of a 4 Hz sine sampled at 20 ms",
        unit="m/s2",
        source="the peak of the samples: the largest of 2 sin(2π·4·0.02 k)",
        expected=float(np.abs(wave).max()),
        tolerance={"rel": 0.01},
        why="a second difference over 1 ms lies within the two slopes at a kink: h/step of a jump of the slope, 0.6 %",
        compute=lambda: peak(False),
    )
    yield Case(
        id="driving.sine.linear_displacement",
        group="motion",
        quantity="the same with a displacement that is linear between samples",
        unit="m/s2",
        source="a kink of the slope each 20 ms, taken in 1 ms: about step/h = 20 times",
        expected=2.0,
        tolerance={"max": 2.0},
        why="shown for comparison: the trap",
        compute=lambda: peak(True),
        compare_only=True,
    )
    yield Case(
        id="scaling.pgv",
        group="motion",
        quantity="factor that brings a sine of 2 m/s2 at 1 Hz to a PGV of 0.4 m/s",
        unit="",
        source="v = A (1 − cos ωt)/ω, peak 2A/ω: 0.4 ω/(2A)",
        expected=0.4 * 2.0 * math.pi / 4.0,
        tolerance={"rel": 1e-3},
        why="the sine is linear between samples 5 ms apart: (ωh)²/12 = 8e-5 of its integral",
        compute=lambda: _scaled().factor,
    )
    yield Case(
        id="rotation.oblique",
        group="motion",
        quantity="motion to the east from components at 20° and 75°",
        unit="m/s2",
        source="ground that moves by 0.3 north and 0.8 east",
        expected=0.8,
        tolerance={"rel": 1e-12},
        why=_ROUNDING,
        compute=_eastward,
    )


def _scaled() -> GroundMotion:
    sine = _single(2.0 * np.sin(2.0 * np.pi * 0.005 * np.arange(2001)), 0.005)
    return scale(sine, ScaleTarget(pgv=0.4), component="across")[0]


def _eastward() -> float:
    angles = np.radians([20.0, 75.0])
    seen = 0.3 * np.cos(angles) + 0.8 * np.sin(angles)
    motion = GroundMotion(
        name="oblique",
        step=0.01,
        acceleration=np.tile(seen, (2, 1)),
        directions=tuple(Direction(name=str(at), azimuth=float(angle)) for at, angle in enumerate(angles)),
    )
    return float(rotate(motion, 0.5 * math.pi).acceleration[0, 0])


def _filter_cases() -> Iterator[Case]:
    for frequency in (0.1, 0.2):
        yield Case(
            id=f"filter.high_pass.sine_{frequency:g}",
            group="motion",
            quantity=f"amplitude of a unit sine of {frequency:g} Hz behind the acausal high-pass of 0.1 Hz, order 2",
            unit="",
            source="Butterworth both ways: 1/(1 + (fc/f)⁴)",
            expected=1.0 / (1.0 + (0.1 / frequency) ** 4),
            tolerance={"abs": 1e-5},
            why="200 s from the ends of the sine their transients have died to below 1e-6",
            compute=lambda frequency=frequency: _sine_gain(frequency),  # type: ignore[misc]
        )


def _sine_gain(frequency: float) -> float:
    step, count = 0.05, 8000
    phase = 2.0 * np.pi * frequency * step * np.arange(count)
    filtered = filter_acausal(np.sin(phase), step, low=0.1, order=2)
    middle = slice(count // 2 - 1000, count // 2 + 1000)  # whole periods
    return float(2.0 * np.mean(filtered[middle] * np.sin(phase[middle])))


def _layer_cases() -> Iterator[Case]:
    kramer = "Kramer 1996, section 7.2.1"
    yield Case(
        id="site.layer.rigid_rock",
        group="motion",
        quantity="amplification at resonance of a layer with 1 % damping on rigid rock",
        unit="",
        source=f"{kramer}: 2/(πξ) for small damping",
        expected=2.0 / (math.pi * 0.01),
        tolerance={"rel": 1e-3},
        why="the closed form leaves out terms of ξ², 1e-4",
        compute=lambda: float(abs(layer_transfer(np.array([2.3]), SiteEffect(frequency=2.3, damping=0.01))[0])),
    )
    yield Case(
        id="site.layer.elastic_rock",
        group="motion",
        quantity="amplification at resonance of an undamped layer, impedance ratio 0.4",
        unit="",
        source=f"{kramer}: 1/α",
        expected=2.5,
        tolerance={"rel": 1e-5},
        why="a damping of 1e-6 stands for none",
        compute=lambda: float(
            abs(layer_transfer(np.array([2.3]), SiteEffect(frequency=2.3, damping=1e-6, impedance=0.4))[0])
        ),
    )
    yield Case(
        id="site.layer.rest",
        group="motion",
        quantity="|d| at the end of Lima 1966 behind a layer of 2.3 Hz that amplifies 1.56 times",
        unit="m",
        source="the ground must end at rest; 1.56 is the Sacsayhuaman site factor",
        expected=0.0,
        tolerance={"max": 1e-9},
        why="rounding alone leaves 1e-14",
        compute=lambda: float(
            np.abs(
                amplify(_lima().motion, SiteEffect(frequency=2.3, peak=1.56), surface=False)[0].displacement[-1]
            ).max()
        ),
    )
