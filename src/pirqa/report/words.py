"""The report's words in one language. A missing word is an error, never an empty place."""

from __future__ import annotations

import functools
import math
import re
import tomllib
from importlib import resources
from typing import Any

from pirqa.errors import InputError, did_you_mean
from pirqa.units import STANDARD_GRAVITY, pretty

LANGUAGES = ("en", "es")
_LARGEST_FACTOR = 1000.0
"""A factor above it says only that next to nothing happens."""


_POWER = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)(?!\w)")
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Words:
    """Look words up by key: ``words("mode.sliding")``, ``words("place.joint", level="0.34")``."""

    def __init__(self, language: str, entries: dict[str, str]) -> None:
        self.language = language
        self._entries = entries

    def __call__(self, key: str, /, **values: object) -> str:
        """The words of ``key`` with ``values`` put in."""
        return self._entries[key].format(**values) if values else self._entries[key]

    def get(self, key: str, otherwise: str) -> str:
        """The words of ``key``, or ``otherwise`` for a name that the report has no words for."""
        return self._entries.get(key, otherwise)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    @property
    def keys(self) -> frozenset[str]:
        """All keys."""
        return frozenset(self._entries)

    def number(self, value: float, digits: int = 3) -> str:
        """A number to so many significant digits, trailing zeros kept: 1.030 was computed to three decimals."""
        if not math.isfinite(value):
            return "∞" if value > 0 else "–"
        if value and not -5 < _exponent(value) < 7:  # nobody counts zeros
            return self.typeset(f"{value:.{digits - 1}e}")
        decimals = 0 if value == 0 else max(0, digits - 1 - _exponent(value))
        return self.typeset(f"{value:.{decimals}f}")

    def millimetres(self, value: float | None, digits: int = 3, *, least: float = 1e-7) -> str:
        """A length [m] in millimetres; what is below ``least`` is rounding, and a dash stands for what is not known."""
        if value is None:
            return "–"
        return "0" if abs(value) < least else self.number(1e3 * value, digits)

    def factor(self, value: float) -> str:
        """A factor of safety or ratio: three decimals, as far as they tell anything."""
        if not math.isfinite(value):
            return "∞" if value > 0 else "–"
        if value > _LARGEST_FACTOR:
            return f"> {_LARGEST_FACTOR:.0f}"
        return self.typeset(f"{value:.3f}")

    def percent(self, share: float) -> str:
        """A probability."""
        return f"{self.number(100 * share)} %"

    def plain(self, value: float) -> str:
        """A number without trailing zeros."""
        return self.typeset(f"{value:g}")

    def gravities(self, acceleration: float) -> str:
        """An acceleration [m/s2] over gravity: ``0.35 g``."""
        return self.typeset(f"{acceleration / STANDARD_GRAVITY:.3g} g")

    def degrees(self, angle: float, decimals: int = 2) -> str:
        """An angle [rad] in degrees: ``12.30°``."""
        return self.typeset(f"{math.degrees(angle):.{decimals}f} deg")

    def typeset(self, text: str) -> str:
        """``text`` as print writes it: a true minus, m³ and °, 5×10⁸ and not 5e+08."""
        return pretty(_POWER.sub(_power, text).replace("-", "−"))

    def citation(self, text: str) -> str:
        """The source of a formula in this language; what has no words here stays as it is, as names of authors do."""
        original = load_words("en")
        pairs = {original(key): self(key) for key in self.keys if key.startswith("citation.")}
        if self.language == original.language:
            return text
        longest = sorted(pairs, key=len, reverse=True)
        found = re.compile("|".join(rf"(?<!\w){re.escape(phrase)}(?!\w)" for phrase in longest))
        return found.sub(lambda match: pairs[match[0]], text)


def _power(match: re.Match[str]) -> str:
    mantissa, exponent = match[1], str(int(match[2])).translate(_RAISED)
    return f"10{exponent}" if mantissa == "1" else f"{mantissa}×10{exponent}"


def _exponent(value: float) -> int:
    return int(f"{value:e}".split("e")[1])


@functools.cache
def load_words(language: str) -> Words:
    """The words of ``language``."""
    if language not in LANGUAGES:
        raise InputError(f'the report has no language "{language}": {did_you_mean(language, LANGUAGES)}')
    text = resources.files("pirqa.report").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, dict(_flat(tomllib.loads(text))))


def _flat(table: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, value in table.items():
        if isinstance(value, dict):
            rows.extend(_flat(value, f"{prefix}{name}."))
        else:
            rows.append((f"{prefix}{name}", str(value)))
    return rows
