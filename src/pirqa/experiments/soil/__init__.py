"""The wall with soil behind it."""
