"""The command `assay`; each subcommand imports what it needs when it is called."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer

from assay import __version__
from assay.choices import OF_JUDGING, OF_SOLVING
from assay.cli import filing, preparing, probing, serving, watching
from assay.cli.options import BenchmarkName, Details, Json, Quiet, QuietRun, RunName, StorePlace, choosing
from assay.errors import AssayError, InvalidOption
from assay.settings import flag_of
from assay.text import LegibleStream, one_line

_OF_THE_MACHINE = frozenset(
    (errno.EACCES, errno.EPERM, errno.ENAMETOOLONG, errno.ELOOP, errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)
)
"""What a file system says of a path that was named, or of its room; the user can mend it."""


class _Commands(typer.core.TyperGroup):
    """The commands; a value that an option refuses is shown beside the name of the option."""

    def invoke(self, ctx: Any) -> Any:  # Any: typer's own context, and whatever a command returns
        try:
            return super().invoke(ctx)
        except typer.BadParameter as error:
            refused: list[Any] = getattr(error.__cause__, "errors", list)()  # Any: of pydantic, where typer uses it
            error.message += f", got {refused[0]['input']!r:.80}" if refused else ""
            raise


app = typer.Typer(
    name="assay",
    cls=_Commands,
    help="Measure code written by models and coding agents.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 below a threshold, 2 the caller can fix it, 3 our side broke."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    # Whatever text of a candidate a command prints, and by whatever way: no terminal obeys it.
    sys.stdout, sys.stderr = _on_terminal(sys.stdout), _on_terminal(sys.stderr)
    try:
        app(args=None if argv is None else list(argv), prog_name="assay")
    except BrokenPipeError:  # whoever read our output has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except AssayError as error:
        text = f"{flag_of(error.option)}: {error.why}" if isinstance(error, InvalidOption) else str(error)
        print(one_line(f"assay: {' '.join(text.split())}"), file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("assay: stopped", file=sys.stderr)
        sys.exit(130)
    except OSError as error:
        if error.errno not in _OF_THE_MACHINE:
            _broken()
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        print(one_line(f"assay: {where}{error.strerror}"), file=sys.stderr)
        sys.exit(2)
    except Exception:
        _broken()


def _broken() -> NoReturn:
    import traceback

    traceback.print_exc()
    print("assay: this is a mistake of ours, not of your input; nothing that was stored is lost", file=sys.stderr)
    sys.exit(3)


def _on_terminal(stream: Any) -> Any:  # Any: `sys.stdout` may be replaced by anything that takes text
    """The stream, which shows what a terminal would obey where it is one; files and pipes get the data as it is."""
    known = stream is None or isinstance(stream, LegibleStream)
    return stream if known or not stream.isatty() else LegibleStream(stream)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"assay {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
@choosing(*OF_JUDGING)
def run(
    benchmark: BenchmarkName,
    candidates: Annotated[
        list[str] | None,
        typer.Option(
            "--candidates", "-c", metavar="PATH", help="A file or folder of candidates, or - ; may be repeated."
        ),
    ] = None,
    *,
    quiet: QuietRun = False,
    details: Details = False,
    as_json: Json = False,
    fail_under: Annotated[
        list[str] | None, typer.Option(metavar="METRIC=VALUE", help="Exit with 1 below that, such as pass@1=0.6.")
    ] = None,
    **chosen: Any,  # Any: by option
) -> None:
    """Judge candidates, keep every verdict, and print the scores."""
    from assay.cli.run import run as run_command

    run_command(
        benchmark, candidates or (), chosen, fail_under=fail_under or (), quiet=quiet, as_json=as_json, details=details
    )


@app.command()
@choosing(
    *OF_SOLVING, *(name for name in OF_JUDGING if name not in ("model", "form", "extract", "attempts", "stop_when"))
)
def solve(
    benchmark: BenchmarkName,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", metavar="NAME", help="Who is asked; may be repeated, the cheapest first."),
    ] = None,
    *,
    quiet: QuietRun = False,
    details: Details = False,
    as_json: Json = False,
    fail_under: Annotated[
        list[str] | None, typer.Option(metavar="METRIC=VALUE", help="Exit with 1 below that, such as pass@1=0.6.")
    ] = None,
    **chosen: Any,  # Any: by option
) -> None:
    """Let a model or an agent solve a benchmark; judge what it writes, and show what it costs."""
    from assay.cli.solve import solve as run_command

    run_command(
        benchmark, model or (), chosen, fail_under=fail_under or (), quiet=quiet, as_json=as_json, details=details
    )


@app.command()
def demo(as_json: Json = False, quiet: Quiet = False, store: StorePlace = None) -> None:
    """Show what Assay is for: a weak, a good and a cheating model are judged, and what cheating brings elsewhere."""
    from assay.cli.demo import run as run_command

    run_command(as_json=as_json, quiet=quiet, store=store)


@app.command("list")
def list_things(
    what: Annotated[str, typer.Argument(metavar="[benchmarks|runs|metrics|languages|prompts|strategies]")] = "runs",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many runs, the newest first.")] = 50,
    benchmark: Annotated[str | None, typer.Option(metavar="NAME", help="Only runs of that benchmark.")] = None,
    labels: Annotated[
        list[str] | None, typer.Option("--label", metavar="KEY=VALUE", help="Only runs that carry it.")
    ] = None,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """List runs, benchmarks, metrics, languages, prompts or strategies."""
    from assay.cli import listing

    listing.list_things(what, as_json=as_json, limit=limit, store=store, benchmark=benchmark, labels=labels or ())


@app.command()
def show(
    name: RunName = "latest",
    problem: Annotated[
        str | None, typer.Option(metavar="ID", help="Everything about the attempts at one problem.")
    ] = None,
    failed: Annotated[bool, typer.Option("--failed", help="Only failures, with expected and actual in full.")] = False,
    suspicious: Annotated[bool, typer.Option("--suspicious", help="Only what looks like tampering, and why.")] = False,
    details: Details = False,
    page: Annotated[int | None, typer.Option(metavar="N", min=1, help="Which page of the problems.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All pages at once.")] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="With --problem: the solver's prompts and answers in full.")
    ] = False,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Show a run: its score, then its failures; or one problem's code, failing cases and how it was solved."""
    from assay.cli.showing import Wish, show_run

    wish = Wish(problem, failed, suspicious, details, steps, page, everything)
    show_run(name, wish, as_json=as_json, store=store)


