"""The blocks stage on the page."""

from __future__ import annotations

from dataclasses import replace

from pirqa.limit.blocks import BlockRange, BlockSolution, BlocksResult, ThicknessSearch
from pirqa.model.wall import Wall
from pirqa.project import Assessment
from pirqa.report.figures.dynamics import draw_blocks_mechanism
from pirqa.report.names import corner_name
from pirqa.report.remarks import remarks_table
from pirqa.report.section import Block, Column, Figure, Grid, Heading, Note, Section, Text, table
from pirqa.report.viewer.views import blocks_viewer
from pirqa.report.words import Words

_MOST_DRAWN = 4
_MOST_NAMES = 12
_TONES = {
    "found": "",
    "unstable_at_rest": "bad",
    "held_by_friction": "unsure",
    "wedged": "unsure",
    "never_moves": "",
    "not_converged": "unsure",
}


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
    if result.ranges:
        blocks.append(_ranges(result, words))
    blocks += blocks_viewer(result, wall, assessment, words)
    moved = [item for item in result.solutions if item.motion is not None]
    held = list({item.case: item for item in reversed(moved) if item.outcome == "held_by_friction"}.values())
    # one picture a pattern: that of the solution which governs
    others = [item for item in result.solutions if item.outcome == "found" and not _has_range(item, result)]
    governing = [item.governing for item in result.ranges if item.governing.motion is not None]
    drawn = [*reversed(fallen), *reversed(held), *governing, *others][:_MOST_DRAWN]
    for number, item in enumerate(drawn, 1):
        blocks += [
            Heading(text=_name(item, words)),
            Figure(
                svg=draw_blocks_mechanism(item, wall, words, name=f"blocks-{number}"),
                caption=_caption(item, words),
                alt=words("blocks.drawing_alt", name=_name(item, words)),
            ),
        ]
    blocks += [*_thickness(result, words), *remarks_table(result.remarks, words)]
    blocks += [Heading(text=words("limit.limits_title")), Text(text=words("blocks.limits"))]
    return Section(id="blocks", title=words("blocks.title"), blocks=tuple(blocks))


def _name(item: BlockSolution, words: Words) -> str:
    name = _pattern(item.name, words)
    if item.case:
        name += f" ({corner_name(item.case, words)})"
    if item.friction == "associative":
        return name
    return words("blocks.smooth_name" if item.friction == "smooth" else "blocks.experimental", name=name)


def _has_range(item: BlockSolution, result: BlocksResult) -> bool:
    return any((item.name, item.case) == (values.name, values.case) for values in result.ranges)


def _stones(names: tuple[str, ...], words: Words) -> str:
    if len(names) <= _MOST_NAMES:
        return ", ".join(names) or "–"
    return words("remark.and_more", stones=", ".join(names[:_MOST_NAMES]), count=len(names) - _MOST_NAMES)


def _sentence(result: BlocksResult, words: Words) -> str:
    unstable = [item for item in result.solutions if item.outcome == "unstable_at_rest"]
    if unstable:
        stones = dict.fromkeys(name for item in unstable for name in item.culprits)
        return words("blocks.sentence_unstable", stones=_stones(tuple(stones), words))
    held = [item for item in result.solutions if item.outcome == "held_by_friction"]
    if held:
        stones = dict.fromkeys(name for item in held for name in item.culprits)
        return words("blocks.sentence_held", stones=_stones(tuple(stones), words))
    # a live load's multiplier is of that load, not of the weight
    pushed = [item for item in result.ranges if item.kind in ("mass", "triangular")]
    found = [(item.governing.lower, item) for item in pushed if item.governing.lower is not None]
    if not found:
        return words("blocks.sentence_none")
    lower, worst = min(found, key=lambda pair: pair[0])
    return words(
        "blocks.sentence" if worst.agree or worst.smooth is None else "blocks.sentence_bound",
        name=_name(replace(worst.governing, friction="associative"), words),
        multiplier=words.number(lower, 4),
        moving=len(worst.governing.moving),
        count=len(worst.governing.stones),
    )


def _caption(item: BlockSolution, words: Words) -> str:
    key = "blocks.drawing" if item.outcome == "found" else "blocks.drawing_unstable"
    return words(key, moving=len(item.moving), count=len(item.stones))


