"""From files, signals, sequences and sets to motions that can drive the wall: read, process, turn, scale, measure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from pirqa.errors import InputError, OptionsError, RecordError, did_you_mean
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.motion.formats import read_record
from pirqa.motion.intensity import check_band, measures, scale, scaled_up
from pirqa.motion.options import (
    MotionOptions,
    ProcessingOptions,
    RecordOptions,
    SequenceOptions,
    SignalOptions,
    unknown_shock,
)
from pirqa.motion.orientation import check_known, known_by_order, level_components, pushing, reversed_polarity, to_wall
from pirqa.motion.processing import Change, process
from pirqa.motion.record import Channel, join_records, read_bytes, record_path, shipped_flatfile
from pirqa.motion.result import FiledChannel, PreparedMotion
from pirqa.motion.sequence import JoinedShocks, join_shocks
from pirqa.motion.sets.build import Choice, MemberMotion, choose_motions, finish_set
from pirqa.motion.sets.candidates import folder_files, library_candidates, listed_candidates
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.site_effect import amplify
from pirqa.motion.synthetic.matching import Matched, TargetSpectrum, match_spectrum
from pirqa.motion.synthetic.options import (
    ArtificialOptions,
    NoiseOptions,
    PulseOptions,
    RickerOptions,
    SignalKind,
    SineOptions,
    SineSweepOptions,
    StochasticOptions,
)
from pirqa.motion.synthetic.signals import (
    Signal,
    mavroeidis_papageorgiou,
    ricker,
    sine,
    sine_sweep,
    white_noise,
)
from pirqa.motion.synthetic.stochastic import stochastic_motion
from pirqa.progress import SILENT, Observer
from pirqa.provenance import digest

_FAR_OFF = math.radians(30.0)
"""From the wall's axis, where a component that is taken for it is told."""


def motion_digests(options: MotionOptions, folder: Path) -> dict[str, str]:
    """Digest of every file that the motions are read from, by its path: a changed file is another motion."""
    digests: dict[str, str] = {}
    items = {f"records.{name}": item for name, item in options.records.items()}
    for name, signal in options.signals.items():
        phases = signal.stochastic.phases if signal.stochastic is not None else None
        if phases is not None and phases not in options.records:
            items[f"signals.{name}.stochastic.phases"] = RecordOptions(file=phases)
    for name, item in items.items():
        for file in _files(item):
            try:
                path = record_path(file, folder)
                data = read_bytes(path)
                digests[str(path)] = digest(data)
                for response in _responses(path, data, item):
                    digests[str(response)] = digest(read_bytes(response))
            except RecordError as error:
                raise RecordError(f"motion.{name}: {error}") from error
    return digests


def _responses(path: Path, data: bytes, options: RecordOptions) -> list[Path]:
    """StationXML that the record may be read with: the one that is named, else those beside a file that is no text."""
    if options.response is not None:
        return [path.parent / options.response]
    return sorted(path.parent.glob("*.xml")) if b"\0" in data[:4096] else []


def prepare_record(
    name: str, asked: RecordOptions, options: MotionOptions, designs: Mapping[str, DesignSpectrum], folder: Path
) -> PreparedMotion:
    """The record ``name``, fit to drive a wall."""
    return _named(f"records.{name}", lambda: _record(name, asked, options, designs, folder))


def make_signal(
    options: SignalKind, *, name: str, target: TargetSpectrum | None = None, record: GroundMotion | None = None
) -> Signal | Matched:
    """The motion that ``options`` ask for.

    An artificial one needs a ``target`` [m/s2] at periods [s], a stochastic one with phases the ``record`` they are of.
    """
    match options:
        case SineOptions():
            return sine(options, name=name)
        case SineSweepOptions():
            return sine_sweep(options, name=name)
        case NoiseOptions():
            return white_noise(options, name=name)
        case RickerOptions():
            return ricker(options, name=name)
        case PulseOptions():
            return mavroeidis_papageorgiou(options, name=name)
        case ArtificialOptions():
            if target is None:
                raise OptionsError(f"motion.signals.{name}: an artificial motion needs a design spectrum to match")
            return match_spectrum(None, target, options, name=name)
        case StochasticOptions():
            return stochastic_motion(options, name=name, record=record)


def prepare_signal(
    name: str,
    asked: SignalOptions,
    options: MotionOptions,
    designs: Mapping[str, DesignSpectrum],
    folder: Path = Path(),
) -> PreparedMotion:
    """The signal ``name``; the path of a record whose phases it takes starts from ``folder``."""
    return _named(f"signals.{name}", lambda: _signal(name, asked, options, designs, folder))


