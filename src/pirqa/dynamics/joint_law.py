"""The law of a joint: pressure, friction with memory, damping; and what each of them spends.

Normal: Kn [N/m3] times the penetration, no pull unless bonded. Tangential: a spring Kt [N/m3] on the elastic slip,
which is remembered, and a return to the limit when it is passed: friction that holds does not creep. The limit for
shear force T and twisting moment M about the centre of pressure under the normal force N is the ellipsoid
(T/μN)² + (M/μNr)² = 1, where r is the mean distance of the area from its centroid: exact for sliding alone, and for
twisting alone under even pressure. Slip is normal to it: a stone that slides freely does not turn.
Energies are counted with the mean of the forces at both ends of a step, which is the work that the stepping does.
"""

from __future__ import annotations

import math

from pirqa.compiled import inlined
from pirqa.dynamics.arrays import Frames, Joints, Loads, Memory, Motion
from pirqa.dynamics.quotient import divided

NOTHING = 1e-12
"""Area that is none [m2]."""
_NO_FORCE = 1e-9
"""Force that is none [N]."""
_NO_POLAR = 1e-60
"""Polar moment that is none [m4]."""
_ROUNDS, _CLOSE = 12, 1e-4
"""At most so many rounds until a squared force meets its limit so nearly, of which one is usual. The force is then put
on the limit: what is left is the direction of slip, off by so much at most."""


