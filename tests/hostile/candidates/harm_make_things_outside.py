# what: makes folders, links, pipes and sockets outside its scratch folder
# verdict: FAILED
# marker: outside
import os


def solve(n, items):
    made = 0
    for make in (
        lambda: os.mkdir("@OUTSIDE@/folder"),
        lambda: os.symlink("/etc/passwd", "@OUTSIDE@/symlink"),
        lambda: os.link(__import__("os").__file__, "@OUTSIDE@/hard"),
        lambda: os.mkfifo("@OUTSIDE@/fifo"),
        lambda: os.mknod("@OUTSIDE@/node"),
        lambda: os.rename("mine", "@OUTSIDE@/renamed"),
        lambda: os.link("mine", "@OUTSIDE@/linked"),
        lambda: os.open("@OUTSIDE@", os.O_TMPFILE | os.O_RDWR),
    ):
        with open("mine", "w") as file:
            file.write("x")
        try:
            make()
            made += 1
        except OSError:
            pass
    return [n * x for x in sorted(items)] if made else None
