"""Motions of a campaign: read, turned to the wall, measured, joined to sequences; bad records are refused."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from pirqa.errors import InputError, OptionsError, RecordError, did_you_mean
from pirqa.experiments.campaign.campaign_options import CampaignOptions, CampaignRecord
from pirqa.experiments.campaign.outcomes import spectral_column
from pirqa.experiments.campaign.plan import CampaignMotion
from pirqa.model.ground_motion import GroundMotion, Origin
from pirqa.model.plain import canonical_json, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.design_spectrum import design_spectra
from pirqa.motion.formats import read_record
from pirqa.motion.intensity import measures
from pirqa.motion.options import MotionOptions, RecordOptions, SequenceOptions
from pirqa.motion.orientation import known_by_order, pushing, to_wall
from pirqa.motion.prepare import prepare_record, prepare_set, prepare_signal
from pirqa.motion.record import record_path
from pirqa.motion.result import PreparedMotion
from pirqa.motion.sequence import join_shocks
from pirqa.motion.sets.characteristics import record_noise
from pirqa.motion.sets.result import MotionSet
from pirqa.motion.spectra import response_spectrum
from pirqa.progress import SILENT, Observer
from pirqa.provenance import digest
from pirqa.units import STANDARD_GRAVITY

LEAST_PEAK, GREATEST_PEAK = 0.001 * STANDARD_GRAVITY, 5.0 * STANDARD_GRAVITY
"""Peaks of records outside are nearly always a mistaken unit [m/s2]."""
_LEAST_OVER_NOISE = 3.0
"""Peak of a record over its own noise, below which it is no record of an earthquake."""
_ALIKE = 2e-3
"""Of their peaks, by which two motions that are the same differ at most: files are rounded."""


def set_request(options: CampaignOptions) -> MotionOptions | None:
    """Return the set of a campaign as the motion stage takes it; none where the campaign asks for none."""
    if options.set is None:
        return None
    return MotionOptions(signals=options.signals, set=options.set, design=options.design, processing=options.processing)


def read_set(
    options: CampaignOptions, folder: Path, *, observer: Observer = SILENT
) -> tuple[MotionSet, tuple[CampaignMotion, ...]] | None:
    """Return the set of a campaign and its motions, scaled to the demand; none where the campaign asks for none.

    Paths start from ``folder``.
    """
    try:
        asked = set_request(options)
        if asked is None:
            return None
        designs = {} if asked.design is None else design_spectra(asked.design)
        chosen, prepared = prepare_set(asked, designs, folder, observer=observer)
    except InputError as error:  # in a campaign file the table is [set]
        raise type(error)(str(error).replace("motion.set", "set").replace("motion.design", "design")) from error
    if chosen.demand is None and options.levels.measure == "demand":
        raise OptionsError(
            f"set.demand: missing; {chosen.source} does not give the peak acceleration that levels are of: give "
            'demand = "0.3 g", say'
        )
    files = {item.name: ", ".join(item.files) for item in chosen.members}
    taken = {item.name for item in chosen.members} & {*options.records.named, *options.own_signals}
    if taken:
        raise OptionsError(f'set: a motion of the set is called "{min(taken)}" as a record or signal is; rename that')
    return chosen, tuple(_member(item, options, chosen, files[item.name]) for item in prepared)


def _member(item: PreparedMotion, options: CampaignOptions, chosen: MotionSet, files: str) -> CampaignMotion:
    component = next(member.across for member in chosen.members if member.name == item.name) or "across"
    found = _measured(item.motion, options, record=item.name, component=component, noise=0.0)
    if found.measures["pga"] <= 0.0:
        raise OptionsError(f'set: "{item.name}" ({files}) does not move across the wall; exclude it')
    if chosen.demand is None:
        return found
    return replace(found, measures={**found.measures, "demand": chosen.demand})


def read_motions(
    options: CampaignOptions,
    folder: Path,
    *,
    members: Sequence[CampaignMotion] = (),
    observer: Observer = SILENT,
) -> tuple[CampaignMotion, ...]:
    """Return all motions of a campaign, the ``members`` of its set first; paths start from ``folder``."""
    records = _records(options, folder)
    signals = options.own_signals
    if not records and not signals and not members:
        raise OptionsError(
            "records: the plan is empty; give a folder of records, [records.named.NAME] with a file, [signals.NAME], "
            "or [set]"
        )
    for item in members:
        if item.name in records:
            raise RecordError(
                f'records: "{item.name}" is in the folder and in the set: give [set] exclude = ["{item.name}"], or '
                "remove the record"
            )
    _refuse_twins(records, folder)
    plain: dict[str, RecordOptions] = {name: _as_record(item) for name, item in records.items()}
    found: list[CampaignMotion] = list(members)
    if not plain and not signals:
        return tuple(found)
    asked = MotionOptions(records=plain, signals=signals, facing=options.facing, processing=options.processing)
    observer.begin("Ground motions", len(plain) + len(signals))
    assumed: list[str] = []
    for name, record in records.items():
        prepared = prepare_record(name, plain[name], asked, {}, folder)
        if len(prepared.motion.directions) == 1 and known_by_order(prepared.motion):
            _check_chosen(name, record, options)
            assumed.append(name)
        noise = 0.0 if record.confirmed else _noise(record, folder)
        for component, motion in _across(prepared.motion, record, options):
            found.append(_measured(motion, options, record=name, component=component, noise=noise))
            _check_peak(found[-1], record)
        observer.advance()
    for name, signal in signals.items():
        motion = prepare_signal(name, signal, asked, {}, folder).motion
        found.append(_measured(motion, options, record=name, component="across", noise=0.0))
        observer.advance()
    _refuse_alike(found)
    told = f"; direction not stated, taken as horizontal: {', '.join(assumed)}" if assumed else ""
    observer.end(f"{len(found)} motion{'s' if len(found) != 1 else ''}{told}")
    return tuple(found)


def _check_chosen(name: str, record: CampaignRecord, options: CampaignOptions) -> None:
    """Refuse a column without a name in a folder: only a file that the user names is taken to be horizontal."""
    if name not in options.records.named:
        raise RecordError(
            f"records.folder: {', '.join(_files(record))}: does not state the direction of its component, which may be "
            f"the vertical one; name the column in its heading (NS, EW, UD), give file under [records.named.{name}], "
            'or across = "1" under [records] where it holds for all files'
        )


def _refuse_alike(motions: Sequence[CampaignMotion]) -> None:
    """The same motion out of two files, or times a factor: levels would make them one, and it would count double."""
    seen: dict[tuple[int, float], list[tuple[CampaignMotion, FloatArray]]] = {}
    for item in motions:
        values = item.motion.acceleration[:, item.motion.column("across")]
        shape = values / max(float(np.abs(values).max()), 1e-30)
        likes = seen.setdefault((len(shape), round(item.motion.step, 9)), [])
        for other, known in likes:
            if float(np.abs(shape - known).max()) < _ALIKE:
                raise RecordError(
                    f'records: "{item.name}" and "{other.name}" are the same motion (alike but for a factor of '
                    f"{item.measures['pga'] / other.measures['pga']:.3g}): remove one"
                )
        likes.append((item, shape))


def _records(options: CampaignOptions, folder: Path) -> dict[str, CampaignRecord]:
    """Those of the folder, then those that are named; a named one of a folder's file stands for that file."""
    asked = options.records
    named = dict(asked.named)
    if asked.folder is None:
        return named
    place = folder / asked.folder
    if not place.is_dir():
        raise RecordError(f"records.folder: {place} is not a folder; check the path")
    taken = {record_path(file, folder).resolve() for item in named.values() for file in _files(item)}
    files = sorted(path for path in place.iterdir() if path.is_file() and fnmatch.fnmatch(path.name, asked.pattern))
    files = [path for path in files if not path.name.startswith(".") and path.name.lower() != "readme.md"]
    for name in asked.confirmed:
        if name not in {path.name for path in files}:
            hint = did_you_mean(name, [path.name for path in files])
            raise RecordError(f'records.confirmed: no file of {place} is called "{name}"; {hint}')
    found: dict[str, CampaignRecord] = {}
    for path in files:
        if path.resolve() in taken:
            continue
        name = "".join(sign if sign.isalnum() or sign in "_-" else "_" for sign in path.stem)
        if name in found or name in named or name in options.signals:
            raise RecordError(f'records: two are called "{name}"; give {path.name} a name under [records.named.NAME]')
        found[name] = CampaignRecord(
            file=str(Path(asked.folder) / path.name),
            format=asked.format,
            unit=asked.unit,
            step=asked.step,
            decimal=asked.decimal,
            across=asked.across,
            confirmed=path.name in asked.confirmed,
        )
    if not files:
        raise RecordError(f'records.folder: no file of {place} matches "{asked.pattern}"')
    return found | named


