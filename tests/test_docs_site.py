"""The site is built without a warning, and every link in it leads somewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.conftest import NO_SPHINX, ROOT

pytestmark = pytest.mark.skipif(NO_SPHINX is not None, reason=str(NO_SPHINX))


class Page(HTMLParser):
    """Names, links and what is loaded."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.names |= {given[key] for key in ("id", "name") if given.get(key)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        elif given.get("src") or (tag == "link" and given.get("href")):
            self.loaded.append(given.get("src") or given["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    done = subprocess.run(
        [*command, "-d", str(folder / "doctrees"), str(ROOT / "docs"), str(folder / "html")],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONWARNINGS": "default"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "html"


@pytest.fixture(scope="module")
def pages(site) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_of_the_docs_is_in_the_site(site, pages):
    sources = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md") if "_build" not in path.parts]
    assert len(sources) > 40
    assert {site / path.with_suffix(".html") for path in sources} <= set(pages)


def test_links_within_the_site_lead_somewhere(pages):
    followed, broken = 0, []
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            followed += 1
            known = (
                not parts.fragment
                or target.suffix != ".html"
                or (target in pages and unquote(parts.fragment) in pages[target].names)
            )
            if not target.exists() or not known:
                broken.append(f"{path.name}: {link}")
    assert followed > 1000
    assert not broken


def test_the_site_loads_nothing_from_elsewhere(pages):
    loaded = {link for page in pages.values() for link in page.loaded if not link.startswith("data:")}
    assert loaded
    assert not {link for link in loaded if urlsplit(link).netloc}


def test_without_a_gallery_the_page_says_so(site):
    page = (site / "gallery.html").read_text(encoding="utf-8")
    assert "built without the gallery" in page
    assert "gallery/index.html" not in page
