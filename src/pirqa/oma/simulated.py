"""Simulated vibrations of a wall whose modes are known: what identification is judged with.

The wall is that of the Chokepukio paper, section 3: 20 m by 9 m, sixteen points in three rows, seven setups of two
references and two rovers, 10 minutes at 200 Hz. Its frequencies and damping are those of the paper's Table 1 (SSI);
its shapes are not published as numbers, so they are products of a cantilever over the height with a free beam over the
length: the whole wall as a cantilever in shear, sin(πz/2H), and the thin part above +6.10 m as a cantilever of its own.
The two are not at right angles on the rows that were measured, as the paper's upper modes are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated

import numpy as np
from annotated_types import Ge, Gt, Lt

from pirqa.errors import ModelError
from pirqa.model.bounds import check_bounds
from pirqa.model.modes import Modes
from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree, Measurement, Point, Recording
from pirqa.oma.poles import ComplexArray
from pirqa.units import Length, Ratio, Velocity

_LENGTH, _HEIGHT, _STEP = 20.0, 9.0, 6.10
_THICKNESS = (1.35, 0.5)
"""Below and above the step, means of the paper's [m]: the thin part is light, so it moves much."""
_ROWS = ((2.5, 6), (_STEP, 5), (0.5 * (_STEP + _HEIGHT), 5))
"""Level [m] and number of points of each row; the level of the niches is not in the paper's text."""
_FREQUENCY = (1.98, 3.19, 4.39, 5.08, 6.29, 6.70, 9.19)
_DAMPING = (0.026, 0.032, 0.032, 0.022, 0.024, 0.026, 0.030)
_PRODUCTS = (("whole", 0), ("whole", 1), ("whole", 2), ("whole", 3), ("upper", 1), ("upper", 2), ("upper", 3))
_REFERENCES = ("12", "15")
"""Of the upper row, where shapes are large; 15 stands where no shape of the wall is at rest."""
_ACROSS = 1
_FREE_BEAM = (4.730040744862704, 7.853204624095838, 10.995607838001671)
"""Roots of cos(x)·cosh(x) = 1."""
_CANTILEVER = 1.875104068711961
"""First root of cos(x)·cosh(x) = −1."""
_SETTLE = 14.0
"""Time constants of the slowest mode that go by before recording starts: what is left of the start is 1e-6."""
_SITE = (1.0 / 0.45, 0.6)
"""Frequency [Hz] and damping of the ground that colours the excitation (Kanai 1957, Tajimi 1960): the period at
Chokepukio."""


@dataclass(frozen=True, kw_only=True, eq=False)
class SimulatedWall:
    """Points of a wall and the modes it has."""

    points: Mapping[str, Point]
    frequency: FloatArray
    """Undamped [Hz], shape (n,)."""
    damping: FloatArray
    """Fraction of critical, shape (n,)."""
    shape: FloatArray
    """Across the wall at each point, of modal mass 1 but for a common factor, shape (n, points)."""
    setups: tuple[tuple[str, ...], ...]
    """Names of the points of each setup, the references first."""
    references: tuple[str, ...]

    @property
    def modes(self) -> Modes:
        """What identification should find: the largest number of a shape is 1."""
        shaped = np.full((len(self.frequency), len(self.points), 3), np.nan)
        largest = np.argmax(np.abs(self.shape), axis=1)
        shaped[:, :, _ACROSS] = self.shape / np.take_along_axis(self.shape, largest[:, None], axis=1)
        return Modes(frequency=self.frequency, damping=self.damping, points=tuple(self.points), point_shape=shaped)


@dataclass(frozen=True, kw_only=True)
class Disturbances:
    """What makes a measurement harder than the theory likes it."""

    drift: float = 0.0
    """All frequencies grow by this fraction, evenly from the first setup to the last; their mean stays."""
    coloured: bool = False
    """The forces are those of ground that has a period of its own instead of white."""
    harmonic: float | None = None
    """Frequency of a machine that shakes the wall's first point [Hz]."""
    harmonic_share: float = 0.5
    """Root mean square of the machine's motion over that of the ambient one, at the first reference."""
    dead: tuple[int, int] | None = None
    """Number of a setup and of its channel that records nothing but its own noise."""


