"""Many runs of one wall: what to run, where it is run, what is kept."""
