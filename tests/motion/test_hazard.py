"""Hazard: models keep to their ranges, conditional spectra follow the formulas, bad files of spectra are named."""

from __future__ import annotations

import builtins
import importlib
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import get_args, get_type_hints

import numpy as np
import pytest

from pirqa.errors import MissingExtraError, ModelError, OptionsError, RecordError
from pirqa.motion.hazard import MODELS, Scenario, conditional_spectrum, correlation, implied_measures, predict
from pirqa.motion.options import MotionOptions
from pirqa.motion.prepare import prepare_set
from pirqa.motion.sets.options import ConditionalTarget, ScenarioOptions, SetOptions, SpectrumTarget
from pirqa.motion.sets.target import read_spectrum, scenario_of, target_curve
from pirqa.report.remarks import remark_text
from pirqa.report.words import load_words
from pirqa.units import STANDARD_GRAVITY as G

PERIODS = np.geomspace(0.05, 2.0, 12)
CRUST = Scenario(magnitude=6.8, distance=15e3, mechanism="strike_slip", vs30=500.0)
INTERFACE = Scenario(magnitude=8.0, distance=100e3, mechanism="interface", vs30=500.0)
SLAB = Scenario(magnitude=7.0, distance=120e3, mechanism="intraslab", vs30=500.0, depth=90e3)
ALL = [*((name, CRUST) for name in ("bssa14", "cb14", "cy14", "ask14")), ("aga16", INTERFACE), ("aga16", SLAB)]


@pytest.fixture
def no_pygmm(monkeypatch):
    for name in [name for name in sys.modules if name.split(".")[0] == "pygmm"]:
        monkeypatch.delitem(sys.modules, name)
    real = builtins.__import__

    def refuse(name, *rest, **more):
        if name.split(".")[0] == "pygmm":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.setattr(importlib, "import_module", lambda name, *rest: refuse(name, *rest))


# models


@pytest.mark.parametrize(("name", "scenario"), ALL)
def test_median_and_deviation_are_plausible_and_fall_with_distance(name, scenario):
    near = predict(MODELS[name], scenario, PERIODS)
    far = predict(MODELS[name], replace(scenario, distance=scenario.distance * 1.5), PERIODS)
    assert np.all(far.median < near.median)
    assert np.all((near.sigma > 0.4) & (near.sigma < 0.9))
    assert 0.02 * G < near.pga < 1.0 * G


@pytest.mark.parametrize(("name", "scenario"), ALL)
def test_models_interpolate_between_the_periods_of_their_coefficients(name, scenario):
    found = predict(MODELS[name], scenario, np.array([0.2, math.sqrt(0.2 * 0.3), 0.3]))
    if name != "bssa14":  # which has coefficients between these
        within = sorted([found.median[0], found.median[2]])
        assert within[0] * 0.98 <= found.median[1] <= within[1] * 1.02
    one = predict(MODELS[name], scenario, np.array([0.01]))
    assert one.median[0] == pytest.approx(one.pga, rel=0.02)


def test_crustal_models_agree_within_their_scatter():
    medians = np.array([predict(MODELS[name], CRUST, PERIODS).median for name in ("bssa14", "cb14", "cy14", "ask14")])
    assert (medians.max(axis=0) / medians.min(axis=0)).max() < 1.8


def test_rock_is_weaker_than_soil_at_long_periods():
    for name, scenario in ALL:
        rock = predict(MODELS[name], replace(scenario, vs30=900.0), np.array([1.0])).median[0]
        assert rock < predict(MODELS[name], replace(scenario, vs30=250.0), np.array([1.0])).median[0]


def test_short_periods_of_cb14_are_not_below_the_peak_acceleration():
    found = predict(MODELS["cb14"], replace(CRUST, distance=200e3), np.geomspace(0.01, 0.2, 20))
    assert found.median.min() >= found.pga * (1 - 1e-12)


