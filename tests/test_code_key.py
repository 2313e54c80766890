"""Keys of code: what they follow and what they leave alone, on made-up packages and on pirqa's own sources."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import pirqa
from pirqa import code_key as keys
from pirqa.code_key import SourceTree, code_key, facts_of, source_tree
from pirqa.compiled import _digest
from pirqa.experiments.campaign.plan import _WORKERS, code_of_runs
from pirqa.project.stages import STAGES
from tests.conftest import EXAMPLES, ROOT

SOURCES = Path(pirqa.__file__).parent
NO_DATA = ("cli/", "report/")
"""Rooms whose files change no number: templates, styles and words."""
OTHER_FILES = ("py.typed", "motion/records/README.md", "verification/data/pyoma2_poles.json")
"""Files that no result of a stage depends on: a mark, a text for people, the reference of a verification case."""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Return a function that writes modules of a package and returns its tree; texts are parsed afresh."""
    monkeypatch.setenv("PIRQA_CACHE", str(tmp_path / "cache"))
    keys._index.cache_clear()

    def make(**modules: str) -> SourceTree:
        root = tmp_path / "pirqa"
        for name, text in {"__init__": "", **modules}.items():
            path = root / Path(*name.split("0")).with_suffix(".py")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return SourceTree(root)

    yield make
    keys._index.cache_clear()


def below(tree: SourceTree, *entries: str, **how: bool) -> set[str]:
    return {name.removeprefix("pirqa.") for name in tree.closure([f"pirqa.{name}" for name in entries], **how)} - {
        "pirqa"
    }


def test_packages_run_before_their_modules(made):
    tree = made(
        a="import pirqa.room.part",
        room0__init__="from pirqa.room.other import x",
        room0part="",
        room0other="",
        room0unused="",
    )
    assert below(tree, "a") == {"a", "room", "room.part", "room.other"}
    assert below(tree, "room.unused") == {"room", "room.unused", "room.other"}


def test_a_name_of_a_package_may_be_a_module(made):
    tree = made(a="from pirqa.room import part, thing", room0__init__="thing = 1", room0part="", room0other="")
    assert below(tree, "a") == {"a", "room", "room.part"}


def test_relative_imports(made):
    tree = made(a="", room0__init__="from . import one", room0one="from .two import x\nfrom .. import a", room0two="")
    assert below(tree, "room") == {"a", "room", "room.one", "room.two"}


def test_imports_in_functions_count_and_those_for_types_do_not(made):
    tree = made(
        a="from typing import TYPE_CHECKING\nimport typing\n"
        "if TYPE_CHECKING:\n    import pirqa.b\nelse:\n    import pirqa.c\n"
        "if typing.TYPE_CHECKING:\n    import pirqa.b\n"
        "class K:\n    import pirqa.d\n"
        "def f(x=lambda: __import__('pirqa.e')):\n    import pirqa.f\n"
        "    def __getattr__(name):\n        import pirqa.g\n"
        "try:\n    import pirqa.h\nexcept ImportError:\n    pass\n",
        **dict.fromkeys("bcdefgh", ""),
    )
    assert below(tree, "a") == set("acdefgh")
    assert below(tree, "a", conditional=False) == set("acdh")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('import_module("pirqa.room.one")', {"room", "room.one"}),
        ('importlib.import_module(f"pirqa.room.{name}")', {"room", "room.one", "room.two"}),
        ('importlib.import_module(f"pirqa.room.o{name}")', {"room", "room.one"}),
        ("importlib.import_module(TABLE[name][1])", {"room", "room.two", "b"}),
        ('run([sys.executable, "-m", "pirqa.room.one"])', {"room", "room.one"}),
        ('run((sys.executable, "-m", "pirqa.b", "more"))', {"b"}),
        ('os.execv(sys.executable, "-m", "pirqa.b")', {"b"}),
        ('importlib.import_module("numpy")', set()),
        ('importlib.import_module(f"skimage.{name}")', set()),
    ],
)
def test_modules_that_are_loaded_by_name(made, text, expected):
    tree = made(
        a=f'TABLE = {{"pirqa": (".x", "pirqa.room.two"), **dict.fromkeys(("u", "v"), "pirqa.b")}}\n'
        f"def load(name):\n    {text}\n",
        room0__init__="",
        room0one="",
        room0two="",
        b="",
    )
    assert below(tree, "a") == {"a", *expected}
    assert below(tree, "a", conditional=False) == {"a"}


