"""Chooses the headings of a document among the lines that may be some."""

import re
from collections.abc import Sequence
from itertools import islice, pairwise

from pipeline.document import Document
from pipeline.sections import chains, genre, pruning, schedules, typography
from pipeline.sections.contents import HEAD, Contents, outside
from pipeline.sections.filings import place_items
from pipeline.sections.headings import Heading, Style
from pipeline.sections.taxonomy import Taxonomy, type_of, words_of
from pipeline.sections.titles import COMPANY, folded, squash

_COVER_PAGES = 4
_BOUND = genre.FILINGS | {"prospectus", "annual_report"}
"""Filings and bound documents: their first page is a cover, and what is large on it opens no section."""
_RELEASES = frozenset({"earnings_release", "8-K"})
_LIST_PAGES = 12
"""A contents list of a contract ends before it."""
_STAMP = 14
_TO_WHAT = re.compile(
    r"(?i)\(?(?:to|of|under)\s+(?:the|that|this|our)\b.*\b(?:agreement|contract|lease|deed|form)\b.{0,30}$"
)
"""Catches "TO THE SUPPLY AGREEMENT" between "EXHIBIT 2" and its title."""
_LEADS_ON = re.compile(r"\b(?:AND|OR|OF|THE|TO|UNDER|WITH)$")
_GOES_ON = re.compile(r"(?:AS ADOPTED |UNDER |AND |OF |IN )*PURSUANT TO\b|(?:AND|OF|UNDER)\b")
_REPEATED = frozenset({"item", "part", "annex"})
"""Titles of these may come twice for a reason; items are sorted out by part."""
_TOP = 60
_MARGIN = 56
"""Points from the top edge; what stands there on several pages runs through its chapter."""
_WITNESS = re.compile(
    r"(?i)\bin\s+witness\s+(?:whereof|hereof)\b|[（(](?:以下|本页)无正文|^\W*(?:_{3,}\W*)?Ort,\s*(?:den\s+)?Datum\b"
    r"|^[A-ZÄÖÜ][\w .-]{2,30},\s+den\s+(?:_{3,}|\d{1,2}\.)",
    re.MULTILINE,
)
_SIGNS = re.compile(r"^[^\n]+\n\W*By:[^\n]*(?:\n[^\n]*){0,3}?\b(?:Name|Title|Its|As):", re.MULTILINE)
"""Catches "PUMP WORKS INC.", "By: /s/ J. Doe", "Title: President" below one another."""
_ENDS = ("无正文", "Datum", ", den ")
OPENING_TYPES = frozenset(
    {"recitals", "parties", "forward_looking", "important_notice", "definitions", "executive_summary"}
)
"""Types of sections that may stand before the first number."""


def chosen(
    document: Document, found: list[Heading], placed: list[Heading], lists: Sequence[Contents], taxonomy: Taxonomy,
    kind: str,
) -> list[Heading]:  # fmt: skip
    """Return the headings in reading order; ``placed`` are those that a contents list names."""
    confirmed = {id(heading) for heading in placed}
    usable = outside(found, lists)
    known = {id(h) for h in usable}
    usable += [h for h in placed if id(h) not in known and not HEAD.match(h.title)]
    usable.sort(key=lambda h: h.at)
    usable = [h for h in usable if id(h) in confirmed or h.label is None or not _refers(document, h)]
    usable = [h for h in usable if id(h) in confirmed or not is_footnote(h)]
    if kind == "contract":
        usable = [h for h in usable if id(h) in confirmed or not _is_filing_stamp(h)]
    usable = _without_running(usable, confirmed)
    numbered = chains.accepted(usable, confirmed)
    if kind in genre.FILINGS:
        items = place_items(numbered, confirmed, form=kind)
        last = max((h.at for h in items), default=(0, 0))
        inside = {"item", "part", "article", "annex"}
        numbered = [h for h in numbered if h.scheme not in inside or (h.scheme == "annex" and h.at > last)] + items
    if kind == "contract":
        usable = _without_signatures(document, usable)
    typed = {id(h) for h in usable if typography.is_doubtful(h) and taxonomy.names(words_of(h))}
    looks = pruning.without_sentences(typography.accepted(usable, confirmed, typed=typed), confirmed)
    numbered = pruning.without_annex_lists(document, numbered)
    own = [_of_list(document, each) for each in lists]
    merged = sorted([*numbered, *looks, *own], key=lambda h: (h.at, h.scheme != "part", h.form != "linked"))
    merged = pruning.without_captions(document, merged, taxonomy)
    opening = {id(h) for h in looks if type_of(h, taxonomy) in OPENING_TYPES}
    if kind == "contract":
        confirmed = confirmed - {id(h) for h in looks} - {id(h) for h in numbered if h.scheme == "annex"}
        merged = pruning.without_parties(merged)
    merged = _joined(_from_first(merged, confirmed, opening, cover=_cover(lists, kind), kind=kind), usable)
    merged = _by_kind(document, _with_front(document, merged, lists), taxonomy, confirmed, kind)
    return pruning.without_repeats(merged, confirmed)