@inlined
def press_and_rub(
    start: int,
    stop: int,
    joints: Joints,
    frames: Frames,
    motion: Motion,
    memory: Memory,
    loads: Loads,
    step: float,
) -> tuple[float, float, float]:
    """Force and moment of each joint on its first stone; energy spent by friction, damping and opening [J]."""
    bonded, bond_area, twist = frames.bonded, frames.bond_area, frames.twist
    cohesion, dilation, friction, lift_limit = joints.cohesion, joints.dilation, joints.friction, joints.lift_limit
    normal_damping, normal_stiffness, shear_damping, shear_stiffness = (
        joints.normal_damping,
        joints.normal_stiffness,
        joints.shear_damping,
        joints.shear_stiffness,
    )
    force, moment = loads.force, loads.moment
    old_area, old_gap, old_slide, lift = memory.area, memory.gap, memory.slide, memory.lift
    viscous, old_rim = memory.viscous, memory.rim
    axes, closed, gap, normal = motion.axes, motion.closed, motion.gap, motion.normal
    pressed, slide, rim = motion.pressed, motion.slide, motion.rim
    per_step = 1.0 / step
    total_rubbed = total_damped = total_opened = 0.0
    for j in range(start, stop):
        g0, gu, gv = gap[j, 0], gap[j, 1], gap[j, 2]
        h0, hu, hv = g0 - old_gap[j, 0], gu - old_gap[j, 1], gv - old_gap[j, 2]
        s0, s1, s2 = slide[j, 0], slide[j, 1], slide[j, 2]
        t0, t1, t2 = s0 - old_slide[j, 0], s1 - old_slide[j, 1], s2 - old_slide[j, 2]
        old_gap[j, 0], old_gap[j, 1], old_gap[j, 2] = g0, gu, gv
        old_slide[j, 0], old_slide[j, 1], old_slide[j, 2] = s0, s1, s2
        area, touching = pressed[j, 0], closed[j, 0]
        if touching <= NOTHING and old_area[j] <= NOTHING and viscous[j, 0] == 0.0:
            for i in range(3):
                force[j, i] = 0.0
                moment[j, i] = 0.0
            continue

        # normal: what is applied, and how much of it is elastic
        stiffness, rate = normal_stiffness[j], normal_damping[j] * per_step
        p0 = g0 + lift[j]
        thrust = about_u = about_v = 0.0
        su = sv = suu = suv = svv = 0.0
        if area > NOTHING:
            su, sv = pressed[j, 1], pressed[j, 2]
            suu, suv, svv = pressed[j, 3], pressed[j, 4], pressed[j, 5]
            f0, fu, fv = stiffness * p0 + rate * h0, stiffness * gu + rate * hu, stiffness * gv + rate * hv
            thrust = f0 * area + fu * su + fv * sv
            about_u = f0 * su + fu * suu + fv * suv
            about_v = f0 * sv + fu * suv + fv * svv
        d0, du, dv = thrust, about_u, about_v
        if touching > NOTHING:
            cu, cv = closed[j, 1], closed[j, 2]
            cuu, cuv, cvv = closed[j, 3], closed[j, 4], closed[j, 5]
            d0 -= stiffness * (p0 * touching + gu * cu + gv * cv)
            du -= stiffness * (p0 * cu + gu * cuu + gv * cuv)
            dv -= stiffness * (p0 * cv + gu * cuv + gv * cvv)
        damped = 0.5 * ((d0 + viscous[j, 0]) * h0 + (du + viscous[j, 1]) * hu + (dv + viscous[j, 2]) * hv)
        viscous[j, 0], viscous[j, 1], viscous[j, 2] = d0, du, dv

        if area <= NOTHING:
            opened = let_go(j, memory)
            for i in range(3):
                force[j, i], moment[j, i] = 0.0, 0.0
            opened += 0.5 * (old_rim[j, 0] * t0 + old_rim[j, 1] * t1)
            old_rim[j, 0], old_rim[j, 1] = 0.0, 0.0
            total_damped += damped
            total_opened += opened
            continue
        bond = -1.0
        if bonded[j] > 0:
            bond = cohesion[j] * min(area, bond_area[j])
        inverse = divided(1.0, area)
        u, v = su * inverse, sv * inverse
        polar = suu + svv - (su * u + sv * v)
        f1, f2, turning, rubbed, stuck, opened, length = rub(
            j,
            memory,
            area,
            u,
            v,
            polar,
            thrust,
            about_u,
            about_v,
            t0,
            t1,
            t2,
            shear_stiffness[j],
            shear_damping[j] * per_step,
            friction[j],
            bond,
            twist[j],
        )
        if length > 0.0:
            if bonded[j] > 0:  # a bond that slips is broken; find_closed_part sees to what it still pulls
                bonded[j] = -bonded[j]
            rise = dilation[j] * length
            if rise > 0.0:
                rise = min(rise, lift_limit[j] - lift[j])
                lift[j] += rise
                rubbed -= thrust * rise
        damped += stuck

        # edges that press in store what the next renewal of the overlap finds
        r1, r2 = rim[j, 0], rim[j, 1]
        opened += 0.5 * ((r1 + old_rim[j, 0]) * t0 + (r2 + old_rim[j, 1]) * t1)
        old_rim[j, 0], old_rim[j, 1] = r1, r2
        f1, f2, turning = f1 + r1, f2 + r2, turning + u * r2 - v * r1

        # on the first stone: −N·n and the shear, about the origin between the faces
        nx, ny, nz = normal[j, 0], normal[j, 1], normal[j, 2]
        m1x, m1y, m1z = axes[j, 0], axes[j, 1], axes[j, 2]
        m2x, m2y, m2z = axes[j, 3], axes[j, 4], axes[j, 5]
        force[j, 0] = f1 * m1x + f2 * m2x - thrust * nx
        force[j, 1] = f1 * m1y + f2 * m2y - thrust * ny
        force[j, 2] = f1 * m1z + f2 * m2z - thrust * nz
        # the lever u·m1 + v·m2 of the pressure; the axes are a little short where the faces gape, and so is the lever
        lx, ly, lz = about_u * m1x + about_v * m2x, about_u * m1y + about_v * m2y, about_u * m1z + about_v * m2z
        moment[j, 0] = lz * ny - ly * nz + turning * nx
        moment[j, 1] = lx * nz - lz * nx + turning * ny
        moment[j, 2] = ly * nx - lx * ny + turning * nz
        total_rubbed += rubbed
        total_damped += damped
        total_opened += opened
    return total_rubbed, total_damped, total_opened


