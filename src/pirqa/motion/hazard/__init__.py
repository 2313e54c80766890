"""Seismic hazard: ground-motion models, conditional spectra, target spectra out of files (models: extra ``hazard``)."""