@app.command()
def compare(
    names: Annotated[list[str], typer.Argument(metavar="RUN RUN...", help="Ids, names or beginnings of ids.")],
    allow_different: Annotated[
        bool, typer.Option("--allow-different", help="Also runs on other problems or under other limits.")
    ] = False,
    margin: Annotated[
        str, typer.Option(metavar="SHARE", help="How much of a difference does not matter: 0.03, or 3%.")
    ] = "0.03",
    fail_if: Annotated[
        str | None,
        typer.Option(
            metavar="worse|unclear|not-better",
            help="Exit with 1 where another run than the first is so; of several, by p adjusted for their number.",
        ),
    ] = None,
    details: Annotated[
        bool, typer.Option("--details", help="All parts, all problems that changed, the Pareto front, signatures.")
    ] = False,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Say whether runs are better or worse than the first of them, how sure that is, and what changed."""
    from assay.cli.compare import Comparing
    from assay.cli.compare import run as run_command

    asked = Comparing(margin, fail_if, allow_different=allow_different, details=details)
    run_command(names, asked, as_json=as_json, store=store)


@app.command()
def rescore(
    name: RunName,
    k: Annotated[str | None, typer.Option("--k", metavar="K,...", help="For pass@k.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the resampling behind the intervals.")] = 0,
    details: Details = False,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Score the kept trials of a run anew, without judging anything."""
    from assay.cli import runs

    runs.rescore_run(name, k=k, seed=seed, as_json=as_json, details=details, store=store)


@app.command()
def retry(
    name: RunName,
    faults: Annotated[bool, typer.Option("--faults", help="Those that our side failed on.")] = False,
    timeouts: Annotated[bool, typer.Option("--timeouts", help="Those that ran out of time.")] = False,
    time: Annotated[str | None, typer.Option(metavar="TIME", help="Another time limit; the signature says so.")] = None,
    quiet: QuietRun = False,
    details: Details = False,
    store: StorePlace = None,
) -> None:
    """Judge some trials of a run again."""
    from assay.cli import runs

    which = [kind for kind, wanted in (("faults", faults), ("timeouts", timeouts)) if wanted]
    runs.retry_run(name, which=which, time=time, quiet=quiet, details=details, store=store)


@app.command()
def replay(
    name: RunName,
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="The id of a problem of that run.")],
    attempt: Annotated[
        int | None, typer.Option(metavar="N", help="Which attempt.", show_default="the first that failed")
    ] = None,
    case: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Which case.", show_default="the first that failed")
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to.", show_default="standard output")
    ] = None,
    store: StorePlace = None,
) -> None:
    """Write one script that shows a failing case again; for a repository, a folder with the tree and a script."""
    from assay.cli import runs

    runs.replay_run(name, problem, attempt=attempt, case=case, output=output, store=store)


