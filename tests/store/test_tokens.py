"""Tokens and sessions, in every kind of store."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from assay.access import Token, id_of, new_session, new_token
from assay.errors import InvalidOption, InvalidValue
from assay.store.base import Store

NOON = datetime(2026, 3, 14, 12, 0, 0, 7, tzinfo=UTC)
DAY = timedelta(days=1)


def token(name: str = "ci", *, created: datetime = NOON, days: float | None = None) -> Token:
    return new_token(name, "write", now=created, days=days).token


def test_a_token_comes_out_as_it_went_in(store: Store) -> None:
    made = token("Zoë", days=30)
    store.add_token(made)

    assert store.token(made.id) == made
    assert store.token("other") is None


def test_an_id_is_taken_once(store: Store) -> None:
    made = token()
    store.add_token(made)

    with pytest.raises(InvalidValue, match=made.id):
        store.add_token(replace(made, name="another"))
    assert store.tokens() == [made]


def test_tokens_are_listed_by_age_and_without_sessions(store: Store) -> None:
    late, early = token("b", created=NOON + DAY), token("a")
    for one in (late, early, new_session(late, now=NOON + DAY).token):
        store.add_token(one)

    assert store.tokens() == [early, late]


def test_the_last_use_is_kept(store: Store) -> None:
    made = token()
    store.add_token(made)
    store.note_token_use(made.id, NOON + DAY)
    store.note_token_use("other", NOON)

    assert store.tokens() == [replace(made, used=NOON + DAY)]


def test_whoever_revokes_a_token_ends_its_sessions(store: Store) -> None:
    one, other = token("one"), token("other")
    session, its_own = new_session(one, now=NOON).token, new_session(other, now=NOON).token
    for made in (one, other, session, new_session(session, now=NOON).token, its_own):
        store.add_token(made)

    assert (store.revoke_token(one.id), store.revoke_token(one.id)) == (True, False)
    assert (store.tokens(), store.token(session.id), store.token(its_own.id)) == ([other], None, its_own)


def test_a_session_can_end_alone(store: Store) -> None:
    made = token()
    session = new_session(made, now=NOON).token
    store.add_token(made)
    store.add_token(session)

    assert store.revoke_token(session.id)
    assert (store.token(session.id), store.token(made.id)) == (None, made)


def test_sessions_whose_time_is_over_go_and_tokens_stay(store: Store) -> None:
    old = token(days=0.1)
    first, second = new_session(old, now=NOON).token, new_session(token(), now=NOON + DAY).token
    for made in (old, first, second):
        store.add_token(made)
    store.drop_expired_sessions(NOON + DAY)

    assert [store.token(one.id) for one in (old, first, second)] == [old, None, second]


def test_a_secret_opens_its_own_token_until_it_expires() -> None:
    made = new_token("ci", "read", now=NOON, days=1)

    assert made.token.is_valid(made.secret, NOON)
    assert not made.token.is_valid(made.secret, NOON + DAY)
    assert not made.token.is_valid(new_token("ci", "read", now=NOON).secret, NOON)
    assert id_of(made.secret) == made.token.id


def test_neither_list_nor_record_shows_a_secret() -> None:
    made = new_token("ci", "read", now=NOON)
    hidden = (made.secret, made.token.digest.hex(), repr(made.token.digest))

    assert not [one for one in hidden for shown in (repr(made), repr(made.token.to_dict())) if one in shown]


def test_a_session_ends_no_later_than_its_token() -> None:
    assert new_session(token(days=0.1), now=NOON).token.expires == NOON + 0.1 * DAY
    assert new_session(token(), now=NOON).token.expires == NOON + timedelta(hours=12)


@pytest.mark.parametrize("secret", ["", "assay", "assay__", "assay_../x_y", "other_ab_cd", "assay_ab_" + "c" * 300])
def test_what_is_no_secret_names_no_token(secret: str) -> None:
    assert id_of(secret) is None


@pytest.mark.parametrize(
    ("name", "role", "days", "complaint"),
    [
        pytest.param("", "read", None, "name: must have", id="no-name"),
        pytest.param("x" * 101, "read", None, "name: must have", id="long-name"),
        pytest.param("a\x1b[31m", "read", None, "name: must have", id="a-name-for-the-terminal"),
        pytest.param("a", "root", None, "role: must be one of read, write, admin, got 'root'", id="role"),
        pytest.param("a", "read", 0, "days: must be", id="no-days"),
        pytest.param("a", "read", float("nan"), "days: must be", id="nan"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(name: str, role: str, days: float | None, complaint: str) -> None:
    with pytest.raises(InvalidOption, match=complaint):
        new_token(name, role, now=NOON, days=days)
