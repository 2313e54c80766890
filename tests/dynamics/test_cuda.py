"""The kernels of the graphics card, played by Numba's simulator, beside the processor; what the card refuses."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest

from pirqa.dynamics import Engine, Hold, SimulationOptions, TiltOptions
from pirqa.dynamics.cuda.ground import knots_of
from pirqa.dynamics.cuda.layout import ABREAST, DIMENSIONS, KINDS, Layout
from pirqa.dynamics.drive import Ramp, drive_of, initial_velocity, settling
from pirqa.dynamics.simulate import settle
from pirqa.verification.walls import coursed_wall, sine_motion, stiff_joints
from tests.conftest import ROOT
from tests.dynamics.killed import collapse

STEPS = 16


@pytest.fixture(scope="module")
def walls():
    """One that is shaken and slides, and one that lies in pieces."""
    joints = stiff_joints(2e7, tangential_stiffness=1e7, friction=0.1, damping_ratio=0.2)
    wall = coursed_wall(0.6, 0.3, 0.4, 3, 2300.0, joints)
    slides = sine_motion(6.0, 4.0, 1.0)
    sliding = Engine.of(wall, SimulationOptions(renew_after=1e-4))
    settle(sliding)
    sliding.restart_clock()
    sliding.start_with(initial_velocity(slides))
    sliding.run(drive_of(slides, wall, free=1.0), 0, 240)

    wall, motion, options = collapse()
    fallen = Engine.of(wall, options)
    settle(fallen)
    fallen.restart_clock()
    fallen.start_with(initial_velocity(motion))
    falls = drive_of(motion, wall, free=1.0)
    while not (fallen.assembly.near.tally[2] and (fallen.assembly.motion.state == 2).any()):
        fallen.run(falls, fallen.done, 8)
    return {"sliding": (sliding, slides), "fallen": (fallen, motion)}


@pytest.fixture(scope="module", params=["own", "any", "large"])
def told(request, walls, tmp_path_factory):
    """What walls do in the quick kernels of their own layouts, of any, and as walls that are too large for them."""
    path = tmp_path_factory.mktemp("card") / "walls.pickle"
    path.write_bytes(pickle.dumps(walls))
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.dynamics.on_a_card", str(path), str(STEPS), request.param]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=simulated)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["sliding", "fallen"])
def test_the_card_makes_the_steps_of_the_processor(told, name):
    found = told[name]
    assert found["sound"]
    assert found["done"]
    assert found["rows"] > 0
    assert found["columns"]
    for what in ("position", "rotation", "slip", "pose", "energy", "force", "opening"):
        assert found[what] < 1e-12, what
    assert found["push"] < 1e-6


def test_rare_things_were_among_them(told):
    assert told["sliding"]["renewed"]
    assert told["fallen"]["dead"] > 0
    assert told["fallen"]["touching"] > 0


def test_kernels_are_those_of_a_layout_where_enough_walls_wait(told, request):
    assert told["fallen"]["own"] == 2 * [request.node.callspec.params["told"] == "own"]


def test_a_row_holds_all_of_a_wall(walls):
    engine, _ = walls["fallen"]
    layout = Layout.of(engine.assembly)
    row, made = layout.pack(engine.assembly)
    assert layout.width == row.size
    made.bodies.velocity[:] = 7.0
    start = next(field.start for field in layout.fields if (field.kind, field.name) == ("bodies", "velocity"))
    np.testing.assert_array_equal(row[start : start + made.bodies.velocity.size], 7.0)
    np.testing.assert_array_equal(made.near.key, engine.assembly.near.key)
    assert made.near.key.dtype == np.int64
    assert start < layout.changing < layout.width


def test_a_table_says_where_the_arrays_are(walls):
    engine, _ = walls["sliding"]
    layout = Layout.of(engine.assembly)
    numbers = iter(layout.table)
    assert next(numbers) == layout.width
    for kind, made_of in KINDS.items():
        for name, size in zip(made_of._fields, DIMENSIONS[kind], strict=True):
            field = next(item for item in layout.fields if (item.kind, item.name) == (kind, name))
            assert next(numbers) == field.start
            assert tuple(next(numbers) for _ in range(int(size))) == field.shape, (kind, name)
    assert next(numbers, None) is None


def test_numbers_of_neighbours_lie_side_by_side_on_the_card(walls):
    engine, _ = walls["sliding"]
    layout = Layout.of(engine.assembly)
    row, made = layout.pack(engine.assembly)
    there = np.full(layout.width, np.nan)
    there[layout.on_card] = row  # as a wall travels
    assert sorted(layout.on_card[: layout.changing]) == list(range(layout.changing))
    for kind in KINDS:
        for field, array in zip(layout.by_kind(kind), getattr(made, kind), strict=True):
            own = there[field.start : field.start + field.size].view(field.dtype)
            order = "F" if kind in ABREAST else "C"
            np.testing.assert_array_equal(own.reshape(field.shape, order=order), array, err_msg=f"{kind}.{field.name}")


def test_knots_are_the_motion(walls):
    engine, motion = walls["sliding"]
    drive = drive_of(motion, engine.assembly.wall, free=1.0)
    knots, interval = knots_of(drive)
    for time in (0.0, 0.4 * interval, 10.7 * interval, drive.ground.duration, drive.ground.duration + 0.3):
        index = min(int(time / interval), len(knots) - 1)
        tau = time - interval * index
        at = knots[index].reshape(4, 3)
        found = at[0] + tau * (at[1] + tau * (at[2] + tau * at[3]))
        np.testing.assert_allclose(found, drive.shift(np.array([time]))[0], atol=1e-12)
    assert len(knots_of(settling(1.0, 2.0))[0]) == 0


def test_only_what_the_card_can_do_is_plain(walls):
    engine, motion = walls["sliding"]
    wall = engine.assembly.wall
    assert drive_of(motion, wall, free=1.0).plain
    assert settling(1.0, 2.0).plain
    assert settling(0.0, 2.0).plain
    assert drive_of(Hold(), wall, free=0.0).plain
    assert not drive_of(Ramp(to=0.1, duration=1.0), wall, free=0.0).plain
    assert not drive_of(TiltOptions(to=0.1), wall, free=0.0).plain
