"""Finds the documents of a run and names their output folders."""

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from unicodedata import category, normalize

from pipeline.errors import UnreadableInput

KINDS = (".pdf", ".txt")
"""Suffixes that a folder is searched for; a file that is named outright is tried whatever its suffix."""

_TAKEN = frozenset({"run.json", "timings.json", "requests.jsonl"})
_LONGEST = 120
"""Bytes of a folder name: with a hash and a partial file's suffix it stays under every file system's 255."""


@dataclass(frozen=True, slots=True)
class Input:
    """One document to read."""

    path: Path
    relpath: str
    """As the user named it: relative to the folder that was given, with forward slashes."""
    name: str
    """Of its folder under the output folder."""
    sha256: str
    """Of its bytes; empty when they cannot be read."""
    baseline: Path | None = None


def documents(paths: Iterable[Path], *, out: Path, baseline: Path | None = None) -> tuple[Input, ...]:
    """Return the documents under ``paths`` in the order of their relative paths, each file once.

    ``baseline`` is one file for all of them, or a folder that is searched for the same relative path or file name.

    Raises:
        UnreadableInput: nothing of a readable kind stands there, or nothing at all at ``baseline``.
    """
    if baseline is not None and not baseline.exists():
        raise UnreadableInput(f"{baseline}: no such file or folder; name an earlier version with --baseline")
    found: dict[str, Input] = {}
    for path in paths:
        for file, relpath in _walk(path, out=out.absolute()):
            found.setdefault(os.path.realpath(file), Input(file, _shown(relpath), "", sha256(file)))
    if not found:
        kinds = " or ".join(KINDS)
        named = ", ".join(_shown(str(path)) for path in paths)
        raise UnreadableInput(f"{named}: no {kinds} file in there; name a file or a folder that holds some")
    inputs = sorted(found.values(), key=lambda each: (each.relpath, each.sha256, str(each.path)))
    return tuple(replace(each, baseline=_counterpart(each, baseline)) for each in _named(inputs))


def _walk(path: Path, *, out: Path) -> Iterator[tuple[Path, str]]:
    if not path.is_dir():
        yield path, path.name
        return
    seen: set[str] = set()
    for folder, folders, files in os.walk(path, followlinks=True):
        real = os.path.realpath(folder)
        outputs = "ledger.json" in files and "prompt.txt" in files
        if real in seen or outputs or Path(folder).absolute() == out:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for file in sorted(files):
            whole = Path(folder, file)
            listed = file.lower().endswith(KINDS) and not file.startswith((".", "~$"))
            if listed and (whole.is_file() or whole.is_symlink()):
                yield whole, whole.relative_to(path).as_posix()


def _shown(text: str) -> str:
    return os.fsencode(text).decode("utf-8", "replace")


def sha256(path: Path) -> str:
    """Return the hash of a file's bytes; empty when they cannot be read. A pipe is not waited for."""
    if not path.is_file():
        return ""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


def _named(inputs: list[Input]) -> Iterator[Input]:
    stems = [_stem(each) for each in inputs]
    sharing = Counter(stem.casefold() for stem in stems)
    given: Counter[str] = Counter()
    for each, stem in zip(inputs, stems, strict=True):
        shared = sharing[stem.casefold()] > 1 or stem.casefold() in _TAKEN
        name = f"{stem}-{(each.sha256 or 'unread')[:8]}" if shared else stem
        given[name] += 1
        yield replace(each, name=name if given[name] == 1 else f"{name}-{given[name]}")


def _stem(each: Input) -> str:
    """Return the file's stem as a folder name: no control characters, no leading dot, not too long."""
    stem = normalize("NFC", Path(each.relpath).stem)
    stem = "".join(
        "_" if category(character) in ("Cc", "Cs") or character in '\\/:*?"<>|' else character for character in stem
    )
    stem = stem.strip(" .") or "document"
    if len(stem.encode()) <= _LONGEST:
        return stem
    short = stem.encode()[:_LONGEST].decode("utf-8", "ignore").strip(" .")
    return f"{short}-{hashlib.sha256(stem.encode()).hexdigest()[:8]}"


def _counterpart(each: Input, baseline: Path | None) -> Path | None:
    if baseline is None or not baseline.is_dir():
        return baseline
    candidates = (baseline / each.relpath, baseline / Path(each.relpath).name)
    return next((path for path in candidates if path.is_file()), None)
