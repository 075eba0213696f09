"""`assay compare`, and `assay show` of a solved run, as typed: a real store with runs that were put there by hand."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.cli.screens import program
from assay.evaluation.reporting import keep_report, make_report
from assay.records import Candidate, Trial, Verdict
from assay.solutions import Completion, Cost, Draft, EndedBy, Message, Solution, Step, StepKind, cost_of
from assay.spec import Run, RunState
from assay.store.base import Store
from assay.store.sql import SqlStore

CODE = "def f(x):\n    return x\n"
HOSTILE = "\x1b]0;owned\x07 and \u202ereversed"
FACTS = {"time": "3s", "mem": "1GiB", "iso": "landlock", "strategy": "once(prompt=plain@1)"}


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


def steps(cost_usd: float | None, seconds: float) -> tuple[Step, ...]:
    answer = Completion(
        f"Here it is {HOSTILE}\n```python\n{CODE}```", 120, 30, 20, cost_usd, seconds, 0.25, "length", "m-2", tries=2
    )
    return (
        Step(
            StepKind.ASKED,
            1,
            "plain@1",
            "m",
            messages=(Message("system", "be brief"), Message("user", "write f")),
            completion=answer,
        ),
        Step(StepKind.TRIED, 2, source=CODE, passed=2, of=3, seconds=0.5, text="failed, 2 of 3 cases"),
        Step(StepKind.NOTED, 2, text=f"the best of 1 {HOSTILE}"),
    )


def add(
    store: Store, run_id: str, passed: int, *, cost_usd: float | None, seconds: float = 2.0, **fields: object
) -> None:
    """A finished run of five problems: one left alone, the others solved by one attempt each."""
    about = {"benchmark": "mine", "benchmark_version": "1", "facts": FACTS, "selected_problems": 5, **fields}
    run = Run(run_id, created="2026-01-01T00:00:00+00:00", state=RunState.FINISHED, **about)  # type: ignore[arg-type]  # a table of fields
    store.add_run(run)
    verdicts = [Verdict.PASSED if number < passed else Verdict.FAILED for number in range(4)]
    trials = [Trial(f"p/{number}", Candidate(CODE, model="m-2"), verdict) for number, verdict in enumerate(verdicts)]
    store.add_trials(run_id, list(enumerate(trials)))
    done = steps(cost_usd, seconds)
    solutions = [
        Solution(trial.problem_id, (Draft(CODE, 2, 3, model="m-2"),), done, cost=cost_of(done)) for trial in trials
    ]
    left = Solution("p/4", abstained=True, detail="estimated chance 12 %", confidence=0.12)
    store.add_solutions(run_id, [*solutions, left])
    keep_report(store, make_report(run, store, None))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of six runs."""
    folder = tmp_path_factory.mktemp("project")
    store = SqlStore(folder / ".assay" / "assay.db")
    add(store, "cheap", 2, cost_usd=0.01)
    add(store, "dear", 2, cost_usd=0.03)
    add(store, "strong", 4, cost_usd=0.05, seconds=5.0)
    add(store, "unpriced", 3, cost_usd=None)
    add(store, "slow-limit", 3, cost_usd=0.02, facts={**FACTS, "time": "9s"})
    plain = Run("file", "mine", "1", state=RunState.FINISHED, facts=FACTS, selected_problems=5, source="samples.jsonl")
    store.add_run(plain)
    store.add_trials("file", [(n, Trial(f"p/{n}", Candidate(CODE), Verdict.PASSED)) for n in range(5)])
    keep_report(store, make_report(plain, store, None))
    store.close()
    return folder


