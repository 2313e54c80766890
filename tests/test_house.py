"""The house itself: arrows between rooms, light import, file sizes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_rooms_import_only_downwards():
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
    assert "4 kept, 0 broken" in run.stdout


def test_import_is_light():
    heavy = ["numba", "scipy", "trimesh", "matplotlib", "pydantic", "polars"]
    code = f"import sys, pirqa; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_help_comes_at_once():
    heavy = ["numba", "scipy", "matplotlib", "pydantic", "polars", "numpy"]
    code = (
        "import sys\nfrom pirqa.cli.main import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip().splitlines()[-1] == "[]"
    assert "motion" in run.stdout


def test_every_public_name_can_be_imported():
    import pirqa

    for name in pirqa.__all__:
        assert getattr(pirqa, name) is not None
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = pirqa.no_such_name


@pytest.mark.parametrize("path", sorted((ROOT / "src").rglob("*.py")), ids=lambda path: path.name)
def test_files_stay_short(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 700, "a file that wants more is usually two ideas"
