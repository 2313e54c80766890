"""What a project file prints beside our own numbers, and the numbers of ours that it stands beside.

Each kind is one table of the file: a row of :data:`PUBLISHED`. They are read, kept with the results and given to the
report by the key of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from annotated_types import Ge, Gt, Lt

from pirqa.errors import ModelError, ProjectError, did_you_mean
from pirqa.model.check import LimitState
from pirqa.model.mechanism import LoadDirection
from pirqa.units import Acceleration, AnyQuantity, Frequency, Length, Quantity, Ratio, Time

if TYPE_CHECKING:
    from pirqa.project.schema import ProjectFile


@dataclass(frozen=True, kw_only=True)
class Published:
    """A number printed elsewhere, to stand beside ours in the report."""

    check: str
    """Id of the check it is compared with, such as statics.pseudo_static.whitman.sliding."""
    value: Annotated[float, Gt(0)]
    """The printed factor."""
    source: str
    """Where it is printed."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedMechanism:
    """A mechanism as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    mechanism: str
    """Name of our mechanism it is compared with, such as overturning.outward.base."""
    source: str
    """Where it is printed."""
    label: str = ""
    """What it is called there."""
    rule: str = "ntc2008"
    """Rule by which it was verified there."""
    spectrum: str = "e030_2003"
    """Spectrum whose demand was used there."""
    limit_state: str = "SLV"
    """Limit state that was verified there, as the code calls it."""
    confidence_factor: Annotated[Ratio, Ge(1)] = 1.0
    """Confidence factor that was used there."""
    multiplier: Annotated[Ratio, Gt(0)] | None = None
    """Printed multiplier that starts it, α0."""
    spectral_acceleration: Annotated[Acceleration, Gt(0)] | None = None
    """Printed spectral acceleration that starts it, a0* [m/s2]."""
    ultimate_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed ultimate spectral displacement, du* [m]."""
    secant_period: Annotated[Time, Gt(0)] | None = None
    """Printed secant period, Ts [s]."""
    acceleration_demand: Annotated[Acceleration, Gt(0)] | None = None
    """Printed demand in acceleration [m/s2]."""
    displacement_demand: Annotated[Length, Gt(0)] | None = None
    """Printed demand in displacement [m]."""
    acceleration_factor: Annotated[Ratio, Gt(0)] | None = None
    """Printed factor in acceleration."""
    displacement_factor: Annotated[Ratio, Gt(0)] | None = None
    """Printed factor in displacement."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedMode:
    """A mode as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    mode: Annotated[int, Ge(1), Lt(1000)]
    """Number of our mode it is compared with, counted from 1."""
    model: str = ""
    """Name of our finite-element model it is compared with: one of [fe.models], or main; measured where absent."""
    source: str
    """Where it is printed."""
    frequency: Annotated[Frequency, Gt(0)] | None = None
    """Printed frequency [Hz]."""
    peak: Annotated[Frequency, Gt(0)] | None = None
    """Printed frequency of a picked peak [Hz]."""
    damping: Annotated[Ratio, Gt(0), Lt(1)] | None = None
    """Printed damping, as a fraction of critical."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedParameter:
    """A calibrated value as printed elsewhere, to stand beside ours in the report."""

    parameter: str
    """Name of our parameter it is compared with, one of [updating.parameters]."""
    value: Annotated[AnyQuantity, Gt(0)]
    """Printed value, with the unit of its kind."""
    source: str
    """Where it is printed."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedPushover:
    """A capacity curve as printed elsewhere, to stand beside ours in the report; what was not printed is left out."""

    source: str
    """Where it is printed."""
    direction: LoadDirection = "outward"
    """Direction of ours that it is compared with."""
    peak: Annotated[Ratio, Gt(0)] | None = None
    """Printed greatest load over weight."""
    yield_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at which the plateau begins [m]."""
    plateau_end: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at which the plateau ends [m]."""
    end_displacement: Annotated[Length, Gt(0)] | None = None
    """Printed displacement at the end of the curve [m]."""
    end_multiplier: Annotated[Ratio, Gt(0)] | None = None
    """Printed load over weight there."""
    note: str = ""
    """What to say where the two differ."""


@dataclass(frozen=True, kw_only=True)
class PublishedVerdict:
    """A verdict printed elsewhere, to stand beside ours in the report, with why the two differ."""

    statement: str
    """What was judged there, such as "sliding at a/g = 0.3"."""
    verdict: str
    """The printed verdict in one sentence."""
    source: str
    """Where it is printed."""
    limit_state: LimitState | None = None
    """Limit state of ours that it is compared with."""
    check: str = ""
    """Id of our check that it is compared with, where the statement is about one."""
    why: str = ""
    """Why the two differ."""

    def __post_init__(self) -> None:
        if self.limit_state is None and not self.check:
            raise ModelError("published_verdicts: give limit_state, or the id of a check, to compare the verdict with")


@dataclass(frozen=True, kw_only=True)
class PublishedTable:
    """One kind of printed number."""

    row: Any
    """Class of its rows."""
    about: str
    """What the table is for."""
    refuse: Callable[[ProjectFile, tuple[Any, ...]], None]
    """Raise where the analyses of the file give nothing that the rows stand beside."""
    named: Callable[[Any], str] = lambda _: ""
    """Name of the check or mechanism that a row is compared with, known only with the results."""
    noun: str = "check"
    """Kind of what is named."""

    @property
    def rows(self) -> Any:
        """Type of all its rows."""
        return tuple[self.row, ...]  # type: ignore[name-defined]


