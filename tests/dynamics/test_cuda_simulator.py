"""The same joint functions inside a CUDA kernel, one thread a joint, in Numba's simulator."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from pirqa.dynamics import Engine
from pirqa.dynamics.drive import Drive
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import box
from tests.dynamics.test_assembly import DRY, wall_of

JOINTS_A_BLOCK = 3

KERNEL = """
import pickle, sys
import numpy as np
from numba import config, cuda

assert config.ENABLE_CUDASIM and config.DISABLE_JIT
from pirqa.dynamics.joint_law import press_and_rub
from pirqa.dynamics.joint_geometry import find_closed_part, follow_faces


@cuda.jit
def joints_on_the_card(bodies, joints, frames, motion, memory, loads, step, scratch, spent):
    j = cuda.grid(1)
    if j < joints.first.size:
        follow_faces(j, j + 1, bodies, joints, frames, motion)
        torn = find_closed_part(j, j + 1, joints, frames, memory, motion, step, scratch[j])
        rubbed, damped, opened = press_and_rub(j, j + 1, joints, frames, motion, memory, loads, step)
        spent[j, 0], spent[j, 1], spent[j, 2] = rubbed, damped, opened + torn


bodies, joints, frames, motion, memory, loads, step, scratch = pickle.load(open(sys.argv[1], "rb"))
count = len(joints.first)
own = np.zeros((count, *scratch.shape))  # no two threads share a place to work
spent = np.zeros((count, 3))
threads = int(sys.argv[3])
blocks = -(-count // threads)
joints_on_the_card[blocks, threads](bodies, joints, frames, motion, memory, loads, step, own, spent)
pickle.dump((motion, memory, loads, spent), open(sys.argv[2], "wb"))
"""


@numba.njit
def joints_on_the_processor(bodies, joints, frames, motion, memory, loads, step, scratch):
    """Machine code: called from Python, the joint functions would be the same Python as in the simulator."""
    count = len(joints.first)
    follow_faces(0, count, bodies, joints, frames, motion)
    torn = find_closed_part(0, count, joints, frames, memory, motion, step, scratch)
    rubbed, damped, opened = press_and_rub(0, count, joints, frames, motion, memory, loads, step)
    return rubbed, damped, opened + torn


@pytest.fixture(scope="module")
def shaken() -> Engine:
    """Two courses on a fixed stone, shaken until joints press, slide and open."""
    solids = {
        "floor": box(3.2, 0.8, 0.3),
        "left": box(1.2, 0.8, 0.4, at=(0.0, 0.0, 0.3)),
        "right": box(0.8, 0.8, 0.4, at=(1.2, 0.0, 0.3)),
        "slab": box(1.0, 0.6, 0.1, at=(2.1, 0.0, 0.3)),
        "top": box(2.0, 0.6, 1.2, at=(0.0, 0.0, 0.7)),
    }
    engine = Engine.of(wall_of(solids, fixed=("floor",), joints=DRY))

    def gravity(times: np.ndarray) -> np.ndarray:
        share = np.clip(times / 0.3, 0.0, 1.0)[:, None]
        late = (times > 0.5)[:, None]
        return share * [0.0, 0.0, -STANDARD_GRAVITY] + late * [1.0, 5.0, 0.0]

    _, sound = engine.run(Drive(duration=0.65, gravity=gravity), 0, round(0.65 / engine.step))
    assert sound
    return engine


def test_a_cuda_kernel_gives_the_forces_of_the_processor(shaken, tmp_path: Path):
    made = copy.deepcopy(shaken.assembly)
    count = len(made.joints.first)
    arrays = (made.bodies, made.joints, made.frames, made.motion, made.memory, made.loads, shaken.step, made.scratch)
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "before").write_bytes(pickle.dumps(arrays))
    step = shaken.step
    state = made.bodies, made.joints, made.frames, made.motion, made.memory, made.loads
    spent = np.array(joints_on_the_processor(*state, step, made.scratch))

    environment = {
        **os.environ,
        "NUMBA_ENABLE_CUDASIM": "1",
        "NUMBA_DISABLE_JIT": "1",
        "PIRQA_CACHE": str(tmp_path / "cache"),
    }
    command = [sys.executable, "kernel.py", "before", "after", str(JOINTS_A_BLOCK)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    motion, memory, loads, each = pickle.loads((tmp_path / "after").read_bytes())

    # the case has what the law knows: all closed, partly open, sliding
    assert count > JOINTS_A_BLOCK
    whole = made.frames.whole[:, 0]
    assert np.any(made.motion.closed[:, 0] == whole)
    assert np.any((made.motion.closed[:, 0] > 0.0) & (made.motion.closed[:, 0] < whole))
    assert spent[0] > 0.0
    largest = np.abs(made.loads.force).max()
    np.testing.assert_allclose(loads.force, made.loads.force, atol=1e-9 * largest)
    np.testing.assert_allclose(loads.moment, made.loads.moment, atol=1e-9 * largest)
    np.testing.assert_allclose(motion.pressed, made.motion.pressed, atol=1e-12)
    np.testing.assert_allclose(memory.slip, made.memory.slip, atol=1e-15)
    np.testing.assert_allclose(each.sum(axis=0), spent, atol=1e-9 * np.abs(spent).max())
