"""`assay store`: what it says of observations, and what pruning leaves of them."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.observations import Chosen, Feedback, Observation
from assay.store.sql import SqlStore

LONG_AGO = datetime(2020, 5, 1, 12, 30, tzinfo=UTC)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as ended:
        main(["store", *arguments])
    written = capsys.readouterr()
    return ended.value.code, written.out + written.err


def counted(place: Path) -> tuple[int, int]:
    """How many observations are kept, and how many are counted."""
    with closing(SqlStore(place)) as store:
        return len(store.observations(Chosen())), sum(one.tally.n for one in store.tallies(Chosen()))


def test_pruning_by_age_leaves_counts_of_observations_unless_they_are_meant_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "a.db"
    with closing(SqlStore(place)) as store:
        store.add_observations([Observation("t", True, LONG_AGO), Observation("t", False, datetime.now(UTC))])
        store.add_feedback([Feedback("o", LONG_AGO, thumb=True)])

    assert ", 2 observations, 1 feedback" in asked(capsys, "size", "--store", str(place))[1]
    code, written = asked(capsys, "prune", "--older-than", "30d", "--store", str(place))
    assert (code, counted(place)) == (0, (1, 2))
    assert ", 1 observations, 1 feedback on them are gone" in written
    assert asked(capsys, "prune", "--older-than", "30d", "--with-counts", "--store", str(place))[0] == 0
    assert counted(place) == (1, 1)


def test_counts_leave_by_their_age_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, written = asked(capsys, "prune", "--keep", "3", "--with-counts", "--store", str(tmp_path / "a.db"))

    assert code == 2
    assert "--with-counts: say how old" in written
