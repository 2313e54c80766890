"""What a release holds: the bundled records are in the wheel and the sdist, the records of the tests are in neither."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from pathspec import GitIgnoreSpec

from pirqa.motion.record import shipped_flatfile, shipped_records
from tests.conftest import ROOT

BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
RECORDS = shipped_flatfile().parent.relative_to(ROOT)
IGNORED = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text(encoding="utf-8").splitlines())


def in_sdist(path: str) -> bool:
    """Return whether hatchling takes a file into the sdist; its patterns are those of .gitignore."""
    target = BUILD["sdist"]
    included, excluded = (GitIgnoreSpec.from_lines(target.get(key, [])) for key in ("include", "exclude"))
    return included.match_file(path) and not excluded.match_file(path) and not IGNORED.match_file(path)


def in_wheel(path: str) -> bool:
    """Return whether hatchling takes a file into the wheel: those of the packages."""
    packages = [Path(name) for name in BUILD["wheel"]["packages"]]
    return any(name in Path(path).parents for name in packages) and not IGNORED.match_file(path)


def test_nothing_adds_files_behind_the_patterns():
    assert set(BUILD) == {"wheel", "sdist"}
    assert set(BUILD["wheel"]) == {"packages"}
    assert set(BUILD["sdist"]) == {"include", "exclude"}


@pytest.mark.parametrize("held", [in_sdist, in_wheel])
def test_records_of_the_tests_are_not_released(held):
    files = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*") if path.is_file()]
    assert "tests/data/records/CE89146-chan1.V1" in files
    assert [name for name in files if held(name)] == []


@pytest.mark.parametrize("held", [in_sdist, in_wheel])
def test_bundled_records_and_their_notes_are_released(held):
    names = [*shipped_records(), "README.md", "flatfile.csv"]
    assert [name for name in names if not held((RECORDS / name).as_posix())] == []
    modules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src" / "pirqa").rglob("*.py")]
    assert [name for name in modules if not held(name)] == []


def test_sdist_holds_what_a_build_needs_and_no_more():
    needed = ("README.md", "CHANGELOG.md", "Makefile", "constraints.txt", "src/pirqa/version.py", "docs/index.md")
    assert all(in_sdist(name) for name in needed)
    assert not any(in_sdist(name) for name in ("web/src/main.ts", "tests/data/records/README.md", ".ci/run"))
