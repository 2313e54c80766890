"""Analyses that ran by themselves, in words: in the terminal, in the engineer's table and in their own sections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pirqa.project.completion import Completion
from pirqa.report.section import Section, Text
from pirqa.report.words import Words

__all__ = ["announcement", "completion_text", "with_reason"]


def announcement(stage: str, limit_states: Sequence[str], seconds: float, words: Words) -> str:
    """Return the line that is printed before ``stage`` runs by itself, expected to take ``seconds``."""
    told = {"stage": words(f"{stage}.title"), "states": _states(limit_states, words)}
    return words("completion.starting", time=_time(seconds, words), **told)


def completion_text(item: Completion, words: Words) -> str:
    """Return what ran by itself, and why; the reason where it gave no result."""
    told = {"stage": words(f"{item.stage}.title"), "states": _states(item.limit_states, words)}
    return words("completion.failed", reason=item.failure, **told) if item.failure else words("completion.done", **told)


def with_reason(section: Section, item: Completion, words: Words) -> Section:
    """Return the section of a stage that ran by itself, with the reason first."""
    reason = Text(text=words("completion.section", states=_states(item.limit_states, words)))
    return replace(section, blocks=(reason, *section.blocks))


def _states(limit_states: Sequence[str], words: Words) -> str:
    return ", ".join(words("completion.quoted", name=words(f"limit_state.{name}")) for name in limit_states)


def _time(seconds: float, words: Words) -> str:
    if seconds < 90.0:
        return f"{max(seconds, 1.0):.0f} s"
    minutes = seconds / 60.0
    return f"{words.number(minutes, 2)} min" if minutes < 90.0 else f"{words.number(minutes / 60.0, 2)} h"