@pytest.fixture
def folder(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, where the test stands."""
    shutil.copytree(project / ".assay", tmp_path / ".assay")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_compare_says_who_is_on_the_front(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "compare", "cheap", "dear", "strong", "unpriced", "file")

    assert code == 0
    assert text.startswith("Not enough data: ")
    assert "on the front: A, C" in text
    assert (
        "B is dominated by A: the same accuracy over all problems, cost per problem $0.008 against $0.024, "
        "the same latency p50." in text
    )
    assert "D is not placed: its cost per problem is not known (price unknown of 4 of 5 problems)." in text
    assert "E is not placed" in text
    assert "80.0 %" in text
    assert "Better is up and to the left." in text


def test_compare_as_data_has_every_number_with_its_interval(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "compare", "cheap", "strong", "file", "--json")
    data = json.loads(text)
    weighed = data["trade_off"]
    cheap, _, file = weighed["runs"]

    assert [(one["first"]["run"], one["second"]["run"]) for one in data["comparisons"]] == [
        ("cheap", "strong"),
        ("cheap", "file"),
    ]
    assert [(pair["first"], pair["second"]) for pair in data["pairs"]] == [
        ("cheap", "strong"),
        ("cheap", "file"),
        ("strong", "file"),
    ]
    assert weighed["front"] == ["cheap", "strong"]
    assert cheap["accuracy"]["value"] == 0.4
    assert cheap["attempted"]["value"] == 0.5
    assert cheap["coverage"]["value"] == 0.8
    assert cheap["cost_per_problem"] == {"value": 0.008, "n": 5, "interval": pytest.approx([0.004, 0.01]), "note": ""}
    assert cheap["cost_per_solved"]["value"] == pytest.approx(0.02)
    assert cheap["seconds_p50"]["value"] == 2.5
    assert "strategy:once" in cheap["signature"]
    assert (file["on_front"], file["cost_per_problem"]["note"]) == (None, "the candidates came from elsewhere")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cheap", "slow-limit"], "time 3s against 9s"),
        (["cheap"], "from 2 to 26 runs, got 1"),
        (["cheap", "cheap"], "run 'cheap' is given twice"),
        (["cheap", "nobody"], "No run is named 'nobody'"),
        (
            ["cheap", "slow-limit"],
            "These runs cannot be compared: time 3s against 9s (--allow-different compares anyway)",
        ),
        (
            ["cheap", "dear", "--margin", "3"],
            "--margin: must be a share such as 0.03, or a percentage such as 3%, got '3'",
        ),
        (["cheap", "dear", "--margin", "few"], "got 'few'"),
        (["cheap", "dear", "--margin", "nan"], "got 'nan'"),
        (["cheap", "dear", "--margin", "-1%"], "got '-1%'"),
        (["cheap", "dear", "--fail-if", "bad"], "--fail-if: No outcome is named 'bad'"),
    ],
)
def test_compare_says_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, _, error = typed(capsys, "compare", *arguments)

    assert code == 2
    assert said in error


def test_runs_that_differ_stand_beside_each_other_if_asked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "compare", "cheap", "slow-limit", "--allow-different")

    assert code == 0
    assert text.startswith("! compared although they differ: time 3s against 9s\n")
    assert "same benchmark, limits and isolation" not in text


def test_of_several_runs_those_that_differ_are_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "compare", "cheap", "dear", "slow-limit", "--allow-different")

    assert code == 0
    assert [line for line in text.splitlines() if "although" in line] == [
        "! C  compared although they differ: time 3s against 9s"
    ]


def test_a_run_that_is_not_finished_is_compared_as_far_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = SqlStore(folder / ".assay" / "assay.db")
    store.update_run(replace(store.get_run("dear"), state=RunState.INTERRUPTED, scores=()))
    store.close()
    code, text, _ = typed(capsys, "compare", "cheap", "dear")

    assert code == 0
    assert "note  run dear is interrupted: only what there is so far" in text


# ---- two runs in words -----------------------------------------------------------------------------------------------


def many(store: Store, run_id: str, passes: str, **fields: object) -> None:
    """A finished run of candidates from a file, one letter for each problem: P passed, F failed, ? unjudged."""
    about = {"benchmark": "mine", "benchmark_version": "1", "facts": FACTS, "model": run_id, **fields}
    run = Run(run_id, created="2026-01-01T00:00:00+00:00", state=RunState.FINISHED, **about)  # type: ignore[arg-type]  # a table of fields
    store.add_run(run)
    verdicts = {"P": Verdict.PASSED, "F": Verdict.FAILED, "?": None}
    trials = [
        Trial(f"p/{number}", Candidate(f"{CODE}# {run_id}"), verdicts[letter]) for number, letter in enumerate(passes)
    ]
    store.add_trials(run_id, list(enumerate(trials)))
    keep_report(store, make_report(run, store, None))


@pytest.fixture(scope="module")
def lettered(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store with runs of forty problems."""
    path = tmp_path_factory.mktemp("lettered") / "assay.db"
    store = SqlStore(path)
    many(store, "weak", "P" * 10 + "F" * 30)
    many(store, "good", "F" * 2 + "P" * 36 + "F" * 2)
    many(store, "alike", "F" + "P" * 9 + "P" + "F" * 29)
    store.close()
    return str(path)


def test_the_first_line_says_what_came_out(lettered: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "compare", "weak", "good", "--store", lettered)
    lines = text.splitlines()

    assert code == 0
    assert lines[0] == "good is better than weak: +65.0 points (43.3 – 80.5), 40 problems, p < 0.0001"
    assert lines[3].split()[:6] == ["pass@1", "25.0", "%", "90.0", "%", "▏"]
    assert lines[5:8] == [
        "30 problems changed: 28 now pass · 2 now fail",
        "  now fail   p/0   p/1",
        f"  look at one   {program()} show good --problem p/0",
    ]
    assert lines[-1].startswith("same benchmark, limits and isolation · paired by problem")
    assert len(lines) <= 15
    assert max(map(len, lines[:-1])) <= 100


def test_details_show_what_was_changed(lettered: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "compare", "weak", "good", "--store", lettered, "--details")

    assert "now fails   p/1  100 → 0 %  failed" in text
    assert "    -# weak\n    +# good\n" in text
    assert "signature of weak  mine:1|k:1|attempts:1|time:3s" in text
    assert "on the front: B" in text


@pytest.mark.parametrize(
    ("runs", "fail_if", "code"),
    [
        (("weak", "good"), "worse", 0),
        (("good", "weak"), "worse", 1),
        (("good", "weak"), "not-better", 1),
        (("weak", "good"), "not-better", 0),
        (("weak", "alike"), "worse", 0),
        (("weak", "alike"), "unclear", 1),
        (("weak", "good", "alike"), "unclear", 1),
    ],
)
def test_fail_if_ends_with_1_and_a_sentence(
    lettered: str, capsys: pytest.CaptureFixture[str], runs: tuple[str, ...], fail_if: str, code: int
) -> None:
    found, text, error = typed(capsys, "compare", *runs, "--store", lettered, "--fail-if", fail_if)

    assert found == code
    assert text
    assert error.startswith(f"assay: --fail-if {fail_if}: ") if code else not error


def test_two_runs_as_data(lettered: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "compare", "weak", "good", "--store", lettered, "--json", "--margin", "5%")
    data = json.loads(text)

    assert (data["decision"], data["now_pass"], data["now_fail"]) == ("better", 28, 2)
    assert data["difference"]["margin"] == 0.05
    assert data["difference"]["n"] == 40
    assert data["second"]["signature"].startswith("mine:1|k:1")
    assert data["flips"][0]["diff"].endswith("-# weak\n+# good")
    assert data["trade_off"]["front"] == ["good"]


def test_several_runs_stand_beside_the_first(lettered: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "compare", "weak", "good", "alike", "--store", lettered)
    lines = text.splitlines()

    assert lines[0].startswith("good is better than weak: +65.0 points")
    assert lines[1].startswith("Not enough data: alike against weak 0.0 points")
    row = next(line for line in lines if line.startswith("B  good"))
    assert row.split()[-3:] == ["+65.0", "·", "+65.0"]
    assert "p against the first run is adjusted for 2 comparisons (Holm)" in text


# ---- show ----------------------------------------------------------------------------------------------------------


def test_show_has_what_the_run_took(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "show", "cheap")
    _, data, _ = typed(capsys, "show", "cheap", "--json")

    assert "4 of 5 problems attempted, 1 abstained" in typed(capsys, "show", "cheap", "--details")[1]
    assert "p/4" in text
    assert "abstained: estimated chance 12 %" in text
    assert json.loads(data)["effort"]["attempted"] == 4
    assert "what it took" not in typed(capsys, "show", "file", "--details")[1]


def test_show_of_a_problem_has_its_history(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "show", "cheap", "--problem", "p/0")

    assert "p/0 · m-2 · attempt 0 · passed" in text
    assert "p/0: 1 answer; 1 call, 150 tokens, $0.01, 2.5 s" in text
    assert (
        "asked  plain@1 · m (m-2) · 120 tokens in (20 cached), 30 out · $0.01 · 2 s · sent 2 times · ended by length"
        in text
    )
    assert "tried  2 of 3 visible cases passed · 0.5 s · failed, 2 of 3 cases" in text
    assert "write f" not in text
    assert "the best of 1 \\x1b]0;owned" in text


def test_show_steps_has_prompts_and_answers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "show", "cheap", "--problem", "p/0", "--steps")

    assert "system     be brief" in text
    assert "user       write f" in text
    assert "answer     Here it is \\x1b]0;owned\\x07 and \\u202ereversed" in text
    assert not set("\x1b\x07\u202e") & set(text)


