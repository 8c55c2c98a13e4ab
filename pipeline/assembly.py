"""The stages in their order."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from pipeline import amounts, entropy, extract, marks, prompt, sections, sentences, sieve, versions
from pipeline.document import Document
from pipeline.settings import Settings

Stage = Callable[[Document], Document]


def stages(settings: Settings, *, baseline: Document | None = None) -> tuple[Stage, ...]:
    """Load every stage once; the tuple serves any number of documents."""
    return (
        amounts.Repairer.open(settings),
        sentences.Splitter.open(settings),
        sections.Placer.open(settings),
        versions.Comparer.open(settings, baseline=baseline),
        marks.Marker.open(settings),
        entropy.Scorer.open(settings),
        sieve.Sieve.open(settings, measure=partial(prompt.tokens_of, settings=settings)),
        prompt.note_lookalikes,
    )


def against(through: tuple[Stage, ...], baseline: Path, *, settings: Settings) -> tuple[Stage, ...]:
    """Return the stages with their comparison set against the document at ``baseline``.

    Raises:
        PipelineError: the baseline cannot be read.
    """
    at = next((at for at, stage in enumerate(through) if isinstance(stage, versions.Comparer)), None)
    if at is None:
        return through
    old = prepare(baseline, settings, through=through[:at])
    return (*through[:at], versions.Comparer.open(settings, baseline=old), *through[at + 1 :])


def prepare(
    path: Path,
    settings: Settings,
    *,
    through: tuple[Stage, ...],
    relpath: str | None = None,
    ranges: Sequence[extract.Range] = (),
    after: Callable[[str], None] | None = None,
) -> Document:
    """Read the document at ``path`` and pass it through the stages; ``after`` hears the room of each one that is done.

    ``ranges`` are all its pages when others have read them already.

    Raises:
        PipelineError: the file cannot be read, or a stage cannot do its work.
    """
    told = after or (lambda _: None)
    document = _writable(extract.read(path, settings.extract, relpath=relpath, ranges=ranges))
    told("extract")
    for stage in through:
        document = stage(document)
        told(_room(stage))
    return document


def _writable(document: Document) -> Document:
    """Return the document with a name that can be written as UTF-8: file names are bytes and may be none."""
    source = document.source
    name, relpath = (os.fsencode(text).decode("utf-8", "replace") for text in (source.name, source.relpath))
    return document if name == source.name else replace(document, source=replace(source, name=name, relpath=relpath))


def _room(stage: Stage) -> str:
    """Return the room that a stage comes from: the first name under the package."""
    made = stage if hasattr(stage, "__qualname__") else type(stage)
    return made.__module__.removeprefix(f"{__package__}.").partition(".")[0]
