"""Physical modes, separated from spurious poles automatically."""
