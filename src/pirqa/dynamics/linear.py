"""The jointed wall as a linear system (stiffness, damping, mass, modes) and its longest stable time step.

A joint resists by six springs at the origin of its frame: slide along both axes, opening, and rotation about the three
axes. Stones that rotate also carry the forces of their joints with them: the gravity (geometric) stiffness.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from pirqa.dynamics.arrays import FREE, GUIDED, HELD, Bodies, Frames, Joints, Loads, Motion, Solids, Ties
from pirqa.dynamics.assembly import Assembly, critical_damping
from pirqa.errors import ComputationError
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray

DENSE = 600
"""Degrees of freedom up to which all frequencies are found at once."""
_AT_REST = 1e-6
"""Squared frequency, as part of the largest, below which nothing holds a stone."""
BEARING = 1e-6
"""Force of a joint, as part of the largest at rest, below which its stones merely touch: head joints of a bond."""


def resistance(
    bodies: Bodies,
    joints: Joints,
    moments: FloatArray,
    motion: Motion,
    normal: FloatArray,
    shear: FloatArray,
    ties: Ties | None = None,
    acting: npt.NDArray[np.bool_] | None = None,
) -> Any:
    """What joints and struts bring up against small motions of all bodies, as a sparse matrix, shape (6 b, 6 b).

    ``moments`` (area, first and second moments) of the part of each joint that resists, by ``normal`` and ``shear`` per
    area: stiffnesses [N/m3], or damping [Pa s/m]. ``acting``: which struts do; all where it is not given.
    """
    blocks = _joint_blocks(joints, moments, motion, normal, shear)
    pairs = [np.column_stack([joints.first, joints.second])]
    found = [blocks]
    if ties is not None and len(ties.first):
        chosen = np.ones(len(ties.first), dtype=bool) if acting is None else acting
        found.append(_tie_blocks(bodies, ties)[chosen])
        pairs.append(np.column_stack([ties.first, ties.second])[chosen])
    return _gathered(np.concatenate(found), np.concatenate(pairs), len(bodies.mass))


def turned_forces(bodies: Bodies, joints: Joints, motion: Motion, loads: Loads) -> Any:
    """What joints' forces at rest add to the stiffness as stones turn, as a sparse matrix, shape (6 b, 6 b).

    Second variation of the work of a force F and a moment M on the first stone that keep their place in the mean frame
    of both faces (``joint_geometry.follow_faces``). With turns θ, arms a and b, and d = x_b − x_a + θ_b×b − θ_a×a it is
    ½ F·[θ_b×(θ_b×b) − θ_a×(θ_a×a)] + ½ [(θ_a + θ_b)×F]·d − ½ M·(θ_a×θ_b). Left out: terms with the penetration
    itself, which is less than a thousandth of the arms.
    """
    count = len(joints.first)
    first, second = motion.arms[:, :3], motion.arms[:, 3:]
    force, moment = loads.force, loads.moment
    blocks = np.zeros((count, 12, 12))
    xa, ta, xb, tb = slice(0, 3), slice(3, 6), slice(6, 9), slice(9, 12)
    # ½ (S×F)·d with S = θa + θb: a bilinear form, S on the left; (S×F)·x = Sᵀ (F×x), (S×F)·(θ×r) = Sᵀ F×(θ×r)
    for left in (ta, tb):
        for right, matrix in (
            (xb, _cross(force)),
            (xa, -_cross(force)),
            (tb, -_cross(force) @ _cross(second)),
            (ta, _cross(force) @ _cross(first)),
        ):
            blocks[:, left, right] += 0.5 * matrix
    # ½ F·θ×(θ×r) = ½ θᵀ (F rᵀ − (F·r) 1) θ
    for side, arm, sign in ((tb, second, 1.0), (ta, first, -1.0)):
        blocks[:, side, side] += 0.5 * sign * (force[:, :, None] * arm[:, None, :] - _dot(force, arm) * np.eye(3))
    # −½ M·(θa×θb) = −½ θaᵀ (θb×M) = ½ θaᵀ (M×θb)
    blocks[:, ta, tb] += 0.5 * _cross(moment)
    pairs = np.column_stack([joints.first, joints.second])
    return _gathered(blocks + blocks.transpose(0, 2, 1), pairs, len(bodies.mass))


def bearing_joints(made: Assembly) -> npt.NDArray[np.bool_]:
    """Return which joints bear pressure where ``made`` is at rest.

    Stones of a course touch each other without pressure: rounding decides whether such a joint is open or closed, so
    its force decides here.
    """
    force = np.linalg.norm(made.loads.force, axis=1)
    return np.asarray((made.motion.closed[:, 0] > 0.0) & (force > BEARING * force.max(initial=0.0)))


def linear_modes(made: Assembly, count: int = 10, resisting: FloatArray | None = None) -> Modes:
    """Return the lowest ``count`` modes of small motions about the state of rest of ``made`` under its weight.

    Joints stick, and resist by the part of them that bears pressure now (none of them pulls, closes further or opens);
    stones that merely touch do not resist. ``resisting`` gives the moments of another part that resists, shape (j, 6).
    Struts act where they bear a force, and where they act both ways. Damping is that of the joints in each mode,
    ½ φᵀCφ/(ω φᵀMφ).
    """
    bodies, joints, motion, ties = made.bodies, made.joints, made.motion, made.ties
    closed = np.where(bearing_joints(made)[:, None], motion.closed, 0.0) if resisting is None else resisting
    acting = (ties.force != 0.0) | ((ties.push_limit > 0.0) & (ties.pull_limit > 0.0))
    springs = resistance(
        bodies, joints, closed, motion, joints.normal_stiffness, joints.shear_stiffness, ties, acting
    ) + turned_forces(bodies, joints, motion, made.loads)
    dampers = resistance(bodies, joints, closed, motion, joints.normal_damping, joints.shear_damping)
    free = _degrees(bodies)
    if not len(free):
        raise ComputationError("all stones are fixed: nothing vibrates")
    roots = inverse_roots(bodies)
    scaled, damped = ((roots @ matrix @ roots)[free][:, free] for matrix in (springs, dampers))
    squares, vectors = _lowest(0.5 * (scaled + scaled.T), min(count, len(free)))
    _refuse_loose(squares, vectors, scaled, free, made)
    omega = np.sqrt(squares)
    shapes = np.zeros((len(squares), 6 * len(bodies.mass)))
    shapes[:, free] = vectors.T
    moved = (roots @ shapes.T).T.reshape(len(squares), -1, 6)[:, :-1]
    names, points = _point_shapes(made, moved)
    moving = _mass_shares(bodies, free)
    pushed = vectors.T @ moving  # φᵀMr of modes of unit mass
    # shapes of largest number 1, positive there: signs of eigenvectors hang on the library
    largest = np.concatenate([moved[:, :, :3].reshape(len(moved), -1), points.reshape(len(points), -1)], axis=1)
    size = largest[np.arange(len(largest)), np.argmax(np.abs(largest) > np.abs(largest).max(1)[:, None] * 0.999999, 1)]
    return Modes(
        frequency=omega / (2.0 * math.pi),
        damping=np.einsum("im,im->m", vectors, damped @ vectors) / (2.0 * omega),
        points=names,
        point_shape=points / size[:, None, None],
        stones=tuple(stone.name for stone in made.wall.stones),
        stone_shape=moved / size[:, None, None],
        participation=pushed * size[:, None],
        effective_mass=pushed**2 / np.maximum((moving**2).sum(axis=0), 1e-300),
    )


def damping_ratios(made: Assembly) -> tuple[float, float, float]:
    """Return the frequency of the first mode [Hz], its damping, and that of joint chatter, as ratios of critical.

    Joint chatter is the motion of two stones against each other on one joint, √(Kn/m), m their reduced mass per area of
    their joints; its ratio is the median of the joints. The mode is not a number if stones are loose.
    """
    critical = critical_damping(made.joints, made.frames, made.bodies)
    chatter = float(np.median(made.joints.normal_damping / critical)) if len(critical) else math.nan
    try:
        first = linear_modes(made, 1)
    except ComputationError:
        return math.nan, math.nan, chatter
    return float(first.frequency[0]), float(first.damping[0]), chatter


def inverse_roots(bodies: Bodies) -> Any:
    """M^(-1/2) in space axes, of all bodies, sparse; guided stones only move across, up and about x."""
    from scipy.sparse import block_diag

    blocks = []
    for b in range(len(bodies.mass)):
        block = np.zeros((6, 6))
        if bodies.role[b] != HELD:
            block[:3, :3] = np.eye(3) / math.sqrt(bodies.mass[b])
            turn = bodies.rotation[b]
            if bodies.role[b] == GUIDED:
                block[0, 0] = 0.0
                block[3, 3] = 1.0 / math.sqrt(bodies.inertia[b, 0])
            else:
                block[3:, 3:] = (turn / np.sqrt(bodies.inertia[b])) @ turn.T
        blocks.append(block)
    return block_diag(blocks, format="csr")


def _joint_blocks(
    joints: Joints, moments: FloatArray, motion: Motion, normal: FloatArray, shear: FloatArray
) -> FloatArray:
    """Of each joint, on the twelve motions of its two bodies, shape (j, 12, 12).

    The penetration grows by −δ − v·ρ1 + u·ρ2 at the place (u, v), the slide by s1 − v·ρ3 and s2 + u·ρ3.
    """
    count = len(joints.first)
    axes = np.stack([motion.axes[:, :3], motion.axes[:, 3:], motion.normal], axis=1)
    felt = np.zeros((count, 6, 12))
    for side, sign, arm in ((0, -1.0, motion.arms[:, :3]), (6, 1.0, motion.arms[:, 3:])):
        felt[:, :3, side : side + 3] = sign * axes
        felt[:, :3, side + 3 : side + 6] = sign * np.cross(arm[:, None, :], axes)
        felt[:, 3:, side + 3 : side + 6] = sign * axes
    area, su, sv, suu, suv, svv = moments.T
    springs = np.zeros((count, 6, 6))
    springs[:, 0, 0] = springs[:, 1, 1] = shear * area
    springs[:, 0, 5] = springs[:, 5, 0] = -shear * sv
    springs[:, 1, 5] = springs[:, 5, 1] = shear * su
    springs[:, 5, 5] = shear * (suu + svv)
    springs[:, 2, 2] = normal * area
    springs[:, 2, 3] = springs[:, 3, 2] = normal * sv
    springs[:, 2, 4] = springs[:, 4, 2] = -normal * su
    springs[:, 3, 3], springs[:, 4, 4] = normal * svv, normal * suu
    springs[:, 3, 4] = springs[:, 4, 3] = -normal * suv
    return np.asarray(felt.transpose(0, 2, 1) @ springs @ felt)


def _tie_blocks(bodies: Bodies, ties: Ties) -> FloatArray:
    arms = [
        np.einsum("tij,tj->ti", bodies.rotation[which], point)
        for which, point in ((ties.first, ties.point_first), (ties.second, ties.point_second))
    ]
    line = bodies.position[ties.second] + arms[1] - bodies.position[ties.first] - arms[0]
    line /= np.linalg.norm(line, axis=1)[:, None]
    felt = np.concatenate([-line, -np.cross(arms[0], line), line, np.cross(arms[1], line)], axis=1)
    return np.asarray(ties.stiffness[:, None, None] * felt[:, :, None] * felt[:, None, :])


def _gathered(blocks: FloatArray, pairs: npt.NDArray[np.int64], count: int) -> Any:
    from scipy.sparse import csr_array

    places = (6 * pairs[:, :, None] + np.arange(6)).reshape(-1, 12)
    rows, columns = np.repeat(places, 12, axis=1).ravel(), np.tile(places, 12).ravel()
    return csr_array((blocks.ravel(), (rows, columns)), shape=(6 * count, 6 * count))


def _cross(vectors: FloatArray) -> FloatArray:
    """Matrices of the cross product with each vector, shape (n, 3, 3)."""
    made = np.zeros((len(vectors), 3, 3))
    x, y, z = vectors.T
    made[:, 0, 1], made[:, 0, 2], made[:, 1, 2] = -z, y, -x
    made[:, 1, 0], made[:, 2, 0], made[:, 2, 1] = z, -y, x
    return made


def _dot(one: FloatArray, other: FloatArray) -> FloatArray:
    return np.asarray((one * other).sum(axis=1)[:, None, None])


def _degrees(bodies: Bodies) -> npt.NDArray[np.int64]:
    """Of freedom, as numbers of rows."""
    free = np.zeros((len(bodies.mass), 6), dtype=bool)
    free[bodies.role == FREE] = True
    free[bodies.role == GUIDED] = np.array([0, 1, 1, 1, 0, 0], dtype=bool)
    return np.flatnonzero(free)


def _lowest(matrix: Any, count: int) -> tuple[FloatArray, FloatArray]:
    """Eigenvalues and eigenvectors, the lowest first."""
    size = matrix.shape[0]
    if size <= DENSE:
        from scipy.linalg import eigh

        values, vectors = eigh(matrix.toarray(), subset_by_index=(0, count - 1))
        return np.asarray(values), np.asarray(vectors)
    from scipy.sparse.linalg import eigsh

    start = np.random.default_rng(1).standard_normal(size)  # the same every time
    values, vectors = eigsh(matrix.tocsc(), k=count, sigma=0.0, which="LM", v0=start)
    order = np.argsort(values)
    return values[order], vectors[:, order]


def _refuse_loose(
    squares: FloatArray, vectors: FloatArray, scaled: Any, free: npt.NDArray[np.int64], made: Assembly
) -> None:
    largest = float(abs(scaled).sum(axis=1).max())
    if squares[0] > _AT_REST**2 * largest and np.all(np.isfinite(squares)):
        return
    worst = int(free[int(np.argmax(np.abs(vectors[:, 0])))]) // 6
    raise ComputationError(
        f'stone "{made.wall.stones[worst].name}" has no frequency: the joints that bear pressure at rest do not hold '
        "it against small motions; check what it rests on"
    )


def _point_shapes(made: Assembly, moved: FloatArray) -> tuple[tuple[str, ...], FloatArray]:
    """Names of the control points and how they move in each mode, shape (n, points, 3)."""
    watched = made.wall.control_points
    shapes = np.zeros((len(moved), len(watched), 3))
    for index, point in enumerate(watched):
        stone = made.wall.stone_numbers[point.stone]
        arm = point.position - made.wall.stones[stone].centroid
        shapes[:, index] = moved[:, stone, :3] + np.cross(moved[:, stone, 3:], arm)
    return tuple(point.name for point in watched), shapes


def _mass_shares(bodies: Bodies, free: npt.NDArray[np.int64]) -> FloatArray:
    """√M r of unit shifts of the base along, across and up, on the degrees of freedom, shape (free, 3)."""
    shifts = np.zeros((len(bodies.mass), 6, 3))
    for axis in range(3):
        shifts[:, axis, axis] = np.sqrt(bodies.mass)
    return np.asarray(shifts.reshape(-1, 3)[free])


def stable_step(highest: float, damping_time: float) -> float:
    """Stable limit of the explicit step [s]: (2/ω)·(√(1 + ξ²) − ξ) with ξ = ω·damping_time/2.

    ``highest`` is the highest circular frequency with all joints closed [rad/s], ``damping_time`` the largest ratio of
    damping to stiffness of a joint [s]. Damping is taken half a step late, which costs stability (Belytschko, Liu and
    Moran, Nonlinear Finite Elements, section 6.6).
    """
    ratio = 0.5 * highest * damping_time
    return 2.0 / highest * (math.sqrt(1.0 + ratio * ratio) - ratio)


def most_lag(highest: float, step: float) -> float:
    """Ratio of damping to stiffness at which ``step`` is just stable [s]: :func:`stable_step` turned round."""
    half = 0.5 * highest * step
    return max((1.0 - half * half) / half / highest, 0.0) if highest > 0.0 else 0.0


def highest_frequency(bodies: Bodies, joints: Joints, frames: Frames, motion: Motion, ties: Ties) -> float:
    """Of the wall with all joints closed and sticking [rad/s]: of the stiffest stone among its neighbours."""
    from scipy.linalg import eigvalsh
    from scipy.sparse.linalg import eigsh

    if not len(joints.first) and not len(ties.first):
        return 0.0
    closed = np.where(frames.whole[:, :1] > 0.0, frames.whole, 0.0)
    stiffness = resistance(bodies, joints, closed, motion, joints.normal_stiffness, joints.shear_stiffness, ties)
    scale = inverse_roots(bodies)
    scaled = scale @ stiffness @ scale
    moving = np.flatnonzero(np.repeat(bodies.role != HELD, 6))
    scaled = scaled[moving][:, moving]
    if len(moving) == 0:
        return 0.0
    if len(moving) <= DENSE:
        return _settled(math.sqrt(float(eigvalsh(scaled.toarray())[-1])))
    start = np.random.default_rng(1).standard_normal(len(moving))  # the same every time
    largest = eigsh(scaled, k=1, which="LM", tol=1e-6, v0=start, return_eigenvectors=False)
    return _settled(math.sqrt(float(largest[0])))


def loose_step(bodies: Bodies, solids: Solids) -> float:
    """Stable limit of the explicit step of stones that lie between two others on their largest face [s].

    Shifting: 2·Kn·A/m; turning: the same pressure over the face's own extent. Damping as the stone has it there.
    """
    stiffness, given, ratio = (float(solids.law[:, :, column].max()) for column in (0, 3, 4))
    least = math.inf
    for s in range(len(solids.body)):
        b = int(solids.body[s])
        if bodies.role[b] == HELD:
            continue
        highest = 0.0
        for f in range(int(solids.first_face[s]), int(solids.first_face[s + 1])):
            ring = solids.corner[solids.ring[solids.first_ring[f] : solids.first_ring[f + 1]]]
            fan = np.cross(ring - ring[0], np.roll(ring, -1, axis=0) - ring[0])
            area = 0.5 * float(np.linalg.norm(fan.sum(axis=0)))
            normal = solids.normal[f]
            # a face's second moment about its middle is at most its area by a third of its farthest corner squared
            lever = np.linalg.norm(np.cross(ring, normal), axis=1).max()
            ease = 1.0 / bodies.mass[b]
            if bodies.role[b] != GUIDED:
                ease = max(ease, lever * lever / 3.0 * float((bodies.easiness[b] * (1.0 - normal * normal)).max()))
            highest = max(highest, 2.0 * stiffness * area * ease)
        lag = max(given, ratio * 2.0 * math.sqrt(stiffness / solids.ease[b])) / stiffness
        if highest > 0.0:
            least = min(least, stable_step(math.sqrt(highest), lag if given < 0.0 else given / stiffness))
    return _settled(least)


def _settled(frequency: float) -> float:
    """Without the last digits, which hang on how many threads the eigenvalues were found with."""
    return float(f"{frequency:.10g}")
