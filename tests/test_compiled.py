"""Where compiled kernels are kept, tried out in processes of their own on a package of two kernels."""

from __future__ import annotations

import ast
import gc
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy as np
import pytest

import pirqa
from pirqa import compiled, files
from pirqa.code_key import SourceTree

INNER = """
from pirqa.compiled import kernel


@kernel
def law(x):
    return 2.0 * x
"""
OUTER = """
from pirqa.compiled import kernel
from pirqa.inner import law


@kernel
def push(x):
    return law(x) + 1.0
"""
SCRIPT = """
import json, sys
import numba
before = numba.config.CACHE_DIR
from pirqa.outer import push
value = push(3.0)
print(json.dumps({
    "value": value,
    "hits": sum(push.stats.cache_hits.values()),
    "misses": sum(push.stats.cache_misses.values()),
    "kept": before == numba.config.CACHE_DIR,
}))
"""


@pytest.fixture
def package(tmp_path):
    """A package of the same name with our compiled.py and two kernels, one of which calls the other."""
    folder = tmp_path / "package" / "pirqa"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    for name in ("code_key", "compiled", "errors", "files"):
        shutil.copy(Path(compiled.__file__).with_name(f"{name}.py"), folder)
    (folder / "inner.py").write_text(INNER)
    (folder / "outer.py").write_text(OUTER)
    return folder


def run(package: Path, cache: Path, *, script: str = SCRIPT, **more: str) -> tuple[dict, str]:
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "PIRQA_CACHE": str(cache), **more}
    done = subprocess.run(
        [sys.executable, "-W", "always::UserWarning", "-c", script],
        env=environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout), done.stderr


