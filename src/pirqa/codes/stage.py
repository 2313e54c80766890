"""The codes stage: from mechanisms to verifications."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pirqa.codes import ntc2018
from pirqa.codes.apply import Situation, verify_2008, verify_2018
from pirqa.codes.checks import activation_checks, check_of
from pirqa.codes.curves import demand_curves
from pirqa.codes.demand import floor_of
from pirqa.codes.options import CodesOptions, Rule
from pirqa.codes.result import CodesResult, Retrofit, Verification
from pirqa.codes.retrofit import Rebuild, retrofits
from pirqa.errors import OptionsError
from pirqa.model.check import Check
from pirqa.model.mechanism import Mechanism
from pirqa.model.remark import Remark
from pirqa.progress import SILENT, Observer

__all__ = ["verifications_of", "verify_mechanisms"]


def verify_mechanisms(
    mechanisms: Sequence[Mechanism],
    options: CodesOptions,
    *,
    rebuild: Rebuild | None = None,
    governing: str | None = None,
    observer: Observer = SILENT,
) -> CodesResult:
    """Every rule that ``options`` ask for on every mechanism.

    ``rebuild`` gives the mechanisms again with more force or thickness; ``options.retrofit`` needs it. ``governing`` is
    the key of the spectrum that governs at the site; where absent every spectrum of a code in force counts.
    """
    if options.retrofit is not None and rebuild is None:
        raise OptionsError("codes.retrofit needs mechanisms that can be built again: add limit to the analyses")
    judged = [item for item in mechanisms if not item.local or options.structure_period is not None]
    observer.begin("Verification by codes", len(judged))
    rows: list[Verification] = []
    for item in judged:
        rows += verifications_of(item, options)
        observer.advance()
    observer.end()
    by_name = {item.name: item for item in judged}
    return CodesResult(
        verifications=tuple(rows),
        demands=demand_curves(judged, rows, options),
        retrofits=_retrofits(rows, judged, options, rebuild),
        checks=(*activation_checks(judged, options, governing), *_checks(rows, by_name, options, governing)),
        remarks=_remarks(mechanisms, options),
    )


def _checks(
    rows: Sequence[Verification], mechanisms: Mapping[str, Mechanism], options: CodesOptions, governing: str | None
) -> Iterator[Check]:
    states = dict.fromkeys(row.limit_state for row in rows)
    spectra = {
        (state, spectrum.name): spectrum
        for state in states
        for spectrum in options.elastic_spectra(state).values()  # type: ignore[arg-type]  # as its rows say it
    }
    for row in rows:
        yield check_of(row, mechanisms[row.mechanism], spectra[row.limit_state, row.spectrum], governing)


def verifications_of(mechanism: Mechanism, options: CodesOptions) -> list[Verification]:
    """Every rule on one mechanism, the confidence factor that governs first and the others beside it."""
    floor = floor_of(mechanism, options)
    rows: list[Verification] = []
    for rule in options.rules:
        for limit_state in ("SLV",) if rule == "ntc2008" else options.limit_states:
            for spectrum in options.elastic_spectra(limit_state).values():
                for factor, governs in _confidence_factors(rule, mechanism, options):
                    case = Situation(
                        mechanism=mechanism,
                        spectrum=spectrum,
                        floor=floor,
                        confidence_factor=factor,
                        governs=governs,
                    )
                    if rule == "ntc2008":
                        rows += verify_2008(case, options)
                    else:
                        rows += verify_2018(case, options, limit_state)
    return rows


def _confidence_factors(rule: Rule, mechanism: Mechanism, options: CodesOptions) -> list[tuple[float, bool]]:
    """FC that governs, and those that always stand beside it: 1 and that of the least knowledge."""
    # the Chokepukio paper, our only source for the older rule, has no FC
    asked = 1.0
    if rule == "ntc2018":
        asked = ntc2018.confidence_factor(options.knowledge, crushing=mechanism.crushing)
    beside = {1.0, ntc2018.CONFIDENCE_FACTORS["LC1"]} - {asked}
    return [(asked, True), *((factor, False) for factor in sorted(beside))]


def _retrofits(
    rows: Sequence[Verification], mechanisms: Sequence[Mechanism], options: CodesOptions, rebuild: Rebuild | None
) -> tuple[Retrofit, ...]:
    if options.retrofit is None or rebuild is None:
        return ()
    bodies = [item for item in mechanisms if item.kind != "blocks"]  # those on the stones are not built again
    return retrofits(rows, bodies, options, rebuild, verifications_of)


def _remarks(mechanisms: Sequence[Mechanism], options: CodesOptions) -> tuple[Remark, ...]:
    if not mechanisms:
        return (Remark(kind="warning", key="codes_nothing_to_verify"),)
    found: list[Remark] = []
    local = [item.name for item in mechanisms if item.local]
    if local and options.structure_period is None:
        found.append(Remark(kind="warning", key="local_without_period", count=len(local), text=", ".join(local)))
    if local and options.structure_period is not None and not options.mode_levels:
        found.append(Remark(kind="assumption", key="mode_is_straight"))
    if any(item.kind == "bending" and not item.local for item in mechanisms):
        found.append(Remark(kind="assumption", key="bending_at_ground"))
    startless = [item.name for item in mechanisms if item.curve is None]
    if startless:
        found.append(Remark(kind="warning", key="no_capacity_curve", count=len(startless), text=", ".join(startless)))
    if "ntc2018" in options.rules and options.knowledge != "LC1" and not all(item.crushing for item in mechanisms):
        found.append(Remark(kind="warning", key="knowledge_overruled", text=options.knowledge))
    return tuple(found)