@inlined
def let_go(j: int, memory: Memory) -> float:
    """Nothing bears pressure any more: no shear either; its elastic energy is lost [J]."""
    lost: float = memory.shear_energy[j]
    memory.area[j], memory.shear_energy[j], memory.thrust[j] = 0.0, 0.0, 0.0
    for i in range(3):
        memory.slip[j, i], memory.shear[j, i], memory.shear_viscous[j, i] = 0.0, 0.0, 0.0
    return lost


@inlined
def rub(
    j: int,
    memory: Memory,
    area: float,
    u: float,
    v: float,
    polar: float,
    thrust: float,
    about_u: float,
    about_v: float,
    t0: float,
    t1: float,
    t2: float,
    kt: float,
    ct: float,
    friction: float,
    bond: float,
    twist: float,
) -> tuple[float, float, float, float, float, float, float]:
    """Shear on an ``area`` [m2] that bears pressure, of centroid u, v and polar moment about it [m4].

    ``thrust``, ``about_u``, ``about_v``: normal force and its moments; t0, t1, t2: slide and turn in this step; ``kt``,
    ``ct``: stiffness, and damping over the step [N/m3]; ``bond``: what cohesion holds [N], negative where dry;
    ``twist``: squared ratio of mean distance to radius of gyration. Shear force and twisting moment about the origin,
    energy spent by friction, damping and opening [J], length of slip [m].
    """
    path, shear, shear_energy, sticky, slip = (
        memory.path,
        memory.shear,
        memory.shear_energy,
        memory.shear_viscous,
        memory.slip,
    )
    inverse = divided(1.0, area)
    w = slip[j, 2]
    c1, c2 = slip[j, 0] - w * v, slip[j, 1] + w * u
    old = memory.area[j]
    opened = 0.0
    if area != old:
        if area > old:  # what has just closed has not slipped yet
            share = old * inverse
            c1, c2, w = c1 * share, c2 * share, w * share
        opened = shear_energy[j] - 0.5 * kt * (area * (c1 * c1 + c2 * c2) + polar * w * w)
    # the whole step as elastic slip, then back to the limit; damping acts on the elastic slip alone
    e1, e2, ew = c1 + t0 - t2 * v, c2 + t1 + t2 * u, w + t2
    f1 = area * (kt * e1 + ct * (e1 - c1))
    f2 = area * (kt * e2 + ct * (e2 - c2))
    mn = polar * (kt * ew + ct * (ew - w))
    limit = friction * thrust
    if bond > 0.0:
        limit += bond
    if limit < _NO_FORCE:
        limit = 0.0
    # friction that slides acts at the centre of pressure, a bond all over its area
    off_u = off_v = 0.0
    if thrust > _NO_FORCE and bond < 0.0:
        middle = divided(1.0, thrust)
        off_u, off_v = about_u * middle - u, about_v * middle - v
    ease = divided(area, twist * polar) if polar > _NO_POLAR else 0.0
    lean = mn - off_u * f2 + off_v * f1
    rubbed = length = 0.0
    if f1 * f1 + f2 * f2 + lean * lean * ease > limit * limit:
        k1, k2, kw = _return_to_limit(f1, f2, mn, off_u, off_v, limit, ease, polar * inverse)
        back = divided(1.0, kt + ct)
        x1, x2, xw = back * (f1 - k1) * inverse, back * (f2 - k2) * inverse, 0.0
        if polar > _NO_POLAR:
            xw = divided(back * (mn - kw), polar)
        f1, f2, mn = k1, k2, kw
        e1, e2, ew = e1 - x1, e2 - x2, ew - xw
        # the force at the step's start did its work at the origin: shift its moment to this centroid
        began = shear[j, 2] - u * shear[j, 1] + v * shear[j, 0]
        rubbed = 0.5 * ((f1 + shear[j, 0]) * x1 + (f2 + shear[j, 1]) * x2 + (mn + began) * xw)
        length = math.sqrt(x1 * x1 + x2 * x2)
        path[j] += length
    turning = mn + u * f2 - v * f1
    if area != old:
        # the force had more area to act on at the step's start than the slip that is left accounts for
        spring = shear[j, 2] - sticky[j, 2] - u * (shear[j, 1] - sticky[j, 1]) + v * (shear[j, 0] - sticky[j, 0])
        opened += 0.5 * (
            (shear[j, 0] - sticky[j, 0] - kt * area * c1) * (e1 - c1)
            + (shear[j, 1] - sticky[j, 1] - kt * area * c2) * (e2 - c2)
            + (spring - kt * polar * w) * (ew - w)
        )
    z1, z2, zw = area * ct * (e1 - c1), area * ct * (e2 - c2), polar * ct * (ew - w)
    before = sticky[j, 2] - u * sticky[j, 1] + v * sticky[j, 0]
    stuck = 0.5 * ((z1 + sticky[j, 0]) * (e1 - c1) + (z2 + sticky[j, 1]) * (e2 - c2) + (zw + before) * (ew - w))
    sticky[j, 0], sticky[j, 1], sticky[j, 2] = z1, z2, zw + u * z2 - v * z1
    slip[j, 0], slip[j, 1], slip[j, 2] = e1 + ew * v, e2 - ew * u, ew
    shear[j, 0], shear[j, 1], shear[j, 2] = f1, f2, turning
    memory.area[j], memory.thrust[j] = area, thrust
    shear_energy[j] = 0.5 * kt * (area * (e1 * e1 + e2 * e2) + polar * ew * ew)
    return f1, f2, turning, rubbed, stuck, opened, length


