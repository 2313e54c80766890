"""The commands ``pirqa fe``, ``pushover`` and ``calibrate``: one analysis of a wall's finite-element model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from rich.console import Console

from pirqa.cli.arguments import keep_source, with_options
from pirqa.cli.console import say
from pirqa.cli.project_input import StageInput
from pirqa.errors import Interrupted, MeshError, ModelError, OptionsError, ProjectError
from pirqa.fem.exchange import write_bad_vtu, write_models_vtu, write_snapshots_vtu
from pirqa.fem.pushover.checkpoint import is_kept
from pirqa.fem.pushover.result import PushoverResult
from pirqa.fem.result import FeResult
from pirqa.fem.stage import run_fe
from pirqa.fem.updating.options import check_asked
from pirqa.fem.updating.result import UpdatingResult
from pirqa.files import write_text_whole
from pirqa.progress import Observer
from pirqa.project.load import Project, expected_wall
from pirqa.project.pipeline import prepared, wall_of
from pirqa.project.stages import BY_NAME
from pirqa.project.stages.oma import plan_of
from pirqa.project.stages.updating import calibrated_toml
from pirqa.report import Words


@with_options
def command(
    *,
    vtu: Annotated[
        Path | None, "File for ParaView: mesh, modes and stresses; bad bricks marked if there are any."
    ] = None,
    preview: Annotated[Path | None, "SVG of the modes; of the bad bricks where the mesh has some."] = None,
    file: StageInput,
) -> None:
    """Find the modes of a wall's finite-element models, and its stresses under its own weight.

    All models of \\[fe] side by side. With --vtu the main model goes to FILE and each other one beside it. Where the
    file asks for the analysis oma too, the modes are also told at its sensors.
    """
    keep_source(file.project, vtu, preview)
    if vtu is not None and vtu.suffix.lower() != ".vtu":
        raise OptionsError(f"--vtu {vtu}: its name must end in .vtu")

    def work(observer: Observer) -> FeResult:
        try:
            return _run(file.read(), observer)
        except MeshError as error:
            raise ModelError(f"{error}{_marked(error, vtu, preview, file.words)}") from error

    result = file.run(work)
    file.show(result)
    console = Console()
    if vtu is not None:
        for path in write_models_vtu(vtu, result):
            say(console, f"mesh, modes and stresses in {path}")
    if preview is not None:
        from pirqa.report.sections.fe import shapes_svg

        write_text_whole(preview, shapes_svg(result.main, file.words))
        say(console, f"modes drawn in {preview}")


def _run(project: Project, observer: Observer) -> FeResult:
    """The stage by itself: where sensors stand is told by the test plan, without listening to what they recorded."""
    sensors: dict[str, tuple[float, float, float]] = {}
    if "oma" in project.analyses:
        plan, _ = plan_of(project.options["oma"], project.folder)
        used = {channel.point for setup in plan.setups for channel in setup.channels}
        sensors = {name: point.place for name, point in plan.points.items() if name in used}
    wall = wall_of(project, observer=observer)
    return run_fe(wall, project.options["fe"], folder=project.folder, sensors=sensors, observer=observer)


def _marked(error: MeshError, vtu: Path | None, preview: Path | None, words: Words) -> str:
    """Bad bricks are drawn where a file was asked for; else how to see them is told."""
    told = []
    if vtu is not None:
        write_bad_vtu(vtu, error.mesh, error.bad)
        told.append(f'marked by the array "bad" in {vtu}')
    if preview is not None:
        from pirqa.report.sections.fe import bad_bricks_svg

        write_text_whole(preview, bad_bricks_svg(error.mesh, error.bad, words))
        told.append(f"drawn in {preview}")
    return (
        f"\n  {', '.join(told)}" if told else "\n  see them with --preview bad.svg, or in ParaView with --vtu bad.vtu"
    )


@with_options
def pushover_command(
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
        result: PushoverResult = file.run(lambda observer: _stage_of(file.read(), "pushover", keep or Path(), observer))
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


def _stage_of(project: Project, name: str, folder: Path, observer: Observer) -> Any:
    """Return the result of the stage ``name``, after those that it cannot do without."""
    return BY_NAME[name].run(project, prepared(project, name, observer=observer), folder, observer)


@with_options
def calibrate_command(
    *,
    joints: Annotated[bool, "The joints of the stones instead, from [joint_calibration]."] = False,
    write: Annotated[Path | None, "File (TOML) for the calibrated materials, springs and bed."] = None,
    file: StageInput,
) -> None:
    """Fit a wall's finite-element model to its measured modes; with --joints, the joints of its stones.

    The modes are those of \\[oma], the model that of \\[fe], and \\[updating] says what is looked for. With --joints
    joint properties are found from tilt tests and frequencies, and what these cannot tell.
    """
    keep_source(file.project, write)
    if joints and write is not None:
        raise OptionsError("--write: for the finite-element model only; with --joints the values are printed")

    def work(observer: Observer) -> tuple[Project, Any]:
        project = file.read()
        _check_modes(project, joints=joints)
        return project, _stage_of(project, "joint_calibration" if joints else "updating", Path(), observer)

    project, result = file.run(work)
    file.show(result)
    if write is not None:
        assert isinstance(result, UpdatingResult)
        write_text_whole(write, calibrated_toml(result, source=str(file.project), origins=project.origins))
        say(Console(), f"calibrated values in {write}")


def _check_modes(project: Project, *, joints: bool) -> None:
    """What is missing is told before vibrations are listened to."""
    if joints:
        return
    if not project.options["oma"].plan:
        raise ProjectError(
            f"{project.path}: oma.plan: missing, so there are no measured modes; add [oma] with plan = the path of the "
            'test plan, such as "plan.toml" (--joints calibrates the joints of the stones instead)'
        )
    if not project.options["updating"].parameters:
        raise ProjectError(
            f"{project.path}: updating.parameters: nothing is looked for; add [updating.parameters.NAME] with kind, "
            "of, low and high (--joints calibrates the joints of the stones instead)"
        )
    if project.wall is not None or project.options["survey"] is not None:
        wall = project.wall or expected_wall(project.around)
        check_asked(project.options["updating"], wall, project.options["fe"])
