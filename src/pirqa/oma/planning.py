"""Plan of a vibration test: modes that are expected, where sensors stand, how long and how fast they record.

Expected modes are read from a file, or guessed before anything is measured or modelled. The guess is a thin plate,
fixed at its foot: bending out of the wall's plane alone (Kirchhoff), by Ritz's method, with products of shapes of a
cantilever and a free beam, spanned by polynomials. Thickness and weight are the envelope's, stiffness is one number. A
thick wall shears too and a wall with openings or cracks is softer: frequencies are a guess, shapes place the sensors.

Shapes are of degrees, shape (modes, degrees), each mode with 1 as its largest size.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, product
from math import comb
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.polynomial import Legendre

from pirqa.errors import ModelError, OptionsError, RecordError
from pirqa.model.modes import AXES, Modes, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.oma.formats.uff58 import read_modes_uff
from pirqa.oma.measurement import Degree, Heading, Point
from pirqa.oma.options import Placement, PlanningOptions
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan, placeholder
from pirqa.units import STANDARD_GRAVITY

_FORMAT = "pirqa_modes"
_HINT = (
    f'it must be {{"{_FORMAT}": 1, "points": {{"P1": [x, y, z]}}, "modes": [{{"frequency": 2.0, "damping": 0.03, '
    '"shape": {"P1": [along, across, up]}}]}, in m and Hz'
)


@dataclass(frozen=True, kw_only=True, eq=False)
class ExpectedModes:
    """Modes before the test, with the places of their points."""

    modes: Modes
    points: Mapping[str, Point]
    source: str
    """Where they come from."""
    assumed: bool = False
    """Whether they are a guess that nobody computed or measured."""

    def __post_init__(self) -> None:
        if tuple(self.points) != self.modes.points:
            raise ModelError("expected modes: the points and those of the shapes must be the same, in the same order")
        if not len(self.modes):
            raise ModelError("expected modes: there are none")


def read_expected_modes(path: str | Path) -> ExpectedModes:
    """Modes of a JSON file in SI units, or of a universal file (UFF) with data sets 15 (nodes) and 55 (shapes)."""
    path = Path(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}") from error
    if raw.lstrip()[:1] == b"{":
        return _from_json(path, raw)
    if b"-1" in raw[:200]:
        return _from_universal(path)
    raise RecordError(f"{path}: expected modes are a JSON file or a universal file (UFF); {_HINT}")


def _from_json(path: Path, raw: bytes) -> ExpectedModes:
    try:
        plain = json.loads(raw)
        if plain.get(_FORMAT) != 1:
            raise RecordError(f'{path}: expected modes have no "{_FORMAT}": 1; {_HINT}')
        points = {str(name): _point(str(name), place) for name, place in plain["points"].items()}
        rows = sorted(plain["modes"], key=lambda row: float(row["frequency"]))
        shapes = np.full((len(rows), len(points), 3), np.nan)
        order = {name: column for column, name in enumerate(points)}
        for shape, row in zip(shapes, rows, strict=True):
            for name, parts in row["shape"].items():
                if name not in order:
                    raise RecordError(f'{path}: a shape has the point "{name}", which is not among the points')
                shape[order[name]] = [np.nan if part is None else float(part) for part in parts]
        modes = Modes(
            frequency=np.array([float(row["frequency"]) for row in rows]),
            damping=np.array([float(row["damping"]) for row in rows]),
            points=tuple(points),
            point_shape=shapes,
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, ModelError):
            raise
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise RecordError(f"{path}: expected modes cannot be understood ({what}); {_HINT}") from error
    return _checked(path, modes, points, str(plain.get("source", path.name)), bool(plain.get("assumed", False)))


def _from_universal(path: Path) -> ExpectedModes:
    try:
        frequency, damping, shapes, places = read_modes_uff(path)
    except (KeyError, ValueError) as error:
        raise RecordError(f"{path}: nodes and shapes of the universal file do not fit together ({error})") from error
    order = np.argsort(frequency, kind="stable")
    points = {f"{number}": _point(f"{number}", place) for number, place in enumerate(places, 1)}
    modes = Modes(
        frequency=frequency[order],
        damping=damping[order],
        points=tuple(points),
        point_shape=np.ascontiguousarray(shapes[order].real),
    )
    return _checked(path, modes, points, path.name, False)


def _point(name: str, place: Any) -> Point:
    x, y, z = (float(part) for part in place)
    return Point(name=name, place=(x, y, z))


def _checked(path: Path, modes: Modes, points: Mapping[str, Point], source: str, assumed: bool) -> ExpectedModes:
    for what, values, good in (
        ("frequency", modes.frequency, modes.frequency > 0.0),
        ("damping", modes.damping, (modes.damping > 0.0) & (modes.damping < 1.0)),
    ):
        if not np.all(good & np.isfinite(values)):
            at = int(np.flatnonzero(~(good & np.isfinite(values)))[0])
            raise RecordError(f"{path}: mode {at + 1} has the {what} {values[at]:g}, which no mode of a wall has")
    return ExpectedModes(modes=modes, points=points, source=source, assumed=assumed)


_ALONG, _UP = 11, 13
"""Polynomials along and up the wall. Of an even plate the first six frequencies are good to 1e-3; smooth functions
follow a sudden change of thickness slowly: the first ten of the wall at Chokepukio are still 0.5 to 6 % too high."""
_GAUSS = 18
"""Points of quadrature along each side of a rectangle: exact for squares of these polynomials."""
_ASSUMED_WEIGHT = 22e3
"""Unit weight of masonry where the wall has no materials [N/m3]; only its ratio to the modulus matters."""


def plate_modes(
    wall: Wall,
    points: Sequence[Point],
    *,
    elastic_modulus: float,
    poisson: float,
    damping: float,
    count: int,
    first_frequency: float | None = None,
) -> ExpectedModes:
    """The lowest ``count`` modes at ``points``; ``elastic_modulus`` [Pa], ``first_frequency`` [Hz] scales them all."""
    length, height = wall.envelope.length, wall.envelope.height
    if length is None:
        raise ModelError(
            "modes cannot be guessed from a section alone: give the wall's length (wall.length), or expected modes "
            "(oma.planning.modes)"
        )
    stiffness = np.zeros((_ALONG * _UP, _ALONG * _UP))
    mass = np.zeros_like(stiffness)
    for x, z, area, thickness, weight in _quadrature(wall, length):
        value, along2, up2, twist = _derivatives(x, z, length, height)
        # ½D∫(w_xx² + w_zz² + 2ν w_xx w_zz + 2(1 − ν) w_xz²), D = E t³/12(1 − ν²) (Timoshenko and Woinowsky-Krieger)
        bend = area * elastic_modulus * thickness**3 / (12.0 * (1.0 - poisson**2))
        mixed = (along2 * bend) @ up2.T
        stiffness += (along2 * bend) @ along2.T + (up2 * bend) @ up2.T + poisson * (mixed + mixed.T)
        stiffness += 2.0 * (1.0 - poisson) * (twist * bend) @ twist.T
        mass += (value * (area * weight / STANDARD_GRAVITY * thickness)) @ value.T
    from scipy.linalg import eigh

    squared, vectors = eigh(stiffness, mass, subset_by_index=[0, min(count, len(mass)) - 1])
    frequency = np.sqrt(np.maximum(squared, 0.0)) / (2.0 * np.pi)
    if first_frequency is not None:
        frequency = frequency * (first_frequency / frequency[0])
    places = np.array([point.place for point in points])
    shapes = np.zeros((len(frequency), len(points), 3))
    across = (_derivatives(places[:, 0], places[:, 2], length, height)[0].T @ vectors).T
    largest = across[np.arange(len(across)), np.abs(across).argmax(axis=1)]
    shapes[:, :, 1] = across / largest[:, None]
    modes = Modes(
        frequency=frequency,
        damping=np.full(len(frequency), damping),
        points=tuple(point.name for point in points),
        point_shape=shapes,
    )
    source = "thin plate fixed at its foot, of the wall's outline"
    return ExpectedModes(modes=modes, points={point.name: point for point in points}, source=source, assumed=True)


def _quadrature(wall: Wall, length: float) -> Any:
    """Places along and up [m], their shares of area [m2], thickness [m] and unit weight [N/m3], by rectangles."""
    envelope = wall.envelope
    weights = {zone.material: _ASSUMED_WEIGHT for zone in envelope.zones}
    weights |= {name: material.unit_weight for name, material in wall.materials.items()}
    ends = {zone.end for zone in envelope.zones if zone.end is not None}
    cuts = sorted({0.0, length, *ends, *(zone.start for zone in envelope.zones)})
    nodes, shares = np.polynomial.legendre.leggauss(_GAUSS)
    for start, end in pairwise(cuts):
        for layer in envelope.layers(0.5 * (start + end), weights):
            x = 0.5 * (start + end) + 0.5 * (end - start) * nodes
            z = 0.5 * (layer.bottom + layer.top) + 0.5 * (layer.top - layer.bottom) * nodes
            grid = np.array(list(product(x, z)))
            area = np.array([a * b for a, b in product(shares, shares)]) * 0.25
            area *= (end - start) * (layer.top - layer.bottom)
            thickness = np.asarray(layer.back(grid[:, 1])) - np.asarray(layer.front(grid[:, 1]))
            yield grid[:, 0], grid[:, 1], area, thickness, layer.unit_weight


def _derivatives(
    x: FloatArray, z: FloatArray, length: float, height: float
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
    """w, w_xx, w_zz and w_xz of all products at places along and up, shape (products, places) each."""
    along = [_up_to_second(Legendre.basis(degree, domain=[0.0, length]), x) for degree in range(_ALONG)]
    rise = Legendre([0.5, 0.5], domain=[0.0, height])  # z/h: its square keeps the foot fixed and upright
    up = [_up_to_second(rise**2 * Legendre.basis(degree, domain=[0.0, height]), z) for degree in range(_UP)]
    pairs = [(one, other) for one in along for other in up]

    def stacked(first: int, second: int) -> FloatArray:
        return np.stack([one[first] * other[second] for one, other in pairs])

    return stacked(0, 0), stacked(2, 0), stacked(0, 2), stacked(1, 1)


def _up_to_second(series: Any, at: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    return series(at), series.deriv(1)(at), series.deriv(2)(at)


DurationRule = Literal["damping", "periods", "least"]
_USUAL_RATES = (20.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0, 2000.0, 5000.0)
_OVERSAMPLED = 10.0
"""Samples in a period of the highest wanted mode."""


def duration_needed(
    frequency: FloatArray, damping: FloatArray, *, periods: float, least: float
) -> tuple[float, DurationRule]:
    """Length of a record in whole minutes [s], and the rule that asks for it.

    The longest of 20/(2ζf) = 10/(ζf) over the modes, so that random errors stay small (Brincker and Ventura 2015,
    section on the length of records; the Chokepukio paper, section 3, names the rule), ``periods`` periods of the first
    mode (1,000 to 2,000: Ramos 2007), and ``least`` [s].
    """
    rules: dict[DurationRule, float] = {
        "damping": float(np.max(10.0 / (damping * frequency))),
        "periods": periods / float(np.min(frequency)),
        "least": least,
    }
    rule = max(rules, key=lambda name: rules[name])
    return 60.0 * math.ceil(rules[rule] / 60.0 - 1e-9), rule


def sampling_rate(highest: float) -> float:
    """The least usual rate with ten samples in a period of ``highest`` [Hz]."""
    needed = _OVERSAMPLED * highest
    return next((rate for rate in _USUAL_RATES if rate >= needed), math.ceil(needed / 1000.0) * 1000.0)


def signal_to_noise(
    frequency: FloatArray, damping: FloatArray, shapes: FloatArray, *, ambient: float, noise_density: float
) -> FloatArray:
    """Power density of each mode at its peak over that of the sensors, shape (modes, degrees).

    White force, the same in all modes of unit mass, all candidates of ``shapes`` (modes, degrees) with the same mass.
    A mode's acceleration has the density φ²G/(4ζ²) at its peak, where |H| = 1/(2ζ), and the variance φ²G·πf/(4ζ) in
    the resonance (Crandall and Mark 1963). G is such that the root mean square over all modes is ``ambient`` [m/s2]
    where the wall moves most; ``noise_density`` [(m/s2)²/Hz].
    """
    unit = shapes / np.sqrt((shapes**2).mean(axis=1, keepdims=True))
    squared = unit**2
    variance = (squared * (math.pi * frequency / (4.0 * damping))[:, None]).sum(axis=0)
    strength = ambient**2 / float(variance.max())
    return np.asarray(squared * strength / (4.0 * damping**2)[:, None] / noise_density)


def candidate_points(wall: Wall, options: PlanningOptions) -> tuple[Point, ...]:
    """A grid on the wall's front face: rows up to the top of each column, from the left and from below."""
    length = wall.envelope.length
    if length is None:
        raise ModelError(
            "a section has no length to put sensors along: give the wall's length (wall.length), or expected modes "
            "with their points (oma.planning.modes)"
        )
    edge = min(options.edge, 0.25 * length)
    stations = np.linspace(edge, length - edge, options.columns) if options.columns > 1 else np.array([0.5 * length])
    weights = {zone.material: 1.0 for zone in wall.envelope.zones}
    found: list[tuple[float, float, float]] = []
    for row in range(1, options.rows + 1):
        for station in stations:
            top = wall.envelope.top(float(station))
            reach = top if options.highest is None else min(top, options.highest)
            level = reach * row / options.rows
            layers = wall.envelope.layers(float(station), weights)
            layer = next(part for part in layers if level <= part.top + 1e-9)
            found.append((round(float(station), 3), round(float(layer.front(level)), 3), round(float(level), 3)))
    digits = len(str(len(found)))
    return tuple(Point(name=f"P{number:0{digits}}", place=place) for number, place in enumerate(found, 1))