@pytest.mark.parametrize(("flags", "has_prompts"), [([], False), (["--steps"], True)])
def test_the_history_as_data(
    folder: Path, capsys: pytest.CaptureFixture[str], flags: list[str], has_prompts: bool
) -> None:
    _, text, _ = typed(capsys, "show", "cheap", "--problem", "p/0", "--json", *flags)
    data = json.loads(text)
    asked, tried, _ = data["solution"]["steps"]

    assert len(data["trials"]) == 1
    assert asked["completion"]["tokens_in"] == 120
    assert ("messages" in asked, "text" in asked["completion"], "source" in tried) == (has_prompts,) * 3


def test_a_problem_that_was_left_has_a_history_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, text, _ = typed(capsys, "show", "cheap", "--problem", "p/4")

    assert "p/4: abstained (estimated chance 12 %); 0 calls, 0 tokens, $0, 0 s" in text
    assert "estimated chance of success: 12.0 %" in text


def test_a_long_history_is_cut(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = SqlStore(folder / ".assay" / "assay.db")
    many = tuple(Step(StepKind.NOTED, text="x" * 5000) for _ in range(300))
    ended = Solution("p/9", steps=many, ended=EndedBy.MODEL, detail="gone", cost=Cost(calls=1, cost_usd=None))
    store.add_solutions("cheap", [ended])
    store.close()
    _, text, _ = typed(capsys, "show", "cheap", "--problem", "p/9")

    assert "p/9: 0 answers, ended early: model (gone); 1 call, 0 tokens, price unknown" in text
    assert "… and 100 steps more" in text
    assert max(map(len, text.splitlines())) <= 300


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cheap", "--steps"], "--steps: needs --problem"),
        (["cheap", "--problem", "p/77"], "No problem of run cheap is named"),
    ],
)
def test_show_says_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, _, error = typed(capsys, "show", *arguments)

    assert code == 2
    assert said in error