@pytest.mark.parametrize(
    "text",
    [
        "importlib.import_module(name)",
        'importlib.import_module("pirqa." + name)',
        'importlib.import_module(f"{name}.part")',
        'importlib.import_module(f"pirqa{name}")',
        'importlib.import_module(f"{__name__}{name}")',
        'importlib.import_module(f"{__name__}")',
        'importlib.import_module(".part", "pirqa")',
        "importlib.import_module(OTHER[name])",
        "importlib.import_module(MIXED[name])",
        "__import__(name)",
        "runpy.run_module(name)",
        'run([sys.executable, "-c", name])',
        'run([sys.executable, "-m", name])',
        "run([sys.executable, name])",
        "from pirqa.b import *",
    ],
)
def test_where_the_text_does_not_tell_the_key_covers_everything(made, text):
    indent = "" if text.startswith("from") else "    "
    head = "def load(name):\n" if indent else ""
    tree = made(a=f'MIXED = {{"x": "pirqa-" + "b"}}\n{head}{indent}{text}\n', b="", c="import pirqa.a", d="")
    assert tree.facts("pirqa.a").unreadable
    assert below(tree, "c") == {"a", "b", "c", "d"}
    assert below(tree, "d") == {"d"}


def test_a_name_may_pass_through_two_packages(made):
    lazy = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pirqa.{0} import {1}\nexport_late(__name__)\n"
    tree = made(
        a="from pirqa.room import x",
        room0__init__=lazy.format("inner", "x"),
        inner0__init__=lazy.format("inner.home", "x") + lazy.format("inner.other", "y"),
        inner0home="",
        inner0other="",
    )
    assert below(tree, "a") == {"a", "room", "inner", "inner.home"}


def test_what_callers_name_counts_for_them(made):
    tree = made(
        a="from pirqa.stages import load\nload('pirqa.room.one:Thing')\n",
        b="import pirqa.stages",
        stages0__init__='NAMED_BY_CALLERS = True\nfor x in y:\n    importlib.import_module(f"{__name__}.{x}")\n',
        stages0first="",
        room0one="",
    )
    assert below(tree, "a") == {"a", "stages", "room.one"}
    assert below(tree, "b") == {"b", "stages"}


@pytest.mark.parametrize(("name", "expected"), [("{__name__}.{x}", {"one", "two"}), ("{__name__}.o{x}", {"one"})])
def test_a_package_may_load_its_own_modules_by_name(made, name, expected):
    tree = made(room0__init__=f'def load(x):\n    importlib.import_module(f"{name}")\n', room0one="", room0two="", b="")
    assert below(tree, "room") == {"room", *(f"room.{item}" for item in expected)}


def test_names_of_a_package_that_are_loaded_when_they_are_used(made):
    lazy = (
        "import importlib\nfrom pirqa.room.eager import y\n_HOMES = {'x': 'pirqa.room.one'}\n"
        "def __getattr__(name):\n    return getattr(importlib.import_module(_HOMES[name]), name)\n"
    )
    tree = made(
        room0__init__=lazy,
        room0one="import pirqa.b",
        room0eager="",
        room0part="",
        b="",
        by_name="from pirqa.room import x",
        by_module="from pirqa.room import part",
        inside="from pirqa.room.part import z",
        whole="import pirqa.room as room",
    )
    inner = {"room", "room.eager", "room.part"}
    assert below(tree, "inside") == {"inside", *inner}
    assert below(tree, "by_module") == {"by_module", *inner}
    assert below(tree, "by_name") == {"by_name", "room", "room.eager", "room.one", "b"}
    assert below(tree, "whole") == {"whole", "room", "room.eager", "room.one", "b"}
    assert below(tree, "by_name", conditional=False) == {"by_name", "room", "room.eager"}


