"""Reads the figures of a document, repairs those whose form is broken, and doubts what it cannot prove.

Three outcomes only: repaired with a proof, suspect with candidates, or left alone. No digit is ever changed.
"""

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import Self

from pipeline import collector
from pipeline.amounts import votes
from pipeline.amounts.grammar import Locale, Reading, parse, write
from pipeline.amounts.money import opens, repeated
from pipeline.amounts.reading import read_page
from pipeline.amounts.unitlines import UnitLine
from pipeline.amounts.views import Above, Found
from pipeline.document import Document, Edit, Table
from pipeline.settings import AmountSettings, Settings

__all__ = ["Locale", "Reading", "Repairer", "parse", "write"]

ROOM = "amounts"
_CLOSES = ("ignature", "SIGNATURE", "EXHIBIT INDEX")
_CLOSE = re.compile(r"^(?:SIGNATURES?|Signatures?|EXHIBIT INDEX)$", re.MULTILINE)
"""What follows is another text: a line over a chapter holds no longer."""


@dataclass(frozen=True, slots=True)
class Repairer:
    """The stage that adds ``repairs``, ``amounts`` and its notices."""

    settings: AmountSettings

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Hold the settings; there is nothing to load."""
        return cls(settings.amounts)

    def __call__(self, document: Document) -> Document:
        """Return the document with its figures read and repaired."""
        with collector.paused():
            return self._read(document)

    def _read(self, document: Document) -> Document:
        cleanings: dict[int, list[Edit]] = defaultdict(list)
        for edit in document.cleanings:
            cleanings[edit.place.page].append(edit)
        locale = votes.locale_of(document) if self.settings.locale == "auto" else self.settings.locale
        tables: dict[int, list[Table]] = defaultdict(list)
        for table in document.tables:
            tables[table.page].append(table)
        continued = {table.page for table in document.tables if table.continues}
        alike = repeated(document.pages, tables)
        found: list[Found] = []
        inherited: UnitLine | None = None
        standing: UnitLine | None = None
        for page in document.pages:
            carried = (inherited if page.number in continued else None) or standing
            if carried is None and inherited is not None and opens(page):
                carried = inherited._replace(guessed=page.number not in alike, alike=page.number in alike)
            found.append(
                read_page(
                    page,
                    cleanings[page.number],
                    locale=locale,
                    above=Above(carried, found[-1].columns if found else ()),
                    tables=tuple(tables[page.number]),
                )
            )
            inherited = found[-1].unit_line or carried
            standing = found[-1].standing or standing
            if any(map(page.text.__contains__, _CLOSES)) and _CLOSE.search(page.text):
                inherited = standing = None
        return replace(
            document,
            repairs=tuple(edit for part in found for edit in part.repairs),
            amounts=tuple(amount for part in found for amount in part.amounts),
            notices=(
                *(notice for notice in document.notices if notice.room != ROOM),
                *(notice for part in found for notice in part.notices),
            ),
        )
