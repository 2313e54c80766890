"""The model as a function of its parameters: modes and their derivatives, with everything reused that can be.

Stiffness and mass are sums of parts, each times one parameter: the parts are assembled once, and a new set of values
costs their sum, a factor and the modes. Where only masses change even the factor stays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pirqa.errors import OptionsError
from pirqa.fem.build import build, face_point, zone_materials
from pirqa.fem.elements import brick_mass, brick_stiffness
from pirqa.fem.factorise import Factor, factorise
from pirqa.fem.linear_analysis import find_modes
from pirqa.fem.mesh import Mesh
from pirqa.fem.options import FeOptions
from pirqa.fem.structure import Attachment, Structure, attach
from pirqa.fem.system import Pattern, System, assemble, face_areas, fastened
from pirqa.fem.updating.options import LINEAR, Parameter, applied, check_parameters
from pirqa.model.polyhedron import FloatArray
from pirqa.model.wall import Wall
from pirqa.units import STANDARD_GRAVITY

_STEP = 1e-3
"""Of a parameter that changes the mesh: for differences."""
_TERMS = 4
"""Of the series for the part of a shape's derivative that lies outside the modes that were found."""
_ALIKE = 1e-9
"""Relative difference of squared frequencies below which two modes are one pair."""
_REACH = 0.1
"""Metres that a sensor may stand off the mesh."""


@dataclass(frozen=True, kw_only=True, eq=False)
class State:
    """The model with one set of values."""

    values: FloatArray
    """Of the parameters, shape (v,)."""
    frequency: FloatArray
    """[Hz], shape (m,)"""
    shape: FloatArray
    """At the sensors, of unit modal mass, shape (m, points, 3)."""
    slope: FloatArray
    """Of the frequencies by each parameter [Hz over its unit], shape (m, v)."""
    shape_slope: FloatArray
    """Of the shapes by each parameter, shape (m, points, 3, v)."""


