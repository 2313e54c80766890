"""What the browser's tests share: the browser itself and two small walls, assessed once."""

from __future__ import annotations

import os

import pytest

from pirqa.project import parse_project, run_project
from pirqa.report.page import write_pages
from tests.conftest import CHROMIUM, NO_BROWSER
from tests.project.test_dynamics import WALL
from tests.report.browser import FLAGS

TITLE = 'Wall <script>window.bad = 1</script> & "co" </title>'
SHAKEN = WALL.replace('amplitude = "0.1 g"', 'amplitude = "0.5 g"').replace('free = "3 s"', 'free = "1 s"')
MECHANISMS = (
    WALL.replace('analyses = ["survey", "motion", "dynamics"]', 'analyses = ["survey", "limit", "blocks"]')
    .replace('name = "Stones in motion"', f"name = '{TITLE}'")
    .partition("[motion.signals")[0]
)


@pytest.fixture(scope="module")  # not longer: while it runs, no other test of the process could start an event loop
def browser():
    if CHROMIUM is None:
        if os.environ.get("PIRQA_REQUIRE_BROWSER"):
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def shaken(tmp_path_factory):
    done = run_project(parse_project(SHAKEN), tmp_path_factory.mktemp("shaken") / "results")
    write_pages(done, "en", "es")
    return done


@pytest.fixture(scope="session")
def mechanisms(tmp_path_factory):
    done = run_project(parse_project(MECHANISMS), tmp_path_factory.mktemp("mechanisms") / "results")
    write_pages(done, "en", "es")
    return done
