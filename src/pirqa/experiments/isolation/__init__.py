"""The wall on a bed of rounded stones beside the same wall fixed."""
