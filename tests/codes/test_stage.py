"""The codes stage on mechanisms whose numbers are known."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from pirqa.codes import CodesOptions, CodesResult, Verification, verify_mechanisms
from pirqa.codes.options import FreeStanding, RetrofitOptions
from pirqa.errors import ModelError, OptionsError
from pirqa.model.check import Place
from pirqa.motion.design_spectrum import E030, NTC2018, DesignSpectra, EC8Type1
from pirqa.project.codec import read_value, write_value
from pirqa.project.load import parse_project
from pirqa.project.results import run_project
from pirqa.report.names import case_name, field_name, group_name
from pirqa.report.words import LANGUAGES, load_words
from pirqa.units import STANDARD_GRAVITY as G
from tests.codes.mechanisms import CHOKEPUKIO, CUSCO, curve_of, mechanism, options, shown, straight
from tests.report.test_motion_section import options as keys_of

FIRST = mechanism(0.24, straight(0.24, 0.75))
PART = Place(name="joint", level=6.1)
PARTIAL = mechanism(0.17, straight(0.17, 0.2825), name="overturning.outward.6.10m", level=6.1)


def row_of(result: CodesResult, **wanted: Any) -> Verification:
    found = [item for item in result.verifications if all(getattr(item, key) == value for key, value in wanted.items())]
    assert len(found) == 1, wanted
    return found[0]


def test_table_5_by_both_rules():
    result = verify_mechanisms([FIRST], options())
    older = row_of(result, rule="ntc2008", measure="acceleration", governs=True)
    assert older.confidence_factor == 1.0
    assert older.factor == pytest.approx(0.24 / 0.18)
    newer = row_of(result, rule="ntc2018", measure="acceleration", governs=True)
    assert newer.confidence_factor == 1.35
    assert newer.factor == pytest.approx(0.24 / 0.18 / 1.35)
    beside = result.beside(newer)
    assert [item.confidence_factor for item in beside] == [1.0]
    assert beside[0].factor == pytest.approx(0.24 / 0.18)
    # FC lowers the acceleration of the curve, which lengthens the period: the demand grows with its root
    far = row_of(result, rule="ntc2018", measure="displacement", governs=True)
    assert result.beside(far)[0].factor / far.factor == pytest.approx(math.sqrt(1.35))
    assert far.capacity == pytest.approx(0.3)


def test_only_what_governs_has_a_vote():
    result = verify_mechanisms([FIRST], options(spectra=CUSCO))
    assert len(result.verifications) == 8
    ids = {check.id: check for check in result.checks}
    assert len(ids) == len(result.checks) == 9
    voting = [check for check in result.checks if check.votes]
    assert [check.id for check in voting] == [
        "codes.activation.e030_2018",
        "codes.ntc2018.e030_2018.overturning.outward.base.displacement",
    ]
    # 0.24 g is enough for ag S/q, and not for ag S: it moves, and need not fall
    assert shown(result, "onset") == {"failure"}
    assert ids["codes.activation.e030_2018"].factor == pytest.approx(0.24 / 0.30)
    assert shown(result, "wall_falls") == {"safety"}


def test_superseded_rules_and_spectra_are_shown_and_never_decide():
    both = DesignSpectra(e030_2018=CUSCO.e030_2018, e030_2003=CHOKEPUKIO.e030_2003)
    result = verify_mechanisms([FIRST, PARTIAL], options(spectra=both, structure_period=0.53))
    for check in result.checks:
        old_rule, old_spectrum = "ntc2008" in check.id, "e030_2003" in check.id
        assert ("rule_superseded" in check.notes) == old_rule
        assert ("spectrum_superseded" in check.notes) == old_spectrum
        assert not (check.votes and (old_rule or old_spectrum))
    assert {check.basis.name for check in result.checks if check.votes} == {"e030_2018"}
    only_old = verify_mechanisms([FIRST], options())
    assert not any(check.votes for check in only_old.checks)
    assert shown(only_old, "onset") == set()


def test_of_two_codes_the_named_one_governs():
    italy = NTC2018(ground_acceleration=2.5, amplification=2.4, rock_corner=0.35, soil="C")
    both = DesignSpectra(e030_2018=CUSCO.e030_2018, ntc2018=italy)
    every = {"e030_2018", "ntc2018"}
    cases = ((None, every), ("ntc2018", {"ntc2018"}), ("e030_2018", {"e030_2018"}), ("years_475", every))
    for governing, wanted in cases:
        result = verify_mechanisms([FIRST], options(spectra=both), governing=governing)
        assert {check.basis.name for check in result.checks if check.votes} == wanted
        beside = [check for check in result.checks if "spectrum_not_governing" in check.notes]
        assert {check.basis.name for check in beside} == {"e030_2018", "ntc2018"} - wanted


@pytest.mark.parametrize(
    "item", [FIRST, PARTIAL, mechanism(0.4, straight(0.4, 0.02))], ids=["ground", "floor", "stiff"]
)
@pytest.mark.parametrize("spectra", [CUSCO, CHOKEPUKIO])
def test_every_verification_is_just_met_at_its_intensity(item, spectra):
    """With the spectrum scaled to the stated intensity, the same check has a factor of 1."""
    kind = next(name for name in spectra.given)
    given = getattr(spectra, kind)
    asked = options(spectra=spectra, structure_period=0.53, limit_states=("SLV", "SLC"), collapse_spectra=spectra)
    first = verify_mechanisms([item], asked)
    for check in first.checks:
        assert check.intensity == pytest.approx(check.demand_intensity * check.ratio)
        use = check.intensity / check.demand_intensity
        if kind == "e030_2018":
            scaled = DesignSpectra(e030_2018=replace(given, use_factor=use))
        else:
            scaled = DesignSpectra(e030_2003=replace(given, use_factor=use))
        again = verify_mechanisms([item], replace(asked, spectra=scaled, collapse_spectra=scaled))
        same = next(other for other in again.checks if other.id == check.id)
        assert same.ratio == pytest.approx(1.0, rel=1e-9)
        assert same.intensity == pytest.approx(check.intensity, rel=1e-9)


def test_activation_at_a_floor_is_told_at_the_ground_and_at_the_foot():
    asked = options(spectra=CUSCO, structure_period=0.53)
    (check,) = (item for item in verify_mechanisms([PARTIAL], asked).checks if item.limit_state == "onset")
    # S_e(T1) ψ γ √(1 + 4 ξ²) over ag S: plateau 2.5, T1 < TP = 0.6 s
    amplification = 2.5 * 6.1 / 9.0 * math.sqrt(1.01)
    assert check.at_foot == pytest.approx(0.17)
    assert check.intensity == pytest.approx(0.17 / amplification)
    assert (check.demand, check.demand_intensity) == pytest.approx((0.30 * G, 0.30))
    assert check.ratio == pytest.approx(0.17 / amplification / 0.30)
    (ground,) = (item for item in verify_mechanisms([FIRST], asked).checks if item.limit_state == "onset")
    assert ground.at_foot is None
    assert ground.intensity == pytest.approx(0.24)


def test_two_failures_of_one_wall_are_two_questions():
    result = verify_mechanisms([FIRST, replace(PARTIAL, place=PART)], options(spectra=CUSCO, structure_period=0.53))
    falls = [check for check in result.checks if check.votes and check.limit_state == "wall_falls"]
    assert {(check.place.name, check.place.level) for check in falls} == {("base", None), ("joint", 6.1)}


def test_the_linear_form_decides_where_there_is_no_other():
    result = verify_mechanisms([mechanism(0.15, None)], options(rules=("ntc2018",), spectra=CUSCO))
    assert shown(result, "wall_falls") == {"failure"}
    result = verify_mechanisms([mechanism(0.15, straight(0.15, 5.0))], options(rules=("ntc2018",), spectra=CUSCO))
    assert shown(result, "wall_falls") == {"safety"}


def test_of_all_mechanisms_the_first_to_start_tells_the_onset():
    result = verify_mechanisms([FIRST, replace(PARTIAL, place=PART)], options(structure_period=0.53))
    upper, ground = (item for item in result.checks if item.limit_state == "onset")
    assert (upper.place, ground.place) == (PART, FIRST.place)
    assert upper.intensity < 0.17, "the floor shakes more than the ground"
    # the row at the ground leaves out what a wall that sways adds, and stands by itself for that
    assert "amplification" in ground.omits
    assert "amplification" not in upper.omits
    lower = mechanism(0.20, straight(0.20, 0.75), name="lower")
    (worst,) = (item for item in verify_mechanisms([FIRST, lower], options()).checks if item.limit_state == "onset")
    assert worst.capacity == pytest.approx(0.20 * G)


def test_onset_is_alpha_zero_however_little_of_the_mass_takes_part():
    partly = replace(FIRST, mass_fraction=0.75)
    for item in (FIRST, partly):
        (check,) = (one for one in verify_mechanisms([item], options()).checks if one.limit_state == "onset")
        assert check.capacity == pytest.approx(0.24 * G)


def test_knowledge_counts_only_where_crushing_is_in_the_multiplier():
    crushed = mechanism(0.24, straight(0.24, 0.75), crushing=True)
    result = verify_mechanisms([crushed], options(rules=("ntc2018",), knowledge="LC2"))
    rows = [row for row in result.verifications if row.measure == "acceleration"]
    assert [(row.confidence_factor, row.governs) for row in rows] == [(1.2, True), (1.0, False), (1.35, False)]
    assert result.remarks == ()
    result = verify_mechanisms([FIRST], options(rules=("ntc2018",), knowledge="LC2"))
    assert row_of(result, measure="acceleration", governs=True).confidence_factor == 1.35
    assert [remark.key for remark in result.remarks] == ["knowledge_overruled"]


def test_bending_on_the_ground_is_told_to_be_verified_with_the_ground():
    bent = replace(FIRST, name="bending.wall.outward", kind="bending")
    assert "bending_at_ground" in {remark.key for remark in verify_mechanisms([bent], options()).remarks}
    high = replace(bent, level=2.0)
    remarks = verify_mechanisms([high], options(structure_period=0.5)).remarks
    assert "bending_at_ground" not in {remark.key for remark in remarks}


def test_local_mechanisms_need_the_structures_period():
    result = verify_mechanisms([FIRST, PARTIAL], options())
    assert {row.mechanism for row in result.verifications} == {FIRST.name}
    (remark,) = result.remarks
    assert (remark.key, remark.text) == ("local_without_period", PARTIAL.name)


def test_local_mechanisms_feel_the_floor():
    result = verify_mechanisms([PARTIAL], options(structure_period=0.53))
    share = 6.1 / 9.0
    older = row_of(result, rule="ntc2008", measure="acceleration", governs=True)
    assert older.local
    assert older.demand == pytest.approx(0.36 * 2.5 * 0.45 / 0.53 * share / 2.0 * G)
    newer = row_of(result, rule="ntc2018", measure="acceleration", governs=True)
    assert newer.demand == pytest.approx(older.demand * math.sqrt(1.01))
    assert "floor_spectrum_reading" in newer.notes
    assert [remark.key for remark in result.remarks] == ["mode_is_straight"]
    twice = verify_mechanisms([PARTIAL], options(structure_period=0.53, participation=2.0))
    assert row_of(twice, rule="ntc2008", measure="acceleration", governs=True).demand == pytest.approx(2 * older.demand)
    shaped = options(structure_period=0.53, mode_levels=(0.0, 6.1, 9.0), mode_values=(0.0, 0.9, 1.0))
    shaped_row = row_of(verify_mechanisms([PARTIAL], shaped), rule="ntc2008", measure="acceleration", governs=True)
    assert shaped_row.demand == pytest.approx(0.9 / share * older.demand)


def test_a_mechanism_without_a_curve_is_verified_in_acceleration_alone():
    result = verify_mechanisms([mechanism(0.24, None)], options())
    assert {row.measure for row in result.verifications} == {"acceleration"}
    assert [remark.key for remark in result.remarks] == ["no_capacity_curve"]


@pytest.mark.parametrize("multiplier", [0.0, -0.05])
def test_what_falls_by_itself_has_no_capacity(multiplier):
    result = verify_mechanisms([mechanism(multiplier, None)], options(spectra=CUSCO))
    assert all(row.capacity == 0.0 and row.factor == 0.0 for row in result.verifications)
    assert all("falls_by_itself" in row.notes for row in result.verifications)
    assert shown(result, "onset") == {"failure"}


def test_a_curve_without_travel_gives_no_capacity_and_no_period():
    result = verify_mechanisms([mechanism(0.1, curve_of([0.0, 0.5], [0.1, -0.4]))], options())
    rows = [row for row in result.verifications if row.measure == "displacement" and "no_travel" in row.notes]
    assert rows
    for row in rows:
        assert row.period is None
        # by the Circolare of 2019 the limit state then comes with the start of the motion
        starts = 0.1 / row.confidence_factor / 0.36
        assert row.factor == pytest.approx(starts if row.rule == "ntc2018" else 0.0)


def test_the_motion_must_start_before_it_can_go_far():
    # a stiff, short-travelled mechanism that the earthquake cannot start
    strong = mechanism(1.0, straight(1.0, 0.05))
    result = verify_mechanisms([strong], options(rules=("ntc2018",)))
    far = row_of(result, measure="displacement", governs=True)
    assert "start_governs" in far.notes
    assert far.factor == pytest.approx(1.0 / 1.35 / 0.36)


def test_a_strut_that_fails_shortens_the_way():
    broken = mechanism(0.5, curve_of([0.0, 0.1, 0.1, 0.75], [0.5, 0.45, 0.2, 0.0]))
    result = verify_mechanisms([broken], options(rules=("ntc2018",)))
    far = row_of(result, measure="displacement", governs=True)
    assert far.capacity == pytest.approx(0.3)
    broken = mechanism(0.5, curve_of([0.0, 0.1, 0.1, 0.75], [0.5, 0.45, 0.19, 0.0]))
    far = row_of(verify_mechanisms([broken], options(rules=("ntc2018",))), measure="displacement", governs=True)
    assert far.capacity == pytest.approx(0.1)
    assert "links_broken" in far.notes


def test_other_limit_states_have_their_own_earthquake():
    asked = options(
        rules=("ntc2018",), limit_states=("SLD", "SLV", "SLC"), damage_spectra=CUSCO, collapse_spectra=CHOKEPUKIO
    )
    result = verify_mechanisms([FIRST], asked)
    assert row_of(result, limit_state="SLD", governs=True).demand == pytest.approx(0.30 * G)
    collapse = row_of(result, limit_state="SLC", governs=True)
    assert collapse.capacity == pytest.approx(0.45)
    assert collapse.period == pytest.approx(1.56 * math.pi * math.sqrt(0.45 / (0.4 * 0.24 * G / 1.35)))
    states = {check.limit_state for check in result.checks}
    assert states == {"onset", "damage", "wall_falls"}
    with pytest.raises(OptionsError, match=r"codes\.damage_spectra is missing.*zone = 2"):
        verify_mechanisms([FIRST], options(limit_states=("SLD",)))


def test_free_standing_walls_are_met_by_the_spectrum_at_their_own_period():
    soft = FreeStanding(elastic_modulus=2e8, unit_weight=25e3, thickness=1.2)
    result = verify_mechanisms([FIRST], options(rules=("ntc2018",), free_standing=soft))
    row = row_of(result, measure="acceleration", governs=True)
    period = 6.2 * 81.0 / 1.2 * math.sqrt(25e3 / (2e8 * G))
    assert period > 0.45
    assert row.demand == pytest.approx(0.36 * 2.5 * 0.45 / period * G / 2.0)
    assert "rigid_until_start" not in row.notes


def test_demand_curves_are_for_drawing():
    result = verify_mechanisms([FIRST, PARTIAL], options(structure_period=0.53))
    assert [(item.damping, item.mechanism) for item in result.demands] == [
        (0.05, ""), (0.05, PARTIAL.name), (0.08, ""), (0.08, PARTIAL.name),
    ]  # fmt: skip
    for item in result.demands:
        assert item.displacement == pytest.approx((item.period / (2 * math.pi)) ** 2 * item.acceleration)
    far = row_of(result, rule="ntc2008", mechanism=FIRST.name, measure="displacement", governs=True)
    ground = result.demands[0]
    index = abs(ground.period - far.period).argmin()
    assert ground.displacement[index] == pytest.approx(far.demand, rel=0.02)


@pytest.mark.parametrize(
    ("spectra", "told"),
    [
        (DesignSpectra(e030_2018=E030(zone=2, soil="S2", reduction=3.0)), r"codes\.spectra\.e030_2018\.reduction"),
        (DesignSpectra(e030_2018=E030(zone=2, soil="S2", vertical=True)), r"codes\.spectra\.e030_2018\.vertical"),
        (
            DesignSpectra(ec8_type1=EC8Type1(ground_acceleration=2.0, ground="B", damping=0.1)),
            r"codes\.spectra\.ec8_type1\.damping",
        ),
        (None, r"codes\.spectra is missing"),
    ],
)
def test_spectra_that_do_not_fit_are_refused(spectra, told):
    with pytest.raises(OptionsError, match=told):
        verify_mechanisms([FIRST], options(spectra=spectra))


def test_the_italian_spectrum_serves_too():
    italy = DesignSpectra(ntc2018=NTC2018(ground_acceleration=2.5, amplification=2.4, rock_corner=0.35, soil="C"))
    result = verify_mechanisms([FIRST], options(spectra=italy))
    far = row_of(result, rule="ntc2018", measure="displacement", governs=True)
    assert "damping_correction_assumed" not in far.notes
    assert far.spectrum == "ntc2018"


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": ()},
        {"limit_states": ()},
        {"mode_levels": (0.0, 1.0), "mode_values": (0.0,)},
        {"mode_levels": (1.0, 0.5), "mode_values": (0.0, 1.0)},
        {"mode_levels": (1.0,), "mode_values": (1.0,)},
        {"behaviour_factor": 0.5},
        {"structure_period": 0.0},
        {"structure_damping": 0.0},
    ],
)
def test_options_that_make_no_sense_are_refused(changes):
    with pytest.raises(ModelError, match="codes"):
        options(**changes)


def test_nothing_to_verify_is_said():
    nothing = verify_mechanisms([], options())
    assert nothing.verifications == nothing.checks == ()
    assert [remark.key for remark in nothing.remarks] == ["codes_nothing_to_verify"]


def test_retrofit_needs_mechanisms_that_can_be_built_again():
    with pytest.raises(OptionsError, match="add limit"):
        verify_mechanisms([FIRST], options(retrofit=RetrofitOptions(level=4.0)))


def test_the_result_survives_the_folder(tmp_path):
    result = verify_mechanisms([FIRST, PARTIAL], options(structure_period=0.53))
    write_value(result, tmp_path)
    again = read_value(CodesResult, tmp_path)
    assert again.verifications == result.verifications
    assert again.checks == result.checks
    assert again.remarks == result.remarks
    assert again.demands[0].period == pytest.approx(result.demands[0].period)
    assert str(again) == str(result)
    assert "0.567 with 1)  overturning.outward.6.10m" in str(result)
    assert "5 of 8 are not satisfied" in str(result)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_note_and_remark_has_words(language):
    words = load_words(language)
    broken = mechanism(0.5, curve_of([0.0, 0.1, 0.1, 0.75], [0.5, 0.45, 0.19, 0.0]), name="broken")
    fallen = mechanism(-0.1, curve_of([0.0, 0.5], [-0.1, -0.4]), name="fallen")
    strong = mechanism(1.0, straight(1.0, 0.05), name="strong")
    asked = options(structure_period=0.53, knowledge="LC3")
    told = [
        verify_mechanisms([FIRST, PARTIAL, broken, fallen, strong], asked),
        verify_mechanisms([PARTIAL, mechanism(0.1, None, name="blocks")], CodesOptions(spectra=CUSCO)),
    ]
    notes = {note for result in told for check in result.checks for note in check.notes}
    assert {"start_governs", "no_travel", "links_broken", "falls_by_itself", "confidence_factor_beside"} <= notes
    assert [note for note in sorted(notes) if f"note.{note}" not in words] == []
    remarks = {remark.key for result in told for remark in result.remarks}
    assert remarks == {"mode_is_straight", "knowledge_overruled", "local_without_period", "no_capacity_curve"}
    assert [key for key in sorted(remarks) if f"remark.{key}" not in words] == []
    for check in told[0].checks:
        assert f"method.{check.method.partition('.')[0]}" in words
        assert f"mode.{check.mode}" in words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_input_has_words(language):
    words = load_words(language)
    keys = keys_of(CodesOptions, "codes")
    assert len(keys) > 40
    for group, key in keys:
        assert group_name(group, words)
        assert field_name(key, words), key
    assert words("code.e030_2018") in group_name("codes.spectra.e030_2018", words)
    assert words("code.e030_2018") in case_name("ntc2018.e030_2018", words)


def test_inputs_that_do_nothing_are_not_called_assumed():
    text = """
