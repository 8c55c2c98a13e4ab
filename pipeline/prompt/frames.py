"""Decides which sections have a frame of their own; a frame costs about 30 tokens, as much as a short clause."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pipeline.document import Document, Section

_PLAIN = 1000
"""Kept tokens below which a section whose type says nothing new stands in the frame around it, its heading inline."""
_UNTYPED = "section"
_TITLE_UNITS = 3
"""Lines that a heading may be parted into."""


class Frame(NamedTuple):
    """What one tag stands for: a section, or neighbours of which nothing but headings is kept."""

    sections: tuple[Section, ...]
    gone: bool

    @property
    def first(self) -> int:
        """Index of its first unit."""
        return self.sections[0].first

    @property
    def end(self) -> int:
        """Index after its last unit."""
        return self.sections[-1].end


class Frames:
    """The frames of one document under its verdicts."""

    def __init__(self, document: Document, *, marked: Sequence[int] | set[int] = ()) -> None:
        self.document = document
        self.marked = frozenset(marked)
        kept = [self.kept(index) for index in range(len(document.units))]
        self.kept_before = [0, *accumulate(kept)]
        weights = (unit.tokens if keep else 0 for unit, keep in zip(document.units, kept, strict=True))
        self.weight_before = [0, *accumulate(weights)]
        self.by_id = {section.id: section for section in document.sections}
        self.children: dict[str | None, list[Section]] = {}
        for section in document.sections:
            if section.first < section.end:
                self.children.setdefault(section.parent, []).append(section)
        self.around: dict[str, Section] = {}
        """The section whose frame each section inside another stands in."""
        for section in document.sections:
            if section.parent is not None:
                outer = self.by_id[section.parent]
                self.around[section.id] = self.around[outer.id] if self.shares(outer) else outer
        self.inline = {each.heading for each in document.sections if each.first < each.end and self.shares(each)}
        """Headings of the sections without a frame."""

    def kept(self, index: int) -> bool:
        """Whether the sieve keeps the unit; all are where it has not spoken."""
        verdicts = self.document.verdicts
        return not verdicts or verdicts[index].kept

    def inside(self, parent: str | None) -> list[Frame]:
        """Return the frames that stand in the one of ``parent``, in order; neighbours that went whole share one."""
        found: list[Frame] = []
        for section in self._framed(parent):
            frame = Frame((section,), self.gone(section))
            if found and self._joins(found[-1], frame):
                frame = Frame((*found.pop().sections, section), gone=True)
            found.append(frame)
        return found

    def _framed(self, parent: str | None) -> Iterator[Section]:
        for section in self.children.get(parent, ()):
            if self.shares(section):
                yield from self._framed(section.id)
            else:
                yield section

    @staticmethod
    def _joins(before: Frame, frame: Frame) -> bool:
        kinds = {(section.type, section.boilerplate) for section in (*before.sections, *frame.sections)}
        return before.gone and frame.gone and before.end == frame.first and len(kinds) == 1

    def shares(self, section: Section) -> bool:
        """Whether the section stands in the frame around it: small, of no type of its own, its heading in its text."""
        around = self.around.get(section.id)
        if around is None or section.boilerplate or self.gone(section):
            return False
        if section.priority == "high" and around.priority != "high":
            return False
        if section.heading is not None and not self.kept(section.heading):
            return False
        weight = self.weight_before[section.end] - self.weight_before[section.first]
        return section.type in (_UNTYPED, around.type) and weight < _PLAIN

    def gone(self, section: Section) -> bool:
        """Whether something of the section went and nothing is kept but its heading."""
        first = section.first + self.titled(section)
        if self.kept_before[section.end] > self.kept_before[first]:
            return False
        return self.kept_before[section.end] - self.kept_before[section.first] < section.end - section.first

    def titled(self, section: Section) -> int:
        """Count the units that open the section and say no more than its title does; white space does not count."""
        title = _squashed(section.title)
        if section.heading != section.first or not title:
            return 0
        said = ""
        for index in range(section.first, min(section.end, section.first + _TITLE_UNITS)):
            said += _squashed(self.document.units[index].text)
            if index in self.marked or not title.startswith(said):
                return 0
            if said == title:
                return index + 1 - section.first
        return 0


def _squashed(text: str) -> str:
    return "".join(text.split())
