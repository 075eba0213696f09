"""`assay fetch`: a problem file from its public source, resumed where it broke off, kept only with the right digest."""

from __future__ import annotations

import contextlib
import http.client
import io
import os
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.benchmarks.family import Family, PublicFile
from assay.errors import UsageError
from assay.files import private_folder
from assay.hashing import file_digest
from assay.settings import default_cache_folder, flag_of, home_path

CHUNK_BYTES = 64 * 1024
TIMEOUT_SECONDS = 30.0
"""Of connecting, and of every single read."""
MAX_SECONDS = 15 * 60.0
"""Of one whole download: a server that sends a byte now and then is given up."""
TRIES = 3
"""How often a broken connection to one address is taken up again."""
USER_AGENT = "assay-fetch"

Progress = Callable[[int, int], None]
"""Called with the bytes that are here and the bytes of the whole."""


class NotFetched(UsageError):
    """The file could not be had; what was there before is untouched."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What became of a download."""

    path: Path
    size: int
    was_there: bool
    """The right file lay there already and nothing was downloaded."""


def fetch(
    family: Family,
    *,
    cache_folder: Path | None = None,
    base_url: str | None = None,
    progress: Progress | None = None,
    timeout_seconds: float = TIMEOUT_SECONDS,
) -> Fetched:
    """Put the problem file of a family in the cache folder, with the pinned digest.

    `base_url` names a mirror: the file is asked for under its own name there.
    """
    source = family.public_file()
    folder = home_path(cache_folder or default_cache_folder())
    target = folder / source.file
    if target.is_file() and file_digest(target).hex() == source.sha256:
        return Fetched(target, target.stat().st_size, was_there=True)
    try:
        private_folder(folder)
    except OSError as error:
        raise NotFetched(
            f"the cache folder {folder} ({flag_of('folder')} or ASSAY_CACHE) cannot be made: {error.strerror or error}"
        ) from None
    urls = (f"{base_url.rstrip('/')}/{source.file}",) if base_url else source.urls
    part = folder / f"{source.file}.part"
    _download_any(family.name, source, urls, part, progress, timeout_seconds)
    os.replace(part, target)
    return Fetched(target, source.size, was_there=False)


def _download_any(
    name: str, source: PublicFile, urls: tuple[str, ...], part: Path, progress: Progress | None, timeout_seconds: float
) -> None:
    """Leaves the right file at `part`, from the first address that has it."""
    reasons = []
    for url in urls:
        try:
            _download(url, source, part, progress, timeout_seconds)
            return
        except NotFetched as error:
            reasons.append(f"{url}: {error}")
    raise NotFetched(
        f"{name} could not be fetched. {'; '.join(reasons)}. Without a network, put a copy of the file at "
        f"{part.with_suffix('')} or name one with {flag_of('problem_file')} PATH"
    )


def _download(url: str, source: PublicFile, part: Path, progress: Progress | None, timeout_seconds: float) -> None:
    """The file from one address; what a broken connection left is continued, what is wrong starts afresh once."""
    until = time.monotonic() + MAX_SECONDS
    for attempt in range(TRIES):
        resumed = _size(part) > 0
        try:
            _receive(url, source, part, progress, timeout_seconds, until)
        except (http.client.HTTPException, ConnectionError, TimeoutError) as error:
            if attempt + 1 == TRIES or time.monotonic() > until:
                raise NotFetched(
                    f"the connection broke ({str(error) or type(error).__name__}); run it again to go on"
                ) from None
            continue
        found = file_digest(part).hex()
        if found == source.sha256:
            return
        size = _size(part)
        part.unlink()
        if not resumed:
            raise NotFetched(
                f"the file has the SHA-256 {found} ({size:,} bytes) where {source.sha256} is expected: "
                "its content changed; nothing was kept of it"
            )
    raise NotFetched("the file does not have the expected SHA-256 after several tries; nothing was kept of it")


def _receive(
    url: str, source: PublicFile, part: Path, progress: Progress | None, timeout_seconds: float, until: float
) -> None:
    """Appends to `part` until the server is done; raises what `http.client` raises when it breaks off."""
    have = _size(part)
    if have >= source.size:
        if have > source.size:
            part.unlink()
            have = 0
        else:
            return
    with _opened(url, part, have, timeout_seconds) as response:
        goes_on = response.status == http.client.PARTIAL_CONTENT and _starts_at(response, have)
        if response.status == http.client.PARTIAL_CONTENT and not goes_on:
            part.unlink(missing_ok=True)
            raise http.client.HTTPException("the server sent another part than the one asked for")
        have = have if goes_on else 0
        with _writable(part, append=goes_on) as file:
            for chunk in _chunks(response, until):
                have += len(chunk)
                if have > source.size:
                    file.truncate(0)
                    raise NotFetched(f"the server sends more than the {source.size:,} bytes of the file")
                file.write(chunk)
                if progress is not None:
                    progress(have, source.size)
    if have < source.size:
        raise http.client.IncompleteRead(b"", source.size - have)


@contextlib.contextmanager
def _opened(url: str, part: Path, have: int, timeout_seconds: float) -> Iterator[http.client.HTTPResponse]:
    if not url.startswith(("https://", "http://")):
        raise NotFetched("only http and https addresses can be fetched")
    headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"} | ({"Range": f"bytes={have}-"} if have else {})
    request = urllib.request.Request(url, headers=headers)
    try:
        response = urllib.request.urlopen(request, timeout=timeout_seconds)
    except urllib.error.HTTPError as error:
        error.close()
        if error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            part.unlink(missing_ok=True)  # what is here is not the beginning of what the server has
        if error.code >= 500 or error.code == http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise http.client.HTTPException(f"the server answered {error.code} {error.reason}") from None
        raise NotFetched(f"the server answered {error.code} {error.reason}") from None
    except urllib.error.URLError as error:
        if isinstance(error.reason, ConnectionResetError | TimeoutError):
            raise error.reason from None
        raise NotFetched(f"no connection: {error.reason}") from None
    except ValueError as error:
        raise NotFetched(f"not an address: {error}") from None
    with response:
        yield response


def _chunks(response: http.client.HTTPResponse, until: float) -> Iterator[bytes]:
    while chunk := response.read1(CHUNK_BYTES):
        if time.monotonic() > until:
            raise TimeoutError(f"not done after {MAX_SECONDS:.0f} seconds")
        yield chunk


def _starts_at(response: http.client.HTTPResponse, have: int) -> bool:
    return (response.getheader("Content-Range") or "").replace(" ", "").startswith(f"bytes{have}-")


@contextlib.contextmanager
def _writable(part: Path, *, append: bool) -> Iterator[io.BufferedWriter]:
    try:
        with part.open("ab" if append else "wb") as file:
            yield file
    except OSError as error:
        if isinstance(error, ConnectionError | TimeoutError):
            raise
        free = shutil.disk_usage(part.parent).free
        raise NotFetched(f"{part} cannot be written: {error.strerror or error} ({free:,} bytes free)") from None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
