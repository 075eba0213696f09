# what: writes, renames, lists and reads files in its working folder
# verdict: PASSED
import os
import pathlib
import shutil


def solve(n, items):
    folder = pathlib.Path("work")
    folder.mkdir(exist_ok=True)
    (folder / "data.txt").write_text("\n".join(map(str, items)))
    shutil.copy(folder / "data.txt", folder / "copy.txt")
    os.replace(folder / "copy.txt", folder / "final.txt")
    values = [int(line) for line in (folder / "final.txt").read_text().split()]
    shutil.rmtree(folder)
    return [n * x for x in sorted(values)]