def _by_kind(
    document: Document, headings: list[Heading], taxonomy: Taxonomy, confirmed: set[int], kind: str
) -> list[Heading]:  # fmt: skip
    """Return the headings with what documents of one type alone have: signatures, schedules of figures."""
    if kind == "contract":
        return _with_signatures(document, headings)
    if kind in genre.FILINGS:
        headings = _without_signers(headings, taxonomy, confirmed)
    return schedules.placed(document, headings) if kind in _RELEASES else headings


def _refers(document: Document, heading: Heading) -> bool:
    assert heading.label is not None
    text = document.pages[heading.page - 1].text
    return chains.is_reference(
        heading, text[heading.start + heading.label.end : heading.start + heading.label.end + 40]
    )


def is_footnote(heading: Heading) -> bool:
    """Tell whether it is the note below a table: "(a) Excludes Commercial Card." in small print."""
    return heading.small > 0 and heading.label is not None and heading.label.text[0] in "(（" and heading.strength < 2


def _is_filing_stamp(heading: Heading) -> bool:
    """Tell whether it is the number under which a contract was filed: "Exhibit 10.5", "Exhibit (13)(c)" on top."""
    if heading.page != 1 or heading.label is None or heading.label.scheme != "annex":
        return False
    odd = heading.label.text.isalpha() and len(heading.title) < len(heading.label.text) + _STAMP
    odd = odd or re.search(r"(?i)exhibit\s.*[\d(]", heading.label.text) is not None
    return "." in heading.label.text[:-1] or (heading.start < _TOP and odd)


def _without_running(headings: list[Heading], confirmed: set[int]) -> list[Heading]:
    """Drop chapter titles that come again, word for word, on later pages: heads that run through their chapter."""
    same: dict[str, list[Heading]] = {}
    for heading in headings:
        if heading.label is not None and heading.label.scheme in chains.ORDER and heading.label.scheme not in _REPEATED:
            words = squash(heading.title)
            if len(words) > len(squash(heading.label.text)):
                same.setdefault(words, []).append(heading)
    running: set[int] = set()
    for group in same.values():
        named = [heading for heading in group if id(heading) in confirmed] or group[:1]
        if len(group) > 1 and all(h.start == 0 and h.y < _MARGIN and abs(h.y - group[0].y) < 1 for h in group):
            running.update(map(id, group))
        running.update(id(heading) for heading in group if heading is not named[0] and id(heading) not in confirmed)
    return [heading for heading in headings if id(heading) not in running]


def _without_signatures(document: Document, headings: list[Heading]) -> list[Heading]:
    """Drop what has no number between "IN WITNESS WHEREOF" and the next number: names in bold capitals."""
    kept: list[Heading] = []
    ends = _ends(document)
    signing = False
    for heading in headings:
        while ends and ends[0] <= heading.at:
            ends.pop(0)
            signing = True
        if heading.label is not None and heading.form != "none":
            signing = False
        if not signing or heading.label is not None:
            kept.append(heading)
    return kept


def _ends(document: Document) -> list[tuple[int, int]]:
    """Return where "IN WITNESS WHEREOF" and its like stand."""
    return [
        (page.number, match.start())
        for page in document.pages
        if "witness" in page.text.lower() or any(word in page.text for word in _ENDS)
        for match in _WITNESS.finditer(page.text)
    ]


def _signers(document: Document) -> list[tuple[int, int]]:
    """Return where the first party signs, in a contract that says no "in witness whereof" before."""
    found = (
        (page.number, match.start())
        for page in document.pages
        if "By:" in page.text
        for match in _SIGNS.finditer(page.text)
    )
    return [*islice(found, 1)]


def _with_signatures(document: Document, headings: list[Heading]) -> list[Heading]:
    """Add a section where the parties sign, so that the last clause ends there; it has no heading of its own."""
    made: list[Heading] = []
    for at in _ends(document) or _signers(document):
        before = max((h for h in [*headings, *made] if h.at <= at), key=lambda h: h.at, default=None)
        after = next((h for h in headings if h.at > at and h.scheme), None)
        goes_on = after is not None and after.page == at[0] and after.scheme != "annex" and after.path[-1] > 1
        if before is None or goes_on or before.type == "signatures" or not before.scheme:
            continue
        style = Style(0.0, bold=False, italic=False, caps=False)
        heading = Heading(*at, at[1], 0.0, 0.0, "", style, form="linked", scheme="signature", path=(1,))
        heading.type = "signatures"
        made.append(heading)
    return sorted([*headings, *made], key=lambda h: h.at)


def _without_signers(headings: list[Heading], taxonomy: Taxonomy, confirmed: set[int]) -> list[Heading]:
    """Drop names below SIGNATURES ("C. Douglas McMillon") and the rows of exhibit lists ("99.1 Press release")."""
    kept: list[Heading] = []
    signed, listing = 0, False
    for heading in headings:
        known = type_of(heading, taxonomy)
        worded = heading.scheme in {"annex", "item", "part"}
        if signed and heading.page <= signed + 1 and not worded and not known:
            continue
        if listing and heading.scheme in {"decimal", "number"} and id(heading) not in confirmed:
            continue
        signed = heading.page if known == "signatures" else 0
        listing = known in {"exhibits", "exhibit_index"} or (listing and not worded and not known)
        kept.append(heading)
    return kept


