"""What a set needs to know of each candidate: spectra, peaks, duration, band; computed once and kept in the cache."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from pirqa.code_key import code_key
from pirqa.errors import InputError, MissingExtraError, RecordError
from pirqa.files import user_cache
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.plain import canonical_json, from_plain, to_plain
from pirqa.model.polyhedron import FloatArray
from pirqa.motion.formats import read_record
from pirqa.motion.intensity import mean_period, significant_duration
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.orientation import check_known, known_by_order, pushing
from pirqa.motion.processing import process
from pirqa.motion.pulse_detection import find_pulse
from pirqa.motion.record import LARGEST_FILE, ReadAs, Record, join_records, record_path
from pirqa.motion.sets.candidates import Candidate, candidate_paths
from pirqa.motion.sets.options import Combination
from pirqa.motion.spectra import response_spectrum
from pirqa.progress import SILENT, Observer
from pirqa.provenance import digest

PERIODS: FloatArray = np.geomspace(0.01, 10.0, 181)
"""Periods at which candidates are compared [s]."""
PERIODS.setflags(write=False)

_DAMPING = 0.05
_NOISE_PEAKS = 3.0
"""Peak of noise over its root mean square: three in a thousand samples are beyond it."""
_QUIET = 1.0
"""Window in which a record is quietest [s]."""
_SQUARE = 0.1
"""Cosine of the angle between two components up to which they are at right angles."""
_LONGEST_PULSE = 0.25
"""Share of a motion's duration up to which a velocity pulse counts: assumed."""
_FAR_FROM_SQUARE = 0.26
"""Cosine of the angle between two components from which they are no pair: 75°."""
_ONE_COMPONENT = 1e-2
"""Difference of the logarithms of two spectra of one shape."""
_LEAST_OVER_NOISE = 3.0
"""Least peak over the record's own noise of a record that may be scaled."""
_SHARES: FloatArray = np.linspace(0.05, 0.95, 19)
"""Shares of the Arias intensity whose times tell one record from another."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Characteristics:
    """A candidate in numbers; arrays have a row for each horizontal component."""

    digest: str
    """Of its files' contents."""
    components: tuple[str, ...]
    """Horizontal components, the one of the larger peak acceleration first."""
    stated: bool = True
    """Whether the files, and not their order alone, tell what the components are."""
    vertical: str = ""
    """Vertical component, if there is one."""
    spectra: FloatArray
    """PSA at 5 % damping [m/s2], shape (components, periods), at PERIODS."""
    pga: tuple[float, ...]
    """[m/s2]"""
    pgv: tuple[float, ...]
    """[m/s]"""
    duration: tuple[float, ...]
    """From 5 % to 95 % of the Arias intensity [s]."""
    mean_period: tuple[float, ...]
    """[s]; nan where there is none."""
    arrivals: FloatArray = field(default_factory=lambda: np.zeros((0, len(_SHARES))))
    """Times at which the Arias intensity reaches shares of its whole [s]: of each component, then of both together."""
    askew: bool = False
    """Whether two components are stated to be far from right angles, or are one and the same."""
    longest_period: float
    """Period up to which the record can be used [s]."""
    noise: float
    """Peak of its noise as filed [m/s2]."""
    pulse_period: float | None = None
    """Period of its velocity pulse after Shahi and Baker (2014) [s]; none where it has none."""
    station: str = ""
    event: str = ""
    time: str = ""

    def combined(self, combination: Combination) -> FloatArray:
        """Return the spectrum of the components together [m/s2], shape (periods,)."""
        return combine(self.spectra, combination)


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A candidate that cannot be in the set."""

    name: str
    reason: str
    """One sentence."""
    key: str = ""
    """Key of its words in the report's word files, ``set_refused.<key>``; empty for a file that cannot be read."""
    amount: float = 0.0
    """Number that belongs to it, SI."""
    stated: float = 0.0
    """Number that was needed, SI."""
    text: str = ""
    """Name of another candidate that belongs to it."""


def combine(spectra: FloatArray, combination: Combination) -> FloatArray:
    """Return one spectrum of two horizontal components, the one of the larger peak acceleration first."""
    if combination == "srss":
        return np.asarray(np.sqrt((spectra**2).sum(axis=0)))
    if combination == "larger":
        return np.asarray(spectra[0])
    return np.asarray(np.exp(np.log(spectra).mean(axis=0)))


