"""A small wall of two parts, its sensors, and its modes as if they had been measured."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from pirqa.fem.options import BedOptions, FeOptions, FeSpring
from pirqa.fem.updating.options import Parameter, UpdatingOptions, UpdatingParameter
from pirqa.fem.updating.twin import Twin
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.model.masonry import JointProperties
from pirqa.model.modes import Modes
from pirqa.model.support import Support

MODEL = FeOptions(size=1.0, layers=1, modes=10)
HELD = FeOptions(
    size=1.0,
    layers=1,
    modes=8,
    springs={name: FeSpring(along=x, level=3.0, stiffness=2e7) for name, x in (("left", 2.0), ("right", 6.0))},
    bed=BedOptions(normal=4e8, shear=2e8),
)
SENSORS = {f"s{i}{j}": (1.0 + 2.0 * i, 0.5, z) for i in range(4) for j, z in enumerate((1.5, 2.9, 3.9, 4.9))}
TRUE = (600e6, 220e6)


def wall(lower: float = TRUE[0], upper: float = TRUE[1]) -> Wall:
    return Wall(
        envelope=Envelope(
            zones=(
                Zone(name="low", material="lower", bottom=0.0, top=3.0, thickness=1.0),
                Zone(name="top", material="upper", bottom=3.0, top=5.0, thickness=0.5),
            ),
            length=8.0,
        ),
        materials={
            "lower": Material(unit_weight=25e3, youngs_modulus=lower),
            "upper": Material(unit_weight=24e3, youngs_modulus=upper),
        },
        support=Support(kind="rock", friction_angle=math.radians(30)),
        joints=JointProperties(friction_angle=math.radians(30)),
    )


def parameter(name: str, start: float, *, prior_sd: float | None = None, spread: float = 4.0) -> Parameter:
    """E1, E2, g1, g2 of the materials, k of the springs, bn and bs of the bed, t of the top."""
    kind, of = {
        "E1": ("youngs_modulus", ("lower",)),
        "E2": ("youngs_modulus", ("upper",)),
        "g1": ("unit_weight", ("lower",)),
        "g2": ("unit_weight", ("upper",)),
        "k": ("spring", ("left", "right")),
        "bn": ("bed_normal", ()),
        "bs": ("bed_shear", ()),
        "t": ("thickness", ("top",)),
    }[name]
    return Parameter(
        name=name, kind=kind, of=of, start=start, low=start / spread, high=start * spread, prior_sd=prior_sd
    )


STARTS = {"E1": 600e6, "E2": 220e6, "g1": 25e3, "g2": 24e3, "k": 2e7, "bn": 4e8, "bs": 2e8, "t": 1.0}


def twin(*names: str, options: FeOptions = MODEL, shapes: bool = False, prior_sd: float | None = None) -> Twin:
    """``prior_sd`` of unit weights."""
    chosen = [
        parameter(name, STARTS[name], prior_sd=prior_sd, spread=1.5)
        if name[0] == "g"
        else parameter(name, STARTS[name])
        for name in names
    ]
    return Twin(wall(), options, chosen, SENSORS, modes=options.modes, shapes=shapes)


def as_measured(frequency: np.ndarray, shape: np.ndarray, *, sd: float | None = 0.002) -> Modes:
    """Across only, as sensors did."""
    seen = np.full(shape.shape, np.nan)
    seen[..., 1] = shape[..., 1]
    return Modes(
        frequency=frequency,
        damping=np.full(len(frequency), 0.03),
        points=tuple(SENSORS),
        point_shape=seen,
        frequency_sd=None if sd is None else sd * frequency,
    )


@cache
def measured(count: int = 4) -> Modes:
    """The first modes of the wall with its true moduli."""
    model = twin("E1", "E2")
    state = model.evaluate(model.starts, slopes=False)
    return as_measured(state.frequency[:count], state.shape[:count])


def asked(**others: object) -> UpdatingOptions:
    """Both moduli, from one start."""
    given = {
        "parameters": {
            "E1": UpdatingParameter(kind="youngs_modulus", of=("lower",), low=3e8, high=1.3e9),
            "E2": UpdatingParameter(kind="youngs_modulus", of=("upper",), low=1.5e8, high=1.3e9),
        },
        "starts": 1,
        "mesh_check": False,
        **others,
    }
    return UpdatingOptions(**given)
