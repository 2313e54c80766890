"""The wall as arrays: what the compiled loops read and write.

Named tuples of plain arrays, so that the same small functions run in a loop on a processor and in a kernel on a
graphics card. The letters of the shapes: ``b`` bodies, ``j`` joints, ``c`` corners at most.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pirqa.compiled import kernel  # noqa: F401 - a change here is a change of every kernel
from pirqa.model.polyhedron import FloatArray

IntArray = NDArray[np.int64]

PARTLY, WHOLE, DEAD = 0, 1, 2
"""Whether the moments of a joint are those of its whole overlap; or its faces have parted, until they meet again."""
APART, TOUCHING, JOINED = 0, 1, 2
"""Of two parts that are near: nothing between them, they press on each other, or their joints see to that."""
SOME_PARTED = 2
"""Why someone must look around: a joint is none any more (1: only that stones have moved)."""
FREE, GUIDED, HELD = 0, 1, 2
"""Six degrees of freedom; the wall's plane is barred; moves with the platform."""


class Bodies(NamedTuple):
    """Stones, and last of all the platform. Positions are half a step ahead of velocities and momenta."""

    position: FloatArray
    """Of the mass centres [m], shape (b, 3)."""
    rotation: FloatArray
    """From the principal axes of each body to space, shape (b, 3, 3)."""
    velocity: FloatArray
    """[m/s], shape (b, 3)"""
    momentum: FloatArray
    """Angular momentum in the body's own principal axes [kg m2/s], shape (b, 3); of guided stones about x, in space."""
    mass: FloatArray
    """[kg], shape (b,)"""
    inertia: FloatArray
    """Principal moments [kg m2], shape (b, 3); of guided stones the moment about x first."""
    easiness: FloatArray
    """One over each principal moment [1/(kg m2)], shape (b, 3)."""
    role: IntArray
    """FREE, GUIDED or HELD, shape (b,)."""
    first_item: IntArray
    """Where the joints of each body start in ``item``, shape (b + 1,)."""
    item: IntArray
    """Joints of each body in a fixed order; a joint whose second body it is stands as −1 − number."""
    last: FloatArray
    """Of held bodies: the last step's shift (3) [m] and turn [rad], the tilt [rad], force (3) [N] and moment about the
    tilt's axis [N m] at its start; of guided stones the guide's force first; shape (b, 9)."""
    home: FloatArray
    """Position at the start [m], shape (b, 3)."""
    attitude: FloatArray
    """Rotation at the start, shape (b, 3, 3)."""
    share: FloatArray
    """Part of the settlement that a held stone takes, shape (b,)."""


class Joints(NamedTuple):
    """What a joint is made of: one flat face of one stone on one flat face of another."""

    first: IntArray
    second: IntArray
    solid_first: IntArray
    """Convex part of the first stone whose face it is, shape (j,)."""
    solid_second: IntArray
    alone: IntArray
    """1 where no other joint lies between the same two parts, shape (j,)."""
    normal_stiffness: FloatArray
    """[N/m3]"""
    shear_stiffness: FloatArray
    """[N/m3]"""
    friction: FloatArray
    """Coefficient [-]."""
    normal_damping: FloatArray
    """[Pa s/m]"""
    shear_damping: FloatArray
    """On the elastic slip [Pa s/m]."""
    tension: FloatArray
    """Tensile strength of a bond [Pa]; 0 is a dry joint."""
    cohesion: FloatArray
    """Shear strength of a bond without pressure [Pa]."""
    dilation: FloatArray
    """Rise per length of slip [-]."""
    lift_limit: FloatArray
    """At which a joint stops rising [m]."""
    face_first: FloatArray
    """Corners of the first stone's face in its principal axes, shape (j, c, 3)."""
    face_second: FloatArray
    """The same of the second, shape (j, c, 3)."""
    corners_first: IntArray
    """How many there are, shape (j,)."""
    corners_second: IntArray


class Frames(NamedTuple):
    """Where a joint sits in its two stones; renewed when they have slid."""

    first: FloatArray
    """Origin, first and second axis in the first stone's principal axes, shape (j, 9)."""
    second: FloatArray
    """The same in the second stone, shape (j, 9)."""
    corners: FloatArray
    """Overlap polygon about the origin, counter-clockwise [m], shape (j, c, 2)."""
    sides: IntArray
    """Corners of each polygon, shape (j,)."""
    rims: FloatArray
    """Whose edge each edge of the polygon is, by the corner that it ends at, shape (j, c): 1 the second face's, −1 the
    first's, 0 of both."""
    cut: IntArray
    """Corners around the lines where the faces part and where the pressure vanishes, as found last, shape (j, 2, 4)."""
    chain: FloatArray
    """Moments of the edges on the closed sides of those lines, shape (j, 2, 6)."""
    reach: FloatArray
    """Farthest corner from the origin along each axis [m], shape (j, 2)."""
    whole: FloatArray
    """Moments of the whole polygon, shape (j, 6)."""
    twist: FloatArray
    """Squared ratio of mean distance from the centroid to radius of gyration, shape (j,)."""
    since: FloatArray
    """Slide when the overlap was found [m, m, rad], shape (j, 3)."""
    bond: FloatArray
    """Corners of the part that is still bonded [m], shape (j, c, 2)."""
    bonded: IntArray
    """How many; 0 where the joint is dry, negative in the step after it slipped, shape (j,)."""
    bond_area: FloatArray
    """Of that part [m2], shape (j,)."""
    points: FloatArray
    """Points and weights of a point contact (u, v, weight), shape (j, points, 3); no points: exact integrals."""


