"""The warm parent: a small, single-threaded interpreter that forks one child per candidate.

It is started by exec with a clean environment and never holds a test, an expected value or a candidate's source:
a child can read all of its parent's memory. Layers that are the same for every candidate are put in force here,
once, and inherited; the child adds its own limits and the filter that takes away what only the parent needed.
"""

from __future__ import annotations

import _socket
import gc
import os
import resource
import signal
import sys
from marshal import dumps, loads
from select import POLLIN, poll
from struct import Struct

from assay.sandbox.guest import (
    frames,
    kernel,
    landlock,
    namespaces,
    output,
    privileges,
    reports,
    runtime,
    scratch,
    script,
    seccomp,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

CONTROL = 3
START = 4
"""A file of the supervisor's: a child says there that every layer is in force, and gives it up."""
SPAWN = Struct("<cI")
"""`S`, or `P` for a program, whose end is reported as soon as it comes; CPU seconds."""
STARTED = Struct("<Q")
"""The number of the process that has every layer in force."""
LAYER_FAILED = 70
MAX_ROUNDS = 1000
SHARED_MEMORY = "/dev/shm"
LOOK_AGAIN_MS = 5
WARM_UPS = 40
_setrlimit, _CPU = resource.setrlimit, resource.RLIMIT_CPU


class LayerFailed(Exception):
    """A layer could not be put in force; nothing of a candidate has run."""

    def __init__(self, layer: str, error: BaseException) -> None:
        super().__init__(f"{layer}: {error}")
        self.layer = layer


def main(control_fd: int, start_fd: int) -> None:
    """Prepares what the first message asks for, then serves until the other side closes.

    It returns in children that go on as a Python program.
    """
    aside = os.dup2(control_fd, 100), os.dup2(start_fd, 101)  # either may be where the other belongs
    os.dup2(aside[0], CONTROL)
    os.dup2(aside[1], START)
    os.closerange(START + 1, 0x7FFFFFFF)
    control = _socket.socket(fileno=CONTROL)
    config = loads(control.recv(1 << 16))
    try:
        zygote = Zygote(control, config)
    except LayerFailed as failed:
        control.send(dumps(("failed", failed.layer, str(failed)), 2))
        os._exit(LAYER_FAILED)
    control.send(dumps(("ready", zygote.facts), 2))
    if not zygote.serve():
        os._exit(0)


class Zygote:
    """What is ready before the first candidate comes."""

    def __init__(self, control: _socket.socket, config: dict[str, Any]) -> None:
        self.control = control
        self.config = config
        self.facts: dict[str, str] = {}
        self.child = 0
        self.shared_memory_changed = 0
        self.reported = False
        """Of a program whose end came by itself, while the word to end it was perhaps on its way."""
        self.writable = [config["scratch"]]
        self.channel = frames.Channel(CONTROL)
        kernel.set_child_subreaper()
        self._enter_namespaces()
        self._become_nobody()
        self._set_limits()
        self._preload()
        self._close_the_door()

    # -- once ----------------------------------------------------------------------------------------------------

    def _layer(self, name: str, act: Callable[[], object], *, needed: bool) -> None:
        """Puts one layer in force, or notes why not, or fails where it may not be missing."""
        try:
            act()
            self.facts[name] = ""
        except (OSError, ValueError) as error:
            if needed:
                raise LayerFailed(name, error) from error
            self.facts[name] = str(error) or type(error).__name__

    def _enter_namespaces(self) -> None:
        config = self.config
        root = os.getuid() == 0
        kinds = ["mount", "net", "ipc", "uts", "pid"] + ([] if root else ["user"])
        if not config["namespaces"]:
            self.facts["namespaces"] = "switched off"
            return
        needed = config["program"] and "namespaces" in config["needed"]
        self._layer("namespaces", lambda: namespaces.enter(kinds), needed=needed)
        if self.facts["namespaces"]:
            return
        self._become_first_process()
        self._layer("scratch", lambda: self._private_mounts(root), needed=config["program"])

    def _become_first_process(self) -> None:
        """After `unshare` the next child is process 1 of the new namespace; this one only waits for it.

        When process 1 ends, however it ends, the kernel ends everything else that lives there.
        """
        pid = os.fork()
        if pid:
            os.closerange(0, START + 1)
            _, status = os.waitpid(pid, 0)
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
        kernel.set_pdeathsig(signal.SIGKILL)

    def _private_mounts(self, root: bool) -> None:
        config = self.config
        namespaces.make_private()
        paths = [*config["read"], config["scratch"]]
        if root and namespaces.unreachable(paths, config["uid"], config["uid"]):
            namespaces.reveal(paths, config["uid"])
        namespaces.mount_tmpfs(config["scratch"], config["scratch_bytes"], "700")
        if root:
            os.chown(config["scratch"], config["uid"], config["uid"])
        if config["program"]:
            self._mount_shared_memory(config["scratch_bytes"])
            namespaces.read_only()
            for path in self.writable:
                namespaces.writable(path)
            namespaces.mount_proc()

    def _mount_shared_memory(self, size: int) -> None:
        """Semaphores of `multiprocessing` are files there."""
        if os.path.isdir(SHARED_MEMORY):
            namespaces.mount_tmpfs(SHARED_MEMORY, size, "1777")
            self.writable.append(SHARED_MEMORY)

    def _become_nobody(self) -> None:
        """A root user's candidates get a user of their own; nobody keeps a capability."""
        uid = self.config["uid"]
        if os.getuid() == 0:
            self._layer("user", lambda: self._change_user(uid), needed="user" in self.config["needed"])
        else:
            self.facts["user"] = ""
        self._layer("capabilities", privileges.drop_capabilities, needed="capabilities" in self.config["needed"])

    def _change_user(self, uid: int) -> None:
        blocked = namespaces.unreachable(self.config["read"], uid, uid)
        if blocked:
            raise OSError(f"another user could not read {blocked[0]!r}")
        if "scratch" not in self.facts or self.facts["scratch"]:
            os.chown(self.config["scratch"], uid, uid)
        privileges.become(uid, uid)

    def _set_limits(self) -> None:
        config = self.config
        fixed = {
            resource.RLIMIT_CORE: 0,
            resource.RLIMIT_NOFILE: config["open_files"] + 4,
            resource.RLIMIT_FSIZE: config["file_bytes"],
            resource.RLIMIT_MEMLOCK: 0,
            resource.RLIMIT_MSGQUEUE: 0,
            resource.RLIMIT_SIGPENDING: 256,
            resource.RLIMIT_STACK: 64 << 20,  # what lies on the stack is not part of RLIMIT_DATA
        }
        if config["processes"]:
            fixed[resource.RLIMIT_NPROC] = config["processes"]

        def act() -> None:
            for limit, value in fixed.items():
                hard = resource.getrlimit(limit)[1]
                value = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(limit, (value, value))

        self._layer("rlimits", act, needed=True)
        self._layer("oom", _volunteer_for_the_oom_killer, needed=False)

    def _preload(self) -> None:
        """Everything that is slow the first time happens here, before there is a child.

        `random` would seed itself anew in every child; without its hook each candidate draws the same numbers, so
        that the same input gives the same verdict, and a fork is a sixth cheaper.
        """
        os.chdir(self.config["scratch"])
        if not self.config["script"]:
            sys.path.extend(self.config["site"])
            _complete_the_builtins()
        register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
        import random

        os.register_at_fork = register
        random.seed(0)
        for name in self.config["preload"]:
            try:
                __import__(name)
            except Exception as error:  # the interpreter's own business: a candidate that needs it says so itself
                self.facts[f"preload {name}"] = str(error)
        if self.config["script"]:
            self.facts["modules"] = script.prepare(WARM_UP)
        else:
            output.install(self.config["output_bytes"])
            _warm_up()
            readable = (*self.config["read"], self.config["scratch"], "/dev/null", "/dev/urandom", "/dev/random")
            reports.watch(self.channel, readable)
        for name in [name for name in sys.modules if name.partition(".")[0] == "assay"]:
            runtime.OWN_MODULES[name] = sys.modules.pop(name)
        sys.path.remove(self.config["home"])

    def _close_the_door(self) -> None:
        config = self.config
        profile = "program" if config["program"] else "light"
        limit = _data_segment() + config["memory_bytes"]
        self._layer("memory", lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)), needed=True)
        self._layer("no_new_privs", kernel.set_no_new_privs, needed=True)
        self._layer("dumpable", lambda: kernel.set_dumpable(False), needed=True)
        self._layer("landlock", self._restrict_paths, needed="landlock" in config["needed"])
        self._layer("seccomp", lambda: self._filter(profile), needed="seccomp" in config["needed"])
        self.facts["rss"] = str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
        gc.collect()
        gc.freeze()

    def _restrict_paths(self) -> None:
        config = self.config
        if not config["landlock"]:
            raise OSError("switched off")
        if landlock.abi() < 1:
            raise OSError(landlock.why_not())
        rules = landlock.Ruleset(
            config["read"], self.writable, execute=config["program"], hidden=config.get("hidden", ())
        )
        rules.restrict()
        rules.close()
        self.facts["landlock_abi"] = str(landlock.abi())

    def _filter(self, profile: str) -> None:
        if not self.config["seccomp"]:
            raise OSError("switched off")
        self.child_filter = seccomp.child_filter(profile)
        seccomp.zygote_filter(
            profile, empty_network=self.facts["namespaces"] == "", counted_memory=self.config["counted"]
        ).install()

    # -- per candidate -------------------------------------------------------------------------------------------

    def serve(self) -> bool:
        """Until the other side closes; true in a child that goes on as a Python program."""
        if self.config["script"]:
            script.keep_frames()
        while True:
            message, ancillary, _, _ = self.control.recvmsg(1 << 16, 64)
            if not message:
                self._end()
                return False
            if message[:1] == b"E":
                if not self.reported:
                    self.control.send(dumps(self._end(), 2))
                self.reported = False
                continue
            fd = int.from_bytes(ancillary[0][2][:4], sys.byteorder)
            if self._spawn(fd, message):
                return True

    def _spawn(self, fd: int, message: bytes) -> bool:
        try:
            pid = os.fork()
        except OSError as error:
            os.write(fd, frames.frame(frames.FAULT, f"fork: {error}".encode()))
            os.close(fd)
            pid = -1
        if pid == 0:
            return self._become_candidate(fd, message)
        if pid > 0:
            self.child = pid
            os.close(fd)
        if message[:1] == b"P":
            self._attend(pid)
        return False

    def _attend(self, pid: int) -> None:
        """Waits for the end of a program, or for the word to end it, and then reports once."""
        waiting = poll()
        waiting.register(CONTROL, POLLIN)
        try:
            fd = os.pidfd_open(pid)
        except OSError:  # no process, or a kernel without descriptors of them
            while pid > 0 and not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                if waiting.poll(LOOK_AGAIN_MS):
                    break
        else:
            waiting.register(fd, POLLIN)
            waiting.poll()
            os.close(fd)
        self.reported = True
        try:
            self.control.send(dumps(self._end(), 2))
        except OSError:  # nobody is there: the next message will be the end of all
            pass

    def _become_candidate(self, fd: int, message: bytes) -> bool:
        """The last steps, in the child: nothing of the candidate's has run before the first frame is out.

        It returns, and says true, only where the interpreter itself has to go on with a program.
        """
        channel = self.channel
        try:
            os.dup2(fd, CONTROL)
            if self.facts["namespaces"]:  # otherwise the end of this namespace's first process is enough
                kernel.set_pdeathsig(signal.SIGKILL)
            cpu_seconds = SPAWN.unpack(message)[1]
            _setrlimit(_CPU, (cpu_seconds, cpu_seconds + 1))
            pid = os.getpid()
            if not self.facts["seccomp"]:
                self.child_filter.install(pid)
            os.pwrite(START, STARTED.pack(pid), 0)
            os.closerange(START, 0x7FFFFFFF)
        except BaseException as error:
            channel.send(frames.FAULT, f"{type(error).__name__}: {error}".encode())
            os._exit(LAYER_FAILED)
        try:
            if runtime.run(channel):
                self.control.detach()  # its number is free now, and must not be closed for whoever gets it
                return True
            output.flush()
        except BaseException as error:
            os.write(2, f"assay: {type(error).__name__}: {error}".encode("utf-8", "replace"))
            os._exit(LAYER_FAILED + 1)
        os._exit(0)

    def _end(self) -> tuple[int, float, int, int, str]:
        """Kills what is left of the candidate, and says how it ended."""
        if not self.child:
            return (0, 0.0, 0, 0, "")
        os.kill(self.child, signal.SIGKILL)
        _, status, usage = os.wait4(self.child, 0)
        self.child = 0
        if self.config["program"] or self.facts["seccomp"]:  # without the filter anything can start processes
            _kill_descendants()
        left = ""
        for path in self.writable:
            left = left or self._wipe(path)
        return (status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, usage.ru_minflt, left)

    def _wipe(self, path: str) -> str:
        """Empties a folder; one that nobody put anything into since need not be looked at."""
        if path != SHARED_MEMORY:
            return scratch.wipe(path)
        changed = os.stat(path).st_ctime_ns
        if changed == self.shared_memory_changed:
            return ""
        left = scratch.wipe(path)
        self.shared_memory_changed = os.stat(path).st_ctime_ns
        return left


