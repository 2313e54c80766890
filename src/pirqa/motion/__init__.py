"""Ground motion: records of any format made fit to drive a wall, spectra, measures, signals."""
