"""Pushing the wall over: cracks, equilibrium under growing lateral load, the capacity curve and how it is read."""
