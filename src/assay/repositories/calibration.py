"""Calibration of a problem: its tests run on this machine with the base commit and with the reference.

Only tests that behave can tell anything of a candidate. The others are set aside, with the reason.
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import inspect
import json
import os
import secrets
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from assay.files import private_folder
from assay.hashing import content_digest, stable_bytes
from assay.records import Problem, Repository
from assay.repositories import (
    closed,
    decided,
    expectations,
    hidden_assertions,
    negation,
    planting,
    shown_literals,
    sites,
)
from assay.repositories.checkouts import Checkout
from assay.repositories.patches import touched
from assay.repositories.planting import Planting, SuiteFiles, Surveyed, key_with_values
from assay.repositories.recipes import EnvironmentRecipe, Runner
from assay.repositories.running import KEEPER, RECORDING, RUNNERS, RepositoryRun, RunRequest, driver, key_of_id
from assay.repositories.shown_literals import HiddenRun, Lay, still_asking
from assay.repositories.sites import Tier
from assay.settings import default_cache_folder

FORMAT = "11"
MOST_LABELS = 60
"""Ids among which the survey looks for tests to plant besides those that a patch must make pass."""
MOST_HIDDEN_RUNS = 5
"""Runs of the reference until all that is hidden tells what is expected."""
Run = Callable[[RunRequest], RepositoryRun]
"""Runs the tests once."""

PASSES_BEFORE = "passes before the patch too, so it counts among those that must go on passing"
FAILS_BEFORE = "fails before the patch, though it is said to pass"
FAILS_AFTER = "does not pass with the reference"
NOT_BEFORE = "is not run before the patch"
FLICKERS = "passes at one time and not at another with the reference"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Which ids of a check count on this machine."""

    fail_to_pass: tuple[str, ...] = ()
    """Ids that fail with the base commit and pass with the reference."""
    pass_to_pass: tuple[str, ...] = ()
    """Ids that pass with both."""
    set_aside: Mapping[str, str] = field(default_factory=dict)
    """Ids that do not behave as they are labelled → why."""
    unfit: str = ""
    """Why nobody can be judged by these tests; empty: they tell right from wrong."""
    expected_failures: frozenset[str] = frozenset()
    """Ids that count as passed here because their failure is expected; no other test passes by failing."""
    tests: Mapping[str, bytes] = field(default_factory=dict)
    """The test files as they are run."""
    edited: tuple[str, ...] = ()
    """Test files that are changed by the tests themselves."""
    has_reference: bool = True
    survey: Mapping[str, Surveyed] = field(default_factory=dict)
    """Key of a test function → the sites that a planting may edit."""
    disturbed: frozenset[str] = frozenset()
    """Ids that do not pass where anything is planted: they are judged in a run without."""
    apart: frozenset[str] = frozenset()
    """Those of them that do not pass in the hidden run either: they are judged in a run of the published files."""
    hidden: tuple[int, ...] = ()
    """Numbers of the parts that the tests need not see: what the reference shows the judge is what they ask for."""
    signs: Mapping[int, Collection[str]] = field(default_factory=dict)
    """Whether the reference compares what stands for a hidden literal by equalities, by orders, or by both."""
    assertions: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Key of a test function that a patch must make pass → assertions that are hidden as a whole, others with values
    that can be planted, and the rest, which show what they ask for."""
    order: tuple[str, ...] = ()
    """Ids of pytest with values in them, in the order in which they are run: a run that hides values has other ids."""
    cut_short: bool = False
    """Whether a limit ended a run: with more time or memory, or on a calmer machine, more might be found."""

    @property
    def is_hidden(self) -> bool:
        """Whether nothing is left of what the tests to be mended ask for, once all that can be is hidden."""
        return 0 < len(self.assertions) == len(self.hidden_tests)

    @property
    def hidden_tests(self) -> frozenset[str]:
        """Keys of the test functions that a patch must make pass of which every assertion is hidden."""
        return frozenset(key for key, (hidden, *shown) in self.assertions.items() if hidden and not any(shown))

    @property
    def plantable(self) -> tuple[str, ...]:
        """Those of `fail_to_pass` that pass outright: what is made to fail in them must be seen to fail."""
        return tuple(name for name in self.fail_to_pass if name not in self.expected_failures)

    @property
    def plantable_others(self) -> tuple[str, ...]:
        """Those of `pass_to_pass` that pass outright."""
        return tuple(name for name in self.pass_to_pass if name not in self.expected_failures)

    def without(self, names: Collection[str], why: str) -> Calibration:
        """Return it with these ids set aside, too."""
        fixed = tuple(name for name in self.fail_to_pass if name not in names)
        stay = tuple(name for name in self.pass_to_pass if name not in names)
        aside = {**self.set_aside, **dict.fromkeys(names, why)}
        unfit = self.unfit or ("" if fixed else f"no FAIL_TO_PASS test is left: {next(iter(names))!r} {why}")
        return replace(self, fail_to_pass=fixed, pass_to_pass=stay, set_aside=aside, unfit=unfit)


class Calibrations:
    """Calibrations that were made once and are kept in a folder; several processes may use it."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the folder; by default `calibrations` in the cache folder."""
        self.folder = folder or default_cache_folder() / "calibrations"

    def get(self, problem: Problem, check: Repository, checkout: Checkout, run: Run) -> Calibration:
        """Return the calibration of a problem, made now where none is kept; raises what `run` raises."""
        key = _key(problem, check, checkout)
        kept = self._read(key)
        if kept is not None:
            return kept
        with self._locked(key):
            kept = self._read(key)
            if kept is None:
                kept = calibrate(problem, check, checkout.recipe, run)
                if not kept.cut_short:
                    self._write(key, kept)
        return kept

    def leave_out(self, problem: Problem, check: Repository, checkout: Checkout, names: Collection[str]) -> None:
        """Set ids aside that were seen to flicker; from now on nobody is judged by them."""
        key = _key(problem, check, checkout)
        with self._locked(key):
            kept = self._read(key)
            if kept is not None:
                self._write(key, kept.without(names, FLICKERS))

    def _read(self, key: str) -> Calibration | None:
        try:
            return _decoded(json.loads((self.folder / f"{key}.json").read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write(self, key: str, made: Calibration) -> None:
        """Keep a calibration; a folder that cannot be written to only costs time."""
        with contextlib.suppress(OSError):
            fd, name = tempfile.mkstemp(prefix=".new-", dir=self.folder)
            with os.fdopen(fd, "wb") as file:
                file.write(json.dumps(_encoded(made)).encode("utf-8"))
            os.replace(name, self.folder / f"{key}.json")

    @contextlib.contextmanager
    def _locked(self, key: str) -> Iterator[None]:
        """Let one process at a time make a calibration; without a place for the lock, each makes its own."""
        try:
            private_folder(self.folder)
            lock = open(self.folder / f"{key}.lock", "w")  # noqa: SIM115  # closed below
        except OSError:
            yield
            return
        try:
            with lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        finally:
            with contextlib.suppress(OSError):
                os.unlink(lock.name)


def calibrate(problem: Problem, check: Repository, recipe: EnvironmentRecipe, run: Run) -> Calibration:
    """Run the tests with the base commit and with the reference, and say which ids count and what can be planted."""
    before = run(RunRequest(check))
    reference = problem.reference.encode("utf-8", "surrogateescape")
    if not reference.strip():
        made = _labelled(check, recipe, before, None)
        return made if made.unfit else _surveyed_without_reference(made, recipe.runner)
    request = RunRequest(check, reference, kept=touched(problem.reference))
    after = run(request)
    if after.refused:
        return Calibration(unfit=f"the reference cannot be applied: {after.refused}")
    if not after.complete:
        unfit = f"the tests do not come to their end with the reference: {_end_of(after)}"
        return Calibration(unfit=unfit, cut_short=after.execution.killed_by is not None)
    made = _labelled(check, recipe, before, after)
    if made.unfit:
        return made

    def lay(files: Mapping[str, bytes]) -> RepositoryRun:
        return run(replace(request, laid=files))

    def lay_in_base(files: Mapping[str, bytes]) -> RepositoryRun:
        return run(RunRequest(check, laid=files))

    if recipe.runner is Runner.PYTEST:
        made = replace(made, order=tuple(key for key in after.records if "[" in key))
    return _hidden(_surveyed(made, after, recipe.runner, lay), recipe.runner, lay, lay_in_base)


def _hidden(made: Calibration, runner: Runner, run: Lay, run_base: Lay) -> Calibration:
    """Return the calibration with what can be hidden of tests, found by runs with the reference.

    What does not tell what is expected, or is not told at all, stays in the file, and the rest is tried again until a
    run tells all of it. If objects in place of literals change how tests to be mended end, only assertions are hidden.
    """
    suite = SuiteFiles(made.tests, runner)
    functions = suite.named(made.plantable)
    keys = {one.key for one in functions}
    asserted, more = suite.parts_of(keys)
    for numbers in (sorted(asserted + more), asserted):
        found, hidden = _steady_parts(suite, numbers, run)
        if found is not None and not (set(made.plantable) & _failing(made, found, runner, made.order)):
            break
    else:
        found, hidden = None, ()
    apart = (
        made.disturbed & _failing(made, found, runner, made.order) if found is not None and hidden else made.disturbed
    )
    counts = suite.count_assertions(keys, hidden, made.survey)
    made = replace(made, hidden=hidden, assertions=counts, apart=apart)
    if found is None:
        return made
    made = replace(made, signs=suite.signs(found, hidden))
    tried = HiddenRun(suite, hidden, found, made.order, run_base, run)
    whole = [one for one in functions if one.key in made.hidden_tests]
    shown = still_asking(tried, whole) | suite.saying(whole, hidden)
    return replace(made, assertions={key: (*counts[key][:2], counts[key][2] + (key in shown)) for key in counts})


def _steady_parts(
    suite: SuiteFiles, numbers: Collection[int], run: Lay
) -> tuple[RepositoryRun | None, tuple[int, ...]]:
    """Return a run of the reference in which all parts that are hidden tell what is expected, and those parts."""
    for _ in range(MOST_HIDDEN_RUNS):
        if not numbers:
            break
        found = run(suite.hiding(numbers))
        told = suite.told(found, numbers) if found.complete else {}
        expected = tuple(number for number in numbers if told.get(number))
        if len(expected) == len(numbers):
            return found, expected
        read = suite.read_by(set(numbers) - set(expected), expected)
        numbers = tuple(number for number in expected if number not in read)
    return None, ()


def _surveyed(made: Calibration, seen: RepositoryRun, runner: Runner, run: Lay) -> Calibration:
    """Return the calibration with the tests that can be planted, found by a run with the reference.

    If copies disturb tests that are not planted, plant only those that a patch must make pass. What is disturbed still
    is judged in a run of the published files.
    """
    suite, chance = SuiteFiles(made.tests, runner), secrets.SystemRandom()
    others = chance.sample(made.plantable_others, min(len(made.plantable_others), MOST_LABELS))
    for besides in (others, ()):
        planting, tried = suite.survey(made.plantable, besides, chance, made.plantable_others)
        found = run(planting.files) if planting.variants else None
        if found is None or not found.complete:
            continue
        disturbed = _disturbed(made, planting, found, runner)
        if not disturbed or not besides:
            steady = _steady(made, planting, tried, seen, found, runner)
            own = {
                label for one in planting.variants for label in one.function.labels if one.function.key not in steady
            }
            return replace(made, survey=steady, disturbed=disturbed | (own & _failing(made, found, runner)))
    return made


def _surveyed_without_reference(made: Calibration, runner: Runner) -> Calibration:
    """Return the calibration with sites of which it is certain that they make a test fail, and without copies."""
    suite = SuiteFiles(made.tests, runner)
    planting, tried = suite.survey(made.plantable, (), secrets.SystemRandom())
    alone: dict[str, Surveyed] = {}
    for one in planting.variants:
        if one.fails and one.tier is not Tier.OTHER:
            labels = tuple(one.function.labels)
            before = alone.get(one.function.key) or Surveyed(True, labels, has_copies=False)
            sites = {**before.sites, **dict.fromkeys(tried[one.name], labels)}
            alone[one.function.key] = replace(before, sites=sites)
    return replace(made, survey=alone)


def _failing(made: Calibration, run: RepositoryRun, runner: Runner, order: Sequence[str] = ()) -> frozenset[str]:
    """Return the counted tests that do not pass in a run under their published ids, or at their place in an order."""
    counted = (*made.fail_to_pass, *made.pass_to_pass)
    keys = {name: key_with_values(name, run, order) if order else key_of_id(name, runner) for name in counted}
    records = {name: run.records.get(key) for name, key in keys.items()}
    return frozenset(name for name, record in records.items() if record is None or not record.passed)


def _disturbed(made: Calibration, planting: Planting, run: RepositoryRun, runner: Runner) -> frozenset[str]:
    """Return the tests that are not planted and do not pass beside the planted ones."""
    planted = {label for one in planting.variants for label in one.function.labels}
    return _failing(made, run, runner) - planted


def _steady(
    made: Calibration,
    planting: Planting,
    tried: Mapping[str, list[int]],
    seen: RepositoryRun,
    run: RepositoryRun,
    runner: Runner,
) -> dict[str, Surveyed]:
    """Return the functions that pass where nothing of them is edited, each with the sites that make ids of it fail."""
    found: dict[str, Surveyed] = {}
    fixed, unsteady, alone = set(made.fail_to_pass), set[str](), set[str]()
    for one in planting.variants:
        function = one.function
        heads = tuple({key_of_id(label, runner).partition("[")[0] + "[" for label in function.labels})
        order = tuple(key for key in seen.records if key.startswith(heads))
        one = replace(one, order=order)
        records = {label: run.records.get(one.record(label, run, runner)) for label in function.labels}
        if not one.fails:
            if not all(record is not None and record.passed for record in records.values()):
                (unsteady if one.name == function.names[-1] else alone).add(function.key)
            seconds = sum(record.seconds for record in records.values() if record is not None)
            known = Surveyed(bool(fixed & function.labels), tuple(function.labels), order=order, seconds=seconds)
            found.setdefault(function.key, known)
            continue
        before = found[function.key]
        counted = fixed & function.labels or function.labels
        fails = tuple(label for label in counted if (record := records[label]) is not None and record.has_failed)
        if fails:
            sites = {number: fails for number in tried[one.name]}
            found[function.key] = replace(before, sites={**before.sites, **sites})
    return {
        key: replace(one, has_copies=key not in alone)
        for key, one in found.items()
        if one.sites and key not in unsteady
    }


def _labelled(
    check: Repository, recipe: EnvironmentRecipe, before: RepositoryRun, after: RepositoryRun | None
) -> Calibration:
    """Hold what was seen against the labels of a check; without a reference only what is there before counts."""
    aside: dict[str, str] = {}
    fixed, stay = list[str](), list[str]()
    seen = after or before

    def passes(run: RepositoryRun, name: str) -> bool:
        found = run.of(name, recipe.runner)
        return found is not None and found.passed

    for name in dict.fromkeys(check.fail_to_pass):
        if after is not None and not passes(after, name):
            aside[name] = FAILS_AFTER
        elif passes(before, name):
            aside[name] = PASSES_BEFORE
            stay.append(name)
        else:
            fixed.append(name)
    for name in dict.fromkeys(check.pass_to_pass):
        if after is not None and not passes(after, name):
            aside[name] = FAILS_AFTER
        elif not passes(before, name):
            aside[name] = FAILS_BEFORE if before.of(name, recipe.runner) else NOT_BEFORE
        else:
            stay.append(name)
    counted = [(name, seen.of(name, recipe.runner)) for name in (*fixed, *stay)]
    return Calibration(
        tuple(fixed),
        tuple(stay),
        aside,
        "" if fixed else _unfit(check, aside, seen),
        frozenset(name for name, found in counted if found is not None and found.status == "xfailed"),
        seen.tests,
        seen.edited,
        after is not None,
    )


def _unfit(check: Repository, aside: Mapping[str, str], seen: RepositoryRun) -> str:
    reasons = {aside[name] for name in check.fail_to_pass if name in aside}
    if reasons == {PASSES_BEFORE}:
        return "every FAIL_TO_PASS test passes on this machine before anything is changed"
    said = f": {seen.notes[0][-300:]}" if seen.notes else ""
    first = next(name for name in check.fail_to_pass if aside.get(name) == FAILS_AFTER)
    count = sum(aside.get(name) == FAILS_AFTER for name in check.fail_to_pass)
    return (
        f"{count} of {len(check.fail_to_pass)} FAIL_TO_PASS tests do not pass with the reference here, {first!r}{said}"
    )


def _end_of(run: RepositoryRun) -> str:
    limit = run.execution.killed_by
    said = run.execution.stderr[-300:].decode("utf-8", "replace").strip()
    return f"a limit ended them ({limit.value})" if limit is not None else said or "the runner left early"


def _key(problem: Problem, check: Repository, checkout: Checkout) -> str:
    """Return one name for all that decides how the tests behave here."""
    recipe = checkout.recipe
    decides = (
        recipe.arguments,
        recipe.path,
        recipe.variables,
        recipe.runner.value,
        recipe.seconds,
        recipe.memory_bytes,
    )
    drivers = [driver(name) for name in (KEEPER, RECORDING, RUNNERS[recipe.runner])]
    # Sites and parts are kept by their number, which these modules decide.
    numbering = (shown_literals, sites, closed, decided, expectations, hidden_assertions, negation, planting)
    drivers += [inspect.getsource(module).encode() for module in numbering]
    parts = (
        checkout.environment.digest,
        repr(decides),
        content_digest(checkout.tree),
        content_digest(checkout.overlay),
    )
    return content_digest(FORMAT, *parts, stable_bytes(check.content()), problem.reference, *drivers).hex()


def _encoded(made: Calibration) -> dict[str, Any]:  # Any: JSON
    return {
        "fail_to_pass": made.fail_to_pass,
        "pass_to_pass": made.pass_to_pass,
        "set_aside": dict(made.set_aside),
        "unfit": made.unfit,
        "expected_failures": sorted(made.expected_failures),
        "tests": {path: base64.b64encode(data).decode("ascii") for path, data in made.tests.items()},
        "edited": made.edited,
        "has_reference": made.has_reference,
        "survey": {key: asdict(one) for key, one in made.survey.items()},
        "disturbed": sorted(made.disturbed),
        "apart": sorted(made.apart),
        "hidden": made.hidden,
        "signs": {str(number): sorted(signs) for number, signs in made.signs.items()},
        "assertions": dict(made.assertions),
        "order": made.order,
    }


def _decoded(kept: dict[str, Any]) -> Calibration:  # Any: JSON
    return Calibration(
        tuple(kept["fail_to_pass"]),
        tuple(kept["pass_to_pass"]),
        kept["set_aside"],
        kept["unfit"],
        frozenset(kept["expected_failures"]),
        {path: base64.b64decode(text) for path, text in kept["tests"].items()},
        tuple(kept["edited"]),
        kept["has_reference"],
        {key: _decoded_survey(one) for key, one in kept["survey"].items()},
        frozenset(kept["disturbed"]),
        frozenset(kept["apart"]),
        tuple(kept["hidden"]),
        {int(number): tuple(signs) for number, signs in kept["signs"].items()},
        {key: (hidden, planted, shown) for key, (hidden, planted, shown) in kept["assertions"].items()},
        tuple(kept["order"]),
    )


def _decoded_survey(kept: dict[str, Any]) -> Surveyed:  # Any: JSON
    sites = {int(number): tuple(labels) for number, labels in kept["sites"].items()}
    return Surveyed(
        kept["is_fixed"], tuple(kept["labels"]), sites, tuple(kept["order"]), kept["seconds"], kept["has_copies"]
    )
