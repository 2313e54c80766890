"""The twin learns: material and supports of the finite-element model from measured modes."""
