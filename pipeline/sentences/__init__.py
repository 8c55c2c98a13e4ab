"""Parts a document into units: sentences, table rows, headings, list items, each with its places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from pipeline import collector
from pipeline.document import Document, Notice, Unit
from pipeline.sentences import component, language, units
from pipeline.settings import SentenceSettings, Settings

ROOM = "sentences"
_TELLING = 40
"""Characters from which a text tells its language."""
_MADE_FOR = "English, Chinese and German"


@dataclass(frozen=True, slots=True)
class Splitter:
    """The stage."""

    settings: SentenceSettings

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Build the spaCy pipelines once."""
        for german in (False, True):
            component.pipeline(german=german, named=settings.sentences.entities)
        return cls(settings.sentences)

    def __call__(self, document: Document) -> Document:
        """Add the language, the units and the entities."""
        with collector.paused():
            main, found, named = units.of(document, self.settings)
        notices = (*(notice for notice in document.notices if notice.room != ROOM), *_foreign(found, self.settings))
        return replace(document, language=main, units=found, entities=named, notices=notices)


def _foreign(found: Sequence[Unit], settings: SentenceSettings) -> Iterator[Notice]:
    """Say that a document is in a language without rules of its own; English ones were used."""
    prose = (unit.text for unit in found if unit.kind != "row" and len(unit.text) > _TELLING)
    if settings.language == "auto" and (code := language.foreign(prose)):
        yield Notice(ROOM, "language_unsupported", None, f"written in {code!r}; split by the rules for {_MADE_FOR}")
