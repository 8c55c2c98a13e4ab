"""Parts a document into units: sentences, table rows, headings, list items, each with its places."""

import gc
from dataclasses import dataclass, replace
from typing import Self

from pipeline.document import Document
from pipeline.sentences import component, units
from pipeline.settings import SentenceSettings, Settings


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
        """Add the language, the units and the entities.

        The cycle collector rests meanwhile: it would walk all units made so far again and again, a fifth of the time.
        """
        running = gc.isenabled()
        gc.disable()
        try:
            language, found, named = units.of(document, self.settings)
        finally:
            if running:
                gc.enable()
        return replace(document, language=language, units=found, entities=named)
