"""From options to a set: gather candidates, measure them, search, scale exactly, check every rule."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.errors import OptionsError, did_you_mean
from pirqa.model.ground_motion import GroundMotion
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark, Table
from pirqa.motion.design_spectrum import DesignSpectra
from pirqa.motion.hazard import implied_measures
from pirqa.motion.intensity import mean_period, significant_duration
from pirqa.motion.options import ProcessingOptions
from pirqa.motion.sets.candidates import Candidate, folder_files, library_candidates, listed_candidates
from pirqa.motion.sets.characteristics import (
    PERIODS,
    Characteristics,
    Refused,
    characteristics_of_motion,
    characterize_all,
    combine,
    group_files,
)
from pirqa.motion.sets.events import UNKNOWN, events_of, same_motions, same_records
from pirqa.motion.sets.options import SITE_CLASSES, Combination, SetOptions
from pirqa.motion.sets.result import MotionSet, SetMember
from pirqa.motion.sets.rules import (
    FACTOR_LIMIT,
    LEAST_EVENTS,
    LEAST_FACTOR,
    LEAST_MOTIONS,
    MOST_OF_EVENT,
    count_rules,
    fit_rules,
    lacks_of,
    near_fault_needed,
    rule_remarks,
)
from pirqa.motion.sets.selection import Goal, Pool, Selection, search_set
from pirqa.motion.sets.target import TargetCurve, period_range, scenario_of, target_curve
from pirqa.motion.spectra import response_spectrum
from pirqa.progress import SILENT, Observer

_CLOSE = 0.98
"""Share of the greatest factor that the search may use: exact spectra move the common factor a little."""
_UNKNOWN_PREFERENCE = 0.3
"""Preference cost of a motion whose site is not known, where a site class is wanted."""


@dataclass(frozen=True, kw_only=True)
class MemberMotion:
    """A motion that the search may choose: what is to be read, and its factor before the exact scaling."""

    candidate: Candidate
    numbers: Characteristics
    event: str
    factor: float = 1.0
    synthetic: bool = False

    @property
    def is_signal(self) -> bool:
        """Whether it is made by the project and has no file."""
        return not self.candidate.files


@dataclass(frozen=True, kw_only=True, eq=False)
class Choice:
    """Motions chosen for a target; :func:`finish_set` scales them exactly."""

    options: SetOptions
    target: TargetCurve
    combination: Combination
    period: float
    members: tuple[MemberMotion, ...]
    candidates: int
    refused: tuple[Refused, ...]


def choose_motions(
    options: SetOptions,
    designs: DesignSpectra | None,
    folder: Path,
    *,
    processing: ProcessingOptions | None = None,
    period: float | None = None,
    synthetic: Mapping[str, GroundMotion] | None = None,
    observer: Observer = SILENT,
) -> Choice:
    """Choose the motions of a set.

    ``folder`` is where paths start from, ``period`` the wall's T1 [s] where the options do not give it, ``synthetic``
    the signals that the options name.
    """
    first, shortest, longest = period_range(options, period)
    target = target_curve(options, designs, folder, shortest, longest)
    combination = options.combination or target.combination
    candidates, unread = _gather(options, folder, observer)
    numbers, refused = characterize_all(candidates, folder, processing or ProcessingOptions(), observer=observer)
    twins = {
        name: Refused(name=name, reason=f"is the same motion as {first}", key="twin", text=first)
        for name, first in same_records(numbers).items()
    }
    numbers = {name: found for name, found in numbers.items() if name not in twins}
    events = events_of(candidates, numbers)
    usable = [item for item in candidates if item.name in numbers]
    twins |= {item.name: item for item in same_motions(usable, numbers, events)}
    kept: list[Candidate] = []
    left: list[Refused] = [*unread, *refused, *twins.values()]
    for item in usable:
        if item.name in twins:
            continue
        if item.synthetic and item.name not in options.include:
            reason = "is synthetic or matched to a spectrum; name it under include to fill a type that is missing"
            left.append(Refused(name=item.name, reason=reason, key="synthetic"))
            continue
        unsuited = _unsuited(item.name, numbers[item.name], combination, longest)
        if unsuited is not None:
            left.append(unsuited)
        else:
            kept.append(item)
    made = _made_up(options, synthetic or {})
    for again, known in same_records({item.name: found for item, found in made}).items():
        raise OptionsError(f'motion.set.synthetic: "{again}" is the same motion as "{known}"; give another seed')
    motions = [
        *(
            MemberMotion(candidate=item, numbers=found, event=f"synthetic: {item.name}", synthetic=True)
            for item, found in made
        ),
        *(
            MemberMotion(candidate=item, numbers=numbers[item.name], event=events[item.name], synthetic=item.synthetic)
            for item in kept
        ),
    ]
    if not motions:
        raise OptionsError(_nothing_left(left))
    selection = _searched(options, target, combination, motions, len(made))
    members = tuple(
        replace(motions[row], factor=factor) for row, factor in zip(selection.members, selection.factors, strict=True)
    )
    return Choice(
        options=options,
        target=target,
        combination=combination,
        period=first,
        members=members,
        candidates=len(candidates) + len(unread) + len(made),
        refused=tuple(left),
    )


def _gather(options: SetOptions, folder: Path, observer: Observer) -> tuple[tuple[Candidate, ...], tuple[Refused, ...]]:
    """Return all candidates, and the files of the folder that cannot be read."""
    found: list[Candidate] = list(library_candidates()) if options.library else []
    unread: tuple[Refused, ...] = ()
    if options.folder is not None:
        listed = listed_candidates(options.folder, options.flatfile, folder)
        files = folder_files(options.folder, folder, known=listed)
        if not listed and not files:
            raise OptionsError(f"motion.set.folder: {folder / options.folder} holds no record; check the path")
        grouped, unread = group_files(files, folder, observer=observer) if files else ((), ())
        taken = {item.name for item in found}
        for item in (*listed, *grouped):
            name, number = item.name, 2
            while name in taken:
                name, number = f"{item.name}_{number}", number + 1
            taken.add(name)
            found.append(replace(item, name=name))
    names = {item.name for item in found}
    for key in ("include", "exclude"):
        for name in getattr(options, key):
            if name not in names:
                raise OptionsError(f'motion.set.{key}: no candidate is called "{name}"; {did_you_mean(name, names)}')
    return tuple(item for item in found if item.name not in options.exclude), unread


def _unsuited(name: str, numbers: Characteristics, combination: Combination, longest: float) -> Refused | None:
    """Return why a candidate cannot be compared with the target; none where it can."""
    count, usable = len(numbers.components), numbers.longest_period
    if count < 2 and combination != "larger":
        reason = 'has one horizontal component only; the target is for two (or give combination = "larger")'
        return Refused(name=name, reason=reason, key="one_component")
    if count > 2:
        reason = f"has {count} horizontal components; list the two that belong together in a flatfile"
        return Refused(name=name, reason=reason, key="many_components", amount=count)
    if usable < longest:
        reason = f"can be used up to {usable:.3g} s; the set needs {longest:.3g} s"
        return Refused(name=name, reason=reason, key="short", amount=usable, stated=longest)
    return None


def _nothing_left(refused: Sequence[Refused]) -> str:
    reasons = "; ".join(f"{item.name}: {item.reason}" for item in refused[:3])
    more = f"; and {len(refused) - 3} more" if len(refused) > 3 else ""
    return f"motion.set: no candidate can be used ({reasons or 'there is none'}{more}); add records, or library = true"


def _made_up(options: SetOptions, synthetic: Mapping[str, GroundMotion]) -> list[tuple[Candidate, Characteristics]]:
    """Return the synthetic motions as candidates of their type of earthquake."""
    made: list[tuple[Candidate, Characteristics]] = []
    for mechanism, names in options.synthetic.items():
        for name in names:
            if name not in synthetic:
                raise OptionsError(f'motion.set.synthetic: no signal is called "{name}"; give [motion.signals.{name}]')
            item = Candidate(name=name, files=(), event=name, mechanism=mechanism, note="synthetic")
            made.append((item, characteristics_of_motion(synthetic[name])))
    return made


def _searched(
    options: SetOptions,
    target: TargetCurve,
    combination: Combination,
    motions: Sequence[MemberMotion],
    made: int,
) -> Selection:
    """Search within a factor of 4, then within the greatest one if events or types are missing, then for fewer."""
    pool = _pool(options, target, combination, motions)
    fixed = [*range(made), *(at for at, item in enumerate(motions) if item.candidate.name in options.include)]
    kinds = _numbered(item.candidate.mechanism for item in motions)
    needed = {kinds.get(name, -2): least for name, least in options.required_types.items()}
    count = max(options.count, len(fixed))
    limits = [limit for limit in (FACTOR_LIMIT, options.largest_factor) if limit <= options.largest_factor]
    # an exact scaling cannot be had where an included motion is beyond the limits: that is the user's word
    for size in range(min(count, len(motions)), max(len(fixed), 1) - 1, -1):
        best: Selection | None = None
        for limit in dict.fromkeys(limits):
            goal = Goal(
                target=target.acceleration,
                deviation=target.deviation,
                anchor=target.anchor,
                count=size,
                least_events=LEAST_EVENTS,
                most_of_event=MOST_OF_EVENT,
                least_factor=LEAST_FACTOR / _CLOSE,
                greatest_factor=limit * _CLOSE,
                kinds=needed,
                near=near_fault_needed(max(count, LEAST_MOTIONS)) if options.near_fault else 0,
            )
            found = search_set(
                pool, goal, search=options.search, restarts=options.restarts, seed=options.seed, fixed=fixed
            )
            # a greater factor is better than an event or a type that the set lacks
            if found.feasible and (best is None or found.lacking < best.lacking):
                best = found
            if best is not None and best.lacking == 0:
                break
        if best is not None:
            return best
    for event, names in _by_event([motions[at] for at in fixed]).items():
        if len(names) > MOST_OF_EVENT:
            raise OptionsError(
                f"motion.set.include: {', '.join(names)} are of one earthquake, {event}; at most {MOST_OF_EVENT} may "
                "be in a set: include fewer"
            )
    raise OptionsError(_out_of_reach(pool, target, options, [item.candidate.name for item in motions]))


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}


def _by_event(motions: Sequence[MemberMotion]) -> dict[str, list[str]]:
    """Return the names of motions by their event; those of an unknown earthquake may be of one."""
    found: dict[str, list[str]] = {}
    for item in motions:
        label = item.event if item.event != UNKNOWN else "which is not known"
        found.setdefault(label, []).append(item.candidate.name)
    return found


def _out_of_reach(pool: Pool, target: TargetCurve, options: SetOptions, names: Sequence[str]) -> str:
    """Say why no single motion can be scaled to the target."""
    factors = np.exp((np.log(target.acceleration) - np.log(pool.spectra)).mean(axis=1))
    nearest = int(np.argmin(np.abs(np.log(factors))))
    need = f'the nearest, "{names[nearest]}", needs a factor of {factors[nearest]:.3g}'
    if factors.min() > options.largest_factor * 0.5:
        return (
            f"motion.set: the target is above what the {len(names)} candidates reach with a factor of "
            f"{options.largest_factor:g} ({need}); add stronger records"
        )
    return (
        f"motion.set: no set of the {len(names)} candidates keeps its factors between {LEAST_FACTOR:g} and "
        f"{options.largest_factor:g} ({need}); add records nearer to the target, or leave out included ones"
    )


def _pool(options: SetOptions, target: TargetCurve, combination: Combination, motions: Sequence[MemberMotion]) -> Pool:
    kinds = _numbered(item.candidate.mechanism for item in motions)
    events = _numbered(item.event for item in motions)
    found = [item.candidate for item in motions]
    spectra = np.array([_at(item.numbers.combined(combination), target.periods) for item in motions])
    return Pool(
        spectra=spectra,
        events=np.array([-1 if item.event == UNKNOWN else events[item.event] for item in motions], dtype=np.int64),
        kinds=np.array([kinds[item.mechanism] if item.mechanism else -1 for item in found], dtype=np.int64),
        near=np.array([_is_near(item.candidate, item.numbers) for item in motions], dtype=np.bool_),
        preference=_preferences(options, target, motions, spectra),
    )


def _at(values: FloatArray, periods: FloatArray) -> FloatArray:
    """Interpolate a spectrum at PERIODS in logarithms."""
    return np.asarray(np.exp(np.interp(np.log(periods), np.log(PERIODS), np.log(values))))


def _is_near(item: Candidate, numbers: Characteristics) -> bool:
    return bool(item.near_fault) or item.pulse_period is not None or numbers.pulse_period is not None


def _preferences(
    options: SetOptions, target: TargetCurve, motions: Sequence[MemberMotion], spectra: FloatArray
) -> FloatArray:
    """Return how far each candidate's scaled velocity, its duration and its site are from those wanted."""
    cost = np.zeros(len(motions))
    if options.scenario is not None:
        implied = implied_measures(scenario_of(options.scenario))
        factors = np.exp((np.log(target.acceleration) - np.log(spectra)).mean(axis=1))
        for at, item in enumerate(motions):
            found = item.numbers
            if implied.pgv is not None:
                cost[at] += 0.5 * abs(math.log(factors[at] * found.pgv[0] / implied.pgv))
            if implied.duration is not None:
                long = found.duration[0]
                cost[at] += 0.5 * abs(math.log(long / implied.duration)) if long > 0.0 else 1.0
    if options.site_class is not None:
        low, high = SITE_CLASSES[options.site_class]
        for at, item in enumerate(motions):
            vs30 = item.candidate.vs30
            if vs30 is None:
                cost[at] += _UNKNOWN_PREFERENCE
            elif not low <= vs30 <= high:
                cost[at] += min(abs(math.log(vs30 / max(low, 1.0))), abs(math.log(vs30 / high)))
    return cost


