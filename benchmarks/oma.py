"""Subspace identification of a whole campaign beside pyOMA2: CPU time of PreGER, of uncertainty, and memory at 200 Hz.

The simulated wall of seven modes: 16 points, seven setups of two references and two others, ten minutes at 200 Hz,
decimated to 40 Hz; 50 block rows, orders up to 60. Both judge their poles by the same three criteria (damping, phase
collinearity and deviation; then frequency, damping and MAC from order to order, the peer's default limits), and both
must hold a stable pole near each of the seven modes. The two merge differently (the peer scales every setup to the
first, pirqa all to all), so poles are not compared one by one here; ``pirqa verify oma`` does that for one setup.
"""

from __future__ import annotations

import dataclasses
import json
import logging
import subprocess
import sys
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from pyoma2.algorithms import SSI, SSI_MS
from pyoma2.functions import ssi
from pyoma2.setup import MultiSetup_PreGER, SingleSetup

from benchmarks.harness import ROOT, Row, race
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.automatic.selection import stabilise
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import AutomaticOptions, PreprocessOptions, Subspace, SubspaceOptions
from pirqa.oma.poles import Poles
from pirqa.oma.preprocessing import prepare
from pirqa.oma.simulated import seven_mode_wall
from pirqa.oma.subspace import identify
from pirqa.oma.subspace.uncertainty import deviations

BLOCK_ROWS, ORDER, BLOCKS = 50, 60, 40
FASTER = {"covariance": 5.0, "data": 15.0}
"""How many times less CPU than the peer."""
PEER = {"covariance": "cov", "data": "dat"}
CRITERIA = AutomaticOptions(
    largest_damping=0.1,
    frequency_change=0.05,
    damping_change=0.05,
    least_mac=0.95,
    least_collinearity=0.7,
    largest_phase_deviation=0.3,
)
"""Limits that the peer's SSI has as defaults."""
MEMORY, UNDECIMATED = 300.0, 5.0
"""[MB] and CPU [s] of 200 Hz with 250 block rows."""
# the peak is that of the process alone: what getrusage tells begins with that of the parent
LEAST = 30
"""Orders, of 59, in which a mode must have a stable pole."""
_ALONE = """
import json, pathlib, re, sys, time
import numpy as np
from pirqa.oma.options import AutomaticOptions
from pirqa.oma.automatic.selection import stabilise
from pirqa.oma.measurement import Degree, Measurement, Recording
from pirqa.oma.subspace import SubspaceOptions, identify
stored = np.load(sys.argv[1])
def recording(setup):
    degrees = tuple(Degree(point=name, axis=1) for name in stored[f"points{setup}"])
    return Recording(setup=str(setup), rate=200.0, degrees=degrees, signals=stored[f"signals{setup}"])
recordings = tuple(recording(setup) for setup in range(7))
references = tuple(Degree(point=name, axis=1) for name in stored["references"])
measurement = Measurement(name="undecimated", points={}, recordings=recordings, references=references)
started = time.process_time()
poles = identify(measurement, SubspaceOptions(block_rows=250, order=60), method=sys.argv[2], uncertainty=False)
ended = time.process_time()
held = re.search(r"VmHWM:\\s+(\\d+) kB", pathlib.Path("/proc/self/status").read_text())
memory = 1024 * int(held.group(1))
stable = stabilise(poles, AutomaticOptions(), (0.5, 10.0)).stable
print(json.dumps([ended - started, memory, poles.frequency[stable].tolist()]))
"""


def run() -> list[Row]:
    """All rows."""
    ssi.trange = range  # the peer's progress bars and messages are not billed to it
    logging.getLogger("pyoma2").setLevel(logging.WARNING)
    whole, truth = seven_mode_wall(1)
    decimated = prepare(whole, PreprocessOptions(decimation=5), (0.5, 10.0)).measurement
    methods: tuple[Subspace, ...] = ("covariance", "data")
    rows = [_merged(decimated, truth.frequency, method) for method in methods]
    rows.append(_uncertain(decimated))
    return [*rows, *_undecimated(whole, truth.frequency)]


