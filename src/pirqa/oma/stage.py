"""The oma stage: from a test plan to modes with their uncertainty, and from ground noise to the period of the site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from pirqa.errors import InputError, OptionsError
from pirqa.model.modes import Modes, modal_assurance
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.model.wall import Wall
from pirqa.oma.channel_quality import QualityReport, check_quality, short_records
from pirqa.oma.hvsr.analyse import HvsrResult, horizontal_to_vertical
from pirqa.oma.identification import (
    Identified,
    drift_remarks,
    identify_afterwards,
    identify_modes,
    other_ways,
    own_way,
    poser_name,
    spectral_ways,
    way_beside,
)
from pirqa.oma.measurement import Measurement
from pirqa.oma.options import OmaOptions
from pirqa.oma.plan import TestPlan
from pirqa.oma.preprocessing import Prepared, prepare
from pirqa.oma.reading import load_ground, load_measurement
from pirqa.oma.result import OmaResult, Spectrum, WallBox, Way
from pirqa.oma.tracking import Epoch, TrackingResult, track
from pirqa.progress import SILENT, Observer

_HIGHEST, _USABLE, _LOWEST = 10.0, 0.4, 0.05
"""Default band: up to 10 Hz (the Chokepukio paper's records are good below it) or this share of the rate, from a
twentieth of that."""
_BESIDE = 0.5
"""How far a sensor may stand beside the wall's elevation [m], twice that across: walls are not boxes."""

Session = tuple[TestPlan, Path]


@dataclass(frozen=True, kw_only=True, eq=False)
class _Signals:
    """Signals of the wall and the band [Hz] in which its modes are looked for."""

    read: Measurement
    quality: QualityReport
    prepared: Prepared
    band: tuple[float, float]


@dataclass(frozen=True, kw_only=True, eq=False)
class _WallModes:
    """Modes of the wall by the chosen method, the spectrum, and modes by all other methods."""

    spectrum: Spectrum
    main: Identified
    ways: Sequence[Way]


def listen(
    plan: TestPlan,
    options: OmaOptions,
    *,
    folder: Path,
    wall: Wall | None = None,
    earlier: Sequence[Session] = (),
    observer: Observer = SILENT,
) -> OmaResult:
    """Modes of the wall that ``plan`` was carried out on, H/V of its ground noise, and what changed between dates.

    ``folder`` is where the plan's files are; ``wall`` is what modes are drawn on; ``earlier`` are plans of
    earlier dates.
    """
    noise = tuple(_ground(plan, number, folder, options, observer) for number in range(len(plan.ground)))
    if not plan.setups:
        return _ground_only(plan, options, noise, wall)
    read = load_measurement(plan, folder, observer=observer)
    band = band_of(options, read.recordings[0].rate)
    _check_picks(options.picks, band)
    quality = check_quality(read)
    prepared = prepare(read, options.preprocess, band)
    measurement = prepared.measurement
    observer.begin("spectra", 1)
    spectrum, read_off = spectral_ways(measurement, options, band)
    observer.end(f"{len(spectrum.peaks)} peaks")
    main = _identified(measurement, options, band, observer)
    ways = [way_beside(name, main.modes, modes) for name, modes in read_off.items()]
    beside, alone = other_ways(measurement, options, band, main, observer)
    tracking = _tracking(plan, folder, main.modes, options, earlier, observer)
    signals = _Signals(read=read, quality=quality, prepared=prepared, band=band)
    wall_modes = _WallModes(spectrum=spectrum, main=main, ways=[*ways, *beside])
    found = _result(plan, options, signals, wall_modes, noise, tracking, wall)
    drift = () if alone is None else drift_remarks(main.modes, alone)
    return replace(found, remarks=(*found.remarks, *drift))


def band_of(options: OmaOptions, rate: float) -> tuple[float, float]:
    """From where to where modes are looked for [Hz]: what is asked for, or what ``rate`` [Hz] allows."""
    if options.band is None:
        high = min(_HIGHEST, _USABLE * rate)
        return _LOWEST * high, high
    if options.band[1] >= 0.5 * rate:
        raise OptionsError(
            f"oma.band: {options.band[1]:g} Hz cannot be seen in {rate:g} samples in a second; end it at "
            f'"{_USABLE * rate:g} Hz" or lower'
        )
    return options.band


def _check_picks(picks: Sequence[float], band: tuple[float, float]) -> None:
    for pick in picks:
        if not band[0] <= pick <= band[1]:
            raise OptionsError(
                f"oma.picks: {pick:g} Hz lies outside the band from {band[0]:g} to {band[1]:g} Hz in which modes are "
                "looked for; change oma.band or the pick"
            )


def wall_boxes(wall: Wall | None, places: FloatArray) -> tuple[WallBox, ...]:
    """Zones of ``wall`` as boxes; its length is that of the points' span where it has none."""
    if wall is None:
        return ()
    envelope = wall.envelope
    length = envelope.length
    if length is None:
        length = float(places[:, 0].max()) + 0.5 if len(places) else 1.0
    weights = {zone.material: 1.0 for zone in envelope.zones}
    found: list[WallBox] = []
    for zone in envelope.zones:
        end = length if zone.end is None else zone.end
        cuts = sorted({zone.start, end, *(cut for cut in _cuts(wall) if zone.start < cut < end)})
        for left, right in pairwise(cuts):
            layers = envelope.layers(0.5 * (left + right), weights)
            layer = next(item for item in layers if item.zone == zone.name)
            front = min(float(layer.front_bottom), float(layer.front_top))
            back = max(float(layer.back_bottom), float(layer.back_top))
            low = np.array([left, front, float(layer.bottom)])
            found.append(WallBox(low=low, high=np.array([right, back, float(layer.top)])))
    return tuple(found)


def _cuts(wall: Wall) -> list[float]:
    """Where zones begin and end along the wall [m]: what stands on them may start elsewhere."""
    ends = [zone.end for zone in wall.envelope.zones if zone.end is not None]
    return [*(zone.start for zone in wall.envelope.zones), *ends]


def _ground(plan: TestPlan, number: int, folder: Path, options: OmaOptions, observer: Observer) -> HvsrResult:
    noise = plan.ground[number]
    return horizontal_to_vertical(load_ground(plan, noise, folder), options.hvsr, observer=observer)


def _identified(
    measurement: Measurement, options: OmaOptions, band: tuple[float, float], observer: Observer
) -> Identified:
    """Modes by the way that the options ask for."""
    method = options.subspace.method
    found = identify_modes(measurement, options, band, method=method, picks=options.picks, observer=observer)
    if options.subspace.merge == "preger" or len(measurement.recordings) == 1:
        return found
    if options.picks:
        raise OptionsError('oma.picks: setups that are merged afterwards have no common poles; set merge = "preger"')
    return identify_afterwards(measurement, options, band, found, method=method, observer=observer)


def _tracking(
    plan: TestPlan,
    folder: Path,
    modes: Modes,
    options: OmaOptions,
    earlier: Sequence[Session],
    observer: Observer,
) -> TrackingResult | None:
    """The same points on other dates: earlier plans, this one, and its later visits."""
    if not earlier and not plan.visits:
        return None
    if not len(modes):
        raise OptionsError(
            "no mode was found on this date, so there is nothing to follow; leave out earlier and visits"
        )
    visits = sorted(plan.visits, key=lambda visit: visit.date)
    epochs = [_epoch(other, home, options, observer) for other, home in earlier]
    epochs.append(Epoch(name=_dated(plan), modes=modes, temperature=plan.temperature))
    for visit in visits:
        found = _epoch(plan.at(visit), folder / visit.folder, options, observer)
        epochs.append(replace(found, name=visit.name))
    return track(epochs, options.tracking)


def _epoch(plan: TestPlan, folder: Path, options: OmaOptions, observer: Observer) -> Epoch:
    """What another date found, by the same way."""
    try:
        read = load_measurement(plan, folder, observer=observer)
        band = band_of(options, read.recordings[0].rate)
        measurement = prepare(read, options.preprocess, band).measurement
        found = _identified(measurement, replace(options, picks=()), band, observer)
    except InputError as error:
        raise type(error)(f"{plan.name}: {error}") from error
    return Epoch(name=_dated(plan), modes=found.modes, temperature=plan.temperature)


def _dated(plan: TestPlan) -> str:
    return plan.name if plan.date is None else f"{plan.date:%Y-%m-%d}"


def _result(
    plan: TestPlan,
    options: OmaOptions,
    signals: _Signals,
    wall_modes: _WallModes,
    noise: tuple[HvsrResult, ...],
    tracking: TrackingResult | None,
    wall: Wall | None,
) -> OmaResult:
    read, quality, band = signals.read, signals.quality, signals.band
    main = wall_modes.main
    modes = main.modes
    measurement = signals.prepared.measurement
    merge = "single" if len(read.recordings) == 1 else options.subspace.merge
    places = np.array([point.place for point in plan.points.values()], dtype=np.float64).reshape(-1, 3)
    boxes = wall_boxes(wall, places)
    remarks = [*measurement.remarks, *quality.remarks, *_doubts(main), *_picked(main, options)]
    remarks += [*_short(measurement, modes, band), *off_wall(boxes, measurement)]
    own = own_way(options.subspace.method if merge != "poser" else poser_name(options.subspace.method), modes)
    return OmaResult(
        name=plan.name,
        description=plan.description,
        simulated=plan.simulated,
        setups=Table.of(
            [
                {
                    "setup": recording.setup,
                    "rate": recording.rate,
                    "duration": recording.duration,
                    "channels": len(recording.degrees),
                }
                for recording in read.recordings
            ]
        ),
        quality=quality,
        rate=measurement.recordings[0].rate,
        treatments=measurement.treatments,
        band=band,
        method=options.subspace.method,
        merge=merge,
        by_hand=bool(options.picks),
        places=places,
        lines=plan.lines,
        references=tuple(str(degree) for degree in measurement.references),
        spectrum=wall_modes.spectrum,
        diagram=_diagram(main),
        modes=modes,
        auto_mac=modal_assurance(modes.complex_shape, modes.complex_shape),
        ways=(*(way for way in wall_modes.ways if way.name != own.name), own),
        boxes=boxes,
        noise=noise,
        tracking=tracking,
        checks=(),
        remarks=tuple(dict.fromkeys(remarks)),
    )


def _diagram(main: Identified) -> Table:
    return Table(
        {
            "order": main.poles.order,
            "frequency": main.poles.frequency,
            "damping": main.poles.damping,
            "stable": main.selection.stable.astype(np.int64),
            "mode": main.label,
        }
    )


def _doubts(main: Identified) -> list[Remark]:
    """Clusters of stable poles that are not among the modes, and why; modes that a setup by itself does not show."""
    lost: list[Remark] = []
    if main.merged is not None:
        lost = [
            Remark(kind="warning", key="mode_lost", count=mode + 1, text=", ".join(names))
            for mode in range(len(main.modes))
            if (names := main.merged.lost(mode))
        ]
    return lost + [
        Remark(
            kind="assumption" if cluster.doubt == "shadow" else "warning",
            key=f"poles_{cluster.doubt}",
            amount=cluster.frequency,
            unit="Hz",
            stated=_nearest(main.modes.frequency, cluster.beside),
            count=len(cluster.rows),
        )
        for cluster in main.selection.doubtful
    ]


def _nearest(frequency: FloatArray, beside: float) -> float | None:
    """The mode that a shadow lies beside [Hz]: another pole of its cluster may have been chosen since."""
    if not np.isfinite(beside):
        return None
    return float(frequency[np.argmin(np.abs(frequency - beside))]) if len(frequency) else beside


def _picked(main: Identified, options: OmaOptions) -> Iterator[Remark]:
    """Modes that are there because they were picked by hand, and would not be by themselves."""
    if not main.selection.picked:
        return
    damping, deviation = main.modes.damping, main.modes.damping_sd
    for cluster in main.selection.modes:
        row = int(np.argmin(np.abs(main.modes.frequency - cluster.frequency)))
        doubts: list[str] = [] if cluster.doubt is None else [cluster.doubt]
        if deviation is not None and deviation[row] > options.automatic.largest_damping_deviation * damping[row]:
            doubts.append("uncertain")
        for doubt in doubts:
            yield Remark(
                kind="warning",
                key=f"pick_{doubt}",
                amount=cluster.frequency,
                unit="Hz",
                stated=cluster.beside if np.isfinite(cluster.beside) else None,
                count=len(cluster.rows),
            )


def off_wall(boxes: Sequence[WallBox], measurement: Measurement) -> tuple[Remark, ...]:
    """A warning for sensors that stand where the wall is not."""
    if not boxes:
        return ()
    low, high = (np.array([getattr(box, key) for box in boxes]) for key in ("low", "high"))
    names = []
    for name in dict.fromkeys(degree.point for degree in measurement.degrees):
        place = np.array(measurement.points[name].place)
        beyond = np.maximum(low - place, place - high)[:, [0, 2]].max(axis=1).min()
        across = max(float(low[:, 1].min()) - place[1], place[1] - float(high[:, 1].max()))
        if beyond > _BESIDE or across > 2.0 * _BESIDE:
            names.append(name)
    if not names:
        return ()
    return (Remark(kind="warning", key="points_off_wall", text=", ".join(names), count=len(names)),)


def _short(measurement: Measurement, modes: Modes, band: tuple[float, float]) -> tuple[Remark, ...]:
    """Records too short for the first mode, or for the start of the band where there is none."""
    if len(modes):
        return short_records(measurement, float(modes.frequency[0]))
    return tuple(replace(told, key="records_short_for_band") for told in short_records(measurement, band[0]))


def _ground_only(plan: TestPlan, options: OmaOptions, noise: tuple[HvsrResult, ...], wall: Wall | None) -> OmaResult:
    """What ground noise alone tells: no modes."""
    nothing = np.zeros(0)
    places = np.zeros((0, 3))
    return OmaResult(
        name=plan.name,
        description=plan.description,
        simulated=plan.simulated,
        setups=Table({"setup": np.zeros(0, dtype=str), "rate": nothing, "duration": nothing, "channels": nothing}),
        quality=None,
        rate=0.0,
        treatments=(),
        band=options.band or (0.0, 0.0),
        method=options.subspace.method,
        merge="single",
        by_hand=False,
        places=places,
        lines=(),
        references=(),
        spectrum=None,
        diagram=Table({name: nothing for name in ("order", "frequency", "damping", "stable", "mode")}),
        modes=Modes(frequency=nothing, damping=nothing, points=(), point_shape=np.zeros((0, 0, 3))),
        auto_mac=np.zeros((0, 0)),
        ways=(),
        boxes=wall_boxes(wall, places),
        noise=noise,
        tracking=None,
        checks=(),
        remarks=(),
    )