def finish_set(choice: Choice, motions: Mapping[str, GroundMotion]) -> tuple[MotionSet, dict[str, float]]:
    """Return the set with exact spectra, and the factor of each motion by its name.

    ``motions`` are the members as they are read and processed, unscaled, by name.
    """
    target, combination = choice.target, choice.combination
    spectra = {
        item.candidate.name: _pair_spectra(motions[item.candidate.name], target.periods) for item in choice.members
    }
    combined = np.array([combine(spectra[item.candidate.name], combination) for item in choice.members])
    factors = np.array([item.factor for item in choice.members])
    if target.anchor is not None:
        factors = target.acceleration[target.anchor] / combined[:, target.anchor]
    mean = (factors[:, None] * combined).mean(axis=0)
    if target.anchor is None:
        common = float((target.acceleration / mean).max())
        factors, mean = factors * common, mean * common
    ratio = mean / target.acceleration
    across = np.array(
        [factor * spectra[item.candidate.name][0] for item, factor in zip(choice.members, factors, strict=True)]
    )
    members = tuple(
        _member(item, motions[item.candidate.name], float(factor))
        for item, factor in zip(choice.members, factors, strict=True)
    )
    lowest = int(np.argmin(ratio))
    measured = _measured(choice, members)
    pga = None if target.pga is None else float(np.mean([member.pga for member in members])) / target.pga
    rules = (
        *count_rules(members, types=choice.options.required_types, near_fault=choice.options.near_fault),
        *fit_rules(
            lowest=float(ratio[lowest]),
            lowest_period=float(target.periods[lowest]),
            floor=target.floor,
            factors=factors.tolist(),
            pga=pga,
            across=float((across.mean(axis=0) / target.acceleration).min()),
            measured=measured,
        ),
    )
    remarks = (*target.remarks, *_set_remarks(choice, members, measured), *rule_remarks(rules))
    found = MotionSet(
        target=target.key,
        source=target.source,
        verified=target.verified,
        combination=combination,
        demand=target.pga,
        period=choice.period,
        secant_period=choice.options.secant_period,
        shortest=float(target.periods[0]),
        longest=float(target.periods[-1]),
        candidates=choice.candidates,
        members=members,
        rules=rules,
        lacks=lacks_of(rules),
        refused=choice.refused,
        remarks=remarks,
        spectra=_spectra_table(choice, factors, motions),
        curve=_curve_table(choice, mean, across.mean(axis=0)),
    )
    return found, {member.name: member.factor for member in members}


