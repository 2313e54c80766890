"""How the wall vibrates: noise and sines on the engine beside the modes of its joints."""
