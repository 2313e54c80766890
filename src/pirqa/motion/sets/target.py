"""Target spectrum of a set: a code's design spectrum, a file, or a conditional spectrum; over which periods.

A file holds period and acceleration in columns, or OpenQuake's uniform-hazard spectra.
"""

from __future__ import annotations

import codecs
import csv
import io
import math
import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pirqa.errors import OptionsError, RecordError
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.motion.design_spectrum import E030, DesignSpectra, DesignSpectrumOptions, design_spectrum
from pirqa.motion.hazard import Scenario, ScenarioMechanism, conditional_spectrum
from pirqa.motion.sets.options import Combination, ScenarioOptions, SetOptions
from pirqa.units import ACCELERATION, STANDARD_GRAVITY, TIME, Dimension

_POINTS = 60
"""Number of periods at which a set is compared with its target."""
_RIGID = 0.03
"""Longest period whose spectral acceleration stands for the peak ground acceleration [s]."""
_SAME_PEAK = 0.02
"""Part by which a demand and the peak ground acceleration of its spectrum may differ: both are rounded."""
_CONDITIONAL_FLOOR = 0.9
"""Least ratio of a set's mean to a conditional spectrum: with each motion tied to one period no common factor is left,
and EN 1998-1 §3.2.3.1.2(4) asks for 90 % of a target spectrum."""


@dataclass(frozen=True, kw_only=True, eq=False)
class TargetCurve:
    """The target at the periods at which a set is compared with it."""

    key: str
    source: str
    verified: bool
    periods: FloatArray
    """Rising [s]."""
    acceleration: FloatArray
    """[m/s2], of the shape of ``periods``."""
    deviation: FloatArray | None = None
    """Standard deviation of the logarithm; none where the target has none."""
    anchor: int | None = None
    """Place of the conditioning period; none where there is none."""
    pga: float | None = None
    """Peak ground acceleration that it stands for [m/s2]; none where it does not say."""
    combination: Combination = "geometric_mean"
    """How the components of a motion make the spectrum that is compared, unless the options say otherwise."""
    floor: float = 1.0
    """Least ratio of the mean of a set to the target."""
    remarks: tuple[Remark, ...] = ()
    """What the target assumes."""


def period_range(options: SetOptions, period: float | None) -> tuple[float, float, float]:
    """Return T1 and the range of periods: 0.2 T1 to the greater of 1.5 T1 and 1.5 Ts [s].

    ``period`` is T1 where the options do not give it.
    """
    first = options.period if options.period is not None else period
    if first is None:
        raise OptionsError(
            "motion.set.period: missing; the range of periods of the set follows from the period of the wall: give "
            'period = "0.25 s", say'
        )
    longest = 1.5 * max(first, options.secant_period or 0.0)
    return first, 0.2 * first, longest


def target_curve(
    options: SetOptions, designs: DesignSpectra | None, folder: Path, shortest: float, longest: float
) -> TargetCurve:
    """Return the target of ``options`` over the range of periods [s]; files are paths from ``folder``."""
    periods = np.geomspace(shortest, longest, _POINTS)
    if options.spectrum is not None:
        return _from_file(options, folder, periods)
    if options.conditional is not None:
        return _conditional(options, periods)
    return _design(options, designs, periods)