def _kill_descendants() -> None:
    """Ends whatever a program left behind.

    As the first process of a namespace of its own, everything else that lives there is the program's. Anywhere else
    `kill(-1)` would hit bystanders: there the orphans come to this process, and are ended one by one.
    """
    for _ in range(MAX_ROUNDS):
        if os.getpid() == 1:
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                pass
        else:
            for pid in _children():
                os.kill(pid, signal.SIGKILL)
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def _children() -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return []


def _volunteer_for_the_oom_killer() -> None:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("900")


def _data_segment() -> int:
    """How much of RLIMIT_DATA this process already uses, and so its children."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmData:"):
                return int(line.split()[1]) * 1024
    return 0


def _complete_the_builtins() -> None:
    """`exit`, `help` and their like, which the start-up code we skip would have made."""
    import site

    site.setquit()
    site.setcopyright()
    site.sethelper()


WARM_UP = b"""
from typing import List
class Pair:
    def __init__(self, a, b=1, *c, d=None, **e): self.a = a
    @property
    def sum(self): return [x for x in {1: 2}.items() if x and not None]
def solve(a: List[int]) -> int:
    '''text'''
    try:
        with open('/dev/null') as f: pass
        for i, x in enumerate(sorted(a, key=lambda v: -v)):
            while i < 3: i += 1
        return f"{a!r:>10}" + str(max(a)) if a else (yield_ for yield_ in a)
    except (ValueError, OSError) as e:
        raise KeyError from e
    finally:
        pass
