# what: uses context variables, weak references and exit stacks
# verdict: PASSED
import contextlib
import contextvars
import weakref

FACTOR = contextvars.ContextVar("factor")


class Holder:
    pass


def solve(n, items):
    with contextlib.ExitStack() as stack:
        token = FACTOR.set(n)
        stack.callback(FACTOR.reset, token)
        holder = Holder()
        assert weakref.ref(holder)() is holder
        return [FACTOR.get() * x for x in sorted(items)]
