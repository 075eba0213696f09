# what: uses temporary files and folders
# verdict: PASSED
import json
import os
import tempfile


def solve(n, items):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.json")
        with open(path, "w") as file:
            json.dump(items, file)
        with tempfile.NamedTemporaryFile("w+") as other, tempfile.TemporaryFile() as third:
            other.write("x")
            third.write(b"x")
        with open(path) as file:
            return [n * x for x in sorted(json.load(file))]