def chokepukio_wall(*, close: float | None = None) -> SimulatedWall:
    """The wall of seven modes; ``close`` moves the sixth to that fraction above the fifth."""
    names = [str(number) for number in range(1, 17)]
    levels = np.concatenate([np.full(count, level) for level, count in _ROWS])
    along = np.concatenate([np.linspace(1.0, _LENGTH - 1.0, count) for _, count in _ROWS])
    heights = {"whole": _over_height(_whole_cantilever, levels), "upper": _over_height(_upper_cantilever, levels)}
    shape = np.array([heights[height] * _free_beam(number, along / _LENGTH) for height, number in _PRODUCTS])
    frequency = np.array(_FREQUENCY)
    if close is not None:
        frequency[5] = frequency[4] * (1.0 + close)
    rovers = [name for name in names if name not in _REFERENCES]
    return SimulatedWall(
        points={
            name: Point(name=name, place=(float(x), 0.0, float(z)))
            for name, x, z in zip(names, along, levels, strict=True)
        },
        frequency=frequency,
        damping=np.array(_DAMPING),
        shape=shape,
        setups=tuple((*_REFERENCES, *rovers[start : start + 2]) for start in range(0, len(rovers), 2)),
        references=_REFERENCES,
    )


def seven_mode_wall(
    seed: int,
    *,
    duration: float = 600.0,
    rate: float = 200.0,
    noise: float = 0.05,
    close: float | None = None,
    disturbances: Disturbances | None = None,
) -> tuple[Measurement, Modes]:
    """A campaign on the wall of seven modes, and what it should find; see :func:`simulate`."""
    wall = chokepukio_wall(close=close)
    return simulate(wall, seed, duration=duration, rate=rate, noise=noise, disturbances=disturbances), wall.modes


def simulate(
    wall: SimulatedWall,
    seed: int,
    *,
    duration: float = 600.0,
    rate: float = 200.0,
    noise: float = 0.05,
    disturbances: Disturbances | None = None,
) -> Measurement:
    """Accelerations of ``wall`` under an independent white force at every point, each setup anew.

    ``duration`` of a setup [s], ``rate`` [Hz], ``noise`` of each sensor over the root mean square of what it measures.
    Forces stay constant from one sample to the next, for which the recursion of each mode is exact. A modal force is
    the sum of the points' forces times the shape; all modal forces are drawn together with that covariance, ΦΦᵀ.
    """
    if duration <= 0.0 or rate <= 2.0 * float(wall.frequency.max()):
        raise ModelError(f"a simulated record of {duration:g} s at {rate:g} Hz cannot hold {wall.frequency.max():g} Hz")
    trouble = disturbances or Disturbances()
    rng = np.random.default_rng(seed)
    names = list(wall.points)
    recordings = []
    for number, setup in enumerate(wall.setups):
        factor = 1.0
        if len(wall.setups) > 1:
            factor += trouble.drift * (number / (len(wall.setups) - 1) - 0.5)
        warm = replace(wall, frequency=wall.frequency * factor)
        columns = [names.index(name) for name in setup]
        signals = _accelerations(warm, columns, rng, duration, rate, coloured=trouble.coloured)
        if trouble.harmonic is not None:
            signals += _machine(warm, columns, rng, len(signals), rate, trouble, float(signals[:, 0].std()))
        level = noise * np.sqrt(np.mean(signals**2, axis=0))
        if trouble.dead is not None and trouble.dead[0] == number:
            signals[:, trouble.dead[1]] = 0.0
        signals += level * rng.standard_normal(signals.shape)
        recordings.append(
            Recording(
                setup=f"setup {number + 1}",
                rate=rate,
                degrees=tuple(Degree(point=name, axis=_ACROSS) for name in setup),
                signals=signals,
            )
        )
    return Measurement(
        name="simulated wall",
        points=wall.points,
        recordings=tuple(recordings),
        references=tuple(Degree(point=name, axis=_ACROSS) for name in wall.references),
    )


def _accelerations(
    wall: SimulatedWall, columns: list[int], rng: np.random.Generator, duration: float, rate: float, *, coloured: bool
) -> FloatArray:
    """What the points ``columns`` do, shape (samples, columns)."""
    from scipy.signal import lfilter

    circular = 2.0 * np.pi * wall.frequency
    samples = round(duration * rate)
    settle = int(_SETTLE / float((circular * wall.damping).min()) * rate)
    # more modes than points leave ΦΦᵀ singular: its root by eigenvectors, which are always there
    values, vectors = np.linalg.eigh(wall.shape @ wall.shape.T)
    root = vectors * np.sqrt(np.clip(values, 0.0, None))
    signals = np.zeros((samples, len(columns)))
    force = root @ rng.standard_normal((len(circular), settle + samples))
    if coloured:
        force = lfilter(*_ground_filter(rate), force, axis=1)
    for mode, (omega, damping) in enumerate(zip(circular, wall.damping, strict=True)):
        moved = lfilter(*_oscillator(float(omega), float(damping), rate), force[mode])
        signals += np.multiply.outer(moved[settle:], wall.shape[mode, columns])
    return signals


