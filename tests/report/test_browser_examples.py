"""Every example's page and a campaign's in a real browser: quiet, offline, drawn, played, clicked, saved."""

from __future__ import annotations

import base64
import json
import re
from urllib.parse import unquote

import numpy as np
import pytest

from pirqa.codes.screening import read_walls, screen
from pirqa.codes.screening.result import UNITS
from pirqa.model.plain import canonical_json
from pirqa.project import read_results
from pirqa.project.codec import to_plain
from pirqa.project.site_file import read_site
from pirqa.provenance import Run
from pirqa.report.kept import refresh_report
from pirqa.report.many_walls import TableSource, write_screening
from pirqa.report.words import LANGUAGES, load_words
from pirqa.units import STANDARD_GRAVITY
from tests.conftest import EXAMPLES
from tests.report.browser import (
    covered,
    downloaded,
    drawn,
    keep,
    keep_whole,
    linked,
    opened,
    pixels,
    place_of,
    ready,
    until,
)
from tests.report.test_campaign_section import HAZARD, judged, pages

# from the last: test_examples assesses them from the first, so that two processes seldom wait for the same one
QUICK = ("from_dxf", "machu_picchu")
"""A page with stones and one of a section; the others are opened by the long tests."""
NAMES = sorted((path.parent.name for path in EXAMPLES.glob("*/project.toml")), reverse=True)
WORDS = {language: load_words(language) for language in LANGUAGES}


@pytest.mark.parametrize(
    "name", [pytest.param(name, id=name, marks=[] if name in QUICK else [pytest.mark.long]) for name in NAMES]
)
def test_an_example_is_shown(browser, assessed, name):
    done = assessed(name)
    refresh_report(done.folder, language=next(name for name in LANGUAGES if name != done.info.language))
    kept = read_results(done.folder).stages
    with opened(browser, done.report, width=960, height=700) as page:
        for language in LANGUAGES:  # report.html is in the project's, the other a click away
            words, own = WORDS[language], language == done.info.language
            if page.evaluate("document.documentElement.lang") != language:
                page.locator(".switch a").click()
                page.wait_for_url(re.compile(rf"report\.{language}\.html$"))
            assert page.evaluate("document.documentElement.lang") == language
            assert page.title().endswith(words("page.title"))
            viewers = page.locator(".pirqa-viewer").count()
            # in the other language they are the same; those of later sections have tests of their own
            for number in range(min(viewers, 3 if own else 1)):
                place = look(page, number, words, closely=own)
                if own:
                    keep(place, f"{name}-{number + 1}")
            assert_checks_are_those_kept(page, done, words)
            files = page.locator("a.data").evaluate_all("links => links.map(link => link.download)")
            assert len(files) == len(set(files)), "no chart's data replace another's"
            # all links are of one make: the first is clicked, the data of the others are read from where they lead
            tables = {file: (downloaded if own and file == files[0] else linked)(page, file) for file in files}
            for file, rows in tables.items():
                assert rows, file
                if "panel" in rows[0]:  # shapes and likeness of modes are tables of their own
                    assert set(rows[0]) == {"panel", "curve", "x axis", "y axis", "x", "y"}, file
            assert_charts_are_what_was_kept(tables, kept)
            if own:
                keep_whole(page, name)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_screened_walls_are_shown(browser, language, tmp_path):
    """The example without a wall of its own: a page in one language, without a program."""
    folder = EXAMPLES / "screening"
    site, read = read_site(folder / "site.toml"), read_walls(folder / "walls.csv")
    result = screen(read.walls, site.codes, site.screening, remarks=read.remarks)
    source = TableSource(file="walls.csv", digest="-", run=Run(started="2026-01-01", host="here", duration=0.1))
    words = WORDS[language]
    with opened(browser, write_screening(result, site, source, tmp_path, language=language)) as page:
        assert page.evaluate("document.documentElement.lang") == language
        counts = dict(
            zip(
                *(page.locator(f".state .{part}").all_text_contents() for part in ("state-name", "state-word")),
                strict=True,
            )
        )
        assert {
            words(f"screening.urgency_{name}"): str(count) for name, count in result.counts.items() if count
        }.items() <= counts.items()
        rows = downloaded(page, "walls-screening.csv")
        told = page.locator("#ranking tbody tr td:nth-child(2) > span").all_inner_texts()
        for figure in page.locator("figure svg").all():
            assert figure.bounding_box()["width"] > 400
        keep_whole(page, f"screening-{language}")
    kept = json.loads(canonical_json(to_plain(result)))["walls"]
    assert [row["name"] for row in rows] == told == kept["name"]
    for column in ("height", "thickness", "multiplier", "acceleration_ratio", "displacement_ratio"):
        head = f"{column} [{UNITS[column]}]" if column in UNITS else column
        held = [float(row[head]) if row[head] else None for row in rows]
        assert held == pytest.approx(kept[column], rel=1e-5), column  # the file has six digits


