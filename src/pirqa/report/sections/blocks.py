"""The blocks stage on the page."""

from __future__ import annotations

import math

from pirqa.limit.blocks import BlockSolution, BlocksResult
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.blocks_mechanism import draw_blocks_mechanism
from pirqa.report.names import corner_name
from pirqa.report.section import Block, Cell, Figure, Grid, Heading, Note, Section, Text
from pirqa.report.sections.limit import remarks_grid
from pirqa.report.viewer.views import blocks_viewer
from pirqa.report.words import Words

__all__ = ["build"]

_MOST_DRAWN = 4
_MOST_NAMES = 12
_TONES = {"found": "", "unstable_at_rest": "bad", "never_moves": "", "not_converged": "unsure"}


def build(result: BlocksResult, assessment: Assessment, words: Words) -> Section:
    """The section of the blocks stage."""
    wall: Wall = assessment.stages["survey"].wall
    blocks: list[Block] = [Text(text=_sentence(result, words)), Text(text=words("blocks.intro"))]
    # under its own weight it falls the same way whatever the pattern
    fallen = list(
        {item.case: item for item in reversed(result.solutions) if item.outcome == "unstable_at_rest"}.values()
    )
    for item in reversed(fallen):
        told = words("blocks.unstable", name=_name(item, words), stones=_stones(item.culprits, words))
        blocks.append(Note(text=told))
    if result.solutions:
        blocks.append(_table(result, words))
    blocks += blocks_viewer(result, wall, assessment, words)
    moved = [item for item in result.solutions if item.motion is not None]
    drawn = [item for item in moved if item.outcome != "unstable_at_rest" or item in fallen][:_MOST_DRAWN]
    for number, item in enumerate(drawn, 1):
        blocks += [
            Heading(text=_name(item, words)),
            Figure(
                svg=draw_blocks_mechanism(item, wall, words, name=f"blocks-{number}"),
                caption=_caption(item, words),
                alt=words("blocks.drawing_alt", name=_name(item, words)),
            ),
        ]
    blocks += [*_thickness(result, words), *remarks_grid(result.remarks, words)]
    blocks += [Heading(text=words("limit.limits_title")), Text(text=words("blocks.limits"))]
    return Section(id="blocks", title=words("blocks.title"), blocks=tuple(blocks))


def _name(item: BlockSolution, words: Words) -> str:
    name = words.get(f"blocks.pattern_{item.name}", item.name)
    if item.case:
        name += f" ({corner_name(item.case, words)})"
    return name if item.friction == "associative" else words("blocks.experimental", name=name)


def _stones(names: tuple[str, ...], words: Words) -> str:
    if len(names) <= _MOST_NAMES:
        return ", ".join(names) or "–"
    return words("remark.and_more", stones=", ".join(names[:_MOST_NAMES]), count=len(names) - _MOST_NAMES)


def _sentence(result: BlocksResult, words: Words) -> str:
    unstable = [item for item in result.solutions if item.outcome == "unstable_at_rest"]
    if unstable:
        stones = dict.fromkeys(name for item in unstable for name in item.culprits)
        return words("blocks.sentence_unstable", stones=_stones(tuple(stones), words))
    # a live load's multiplier is of that load, not of the weight
    pushed = [item for item in result.solutions if item.kind in ("mass", "triangular")]
    found = [(item.lower, item) for item in pushed if item.lower is not None]
    plain = [pair for pair in found if pair[1].friction == "associative"] or found
    if not plain:
        return words("blocks.sentence_none")
    lower, worst = min(plain, key=lambda pair: pair[0])
    return words(
        "blocks.sentence",
        name=_name(worst, words),
        multiplier=words.number(lower, 4),
        moving=len(worst.moving),
        count=len(worst.stones),
    )


def _caption(item: BlockSolution, words: Words) -> str:
    key = "blocks.drawing_unstable" if item.outcome == "unstable_at_rest" else "blocks.drawing"
    return words(key, moving=len(item.moving), count=len(item.stones))


def _table(result: BlocksResult, words: Words) -> Grid:
    rows = []
    for item in result.solutions:
        bounds = [words.number(value, 5) if value is not None else "–" for value in (item.lower, item.upper)]
        gap = "–" if item.gap is None else words.typeset(f"{item.gap:.0e}")
        share = f"{len(item.moving)} / {len(item.stones)}" if item.outcome == "found" else "–"
        outcome = words(f"blocks.outcome_{item.outcome}")
        some = item.moving if len(item.moving) < len(item.stones) else ()
        stones = item.culprits if item.outcome == "unstable_at_rest" else some
        rows.append(
            (
                Cell(text=words.get(f"blocks.pattern_{item.name}", item.name), strong=True),
                Cell(
                    text=words(f"blocks.friction_{item.friction}"),
                    small=corner_name(item.case, words) if item.case else "",
                    tone="" if item.friction == "associative" else "unsure",
                ),
                Cell(text=bounds[0], number=True, strong=item.friction == "associative"),
                Cell(text=bounds[1], number=True),
                Cell(text=gap, number=True),
                Cell(text="–" if item.tilt is None else words.number(math.degrees(item.tilt), 4), number=True),
                Cell(text=outcome, tone=_TONES[item.outcome], small=_reaction(item, words)),
                Cell(text=share, number=True, small=_stones(stones, words) if stones else ""),
            )
        )
    names = ("pattern", "friction", "lower", "upper", "gap", "tilt", "outcome", "moving")
    head = tuple(words(f"blocks.column_{name}") for name in names)
    return Grid(head=head, rows=tuple(rows), caption=words("blocks.table"))


def _reaction(item: BlockSolution, words: Words) -> str:
    """Of a settlement: what the ground that goes down must still bear."""
    if not item.reaction:
        return ""
    ends = [words.number(value, 4) for value in (item.reaction[0], item.reaction[-1])]
    return words("blocks.reaction", low=ends[0], high=ends[1])


def _thickness(result: BlocksResult, words: Words) -> list[Block]:
    rows = tuple(
        (
            Cell(
                text=words.get(f"blocks.pattern_{item.pattern}", item.pattern),
                strong=True,
                small=corner_name(item.case, words) if item.case else "",
            ),
            Cell(text=words.number(item.multiplier, 3), number=True),
            Cell(
                text=words("blocks.thickness_none") if item.thickness is None else words.number(item.thickness, 4),
                number=True,
                strong=True,
            ),
        )
        for item in result.thickness
    )
    head = tuple(words(f"blocks.column_{name}") for name in ("pattern", "multiplier", "thickness"))
    if not rows:
        return []
    grid = Grid(head=head, rows=rows, caption=words("blocks.thickness"))
    return [Heading(text=words("blocks.thickness_title")), grid]
