# what: datetimes whose tzinfo is a class of the candidate that raises or exits
# verdict: FAILED | CRASHED
import datetime


class Zone(datetime.tzinfo):
    def utcoffset(self, when):
        raise SystemExit(0)

    def dst(self, when):
        return self

    def tzname(self, when):
        return 5


def solve(n, items):
    return [datetime.datetime(2000, 1, 1, tzinfo=Zone()), datetime.time(1, tzinfo=Zone())]