def _design(options: SetOptions, designs: DesignSpectra | None, periods: FloatArray) -> TargetCurve:
    if designs is None:
        raise OptionsError(
            "motion.set: has no target; give a design spectrum such as [motion.design.e030_2018] with zone and soil, "
            "[motion.set.spectrum] with file, or [motion.set.conditional]"
        )
    given = designs.given
    if options.target is None and len(given) > 1:
        raise OptionsError(f"motion.set.target: which design spectrum is the target? Give one of {', '.join(given)}")
    name = options.target or given[0]
    if name not in given:
        raise OptionsError(f"motion.set.target: {name} is not under [motion.design] ({', '.join(given)})")
    asked: DesignSpectrumOptions = getattr(designs, name)
    if getattr(asked, "reduction", 1.0) != 1.0 or getattr(asked, "vertical", False):
        raise OptionsError(f"motion.set.target: {name} must be elastic and horizontal: reduction = 1, vertical = false")
    if getattr(asked, "damping", 0.05) != 0.05:
        raise OptionsError(f"motion.set.target: {name} must be for 5 % damping, as the spectra of the motions are")
    if isinstance(asked, E030):  # no motion has 2.5 times its peak at T = 0: with the rise of Art. 30.1.4
        asked = replace(asked, rise=True)
    spectrum = design_spectrum(asked)
    peruvian = name.startswith("e030")
    if options.combination == "srss" and not peruvian:
        raise OptionsError(
            f'motion.set.combination: "srss" is for E.030; {name} is the spectrum of one component, which srss would '
            'reach with motions that are 1.4 times too weak: give "geometric_mean" or "larger"'
        )
    return TargetCurve(
        key=name,
        source=spectrum.source,
        verified=spectrum.verified,
        periods=periods,
        acceleration=spectrum.acceleration(periods),
        pga=_peak(options, spectrum.pga, name),
        combination="srss" if peruvian else "geometric_mean",
    )


def _from_file(options: SetOptions, folder: Path, periods: FloatArray) -> TargetCurve:
    asked = options.spectrum
    assert asked is not None
    found = read_spectrum(
        folder / asked.file, longitude=asked.longitude, latitude=asked.latitude, probability=asked.probability
    )
    first, last = float(found.periods[found.periods > 0.0][0]), float(found.periods[-1])
    if (periods[0] < first * (1 - 1e-9) and found.periods[0] > 0.0) or periods[-1] > last * (1 + 1e-9):
        raise OptionsError(
            f"motion.set.spectrum: {asked.file} goes from {found.periods[0]:g} to {last:g} s; the set needs "
            f"{periods[0]:.3g} to {periods[-1]:.3g} s: give a spectrum of a wider range, or another period"
        )
    deviation = None if found.sigma is None else _between(found.periods, found.sigma, periods)
    rigid = found.periods[0] <= _RIGID
    pga = float(found.acceleration[0]) if rigid else None
    return TargetCurve(
        key="spectrum",
        source=found.source,
        verified=True,
        periods=periods,
        acceleration=np.exp(_between(found.periods, np.log(found.acceleration), periods)),
        deviation=deviation,
        pga=_peak(options, pga, asked.file),
        remarks=(Remark(kind="warning", key="set_srss"),) if options.combination == "srss" else (),
    )


def _peak(options: SetOptions, own: float | None, name: str) -> float | None:
    """Return the peak ground acceleration of the demand; one that is not the spectrum's own would rename its level."""
    if options.demand is None or own is None:
        return own if options.demand is None else options.demand
    if abs(options.demand / own - 1.0) > _SAME_PEAK:
        raise OptionsError(
            f"motion.set.demand: {options.demand / STANDARD_GRAVITY:.3g} g, and the peak ground acceleration of {name} "
            f"is {own / STANDARD_GRAVITY:.3g} g; remove demand, or give the spectrum of that demand"
        )
    return options.demand


def _between(known: FloatArray, values: FloatArray, periods: FloatArray) -> FloatArray:
    """Interpolate in the logarithm of the period; the value at period 0 stands at 1 ms."""
    logs = np.log(np.maximum(known, 1e-3))
    return np.asarray(np.interp(np.log(periods), logs, values))


def scenario_of(options: ScenarioOptions) -> Scenario:
    """Return the governing earthquake as the ground-motion models take it; an oblique slip is taken as unspecified."""
    mechanism: ScenarioMechanism = "unspecified"
    if options.mechanism is not None and options.mechanism != "oblique":
        mechanism = options.mechanism
    return Scenario(
        magnitude=options.magnitude,
        distance=options.distance,
        mechanism=mechanism,
        vs30=options.vs30,
        depth=options.depth,
    )


