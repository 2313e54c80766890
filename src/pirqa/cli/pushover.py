"""The command ``pirqa pushover``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from rich.console import Console

from pirqa.cli.arguments import keep_source, with_options
from pirqa.cli.console import say
from pirqa.cli.project_input import StageInput
from pirqa.errors import Interrupted, OptionsError
from pirqa.fem.exchange import write_snapshots_vtu
from pirqa.fem.pushover.checkpoint import is_kept
from pirqa.fem.pushover.result import PushoverResult
from pirqa.progress import Observer
from pirqa.project.load import Project
from pirqa.project.pipeline import taken_by
from pirqa.project.stages import STAGES


@with_options
def command(
    *,
    vtu: Annotated[Path | None, "Cracks, strains and stresses for ParaView: FILE.000.vtu … and FILE.pvd."] = None,
    keep: Annotated[Path | None, "Folder for the states of a run that is stopped: the same command goes on."] = None,
    file: StageInput,
) -> None:
    """Push a wall over: capacity curve, cracks, the hinge that they show, N2 and capacity spectrum.

    The model is that of \\[fe], the strengths those of \\[pushover]. Where \\[pushover] has wall = "calibrated" the
    measured modes are read and the model is calibrated first.
    """
    keep_source(file.project, vtu)
    if vtu is not None and vtu.suffix.lower() not in (".vtu", ".pvd"):
        raise OptionsError(f"--vtu {vtu}: its name must end in .vtu")
    try:
        result: PushoverResult = file.run(lambda observer: _run(file.read(), keep or Path(), observer))
    except (KeyboardInterrupt, Interrupted) as error:
        raise Interrupted(_stopped(keep)) from error
    file.show(result)
    if vtu is not None:
        for path in write_snapshots_vtu(vtu, result):
            say(Console(), f"snapshots in {path}")


def _stopped(keep: Path | None) -> str:
    """What is left of a run that the user has stopped."""
    if keep is None:
        return "stopped; nothing of this run is kept. With --keep FOLDER the same command would go on from here."
    if not is_kept(keep):
        return f"stopped; no state was kept in {keep} yet. The same command begins anew."
    return f"stopped; the state is kept in {keep}. Run the same command again to go on."


def _run(project: Project, folder: Path, observer: Observer) -> Any:
    """The stage after those it takes; a calibrated wall needs the measured modes first."""
    stages = {stage.name: stage for stage in STAGES}
    before = {"survey"} if project.options["survey"] is not None else set()
    if "updating" in taken_by(stages["pushover"], project):
        before |= {"oma", "updating"}
    earlier: dict[str, Any] = {}
    for stage in STAGES:
        if stage.name in before:
            earlier[stage.name] = stage.run(project, earlier, Path(), observer)
    return stages["pushover"].run(project, earlier, folder, observer)
