"""A scene at rest as a drawing: what paper has of a viewer where a section shows nothing else."""

from __future__ import annotations

import numpy as np

from pirqa.model.polyhedron import FloatArray, Polyhedron
from pirqa.report.section import Figure, Row, Section, Viewer
from pirqa.report.viewer.scene import Scene
from pirqa.report.words import Words

_WIDTH = 640.0
"""Of the drawing [px]."""
_TALLEST = 420.0
_MOST_FACES = 200
"""Of one solid: a scanned stone is drawn by its outline."""
_STONE = np.array([217.0, 210.0, 197.0])
_LIGHT = np.array([-0.35, -0.6, 0.72])


def with_still(section: Section, words: Words) -> Section:
    """The section with a drawing for paper after its first viewer, where it has no other picture."""
    if any(isinstance(item, Figure | Row) for item in section.blocks):
        return section
    first = next((k for k, item in enumerate(section.blocks) if isinstance(item, Viewer)), None)
    if first is None:
        return section
    viewer = section.blocks[first]
    assert isinstance(viewer, Viewer)
    svg = still_svg(viewer.scene)
    if not svg:
        return section
    still = Figure(svg=svg, caption=words("viewer.printed"), alt=viewer.scene.title, paper=True)
    return Section(
        id=section.id, title=section.title, blocks=(*section.blocks[: first + 1], still, *section.blocks[first + 1 :])
    )


def still_svg(scene: Scene) -> str:
    """SVG of the solids that the viewer begins with, from where it looks; nothing where there are none."""
    shown = scene.clips[0].shown if scene.clips else None
    solids = [item for k, item in enumerate(scene.solids) if shown is None or k in shown]
    if not solids:
        return ""
    towards = np.asarray(scene.eye) / np.linalg.norm(scene.eye)
    right = np.cross([0.0, 0.0, 1.0], towards)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(towards, right)], axis=1)
    pieces = sorted(
        (piece for solid in solids for piece in _pieces(solid.shape, towards, axes)), key=lambda piece: piece[0]
    )
    corners = np.concatenate([ring for _, ring, _ in pieces])
    low, span = corners.min(axis=0), np.maximum(np.ptp(corners, axis=0), 1e-9)
    scale = min(_WIDTH / span[0], _TALLEST / span[1])
    high = span[1] * scale
    drawn = []
    for _, ring, shade in pieces:
        flat = (ring - low) * scale
        points = " ".join(f"{x:.1f},{high - y:.1f}" for x, y in flat)
        colour = "#" + "".join(f"{round(min(255.0, value)):02x}" for value in _STONE * shade)
        drawn.append(f'<polygon points="{points}" fill="{colour}"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {span[0] * scale + 4:.1f} {high + 4:.1f}" '
        f'width="{span[0] * scale + 4:.0f}"><g stroke="#2b2a28" stroke-width="0.7" stroke-linejoin="round">'
        f"{''.join(drawn)}</g></svg>"
    )


def _pieces(shape: Polyhedron, towards: FloatArray, axes: FloatArray) -> list[tuple[float, FloatArray, float]]:
    """Depth, outline in the picture and brightness of what is seen of a solid."""
    if len(shape.faces) > _MOST_FACES:
        from scipy.spatial import ConvexHull

        flat = shape.vertices @ axes
        return [(float((shape.vertices @ towards).mean()), flat[ConvexHull(flat).vertices], 1.0)]
    found = []
    for face, area in zip(shape.faces, shape.face_areas, strict=True):
        facing = float(area @ towards)
        if facing <= 1e-9 * float(np.linalg.norm(area)):
            continue
        ring = shape.vertices[list(face)]
        light = float(area @ _LIGHT) / float(np.linalg.norm(area))
        found.append((float((ring @ towards).mean()), ring @ axes, 0.86 + 0.2 * max(0.0, light)))
    return found