def _pair_spectra(motion: GroundMotion, periods: FloatArray) -> FloatArray:
    """Return the spectra of the components across and along [m/s2], shape (components, periods)."""
    names = [name for name in ("across", "along") if name in {item.name for item in motion.directions}]
    return np.array(
        [
            response_spectrum(
                np.ascontiguousarray(motion.acceleration[:, motion.column(name)]), motion.step, periods=periods
            ).psa
            for name in names
        ]
    )


def _member(item: MemberMotion, motion: GroundMotion, factor: float) -> SetMember:
    column = motion.column("across")
    samples = np.ascontiguousarray(motion.acceleration[:, column])
    found = item.candidate
    period = mean_period(samples, motion.step)
    return SetMember(
        name=found.name,
        event=item.event if item.event != UNKNOWN else "",
        date=found.date or item.numbers.time[:10],
        magnitude=found.magnitude,
        mechanism=found.mechanism,
        station=found.station or item.numbers.station,
        agency=found.agency,
        distance=found.distance,
        vs30=found.vs30,
        near_fault=bool(found.near_fault),
        pulse_period=found.pulse_period if found.pulse_period is not None else item.numbers.pulse_period,
        synthetic=item.synthetic,
        files=found.files,
        across=item.numbers.components[0],
        factor=factor,
        pga=factor * float(motion.peak_acceleration[column]),
        pgv=factor * float(motion.peak_velocity[column]),
        duration=significant_duration(samples, motion.step),
        mean_period=math.nan if period is None else period,
        licence=found.licence,
        citation=found.citation,
        note=found.note,
    )