@app.command()
def fetch(
    benchmark: Annotated[str, typer.Argument(help="A benchmark whose problems are public.")],
    folder: Annotated[
        str | None, typer.Option(metavar="PATH", help="Where to.", show_default="the cache folder")
    ] = None,
) -> None:
    """Get the problems of a benchmark from their public source."""
    from assay.cli.problems import fetch as run_command

    run_command(benchmark, folder=folder)


@app.command()
@choosing("repos", "problems", "limit")
def check(
    benchmark: BenchmarkName,
    problem_file: Annotated[
        str | None, typer.Option(metavar="PATH", help="The problems, in the family's format.")
    ] = None,
    repeat: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="Judge each reference so often: does it always pass?")
    ] = 3,
    release: Annotated[
        bool, typer.Option("--release", help="Let go of quarantined problems whose reference passes every time now.")
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
    store: StorePlace = None,
    **chosen: Any,  # Any: whatever was typed
) -> None:
    """Check a benchmark: references always pass, wrong candidates fail. Problems that are luck are quarantined."""
    from assay.cli.problems import check as run_command

    run_command(
        benchmark,
        problem_file=problem_file,
        repeat=repeat,
        release=release,
        store=store,
        as_json=as_json,
        quiet=quiet,
        **chosen,
    )


@app.command()
@choosing("workers", "isolation", "python", "name", "store")
def ca(
    groundtruth: Annotated[str, typer.Argument(metavar="GROUNDTRUTH", help="A program, or a folder of programs.")],
    prediction: Annotated[str, typer.Argument(metavar="PREDICTION", help="The same for what should do the same.")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write the results as JSON.")
    ] = None,
    timeout: Annotated[
        str | None,
        typer.Option("--timeout", "--time", metavar="TIME", help="Effective time of one run.", show_default="30s"),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option(
            metavar="SIZE", help="Memory of one program, its runtime aside, such as 2GiB.", show_default="1GiB"
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Only equal bytes count.")] = False,
    normalize: Annotated[bool, typer.Option(help="Let blanks, line ends and case not matter.")] = True,
    normalizers: Annotated[
        list[str] | None, typer.Option("--normalizer", metavar="NAME", help="Let more not matter; may be repeated.")
    ] = None,
    inputs: Annotated[
        str | None, typer.Option(metavar="PATH", help="A file, a folder of .in files, or a JSON map of inputs.")
    ] = None,
    arguments: Annotated[
        list[str] | None, typer.Option("--argument", metavar="TEXT", help="For both programs; may be repeated.")
    ] = None,
    language: Annotated[
        str | None, typer.Option(metavar="NAME", help="Of both programs.", show_default="by the file")
    ] = None,
    prediction_language: Annotated[str | None, typer.Option(metavar="NAME", help="Of the predictions alone.")] = None,
    repeat: Annotated[int, typer.Option(metavar="N", min=1, help="Runs of the ground truth: does it vary?")] = 1,
    codebleu: Annotated[bool, typer.Option("--codebleu", help="Put the similarity beside.")] = False,
    fail_under: Annotated[
        float | None, typer.Option(metavar="X", help="Exit with 1 when the mean, with missing ones as 0, is below.")
    ] = None,
    *,
    keep: Annotated[bool, typer.Option(help="Keep the result as a run.")] = True,
    as_json: Json = False,
    quiet: Quiet = False,
    **chosen: Any,  # Any: by option
) -> None:
    """Run programs beside their ground truth: the same inputs, the same behaviour?"""
    given = {**locals(), **chosen}  # exactly the parameters of the function below
    del given["chosen"]
    from assay.cli.ca import run as run_command

    raise typer.Exit(run_command(**{field: value for field, value in given.items() if value is not None}))


@app.command()
def codebleu(
    groundtruth: Annotated[str, typer.Argument(metavar="GROUNDTRUTH", help="A file, a folder, or JSON lines.")],
    prediction: Annotated[str, typer.Argument(metavar="PREDICTION", help="The same for what was predicted.")],
    language: Annotated[str | None, typer.Option(metavar="NAME", help="Of the code.", show_default="detected")] = None,
    profile: Annotated[str, typer.Option(metavar="strict|compat|lite", help="How it is computed.")] = "strict",
    weights: Annotated[
        str | None, typer.Option(metavar="A,B,C,D", help="Of n-grams, weighted n-grams, syntax, dataflow; sum 1.")
    ] = None,
    as_json: Json = False,
    fail_under: Annotated[float | None, typer.Option(metavar="X", help="Exit with 1 below that.")] = None,
) -> None:
    """Compare code with its ground truth: similarity, not correctness."""
    from assay.cli.similarity import run as run_command

    run_command(
        groundtruth,
        prediction,
        language=language,
        profile=profile,
        weights=weights,
        as_json=as_json,
        fail_under=fail_under,
    )


@app.command()
def quality(
    path: Annotated[str, typer.Argument(metavar="FILE|DIR|-", help="What to look at; - for standard input.")],
    language: Annotated[str | None, typer.Option(metavar="NAME", help="Of the code.", show_default="detected")] = None,
    task: Annotated[str, typer.Option(metavar="TEXT", help="What the code was asked to do.")] = "",
    threshold: Annotated[float, typer.Option(metavar="X", min=0, max=1, help="Form passes from here on.")] = 0.7,
    weights: Annotated[str | None, typer.Option(metavar="A,B,C,D,E,F", help="Of the six dimensions; sum 1.")] = None,
    analyse: Annotated[bool, typer.Option("--analyse", help="Add lint, complexity, security, duplication.")] = False,
    types: Annotated[bool, typer.Option("--types", help="Add type errors (needs the extra `types`).")] = False,
    secrets: Annotated[bool, typer.Option("--secrets", help="Add leaked secrets (needs the extra `secrets`).")] = False,
    allow: Annotated[
        list[str] | None, typer.Option(metavar="PACKAGE", help="Imports that are fine; may be repeated.")
    ] = None,
    as_json: Json = False,
    fail_under: Annotated[float | None, typer.Option(metavar="X", help="Exit with 1 below that mean form.")] = None,
) -> None:
    """Judge the form of code in six dimensions, with the reasons."""
    given = dict(locals())  # exactly the fields of the record below
    from assay.cli.quality import QualityOptions
    from assay.cli.quality import run as run_command

    raise typer.Exit(
        run_command(QualityOptions(**{field: value for field, value in given.items() if value is not None}))
    )


@app.command()
def rate(
    name: RunName = "latest",
    rater: Annotated[str | None, typer.Option(metavar="NAME", help="Who rates.", show_default="you")] = None,
    limit: Annotated[int | None, typer.Option(metavar="N", help="At most so many candidates.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also those that this rater has graded.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Only show the grades and how far raters agree.")] = False,
    file: Annotated[
        str | None, typer.Option("--load", metavar="FILE", help="Take the run's ratings from JSON lines instead.")
    ] = None,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Grade the candidates of a run by hand, and see how far the raters agree."""
    from assay.cli.grading import grade, take_from

    if file is not None:
        take_from(file, name, store=store)
    else:
        grade(name, rater=rater, limit=limit, again=again, report=report, as_json=as_json, store=store)


@app.command()
def calibration(
    model: Annotated[str | None, typer.Option(metavar="NAME", help="Only estimates for that model.")] = None,
    benchmark: Annotated[str | None, typer.Option(metavar="NAME", help="Only runs of that benchmark.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the folds: which problems are held out together.")] = 0,
    as_json: Json = False,
    store: StorePlace = None,
) -> None:
    """Show how far estimated chances of success can be trusted, by past runs."""
    from assay.cli.calibration import run as run_command

    run_command(model=model, benchmark=benchmark, seed=seed, as_json=as_json, store=store)


store_app = typer.Typer(name="store", help="See how much is kept, and take things out.", no_args_is_help=True)
app.add_typer(store_app)


@store_app.command()
def size(as_json: Json = False, store: StorePlace = None) -> None:
    """Show how much the store holds."""
    from assay.cli.storing import show_size

    show_size(as_json=as_json, store=store)


@store_app.command()
def prune(
    keep: Annotated[int | None, typer.Option(metavar="N", min=0, help="Keep the newest N runs.")] = None,
    older_than: Annotated[str | None, typer.Option(metavar="AGE", help="Only what is older, such as 30d.")] = None,
    cache: Annotated[
        str | None, typer.Option(metavar="SIZE", help="Cut the caches of verdicts and of answers to that size.")
    ] = None,
    with_counts: Annotated[
        bool, typer.Option("--with-counts", help="Also the hourly counts of the observations that leave.")
    ] = False,
    store: StorePlace = None,
) -> None:
    """Take old runs, observations, cached verdicts and answers of models out of the store."""
    from assay.cli.storing import prune as run_command

    run_command(keep=keep, older_than=older_than, cache=cache, with_counts=with_counts, store=store)


@store_app.command()
def delete(
    name: RunName,
    yes: Annotated[bool, typer.Option("--yes", help="Really.")] = False,
    store: StorePlace = None,
) -> None:
    """Take one run out of the store."""
    from assay.cli.storing import delete as run_command

    run_command(name, yes=yes, store=store)


@app.command()
@choosing("isolation", "python", "engine", "address")
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")] = False,
    **chosen: Any,  # Any: by option
) -> None:
    """Show which sandbox layers, limits and toolchains this machine has, or each node of a cluster."""
    from assay.cli.doctor import run

    run(chosen, as_json=as_json)


for part in (filing, preparing, probing, serving, watching):
    app.add_typer(part.app)
