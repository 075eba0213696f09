# what: raises and catches all kinds of exceptions, also SystemExit and KeyboardInterrupt
# verdict: PASSED
import sys


def solve(n, items):
    for error in (SystemExit(0), KeyboardInterrupt(), GeneratorExit(), ExceptionGroup("g", [ValueError()]), RecursionError()):
        try:
            raise error
        except BaseException as caught:
            assert caught is error
    try:
        sys.exit(0)
    except SystemExit:
        pass
    return [n * x for x in sorted(items)]