@pytest.mark.parametrize(
    ("name", "changes", "message"),
    [
        ("bssa14", {"magnitude": 8.6}, r"magnitude: 8\.6 is outside the range of bssa14 \(strike_slip\), 3 to 8\.5"),
        ("bssa14", {"magnitude": 7.5, "mechanism": "normal"}, r"7\.5 is outside .* \(normal\), 3 to 7"),
        ("bssa14", {"distance": 301e3}, r"distance: 301 km is outside the range of bssa14 .*, 0 to 300 km"),
        ("bssa14", {"vs30": 1600.0}, r"vs30: 1600 m/s is outside the range of bssa14 .*, 150 to 1500 m/s"),
        ("cb14", {"depth": 25e3}, r"depth: 25 km is outside the range of cb14, 0 to 20 km"),
        ("cb14", {"mechanism": "unspecified"}, r"mechanism: is not given, or oblique; cb14 covers .* model = bssa14"),
        ("cb14", {"magnitude": 8.2, "mechanism": "reverse"}, r"8\.2 is outside .*\(reverse\), 3\.3 to 8"),
        ("cy14", {"magnitude": 3.4}, r"3\.4 is outside"),
        ("cy14", {"vs30": 170.0}, r"170 m/s is outside"),
        ("ask14", {"vs30": 1200.0}, r"1200 m/s is outside the range of ask14 .*, 180 to 1000 m/s"),
        ("ask14", {"mechanism": "interface"}, r"mechanism: is interface; ask14 covers .*model = aga16"),
        ("aga16", {}, r"mechanism: is strike_slip; aga16 covers interface, intraslab.*bssa14 or cb14 or cy14 or ask14"),
        ("aga16", {"mechanism": "interface", "magnitude": 9.2}, r"9\.2 is outside .*5 to 9;"),
        ("aga16", {"mechanism": "intraslab"}, r'depth: missing; aga16 needs .* depth = "80 km"'),
        ("aga16", {"mechanism": "intraslab", "depth": 80e3}, r"distance: 15 km is less than the depth, 80 km"),
    ],
)
def test_a_scenario_outside_a_model_is_an_error_that_names_the_range(name, changes, message):
    with pytest.raises(OptionsError, match=message):
        predict(MODELS[name], replace(CRUST, **changes), PERIODS)


def test_our_ranges_are_not_wider_than_those_the_library_warns_of():
    pygmm = pytest.importorskip("pygmm")
    names = {"magnitude": "mag", "distance": "dist_rup", "velocity": "v_s30"}
    for model in MODELS.values():
        limits = {item.name: item for item in getattr(pygmm, model.library_name).PARAMS if hasattr(item, "min")}
        ranges = {"distance": tuple(value / 1000.0 for value in model.distances), "velocity": model.velocities}
        if model.name != "aga16":  # its largest magnitude there is marked as one to be repaired
            low, high = zip(*model.magnitudes.values(), strict=True)
            ranges["magnitude"] = (min(low), max(high))
        for key, (low, high) in ranges.items():
            limit = limits.get(names[key])
            if limit is None:
                continue
            assert limit.min is None or low >= limit.min, (model.name, key)
            assert limit.max is None or high <= limit.max, (model.name, key)


def test_above_the_rupture_the_closest_distance_bounds_its_depth():
    found = MODELS["bssa14"].inputs(replace(CRUST, magnitude=5.0, distance=2e3))
    assert (found["depth_tor"], found["dist_jb"]) == (2.0, 0.0)
    assert found["dist_x"] < 0.0  # not on the hanging wall
    for name in ("bssa14", "cb14", "cy14", "ask14"):
        assert predict(MODELS[name], replace(CRUST, distance=0.0), PERIODS).median.min() > 0.0


def test_an_earthquake_beyond_the_data_is_remarked():
    found = predict(MODELS["aga16"], replace(INTERFACE, magnitude=8.8), PERIODS)
    (remark,) = [item for item in found.remarks if item.key == "hazard_beyond_data"]
    assert (remark.amount, remark.stated) == (8.8, 8.4)
    assert "hazard_beyond_data" not in [item.key for item in predict(MODELS["aga16"], INTERFACE, PERIODS).remarks]


