"""Material laws at one point: strengths, energies, closing, shear across cracks, and what no law may depend on."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

import numpy as np

from pirqa.fem.pushover.masonry import describe
from pirqa.fem.pushover.options import Masonry
from pirqa.fem.pushover.point_law import LAWS, STATES, advance, respond, tangent
from pirqa.model.polyhedron import FloatArray
from pirqa.verification.case import Case

_case = partial(Case, group="pushover")
_PLACE = 70
_PAPER = "Chokepukio paper, section 5.1"
_MODULUS, _RATIO, _TENSION, _OPENING = 579.7e6, 0.2, 0.1e6, 50.0
_COMPRESSION = _MODULUS / 500.0
_CRUSHING = 1.6e-3 * _COMPRESSION
_SIZES = (0.1, 0.2, 0.3, 0.45, 0.6)
_CRACKING = ("fixed_crack", "rotating_crack", "damage")
_ALL = tuple(LAWS)
_HALF = {"rel": 0.005}
_WHY_HALF = "asked for; the path is made of straight steps, which leave some 1e-4"
_ROUND = {"max": 1e-9}
_WHY_ROUND = "rounding, and the 1e-13 to which histories are found"
_AXES = np.linalg.qr(np.random.default_rng(7).standard_normal((3, 3)))[0]
"""Axes of the pulls, askew to those of space, so that no result depends on alignment."""


class _Point:
    """A point of the paper's masonry, followed in axes that lie askew in space."""

    def __init__(self, law: str, length: float = 0.3, axes: FloatArray = _AXES) -> None:
        masonry = Masonry(law=law, tensile_strength=_TENSION, tensile_energy=_OPENING)  # type: ignore[arg-type]
        self._law = describe("wall", masonry, youngs_modulus=_MODULUS, poisson_ratio=_RATIO)
        self._length, self._turn = length, turning(axes)
        self.state = np.zeros(STATES)
        self.strain = np.zeros(6)

    def stress(self, strain: FloatArray, *, keep: bool = True) -> FloatArray:
        new, stress = np.zeros(STATES), np.zeros(6)
        there = self._turn @ strain
        number, row = self._law.number, self._law.properties
        advance(number, row, self._length, there, self.state, 0.0, 1.0, new)
        respond(number, row, self._length, there, new, stress)
        if keep:
            self.state, self.strain = new, strain.copy()
        return self._turn.T @ stress

    def pull(self, strain: float) -> float:
        """Stress along the first axis where nothing else presses or pulls and it has this strain."""
        guess, slope = self.strain.copy(), np.zeros((6, 6))
        guess[0] = strain
        for _ in range(50):
            stress = self.stress(guess, keep=False)
            if np.abs(stress[1:]).max() <= 1e-7 * _TENSION:
                break
            tangent(
                self._law.number, self._law.properties, self._length, self._turn @ guess, self.state, 0.0, 1.0, slope
            )
            local = self._turn.T @ slope @ self._turn
            guess[1:] -= np.linalg.solve(local[1:, 1:], stress[1:])
        return float(self.stress(guess)[0])


def turning(axes: FloatArray) -> FloatArray:
    """6 × 6: strains in space of those in ``axes`` (rows are the axes' unit vectors), shear as an angle."""
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (2, 0))
    turn = np.zeros((6, 6))
    for column, (i, j) in enumerate(pairs):
        local = np.zeros((3, 3))
        local[i, j] = local[j, i] = 1.0 if i == j else 0.5
        there = axes.T @ local @ axes
        turn[:, column] = [there[a, b] * (1.0 if a == b else 2.0) for a, b in pairs]
    return turn


