# what: hunts for the runtime's audit hook and disarms it, then reads a forbidden file
# verdict: FAILED
# marker: secret
import gc
import types


def nothing(*args):
    return None


gc.unfreeze()
for thing in gc.get_objects():
    if isinstance(thing, types.FunctionType) and "hook" in thing.__name__ and thing.__globals__ is not globals() and not thing.__code__.co_freevars:
        thing.__code__ = nothing.__code__


def solve(n, items):
    try:
        return open("@SECRET@").read()
    except OSError:
        return None
