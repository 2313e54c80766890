"""Bending, wedges and mechanisms of one's own."""

from __future__ import annotations

from math import cos, radians, tan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pirqa.errors import ModelError, OptionsError
from pirqa.limit import LimitOptions, analyse
from pirqa.limit.options import Bending, Corner, CustomBody, CustomForce, CustomMechanism, LimitStrut, Roof
from pirqa.limit.parts import ContactRectangle, set_back
from pirqa.limit.wall_mechanisms import wedge
from pirqa.model.envelope import Zone
from tests.limit.walls import curve_of, named, of_zones, prism


def bend(wall=None, roof: float = 0.0, **changes):
    roofs = {"roof": Roof(weight=roof)} if roof else {}
    strength = changes.pop("compressive_strength", None)
    asked = Bending(directions=("outward",), **changes)
    options = LimitOptions(directions=(), bending={"wall": asked}, roofs=roofs, compressive_strength=strength)
    return analyse(wall or prism(), options)


def test_no_hinge_starts_earlier_than_the_one_that_is_found():
    least = bend(roof=10e3).mechanisms[0]
    others = [bend(roof=10e3, hinge=level).mechanisms[0].multiplier for level in np.linspace(0.3, 3.8, 12)]
    assert least.multiplier <= min(others)
    assert least.notes == ()


def test_without_a_load_the_hinge_goes_to_the_top_and_that_is_told():
    result = bend()
    assert result.mechanisms[0].notes == ("hinge_at_end",)
    assert any(remark.key == "limit_hinge_at_end" for remark in result.remarks)


def test_a_step_of_the_section_is_found():
    low = Zone(name="low", material="stone", bottom=0.0, top=2.0, thickness=1.2)
    up = Zone(name="up", material="stone", bottom=2.0, top=4.0, thickness=0.4, flush="centre")
    found = bend(of_zones(low, up), roof=40e3).mechanisms[0]
    at_step = bend(of_zones(low, up), roof=40e3, hinge=2.0).mechanisms[0]
    assert found.multiplier <= at_step.multiplier
    assert found.hinges[1][1] == pytest.approx(0.8)


def test_top_does_not_go_sideways_while_the_wall_bends():
    found = bend(roof=10e3).mechanisms[0]
    assert found.poses is not None
    top = np.array([0.5, 0.0, 4.0])
    moved = np.einsum("kij,j->ki", found.poses[:, 1, :, :3], top) + found.poses[:, 1, :, 3] - top
    assert np.abs(moved[:, 1]).max() < 1e-12
    assert moved[-1, 2] > 0.01
    middle = np.array([0.5, 0.8, found.place.level])
    by_body = [found.poses[:, body, :, :3] @ middle + found.poses[:, body, :, 3] for body in (0, 1)]
    assert by_body[0] == pytest.approx(by_body[1], abs=1e-12)


def test_bending_inwards_mirrors_outwards_and_crushing_weakens_it():
    options = LimitOptions(directions=(), bending={"wall": Bending(hinge=2.0)})
    both = analyse(prism(), options).mechanisms
    assert both[0].multiplier == pytest.approx(both[1].multiplier)
    weak = bend(hinge=2.0, compressive_strength=1e6).mechanisms[0]
    # 32 mm at the foot under 64 kN, 16 mm at the hinge under 32 kN
    foot, middle, weight, height = 0.032, 0.8 - 0.016, 32e3, 2.0
    lower = weight * (0.4 - foot)
    upper = weight * (middle - foot + (middle - 0.4))
    assert weak.multiplier == pytest.approx((lower + upper) / (weight * height / 2 * 2))
    assert weak.crushing


def test_a_strut_at_the_hinge_holds_the_bending():
    struts = {"prop": LimitStrut(level=2.0, capacity=8e3, side="front", kind="wedged")}
    held = analyse(
        prism(length=1.0),
        LimitOptions(directions=(), bending={"w": Bending(hinge=2.0, directions=("outward",))}, struts=struts),
    ).mechanisms[0]
    # of the upper part, whose foot is the hinge: its front edge there goes as the hinge does
    assert held.multiplier == pytest.approx(0.8 + 8e3 * 2.0 / (64e3 * 1.0))


