"""From the wall and its options to the finite-element model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pirqa.errors import ModelError, OptionsError
from pirqa.fem.grid import Sizes, Slab, Void, mesh_slabs, wall_slabs
from pirqa.fem.mesh import Mesh
from pirqa.fem.options import FeOptions
from pirqa.fem.structure import Bed, PointMass, Solid, Spring, Structure, StrutBar
from pirqa.model.masonry import Material
from pirqa.model.modes import AXES
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

REAR = "rear "
"""What the names of the second wall's zones begin with."""
_BAND = "transition"


def build(wall: Wall, options: FeOptions, mesh: Mesh | None = None) -> Structure:
    """The model of ``wall``; ``mesh`` in place of one made here."""
    slabs, voids, owners = _shape(wall, options)
    if mesh is None:
        sizes = Sizes(
            along=options.size,
            up=options.size,
            through=options.through or options.size,
            layers=options.layers,
            finer=options.finer,
        )
        mesh = mesh_slabs(slabs, sizes, voids)
    mesh = mesh.quadratic() if options.element == "quadratic" else mesh.linear()
    depth = _Faces(slabs)
    return Structure(
        mesh=mesh,
        kind=options.element,
        solids=_solids(wall, mesh, owners),
        bed=None
        if options.bed is None
        else Bed(normal=options.bed.normal, shear=options.bed.shear or 0.5 * options.bed.normal),
        springs=tuple(
            Spring(
                name=name,
                place=depth.point(f'spring "{name}"', item.along, item.level, item.side),
                direction=tuple(float(axis == item.direction) for axis in AXES),  # type: ignore[arg-type]
                stiffness=item.stiffness,
            )
            for name, item in options.springs.items()
        ),
        struts=tuple(
            StrutBar(
                name=name,
                first=depth.point(f'strut "{name}"', item.along, item.level, "back"),
                second=depth.point(f'strut "{name}"', item.along, item.level, "front", rear=True),
                youngs_modulus=item.youngs_modulus,
                shear_modulus=item.shear_modulus,
                diameter=item.diameter,
                clamped=item.clamped,
                density=item.unit_weight / STANDARD_GRAVITY,
            )
            for name, item in options.struts.items()
        ),
        masses=tuple(
            PointMass(
                name=name,
                place=depth.point(f'mass "{name}"', item.along, item.level, item.side),
                mass=item.mass,
            )
            for name, item in options.masses.items()
        ),
    )


def solid(wall: Wall, size: float, **others: object) -> Mesh:
    """The mesh of the wall alone, of bricks of at most ``size`` [m]; ``others``: more of :class:`FeOptions`."""
    return build(wall, FeOptions(size=size, **others)).mesh  # type: ignore[arg-type]


def face_point(
    wall: Wall, options: FeOptions, name: str, along: float, level: float, side: str
) -> tuple[float, float, float]:
    """The point of the wall's front or back at ``along`` and ``level`` [m]."""
    return _Faces(_shape(wall, options)[0]).point(name, along, level, side)


def zone_materials(wall: Wall, options: FeOptions) -> dict[str, tuple[str, ...]]:
    """Materials of each zone of the model: one, or the two that a transition lies between."""
    return {zone: tuple(owner.split("\n")) for zone, owner in _shape(wall, options)[2].items()}


@dataclass(frozen=True, kw_only=True)
class _Projection:
    """A pier or wall that stands out from a face; flat outside, however the face steps or leans."""

    name: str
    """Name in messages."""
    side: str
    """``front`` or ``back``."""
    span: tuple[float, float]
    """From and to along the wall [m]."""
    height: float | None
    """[m]; None up to the wall's top."""
    depth: float
    """At the foot [m]."""
    depth_top: float | None
    """At the top [m]; None is as at the foot."""
    material: str | None
    """Name of the material; None is the one of the wall there."""


class _Faces:
    """Where the faces of a wall of slabs are."""

    def __init__(self, slabs: Sequence[Slab]) -> None:
        self._slabs = slabs

    def point(
        self, name: str, along: float, level: float, side: str, *, rear: bool = False
    ) -> tuple[float, float, float]:
        """The point of the front or back face at ``along`` and ``level`` [m]."""
        found = [
            slab.faces(level)
            for slab in self._slabs
            if slab.zone.startswith(REAR) == rear
            and slab.along[0] <= along <= slab.along[1]
            and slab.up[0] <= level <= slab.up[1]
        ]
        if not found:
            raise ModelError(f"{name}: there is no wall at {along:g} m along and {level:g} m up; move it onto the wall")
        front, back = min(face for face, _ in found), max(face for _, face in found)
        return (along, front if side == "front" else back, level)