class Motion(NamedTuple):
    """How the faces of each joint lie to each other now."""

    gap: FloatArray
    """Penetration p = p0 + pu·u + pv·v [m, -, -], shape (j, 3)."""
    slide: FloatArray
    """Shift of the second face along both axes, and its turn about the normal [m, m, rad], shape (j, 3)."""
    normal: FloatArray
    """Out of the first stone, shape (j, 3)."""
    axes: FloatArray
    """Both axes of the mean frame, shape (j, 6)."""
    arms: FloatArray
    """From both mass centres to the origin between the faces [m], shape (j, 6)."""
    closed: FloatArray
    """Moments of the part where the faces touch, shape (j, 6)."""
    pressed: FloatArray
    """Moments of the part that bears pressure, shape (j, 6)."""
    rim: FloatArray
    """Force of edges that press into the other face, along both axes [N], shape (j, 2)."""
    agape: IntArray
    """1 where the faces are nowhere near each other, as seen at the last look around, shape (j,)."""
    state: IntArray
    """PARTLY, WHOLE or DEAD, shape (j,)."""


class Memory(NamedTuple):
    """What a joint remembers from the step before."""

    gap: FloatArray
    """shape (j, 3)"""
    slide: FloatArray
    """shape (j, 3)"""
    slip: FloatArray
    """Elastic slip at the origin and elastic twist [m, m, rad], shape (j, 3)."""
    area: FloatArray
    """That bore pressure [m2], shape (j,)."""
    shear_energy: FloatArray
    """Elastic, of the slip over that area [J], shape (j,)."""
    viscous: FloatArray
    """Force and moments of the normal damping [N, N m, N m], shape (j, 3)."""
    shear: FloatArray
    """Shear force and twisting moment about the origin [N, N, N m], shape (j, 3)."""
    shear_viscous: FloatArray
    """Their viscous part, shape (j, 3)."""
    thrust: FloatArray
    """Normal force [N], shape (j,)."""
    rim: FloatArray
    """shape (j, 2)"""
    lift: FloatArray
    """Rise by dilation, and shift since it was taken back [m], shape (j,)."""
    path: FloatArray
    """Length of slip so far [m], shape (j,)."""


class Solids(NamedTuple):
    """Convex parts of the stones, and last of all the ground; in the principal axes of their bodies."""

    body: IntArray
    """Which body each is part of, shape (s,)."""
    first_corner: IntArray
    """Where the corners of each start in ``corner``, shape (s + 1,)."""
    corner: FloatArray
    """[m], shape (corners, 3)"""
    first_face: IntArray
    """Where the faces of each start, shape (s + 1,)."""
    first_ring: IntArray
    """Where the corners of each face start in ``ring``, shape (faces + 1,)."""
    ring: IntArray
    """Corners of the faces by number, counter-clockwise seen from outside."""
    normal: FloatArray
    """Of the faces, outwards, shape (faces, 3)."""
    first_edge: IntArray
    """Where the edges' directions of each start in ``edge``, shape (s + 1,)."""
    edge: FloatArray
    """Directions of edges, parallel ones once, shape (edges, 3)."""
    radius: FloatArray
    """Of each body: its farthest corner from its mass centre [m], shape (b,)."""
    ease: FloatArray
    """Of each body: area of its joints or largest face, over its mass; 0 where it is held [m2/kg], shape (b,)."""
    kind: IntArray
    """Row of each body in ``law``, shape (b,)."""
    law: FloatArray
    """Between two kinds: normal and shear stiffness [N/m3], friction [-], damping [Pa s/m] or −1, ratio of critical
    damping [-], shape (kinds, kinds, 5)."""


