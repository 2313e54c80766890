"""Mechanisms with closed forms, for pages that are built without running a stage."""

from __future__ import annotations

import numpy as np

from pirqa.model.check import Place
from pirqa.model.mechanism import CapacityCurve, CurveEvent, Mechanism, MechanismBody, MechanismForce
from pirqa.units import STANDARD_GRAVITY

UNIT_WEIGHT = 25.3e3


def block(
    *,
    thickness: float,
    bottom: float = 0.0,
    top: float,
    inward: bool = False,
    strut: float = 0.0,
    fails_at: float | None = None,
    name: str | None = None,
    station: float | None = None,
    front: float = 0.0,
) -> Mechanism:
    """A prism that turns about an edge: α = tan(atan(t/h) − θ), the strut's part being F z/(W h/2) while it holds."""
    height = top - bottom
    way = 1.0 if inward else -1.0
    edge = front + (thickness if inward else 0.0)
    hinge = np.array([0.0, edge, bottom])
    centre = np.array([0.0, front + 0.5 * thickness, 0.5 * (bottom + top)])
    weight = UNIT_WEIGHT * thickness * height
    slope = np.arctan(thickness / height)
    angles = np.linspace(0.0, slope, 13)
    own = np.tan(slope - angles)
    d = height * np.sin(angles)
    half = 0.5 * height
    events: tuple[CurveEvent, ...] = ()
    share = strut * (4.82 - bottom) / (weight * half)
    held = np.full(13, share)
    if fails_at is not None:
        at = int(np.searchsorted(d, fails_at))
        held = np.insert(np.where(d >= d[at], 0.0, share), at, share)
        own, d = (np.insert(values, at, values[at]) for values in (own, d))
        events = (CurveEvent(name="strut_fails", what="props", displacement=float(d[at])),)
    multiplier = own + held
    poses = np.zeros((13, 1, 3, 4))
    for number, angle in enumerate(angles):
        c, s = np.cos(angle), np.sin(way * angle)
        turn = np.array([[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]])
        poses[number, 0, :, :3] = turn
        poses[number, 0, :, 3] = hinge - turn @ hinge
    outline = np.array([[front, bottom], [front + thickness, bottom], [front + thickness, top], [front, top]])
    where = f"{bottom:.2f}m" if bottom else "base"
    forces: tuple[MechanismForce, ...] = ()
    if strut:
        point = np.array([0.0, front + thickness if inward else front, 4.82])
        push = np.array([0.0, -way * strut, 0.0])
        work = -strut * (4.82 - bottom) / height
        forces = (MechanismForce(name="props", kind="strut", point=point, force=push, virtual_work=work),)
    return Mechanism(
        name=name or f"overturning.{'inward' if inward else 'outward'}.{where}",
        kind="overturning",
        place=Place(name="base" if bottom == 0.0 else "joint", level=bottom or None, inward=inward, station=station),
        level=bottom,
        height=9.0,
        direction=np.array([0.0, way, 0.0]),
        multiplier=float(multiplier[0]),
        mass_fraction=1.0,
        participating_mass=weight / STANDARD_GRAVITY,
        bodies=(
            MechanismBody(
                name="wall",
                weight=weight,
                centroid=centre,
                virtual=np.array([0.0, 0.5 * way, -0.5 * thickness / height]),
                outline=outline,
            ),
        ),
        hinges=(hinge,),
        forces=forces,
        curve=CapacityCurve(
            displacement=d,
            multiplier=multiplier,
            spectral_displacement=0.5 * d,
            spectral_acceleration=multiplier * STANDARD_GRAVITY,
            events=events,
        ),
        poses=poses,
        pose_displacement=height * np.sin(angles),
    )


def tall_wall() -> tuple[Mechanism, ...]:
    """Like the wall of Chokepukio: two ways about its base, props inwards, its thin top two ways."""
    found = (
        block(thickness=1.4, top=9.0),
        block(thickness=1.4, top=9.0, inward=True, strut=9.2e3, fails_at=0.3),
        block(thickness=0.5, bottom=6.1, top=9.0, front=0.9),
        block(thickness=0.5, bottom=6.1, top=9.0, front=0.9, inward=True),
    )
    return tuple(sorted(found, key=lambda item: item.multiplier))
