"""The page people open: results in, one self-contained HTML file out."""

import sys
from typing import TYPE_CHECKING

from pirqa.exports import export_late

if TYPE_CHECKING:
    from pirqa.report.page import render, render_pages, write_report
    from pirqa.report.words import LANGUAGES, Words, load_words

__all__ = ["LANGUAGES", "Words", "load_words", "render", "render_pages", "write_report"]

export_late(__name__)

if "IPython" in sys.modules:  # in a notebook results draw themselves
    from pirqa.report.notebook import register

    register()
