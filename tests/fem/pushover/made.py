"""A pushed wall with closed forms, for what is read off it: a stepped wall that bends, cracks at its foot and rocks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pirqa.fem.build import solid
from pirqa.fem.pushover.result import PushoverPath, PushoverResult, Snapshots
from pirqa.model import JointProperties, Support, Wall
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import Material

HEIGHT, STEP, LENGTH = 9.0, 6.0, 6.0
UNIT_WEIGHT = 25e3
PEAK, YIELD, PLATEAU_END, END = 0.20, 0.040, 0.090, 0.140
"""A curve like that of the Chokepukio paper: up to its yield, a plateau, then down to three quarters of it."""


def stepped_wall() -> Wall:
    """1.5 m thick up to 6 m, 0.5 m above, flush at the back."""
    zones = (
        Zone(name="lower", material="stone", bottom=0.0, top=STEP, thickness=1.5),
        Zone(name="upper", material="stone", bottom=STEP, top=HEIGHT, thickness=0.5, flush="back"),
    )
    return Wall(
        envelope=Envelope(zones=zones, length=LENGTH),
        materials={"stone": Material(unit_weight=UNIT_WEIGHT, youngs_modulus=600e6)},
        support=Support(kind="rock", friction_angle=0.5),
        joints=JointProperties(friction_angle=0.5),
    )


def weight() -> float:
    return UNIT_WEIGHT * LENGTH * (1.5 * STEP + 0.5 * (HEIGHT - STEP))


def path_of(displacement, multiplier, **changes) -> PushoverPath:
    """A path along these points; what is not said is that of a calm run."""
    d, load = np.asarray(displacement, dtype=float), np.asarray(multiplier, dtype=float)
    count = len(d)
    made = PushoverPath(
        direction="outward",
        control="node",
        viscosity=0.2,
        displacement=d,
        mean_displacement=0.4 * d,
        multiplier=load,
        strategy=np.zeros(count, dtype=np.int8),
        iterations=np.full(count, 2, dtype=np.int32),
        residual=np.full(count, 1e-6),
        inertia=np.zeros(count),
        work=weight() * 0.5 * np.concatenate([[0.0], np.cumsum(np.diff(d) * (load[1:] + load[:-1]))]) * 0.4,
        elastic=weight() * 0.2 * load * np.minimum(d, YIELD),
        dissipated=weight() * 0.05 * d,
        stiffness=1.0 / (1.0 + 20.0 * d),
        cracked=np.clip((d - 0.5 * YIELD) * 4.0, 0.0, 1.0),
        ended="target",
        message="",
    )
    return replace(made, **changes)


def plateau_curve(step=0.001):
    d = np.arange(0.0, END + 0.5 * step, step)
    load = np.interp(d, [0.0, YIELD, PLATEAU_END, END], [0.0, PEAK, PEAK, 0.75 * PEAK])
    return d, load


def pushed_wall(direction="outward", hinge=0.0, *, size=0.5, others=True) -> PushoverResult:
    """The wall turns about ``hinge`` [m]; cracks open in the row above it, and shortly at the other level."""
    mesh = solid(stepped_wall(), size)
    d, load = plateau_curve()
    main = path_of(d, load, direction=direction)
    steps = np.array([0, 10, 20, 40, 60, 90, 140])
    way = -1.0 if direction == "outward" else 1.0
    places = mesh.places[:, :8].mean(axis=1)
    low = mesh.places[:, :8, 2].min(axis=1)
    count = len(mesh)
    shift = np.zeros((len(steps), len(mesh.nodes), 3), dtype=np.float32)
    opening = np.zeros((len(steps), count), dtype=np.float32)
    normal = np.zeros((len(steps), count, 3), dtype=np.float32)
    high = np.maximum(mesh.nodes[:, 2] - hinge, 0.0) / (HEIGHT - hinge)
    other = STEP if hinge < STEP else 0.0
    front = np.where(low < STEP, 0.0, 1.0)
    depth = (places[:, 1] - front) / (1.5 - front)  # 1 at the face that is pulled
    depth = depth if direction == "outward" else 1.0 - depth
    for k, at in enumerate(steps):
        moved = d[at]
        shift[k, :, 1] = way * moved * high
        wide = moved > 0.015
        cracked = wide & (np.abs(low - hinge) < 1e-6) & (depth > 0.75 - 4.0 * moved)
        shortly = wide & (np.abs(low - other) < 1e-6) & (depth > 0.7)
        opening[k, cracked] = 0.1 * moved
        opening[k, shortly] = np.maximum(opening[k, shortly], 0.0005 if moved < 0.05 else 0.0002)
        normal[k, cracked | shortly] = (0.0, 0.0, 1.0)
    snapshots = Snapshots(
        step=steps,
        shift=shift,
        strain=(1e-3 * np.arange(len(steps))[:, None, None] * np.ones((1, count, 6))).astype(np.float32),
        stress=np.full((len(steps), count, 6), -1e5, dtype=np.float32),
        opening=opening,
        normal=normal,
        crushing=np.zeros((len(steps), count), dtype=np.float32),
    )
    paths = [main]
    if others:
        paths.append(replace(main, viscosity=0.1, multiplier=0.98 * load))
        stopped = d <= 0.1
        paths.append(
            path_of(
                d[stopped],
                1.01 * load[stopped],
                direction=direction,
                control="mean",
                ended="stopped",
                message="stopped at 100 mm, residual 3e-3",
            )
        )
    return PushoverResult(
        mesh=mesh,
        control_point=(0.5 * LENGTH, 1.0, HEIGHT),
        weight=weight(),
        freedoms=3 * len(mesh.nodes),
        solver="superlu",
        paths=tuple(paths),
        snapshots=(snapshots,),
    )
