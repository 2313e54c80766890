"""Horizontal over vertical spectra of ground noise: the period of the site."""
