"""What a stage repaired, assumed and doubts, in the report's language: sentences, and the table of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pirqa.model.remark import Remark
from pirqa.report.names import corner_name
from pirqa.report.section import Column, Grid, table
from pirqa.report.words import Words

_SHARES = frozenset(
    {
        *("area_changed", "convex_error", "mesh_triangles_turned", "mesh_holes_filled", "parts_left_out"),
        *("scan_volume", "fe_mass_missing", "pushover_cracked_at_rest"),
        *("updating_weak", "updating_model_error", "updating_ways_apart", "updating_mesh_coarse"),
        "calibration_idle_joints",
    }
)
"""Remarks whose amount without unit is a part of a whole."""
_TRANSLATED = {
    "generated_like": "value",
    "envelope_differs": "input",
    **dict.fromkeys(("fe_plain_locks", "fe_poor_bricks", "fe_mass_missing"), "fe_name"),
}
"""Remarks whose text is one of our own words, and the table it stands in."""
_MOST_NAMES = 12
_ORDER = {"warning": 0, "assumption": 1, "repair": 2}


def warnings_first(remarks: Iterable[Remark], names: Mapping[str, str] | None = None) -> list[Remark]:
    """Return warnings, assumptions and repairs, in this order; texts that ``names`` has are replaced by its own."""
    told = (replace(remark, text=(names or {}).get(remark.text, remark.text)) for remark in remarks)
    return sorted(told, key=rank_of)


def remarks_table(
    remarks: Iterable[Remark], words: Words, *, names: Mapping[str, str] | None = None, caption: str = "limit.remarks"
) -> list[Grid]:
    """Return the table of a stage's remarks, warnings first; no table where there are none.

    ``names`` has the report's words for texts of remarks, such as names of runs; ``caption`` is a key.
    """
    told = warnings_first(remarks, names)
    columns: tuple[Column[Remark], ...] = (
        Column("column.kind", lambda remark: words(f"remark_kind.{remark.kind}"), tone=tone_of),
        Column("column.what", lambda remark: remark_text(remark, words)),
    )
    return [table(told, columns, words, words(caption) if caption else "")] if told else []


def rank_of(remark: Remark) -> int:
    """Return where a remark stands in a table: warnings first."""
    return _ORDER[remark.kind]


def tone_of(remark: Remark) -> str:
    """Return the tone of a remark's cell."""
    return "unsure" if remark.kind == "warning" else ""


def remark_text(remark: Remark, words: Words) -> str:
    """The remark as a sentence, of one or of many; in general words where the report has none for its key."""
    known = remark.key if f"remark.{remark.key}" in words else "other"
    many = f"{known}_many" if max(remark.count, len(remark.stones)) > 1 else known
    return words(
        f"remark.{many if f'remark.{many}' in words else known}",
        key=remark.key,
        stones=_names(remark.stones, words),
        count=remark.count,
        amount=amount_text(remark, words),
        stated="–" if remark.stated is None else amount_text(replace(remark, amount=remark.stated), words),
        place=place_text(remark, words),
        text=_text(remark, words),
    )


def amount_text(remark: Remark, words: Words) -> str:
    """Return how much was changed, in the unit that fits: mm below 0.1 m, km from 1000 m, cm² below 0.01 m²."""
    amount, unit = remark.amount, remark.unit
    if unit == "m" and 0.0 < abs(amount) < 1e-6:
        return "< 0.001 mm"
    if unit == "m" and abs(amount) >= 1e3:
        return words.typeset(f"{amount / 1e3:.3g} km")
    if unit == "m":
        small = abs(amount) < 0.1
        return words.typeset(f"{amount * 1e3:.3g} mm" if small else f"{amount:.3f} m")
    if unit == "N" and abs(amount) >= 1e3:
        return words.typeset(f"{amount / 1e3:.4g} kN")
    if unit == "Pa" and abs(amount) >= 1e4:
        return words.typeset(f"{amount / 1e6:.3g} MPa")
    if unit == "N/m3" and abs(amount) >= 1e5:
        return words.typeset(f"{amount / 1e6:.4g} MN/m³")
    if unit == "m2":
        small = abs(amount) < 0.01
        return words.typeset(f"{amount * 1e4:.3g} cm2" if small else f"{amount:.3f} m2").replace("cm2", "cm²")
    if not unit and remark.key in _SHARES:
        if 0.0 < abs(amount) < 1e-6:
            return "< 0.0001 %"
        return words.typeset(f"{100.0 * amount:.2g} %")
    if remark.key == "updating_chain_short" or (not unit and amount == round(amount)):  # a count, in full
        return words.typeset(f"{amount:.0f}")
    return words.typeset(f"{amount:.4g} {unit}".strip())


def place_text(remark: Remark, words: Words) -> str:
    """Where it is, or a dash where it is everywhere."""
    if len(remark.place) < 2:
        return "–"
    x, z = remark.place[0], remark.place[-1]
    return words.typeset(f"x {x:.3f} m, z {z:.3f} m")


def pattern_text(text: str, words: Words) -> str:
    """A load pattern of the blocks, ``outward (μ low)``, in words; a pattern of the reader's own keeps its name."""
    name, bracket, case = text.partition(" (")
    told = words.get(f"blocks.pattern_{name}", name)
    return f"{told} ({corner_name(case.removesuffix(')'), words)})" if bracket else told


def direction_text(text: str, words: Words) -> str:
    """A direction of parameters, ``E1 up, g1 down``, in words; their names stay."""
    parts = (part.rpartition(" ") for part in text.split(", "))
    return ", ".join(words(f"updating.{way}", name=name) for name, _, way in parts)


def _names(stones: tuple[str, ...], words: Words) -> str:
    if len(stones) <= _MOST_NAMES:
        return ", ".join(stones) or "–"
    return words("remark.and_more", stones=", ".join(stones[:_MOST_NAMES]), count=len(stones) - _MOST_NAMES)


def _text(remark: Remark, words: Words) -> str:
    if remark.key.startswith("blocks_"):
        return pattern_text(remark.text, words)
    if remark.key in ("updating_null", "updating_weak"):
        return direction_text(remark.text, words)
    table = _TRANSLATED.get(remark.key)
    if table is None:
        return remark.text
    word = words.get(f"{table}.{remark.text}", remark.text)
    return word.lower() if table == "input" else word