@pytest.mark.parametrize(
    "changes", [{"magnitude": math.nan}, {"distance": -1.0}, {"vs30": 20.0}, {"mechanism": "slip"}]
)
def test_a_scenario_that_cannot_be_is_refused(changes):
    with pytest.raises(ModelError, match=r"motion\.set\.scenario"):
        replace(CRUST, **changes)


# conditional spectra


@pytest.mark.parametrize(("name", "scenario"), ALL)
def test_conditional_spectrum_follows_the_formulas(name, scenario):
    period, epsilon = 0.4, 1.7
    found = conditional_spectrum(name, scenario, period=period, epsilon=epsilon, periods=PERIODS)
    plain = predict(MODELS[name], scenario, PERIODS)
    rho = correlation(PERIODS, period)
    assert found.median == pytest.approx(plain.median * np.exp(rho * epsilon * plain.sigma), rel=1e-12)
    assert found.sigma == pytest.approx(plain.sigma * np.sqrt(1.0 - rho**2), rel=1e-12)
    at = conditional_spectrum(name, scenario, period=period, epsilon=epsilon, periods=np.array([period]))
    assert at.sigma[0] == 0.0
    assert at.median[0] == pytest.approx(at.acceleration, rel=1e-14)


def test_acceleration_or_epsilon_give_the_same_spectrum():
    first = conditional_spectrum("cb14", CRUST, period=0.3, epsilon=-0.8, periods=PERIODS)
    second = conditional_spectrum("cb14", CRUST, period=0.3, acceleration=first.acceleration, periods=PERIODS)
    assert second.epsilon == pytest.approx(-0.8, abs=1e-12)
    assert second.median == pytest.approx(first.median, rel=1e-12)
    assert second.source == first.source


def test_a_rare_acceleration_is_remarked_and_an_impossible_one_refused():
    usual = conditional_spectrum("bssa14", CRUST, period=0.3, epsilon=0.0, periods=PERIODS).acceleration
    found = conditional_spectrum("bssa14", CRUST, period=0.3, acceleration=9.0 * usual, periods=PERIODS)
    assert "hazard_epsilon" in [item.key for item in found.remarks]
    with pytest.raises(OptionsError, match=r"m/s2 at 0\.3 s is .* standard deviations from the median of bssa14"):
        conditional_spectrum("bssa14", CRUST, period=0.3, acceleration=1000.0 * usual, periods=PERIODS)


@pytest.mark.parametrize("given", [{}, {"epsilon": 1.0, "acceleration": 2.0}])
def test_one_of_epsilon_and_acceleration_must_be_given(given):
    with pytest.raises(OptionsError, match="give epsilon or acceleration"):
        conditional_spectrum("bssa14", CRUST, period=0.3, periods=PERIODS, **given)
    with pytest.raises(ModelError, match="give epsilon or acceleration"):
        ConditionalTarget(period=0.3, model="bssa14", **given)


def test_periods_outside_the_models_are_refused():
    with pytest.raises(OptionsError, match=r"goes from 0\.01 to 10 s; the set needs 0\.005 s"):
        conditional_spectrum("bssa14", CRUST, period=0.3, epsilon=1.0, periods=np.array([0.005, 0.3]))
    with pytest.raises(OptionsError, match=r"correlations are known from 0\.01 to 10 s"):
        correlation(np.array([0.3, 11.0]), 1.0)


def test_correlation_is_symmetric_bounded_and_continuous():
    periods = np.geomspace(0.01, 10.0, 61)
    table = np.array([correlation(periods, float(period)) for period in periods])
    assert table == pytest.approx(table.T, abs=1e-15)
    assert np.all(np.diag(table) == 1.0)
    assert table.min() >= 0.0
    assert table.max() <= 1.0
    for edge in (0.109, 0.2):
        for other in (0.03, 0.15, 1.0):
            low, high = correlation(np.array([edge - 1e-9, edge + 1e-9]), other)
            assert low == pytest.approx(high, abs=2e-3)