@inlined
def _return_to_limit(
    f1: float, f2: float, mn: float, off_u: float, off_v: float, limit: float, ease: float, gyration: float
) -> tuple[float, float, float]:
    """The nearest force within the limit, in the norm of the springs: slip is then normal to the limit.

    ``f1``, ``f2``, ``mn``: shear force and twisting moment about the area's centroid without slip; ``off_u``,
    ``off_v``: from there to the centre of pressure; ``ease``: 1/r²; ``gyration``: squared radius of the area. For some
    amount of slip the forces follow from linear equations; it is raised until they meet the limit.
    """
    if limit <= 0.0:
        return 0.0, 0.0, 0.0
    lean = off_v * f1 - off_u * f2
    about = mn + lean
    apart = off_u * off_u + off_v * off_v
    per_limit = divided(1.0, limit)
    square = f1 * f1 + f2 * f2 + about * about * ease
    # one over the size is nearly linear in the amount of slip: its tangent, then secants, find it at once
    fall = f1 * (f1 + off_v * ease * about) + f2 * (f2 - off_u * ease * about)
    fall += ease * about * (lean + about * ease * (gyration + apart))
    size = math.sqrt(square) * per_limit
    a = (size - 1.0) * (square / fall)
    last, before = 0.0, size
    k1 = k2 = km = off = 0.0
    for _ in range(_ROUNDS):
        more = 1.0 + a
        km = divided(about * more - a * lean, more + a * ease * (gyration * more + apart))
        less = divided(1.0, more)
        k1, k2 = less * (f1 - a * off_v * ease * km), less * (f2 + a * off_u * ease * km)
        off = (k1 * k1 + k2 * k2 + km * km * ease) * per_limit * per_limit - 1.0
        if abs(off) <= _CLOSE:
            break
        size = math.sqrt(1.0 + off)
        slope = (1.0 / size - 1.0 / before) / (a - last)
        last, before = a, size
        a += (1.0 - 1.0 / size) / slope
        if not a > 0.0:
            a = 0.5 * last
    scale = 1.0 - off * (0.5 - 0.375 * off) if abs(off) <= _CLOSE else 1.0 / math.sqrt(1.0 + off)
    k1, k2, km = scale * k1, scale * k2, scale * km
    return k1, k2, km + off_u * k2 - off_v * k1