def _shape(wall: Wall, options: FeOptions) -> tuple[tuple[Slab, ...], tuple[Void, ...], dict[str, str]]:
    """Slabs, voids, and the material of each zone."""
    slabs = list(wall_slabs(wall))
    owners = {zone.name: zone.material for zone in wall.envelope.zones}
    base = tuple(slabs)
    for name, item in options.buttresses.items():
        pier = _Projection(
            name=f'buttress "{name}"',
            side=item.side,
            span=(item.start, item.end),
            height=item.height,
            depth=item.depth,
            depth_top=item.depth_top,
            material=item.material,
        )
        slabs += _outwards(base, pier, owners)
    length = wall.envelope.length or 0.0
    for name, wing in options.returns.items():
        span = (0.0, wing.thickness) if wing.at == "start" else (length - wing.thickness, length)
        outside = _Projection(
            name=f'return "{name}"',
            side=wing.side,
            span=span,
            height=wing.height,
            depth=wing.length,
            depth_top=None,
            material=wing.material,
        )
        slabs += _outwards(base, outside, owners)
    voids = tuple(_voids(base, options))
    if options.rear_wall is not None:
        slabs += _rear(wall, options, owners)
    if options.transition is not None:
        slabs = list(_banded(slabs, options.transition.height, wall, owners))
    return tuple(slabs), voids, owners


def _outwards(base: Sequence[Slab], item: _Projection, owners: dict[str, str]) -> list[Slab]:
    """Return the slabs of ``item``, whose zones and materials are added to ``owners``."""
    name, span, height, material = item.name, item.span, item.height, item.material
    front = item.side == "front"
    beside = [slab for slab in base if slab.along[0] < span[1] - 1e-9 and slab.along[1] > span[0] + 1e-9]
    if not beside:
        raise ModelError(f"{name}: there is no wall at {span[0]:g} to {span[1]:g} m along; move it onto the wall")
    top = max(slab.up[1] for slab in beside)
    if height is None:
        height = top
    if height > top + 1e-9:
        raise ModelError(f"{name}: it is {height:g} m high, the wall there only {top:g} m; make it lower")
    touched = [slab for slab in beside if slab.up[0] < height - 1e-9]
    foot = _outermost(touched, 0.0, front) + (-item.depth if front else item.depth)
    head = foot
    if item.depth_top is not None:
        head = _outermost(touched, height, front) + (-item.depth_top if front else item.depth_top)
    lean = (head - foot) / height
    found = []
    for slab in touched:
        up = (slab.up[0], min(slab.up[1], height))
        inner = tuple(slab.faces(level)[0 if front else 1] for level in up)
        outside = tuple(foot + lean * level for level in up)
        if any((face - out) * (1.0 if front else -1.0) <= 1e-6 for face, out in zip(inner, outside, strict=True)):
            raise ModelError(f'{name}: zone "{slab.zone}" stands out further than it; make it deeper or lower')
        zone = f"{slab.zone}, {name}" if material is not None else slab.zone
        owners[zone] = material or owners[slab.zone]
        faces = (outside, inner) if front else (inner, outside)
        along = (max(slab.along[0], span[0]), min(slab.along[1], span[1]))
        found.append(
            Slab(zone=zone, along=along, up=up, front=faces[0], back=faces[1], opened=False)  # type: ignore[arg-type]
        )
    return found


def _outermost(slabs: Sequence[Slab], level: float, front: bool) -> float:
    """The foremost front, or the hindmost back, of what is there at ``level`` [m]."""
    faces = [slab.faces(level) for slab in slabs if slab.up[0] - 1e-9 <= level <= slab.up[1] + 1e-9]
    return min(face for face, _ in faces) if front else max(face for _, face in faces)


def _voids(base: Sequence[Slab], options: FeOptions) -> Iterator[Void]:
    for name, item in options.openings.items():
        behind = [
            slab
            for slab in base
            if slab.along[0] < item.end
            and slab.along[1] > item.start
            and slab.up[0] < item.top
            and slab.up[1] > item.bottom
        ]
        if not behind:
            raise ModelError(f"fe.openings.{name}: there is no wall there; move it onto the wall")
        depth = item.depth or 0.0
        for slab in behind:
            for level in (max(item.bottom, slab.up[0]), min(item.top, slab.up[1])):
                front, back = slab.faces(level)
                if depth >= back - front - 1e-6:
                    raise ModelError(
                        f"fe.openings.{name}: its depth goes through the wall, which is {back - front:.3g} m thick at "
                        f"{level:g} m; leave depth out for a door"
                    )
        yield Void(
            name=name, along=(item.start, item.end), up=(item.bottom, item.top), depth=item.depth, side=item.side
        )