def _of_list(document: Document, contents: Contents) -> Heading:
    text = document.pages[contents.page - 1].text[contents.start :]
    title = folded(text.partition("\n")[0])
    if not HEAD.match(title):
        title = "Table of Contents"
    style = Style(0.0, bold=False, italic=False, caps=False)
    made = Heading(contents.page, contents.start, contents.start, 0.0, 0.0, title, style)
    made.type = "table_of_contents"
    return made


def _with_front(document: Document, headings: list[Heading], lists: Sequence[Contents]) -> list[Heading]:
    """Add a section behind each contents list where no heading stands."""
    taken = {h.at for h in headings}
    made = [each for contents in lists if (each := _behind(document, contents)).at not in taken]
    return sorted([*headings, *made], key=lambda h: h.at)


def _behind(document: Document, contents: Contents) -> Heading:
    """Return what begins behind a contents list: a title, the parties; nothing when a heading stands there."""
    text = document.pages[contents.end_page - 1].text
    page, start = contents.end_page, contents.end
    if not text[start:].strip() and page < len(document.pages):
        page, start = page + 1, 0
    else:
        start += len(text[start:]) - len(text[start:].lstrip())
    style = Style(0.0, bold=False, italic=False, caps=False)
    made = Heading(page, start, start, 0.0, 0.0, "", style, form="linked")
    made.type = "front_matter"
    return made


def _cover(lists: Sequence[Contents], kind: str) -> int:
    """Return the last page on which a title may stand: of a contract behind its contents list."""
    early = [each.end_page + 2 for each in lists if each.page <= _LIST_PAGES and kind == "contract"]
    return max([_COVER_PAGES, *early])


def _from_first(
    headings: list[Heading], confirmed: set[int], opening: set[int], *, cover: int, kind: str
) -> list[Heading]:
    """Drop what looks like a heading on the cover: all without a number before the first numbered or listed one.

    Where there is none, what is set larger on page 1 than any heading after it is the document's title.

    ``opening`` holds ids of those that may stand there, such as recitals; ``cover`` is the last page of
    a cover, and a bound document has one page of it at least. Behind the recitals of a contract, titles count.
    """
    first = next((h.at for h in headings if h.scheme not in {"", "annex"} or id(h) in confirmed), None)
    if first is None:
        inside = max((h.style.size for h in headings if h.page > 1), default=float("inf"))
        return [h for h in headings if h.page > 1 or h.style.size <= inside]
    if first[0] > cover:
        return [h for h in headings if h.page > 1 or h.scheme or h.type] if kind in _BOUND else headings
    opens = [h.at for h in headings if id(h) in opening and not h.scheme] if kind == "contract" else []
    opened = min(opens, default=first)
    return [h for h in headings if h.at >= min(first, opened) or h.scheme or id(h) in opening or h.type]


def _joined(headings: list[Heading], found: list[Heading]) -> list[Heading]:
    """Give a number that stands alone ("ARTICLE IV", "EXHIBIT A") the words of the line set off right below it."""
    kept: list[Heading] = []
    below = {id(h): following for h, following in pairwise(found)}
    taken: set[int] = set()
    for heading in headings:
        if id(heading) in taken:
            continue
        words = below.get(id(heading))
        bare = _is_bare(heading)
        if bare and words is not None and COMPANY.fullmatch(words.title) and _continues(heading, words):
            heading.y, words = words.y, below.get(id(words))
        while words is not None and (bare or _leads_on(heading, words)) and _continues(heading, words):
            heading.title, heading.end = f"{heading.title} {words.title}", words.end
            taken.add(id(words))
            bare = bare and _TO_WHAT.match(words.title) is not None
            heading.y, words = words.y, below.get(id(words))
        kept.append(heading)
    return kept


def _is_bare(heading: Heading) -> bool:
    return (
        heading.label is not None
        and heading.form == "own"
        and heading.scheme != "part"
        and squash(heading.title) == squash(heading.label.text)
    )


def _leads_on(heading: Heading, words: Heading) -> bool:
    """Tell whether a title in capitals goes on below: "CERTIFICATION PURSUANT TO", "SECTION 906 OF THE ACT"."""
    titles = heading.scheme in {"", "annex"} and heading.strength > 0 and words.style.size == heading.style.size
    leads = _LEADS_ON.search(heading.title) is not None or _GOES_ON.match(words.title) is not None
    return titles and leads and words.title.isupper() and heading.title.isupper()


def _continues(heading: Heading, words: Heading) -> bool:
    near = words.page == heading.page and 0 <= words.y - heading.y < 4.5 * max(heading.style.size, 6)
    alike = words.label is None or pruning.is_unnumbered(words)
    alike = alike or (words.label is not None and words.label.scheme == "section" and _leads_on(heading, words))
    return near and alike and words.form == "own" and words.strength > 0