def record_noise(record: Record) -> float:
    """Return the peak of the noise in a record as filed [m/s2]: three times its root mean square where it is least."""
    found: list[float] = []
    for channel in record.accelerations:
        values: FloatArray = np.asarray(channel.values, dtype=np.float64)
        width = max(4, round(_QUIET / channel.step))
        if len(values) < 4 * width:
            continue
        spread = values[: len(values) // width * width].reshape(-1, width).std(axis=1)
        spread = spread[spread > 0.0]  # zeros that pad a record are not its noise
        if len(spread):
            found.append(_NOISE_PEAKS * float(spread.min()))
    return min(found, default=0.0)


def group_files(
    paths: Sequence[Path], base: Path, *, observer: Observer = SILENT
) -> tuple[tuple[Candidate, ...], tuple[Refused, ...]]:
    """Return the motions in files that no flatfile describes; components filed apart are one motion.

    Files belong together where each holds one component, of one format and station, and they start within a second of
    each other, or, where no time is stated, their names differ in the ending or the last part only.
    """
    singles: dict[tuple[str, ...], list[tuple[Path, str]]] = {}
    candidates: list[Candidate] = []
    refused: list[Refused] = []
    observer.begin("Files of the folder", len(paths))
    for path in paths:
        observer.advance()
        shown = str(path.relative_to(base)) if path.is_relative_to(base) else str(path)
        try:
            origin, components = _heading(path)
        except (InputError, MissingExtraError) as error:
            refused.append(Refused(name=path.name, reason=_without_folder(str(error), {path: shown})))
            continue
        if len(components) > 1:
            candidates.append(Candidate(name=_name_of(path.stem), files=(shown,), listed=False))
            continue
        moment = origin[2][:19]
        stem = path.stem if not moment else ""
        parts = stem.replace(".", "_").replace("-", "_").split("_")
        singles.setdefault((origin[0], origin[1], moment, "_".join(parts[:-1]) or stem), []).append((path, shown))
    observer.end(f"{len(paths)} file{'s' if len(paths) != 1 else ''}")
    candidates += [
        Candidate(name=_name_of(group[0][0].stem), files=tuple(shown for _, shown in group), listed=False)
        for group in singles.values()
    ]
    return _with_unique_names(candidates), tuple(refused)


def _heading(path: Path) -> tuple[tuple[str, str, str], tuple[str, ...]]:
    """Return format, station and start of a file, and its components; from the cache where the file was read before."""
    data = _bytes(path)
    kept = _kept("heading", digest(b"\0".join((path.name.encode(), data))))
    plain = _load(kept)
    if isinstance(plain, dict) and set(plain) == {"origin", "components"}:
        first, second, third = (str(item) for item in plain["origin"])
        return (first, second, third), tuple(str(item) for item in plain["components"])
    record = read_record(path)
    origin = (record.origin.format, record.origin.station, record.origin.time)
    components = tuple(channel.name for channel in record.accelerations)
    _save(kept, {"origin": list(origin), "components": list(components)})
    return origin, components


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(f"{path}: is too large for a record; cut out the earthquake")
        return path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}; check the file") from error


def _name_of(stem: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "_-" else "_" for sign in stem) or "record"


