"""The motion of rigid stones (a kick by all forces, then a drift) and rotations of many stones at once.

The integration is explicit and symplectic. Rotation follows the splitting of Dullweber, Leimkuhler and McLachlan (J.
Chem. Phys. 107, 5840, 1997): five plane rotations about the principal axes. A free body keeps its angular momentum to
the last digits and its energy within a bounded ripple. The rotations of many stones in many states are summed in the
order of NumPy and SciPy without fused operations: the numbers are theirs to the last bit.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from pirqa.compiled import inlined, kernel
from pirqa.dynamics.arrays import FREE, GUIDED, HELD, Bodies, Loads, Motion
from pirqa.dynamics.quotient import divided
from pirqa.model.polyhedron import FloatArray


@inlined
def gather_loads(start: int, stop: int, bodies: Bodies, motion: Motion, loads: Loads) -> None:
    """Force and moment about the mass centre of all joints and struts on each body, summed in a fixed order."""
    first_item, item, arms = bodies.first_item, bodies.item, motion.arms
    force, moment, total, struts = loads.force, loads.moment, loads.total, loads.body
    for b in range(start, stop):
        fx, fy, fz, tx, ty, tz = struts[b, 0], struts[b, 1], struts[b, 2], struts[b, 3], struts[b, 4], struts[b, 5]
        for k in range(first_item[b], first_item[b + 1]):
            j = item[k]
            if j >= 0:
                gx, gy, gz = force[j, 0], force[j, 1], force[j, 2]
                px, py, pz = arms[j, 0], arms[j, 1], arms[j, 2]
                tx, ty, tz = tx + moment[j, 0], ty + moment[j, 1], tz + moment[j, 2]
            else:
                j = -1 - j
                gx, gy, gz = -force[j, 0], -force[j, 1], -force[j, 2]
                px, py, pz = arms[j, 3], arms[j, 4], arms[j, 5]
                tx, ty, tz = tx - moment[j, 0], ty - moment[j, 1], tz - moment[j, 2]
            fx, fy, fz = fx + gx, fy + gy, fz + gz
            tx, ty, tz = tx + py * gz - pz * gy, ty + pz * gx - px * gz, tz + px * gy - py * gx
        total[b, 0], total[b, 1], total[b, 2], total[b, 3], total[b, 4], total[b, 5] = fx, fy, fz, tx, ty, tz


@inlined
def move_stones(
    start: int,
    stop: int,
    bodies: Bodies,
    loads: Loads,
    gx: float,
    gy: float,
    gz: float,
    along: float,
    step: float,
) -> tuple[float, float, float, float, float]:
    """Kick and drift of all stones that are not held, under gravity (gx, gy, gz) [m/s2].

    ``along`` is how far the platform moves along the wall in this step, which guided stones follow [m]. Kinetic energy
    in the middle of the kick, work of gravity and of the guides over the last step [J], the guides' force [N], and the
    largest speed [m/s]. ``loads.gravity`` is that of the step before: the caller renews it when all have moved.
    """
    place, speed, mass, easiness = bodies.position, bodies.velocity, bodies.mass, bodies.easiness
    turn, spin, role, last = bodies.rotation, bodies.momentum, bodies.role, bodies.last
    total, before = loads.total, loads.gravity
    mx, my, mz = 0.5 * (gx + before[0]), 0.5 * (gy + before[1]), 0.5 * (gz + before[2])
    half = 0.5 * step
    kinetic = fall = guided = guides = fastest = 0.0
    for b in range(start, stop):
        if role[b] == HELD:
            continue
        fx, fy, fz = total[b, 0], total[b, 1], total[b, 2]
        tx, ty, tz = total[b, 3], total[b, 4], total[b, 5]
        over = divided(step, mass[b])
        vx, vy, vz = speed[b, 0], speed[b, 1], speed[b, 2]
        fall += mass[b] * step * (mx * vx + my * vy + mz * vz)
        ux, uy, uz = vx + over * fx + step * gx, vy + over * fy + step * gy, vz + over * fz + step * gz
        r0, r1, r2 = easiness[b, 0], easiness[b, 1], easiness[b, 2]
        if role[b] == FREE:
            l0, l1, l2 = spin[b, 0], spin[b, 1], spin[b, 2]
            k0 = l0 + step * (turn[b, 0, 0] * tx + turn[b, 1, 0] * ty + turn[b, 2, 0] * tz)
            k1 = l1 + step * (turn[b, 0, 1] * tx + turn[b, 1, 1] * ty + turn[b, 2, 1] * tz)
            k2 = l2 + step * (turn[b, 0, 2] * tx + turn[b, 1, 2] * ty + turn[b, 2, 2] * tz)
            kinetic += 0.5 * (l0 * k0 * r0 + l1 * k1 * r1 + l2 * k2 * r2)
            a0, a1, a2 = turn[b, 0, 0], turn[b, 1, 0], turn[b, 2, 0]
            b0, b1, b2 = turn[b, 0, 1], turn[b, 1, 1], turn[b, 2, 1]
            c0, c1, c2 = turn[b, 0, 2], turn[b, 1, 2], turn[b, 2, 2]
            k1, k2, b0, b1, b2, c0, c1, c2 = _turn_about(half * k0 * r0, k1, k2, b0, b1, b2, c0, c1, c2)
            k2, k0, c0, c1, c2, a0, a1, a2 = _turn_about(half * k1 * r1, k2, k0, c0, c1, c2, a0, a1, a2)
            k0, k1, a0, a1, a2, b0, b1, b2 = _turn_about(step * k2 * r2, k0, k1, a0, a1, a2, b0, b1, b2)
            k2, k0, c0, c1, c2, a0, a1, a2 = _turn_about(half * k1 * r1, k2, k0, c0, c1, c2, a0, a1, a2)
            k1, k2, b0, b1, b2, c0, c1, c2 = _turn_about(half * k0 * r0, k1, k2, b0, b1, b2, c0, c1, c2)
            turn[b, 0, 0], turn[b, 1, 0], turn[b, 2, 0] = a0, a1, a2
            turn[b, 0, 1], turn[b, 1, 1], turn[b, 2, 1] = b0, b1, b2
            turn[b, 0, 2], turn[b, 1, 2], turn[b, 2, 2] = c0, c1, c2
            spin[b, 0], spin[b, 1], spin[b, 2] = k0, k1, k2
        if role[b] == GUIDED:
            ux = along / step
            guide = mass[b] * ((ux - vx) / step - gx) - fx
            guided += 0.5 * (guide + last[b, 0]) * step * vx
            guides += guide
            last[b, 0] = guide
            l0 = spin[b, 0]
            k0 = l0 + step * tx
            spin[b, 0] = k0
            kinetic += 0.5 * l0 * k0 * r0
            _roll(b, turn, step * k0 * r0)
        speed[b, 0], speed[b, 1], speed[b, 2] = ux, uy, uz
        place[b, 0] += step * ux
        place[b, 1] += step * uy
        place[b, 2] += step * uz
        kinetic += 0.5 * mass[b] * (vx * ux + vy * uy + vz * uz)
        size = abs(ux) + abs(uy) + abs(uz)
        if fastest == fastest and not size <= fastest:  # one that is no number stays
            fastest = size
    return kinetic, fall, guided, guides, fastest


@inlined
def _turn_about(
    angle: float, kp: float, kq: float, p0: float, p1: float, p2: float, q0: float, q1: float, q2: float
) -> tuple[float, float, float, float, float, float, float, float]:
    """Turn a body in the plane of two of its axes p and q; its momentum stays in space, so it turns back in the body.

    Sine and cosine by Cayley's map: an exact rotation, by an angle right to the third order.
    """
    half = 0.5 * angle
    square = half * half
    # where the square's cube is lost in the last digit, the series saves a division
    scale = 1.0 / (1.0 + square) if square > 1e-6 else 1.0 - square + square * square
    c, s = (1.0 - square) * scale, angle * scale
    return (
        c * kp + s * kq,
        c * kq - s * kp,
        c * p0 + s * q0,
        c * p1 + s * q1,
        c * p2 + s * q2,
        c * q0 - s * p0,
        c * q1 - s * p1,
        c * q2 - s * p2,
    )


@inlined
def _roll(b: int, turn: FloatArray, angle: float) -> None:
    """Turn body ``b`` about the x axis of space."""
    half = 0.5 * angle
    scale = 1.0 / (1.0 + half * half)
    cosine, sine = (1.0 - half * half) * scale, angle * scale
    for i in range(3):
        one, other = turn[b, 1, i], turn[b, 2, i]
        turn[b, 1, i] = cosine * one - sine * other
        turn[b, 2, i] = sine * one + cosine * other


@inlined
def move_held(
    start: int, stop: int, bodies: Bodies, loads: Loads, path: FloatArray, n: int, axis: FloatArray
) -> tuple[float, float, float, float]:
    """Put held stones, and the platform, where row ``n`` of the path says.

    The base's work over the last step [J], and the push of the wall on it [N]. See :mod:`pirqa.dynamics.drive` for the
    columns of ``path`` and the ``axis`` of a tilt.
    """
    place, turn, last, total = bodies.position, bodies.rotation, bodies.last, loads.total
    home, attitude, role, shares = bodies.home, bodies.attitude, bodies.role, bodies.share
    sine, cosine = path[n, 4], path[n, 5]
    ox, oy, oz, kx, ky, kz = axis[0], axis[1], axis[2], axis[3], axis[4], axis[5]
    work = push_x = push_y = push_z = 0.0
    for b in range(start, stop):
        if role[b] != HELD:
            continue
        fx, fy, fz = total[b, 0], total[b, 1], total[b, 2]
        twist = total[b, 3] * kx + total[b, 4] * ky + total[b, 5] * kz
        # over the last step, with the mean of the forces at both its ends
        work -= 0.5 * ((fx + last[b, 5]) * last[b, 0] + (fy + last[b, 6]) * last[b, 1] + (fz + last[b, 7]) * last[b, 2])
        work -= 0.5 * (twist + last[b, 8]) * last[b, 3]
        push_x, push_y, push_z = push_x + fx, push_y + fy, push_z + fz
        last[b, 5], last[b, 6], last[b, 7], last[b, 8] = fx, fy, fz, twist
        rx, ry, rz = home[b, 0] - ox, home[b, 1] - oy, home[b, 2] - oz
        dot = (1.0 - cosine) * (kx * rx + ky * ry + kz * rz)
        share = shares[b]
        x = ox + cosine * rx + sine * (ky * rz - kz * ry) + dot * kx + path[n, 0] + share * path[n, 6]
        y = oy + cosine * ry + sine * (kz * rx - kx * rz) + dot * ky + path[n, 1] + share * path[n, 7]
        z = oz + cosine * rz + sine * (kx * ry - ky * rx) + dot * kz + path[n, 2] + share * path[n, 8]
        turned = path[n, 3] - last[b, 4]
        last[b, 0], last[b, 1], last[b, 2] = x - place[b, 0], y - place[b, 1], z - place[b, 2]
        last[b, 3], last[b, 4] = turned, path[n, 3]
        place[b, 0], place[b, 1], place[b, 2] = x, y, z
        if turned != 0.0:
            for i in range(3):
                rx, ry, rz = attitude[b, 0, i], attitude[b, 1, i], attitude[b, 2, i]
                dot = (1.0 - cosine) * (kx * rx + ky * ry + kz * rz)
                turn[b, 0, i] = cosine * rx + sine * (ky * rz - kz * ry) + dot * kx
                turn[b, 1, i] = cosine * ry + sine * (kz * rx - kx * rz) + dot * ky
                turn[b, 2, i] = cosine * rz + sine * (kx * ry - ky * rx) + dot * kz
    return work, push_x, push_y, push_z


def product_sum(one: float, other: float, third: float) -> float:
    """one·other + third; in kernels rounded once, as BLAS does it."""
    return one * other + third


@overload(product_sum)
def _in_kernels(one: Any, other: Any, third: Any) -> Any:
    def product_sum(one: Any, other: Any, third: Any) -> Any:
        return _fused(one, other, third)  # type: ignore[call-arg]

    return product_sum


@intrinsic
def _fused(typing: Any, one: Any, other: Any, third: Any) -> Any:
    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.fma(*arguments)

    return types.float64(types.float64, types.float64, types.float64), make


@kernel(threads=True)
def find_quaternions(matrix: FloatArray, found: FloatArray) -> None:
    """(w, x, y, z) of rotation matrices, shape (n, 3, 3), w never negative, into ``found``, shape (n, 4).

    By the largest of trace and diagonal (Markley 2008), as SciPy does it.
    """
    for n in range(len(matrix)):
        m = matrix[n]
        trace = m[0, 0] + m[1, 1] + m[2, 2]
        largest, which = m[0, 0], 0
        if m[1, 1] > largest:
            largest, which = m[1, 1], 1
        if m[2, 2] > largest:
            largest, which = m[2, 2], 2
        if trace > largest:
            which = 3
        if which == 3:
            x, y, z, w = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1.0 + trace
        elif which == 0:
            x, y, z, w = 1.0 - trace + 2.0 * m[0, 0], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]
        elif which == 1:
            x, y, z, w = m[0, 1] + m[1, 0], 1.0 - trace + 2.0 * m[1, 1], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]
        else:
            x, y, z, w = m[0, 2] + m[2, 0], m[1, 2] + m[2, 1], 1.0 - trace + 2.0 * m[2, 2], m[1, 0] - m[0, 1]
        size = math.sqrt(x * x + y * y + z * z + w * w)
        x, y, z, w = x / size, y / size, z / size, w / size
        if w < 0.0:
            x, y, z, w = -x, -y, -z, -w
        found[n, 0], found[n, 1], found[n, 2], found[n, 3] = w, x, y, z


@kernel(threads=True)
def take_poses(pose: FloatArray, attitude: FloatArray, position: FloatArray, quaternion: FloatArray) -> None:
    """Places and turns of all bodies but the last, the platform, out of what an engine keeps.

    ``pose``: mass centre and rotation from the principal axes, shape (k, b, 12); ``attitude``: of these axes in the
    drawing, shape (b, 3, 3). Into ``position``, shape (k, b - 1, 3), and ``quaternion``, shape (k, b - 1, 4).
    """
    turned = np.empty((1, 3, 3))
    for k in range(len(pose)):
        for n in range(position.shape[1]):
            row, own = pose[k, n], attitude[n]
            for i in range(3):
                position[k, n, i] = row[i]
                a, b, c = row[3 + 3 * i], row[4 + 3 * i], row[5 + 3 * i]
                for j in range(3):
                    turned[0, i, j] = product_sum(c, own[j, 2], product_sum(b, own[j, 1], a * own[j, 0]))
            find_quaternions(turned, quaternion[k, n : n + 1])


@kernel(threads=True)
def see_from_base(position: FloatArray, shift: FloatArray, turn: FloatArray, seen: FloatArray) -> None:
    """Places [m], shape (k, n, 3), in axes that move and turn with the base, into ``seen``.

    ``shift`` of the base [m], shape (k, 3); its ``turn`` as quaternions, shape (k, 4).
    """
    for k in range(len(position)):
        w, x, y, z = turn[k, 0], -turn[k, 1], -turn[k, 2], -turn[k, 3]
        for n in range(position.shape[1]):
            a, b, c = position[k, n, 0] - shift[k, 0], position[k, n, 1] - shift[k, 1], position[k, n, 2] - shift[k, 2]
            u, v, t = 2.0 * (y * c - z * b), 2.0 * (z * a - x * c), 2.0 * (x * b - y * a)
            seen[k, n, 0] = a + w * u + (y * t - z * v)
            seen[k, n, 1] = b + w * v + (z * u - x * t)
            seen[k, n, 2] = c + w * t + (x * v - y * u)


@kernel(threads=True)
def find_uprights(quaternion: FloatArray, base: FloatArray, found: FloatArray) -> None:
    """Where the upright of each stone points, seen from the base, into ``found``, shape (k, n, 3).

    ``quaternion`` of the stones, shape (k, n, 4), of the ``base``, shape (k, 4).
    """
    for k in range(len(quaternion)):
        bw, bx, by, bz = base[k, 0], -base[k, 1], -base[k, 2], -base[k, 3]
        for n in range(quaternion.shape[1]):
            w, x, y, z = quaternion[k, n, 0], quaternion[k, n, 1], quaternion[k, n, 2], quaternion[k, n, 3]
            u, v, t = 2.0 * (y * 1.0 - z * 0.0), 2.0 * (z * 0.0 - x * 1.0), 2.0 * (x * 0.0 - y * 0.0)
            a = 0.0 + w * u + (y * t - z * v)
            b = 0.0 + w * v + (z * u - x * t)
            c = 1.0 + w * t + (x * v - y * u)
            u, v, t = 2.0 * (by * c - bz * b), 2.0 * (bz * a - bx * c), 2.0 * (bx * b - by * a)
            found[k, n, 0] = a + bw * u + (by * t - bz * v)
            found[k, n, 1] = b + bw * v + (bz * u - bx * t)
            found[k, n, 2] = c + bw * t + (bx * v - by * u)