def cases() -> Iterator[Case]:
    """Yield the cases of this module."""
    for law in _CRACKING:
        end = "" if law == "fixed_crack" else f".{law}"
        yield _case(f"point.tension.strength{end}",
            "largest stress of a point that is pulled, the farthest of sizes 0.1–0.6 m", "Pa", f"ft ({_PAPER})",
            _TENSION, _HALF, _WHY_HALF, partial(_strength, law, _pulled, _TENSION))  # fmt: skip
        yield _case(f"point.tension.energy{end}", "energy that opening a crack takes, the farthest of sizes 0.1–0.6 m",
            "N/m", f"Gf ({_PAPER}); crack band (Bažant and Oh 1983)", _OPENING, _HALF, _WHY_HALF,
            partial(_energy, law, _pulled, _OPENING))  # fmt: skip
        yield _case(f"point.compression.strength{end}", "largest stress of a point that is pressed, likewise", "Pa",
            f"fc = E/500 ({_PAPER})", _COMPRESSION, _HALF, _WHY_HALF,
            partial(_strength, law, _pressed, _COMPRESSION))  # fmt: skip
        yield _case(f"point.compression.energy{end}", "energy that crushing takes, likewise", "N/m",
            f"Gc = 1.6 mm fc ({_PAPER})", _CRUSHING, _HALF, _WHY_HALF, partial(_energy, law, _pressed, _CRUSHING),
            "the whole area under the curve, its rising part included")  # fmt: skip
        yield _case(f"point.closing{end}", "stiffness under pressure after a crack had opened by 1 mm, over E", "",
            "a crack that closes carries pressure again", 1.0, {"abs": 1e-9}, _WHY_ROUND,
            partial(_closing, law))  # fmt: skip
        yield _case(f"point.reopening{end}", "stress at half of the strain reached, over half of the stress there", "",
            "unloading straight to the origin", 1.0, {"abs": 1e-9}, _WHY_ROUND, partial(_reopening, law))  # fmt: skip
        yield _case(f"point.compression.cracked{end}", "largest stress of a point pressed across a crack that is open "
            "1 mm", "Pa", "curves in tension and in compression have histories of their own", _COMPRESSION, _HALF,
            _WHY_HALF, partial(_cracked_strength, law))  # fmt: skip
    yield from _shears()
    yield from _others()


def _shears() -> Iterator[Case]:
    yield _case("point.shear_retention", "shear stiffness across an open crack over that before", "", f"β ({_PAPER})",
        0.1, {"abs": 1e-9}, _WHY_ROUND, partial(_retention, "fixed_crack", 3))  # fmt: skip
    yield _case("point.shear_retention.plane", "shear stiffness in the plane of the crack, likewise", "",
        "a crack does nothing in its own plane", 1.0, {"abs": 1e-6}, "of the strain by which the stiffness is "
        "measured, 1e-6 of the crack's", partial(_retention, "fixed_crack", 4))  # fmt: skip
    yield _case("point.shear.coaxial", "largest angle between principal stresses and strains that turn by 45°", "rad",
        "cracks that turn with the strain (Cope and others 1980)", 0.0, {"max": 1e-7}, _WHY_ROUND,
        _coaxial)  # fmt: skip
    yield _case("point.shear.crushes.damage", "shear stress after a shear strain of 5 %, over that without damage", "",
        "pressed directions crush whatever the pulled ones do", 0.0, {"max": 1e-3},
        "a millionth of the stiffness is never lost, and pulls leave some of theirs", _sheared)  # fmt: skip
    yield _case("point.second_crack", "largest stress along the first crack, after that has opened by 1 mm", "Pa",
        f"ft ({_PAPER}): cracks at right angles have strengths of their own", _TENSION, _HALF, _WHY_HALF,
        _second_crack)  # fmt: skip
    yield _case("point.biaxial.damage", "strength under two equal pressures over that under one", "",
        "β = 1.16 (Kupfer, Hilsdorf and Rüsch 1969, on concrete)", 1.16, _HALF, _WHY_HALF, _biaxial)  # fmt: skip


def _others() -> Iterator[Case]:
    yield _case("objectivity.rotation", "largest difference between the stress of a turned path of strains and the "
        "turned stress, over the largest stress; all laws", "", "no law knows directions of space", 0.0, _ROUND,
        _WHY_ROUND, partial(_worst, _turned))  # fmt: skip
    yield _case("objectivity.rigid", "likewise between strains before and after the body has turned by up to a half "
        "turn (second Piola stress, Green's strain)", "", "total Lagrangian strains do not see rigid rotations", 0.0,
        _ROUND, _WHY_ROUND, partial(_worst, _rigid))  # fmt: skip
    yield _case("objectivity.mirror", "likewise of a mirrored path", "", "no law knows left and right", 0.0, _ROUND,
        _WHY_ROUND, partial(_worst, _mirrored))  # fmt: skip
    yield _case("point.energy_gained", "largest energy that closed random paths give back, over the work done in them; "
        "crack laws, no tension and elastic", "", "second law: no path gains energy", 0.0, {"max": 1e-5},
        "work is summed over 400 straight steps of each path; the damage law, which has no energy where pulls and "
        "pressures meet, is left out", _gained)  # fmt: skip