def refuse_published(parsed: ProjectFile) -> None:
    """Raise where a printed number has none of ours to stand beside."""
    for key, items in parsed.printed.items():
        PUBLISHED[key].refuse(parsed, items)


def refuse_unknown(path: str, printed: Mapping[str, tuple[Any, ...]], known: Mapping[str, Collection[str]]) -> None:
    """Raise where a printed number names a check or a mechanism that is not among the ``known`` ones, by noun."""
    for key, items in printed.items():
        table = PUBLISHED[key]
        for name in map(table.named, items):
            if name and name not in known[table.noun]:
                raise ProjectError(
                    f'{path}: {key}: no {table.noun} is called "{name}": {did_you_mean(name, known[table.noun])}'
                )


def in_si(printed: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Return the tables with plain numbers in SI units, where a row gave a quantity of any dimension."""
    return {
        key: tuple(
            replace(item, value=float(item.value)) if isinstance(item, PublishedParameter) else item for item in items
        )
        for key, items in printed.items()
    }


def _of_a_check(key: str) -> Callable[[ProjectFile, tuple[Any, ...]], None]:
    """Return a function that raises where a row of the table ``key`` names a check of another analysis."""

    def refuse(parsed: ProjectFile, items: tuple[Any, ...]) -> None:
        for item in items:
            stage = item.check.split(".")[0]
            if item.check and stage not in parsed.analyses:
                raise ProjectError(
                    f'{key}: "{item.check}" is no check of these analyses: {did_you_mean(stage, parsed.analyses)}'
                )

    return refuse


def _require(parsed: ProjectFile, analysis: str, statement: str) -> None:
    """Raise where the file does not list ``analysis``, whose numbers the printed ones stand beside."""
    if analysis not in parsed.analyses:
        raise ProjectError(f'{statement} the analysis "{analysis}"; add it to analyses')


def _refuse_mechanisms(parsed: ProjectFile, _: tuple[Any, ...]) -> None:
    _require(parsed, "codes", "published_mechanisms: they stand beside those of")


def _refuse_modes(parsed: ProjectFile, items: tuple[PublishedMode, ...]) -> None:
    if any(not item.model for item in items):
        _require(parsed, "oma", "published_modes: they stand beside those of")
    for item in items:
        if not item.model:
            continue
        _require(parsed, "fe", f'published_modes: model "{item.model}" is one of')
        from pirqa.fem.options import MAIN_MODEL

        known = (MAIN_MODEL, *parsed.options_of("fe").models)
        if item.model not in known:
            raise ProjectError(
                f'published_modes: model "{item.model}" is none of [fe.models]; {did_you_mean(item.model, known)}'
            )


def _refuse_parameters(parsed: ProjectFile, items: tuple[PublishedParameter, ...]) -> None:
    from pirqa.fem.updating.options import DIMENSION

    for item in items:
        _require(parsed, "updating", "published_parameters: they stand beside those of")
        known = parsed.options_of("updating").parameters
        if item.parameter not in known:
            raise ProjectError(
                f'published_parameters: "{item.parameter}" is none of [updating.parameters]; '
                f"{did_you_mean(item.parameter, tuple(known))}"
            )
        wanted = DIMENSION[known[item.parameter].kind]
        if isinstance(item.value, Quantity) and item.value.dimension.si != wanted.si:
            raise ProjectError(
                f'published_parameters: the value of "{item.parameter}" must be {wanted.noun}; '
                f"write for example {wanted.example}"
            )


def _refuse_pushover(parsed: ProjectFile, items: tuple[PublishedPushover, ...]) -> None:
    for curve in items:
        _require(parsed, "pushover", "published_pushover: it stands beside")
        if curve.direction not in parsed.options_of("pushover").directions:
            raise ProjectError(
                f'published_pushover: direction "{curve.direction}" is none of pushover.directions; add it there'
            )


_BESIDE = "printed elsewhere, to stand beside ours in the report"
PUBLISHED: Mapping[str, PublishedTable] = {
    "published": PublishedTable(
        row=Published,
        about=f"Numbers {_BESIDE}.",
        refuse=_of_a_check("published"),
        named=lambda item: str(item.check),
    ),
    "published_mechanisms": PublishedTable(
        row=PublishedMechanism,
        about=f"Mechanisms {_BESIDE}; for the analysis codes.",
        refuse=_refuse_mechanisms,
        named=lambda item: str(item.mechanism),
        noun="mechanism",
    ),
    "published_modes": PublishedTable(
        row=PublishedMode, about=f"Modes {_BESIDE}; for the analyses oma and fe.", refuse=_refuse_modes
    ),
    "published_parameters": PublishedTable(
        row=PublishedParameter,
        about=f"Calibrated values {_BESIDE}; for the analysis updating.",
        refuse=_refuse_parameters,
    ),
    "published_pushover": PublishedTable(
        row=PublishedPushover, about=f"Capacity curves {_BESIDE}; for the analysis pushover.", refuse=_refuse_pushover
    ),
    "published_verdicts": PublishedTable(
        row=PublishedVerdict,
        about=f"Verdicts {_BESIDE}.",
        refuse=_of_a_check("published_verdicts"),
        named=lambda item: str(item.check),
    ),
}
"""All tables of printed numbers, by their keys in the project file."""
