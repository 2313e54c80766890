"""Listening to a wall: from ambient vibrations to modes with their uncertainty, and from ground noise to its period."""
