"""Benchmarks of a user's own: what loads, and how every mistake is named."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.benchmarks.checking import check_benchmark
from assay.benchmarks.fields import Fields, FilePlace
from assay.benchmarks.literals import value_of
from assay.benchmarks.own import BENCHMARK_KEYS, CASE_KEYS, PROBLEM_KEYS, WRONG_KEYS, load_own
from assay.benchmarks.own_programs import CHECKER_KEYS, INPUT_KEYS
from assay.benchmarks.own_repositories import REPOSITORY_KEYS
from assay.errors import InvalidProblem, UsageError
from assay.judges.base import judge_kind
from assay.judges.separate import SeparateJudge
from assay.records import CaseKind, ComparatorKind, Problem, ProblemKind, SuiteStyle, Verdict
from assay.sandbox.warm import WarmPython
from tests.checks import cases_of, suite_of

PAGE = Path(__file__).parents[2] / "docs" / "problems.md"
CASE = "[[cases]]\ncall = 'f(1)'\nreturns = '2'\n"


@pytest.fixture(scope="module")
def judge() -> Iterator[SeparateJudge]:
    with WarmPython() as sandbox, SeparateJudge(sandbox) as made:
        yield made


def write(folder: Path, text: str, name: str = "p.toml") -> Path:
    """A benchmark of one problem, whose file is returned."""
    path = folder / "problems" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if not (folder / "benchmark.toml").exists():
        (folder / "benchmark.toml").write_text("name = 'mine'\nversion = '7'\n")
    return path


def problem(folder: Path, text: str) -> Problem:
    write(folder, text)
    (found,) = load_own(folder).problems
    return found


def error_of(folder: Path, text: str) -> str:
    write(folder, text)
    with pytest.raises(InvalidProblem) as caught:
        load_own(folder)
    return str(caught.value)


def test_every_key_is_documented() -> None:
    page = PAGE.read_text()
    sections = {title.strip(): body for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.M | re.S)}

    for title, keys in {
        "benchmark.toml": BENCHMARK_KEYS,
        "A problem": PROBLEM_KEYS,
        "Cases": CASE_KEYS,
        "Programs": (*INPUT_KEYS, *CHECKER_KEYS),
        "Repository tasks": REPOSITORY_KEYS,
        "Wrong candidates": WRONG_KEYS,
    }.items():
        documented = re.findall(r"^\| `(\w+)` \|", sections[title], re.M)
        assert documented == list(keys) or sorted(documented) == sorted(keys), title


def test_the_examples_of_the_page_keep_every_rule(tmp_path: Path, judge: SeparateJudge) -> None:
    found = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text(), re.M | re.S)
    examples = [text for text in found if "[repository]" not in text]  # test_own_repositories.py has its files
    for number, text in enumerate(examples):
        write(tmp_path, text, f"example{number}.toml")

    benchmark = load_own(tmp_path)
    judges = [judge_kind(benchmark.judge)(judge.sandbox, benchmark.limits) for _ in range(2)]
    report = check_benchmark(benchmark, judges)

    assert len(examples) == 3
    assert report.breaches == ()
    assert (report.problems, report.cases, report.wrong) == (3, 6, 1)


def test_a_folder_gives_names_ids_and_defaults(tmp_path: Path) -> None:
    write(tmp_path, "entry_point = 'f'\n" + CASE, "deep/er/one.toml")
    write(tmp_path, "id = 'two!'\nentry_point = 'f'\ntests = 'assert f()'\n", "b.toml")
    (tmp_path / "benchmark.toml").write_text("description = 'd'\njudge = 'shared'")

    benchmark = load_own(tmp_path)

    assert (benchmark.name, benchmark.description, benchmark.judge) == (tmp_path.name, "d", "shared")
    assert re.fullmatch(r"file-[0-9a-f]{8}", benchmark.version)
    assert sorted(found.id for found in benchmark) == ["one", "two!"]
    first = benchmark.find("one")
    assert first is not None
    assert (first.kind, first.difficulty, first.tags, first.language) == (ProblemKind.FUNCTION, None, (), "python")
    case = cases_of(first)[0]
    assert (case.arguments, case.expected, case.name) == ((1,), 2, "f(1)")


def test_the_digest_follows_every_file(tmp_path: Path) -> None:
    path = write(tmp_path, "entry_point = 'f'\n" + CASE)
    before = load_own(tmp_path).digest
    path.write_text("entry_point = 'f'\n" + CASE + "kind = 'edge'\n")

    assert load_own(tmp_path).digest != before


def test_jsonl_has_the_same_fields(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "entry_point": "f", "cases": [{"call": "f(x=1)", "returns": "2", "kind": "edge"}]},
        {
            "id": "b",
            "entry_point": "f",
            "tests": "assert f(1)",
            "wrong": [{"name": "w", "source": "", "verdict": "invalid"}],
        },
    ]
    path = tmp_path / "mine.jsonl.gz"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))

    benchmark = load_own(path)

    assert (benchmark.name, [found.id for found in benchmark]) == ("mine", ["a", "b"])
    assert cases_of(benchmark.problems[0])[0].keywords == {"x": 1}
    assert cases_of(benchmark.problems[0])[0].kind is CaseKind.EDGE
    assert [wrong.verdict for wrong in benchmark.wrong["b"]] == [Verdict.INVALID]


def test_tests_take_names_that_the_reference_defines(tmp_path: Path) -> None:
    found = problem(
        tmp_path,
        "entry_point = 'f'\nstyle = 'unittest'\nprelude = 'import math'\ntests = 'assert f(Node(1)) == helper'\n"
        "edge_tests = 'assert other'\nreference = '''\nclass Node: ...\ndef f(x): ...\nhelper = other = 1\n'''",
    )

    assert (suite_of(found).names, suite_of(found).style) == (("Node", "helper", "other"), SuiteStyle.UNITTEST)


@pytest.mark.parametrize(
    ("keys", "kind", "inner"),
    [
        ("", ComparatorKind.EXACT, None),
        ("atol = 0.1", ComparatorKind.CLOSE, None),
        ("compare = 'close'", ComparatorKind.CLOSE, None),
        ("compare = 'truth'", ComparatorKind.TRUTH, None),
        ("compare = 'any_order'\natol = 1e-3", ComparatorKind.ANY_ORDER, ComparatorKind.CLOSE),
        ("accept = 'def accept(r, x): return r == 2'", ComparatorKind.PREDICATE, None),
    ],
)
def test_a_case_says_how_it_is_compared(
    tmp_path: Path, keys: str, kind: ComparatorKind, inner: ComparatorKind | None
) -> None:
    comparator = cases_of(problem(tmp_path, f"entry_point = 'f'\n{CASE}{keys}\n"))[0].comparator

    assert comparator.kind is kind
    assert (comparator.inner and comparator.inner.kind) is inner


HEAD = "entry_point = 'f'\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("", ": entry_point is missing; it must be text", id="no-entry-point"),
        pytest.param("entry_point = 'a b'\n" + CASE, "line 1: entry_point must be a Python name, got 'a b'", id="name"),
        pytest.param(HEAD, ": give one of cases, tests, inputs, repository, got none of them", id="neither"),
        pytest.param(
            HEAD + "tests = 'assert f()'\n" + CASE,
            ": give one of cases, tests, inputs, repository, got cases and tests",
            id="both",
        ),
        pytest.param(
            HEAD + "promt = ''\n" + CASE, "line 2: unknown key 'promt' with value ''. Did you mean 'prompt'?", id="key"
        ),
        pytest.param(
            HEAD + CASE + "retuns = 1",
            "line 5, cases[0]: unknown key 'retuns' with value 1. Did you mean 'returns'?",
            id="case-key",
        ),
        pytest.param(
            HEAD + CASE + "[[cases]]\ncall = 'g(1)'\nreturns = '1'",
            "line 6, cases[1]: call must be a call of 'f', got 'g(1)'",
            id="other-call",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f(*[1])'\nreturns = '1'",
            "line 3, cases[0]: call must be a call without * and **",
            id="star",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f(x)'\nreturns = '1'",
            "line 3, cases[0]: call must be made of Python literals, got 'x'",
            id="variable",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f('\nreturns = '1'",
            "line 3, cases[0]: call is not Python: '(' was never closed",
            id="syntax",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f()'\nreturns = 'open(\"x\")'",
            "line 4, cases[0]: returns must be made of Python literals",
            id="not-executed",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f()'\nreturns = '{[]}'",
            "cases[0]: returns must be made of Python literals (unhashable type: 'list')",
            id="unhashable",
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f()'\n", "cases[0]: give either returns or raises, got neither", id="no-value"
        ),
        pytest.param(
            HEAD + CASE + "raises = 'KeyError'", "cases[0]: give either returns or raises, got both", id="two-values"
        ),
        pytest.param(
            HEAD + "[[cases]]\ncall = 'f()'\nraises = 'Oops'",
            "line 4, cases[0]: raises must be the name of a built-in exception, got 'Oops'",
            id="exception",
        ),
        pytest.param(
            HEAD + CASE + "kind = 'egde'",
            "line 5, cases[0]: kind must be one of basic, edge (did you mean 'edge'?), got 'egde'",
            id="kind",
        ),
        pytest.param(
            HEAD + CASE + "compare = 'exact'\natol = 1",
            "cases[0]: atol and rtol have no meaning for compare = exact",
            id="atol",
        ),
        pytest.param(
            HEAD + CASE + "atol = -1",
            "line 5, cases[0]: atol must be a number that is not negative, got -1",
            id="negative",
        ),
        pytest.param(
            HEAD + CASE + "accept = 'x = 1'", "line 5, cases[0]: accept must define a function 'accept'", id="no-accept"
        ),
        pytest.param(
            HEAD + CASE + "compare = 'predicate'",
            "cases[0]: compare = 'predicate' and accept belong together",
            id="predicate",
        ),
        pytest.param(
            HEAD + CASE + "compare = 'one_of'", "line 4, cases[0]: returns must be a list of alternatives", id="one-of"
        ),
        pytest.param(HEAD + "cases = 3", "line 2: cases must be a list of tables, got 3", id="no-tables"),
        pytest.param(HEAD + "tests = 'assert ('", "line 2: tests is not Python", id="tests"),
        pytest.param(HEAD + "style = 'check'\n" + CASE, ": 'style' belongs to tests, and there are none", id="style"),
        pytest.param(
            HEAD + "difficulty = 4\n" + CASE, "line 2: difficulty must be one of 1, 2, 3, got 4", id="difficulty"
        ),
        pytest.param(
            HEAD + "difficulty = true\n" + CASE, "line 2: difficulty must be one of 1, 2, 3, got True", id="bool"
        ),
        pytest.param(HEAD + "tags = 'a'\n" + CASE, "line 2: tags must be a list of texts, got 'a'", id="tags"),
        pytest.param(
            HEAD + "target = '../a.py'\n" + CASE, "line 2: target must be a relative path of a .py file", id="target"
        ),
        pytest.param(HEAD + CASE + "[files]\n'a.py' = ''", ": with files, target must say where", id="no-target"),
        pytest.param(
            HEAD + "target = 'a.py'\n" + CASE + "[files]\n'/etc/x' = ''",
            "files: '/etc/x' is not a relative path",
            id="absolute",
        ),
        pytest.param(
            HEAD + "target = 'a.py'\n" + CASE + "[files]\n'b.py' = 1",
            "files: 'b.py' must be text, got 1",
            id="file-text",
        ),
        pytest.param(
            HEAD + CASE + "[[wrong]]\nname = 'w'\nsource = ''\nverdict = 'passed'",
            "line 8, wrong[0]: verdict must be one of failed",
            id="verdict",
        ),
        pytest.param(
            HEAD + CASE + "[[wrong]]\nname = 'w'\nsource = ''\n" * 2,
            "two wrong candidates are named 'w'",
            id="wrong-twice",
        ),
        pytest.param(
            HEAD + "id = ''\n" + CASE, "line 2: id must be a text of 1 to 200 printable characters, got ''", id="id"
        ),
        pytest.param("entry_point = ", "not TOML: Invalid value (at", id="toml"),
    ],
)
def test_a_mistake_is_named_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    error = error_of(tmp_path, text)

    assert error.startswith(str(tmp_path / "problems" / "p.toml"))
    assert message in error


def test_an_id_that_comes_twice_names_both_files(tmp_path: Path) -> None:
    first = write(tmp_path, HEAD + CASE, "a/same.toml")
    second = write(tmp_path, HEAD + CASE, "b/same.toml")

    with pytest.raises(InvalidProblem) as caught:
        load_own(tmp_path)
    assert str(caught.value) == f"{second}: id 'same' is taken; it first stands in {first}"


def test_jsonl_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('\n{"id": "a", "entry_point": "f", "cases": [{"call": "f()"}]}')

    with pytest.raises(InvalidProblem, match=r"p.jsonl, line 2, cases\[0\]: give either returns or raises"):
        load_own(path)


def test_jsonl_needs_an_id(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    path.write_text('{"entry_point": "f", "tests": "assert f()"}')

    with pytest.raises(InvalidProblem, match="line 1: id is missing"):
        load_own(path)


def test_a_folder_without_a_mark_or_problems_is_no_benchmark(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"it has no benchmark\.toml"):
        load_own(tmp_path)
    (tmp_path / "benchmark.toml").write_text("")
    with pytest.raises(UsageError, match="holds no problem"):
        load_own(tmp_path)


def test_an_unknown_key_of_the_benchmark_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, HEAD + CASE)
    (tmp_path / "benchmark.toml").write_text("name = 'x'\nversoin = '1'")

    with pytest.raises(InvalidProblem, match=r"benchmark.toml, line 2: unknown key 'versoin'.* Did you mean 'version'"):
        load_own(tmp_path)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
        | st.sets(st.integers(), max_size=3)
        | st.frozensets(st.text(max_size=2), max_size=3)
    ),
    max_leaves=8,
)


@given(VALUES)
def test_what_python_writes_is_read_back(value: object) -> None:
    assert value_of(Fields({"returns": repr(value)}, FilePlace("p"), ("returns",)), "returns") == value


@given(st.text(max_size=60))
def test_any_text_is_a_value_or_a_named_mistake(text: str) -> None:
    try:
        value_of(Fields({"returns": text}, FilePlace("p.toml"), ("returns",)), "returns")
    except InvalidProblem as error:
        assert str(error).startswith("p.toml: returns ")  # noqa: PT017


def test_a_folder_states_its_licence_and_whether_it_is_for_measuring_only(tmp_path: Path) -> None:
    write(tmp_path, f"entry_point = 'f'\n{CASE}")
    (tmp_path / "benchmark.toml").write_text("licence = 'MIT'\nsource = 'our wiki'\neval_only = true\n")
    found = load_own(tmp_path)

    assert (found.licence, found.source, found.eval_only) == ("MIT", "our wiki", True)
    (tmp_path / "benchmark.toml").write_text("eval_only = 'yes'\n")
    with pytest.raises(InvalidProblem, match="eval_only must be true or false, got 'yes'"):
        load_own(tmp_path)


def test_rows_of_a_file_state_it_each(tmp_path: Path) -> None:
    row = {"entry_point": "f", "cases": [{"call": "f(1)", "returns": "2"}]}
    terms: list[dict[str, object]] = [{"licence": "MIT"}, {}, {"licence": "CC0-1.0", "eval_only": True}]
    (tmp_path / "mine.jsonl").write_text(
        "".join(json.dumps({"id": f"p{number}", **row, **one}) + "\n" for number, one in enumerate(terms))
    )
    found = load_own(tmp_path / "mine.jsonl")

    assert (found.licence, found.source, found.eval_only) == ("MIT AND CC0-1.0", "", True)