def _with_unique_names(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    taken: set[str] = set()
    named: list[Candidate] = []
    for item in candidates:
        name, number = item.name, 2
        while name in taken:
            name, number = f"{item.name}_{number}", number + 1
        taken.add(name)
        named.append(replace(item, name=name))
    return tuple(named)


def characterize_all(
    candidates: Sequence[Candidate], base: Path, processing: ProcessingOptions, *, observer: Observer = SILENT
) -> tuple[dict[str, Characteristics], tuple[Refused, ...]]:
    """Return the characteristics of the candidates by name, and those that cannot be used, each with the reason."""
    found: dict[str, Characteristics] = {}
    refused: list[Refused] = []
    responses: dict[Path, str] = {}
    observer.begin("Candidates", len(candidates))
    for item in candidates:
        observer.advance()
        try:
            numbers = characteristics_of(item, base, processing, responses=responses)
        except (InputError, MissingExtraError) as error:
            names = {record_path(file, base): file for file in item.files if _is_there(file, base)}
            refused.append(Refused(name=item.name, reason=_without_folder(str(error), names)))
            continue
        unfit = _unfit(item, numbers)
        if unfit is not None:
            refused.append(unfit)
            continue
        found[item.name] = numbers
    observer.end(f"{len(found)} of {len(candidates)} can be used")
    return found, tuple(refused)


def _is_there(file: str, base: Path) -> bool:
    try:
        record_path(file, base)
    except RecordError:
        return False
    return True


def _without_folder(reason: str, names: Mapping[Path, str]) -> str:
    """Return a reason that names files as the candidate does: the folder of this machine says nothing elsewhere."""
    for path, name in names.items():
        reason = reason.replace(str(path), name)
    return reason


def _unfit(item: Candidate, numbers: Characteristics) -> Refused | None:
    """Return why a record cannot be in any set; none where it can."""
    name = item.name
    if not numbers.components:
        return Refused(name=name, reason="has no horizontal component of known direction", key="no_direction")
    if numbers.askew:
        reason = "has two components that are not at right angles, or one under two names; give the two of the record"
        return Refused(name=name, reason=reason, key="askew")
    if not numbers.stated and not item.listed:
        reason = (
            "does not state its direction and may be a vertical component; name the column in its heading (NS, EW, "
            "UD), or list it in a flatfile"
        )
        return Refused(name=name, reason=reason, key="direction_not_stated")
    if min(numbers.pga) <= 0.0:
        return Refused(name=name, reason="has a horizontal component without motion", key="no_motion")
    if numbers.pga[0] < _LEAST_OVER_NOISE * numbers.noise:
        reason = f"its peak of {numbers.pga[0]:.3g} m/s2 is less than three times its noise; noise is not scaled up"
        return Refused(name=name, reason=reason, key="noise", amount=numbers.pga[0], stated=numbers.noise)
    return None


def characteristics_of(
    item: Candidate, base: Path, processing: ProcessingOptions, *, responses: dict[Path, str] | None = None
) -> Characteristics:
    """Return the characteristics of one candidate, from the cache where its files were read before.

    ``responses`` keeps the digest of the responses of each folder, which many candidates share.
    """
    paths = candidate_paths(item, base)
    contents = digest(b"\0".join(part for path in paths for part in (path.name.encode(), _bytes(path))))
    asked = canonical_json(to_plain(processing), indent=None) + f"{item.unit}|{item.step}"
    binary = any(b"\0" in _head(path) for path in paths)
    parents = sorted({path.parent for path in paths}) if binary else []
    known = {} if responses is None else responses
    for folder in parents:
        if folder not in known:
            known[folder] = _responses(folder)
    kept = _kept("motion", digest("".join((contents, asked, *(known[folder] for folder in parents))).encode()))
    plain = _load(kept)
    if plain is not None:
        try:
            return _restored(plain)
        except (KeyError, TypeError, ValueError):
            pass  # an entry of another kind: computed again and replaced
    numbers = _computed(item, paths, processing, contents)
    _save(kept, to_plain(numbers))
    return numbers


def _responses(folder: Path) -> str:
    """Return the digest of the responses in a folder, on which the amplitudes of binary records depend."""
    files = [path for path in sorted(folder.glob("*.xml")) if path.is_file()]
    return digest(b"\0".join(part for path in files for part in (path.name.encode(), _bytes(path))))


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(4096)


def _restored(plain: object) -> Characteristics:
    found: Characteristics = from_plain(Characteristics, plain)
    shape = (len(found.components), len(PERIODS))
    if found.spectra.shape != shape and found.components:
        raise ValueError(f"spectra of shape {found.spectra.shape}, not {shape}")
    lengths = {len(getattr(found, key)) for key in ("pga", "pgv", "duration", "mean_period")}
    if lengths != {len(found.components)}:
        raise ValueError("components of unequal number")
    return found


def _computed(item: Candidate, paths: Sequence[Path], processing: ProcessingOptions, contents: str) -> Characteristics:
    asked = ReadAs(unit=item.unit or None, step=item.step)  # type: ignore[arg-type]
    record = join_records([read_record(path, asked) for path in paths])
    for remark in record.remarks:
        if remark.key == "record_stations_differ":
            raise RecordError(f"its files are of several stations, {remark.text}; give those of one as a motion")
    motion = process(record, processing, name=item.name).motion
    check_known(motion)
    numbers = characteristics_of_motion(motion)
    return replace(
        numbers,
        digest=contents,
        noise=record_noise(record),
        station=record.origin.station,
        event=record.origin.event,
        time=record.origin.time,
    )


def characteristics_of_motion(motion: GroundMotion) -> Characteristics:
    """Return the characteristics of a motion that is processed already."""
    names = sorted(pushing(motion), key=lambda name: -float(motion.peak_acceleration[motion.column(name)]))
    if "along" in {direction.name for direction in motion.directions} and "across" in names:
        names = ["across", "along"]
    columns = [motion.column(name) for name in names]
    samples = [np.ascontiguousarray(motion.acceleration[:, column]) for column in columns]
    spectra = [response_spectrum(values, motion.step, periods=PERIODS, damping=_DAMPING).psa for values in samples]
    periods = [mean_period(values, motion.step) for values in samples]
    return Characteristics(
        digest="",
        components=tuple(names),
        stated=not set(names) & set(known_by_order(motion)),
        vertical=next((direction.name for direction in motion.directions if direction.vertical), ""),
        spectra=np.array(spectra) if spectra else np.zeros((0, len(PERIODS))),
        pga=tuple(float(motion.peak_acceleration[column]) for column in columns),
        pgv=tuple(float(motion.peak_velocity[column]) for column in columns),
        duration=tuple(significant_duration(values, motion.step) for values in samples),
        mean_period=tuple(math.nan if value is None else value for value in periods),
        arrivals=_arrivals(samples, motion.step),
        askew=_is_askew(motion, columns, spectra),
        longest_period=1.0 / motion.band[0] if motion.band and motion.band[0] > 0.0 else math.inf,
        noise=0.0,
        pulse_period=_pulse_period(motion, columns),
    )


def _arrivals(samples: Sequence[FloatArray], step: float) -> FloatArray:
    """Return when the Arias intensity reaches its shares, of each component and of all together."""
    rows: list[FloatArray] = []
    powers = [values**2 for values in samples]
    for power in (*powers, sum(powers)) if len(powers) > 1 else powers:
        course = np.concatenate([[0.0], np.cumsum(power)])
        if course[-1] > 0.0:
            rows.append(step * np.interp(_SHARES, course / course[-1], np.arange(len(course))))
    return np.array(rows) if rows else np.zeros((0, len(_SHARES)))


def _is_askew(motion: GroundMotion, columns: Sequence[int], spectra: Sequence[FloatArray]) -> bool:
    """Return whether two components cannot be a pair: they are far from right angles, or one filed twice."""
    if len(columns) != 2:
        return False
    one, two = (motion.directions[column].azimuth for column in columns)
    if one is not None and two is not None and abs(math.cos(one - two)) > _FAR_FROM_SQUARE:
        return True
    shapes = [np.log(np.maximum(values, 1e-30) / max(float(values[0]), 1e-30)) for values in spectra]
    return bool(np.abs(shapes[0] - shapes[1]).max() < _ONE_COMPONENT)


def _pulse_period(motion: GroundMotion, columns: Sequence[int]) -> float | None:
    """Return the period of the velocity pulse of two components at right angles, or of the stronger one [s]."""
    pair = list(columns[:2])
    azimuths = [motion.directions[column].azimuth for column in pair]
    if len(pair) == 2 and azimuths[0] is not None and azimuths[1] is not None:
        askew = abs(math.cos(azimuths[0] - azimuths[1])) > _SQUARE
        pair = pair[:1] if askew else pair
    if not pair:
        return None
    pulse = find_pulse(motion.velocity[:, pair], motion.step)
    # a longer one cannot be separated from the drift that processing leaves
    longest = min(
        _LONGEST_PULSE * motion.duration, 1.0 / motion.band[0] if motion.band and motion.band[0] else math.inf
    )
    return None if pulse is None or pulse.period > longest else pulse.period


def _kept(kind: str, key: str) -> Path | None:
    """Return the cache file of a key; none where no cache can be written."""
    folder = user_cache() / f"motions-{code_key(__name__)[:16]}" / kind / key[:2]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / f"{key}.json"


def _load(path: Path | None) -> object | None:
    if path is None:
        return None
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(plain, dict) or plain.pop("check", None) != _check(plain):
        return None
    return plain


def _save(path: Path | None, plain: object) -> None:
    if path is None or not isinstance(plain, dict):
        return
    try:
        partial = path.with_suffix(f".{os.getpid()}.partial")
        partial.write_text(canonical_json({**plain, "check": _check(plain)}, indent=None), encoding="utf-8")
        partial.replace(path)
    except OSError:
        return  # a cache that cannot be written costs time, nothing else


def _check(plain: dict[str, object]) -> str:
    """Return a digest of an entry: a damaged one is computed again."""
    return digest(canonical_json(plain, indent=None).encode())
