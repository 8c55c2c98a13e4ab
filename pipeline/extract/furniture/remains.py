"""Gives furniture back where without it (nearly) nothing would remain: tickets, labels, receipts, slides of one line.

Furniture is what surrounds a body. A line that is all its page holds is the body of that page, unless the same line
surrounds a body on other pages: a divider or blank page keeps the document's header and number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.document import SetApartKind
from pipeline.extract.furniture.candidates import Kinds, masked
from pipeline.extract.layout import Layout

MOST = 0.6
"""Share of a document's characters in headers and footers from which on they are taken for its body."""
PICTURED = ("ocr_off", "ocr_missing", "ocr_instead", "ocr_unsure")
"""Notices of pages whose body is a picture: what surrounds it is furniture."""


def release(layouts: Sequence[Layout], kinds: Kinds) -> None:
    """Unmark the rows of pages that hold nothing else, and headers and footers that are most of the document."""
    bare = [_is_bare(layout, marked) for layout, marked in zip(layouts, kinds, strict=True)]
    if any(bare):
        _release_bare(layouts, kinds, bare)
    total = apart = 0
    for layout, marked in zip(layouts, kinds, strict=True):
        total += sum(len(row.text) for row in layout.rows)
        apart += sum(len(layout.rows[at].text) for at, kind in marked.items() if kind in ("header", "footer"))
    if apart > MOST * total and not any(_is_picture(layout) for layout in layouts):
        for marked in kinds:
            for at in [at for at, kind in marked.items() if kind in ("header", "footer")]:
                del marked[at]


def _release_bare(layouts: Sequence[Layout], kinds: Kinds, bare: Sequence[bool]) -> None:
    around: Counter[tuple[SetApartKind, str]] = Counter()
    alone: Counter[tuple[SetApartKind, str]] = Counter()
    for layout, marked, nothing_else in zip(layouts, kinds, bare, strict=True):
        (alone if nothing_else else around).update(key for _, key in _keys(layout, marked))
    for layout, marked, nothing_else in zip(layouts, kinds, bare, strict=True):
        for at, key in [*_keys(layout, marked)] if nothing_else else ():
            if around[key] <= alone[key]:
                del marked[at]


def _keys(layout: Layout, marked: dict[int, SetApartKind]) -> Iterator[tuple[int, tuple[SetApartKind, str]]]:
    for at, kind in marked.items():
        yield at, (kind, "" if kind == "page_number" else masked(layout.rows[at].text))


def _is_bare(layout: Layout, marked: dict[int, SetApartKind]) -> bool:
    return len(marked) == len(layout.rows) > 0 and not _is_picture(layout)


def _is_picture(layout: Layout) -> bool:
    return any(notice.code in PICTURED for notice in layout.notices)
