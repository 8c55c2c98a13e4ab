"""What kind of document it is, judged by its first and last pages."""

from collections import defaultdict
from functools import lru_cache
from typing import NamedTuple

import regex

from pipeline.dictionary import Entry, compiled
from pipeline.document import Document

_HEADS = ((3, 9000), (12, 40000))
"""Pages and characters of the first look, and of a second one behind a long contents list when that says nothing."""
_END_PAGES = 2
_ENOUGH = 3
_LAST_ITEM = 16
_DENSE_EN = 12 / 1000
_DENSE_ZH = 6 / 1000
FILINGS = frozenset({"10-K", "10-Q", "8-K"})


class Genre(NamedTuple):
    """A document type and the words that speak for it."""

    type: str
    evidence: tuple[str, ...]


_pattern = lru_cache(maxsize=None)(compiled)


def judge(document: Document, entries: tuple[Entry, ...], *, titles: int = 0) -> Genre:
    """Return the type of the document; ``other`` when nothing reaches three points.

    A cover ("FORM 10-K") decides alone and the first one on the page wins, for a 10-Q of an exhibit may follow. Of
    the rest, a title of a contract counts one point, a preamble, a definition or recitals two, signature lines and
    ``titles`` (numbered clauses found) one, dense words of obligation two.
    """
    for pages, characters in _HEADS:
        head = "\n".join(page.text for page in document.pages[:pages])[:characters]
        found = _judge(document, head, entries, titles=titles)
        if found.type != "other" or len(document.pages) <= pages:
            break
    return found


def by_items(found: Genre, items: set[str]) -> Genre:
    """Return ``10-K`` for a document without a cover that has four items, one of them beyond those of a 10-Q."""
    late = {item for item in items if item.rstrip("ABC").isdigit() and 7 <= int(item.rstrip("ABC")) <= _LAST_ITEM}
    if found.type != "other" or len(items) < _ENOUGH + 1 or not late:
        return found
    return Genre("10-K", (f"items {', '.join(sorted(items))}",))


def _judge(document: Document, head: str, entries: tuple[Entry, ...], *, titles: int) -> Genre:
    end = "\n".join(page.text for page in document.pages[-_END_PAGES:])[-_HEADS[0][1] :]
    head_lowered, end_lowered = head.lower(), end.lower()
    points: dict[str, float] = defaultdict(float)
    said: dict[str, list[str]] = defaultdict(list)
    sure: list[tuple[int, str, str]] = []
    language = document.language if document.language in ("en", "zh", "de") else "en"
    mine = [entry for entry in entries if entry.language in (language, "en")]
    covers = [hit for entry in mine if _is_cover(entry) and (hit := _said(entry, head, head_lowered))]
    if covers:
        return Genre(min(covers)[1], (min(covers)[2],))
    for entry in mine:
        where, lowered = (end, end_lowered) if entry.level == "end" else (head, head_lowered)
        hit = None if _is_cover(entry) else _said(entry, where, lowered)
        if hit is None:
            continue
        if entry.level == "sure":
            sure.append(hit)
            continue
        worth = _worth(entry, where, language)
        if worth:
            points[entry.type] += worth
            said[entry.type].append(hit[2])
    if points["contract"] and titles >= _ENOUGH + 2:
        points["contract"] += 1
        said["contract"].append(f"{titles} numbered clauses")
    best = max(points, key=lambda kind: (points[kind], kind))
    if sure and points["contract"] < _ENOUGH + 2:
        return Genre(min(sure)[1], (min(sure)[2],))
    return Genre(best, tuple(said[best])) if points[best] >= _ENOUGH else Genre("other", ())


def _is_cover(entry: Entry) -> bool:
    """Tell whether an entry names the form of a filing; one that is found leaves nothing else to ask."""
    return entry.level == "sure" and entry.type in FILINGS


def _said(entry: Entry, where: str, lowered: str) -> tuple[int, str, str] | None:
    """Return where an entry matches, its type and the words; ``lowered`` is ``where`` in lower case."""
    if entry.needs and not any(need in lowered for need in entry.needs):
        return None
    hit = _pattern(entry).search(where)
    return None if hit is None else (hit.start(), entry.type, f"{entry.id}: {' '.join(hit[0].split())[:60]}")


def _worth(entry: Entry, text: str, language: str) -> float:
    if entry.level == "strong":
        return 2
    if entry.level == "dense":
        words = len(regex.findall(r"\p{Han}", text)) if language == "zh" else text.count(" ")
        limit = _DENSE_ZH if language == "zh" else _DENSE_EN
        return 2 if words > 60 and len(_pattern(entry).findall(text)) >= limit * words else 0
    return 1