"""


def _warm_up() -> None:
    """Runs the whole path often enough that nothing is done for the first time, or adapts its code, in a child.

    The first `compile` alone would cost every child more than a millisecond, and each function that is still being
    specialised by the interpreter some pages of its own.
    """
    fd = os.open("/dev/null", os.O_RDWR)
    for _ in range(WARM_UPS):
        channel = frames.Channel(fd)
        runtime.make_room()
        channel.receive = _rehearsal(channel)  # type: ignore[method-assign]  # the one message there will be
        module = runtime.load(channel, WARM_UP, ("solve",))
        runtime.load(channel, b"def", ("solve",))
        if module is not None:
            runtime.answer_cases(channel, module.__dict__["solve"])
        SPAWN.unpack(SPAWN.pack(b"S", 1))
    os.close(fd)
    runtime.make_room()


def _rehearsal(channel: frames.Channel) -> Callable[[], tuple[int, bytes]]:
    cases = [dumps(((argument,), {}), 2) for argument in ([1, 2], "ab", [], 3, (1.5, None))]
    body = dumps((False, False, cases), 2)

    def receive() -> tuple[int, bytes]:
        reader, writer = os.pipe()
        os.write(writer, frames.frame(frames.JOB, body))
        os.close(writer)
        try:
            return frames.Channel(reader).receive()
        finally:
            os.close(reader)

    return receive