class Twin:
    """A wall's finite-element model whose parameters can be turned."""

    def __init__(
        self,
        wall: Wall,
        options: FeOptions,
        parameters: Sequence[Parameter],
        sensors: dict[str, tuple[float, float, float]],
        *,
        modes: int,
        mesh: Mesh | None = None,
        shapes: bool = False,
    ) -> None:
        """``modes`` to be found, ``mesh`` in place of one made here, ``shapes``: their slopes are needed too."""
        check_parameters(parameters, wall, options)
        if mesh is not None and any(item.kind not in LINEAR for item in parameters):
            raise OptionsError("updating.parameters: a mesh that was read from a file cannot become thicker; leave out "
                               "thickness, or leave out fe.mesh")  # fmt: skip
        self.wall, self.options, self.parameters = wall, options, tuple(parameters)
        self.sensors, self.modes, self.mesh, self.shapes = dict(sensors), modes, mesh, shapes
        self.solves = 0
        """Modes found so far."""
        self.factors = 0
        """Factorisations made so far."""
        self._shape_key: tuple[float, ...] | None = None
        self._factor: tuple[tuple[float, ...], Factor] | None = None

    @property
    def starts(self) -> FloatArray:
        """Base values, shape (v,)."""
        return np.array([item.start for item in self.parameters])

    @property
    def bounds(self) -> tuple[FloatArray, FloatArray]:
        """Lowest and highest values, shape (v,) each."""
        return np.array([item.low for item in self.parameters]), np.array([item.high for item in self.parameters])

    @property
    def freedoms(self) -> int:
        """Degrees of freedom of the model; known once it was evaluated."""
        return 3 * len(self._base.order)

    def evaluate(self, values: FloatArray, *, slopes: bool = True) -> State:
        """Frequencies and shapes with ``values``; ``slopes``: their derivatives too."""
        values = np.asarray(values, dtype=np.float64)
        self._prepare(values)
        system = self._system(values)
        factor = self._factored(system, values)
        found = find_modes(system, self.modes, solver=self.options.solver, factor=factor)
        self.solves += 1
        shape = self._at_sensors(found.shape, self._points)
        count = len(self.parameters)
        slope = np.full((self.modes, count), np.nan)
        shape_slope = np.full((*shape.shape, count), np.nan)
        if slopes:
            vectors = found.shape[:, system.order].reshape(len(found.frequency), -1)
            squares = (2.0 * math.pi * found.frequency) ** 2
            for column, item in enumerate(self.parameters):
                if item.kind in LINEAR:
                    pulled = self._pulled(column, vectors, squares)
                    slope[:, column] = np.einsum("mi,mi->m", vectors, pulled) / (8.0 * math.pi**2 * found.frequency)
                    turned = _turned(squares, vectors @ pulled.T, self._heaviness(column, vectors)) @ vectors
                    if self.shapes:
                        turned += _beyond(system, factor, vectors, squares, pulled)
                    shape_slope[..., column] = self._at_sensors(system.spread(turned.T), self._points)
                else:
                    slope[:, column], shape_slope[..., column] = self._difference(values, column, shape)
        return State(values=values, frequency=found.frequency, shape=shape, slope=slope, shape_slope=shape_slope)

    # what does not change with linear parameters

    def _prepare(self, values: FloatArray) -> None:
        """Assemble the parts, again only where a thickness has changed."""
        key = tuple(v for v, item in zip(values.tolist(), self.parameters, strict=True) if item.kind not in LINEAR)
        if key == self._shape_key:
            return
        wall, options = applied(self.parameters, values, self.wall, self.options)
        structure = build(wall, options, self.mesh)
        self._base = assemble(structure)
        self._stiff: dict[int, Any] = {}
        self._heavy: dict[int, Any] = {}
        rows = (3 * self._base.order[:, None] + np.arange(3)).ravel()
        for column, item in enumerate(self.parameters):
            if item.kind in LINEAR:
                stiff, heavy = self._part(item, wall, options, structure)
                if stiff is not None:
                    self._stiff[column] = stiff[rows][:, rows].tocsr()
                if heavy is not None:
                    self._heavy[column] = heavy[self._base.order][:, self._base.order].tocsr()
        at = values
        self._fixed_stiffness = self._base.stiffness - _sum(self._stiff, at, self._base.stiffness)
        self._fixed_mass = self._base.node_mass - _sum(self._heavy, at, self._base.node_mass)
        self._points = self._attached(structure, wall, options)
        self._shape_key = key
        self._factor = None

    def _part(self, item: Parameter, wall: Wall, options: FeOptions, structure: Structure) -> tuple[Any, Any]:
        """∂K and ∂M by a linear parameter, over all nodes."""
        mesh = structure.mesh
        if item.kind in ("youngs_modulus", "unit_weight"):
            share = _shares(item, wall, options, structure)
            bricks = structure.bricks
            pattern = Pattern(nodes=len(mesh.nodes), elements=mesh.bricks)
            if item.kind == "youngs_modulus":
                # of modulus 1 and then times its share: a brick without stiffness could not be condensed
                unit = brick_stiffness(replace(bricks, youngs_modulus=np.ones(len(bricks))))
                return pattern.gather_blocks(unit * share[:, None, None]).tocsr(), None
            return None, pattern.gather(brick_mass(replace(bricks, density=share / STANDARD_GRAVITY)))
        if item.kind == "spring":
            chosen = tuple(replace(spring, stiffness=1.0) for spring in structure.springs if spring.name in item.of)
            return fastened(replace(structure, springs=chosen, struts=(), masses=()))[0], None
        from scipy.sparse import kron

        way = np.diag([0.0, 0.0, 1.0] if item.kind == "bed_normal" else [1.0, 1.0, 0.0])
        return kron(face_areas(mesh, structure.foot), way, format="csr"), None

    def _system(self, values: FloatArray) -> System:
        stiffness = self._fixed_stiffness + _sum(self._stiff, values, self._fixed_stiffness)
        mass = self._fixed_mass + _sum(self._heavy, values, self._fixed_mass)
        return replace(self._base, stiffness=stiffness, node_mass=mass)

    def _factored(self, system: System, values: FloatArray) -> Factor:
        """The factor of the stiffness; the last one where only masses have changed since."""
        key = tuple(float(values[column]) for column in self._stiff)
        if self._factor is None or self._factor[0] != key:
            self._factor = (key, factorise(system.stiffness, self.options.solver))
            self.factors += 1
        return self._factor[1]

    # derivatives

    def _pulled(self, column: int, vectors: FloatArray, squares: FloatArray) -> FloatArray:
        """(∂K − ω²∂M)φ of each mode, shape (m, 3 n)."""
        found = np.zeros_like(vectors)
        if column in self._stiff:
            found += (self._stiff[column] @ vectors.T).T
        if column in self._heavy:
            found -= squares[:, None] * self._weighed(column, vectors)
        return found

    def _weighed(self, column: int, vectors: FloatArray) -> FloatArray:
        """∂M φ of each mode, shape (m, 3 n)."""
        nodes = vectors.reshape(len(vectors), -1, 3).transpose(1, 0, 2)
        moved = (self._heavy[column] @ nodes.reshape(len(nodes), -1)).reshape(nodes.shape)
        return np.asarray(moved.transpose(1, 0, 2).reshape(vectors.shape))

    def _heaviness(self, column: int, vectors: FloatArray) -> FloatArray:
        """φᵀ ∂M φ of each mode, shape (m,)."""
        if column not in self._heavy:
            return np.zeros(len(vectors))
        return np.asarray(np.einsum("mi,mi->m", vectors, self._weighed(column, vectors)))

    def _difference(self, values: FloatArray, column: int, shape: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Of frequencies and shapes by two more meshes, a little thinner and thicker; modes are taken in order."""
        step = _STEP * float(values[column])
        frequency, moved = [], []
        for sign in (1.0, -1.0):
            changed = values.copy()
            changed[column] += sign * step
            wall, options = applied(self.parameters, changed, self.wall, self.options)
            structure = build(wall, options)
            modes = find_modes(assemble(structure), self.modes, solver=self.options.solver)
            there = self._at_sensors(modes.shape, self._attached(structure, wall, options))
            # the sign of a shape hangs on its largest number, which may be another one there
            turn = np.sign(np.einsum("mpa,mpa->m", there, shape))
            frequency.append(modes.frequency)
            moved.append(there * np.where(turn == 0.0, 1.0, turn)[:, None, None])
            self.solves += 1
            self.factors += 1
        return (frequency[0] - frequency[1]) / (2.0 * step), (moved[0] - moved[1]) / (2.0 * step)

    # sensors

    def _attached(self, structure: Structure, wall: Wall, options: FeOptions) -> list[Attachment]:
        found = []
        for name, (along, across, level) in self.sensors.items():
            front, back = (face_point(wall, options, f"sensor {name}", along, level, s) for s in ("front", "back"))
            place = np.array([along, min(max(across, front[1]), back[1]), level])
            found.append(attach(structure.mesh, f"sensor {name}", place, reach=_REACH))
        return found

    @staticmethod
    def _at_sensors(shapes: FloatArray, points: Sequence[Attachment]) -> FloatArray:
        found = np.zeros((len(shapes), len(points), 3))
        for number, point in enumerate(points):
            found[:, number] = np.einsum("i,mia->ma", point.shift, shapes[:, point.nodes])
        return found


def _sum(parts: dict[int, Any], values: FloatArray, like: Any) -> Any:
    from scipy.sparse import csr_array

    found = csr_array(like.shape)
    for column, part in parts.items():
        found = found + float(values[column]) * part
    return found


def _shares(item: Parameter, wall: Wall, options: FeOptions, structure: Structure) -> FloatArray:
    """How much of a brick is of the parameter's materials: 1, a part in a transition, or 0; shape (e,)."""
    owners = zone_materials(wall, options)
    by_zone = np.array([np.mean([name in item.of for name in owners[zone]]) for zone in structure.mesh.zones])
    return np.asarray(by_zone[structure.mesh.zone], dtype=np.float64)


def _turned(squares: FloatArray, coupling: FloatArray, heaviness: FloatArray) -> FloatArray:
    """∂φ as a sum of the modes that were found (Fox and Kapoor 1968), shape (m, m): row m is of mode m.

    ``coupling`` [j, m] is φⱼᵀ(∂K − ω²ₘ∂M)φₘ. Modes of one frequency have no shapes of their own: nothing is turned
    between them.
    """
    apart = squares[:, None] - squares[None, :]
    alike = np.abs(apart) <= _ALIKE * squares[:, None]
    part = np.where(alike, 0.0, coupling.T / np.where(alike, 1.0, apart))
    np.fill_diagonal(part, -0.5 * heaviness)
    return part


def _beyond(system: System, factor: Factor, vectors: FloatArray, squares: FloatArray, pulled: FloatArray) -> FloatArray:
    """∂φ out of the modes that were not found, shape (m, 3 n): −Σ ω²ᵗ(K⁻¹M)ᵗK⁻¹ of what is at right angles to the
    others, a series in the squares of frequencies over that of the first mode that was not found."""
    weighed = system.mass_times(vectors.T.copy())
    rest = -pulled.T + weighed @ (vectors @ pulled.T)
    found = np.zeros_like(rest)
    for _ in range(_TERMS):
        solved = factor.solve(rest)
        solved -= vectors.T @ (weighed.T @ solved)
        found += solved
        rest = system.mass_times(np.ascontiguousarray(solved)) * squares
    return np.asarray(found.T)