def _pulled(length: float) -> FloatArray:
    """Strains from none until the stress is a millionth of the strength."""
    first = _TENSION / _MODULUS
    scale = (_OPENING * _MODULUS / (length * _TENSION**2) - 0.5) * first
    near = first * np.linspace(0.0, 1.2, 241)
    return np.concatenate([near, near[-1] + scale * np.linspace(0.0, 14.0, 700)[1:]])


def _pressed(length: float) -> FloatArray:
    peak = 5.0 * _COMPRESSION / (3.0 * _MODULUS)
    return -np.linspace(0.0, 1.2 * peak + 1.5 * _CRUSHING / (length * _COMPRESSION), 800)


def _farthest(found: Sequence[float], expected: float) -> float:
    return max(found, key=lambda value: abs(value - expected))


@cache
def _curve(law: str, path: Callable[[float], FloatArray], length: float) -> tuple[FloatArray, FloatArray]:
    """Strains and stresses of a point that is pulled or pressed and free sideways."""
    point, strains = _Point(law, length), path(length)
    return strains, np.array([point.pull(strain) for strain in strains])


def _strength(law: str, path: Callable[[float], FloatArray], expected: float) -> float:
    return _farthest([float(np.abs(_curve(law, path, length)[1]).max()) for length in _SIZES], expected)


def _energy(law: str, path: Callable[[float], FloatArray], expected: float) -> float:
    found = []
    for length in _SIZES:
        strains, stresses = _curve(law, path, length)
        found.append(length * float(np.trapezoid(stresses, strains)))
    return _farthest(found, expected)


def _opened(law: str, opening: float = 1e-3) -> _Point:
    """A point of 0.3 m with a crack across its first axis."""
    point = _Point(law)
    for strain in np.linspace(0.0, opening / 0.3, 50)[1:]:
        point.pull(strain)
    return point


def _closing(law: str) -> float:
    point = _opened(law)
    point.pull(0.0)
    strain = -0.2 * _COMPRESSION / _MODULUS
    return point.pull(strain) / (strain * _MODULUS)


def _reopening(law: str) -> float:
    point = _opened(law)
    reached = float(point.strain[0])
    there = point.pull(reached)
    return point.pull(0.5 * reached) / (0.5 * there)


def _cracked_strength(law: str) -> float:
    point = _opened(law)
    return max(-point.pull(strain) for strain in _pressed(0.3))


def _retention(law: str, number: int) -> float:
    point = _opened(law)
    small = 1e-6 * point.strain[0]
    strain = point.strain.copy()
    strain[number] += small
    return float(point.stress(strain, keep=False)[number] / (0.5 * _MODULUS / (1.0 + _RATIO) * small))


def _sheared() -> float:
    stress = _Point("damage").stress(np.array([0.0, 0.0, 0.0, 0.05, 0.0, 0.0]))
    return float(stress[3] / (0.5 * _MODULUS / (1.0 + _RATIO) * 0.05))


def _tensor(vector: FloatArray, shear: float) -> FloatArray:
    x, y, z, xy, yz, zx = vector * np.array([1.0, 1.0, 1.0, shear, shear, shear])
    return np.array([[x, xy, zx], [xy, y, yz], [zx, yz, z]])


