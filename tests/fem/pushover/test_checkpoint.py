from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from pirqa.errors import Interrupted
from pirqa.fem.pushover import checkpoint
from pirqa.fem.pushover.stage import run_pushover
from tests.fem.pushover.strips import FE, options, strip

COLUMNS = ("displacement", "multiplier", "work", "dissipated", "stiffness", "cracked", "residual")


class Stops:
    """An observer that has enough after some steps."""

    def __init__(self, after: int) -> None:
        self.left = after

    def begin(self, task, total):
        pass

    def advance(self, steps=1):
        self.left -= steps
        if self.left < 0:
            raise Interrupted("enough")

    def end(self, outcome=""):
        pass


def same(first, second) -> None:
    for one, two in zip(first.paths, second.paths, strict=True):
        for name in COLUMNS:
            assert np.array_equal(getattr(one, name), getattr(two, name)), name
    for one, two in zip(first.snapshots, second.snapshots, strict=True):
        assert np.array_equal(one.step, two.step)
        assert np.array_equal(one.opening, two.opening)


@pytest.mark.parametrize(("after", "step"), [(8, 0.001), (30, 0.001), (47, 0.0004)])
def test_a_stopped_run_goes_on_as_if_it_had_not_been(tmp_path, after, step):
    asked = options(halved_viscosity=True, step=step)
    whole = run_pushover(strip(), FE, asked)
    with pytest.raises(Interrupted):
        run_pushover(strip(), FE, asked, folder=tmp_path, observer=Stops(after))
    assert (tmp_path / "pushover.checkpoint").is_file()
    same(run_pushover(strip(), FE, asked, folder=tmp_path), whole)
    assert not any(tmp_path.iterdir())


def test_another_wall_begins_anew(tmp_path):
    asked = options()
    with pytest.raises(Interrupted):
        run_pushover(strip(), FE, asked, folder=tmp_path, observer=Stops(8))
    other = strip(thickness=0.7)
    same(run_pushover(other, FE, asked, folder=tmp_path), run_pushover(other, FE, asked))


def test_a_cut_file_is_not_taken(tmp_path):
    asked = options()
    with pytest.raises(Interrupted):
        run_pushover(strip(), FE, asked, folder=tmp_path, observer=Stops(8))
    path = tmp_path / "pushover.checkpoint"
    path.write_bytes(path.read_bytes()[:-100])
    same(run_pushover(strip(), FE, asked, folder=tmp_path), run_pushover(strip(), FE, asked))


SCRIPT = """
import sys
from pathlib import Path
from pirqa.fem.pushover import checkpoint
from pirqa.fem.pushover.stage import run_pushover
from tests.fem.pushover.strips import FE, options, strip
checkpoint._INTERVAL, checkpoint._SHARE = 0.0, 1e9
run_pushover(strip(), FE, options(target=1.0), folder=Path(sys.argv[1]))
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_killed_run_leaves_a_whole_file(tmp_path):
    made = subprocess.Popen([sys.executable, "-c", SCRIPT, str(tmp_path)], env=os.environ | {"PYTHONPATH": _paths()})
    path = tmp_path / "pushover.checkpoint"
    limit = time.monotonic() + 240.0
    while not path.is_file() and time.monotonic() < limit and made.poll() is None:
        time.sleep(0.1)
    time.sleep(0.3)
    made.send_signal(signal.SIGKILL)
    made.wait()
    assert path.is_file()
    with np.load(path) as found:
        assert "rows" in found.files
    assert checkpoint.CheckpointFile(tmp_path, "other").read() is None


def _paths() -> str:
    return os.pathsep.join([os.getcwd(), *sys.path])
