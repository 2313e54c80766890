"""Drawings of the report: results in, inline SVG out. Only this room draws."""
