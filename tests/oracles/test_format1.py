"""Project files of format 1, as the examples were when this was written, are read: a key that is gone has an alias."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pirqa.project import read_project
from tests.conftest import EXAMPLES, ROOT

KEPT = ROOT / "tests" / "data" / "format1"


@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.toml")))
def test_a_file_of_format_1_is_read(name, tmp_path):
    folder = tmp_path / name
    shutil.copytree(EXAMPLES / name, folder, ignore=shutil.ignore_patterns("*.results"))
    path = Path(shutil.copy(KEPT / f"{name}.toml", folder / "project.toml"))
    assert read_project(path).analyses
