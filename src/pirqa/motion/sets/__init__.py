"""Sets of ground motions: from a target spectrum and candidates to motions that fit it, with every rule checked."""