def look(page, number, words, *, closely):
    """One viewer: not blank, a stone of it clicked, its first clip played and scrubbed; ``closely``: its last too."""
    place = ready(page, number)
    viewer = f"window.pirqaViewers[{number}]"
    picture = pixels(page, number)
    assert covered(page, number) > 0.02, "the wall fills its picture"
    assert len(np.unique(picture.view(np.uint32))) > 20, "stones have light and shade"
    assert place.locator(".pv-home").inner_text() == words("viewer.home")

    # the one nearest to the eye cannot be hidden by another; meshes have no stones
    stone = page.evaluate(
        """number => {
            const { view, scene } = window.pirqaViewers[number];
            const centres = scene.array("centres"), eye = view.camera.position;
            const shown = scene.file.clips.length ? scene.file.clips[0].shown : null;
            const far = scene.file.stones.map((_, k) => shown && shown.length && !shown.includes(k) ? Infinity
                : Math.hypot(centres[3 * k] - eye.x, centres[3 * k + 1] - eye.y, centres[3 * k + 2] - eye.z));
            return far.indexOf(Math.min(...far));
        }""",
        number,
    )
    if stone >= 0:
        place.locator(".pv-picture").scroll_into_view_if_needed()
        page.mouse.click(*place_of(page, stone, number))
        known = page.evaluate(f"{viewer}.scene.file.stones[{stone}]")
        kind = words("viewer.body" if known.get("body") else "viewer.stone")
        assert place.locator(".pv-facts strong").inner_text() == f"{kind} {known['name']}"

    clips = page.evaluate(f"{viewer}.scene.file.clips.length")
    for clip in sorted({0, clips - 1 if closely else 0}) if clips else ():
        if clip:
            place.locator(".pv-bar select").first.select_option(str(clip))
        last = page.evaluate(f"{viewer}.clip.frames") - 1
        swing = page.evaluate(f"{viewer}.clip.kind") == "swing"  # has a frequency in place of a clock
        clock = place.locator(".pv-clock")
        play = place.locator(".pv-play")
        assert play.get_attribute("aria-label") == words("viewer.play")
        began = clock.inner_text()
        play.click()
        until(page, f"{viewer}.frame > 0.5")
        assert play.get_attribute("aria-label") == words("viewer.pause")
        play.click()
        assert not page.evaluate(f"{viewer}.playing")
        assert swing or clock.inner_text() != began
        shown = []
        for share in (0.25, 0.75):
            place.locator(".pv-time").fill(str(share * last))
            assert page.evaluate(f"{viewer}.frame") == pytest.approx(share * last)
            drawn(page)
            shown.append((clock.inner_text(), pixels(page, number) if closely else None))
        (quarter, before), (later, after) = shown
        assert swing or quarter != later
        assert not closely or not np.array_equal(before, after), "moved between a quarter and three quarters"
    return place


def assert_checks_are_those_kept(page, done, words):
    """The ratios on the page are those of result.json."""
    kept = json.loads((done.folder / "result.json").read_text(encoding="utf-8"))["verdicts"]
    told = page.locator("#checks tbody tr td:nth-child(8) > span").all_inner_texts()
    # codes verify every mechanism by every rule: the page has the worst of each, in the order of the file
    ratios = iter([words.factor(float("inf" if check["ratio"] is None else check["ratio"])) for check in kept])
    assert all(text in ratios for text in told), told
    assert len(told) == len(kept) or (told and any(check["id"].startswith("codes.") for check in kept))


