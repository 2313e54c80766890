"""Plan of a vibration test: where sensors stand, how long and how fast they record, and what they will hear.

Shapes here are of degrees, shape (modes, degrees), each mode with 1 as its largest size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Literal

import numpy as np

from pirqa.errors import ModelError, OptionsError
from pirqa.model.modes import AXES, Modes, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.oma.expected_modes import ExpectedModes, plate_modes
from pirqa.oma.measurement import Degree, Heading, Point
from pirqa.oma.options import Placement, PlanningOptions
from pirqa.oma.plan import Channel, GroundNoise, Setup, TestPlan, placeholder

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