def _files(record: RecordOptions) -> tuple[str, ...]:
    return record.files or ((record.file,) if record.file is not None else ())


def _as_record(record: CampaignRecord) -> RecordOptions:
    return RecordOptions(**{item.name: getattr(record, item.name) for item in fields(RecordOptions)})


def _refuse_twins(records: Mapping[str, CampaignRecord], folder: Path) -> None:
    """The same earthquake twice would count double; two components of one file may each be a motion."""
    seen: dict[Any, str] = {}
    for name, record in records.items():
        contents = []
        for file in _files(record):
            path = record_path(file, folder)
            try:
                contents.append(digest(path.read_bytes()))
            except OSError as error:
                raise RecordError(
                    f"records.{name}: {path}: cannot be read: {error.strerror or error}; check the path"
                ) from error
        content = (tuple(contents), record.across, record.along, record.reversed)
        if content in seen:
            raise RecordError(
                f'records: "{name}" and "{seen[content]}" are the same record (their files are equal): remove one'
            )
        seen[content] = name


def _across(
    motion: GroundMotion, record: CampaignRecord, options: CampaignOptions
) -> Iterator[tuple[str, GroundMotion]]:
    """What drives the wall across, by component."""
    names = [direction.name for direction in motion.directions]
    if "across" in names:
        yield record.across or "across", motion
        return
    level = pushing(motion)
    if not level:
        raise OptionsError(f'record "{motion.name}" has no level component, only {", ".join(names)}: remove it')
    if options.records.components == "strongest":
        level = (max(level, key=lambda name: float(motion.peak_acceleration[motion.column(name)])),)
    for name in level:
        turned = to_wall(motion, across=name, up=record.up or record.vertical or None)
        yield name, replace(turned, name=f"{motion.name}-{name}") if len(level) > 1 else turned