def kept_files(folder: Path) -> dict[str, int]:
    kept = (path for path in folder.glob("kernels-*/**/*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in kept}


def test_kernels_are_compiled_once_and_again_where_any_of_them_changes(package, tmp_path):
    cache, others = tmp_path / "cache", tmp_path / "others"
    first, complaints = run(package, cache, NUMBA_CACHE_DIR=str(others))
    assert (first["value"], first["hits"], first["misses"]) == (7.0, 0, 1)
    assert complaints == ""
    assert first["kept"]  # numba's setting for everybody else
    assert not others.exists()
    kept = kept_files(cache)
    assert {Path(name).suffix for name in kept} == {".nbi", ".nbc"}

    second, _ = run(package, cache)
    assert (second["value"], second["hits"], second["misses"]) == (7.0, 1, 0)
    assert kept_files(cache) == kept

    # the file of the function that is called stays as it is
    (package / "inner.py").write_text(INNER.replace("2.0", "5.0"))
    third, _ = run(package, cache)
    assert (third["value"], third["hits"], third["misses"]) == (16.0, 0, 1)
    assert len(list(cache.glob("kernels-*"))) == 2
    assert kept.items() <= kept_files(cache).items()


PART = """
from pirqa.compiled import inlined


@inlined
def twice(x):
    return 2.0 * x
"""
WHOLE = """
import numpy as np
from pirqa.compiled import kernel
from pirqa.part import twice
from pirqa.scale import SCALE


@kernel(lean=True)
def first(values):
    for i in range(len(values)):
        values[i] = twice(values[i]) + SCALE


@kernel(lean=True)
def second(values):
    for i in range(len(values)):
        values[i] = twice(values[i]) + 2.0 * SCALE


def push(x):
    values = np.array([x, x])
    first(values[:1])
    second(values[1:])
    return [float(value) for value in values]
"""
ROWS = """
import json
from pirqa.outer import first, push, second
value = push(3.0)
print(json.dumps({
    "value": value,
    "hits": sum(sum(item.stats.cache_hits.values()) for item in (first, second)),
    "misses": sum(sum(item.stats.cache_misses.values()) for item in (first, second)),
}))
"""


@pytest.fixture
def lean_package(package):
    (package / "part.py").write_text(PART)
    (package / "scale.py").write_text("SCALE = 1.0\n")
    (package / "outer.py").write_text(WHOLE)
    (package / "inner.py").unlink()
    return package


def test_an_edited_docstring_compiles_nothing(lean_package, tmp_path):
    """Numba's own index knows a kernel by the bytes of its file and by its line; ours does not."""
    first, _ = run(lean_package, tmp_path / "cache", script=ROWS)
    assert (first["value"], first["hits"], first["misses"]) == ([7.0, 8.0], 0, 2)
    kept = kept_files(tmp_path / "cache")
    documented = '"""Two kernels,\nmoved down by their docstring."""\n' + WHOLE.replace(
        "def first(values):", 'def first(values):\n    """Twice the values, and more."""  # in place'
    )
    for text in (documented, documented.replace("Twice", "Double"), "# a comment\n" + WHOLE, WHOLE):
        (lean_package / "outer.py").write_text(text)
        (lean_package / "part.py").write_text(PART.replace("    return", f'    """{len(text)}."""\n    return'))
        again, _ = run(lean_package, tmp_path / "cache", script=ROWS)
        assert (again["value"], again["hits"], again["misses"]) == ([7.0, 8.0], 2, 0), text
    assert kept_files(tmp_path / "cache") == kept


@pytest.mark.parametrize(
    ("name", "old", "new", "value"),
    [
        ("part.py", "2.0 * x", "4.0 * x", [13.0, 14.0]),
        ("scale.py", "1.0", "5.0", [11.0, 16.0]),
        ("outer.py", "+ 2.0", "+ 3.0", [7.0, 9.0]),
    ],
    ids=["an inlined part", "a constant of another module", "the kernel itself"],
)
def test_edited_code_is_compiled_though_no_time_and_no_size_shows_it(lean_package, tmp_path, name, old, new, value):
    run(lean_package, tmp_path / "cache", script=ROWS)
    path = lean_package / name
    state = path.stat()
    edited = path.read_text().replace(old, new)
    assert edited != path.read_text()
    path.write_text(edited)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (state.st_size, state.st_mtime_ns)
    shutil.rmtree(lean_package / "__pycache__", ignore_errors=True)  # Python itself trusts time and size
    again, _ = run(lean_package, tmp_path / "cache", script=ROWS)
    assert (again["value"], again["hits"], again["misses"]) == (value, 0, 2)


def test_the_options_of_the_compiler_are_in_the_digest(package):
    before = compiled._digest(package)
    path = package / "compiled.py"
    path.write_text(path.read_text().replace('"_nrt": False', '"_nrt": True'))
    assert compiled._digest(package) != before


def test_kernels_of_one_name_and_file_are_kept_apart(package, tmp_path):
    (package / "outer.py").write_text(
        "from pirqa.compiled import kernel\n\n\n"
        "def make():\n    @kernel\n    def law(x):\n        return 2.0 * x\n\n    return law\n\n\nfirst = make()\n\n\n"
        "def make():\n    @kernel\n    def law(x):\n        return 3.0 * x\n\n    return law\n\n\nsecond = make()\n"
        "\n\ndef push(x):\n    return [first(x), second(x)]\n"
    )
    for hits in (0, 2):
        found, _ = run(package, tmp_path / "cache", script=ROWS)
        assert (found["value"], found["hits"], found["misses"]) == ([6.0, 9.0], hits, 2 - hits)


def test_every_name_in_a_kernel_is_of_a_module_in_the_digest():
    """Numba freezes constants: a kernel that takes one of a module outside the digest would keep its old value."""
    tree = SourceTree(Path(pirqa.__file__).parent)
    inside = compiled.kernel_modules()
    decorators = {"call_on_card", "called_on_card", "card_kernel", "inlined", "kernel", "on_card"}
    count = 0
    for module in inside - {"pirqa.compiled"}:
        text = ast.parse(tree.modules[module].read_text(encoding="utf-8"))
        homes = {
            alias.asname or alias.name: (statement.module, alias.name)
            for statement in text.body
            if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("pirqa")
            for alias in statement.names
        }
        assert not [s for s in text.body if isinstance(s, ast.Import) and s.names[0].name.startswith("pirqa")], module
        bodies = [
            statement
            for function in ast.walk(text)
            if isinstance(function, ast.FunctionDef)
            and any(
                getattr(part, "id", getattr(part, "attr", "")) in decorators
                for decorator in function.decorator_list
                for part in ast.walk(decorator)
            )
            for statement in function.body
        ]
        bodies += [
            argument
            for call in ast.walk(text)
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in decorators
            for argument in call.args
        ]
        for body in bodies:
            for name in ast.walk(body):
                if isinstance(name, ast.Name) and name.id in homes:
                    home, taken = homes[name.id]
                    assert home in inside, f"{module}: {name.id}"
                    assert f"{home}.{taken}" not in tree.modules, f"{module}: {name.id} is a module"
                    count += 1
    assert count > 100


def test_of_several_processes_one_compiles_and_the_others_load_it(package, tmp_path):
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: run(package, tmp_path / "cache")[0], range(3)))
    assert [each["value"] for each in found] == [7.0, 7.0, 7.0]
    assert sum(each["misses"] for each in found) == 1


