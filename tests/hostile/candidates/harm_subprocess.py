# what: starts programs by subprocess, os.system, popen, posix_spawn and spawnv
# verdict: FAILED
# marker: outside
import os
import subprocess
import sys


def solve(n, items):
    started = 0
    command = ["/bin/touch", "@OUTSIDE@/spawned"]
    for attempt in (
        lambda: subprocess.run(command, timeout=1),
        lambda: subprocess.Popen(command, start_new_session=True).wait(1),
        lambda: os.posix_spawn(command[0], command, {}),
        lambda: os.posix_spawnp("touch", command, {}),
    ):
        try:
            attempt()
            started += 1
        except (OSError, subprocess.SubprocessError):
            pass
    try:
        started += os.system("exit 0") == 0
        started += os.spawnv(os.P_WAIT, command[0], command) == 0
    except OSError:
        pass
    return [n * x for x in sorted(items)] if started else None
