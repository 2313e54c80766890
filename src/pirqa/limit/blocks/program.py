"""The two cone programs of limit analysis on blocks, their solver, and friction that does not lift the stones.

Static form: the largest λ for which contact forces balance weights and λ times the load,
``max λ : E f + λ L + D = 0, n ≥ 0, |t| ≤ μ n``. Kinematic form, its dual, solved for itself: the least work against the
weights of any motion that the joints allow, ``min −D·u : L·u = 1, opening ≥ μ |slip|``. The first is a lower, the
second an upper bound of the multiplier (Livesley 1978; cones as in Portioli and others 2014). Forces are divided by the
mean weight of a stone, lengths by its size.

Non-associative friction, by successive problems, is experimental. Each problem is associative with cones
|t| ≤ (1 − a) μ N + a μ n about the normal forces N of the one before, a going down to nearly 0, so that the sliding of
its mechanism hardly lifts (idea of Gilbert, Casapulla and Ahmed 2006, on cones as in Portioli and others 2014). The
result is one solution of equilibrium, friction and mechanism, not the least.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from pirqa.limit.blocks.assembly import HELD, BlockAssembly
from pirqa.model.polyhedron import FloatArray

if TYPE_CHECKING:
    from scipy.sparse import csc_array

TOLERANCE = 1e-8
"""Of gap and feasibility. At 1e-6 multipliers of large walls come out 1 to 2 % low and are still called solved."""

_FRICTIONLESS = 1e-9
"""Coefficient below which a cone is a ray."""

_RESIDUAL = 1e-6
"""Force that may be left on a stone, over the mean weight: what is more was not solved, whatever the solver says."""

Status = Literal["solved", "infeasible", "unbounded", "failed"]

_LEAST_SHARE = 0.01
"""Least a, at which sliding hardly lifts the stones."""

_NARROWING = 0.6
"""Factor on a from one problem to the next."""

_MOST = 60
"""Problems after which the forces do not settle."""

_SAME = 1e-4
"""Relative change of the multiplier at which it stays."""

_BEYOND = 1e-2
"""Shear beyond friction, over all shear, that may be left."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Solved:
    """What a program gave."""

    status: Status
    value: float = float("nan")
    """λ, or the work; not a number where it was not solved. That of the static form is lowered by what the residuals of
    its equilibrium and cones could be worth (residual times motion, by duality), so that it stays a lower bound."""
    forces: FloatArray | None = None
    """n, t1, t2 at each point over the mean weight, shape (p, 3)."""
    motion: FloatArray | None = None
    """Of each body: shifts and turns times size, shape (b, 6); of an infeasible static form: what falls."""
    iterations: int = 0
    seconds: float = 0.0
    """The solver's own time."""


