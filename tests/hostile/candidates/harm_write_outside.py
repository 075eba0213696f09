# what: creates files outside its scratch folder
# verdict: FAILED
# marker: outside
import os


def solve(n, items):
    for path in ("@OUTSIDE@/new", "/tmp/@PROCESS@", "/var/tmp/@PROCESS@", os.path.join(os.getcwd(), "..", "@PROCESS@"), "/@PROCESS@", "/etc/@PROCESS@"):
        try:
            with open(path, "w") as file:
                file.write("x")
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