def test_the_package_itself_loads_names_too(made):
    tree = made(
        __init__="def __getattr__(name):\n    import pirqa.heavy\n", heavy="", a="import pirqa.b", b="", c="import os"
    )
    assert below(tree, "a") == {"a", "b", "heavy"}  # it binds pirqa, of which any name may be taken
    assert below(tree, "b") == {"b"}
    assert below(tree, "c") == {"c"}


def test_an_entry_that_is_not_there_is_refused(made):
    with pytest.raises(ValueError, match=r"no module pirqa\.gone"):
        made(a="").key(["pirqa.a", "pirqa.gone"])


CODE = '''"""A module."""

x = 1.0
"""An attribute."""


class K:
    """A class."""

    y: float
    """Its attribute [m]."""


def f(a, b=2):
    """Return it."""
    return f"{a:.3f}" if a else (b, "text")
'''


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A module."""', "# a comment\n"),
        ('"""An attribute."""', ""),
        ('"""Return it."""', '"""Return something else.\n\n    At length."""'),
        ('    """Its attribute [m]."""\n', "\n\n\n"),
        ("x = 1.0", "x  =  1.00  # one"),
        ('(b, "text")', "(\n        b, 'te' 'xt')"),
    ],
)
def test_words_and_formatting_change_no_key(made, old, new):
    assert old in CODE
    before = made(a=CODE).key(["pirqa.a"])
    assert made(a=CODE.replace(old, new)).key(["pirqa.a"]) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = 1.0", "x = 1"),
        ("x = 1.0", "x = 1.1"),
        ("x = 1.0", "x = 1.0\nz = None"),
        ("x = 1.0", 'x = 1.0\nz = """A text."""'),
        ('"text"', '"test"'),
        ('"text"', 'b"text"'),
        (":.3f", ":.4f"),
        ("b=2", "*, b=2"),
        ("y: float", "y: int"),
        ("class K:", "class L:"),
        ("def f", "async def f"),
    ],
)
def test_code_changes_the_key(made, old, new):
    assert old in CODE
    before = made(a=CODE).key(["pirqa.a"])
    assert made(a=CODE.replace(old, new)).key(["pirqa.a"]) != before


def test_a_renamed_module_changes_the_key(made):
    assert made(a="", b="").key(["pirqa.a"]) != made(a="", b="").key(["pirqa.b"])


def test_declared_data_are_in_the_key(made, tmp_path):
    reader = 'DATA_FILES = ("tables/*", "one.csv")'
    texts = {"a": "import pirqa.room.reader", "room0__init__": "", "room0reader": reader}
    tables = tmp_path / "pirqa" / "room" / "tables"
    tables.mkdir(parents=True)
    (tables / "x.csv").write_text("1.0")
    seen = [made(**texts).key(["pirqa.a"])]
    (tables / "README.md").write_text("for people")
    assert made(**texts).key(["pirqa.a"]) == seen[0]
    (tables / "x.csv").write_text("1.1")
    seen.append(made(**texts).key(["pirqa.a"]))
    (tables / "y.csv").write_text("1.1")
    seen.append(made(**texts).key(["pirqa.a"]))
    (tables.parent / "one.csv").write_text("2")
    seen.append(made(**texts).key(["pirqa.a"]))
    assert len(set(seen)) == 4


def test_an_edit_that_neither_time_nor_size_shows(made, tmp_path):
    path = tmp_path / "pirqa" / "a.py"
    before = made(a="x = 1").key(["pirqa.a"])
    state = path.stat()
    path.write_text("x = 2")
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert path.stat().st_size == state.st_size
    for _ in range(2):
        assert SourceTree(path.parent).key(["pirqa.a"]) != before
        keys._index.cache_clear()  # as in another process


def test_texts_are_parsed_once(made, tmp_path, monkeypatch):
    before = made(a="x = 1", b="import pirqa.a").key(["pirqa.b"])
    assert len(list((tmp_path / "cache").glob("sources-*.json"))) == 1
    keys._index.cache_clear()
    monkeypatch.setattr(keys, "_read", None)
    assert SourceTree(tmp_path / "pirqa").key(["pirqa.b"]) == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda index: index[:-9],
        lambda index: index[:70] + index[70:].replace(b"a", b"b"),
        lambda index: index.partition(b"\n")[2],
        lambda index: b"",
    ],
    ids=["cut off", "changed", "without its check", "empty"],
)
def test_a_damaged_index_is_not_believed(made, tmp_path, spoil):
    before = made(a="x = 1").key(["pirqa.a"])
    (index,) = (tmp_path / "cache").glob("sources-*.json")
    spoilt = spoil(index.read_bytes())
    assert spoilt != index.read_bytes()
    index.write_bytes(spoilt)
    keys._index.cache_clear()
    assert SourceTree(tmp_path / "pirqa").key(["pirqa.a"]) == before


def test_where_nothing_can_be_written_keys_are_the_same(made, tmp_path, monkeypatch):
    before = made(a="x = 1").key(["pirqa.a"])
    (tmp_path / "taken").write_text("a file, not a folder")
    monkeypatch.setenv("PIRQA_CACHE", str(tmp_path / "taken"))
    keys._index.cache_clear()
    assert SourceTree(tmp_path / "pirqa").key(["pirqa.a"]) == before


def test_every_import_of_ours_can_be_read():
    """A module that is loaded by a name that the text does not tell would make every key depend on everything."""
    tree = source_tree()
    unreadable = {name: tree.facts(name).unreadable for name in tree.modules if tree.facts(name).unreadable}
    # a child process that is killed on purpose
    assert set(unreadable) <= {"pirqa.verification.dynamics_collapse"}


def test_every_format_is_below_its_room():
    tree = source_tree()
    for room in ("motion", "oma", "survey"):
        formats = {name for name in tree.modules if name.startswith(f"pirqa.{room}.formats.")}
        reachable = tree.closure([f"pirqa.{room}.formats"])
        assert len(formats) > 5
        assert formats <= reachable


def test_every_data_file_is_declared_or_known_to_change_nothing():
    tree = source_tree()
    declared = {path for name in tree.modules for path in tree.data_files(name)}
    assert len(declared) > 50
    files = {path for path in SOURCES.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    names = {path.relative_to(SOURCES).as_posix() for path in files - declared}
    assert {name for name in names if not name.startswith(NO_DATA)} <= set(OTHER_FILES)


def test_docstrings_are_read_only_for_descriptions():
    """What reads docstrings at run time would have to be in the keys, if results came of it."""
    readers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        for word in ("__doc__", "getdoc", "use_attribute_docstrings=", "getsource", "cleandoc")
        if word in path.read_text(encoding="utf-8") and path.name not in ("code_key.py", "compiled.py")
    }
    readers = {name for name in readers if not name.startswith("cli/")}  # texts of the command line's help
    assert readers <= {"project/plan_file.py", "project/schema.py", "project/site_file.py"}


def test_keys_are_the_same_in_another_process_and_for_another_order():
    code = "from pirqa.code_key import code_key; print(code_key('pirqa.statics.stage', 'pirqa.limit.stage'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == code_key("pirqa.limit.stage", "pirqa.statics.stage")


# ---------------------------------------------------------------------------- stages, traced while they run

WALLS = """
format = 1
analyses = ["statics", "motion", "limit", "codes"]
[project]
name = "Walls"
[materials.granite]
unit_weight = "23.6 kN/m3"
[wall]
height = "2.4 m"
thickness = "1.0 m"
material = "granite"
[base]
kind = "rock"
friction_angle = "30 deg"
[backfill]
unit_weight = "15.7 kN/m3"
friction_angle = "40 deg"
[site]
kh = 0.15
acceleration = "0.3 g"
[motion.records.lima]
file = "pirqa:PRQ_19661017164100.txt"
[motion.sliding]
yield_coefficient = 0.05
allowable = "10 cm"
[motion.design.e030_2018]
zone = 2
soil = "S1"
[codes.spectra.e030_2018]
zone = 2
soil = "S2"
"""
STONES = """
format = 1
analyses = ["survey", "motion", "dynamics", "sweep", "tilt", "blocks"]
[project]
name = "Stones"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "31 deg"
normal_stiffness = "2e8 N/m3"
[survey]
thickness = "0.3 m"
fixed = "base"
[survey.generate]
pattern = "running_bond"
length = "0.6 m"
height = "0.8 m"
courses = 2
unit_length = "0.6 m"
[site]
acceleration = "0.1 g"
[motion.signals.push.sine]
amplitude = "0.1 g"
frequency = "2 Hz"
duration = "2.5 s"
[dynamics.simulation]
free = "0.5 s"
output_step = "0.02 s"
[sweep]
levels = ["0.1 g"]
"""
PUSHED = """
format = 1
analyses = ["pushover"]
[project]
name = "Pushed"
[materials.stone]
unit_weight = "20 kN/m3"
youngs_modulus = "600 MPa"
[wall]
length = "2 m"
height = "2 m"
thickness = "0.4 m"
material = "stone"
[base]
kind = "rock"
friction_angle = "35 deg"
[fe]
size = "1 m"
[pushover]
target = "20 mm"
step = "5 mm"
halved_viscosity = false
other_control = false
[pushover.masonry.stone]
tensile_strength = "0.1 MPa"
tensile_energy = "50 N/m"
"""
SHAKEN = """
format = 1
analyses = ["survey", "motion", "identify", "joint_calibration", "ida", "campaign", "isolation", "soil"]
[project]
name = "Shaken"
[materials.stone]
unit_weight = "22 kN/m3"
[base]
kind = "rock"
friction_angle = "30 deg"
[joints]
friction_angle = "31 deg"
normal_stiffness = "2e8 N/m3"
damping_ratio = 0.1
[backfill]
unit_weight = "16 kN/m3"
friction_angle = "35 deg"
height = "0.3 m"
[survey]
thickness = "0.3 m"
fixed = "base"
[survey.generate]
pattern = "running_bond"
length = "0.6 m"
height = "0.8 m"
courses = 2
unit_length = "0.6 m"
[site]
acceleration = "0.05 g"
[motion.signals.push.sine]
amplitude = "0.05 g"
frequency = "4 Hz"
duration = "1.25 s"
[dynamics.simulation]
free = "0.1 s"
output_step = "0.02 s"
[identify]
modes = 2
window = "0.5 s"
levels = ["0.001 g"]
[identify.noise]
duration = "1.25 s"
low = "1 Hz"
peak_displacement = "0.001 mm"
[identify.sines]
frequencies = ["5 Hz", "10 Hz", "20 Hz"]
refine = 0
duration = "0.5 s"
amplitude = "0.001 g"
[joint_calibration]
frequencies = ["12 Hz"]
frequency_sd = ["0.5 Hz"]
tilt_angle = "16 deg"
tilt_sd = "1 deg"
stiffness_points = 2
friction_points = 2
[joint_calibration.tilt]
rate = "10 deg/s"
slow_rate = "10 deg/s"
held = "0.2 s"
resolution = "5 deg"
[ida]
most = 1.3
least = 0.9
film = false
[ida.corners]
normal_stiffness = [1.0, 1.0]
friction = [1.0, 1.0]
[isolation]
rolling_resistance = [0.1]
recentring_radius = "1 m"
stiffer_joints = [2.0]
[soil]
strips = 4
ramp_duration = "2 s"
[campaign]
plan = "campaign.toml"
workers = 1
"""
CAMPAIGN = """
format = 1
name = "One pulse"
[walls]
wall = "project.toml"
[levels]
values = ["0.1 g"]
[fragility]
replicates = 100
[signals.push.ricker]
amplitude = "0.1 g"
frequency = "4 Hz"
"""
QUICK = WALLS.replace('["statics", "motion", "limit", "codes"]', '["statics", "limit"]')


STAGE_FILES = "pirqa.project.stages"
READERS = {"pirqa.project.load", "pirqa.project.schema"}
"""Modules that read the project, each table when a stage asks for it; options enter keys by value."""


def modules_loaded_by(names: list[str]) -> set[str]:
    """Return the modules of pirqa that a fresh interpreter has loaded after importing ``names``.

    The package of stages finds the files of all stages; that of one stage is imported without the others.
    """
    alone = (
        "import pirqa.project\n"
        f"stages = types.ModuleType({STAGE_FILES!r})\n"
        f"stages.__path__ = [{str(SOURCES / 'project' / 'stages')!r}]\n"
        "stages.STAGES, stages.BY_NAME = (), {}\n"
        f"sys.modules[{STAGE_FILES!r}] = stages\n"
    )
    code = (
        "import importlib, json, sys, types\n"
        f"{alone if any(name.startswith(STAGE_FILES) for name in names) else ''}"
        f"for name in {names!r}:\n    importlib.import_module(name)\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] == 'pirqa']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


class Traced(NamedTuple):
    """A stage that was traced while it ran."""

    entries: tuple[str, ...]
    earlier: tuple[str, ...]
    """Stages whose results it takes: its key holds their keys."""
    used: set[str]
    """Modules that it imports or executes."""


def traced_stages(file: Path, folder: Path) -> dict[str, Traced]:
    """Return the stages of a project by name, in their order."""
    command = [sys.executable, str(ROOT / "tests" / "traced_stages.py"), str(file), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stderr[-3000:]
    found = {}
    for name, told in json.loads(done.stdout.splitlines()[-1]).items():
        used = modules_loaded_by([*told["entries"], *told["imported"]]) | (set(told["executed"]) - READERS)
        found[name] = Traced(tuple(told["entries"]), tuple(told["earlier"]), used)
    return found


@pytest.fixture
def unwritten(monkeypatch):
    """Let no edit reach the index on disk: hundreds of them take longer than all else."""
    monkeypatch.setattr(keys._Index, "save", lambda _: None)


def check_edits(stages: dict[str, Traced], copy: Path, step: int) -> None:
    """Edit every ``step``-th module below the stages in turn, and some others, in a copy: which keys follow?"""
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    tree = SourceTree(copy)
    before = {name: tree.key(stage.entries) for name, stage in stages.items()}
    assert before == {name: code_key(*stage.entries) for name, stage in stages.items()}
    followed: dict[str, set[str]] = {name: set() for name in stages}
    below_all = set().union(*(tree.closure(stage.entries) for stage in stages.values()))
    edited = [*sorted(below_all)[::step], *sorted(tree.modules.keys() - below_all)[:: 10 * step]]
    for module in edited:
        path = tree.modules[module]
        text = path.read_bytes()
        path.write_bytes(text + b"\n_EDITED = 1\n")
        after = SourceTree(copy)
        for name, stage in stages.items():
            if after.key(stage.entries) != before[name]:
                followed[name].add(module)
        path.write_bytes(text)
    whole: dict[str, set[str]] = {}
    for name, stage in stages.items():
        reached = tree.closure(stage.entries)
        conditional = reached - tree.closure(stage.entries, conditional=False)
        whole[name] = followed[name].union(*(whole[item] for item in stage.earlier))
        assert stage.used & set(edited) <= whole[name], f"{name}: an edit of what it runs keeps its old result"
        # all others that it loads are its own; of the results that it takes it may call a method
        assert stage.used <= reached.union(*(stages[item].used for item in stage.earlier)), name
        assert reached - stage.used <= conditional, f"{name}: an edit of what it never imports voids its result"
        assert followed[name] == reached & set(edited)


def test_keys_of_quick_stages_follow_the_modules_that_a_traced_run_imports(tmp_path, unwritten):
    (tmp_path / "project.toml").write_text(QUICK)
    stages = traced_stages(tmp_path / "project.toml", tmp_path / "out")
    assert set(stages) == {"statics", "limit"}
    check_edits(stages, tmp_path / "pirqa", 11)


@pytest.mark.long
def test_keys_of_stages_that_shake_and_of_runs_follow_the_modules_that_a_traced_run_imports(
    tmp_path, unwritten, monkeypatch
):
    monkeypatch.setenv("PIRQA_WORKERS", "1")  # runs of the incremental analysis in the traced process
    (tmp_path / "project.toml").write_text(SHAKEN)
    (tmp_path / "campaign.toml").write_text(CAMPAIGN)
    stages = traced_stages(tmp_path / "project.toml", tmp_path / "out")
    assert set(stages) > {"identify", "joint_calibration", "ida", "campaign", "isolation", "soil", "runs"}
    assert code_key(*stages["runs"].entries) == code_of_runs()
    assert stages["runs"].used <= source_tree().closure(stages["campaign"].entries)
    check_edits(stages, tmp_path / "pirqa", 11)


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [WALLS, STONES, PUSHED, "from_dxf", "calibrated_twin"],
    ids=["walls", "stones", "pushed", "from_dxf", "calibrated_twin"],
)
def test_keys_of_all_stages_follow_the_modules_that_a_traced_run_imports(tmp_path, unwritten, text):
    file = EXAMPLES / text / "project.toml" if "\n" not in text else tmp_path / "project.toml"
    if "\n" in text:
        file.write_text(text)
    check_edits(traced_stages(file, tmp_path / "out"), tmp_path / "pirqa", 1)


class Reworded(ast.NodeTransformer):
    """Other words in every text that is a statement, and more of them."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | list[ast.Expr]:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return [ast.Expr(ast.Constant(f"Other words: {node.value.value}")), ast.Expr(ast.Constant("More."))]
        return node


