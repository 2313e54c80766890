"""References that do not fit those of the other setups: turned round, or swapped with another channel.

Near a mode all references move in fixed proportions, whatever the excitation. Their matrix of spectral densities over
its trace, R(f) = S(f) / tr S(f), is therefore much the same in every setup. Where one setup's R lies far from the
median of the others, and lies near it once a reference is turned round or changed for another channel, that is told.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from pirqa.model.polyhedron import FloatArray
from pirqa.oma.measurement import Degree
from pirqa.oma.poles import ComplexArray
from pirqa.oma.signals.spectra import Spectra

__all__ = ["mismatches"]


def mismatches(
    spectra: Sequence[Spectra], references: tuple[Degree, ...], *, doubt: float, better: float
) -> dict[tuple[str, Degree], tuple[str, str]]:
    """What seems wrong with a reference, by setup and degree: ``polarity``, or ``swapped`` and with which channel.

    ``doubt`` is the relative difference above which a setup is looked at, ``better`` the share of it that a correction
    must get below. It takes two references and two setups; of two setups that disagree nobody can tell which is wrong,
    and both are named.
    """
    usable = [one for one in spectra if all(degree in one.degrees for degree in references)]
    if len(references) < 2 or len(usable) < 2:
        return {}
    weight = np.mean([_shares(one, references) for one in usable], axis=0)[1:]
    places = [[one.degrees.index(degree) for degree in references] for one in usable]
    own = [_pattern(one, place) for one, place in zip(usable, places, strict=True)]
    found: dict[tuple[str, Degree], tuple[str, str]] = {}
    for index, (one, place) in enumerate(zip(usable, places, strict=True)):
        template = _middle([pattern for other, pattern in enumerate(own) if other != index])
        away = _distance(own[index], template, weight)
        if away <= doubt:
            continue
        trials = list(_trials(one, place, references, template, weight))
        least, degrees, what, other = min(trials, key=lambda trial: trial[0])
        if least < better * away:
            for degree in degrees:
                partner = other if degree == degrees[0] or what == "polarity" else str(degrees[0])
                found[one.setup, degree] = (what, partner)
    return found


def _trials(
    one: Spectra, place: list[int], references: tuple[Degree, ...], template: ComplexArray, weight: FloatArray
) -> list[tuple[float, tuple[Degree, ...], str, str]]:
    """Distances after each simple correction: a sign, two references exchanged, a reference for a rover."""
    trials: list[tuple[float, tuple[Degree, ...], str, str]] = []
    plain = _pattern(one, place)
    for number, degree in enumerate(references):
        signs = np.ones(len(references))
        signs[number] = -1.0
        turned = plain * np.outer(signs, signs)
        trials.append((_distance(turned, template, weight), (degree,), "polarity", ""))
    for i, j in itertools.combinations(range(len(references)), 2):
        order = list(place)
        order[i], order[j] = order[j], order[i]
        pair = (references[i], references[j])
        trials.append((_distance(_pattern(one, order), template, weight), pair, "swapped", str(references[j])))
    rovers = [column for column in range(len(one.degrees)) if column not in place]
    for number, column in itertools.product(range(len(references)), rovers):
        order = list(place)
        order[number] = column
        rover = str(one.degrees[column])
        distance = _distance(_pattern(one, order), template, weight)
        trials.append((distance, (references[number],), "swapped", rover))
    if len(references) == 2:
        # turning either of two round is the same to their pattern
        first = min(trials[:2], key=lambda trial: trial[0])
        trials[:2] = [(first[0], references, "polarity", "")]
    return trials


def _pattern(one: Spectra, place: list[int]) -> ComplexArray:
    """S / tr S of the channels at ``place``, shape (f - 1, r, r), without the line at zero frequency."""
    chosen = np.asarray(place)
    density = one.density[1:][:, chosen[:, None], chosen]
    trace = np.einsum("fii->f", density).real
    return np.asarray(density / np.where(trace > 0.0, trace, 1.0)[:, None, None])


def _middle(patterns: list[ComplexArray]) -> ComplexArray:
    """Median of real and imaginary parts: a single bad setup among the others does not spoil it."""
    stack = np.array(patterns)
    return np.asarray(np.median(stack.real, axis=0) + 1j * np.median(stack.imag, axis=0))


def _distance(pattern: ComplexArray, template: ComplexArray, weight: FloatArray) -> float:
    """Squared difference over the template's square, both weighted by where the motion is."""
    apart = (np.abs(pattern - template) ** 2).sum(axis=(1, 2)) @ weight
    size = (np.abs(template) ** 2).sum(axis=(1, 2)) @ weight
    return float(apart / size) if size > 0.0 else 0.0


def _shares(one: Spectra, references: tuple[Degree, ...]) -> FloatArray:
    """Normalised spectral density of the references, averaged, shape (f,)."""
    power = one.power[:, [one.degrees.index(degree) for degree in references]]
    sums = power[1:].sum(axis=0)
    return np.asarray((power / np.where(sums > 0.0, sums, 1.0)).mean(axis=1))