def _conditional(options: SetOptions, periods: FloatArray) -> TargetCurve:
    asked = options.conditional
    assert asked is not None
    assert options.scenario is not None
    if options.combination == "srss":
        raise OptionsError(
            'motion.set.combination: "srss" is for E.030; a ground-motion model gives the spectrum of one component, '
            'which srss would reach with motions that are 1.4 times too weak: give "geometric_mean" or "larger"'
        )
    if not periods[0] * (1 - 1e-9) <= asked.period <= periods[-1] * (1 + 1e-9):
        raise OptionsError(
            f"motion.set.conditional.period: {asked.period:g} s is outside the range of the set, {periods[0]:.3g} to "
            f"{periods[-1]:.3g} s; give a period within it"
        )
    anchor = int(np.argmin(np.abs(np.log(periods / asked.period))))
    periods = periods.copy()
    periods[anchor] = asked.period
    found = conditional_spectrum(
        asked.model,
        scenario_of(options.scenario),
        period=asked.period,
        epsilon=asked.epsilon,
        acceleration=asked.acceleration,
        periods=periods,
    )
    return TargetCurve(
        key="conditional",
        source=found.source,
        verified=True,
        periods=periods,
        acceleration=found.median,
        deviation=found.sigma,
        anchor=anchor,
        pga=options.demand,
        floor=_CONDITIONAL_FLOOR,
        remarks=found.remarks,
    )


_LARGEST = 50_000_000
"""Bytes of a file."""
_EXAMPLE = '"T [s], Sa [g]"'
_PERIODS = ("t", "period", "periods", "periodo", "período")
_ACCELERATIONS = (
    "sa",
    "psa",
    "se",
    "acceleration",
    "spectral_acceleration",
    "aceleracion",
    "aceleración",
    "accelerazione",
)
_SIGMAS = ("sigma", "sigma_ln", "sigma_lnsa", "ln_std", "beta", "desviacion", "desviación")
_PLACES = ("custom_site_id", "site_id", "depth")
"""Columns of an OpenQuake export that a spectrum does not need."""
_NEAR = 0.05
"""Greatest distance of the site from one of the file [deg]."""
_LISTED = 6
"""Sites that a message lists."""

Rows = list[tuple[int, list[str]]]


@dataclass(frozen=True, kw_only=True, eq=False)
class TargetSpectrum:
    """A spectrum out of a file."""

    periods: FloatArray
    """Rising [s]; 0 is the peak ground acceleration."""
    acceleration: FloatArray
    """[m/s2], of the shape of ``periods``."""
    sigma: FloatArray | None
    """Standard deviation of the logarithm; none where the file does not give it."""
    source: str


