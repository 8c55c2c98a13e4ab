"""The stages in their order."""

from collections.abc import Callable
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


def prepare(path: Path, settings: Settings, *, through: tuple[Stage, ...], relpath: str | None = None) -> Document:
    """Read the document at ``path`` and pass it through the stages.

    Raises:
        PipelineError: the file cannot be read, or a stage cannot do its work.
    """
    document = extract.read(path, settings.extract, relpath=relpath)
    for stage in through:
        document = stage(document)
    return document
