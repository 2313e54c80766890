"""Joint properties from tilt tests and measured frequencies."""
