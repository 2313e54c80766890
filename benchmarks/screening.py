"""Site screening: 10,000 walls, CPU time a wall; beside pirqa's own limit and codes stages, one wall at a time."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

import pirqa
from benchmarks.harness import Row, race
from pirqa.codes import CodesOptions, CodesResult, verify_mechanisms
from pirqa.codes.screening import ScreeningResult, Walls, read_walls, screen
from pirqa.limit import analyse
from pirqa.model.envelope import Envelope, Zone
from pirqa.model.masonry import JointProperties, Material
from pirqa.model.support import Support
from pirqa.model.wall import Wall
from pirqa.motion.design_spectrum import E030, DesignSpectra
from pirqa.project.site_file import parse_site
from pirqa.provenance import Run
from pirqa.report.many_walls import TableSource, write_screening

__all__ = ["run"]

WALLS = 10_000
ALONE = 20
TARGET = 1e-3
"""[s] a wall"""
SITE = '[codes]\nstructure_period = "0.4 s"\nspectra.e030_2018 = { zone = 2, soil = "S2" }\n'
CODES = CodesOptions(spectra=DesignSpectra(e030_2018=E030(zone=2, soil="S2")), structure_period=0.4)


def run() -> list[Row]:
    """All rows."""
    walls = _walls()
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "walls.csv"
        _write(walls, table)
        many, one_by_one, whole = race(
            lambda: screen(walls, CODES), lambda: _alone(walls), lambda: _whole(table, Path(folder) / "out"), repeats=5
        )
    _agree(many.result, one_by_one.result)
    return [
        Row(
            id="screen.10000",
            value=many.seconds / WALLS,
            target=TARGET,
            unit="s",
            peer="pirqa limit and codes, one wall at a time",
            peer_version=pirqa.__version__,
            peer_value=one_by_one.seconds / ALONE,
            note=f"A wall: {WALLS:,} at once, a third of them stepped, two rules, sliding, verdict and ranking; the "
            f"peer on {ALONE} of them, with drawings of the motion and the same ratios to 1e-4",
        ),
        Row(
            id="screen.10000.files",
            value=whole.seconds / WALLS,
            target=TARGET,
            unit="s",
            note="A wall: reading the CSV, judging, page and tables written",
        ),
    ]


def _walls() -> Walls:
    generator = np.random.default_rng(1)
    height = generator.uniform(1.5, 9.0, WALLS)
    thickness = generator.uniform(0.4, 1.8, WALLS)
    stepped = np.arange(WALLS) % 3 == 0
    return Walls.of(
        name=[f"W{index}" for index in range(WALLS)],
        height=height,
        thickness=thickness,
        thickness_top=np.where(stepped, 0.6 * thickness, np.nan),
        step_level=np.where(stepped, 0.6 * height, np.nan),
        friction_angle=np.full(WALLS, 0.52),
    )


def _write(walls: Walls, path: Path) -> None:
    rows = zip(walls.name, walls.height, walls.thickness, walls.thickness_top, walls.step_level, strict=True)
    head = "name,height [m],thickness [m],thickness_top [m],step_level [m]"
    lines = [",".join("" if str(cell) == "nan" else str(cell) for cell in row) for row in rows]
    path.write_text("\n".join([head, *lines]), encoding="utf-8")


def _whole(table: Path, folder: Path) -> Path:
    site, read = parse_site(SITE), read_walls(table)
    result = screen(read.walls, site.codes, site.screening, remarks=read.remarks)
    source = TableSource(file=str(table), digest="", run=Run(started="", host="", duration=0.0))
    return write_screening(result, site, source, folder, language="en")


def _alone(walls: Walls) -> list[CodesResult]:
    found = []
    for index in range(ALONE):
        height, thickness = float(walls.height[index]), float(walls.thickness[index])
        top, step = float(walls.thickness_top[index]), float(walls.step_level[index])
        low = height if np.isnan(step) else step
        zones = [Zone(name="low", material="stone", bottom=0.0, top=low, thickness=thickness)]
        if not np.isnan(step):
            zones.append(Zone(name="high", material="stone", bottom=step, top=height, thickness=top))
        wall = Wall(
            envelope=Envelope(zones=tuple(zones)),
            materials={"stone": Material(unit_weight=23e3)},
            support=Support(kind="rock", friction_angle=0.52),
            joints=JointProperties(friction_angle=0.52),
        )
        found.append(verify_mechanisms(analyse(wall).mechanisms, CODES))
    return found


def _agree(many: ScreeningResult, alone: list[CodesResult]) -> None:
    """A fast wrong answer is no benchmark."""
    ratios = {row["name"]: row["displacement_ratio"] for row in many.walls.rows()}
    for index, result in enumerate(alone):
        expected = min(row.factor for row in result.verifications if row.governs and row.measure == "displacement")
        np.testing.assert_allclose(ratios[f"W{index}"], expected, rtol=1e-4)
