"""Signals before anything is read off them: how good they are, what is done to them, their spectra."""
