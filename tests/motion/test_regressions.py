"""Regressions of sliding displacement: hand values, published examples, ranges, order."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import OptionsError
from pirqa.motion.sliding_block import predict_displacements, slide
from pirqa.units import STANDARD_GRAVITY as G


def named(name, *arguments, **options):
    return next(item for item in predict_displacements(*arguments, **options) if item.name == name)


@pytest.mark.parametrize(
    ("name", "centimetres", "sigma"),
    [
        # at k_y = 0.1, PGA = 0.2 g: the ratio is ½ and its powers are powers of 2
        ("ambraseys_menu_1988", 10**0.90 * 2.0 ** (1.09 - 2.53), 0.30 * math.log(10)),
        ("jibson_2007_ratio", 10**0.215 * 2.0 ** (1.438 - 2.341), 0.510 * math.log(10)),
        ("jibson_2007_magnitude", 10 ** (0.424 * 7.0 - 2.710) * 2.0 ** (1.478 - 2.335), 0.454 * math.log(10)),
        ("jibson_2007_arias", 10 ** (3.481 - 3.230), 0.656 * math.log(10)),
        ("jibson_2007_arias_ratio", 10**-1.474 * 2.0**3.833, 0.616 * math.log(10)),
        ("saygili_rathje_2008_pga", math.exp(5.52 - 2.215 - 5.0975 + 5.32625 - 1.79625) * 0.2**0.72, 1.13),
        (
            "rathje_saygili_2009_magnitude",
            math.exp(4.89 - 2.425 - 4.91 + 5.31125 - 1.81625 + 0.89) * 0.2**0.72,
            0.73 + 0.3945 - 0.13475,
        ),
        (
            "saygili_rathje_2008_pgv",
            math.exp(-1.56 - 2.29 - 5.21 + 5.59375 - 1.90625) * 0.2**-0.64 * 20.0**1.55,
            0.405 + 0.262,
        ),
        ("saygili_rathje_2008_arias", math.exp(2.39 - 2.62 - 4.695 + 5.25125 - 1.821875) * 0.2**-1.56, 0.74),
        (
            "saygili_rathje_2008_pgv_arias",
            math.exp(-0.74 - 2.465 - 4.9775 + 5.46875 - 1.8825) * 0.2**-1.30 * 20.0**1.04,
            0.20 + 0.395,
        ),
        ("whitman_liao_1985", 100.0 * 37.0 * 0.2**2 / (0.2 * G) * math.exp(-4.7), 1.05),
        ("newmark_1965_pulse", 100.0 * 0.2**2 / (0.2 * G) * 0.5, 0.0),
        ("newmark_1965_bound", 100.0 * 0.2**2 / (0.2 * G) * 2.0, 0.0),
    ],
)
def test_values_by_hand(name, centimetres, sigma):
    found = named(name, 0.1, 0.2 * G, pgv=0.2, arias=1.0, magnitude=7.0)
    assert found.median == pytest.approx(centimetres / 100.0, rel=1e-12)
    assert found.sigma_ln == pytest.approx(sigma, rel=1e-12)
    assert found.low == pytest.approx(found.median / math.exp(sigma))
    assert found.high == pytest.approx(found.median * math.exp(sigma))
    assert found.valid


@pytest.mark.parametrize(
    ("name", "pga", "pgv", "magnitude", "printed"),
    [
        ("rathje_saygili_2009_magnitude", 0.54, None, 6.75, 0.43),
        ("rathje_saygili_2009_magnitude", 0.88, None, 6.75, 1.13),
        ("saygili_rathje_2008_pgv", 0.88, 0.71, None, 0.81),
        ("saygili_rathje_2008_pgv", 0.54, 0.42, None, 0.29),  # 0.275 from the printed, rounded inputs
    ],
)
def test_examples_of_rathje_and_others_2014(name, pga, pgv, magnitude, printed):
    found = named(name, 0.1, pga * G, pgv=pgv, magnitude=magnitude)
    assert found.median == pytest.approx(printed, rel=0.06)


def test_only_what_the_inputs_allow():
    assert [item.name for item in predict_displacements(0.1, 3.0)] == [
        "ambraseys_menu_1988",
        "jibson_2007_ratio",
        "saygili_rathje_2008_pga",
    ]
    assert len(predict_displacements(0.1, 3.0, pgv=0.3, arias=1.0, magnitude=7.0)) == 13
    names = {item.name for item in predict_displacements(0.1, 3.0, arias=1.0)}
    assert "jibson_2007_arias" in names
    assert not any("pgv" in name or "magnitude" in name or "newmark" in name for name in names)


def test_ground_below_the_yield_moves_nothing():
    for found in predict_displacements(0.3, 0.3 * G, pgv=0.3, arias=1.0, magnitude=7.0):
        assert (found.median, found.low, found.high, found.valid) == (0.0, 0.0, 0.0, True)


def test_ranges_are_told():
    assert named("jibson_2007_ratio", 0.5, G).outside == ("yield_coefficient",)
    assert named("ambraseys_menu_1988", 0.04, G, magnitude=8.0).outside == ("ratio", "magnitude")
    assert named("ambraseys_menu_1988", 0.3, G).valid
    assert named("saygili_rathje_2008_pga", 0.35, G).outside == ("yield_coefficient",)


JIBSON = {"yield_coefficient": (0.05, 0.40), "magnitude": (5.3, 7.6)}
SAYGILI = {"yield_coefficient": (0.05, 0.30), "magnitude": (5.0, 7.9)}
RANGES = {
    "ambraseys_menu_1988": {"ratio": (0.1, 0.9), "magnitude": (6.6, 7.2)},
    "jibson_2007_ratio": JIBSON,
    "jibson_2007_magnitude": JIBSON,
    "jibson_2007_arias": JIBSON,
    "jibson_2007_arias_ratio": JIBSON,
    "saygili_rathje_2008_pga": SAYGILI,
    "rathje_saygili_2009_magnitude": SAYGILI,
    "saygili_rathje_2008_pgv": SAYGILI,
    "saygili_rathje_2008_arias": SAYGILI,
    "saygili_rathje_2008_pgv_arias": SAYGILI,
    "whitman_liao_1985": {},
    "newmark_1965_pulse": {},
    "newmark_1965_bound": {},
}
"""Data of the papers: yield coefficients [g] and magnitudes of the records, or yield over peak acceleration."""


def predicted(ratio=0.5, magnitude=7.0, yield_coefficient=0.1):
    pga = yield_coefficient / ratio * G
    found = predict_displacements(yield_coefficient, pga, pgv=0.3, arias=1.0, magnitude=magnitude)
    return {item.name: item.outside for item in found}


@pytest.mark.parametrize("what", ["yield_coefficient", "ratio", "magnitude"])
def test_both_ends_of_every_range(what):
    assert predicted().keys() == RANGES.keys()
    for name, ranges in RANGES.items():
        least, greatest = ranges.get(what, (0.02, 0.95))
        beyond = (what,) if what in ranges else ()
        for inside in (least * (1 + 1e-9), greatest * (1 - 1e-9)):
            assert predicted(**{what: inside})[name] == (), (name, inside)
        for outside in (least * (1 - 1e-9), greatest * (1 + 1e-9)):
            assert predicted(**{what: outside})[name] == beyond, (name, outside)


def test_ends_of_ranges_belong_to_them():
    for name, ranges in RANGES.items():
        for what in ranges.keys() - {"ratio"}:  # the ratio is computed, and rounded
            for end in ranges[what]:
                assert predicted(**{what: end})[name] == (), (name, end)


@pytest.mark.parametrize(("ratio", "times"), [(0.25, 4.0), (0.2, 5.0), (1 / 5.9, 5.9), (1 / 6.1, 6.0), (0.05, 6.0)])
def test_newmarks_bound_is_six_times_at_most(ratio, times):
    # V²/(2 g N)·A/N, A/N up to 6 (Newmark 1965)
    found = named("newmark_1965_bound", 0.1, 0.1 / ratio * G, pgv=0.4)
    assert found.median == pytest.approx(times * 0.4**2 / (2 * 0.1 * G), rel=1e-12)


def test_what_is_from_memory_says_so():
    found = predict_displacements(0.1, 3.0, pgv=0.3, arias=1.0, magnitude=7.0)
    assert {item.name for item in found if not item.verified} == {"whitman_liao_1985", "newmark_1965_bound"}
    assert all("memory" in item.source for item in found if not item.verified)


@pytest.mark.parametrize("bad", [0.0, -1.0, math.nan, math.inf, 1e300, 1e-300])
def test_bad_numbers_are_refused(bad):
    with pytest.raises(OptionsError, match="yield_coefficient"):
        predict_displacements(bad, 1.0)
    with pytest.raises(OptionsError, match="pga"):
        predict_displacements(0.1, bad)
    for key in ("pgv", "arias", "magnitude"):
        with pytest.raises(OptionsError, match=key):
            predict_displacements(0.1, 1.0, **{key: bad})


@settings(max_examples=100, deadline=None)
@given(weak=st.floats(0.02, 0.5), ratio=st.floats(0.05, 0.9), pgv=st.floats(0.01, 3.0), arias=st.floats(0.01, 30.0))
def test_a_stronger_joint_slides_less(weak, ratio, pgv, arias):
    pga = weak / ratio * G
    before = predict_displacements(weak, pga, pgv=pgv, arias=arias, magnitude=7.0)
    after = predict_displacements(1.05 * weak, pga, pgv=pgv, arias=arias, magnitude=7.0)
    for first, second in zip(before, after, strict=True):
        assert 0.0 < second.median <= first.median * (1.0 + 1e-12)


def test_newmarks_pulse_is_what_the_block_does():
    import numpy as np

    samples = np.zeros(10001)
    samples[1:4001] = 3.0
    run = slide(samples, 1e-4, yield_acceleration=1.0)
    assert named("newmark_1965_pulse", 1.0 / G, 3.0, pgv=1.2).median == pytest.approx(run.final, rel=1e-3)
