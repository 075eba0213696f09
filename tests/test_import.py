"""Importing Assay is cheap: the standard library only, and heavy packages when they are needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src"


def loaded_by(statements: str) -> set[str]:
    """The top-level names that a fresh interpreter loads for the statements."""
    script = (
        "import sys\n"
        "before = set(sys.modules)\n"
        f"{statements}\n"
        "import json\n"
        "print(json.dumps(sorted({name.partition('.')[0] for name in set(sys.modules) - before})))\n"
    )
    environment = os.environ | {"PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "statement",
    [
        "import assay",
        "import assay.records, assay.sandbox, assay.judges",
        "import assay.registry, assay.signature, assay.settings, assay.errors",
        "from assay.registry import Registry; list(Registry('metric', {}))",
    ],
)
def test_importing_assay_loads_the_standard_library_only(statement: str) -> None:
    loaded = loaded_by(statement)

    assert "assay" in loaded
    assert loaded - {"assay"} - set(sys.stdlib_module_names) == set()


def test_help_loads_nothing_heavy() -> None:
    loaded = loaded_by(
        "from assay.cli.main import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit as end:\n"
        "    assert end.code == 0"
    )

    assert "typer" in loaded
    assert loaded & {"rich", "numpy", "pandas", "pydantic", "asyncio", "importlib_metadata"} == set()
