# what: patches print and redirects its output
# verdict: PASSED
import builtins
import contextlib
import io

builtins.print = lambda *args, **kwargs: None


def solve(n, items):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        __import__("sys").stdout.write("hidden")
    assert out.getvalue() == "hidden"
    print("nobody sees this")
    return [n * x for x in sorted(items)]
