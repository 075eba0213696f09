# what: objects and exceptions whose module and name point at dangerous functions, for judges that look types up
# verdict: FAILED | CRASHED
# marker: outside
COMMAND = "touch @OUTSIDE@/forged"
CALLS = [0]


def forged(base, module, name):
    return type(name, (base,), {"__module__": module, "__qualname__": name})


VALUES = [forged(object, "os", "system")(), forged(tuple, "os", "system")([COMMAND]), forged(str, "os", "system")(COMMAND), forged(dict, "subprocess", "Popen")(args=COMMAND, shell=True)]
ERRORS = [forged(Exception, "os", "system")(COMMAND), forged(Exception, "builtins", "eval")("1"), forged(BaseException, "builtins", "exit")(0), forged(Exception, "assay.errors", "Fault")("unjudged"), forged(Exception, "antigravity", "x")()]


def solve(n, items):
    CALLS[0] += 1
    if n % 2:
        raise ERRORS[CALLS[0] % len(ERRORS)]
    return VALUES[CALLS[0] % len(VALUES)]
