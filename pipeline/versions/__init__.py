"""Compares a document with an earlier version of it, sentence by sentence."""

from dataclasses import dataclass, replace
from typing import Self

from pipeline.document import Document
from pipeline.settings import Settings, VersionSettings
from pipeline.versions.compare import compare


@dataclass(frozen=True, slots=True)
class Comparer:
    """The stage; the baseline went through ``sentences`` before. Without one nothing is compared."""

    settings: VersionSettings
    baseline: Document | None

    @classmethod
    def open(cls, settings: Settings, *, baseline: Document | None) -> Self:
        """Take the earlier version."""
        return cls(settings.versions, baseline)

    def __call__(self, document: Document) -> Document:
        """Add the changes and the name of this version."""
        if self.baseline is None:
            return replace(document, changes=(), version="")
        return replace(document, changes=compare(self.baseline, document), version=self.settings.label)