def _named(key: str, work: Callable[[], PreparedMotion]) -> PreparedMotion:
    """What ``work`` gives; its complaints say of which motion they are."""
    try:
        return work()
    except RecordError as error:
        raise RecordError(f"motion.{key}: {error}") from error
    except InputError as error:
        raise OptionsError(f"motion.{key}: {error}") from error


def _files(options: RecordOptions) -> tuple[str, ...]:
    return options.files or ((options.file,) if options.file is not None else ())


def _record(
    name: str, asked: RecordOptions, options: MotionOptions, designs: Mapping[str, DesignSpectrum], folder: Path
) -> PreparedMotion:
    paths = [record_path(file, folder) for file in _files(asked)]
    record = join_records([read_record(path, asked.read_as, format=asked.format) for path in paths])
    processed = process(record, options.processing, name=name)
    remarks = [*record.remarks, *processed.remarks]
    motion, said = _turned(processed.motion, asked, options)
    remarks += said
    if asked.matched is not None:
        seed = motion.only(_leading(motion))
        target = designs[options.target_of(name)].acceleration
        matched = match_spectrum(seed, target, asked.matched, name=name)
        motion = matched.motion
        remarks += matched.remarks
    if asked.scale is not None:
        motion, said = scale(motion, asked.scale, component=_leading(motion))
        remarks += said
    if asked.site_effect is not None:
        doubtful = asked.ground is None and asked.scale is not None and asked.scale.surface
        surface = asked.ground == "soil" or doubtful
        motion, said = amplify(motion, asked.site_effect, surface=surface)
        remarks += said
    if asked.reversed:
        motion = reversed_polarity(motion)
    filed = tuple(_filed(channel) for channel in record.accelerations)
    return _prepared(name, "record", motion, options, filed=filed, changes=processed.changes, remarks=remarks)


def _signal(
    name: str, asked: SignalOptions, options: MotionOptions, designs: Mapping[str, DesignSpectrum], folder: Path
) -> PreparedMotion:
    target = designs[options.target_of(name)].acceleration if asked.artificial is not None else None
    record = _phases(asked.stochastic.phases, options, folder) if asked.stochastic is not None else None
    made = make_signal(getattr(asked, asked.kind), name=name, target=target, record=record)
    motion, remarks = made.motion, [*made.remarks]
    if asked.scale is not None:
        motion, said = scale(motion, asked.scale, component=motion.directions[0].name)
        remarks += said
    if asked.reversed:
        motion = reversed_polarity(motion)
    kind = "paper_sine" if asked.sine is not None and asked.sine.raw else asked.kind
    return _prepared(name, kind, motion, options, remarks=remarks)


def _phases(phases: str | None, options: MotionOptions, folder: Path) -> GroundMotion | None:
    """The record whose phases a signal takes, processed but not scaled, in its own axes or the wall's."""
    if phases is None:
        return None
    if phases in options.records:
        asked = replace(options.records[phases], scale=None, site_effect=None, matched=None, up=None, vertical=False)
    else:
        path = record_path(phases, folder)
        if not path.is_file():
            hint = did_you_mean(phases, options.records)
            raise OptionsError(
                f'stochastic.phases: "{phases}" is no record of [motion.records] and there is no file {path}; {hint}'
            )
        asked = RecordOptions(file=phases)
    return _record(phases, asked, options, {}, folder).motion


def _turned(
    motion: GroundMotion, asked: RecordOptions, options: MotionOptions
) -> tuple[GroundMotion, tuple[Remark, ...]]:
    """The motion in the wall's own axes where anybody says how it stands, else in the record's."""
    up = asked.up or asked.vertical or None
    named = asked.across is not None or asked.along is not None
    if not named:
        check_known(motion)
    unnamed = () if named else known_by_order(motion)
    turned, told = _turned_known(motion, asked, options, up, named=named)
    if unnamed:
        key = "motion_direction_not_stated" if len(motion.directions) == 1 else "motion_components_unnamed"
        told += (Remark(kind="assumption", key=key, text=", ".join(unnamed)),)
    return turned, told


def _turned_known(
    motion: GroundMotion, asked: RecordOptions, options: MotionOptions, up: str | bool | None, *, named: bool
) -> tuple[GroundMotion, tuple[Remark, ...]]:
    """The motion whose horizontal components are known, or chosen by the user (``named``), in the wall's axes."""
    level = level_components(motion)
    if not level and not named:
        return motion, (Remark(kind="warning", key="motion_vertical_only", text=motion.name),)
    if options.facing is None and not named and len(level) > 1:
        if asked.up is not None:
            motion.column(asked.up)  # a mistaken name is told, though the record stays in its own axes
        return motion, (Remark(kind="assumption", key="motion_direction_unknown", text=", ".join(level)),)
    # a component that the user names goes before the azimuth of the wall, and one alone cannot be turned
    facing = None if named or len(level) < 2 else options.facing
    told: tuple[Remark, ...] = ()
    across = asked.across or (None if named else level[0])
    if options.facing is not None and facing is None and across is not None:
        told = _off_axis(motion, across, options.facing)
    return to_wall(motion, facing=facing, across=asked.across, along=asked.along, up=up), told