def test_where_nothing_can_be_written_kernels_are_compiled_anew_with_one_warning(package, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    found, complaints = run(package, taken)
    assert found["value"] == 7.0
    assert found["hits"] == 0
    assert complaints.count("UserWarning") == 1
    assert "cannot be written" in complaints
    assert "PIRQA_CACHE" in complaints
    assert taken.read_text() == "a file, not a folder"


def test_digest_is_of_all_files_with_kernels_and_of_no_others(package):
    before = compiled._digest(package)
    (package / "words.py").write_text("TEXT = 1\n")
    assert compiled._digest(package) == before
    (package / "inner.py").write_text("# a word\n" + INNER.replace("def law(x):", 'def law(x):\n    """Return it."""'))
    assert compiled._digest(package) == before
    (package / "inner.py").write_text(INNER + "\nMORE = 1\n")
    edited = compiled._digest(package)
    assert edited != before
    (package / "inner.py").rename(package / "law.py")
    assert compiled._digest(package) not in (before, edited)


def test_every_kernel_of_ours_is_in_the_digest():
    """A kernel imported in another way than the digest looks for would keep its old machine code."""
    root = Path(pirqa.__file__).parent
    for path in root.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if "@kernel" in source or "@inlined" in source or "njit" in source:
            assert path.name == "compiled.py" or compiled._MARK.search(source.encode()), path


@compiled.inlined
def halve(x):
    return 0.5 * x


@compiled.inlined
def quarter(x):
    return halve(halve(x))


@compiled.kernel(lean=True)
def quarter_all(values):
    for i in range(len(values)):
        values[i] = quarter(values[i])


def test_what_is_inlined_is_plain_python_for_python_and_part_of_a_kernel():
    assert quarter(8.0) == 2.0
    with pytest.raises(TypeError, match="can't multiply"):
        quarter("no number")  # not a word of the compiler's
    values = np.array([8.0, 2.0])
    collecting = gc.isenabled()
    quarter_all(values)
    assert gc.isenabled() == collecting
    np.testing.assert_array_equal(values, [2.0, 0.5])


def test_garbage_is_looked_for_again_after_a_kernel_that_cannot_be_compiled():
    @compiled.kernel(lean=True)
    def wrong(x):
        return x.nothing_of_this_name

    with pytest.raises(numba.TypingError, match="nothing_of_this_name"):
        wrong(1.0)
    assert gc.isenabled()


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"PIRQA_CACHE": "/x/mine"}, "/x/mine"),
        ("linux", {"XDG_CACHE_HOME": "/x/cache"}, "/x/cache/pirqa"),
        ("linux", {"XDG_CACHE_HOME": ""}, "/x/home/.cache/pirqa"),
        ("darwin", {}, "/x/home/Library/Caches/pirqa"),
        ("win32", {"LOCALAPPDATA": "/x/local"}, "/x/local/pirqa"),
        ("win32", {}, "/x/home/AppData/Local/pirqa"),
    ],
)
def test_place_of_the_cache(monkeypatch, platform, environment, expected):
    for name in ("PIRQA_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(files.sys, "platform", platform)
    monkeypatch.setattr(files.Path, "home", lambda: Path("/x/home"))
    assert files.user_cache() == Path(expected)


def test_importing_does_not_import_numba():
    code = "import sys, pirqa, pirqa.compiled; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_kernels_that_nobody_used_for_months_go(tmp_path):
    old, recent, mine, other = (tmp_path / name for name in ("kernels-old", "kernels-new", "kernels-mine", "notes"))
    for folder in (old, recent, mine, other):
        folder.mkdir()
        (folder / "kernel.nbc").write_bytes(b"code")
    for folder in (old, mine, other):
        os.utime(folder, (1.0, 1.0))
    compiled._sweep(tmp_path, keep="kernels-mine")
    assert {folder.name for folder in tmp_path.iterdir()} == {"kernels-new", "kernels-mine", "notes"}


def test_first_use(monkeypatch, tmp_path):
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path)
    assert compiled.is_first_use()
    (tmp_path / "module").mkdir()
    (tmp_path / "module" / "kernel.nbi").write_bytes(b"")
    assert not compiled.is_first_use()
    monkeypatch.setattr(compiled, "cache_folder", lambda: None)
    assert compiled.is_first_use()