@dataclass(frozen=True, kw_only=True, eq=False)
class BlockProgram:
    """Equilibrium of the bodies, scaled, ready for any load."""

    made: BlockAssembly
    dead: FloatArray
    """Forces and moments that are always there [N, N m], shape (b, 6)."""

    @cached_property
    def unit(self) -> float:
        """Of force [N]: the mean weight."""
        return float(self.made.weight.mean())

    @cached_property
    def _rows(self) -> Any:
        """Which of the 6 b components are free to move."""
        return np.flatnonzero(self.made.free.ravel())

    @cached_property
    def equilibrium(self) -> csc_array:
        """E: what unit forces n, t1, t2 at the points do to the bodies, shape (free components, 3 p)."""
        from scipy.sparse import coo_array, csc_array

        made = self.made
        points = len(made.point)
        # on the first body: pressure pushes it back
        local = np.concatenate([-made.normal[:, None, :], made.tangents], axis=1)
        values, rows, columns = [], [], []
        for side, sign in ((made.first, 1.0), (made.second, -1.0)):
            at = np.flatnonzero(side != HELD)
            body = side[at]
            force = sign * local[at]
            arm = (made.point[at] - made.centre[body]) / made.size
            wrench = np.concatenate([force, np.cross(arm[:, None, :], force)], axis=2)
            shape = (len(at), 3, 6)
            values.append(wrench.ravel())
            rows.append(np.broadcast_to((6 * body)[:, None, None] + np.arange(6), shape).ravel())
            columns.append(np.broadcast_to((3 * at)[:, None, None] + np.arange(3)[:, None], shape).ravel())
        found = coo_array(
            (np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))),
            shape=(6 * len(made.weight), 3 * points),
        ).tocsr()[self._rows]
        found.data[np.abs(found.data) < 1e-15] = 0.0
        found.eliminate_zeros()
        return csc_array(found)

    def scaled(self, loads: FloatArray) -> FloatArray:
        """Loads [N, N m] of shape (b, 6) as the program sees them."""
        flat = loads / self.unit
        flat[:, 3:] /= self.made.size
        return np.asarray(flat.ravel()[self._rows])

    @cached_property
    def _cones(self) -> tuple[Any, Any]:
        """Numbers of the points with friction, and of those without."""
        rough = self.made.friction > _FRICTIONLESS
        return np.flatnonzero(rough), np.flatnonzero(~rough)

    def _cone_rows(self, scale_normal: bool) -> csc_array:
        """From (n, t1, t2) of the points to what must lie in cones: those without friction first.

        With ``scale_normal`` (μ n, t), for forces; without it (opening, μ slip), for motions, which is the dual cone.
        """
        from scipy.sparse import csc_array

        rough, smooth = self._cones
        points = len(self.made.friction)
        scale = np.ones((points, 3))
        if scale_normal:
            scale[rough, 0] = self.made.friction[rough]
        else:
            scale[:, 1:] = self.made.friction[:, None]
        columns = np.concatenate([3 * smooth, (3 * rough[:, None] + np.arange(3)).ravel()])
        rows = np.arange(len(columns))
        return csc_array((scale.ravel()[columns], (rows, columns)), shape=(len(columns), 3 * points))

    def _friction_rows(
        self, intercept: FloatArray | None, share: float
    ) -> tuple[csc_array, FloatArray, list[tuple[str, int]]]:
        """What contact forces must obey: ``A f + s = b`` with s in cones, after the rows of equilibrium."""
        from scipy.sparse import csc_array, vstack

        rough, smooth = self._cones
        columns = 3 * len(self.made.friction)

        def pick(numbers: Any) -> csc_array:
            rows = np.arange(len(numbers))
            return csc_array((np.ones(len(rows)), (rows, numbers)), shape=(len(rows), columns))

        # without friction there is no shear
        still = pick((3 * smooth[:, None] + [1, 2]).ravel())
        cones = self._cone_rows(True)
        kinds = [("zero", 2 * len(smooth)), ("positive", len(smooth)), *[("cone", 3)] * len(rough)]
        b = np.zeros(still.shape[0] + cones.shape[0])
        if intercept is None:
            return vstack([still, -cones]), b, kinds
        heads = len(smooth) + 3 * np.arange(len(rough))
        weaken = np.ones(cones.shape[0])
        weaken[heads] = share
        b[still.shape[0] + heads] = intercept[rough]
        # such cones alone would allow tension
        parts = [still, -csc_array(cones.multiply(weaken[:, None])), -pick(3 * rough)]
        return vstack(parts), np.append(b, np.zeros(len(rough))), [*kinds, ("positive", len(rough))]

    def static(self, load: FloatArray, *, intercept: FloatArray | None = None, share: float = 1.0) -> Solved:
        """Largest multiplier of ``load`` [N, N m], shape (b, 6), and the forces and motion that go with it.

        ``intercept`` and ``share`` change the cones to |t| ≤ intercept + share μ n, for friction that does not lift.
        """
        from scipy.sparse import csc_array, hstack, vstack

        E, L, D = self.equilibrium, self.scaled(load), self.scaled(self.dead)
        total = _total(L)
        if total == 0.0:  # all of it acts where nothing can move: a guided stone pushed along
            return Solved(status="unbounded")
        L = L / total
        friction, offset, kinds = self._friction_rows(intercept, share)
        A = hstack([vstack([E, friction]), csc_array(np.append(L, np.zeros(friction.shape[0]))[:, None])])
        cost = np.zeros(A.shape[1])
        cost[-1] = -1.0
        found = solve_cones(A, np.concatenate([-D, offset]), cost, [("zero", len(L)), *kinds])
        # the multipliers of equilibrium are the motion; at a solution L·u = 1
        u = found.z[: len(L)]
        if found.status != "solved":
            motion = self._motion(u) if found.status == "infeasible" else None
            return Solved(status=found.status, motion=motion, iterations=found.iterations)
        forces, value = found.x[:-1], float(found.x[-1])
        left = E @ forces + value * L + D
        if np.abs(left).max(initial=0.0) > _RESIDUAL * max(1.0, float(np.abs(value * L + D).max())):
            return Solved(status="failed", iterations=found.iterations)
        worth = float(np.abs(left) @ np.abs(u)) + self._beyond(forces, E.T @ u, intercept, share)
        return Solved(
            status="solved",
            value=(value - worth) / total,
            forces=forces.reshape(-1, 3),
            motion=self._motion(u),
            iterations=found.iterations,
            seconds=found.seconds,
        )

    def _beyond(self, forces: FloatArray, gaps: FloatArray, intercept: FloatArray | None, share: float) -> float:
        """What forces outside their cones may be worth: their excess times what the motion slips or opens there."""
        n, one, two = forces.reshape(-1, 3).T
        opening, slip = gaps.reshape(-1, 3)[:, 0], np.hypot(gaps[1::3], gaps[2::3])
        limit = share * self.made.friction * n + (0.0 if intercept is None else intercept)
        excess = np.maximum(np.hypot(one, two) - limit, 0.0)
        return float(excess @ slip + np.maximum(-n, 0.0) @ np.abs(opening))

    def kinematic(self, load: FloatArray) -> Solved:
        """Least multiplier at which any motion that the joints allow gains from ``load`` what the weights cost."""
        from scipy.sparse import csc_array, vstack

        rough, smooth = self._cones
        L, D = self.scaled(load), self.scaled(self.dead)
        total = _total(L)
        if total == 0.0:
            return Solved(status="infeasible")
        L = L / total
        opening = self._cone_rows(False) @ self.equilibrium.T
        A = vstack([csc_array(L[None, :]), -opening]).tocsc()
        b = np.zeros(A.shape[0])
        b[0] = 1.0
        kinds: list[tuple[str, int]] = [("zero", 1), ("positive", len(smooth)), *[("cone", 3)] * len(rough)]
        found = solve_cones(A, b, -D, kinds)
        if found.status != "solved":
            return Solved(status=found.status, iterations=found.iterations)
        return Solved(
            status="solved",
            value=float(-D @ found.x) / total,
            motion=self._motion(found.x),
            iterations=found.iterations,
            seconds=found.seconds,
        )

    def rest(self) -> Solved:
        """The motion without any load by which the weights gain most, no component being more than 1.

        Its value is what they gain over the mean weight and size: 0 where the wall stands.
        """
        from scipy.sparse import eye_array, vstack

        rough, smooth = self._cones
        D = self.scaled(self.dead)
        opening = self._cone_rows(False) @ self.equilibrium.T
        count = len(D)
        A = vstack([-opening, eye_array(count), -eye_array(count)]).tocsc()
        b = np.concatenate([np.zeros(opening.shape[0]), np.ones(2 * count)])
        kinds: list[tuple[str, int]] = [("positive", len(smooth)), *[("cone", 3)] * len(rough), ("positive", 2 * count)]
        found = solve_cones(A, b, -D, kinds)
        if found.status != "solved":
            if self._balances():
                return Solved(status="solved", value=0.0, motion=self._motion(np.zeros(count)))
            return Solved(status=found.status, iterations=found.iterations)
        return Solved(
            status="solved",
            value=float(D @ found.x),
            motion=self._motion(found.x),
            iterations=found.iterations,
            seconds=found.seconds,
        )

    def _balances(self) -> bool:
        """Whether forces within friction balance the dead loads: where the program of the motion does not converge."""
        from scipy.sparse import csc_matrix, eye_array, vstack

        friction, offset, kinds = self._friction_rows(None, 1.0)
        D = self.scaled(self.dead)
        A = vstack([self.equilibrium, friction])
        count = A.shape[1]
        found = solve_cones(
            A, np.concatenate([-D, offset]), np.zeros(count), [("zero", len(D)), *kinds],
            quadratic=csc_matrix(eye_array(count)),
        )  # fmt: skip
        if found.status != "solved":
            return False
        return bool(np.abs(self.equilibrium @ found.x + D).max(initial=0.0) <= _RESIDUAL)

    def elastic_rest(self, tangential: float) -> FloatArray | None:
        """Return n, t1, t2 at each point under the dead loads, over the mean weight, shape (p, 3); None without any.

        Joints are elastic in proportion to their area, bear no tension and do not slide: the forces with the least
        complementary energy. ``tangential`` is the ratio of tangential to normal stiffness. Friction that would need a
        joint to be wedged apart first gives no pressure here.
        """
        from scipy.sparse import csc_array, csc_matrix, diags_array, vstack

        made = self.made
        share = made.area[made.face] / np.bincount(made.face, minlength=len(made.area))[made.face]
        give = float(share.mean()) / share
        energy = np.column_stack([give, give / tangential, give / tangential]).ravel()
        normals = 3 * np.arange(len(give))
        pressed = csc_matrix((-np.ones(len(give)), (np.arange(len(give)), normals)), shape=(len(give), 3 * len(give)))
        D = self.scaled(self.dead)
        A = vstack([self.equilibrium, csc_array(pressed)]).tocsc()
        b = np.concatenate([-D, np.zeros(len(give))])
        kinds = [("zero", len(D)), ("positive", len(give))]
        found = solve_cones(A, b, np.zeros(len(energy)), kinds, quadratic=csc_matrix(diags_array(energy)))
        return found.x.reshape(-1, 3) if found.status == "solved" else None

    def _motion(self, moved: FloatArray) -> FloatArray:
        """All six components of every body."""
        whole = np.zeros(6 * len(self.made.weight))
        whole[self._rows] = moved
        return whole.reshape(-1, 6)


