"""Speed of the motion: response spectra beside eqsig and pyrotd, RotD, processing, reading; one thread.

The record is noise that swells and fades, 7,814 samples at 5 ms, as long as El Centro array 12 of 1979. eqsig takes the
same path (exact steps, peaks at the samples), so that its answer must be ours; pyrotd goes through the Fourier
transform, whose record is smooth between samples and repeats itself, so that it agrees in the middle of the periods.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pyrotd
from eqsig import AccSignal, sdof
from scipy import signal

from benchmarks.harness import Row, Timed, race
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.intensity import measures
from pirqa.motion.processing import process
from pirqa.motion.record import ReadAs
from pirqa.motion.spectra import DEFAULT_PERIODS, response_spectrum, rotated_spectrum

SAMPLES, STEP = 7814, 0.005
ROWS = 1_000_000
DAMPING = 0.05
SAME_PATH = 1e-6
"""Largest relative difference of PSA to eqsig, which sets PSA to PGA below six steps: compared above."""
QUARTER_STEP = 0.005
"""Largest relative difference of PSA to eqsig with a quarter of the step above 20 steps, where (ωh/4)²/8 = 8e-4, and
at long periods that swing highest after the record's end."""
OTHER_PATH = 0.02
"""Largest relative difference of PSA to pyrotd where it is compared."""
COMPARED = (0.1, 2.0)
"""Periods at which pyrotd is compared [s]."""

FIRST_CALL = """
import json, time
start = time.process_time()
import numpy as np
from pirqa.motion.spectra import response_spectrum
response_spectrum(np.sin(np.arange(100.0)), 0.01)
print(json.dumps(time.process_time() - start))
"""


def run() -> list[Row]:
    """All rows."""
    pyrotd.processes = 1
    first, second = record(1), record(2)
    return [*_spectra(first), *_rotated(first, second), *_compilation(), *_files()]


def record(seed: int) -> FloatArray:
    """Acceleration [m/s2] between 0.1 and 20 Hz that swells and fades."""
    noise = np.random.default_rng(seed).normal(size=SAMPLES)
    band = signal.butter(2, [0.1, 20.0], "bandpass", fs=1.0 / STEP, output="sos")
    swell = np.sin(np.pi * np.linspace(0.0, 1.0, SAMPLES)) ** 4
    return np.asarray(swell * signal.sosfilt(band, noise))


def _spectra(ground: FloatArray) -> list[Row]:
    frequencies = 1.0 / DEFAULT_PERIODS
    ours, at_samples, refined, eqsig, fourier = race(
        lambda: response_spectrum(ground, STEP, damping=DAMPING).psa,
        lambda: response_spectrum(ground, STEP, damping=DAMPING, peaks="samples").psa,
        lambda: _eqsig_refined(ground),
        lambda: sdof.pseudo_response_spectra(ground, STEP, DEFAULT_PERIODS, DAMPING)[2],
        lambda: pyrotd.calc_spec_accels(STEP, ground, frequencies, DAMPING).spec_accel,
        repeats=7,
    )
    same = _difference(at_samples, eqsig, DEFAULT_PERIODS > 6.0 * STEP, SAME_PATH)
    finer = _difference(ours, refined, DEFAULT_PERIODS > 20.0 * STEP, QUARTER_STEP)
    other = _difference(ours, fourier, _compared(), OTHER_PATH)
    size = f"{len(DEFAULT_PERIODS)} periods × {SAMPLES:,} samples"
    everywhere = "peaks also between samples and after the end"
    return [
        Row(id="motion.spectrum", value=ours.seconds, target=0.05, note=f"{size}, {everywhere}"),
        Row(
            id="motion.spectrum.eqsig",
            value=ours.seconds,
            target=refined.seconds / 20.0,
            peer="eqsig",
            peer_version=version("eqsig"),
            peer_value=refined.seconds,
            note=f"{everywhere}; the peer's AccSignal, which divides the step by 4; the target is a twentieth of it; "
            f"PSA differs by at most {finer:.1%} above 20 steps",
        ),
        Row(
            id="motion.spectrum.samples",
            value=at_samples.seconds,
            target=eqsig.seconds / 20.0,
            peer="eqsig",
            peer_version=version("eqsig"),
            peer_value=eqsig.seconds,
            note="like for like, peaks at samples only; the target is a twentieth of the peer; PSA differs by at most "
            f"{same:.1g} above six steps",
        ),
        Row(
            id="motion.spectrum.pyrotd",
            value=ours.seconds,
            target=fourier.seconds / 5.0,
            peer="pyrotd",
            peer_version=version("pyrotd"),
            peer_value=fourier.seconds,
            note=f"{everywhere}; the target is a fifth of the peer; PSA differs by at most {other:.1%} from "
            f"{COMPARED[0]:g} to {COMPARED[1]:g} s",
        ),
    ]


