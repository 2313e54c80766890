"""Speed of the survey: from a DXF drawing to a checked wall with its contact graph; beside COMPAS DEM's contact search.

Drawings are as a draughtsman leaves them: one closed polyline a stone, corners off by up to 1.5 mm, no T-vertices. The
peer gets the finished stones, so it is timed for its contact search alone, beside ours alone, and must find as many
pairs as we do.
"""

from __future__ import annotations

import math
import tempfile
from functools import partial
from importlib.metadata import version
from pathlib import Path

import ezdxf
import numpy as np
from compas.datastructures import Mesh
from compas_dem.models import BlockModel

from benchmarks.harness import Row, race
from pirqa.survey import GenerateOptions, SurveyOptions, SurveyResult, survey
from pirqa.survey.contacts import face_contacts
from pirqa.survey.generate import generate
from pirqa.survey.solids import convex_rings

SIZES = (40, 500, 2000, 8000)
NOISE = 1.5
"""[mm]"""
PEER_SIZE = 500


def run() -> list[Row]:
    """All rows."""
    with tempfile.TemporaryDirectory() as folder:
        results, rows = _drawings(Path(folder))
    return [*rows, *_contacts(results[40], 40), *_contacts(results[PEER_SIZE], PEER_SIZE)]


def draw(path: Path, stones: int) -> None:
    """A drawing in millimetres of a polygonal wall with ``stones`` stones of 0.86 m2 on average."""
    if stones == 40:
        options = GenerateOptions.like_sacsayhuaman()
    else:
        height = math.sqrt(0.864 * stones / 4.0)
        options = GenerateOptions(length=4.0 * height, height=height, stones=stones, nonconvex=stones // 10)
    noise = np.random.default_rng(stones)
    drawing = ezdxf.new("R2010", units=ezdxf.units.MM)
    for ring in generate(options).rings:
        parts = convex_rings(ring)
        corners = 1000.0 * (parts[0] if len(parts) == 1 else ring)
        corners = corners + noise.uniform(-NOISE, NOISE, corners.shape)
        drawing.modelspace().add_lwpolyline(corners.tolist(), close=True)
    drawing.saveas(path)


def _drawings(folder: Path) -> tuple[dict[int, SurveyResult], list[Row]]:
    seconds: dict[int, float] = {}
    results: dict[int, SurveyResult] = {}
    for size in SIZES:
        draw(folder / f"{size}.dxf", size)
        job = partial(survey, SurveyOptions(file=f"{size}.dxf", thickness=0.8), folder=folder)
        (timed,) = race(job, repeats=5 if size <= 500 else 1, warm_up=1 if size <= 500 else 0)
        seconds[size], results[size] = timed.seconds, timed.result
        if len(timed.result.wall.stones) != size or timed.result.of_kind("warning"):
            raise RuntimeError(f"{size} stones were drawn, {timed.result}")
    growth = math.log(seconds[8000] / seconds[500]) / math.log(8000 / 500)
    return results, [
        Row(id="survey.dxf.40", value=seconds[40], target=1.0, note="drawing to checked wall with contact graph"),
        Row(id="survey.dxf.500", value=seconds[500]),
        Row(id="survey.dxf.2000", value=seconds[2000], target=30.0),
        Row(id="survey.dxf.8000", value=seconds[8000]),
        Row(
            id="survey.dxf.growth",
            value=growth,
            unit="",
            # n log n from 500 to 8,000 stones: 16 × log 8000 / log 500
            target=1.0 + math.log(math.log(8000) / math.log(500)) / math.log(16),
            note="exponent of the CPU time from 500 to 8,000 stones; the target is that of n log n",
        ),
    ]


def _contacts(result: SurveyResult, size: int) -> list[Row]:
    solids = [stone.solid for stone in result.wall.stones]
    meshes = [Mesh.from_vertices_and_faces(solid.vertices.tolist(), [list(f) for f in solid.faces]) for solid in solids]

    def peer() -> int:
        model = BlockModel()
        for mesh in meshes:
            model.add_block_from_mesh(mesh)
        # it asks for a least area where we ask for a least width: the least joint here is 6 cm × 0.8 m
        model.compute_contacts(tolerance=1e-6, minimum_area=1e-3)
        return len({frozenset(edge) for edge in model.graph.edges()})

    ours, theirs = race(lambda: len(face_contacts(solids, tolerance=0.005)), peer, repeats=3 if size <= 40 else 1)
    note = f"contact search alone; {ours.result} pairs, the peer finds {theirs.result}"
    return [
        Row(
            id=f"survey.contacts.{size}",
            value=ours.seconds,
            peer="compas_dem",
            peer_version=version("compas_dem"),
            peer_value=theirs.seconds,
            note=note,
        )
    ]
