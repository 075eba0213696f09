"""The files of a repository as modules, in the candidate's process: the beginning of every bundle's source.

It runs under any interpreter the user names, imports the standard library only, and is believed by nobody.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType


def module_of(path: str) -> str:
    """The dotted name of a file's module; empty for a file that is none."""
    parts = path[:-3].split("/")
    if not path.endswith(".py") or not all(part.isidentifier() for part in parts):
        return ""
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


class BundledFiles:
    """Finds and loads the modules of a repository, and of nothing else."""

    def __init__(self, files: dict[str, bytes]) -> None:
        from importlib.machinery import ModuleSpec

        self.spec = ModuleSpec  # imported before imports come here
        self.paths: dict[str, str] = {}
        """Name → path; empty for a folder without `__init__.py`. An `__init__.py` wins over a file, as in Python."""
        self.texts = files
        for path in sorted(files, key=lambda path: path.endswith("/__init__.py")):
            name = module_of(path)
            if name:
                self.paths[name] = path
            else:
                self._put_on_disk(path)
        self.packages = {parent for name in self.paths for parent in self._parents(name)}
        self.packages |= {name for name, path in self.paths.items() if path.endswith("/__init__.py")}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self.paths and name not in self.packages:
            return None
        found = self.paths.get(name)
        spec = self.spec(name, self, origin=found, is_package=name in self.packages)  # type: ignore[arg-type]  # a loader
        spec.has_location = found is not None
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        path = self.paths.get(module.__name__)
        if path is not None:
            exec(compile(self.texts[path], f"<candidate>/{path}", "exec", dont_inherit=True), module.__dict__)

    def get_source(self, name: str) -> str:
        return self.texts[self.paths[name]].decode("utf-8", "replace") if name in self.paths else ""

    def make_room(self) -> None:
        """What happens to be loaded already must not hide a file of the repository."""
        import sys

        tops = {name.partition(".")[0] for name in self.paths} - set(sys.builtin_module_names)
        for name in list(sys.modules):
            if name.partition(".")[0] in tops:
                del sys.modules[name]
        sys.meta_path.insert(0, self)

    @staticmethod
    def _parents(name: str) -> list[str]:
        parts = name.split(".")
        return [".".join(parts[:end]) for end in range(1, len(parts))]

    def _put_on_disk(self, path: str) -> None:
        import os

        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(self.texts[path])


def open_repository(files: dict[str, bytes], target: str, names: tuple[str, ...], space: dict[str, object]) -> None:
    """Makes the files importable and leaves only `names` of the target's module in `space`."""
    from importlib import import_module

    BundledFiles(files).make_room()
    module = import_module(module_of(target))
    for name in [name for name in space if not name.startswith("__")]:
        del space[name]
    space.update({name: module.__dict__[name] for name in names if name in module.__dict__})