def _eqsig_refined(ground: FloatArray) -> FloatArray:
    motion = AccSignal(ground, STEP)
    motion.generate_response_spectrum(response_times=DEFAULT_PERIODS, xi=DAMPING)
    return np.asarray(motion.s_a)


def _rotated(first: FloatArray, second: FloatArray) -> list[Row]:
    frequencies = 1.0 / DEFAULT_PERIODS
    ours, peer = race(
        lambda: rotated_spectrum(first, second, STEP, damping=DAMPING).rotd(50.0),
        lambda: _pyrotd_median(first, second, frequencies),
        repeats=3,
    )
    other = _difference(ours, peer, _compared(), OTHER_PATH)
    return [
        Row(
            id="motion.rotd",
            value=ours.seconds,
            target=0.5,
            peer="pyrotd",
            peer_version=version("pyrotd"),
            peer_value=peer.seconds,
            note=f"RotD50 and RotD100 over 180 directions; RotD50 differs by at most {other:.1%} from {COMPARED[0]:g} "
            f"to {COMPARED[1]:g} s",
        )
    ]


def _pyrotd_median(first: FloatArray, second: FloatArray, frequencies: FloatArray) -> FloatArray:
    found = pyrotd.calc_rotated_spec_accels(STEP, first, second, frequencies, DAMPING, percentiles=[50, 100])
    return np.asarray(found[found.percentile == 50].spec_accel)


def _compared() -> FloatArray:
    shortest, longest = COMPARED
    return np.array([shortest <= period <= longest for period in DEFAULT_PERIODS])


def _difference(ours: Timed, peer: Timed, where: FloatArray, limit: float) -> float:
    """Largest relative difference; refuses a timing of other answers."""
    found = float(np.abs(ours.result[where] / peer.result[where] - 1.0).max())
    if found > limit:
        raise RuntimeError(f"PSA differs from the peer by {found:.2g}, over {limit:g}")
    return found


def _compilation() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PIRQA_CACHE": folder}
        command = [sys.executable, "-c", FIRST_CALL]
        seconds = [
            float(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True).stdout))
            for _ in range(2)
        ]
    return [
        Row(id="motion.compile", value=seconds[0], note="first spectrum ever, with the imports"),
        Row(id="motion.compiled", value=seconds[1], note="first spectrum of a later process, with the imports"),
    ]


def _files() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "three.txt"
        ground = np.column_stack([record(seed) for seed in (1, 2, 3)])
        np.savetxt(path, ground, fmt="%.6f")
        asked = ReadAs(unit="m/s2", step=STEP)
        filed = read_record(path, asked)
        (made,) = race(lambda: process(filed), repeats=5)
        motion = made.result.motion
        (judged,) = race(
            lambda: [measures(motion, direction.name) for direction in motion.directions], repeats=3, warm_up=1
        )
        long = Path(folder) / "long.txt"
        np.savetxt(long, np.random.default_rng(1).normal(size=ROWS), fmt="%.6f")
        (read,) = race(partial(read_record, long, asked), repeats=1, warm_up=0)
        if len(read.result.accelerations[0].values) != ROWS:
            raise RuntimeError(f"{ROWS} rows were written, {read.result}")
    return [
        Row(id="motion.process", value=made.seconds, note=f"three components × {SAMPLES:,} samples, default chain"),
        Row(id="motion.measures", value=judged.seconds, note="all measures of the three, pads included"),
        Row(id="motion.read.columns", value=read.seconds, note=f"one column of {ROWS:,} rows"),
    ]
