"""ACIS data, the solids inside SAT files and DXF drawings: records, bodies, and writing them."""
