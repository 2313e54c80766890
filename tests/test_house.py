"""The structure of the code: arrows between rooms, light imports, sizes of modules."""

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


def test_no_module_is_over_700_lines():
    sizes = {
        path.relative_to(ROOT): path.read_text(encoding="utf-8").count("\n") for path in (ROOT / "src").rglob("*.py")
    }
    assert {path: lines for path, lines in sizes.items() if lines > 700} == {}, "a longer file is usually two ideas"
