"""The motion of rigid stones: a kick by all forces, then a drift; explicit and symplectic.

Turning follows the splitting of Dullweber, Leimkuhler and McLachlan (J. Chem. Phys. 107, 5840, 1997): five plane
rotations about the principal axes. A free body keeps its angular momentum to the last digits and its energy within a
bounded ripple, however long it spins.
"""

from __future__ import annotations

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import FREE, GUIDED, HELD, Bodies, Loads, Motion
from pirqa.dynamics.quotient import divided
from pirqa.model.polyhedron import FloatArray

__all__ = ["gather_loads", "move_held", "move_stones"]


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
