"""Run records × levels × uncertain parameters: plan the runs, make them here or on a cluster, continue at any time."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from pirqa.cli.arguments import Change, command_group, parse_changes
from pirqa.cli.console import ProgressBars
from pirqa.dynamics.cuda.device import find_device
from pirqa.errors import Interrupted, OptionsError, ResultsError
from pirqa.experiments.campaign.backends import check_backend, default_workers, make_backend
from pirqa.experiments.campaign.campaign import Shard, Tally, collect, run_campaign
from pirqa.experiments.campaign.estimate import check_room, estimate
from pirqa.experiments.campaign.outcomes import CampaignResult, read_campaign
from pirqa.experiments.campaign.store import Store
from pirqa.project.campaign_file import CampaignFile, plan_of, read_campaign_file

app = command_group(__doc__)

_File = Annotated[Path, typer.Argument(metavar="PLAN", help="Campaign file (TOML).", show_default=False)]
_Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Folder of the runs.", show_default="PLAN.campaign")
]
_Workers = Annotated[
    int | None, typer.Option("--workers", min=1, help="Processes that share the runs.", show_default="all processors")
]
_Backend = Annotated[
    str | None,
    typer.Option(
        "--backend",
        help="processes, dask, serial: in this process, or cuda: a graphics card.",
        show_default="dask with --cluster, else processes",
    ),
]


@app.command("plan")
def plan_command(
    file: _File,
    workers: _Workers = None,
    backend: Annotated[
        str, typer.Option("--backend", help="processes, or cuda: on the graphics card of this machine.")
    ] = "processes",
    change: Change = None,
    output: _Output = None,
) -> None:
    """Show how many runs a campaign has, how long they take on this machine, and how much disk; run none of them.

    The time is from a short trial run of the wall, or from the runs that are finished already; on a graphics card from
    what it has done before, or from what such a card can do.
    """
    count = default_workers() if workers is None else workers
    check_backend(backend)
    card = find_device() if backend == "cuda" else None
    campaign = read_campaign_file(file, changes=parse_changes(change))
    folder = campaign.runs if output is None else output
    with ProgressBars(Console(stderr=True)) as observer:
        plan = plan_of(campaign, observer=observer)
        found = estimate(plan, folder, card=card, observer=observer)
    console = Console(highlight=False, soft_wrap=True)
    options = plan.options
    motions = len(plan.scenes[0].motions)
    most = "at most " if options.strategy == "ida" else ""
    uncertain = f", {options.samples} sample{'s' if options.samples > 1 else ''} each of {', '.join(options.uncertain)}"
    console.print(f"[bold]{escape(options.name)}[/]")
    console.print(
        f"{len(plan.scenes)} wall{'s' if len(plan.scenes) > 1 else ''}, {motions} motion{'s' if motions > 1 else ''}, "
        f"{options.strategy}{uncertain if options.uncertain else ''}: {most}{found.runs} runs, "
        f"{found.finished} finished",
        markup=False,
    )
    for name, rate in found.rate.items():
        origin = f"{found.measured[name]} finished runs" if found.measured[name] else "a short trial run"
        console.print(f"{name}: {rate:.3g} s of a processor for a simulated second, from {origin}", markup=False)
    if card is not None:
        for note in card.warnings():
            console.print(f"[yellow]warning[/] {escape(note)}")
        for name, rate in found.card_rate.items():
            origin = "as it made before" if found.card_measured[name] else "as such a card may make"
            console.print(f"{name}: {rate:.3g} simulated seconds a second on {card}, {origin}", markup=False)
        console.print(f"time: {most}{_clock(found.card_seconds)} on the card; walls that fall take longer")
    else:
        console.print(
            f"time: {most}{_clock(found.on(count))} with {count} worker{'s' if count > 1 else ''} on this machine "
            f"({_clock(found.seconds)} of one processor); walls that fall take longer"
        )
    console.print(f"disk: {_size(found.disk)} of {_size(found.free)} free, in {folder}")
    check_room(found, folder)


@app.command("run")
def run_command(
    file: _File,
    workers: _Workers = None,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help='Dask scheduler, such as tcp://head:8786; "local" starts one.'
        ),
    ] = None,
    backend: _Backend = None,
    shard: Annotated[
        str | None, typer.Option("--shard", metavar="I/N", help="Make one of N parts only, such as 1/4.")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Make failed and stopped runs once more.")] = False,
    change: Change = None,
    output: _Output = None,
) -> None:
    """Make the runs of a campaign that are not there yet; write the table of outcomes.

    Finished runs are kept in the folder and never made again: a campaign that was stopped goes on where it was. Several
    machines, or graphics cards, may share the folder, each with its own part.
    """
    part = _shard(shard)
    name = backend or ("dask" if cluster is not None else "processes")
    if cluster is not None and name in ("processes", "cuda"):
        raise OptionsError("--cluster is of --backend dask: leave out one of both")
    check_backend(name)
    card = find_device() if name == "cuda" else None  # a machine without one says so before the plan is made
    campaign = read_campaign_file(file, changes=parse_changes(change))
    folder = campaign.runs if output is None else output
    errors = Console(stderr=True, highlight=False, soft_wrap=True)
    with ProgressBars(errors) as observer:
        plan = plan_of(campaign, observer=observer)
        check_room(estimate(plan, folder, card=card, observer=observer), folder)
    maker = make_backend(name, workers=workers, cluster=cluster)
    errors.print(maker.told(), markup=False)
    with _Live(errors) as live:
        try:
            result = run_campaign(plan, folder, maker, shard=part, again=again, tell=live.tell)
        except (KeyboardInterrupt, Interrupted) as error:
            raise Interrupted(
                f"stopped; finished runs are in {folder}. Run the same command again to go on."
            ) from error
    console = Console(highlight=False, soft_wrap=True)
    console.print(str(result), markup=False)
    console.print(f"runs and outcomes.parquet in {folder}", markup=False)


@app.command("report")
def report_command(
    file: _File,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder of the page.", show_default="PLAN.report")
    ] = None,
    runs: Annotated[
        Path | None, typer.Option("--runs", help="Folder of the runs.", show_default="PLAN.campaign")
    ] = None,
    language: Annotated[str, typer.Option("--language", help="en or es.")] = "en",
    as_run: Annotated[
        bool, typer.Option("--as-run", help="Take the table as it was written, of an older plan or pirqa too.")
    ] = False,
    change: Change = None,
) -> None:
    """Fragility, IDA curves, critical stones and what matters, from the runs that are there: a page, CSV and NRML.

    Nothing is run: make the runs with pirqa campaign run first.
    """
    from pirqa.project.campaign_file import judge_campaign
    from pirqa.report.campaign import write_campaign_report
    from pirqa.report.words import load_words

    started = datetime.now(UTC)
    load_words(language)
    campaign = read_campaign_file(file, changes=parse_changes(change))
    place = campaign.runs if runs is None else runs
    folder = file.with_name(f"{file.stem}.report") if output is None else output
    with ProgressBars(Console(stderr=True)) as observer:
        table = _runs_of_plan(campaign, place, as_run=as_run, observer=observer)
        result = judge_campaign(campaign, place, result=table, observer=observer)
        page = write_campaign_report(
            result, table, campaign.options, file=file, folder=folder, language=language, started=started
        )
    console = Console(highlight=False, soft_wrap=True)
    console.print(str(result), markup=False)
    console.print(f"page, outcomes.csv and fragility in {page}", markup=False)


def _runs_of_plan(campaign: CampaignFile, place: Path, *, as_run: bool, observer: ProgressBars) -> CampaignResult:
    """Runs of the plan as it is now: what was made of another wall, record or level is not spoken for by it."""
    store = Store(place, aside=False)
    if as_run or not store.keys():  # a table without its pages, as brought from another machine
        return read_campaign(place)
    found = collect(plan_of(campaign, observer=observer), place)
    if not len(found.table):
        raise ResultsError(
            f"{place}: {len(store.keys())} runs are there, none of them of this plan: its file, a wall, a record or "
            "pirqa itself was changed since. Make the runs with pirqa campaign run, or report the old ones with "
            "--as-run"
        )
    return found


class _Live:
    """Done, failed, rate and time left: a bar on a terminal, a line now and then elsewhere."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._bar = Progress(
            TextColumn("runs"), BarColumn(bar_width=24), MofNCompleteColumn(), TextColumn("{task.fields[told]}"),
            console=console, transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("runs", total=None, told="")
        self._next = 0
        self._last = -1
        self._damaged = 0
        self._noted: set[str] = set()
        self._tally: Tally | None = None

    def __enter__(self) -> _Live:
        if self._console.is_terminal:
            self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._bar.stop()
        if self._tally is not None and (self._console.is_terminal or self._tally.kept + self._tally.done != self._last):
            self._line(self._tally)

    def tell(self, tally: Tally) -> None:
        """Show how far it is."""
        self._tally = tally
        for item in tally.damaged[self._damaged :]:
            self._console.print(
                f"[yellow]warning[/] run {item.key[:12]}… was damaged on disk ({escape(item.reason)}); it is made "
                f"again, the damaged page is {escape(str(item.path))}"
            )
        self._damaged = len(tally.damaged)
        for note in tally.notes:
            if note not in self._noted:
                self._console.print(f"[yellow]warning[/] {escape(note)}")
                self._noted.add(note)
        finished = tally.kept + tally.done
        self._bar.update(self._task, total=tally.total, completed=finished, told=_told(tally))
        if not self._console.is_terminal and tally.total and finished * 20 // tally.total > self._next:
            self._next = finished * 20 // tally.total
            self._line(tally)

    def _line(self, tally: Tally) -> None:
        self._last = tally.kept + tally.done
        kept = f" ({tally.kept} kept from earlier)" if tally.kept else ""
        self._console.print(f"{tally.kept + tally.done}/{tally.total} runs{kept}, {_told(tally)}", markup=False)


def _told(tally: Tally) -> str:
    left = "" if tally.left is None else f", {_clock(tally.left)} left"
    rate = f"{tally.rate:.3g} runs/s" if tally.rate >= 0.1 or not tally.done else f"{60 * tally.rate:.3g} runs/min"
    return f"{tally.failed} failed, {rate}{left}"


def _size(count: float) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= 1e9 else f"{max(count / 1e6, 0.1):.1f} MB"


def _clock(seconds: float) -> str:
    if seconds < 90.0:
        return f"{seconds:.0f} s"
    minutes = seconds / 60.0
    if minutes < 90.0:
        return f"{minutes:.0f} min"
    return f"{minutes / 60.0:.1f} h" if minutes < 60.0 * 48 else f"{minutes / 1440.0:.1f} days"


def _shard(text: str | None) -> Shard | None:
    if text is None:
        return None
    match: Any = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if match is None:
        raise OptionsError(f'--shard "{text}": give a part such as 1/4, from 1/4 to 4/4')
    return Shard(number=int(match[1]), count=int(match[2]))
