"""From expected modes to a test: references, rovers, setups, duration, rate, and the plan to fill in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from pirqa.errors import OptionsError
from pirqa.model.modes import AXES, Modes, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.model.wall import Wall
from pirqa.oma.measurement import Degree, Point
from pirqa.oma.planning.candidates import candidate_points
from pirqa.oma.planning.expected import ExpectedModes
from pirqa.oma.planning.listening import duration_needed, sampling_rate, signal_to_noise
from pirqa.oma.planning.options import PlanningOptions
from pirqa.oma.planning.placement import choose_places, choose_references, largest_likeness
from pirqa.oma.planning.plate import plate_modes
from pirqa.oma.planning.result import TestDesign

__all__ = ["design_test"]

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