def _oscillator(omega: float, damping: float, rate: float) -> tuple[FloatArray, FloatArray]:
    """Recursion from the force on an oscillator of mass 1, constant between samples, to its acceleration.

    With x = (q, q̇), A = exp(A_c·dt) and B = A_c⁻¹(A − I)(0, 1): q̈ = c·x + f with c = −(ω², 2ζω), so that
    H(z) = c(zI − A)⁻¹B + 1, a quotient of two quadratics.
    """
    from scipy.linalg import expm

    system = np.array([[0.0, 1.0], [-(omega**2), -2.0 * damping * omega]])
    step = expm(system / rate)
    entry = np.linalg.solve(system, (step - np.eye(2)) @ np.array([0.0, 1.0]))
    exit_ = system[1]
    trace, determinant = float(np.trace(step)), float(np.linalg.det(step))
    below = np.array([1.0, -trace, determinant])
    # (zI − A)⁻¹ = (zI − adj A) / (z² − z·tr A + det A), where adj A = tr A·I − A
    adjugate = trace * np.eye(2) - step
    above = below + np.array([0.0, float(exit_ @ entry), -float(exit_ @ adjugate @ entry)])
    return above, below


def _ground_filter(rate: float) -> tuple[FloatArray, FloatArray]:
    """From white noise to the acceleration of ground with a period, by the bilinear transform."""
    from scipy.signal import bilinear

    omega, damping = 2.0 * np.pi * _SITE[0], _SITE[1]
    above, below = bilinear([2.0 * damping * omega, omega**2], [1.0, 2.0 * damping * omega, omega**2], fs=rate)
    return np.asarray(above), np.asarray(below)


def _machine(
    wall: SimulatedWall,
    columns: list[int],
    rng: np.random.Generator,
    samples: int,
    rate: float,
    trouble: Disturbances,
    ambient: float,
) -> FloatArray:
    """Steady motion of the points ``columns`` under a sine at the first point, of any phase."""
    assert trouble.harmonic is not None
    omega, own = 2.0 * np.pi * trouble.harmonic, 2.0 * np.pi * wall.frequency
    receptance = -(omega**2) / (own**2 - omega**2 + 2.0j * wall.damping * own * omega)
    moved = (wall.shape[:, 0] * receptance) @ wall.shape
    amplitude = (
        np.sqrt(2.0) * trouble.harmonic_share * ambient / abs(moved[list(wall.points).index(wall.references[0])])
    )
    phase = omega * np.arange(samples) / rate + rng.uniform(0.0, 2.0 * np.pi)
    return np.asarray(np.real(np.multiply.outer(np.exp(1.0j * phase), amplitude * moved[columns])))


def _free_beam(number: int, place: FloatArray) -> FloatArray:
    """Shift, turn and bending shapes of a beam without supports, of mean square 1; ``place`` from 0 to 1."""
    if number == 0:
        return np.ones_like(place)
    if number == 1:
        return np.asarray(np.sqrt(3.0) * (2.0 * place - 1.0))
    root = _FREE_BEAM[number - 2]
    ratio = (np.cosh(root) - np.cos(root)) / (np.sinh(root) - np.sin(root))
    at = root * place
    return np.asarray(np.cosh(at) + np.cos(at) - ratio * (np.sinh(at) + np.sin(at)))


def _over_height(shape: Callable[[FloatArray], FloatArray], levels: FloatArray) -> FloatArray:
    """``shape`` scaled to a modal mass of 1, where 1 is that of the lower part moving by 1 over the whole height."""
    fine = np.linspace(0.0, _HEIGHT, 2001)
    thickness = np.where(fine < _STEP, *_THICKNESS)
    mass = np.trapezoid(thickness * shape(fine) ** 2, fine) / (_THICKNESS[0] * _HEIGHT)
    return np.asarray(shape(levels) / np.sqrt(mass))


def _whole_cantilever(levels: FloatArray) -> FloatArray:
    """First shape of the whole wall as a cantilever in shear; 1 at the top."""
    return np.asarray(np.sin(0.5 * np.pi * levels / _HEIGHT))


