"""The built viewer is what its sources give: built anew from the lockfile, byte for byte."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.conftest import ROOT

WEB, BUILT = ROOT / "web", ROOT / "src" / "pirqa" / "report" / "viewer"
NO_NODE = "Node 18 or newer is not on this machine: the viewer was NOT built anew and compared"


def node_version() -> int:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return 0
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return int(said.strip().lstrip("v").partition(".")[0] or 0)


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    if node_version() < 18:
        if os.environ.get("PIRQA_REQUIRE_BROWSER"):
            pytest.fail(NO_NODE)
        pytest.skip(NO_NODE)
    folder = tmp_path_factory.mktemp("web") / "web"
    shutil.copytree(WEB, folder, ignore=shutil.ignore_patterns("node_modules"))
    installed = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts=false"], cwd=folder, capture_output=True, text=True,
        check=False, timeout=300,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stderr[-2000:]
    return folder


def test_types_hold(sources):
    run = subprocess.run(["npm", "run", "check"], cwd=sources, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stdout[-2000:]


def test_the_committed_viewer_is_the_built_one(sources, tmp_path):
    run = subprocess.run(
        ["node", "build.mjs", str(tmp_path)], cwd=sources, capture_output=True, text=True, check=False, timeout=300
    )
    assert run.returncode == 0, run.stderr[-2000:]
    for name in ("viewer.js", "viewer.css"):
        again, committed = (tmp_path / name).read_bytes(), (BUILT / name).read_bytes()
        assert again == committed, f"{name} is not what web/ gives: run npm ci && npm run build in web/ and commit it"


def test_the_lockfile_names_no_host():
    assert "resolved" not in (WEB / "package-lock.json").read_text(encoding="utf-8")