@pytest.mark.parametrize("changes", [{"held_at": 5.0}, {"hinge": 4.5}, {"bottom": 4.0}])
def test_bendings_out_of_the_wall_are_refused(changes):
    with pytest.raises((OptionsError, ModelError), match=r"limit\.bending"):
        bend(**changes)


def _brute(corner: Corner, cells: int = 80) -> tuple[float, np.ndarray]:
    """Volume and centroid of a wedge from small boxes."""
    other = corner.other_crack_angle or corner.crack_angle
    reach = corner.height * tan(max(corner.crack_angle, other))
    side = max(reach, corner.thickness, corner.other_thickness or 0.0)
    x, y = np.meshgrid(*[(np.arange(4 * cells) + 0.5) * side / (4 * cells)] * 2, indexing="ij")
    total = np.zeros(4)
    for z in (np.arange(cells) + 0.5) * corner.height / cells:
        inside = (x < z * tan(corner.crack_angle)) & (y < corner.thickness)
        if corner.other_thickness is not None:
            inside |= (y < z * tan(other)) & (x < corner.other_thickness)
        total += [inside.sum(), x[inside].sum(), y[inside].sum(), z * inside.sum()]
    volume = total[0] * (side / (4 * cells)) ** 2 * corner.height / cells
    return volume, total[1:] / total[0]


@pytest.mark.parametrize(
    "corner",
    [
        Corner(height=3.0, thickness=0.8, other_thickness=0.6, crack_angle=0.5, other_crack_angle=0.7),
        Corner(height=2.0, thickness=0.5, other_thickness=1.5, crack_angle=0.3),
        Corner(height=3.0, thickness=0.7, crack_angle=0.6),
    ],
)
def test_a_wedge_weighs_what_its_boxes_weigh(corner):
    volume, centre = wedge(corner)
    brute_volume, brute_centre = _brute(corner)
    assert volume == pytest.approx(brute_volume, rel=0.01)
    assert centre == pytest.approx(brute_centre, rel=0.01)


def test_a_corner_falls_along_its_bisector():
    corner = Corner(height=3.0, thickness=0.6, other_thickness=0.6, crack_angle=0.5)
    found = analyse(prism(), LimitOptions(directions=(), corners={"north": corner})).mechanisms[0]
    _, centre = wedge(corner)
    assert found.name == "corner.north"
    assert found.multiplier == pytest.approx((centre[0] + centre[1]) * cos(radians(45.0)) / centre[2])
    aside = analyse(
        prism(),
        LimitOptions(
            directions=(),
            corners={"x": Corner(height=3.0, thickness=0.6, other_thickness=0.6, crack_angle=0.5, azimuth=0.0)},
        ),
    ).mechanisms[0]
    assert aside.multiplier == pytest.approx(centre[0] / centre[2])
    assert curve_of(found).ultimate_spectral_displacement == pytest.approx(found.bodies[0].centroid[1], rel=1e-9)


def test_a_wedge_must_fit_the_wall_and_its_material():
    for corner, message in (
        (Corner(height=5.0, thickness=0.6, crack_angle=0.5), "above the wall's top"),
        (Corner(height=3.0, thickness=0.6, crack_angle=0.5, material="brick"), '"brick" is not among the materials'),
    ):
        with pytest.raises((OptionsError, ModelError), match=message):
            analyse(prism(), LimitOptions(directions=(), corners={"c": corner}))


BOX = CustomBody(low=(0.0, 0.0, 0.0), high=(1.0, 0.8, 4.0), hinge=(0.0, 0.0, 0.0))


def custom(**changes):
    bodies = changes.pop("bodies", {"wall": BOX})
    return analyse(prism(), LimitOptions(directions=(), custom={"own": CustomMechanism(bodies=bodies, **changes)}))


