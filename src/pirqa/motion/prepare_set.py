"""A set of motions made ready: chosen, read, scaled exactly, as motions that can drive the wall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pirqa.errors import OptionsError
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import DesignSpectra, DesignSpectrum, design_spectra
from pirqa.motion.library import record_path, shipped_flatfile
from pirqa.motion.options import MotionOptions, RecordOptions, SignalOptions
from pirqa.motion.prepare import prepare_record, prepare_signal
from pirqa.motion.process import ProcessingOptions
from pirqa.motion.result import PreparedMotion
from pirqa.motion.scaling import LARGEST_FACTOR
from pirqa.motion.sets.build import Choice, MemberMotion, choose_motions, finish_set
from pirqa.motion.sets.candidates import folder_files, library_candidates, listed_candidates
from pirqa.motion.sets.options import SetOptions
from pirqa.motion.sets.result import MotionSet
from pirqa.progress import SILENT, Observer

__all__ = ["choose_set", "member_records", "prepare_set", "set_files"]


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
        name: prepare_signal(name, _unscaled_signal(options, name), options, designs, folder)
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
    remarks = item.remarks
    if factor > LARGEST_FACTOR:
        scaled_up = Remark(kind="warning", key="motion_scaled_up", text=item.name, amount=factor, stated=LARGEST_FACTOR)
        remarks = (*remarks, scaled_up)
    return replace(
        item,
        motion=item.motion.scaled(factor),
        measures=tuple(measured.scaled(factor) for measured in item.measures),
        remarks=remarks,
    )


def member_records(choice: Choice) -> dict[str, RecordOptions]:
    """Return how the motions of a choice that have files are read, unscaled, by name."""
    return {item.candidate.name: _record(item, choice) for item in choice.members if not item.is_signal}


def _record(item: MemberMotion, choice: Choice) -> RecordOptions:
    found, numbers = item.candidate, item.numbers
    return RecordOptions(
        files=found.files,
        unit=found.unit or None,  # type: ignore[arg-type]
        step=found.step,
        across=numbers.components[0] if numbers.stated else None,
        along=numbers.components[1] if len(numbers.components) > 1 else None,
        up=numbers.vertical or None if choice.options.vertical else None,
    )


def _unscaled_signal(options: MotionOptions, name: str) -> SignalOptions:
    return replace(options.signals[name], scale=None)


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