def test_correlation_equals_that_of_the_library():
    module = pytest.importorskip("pygmm.baker_jayaram_2008")
    periods = np.geomspace(0.01, 10.0, 200)
    for period in (0.02, 0.1, 0.15, 0.5, 3.0):
        assert correlation(periods, period) == pytest.approx(module.calc_correls(periods, period), abs=1e-12)


def test_subduction_remarks_the_crustal_correlation():
    keys = [item.key for item in conditional_spectrum("aga16", SLAB, period=0.3, epsilon=1.0, periods=PERIODS).remarks]
    assert keys == ["hazard_forearc", "hazard_crustal_correlation"]
    keys = [item.key for item in conditional_spectrum("cy14", CRUST, period=0.3, epsilon=1.0, periods=PERIODS).remarks]
    assert keys == ["hazard_geometry"]


def test_model_names_of_the_options_are_the_registered_ones():
    assert get_args(get_type_hints(ConditionalTarget)["model"]) == tuple(MODELS)
    with pytest.raises(OptionsError, match=r'model: "bssa15" is not known; .*bssa14'):
        ConditionalTarget(period=0.3, epsilon=1.0, model="bssa15")


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_remark_of_the_hazard_has_words(language):
    words = load_words(language)
    rare = conditional_spectrum("aga16", replace(INTERFACE, magnitude=8.8), period=0.3, epsilon=0.0, periods=PERIODS)
    found = conditional_spectrum(
        "aga16", replace(INTERFACE, magnitude=8.8), period=0.3, acceleration=10.5 * rare.acceleration, periods=PERIODS
    )
    crust = conditional_spectrum("bssa14", CRUST, period=0.3, epsilon=1.0, periods=PERIODS)
    told = {item.key: remark_text(item, words) for item in (*found.remarks, *crust.remarks)}
    assert set(told) == {
        *("hazard_geometry", "hazard_forearc", "hazard_beyond_data", "hazard_epsilon", "hazard_crustal_correlation")
    }
    assert all(f"remark.{key}" in words for key in told)
    assert "8.4" in told["hazard_beyond_data"].replace(",", ".")
    for key in ("velocity", "duration", "measures"):
        assert f"remark.set_{key}_not_compared" in words


# velocity and duration


def test_velocity_and_duration_grow_with_magnitude():
    weak, strong = implied_measures(replace(CRUST, magnitude=5.5)), implied_measures(replace(CRUST, magnitude=7.5))
    assert weak.pgv < strong.pgv
    assert weak.duration < strong.duration
    assert 0.05 < implied_measures(CRUST).pgv < 0.5
    assert len(strong.sources) == 2


@pytest.mark.parametrize(
    ("scenario", "velocity", "duration"),
    [
        (INTERFACE, False, False),
        (SLAB, False, False),
        (replace(CRUST, magnitude=8.2), True, False),
        (replace(CRUST, distance=250e3), True, False),
        (replace(CRUST, vs30=170.0), True, False),
        (replace(CRUST, magnitude=8.6), False, False),
        (replace(CRUST, mechanism="unspecified"), True, True),
        (replace(CRUST, mechanism="normal", magnitude=7.2), False, True),
    ],
)
def test_measures_that_no_model_covers_are_none(scenario, velocity, duration):
    found = implied_measures(scenario)
    assert (found.pgv is not None, found.duration is not None) == (velocity, duration)


# the extra


def test_without_the_extra_the_pip_command_is_given(no_pygmm):
    with pytest.raises(MissingExtraError, match=r"ground-motion model bssa14 needs .*pip install 'pirqa\[hazard\]'"):
        conditional_spectrum("bssa14", CRUST, period=0.3, epsilon=1.0, periods=PERIODS)
    with pytest.raises(MissingExtraError, match=r"pirqa\[hazard\]"):
        implied_measures(CRUST)
    assert implied_measures(INTERFACE).pgv is None


