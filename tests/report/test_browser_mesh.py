"""Meshes and contact forces in a real browser, and the sections of fe, oma, pushover and updating."""

from __future__ import annotations

import io

import numpy as np
import pytest
from markupsafe import Markup

from pirqa.assessment import assess_project
from pirqa.project import Assessment, parse_project
from pirqa.report.page import render, write_pages
from pirqa.report.section import Viewer
from pirqa.report.template import asset, environment, macros, policy, viewer_script
from pirqa.report.viewer import Arrows, Clip, Field, Mesh, Scene, Solid
from pirqa.report.viewer.views import points_clip
from pirqa.report.words import load_words
from pirqa.verification.walls import box
from tests.oma.campaigns import write_campaign
from tests.project.test_fe import SPRING, WALL
from tests.report.browser import FIRST, frame, keep, opened, ready, until
from tests.report.test_pushover_section import assessment_of, pushed
from tests.report.test_viewer import plate

EN = load_words("en")
PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<meta http-equiv="Content-Security-Policy" content="{{ policy }}"><style>{{ style }}</style></head>'
    "<body>{{ block(viewer) }}<script>{{ script }}</script></body></html>"
)
NAMES = tuple(f"S{k + 1}" for k in range(16))


def sensors() -> tuple[Mesh, np.ndarray]:
    """Sixteen sensors on an elevation, and a shape of bending out of the plane."""
    x, z = np.meshgrid(np.linspace(0.0, 6.0, 4), np.linspace(0.5, 3.0, 4))
    points = np.column_stack([x.ravel(), np.zeros(16), z.ravel()])
    rows = [(4 * r + c, 4 * r + c + 1) for r in range(4) for c in range(3)]
    columns = [(4 * r + c, 4 * r + c + 4) for r in range(3) for c in range(4)]
    shape = np.zeros((16, 3))
    shape[:, 1] = (points[:, 2] / 3.0) ** 1.5 * np.sin(np.pi * points[:, 0] / 6.0 + 0.4)
    return Mesh(points=points, lines=np.array(rows + columns), marked=tuple(range(16)), names=NAMES), shape


@pytest.fixture
def shown(browser, tmp_path):
    """A function that opens a scene; what the page complains about fails the test."""
    complaints: list[str] = []
    pages = []

    def opens(scene: Scene, *, width: int = 900, dark: bool = False):
        script = viewer_script()
        html = (
            environment(EN)
            .from_string(macros() + PAGE)
            .render(
                viewer=Viewer(id="v", scene=scene, caption=""),
                style=Markup(asset("page.css") + asset("viewer/viewer.css")),
                script=Markup(script),
                policy=policy(script),
            )
        )
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light")
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda text: complaints.append(text.text) if text.type in ("error", "warning") else None)
        page.goto((tmp_path / "page.html").as_uri())
        page.locator('.pirqa-viewer[data-state="ready"]').wait_for()
        pages.append(page)
        return page

    yield opens
    for page in pages:
        page.close()
    assert [text for text in complaints if "GPU stall" not in text and "GL Driver" not in text] == []


def places(page) -> np.ndarray:
    return np.array(page.evaluate(f"Array.from({FIRST}.content.surface.place.array)")).reshape(-1, 3)


def colours(page) -> np.ndarray:
    """Pixels of the canvas, shape (rows, columns, 3)."""
    from PIL import Image

    page.evaluate(f"{FIRST}.view.drawNow()")
    return np.asarray(Image.open(io.BytesIO(page.locator("canvas").first.screenshot())).convert("RGB")).astype(int)


def test_sensors_swing_by_their_shape(shown):
    mesh, shape = sensors()
    clip = points_clip(shape, mesh, id="m", title="Mode 1", words=EN, frequency=4.1)
    page = shown(Scene(title="sensors", mesh=mesh, clips=(clip,)))
    page.evaluate(f"{FIRST}.seek(15)")  # a quarter of its 60 frames: the largest way out
    assert places(page) == pytest.approx(mesh.points + clip.amplitude * shape, abs=1e-4)
    page.evaluate(f"{FIRST}.setExaggeration(2); {FIRST}.seek(45)")
    assert places(page) == pytest.approx(mesh.points - 2.0 * clip.amplitude * shape, abs=1e-4)
    assert page.locator(".pv-clock").inner_text() == "4.1 Hz"


