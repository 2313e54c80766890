"""Leaves behind the face that have stones of their own: nobody has seen them, so they are generated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pirqa.errors import ModelError, SurveyError
from pirqa.model.envelope import Leaf
from pirqa.model.polyhedron import FloatArray
from pirqa.model.remark import Remark
from pirqa.survey.generate import generate
from pirqa.survey.options import SurveyOptions
from pirqa.survey.partition import Partition, partition

__all__ = ["HiddenStones", "hidden_stones"]


@dataclass(frozen=True, kw_only=True, eq=False)
class HiddenStones:
    """Outlines of the stones of one leaf."""

    leaf: Leaf
    rings: Sequence[FloatArray]
    """(x, z), counter-clockwise [m]"""
    names: Sequence[str]
    """``3/infill``: numbered in their own leaf."""
    remarks: tuple[Remark, ...]


def hidden_stones(face: Partition, options: SurveyOptions, file: str) -> Iterator[HiddenStones]:
    """The stones of every leaf that has its own, over the same rectangle as those of the ``face``."""
    low, high = face.vertices.min(axis=0), face.vertices.max(axis=0)
    length, height = (high - low).tolist()
    for leaf in options.leaves:
        bond = options.bonds.get(leaf.name)
        if bond is None:
            continue
        if length * height - face.area > options.tolerance * (length + height):
            raise SurveyError(
                f"{file}: the stones of the face leave {length * height - face.area:.3g} m2 of its {length:.4g} × "
                f"{height:.4g} m open, and stones can be made up for a full rectangle only; "
                f'leave out bonds.{leaf.name}, so that leaf "{leaf.name}" has the outlines of the face'
            )
        try:
            made = generate(bond.over(length=length, height=height))
        except ModelError as error:
            raise ModelError(f"bonds.{leaf.name}: {error}") from error
        rings = [ring + low for ring in made.rings]
        names = [f"{number}/{leaf.name}" for number in range(1, len(rings) + 1)]
        fitted = partition(rings, names, file=file, tolerance=options.tolerance)
        yield HiddenStones(
            leaf=leaf,
            rings=[fitted.ring(index) for index in range(len(rings))],
            names=names,
            remarks=(
                Remark(kind="assumption", key="generated_leaf", text=leaf.name, count=len(rings)),
                *made.remarks,
            ),
        )
