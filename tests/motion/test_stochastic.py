"""Stochastic motions: spectra by hand, means over seeds, faults and points, rest, sets, bad input."""

from __future__ import annotations

import math
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pirqa.errors import InputError, ModelError, OptionsError
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.motion.intensity import significant_duration
from pirqa.motion.options import MotionOptions, RecordOptions, SignalOptions
from pirqa.motion.prepare import motion_digests
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.stage import prepare_motions, seed_of
from pirqa.motion.synthetic.options import (
    AmplificationOptions,
    FaultOptions,
    PathDurationOptions,
    SpreadingOptions,
    StochasticOptions,
)
from pirqa.motion.synthetic.seismology import (
    REGIONS,
    acceleration_spectrum,
    amplification,
    geometrical_spreading,
    path_duration,
    rupture_size,
    seismic_moment,
)
from pirqa.motion.synthetic.stochastic import (
    active_subfaults,
    closest_distance,
    expected_spectrum,
    model_of,
    place_site,
    saragoni_hart,
    sources_of,
    stochastic_motion,
)
from tests.motion.test_sets import write_records

CUSCO = {"region": "cusco_crustal", "magnitude": 6.5, "distance": 15e3}
PERU = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))


def asked(**changes) -> StochasticOptions:
    return StochasticOptions(**(CUSCO | changes))


def spectra(options: StochasticOptions, seeds: int, bands: np.ndarray) -> np.ndarray:
    """Return the mean-square spectrum over seeds and components in frequency bands over the expected one."""
    model = model_of(options)
    total, wanted = np.zeros(len(bands) - 1), np.zeros(len(bands) - 1)
    for seed in range(seeds):
        one = StochasticOptions(**{name: getattr(options, name) for name in options.__dict__} | {"seed": seed})
        motion = stochastic_motion(one).motion
        found = motion.step * np.abs(np.fft.rfft(motion.acceleration, axis=0))
        frequencies = np.fft.rfftfreq(len(motion.acceleration), motion.step)
        expected = expected_spectrum(frequencies, sources_of(one, model, np.random.default_rng(seed)), model)
        for at, (low, high) in enumerate(pairwise(bands)):
            inside = (frequencies >= low) & (frequencies < high)
            total[at] += (found[inside] ** 2).sum()
            wanted[at] += 2.0 * (expected[inside] ** 2).sum()
    return total / wanted


# spectrum


def test_spreading_and_duration_by_hand():
    segments = ((1e3, -1.0), (40e3, -0.5))
    assert geometrical_spreading(10e3, segments) == pytest.approx(0.1)
    assert geometrical_spreading(40e3, segments) == pytest.approx(1.0 / 40.0)
    assert geometrical_spreading(160e3, segments) == pytest.approx(1.0 / 80.0)
    nodes = ((0.0, 0.0), (10e3, 1.0), (30e3, 2.0))
    assert path_duration(5e3, nodes) == pytest.approx(0.5)
    assert path_duration(50e3, nodes) == pytest.approx(3.0)
    assert path_duration(50e3, ((0.0, 2.0),)) == 2.0


def test_amplification_is_linear_in_logarithms():
    nodes = ((1.0, 1.0), (4.0, 4.0))
    assert amplification(np.array([0.0, 0.5, 1.0, 2.0, 4.0, 9.0]), nodes) == pytest.approx([1, 1, 1, 2, 4, 4])
    assert amplification(np.array([3.0]), ()) == pytest.approx([1.0])


def test_window_peaks_where_it_should():
    share = np.linspace(0.0, 1.0, 10_001)
    window = saragoni_hart(share, 0.2, 0.05)
    assert share[window.argmax()] == pytest.approx(0.2)
    assert window.max() == pytest.approx(1.0)
    assert window[-1] == pytest.approx(0.05)
    assert saragoni_hart(np.array([-0.1, 1.1]), 0.2, 0.05) == pytest.approx([0.0, 0.0])


