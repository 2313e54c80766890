"""Meshes of whole walls: what they weigh, how their modes share the mass, how spectra are combined."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pirqa.fe.build import build
from pirqa.fe.modal import NodeModes, find_modes
from pirqa.fe.options import FeOptions
from pirqa.fe.response import correlation, respond
from pirqa.fe.shape_options import Buttress, Opening, ReturnWall
from pirqa.fe.structure import Solid, Structure
from pirqa.fe.system import System, assemble
from pirqa.model import Envelope, Material, Wall, Zone
from pirqa.model.joint import JointProperties
from pirqa.model.support import Support
from pirqa.motion.design_spectrum import E030, design_spectrum
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.case import Case, case_of
from pirqa.verification.fe_boxes import box, box_structure

__all__ = ["cases", "stepped_wall"]

_case = functools.partial(case_of, "fe")


def stepped_wall() -> Wall:
    """6 m long; a tapering lower part, a thinner upper part flush at the back."""
    return Wall(
        envelope=Envelope(
            zones=(
                Zone(name="lower", material="stone", bottom=0.0, top=3.0, thickness=1.5, thickness_top=1.1),
                Zone(name="upper", material="rubble", bottom=3.0, top=5.0, thickness=0.6),
            ),
            length=6.0,
        ),
        materials={
            "stone": Material(unit_weight=25e3, youngs_modulus=800e6),
            "rubble": Material(unit_weight=20e3, youngs_modulus=300e6),
        },
        support=Support(kind="rock", friction_angle=math.radians(30)),
        joints=JointProperties(friction_angle=math.radians(30)),
    )


def _model() -> Structure:
    options = FeOptions(
        size=0.5,
        openings={
            "door": Opening(start=0.5, end=1.5, top=2.0),
            "niche": Opening(start=4.0, end=4.6, bottom=1.0, top=1.8, depth=0.3, side="back"),
        },
        buttresses={"pier": Buttress(start=2.0, end=3.0, height=2.0, depth=1.0, depth_top=0.5, side="back")},
        returns={"wing": ReturnWall(at="end", length=2.0, thickness=0.5, height=3.0)},
    )
    return build(stepped_wall(), options)


def _mass() -> float:
    """By hand: trapezia less door and niche, the pier, the return."""
    door = 1.0 * 2.0 * (1.5 - 0.4 / 3.0)
    lower = 6.0 * 3.0 * 1.3 - door - 0.6 * 0.8 * 0.3 + 1.0 * 2.0 * 0.75 + 2.0 * 0.5 * 3.0
    return (lower * 25e3 + 6.0 * 2.0 * 0.6 * 20e3) / STANDARD_GRAVITY


def cases() -> Iterator[Case]:
    """All of this file."""
    yield _case(
        "fe.mass_sum", "mass of a wall with taper, step, door, niche, pier and return", "kg",
        "volumes of its parts by hand", _mass(), {"rel": 1e-9}, "bricks fill flat-faced parts exactly",
        lambda: assemble(_model()).total_mass,
    )  # fmt: skip
    for axis, name in enumerate(("along", "across", "up")):
        yield _case(
            f"fe.participation_sum.{name}", f"effective masses of all modes but two of a small column, {name}", "",
            "they are all the mass that moves (Clough and Penzien 1993, section 26-2)", 1.0, {"abs": 1e-6},
            "the two highest modes, which the solver leaves out, zigzag from node to node and take no mass along",
            functools.partial(_all_masses, axis),
        )  # fmt: skip
    for number, share in enumerate(_SHARES, 1):
        yield _case(
            f"fe.effective_mass.{number}", f"share of the mass in bending mode {number} of a slender cantilever", "",
            "Euler–Bernoulli: 4σ²/β², σ = (sinh β − sin β)/(cosh β + cos β), cosh β cos β = −1", share,
            {"rel": 0.01}, "shares are of what moves, less the held foot's part of the lowest of 40 bricks: 0.5 %",
            functools.partial(_cantilever_share, number - 1),
        )  # fmt: skip
    # E.030-2018: Z = 0.45, S = 1.1, C = 2.5, U = R = 1, below TP = 1.0 s
    plateau = 0.45 * 1.1 * 2.5 * STANDARD_GRAVITY
    mass = _SLENDER.density * _SIDE * 0.8 * _SIDE * _HEIGHT
    yield _case(
        "fe.response.base_shear", "base shear of that cantilever, its first bending mode on the plateau alone", "N",
        "0.6131 m × Z U C S g of E.030-2018 by hand", _SHARES[0] * mass * plateau, {"rel": 0.002},
        "shear at a slenderness of 20", lambda: _cantilever_response()[0],
    )  # fmt: skip
    omega = 1.8751040687**2 * math.sqrt(_SLENDER.youngs_modulus * _SIDE**2 / 12.0 / _SLENDER.density) / _HEIGHT**2
    yield _case(
        "fe.response.top_shift", "shift of its top", "m",
        "Γφ(H) S_a/ω² with Γφ(H) = 4σ/β = 1.5660 and ω of Euler–Bernoulli",
        4.0 * 0.7340955 / 1.8751041 * plateau / omega**2, {"rel": 0.005},
        "shear and turning of sections lower ω² by 0.3 %", lambda: _cantilever_response()[1],
    )  # fmt: skip
    yield _case(
        "fe.response.cqc", "correlation of modes 10 % apart with 5 % damping", "",
        "8ξ²(1+r)r^1.5/((1−r²)² + 4ξ²r(1+r)²) (Der Kiureghian 1981), r = 1.1: 0.048455/0.09261", 0.52322, {"abs": 1e-4},
        "four digits by hand", lambda: float(correlation(np.array([1.0, 1.1]), 0.05)[0, 1]),
    )  # fmt: skip


def _column() -> System:
    solid = Solid(youngs_modulus=1e9, poisson_ratio=0.2, density=2000.0)
    return assemble(box_structure(box((1.0, 0.6, 4.0), (2, 2, 5)), "incompatible", solid))


@functools.cache
def _nearly_all() -> NodeModes:
    system = _column()
    return find_modes(system, 3 * len(system.order) - 2)


def _all_masses(axis: int) -> float:
    return float(_nearly_all().effective_mass[:, axis].sum())


_HEIGHT, _SIDE = 20.0, 1.0
_SLENDER = Solid(youngs_modulus=1e12, poisson_ratio=0.0, density=2000.0)
"""So stiff that the cantilever's first modes lie on the plateau."""
_SHARES = (4.0 * 0.7340955138**2 / 1.8751040687**2, 4.0 * 1.0184673186**2 / 4.6940911330**2)


@functools.cache
def _bending() -> NodeModes:
    modes = find_modes(
        assemble(box_structure(box((_SIDE, 0.8 * _SIDE, _HEIGHT), (1, 2, 40)), "quadratic", _SLENDER)), 6
    )
    return modes


def _cantilever_share(number: int) -> float:
    share = _bending().effective_mass[:, 0]
    return float(share[share > 0.01][number])


def _cantilever_response() -> tuple[float, float]:
    """Base shear [N] and shift of the top [m] in the first mode along."""
    modes = _bending()
    chosen = np.flatnonzero(modes.effective_mass[:, 0] > 0.01)[:1]
    alone = replace(
        modes,
        frequency=modes.frequency[chosen],
        shape=modes.shape[chosen],
        participation=modes.participation[chosen],
        effective_mass=modes.effective_mass[chosen],
        residual=modes.residual[chosen],
    )
    spectrum = design_spectrum(E030(zone=4, soil="S3"))
    made = respond(alone, spectrum, direction="along", combination="cqc", damping=0.05)
    return made.base_shear, float(made.shift[:, 0].max())