def test_spectra_are_read_without_the_extra(no_pygmm, tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("T [s], Sa [g]\n0.1, 0.3\n1, 0.2\n", encoding="utf-8")
    assert read_spectrum(path).acceleration[0] == pytest.approx(0.3 * G)


def test_importing_the_sets_does_not_import_the_models():
    code = "import sys, pirqa.motion.sets; print([name for name in ('pygmm', 'pandas') if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# files of spectra


def write(tmp_path: Path, text: str | bytes, name: str = "spectrum.csv") -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize(
    "text",
    [
        "T [s], Sa [g]\n0, 0.2\n0.2, 0.5\n1.0, 0.15\n",
        "T [s];Sa [g]\n0;0,2\n0,2;0,5\n1;0,15\n",
        "# mine\n\nPeriodo (s)\tAceleración (gal)\n0\t196.133\n0.2\t490.3325\n1\t147.09975\n",
        "\ufeffSa [m/s²],period [ms]\r\n1.96133,0\r\n4.903325,200\r\n1.4709975,1000\r\n",
        "PSA [cm/s2],T [s]\n196.133,0\n490.3325,0.2\n147.09975,1\n",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_the_same_spectrum_in_many_spellings(tmp_path, text, encoding):
    if encoding != "utf-8":
        text = text.removeprefix("\ufeff")
    found = read_spectrum(write(tmp_path, text.encode(encoding)))
    assert found.periods == pytest.approx([0.0, 0.2, 1.0])
    assert found.acceleration == pytest.approx([0.2 * G, 0.5 * G, 0.15 * G], rel=1e-12)
    assert found.sigma is None
    assert found.source == "spectrum.csv"


def test_sigma_is_read(tmp_path):
    found = read_spectrum(write(tmp_path, "T [s],Sa [g],sigma\n0.1,0.3,0.6\n1,0.2,0.7\n"))
    assert found.sigma == pytest.approx([0.6, 0.7])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty; give columns such as"),
        ("T [s],Sa [g]\n", "has too few points .0.; a spectrum needs 2 or more"),
        ("T [s],Sa [g]\n0.1,0.3\n", "has too few points .1.; a spectrum needs 2 or more"),
        ("T [s],Sa [g]\n0.1,0.3\n0.1,0.2\n", r"line 3: the period is 0\.1 s after 0\.1 s; periods must rise"),
        ("T [s],Sa [g]\n1,0.3\n0.1,0.2\n", "line 3: .* periods must rise"),
        ("T [s],Sa [g]\n-0.1,0.3\n1,0.2\n", r"line 2: the period is -0\.1 s; it must be 0 or more"),
        ("T [s],Sa [g]\n0.1,-0.3\n1,0.2\n", "line 2: the acceleration is .*; it must be greater than 0"),
        ("T [s],Sa [g]\n0.1,0.3\n1,0\n", "line 3: the acceleration is 0 m/s2"),
        ("T [s],Sa [g]\n0.1,nan\n1,0.2\n", 'line 2, column "Sa \\[g\\]": "nan" is not a number'),
        ("T [s],Sa [g]\n0.1,inf\n1,0.2\n", '"inf" is not a number'),
        ("T [s],Sa [g]\n0.1,much\n1,0.2\n", '"much" is not a number'),
        ("T [s],Sa [g]\n0.1,\n1,0.2\n", 'line 2, column "Sa \\[g\\]": "" is not a number'),
        ("T [s],Sa [g]\n0.1,1_0\n1,0.2\n", '"1_0" is not a number'),
        ("T [s],Sa [g]\n0.1,0.3,5\n1,0.2\n", "line 2: has 3 cells, the head 2"),
        ("T [s],Sa [g]\n0.1\n1,0.2\n", "line 2: has 1 cells, the head 2"),
        ("T,Sa [g]\n0.1,0.3\n1,0.2\n", 'column "T": has no unit; write one of s, ms, min'),
        ("T [s],Sa\n0.1,0.3\n1,0.2\n", 'column "Sa": has no unit; write one of g, m/s2'),
        ("T [s],Sa [%g]\n0.1,30\n1,20\n", 'unit "%g" is not known'),
        ("T [Hz],Sa [g]\n0.1,30\n1,20\n", 'unit "Hz" is not known'),
        ("T [s],T [ms],Sa [g]\n1,2,3\n", "are both period"),
        ("T [s],sigma\n0.1,0.3\n1,0.2\n", "has no column of acceleration"),
        ("Sa [g],sigma\n0.1,0.3\n1,0.2\n", "has no column of period"),
        ("T [s],Sa [g],mood\n0.1,0.3,1\n", 'column "mood" is not known'),
        ("0.1,0.3\n1,0.2\n", r'column "0\.1" is not known; give columns such as "T \[s\], Sa \[g\]"'),
        ("T [s],Sa [g],sigma\n0.1,0.3,-0.5\n1,0.2,0.5\n", r"line 2: sigma is -0\.5"),
        ("T [s],Sa [g],sigma [g]\n0.1,0.3,0.5\n1,0.2,0.5\n", "sigma is of the logarithm"),
        ("T [s];Sa [gal]\n0;1,250\n1;2,300\n", 'the comma of "1,250" may part decimals or thousands'),
        ("T [s];Sa [g]\n0.1;0,3\n1;0,2\n", "may part decimals or thousands; write points"),
        ("T [s],Sa [g]\n0,1,0,3\n1,0,2\n", "line 2: has 4 cells, the head 2"),
        (b"T [s],Sa [g]\n\0\0\n", "is not text"),
    ],
)
def test_bad_spectra_are_refused_by_line(tmp_path, text, message):
    path = write(tmp_path, text)
    with pytest.raises(RecordError, match=message) as caught:
        read_spectrum(path)
    assert str(path) in str(caught.value)


def test_a_spectrum_that_is_not_there_or_a_folder_is_named(tmp_path):
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(RecordError, match=r"cannot be read: .*; check the path"):
            read_spectrum(path)


@pytest.mark.parametrize("key", ["longitude", "probability"])
def test_a_choice_that_a_plain_file_does_not_offer_is_refused(tmp_path, key):
    path = write(tmp_path, "T [s],Sa [g]\n0.1,0.3\n1,0.2\n")
    with pytest.raises(
        OptionsError, match=f"{key}: .* holds one spectrum, without sites or probabilities; remove {key}"
    ):
        read_spectrum(path, **({"longitude": -72.0, "latitude": -13.5} if key == "longitude" else {key: 0.1}))


UHS = """#,,,,"generated_by='OpenQuake engine 3.16.0', start_date='2024-01-01T00:00:00', checksum=1, kind='mean', \
investigation_time=50.0"
lon,lat,0.1~PGA,0.1~SA(0.1),0.1~SA(0.5),0.1~SA(2.0),0.02~PGA,0.02~SA(0.1),0.02~SA(0.5),0.02~SA(2.0)
-71.97000,-13.52000,2.0E-01,4.0E-01,3.0E-01,8.0E-02,4.0E-01,8.0E-01,6.0E-01,1.6E-01
-72.55000,-13.16000,1.0E-01,2.0E-01,1.5E-01,4.0E-02,2.0E-01,4.0E-01,3.0E-01,8.0E-02
"""
CUSCO = {"longitude": -71.98, "latitude": -13.53}


def test_openquake_export_by_site_and_probability(tmp_path):
    path = write(tmp_path, UHS, "hazard_uhs-mean_12.csv")
    found = read_spectrum(path, **CUSCO, probability=0.02)
    assert found.periods == pytest.approx([0.0, 0.1, 0.5, 2.0])
    assert found.acceleration == pytest.approx(np.array([0.4, 0.8, 0.6, 0.16]) * G)
    assert found.source == (
        "hazard_uhs-mean_12.csv: uniform-hazard spectrum (mean), 2 % in 50 years, site -71.97, -13.52"
    )
    other = read_spectrum(path, longitude=287.45, latitude=-13.16, probability=0.1)  # the same, eastwards
    assert other.acceleration == pytest.approx(np.array([0.1, 0.2, 0.15, 0.04]) * G)


@pytest.mark.parametrize(
    "text",
    [
        "# mean, investigation_time=50.0\nlon,lat,0.1~PGA,0.1~SA(0.2)\n1,2,0.3,0.6\n",
        "# mean, investigation_time=50.0\nlon,lat,0.1-SA(0.2),0.1-PGA\n1,2,0.6,0.3\n",
        "lon,lat,0.1~PGA,0.1~SA(0.2)\n1,2,0.3,0.6\n",
        "custom_site_id,lon,lat,depth,0.1~PGA,0.1~SA(0.2)\nabc,1,2,0,0.3,0.6\n",
    ],
)
def test_openquake_exports_of_other_versions(tmp_path, text):
    found = read_spectrum(write(tmp_path, text))
    assert found.periods == pytest.approx([0.0, 0.2])
    assert found.acceleration == pytest.approx([0.3 * G, 0.6 * G])


@pytest.mark.parametrize(
    ("change", "choice", "message"),
    [
        (("", ""), {"probability": 0.1}, "has 2 sites .-71.97, -13.52; -72.55, -13.16.; give longitude and latitude"),
        (("", ""), CUSCO, r"probability: missing; .* has spectra of the probabilities 0\.1, 0\.02"),
        (("", ""), {**CUSCO, "probability": 0.05}, r"0\.05 is not in .*; it has 0\.1, 0\.02"),
        (
            ("", ""),
            {"longitude": -71.9, "latitude": -13.52, "probability": 0.1},
            r"no site within 0\.05° of -71\.9, -13\.52; the nearest of its 2 sites: -71\.97, -13\.52",
        ),
        (("kind='mean'", "kind='std'"), {**CUSCO, "probability": 0.1}, "standard deviation of spectra; give the mean"),
        (("0.1~SA(0.5)", "0.1~PGV"), {**CUSCO, "probability": 0.1}, 'column "0.1~PGV" is none of a uniform-hazard'),
        (("0.1~SA(0.5)", "0.1~SA(0.1)"), {**CUSCO, "probability": 0.1}, "stands twice"),
        (("4.0E-01,3.0E-01,8.0E-02,4.0E-01", "0,3.0E-01,8.0E-02,4.0E-01"), {**CUSCO, "probability": 0.1}, "is 0 g at"),
        (("-71.97000,-13.52000,2.0E-01", "-71.97000,-13.52000,nan"), {**CUSCO, "probability": 0.1}, "not a number"),
        (("-71.97000", "west"), {**CUSCO, "probability": 0.1}, '"west" is not a number'),
        (
            ("-72.55000,-13.16000", "-71.97000,-13.52000"),
            {**CUSCO, "probability": 0.1},
            "lines 3 and 4 are of one site",
        ),
        ((",1.6E-01\n", "\n"), {**CUSCO, "probability": 0.1}, "line 3: has 9 cells, the head 10"),
        (
            ("-72.55000,-13.16000", "-72.55000\n#"),
            {**CUSCO, "probability": 0.1},
            "line 4: has no longitude and latitude",
        ),
    ],
)
def test_bad_openquake_exports_are_named(tmp_path, change, choice, message):
    text = UHS.replace(*change) if change[0] else UHS
    assert not change[0] or text != UHS
    with pytest.raises((OptionsError, RecordError), match=message):
        read_spectrum(write(tmp_path, text, "hazard_uhs-mean_1.csv"), **choice)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lon,lat\n1,2\n", "has no spectrum"),
        ("lon,lat,0.1~PGA\n1,2,0.3\n", "has too few points .1. of probability 0.1; a spectrum needs 2 or more"),
        ("lon,lat,0.1~PGA,0.1~SA(0.2)\n", "has no site"),
    ],
)
def test_openquake_exports_without_a_spectrum_are_named(tmp_path, text, message):
    with pytest.raises(RecordError, match=message):
        read_spectrum(write(tmp_path, text))