def test_every_parameter_can_be_overridden():
    plain = model_of(asked())
    changed = model_of(
        asked(
            stress_drop=5e6,
            kappa=0.02,
            quality=300.0,
            quality_exponent=0.6,
            pseudo_depth=0.0,
            shear_velocity=3000.0,
            density=2600.0,
            radiation=0.63,
            partition=1.0,
            window_peak=0.3,
            window_tail=0.1,
            window_factor=2.0,
            spreading=SpreadingOptions(distances=(1e3,), exponents=(-1.1,)),
            path_duration=PathDurationOptions(distances=(0.0, 1e4), durations=(0.0, 1.0)),
            amplification=AmplificationOptions(frequencies=(1.0,), factors=(2.0,)),
        )
    )
    same = [name for name in plain.__dict__ if getattr(plain, name) == getattr(changed, name)]
    assert set(same) <= {"least_quality", "free_surface"}
    assert model_of(asked(site="none")).amplification == ()
    assert model_of(asked(site="generic_rock")).amplification[-1] == (61.2, 4.0)


def test_sizes_of_ruptures_by_hand():
    assert rupture_size(7.0, "normal") == pytest.approx((10**1.62 * 1e3, 10**1.31 * 1e3))
    assert rupture_size(8.0, "interface") == pytest.approx((10**2.203 * 1e3, 10**1.926 * 1e3))
    assert rupture_size(7.0, "intraslab") == pytest.approx((10**1.584 * 1e3, 10**1.434 * 1e3))


# motions


@pytest.mark.parametrize("fault", [None, FaultOptions(hypocentre=(2e3, 2e3)), FaultOptions(conservation="energy")])
def test_mean_spectrum_over_seeds_is_the_target(fault):
    ratio = spectra(asked(fault=fault), 40, np.array([0.15, 0.5, 1.5, 5.0, 12.0, 25.0]))
    # 80 components; the lowest band holds about five independent frequencies, each of relative variance 1
    assert ratio[0] == pytest.approx(1.0, abs=0.2)
    assert ratio[1:] == pytest.approx(np.ones(4), abs=0.08)


