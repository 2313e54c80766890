"""How the wall vibrates: what is read out of spectra and sines, what the stage does with it, what it refuses."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from pirqa.errors import ModelError, OptionsError
from pirqa.experiments.identify.options import IdentifyOptions, SineTests
from pirqa.experiments.identify.result import IdentifyResult, amplification, top_between
from pirqa.experiments.identify.stage import Response, run_identify, shake, try_sines, watched_points
from pirqa.experiments.options import DynamicsOptions
from pirqa.model import JointProperties
from pirqa.motion.synthetic.options import NoiseOptions
from pirqa.project.codec import read_value, write_value
from pirqa.units import STANDARD_GRAVITY
from pirqa.verification.walls import coursed_wall, stiff_joints

JOINTS = stiff_joints(2e8, tangential_stiffness=1e8, friction=0.4, damping=1e6)
SHORT = NoiseOptions(duration=6.0, peak_displacement=1e-6, seed=3)


@pytest.fixture(scope="module")
def wall():
    return coursed_wall(1.0, 0.6, 0.5, 4, 2300.0, JOINTS)


@pytest.fixture(scope="module")
def result(wall) -> IdentifyResult:
    asked = IdentifyOptions(
        noise=SHORT,
        window=3.0,
        levels=(1e-3, 0.5 * STANDARD_GRAVITY),
        sines=SineTests(frequencies=(2.0, 4.0, 8.0), refine=1, amplitude=1e-3, duration=3.0),
    )
    return run_identify(wall, asked, DynamicsOptions())


def oscillator(base: np.ndarray, sampling: float, frequency: float, damping: float) -> np.ndarray:
    """Relative displacement of an oscillator on ``base``, periodic."""
    ratio = np.fft.rfftfreq(len(base), 1.0 / sampling) / frequency
    return np.fft.irfft(np.fft.rfft(base) * ratio**2 / (1.0 - ratio**2 + 2j * damping * ratio), len(base))


@pytest.mark.parametrize("frequency", [1.31, 2.9, 7.77])
def test_a_spectrum_finds_an_oscillator_within_half_a_bin(frequency):
    base = np.random.default_rng(1).standard_normal(4000)
    moved = oscillator(base, 100.0, frequency, 0.03)
    found = amplification(base, np.column_stack([moved, 2.0 * moved]), 100.0, window=5.0, low=0.2, high=20.0)
    assert found.resolution == pytest.approx(0.2)
    assert found.pieces == 15
    assert abs(found.dominant - frequency) < 0.5 * found.resolution
    assert found.amplification[:, 1] == pytest.approx(2.0 * found.amplification[:, 0])
    assert found.together.max() == pytest.approx(math.sqrt(2.5) * 0.5 / 0.03, rel=0.5), "about 1/(2ζ)"


def test_two_oscillators_give_two_peaks_the_higher_first():
    base = np.random.default_rng(1).standard_normal(8000)
    moved = oscillator(base, 100.0, 2.0, 0.02) + 0.2 * oscillator(base, 100.0, 9.0, 0.02)
    found = amplification(base, moved[:, None], 100.0, window=5.0, low=0.5, high=20.0)
    assert found.peaks[:2] == pytest.approx([2.0, 9.0], abs=0.1)


def test_a_window_longer_than_the_motion_is_refused():
    with pytest.raises(OptionsError, match="shorter than a window"):
        amplification(np.zeros(100), np.zeros((100, 1)), 100.0, window=5.0, low=0.2, high=20.0)
    with pytest.raises(OptionsError, match="no frequencies apart"):
        amplification(np.zeros(1000), np.zeros((1000, 1)), 100.0, window=0.2, low=0.2, high=9.0)


def test_a_parabola_finds_its_top_and_keeps_to_its_neighbours():
    places = np.array([1.0, 2.0, 4.0])
    assert top_between(places, -((places - 2.3) ** 2), 1) == pytest.approx(2.3)
    assert top_between(places, places, 2) == 4.0
    assert top_between(places, np.array([1.0, 1.0, 1.0]), 1) == 2.0


def fake(motion, *, sampling, frequency=3.0):
    """An oscillator in place of a wall."""
    tried = motion.treatments[0].amounts["frequency"]
    ratio = tried / frequency
    size = 1.0 / math.hypot(1.0 - ratio**2, 0.1 * ratio)
    assert sampling >= 20.0 * tried
    moved = np.array([[0.0, 0.0], [size, 0.5 * size]])
    return Response(
        base=np.zeros(2),
        relative=moved,
        acceleration=0.5,
        displacement=1.0,
        slipped=0.0,
        opened=0.0,
        reliable=True,
        remarks=(),
    )


def test_sines_close_in_on_the_strongest():
    tests = SineTests(frequencies=(8.0, 1.0, 2.0, 4.0), refine=4)
    found, _ = try_sines(tests, partial(fake, frequency=3.0))
    assert found.most_amplified == pytest.approx(3.0, abs=0.5 * found.resolution)
    assert found.resolution < 0.4
    assert len(found.frequency) == 4 + 2 * 4
    assert np.all(np.diff(found.frequency) > 0.0)
    assert not found.at_the_end
    assert found.linear


def test_the_last_sine_may_not_be_the_strongest():
    found, _ = try_sines(SineTests(frequencies=(1.0, 2.0, 4.0), refine=1), partial(fake, frequency=30.0))
    assert found.at_the_end
    assert found.most_amplified == pytest.approx(4.0)


def test_raw_sines_tell_of_their_jump():
    _, remarks = try_sines(SineTests(frequencies=(1.0, 2.0, 4.0), raw=True), fake)
    assert {remark.key for remark in remarks} == {"motion_velocity_jump"}


def test_all_ways_agree_on_small_motions(result):
    (found,) = result.vibrations
    small = found.frequency
    assert found.noise.linear
    assert found.noise.displacement == pytest.approx(SHORT.peak_displacement)
    assert found.noise.spectrum.dominant == pytest.approx(small, abs=0.5 * found.noise.spectrum.resolution)
    assert found.noise.coarse.resolution > found.noise.spectrum.resolution - 1e-9
    assert found.sines.linear
    assert found.sines.most_amplified == pytest.approx(small, abs=found.sines.resolution)
    assert [reading.linear for reading in found.softening] == [True, True, False]


def test_strong_noise_softens_and_is_told(result):
    last = result.vibrations[0].softening[-1]
    assert last.acceleration == pytest.approx(0.5 * STANDARD_GRAVITY)
    assert last.opened > 0.0
    assert last.reliable
    assert result.points == ("4", "3", "2")
    assert not any(remark.key == "noise_not_small" for remark in result.remarks), "the first one was small"
    text = str(result)
    assert "white noise" in text
    assert "± " in text
    assert "most amplified" in text
    assert len(text.splitlines()) < 30


def test_the_result_comes_back_from_its_folder(result, tmp_path):
    write_value(result, tmp_path)
    again = read_value(IdentifyResult, tmp_path)
    assert str(again) == str(result)
    one, other = again.vibrations[0], result.vibrations[0]
    assert np.array_equal(one.modes.stone_shape, other.modes.stone_shape)
    assert np.array_equal(one.noise.spectrum.amplification, other.noise.spectrum.amplification)
    assert np.array_equal(one.sines.moved, other.sines.moved)


def test_pairs_of_joint_properties_are_run_both_ways(wall):
    pair = JointProperties(friction_angle=0.4, normal_stiffness=1e8, normal_stiffness_high=4e8)
    found = run_identify(replace(wall, joints=pair), IdentifyOptions(tests=(), modes=3), DynamicsOptions())
    low, high = found.vibrations
    assert low.case == "Kn low"
    assert high.frequency == pytest.approx(2.0 * low.frequency, rel=0.05), "√4 but for the weight's part"
    assert low.noise is None
    assert low.softening == ()


def test_a_restitution_gives_its_damping(wall):
    joints = JointProperties(friction_angle=0.4, normal_stiffness=2e8, restitution=0.95)
    found = run_identify(replace(wall, joints=joints), IdentifyOptions(tests=()), DynamicsOptions())
    assert found.vibrations[0].modes.damping[0] > 0.0
    assert "damping_for_restitution" in {remark.key for remark in found.remarks}


def test_along_the_wall_another_mode_is_the_main_one(wall):
    along, across = (
        run_identify(wall, IdentifyOptions(tests=(), direction=direction), DynamicsOptions()).vibrations[0]
        for direction in ("along", "across")
    )
    assert along.modes.effective_mass[along.main, 0] > 0.5
    assert along.frequency > 1.1 * across.frequency


def test_a_run_can_go_to_another_process():
    assert pickle.loads(pickle.dumps(partial(shake, direction="across"))).func is shake


def test_the_highest_free_stones_are_watched(wall):
    assert watched_points(wall) == ("4", "3", "2")
    assert watched_points(replace(wall, fixed=("1", "2", "3"))) == ("4",)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"levels": (1.0, 0.5)}, "levels must grow"),
        ({"levels": (-1.0, 0.5)}, "levels must be greater than"),
        ({"levels": ()}, "levels is empty"),
        ({"sampling": 30.0}, "at least 50 Hz"),
        ({"window": 20.0}, "at most half"),
        ({"modes": 0}, "modes must be at least 1"),
    ],
)
def test_options_that_make_no_sense_are_refused(changes, message):
    with pytest.raises(ModelError, match=message):
        IdentifyOptions(**changes)


def test_two_sines_are_too_few():
    with pytest.raises(ModelError, match="at least three"):
        SineTests(frequencies=(1.0, 2.0, 2.0))


def test_walls_that_cannot_vibrate_are_refused(wall, free_wall):
    with pytest.raises(OptionsError, match="joints: missing"):
        run_identify(replace(wall, joints=None), IdentifyOptions(), DynamicsOptions())
    with pytest.raises(OptionsError, match="no stones"):
        run_identify(replace(free_wall, joints=JOINTS), IdentifyOptions(), DynamicsOptions())
    with pytest.raises(OptionsError, match="all stones are fixed"):
        run_identify(replace(wall, fixed=("1", "2", "3", "4")), IdentifyOptions(), DynamicsOptions())
