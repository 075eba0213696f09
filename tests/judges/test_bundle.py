"""Repository problems: the candidate's code among other files, in the candidate's process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.judges.bundle import Unplaceable, bundle, path_is_safe, repository_names, split_files
from assay.judges.separate import SeparateJudge
from assay.judges.shared import SharedJudge
from assay.records import Candidate, Case, Cases, CaseStatus, Problem, Suite, Trial, Verdict
from assay.sandbox.warm import WarmPython

FILES = {
    "shop/__init__.py": "NAME = 'shop'",
    "shop/catalog.py": "PRICES = {'pen': 2}\nclass Item:\n    price = 2\n",
    "shop/deep/tax.py": "from shop import NAME\nRATE = 3 if NAME == 'shop' else 0\n",
    "data/rates.txt": "4",
}
GOOD = "from .catalog import PRICES, Item\nfrom .deep.tax import RATE\ndef total(names):\n    return sum(PRICES[n] for n in names) * RATE\n"  # noqa: E501


@pytest.fixture(scope="module")
def sandbox() -> Iterator[WarmPython]:
    with WarmPython() as made:
        yield made


@pytest.fixture(scope="module")
def judge(sandbox: WarmPython) -> Iterator[SeparateJudge]:
    with SeparateJudge(sandbox) as made:
        yield made


CASES = (Case((["pen", "pen"],), 12), Case(([],), 0))


def repository(
    files: Mapping[str, str] = FILES, target: str = "shop/pricing.py", *, cases: tuple[Case, ...] = CASES
) -> Problem:
    return Problem("total", Cases("total", cases, target=target, files=files))


def judged(judge: SeparateJudge, source: str | bytes, problem: Problem | None = None) -> Trial:
    return judge.judge(problem or repository(), Candidate(source))


def test_packages_relative_imports_and_folders_without_init_work(judge: SeparateJudge) -> None:
    assert judged(judge, GOOD).verdict is Verdict.PASSED


@pytest.mark.parametrize(
    ("source", "verdict", "detail"),
    [
        pytest.param("def total(names): return 1", Verdict.FAILED, "expected 12, got 1", id="wrong"),
        pytest.param("def totl(names): return 1", Verdict.INVALID, "no function 'total'", id="no-entry-point"),
        pytest.param("def total(names:", Verdict.INVALID, "SyntaxError", id="syntax"),
        pytest.param("import shop.absent", Verdict.CRASHED, "No module named 'shop.absent'", id="absent"),
        pytest.param("# file: ../x.py\nx = 1", Verdict.INVALID, "'../x.py', which is no path inside", id="up"),
        pytest.param("# file: /etc/x.py\nx = 1", Verdict.INVALID, "'/etc/x.py', which is no path", id="absolute"),
        pytest.param("# file: a.py\n# file: a.py\n", Verdict.INVALID, "two files at 'a.py'", id="twice"),
        pytest.param("# file: shop/catalog.py\nx = 1", Verdict.INVALID, "gives no 'shop/pricing.py'", id="no-target"),
        pytest.param(
            f"# file: shop/pricing.py\n{GOOD}\n# file: shop/a.py\nx = (",
            Verdict.INVALID,
            "SyntaxError",
            id="second-syntax",
        ),
        pytest.param(
            f"# file: shop/pricing.py\n{GOOD}\n# file: data\n",
            Verdict.INVALID,
            "'data' is a file and cannot be the folder",
            id="file-and-folder",
        ),
        pytest.param(b"\xff\xfe", Verdict.INVALID, "", id="bytes"),
        pytest.param("", Verdict.INVALID, "no function 'total'", id="empty"),
        pytest.param("\0", Verdict.INVALID, "null", id="null"),
    ],
)
def test_what_a_candidate_does_wrong_is_its_verdict(
    judge: SeparateJudge, source: str | bytes, verdict: Verdict, detail: str
) -> None:
    trial = judged(judge, source)

    assert (trial.verdict, trial.fault) == (verdict, "")
    assert detail in trial.detail
    assert len(trial.outcomes) == 2
    if verdict is Verdict.INVALID:
        assert {outcome.status for outcome in trial.outcomes} == {CaseStatus.NOT_RUN}


def test_a_candidate_of_several_files_adds_and_replaces(judge: SeparateJudge) -> None:
    source = (
        "\n# file: shop/pricing.py\nfrom shop.helper import add\nfrom shop.catalog import PRICES\n"
        "def total(names): return add(PRICES, names)\n"
        "# file: shop/helper.py\ndef add(prices, names): return sum(prices[n] for n in names)\n"
        "# file: shop/catalog.py\nPRICES = {'pen': 6}\n"
    )

    assert judged(judge, source).verdict is Verdict.PASSED


def test_a_mark_inside_of_code_is_a_comment() -> None:
    assert split_files(b"x = 1\n# file: a.py\n", "t.py") == {"t.py": b"x = 1\n# file: a.py\n"}


def test_a_long_line_of_blanks_is_read_at_once() -> None:
    with pytest.raises(Unplaceable, match="no path inside the repository"):
        split_files(b"# file: a" + b" " * 2_000_000 + b"b\n", "t.py")


def test_other_files_lie_in_the_working_folder(judge: SeparateJudge) -> None:
    source = "RATE = int(open('data/rates.txt').read())\ndef total(names): return 3 * RATE * (len(names) > 0)"

    assert judged(judge, source).verdict is Verdict.PASSED


@pytest.mark.parametrize("name", ["json", "random", "collections", "candidate", "numpy", "typing"])
def test_a_file_of_the_repository_wins_over_a_module_of_its_name(judge: SeparateJudge, name: str) -> None:
    files = {f"{name}.py": "ANSWER = 12"}
    source = f"import {name}\ndef total(names): return {name}.ANSWER * (len(names) > 0)"

    assert judged(judge, source, repository(files, "pricing.py")).verdict is Verdict.PASSED


def test_circular_imports_end(judge: SeparateJudge) -> None:
    files = {"a/__init__.py": "from a.b import total as again", "a/c.py": "import a.b\ndef six(): return a.b.SIX"}
    source = "SIX = 6\nimport a.c\ndef total(names): return len(names) * a.c.six()"

    assert judged(judge, source, repository(files, "a/b.py")).verdict is Verdict.PASSED


def test_names_of_the_bundle_do_not_meet_those_of_the_candidate(judge: SeparateJudge) -> None:
    source = (
        "def open_repository(): return 6\nBundledFiles = 1\ndef total(names): return len(names) * open_repository()"
    )

    assert judged(judge, source).verdict is Verdict.PASSED


def test_the_module_knows_its_own_name(judge: SeparateJudge) -> None:
    source = "def total(names): return (__name__, __package__, __file__.endswith('shop/pricing.py'))"
    problem = repository(cases=(Case(([],), ("shop.pricing", "shop", True)),))

    assert judged(judge, source, problem).verdict is Verdict.PASSED


@pytest.mark.parametrize("kind", ["separate", "shared"])
def test_tests_take_names_from_the_target(sandbox: WarmPython, kind: str) -> None:
    tests = "assert total(['pen']) == 6\nassert Item().price == 2"
    problem = Problem("total", Suite("total", tests, names=("Item",), target="shop/pricing.py", files=FILES))

    with SeparateJudge(sandbox) as separate:
        made = separate if kind == "separate" else SharedJudge(sandbox)
        passed, invalid = (made.judge(problem, Candidate(source)) for source in (GOOD, "# file: ../x\n"))

    assert passed.verdict is Verdict.PASSED
    assert (invalid.verdict, len(invalid.outcomes)) == (Verdict.INVALID, 2)


def test_a_traceback_names_the_file(tmp_path: Path) -> None:
    first = "# file: shop/pricing.py\nfrom shop.helper import f\ntotal = f()\n"
    source = f"{first}# file: shop/helper.py\n\ndef f():\n    1 / 0\n"
    (tmp_path / "bundle.py").write_bytes(bundle(repository(), source.encode()))

    done = subprocess.run([sys.executable, "bundle.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    assert 'File "<candidate>/shop/helper.py", line 4, in f' in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_names_come_from_what_the_target_defines_and_imports_of_the_repository() -> None:
    text = "import math\nfrom math import pi\nfrom .items import Item as Thing\nfrom shop import NAME\ndef total(): ..."

    names = repository_names("assert total(Thing, NAME, pi, math)", text, {"shop/__init__.py", "shop/items.py"})

    assert names == ("total", "Thing", "NAME")


@given(st.text(max_size=30) | st.lists(st.sampled_from(["..", ".", "", "a", "b.py", "~", "C:", "\\"])).map("/".join))
def test_no_safe_path_leaves_the_folder(path: str) -> None:
    if path_is_safe(path):
        folder = Path("/srv/repository")
        assert (folder / path).resolve().is_relative_to(folder)
        assert (folder / path).resolve() != folder


@given(
    st.binary(max_size=80)
    | st.lists(st.sampled_from([b"# file: a.py\n", b"x\n", b"# file: ..\n", b"\xff"])).map(b"".join)
)
def test_any_source_is_bundled_or_refused(source: bytes) -> None:
    try:
        made = bundle(repository(), source)
    except Unplaceable as error:
        assert str(error)  # noqa: PT017
    else:
        assert isinstance(made, bytes)
