"""The push repeated on a second mesh, with a second pattern and on a second wall: what the answer depends on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from pirqa.fe.options import FeOptions
from pirqa.model.wall import Wall
from pirqa.progress import SILENT, Observer
from pirqa.pushover.options import LoadPattern, PushoverOptions
from pirqa.pushover.read import read_result
from pirqa.pushover.result import PushoverVariant, VariantKind
from pirqa.pushover.stage import run_pushover

__all__ = ["Subject", "run_variants"]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A wall and its finite elements."""

    wall: Wall
    fe: FeOptions


@dataclass(frozen=True, kw_only=True)
class _Change:
    """What one variant changes."""

    kind: VariantKind
    subject: Subject
    bricks: float = 1.0
    pattern: LoadPattern | None = None


def run_variants(
    subject: Subject,
    options: PushoverOptions,
    *,
    second: Subject | None = None,
    folder: Path | None = None,
    source: Path = Path(),
    observer: Observer = SILENT,
) -> tuple[PushoverVariant, ...]:
    """Return the variants that ``options`` ask for, each of the main path of every direction alone.

    ``second`` is the wall of ``options.second_wall``. The states of finished runs stay in folders below ``folder``, so
    that a stopped stage goes on; the caller removes them.
    """
    made = []
    for change in _changes(subject, options, second):
        asked = replace(
            options,
            pattern=change.pattern or options.pattern,
            halved_viscosity=False,
            other_control=False,
            second_mesh=None,
            second_pattern=None,
            second_wall=False,
        )
        home = None if folder is None else folder / f"second_{change.kind}"
        if home is not None:
            home.mkdir(parents=True, exist_ok=True)
        result = run_pushover(
            change.subject.wall,
            change.subject.fe,
            asked,
            folder=home,
            source=source,
            observer=observer,
            bricks=change.bricks,
            keep=True,
        )
        made.append(
            PushoverVariant(
                kind=change.kind,
                pattern=asked.pattern,
                bricks=len(result.mesh),
                readings=read_result(result, asked).readings,
            )
        )
    return tuple(made)


def _changes(subject: Subject, options: PushoverOptions, second: Subject | None) -> Iterator[_Change]:
    if options.second_mesh is not None:
        yield _Change(kind="mesh", subject=subject, bricks=options.second_mesh)
    if options.second_pattern is not None:
        yield _Change(kind="pattern", subject=subject, pattern=options.second_pattern)
    if second is not None:
        yield _Change(kind="wall", subject=second)
