"""Synthetic motions: sines, sweeps, noise, pulses, motions matched to a spectrum or simulated for an earthquake."""