def assert_charts_are_what_was_kept(tables, stages):
    """One chart of each stage that has one of these, number by number; they hold nine digits."""
    compared = []
    if (statics := stages.get("statics")) and statics.critical:
        compared += _points(
            tables["curves.csv"], [(item.coefficient, 1.0) for item in statics.critical if item.coefficient]
        )
    if limit := stages.get("limit"):
        curves = [item.curve for item in limit.mechanisms if item.curve is not None]
        worst = min(curves, key=lambda curve: curve.multiplier[0])  # drawn, whichever others are left out
        compared += _points(tables["limit-capacity.csv"], zip(worst.displacement, worst.multiplier, strict=True))
    if motion := stages.get("motion"):
        for item in motion.motions:
            rows = [row for row in tables[f"motion-{item.name}.csv"] if row["panel"] == "1"]
            named = {row["curve"] for row in rows}
            assert len(named) == len(item.motion.directions)
            x, y = np.array([[float(row["x"]), float(row["y"])] for row in rows]).T
            kept = item.motion.acceleration[np.rint(x / item.motion.step).astype(int)] / STANDARD_GRAVITY
            assert np.abs(kept - y[:, None]).min(axis=1).max() < 1e-8
            assert np.abs(y).max() == pytest.approx(np.abs(item.motion.acceleration).max() / STANDARD_GRAVITY)
            compared += rows
    if dynamics := stages.get("dynamics"):
        for number, run in enumerate(dynamics.runs, 1):
            rows = tables[f"run-{number}.csv"]
            top = int(np.argsort(-run.reference[:, 2], kind="stable")[0])
            path = run.point(run.control_points[0].name) if run.control_points else run.displacement[:, top]
            moves = [row for row in rows if (row["panel"], row["curve"]) == (rows[0]["panel"], rows[0]["curve"])]
            at = np.searchsorted(run.times, [float(row["x"]) - 1e-6 for row in moves])
            off = np.abs(1e3 * path[at] - np.array([[float(row["y"])] for row in moves])).max(axis=0)
            assert off.min() < 1e-8 * 1e3 * np.abs(path).max(), "one of along, across and up"
            compared += moves
    if sweep := stages.get("sweep"):
        stood = [run for run in sweep.runs if not run.falls and not run.failed]
        lasting = [(run.level / STANDARD_GRAVITY, max(1e3 * run.residual_size.max(), 1e-3)) for run in stood]
        compared += _points(tables["sweep-levels.csv"], lasting)
    if updating := stages.get("updating"):
        # a table of its own, whose columns are named in the page's language: all digits of each parameter
        for row, item in zip(tables["updating-ranges.csv"], updating.parameters, strict=True):
            numbers = (item.start, item.value, item.sd, item.interval_low, item.interval_high)
            assert {item.name, *(f"{number:.9g}" for number in numbers)} <= set(row.values())
            compared.append(row)
    assert compared or set(stages) == {"survey"}


def _points(rows, expected):
    """Those of ``expected``, each of which must be among the rows."""
    have = {(row["x"], row["y"]) for row in rows}
    wanted = [(f"{x:.9g}", f"{y:.9g}") for x, y in expected]
    assert set(wanted) <= have
    return wanted


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    folder = tmp_path_factory.mktemp("campaign")
    table, result = judged(hazard=HAZARD, failed=0.01, seed=4)
    _, spanish = pages(folder, table, result)
    (folder / "report.es.html").write_text(spanish, encoding="utf-8")
    return folder


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_section_opens(browser, campaign, page_name):
    with opened(browser, campaign / page_name) as page:
        section = page.locator("#campaign")
        assert section.locator("figure").count() == 6
        for figure in section.locator("figure svg").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["height"] > 60
        links = section.locator("a[download]")
        assert links.count() == 6, "every picture hands out its numbers"
        first = links.first.get_attribute("href")
        assert first is not None
        head, _, data = first.partition(",")
        told = base64.b64decode(data).decode() if head.endswith("base64") else unquote(data)
        assert "DS4" in told
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if page_name == "report.html":
            keep(section.locator("figure").first, "campaign")


def test_the_section_fits_a_phone(browser, campaign):
    with opened(browser, campaign / "report.html", width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
