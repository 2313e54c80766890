"""Sphinx settings of the documentation: ``make docs``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from pirqa.version import __version__

project = "pirqa"
author = "the pirqa developers"
release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"pirqa {__version__}"
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
highlight_language = "none"  # blocks without a language are commands
html_copy_source = False
# the fonts and scripts of the theme are files of its own: the pages need no network
myst_enable_extensions = ["deflist", "attrs_inline"]
myst_heading_anchors = 3
autodoc_preserve_defaults = True
autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "undoc-members": False, "show-inheritance": False}


def _escape_bars(_app, _what, _name, _obj, _options, lines):
    """|a| is a size in our docstrings, and a substitution in reStructuredText."""
    lines[:] = [line.replace("|", "\\|") for line in lines]


def setup(app):
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _escape_bars)
