"""From a photo of a wall to its stones; needs the extra ``pirqa[image]`` where stones are looked for."""