class Near(NamedTuple):
    """Pairs of convex parts that are near each other, and how they touch where no joint lies between them.

    Pairs are sorted by ``key`` and found anew when stones have moved; what a pair remembers stays in its ``slot``.
    """

    tally: IntArray
    """Pairs now; free slots; pairs that touch; step of the last look around, −1 for none; pairs that did not fit;
    why someone must look around, 0 if nobody; shape (6,)."""
    travel: FloatArray
    """Farthest that any corner may have moved since pairs were found, the margin within which they were, what the
    fastest goes between two looks, the least margin [m], shape (4,)."""
    key: IntArray
    """First part times number of parts plus second, shape (p,)."""
    slot: IntArray
    """Of each pair, shape (p,)."""
    free: IntArray
    """Slots that no pair has, shape (p,)."""
    state: IntArray
    """APART, TOUCHING or JOINED, shape (p,) by slot, as all that follows."""
    wake: IntArray
    """Step at which a pair that is apart must be looked at again."""
    normal: FloatArray
    """Out of the first part, shape (p, 3)."""
    axis: FloatArray
    """First of two axes across the normal, shape (p, 3)."""
    place: FloatArray
    """Where they touch, from the first body's mass centre [m], shape (p, 3)."""
    depth: FloatArray
    """By which they overlap along the normal [m]."""
    arris: FloatArray
    """How far they may overlap before they touch [m]: stones drawn edge to edge have rounded edges there."""
    share: FloatArray
    """Of the stiffness: what a joint handed over, or what an axis that turned left of it [-]."""
    hold: FloatArray
    """How far the normal turns with the second part: 1 where only its faces lie across it, shape (p,)."""
    energy: FloatArray
    """Elastic energy of the penetration [J]."""
    push: FloatArray
    """Of those that touch: force and moment on the first body and those of the second on it [N, N m], shape (p, 12)."""
    law: FloatArray
    """Normal and shear stiffness [N/m3], friction [-], normal and shear damping [Pa s/m], the area on which they are
    that much [m2], shape (p, 6)."""
    least_damping: FloatArray
    """Fraction of critical that new pairs have at least, shape (1,)."""
    flat: FloatArray
    """Numbers of the two faces that share most of the area, and their part of it, shape (p, 3)."""
    box: FloatArray
    """Least and greatest coordinates of each part, with the margin [m], shape (s, 6)."""
    order: IntArray
    """Parts by their least x, shape (s,)."""
    found: IntArray
    """Room for keys and slots while pairs are found, shape (2, p)."""
    corner_first: FloatArray
    """Room for corners of the first part across and along the normal, shape (corners, 3)."""
    corner_second: FloatArray
    reach: FloatArray
    """Room for the first part's highest and the second's lowest corner along the normal [m], shape (2,)."""
    sight: FloatArray
    """The axes across and along a contact as both parts see them, shape (2, 9)."""
    plane: FloatArray
    """Room for faces: height and slopes, lowest or highest corner, which way it looks, number; shape (faces + 1, 6)."""
    sums: FloatArray
    """Room for what two parts share: see :mod:`pirqa.dynamics.shared_volume`, shape (25,)."""
    stage: FloatArray
    """Room for how a pair moves: place from both mass centres (3, 3) [m], normal, axes across it (3 each), approach and
    its slopes (3) [m], slide and turn (3) [m], more damping [-], stiffness and damping over the step [N/m3], the
    normal before it turned (3); shape (27,)."""


NEAR_ROOMS = ("corner_first", "corner_second", "reach", "sight", "plane", "sums", "stage")
"""Fields of :class:`Near` that only matter while a pair is looked at."""


class Loads(NamedTuple):
    """What the joints do to the stones now."""

    force: FloatArray
    """On the first stone [N], shape (j, 3)."""
    moment: FloatArray
    """On the first stone about the origin between the faces [N m], shape (j, 3)."""
    body: FloatArray
    """Force and moment of struts and loose contacts on each body [N, N m], shape (b, 6)."""
    total: FloatArray
    """Force and moment of all of them about each mass centre [N, N m], shape (b, 6)."""
    gravity: FloatArray
    """At the step before [m/s2], shape (3,)."""
    spent: FloatArray
    """Energy so far [J], shape (6,): spent by friction, damping, opening, and yielding struts and soil, brought by the
    base and gravity; see :mod:`pirqa.dynamics.energy`."""


class Log(NamedTuple):
    """What is kept of some of the steps; one row for each kept step, at its start."""

    step: IntArray
    """Number of the step, shape (k,)."""
    pose: FloatArray
    """Mass centre (3) [m] and rotation (9, row by row) of each body, shape (k, b, 12)."""
    joint: FloatArray
    """Of each joint: normal force [N], shear force along both axes [N], twisting moment [N m], area that bears pressure
    [m2], widest opening [m], length of slip [m], shape (k, j, 7)."""
    energy: FloatArray
    """Kinetic, elastic, then the six of ``Loads.spent`` [J], shape (k, 8)."""
    push: FloatArray
    """On the platform and its guides [N], shape (k, 3)."""
    tie: FloatArray
    """Force of each strut, tension positive [N], shape (k, t)."""
    soil: FloatArray
    """Pressure of soil and water on each patch [Pa], shape (k, p)."""


class Ties(NamedTuple):
    """Struts and ties: bilinear springs between points of two bodies."""

    first: IntArray
    second: IntArray
    point_first: FloatArray
    """In the first body's principal axes, from its mass centre [m], shape (t, 3)."""
    point_second: FloatArray
    length: FloatArray
    """Unstressed [m], shape (t,)."""
    stiffness: FloatArray
    """[N/m]"""
    push_limit: FloatArray
    """Yield force in compression [N]; 0 for a tie."""
    pull_limit: FloatArray
    """Yield force in tension [N]; 0 for a wedged strut."""
    yielded: FloatArray
    """Lasting change of length [m], shape (t,)."""
    force: FloatArray
    """Tension positive [N], shape (t,)."""