format = 1
analyses = ["limit", "codes"]
[project]
name = "wall"
[materials.stone]
unit_weight = "20 kN/m3"
[wall]
height = "3 m"
thickness = "0.9 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[codes.spectra.e030_2018]
zone = 2
soil = "S2"
"""
    inputs = {row.key for row in parse_project(text).inputs}
    assert {"codes.rules", "codes.behaviour_factor", "codes.spectra.e030_2018.zone"} <= inputs
    assert not {"codes.levels", "codes.spectra.e030_2018.vertical", "codes.spectra.e030_2018.reduction"} & inputs
    inputs = {row.key for row in parse_project(text, changes={"codes.structure_period": "0.5 s"}).inputs}
    assert "codes.levels" in inputs
    inputs = {row.key for row in parse_project(text, changes={"codes.spectra.e030_2018.reduction": "1.0"}).inputs}
    assert "codes.spectra.e030_2018.reduction" in inputs


PROPPED = """
format = 1
analyses = ["limit", "codes"]
[project]
name = "A wall with a strut"
[materials.granite]
unit_weight = "23.6 kN/m3"
[wall]
length = "10 m"
courses = 6
[[wall.zones]]
name = "low"
material = "granite"
bottom = "0 m"
top = "2.30 m"
thickness = "0.88 m"
[[wall.zones]]
name = "up"
material = "granite"
bottom = "2.30 m"
top = "4.6 m"
thickness = "0.70 m"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "31 deg"
[backfill]
unit_weight = "15.7 kN/m3"
friction_angle = "40 deg"
water_level = "0.5 m"
saturated_unit_weight = "19 kN/m3"
[site]
kh = 0.3
acceleration = "0.3 g"
[limit]
[limit.struts.b]
level = "2.76 m"
kind = "strut"
timber = { diameter = "15 cm", effective_length = "1.5 m", compressive_strength = "4 MPa" }
[codes]
rules = ["RULE"]
limit_states = ["STATE", "SLV"]
structure_damping = 0.1
[codes.spectra.e030_2018]
zone = 2
soil = "S2"
[codes.damage_spectra.e030_2018]
zone = 1
soil = "S1"
[codes.collapse_spectra.e030_2018]
zone = 3
soil = "S2"
"""


@pytest.mark.parametrize(
    ("rule", "state"), [("ntc2008", "SLD"), pytest.param("ntc2018", "SLC", marks=pytest.mark.long)]
)
def test_a_mechanism_that_does_not_travel_is_verified(tmp_path, rule, state):
    project = parse_project(PROPPED.replace("RULE", rule).replace("STATE", state))
    result = run_project(project, tmp_path / "out").stages["codes"]
    still = [item for item in result.verifications if "no_travel" in item.notes]
    assert {item.limit_state for item in still} >= {"SLV", state} - {"SLD"}
    assert all(item.period is None and item.factor is not None and item.factor < 0.05 for item in still)