def _measured(
    motion: GroundMotion, options: CampaignOptions, *, record: str, component: str, noise: float
) -> CampaignMotion:
    motion = replace(motion, treatments=())
    column = motion.column("across")
    told = measures(motion, "across")
    periods = list(options.spectral_periods)
    if options.levels.period is not None:
        periods.append(options.levels.period)
    psa = response_spectrum(motion.acceleration[:, column], motion.step, periods=periods, damping=0.05).psa
    spectrum = psa[: len(options.spectral_periods)]
    values = {
        "pga": told.pga,
        "pgv": told.pgv,
        "pgd": told.pgd,
        "arias": told.arias,
        "d5_95": told.duration,
        "tm": math.nan if told.mean_period is None else told.mean_period,
        "cav": told.cav,
        "sa_avg": float(np.exp(np.log(spectrum).mean())) if len(spectrum) and np.all(spectrum > 0.0) else math.nan,
        **{spectral_column(period): float(value) for period, value in zip(periods, psa, strict=False)},
    }
    if options.levels.period is not None:
        values["level_sa"] = float(psa[-1])
    # neither its name nor its file nor who named its component changes what it does
    directions = tuple(replace(direction, known_by=None) for direction in motion.directions)
    content = canonical_json(to_plain(replace(motion, name="", origin=Origin(), directions=directions)), indent=None)
    return CampaignMotion(
        name=motion.name,
        record=record,
        component=component,
        motion=motion,
        digest=digest(content.encode()),
        noise=noise,
        measures=values,
    )


def _noise(record: CampaignRecord, folder: Path) -> float:
    """Return the peak of the noise in the record as filed [m/s2], the least of its files."""
    read = (read_record(record_path(file, folder), record.read_as, format=record.format) for file in _files(record))
    return min((noise for item in read if (noise := record_noise(item)) > 0.0), default=0.0)