def moved(source: bytes) -> bytes:
    """Return a module with every line moved, and a text more at its end."""
    return b"# A comment.\n\n" + source + b'\n"""A text."""\n'


def reworded(source: bytes) -> bytes:
    """Return a module without comments, formatted otherwise, with other docstrings everywhere."""
    return ast.unparse(ast.fix_missing_locations(Reworded().visit(ast.parse(source)))).encode()


@pytest.mark.parametrize("edit", [moved, pytest.param(reworded, marks=pytest.mark.long)])
def test_other_words_in_all_modules_change_no_key(tmp_path, edit):
    copy = tmp_path / "pirqa"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for path in copy.rglob("*.py"):
        path.write_bytes(edit(path.read_bytes()))
    edited = SourceTree(copy)
    for stage in STAGES:
        assert edited.key(stage.entry_modules) == code_key(*stage.entry_modules), stage.name
    assert edited.key(_WORKERS) == code_key(*_WORKERS)
    assert _digest(copy) == _digest()


def test_code_of_runs_follows_the_engine_and_no_other_room(tmp_path):
    tree = source_tree()
    workers = tree.closure(_WORKERS)
    for name in ("pirqa.fem.pushover.stage", "pirqa.limit.stage", "pirqa.report.page", "pirqa.project.load"):
        assert name in tree.modules
        assert name not in workers
    assert {"pirqa.dynamics.step", "pirqa.dynamics.cuda.card", "pirqa.experiments.run_monitor"} <= workers
    assert modules_loaded_by(list(_WORKERS)) <= workers
    rooms = {name.split(".")[1] for name in workers if "." in name}
    assert rooms.isdisjoint({"assessment", "cli", "codes", "fem", "limit", "oma"})
    assert rooms.isdisjoint({"project", "report", "statics", "verification"})

    copy = tmp_path / "pirqa"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = SourceTree(copy).key(_WORKERS)
    for module, changed in (("pirqa.fem.pushover.stage", False), ("pirqa.dynamics.step", True)):
        path = SourceTree(copy).modules[module]
        text = path.read_text(encoding="utf-8")
        path.write_text(text + "\n_EDITED = 1\n", encoding="utf-8")
        assert (SourceTree(copy).key(_WORKERS) != before) is changed, module
        path.write_text(text, encoding="utf-8")


def test_no_stage_depends_on_the_report_or_the_command_line():
    for stage in STAGES:
        rooms = {name.split(".")[1] for name in source_tree().closure(stage.entry_modules) if "." in name}
        assert not rooms & {"assessment", "cli", "report", "verification"}, stage.name


def test_facts_do_not_depend_on_line_ends():
    assert facts_of(CODE.encode()) == facts_of(CODE.replace("\n", "\r\n").encode())
