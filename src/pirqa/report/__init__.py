"""The page people open: results in, one self-contained HTML file out."""

from pirqa.report.page import render, write_report
from pirqa.report.words import LANGUAGES, Words, load_words

__all__ = ["LANGUAGES", "Words", "load_words", "render", "write_report"]