def test_ones_own_box_is_the_prism():
    own = custom().mechanisms[0]
    theirs = named(analyse(prism()), "overturning.outward.base")
    assert own.multiplier == pytest.approx(theirs.multiplier)
    assert curve_of(own).multiplier == pytest.approx(curve_of(theirs).multiplier)
    weighed = CustomBody(weight=64e3, centroid=(0.5, 0.4, 2.0), hinge=(0.0, 0.0, 0.0))
    assert custom(bodies={"wall": weighed}).mechanisms[0].multiplier == pytest.approx(0.2)


def test_in_plane_rocking_is_a_custom_mechanism():
    pier = CustomBody(low=(0.0, 0.0, 0.0), high=(1.2, 0.5, 3.0), hinge=(1.2, 0.0, 0.0), axis=(0.0, 1.0, 0.0))
    found = custom(bodies={"pier": pier}, direction=(1.0, 0.0, 0.0)).mechanisms[0]
    assert found.multiplier == pytest.approx(1.2 / 3.0)


def test_forces_of_ones_own():
    pull = CustomForce(body="wall", point=(0.0, 0.8, 3.0), force=(0.0, 8e3, 0.0), resists=True, failure=0.1)
    push = CustomForce(body="wall", point=(0.0, 0.8, 3.0), force=(0.0, -8e3, 0.0))
    assert custom(forces={"tie": pull}).mechanisms[0].multiplier == pytest.approx(0.2 + 24e3 / 128e3)
    assert custom(forces={"push": push}).mechanisms[0].multiplier == pytest.approx(0.2 - 24e3 / 128e3)
    assert [event.what for event in curve_of(custom(forces={"tie": pull}).mechanisms[0]).events] == ["tie"]
    # what only holds never drives
    idle = CustomForce(body="wall", point=(0.0, 0.8, 3.0), force=(0.0, -8e3, 0.0), resists=True)
    assert custom(forces={"idle": idle}).mechanisms[0].multiplier == pytest.approx(0.2)


def test_a_guide_that_ends_ends_the_curve():
    # near its end the upper part turns ever faster, up and outwards: nothing lets the multiplier come to zero
    upper = CustomBody(
        weight=5e3, centroid=(0.5, 0.0, 3.5), hinge=(0.0, 0.8, 4.0), carried_by="wall", guide=(0.0, 1.0, 4.05)
    )
    result = custom(bodies={"wall": BOX, "upper": upper})
    found = result.mechanisms[0]
    curve = curve_of(found)
    assert found.notes == ("guide_lost",)
    assert [(event.name, event.what) for event in curve.events] == [("guide_lost", "upper")]
    assert curve.multiplier[-1] > 0.0
    assert any(remark.key == "limit_guide_lost" for remark in result.remarks)


def test_a_hinge_outside_its_body_is_told():
    far = CustomBody(low=(0.0, 0.0, 0.0), high=(1.0, 0.8, 4.0), hinge=(0.0, -1.0, 0.0))
    assert [remark.key for remark in custom(bodies={"wall": far}).remarks] == ["limit_hinge_outside"]


