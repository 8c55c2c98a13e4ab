"""Writes the prompt: sections as wrappers, paragraphs with markers and references, by the sieve's verdicts alone."""

from collections.abc import Iterator
from dataclasses import replace

import regex

from pipeline import tokens
from pipeline.document import Document, Notice, Section
from pipeline.prompt.neutral import attribute, neutralise
from pipeline.prompt.paragraphs import paragraphs, row_cells
from pipeline.settings import Settings
from pipeline.spans import Span

_WIDE_JOIN = regex.compile(r"(?<=[。！？；：”）]) (?=[\p{Han}“（《])")
"""Chinese sentences follow one another without a space."""
_RUN = 60
"""Tokens from which on a paragraph has a reference of its own; a reference costs 9, shorter neighbours share one."""
_BAR = "|"
"""Between cells; with spaces around it the prompt of a 10-Q has 9 % more tokens."""
_LEVELS = ("CHANGED", "CRITICAL", "IMPORTANT")


def render(document: Document, settings: Settings) -> str:
    """Return the whole prompt; ends with a newline."""
    return "".join(_Writer(document, settings).lines())


def tokens_of(document: Document, settings: Settings) -> int:
    """Count the tokens of the whole prompt, frame included."""
    return tokens.count(render(document, settings))


def note_lookalikes(document: Document) -> Document:
    """Add a notice for each page whose text looks like a wrapper, a marker or a reference of the prompt."""
    pages: dict[int, int] = {}
    for unit in document.units:
        held = neutralise(unit.text)[1]
        if held:
            page = unit.places[0].page
            pages[page] = pages.get(page, 0) + held
    told = tuple(
        Notice("prompt", "neutralised", page, f"{count} look-alikes of the prompt's frame stand in the text")
        for page, count in sorted(pages.items())
    )
    return replace(document, notices=tuple(n for n in document.notices if n.room != "prompt") + told)


