"""Meshes of bricks: out of a wall's envelope, or from a file; how good their bricks are."""
