"""Many walls at once on a graphics card: the same functions as on a processor, a block of threads for each wall."""