def test_deviations_of_an_openquake_export_are_no_target(tmp_path):
    path = write(tmp_path, "lon,lat,0.1~PGA,0.1~SA(0.2)\n1,2,0.3,0.6\n", "hazard_uhs-std_3.csv")
    with pytest.raises(RecordError, match="standard deviation of spectra"):
        read_spectrum(path)


# sets, from end to end


def set_of(folder: Path, **changes):
    options = SetOptions(**({"period": 0.3, "search": "greedy", "types": {}} | changes))
    return prepare_set(MotionOptions(set=options), {}, folder)


def test_oblique_slip_is_unspecified_for_the_models():
    assert scenario_of(ScenarioOptions(magnitude=7.0, distance=20e3, mechanism="oblique")).mechanism == "unspecified"
    assert scenario_of(ScenarioOptions(magnitude=7.0, distance=20e3)).mechanism == "unspecified"
    found = scenario_of(ScenarioOptions(magnitude=7.0, distance=90e3, mechanism="intraslab", depth=80e3))
    assert (found.mechanism, found.depth) == ("intraslab", 80e3)


def test_a_set_for_a_conditional_spectrum_out_of_the_library(tmp_path):
    found, prepared = set_of(
        tmp_path,
        conditional=ConditionalTarget(period=0.3, epsilon=1.0, model="bssa14"),
        scenario=ScenarioOptions(magnitude=6.8, distance=20e3, mechanism="strike_slip", vs30=500.0),
        count=7,
    )
    assert found.target == "conditional"
    assert "bssa14" not in found.source
    assert "Boore" in found.source
    assert len(prepared) == len(found.members) == 7
    at = int(np.argmin(np.abs(found.curve["period"] - 0.3)))
    assert found.curve["period"][at] == 0.3
    assert found.curve["low"][at] == pytest.approx(found.curve["target"][at], rel=1e-12)  # no variance there
    assert found.curve["mean"][at] == pytest.approx(found.curve["target"][at], rel=1e-6)
    keys = [rule.key for rule in found.rules]
    assert {"velocity", "duration"} <= set(keys)
    assert "hazard_geometry" in [remark.key for remark in found.remarks]
    assert not [remark.key for remark in found.remarks if remark.key.endswith("_not_compared")]


