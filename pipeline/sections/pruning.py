"""What looks like a heading and opens no section: captions, sentences, names of parties, titles that go on."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pipeline.document import Document
from pipeline.sections.headings import Heading, Style
from pipeline.sections.numbering import Label
from pipeline.sections.taxonomy import Taxonomy, is_sentence, words_of
from pipeline.sections.titles import squash

_CONTINUED = re.compile(
    r"[\s(（\[—–-]*\b(?:cont(?:inued|['’.]?d)?|fortsetzung)\b[.)）\]\s]*$|[(（]续[)）]\s*$", re.IGNORECASE
)
_MAY_CONTINUE = re.compile(r"(?i)cont|fortsetzung|续")
_CAPTION = re.compile(
    r"\W*(?:(?:table|tabelle|figure|fig\.|abbildung|abb\.|chart|schaubild)\s+(?:\d[\d.-]*[a-z]?|[IVX]+)\s*(?:[:.–—-]|$)"
    r"|[表图]\s?\d[\d.-]*(?!\d))",
    re.IGNORECASE,
)
_SAME_LOOK = 3
"""So many headings of one look that stand above no table, or are sentences, show that it is a look of headings."""


def without_captions(document: Document, headings: Sequence[Heading], taxonomy: Taxonomy) -> list[Heading]:
    """Drop "Table 2: Companies", and a line right above a table unless its words or its look make it a heading."""
    places = {
        (table.caption.page, start)
        for table in document.tables
        if table.caption is not None
        for start in (table.caption.span.start,)
    }
    plain = [h for h in headings if not h.scheme]
    looks = Counter(_look(h) for h in plain if h.at not in places)
    return [
        h
        for h in headings
        if not _CAPTION.match(h.title)
        and (
            h.scheme
            or h.type
            or h.form == "linked"
            or h.at not in places
            or looks[_look(h)] >= _SAME_LOOK
            or taxonomy.names(words_of(h))
        )
    ]


def without_annex_lists(document: Document, headings: list[Heading]) -> list[Heading]:
    """Drop the lines of a list of annexes: right below one another, with nothing between."""
    annexes = [h for h in headings if h.scheme == "annex"]
    following: set[int] = set()
    lost: set[int] = set()
    for one, two in pairwise(annexes):
        text = document.pages[one.page - 1].text
        if one.page == two.page and not text[one.end : two.start].strip() and not is_unnumbered(two):
            lost.add(id(one))
            following.add(id(two))
    again = Counter(squash(h.label.text) for h in annexes if h.label)
    for heading in annexes:
        if id(heading) in following and heading.label and again[squash(heading.label.text)] > 1:
            lost.add(id(heading))
    return [h for h in headings if id(h) not in lost]


def is_unnumbered(heading: Heading) -> bool:
    """Tell whether it is an annex without a number: "ADDENDUM TO LEASE AGREEMENT" below "EXHIBIT 3" is its title."""
    label = heading.label
    return label is not None and label.scheme == "annex" and squash(label.text).isalpha() and " " not in label.text


def without_sentences(headings: Sequence[Heading], confirmed: set[int]) -> list[Heading]:
    """Drop sentences set off by their look, unless several of one look are: the headings of risk factors."""
    said = [h for h in headings if id(h) not in confirmed and is_sentence(h)]
    looks = Counter(_look(h) for h in said)
    dropped = {id(h) for h in said if looks[_look(h)] < _SAME_LOOK}
    return [h for h in headings if id(h) not in dropped]


def _look(heading: Heading) -> Style:
    return heading.style


def without_repeats(headings: Iterable[Heading], confirmed: set[int]) -> list[Heading]:
    """Drop "Note 4 (continued)" after Note 4, and a title that comes twice running: its section goes on."""
    kept: list[Heading] = []
    seen: set[str] = set()
    last: dict[str, str] = {}
    before = ""
    for heading in headings:
        words = _uncontinued(heading.title)
        if heading.scheme in {"item", "part"}:
            if last.get(heading.scheme) == words:
                continue
            last = {"part": words} if heading.scheme == "part" else last | {"item": words}
        again = bool(kept) and words == before and _same_number(heading, kept[-1])
        both = id(heading) in confirmed and bool(kept) and id(kept[-1]) in confirmed
        goes_on = words in seen and _CONTINUED.search(heading.title) is not None
        if words and (goes_on or (again and not both)) and heading.scheme not in {"item", "part"}:
            continue
        seen.add(words)
        kept.append(heading)
        before = words
    return kept


def _uncontinued(title: str) -> str:
    return squash(_CONTINUED.sub("", title) if _MAY_CONTINUE.search(title) else title)


def _same_number(one: Heading, other: Heading) -> bool:
    return _readings(one.label) == _readings(other.label)


def _readings(label: Label | None) -> object:
    return label.readings if label is not None else None


def without_parties(headings: Sequence[Heading]) -> list[Heading]:
    """Drop the numbered parties of a contract: what "(1)" or "(A)" begins before the first number of another kind."""
    first = next((h.at for h in headings if h.scheme and h.scheme[0] != "("), None)
    if first is None or first[0] > 3:
        return list(headings)
    return [h for h in headings if h.at >= first or h.scheme[:1] != "("]
