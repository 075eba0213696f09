# what: raises from code that claims to be a line of the secret, so that whoever formats it reads the file
# verdict: CRASHED
# marker: secret
import linecache

exec(compile("def fail():\n    raise ValueError('see above')\n", "@SECRET@", "exec"))
code = fail.__code__.replace(co_firstlineno=1)
fail = type(fail)(code.replace(co_filename="@SECRET@"), globals())


def solve(n, items):
    fail()
