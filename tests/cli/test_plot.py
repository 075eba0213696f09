"""`assay plot` as typed: one chart into a file, all into a folder, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.cli.main import main
from assay.evaluation.reporting import keep_report, make_report
from assay.records import Candidate, Trial, Verdict
from assay.reports.drawing import CHARTS
from assay.solutions import Cost, Draft, Solution
from assay.spec import Run, RunState
from assay.store.sql import SqlStore

pytest.importorskip("matplotlib")


def typed(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    shown = capsys.readouterr()
    return int(ended.value.code or 0), shown.out, shown.err


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of two solved runs, and one that has not begun; nothing here changes it."""
    found = tmp_path_factory.mktemp("project")
    store = SqlStore(found / ".assay" / "assay.db")
    for place, name in enumerate(("first", "second")):
        run = Run(name, "mine", "1", model=name, state=RunState.FINISHED, selected_problems=4)
        store.add_run(run)
        verdicts = [Verdict.PASSED if n <= place else Verdict.FAILED for n in range(4)]
        store.add_trials(name, [(n, Trial(f"p/{n}", Candidate("x"), one)) for n, one in enumerate(verdicts)])
        cost = Cost(calls=1, cost_usd=0.1, seconds=2.0 + place)
        store.add_solutions(name, [Solution(f"p/{n}", (Draft("x"),), cost=cost) for n in range(4)])
        keep_report(store, make_report(run, store, None))
    store.add_run(Run("empty", "mine", "1"))
    store.close()
    return found


@pytest.fixture
def folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, where the test stands."""
    monkeypatch.chdir(project)
    return project


def test_one_chart_goes_into_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "plot", "first", "--chart", "verdicts", "-o", "out/verdicts.png")

    assert (code, text) == (0, "out/verdicts.png: Verdicts\n")
    assert (folder / "out" / "verdicts.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_all_charts_with_data_go_into_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "plot", "first", "second", "-o", "charts")
    found = {file.name for file in (folder / "charts").iterdir()}

    assert code == 0
    assert {"verdicts.svg", "errors.svg", "cost.svg", "latency.svg", "trade-off.svg", "trade-off-latency.svg"} <= found
    assert len(text.splitlines()) == len(found)


def test_the_list_names_every_chart(capsys: pytest.CaptureFixture[str]) -> None:
    code, text, _ = typed(capsys, "plot", "--list")

    assert code == 0
    assert [line.split()[0] for line in text.splitlines()] == list(CHARTS)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name at least one run"),
        (["first"], "--output: name a file that ends in .svg, .png or .pdf, or a folder"),
        (["first", "-o", "a.gif", "--chart", "errors"], "'a.gif' is none of svg, png, pdf"),
        (["first", "-o", "charts", "--format", "gif"], "'gif' is none of svg, png, pdf"),
        (["first", "-o", "a.svg"], "one file holds one chart; these runs have scores, verdicts, errors, cost, latency"),
        (["first", "-o", "a.svg", "--chart", "verdict"], "Did you mean 'verdicts'?"),
        (
            ["first", "-o", "a.svg", "--chart", "trade-off"],
            "nothing to show as 'trade-off'; they have scores, verdicts",
        ),
        (["empty", "-o", "a.svg", "--chart", "errors"], "there is no chart to draw: nothing is judged yet in empty"),
        (["empty", "-o", "folder"], "there is no chart to draw: nothing is judged yet in empty"),
        (["nobody", "-o", "a.svg", "--chart", "errors"], "No run is named 'nobody'"),
        (["first", "-o", "/proc/nope/a.svg", "--chart", "errors"], "/proc/nope/a.svg"),
    ],
)
def test_plot_says_what_is_wrong(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    code, _, error = typed(capsys, "plot", *arguments)

    assert code == 2
    assert said in error