def _table(result: BlocksResult, words: Words) -> Grid:
    def share(item: BlockSolution) -> str:
        return f"{len(item.moving)} / {len(item.stones)}" if item.outcome == "found" else "–"

    def stones(item: BlockSolution) -> str:
        some = item.culprits or (item.moving if len(item.moving) < len(item.stones) else ())
        return _stones(some, words) if some else ""

    columns: tuple[Column[BlockSolution], ...] = (
        Column("blocks.column_pattern", lambda item: _pattern(item.name, words), strong=True),
        Column(
            "blocks.column_friction",
            lambda item: words(f"blocks.friction_{item.friction}"),
            small=lambda item: _case(item, words),
        ),
        Column("blocks.column_lower", lambda item: item.lower, digits=5, strong=lambda item: item.outcome == "found"),
        Column("blocks.column_upper", lambda item: item.upper, digits=5),
        Column("blocks.column_gap", lambda item: item.gap, form="{:.0e}"),
        Column("blocks.column_tilt", lambda item: item.tilt, unit="deg", digits=4),
        Column(
            "blocks.column_outcome",
            lambda item: words(f"blocks.outcome_{item.outcome}"),
            tone=lambda item: _TONES[item.outcome],
            small=lambda item: _reaction(item, words),
        ),
        Column("blocks.column_moving", share, number=True, small=stones),
    )
    return table(result.solutions, columns, words, words("blocks.table"))


def _pattern(name: str, words: Words) -> str:
    return words.get(f"blocks.pattern_{name}", name)


def _case(item: BlockSolution | BlockRange | ThicknessSearch, words: Words) -> str:
    return corner_name(item.case, words) if item.case else ""


def _ranges(result: BlocksResult, words: Words) -> Grid:
    columns: tuple[Column[BlockRange], ...] = (
        Column(
            "blocks.column_pattern",
            lambda item: _pattern(item.name, words),
            strong=True,
            small=lambda item: _case(item, words),
        ),
        Column("blocks.column_smooth", lambda item: item.smooth, digits=4),
        Column("blocks.column_non_associative", lambda item: item.non_associative, digits=4),
        Column("blocks.column_associative", lambda item: item.associative, digits=4),
        Column("blocks.column_together", lambda item: _together(item, words), strong=True),
        Column(
            "blocks.column_compliance",
            lambda item: "–" if item.compliance is None else f"× {words.number(item.compliance, 3)}",
            number=True,
        ),
    )
    return table(result.ranges, columns, words, words("blocks.ranges"))


def _together(item: BlockRange, words: Words) -> str:
    if item.estimate is not None:
        return words("blocks.together_estimate", value=words.number(item.estimate, 4))
    lower = None if item.smooth is None else words.number(item.smooth, 4)
    upper = None if item.associative is None else words.number(item.associative, 4)
    if lower is not None and upper is not None:
        return words("blocks.together_bounds", lower=lower, upper=upper)
    if lower is not None:
        return words("blocks.together_above", lower=lower)
    return "–" if upper is None else words("blocks.together_below", upper=upper)


def _reaction(item: BlockSolution, words: Words) -> str:
    """Of a settlement: what the ground that goes down must still bear."""
    if not item.reaction:
        return ""
    ends = [words.number(value, 4) for value in (item.reaction[0], item.reaction[-1])]
    return words("blocks.reaction", low=ends[0], high=ends[1])


def _thickness(result: BlocksResult, words: Words) -> list[Block]:
    if not result.thickness:
        return []
    columns: tuple[Column[ThicknessSearch], ...] = (
        Column(
            "blocks.column_pattern",
            lambda item: _pattern(item.pattern, words),
            strong=True,
            small=lambda item: _case(item, words),
        ),
        Column("blocks.column_multiplier", lambda item: item.multiplier),
        Column(
            "blocks.column_thickness",
            lambda item: words("blocks.thickness_none") if item.thickness is None else item.thickness,
            digits=4,
            number=True,
            strong=True,
        ),
    )
    grid = table(result.thickness, columns, words, words("blocks.thickness"))
    return [Heading(text=words("blocks.thickness_title")), grid]
