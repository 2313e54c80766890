"""Damping from restitution: how much of its speed a rocking wall keeps at an impact, and the damping that does it.

Housner (Bull. Seism. Soc. Am. 53, 403, 1963): a rigid block that strikes with its edge alone keeps 1 − 1.5 sin²α of its
angular velocity. A flat face that is damped all over spreads the blow over its whole width: its resultant acts at half
the lever, and the ratio does not go below 1 − 0.75 sin²α, however strong the damping. Joints so soft that they creep
while the wall leans lose more than that, but not at the impact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from pirqa.dynamics.drive import Drive
from pirqa.dynamics.engine import Engine, Record
from pirqa.dynamics.options import SimulationOptions
from pirqa.errors import ComputationError, OptionsError
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import BASE, Contact, ContactFace, JointProperties, Material, Stone
from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

_STRONGEST = 2.0
"""Fraction of critical damping beyond which a flat joint loses no more at an impact."""
_CLOSE = 5e-4
"""How near the ratio must come to its target."""
_FAR = 5e-3
"""How near it must come where bounces make it jump."""
_TRIALS = 16


@dataclass(frozen=True, kw_only=True)
class _Block:
    """A wall as one block: per metre of its length."""

    thickness: float
    height: float
    unit_weight: float

    @property
    def angle(self) -> float:
        return math.atan2(self.thickness, self.height)

    @property
    def mass(self) -> float:
        """[kg/m]"""
        return self.unit_weight / STANDARD_GRAVITY * self.thickness * self.height


def damping_for_restitution(wall: Wall, joints: JointProperties) -> JointProperties:
    """``joints`` with the damping [Pa s/m] that gives their restitution; as they are where none is asked for.

    The wall's most slender section rocks as one block on one joint, from half the angle at which it would fall.
    """
    target = joints.restitution
    if target is None:
        return joints
    block = _most_slender(wall)
    floor = _floor(block.angle)
    slender = (
        f"{block.thickness:g} × {block.height:g} m, α = atan({block.thickness:g}/{block.height:g}) = "
        f"{math.degrees(block.angle):.2f} deg"
    )
    if target < floor:
        raise OptionsError(
            f"joints.restitution: {target:g} is below {floor:.4f}, the least that damped flat joints give this wall "
            f"(1 − 0.75 sin²α; most slender section {slender}); ask for {math.ceil(floor * 1e3) / 1e3:g} or more, or "
            "give damping or damping_ratio instead"
        )
    undamped = _ratio(block, joints, 0.0)
    if target >= undamped:
        raise OptionsError(
            f"joints.restitution: {target:g} is above {undamped:.4f}, what this wall keeps without any damping (the "
            f"rest goes into bouncing; most slender section {slender}); ask for less, or give damping = "
            '"0 Pa s/m"'
        )
    high = _STRONGEST * _critical(block, joints)
    strongest = _ratio(block, joints, high)
    if target < strongest - _CLOSE:
        raise OptionsError(
            f"joints.restitution: {target:g} is below {strongest:.4f}, the least that damping gives this wall on such "
            f"joints (most slender section {slender}); ask for more, or give damping or damping_ratio instead"
        )
    return replace(joints, restitution=None, damping=_search(block, joints, target, high, strongest))


def _search(block: _Block, joints: JointProperties, target: float, high: float, strongest: float) -> float:
    """Damping that gives ``target``, by bisection below ``high``, which gives ``strongest`` [Pa s/m]."""
    low, best, nearest = 0.0, high, strongest
    for _ in range(_TRIALS):
        if abs(nearest - target) <= _CLOSE:
            break
        damping = 0.5 * (low + high)
        found = _ratio(block, joints, damping)
        low, high = (damping, high) if found > target else (low, damping)
        if abs(found - target) < abs(nearest - target):
            best, nearest = damping, found
    if abs(nearest - target) > _FAR:
        raise ComputationError(
            f"joints.restitution: no damping gives {target:g}, the nearest is {nearest:.4f}: the wall bounces at the "
            "impact; give damping or damping_ratio instead"
        )
    return best


def _floor(angle: float) -> float:
    return 1.0 - 0.75 * math.sin(angle) ** 2


def _most_slender(wall: Wall) -> _Block:
    blocks = []
    for section in wall.sections():
        front, back = section.contact(0)
        whole = section.above(0.0)
        blocks.append(
            _Block(
                thickness=float(back - front),
                height=float(section.height),
                unit_weight=float(whole.weight / whole.area),
            )
        )
    return min(blocks, key=lambda block: block.thickness / block.height)


def _stiffness(joints: JointProperties) -> float:
    if joints.normal_stiffness is None:
        raise OptionsError(
            'joints.normal_stiffness is missing: restitution depends on it; give a value such as "2e8 N/m3"'
        )
    return joints.normal_stiffness


def _critical(block: _Block, joints: JointProperties) -> float:
    """2·√(Kn·m/A) [Pa s/m]."""
    return 2.0 * math.sqrt(_stiffness(joints) * block.mass / block.thickness)


def _ratio(block: _Block, joints: JointProperties, damping: float) -> float:
    damped = replace(joints, damping=damping, damping_ratio=None, restitution=None, exceptions=())
    return measure_restitution(_as_wall(block, damped), 0.5 * _falling_angle(block, _stiffness(joints)))


def _falling_angle(block: _Block, stiffness: float) -> float:
    """Rotation of no return [rad]: where the weight stands over the resultant, a third of the contact from the toe.

    t/2 − ℓ/3 = h θ/2 with the contact length ℓ = √(2 W/(Kn θ)).
    """
    weight = block.mass * STANDARD_GRAVITY
    angle = block.thickness / block.height
    for _ in range(100):
        closer = (block.thickness - 2.0 / 3.0 * math.sqrt(2.0 * weight / (stiffness * angle))) / block.height
        if closer <= 0.0:
            raise OptionsError(
                f"joints.restitution: a wall of {block.thickness:g} × {block.height:g} m does not rock on joints of "
                f"{stiffness:g} N/m3, they are too soft; raise normal_stiffness, or give damping instead"
            )
        angle, last = closer, angle
        if abs(angle - last) < 1e-9:
            break
    return angle


def _as_wall(block: _Block, joints: JointProperties) -> Wall:
    corners = np.array([[x, y, z] for z in (0.0, block.height) for x in (0.0, 1.0) for y in (0.0, block.thickness)])
    solid = Polyhedron(
        vertices=corners,
        faces=((0, 1, 3, 2), (4, 6, 7, 5), (0, 2, 6, 4), (1, 5, 7, 3), (0, 4, 5, 1), (2, 3, 7, 6)),
    )
    found = solid.properties
    stone = Stone(
        name="wall",
        zone="wall",
        material="stone",
        solid=solid,
        parts=(solid,),
        volume=found.volume,
        centroid=found.centroid,
        inertia=found.inertia,
    )
    seat = ContactFace(polygon=corners[[0, 1, 3, 2]], normal=np.array([0.0, 0.0, -1.0]), area=block.thickness, gap=0.0)
    zone = Zone(name="wall", material="stone", bottom=0.0, top=block.height, thickness=block.thickness)
    # it rocks and does not slide: whether it would is another question
    return Wall(
        envelope=Envelope(zones=(zone,)),
        materials={"stone": Material(unit_weight=block.unit_weight)},
        joints=replace(joints, friction_angle=math.atan(2.0), friction_angle_high=None, dilation_angle=0.0),
        stones=(stone,),
        contacts=(Contact(first="wall", second=BASE, faces=(seat,)),),
    )


def measure_restitution(block: Wall, angle: float, options: SimulationOptions | None = None) -> float:
    """Ratio of the angular velocities after and before the first impact of ``block``, let go at ``angle`` [rad].

    From the energies of the two swings, at rest at their ends, when the impact is over: the square of the speed upright
    is proportional to them. ``block`` is a wall whose first stone stands free on the base and rocks about x.
    """
    engine = Engine.of(block, SimulationOptions(output_step=1e-3) if options is None else options)
    seat_block(engine)
    bodies, made = engine.assembly.bodies, engine.assembly
    weight = float(bodies.mass[0]) * STANDARD_GRAVITY
    area = float(made.frames.whole[:, 0].sum())
    stiffness = float(made.joints.normal_stiffness[0])
    rest = weight * float(bodies.position[0, 2]) + 0.5 * weight**2 / (stiffness * area)
    lean_block(engine, angle)
    turned, energy = _until_second_end(engine, weight)
    impact = int(np.argmax(turned < 0.0))
    end = impact + int(np.argmin(turned[impact:]))
    return math.sqrt(max(energy[end] - rest, 0.0) / (energy[0] - rest))


def _until_second_end(engine: Engine, weight: float) -> tuple[FloatArray, FloatArray]:
    """Angle, and potential with elastic energy, from the release until the block is upright for the second time."""
    height = float(np.ptp(engine.assembly.wall.stones[0].solid.vertices[:, 2]))
    chunk = math.ceil(0.1 * math.sqrt(height) / engine.step)
    drive, first = Drive(duration=math.inf), 0
    turned, energy = np.zeros(0), np.zeros(0)
    while first * engine.step < 20.0 * math.sqrt(height):
        record, sound = engine.run(drive, first, chunk)
        first += chunk
        turned = np.concatenate([turned, rocking_angle(engine, record)])
        energy = np.concatenate([energy, weight * record.pose[:, 0, 2] + record.energy[:, 1]])
        upright = np.flatnonzero(turned < 0.0)
        if not sound:
            break
        # back by a tenth from the far end of the second swing: bounces do not look like an end
        if len(upright) and turned[-1] > 0.9 * turned.min():
            return turned, energy
    raise ComputationError("restitution: the block did not swing to the other side; give damping instead")


def seat_block(engine: Engine) -> None:
    """Put the first stone where its weight rests evenly on its joints: no settling is needed."""
    made = engine.assembly
    weight = float(made.bodies.mass[0]) * STANDARD_GRAVITY
    stiffness = made.joints.normal_stiffness * made.frames.whole[:, 0]
    made.bodies.position[0, 2] -= weight / float(stiffness.sum())
    engine.forget_motion()


def lean_block(engine: Engine, angle: float) -> None:
    """Turn the first stone by ``angle`` [rad] about its lower front edge, pressed in as the release will press it.

    Let go, a rectangular block bears N = W (1 − 0.75 sin²(α − θ)) on its edge; the joint there is a no-tension bed,
    N = Kn d²/(2 θ) per metre for a toe pressed in by d.
    """
    made = engine.assembly
    corners = made.wall.stones[0].solid.vertices
    width, thickness, height = np.ptp(corners, axis=0)
    edge = np.array([0.0, corners[:, 1].min(), corners[:, 2].min()])
    cosine, sine = math.cos(angle), math.sin(angle)
    turn = np.array([[1.0, 0.0, 0.0], [0.0, cosine, -sine], [0.0, sine, cosine]])
    slender = math.atan2(thickness, height)
    weight = float(made.bodies.mass[0]) * STANDARD_GRAVITY
    load = weight * (1.0 - 0.75 * math.sin(slender - angle) ** 2) / width
    opening = 2.0 * math.sin(0.5 * angle)
    toe = math.sqrt(2.0 * load * opening / float(made.joints.normal_stiffness[0]))
    made.bodies.position[0] = edge + turn @ (made.bodies.home[0] - edge)
    made.bodies.position[0, 2] -= toe / math.cos(0.5 * angle)
    made.bodies.rotation[0] = turn @ made.bodies.attitude[0]
    engine.forget_motion()


def rocking_angle(engine: Engine, record: Record, stone: int = 0) -> FloatArray:
    """Turn of a stone about x from the drawing [rad], shape (k,): positive where its top leans out of the front."""
    turned = record.pose[:, stone, 3:].reshape(-1, 3, 3) @ engine.assembly.bodies.attitude[stone].T
    return np.asarray(np.arctan2(turned[:, 2, 1], turned[:, 1, 1]))
