"""Which way a motion points: components turned to any azimuth, or to a wall's own axes, or reversed."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.ground_motion import Direction, GroundMotion, Treatment
from pirqa.model.polyhedron import FloatArray
from pirqa.units import STANDARD_GRAVITY

_LEAST_ANGLE = math.radians(5.0)
"""Between two components: nearer to parallel, turning them would magnify their noise tenfold."""


def pushing(motion: GroundMotion) -> tuple[str, ...]:
    """Return the components that may push a wall over: across if it is known, else all level ones except along.

    A component that is known by its order alone may be the vertical one: it is not among them, unless it is the only
    component of the motion.
    """
    names = level_components(motion)
    return ("across",) if "across" in names else tuple(name for name in names if name != "along")


def level_components(motion: GroundMotion) -> tuple[str, ...]:
    """Return the components that are known to be horizontal, and the one of a motion that has no other."""
    alone = len(motion.directions) == 1
    return tuple(
        direction.name
        for direction in motion.directions
        if not direction.vertical and (alone or direction.known_by != "order")
    )


def known_by_order(motion: GroundMotion) -> tuple[str, ...]:
    """Return the components that are known by their number or place in the file alone."""
    return tuple(direction.name for direction in motion.directions if direction.known_by == "order")


def check_known(motion: GroundMotion) -> None:
    """Refuse a motion of several components if all that could be horizontal are known by their order alone."""
    if level_components(motion) or not known_by_order(motion):
        return
    peaks = ", ".join(
        f"{direction.name}: peak {peak / STANDARD_GRAVITY:.3g} g"
        for direction, peak in zip(motion.directions, motion.peak_acceleration, strict=True)
    )
    first = known_by_order(motion)[0]
    raise RecordError(
        f"{motion.origin.file or motion.name}: no heading names its components ({peaks}), and one of them may be the "
        f'vertical; say which one drives the wall, for example across = "{first}" (--component {first}), or name all '
        'in the order of the file, for example components = ["EW", "NS", "UD"] (--components EW,NS,UD)'
    )


def rotate(motion: GroundMotion, azimuth: float) -> GroundMotion:
    """The motion along ``azimuth`` and ``azimuth`` + 90° [rad clockwise from north]; a vertical component stays.

    It needs two horizontal components of known azimuth, which need not be at right angles.
    """
    azimuths = (azimuth, azimuth + 0.5 * math.pi)
    vertical = [at for at, direction in enumerate(motion.directions) if direction.vertical]
    directions = [Direction(name=_degrees(angle), azimuth=angle % (2.0 * math.pi)) for angle in azimuths]
    directions += [motion.directions[at] for at in vertical]
    mix = np.vstack((_projection(motion, azimuths), np.eye(len(motion.directions))[vertical]))
    return _mixed(motion, mix, tuple(directions), Treatment(key="rotate", amounts={"azimuth": azimuth}))


def to_wall(
    motion: GroundMotion,
    *,
    facing: float | None = None,
    across: str | None = None,
    along: str | None = None,
    up: str | bool | None = None,
) -> GroundMotion:
    """The motion in the wall's axes: ``along`` it to the right seen from the front, ``across`` into it, ``up``.

    ``facing`` is the azimuth of the front's outward normal [rad clockwise from north]. Who stands before the front
    looks along ``facing`` + 180° (across) and has ``facing`` + 270° at the right hand (along). Without ``facing``,
    ``across`` and ``along`` name the components as they are; a motion with one horizontal component drives across.
    Components that are known by their order alone drive only where they are named here.
    ``up`` is a component's name, or true for the vertical one; without it the vertical is left out.
    """
    rows: list[FloatArray] = []
    directions: list[Direction] = []
    treatment = Treatment(key="named_axes")
    if facing is not None:
        if across is not None or along is not None:
            raise OptionsError(
                f'motion "{motion.name}": facing and the components {across or along} both say which way the motion '
                "points; give one of them"
            )
        azimuths = {"along": facing + 1.5 * math.pi, "across": facing + math.pi}
        rows += list(_projection(motion, tuple(azimuths.values())))
        directions += [Direction(name=name, azimuth=angle % (2.0 * math.pi)) for name, angle in azimuths.items()]
        treatment = Treatment(key="wall_axes", amounts={"facing": facing})
    else:
        named = across is not None or along is not None
        chosen = {"along": along, "across": across} if named else _found(motion)
        for name, given in chosen.items():
            if given is not None:
                column = _column(motion, given, f"as {name}")
                if motion.directions[column].vertical:
                    raise OptionsError(f'motion "{motion.name}": {given} is vertical and cannot drive the wall {name}')
                rows.append(np.eye(len(motion.directions))[column])
                known_by = motion.directions[column].known_by
                if named and known_by == "order":
                    known_by = "user"
                directions.append(Direction(name=name, azimuth=motion.directions[column].azimuth, known_by=known_by))
    if up:
        rows.append(np.eye(len(motion.directions))[_upward(motion, up)])
        directions.append(Direction(name="up", vertical=True))
    mix = np.array(rows)
    if facing is None and len({int(row.argmax()) for row in rows}) < len(rows):
        raise OptionsError(f'motion "{motion.name}": one component is given for two of along, across and up')
    return _mixed(motion, mix, tuple(directions), treatment)


def _found(motion: GroundMotion) -> dict[str, str | None]:
    """Components whose place is clear without the user's word."""
    check_known(motion)
    names = level_components(motion)
    if "across" in names:
        return {"along": "along" if "along" in names else None, "across": "across"}
    if len(names) == 1:
        return {"across": names[0]}
    there = ", ".join(names) or "no horizontal one"
    raise OptionsError(
        f'motion "{motion.name}": which component drives the wall out of its plane? Give facing, or across = "…" '
        f"(there is {there})"
    )