def _rear(wall: Wall, options: FeOptions, owners: dict[str, str]) -> list[Slab]:
    """The second wall: a mirror image or a copy behind this one."""
    rear = options.rear_wall
    assert rear is not None
    here = wall_slabs(wall)
    foot = max(slab.back[0] for slab in here if slab.up[0] <= 1e-9)
    front = min(slab.front[0] for slab in here if slab.up[0] <= 1e-9)
    # a mirror image turns about its own middle: its front is where the back was
    start = foot + rear.gap
    far = (wall.envelope.length or 0.0) * rear.length_share
    found = []
    for slab in here:
        if slab.along[0] >= far - 1e-9 or (rear.height is not None and slab.up[0] >= rear.height - 1e-9):
            continue
        up = (slab.up[0], slab.up[1] if rear.height is None else min(slab.up[1], rear.height))
        faces = [slab.faces(level) for level in up]
        if rear.turned:
            moved = [(start + foot - back, start + foot - face) for face, back in faces]
        else:
            moved = [(start + face - front, start + back - front) for face, back in faces]
        zone = REAR + slab.zone
        owners[zone] = owners[slab.zone]
        along = (slab.along[0], min(slab.along[1], far))
        faces_front, faces_back = zip(*moved, strict=True)
        found.append(Slab(zone=zone, along=along, up=up, front=faces_front, back=faces_back, opened=False))
    return found


def _banded(slabs: Sequence[Slab], height: float, wall: Wall, owners: dict[str, str]) -> Iterator[Slab]:
    """Slabs with bands where a zone stands on one of another material."""
    half = 0.5 * height
    for slab in slabs:
        edges = [slab.up[0], slab.up[1]]
        kinds = [slab.zone]
        below = _neighbour(slab, slabs, owners, top=False)
        above = _neighbour(slab, slabs, owners, top=True)
        if half * ((below is not None) + (above is not None)) >= slab.up[1] - slab.up[0] - 1e-6:
            raise OptionsError(f'fe.transition.height: the band is higher than zone "{slab.zone}"; give less')
        if below is not None:
            edges.insert(1, slab.up[0] + half)
            kinds.insert(0, _band(slab.zone, below, owners, wall))
        if above is not None:
            edges.insert(-1, slab.up[1] - half)
            kinds.append(_band(above, slab.zone, owners, wall))
        for kind, bottom, top in zip(kinds, edges[:-1], edges[1:], strict=True):
            foot, head = slab.faces(bottom), slab.faces(top)
            yield replace(slab, zone=kind, up=(bottom, top), front=(foot[0], head[0]), back=(foot[1], head[1]))


def _neighbour(slab: Slab, slabs: Sequence[Slab], owners: dict[str, str], *, top: bool) -> str | None:
    """Zone of another material that stands on this slab, or that it stands on."""
    for other in slabs:
        meets = abs(other.up[0] - slab.up[1]) < 1e-9 if top else abs(other.up[1] - slab.up[0]) < 1e-9
        beside = other.along[0] < slab.along[1] - 1e-9 and other.along[1] > slab.along[0] + 1e-9
        if not (meets and beside) or owners[other.zone] == owners[slab.zone]:
            continue
        level = slab.up[1] if top else slab.up[0]
        one, two = slab.faces(level), other.faces(level)
        # beside a wall's step a pier may end at the same level, and bear nothing
        if min(one[1], two[1]) - max(one[0], two[0]) > 1e-6:
            return other.zone
    return None


def _band(upper: str, lower: str, owners: dict[str, str], wall: Wall) -> str:
    """Name of the band between two zones; its material is the pair."""
    name = f"{REAR if upper.startswith(REAR) else ''}{_BAND} {owners[lower]} {owners[upper]}"
    owners[name] = f"{owners[lower]}\n{owners[upper]}"
    return name


def _solids(wall: Wall, mesh: Mesh, owners: dict[str, str]) -> dict[str, Solid]:
    found = {}
    for zone in mesh.zones:
        if zone not in owners:
            raise ModelError(
                f'the mesh has a zone "{zone}" that the wall has not; name its sets after the wall\'s zones: '
                f"{', '.join(owners)}"
            )
        kinds = [_stiff(wall, name, zone) for name in owners[zone].split("\n")]
        found[zone] = Solid(
            youngs_modulus=sum(kind.youngs_modulus or 0.0 for kind in kinds) / len(kinds),
            poisson_ratio=sum(kind.poisson_ratio for kind in kinds) / len(kinds),
            density=sum(kind.unit_weight for kind in kinds) / len(kinds) / STANDARD_GRAVITY,
        )
    return found


def _stiff(wall: Wall, name: str, zone: str) -> Material:
    if name not in wall.materials:
        raise ModelError(f'zone "{zone}": the material "{name}" is not among the materials; add [materials.{name}]')
    material = wall.materials[name]
    if material.youngs_modulus is None:
        raise ModelError(
            f'materials.{name}.youngs_modulus is missing: finite elements need it, for example "600 MPa" '
            f'(zone "{zone}")'
        )
    return material
