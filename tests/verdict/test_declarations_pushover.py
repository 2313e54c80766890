"""Trials of the declarations of N2 and the capacity spectrum on a strip of wall that is pushed over."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import radians

import pytest

from pirqa.fem.pushover.checks import DECLARATIONS
from pirqa.fem.pushover.options import Masonry, PushoverOptions
from pirqa.fem.pushover.stage import read_result, run_pushover
from pirqa.model.check import EFFECTS
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.support import Backfill, Support
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import E030, DesignSpectra
from tests.fem.pushover.strips import FE, MASONRY, options, strip

FAMILIES = {item.family: item for item in DECLARATIONS}
STONE = replace(MASONRY, compressive_energy=2e5)
WALL = strip()
TOLERANCE = 1e-2
"""Relative change of an intensity that is more than what steps and iterations leave open."""


def asked(masonry: Masonry = STONE) -> PushoverOptions:
    spectra = DesignSpectra(e030_2018=E030(zone=2, soil="S2"))
    return options(masonry={"stone": masonry}, spectra=spectra, target=0.08, step=0.002)


def intensities(wall: Wall, masonry: Masonry = STONE) -> dict[str, float | None]:
    """Return the intensity of each row by its family."""
    settings = asked(masonry)
    result = read_result(run_pushover(wall, FE, settings), settings)
    return {check.family: check.intensity for check in result.checks}


@cache
def base() -> dict[str, float | None]:
    return intensities(WALL)


def of_stone(unit_weight: float = 20e3, youngs_modulus: float = 600e6) -> Wall:
    return replace(WALL, materials={"stone": Material(unit_weight=unit_weight, youngs_modulus=youngs_modulus)})


INCLUDED = {
    # the wall or its masonry with more of the effect, and which way the intensity at its yield must go
    "self_weight": (of_stone(unit_weight=30e3), STONE, -1),
    "mortar": (WALL, replace(STONE, tensile_strength=3e4), +1),
    "joint_compliance": (of_stone(youngs_modulus=300e6), STONE, -1),
    "shape": (strip(thickness=0.5), STONE, -1),
}


@pytest.mark.parametrize("effect", INCLUDED)
def test_an_included_effect_moves_the_yield(effect):
    wall, masonry, way = INCLUDED[effect]
    changed = intensities(wall, masonry)
    for family in ("n2_yield", "capacity_spectrum_yield"):
        assert way * (changed[family] / base()[family] - 1.0) > TOLERANCE, (family, changed[family], base()[family])


def test_cracking_brings_the_yield_down():
    whole = intensities(WALL, replace(STONE, law="elastic"))
    for family in ("n2_yield", "capacity_spectrum_yield"):
        assert whole[family] is None, "a wall that cannot crack yields in no earthquake up to 3 g"
        assert base()[family] < 0.2


def test_every_included_effect_has_a_trial():
    for family, declaration in FAMILIES.items():
        included = {effect for effect in EFFECTS if declaration.treatment(effect) == "included"}
        assert included == ({*INCLUDED, "cracking"} if family.endswith("_yield") else set())


def test_the_drop_of_the_load_is_no_measure_of_how_far_a_wall_can_lean():
    """A thinner wall gets more: the rows for collapse include no effect, so that they never show safety."""
    thin = intensities(strip(thickness=0.5))
    assert thin["n2"] > base()["n2"]
    assert thin["n2_yield"] < base()["n2_yield"]


@pytest.mark.parametrize(
    ("effects", "changes"),
    [
        (
            ("fill_at_rest", "fill_dynamic", "surcharge", "water"),
            {
                "backfill": Backfill(
                    unit_weight=16e3,
                    friction_angle=radians(35.0),
                    surcharge=1e4,
                    water_level=1.0,
                    saturated_unit_weight=20e3,
                )
            },
        ),
        (("sliding", "head_joint_friction"), {"joints": JointProperties(friction_angle=radians(5.0))}),
        (("foundation",), {"support": Support(kind="rock", friction_angle=radians(5.0), bearing_capacity=1e4)}),
    ],
)
def test_an_effect_that_is_left_out_changes_not_one_bit(effects, changes):
    for declaration in DECLARATIONS:
        assert all(declaration.treatment(effect) == "unsafe" for effect in effects)
    assert intensities(replace(WALL, **changes)) == base()
