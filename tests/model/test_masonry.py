""""""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from pirqa.errors import ModelError
from pirqa.model import JointException, JointProperties

DRY = JointProperties(friction_angle=math.atan(0.4), normal_stiffness=2e8)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"friction_angle": 0.0}, "joints.friction_angle must be greater than 0"),
        ({"friction_angle": math.pi / 2}, "joints.friction_angle must be less than"),
        ({"friction_angle": math.nan}, "joints.friction_angle must be finite"),
        ({"normal_stiffness": -2e8}, "joints.normal_stiffness must be greater than 0"),
        ({"tangential_stiffness": 0.0}, "joints.tangential_stiffness must be greater than 0"),
        ({"damping": -1.0}, "joints.damping must be at least 0"),
        ({"damping_ratio": 2.0}, "joints.damping_ratio must be less than 2"),
        ({"restitution": 1.0}, "joints.restitution must be less than 1"),
        ({"damping": 2e5, "damping_ratio": 0.05}, "joints.damping and joints.damping_ratio both say"),
        ({"damping_ratio": 0.05, "restitution": 0.9}, "joints.damping_ratio and joints.restitution both say"),
        ({"normal_stiffness": None, "normal_stiffness_high": 2e9}, "normal_stiffness_high is given without"),
        ({"normal_stiffness_high": 2e8}, "joints.normal_stiffness_high must be greater than joints.normal_stiffness"),
        ({"friction_angle_high": 0.1}, "joints.friction_angle_high must be greater than joints.friction_angle"),
        ({"dilation_angle": 0.1}, "joints.dilation_limit is needed"),
        ({"dilation_angle": 0.5, "dilation_limit": 5e-3}, "joints.dilation_angle must be less than friction_angle"),
    ],
)
def test_impossible_joints_are_refused_by_key(values, says):
    given = {"friction_angle": math.atan(0.4), "normal_stiffness": 2e8, **values}
    with pytest.raises(ModelError) as refusal:
        JointProperties(**given)
    assert says in str(refusal.value)


def test_a_pair_is_run_both_ways_and_two_pairs_give_four_corners():
    assert list(DRY.corners()) == [""]
    stiffness = JointProperties(friction_angle=0.4, normal_stiffness=2e8, normal_stiffness_high=2e9)
    assert {name: one.normal_stiffness for name, one in stiffness.corners().items()} == {"Kn low": 2e8, "Kn high": 2e9}
    both = JointProperties(friction_angle=0.4, friction_angle_high=0.6, normal_stiffness=2e8, normal_stiffness_high=2e9)
    corners = both.corners()
    assert {name: (one.normal_stiffness, one.friction_angle) for name, one in corners.items()} == {
        "Kn low, μ low": (2e8, 0.4),
        "Kn low, μ high": (2e8, 0.6),
        "Kn high, μ low": (2e9, 0.4),
        "Kn high, μ high": (2e9, 0.6),
    }
    assert all(list(one.corners()) == [""] for one in corners.values())


@pytest.mark.parametrize(
    ("key", "low", "high", "symbol"),
    [("damping", 2e4, 2e5, "ζ"), ("damping_ratio", 0.005, 0.05, "ζ"), ("restitution", 0.7, 0.9, "e")],
)
def test_damping_may_be_a_pair_too(key, low, high, symbol):
    given = JointProperties(friction_angle=0.4, normal_stiffness=2e8, **{key: low, f"{key}_high": high})
    assert {name: getattr(one, key) for name, one in given.corners().items()} == {
        f"{symbol} low": low,
        f"{symbol} high": high,
    }
    eight = replace(given, friction_angle_high=0.6, normal_stiffness_high=2e9)
    assert len(eight.corners()) == 8
    assert f"Kn low, μ high, {symbol} low" in eight.corners()
    assert list(eight.without_pairs("friction_angle").corners()) == ["μ low", "μ high"]
    with pytest.raises(ModelError, match=f"joints.{key}_high must be greater"):
        JointProperties(friction_angle=0.4, **{key: high, f"{key}_high": low})
    with pytest.raises(ModelError, match=f"joints.{key}_high is given without"):
        JointProperties(friction_angle=0.4, **{f"{key}_high": high})


def test_exceptions_by_stone_zone_and_base_the_last_wins():
    given = JointProperties(
        friction_angle=0.4,
        normal_stiffness=2e8,
        damping_ratio=0.1,
        exceptions=(
            JointException(between=("upper", "lower"), friction_angle=0.5),
            JointException(between=("7", "8"), friction_angle=0.6, damping=3e5),
            JointException(between=("upper", "base"), normal_stiffness=5e9),
        ),
    )
    seven, eight, nine = frozenset({"7", "upper"}), frozenset({"8", "lower"}), frozenset({"9", "lower"})
    assert given.between(nine, nine).friction_angle == 0.4
    assert given.between(seven, nine).friction_angle == 0.5
    assert given.between(nine, seven).friction_angle == 0.5
    odd = given.between(eight, seven)
    assert (odd.friction_angle, odd.damping, odd.damping_ratio) == (0.6, 3e5, None)
    assert given.between(seven, frozenset({"base"})).normal_stiffness == 5e9
    assert given.between(nine, frozenset({"base"})).normal_stiffness == 2e8


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: JointException(between=("1",)), "needs two names, not 1"),
        (lambda: JointException(between=("1", "2"), normal_stiffness=-1.0), "normal_stiffness must be greater than 0"),
    ],
)
def test_an_exception_names_two_sides(make, says):
    with pytest.raises(ModelError, match=says):
        make()


def test_friction_is_the_tangent_of_its_angle():
    assert DRY.friction == pytest.approx(0.4, rel=1e-12)


def test_lists_of_names_and_exceptions_are_kept_as_tuples():
    exception = JointException(between=["front", "infill"], cohesion=1e3)
    joints = JointProperties(friction_angle=0.5, exceptions=[exception])
    assert (joints.exceptions, exception.between) == ((exception,), ("front", "infill"))
    assert hash(joints) == hash(JointProperties(friction_angle=0.5, exceptions=(exception,)))
