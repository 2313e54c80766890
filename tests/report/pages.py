"""Pages as a reader sees them."""

from __future__ import annotations

import re

__all__ = ["without_pictures"]


def without_pictures(page: str) -> str:
    """The text of a page: no drawings, no data behind links, and nothing of the viewer's program and scenes."""
    text = re.sub(r"<(svg|script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r'href="data:[^"]*"', "", text)