_MOST_SETS = 50_000
"""Sets of references that are all tried; of more, one reference after the other is chosen."""


def choose_references(shapes: FloatArray, count: int) -> tuple[int, ...]:
    """The ``count`` degrees that see every mode best: of the largest amplitudes of the modes the smallest is largest.

    Among equals the set with the larger smallest amplitude of each by itself, so that none stands at a node.
    """
    sizes = np.abs(shapes)
    total = sizes.shape[1]
    if count >= total:
        return tuple(range(total))
    if comb(total, count) <= _MOST_SETS:
        return max(combinations(range(total), count), key=lambda chosen: _seen(sizes, chosen))
    chosen: tuple[int, ...] = ()
    for _ in range(count):
        others = (degree for degree in range(total) if degree not in chosen)
        chosen = max(((*chosen, degree) for degree in others), key=lambda tried: _seen(sizes, tried))
    return tuple(sorted(chosen))


def _seen(sizes: FloatArray, chosen: tuple[int, ...]) -> tuple[float, float, float]:
    picked = sizes[:, list(chosen)]
    # rounded, so that symmetric places tie and the next measure decides
    best = round(float(picked.max(axis=1).min()), 6)
    return best, round(float(picked.min(axis=0).sum()), 6), round(float((picked**2).sum()), 6)