def test_a_subduction_set_compares_no_velocity_and_says_so(tmp_path):
    found, _ = set_of(
        tmp_path,
        conditional=ConditionalTarget(period=0.3, acceleration=3.0, model="aga16"),
        scenario=ScenarioOptions(magnitude=8.0, distance=100e3, mechanism="interface", vs30=500.0),
    )
    assert not {"velocity", "duration"} & {rule.key for rule in found.rules}
    assert {"set_measures_not_compared", "hazard_crustal_correlation"} <= {remark.key for remark in found.remarks}


def test_a_set_for_a_uniform_hazard_spectrum_of_openquake(tmp_path):
    write(tmp_path, UHS, "hazard_uhs-mean_1.csv")
    found, prepared = set_of(
        tmp_path, spectrum=SpectrumTarget(file="hazard_uhs-mean_1.csv", probability=0.1, **CUSCO), period=0.4
    )
    assert found.target == "spectrum"
    assert found.demand == pytest.approx(0.2 * G)
    assert "10 % in 50 years" in found.source
    assert len(prepared) == len(found.members)
    at = int(np.argmin(np.abs(found.curve["period"] - 0.5)))
    by_hand = 0.3 * (0.08 / 0.3) ** (math.log(found.curve["period"][at] / 0.5) / math.log(4.0))
    if found.curve["period"][at] >= 0.5:
        assert found.curve["target"][at] == pytest.approx(by_hand * G, rel=1e-9)
    assert (found.curve["mean"] / found.curve["target"]).min() == pytest.approx(1.0, abs=1e-9)


def test_a_spectrum_narrower_than_the_set_is_refused(tmp_path):
    write(tmp_path, "T [s],Sa [g]\n0.2,0.3\n0.4,0.2\n", "narrow.csv")
    options = SetOptions(period=0.3, spectrum=SpectrumTarget(file="narrow.csv"))
    with pytest.raises(OptionsError, match=r"narrow\.csv goes from 0\.2 to 0\.4 s; the set needs 0\.06 to 0\.45 s"):
        target_curve(options, None, tmp_path, 0.06, 0.45)
