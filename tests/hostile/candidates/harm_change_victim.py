# what: writes to, truncates, renames and deletes a file outside its scratch folder
# verdict: FAILED
# marker: victim
import os


def solve(n, items):
    done = 0
    for attempt in (
        lambda: open("@VICTIM@", "a").write("x"),
        lambda: open("@VICTIM@", "r+").write("x"),
        lambda: os.truncate("@VICTIM@", 0),
        lambda: os.close(os.open("@VICTIM@", os.O_RDONLY | os.O_TRUNC)),
        lambda: os.rename("@VICTIM@", "@VICTIM@.moved"),
        lambda: os.rename("@VICTIM@", "stolen"),
        lambda: os.replace("mine", "@VICTIM@"),
        lambda: os.unlink("@VICTIM@"),
        lambda: os.rmdir("@OUTSIDE@"),
        lambda: os.rename("@OUTSIDE@", "@OUTSIDE@2"),
    ):
        try:
            open("mine", "w").close()
            attempt()
            done += 1
        except OSError:
            pass
    return [n * x for x in sorted(items)] if done else None
