from __future__ import annotations

import importlib.util
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import pirqa
from pirqa.model import Backfill, JointProperties, Site, Support, Wall
from pirqa.project import Assessment
from pirqa.units import STANDARD_GRAVITY

# Processes that share the tests inherit it: of threads of linear algebra that outnumber the processors most time is
# spent on waiting for each other, seven times that of the work itself.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"

# One commit, one verdict: the drawn examples are the same on every machine. HYPOTHESIS_PROFILE=explore draws new ones.
settings.register_profile("repeatable", derandomize=True)
settings.register_profile("explore", max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NO_BROWSER = "NO CHROMIUM ON THIS MACHINE: the report was not opened in a browser (install the package chromium)"
NO_SPHINX = (
    None
    if all(importlib.util.find_spec(name) for name in ("sphinx", "furo", "myst_parser"))
    else "NO SPHINX IN THIS ENVIRONMENT: the docs site was not built (pip install '.[docs]')"
)


LONG_EXAMPLES = ("chokepukio", "hatunrumiyoc", "sacsayhuaman")
"""Examples that are assessed in the long tests only: a test that asks for one is marked ``long``."""

# Longest first: a file goes to one process as a whole, and a long one at the end would leave the other idle.
LONGEST = (
    "verification/test_cases.py",
    "report/test_browser_examples.py",
    "test_examples.py",
    "experiments/campaign/test_faults.py",
    "test_docs_site.py",
    "cli/test_commands.py",
    "experiments/campaign/test_card.py",
    "cli/test_gallery.py",
    "project/test_results.py",
)
# Rooms below the engine never ask for it: what one process runs while the other compiles.
WITHOUT_ENGINE = ("fem", "limit", "model", "motion", "oma", "statics", "survey")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In the order in which processes should take the files (with --no-loadscope-reorder); each file as written."""
    items.sort(key=lambda item: _turn_of(item.path.relative_to(ROOT / "tests")))


def _turn_of(file: Path) -> int:
    first, *others = LONGEST
    if file.as_posix() == first:
        return 0
    if file.parts[0] in WITHOUT_ENGINE:
        return 1
    return 2 + others.index(file.as_posix()) if file.as_posix() in others else 2 + len(others)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One loud line where a part of the tests could not be run."""
    if CHROMIUM is None:
        terminalreporter.write_line(NO_BROWSER, yellow=True, bold=True)
    if NO_SPHINX is not None:
        terminalreporter.write_line(NO_SPHINX, yellow=True, bold=True)


def quick_or_long(names: Iterable[str]) -> list[Any]:
    """Parameters of a test over examples; those that take most of a minute are for the long tests."""
    return [pytest.param(name, id=name, marks=[pytest.mark.long] if name in LONG_EXAMPLES else []) for name in names]


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Of all processes that hold this lock, one goes on and the others wait."""
    import fcntl

    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="module", autouse=True)
def compiled_once(request: pytest.FixtureRequest) -> None:
    """Of processes that share the tests, one compiles the engine; another waits for it when it comes to need it."""
    if "PYTEST_XDIST_WORKER" not in os.environ or request.path.relative_to(ROOT / "tests").parts[0] in WITHOUT_ENGINE:
        return
    from pirqa.experiments.runs import compile_engine
    from pirqa.progress import SILENT
    from pirqa.verification.walls import coursed_wall, stiff_joints

    with only_one(Path(tempfile.gettempdir()) / f"pirqa_tests_{os.getuid()}.lock"):
        compile_engine(coursed_wall(1.0, 0.4, 0.3, 2, 2300.0, stiff_joints(2e8)), SILENT, falling=True)


@pytest.fixture(scope="session")
def assessed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Assessment]:
    """An example by name, assessed once for all tests: the first that asks waits for it, in whatever process it is."""
    own = tmp_path_factory.getbasetemp()
    shared = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "examples"
    shared.mkdir(exist_ok=True)

    def example(name: str) -> Assessment:
        with only_one(shared / f"{name}.lock"):
            if (shared / name / "result.json").exists():
                return pirqa.read_results(shared / name)
            return pirqa.assess(EXAMPLES / name / "project.toml", shared / name)

    return example


@pytest.fixture
def base() -> Support:
    return Support(kind="rock", friction_angle=math.radians(30))


@pytest.fixture
def site() -> Site:
    return Site(kh=0.15, acceleration=0.3 * STANDARD_GRAVITY)


@pytest.fixture
def free_wall(base: Support) -> Wall:
    return Wall.prismatic(height=2.4, thickness=1.0, unit_weight=23.6e3, support=base)


@pytest.fixture
def terrace_wall(base: Support) -> Wall:
    return Wall.prismatic(
        height=1.68,
        thickness=0.762,
        unit_weight=23.6e3,
        support=base,
        joints=JointProperties(friction_angle=math.radians(30)),
        courses=5,
        backfill=Backfill(unit_weight=15.7e3, friction_angle=math.radians(40)),
    )