def read_spectrum(
    path: Path,
    *,
    longitude: float | None = None,
    latitude: float | None = None,
    probability: float | None = None,
) -> TargetSpectrum:
    """Read a target spectrum.

    The file is a CSV with columns such as ``T [s]``, ``Sa [g]`` and perhaps ``sigma``, or what OpenQuake exports as CSV
    for uniform-hazard spectra (``hazard_uhs-mean_1.csv``). Of the latter, ``longitude`` and ``latitude`` [deg] choose
    the site, within 0.05°, and ``probability`` the probability of exceedance.
    """
    text = _text(path)
    comments = [line for line in text.splitlines() if line.lstrip(' "').startswith("#")]
    rows = _rows(path, text)
    if not rows:
        raise RecordError(f"{path}: is empty; give columns such as {_EXAMPLE}")
    head = [cell.strip().lower() for cell in rows[0][1]]
    if "lon" in head and "lat" in head:
        return _uniform_hazard(path, comments, rows, longitude, latitude, probability)
    for key, value in (("longitude", longitude), ("probability", probability)):
        if value is not None:
            raise OptionsError(
                f"motion.set.spectrum.{key}: {path} holds one spectrum, without sites or probabilities; remove {key}"
            )
    return _columns(path, rows)


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise RecordError(f"{path}: is over {_LARGEST // 1_000_000} MB; give a spectrum of fewer sites")
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: cannot be read: {error.strerror or error}; check the path") from error
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise RecordError(f"{path}: is not text; save the spectrum as CSV with columns such as {_EXAMPLE}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _rows(path: Path, text: str) -> Rows:
    """Return the rows with the number of their line, without remarks."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip(' "').startswith("#")]
    first = lines[0] if lines else ""
    mark = max(";\t,", key=lambda sign: (first.count(sign) > 0, sign != ","))
    reader = csv.reader(io.StringIO(text), delimiter=mark)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise RecordError(f"{path}: line {reader.line_num}: {error}; save the spectrum as CSV again") from error
    rows = [(line, row) for line, row in rows if not row[0].lstrip().startswith("#")]
    return rows if mark == "," else _decimal_points(path, rows)


def _decimal_points(path: Path, rows: Rows) -> Rows:
    """Turn decimal commas into points; commas that may part thousands are an error."""
    cells = [(line, cell.strip()) for line, row in rows[1:] for cell in row]
    commas = [(line, cell) for line, cell in cells if re.fullmatch(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?", cell)]
    if not commas:
        return rows
    points = [line for line, cell in cells if "." in cell]
    if points or all(re.fullmatch(r"[+-]?[1-9]\d{0,2},\d{3}", cell) for _, cell in commas):
        line, cell = commas[0]
        raise RecordError(f'{path}: line {line}: the comma of "{cell}" may part decimals or thousands; write points')
    return [(line, row if at == 0 else [cell.replace(",", ".") for cell in row]) for at, (line, row) in enumerate(rows)]


def _number(path: Path, line: int, name: str, text: str) -> float:
    try:
        value = float(text.strip()) if "_" not in text else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RecordError(
            f'{path}: line {line}, column "{name}": "{text.strip()[:30]}" is not a number; repair the cell'
        )
    return value


def _columns(path: Path, rows: Rows) -> TargetSpectrum:
    """Read a spectrum that has a row for each period."""
    first, head = rows[0]
    places: dict[str, tuple[int, float]] = {}
    for at, cell in enumerate(head):
        kind, scale = _column(path, first, cell)
        if kind in places:
            raise RecordError(f'{path}: line {first}: columns "{head[places[kind][0]]}" and "{cell}" are both {kind}')
        places[kind] = (at, scale)
    for kind in ("period", "acceleration"):
        if kind not in places:
            raise RecordError(f"{path}: line {first}: has no column of {kind}; give columns such as {_EXAMPLE}")
    values: dict[str, list[float]] = {kind: [] for kind in places}
    lines: list[int] = []
    for line, row in rows[1:]:
        if len(row) != len(head):
            raise RecordError(f"{path}: line {line}: has {len(row)} cells, the head {len(head)}; repair the row")
        for kind, (at, scale) in places.items():
            values[kind].append(scale * _number(path, line, head[at].strip(), row[at]))
        lines.append(line)
    _check(path, lines, values["period"], values["acceleration"])
    sigma = values.get("sigma")
    if sigma is not None and min(sigma) < 0.0:
        line = lines[int(np.argmin(sigma))]
        raise RecordError(f"{path}: line {line}: sigma is {min(sigma):g}; it must be 0 or more")
    return TargetSpectrum(
        periods=np.array(values["period"]),
        acceleration=np.array(values["acceleration"]),
        sigma=None if sigma is None else np.array(sigma),
        source=path.name,
    )


def _column(path: Path, line: int, cell: str) -> tuple[str, float]:
    """Return what a column holds, and the SI value of its unit."""
    match = re.fullmatch(r"\s*([^\[\]()]*?)\s*(?:[\[(]\s*([^\])]*?)\s*[\])])?\s*", cell)
    name = (match[1] if match else cell).strip().lower().replace(" ", "_")
    unit = (match[2] or "" if match else "").strip().replace("²", "2").replace("^2", "2").replace("m/s/s", "m/s2")
    if name in _SIGMAS:
        if unit not in ("", "-", "ln"):
            raise RecordError(
                f'{path}: line {line}: column "{cell.strip()}": sigma is of the logarithm and has no unit'
            )
        return "sigma", 1.0
    if name in _PERIODS:
        return "period", _unit(path, line, cell, unit, TIME)
    if name in _ACCELERATIONS:
        return "acceleration", _unit(path, line, cell, unit, ACCELERATION)
    raise RecordError(
        f'{path}: line {line}: column "{cell.strip()[:40]}" is not known; give columns such as {_EXAMPLE}, and sigma'
    )


def _unit(path: Path, line: int, cell: str, unit: str, dimension: Dimension) -> float:
    units = {name.lower(): value for name, value in dimension.units.items()}
    if unit.lower() not in units:
        problem = f'unit "{unit}" is not known' if unit else "has no unit"
        raise RecordError(
            f'{path}: line {line}: column "{cell.strip()[:40]}": {problem}; write one of '
            f"{', '.join(dimension.units)} in brackets, as in {_EXAMPLE}"
        )
    return units[unit.lower()]


def _check(path: Path, lines: list[int], periods: list[float], accelerations: list[float]) -> None:
    """Raise an error where the points are too few, not rising or not positive."""
    if len(periods) < 2:
        raise RecordError(f"{path}: has too few points ({len(periods)}); a spectrum needs 2 or more")
    for at, line in enumerate(lines):
        if periods[at] < 0.0:
            raise RecordError(f"{path}: line {line}: the period is {periods[at]:g} s; it must be 0 or more")
        if at and periods[at] <= periods[at - 1]:
            raise RecordError(
                f"{path}: line {line}: the period is {periods[at]:g} s after {periods[at - 1]:g} s; periods must rise"
            )
        if accelerations[at] <= 0.0:
            raise RecordError(
                f"{path}: line {line}: the acceleration is {accelerations[at]:g} m/s2; it must be greater than 0"
            )


def _uniform_hazard(
    path: Path,
    comments: list[str],
    rows: Rows,
    longitude: float | None,
    latitude: float | None,
    probability: float | None,
) -> TargetSpectrum:
    """Read the spectrum of a site from an export of OpenQuake, accelerations in g.

    Columns are ``0.1~PGA`` or ``0.1~SA(0.2)``: probability of exceedance in the time of investigation, and measure;
    older versions write ``0.1-PGA``.
    """
    kind, years = _stated(path, comments)
    first, head = rows[0]
    head = [cell.strip() for cell in head]
    places = {cell.lower(): at for at, cell in enumerate(head)}
    spectra: dict[float, dict[float, int]] = {}
    for at, cell in enumerate(head):
        if cell.lower() in ("lon", "lat", *_PLACES):
            continue
        match = re.fullmatch(r"(\d[\d.]*(?:[eE][+-]?\d+)?)[~-](?:PGA|SA\(([\d.]+(?:[eE][+-]?\d+)?)\))", cell)
        if match is None:
            raise RecordError(
                f'{path}: line {first}: column "{cell[:40]}" is none of a uniform-hazard spectrum, as 0.1~PGA and '
                "0.1~SA(0.2) are; export the spectra as CSV again"
            )
        of_probability = spectra.setdefault(float(match[1]), {})
        period = float(match[2] or 0.0)
        if period in of_probability:
            raise RecordError(f'{path}: line {first}: column "{cell}" stands twice; remove one')
        of_probability[period] = at
    chosen = _probability(path, list(spectra), probability)
    line, row = _site(path, rows, places["lon"], places["lat"], longitude, latitude)
    if len(row) != len(head):
        raise RecordError(f"{path}: line {line}: has {len(row)} cells, the head {len(head)}; export the spectra again")
    periods = sorted(spectra[chosen])
    values = [_number(path, line, head[at], row[at]) for at in (spectra[chosen][period] for period in periods)]
    if len(periods) < 2:
        raise RecordError(
            f"{path}: has too few points ({len(periods)}) of probability {chosen:g}; a spectrum needs 2 or more"
        )
    for period, value in zip(periods, values, strict=True):
        if value <= 0.0:
            raise RecordError(
                f"{path}: line {line}: the acceleration at {period:g} s is {value:g} g at the probability {chosen:g}; "
                "it must be greater than 0: choose a smaller probability"
            )
    where = f"{float(row[places['lon']]):g}, {float(row[places['lat']]):g}"
    span = "" if years is None else f" in {years:g} years"
    return TargetSpectrum(
        periods=np.array(periods),
        acceleration=STANDARD_GRAVITY * np.array(values),
        sigma=None,
        source=f"{path.name}: uniform-hazard spectrum ({kind}), {100.0 * chosen:.4g} %{span}, site {where}",
    )


def _stated(path: Path, comments: list[str]) -> tuple[str, float | None]:
    """Return which statistic the spectra are, and the time of their probabilities [years]."""
    text = " ".join(comments)
    match = re.search(r"kind=['\"]*([\w.-]+)", text) or re.search(r"#\s*([A-Za-z][\w.-]*)\s*,", text)
    named = re.search(r"uhs-([a-z]+(?:-[\d.]+)?)", path.name)
    kind = match[1] if match else named[1] if named else "OpenQuake"
    if kind == "std" or (named and named[1] == "std"):
        raise RecordError(f"{path}: holds the standard deviation of spectra; give the mean, hazard_uhs-mean")
    years = re.search(r"investigation_time=\s*([\d.]+)", text)
    return kind, float(years[1]) if years else None


def _probability(path: Path, known: list[float], wanted: float | None) -> float:
    if not known:
        raise RecordError(f"{path}: line 1: has no spectrum; export the spectra as CSV again")
    listed = ", ".join(f"{value:g}" for value in known)
    if wanted is None:
        if len(known) > 1:
            raise OptionsError(
                f"motion.set.spectrum.probability: missing; {path} has spectra of the probabilities {listed}"
            )
        return known[0]
    nearest = min(known, key=lambda value: abs(value - wanted))
    if abs(nearest - wanted) > 1e-3 * wanted:
        raise OptionsError(f"motion.set.spectrum.probability: {wanted:g} is not in {path}; it has {listed}")
    return nearest


def _site(
    path: Path, rows: Rows, lon: int, lat: int, longitude: float | None, latitude: float | None
) -> tuple[int, list[str]]:
    """Return the row of the site, with the number of its line."""
    sites: list[tuple[float, float, int, list[str]]] = []
    for line, row in rows[1:]:
        if len(row) <= max(lon, lat):
            raise RecordError(f"{path}: line {line}: has no longitude and latitude; export the spectra again")
        sites.append((_number(path, line, "lon", row[lon]), _number(path, line, "lat", row[lat]), line, row))
    if not sites:
        raise RecordError(f"{path}: has no site; export the spectra as CSV again")
    if longitude is None or latitude is None:
        if len(sites) > 1:
            listed = _list_sites(sites)
            raise OptionsError(
                f"motion.set.spectrum: {path} has {len(sites)} sites ({listed}); give longitude and latitude"
            )
        return sites[0][2], sites[0][3]

    def apart(site: tuple[float, float, int, list[str]]) -> float:
        east = (site[0] - longitude + 180.0) % 360.0 - 180.0
        return math.hypot(east * math.cos(math.radians(latitude)), site[1] - latitude)

    near = sorted(sites, key=apart)
    if apart(near[0]) > _NEAR:
        raise OptionsError(
            f"motion.set.spectrum: {path} has no site within {_NEAR:g}° of {longitude:g}, {latitude:g}; the nearest of "
            f"its {len(sites)} sites: {_list_sites(near)}"
        )
    if len(near) > 1 and near[0][:2] == near[1][:2]:
        raise RecordError(f"{path}: lines {near[0][2]} and {near[1][2]} are of one site; remove one")
    return near[0][2], near[0][3]


def _list_sites(sites: list[tuple[float, float, int, list[str]]]) -> str:
    """Return longitude and latitude of the first sites, for a message."""
    listed = "; ".join(f"{site[0]:g}, {site[1]:g}" for site in sites[:_LISTED])
    return f"{listed}; …" if len(sites) > _LISTED else listed