def _upper_cantilever(levels: FloatArray) -> FloatArray:
    """First bending shape of the part above the step; nothing below it moves. 1 at the top."""
    at = _CANTILEVER * np.clip((levels - _STEP) / (_HEIGHT - _STEP), 0.0, 1.0)
    ratio = (np.cosh(_CANTILEVER) + np.cos(_CANTILEVER)) / (np.sinh(_CANTILEVER) + np.sin(_CANTILEVER))
    return np.asarray(0.5 * (np.cosh(at) - np.cos(at) - ratio * (np.sinh(at) - np.sin(at))))


@dataclass(frozen=True, kw_only=True)
class SoilLayer:
    """A flat layer, or the half-space under all."""

    velocity: Annotated[Velocity, Gt(0)]
    """Of shear waves [m/s]."""
    density: Annotated[float, Gt(0)]
    """[kg/m3]"""
    thickness: Annotated[Length, Gt(0)] | None = None
    """[m]; none of the half-space."""
    damping: Annotated[Ratio, Ge(0), Lt(0.5)] = 0.0
    """Fraction of critical."""

    def __post_init__(self) -> None:
        check_bounds(self, "layer")


def resonance(layer: SoilLayer) -> float:
    """f0 = Vs/(4H) of one layer on rock [Hz] (Kramer 1996, eq. 7.15)."""
    if layer.thickness is None:
        raise ModelError("a half-space has no resonance: give the layer its thickness")
    return layer.velocity / (4.0 * layer.thickness)


def transfer(frequency: FloatArray, layers: Sequence[SoilLayer]) -> ComplexArray:
    """Motion of the surface over that of the half-space where it is bare, shape of ``frequency`` [Hz].

    ``layers`` from the top, the half-space last; waves of one kind straight up. Amplitudes of waves going up and down,
    A and B, are carried from the free surface (A = B) through each boundary with α* = ρV*/(ρV*)below, V* = V√(1 + 2iζ)
    (Kramer 1996, eqs 7.32–7.36); the bare half-space moves by 2A of its own.
    """
    if not layers or layers[-1].thickness is not None or any(layer.thickness is None for layer in layers[:-1]):
        raise ModelError("ground is layers with a thickness, from the top, and a half-space without one below them")
    omega = 2.0 * np.pi * np.asarray(frequency, dtype=np.float64)
    up = np.ones(omega.shape, dtype=np.complex128)
    down = np.ones(omega.shape, dtype=np.complex128)
    for layer, below in pairwise(layers):
        assert layer.thickness is not None
        speed = layer.velocity * np.sqrt(1.0 + 2.0j * layer.damping)
        contrast = layer.density * speed / (below.density * below.velocity * np.sqrt(1.0 + 2.0j * below.damping))
        turn = np.exp(1j * omega / speed * layer.thickness)
        up, down = (
            0.5 * up * (1.0 + contrast) * turn + 0.5 * down * (1.0 - contrast) / turn,
            0.5 * up * (1.0 - contrast) * turn + 0.5 * down * (1.0 + contrast) / turn,
        )
    return np.asarray(1.0 / up)


_GROUND_NOISE = 1e-4
"""Root mean square of the white noise in the half-space [m/s2]."""


def ground_noise(
    layers: Sequence[SoilLayer],
    *,
    duration: float,
    rate: float = 100.0,
    pressure_speed_ratio: float | None = None,
    seed: int = 0,
) -> Recording:
    """Simulated noise at the surface: white in the half-space, independent in three components, through ``layers``.

    Horizontal components are amplified as shear waves. The vertical one is not, or where ``pressure_speed_ratio`` Vp/Vs
    is given as pressure waves, so that it resonates that many times higher.
    """
    samples = round(duration * rate)
    rng = np.random.default_rng(seed)
    frequency = np.asarray(np.fft.rfftfreq(samples, 1.0 / rate), dtype=np.float64)
    gains = [transfer(frequency, layers)] * 2
    if pressure_speed_ratio is None:
        gains.append(np.ones(len(frequency), dtype=np.complex128))
    else:
        gains.append(transfer(frequency / pressure_speed_ratio, layers))
    white = _GROUND_NOISE * rng.standard_normal((samples, 3))
    signals = np.fft.irfft(np.fft.rfft(white, axis=0) * np.stack(gains, axis=1), samples, axis=0)
    degrees = tuple(Degree(point="ground", axis=axis) for axis in range(3))
    return Recording(setup="ground noise", rate=rate, degrees=degrees, signals=signals)