def _off_axis(motion: GroundMotion, name: str, facing: float) -> tuple[Remark, ...]:
    """What to say of a component that drives the wall across though nobody turned it there."""
    azimuth = motion.directions[motion.column(name)].azimuth
    if azimuth is not None and abs(math.sin(azimuth - facing)) > math.sin(_FAR_OFF):
        pointed, wanted = math.degrees(azimuth), math.degrees(facing + math.pi) % 360.0
        return (
            Remark(kind="warning", key="motion_points_elsewhere", text=name, amount=pointed, stated=wanted, unit="deg"),
        )
    return (Remark(kind="assumption", key="motion_not_turned", text=name),)


def _leading(motion: GroundMotion) -> str:
    """The component whose strength counts: the strongest of those that may push the wall over, else of all."""
    names = pushing(motion) or tuple(direction.name for direction in motion.directions)
    return max(names, key=lambda name: float(motion.peak_acceleration[motion.column(name)]))


def _filed(channel: Channel) -> FiledChannel:
    return FiledChannel(
        name=channel.name,
        samples=len(channel.values),
        step=channel.step,
        even=channel.times is None,
        unit=channel.unit,
        peak=float(channel.values[np.abs(channel.values).argmax()]),
    )


def _prepared(
    name: str,
    kind: str,
    motion: GroundMotion,
    options: MotionOptions,
    *,
    filed: tuple[FiledChannel, ...] = (),
    changes: tuple[Change, ...] = (),
    remarks: Sequence[Remark],
) -> PreparedMotion:
    told = [*remarks, *(check_band(motion, options.period) if options.period is not None else ())]
    assert motion.initial_velocity is not None
    jump = float(motion.initial_velocity[np.abs(motion.initial_velocity).argmax()])
    if jump != 0.0:
        told.append(Remark(kind="warning", key="motion_start_left_out", text=name, amount=jump, unit="m/s"))
    return PreparedMotion(
        name=name,
        kind=kind,
        target=options.target_of(name) if kind != "sequence" and name in options.matchings else "",
        motion=motion,
        filed=filed,
        changes=changes,
        measures=tuple(measures(motion, direction.name) for direction in motion.directions),
        remarks=tuple(dict.fromkeys(told)),
    )


def prepare_sequence(
    name: str, asked: SequenceOptions, options: MotionOptions, prepared: Mapping[str, PreparedMotion]
) -> PreparedMotion:
    """Return the sequence ``name`` of motions that are ``prepared`` already, by name."""
    if name in prepared:
        raise OptionsError(f'motion.sequences: a motion is called "{name}" already; give the sequence another name')
    for shock in asked.shocks:
        if shock not in prepared:
            raise unknown_shock(name, shock, list(prepared))
    try:
        motions = [prepared[shock].motion.scaled(factor) for shock, factor in asked.scaled]
        joined = join_shocks(name, motions, rest=asked.rest)
    except InputError as error:
        raise OptionsError(f"motion.sequences.{name}: {error}") from error
    return _prepared(name, "sequence", joined.motion, options, remarks=sequence_remarks(name, asked, joined))


def sequence_remarks(name: str, asked: SequenceOptions, joined: JoinedShocks) -> tuple[Remark, ...]:
    """Return what is repaired, assumed and doubtful about a sequence."""
    told = [*joined.remarks]
    if len(set(asked.shocks)) < len(asked.shocks):
        told.append(Remark(kind="assumption", key="sequence_same_shock", text=name))
    for shock, (_, factor) in zip(joined.shocks, asked.scaled, strict=True):
        if factor != 1.0:
            told += scaled_up(shock.name, abs(shock.factor))
    return tuple(told)