def _measured(choice: Choice, members: Sequence[SetMember]) -> dict[str, float]:
    """Return mean velocity and duration over those that the governing earthquake implies, where a model gives them."""
    if choice.options.scenario is None:
        return {}
    implied = implied_measures(scenario_of(choice.options.scenario))
    ratios: dict[str, float] = {}
    if implied.pgv is not None:
        ratios["velocity"] = float(np.exp(np.mean([math.log(member.pgv) for member in members]))) / implied.pgv
    if implied.duration is not None:
        durations = [math.log(max(member.duration, 1e-3)) for member in members]
        ratios["duration"] = float(np.exp(np.mean(durations))) / implied.duration
    return ratios


def _set_remarks(choice: Choice, members: Sequence[SetMember], measured: Mapping[str, float]) -> tuple[Remark, ...]:
    remarks: list[Remark] = []
    if choice.options.scenario is not None and len(measured) < 2:
        key = "set_duration_not_compared" if "velocity" in measured else "set_velocity_not_compared"
        remarks.append(Remark(kind="warning", key=key if measured else "set_measures_not_compared"))
    if choice.refused:
        remarks.append(Remark(kind="warning", key="set_refused", count=len(choice.refused)))
    unknown = [member.name for member in members if not member.event]
    if unknown:
        remarks.append(Remark(kind="warning", key="set_event_unknown", text=", ".join(unknown)))
    invented = [member.name for member in members if member.synthetic]
    if invented:
        remarks.append(Remark(kind="assumption", key="set_synthetic", text=", ".join(invented)))
    if not choice.options.required_types:
        remarks.append(Remark(kind="warning", key="set_types_not_given"))
    if choice.options.secant_period is None:
        remarks.append(Remark(kind="assumption", key="set_no_secant_period", amount=choice.period, unit="s"))
    if choice.options.site_class is not None:
        low, high = SITE_CLASSES[choice.options.site_class]
        others = [member.name for member in members if member.vs30 is None or not low <= member.vs30 <= high]
        if others:
            remarks.append(Remark(kind="warning", key="set_other_sites", text=", ".join(others)))
    return tuple(remarks)


