"""Material laws at a point: how strains make cracks, and cracks make stresses.

All laws stand behind the compiled functions of ``point.py``, which take the law's number, its properties, the
crack-band length of the point and plain arrays, so that a loop over integration points calls them without knowing the
law (``curves.py``: stress against strain in one direction; ``directions.py``: three of them together; ``axes.py``: how
they lie in space; ``masonry.py``: what the file says of them):

- ``advance``: internal variables after a strain, from those before it; those that grow follow with the delay of the
  viscosity (Duvaut–Lions: r ← (η r_old + Δ r_trial)/(η + Δ), Δ the step of the control);
- ``respond``: stress at a strain where the internal variables are given;
- ``secant``: its slope where they are given: symmetric, for extrapolated variables (IMPL-EX);
- ``tangent``: slope of both together, consistent;
- ``extrapolate``: internal variables at the end of a step from those of two steps before (Oliver and others 2008);
- ``crack``: the largest crack of a point and its crushing, for pictures.

Strains and stresses are xx, yy, zz, xy, yz, zx with engineering shear, tension positive.
"""
