"""Stub for local tests only."""

from __future__ import annotations

from typing import Any


class Scenario:
    def __init__(self, **k: Any) -> None:
        self.__dict__.update(k)


def conditional_spectrum(*a: Any, **k: Any) -> Any:
    raise NotImplementedError


def read_spectrum(*a: Any, **k: Any) -> Any:
    raise NotImplementedError


def implied_measures(*a: Any, **k: Any) -> Any:
    raise NotImplementedError