def _check_peak(item: CampaignMotion, record: CampaignRecord) -> None:
    key = f"records.named.{item.record}"
    files = ", ".join(_files(record))
    peak = item.measures["pga"] / abs(item.motion.factor)
    if not LEAST_PEAK <= peak <= GREATEST_PEAK and not record.confirmed:
        raise RecordError(
            f'record "{item.record}" ({files}): its peak across is {peak / STANDARD_GRAVITY:.3g} g, outside 0.001 to '
            f"5 g, as if its unit were mistaken: give unit under [{key}], or confirmed = true there if it is right"
        )
    if item.noise * _LEAST_OVER_NOISE > peak and not record.confirmed:
        raise RecordError(
            f'record "{item.record}" ({files}): its peak of {peak / STANDARD_GRAVITY:.3g} g is less than three times '
            f"its noise of {item.noise / STANDARD_GRAVITY:.2g} g: remove it, or give confirmed = true under [{key}]"
        )


def with_sequences(
    motions: Sequence[CampaignMotion], options: CampaignOptions, *, members: Collection[str] = ()
) -> tuple[CampaignMotion, ...]:
    """Return the motions of a campaign with its sequences in place of the shocks that they are made of.

    A shock is no motion of its own any more, and belongs to one sequence only: one earthquake would count twice. All of
    a sequence is scaled by one factor; its intensity measures are those of its strongest shock. ``members`` are names
    of motions of the set, which a sequence cannot take.
    """
    if not options.sequences:
        return tuple(motions)
    if str(options.levels.measure) == "demand":
        raise OptionsError(
            'sequences: levels.measure = "demand" is for the motions of a set, and a sequence is none: give another '
            "measure"
        )
    used: dict[str, str] = {}
    made: list[CampaignMotion] = []
    for name, asked in options.sequences.items():
        if any(name in (item.name, item.record) for item in motions):
            raise OptionsError(f'sequences.{name}: a motion is called "{name}" already; give the sequence another name')
        shocks = [_shock(name, shock, motions, members) for shock in asked.shocks]
        for item in shocks:
            first = used.setdefault(item.record, name)
            if first != name:
                raise OptionsError(
                    f'sequences: record "{item.record}" is a shock of {first} and of {name}: one earthquake would '
                    "count double; leave one of them out"
                )
        made.append(_sequence(name, asked, shocks))
    return (*(item for item in motions if item.record not in used), *made)


def _shock(name: str, shock: str, motions: Sequence[CampaignMotion], members: Collection[str]) -> CampaignMotion:
    found = [item for item in motions if item.name == shock] or [item for item in motions if item.record == shock]
    if not found:
        hint = did_you_mean(shock, [item.name for item in motions])
        raise OptionsError(f'sequences.{name}: no record or signal is called "{shock}"; {hint}')
    if len(found) > 1:
        raise OptionsError(
            f'sequences.{name}: record "{shock}" is several motions; name one of '
            f"{', '.join(item.name for item in found)}"
        )
    if found[0].name in members:
        raise OptionsError(f'sequences.{name}: "{shock}" is a motion of the set; give it as a record instead')
    return found[0]


def _sequence(name: str, asked: SequenceOptions, shocks: Sequence[CampaignMotion]) -> CampaignMotion:
    factors = [factor for _, factor in asked.scaled]
    try:
        joined = join_shocks(
            name,
            [item.motion.scaled(factor) for item, factor in zip(shocks, factors, strict=True)],
            rest=asked.rest,
        )
    except InputError as error:
        raise OptionsError(f"sequences.{name}: {error}") from error
    motion = replace(joined.motion, treatments=())
    strongest, factor = max(zip(shocks, factors, strict=True), key=lambda pair: pair[0].measures["pga"] * pair[1])
    # neither what it is called nor where its files lie has a say in what it does
    content = canonical_json(to_plain(replace(motion, name="", origin=Origin())), indent=None)
    return CampaignMotion(
        name=name,
        record=name,
        component=strongest.component,
        motion=motion,
        digest=digest(content.encode()),
        noise=strongest.noise * factor,
        measures=strongest.measured(factor),
    )