GUIDED = CustomBody(weight=1e3, centroid=(0.0, 0.0, 1.0), hinge=(0.0, 0.0, 0.0), guide=(0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"direction": (1.0, 0.0, 0.0)}, "nothing moves in the direction of the load"),
        (
            {
                "bodies": {
                    "wall": CustomBody(
                        weight=1e3, centroid=(0.0, 0.0, 1.0), hinge=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 1.0)
                    )
                }
            },
            "nothing moves",
        ),
        ({"bodies": {"wall": GUIDED}}, "every body has a guide"),
        ({"bodies": {"a": BOX, "b": BOX}}, "may both turn freely"),
        ({"bodies": {"a": BOX, "b": GUIDED, "c": BOX}}, "may both turn freely"),
        (
            {
                "bodies": {
                    "a": BOX,
                    "b": CustomBody(weight=1e3, centroid=(0.0, 0.0, 5.0), hinge=(0.0, 0.0, 4.0), carried_by="c"),
                }
            },
            'no body is called "c"',
        ),
        ({"control": (0.0, 0.0, 0.0)}, "control point does not move"),
        ({"control_body": "roof"}, 'no body is called "roof"'),
        (
            {"forces": {"f": CustomForce(body="roof", point=(0.0, 0.0, 1.0), force=(1.0, 0.0, 0.0))}},
            r"limit\.custom\.own\.forces\.f\.body",
        ),
        (
            {
                "bodies": {
                    "wall": BOX,
                    "stuck": CustomBody(
                        weight=1e3,
                        centroid=(0.0, 0.0, 5.0),
                        hinge=(0.0, 0.0, 4.0),
                        carried_by="wall",
                        guide=(0.0, 0.5, 4.0),
                    ),
                }
            },
            'the guide of body "stuck" stops everything',
        ),
    ],
)
def test_what_is_no_mechanism_is_refused_by_name(changes, message):
    with pytest.raises((OptionsError, ModelError), match=message):
        custom(**changes)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CustomBody(hinge=(0.0, 0.0, 0.0)), "give weight and centroid"),
        (lambda: CustomBody(weight=1e3, hinge=(0.0, 0.0, 0.0)), "weight and centroid go together"),
        (lambda: CustomBody(weight=1e3, centroid=(0.0, 0.0, 1.0), hinge=(0.0, 0.0)), "needs three numbers"),
        (
            lambda: CustomBody(weight=1e3, centroid=(0.0, 0.0, 1.0), hinge=(0.0, 0.0, 0.0), axis=(0.0, 0.0, 0.0)),
            "axis is nowhere",
        ),
        (lambda: CustomBody(low=(0.0, 0.0, 0.0), high=(1.0, 0.0, 1.0), hinge=(0.0, 0.0, 0.0)), "must exceed"),
        (
            lambda: CustomBody(section_y=(0.0, 1.0), section_z=(0.0, 1.0), length=1.0, hinge=(0.0, 0.0, 0.0)),
            "three or more",
        ),
        (lambda: CustomForce(body="a", point=(0.0, 0.0, 0.0), force=(0.0, 0.0, 0.0)), "a force of nothing"),
        (lambda: CustomForce(body="a", point=(0.0, 0.0, 0.0), force=(0.0, 1.0, 0.0), mass=True), "straight down"),
        (lambda: CustomMechanism(), "at least one body"),
        (lambda: CustomMechanism(bodies={"a": BOX}, direction=(0.0, 0.0, 1.0)), "must be level"),
    ],
)
def test_options_that_cannot_be(make, message):
    with pytest.raises((OptionsError, ModelError), match=message):
        make()


rectangles = st.lists(
    st.builds(
        lambda near, depth, length, strength: ContactRectangle(
            near=near, far=near + depth, length=length, strength=strength
        ),
        st.floats(0.0, 0.5),
        st.floats(0.2, 2.0),
        st.floats(0.5, 10.0),
        st.floats(1e5, 1e7),
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=60, deadline=None)
@given(rectangles, st.floats(0.01, 0.45))
def test_hinges_go_further_in_with_the_load_and_further_by_the_simplified_rule(contact, share):
    edge = min(part.near for part in contact)
    bearing = sum((part.far - part.near) * part.length * part.strength for part in contact)
    most = max(part.far for part in contact)
    exact = [set_back(contact, factor * share * bearing, "exact", "c") for factor in (0.5, 1.0)]
    assert edge <= exact[0] <= exact[1] <= most
    if len(contact) == 1 and edge == 0.0:
        assert exact[1] == pytest.approx(0.5 * share * most)
        assert set_back(contact, share * bearing, "simplified", "c") == pytest.approx(2.0 / 3.0 * share * most)


def test_a_contact_cannot_bear_more_than_its_strength():
    contact = [ContactRectangle(near=0.0, far=1.0, length=1.0, strength=1e6)]
    assert set_back(contact, 1e6, "exact", "c") == pytest.approx(0.5)
    with pytest.raises(OptionsError, match="crushed before anything turns"):
        set_back(contact, 1.0001e6, "exact", "c")
    assert set_back(contact, -1.0, "exact", "c") == 0.0