def test_a_shape_that_is_not_in_step_travels(shown):
    mesh, shape = sensors()
    late = shape * np.exp(1j * mesh.points[:, :1])
    clip = points_clip(late, mesh, id="m", title="Mode 1", words=EN)
    page = shown(Scene(title="sensors", mesh=mesh, clips=(clip,)))
    for turn in (0, 7, 30):
        page.evaluate(f"{FIRST}.seek({turn})")
        seen = np.imag(late * np.exp(2j * np.pi * turn / 60))
        assert places(page) == pytest.approx(mesh.points + clip.amplitude * seen, abs=1e-4)


@pytest.mark.parametrize("dark", [False, True])
def test_sensors_are_gone_through_by_keys_and_picked_by_hand(shown, dark):
    mesh, shape = sensors()
    page = shown(Scene(title="sensors", mesh=mesh, clips=(points_clip(shape, mesh, id="m", title="m", words=EN),)),
                 width=390 if dark else 900, dark=dark)  # fmt: skip
    page.locator("canvas").first.focus()
    facts = page.locator(".pv-facts")
    assert facts.is_hidden()
    for key, name in (("n", "S1"), ("n", "S2"), ("p", "S1"), ("p", "S16")):
        page.keyboard.press(key)
        assert facts.locator("strong").inner_text() == f"Point {name}"
    place, canvas = facts.bounding_box(), page.locator("canvas").first.bounding_box()
    assert place["y"] >= canvas["y"] + canvas["height"] - 1, "the facts hide nothing of the wall"
    facts.locator(".pv-close").click()
    assert facts.is_hidden()
    at = page.evaluate(
        f"""() => {{
            const {{ view, content, canvas }} = {FIRST};
            const [x, y, z] = content.surface.restPlace(9);
            const seen = view.camera.position.clone().set(x, y, z).project(view.camera);
            return [(0.5 + 0.5 * seen.x) * canvas.clientWidth, (0.5 - 0.5 * seen.y) * canvas.clientHeight];
        }}"""
    )
    page.locator("canvas").first.click(position={"x": at[0], "y": at[1]})
    assert facts.locator("strong").inner_text() == "Point S10"
    page.keyboard.press("Escape")
    assert facts.is_hidden()


