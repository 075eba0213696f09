# what: sorts with sqlite, in memory and in a file
# verdict: PASSED
import sqlite3


def solve(n, items):
    for path in (":memory:", "data.db"):
        database = sqlite3.connect(path)
        database.execute("drop table if exists t")
        database.execute("create table t (x integer)")
        database.executemany("insert into t values (?)", [(x,) for x in items])
        result = [row[0] for row in database.execute("select x * ? from t order by x", (n,))]
        database.close()
    return result