def _column(motion: GroundMotion, name: str, role: str) -> int:
    names = [direction.name for direction in motion.directions]
    if name not in names:
        raise OptionsError(
            f'motion "{motion.name}" has no component "{name}" to take {role}; there is {", ".join(names)}'
        )
    return names.index(name)


def _upward(motion: GroundMotion, up: str | bool) -> int:
    if isinstance(up, str):
        return _column(motion, up, "as up")
    vertical = [at for at, direction in enumerate(motion.directions) if direction.vertical]
    if len(vertical) != 1:
        names = ", ".join(direction.name for direction in motion.directions)
        raise OptionsError(
            f'motion "{motion.name}" has {len(vertical)} vertical components, not one; give up = "…" (there is {names})'
        )
    return vertical[0]


def _projection(motion: GroundMotion, azimuths: tuple[float, ...]) -> FloatArray:
    """Rows that make motion along ``azimuths`` of the components, shape (azimuths, components)."""
    level = [motion.column(name) for name in level_components(motion)]
    known = [at for at in level if motion.directions[at].azimuth is not None]
    names = ", ".join(motion.directions[at].name for at in level) or "none"
    if len(level) != 2 or len(known) != 2:
        raise OptionsError(
            f'motion "{motion.name}" cannot be turned: it takes two horizontal components whose azimuths the file says '
            f'(horizontal: {names}; of known azimuth: {len(known)}); name the one that drives the wall: across = "…"'
        )
    angles = np.array([motion.directions[at].azimuth for at in level], dtype=np.float64)
    if abs(math.sin(angles[1] - angles[0])) < math.sin(_LEAST_ANGLE):
        raise OptionsError(
            f'motion "{motion.name}" cannot be turned: components {names} point the same way; give another of them'
        )
    measured = np.column_stack((np.cos(angles), np.sin(angles)))  # a = measured @ (north, east)
    wanted = np.column_stack((np.cos(azimuths), np.sin(azimuths)))
    mix = np.zeros((len(azimuths), len(motion.directions)))
    mix[:, level] = wanted @ np.linalg.inv(measured)
    return mix


def _mixed(
    motion: GroundMotion, mix: FloatArray, directions: tuple[Direction, ...], treatment: Treatment
) -> GroundMotion:
    """The motion whose components are sums of the old ones, ``mix`` of shape (new, old)."""
    assert motion.initial_velocity is not None
    assert motion.initial_displacement is not None
    return replace(
        motion,
        acceleration=motion.acceleration @ mix.T,
        initial_velocity=mix @ motion.initial_velocity,
        initial_displacement=mix @ motion.initial_displacement,
        directions=directions,
        treatments=(*motion.treatments, treatment),
    )


def _degrees(angle: float) -> str:
    """An azimuth as a name: 0 to 359.99."""
    return f"{round(math.degrees(angle) % 360.0, 2) % 360.0:g}"


def reversed_polarity(motion: GroundMotion) -> GroundMotion:
    """The motion the other way round, all components."""
    return replace(motion.scaled(-1.0), factor=motion.factor, treatments=(*motion.treatments, Treatment(key="reverse")))
