"""compas_cra asked whether a tilted wall of boxes stands; a program of its own, so that it may have its own packages.

Reads JSON from standard input: ``boxes`` (corner and size [m] of each, the first being the ground), ``tangent`` of the
tilt across, ``friction``, and ``solver`` (``cra`` or ``rbe``). Writes JSON: CPU seconds of finding interfaces and of
solving, how many interfaces there are, and whether the solver found forces.
"""

from __future__ import annotations

import json
import math
import sys
import time
from importlib.metadata import version


def main() -> None:
    """One question."""
    from compas.geometry import Box
    from compas_assembly.datastructures import Block
    from compas_cra.algorithms import assembly_interfaces_numpy
    from compas_cra.datastructures import CRA_Assembly
    from compas_cra.equilibrium import cra_solve, rbe_solve

    asked = json.load(sys.stdin)
    assembly = CRA_Assembly()
    for number, (x, y, z, a, b, c) in enumerate(asked["boxes"]):
        box = Box.from_corner_corner_height([x, y, z], [x + a, y + b, z], c)
        assembly.add_block(Block.from_shape(box), node=number)
    assembly.set_boundary_conditions([0])
    started = time.process_time()
    assembly_interfaces_numpy(assembly, nmax=len(asked["boxes"]), amin=1e-4)
    faces = time.process_time() - started
    assembly.rotate_assembly([0, 0, 0], [1, 0, 0], math.atan(asked["tangent"]), is_rad=True)
    started = time.process_time()
    solve = {"cra": cra_solve, "rbe": rbe_solve}[asked["solver"]]
    try:
        solve(assembly, mu=asked["friction"], density=1.0)
        stands = True
    except Exception as error:  # it says "no" by raising
        stands = False
        print(error, file=sys.stderr)
    print(
        json.dumps(
            {
                "interfaces": sum(1 for _ in assembly.interfaces()),
                "interface_seconds": faces,
                "seconds": time.process_time() - started,
                "stands": stands,
                "version": version("compas_cra"),
            }
        )
    )


if __name__ == "__main__":
    main()
