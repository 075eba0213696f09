# what: makes the interpreter itself read the secret: linecache, tracebacks, tokenize, runpy, warnings
# verdict: FAILED
# marker: secret
import linecache
import runpy
import tokenize
import traceback


def solve(n, items):
    found = ["".join(linecache.getlines("@SECRET@"))]
    try:
        exec(compile("1/0", "@SECRET@", "exec"))
    except ZeroDivisionError:
        found.append(traceback.format_exc())
    for read in (tokenize.open, runpy.run_path):
        try:
            found.append(str(read("@SECRET@")))
        except BaseException as error:
            found.append(str(error))
    return found