class _Writer:
    """Everything that does not change while one prompt is written."""

    def __init__(self, document: Document, settings: Settings) -> None:
        self.document = document
        self.references = settings.prompt.references
        self.task = settings.prompt.task
        self.tables = {table.id: table for table in document.tables}
        self.marks: dict[int, set[str]] = {}
        for mark in document.marks:
            self.marks.setdefault(mark.unit, set()).add(mark.level)
        self.suspects = _suspects(document) if settings.amounts.show_suspects else {}
        self.children: dict[str | None, list[Section]] = {}
        for section in document.sections:
            self.children.setdefault(section.parent, []).append(section)
        self.pages: dict[str | None, str] = {section.id: _pages(section) for section in document.sections}
        self.kept_before = [0]
        for index in range(len(document.units)):
            self.kept_before.append(self.kept_before[-1] + self.kept(index))

    def kept(self, index: int) -> bool:
        verdicts = self.document.verdicts
        return not verdicts or verdicts[index].kept

    def lines(self) -> Iterator[str]:
        if self.task:
            yield f"<task>\n{self.task.strip()}\n</task>\n"
        source = self.document.source
        extra = f' type="{attribute(self.document.type)}"' if self.document.type else ""
        if self.document.version:
            extra += f' version="{attribute(self.document.version)}"'
        yield f'<document name="{attribute(source.name)}" pages="{source.pages}" sha256="{source.sha256}"{extra}>\n'
        yield from self.body(0, len(self.document.units), self.children.get(None, []))
        yield from self.changes()
        yield "</document>\n"

    def section(self, section: Section) -> Iterator[str]:
        if section.first == section.end:
            return
        opening = f"<section {self.attributes(section)}"
        first = section.first + self.titled(section)
        if self.kept_before[section.end] == self.kept_before[first]:
            units = self.document.units[section.first if not self.kept(section.first) else first : section.end]
            left = f' left_out="{len(units)} units, {sum(unit.tokens for unit in units)} tokens"' if units else ""
            yield f"{opening}{left}></section>\n"
            return
        yield f"{opening}>\n"
        yield from self.body(first, section.end, self.children.get(section.id, []))
        yield "</section>\n"

    def attributes(self, section: Section) -> str:
        pages = self.pages.get(section.id, "")
        if pages == self.pages.get(section.parent):
            pages = ""
        shown = {"type": section.type, "id": section.id, "title": section.title, "pages": pages}
        if section.boilerplate:
            shown |= {"type": "boilerplate", "subtype": section.boilerplate}
        if section.priority == "high":
            shown["priority"] = "high"
        return " ".join(f'{name}="{attribute(value)}"' for name, value in shown.items() if value)

    def titled(self, section: Section) -> bool:
        """Whether the section's first unit is its heading and says no more than the title does."""
        if section.heading != section.first or section.first in self.marks:
            return False
        return self.document.units[section.first].text.split() == section.title.split()

    def body(self, first: int, end: int, inner: list[Section]) -> Iterator[str]:
        """Yield the units ``first <= i < end``, those of the ``inner`` sections inside their wrappers."""
        at = first
        for section in inner:
            yield from self.prose(at, section.first)
            yield from self.section(section)
            at = section.end
        yield from self.prose(at, end)

    def prose(self, first: int, end: int) -> Iterator[str]:
        """Yield the paragraphs of one stretch, with "…" wherever units went.

        A reference closes each run of at least ``_RUN`` tokens.
        """
        lines: list[str] = []
        run: list[int] = []
        weight, last = 0, first - 1
        for paragraph in paragraphs(self.document, first, end):
            kept = [index for index in range(paragraph.first, paragraph.end) if self.kept(index)]
            if not kept:
                continue
            lines.append(self.rows(kept, after=last) if paragraph.table else self.sentences(kept, after=last))
            last = kept[-1]
            run += kept
            weight += sum(self.document.units[index].tokens for index in kept)
            if weight >= _RUN:
                yield "\n".join(lines) + self.closing(run)
                lines, run, weight = [], [], 0
        if lines:
            yield "\n".join(lines) + self.closing(run)
        if last + 1 < end:
            yield "…\n"

    def closing(self, run: list[int]) -> str:
        return f" {self.reference(run[0])}\n" if self.references == "paragraph" else "\n"

    def rows(self, kept: list[int], *, after: int) -> str:
        """Write the kept rows of one table; ``after`` as for sentences."""
        grid = [row_cells(self.document.units[index], self.words(index), self.tables) for index in kept]
        filled = {column for cells in grid for column, said in enumerate(cells) if said}
        shown: list[str] = []
        for index, cells in zip(kept, grid, strict=True):
            line = _BAR.join(said for column, said in enumerate(cells) if column in filled)
            gap = "…\n" if index > after + 1 else ""
            shown.append(gap + self.cited(index, self.marked(index, line)))
            after = index
        return "\n".join(shown)

    def sentences(self, kept: list[int], *, after: int) -> str:
        """Write one paragraph; ``after`` is the kept unit before it: what went between them shows as a gap."""
        shown: list[str] = []
        before = after
        for index in kept:
            gap = "… " if index > before + 1 else ""
            shown.append(gap + self.cited(index, self.marked(index, self.words(index).replace("\t", " "))))
            before = index
        return _WIDE_JOIN.sub("", " ".join(shown))

    def words(self, index: int) -> str:
        text = self.document.units[index].text
        shown = ""
        for figure in self.suspects.get(index, ()):
            head, found, tail = text.partition(figure)
            if found:
                shown += neutralise(head + found)[0] + "⟨?⟩"
                text = tail
        return shown + neutralise(text)[0]

    def marked(self, index: int, text: str) -> str:
        levels = self.marks.get(index, ())
        shown = [level for level in _LEVELS if level in levels and not (level == "IMPORTANT" and "CRITICAL" in levels)]
        return "".join(f"[{level}] " for level in shown) + text

    def cited(self, index: int, text: str) -> str:
        return f"{text} {self.reference(index)}" if self.references == "sentence" else text

    def reference(self, index: int) -> str:
        return f"⟨{self.document.units[index].id}⟩"

    def changes(self) -> Iterator[str]:
        """Yield what the baseline said and this version does not: only a reader of both can see it otherwise."""
        gone = [
            change for change in self.document.changes if change.old_text and change.kind in ("deleted", "modified")
        ]
        if not gone:
            return
        yield "<changes>\n"
        for change in gone:
            text = neutralise(change.old_text or "")[0].replace("\t", _BAR)
            here = "" if change.unit is None else f' now="{self.document.units[change.unit].id}"'
            page = "" if change.old_page is None else f' old_page="{change.old_page}"'
            yield f"<{change.kind}{here}{page}>{text}</{change.kind}>\n"
        yield "</changes>\n"


def _pages(section: Section) -> str:
    if section.page_start == section.page_end:
        return str(section.page_start)
    return f"{section.page_start}-{section.page_end}"


def _suspects(document: Document) -> dict[int, list[str]]:
    """Return the suspect figures of each unit, as they stand in its text."""
    where: dict[int, list[tuple[Span, int]]] = {}
    for index, unit in enumerate(document.units):
        for place in unit.places:
            where.setdefault(place.page, []).append((place.span, index))
    found: dict[int, list[str]] = {}
    for amount in document.amounts:
        if amount.status == "suspect":
            span = amount.place.span
            for around, index in where.get(amount.place.page, []):
                if around.start <= span.start < around.end:
                    found.setdefault(index, []).append(amount.text)
    return found
