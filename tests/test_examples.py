"""What stands in `examples/` runs, and says what it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def test_the_first_verdict_tells_the_honest_from_the_forgers() -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / "first_verdict.py")], capture_output=True, text=True, timeout=60, check=True
    )

    verdicts = {line[:22].strip(): line[22:31].strip() for line in done.stdout.splitlines() if "cases" in line}
    assert verdicts == {
        "honest": "PASSED",
        "forgets even lengths": "FAILED",
        "equals everything": "FAILED",
        "leaves with success": "CRASHED",
    }
    assert "suspicion: lying_equality" in done.stdout
    assert "suspicion: early_exit" in done.stdout
