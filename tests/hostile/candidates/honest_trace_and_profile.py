# what: traces and profiles itself
# verdict: PASSED
import cProfile
import io
import pstats
import sys


def solve(n, items):
    lines = []
    sys.settrace(lambda frame, event, argument: lines.append(event))
    profile = cProfile.Profile()
    sys.settrace(None)
    result = profile.runcall(sorted, items)
    pstats.Stats(profile, stream=io.StringIO()).print_stats()
    return [n * x for x in result]