@pytest.mark.parametrize("fault", [None, FaultOptions()])
def test_two_components_at_rest_at_both_ends(fault):
    motion = stochastic_motion(asked(fault=fault)).motion
    assert [direction.name for direction in motion.directions] == ["across", "along"]
    assert motion.peak_acceleration[0] >= motion.peak_acceleration[1]
    assert np.abs(motion.velocity[-1]).max() < 1e-9
    assert np.abs(motion.displacement[-1]).max() < 1e-9
    assert np.abs(motion.displacement[: len(motion.displacement) // 50]).max() < 0.05 * motion.peak_displacement.min()
    rest = next(item for item in motion.treatments if item.key == "signal_rest")
    assert rest.amounts["largest_change"] < 1e-3 * motion.peak_acceleration.min()
    # no drift: the mean of the displacement is small beside its peak
    assert np.abs(motion.displacement.mean(axis=0)).max() < 0.2 * motion.peak_displacement.max()


def test_components_are_independent():
    correlations = []
    for seed in range(30):
        pair = stochastic_motion(asked(seed=seed)).motion.acceleration
        correlations.append(float(np.corrcoef(pair.T)[0, 1]))
    assert abs(np.mean(correlations)) < 0.05
    assert max(np.abs(correlations)) < 0.4


def test_same_seed_same_motion():
    fault = FaultOptions(slip="random")
    first, second, other = (stochastic_motion(asked(fault=fault, seed=seed)).motion for seed in (5, 5, 6))
    assert np.array_equal(first.acceleration, second.acceleration)
    assert first.acceleration.shape != other.acceleration.shape or not np.allclose(
        first.acceleration, other.acceleration
    )


def test_a_fault_of_thirty_subfaults_takes_less_than_a_second():
    fault = FaultOptions(length=30e3, width=20e3, subfault=4.4e3)
    options = asked(magnitude=6.8, fault=fault)
    stochastic_motion(options)
    start = time.perf_counter()
    made = stochastic_motion(options).motion
    assert time.perf_counter() - start < 1.0
    assert next(item for item in made.treatments if item.key == "stochastic_fault").amounts["subfaults"] >= 30


def test_remarks_name_what_is_borrowed():
    for name, region in REGIONS.items():
        made = stochastic_motion(StochasticOptions(region=name, magnitude=7.0, distance=100e3), name="made")
        (said,) = [item for item in made.remarks if item.key == "motion_stochastic_borrowed"]
        assert said.kind == "assumption"
        assert region.borrowed in said.text
        assert said.text.startswith("made (")
    near = stochastic_motion(asked(magnitude=7.0, distance=5e3))
    assert "motion_stochastic_near" in [item.key for item in near.remarks]


# faults


def test_active_subfaults_by_hand():
    # 5 by 3 about its middle: rings of 1, 8 and 6 subfaults; half of five columns pulsing is a band of 1.25 rings
    active = active_subfaults(5, 3, (2, 1), 0.5)
    assert active[2, 1] == 1
    assert active[1, 1] == 1 + 8
    assert active[0, 0] == 8 + 6
    assert active_subfaults(5, 3, (2, 1), 0.01)[0, 0] == 6
    assert active_subfaults(1, 1, (0, 0), 0.5).tolist() == [[1.0]]


def test_moments_of_subfaults_sum_to_that_of_the_earthquake():
    options = asked(fault=FaultOptions(slip="random", subfault=2e3))
    sources = sources_of(options, model_of(options), np.random.default_rng(1))
    assert len(sources.moments) > 30
    assert sources.moments.sum() == pytest.approx(seismic_moment(6.5), rel=1e-12)
    assert np.sqrt((sources.radiated**2).sum()) == pytest.approx(seismic_moment(6.5), rel=1e-12)


def test_a_far_fault_is_a_point_whatever_its_subfaults():
    frequencies = np.geomspace(0.05, 30.0, 40)
    for size in (1e3, 2e3, 5e3):
        options = asked(
            magnitude=5.5, distance=300e3, fault=FaultOptions(length=5e3, width=5e3, subfault=size, slip="random")
        )
        model = model_of(options)
        found = expected_spectrum(frequencies, sources_of(options, model, np.random.default_rng(1)), model)
        moment = seismic_moment(5.5)
        corner = 2.34 * 3500.0 / (2.0 * math.pi * (7.0 * moment / (16.0 * 10e6)) ** (1.0 / 3.0))
        point = acceleration_spectrum(frequencies, moment, corner, 302e3, model)
        assert found == pytest.approx(point, rel=0.05)


def test_one_subfault_is_the_point_source():
    options = asked(fault=FaultOptions(length=12e3, width=10e3, subfault=12e3, hypocentre=(6e3, 5e3)))
    model = model_of(options)
    sources = sources_of(options, model, np.random.default_rng(1))
    point = sources_of(asked(), model, np.random.default_rng(1))
    assert len(sources.moments) == 1
    assert sources.corners == pytest.approx(point.corners)
    assert sources.rises == pytest.approx(point.rises)


@pytest.mark.parametrize("azimuth", [0.0, 45.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("distance", [6e3, 20e3, 200e3])
def test_the_site_is_as_far_as_asked(azimuth, distance):
    fault = (30e3, 12e3, math.radians(55.0), 1e3)
    site, least = place_site(distance, math.radians(azimuth), *fault)
    assert site is not None
    assert closest_distance(site[None], *fault)[0] == pytest.approx(distance, rel=1e-9)
    assert least <= distance
    # brute force over the plane
    along, down = np.meshgrid(np.linspace(0, 30e3, 301), np.linspace(0, 12e3, 121))
    points = np.stack([along, down * math.cos(fault[2]), 1e3 + down * math.sin(fault[2])], axis=-1)
    assert np.linalg.norm(points - site, axis=-1).min() == pytest.approx(distance, rel=0.01)


# phases


def test_phases_of_a_record_are_kept_and_its_amplitudes_are_not(tmp_path):
    write_records(tmp_path, 1)
    options = MotionOptions(
        signals={"made": SignalOptions(stochastic=asked(phases="r0.csv"))},
        records={},
    )
    (item,) = prepare_motions(options, folder=tmp_path).motions
    motion = item.motion
    assert motion.step == pytest.approx(0.01)
    assert {treatment.key for treatment in motion.treatments} >= {"stochastic_point", "stochastic_phases"}
    model = model_of(asked())
    found = motion.step * np.abs(np.fft.rfft(motion.acceleration, axis=0))
    frequencies = np.fft.rfftfreq(len(motion.acceleration), motion.step)
    wanted = expected_spectrum(frequencies, sources_of(asked(), model, np.random.default_rng(1)), model)
    inside = (frequencies > 0.3) & (frequencies < 20.0)
    assert np.median(np.abs(found[inside] / wanted[inside, None] - 1.0)) < 0.1
    # it lasts as long as the record, with the quiet time before and after
    assert motion.duration < 15.0 + 2.0 * 5.0
    rows = np.loadtxt(tmp_path / "r0.csv", delimiter=",", skiprows=1)
    lasted = significant_duration(np.ascontiguousarray(rows[:, 1]), 0.01)
    assert significant_duration(np.ascontiguousarray(motion.acceleration[:, 0]), 0.01) == pytest.approx(lasted, rel=0.5)
    digests = motion_digests(options, tmp_path)
    assert list(digests) == [str(tmp_path / "r0.csv")]


def test_phases_of_a_named_record(tmp_path):
    write_records(tmp_path, 1)
    options = MotionOptions(
        signals={"made": SignalOptions(stochastic=asked(phases="seed_record"))},
        records={"seed_record": RecordOptions(file="r0.csv", across="EW", along="NS")},
    )
    found = prepare_motions(options, folder=tmp_path)
    assert [item.name for item in found.motions] == ["seed_record", "made"]


# sets


def test_three_synthetic_motions_fill_a_type_of_a_set(tmp_path):
    write_records(tmp_path / "records", 6)
    text = (tmp_path / "records" / "flatfile.csv").read_text(encoding="utf-8").replace(",normal", ",interface")
    (tmp_path / "records" / "flatfile.csv").write_text(text, encoding="utf-8")
    names = ("cusco_1", "cusco_2", "cusco_3")
    signals = {
        name: SignalOptions(
            stochastic=StochasticOptions(region="cusco_crustal", magnitude=6.8, distance=12e3, seed=seed)
        )
        for seed, name in enumerate(names, start=1)
    }
    asked_set = SetOptions(
        period=0.25,
        secant_period=0.3,
        library=False,
        folder="records",
        types={"normal": 3},
        synthetic={"normal": names},
    )
    options = MotionOptions(set=asked_set, design=PERU, signals=signals)
    result = prepare_motions(options, folder=tmp_path)
    assert result.set is not None
    assert result.set.rule("type").satisfied
    assert result.set.rule("synthetic").satisfied
    assert {item.name for item in result.set.members if item.synthetic} == set(names)
    made = [item for item in result.motions if item.name in names]
    assert len(made) == 3
    assert all(item.kind == "stochastic" and len(item.motion.directions) == 2 for item in made)
    assert all("motion_stochastic_borrowed" in [remark.key for remark in item.remarks] for item in made)
    assert seed_of(options) == 1


# bad input


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"region": "cusco_crust"}, 'did you mean "cusco_crustal"?'),
        ({"region": "atlantis"}, "known: cusco_crustal, peru_interface, peru_intraslab"),
        ({"magnitude": 2.0}, "magnitude must be at least 3, got 2"),
        ({"magnitude": 10.0}, "magnitude must be at most 9.5, got 10"),
        ({"magnitude": math.nan}, "magnitude must be finite"),
        ({"distance": 0.0}, "distance must be at least 100 m, got 0 m"),
        ({"kappa": -0.01}, "kappa must be at least 0 s"),
        ({"stress_drop": 0.0}, "stress_drop must be at least 10 kPa"),
        ({"quality": 0.0}, "quality must be at least 10"),
        ({"seed": 1.5}, "seed must be a whole number"),
        ({"site": "swamp"}, 'site "swamp" is not known'),
        (
            {"site": "none", "amplification": AmplificationOptions(frequencies=(1.0,), factors=(2.0,))},
            "give one of them",
        ),
        ({"phases": " "}, "phases: is empty"),
        ({"step": 0.5}, "step must be at most"),
    ],
)
def test_bad_options_are_refused(changes, message):
    with pytest.raises(ModelError) as caught:
        asked(**changes)
    assert "motion.signals.stochastic" in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: FaultOptions(length=10e3, hypocentre=(12e3, 1e3)), "12 km is outside the fault, which is 10 km long"),
        (lambda: FaultOptions(hypocentre=(1e3,)), "give two lengths"),
        (lambda: FaultOptions(pulsing=0.0), "pulsing must be greater than 0"),
        (lambda: FaultOptions(dip=2.0), "dip must be at most 90 deg"),
        (lambda: FaultOptions(slip="sideways"), 'slip "sideways" is not known'),
        (lambda: SpreadingOptions(distances=(1e3, 1e3), exponents=(-1.0, -0.5)), "must rise"),
        (lambda: SpreadingOptions(distances=(1e3,), exponents=()), "two rows of equal length"),
        (lambda: PathDurationOptions(distances=(0.0, 1e3), durations=(2.0, 1.0)), "would become negative"),
        (lambda: SignalOptions(), "exactly one of"),
    ],
)
def test_bad_parts_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        make()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fault": FaultOptions(length=400e3, width=50e3)}, "the fault is too large for that magnitude"),
        ({"magnitude": 8.5, "fault": FaultOptions(length=5e3, width=5e3)}, "the fault is too small for that magnitude"),
        ({"fault": FaultOptions(depth=20e3)}, "the nearest is 20.3 km away; give a greater distance"),
        ({"fault": FaultOptions(subfault=100e3)}, "100 km is larger than the fault"),
        ({"fault": FaultOptions(subfault=100.0)}, "subfaults, more than 1000; give more"),
        ({"fault": FaultOptions(hypocentre=(90e3, 1e3))}, "is outside the fault of"),
        ({"phases": "nowhere.v1"}, '"nowhere.v1" is no record of [motion.records] and there is no file'),
        ({"phases": "pirqa:elcentro"}, "no such record comes with pirqa"),
        (
            {"distance": 1e6, "path_duration": PathDurationOptions(distances=(0.0, 1e4), durations=(0.0, 600.0))},
            "give a greater step, a nearer source or a shorter path_duration",
        ),
    ],
)
def test_bad_earthquakes_are_refused_by_name(tmp_path, changes, message):
    options = MotionOptions(signals={"made": SignalOptions(stochastic=asked(**changes))})
    with pytest.raises(InputError) as caught:
        prepare_motions(options, folder=tmp_path)
    assert str(caught.value).startswith("motion.signals.made: ")
    assert message in str(caught.value)


def test_phases_need_two_horizontal_components(tmp_path):
    write_records(tmp_path, 1)
    text = (tmp_path / "r0.csv").read_text(encoding="utf-8")
    (tmp_path / "one.csv").write_text(
        "\n".join(",".join(row.split(",")[:2]) for row in text.splitlines()) + "\n", encoding="utf-8"
    )
    options = MotionOptions(signals={"made": SignalOptions(stochastic=asked(phases="one.csv"))})
    with pytest.raises(OptionsError, match=r"has 1 horizontal components \(.*\), the phases of two are needed"):
        prepare_motions(options, folder=tmp_path)


def test_a_path_of_phases_starts_from_the_project(tmp_path):
    write_records(tmp_path / "inner", 1)
    options = MotionOptions(signals={"made": SignalOptions(stochastic=asked(phases="inner/r0.csv"))})
    assert prepare_motions(options, folder=tmp_path).motions
    with pytest.raises(OptionsError, match="there is no file"):
        prepare_motions(options, folder=Path("/nonexistent"))
