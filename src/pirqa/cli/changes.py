"""``--set KEY=VALUE`` options."""

from __future__ import annotations

from pirqa.errors import InputError

__all__ = ["parse_changes"]


def parse_changes(options: list[str] | None) -> dict[str, str]:
    """Values by key."""
    changes: dict[str, str] = {}
    for option in options or []:
        key, sign, value = option.partition("=")
        if not sign or not key.strip() or not value.strip():
            raise InputError(f'--set "{option}": write KEY=VALUE, for example --set site.kh=0.2')
        changes[key.strip()] = value.strip()
    return changes