def _coaxial() -> float:
    """A point with a crack, turned with its strain about the third axis."""
    point, worst = _opened("rotating_crack", 1e-4), 0.0
    start = point.strain.copy()
    for angle in np.linspace(0.0, 0.25 * np.pi, 20):
        turn = np.array([[np.cos(angle), np.sin(angle), 0.0], [-np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
        strain = turning(turn) @ start
        stress = _tensor(point.stress(strain), 1.0)
        tensor = _tensor(strain, 0.5)
        angles = [0.5 * np.arctan2(2.0 * t[0, 1], t[0, 0] - t[1, 1]) for t in (stress, tensor)]
        worst = max(worst, abs(angles[0] - angles[1]))
    return float(worst)


def _second_crack() -> float:
    point, largest = _opened("fixed_crack"), 0.0
    strain = point.strain.copy()
    for along in np.linspace(0.0, 5.0 * _TENSION / _MODULUS, 2000):
        strain[1] = along
        largest = max(largest, float(point.stress(strain)[1]))
    return largest


def _biaxial() -> float:
    """Both pressed alike and the third free: ε₃ = −2 ν/(1 − ν) ε, whatever is damaged."""
    point, largest = _Point("damage"), 0.0
    for shortening in np.linspace(0.0, 5.0 * _COMPRESSION / _MODULUS, 3000):
        aside = 2.0 * _RATIO / (1.0 - _RATIO) * shortening
        stress = point.stress(np.array([-shortening, -shortening, aside, 0.0, 0.0, 0.0]))
        largest = max(largest, -float(stress[0]))
    return largest / _COMPRESSION


def _paths(count: int = 12) -> Iterator[FloatArray]:
    """Random strains that crack and crush, close and open again; shape (8, 6) each."""
    source = np.random.default_rng(11)
    for _ in range(count):
        yield 10.0 ** source.uniform(-4.0, -2.5) * np.cumsum(source.standard_normal((8, 6)), axis=0)


def _worst(differences: Callable[[str, FloatArray], float]) -> float:
    return max(differences(law, path) for law in _ALL for path in _paths())


def _follow(law: str, path: FloatArray, axes: FloatArray) -> FloatArray:
    point = _Point(law, axes=axes)
    return np.array([point.stress(strain) for strain in path])


def _difference(first: FloatArray, second: FloatArray) -> float:
    return float(np.abs(first - second).max() / np.abs(first).max())


def _turned(law: str, path: FloatArray) -> float:
    return _difference(_follow(law, path, np.eye(3)), _follow(law, path, _AXES))


def _mirrored(law: str, path: FloatArray) -> float:
    return _difference(_follow(law, path, np.eye(3)), _follow(law, path, np.diag([-1.0, 1.0, 1.0])))


def _rigid(law: str, path: FloatArray) -> float:
    """Green's strains of stretches, alone and followed by a rotation that grows from step to step."""
    spin = np.linspace(0.0, np.pi, len(path))
    alone: list[list[float]] = []
    turned: list[list[float]] = []
    for strain, angle in zip(path, spin, strict=True):
        stretch = np.eye(3) + _tensor(strain, 0.5)
        turn = _AXES.T @ np.array(
            [[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]]
        ) @ _AXES  # fmt: skip
        for motion, found in ((stretch, alone), (turn @ stretch, turned)):
            green = 0.5 * (motion.T @ motion - np.eye(3))
            found.append([*np.diag(green), 2.0 * green[0, 1], 2.0 * green[1, 2], 2.0 * green[2, 0]])
    return _difference(_follow(law, np.array(alone), np.eye(3)), _follow(law, np.array(turned), np.eye(3)))


def _gained() -> float:
    worst = 0.0
    for law in ("fixed_crack", "rotating_crack", "no_tension", "elastic"):
        for corners in _paths(6):
            # twice around: the second time with hardly any new damage, so that what is gained cannot hide in it
            loop = np.concatenate([[np.zeros(6)], corners[:4], corners[:4], [np.zeros(6)]])
            point, last, work, done = _Point(law), np.zeros(6), 0.0, 0.0
            for start, end in itertools.pairwise(loop):
                for part in np.linspace(0.0, 1.0, 401)[1:]:
                    strain = start + part * (end - start)
                    before = point.strain
                    stress = point.stress(strain)
                    step = 0.5 * float((last + stress) @ (strain - before))
                    work, done, last = work + step, done + abs(step), stress
            worst = max(worst, -work / done)
    return worst
