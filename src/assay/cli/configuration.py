"""The choices of a command: defaults, then the project's file, then the environment; flags come last."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.choices import Choices
from assay.errors import InvalidValue
from assay.files import read_text
from assay.tables import UNREADABLE, check_nodes, toml_of

if TYPE_CHECKING:
    from yaml import SafeLoader

NAMES = ("assay.toml", "assay.yaml", "assay.yml")
MAX_BYTES = 2**16
"""More than a person writes; YAML is read at a tenth of a MiB a second."""


def choices(folder: Path | None = None, environment: Mapping[str, str] | None = None) -> Choices:
    """The choices in force in a folder."""
    found = [path for name in NAMES if (path := (folder or Path.cwd()) / name).is_file()]
    if len(found) > 1:
        raise InvalidValue(f"more than one configuration file: {', '.join(path.name for path in found)}; keep one")
    chosen = Choices()
    if found:
        chosen = chosen.with_file(read(found[0]), found[0].name)
    return chosen.with_environment(os.environ if environment is None else environment)


def read(path: Path) -> dict[str, Any]:  # Any: whatever the user wrote
    """The content of a configuration file."""
    text = read_text(path, MAX_BYTES, encoding="utf-8-sig")
    data = toml_of(text, path.name) if path.suffix == ".toml" else _yaml(text, path.name)
    if data is None:
        return {}
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise InvalidValue(f"{path.name}: must hold keys and values, got {str(data)[:80]!r}")
    return data


def _distinct_loader() -> type[SafeLoader]:
    """Reads YAML without letting a key stand twice, where the last one would win without a word."""
    import yaml

    class Distinct(yaml.SafeLoader):
        def compose_mapping_node(self, anchor: Any) -> Any:  # Any: PyYAML has no types for these
            node = super().compose_mapping_node(anchor)
            seen = set()
            for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
                if (key.tag, key.value) in seen:
                    why = f"the key {key.value!r} stands twice"
                    raise yaml.constructor.ConstructorError(None, None, why, key.start_mark)
                seen.add((key.tag, key.value))
            return node

    return Distinct


def _yaml(text: str, name: str) -> object:
    import yaml

    try:
        loader = _distinct_loader()(text)
        loader.name = name
        node = loader.get_single_node()
        if node is None:
            return None
        check_nodes(node)
        return loader.construct_document(node)
    except (yaml.YAMLError, *UNREADABLE) as error:
        raise InvalidValue(f"{name}: {' '.join(str(error).split())}") from None
