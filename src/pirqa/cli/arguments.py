"""What commands are given: ``--set KEY=VALUE``, quantities with units, words out of a list."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from pirqa.errors import InputError, OptionsError, did_you_mean
from pirqa.units import Dimension

__all__ = ["check_choice", "keep_source", "parse_changes", "parse_option"]


def parse_changes(options: list[str] | None) -> dict[str, str]:
    """Values by key."""
    changes: dict[str, str] = {}
    for option in options or []:
        key, sign, value = option.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise InputError(f'--set "{option}": write KEY=VALUE, for example --set site.kh=0.2')
        changes[key.strip()] = value.strip()
    return changes


def parse_option(option: str, text: str | None, dimension: Dimension) -> float | None:
    """SI value of a quantity given as an option, none where it was not."""
    if text is None:
        return None
    try:
        return dimension.parse(text)
    except InputError as error:
        raise OptionsError(f"{option}: {error}") from error


def check_choice(option: str, value: str | None, choices: Collection[str]) -> None:
    """Refuse a word that is none of ``choices``."""
    if value is not None and value not in choices:
        raise OptionsError(f'{option} "{value}" is not known; {did_you_mean(value, choices)}')


def keep_source(source: Path, *targets: Path | None) -> None:
    """Refuse to write over what was read."""
    for target in targets:
        if target is not None and target.exists() and source.exists() and target.samefile(source):
            raise OptionsError(f"{target}: is the file that is read; give another name or folder to write to")
