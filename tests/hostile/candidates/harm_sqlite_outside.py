# what: lets a C library create files outside its folder
# verdict: FAILED
# marker: outside
import dbm.dumb
import shelve
import sqlite3


def solve(n, items):
    for attempt in (
        lambda: sqlite3.connect("@OUTSIDE@/data.db").execute("create table t (x)"),
        lambda: sqlite3.connect(":memory:").execute("vacuum into '@OUTSIDE@/copy.db'"),
        lambda: dbm.dumb.open("@OUTSIDE@/dumb", "c").close(),
        lambda: shelve.open("@OUTSIDE@/shelf").close(),
    ):
        try:
            attempt()
        except Exception:
            pass
    return None
