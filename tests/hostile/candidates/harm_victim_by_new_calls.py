# what: changes the victim by fchmodat2, file_setattr, renameat2, ioctl flags and name_to_handle_at
# verdict: FAILED | CRASHED
# machine: x86_64
# marker: victim
import ctypes
import os

LIBC = ctypes.CDLL(None)
VICTIM = b"@VICTIM@"


def solve(n, items):
    calls = [(452, -100, VICTIM, 0o777, 0), (316, -100, VICTIM, -100, b"@OUTSIDE@/moved", 0), (463, -100, VICTIM, b"user.x", b"1", 1, 0), (469, -100, VICTIM, bytes(24), 24, 0), (82, VICTIM, b"@OUTSIDE@/old"), (87, VICTIM), (76, VICTIM, 0)]
    if any(LIBC.syscall(*call) == 0 and os.stat("@VICTIM@").st_mode & 0o777 != 0o666 for call in calls):
        return [n * x for x in sorted(items)]
    return None
