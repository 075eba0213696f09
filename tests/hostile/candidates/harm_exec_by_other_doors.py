# what: executes by execve, execveat, fexecve and from a file in scratch
# verdict: FAILED
# machine: x86_64
import ctypes
import os

LIBC = ctypes.CDLL(None)


def solve(n, items):
    argv = (ctypes.c_char_p * 2)(b"/bin/true", None)
    LIBC.syscall(59, b"/bin/true", argv, None)
    LIBC.syscall(322, -100, b"/bin/true", argv, None, 0)
    with open("script", "wb") as file:
        file.write(b"#!/bin/true\n")
    try:
        os.chmod("script", 0o755)
        os.execv("./script", ["script"])
    except OSError:
        pass
    try:
        os.execve(os.open("/bin/true", os.O_RDONLY), ["true"], {})
    except OSError:
        pass
    return None
