"""`assay ca`: whether programs do the same as the ground truth, as a table or as JSON."""

from __future__ import annotations

import contextlib
import json
import re
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.agreement import Agreement, ProgramRun
from assay.cli.configuration import choices as configured
from assay.cli.layout import Page
from assay.cli.progress import counting
from assay.cli.run import check_interpreter, flag, opened, say_how_to_go_on
from assay.errors import InvalidValue, UnknownNameError
from assay.judges.complaints import compiler_complaint, complaint, difference_in_words
from assay.records import Programs
from assay.settings import parse_seconds

if TYPE_CHECKING:
    from assay.ca.batch import Similarity
    from assay.ca.evaluating import ProgramPair
    from assay.ca.report import FileResult, FilesReport, Summary
    from assay.choices import Choices
    from assay.store.base import Store

ALIKE = (Agreement.PERFECT, Agreement.CLOSE)
MOST_LISTED = 40
LONGEST_OUTPUT = 40
"""Characters of the other program's output that stand beside a failure."""
_EXCEPTION_NAME = re.compile(r"[A-Za-z_$][\w.$:]*")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for by flags that only this command has."""

    output: str | None = None
    timeout: str | None = None
    strict: bool = False
    normalize: bool = True
    normalizers: Sequence[str] = ()
    inputs: str | None = None
    arguments: Sequence[str] = ()
    language: str | None = None
    prediction_language: str | None = None
    repeat: int = 1
    codebleu: bool = False
    fail_under: float | None = None
    keep: bool = True
    as_json: bool = False
    quiet: bool = False

    def check(self) -> None:
        """Name the flag whose value makes no sense, before anything is run."""
        from assay.ca.sources import AUTO
        from assay.judges.normalising import make_checker
        from assay.sandbox.recipes import runnable

        if self.fail_under is not None and not 0 <= self.fail_under <= 1:
            raise InvalidValue(f"--fail-under must be from 0 to 1, got {self.fail_under!r}")
        flag("--normalizer", self.normalizers, lambda names: make_checker(normalisers=names))
        if self.inputs is not None and not Path(self.inputs).exists():
            raise InvalidValue(f"--inputs: {self.inputs!r} does not exist")
        for name, language in (("--language", self.language), ("--prediction-language", self.prediction_language)):
            if language not in (None, AUTO):
                flag(name, language, runnable)


def run(groundtruth: str, prediction: str, **given: Any) -> int:  # Any: by option
    """Judge every pair, print the result, and return the exit status: 1 when the mean is below `fail_under`."""
    own = {field.name for field in fields(Asked)}
    asked = Asked(**{name: value for name, value in given.items() if name in own})
    asked.check()
    from assay.engines.local import checked_workers

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a polite end is kept like Ctrl-C
    choices = configured().changed(**{name: value for name, value in given.items() if name not in own})
    check_interpreter(choices)
    checked_workers(choices.resources.workers or 1)
    with opened(choices) if asked.keep else contextlib.nullcontext() as kept:
        try:
            with counting("ca", "pairs", quiet=asked.quiet) as watch:
                report = _judged(groundtruth, prediction, asked, choices, kept, watch)
        except KeyboardInterrupt:
            say_how_to_go_on(next(iter(kept.runs(limit=1)), None) if kept is not None else None)
    if asked.as_json:
        print(json.dumps(report.as_dict(), indent=2))
    else:
        show(report, Page())
    return int(is_below(report.summary, asked.fail_under))


def _judged(
    groundtruth: str,
    prediction: str,
    asked: Asked,
    choices: Choices,
    store: Store | None,
    watch: Callable[[int, int], None],
) -> FilesReport:
    from assay.ca.batch import judge_folders
    from assay.ca.evaluating import TIMEOUT_SECONDS

    seconds = choices.bounds.seconds if asked.timeout is None else flag("--timeout", asked.timeout, parse_seconds)
    return judge_folders(
        groundtruth,
        prediction,
        asked.output,
        asked.inputs,
        timeout=TIMEOUT_SECONDS if seconds is None else seconds,
        memory_bytes=choices.bounds.memory_bytes,
        normalize=asked.normalize,
        strict_match=asked.strict,
        normalizers=asked.normalizers,
        arguments=asked.arguments,
        language=asked.language,
        prediction_language=asked.prediction_language,
        repeat=asked.repeat,
        workers=choices.resources.workers,
        cache_folder=choices.resources.cache_folder,
        store=store,
        name=choices.about.name,
        isolation=choices.judging.isolation,
        python=choices.judging.python,
        similarity=_similarity(choices) if asked.codebleu else None,
        watch=watch,
    )


def is_below(summary: Summary, bound: float | None) -> bool:
    """Tell whether the mean, with a missing prediction as 0, is below the bound; nothing judged is below any."""
    mean = summary.mean_ca_score_with_missing
    return bound is not None and (mean is None or mean < bound)


def show(report: FilesReport, page: Page) -> None:
    """Print the report: how many behave alike, then each pair that does not, with the reason."""
    summary = report.summary
    page.text(_headline(summary), indent="  ")
    similar = any("codebleu" in result.beside for result in report.results)
    listed = [result for result in report.results if similar or result.agreement not in ALIKE]
    if listed:
        page.line()
        headings = ["pair", ">score", *([">codebleu"] if similar else []), "why"]
        page.rows(headings, (_row(result, page, similar=similar) for result in listed[:MOST_LISTED]))
    if len(listed) > MOST_LISTED:
        page.line(f"{len(listed) - MOST_LISTED:,} more: --json or --output FILE lists all of them")
    page.line()
    for note in _notes(summary):
        page.text(note, indent="  ")
    page.line(f"signature {summary.signature}")
    named = (result.beside.get("codebleu_signature") for result in report.results)
    for text in dict.fromkeys(text for text in named if text is not None):
        page.line(f"similarity {text}")


def _headline(summary: Summary) -> str:
    """Return the answer: the mean with its interval, and how many pairs behave alike."""
    if summary.mean_ca_score is None:
        mean = "computational accuracy –"
    else:
        interval = "" if summary.interval is None else " ({:.2f} – {:.2f})".format(*summary.interval)
        mean = f"computational accuracy {summary.mean_ca_score:.2f}{interval}"
    alike = summary.perfect_matches + summary.close_matches
    differ = summary.partial_matches + summary.failures
    unjudged = summary.groundtruth_failed + summary.nondeterministic + summary.no_toolchain + summary.faults
    counts = [f"{differ} differ{'s' * (differ == 1)}"] if differ else []
    counts += [f"{unjudged} could not be judged"] if unjudged else []
    counts += [f"{summary.missing} missing"] if summary.missing else []
    beside = f" ({', '.join(counts)})" if counts else ""
    pairs = "1 pair behaves" if summary.evaluated == 1 else f"{summary.evaluated:,} pairs behave"
    return f"{mean}   {alike:,} of {pairs} alike{beside}"


def _row(result: FileResult, page: Page, *, similar: bool) -> list[str]:
    score = "–" if result.score is None else f"{result.score:.2f}"
    found = result.beside.get("codebleu")
    beside = ["–" if found is None else f"{found:.4f}"] if similar else []
    return [page.path(_pair(result), page.width // 3), score, *beside, why(result)]


def _pair(result: FileResult) -> str:
    """Return what the pair is called: both files where they have different endings, else the name they share."""
    if result.problem is None or result.trial is None or not isinstance(result.problem.check, Programs):
        return result.file
    truth = result.problem.check.groundtruth
    one, other = Path(truth.path if truth is not None else ""), Path(result.trial.candidate.origin)
    if not one.suffix or not other.suffix or one.suffix == other.suffix:
        return result.file
    folder = result.file.rpartition("/")[0]
    return f"{folder}/{one.name} → {other.name}".removeprefix("/")


def why(result: FileResult) -> str:
    """Return in words why two programs do not behave alike, or were not compared; empty where they do."""
    worst, accuracy = result.accuracy.worst, result.accuracy
    if worst is None or result.trial is None:
        return result.reason
    if result.agreement is Agreement.NONDETERMINISTIC:
        return "the ground truth gives something else when it runs again"
    number = next((place for place, one in enumerate(accuracy.comparisons, 1) if one.score == worst.score), 1)
    several = len(accuracy.comparisons) > 1
    on_input = f" on input {number}" if several else ""
    truth, new = worst.groundtruth, worst.prediction
    if truth.failure:
        return f"the ground truth {_failure(truth, worst.error, on_input)}"
    if new.failure:
        return f"the new program {_failure(new, worst.error, f'{on_input} (the old one {_printed(truth)})')}"
    if not worst.same_returncode:
        return f"the new program ends with status {new.returncode}{on_input}, the old one with {truth.returncode}"
    told = difference_in_words(worst.diff)
    return f"input {number}: {told}" if several and told else told


def _failure(run: ProgramRun, error: str, where: str) -> str:
    """Return what a program did that failed; `where` says on which input, and what the other one did."""
    if run.failure == "build":
        return f"does not compile: {compiler_complaint(run.stderr)}"
    if run.failure != "crash":
        reason = error.partition(": ")[2].partition("; prediction: ")[0]
        return f"{' '.join(reason.split())}{where}"
    said = complaint(run.stderr)
    name, _, message = said.partition(": ")
    if _EXCEPTION_NAME.fullmatch(name):
        return f"raises {name}{where}" + (f": {message}" if message else "")
    ended = "crashes" if run.returncode is None else _ended(run.returncode)
    return f"{ended}{where}" + (f": {said}" if said else "")


def _ended(returncode: int) -> str:
    return f"is ended by signal {-returncode}" if returncode < 0 else f"ends with status {returncode}"


def _printed(run: ProgramRun) -> str:
    """Return what a program printed, in a few words."""
    lines = run.raw_output.splitlines()
    if not lines:
        return "prints nothing"
    first = lines[0].strip()
    shown = first if len(first) <= LONGEST_OUTPUT else f"{first[:LONGEST_OUTPUT]}…"
    more = len(lines) - 1
    return f"prints {shown or 'an empty line'}" + (f" and {more} more line{'s' * (more > 1)}" if more else "")


def _notes(summary: Summary) -> list[str]:
    """Return what else a reader must know, a line each."""
    counts = ", ".join(f"{number} {word}" for number, word in _counts(summary) if number)
    lines = [f"{summary.num_files} files: {counts}" if counts else f"{summary.num_files} files"]
    if summary.missing:
        lines.append(f"with missing predictions as 0: {summary.mean_ca_score_with_missing:.4f}")
    if summary.groundtruth_failed_inputs:
        lines.append(f"left out, for the ground truth fails on them: {summary.groundtruth_failed_inputs} inputs")
    lines += list(summary.missing_toolchains.values())
    if summary.run:
        lines.append(f"kept as run {summary.run}")
    return lines


def _counts(summary: Summary) -> list[tuple[int, str]]:
    return [
        (summary.perfect_matches, "perfect"), (summary.close_matches, "close"), (summary.partial_matches, "partial"),
        (summary.failures, "failed"), (summary.groundtruth_failed, "with a failing ground truth"),
        (summary.nondeterministic, "nondeterministic"), (summary.no_toolchain, "without a toolchain"),
        (summary.missing, "missing"), (summary.extra, "extra"), (summary.faults, "not judged"),
    ]  # fmt: skip


def _similarity(choices: Choices) -> Similarity:
    """Return what computes CodeBLEU of a prediction; where there is none, it is `None` and the reason beside it."""
    from assay.metrics.codebleu.scoring import evaluate_codebleu

    def similarity(pair: ProgramPair) -> dict[str, Any]:  # Any: JSON
        languages = pair.groundtruth.language, pair.prediction.language
        if languages[0] != languages[1]:
            return {"codebleu": None, "codebleu_missing": f"{languages[0]} is not compared with {languages[1]}"}
        texts = [source.data.decode("utf-8", "replace") for source in (pair.prediction, pair.groundtruth)]
        try:
            found = evaluate_codebleu(
                texts[0], texts[1], language=pair.groundtruth.language, weights=choices.scoring.codebleu_weights
            )
        except UnknownNameError as error:
            return {"codebleu": None, "codebleu_missing": str(error)}
        missing = {"codebleu_missing": found["missing"]["codebleu"]} if "codebleu" in found["missing"] else {}
        return {"codebleu": found["codebleu"], "codebleu_signature": found["signature"], **missing}

    return similarity
