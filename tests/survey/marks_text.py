"""Marks of a photo written as the file that gives them back."""

from __future__ import annotations

from dataclasses import fields

from pirqa.survey.image.marks import Line, Marks, Point
from pirqa.survey.image.segment import SegmentOptions


def write_marks(marks: Marks) -> str:
    """The text of a file that gives these marks back."""
    sides = {"scale": marks.scale, "pixel": marks.pixel}
    lines = [f'{name} = "{value!r} m"' for name, value in sides.items() if value is not None]
    if marks.rectangle is not None:
        sizes = {"width": marks.rectangle.width, "height": marks.rectangle.height}
        more = "".join(f', {name} = "{value!r} m"' for name, value in sizes.items() if value is not None)
        lines.append(f"rectangle = {{ corners = {_line_text(marks.rectangle.corners)}{more} }}")
    if marks.known is not None:
        ends = f"from = {_point_text(marks.known.start)}, to = {_point_text(marks.known.end)}"
        lines.append(f'known = {{ {ends}, length = "{marks.known.length!r} m" }}')
    if marks.points:
        texts = [
            f'{{ pixel = {_point_text(point.pixel)}, wall = ["{point.wall[0]!r} m", "{point.wall[1]!r} m"] }}'
            for point in marks.points
        ]
        lines.append(f"points = [{', '.join(texts)}]")
    if marks.seeds:
        seeds = [
            f"{{ at = {_point_text(seed.at)}, name = {_quoted(seed.name)} }}" if seed.name else _point_text(seed.at)
            for seed in marks.seeds
        ]
        lines.append(f"seeds = [{', '.join(seeds)}]")
    several = {"merges": marks.merges, "cuts": marks.cuts}
    lines += [f"{name} = [{', '.join(map(_line_text, value))}]" for name, value in several.items() if value]
    single = {"outside": marks.outside, "outline": marks.outline}
    lines += [f"{name} = {_line_text(value)}" for name, value in single.items() if value]
    changed = [item for item in fields(SegmentOptions) if getattr(marks.segment, item.name) != item.default]
    if changed:
        lines.append("[segment]")
    for item in changed:
        value = getattr(marks.segment, item.name)
        text = f'"{value!r} m"' if item.name == "stone" else f'"{value}"' if isinstance(value, str) else repr(value)
        lines.append(f"{item.name} = {text}")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _point_text(point: Point) -> str:
    return f"[{point[0]!r}, {point[1]!r}]"


def _line_text(line: Line) -> str:
    return f"[{', '.join(map(_point_text, line))}]"