def choose_set(
    options: SetOptions,
    *,
    design: DesignSpectra | None = None,
    signals: Mapping[str, SignalOptions] | None = None,
    processing: ProcessingOptions | None = None,
    period: float | None = None,
    folder: Path = Path(),
    observer: Observer = SILENT,
) -> tuple[MotionSet, dict[str, GroundMotion]]:
    """Choose ground motions that fit a target spectrum; return the set and its scaled motions by name.

    ``options`` hold target, sources and rules of the set; ``period`` is T1 of the wall [s] where they do not give it.
    ``design`` are design spectra of codes: the target, unless the options have a spectrum of their own. ``signals``
    are the synthetic motions that the options name, ``processing`` how records are filtered and brought to rest (the
    standard chain where absent), ``folder`` where relative paths start from.

    >>> from pirqa.motion import E030, DesignSpectra, SetOptions, choose_set
    >>> cusco = DesignSpectra(e030_2018=E030(zone=3, soil="S1"))
    >>> found, motions = choose_set(SetOptions(period=0.25, types={"normal": 2}), design=cusco)
    >>> len(motions), found.rule("mean").satisfied, found.complete
    (7, True, False)
    >>> [lack.key for lack in found.lacks]  # no record of a normal crustal event comes with pirqa
    ['normal']
    """
    asked = MotionOptions(
        set=options,
        design=design,
        signals=dict(signals or {}),
        processing=processing or ProcessingOptions(),
        period=period,
    )
    designs = design_spectra(design) if design is not None else {}
    found, members = prepare_set(asked, designs, folder, observer=observer)
    return found, {item.name: item.motion for item in members}


def prepare_set(
    options: MotionOptions, designs: Mapping[str, DesignSpectrum], folder: Path, *, observer: Observer = SILENT
) -> tuple[MotionSet, tuple[PreparedMotion, ...]]:
    """Return the set that ``options.set`` asks for, and its motions scaled to the demand."""
    asked = options.set
    assert asked is not None
    signals = {
        name: prepare_signal(name, replace(options.signals[name], scale=None), options, designs, folder)
        for name in options.synthetic_signals
    }
    choice = choose_motions(
        asked,
        options.design,
        folder,
        processing=options.processing,
        period=options.period,
        synthetic={name: item.motion for name, item in signals.items()},
        observer=observer,
    )
    _check_names(choice, options)
    alone = replace(options, facing=None)  # motions from elsewhere have no direction relative to this wall
    records = member_records(choice)
    plain = {name: prepare_record(name, record, alone, designs, folder) for name, record in records.items()}
    motions = {name: item.motion for name, item in plain.items()} | {
        item.candidate.name: signals[item.candidate.name].motion for item in choice.members if item.is_signal
    }
    found, factors = finish_set(choice, motions)
    prepared = [
        _scaled(signals[name] if item.is_signal else plain[name], factors[name])
        for item in choice.members
        for name in (item.candidate.name,)
    ]
    return found, tuple(prepared)


def _scaled(item: PreparedMotion, factor: float) -> PreparedMotion:
    """Return a prepared motion times ``factor``."""
    return replace(
        item,
        motion=item.motion.scaled(factor),
        measures=tuple(measured.scaled(factor) for measured in item.measures),
        remarks=(*item.remarks, *scaled_up(item.name, factor)),
    )


def member_records(choice: Choice) -> dict[str, RecordOptions]:
    """Return how the motions of a choice that have files are read, unscaled, by name."""
    return {item.candidate.name: _member_record(item, choice) for item in choice.members if not item.is_signal}


def _member_record(item: MemberMotion, choice: Choice) -> RecordOptions:
    found, numbers = item.candidate, item.numbers
    return RecordOptions(
        files=found.files,
        unit=found.unit or None,  # type: ignore[arg-type]
        step=found.step,
        across=numbers.components[0] if numbers.stated else None,
        along=numbers.components[1] if len(numbers.components) > 1 else None,
        up=numbers.vertical or None if choice.options.vertical else None,
    )


def _check_names(choice: Choice, options: MotionOptions) -> None:
    """Refuse a member that is called as one of the project's own motions."""
    for item in choice.members:
        name = item.candidate.name
        if name in options.records or (name in options.signals and not item.is_signal):
            raise OptionsError(
                f'motion.set: the candidate "{name}" is called as a motion of the project; rename that, or '
                f'exclude = ["{name}"]'
            )


def set_files(options: MotionOptions, folder: Path) -> tuple[Path, ...]:
    """Return every file that the choice depends on: candidates, flatfiles, target."""
    asked = options.set
    if asked is None:
        return ()
    files: list[Path] = []
    if asked.library:
        files.append(shipped_flatfile())
        files += [record_path(file, folder) for item in library_candidates() for file in item.files]
        files += sorted(shipped_flatfile().parent.glob("*.xml"))
    if asked.folder is not None:
        listed = listed_candidates(asked.folder, asked.flatfile, folder)
        flatfile = folder / (asked.flatfile or Path(asked.folder) / "flatfile.csv")
        files += [flatfile] if flatfile.is_file() else []
        files += [path for item in listed for file in item.files if (path := record_path(file, folder)).is_file()]
        files += folder_files(asked.folder, folder, known=listed)
        files += sorted((folder / asked.folder).rglob("*.xml"))
    if asked.spectrum is not None:
        files.append(folder / asked.spectrum.file)
    return tuple(dict.fromkeys(files))