def choose_places(shapes: FloatArray, count: int, kept: tuple[int, ...], method: Placement) -> tuple[int, ...]:
    """``count`` degrees, those ``kept`` among them, in rising order."""
    modes, total = shapes.shape
    if count >= total:
        return tuple(range(total))
    if np.linalg.matrix_rank(shapes) < modes:
        raise OptionsError(
            f"the {total} candidates do not tell the {modes} wanted modes apart: give more points or directions, or "
            "want fewer modes (oma.planning.wanted)"
        )
    chosen = {
        "effective_independence": _by_effective_independence,
        "pivots": _by_pivots,
        "automac": _by_automac,
    }[method](shapes, count, kept)
    return tuple(sorted(chosen))


def _by_effective_independence(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """The degree that adds least to the determinant of ΦᵀΦ is dropped, again and again (Kammer 1991, eq. 21)."""
    left = list(range(shapes.shape[1]))
    while len(left) > count:
        basis, _ = np.linalg.qr(shapes[:, left].T)  # rows of an orthonormal basis: leverages without an inverse
        share = (basis**2).sum(axis=1)
        share[[row for row, degree in enumerate(left) if degree in kept]] = np.inf
        # rounded, so that mirrored places tie whatever the machine's last digit is
        left.pop(int(np.argmin(np.round(share, 9))))
    return left


def _by_pivots(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """Pivots of QR, first as many as modes, then of what is left over (Schedlinski and Link 1996)."""
    from scipy.linalg import qr

    chosen, left = list(kept), [degree for degree in range(shapes.shape[1]) if degree not in kept]
    while len(chosen) < count:
        _, order = qr(shapes[:, left], mode="r", pivoting=True)
        taken = [left[at] for at in order[: min(len(shapes), count - len(chosen))]]
        chosen += taken
        left = [degree for degree in left if degree not in taken]
    return chosen


def _by_automac(shapes: FloatArray, count: int, kept: tuple[int, ...]) -> list[int]:
    """One after the other, the degree that makes the most alike of the shapes least alike (Carne and Dohrmann 1995)."""
    chosen, left = list(kept), [degree for degree in range(shapes.shape[1]) if degree not in kept]
    while len(chosen) < count:
        scores = [round(_likeness_sum(shapes[:, [*chosen, degree]]), 9) for degree in left]
        chosen.append(left.pop(int(np.argmin(scores))))
    return chosen


def _likeness_sum(shapes: FloatArray) -> float:
    off = modal_assurance(shapes, shapes) - np.eye(len(shapes))
    return float(off.max() + 1e-3 * off.sum())  # the largest counts, the others where it does not change


def largest_likeness(shapes: FloatArray) -> tuple[float, int, int]:
    """Largest MAC of two different modes, and which they are (from 0); (0, 0, 0) of one mode."""
    found = modal_assurance(shapes, shapes)
    np.fill_diagonal(found, 0.0)
    row, column = np.unravel_index(int(np.argmax(found)), found.shape)
    first, second = sorted((int(row), int(column)))
    return float(found.max()), first, second


_HEADINGS: tuple[Heading, ...] = ("along", "across", "up")


@dataclass(frozen=True, kw_only=True, eq=False)
class TestDesign:
    """Where sensors go, how long they record and what they will hear."""

    __test__ = False  # not a test of pytest's

    source: str
    """Where the expected modes come from."""
    assumed: bool
    """Whether they are a guess."""
    points: Mapping[str, Point]
    """Of the chosen places."""
    frequency: FloatArray
    """Of the wanted modes, expected [Hz], shape (modes,)."""
    damping: FloatArray
    """Fraction of critical, shape (modes,)."""
    degrees: tuple[Degree, ...]
    """Chosen, the references first."""
    references: tuple[Degree, ...]
    setups: tuple[tuple[Degree, ...], ...]
    """Of each setup, the references first."""
    shape: FloatArray
    """Expected amplitudes at the chosen places over the largest among all candidates, shape (modes, degrees)."""
    automac: FloatArray
    """MAC of the expected shapes among themselves at the chosen places, shape (modes, modes)."""
    candidates: int
    """Number of places among which was chosen."""
    candidate_likeness: float
    """Largest MAC of two different modes, were all candidates measured."""
    signal: FloatArray
    """Power of each mode at its peak over the sensors' noise, shape (modes, degrees)."""
    least_signal: float
    """Below which a mode drowns."""
    duration: float
    """Of each setup [s]."""
    duration_rule: DurationRule
    """Which rule asks for it: damping (10/(ζf)), periods (of the first mode), or least."""
    rate: float
    """Samples in a second [Hz]."""
    remarks: tuple[Remark, ...] = ()

    @property
    def likeness(self) -> float:
        """Largest MAC of two different modes at the chosen places; 0 of one mode."""
        return float((self.automac - np.diag(np.diag(self.automac))).max())

    @property
    def reference_signal(self) -> FloatArray:
        """The best of the references for each mode, shape (modes,)."""
        return np.asarray(self.signal[:, : len(self.references)].max(axis=1))

    @property
    def drowned(self) -> tuple[int, ...]:
        """Numbers (from 0) of modes that no reference hears above the noise: setups cannot be joined by them."""
        return tuple(int(mode) for mode in np.flatnonzero(self.reference_signal < self.least_signal))

    def plan(self, name: str, *, ground: bool = True) -> TestPlan:
        """The plan to take along: files and columns are still to be filled in; with ground noise for H/V."""
        setups = tuple(
            Setup(
                name=f"{number:0{len(str(len(self.setups)))}}",
                file=placeholder(f"file of setup {number}"),
                channels=tuple(
                    Channel(point=degree.point, heading=_HEADINGS[degree.axis], column=column)
                    for column, degree in enumerate(setup, 1)
                ),
            )
            for number, setup in enumerate(self.setups, 1)
        )
        noise = GroundNoise(name="ground", file=placeholder("file of ground noise"), north=1, east=2, up=3)
        return TestPlan(
            name=name,
            points=self.points,
            setups=setups,
            references=self.references,
            rate=self.rate,
            duration=self.duration,
            ground=(noise,) if ground else (),
        )

    def __str__(self) -> str:
        guessed = " (a guess)" if self.assumed else ""
        head = f"{len(self.degrees)} places of {self.candidates} candidates in {len(self.setups)} setups"
        lines = [
            f"{head}, by modes from: {self.source}{guessed}",
            f"references: {', '.join(map(str, self.references))}",
            f"each setup {self.duration / 60.0:g} min ({self.duration_rule}) at {self.rate:g} Hz",
            f"largest AutoMAC of two modes {self.likeness:.2f} (all candidates: {self.candidate_likeness:.2f})",
            f"{'mode':>4}{'Hz':>8}{'amplitude at references':>26}{'signal to noise dB':>21}",
        ]
        seen = np.abs(self.shape[:, : len(self.references)])
        for mode, frequency in enumerate(self.frequency):
            decibel = 10.0 * math.log10(max(float(self.reference_signal[mode]), 1e-30))
            drowns = "  drowns" if mode in self.drowned else ""
            amplitudes = " ".join(f"{part:.2f}" for part in seen[mode])
            lines.append(f"{mode + 1:>4}{frequency:>8.3g}{amplitudes:>26}{decibel:>21.0f}{drowns}")
        for number, setup in enumerate(self.setups, 1):
            rovers = [f"{degree.point} {AXES[degree.axis]}" for degree in setup if degree not in self.references]
            lines.append(f"setup {number}: {', '.join(rovers) or 'references only'}")
        return "\n".join(lines)


_WEAK = 0.3
"""Of a mode's largest amplitude: a reference that moves less sees it badly."""
_ALIKE = 0.6
"""MAC above which two shapes are hard to tell apart at the chosen places."""


def design_test(
    wall: Wall, modes: ExpectedModes | Modes | None = None, options: PlanningOptions | None = None
) -> TestDesign:
    """Where sensors go, how long they record and what they will hear.

    ``modes`` are those of candidate points: an :class:`ExpectedModes`, or a ``Modes`` whose points are control points
    of the wall. Without any, they are guessed from the wall's outline, and the design says so.
    """
    asked = options or PlanningOptions()
    expected = _expected(wall, modes, asked)
    degrees, shapes = _candidates(expected, asked)
    count = len(shapes)
    frequency, damping = expected.modes.frequency[:count], expected.modes.damping[:count]
    total = min(asked.places, len(degrees))
    if total < count:
        raise OptionsError(
            f"{total} places cannot tell {count} modes apart: measure at least {count} (oma.planning.places), give "
            "more candidates, or want fewer modes (oma.planning.wanted)"
        )
    references = choose_references(shapes, min(asked.references, total))
    chosen = choose_places(shapes, total, references, asked.placement)
    setups = _setups(degrees, expected, references, chosen, asked.channels)
    duration, rule = duration_needed(frequency, damping, periods=asked.periods, least=asked.least_duration)
    rate = asked.rate or sampling_rate(float(frequency.max()))
    if rate < 2.5 * float(frequency.max()):
        raise OptionsError(
            f"oma.planning.rate: {rate:g} Hz does not reach the highest wanted mode at {frequency.max():.4g} Hz; give "
            f"at least {2.5 * float(frequency.max()):.4g} Hz"
        )
    density = asked.sensor_noise**2 / (asked.noise_band or 0.5 * rate)
    signal = signal_to_noise(frequency, damping, shapes, ambient=asked.ambient, noise_density=density)
    order = [*references, *(place for place in chosen if place not in references)]
    picked = shapes[:, order]
    design = TestDesign(
        source=expected.source,
        assumed=expected.assumed,
        points={degrees[at].point: expected.points[degrees[at].point] for at in order},
        frequency=frequency,
        damping=damping,
        degrees=tuple(degrees[at] for at in order),
        references=tuple(degrees[at] for at in references),
        setups=setups,
        shape=picked,
        automac=modal_assurance(picked, picked),
        candidates=len(degrees),
        candidate_likeness=largest_likeness(shapes)[0],
        signal=signal[:, order],
        least_signal=asked.least_signal,
        duration=duration,
        duration_rule=rule,
        rate=rate,
    )
    return replace(design, remarks=_remarks(design, expected, asked))


def _expected(wall: Wall, modes: ExpectedModes | Modes | None, options: PlanningOptions) -> ExpectedModes:
    if isinstance(modes, ExpectedModes):
        return modes
    if modes is None:
        return plate_modes(
            wall,
            candidate_points(wall, options),
            elastic_modulus=options.elastic_modulus,
            poisson=options.poisson,
            damping=options.damping,
            count=options.wanted,
            first_frequency=options.first_frequency,
        )
    known = {point.name: point for point in wall.control_points}
    missing = [name for name in modes.points if name not in known]
    if missing:
        raise OptionsError(
            f"nobody says where the modes' points {', '.join(missing[:5])} lie: make them control points of the wall, "
            "or give an ExpectedModes with its points"
        )
    places = {name: tuple(float(part) for part in known[name].position) for name in modes.points}
    points = {name: Point(name=name, place=(x, y, z)) for name, (x, y, z) in places.items()}
    return ExpectedModes(modes=modes, points=points, source="modes of the wall's control points")


def _candidates(expected: ExpectedModes, options: PlanningOptions) -> tuple[tuple[Degree, ...], FloatArray]:
    """Degrees at which all wanted modes are known, and their shapes, each with 1 as its largest size."""
    count = min(options.wanted, len(expected.modes))
    axes = sorted(AXES.index(axis) for axis in options.axes)
    placed = expected.modes.point_shape[:count][:, :, axes].reshape(count, -1)
    all_degrees = [Degree(point=name, axis=axis) for name in expected.modes.points for axis in axes]
    known = np.all(np.isfinite(placed), axis=0)
    largest = np.abs(placed[:, known]).max(axis=1) if np.any(known) else np.zeros(count)
    if not np.all(largest > 0.0):
        mode = int(np.flatnonzero(~(largest > 0.0))[0]) + 1
        raise OptionsError(
            f"mode {mode} moves no candidate {' or '.join(options.axes)}: add the direction in which it moves "
            "(oma.planning.axes), or want fewer modes (oma.planning.wanted)"
        )
    return tuple(degree for degree, good in zip(all_degrees, known, strict=True) if good), (
        placed[:, known] / largest[:, None]
    )


def _setups(
    degrees: tuple[Degree, ...],
    expected: ExpectedModes,
    references: tuple[int, ...],
    chosen: tuple[int, ...],
    channels: int,
) -> tuple[tuple[Degree, ...], ...]:
    """References and rovers of each setup; rovers go to and fro along the wall, row by row, so that moves are short."""
    roving = [degrees[at] for at in chosen if at not in references]
    levels = sorted({round(expected.points[degree.point].place[2], 2) for degree in roving})

    def walked(degree: Degree) -> tuple[float, float, int]:
        x, _, z = expected.points[degree.point].place
        forth = levels.index(round(z, 2)) % 2 == 0
        return round(z, 2), x if forth else -x, degree.axis

    roving.sort(key=walked)
    staying = tuple(degrees[at] for at in references)
    width = channels - len(staying)
    if not roving:
        return (staying,)
    return tuple((*staying, *roving[at : at + width]) for at in range(0, len(roving), width))


def _remarks(design: TestDesign, expected: ExpectedModes, options: PlanningOptions) -> tuple[Remark, ...]:
    found: list[Remark] = []
    if expected.assumed:
        first = float(design.frequency[0])
        found.append(Remark(kind="assumption", key="oma_design_modes_guessed", amount=first, unit="Hz"))
    if options.ambient == PlanningOptions.ambient:
        found.append(Remark(kind="assumption", key="oma_design_ambient_assumed", amount=options.ambient, unit="m/s2"))
    seen = np.abs(design.shape[:, : len(design.references)]).max(axis=1)
    weak = np.flatnonzero(seen < _WEAK)
    if len(weak):
        found.append(_listed("oma_design_reference_weak", weak.tolist(), float(seen[weak].min())))
    if design.drowned:
        heard = design.reference_signal[list(design.drowned)]
        found.append(_listed("oma_design_mode_drowns", design.drowned, float(heard.min())))
    likeness, first, second = largest_likeness(design.shape)
    if likeness > _ALIKE:
        found.append(_listed("oma_design_shapes_alike", (first, second), likeness))
    return tuple(found)


def _listed(key: str, modes: Sequence[int], amount: float) -> Remark:
    return Remark(kind="warning", key=key, text=", ".join(str(mode + 1) for mode in modes), amount=amount)
