"""The wall in 3-D on the page: its solids once, clips that move them, all in one text that the viewer unpacks.

``viewer.js`` and ``viewer.css`` are built from ``web/``.
"""

from pirqa.report.viewer.scene import Arrows, Clip, Field, Mesh, Scene, Signal, Solid, pack

__all__ = ["Arrows", "Clip", "Field", "Mesh", "Scene", "Signal", "Solid", "pack"]
