"""Element matrices: bricks, bars, beams, springs and beds, all elements of a kind at once."""