def test_a_surface_of_five_thousand_points_is_coloured_pushed_and_picked(shown):
    mesh = plate(100, 50)
    x, z = mesh.points[:, 0], mesh.points[:, 2]
    damage = np.exp(-((x - 5.0) ** 2) - (z - 2.0) ** 2)
    steps = np.linspace(0.0, 0.05, 40)
    push = steps[:, None, None] * np.column_stack([0.0 * x, -((z / 4.0) ** 2), 0.0 * x])
    field = Field(id="damage", label="damage", unit="", values=damage[:, None] * np.linspace(0.0, 1.0, 40), on="points")
    clip = Clip(
        id="p", title="Pushover", kind="path", axis="Control [m]", axis_unit="m", values=steps, points=push,
        fields=(field,), exaggeration=20.0,
    )  # fmt: skip
    page = shown(Scene(title="surface", mesh=mesh, clips=(clip,), eye=(0.0, -1.0, 0.1)))
    page.evaluate(f"{FIRST}.seek(39)")
    assert places(page) == pytest.approx(mesh.points + 20.0 * push[-1], abs=1e-3)
    assert page.locator(".pv-legend").inner_text().split()[-2:] == ["50", "mm"]
    page.evaluate(f"{FIRST}.setColouring('damage')")
    assert page.locator(".pv-colours span").first.inner_text() == "damage"
    worn = colours(page)
    page.evaluate(f"{FIRST}.seek(0)")
    sound = colours(page)
    rows, columns = worn.shape[:2]
    middle = np.s_[rows // 2 - 20 : rows // 2 + 20, columns // 2 - 20 : columns // 2 + 20]
    assert worn[middle].mean() < 0.6 * sound[middle].mean(), "what is damaged is dark"
    page.evaluate(f"{FIRST}.seek(39)")
    page.locator("canvas").first.click(position={"x": columns / 2, "y": rows / 2})
    told = dict(
        zip(*(page.locator(f".pv-facts {tag}").all_inner_texts() for tag in ("dt", "dd")), strict=True)
    )  # fmt: skip
    assert float(told["damage"]) > 0.8
    across = float(told["Displacement"].split(",")[1])
    level = float(told["x, y, z"].split(",")[2].removesuffix(" m"))
    assert across == pytest.approx(-50.0 * (level / 4.0) ** 2, abs=0.6), "in millimetres, and not enlarged"
    assert page.locator(".pv-chart canvas").count() == 1
    script = page.evaluate(
        f"""() => {{
            const began = performance.now();
            for (let k = 0; k < 20; k++) {{ {FIRST}.frame = k; {FIRST}.update(); }}
            return (performance.now() - began) / 20;
        }}"""
    )
    assert script < 60.0, "script time of a frame [ms]; about 6 on an idle machine, and a machine for tests is shared"


def test_contact_forces_are_shown_when_asked_for(shown):
    stones = tuple(
        Solid(name=str(k), zone="w", shape=box(1.0, 0.5, 0.4, at=(0.0, 0.0, 0.4 * k)), centre=np.array([0.5, 0.25, k]))
        for k in range(3)
    )
    arrows = Arrows(
        label="Forces", unit="kN", start=np.array([[0.5, 0.25, 0.0], [0.5, 0.25, 0.4]]),
        vector=np.array([[0.0, 0.0, 12.0], [0.0, 2.0, 8.0]]),
    )  # fmt: skip
    field = Field(id="force", label="contact force", unit="kN", values=np.array([20.0, 8.0, 0.0]))
    clip = Clip(id="b", title="b", kind="swing", motion=np.zeros((3, 6)), fields=(field,), arrows=arrows)
    page = shown(Scene(title="forces", solids=stones, clips=(clip,)))
    before = colours(page)
    page.locator("canvas").first.focus()
    page.keyboard.press("f")
    legend = page.locator(".pv-arrow")
    assert "12 kN" in legend.inner_text()
    blue = lambda pixels: int(np.sum((pixels[..., 2] > pixels[..., 0] + 60) & (pixels[..., 2] > 100)))  # noqa: E731
    assert blue(before) == 0
    assert blue(colours(page)) > 100
    page.locator(".pv-forces input").uncheck()
    assert legend.is_hidden()
    assert blue(colours(page)) == 0
    page.evaluate(f"{FIRST}.setColouring('force')")
    page.keyboard.press("n")
    page.locator("canvas").first.focus()
    page.keyboard.press("n")
    assert "20 kN" in page.locator(".pv-facts").inner_text()


def in_both_languages(assessment: Assessment) -> Assessment:
    """Write the pages in English and Spanish."""
    write_pages(assessment, "en", "es")
    return assessment


@pytest.fixture(scope="module")
def modelled(tmp_path_factory):
    folder = tmp_path_factory.mktemp("modelled")
    project = parse_project(WALL + SPRING, file=str(folder / "wall.toml"))
    return in_both_languages(assess_project(project, folder / "results"))


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_fe_section_opens_and_its_modes_swing(browser, modelled, page_name):
    with opened(browser, modelled.folder / page_name) as page:
        section = page.locator("#fe")
        assert section.locator("figure").count() >= 4
        assert section.locator("table").first.locator("tbody tr").count() == 2
        assert section.locator("a[download]").count() >= 1, "charts hand out their numbers"
        place = ready(page)
        options = place.locator("select").first.locator("option")
        assert options.count() == 8, "four modes of two models on one mesh"
        options.nth(1).evaluate("option => { option.parentElement.value = option.value; }")
        page.locator("#fe .pv-play").first.click()
        until(page, f"{FIRST}.playing")
        start = frame(page)
        until(page, f"{FIRST}.frame != {start}")
        if page_name == "report.html":
            keep(place, "fe")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100


def test_the_fe_section_fits_a_phone(browser, modelled):
    with opened(browser, modelled.report, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#fe figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391


PROJECT = """
format = 1
analyses = ["oma"]
[project]
name = "Listening"
[oma]
plan = "plan.toml"
[oma.subspace]
order = 40
"""


@pytest.fixture(scope="module")
def heard(tmp_path_factory):
    folder = tmp_path_factory.mktemp("heard")
    write_campaign(folder, duration=200.0)
    project = parse_project(PROJECT, file=str(folder / "wall.toml"))
    return in_both_languages(assess_project(project, folder / "results"))


@pytest.mark.parametrize("page_name", ["report.html", "report.es.html"])
def test_the_oma_section_opens_and_its_modes_swing(browser, heard, page_name):
    modes = heard.stages["oma"].modes
    with opened(browser, heard.folder / page_name) as page:
        section = page.locator("#oma")
        assert section.locator("figure").count() >= 6
        assert section.locator("table").first.locator("tbody tr").count() == len(modes)
        assert section.locator("a[download]").count() >= 4, "charts hand out their numbers"
        place = ready(page)
        options = place.locator("select").first.locator("option")
        assert options.count() == len(modes)
        place.locator("select").first.select_option(index=1)
        page.locator(".pv-play").first.click()
        until(page, f"{FIRST}.playing && {FIRST}.frame > 5")
        assert "3.1" in place.inner_text(), "the second mode's frequency"
        if page_name == "report.html":
            keep(place, "oma")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100


def test_the_oma_section_fits_a_phone(browser, heard):
    with opened(browser, heard.report, width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#oma figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Made-up paths, whose page is made in no time."""
    folder = tmp_path_factory.mktemp("pushed")
    result = pushed()
    for language in ("en", "es"):
        page = render(assessment_of(result, language), load_words(language))
        (folder / f"{language}.html").write_text(page, encoding="utf-8")
    return folder


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_section_opens_and_the_push_plays(browser, pages, language):
    with opened(browser, pages / f"{language}.html") as page:
        section = page.locator("#pushover")
        assert section.locator("figure").count() >= 6
        assert section.locator("a[download]").count() >= 6, "charts and cracks hand out their numbers"
        number = page.evaluate(
            "[...document.querySelectorAll('.pirqa-viewer')].findIndex(one => one.closest('#pushover'))"
        )
        for earlier in range(number):  # viewers are numbered as they come to life
            ready(page, earlier)
        place = ready(page, number)
        viewer = FIRST.replace("[0]", f"[{number}]")
        page.locator("#pushover .pv-play").first.click()
        until(page, f"{viewer}.playing")
        until(page, f"{viewer}.frame > 0")
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if language == "en":
            keep(place, "pushover")


def test_the_pushover_section_fits_a_phone(browser, pages):
    with opened(browser, pages / "es.html", width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#pushover figure > div").all():
            box = figure.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= 391


@pytest.mark.long
def test_the_example_is_pushed(browser, assessed):
    with opened(browser, assessed("chokepukio").report) as page:
        section = page.locator("#pushover")
        assert section.locator("figure").count() >= 6
        assert section.locator("a[download]").count() >= 5


@pytest.fixture(scope="module")
def calibrated_pages(assessed, tmp_path_factory):
    """Of both languages, from the results that all tests share."""
    found = assessed("chokepukio")
    folder = tmp_path_factory.mktemp("calibrated")
    made = {}
    for language in ("en", "es"):
        made[language] = folder / f"{language}.html"
        made[language].write_text(render(found, load_words(language)), encoding="utf-8")
    return made


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_section_opens_and_its_walls_swing(browser, calibrated_pages, language):
    words = load_words(language)
    with opened(browser, calibrated_pages[language]) as page:
        section = page.locator("#updating")
        assert section.locator("h2").inner_text() == words("updating.title")
        drawn = section.locator("figure:not(.paper) svg").count()
        assert drawn >= 8
        assert section.locator("a[download]").count() == drawn, "every picture hands out its numbers"
        assert page.evaluate("document.documentElement.scrollWidth") <= 1100
        if language == "es":
            return
        number = page.evaluate(
            "[...document.querySelectorAll('.pirqa-viewer')].findIndex(item => item.closest('#updating'))"
        )
        place = ready(page, number)
        assert place.locator("select").first.locator("option").count() >= 4
        mine = "window.pirqaViewers.find(item => item.playing)"
        place.locator(".pv-play").click()
        until(page, f"{mine} !== undefined")
        start = page.evaluate(f"{mine}.frame")
        until(page, f"{mine}.frame != {start}")
        keep(place, "updating")


@pytest.mark.long
def test_the_updating_section_fits_a_phone(browser, calibrated_pages):
    with opened(browser, calibrated_pages["en"], width=390, height=800) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for figure in page.locator("#updating figure > div").all():
            box = figure.bounding_box()
            if box is None:  # for paper alone
                continue
            assert box["x"] + box["width"] <= 391
