"""Numerical experiments on a wall of stones: shaking, tilting, isolation, soil, calibration, sweeps and campaigns."""
