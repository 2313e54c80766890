"""Names, commands, schema, exit codes and words are those of the committed file: a missing one fails.

``python -m tests.oracles`` writes the files again; a change of them is a change that users see and stands in the
changelog.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracles.surfaces import EXIT_CODES, collect_surfaces, exit_code

KEPT = json.loads(Path(__file__).with_name("surfaces.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def surfaces():
    return collect_surfaces()


@pytest.mark.parametrize("surface", sorted(KEPT))
def test_surface(surfaces, surface):
    assert surfaces[surface] == KEPT[surface]


def test_no_surface_is_left_out(surfaces):
    assert set(surfaces) == set(KEPT)


@pytest.mark.parametrize(("arguments", "code"), EXIT_CODES.items())
def test_exit_code(arguments, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert exit_code(arguments) == code
    assert not list(tmp_path.iterdir())