def _merged(measurement: Measurement, truth: FloatArray, method: Subspace) -> Row:
    reference = [[item.column(degree) for degree in measurement.references] for item in measurement.recordings]
    rate = measurement.recordings[0].rate
    setup = MultiSetup_PreGER(
        fs=rate, ref_ind=reference, datasets=[np.array(item.signals) for item in measurement.recordings]
    )
    peer = SSI_MS(name="ssi", method=PEER[method], br=BLOCK_ROWS, ordmax=ORDER)
    setup.add_algorithms(peer)
    ours, theirs = race(partial(_stable, measurement, method), peer.run, repeats=7)
    _agree(ours.result, truth)
    _agree(theirs.result.Fn_poles[theirs.result.Lab == 1], truth)
    return Row(
        id=f"oma.preger.{method}",
        value=ours.seconds,
        target=theirs.seconds / FASTER[method],
        peer="pyOMA2",
        peer_version=version("pyOMA_2"),
        peer_value=theirs.seconds,
        note=f"seven setups at 40 Hz, {BLOCK_ROWS} block rows, orders to {ORDER}, poles judged by the same criteria; "
        f"the target is {1.0 / FASTER[method]:.3g} of the peer",
    )


def _stable(measurement: Measurement, method: Subspace) -> FloatArray:
    options = SubspaceOptions(block_rows=BLOCK_ROWS, order=ORDER)
    poles = identify(measurement, options, method=method, uncertainty=False)
    found = stabilise(poles, CRITERIA, (0.0, 0.5 * measurement.recordings[0].rate))
    return poles.frequency[found.stable]


def _agree(stable: Any, truth: FloatArray) -> None:
    """A fast wrong answer is no benchmark: some stable poles within 1 % of every mode."""
    near = (np.abs(np.asarray(stable)[:, None] / truth - 1.0) < 0.01).sum(axis=0)
    if near.min() < LEAST:
        raise RuntimeError(f"stable poles within 1 % of {truth} Hz: {near}")


def _uncertain(measurement: Measurement) -> Row:
    """One setup with uncertainty, which the peer does not carry through a merge."""
    alone = dataclasses.replace(measurement, recordings=measurement.recordings[:1])
    (recording,) = alone.recordings
    reference = [recording.column(degree) for degree in alone.references]
    setup = SingleSetup(np.array(recording.signals), fs=recording.rate)
    peer = SSI(name="ssi", method="cov", br=BLOCK_ROWS, ordmax=ORDER, calc_unc=True, nb=BLOCKS, ref_ind=reference)
    setup.add_algorithms(peer)
    options = SubspaceOptions(block_rows=BLOCK_ROWS, order=ORDER, blocks=BLOCKS)
    ours, theirs = race(partial(_deviating, alone, options), peer.run, repeats=1, warm_up=0)
    return Row(
        id="oma.uncertainty.single",
        value=ours.seconds,
        peer="pyOMA2",
        peer_version=version("pyOMA_2"),
        peer_value=theirs.seconds,
        note=f"SSI-cov of one setup with standard deviations of frequency, damping and shape, {BLOCKS} blocks, one run "
        f"each: pirqa's of all {len(ours.result)} poles, the peer's of those that pass its criterion of damping",
    )


def _deviating(measurement: Measurement, options: SubspaceOptions) -> Poles:
    return deviations(measurement, identify(measurement, options, uncertainty=False), options)


def _undecimated(whole: Measurement, truth: FloatArray) -> list[Row]:
    content: dict[str, Any] = {"references": [item.point for item in whole.references]}
    for index, recording in enumerate(whole.recordings):
        content[f"signals{index}"] = recording.signals
        content[f"points{index}"] = [degree.point for degree in recording.degrees]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        stored = Path(folder) / "campaign.npz"
        np.savez(stored, **content)
        for method in ("covariance", "data"):
            command = [sys.executable, "-c", _ALONE, str(stored), method]
            answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
            seconds, memory, stable = json.loads(answer)
            _agree(stable, truth)
            said = "seven setups at 200 Hz, 250 block rows, orders to 60, in a process of its own"
            rows.append(Row(id=f"oma.undecimated.{method}", value=seconds, target=UNDECIMATED, note=said))
            rows.append(
                Row(
                    id=f"oma.undecimated.{method}.memory",
                    value=memory / 1e6,
                    unit="MB",
                    target=MEMORY,
                    note="most that this process held, interpreter and signals included",
                )
            )
    return rows
