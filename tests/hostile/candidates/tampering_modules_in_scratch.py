# what: leaves sitecustomize, a codec and standard modules in the scratch folder for whoever runs there next
# verdict: FAILED
# marker: outside
import os

TEXT = "import os\nopen('@OUTSIDE@/imported', 'w').close()\n"
for name in ("sitecustomize", "usercustomize", "cbor2", "msgspec", "json", "struct", "assay", "marshal", "codecs", "candidate", "conftest", "numpy"):
    try:
        with open(f"{name}.py", "w") as file:
            file.write(TEXT)
    except OSError:
        pass
os.environ["PYTHONPATH"] = os.getcwd()
os.environ["PYTHONSTARTUP"] = os.path.abspath("json.py")


def solve(n, items):
    return None
