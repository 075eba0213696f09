"""What is wrong with the value of a flag is told under the flag's name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from assay.cli.main import main

PROBLEM = """
entry_point = "double"
reference = "def double(x): return 2 * x"
[[cases]]
call = "double(2)"
returns = "4"
"""
RUN = ("run", "mine", "-c", "c.jsonl", "-q")
CA = ("ca", "a.py", "a.py", "-q")
CODEBLEU = ("codebleu", "a.py", "a.py")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a benchmark, candidates and one run."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "mine" / "problems").mkdir(parents=True)
    (folder / "mine" / "benchmark.toml").write_text('name = "mine"\nversion = "7"\n')
    (folder / "mine" / "problems" / "double.toml").write_text(PROBLEM)
    (folder / "c.jsonl").write_text(json.dumps({"task_id": "double", "source": "def double(x): return x"}))
    (folder / "a.py").write_text("print(1)\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        with pytest.raises(SystemExit) as ended:
            main(RUN)
        assert ended.value.code == 0
        yield folder


@pytest.mark.parametrize(
    ("command", "flag", "value"),
    [
        (RUN, "--problem-file", "nope.jsonl"),
        (RUN, "--problems", "nope"),
        (RUN, "--form", "nope"),
        (RUN, "--extract", "nope"),
        (RUN, "--time", "nope"),
        (RUN, "--memory", "nope"),
        (RUN, "--workers", "5000"),
        (RUN, "--k", "nope"),
        (RUN, "--python", "/nope"),
        (RUN, "--isolation", "nope"),
        (RUN, "--store", "mysql://nope"),
        (RUN, "--fail-under", "nope=0.5"),
        (("list",), "--store", "mysql://nope"),
        (("show", "latest"), "--problem", "nope"),
        (("export", "latest"), "--format", "nope"),
        (("rescore", "latest"), "--seed", "-1"),
        (("replay", "latest", "double"), "--case", "9"),
        (("replay", "latest", "double"), "--attempt", "9"),
        (("check", "mine"), "--problem-file", "nope"),
        (("fetch", "humaneval"), "--folder", "/proc/nope"),
        (CA, "--timeout", "0"),
        (CA, "--normalizer", "nope"),
        (CA, "--inputs", "nope"),
        (CA, "--language", "nope"),
        (CA, "--prediction-language", "nope"),
        (CA, "--workers", "5000"),
        (CA, "--python", "/nope"),
        (CODEBLEU, "--language", "nope"),
        (CODEBLEU, "--profile", "nope"),
        (CODEBLEU, "--weights", "1,1,1,1"),
        (("quality", "a.py"), "--weights", "1,1,1,1,1,1"),
        (("quality", "a.py"), "--weights", "nan,0,0,0,0,1"),
        (("rate", "latest"), "--load", "nope"),
        (("store", "prune"), "--cache", "nope"),
        (("doctor",), "--isolation", "nope"),
    ],
    ids=lambda part: part[0] if isinstance(part, tuple) else str(part),
)
def test_an_error_names_its_flag(
    project: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], flag: str, value: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, flag, value])

    assert ended.value.code == 2
    assert flag in capsys.readouterr().err