def _total(load: FloatArray) -> float:
    """By which a load is divided, so that its multiplier and the motion are near 1 however many stones there are."""
    return float(np.abs(load).sum())


@dataclass(frozen=True, kw_only=True, eq=False)
class _Answer:
    status: Status
    x: FloatArray
    z: FloatArray
    iterations: int
    seconds: float


def solve_cones(
    A: csc_array, b: FloatArray, cost: FloatArray, kinds: list[tuple[str, int]], *, quadratic: Any = None
) -> _Answer:
    """``min x·P x/2 + cost·x : A x + s = b`` with s in the cones of ``kinds``, by Clarabel; P is ``quadratic``."""
    import clarabel  # type: ignore[import-untyped]
    from scipy.sparse import csc_matrix

    make = {
        "zero": clarabel.ZeroConeT,
        "positive": clarabel.NonnegativeConeT,
        "cone": clarabel.SecondOrderConeT,
    }
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.max_threads = 1
    settings.direct_solve_method = "qdldl"  # as fast as the others here, and always in the wheel
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = TOLERANCE
    solver = clarabel.DefaultSolver(
        csc_matrix((len(cost), len(cost))) if quadratic is None else quadratic,
        cost,
        csc_matrix(A),
        b,
        [make[kind](size) for kind, size in kinds if size],
        settings,
    )
    found = solver.solve()
    said = str(found.status)
    status: Status = "failed"
    if said == "Solved":
        status = "solved"
    elif said == "PrimalInfeasible":
        status = "infeasible"
    elif said == "DualInfeasible":
        status = "unbounded"
    return _Answer(
        status=status,
        x=np.asarray(found.x),
        z=np.asarray(found.z),
        iterations=int(found.iterations),
        seconds=float(found.solve_time),
    )


