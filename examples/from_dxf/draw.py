"""Draws wall.dxf: a coursed wall as a draughtsman leaves it, in millimetres, each stone a closed polyline of its own.

Corners are off by up to 1 mm, joints that end on a neighbour's edge have no corner there, and stone numbers are texts.
Run it again only to change the drawing.
"""

from pathlib import Path

import ezdxf
import numpy as np

from pirqa.survey import GenerateOptions
from pirqa.survey.generate import generate

made = generate(GenerateOptions(pattern="ashlar", length=6.0, height=2.6, stones=34, courses=6, seed=12))
noise = np.random.default_rng(12)
ezdxf.options.write_fixed_meta_data_for_testing = True
drawing = ezdxf.new("R2010", units=ezdxf.units.MM)
for layer, colour in (("foundation course", 3), ("facing", 7), ("numbers", 8)):
    drawing.layers.add(layer, color=colour)
for number, ring in enumerate(made.rings, 1):
    low, high = ring.min(axis=0), ring.max(axis=0)
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    corners = 1000.0 * corners + noise.uniform(-1.0, 1.0, (4, 2)) + np.array([250000.0, 80000.0])
    layer = "foundation course" if low[1] < 0.01 else "facing"
    drawing.modelspace().add_lwpolyline(corners.round(2).tolist(), close=True, dxfattribs={"layer": layer})
    text = drawing.modelspace().add_text(str(number), height=90, dxfattribs={"layer": "numbers"})
    text.set_placement(corners.mean(axis=0).tolist(), align=ezdxf.enums.TextEntityAlignment.MIDDLE_CENTER)
drawing.saveas(Path(__file__).with_name("wall.dxf"))
