"""What the file says of a masonry, and what it may not say."""

from __future__ import annotations

import math

import pytest

from pirqa.errors import OptionsError
from pirqa.fem.pushover.crack_laws import largest_length, least_compressive_energy, least_tensile_energy
from pirqa.fem.pushover.masonry import check_length, check_names, choose_masonry, describe
from pirqa.fem.pushover.options import Masonry
from pirqa.fem.pushover.point_law import LAWS
from pirqa.report.remarks import remark_text
from pirqa.report.words import load_words

GIVEN = Masonry(tensile_strength=0.1e6, tensile_energy=50.0)

ELASTIC = {"youngs_modulus": 579.7e6, "poisson_ratio": 0.2}


def test_numbers_of_the_paper():
    law = describe("lower", GIVEN, **ELASTIC)
    assert law.number == LAWS["fixed_crack"]
    assert list(law.properties) == pytest.approx([579.7e6, 0.2, 0.1e6, 50.0, 1.1594e6, 1855.04, 0.1, 0.0])
    assert [remark.key for remark in law.remarks] == ["pushover_strength_assumed", "pushover_crushing_assumed"]
    for language, told in (("en", "elastic modulus, 1.16 MPa"), ("es", "elástico, 1.16 MPa")):
        text = remark_text(law.remarks[0], load_words(language)).replace("\u00a0", " ").replace("\u202f", " ")
        assert told in text
        assert "lower" in text


def test_given_numbers_are_not_assumed():
    masonry = Masonry(tensile_strength=2e4, tensile_energy=20.0, compressive_strength=2e6, compressive_energy=9e3)
    law = describe("a", masonry, **ELASTIC)
    assert law.remarks == ()
    assert list(law.properties[2:6]) == [2e4, 20.0, 2e6, 9e3]


@pytest.mark.parametrize("kind", ["elastic", "no_tension"])
def test_laws_without_strengths_need_none(kind):
    law = describe("a", Masonry(law=kind), **ELASTIC)
    assert law.remarks == ()
    assert law.largest_length == math.inf
    check_length(law, 100.0)


@pytest.mark.parametrize(
    ("masonry", "words"),
    [
        (Masonry(), r'masonry.wall.tensile_strength is missing: law "fixed_crack" needs it, for example "0.1 MPa"'),
        (Masonry(tensile_strength=1e5), r'masonry.wall.tensile_energy is missing.*"50 N/m"'),
        (
            Masonry(tensile_strength=0.0, tensile_energy=5.0),
            r'strength is 0: .*limit or blocks.*"no_tension".*"10 kPa"',
        ),
    ],
)
def test_what_is_missing_is_told(masonry, words):
    with pytest.raises(OptionsError, match=words):
        describe("wall", masonry, **ELASTIC)


def test_least_energies_and_largest_lengths_are_each_other():
    for length in (0.1, 0.6):
        opening = least_tensile_energy(579.7e6, 1e5, length)
        crushing = least_compressive_energy(579.7e6, 1e6, length)
        assert largest_length(579.7e6, 1e5, opening) == pytest.approx(length)
        assert largest_length(579.7e6, 1e5, 1e9, 1e6, crushing) == pytest.approx(length)
    assert largest_length(1e9, 0.0, 1.0) == math.inf
    # fc = E/500 and Gc = 1.6 mm fc of the paper allow bricks of 0.73 m
    assert describe("a", GIVEN, **ELASTIC).largest_length == pytest.approx(0.8 * 54.0 / 59.0)


def test_bricks_that_would_snap_back_are_refused_with_the_size_needed():
    brittle = describe("wall", Masonry(tensile_strength=0.1e6, tensile_energy=2.0), **ELASTIC)
    check_length(brittle, 0.2318)
    with pytest.raises(OptionsError, match=r"wall.tensile_energy: 2 N/m .* 0.3 m.*smaller than 0.231 m.*2.59 N/m"):
        check_length(brittle, 0.3)
    with pytest.raises(OptionsError, match=r"compressive_energy: 1855 N/m .* 0.8 m.*1.16 MPa.*smaller than 0.732 m"):
        check_length(describe("wall", GIVEN, **ELASTIC), 0.8)


def test_zones_go_before_materials_and_bands_take_the_weaker():
    weak = Masonry(tensile_strength=1e4, tensile_energy=5.0)
    given = {"stone": GIVEN, "adobe": weak, "top": Masonry(law="elastic")}
    assert choose_masonry(given, "top", ("stone",)) == ("top", given["top"])
    assert choose_masonry(given, "base", ("stone",)) == ("stone", GIVEN)
    assert choose_masonry(given, "band", ("stone", "adobe")) == ("adobe", weak)
    assert choose_masonry(given | {"adobe": Masonry(law="elastic")}, "band", ("stone", "adobe"))[0] == "stone"


def test_a_zone_without_strength_is_named():
    with pytest.raises(OptionsError, match=r'zone "upper" or of its material "adobe"; add \[pushover.masonry.adobe\]'):
        choose_masonry({"stone": GIVEN}, "upper", ("adobe",))
    with pytest.raises(OptionsError, match=r'its material "adobe"'):
        choose_masonry({"stone": GIVEN}, "band", ("stone", "adobe"))


def test_a_name_that_nothing_has_is_told():
    check_names({"stone": GIVEN}, ["stone", "upper"])
    with pytest.raises(OptionsError, match=r'pushover.masonry.stome: no material or zone .*"stone"'):
        check_names({"stome": GIVEN}, ["stone", "upper"])
