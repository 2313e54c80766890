"""A tilt test: at which angle the first stone leaves, at which the wall falls."""
