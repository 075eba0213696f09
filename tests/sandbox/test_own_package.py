"""Installed among the libraries that candidates may read, Assay itself and the answers it brings stay closed."""

from __future__ import annotations

import shutil
import subprocess
import venv
from pathlib import Path

import pytest

import assay

SCRIPT = """
import sys, json
from pathlib import Path
import assay
from assay.judges.separate import SeparateJudge
from assay.records import Candidate, Case, Cases, Problem
from assay.sandbox.warm import WarmPython

home = Path(assay.__file__).parent
secret = home / "benchmarks" / "starter" / "benchmark.toml"
other = home.parent / "other.py"
problem = Problem("peek", Cases("peek", (Case((str(secret),), "closed"), Case((str(other),), "open"))))
READS = '''
def peek(path):
    try:
        open(path).read()
    except OSError:
        return "closed"
    return "open"
'''
IMPORTS = '''
import other
def peek(path):
    try:
        import assay.benchmarks.starter
    except (ImportError, OSError):
        return "open" if path.endswith("other.py") else "closed"
    return "open"
'''
with WarmPython() as sandbox, SeparateJudge(sandbox) as judge:
    print(json.dumps([home.parent.name] + [judge.judge(problem, Candidate(text)).verdict for text in (READS, IMPORTS)]))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with a copy of Assay among its libraries, as a wheel would put it."""
    folder = tmp_path_factory.mktemp("installed") / "env"
    venv.create(folder, with_pip=False, symlinks=True)
    site = next(folder.glob("lib/python*/site-packages"))
    shutil.copytree(Path(assay.__file__).parent, site / "assay", ignore=shutil.ignore_patterns("__pycache__", "*.db"))
    (site / "other.py").write_text("VALUE = 1\n")
    folder.parent.chmod(0o755)
    return folder


def test_a_candidate_reads_other_packages_but_not_this_one(installed: Path) -> None:
    done = subprocess.run(
        [installed / "bin" / "python", "-I", "-c", SCRIPT], capture_output=True, text=True, timeout=100, check=False
    )

    assert done.stderr == ""
    assert done.stdout.strip() == '["site-packages", "passed", "passed"]'