def solve_sliding(program: BlockProgram, load: FloatArray, start: Solved) -> Solved:
    """Return the solution with friction that does not lift, from the associative one ``start``.

    Its status is ``failed`` where the forces do not settle.
    """
    if start.forces is None:
        return Solved(status="failed")
    friction = program.made.friction
    pressed, before, share = np.maximum(start.forces[:, 0], 0.0), start.value, 1.0
    for number in range(1, _MOST + 1):
        share = max(share * _NARROWING, _LEAST_SHARE)
        found = program.static(load, intercept=(1.0 - share) * friction * pressed, share=share)
        if found.status != "solved" or found.forces is None:
            return Solved(status="failed", iterations=number)
        still = abs(found.value - before) <= _SAME * max(abs(found.value), 1e-9)
        if share == _LEAST_SHARE and still and _shear_beyond(found.forces, friction) <= _BEYOND:
            return found
        # half way, as whole steps go to and fro between two patterns of force
        pressed = 0.5 * (pressed + np.maximum(found.forces[:, 0], 0.0))
        before = found.value
    return Solved(status="failed", iterations=_MOST)


def _shear_beyond(forces: FloatArray, friction: FloatArray) -> float:
    """Return the shear beyond μ n, over all shear."""
    shear = np.hypot(forces[:, 1], forces[:, 2])
    excess = np.maximum(shear - friction * np.maximum(forces[:, 0], 0.0), 0.0)
    return float(excess.sum() / max(float(shear.sum()), 1e-12))
