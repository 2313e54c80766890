"""A finite-element twin of the wall: hexahedra, struts and springs; its modes and its rest under gravity."""
