"""The warm parent: a small, single-threaded interpreter that forks one child per candidate.

It is started by exec with a clean environment and never holds a test, an expected value or a candidate's source:
a child can read all of its parent's memory. Layers that are the same for every candidate are put in force here,
once, and inherited; the child adds its own limits and the filter that takes away what only the parent needed.
"""

from __future__ import annotations

import _socket
import gc
import mmap
import os
import resource
import signal
import struct
import sys
from marshal import dumps, loads

from assay.sandbox.guest import (
    frames,
    gateway,
    keeping,
    kernel,
    landlock,
    namespaces,
    output,
    privileges,
    reports,
    runtime,
    scratch,
    seccomp,
    warming,
    wire,
)
from assay.sandbox.guest.parent import (
    BROKEN,
    CONTROL,
    LAYER_FAILED,
    NO_ROOM,
    SHARED_MEMORY,
    SPAWN,
    START,
    STARTED,
    TEMPORARY,
    UNHEARD,
    UNREADABLE,
    Parent,
    address_space,
    data_segment,
    take_streams,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

SCRIPT_MODULES = ("kernel", "frames", "launch", "scratch", "parent", "script")
"""What the parent of Python programs is made of, in the order in which they need each other."""
CONTROL_GROUPS = "/sys/fs/cgroup"
LIGHT_SHARED_BYTES = 16 << 20
"""Room in the shared memory of candidates that cannot start processes."""
STACK_BYTES = 64 << 20
"""How far the main stack grows, and so what most runtimes reserve for each thread that a program starts."""
RESERVED_BYTES = 64 << 30
"""What a program may reserve beyond its memory without using it: stacks of its threads, heaps of its runtime."""
ADDRESS_BYTES = 16 << 30
"""What a function may reserve beyond its memory: 64 threads with a stack and a heap of their own need three quarters.

It bounds the page tables, which are memory that nothing else counts, to a five hundredth of it.
"""
_setrlimit, _CPU = resource.setrlimit, resource.RLIMIT_CPU


class LayerFailed(Exception):
    """A layer could not be put in force; nothing of a candidate has run."""

    def __init__(self, layer: str, error: BaseException) -> None:
        super().__init__(f"{layer}: {error}")
        self.layer = layer


def prepare(control_fd: int, start_fd: int, ahead_fd: int) -> Zygote:
    """Prepare everything that the first message asks for."""
    ahead = mmap.mmap(ahead_fd, frames.AHEAD_BYTES)
    aside = os.dup(control_fd), os.dup(start_fd)  # either may be where the other belongs
    os.dup2(aside[0], CONTROL)
    os.dup2(aside[1], START)
    os.closerange(START + 1, 0x7FFFFFFF)
    _reset_inherited_state()
    control = _socket.socket(fileno=CONTROL)
    asked = control.recv(1 << 16)
    if not asked:  # whoever started this process was killed meanwhile
        _remove_folder(os.path.dirname(os.environ["HOME"]))
        os._exit(LAYER_FAILED)
    config = loads(asked)
    _leave_cleaning_process(config["base"], config["groups"])
    try:
        zygote = Zygote(control, config, ahead)
    except LayerFailed as failed:
        control.send(dumps(("failed", failed.layer, str(failed)), 2))
        os._exit(LAYER_FAILED)
    if config["script"]:
        zygote.become_script_parent()
    zygote.say_ready()
    return zygote


def serve(zygote: Zygote) -> NoReturn:
    """Serve until the other side closes."""
    zygote.serve()
    os._exit(0)


def _leave_cleaning_process(base: str, groups: list[str]) -> None:
    """Fork: this process stays behind, outside of every layer, to clean up, and its child goes on.

    When the child has ended, for whatever reason, the folder and the control groups of this worker are removed. The
    supervisor does the same, unless it was killed.
    """
    pid = os.fork()
    if pid == 0:
        kernel.set_pdeathsig(signal.SIGKILL)
        return
    os.closerange(0, START + 1)
    _, status = os.waitpid(pid, 0)
    _remove_folder(base)
    for group in groups:
        _remove_group(group)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _remove_folder(base: str) -> None:
    try:
        scratch.wipe(base)
        os.rmdir(base)
    except OSError:  # somebody else was faster, or will be here later
        pass


def _remove_group(folder: str) -> None:
    """Leave a control group and remove it: one that has members cannot be removed, and this process is one."""
    try:
        with open(os.path.join(os.path.dirname(folder), "cgroup.procs"), "w") as file:
            file.write(str(os.getpid()))
        os.rmdir(folder)
    except OSError:
        pass


def _reset_inherited_state() -> None:
    """Undo what was inherited from whoever started Assay and would make candidates behave differently."""
    os.umask(0o022)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for number in sorted(signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGPIPE, signal.SIGXFSZ}):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Zygote(Parent):
    """The warm parent with everything that is ready before the first candidate comes."""

    def __init__(self, control: _socket.socket, config: dict[str, Any], ahead: mmap.mmap) -> None:
        super().__init__(control, [config["scratch"]])
        self.config = config
        self.ahead = self.channel.ahead = ahead  # kept here: to let go of it would close whatever has its number
        self.facts: dict[str, str] = {}
        self.gateway: _socket.socket | None = None
        kernel.set_child_subreaper()
        self._enter_namespaces()
        if config["gateway"]:
            self._open_gateway(config["gateway"])
        self._layer("oom", _be_first_for_the_oom_killer, needed=False)  # while /proc can still be written
        self._mount()
        self._drop_privileges()
        self._set_limits()
        self._preload()
        self._restrict_itself()

    # -- once ----------------------------------------------------------------------------------------------------

    def _layer(self, name: str, put_in_force: Callable[[], object], *, needed: bool) -> None:
        """Put one layer in force, or note why not, or fail where it may not be missing."""
        try:
            put_in_force()
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

    def _open_gateway(self, port: int) -> None:
        """Listen in the network of the candidates, which must be one of their own."""
        why = self.facts["namespaces"]
        try:
            if why:
                raise OSError(f"a network of its own is needed: {why}")
            self.gateway = gateway.listener(port)
        except OSError as error:
            raise LayerFailed("gateway", error) from error

    def _mount(self) -> None:
        root = os.getuid() == 0
        if not self.facts["namespaces"]:
            self._layer("scratch", lambda: self._private_mounts(root), needed=self.config["program"])

    def _become_first_process(self) -> None:
        """Fork: after `unshare` the next child is process 1 of the new namespace, and this one only waits for it.

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
        if config["program"]:
            self._hide_control_groups()
            self._replace_temporary_files()
        namespaces.mount_tmpfs(config["scratch"], config["scratch_bytes"], "700")
        self._mount_shared_memory(config["scratch_bytes"])
        if root:
            for path in self.writable:
                os.chown(path, config["uid"], config["uid"])
        self.in_memory = True
        self._layer("read_only", self._read_only_mounts, needed=config["program"])
        if config["program"]:
            namespaces.mount_proc()

    def _read_only_mounts(self) -> None:
        namespaces.read_only()
        for path in self.writable:
            namespaces.writable(path)

    def _hide_control_groups(self) -> None:
        """Let programs that count their cores there find nothing, and not files that they see and cannot read."""
        try:
            namespaces.hide([CONTROL_GROUPS])
        except OSError:
            pass  # then they stay as they are: nobody can read or change them

    def _replace_temporary_files(self) -> None:
        """Give programs a folder for temporary files of their own: `tmpfile` of C knows no other place."""
        config = self.config
        try:
            keep = [config["scratch"], config["home"], *config["read"]]
            self.spared[TEMPORARY] = namespaces.replace(TEMPORARY, config["scratch_bytes"], keep)
        except OSError:
            return  # then it stays as it is: programs can neither read nor change it
        self.writable.append(TEMPORARY)

    def _mount_shared_memory(self, size: int) -> None:
        """Mount the folder of shared memory: locks and queues of `multiprocessing` are files there."""
        if not os.path.isdir(SHARED_MEMORY):
            return
        room = size if self.config["program"] else min(size, LIGHT_SHARED_BYTES)
        namespaces.mount_tmpfs(SHARED_MEMORY, room, "1777")
        self.writable.append(SHARED_MEMORY)

    def _drop_privileges(self) -> None:
        """Change root to a user of the candidate's own, and give up every capability."""
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
            resource.RLIMIT_STACK: STACK_BYTES,  # what lies on the stack is not part of RLIMIT_DATA
        }
        if config["processes"]:
            fixed[resource.RLIMIT_NPROC] = config["processes"]

        def set_all() -> None:
            for limit, value in fixed.items():
                hard = resource.getrlimit(limit)[1]
                value = value if hard == resource.RLIM_INFINITY else min(value, hard)
                resource.setrlimit(limit, (value, value))

        self._layer("rlimits", set_all, needed=True)

    def _preload(self) -> None:
        """Do everything that is slow the first time, before there is a child.

        `random` would seed itself anew in every child; without its hook each candidate draws the same numbers, so
        that the same input gives the same verdict, and a fork is a sixth cheaper.
        """
        os.chdir(self.config["scratch"])
        if self.config["script"]:
            self._pack()
            return
        sys.path.remove(self.config["home"])
        sys.path.extend(self.config["site"])
        warming.complete_the_builtins()
        register, os.register_at_fork = os.register_at_fork, lambda **hooks: None
        import random

        os.register_at_fork = register
        random.seed(0)
        for name in self.config["preload"]:
            try:
                __import__(name)
            except Exception as error:  # the interpreter's own business: a candidate that needs it says so itself
                self.facts[f"preload {name}"] = str(error)
        output.install(self.config["output_bytes"])
        warming.look_like_a_script(self.config["scratch"])
        warming.warm_up()
        reads, commands = self.config["allowed"]
        readable = (*self.config["read"], *self.writable, *reports.DEVICES)
        reports.watch(self.channel, reports.Allowances(readable, tuple(self.config["hidden"]), reads, commands))
        for name in [name for name in sys.modules if name.partition(".")[0] == "assay"]:
            runtime.OWN_MODULES[name] = sys.modules.pop(name)

    def _pack(self) -> None:
        """Read what the next interpreter needs and could not read once every layer is in force."""
        folder = os.path.join(self.config["home"], "assay", "sandbox", "guest")
        self.package = os.memfd_create("assay-package", 0)
        self.sources = [(name, _read(os.path.join(folder, f"{name}.py"))) for name in SCRIPT_MODULES]
        with open("sitecustomize.py", "wb") as file:
            file.write(_read(os.path.join(folder, "boot", "sitecustomize.py")))

    def become_script_parent(self) -> NoReturn:
        """Become a new interpreter, with every layer in force, that holds nothing but what programs need.

        Each page of this one would have been paid for by each of them.
        """
        settings = {"preload": self.config["preload"], "writable": self.writable, "warm_up": warming.WARM_UP}
        settings["in_memory"], settings["spared"] = self.in_memory, self.spared
        with open(self.package, "wb", closefd=False) as file:
            file.write(dumps((self.facts, settings, self.sources), 2))
        environment = os.environ | {"PYTHONPATH": self.config["scratch"], "ASSAY_WARM": str(self.package)}
        environment["LD_BIND_NOW"] = "1"  # or every child would look up the same symbols
        for fd in (CONTROL, START, self.package):
            os.set_inheritable(fd, True)
        os.execve(sys.executable, [sys.executable, self.config["script"]], environment)

    def _restrict_itself(self) -> None:
        config = self.config
        profile = "program" if config["program"] else "light"
        self._layer("memory", self._limit_memory, needed=True)
        self._layer("no_new_privs", kernel.set_no_new_privs, needed=True)
        self._layer("dumpable", lambda: kernel.set_dumpable(False), needed=True)
        self._layer("landlock", self._restrict_paths, needed="landlock" in config["needed"])
        self._layer("seccomp", lambda: self._filter(profile), needed="seccomp" in config["needed"])
        self.facts["rss"] = str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
        # Without the filter a function can start processes, too.
        self.kills_descendants = config["program"] or bool(self.facts["seccomp"])
        gc.collect()
        gc.freeze()

    def _limit_memory(self) -> None:
        """Limit what a process may have beyond what it inherits.

        RLIMIT_DATA counts what is reserved to be written, used or not. What is really used is counted from outside.
        So programs may reserve much more, and as many addresses as they like, as runtimes of other languages do.
        Functions may reserve `reserve_bytes` besides their memory, and their addresses are limited; rounded, so that
        the limit does not differ between parents.
        """
        config = self.config
        data = data_segment() + config["memory_bytes"]
        if config["program"]:
            data += RESERVED_BYTES
        else:
            data += config["reserve_bytes"]
            space = (((address_space() + config["memory_bytes"] + ADDRESS_BYTES) >> 30) + 1) << 30
            resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_DATA, (data, data))

    def _restrict_paths(self) -> None:
        config = self.config
        if not config["landlock"]:
            raise OSError("switched off")
        if landlock.abi() < 1:
            raise OSError(landlock.why_not())
        rules = landlock.Ruleset(
            config["read"],
            self.writable,
            execute=config["program"],
            hidden=config.get("hidden", ()),
            connect=[config["gateway"]] if config["gateway"] else [],
        )
        rules.restrict()
        rules.close()
        self.facts["landlock_abi"] = str(landlock.abi())

    def _filter(self, profile: str) -> None:
        if not self.config["seccomp"]:
            raise OSError("switched off")
        self.child_filter = seccomp.child_filter(profile, own_files=self.in_memory)
        seccomp.zygote_filter(
            profile,
            empty_network=self.facts["namespaces"] == "",
            counted_memory=self.config["counted"],
            own_files=self.in_memory,
            gateway=self.gateway is not None,
            final=bool(self.config["script"]),
        ).install()

    def say_ready(self) -> None:
        """Tell which layers are in force, and hand over the socket that listens for candidates."""
        if self.gateway is None:
            self.control.send(dumps(("ready", self.facts), 2))
            return
        rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("i", self.gateway.fileno()))]
        self.control.sendmsg([dumps(("ready", self.facts), 2)], rights)
        self.gateway.close()  # whoever connects once the supervisor has closed it is refused

    # -- per candidate -------------------------------------------------------------------------------------------

    def become(self, rights: tuple[int, ...], message: bytes) -> bool:
        """Put the last layers in force in the child, and then do the job."""
        channel = self.channel
        try:
            take_streams(rights)
            if self.facts["namespaces"]:  # otherwise the end of this namespace's first process is enough
                kernel.set_pdeathsig(signal.SIGKILL)
            cpu_seconds = SPAWN.unpack_from(message)[1]
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
            runtime.run(channel)
            output.flush()
        except frames.ChannelClosed:  # nobody wants to know more, which is no fault that the candidate's output shows
            os._exit(UNHEARD)
        except MemoryError:
            os._exit(NO_ROOM)
        except BaseException as error:
            os.write(2, f"assay: {type(error).__name__}: {error}".encode("utf-8", "replace"))
            os._exit(UNREADABLE if isinstance(error, (wire.Malformed, wire.TooLarge)) else BROKEN)
        os._exit(0)

    def keep_files(self) -> None:
        """Write the files that are to be kept, and what was left out, to the supervisor's file."""
        names, most_files, most_bytes = loads(self.to_keep)
        try:
            data = dumps(keeping.collect(self.config["scratch"], names, most_files, most_bytes), 2)
            while data:
                data = data[os.write(self.kept, data) :]
        finally:
            super().keep_files()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _be_first_for_the_oom_killer() -> None:
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("900")
