"""Writes the prompt: sections as wrappers, paragraphs with markers and references, by the sieve's verdicts alone."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import regex

from pipeline import tokens
from pipeline.document import Document, Notice, Section
from pipeline.prompt.frames import Frame, Frames
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
_CUT = regex.compile(r"[\p{L}\p{N},，、]$")
"""Catches "pursuant to the Software"; spares what ends like a sentence or a lead-in."""
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
        self.frames = Frames(document, marked=set(self.marks))
        self.kept = self.frames.kept

    def lines(self) -> Iterator[str]:
        if self.task:
            yield f"<task>\n{self.task.strip()}\n</task>\n"
        source = self.document.source
        extra = f' type="{attribute(self.document.type)}"' if self.document.type else ""
        if self.document.version:
            extra += f' version="{attribute(self.document.version)}"'
        yield f'<document name="{attribute(source.name)}" pages="{source.pages}" sha256="{source.sha256}"{extra}>\n'
        yield from self.body(0, len(self.document.units), self.frames.inside(None))
        yield from self.changes()
        yield "</document>\n"

    def section(self, frame: Frame) -> Iterator[str]:
        opening = f"<section {self.attributes(frame)}"
        section = frame.sections[0]
        first = section.first + self.frames.titled(section)
        if frame.gone or first == section.end:
            yield f"{opening}></section>\n"
            return
        yield f"{opening}>\n"
        yield from self.body(first, section.end, self.frames.inside(section.id))
        yield "</section>\n"

    def attributes(self, frame: Frame) -> str:
        """Return what the tag says; neighbours that went together say it together, by the id of the first."""
        section, *others = frame.sections
        shown = {
            "type": "boilerplate" if section.boilerplate else section.type,
            "id": section.id,
            "title": "; ".join(each.title for each in frame.sections if each.title),
            "pages": _pages(frame.sections),
            "subtype": section.boilerplate or "",
            "priority": "high" if section.priority == "high" and not others else "",
            "left_out": self.left_out(frame) if frame.gone else "",
        }
        return " ".join(f'{name}="{attribute(value)}"' for name, value in shown.items() if value)

    def left_out(self, frame: Frame) -> str:
        units = [self.document.units[index] for index in range(frame.first, frame.end) if not self.kept(index)]
        counts = {"section": len(frame.sections), "unit": len(units), "token": sum(unit.tokens for unit in units)}
        if len(frame.sections) == 1:
            del counts["section"]
        return ", ".join(f"{count} {name}{'s' * (count != 1)}" for name, count in counts.items())

    def body(self, first: int, end: int, inner: list[Frame]) -> Iterator[str]:
        """Yield the units ``first <= i < end``, those of the ``inner`` frames inside their wrappers."""
        at = first
        for frame in inner:
            yield from self.prose(at, frame.first)
            yield from self.section(frame)
            at = frame.end
        yield from self.prose(at, end)

    def prose(self, first: int, end: int) -> Iterator[str]:
        """Yield the paragraphs of one stretch, with "…" wherever units went and a reference behind each run."""
        last = first - 1
        for run in self.runs(first, end):
            lines: list[str] = []
            for kept in run:
                table = self.document.units[kept[0]].table
                lines.append(self.sentences(kept, after=last) if table is None else self.rows(kept, after=last))
                last = kept[-1]
            yield "\n".join(lines) + self.closing(run[0][0])
        if self.missing(last + 1, end):
            yield "…\n"

    def runs(self, first: int, end: int) -> list[list[list[int]]]:
        """Return the kept units of one stretch, a list a paragraph, a list of these a reference.

        A run ends before the heading of a section without a frame, and where it and what follows up to there weigh
        ``_RUN`` tokens each: what is shorter at the end stays with the run before it.
        """
        each = (filter(self.kept, range(one.first, one.end)) for one in paragraphs(self.document, first, end))
        stretch = [kept for kept in map(list, each) if kept]
        weights = [sum(self.document.units[index].tokens for index in kept) for kept in stretch]
        ahead = 0
        rests: list[int] = []
        for kept, weight in zip(reversed(stretch), reversed(weights), strict=True):
            ahead += weight
            rests.append(ahead)
            if kept[0] in self.frames.inline:
                ahead = 0
        found: list[list[list[int]]] = []
        behind = 0
        for kept, weight, rest in zip(stretch, weights, reversed(rests), strict=True):
            heavy = min(behind, rest) >= _RUN and not self.goes_on(kept[0])
            if not found or heavy or kept[0] in self.frames.inline:
                found.append([])
                behind = 0
            found[-1].append(kept)
            behind += weight
        return found

    def closing(self, index: int) -> str:
        return f" {self.reference(index)}\n" if self.references == "paragraph" else "\n"

    def missing(self, first: int, end: int) -> bool:
        """Whether words went between two kept units; a drawn line has none."""
        return any(self.document.verdicts[index].reason != "drawn rule" for index in range(first, end))

    def goes_on(self, index: int) -> bool:
        """Whether the unit is the rest of a sentence that a page or a block has cut."""
        if index == 0 or not self.kept(index - 1):
            return False
        before, unit = self.document.units[index - 1], self.document.units[index]
        if unit.kind != "sentence" or before.kind not in ("sentence", "item") or not _CUT.search(before.text):
            return False
        return unit.places[0].page > before.places[-1].page or unit.text[:1].islower()

    def rows(self, kept: list[int], *, after: int) -> str:
        """Write the kept rows of one table; ``after`` as for sentences."""
        grid = [row_cells(self.document.units[index], self.words(index), self.tables) for index in kept]
        filled = {column for cells in grid for column, said in enumerate(cells) if said}
        shown: list[str] = []
        for index, cells in zip(kept, grid, strict=True):
            line = _BAR.join(said for column, said in enumerate(cells) if column in filled)
            gap = "…\n" if self.missing(after + 1, index) else ""
            shown.append(gap + self.cited(index, self.marked(index, line)))
            after = index
        return "\n".join(shown)

    def sentences(self, kept: list[int], *, after: int) -> str:
        """Write one paragraph; ``after`` is the kept unit before it: what went between them shows as a gap."""
        shown: list[str] = []
        before = after
        for index in kept:
            gap = "… " if self.missing(before + 1, index) else ""
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


def _pages(sections: Sequence[Section]) -> str:
    first, last = sections[0].page_start, max(section.page_end for section in sections)
    return str(first) if first == last else f"{first}-{last}"


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