def _spectra_table(choice: Choice, factors: FloatArray, motions: Mapping[str, GroundMotion]) -> Table:
    """Return the scaled combined spectra over a range wider than that of the comparison, for the picture."""
    periods = _drawn_periods(choice.target.periods)
    rows: dict[str, list[FloatArray]] = {"motion": [], "period": [], "acceleration": []}
    for item, factor in zip(choice.members, factors, strict=True):
        name = item.candidate.name
        rows["motion"].append(np.array([name] * len(periods)))
        rows["period"].append(periods)
        rows["acceleration"].append(factor * combine(_pair_spectra(motions[name], periods), choice.combination))
    return Table({key: np.concatenate(parts) for key, parts in rows.items()})


def _drawn_periods(periods: FloatArray) -> FloatArray:
    return np.geomspace(max(0.5 * float(periods[0]), 0.01), min(2.0 * float(periods[-1]), 10.0), 100)


def _curve_table(choice: Choice, mean: FloatArray, across: FloatArray) -> Table:
    target = choice.target
    spread = np.zeros_like(target.acceleration) if target.deviation is None else target.deviation
    return Table(
        {
            "period": target.periods,
            "target": target.acceleration,
            "mean": mean,
            "across": across,
            "low": target.acceleration * np.exp(-spread),
            "high": target.acceleration * np.exp(spread),
        }
    )
