"""Gives a run of titles its first copy back: where its text stands nowhere before, that copy is the title itself.

"Exhibit 10.7" over the thirty pages of an exhibit is furniture on all of them but the first.
"""

from collections import defaultdict
from collections.abc import Sequence

from pipeline.document import SetApartKind
from pipeline.extract.furniture import signs
from pipeline.extract.furniture.candidates import LABELS, Kinds, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow

WHOLE = 0.6
"""Share of the pages from which on a header is the document's, and no title of a part of it."""
SMALL = 0.95
"""Of the page's usual size: smaller print is a header on its first page, too."""
ENDS = 0.75
"""Share of the depth of a page above which its text ends early."""
SHORT_LINE = 0.7
"""Share of the widest line up to which a line is a title when it is bold, in capitals or in the middle."""

Run = list[tuple[int, int]]
"""Page and row of each copy."""


def release(layouts: Sequence[Layout], kinds: Kinds) -> None:
    """Unmark the headers that begin a new matter on the first page of their run and have not been read before."""
    begins: dict[int, list[int]] = defaultdict(list)
    for run in _runs(layouts, kinds):
        if 1 < len(run) < WHOLE * len(layouts) and run[0][0]:
            begins[run[0][0]].append(run[0][1])
    for page, rows in begins.items():
        body = _body(layouts[page], kinds[page])
        titles = _outermost(
            layouts[page], kinds[page], [at for at in rows if _may_be_title(layouts[page].rows[at], body)]
        )
        if titles and _begins_matter(layouts, kinds, page, body) and _is_new(layouts, kinds, page, titles):
            for at in titles:
                del kinds[page][at]


def _runs(layouts: Sequence[Layout], kinds: Kinds) -> list[Run]:
    found: dict[str, Run] = defaultdict(list)
    for page, marked in enumerate(kinds):
        for at in sorted(marked):
            row = layouts[page].rows[at]
            if marked[at] == "header" and row.turn == "right":
                found[row.text].append((page, at))
    return list(found.values())


def _outermost(layout: Layout, marked: dict[int, SetApartKind], titles: Sequence[int]) -> Sequence[int]:
    """Return the titles unless another header, which runs on from the page before, stands above them."""
    tops = [layout.rows[at].base for at, kind in marked.items() if kind == "header" and at not in titles]
    return titles if all(layout.rows[at].base < top + 1 for at in titles for top in tops) else ()


def _body(layout: Layout, marked: dict[int, SetApartKind]) -> list[PrintedRow]:
    return sorted((r for at, r in enumerate(layout.rows) if at not in marked and r.turn == "right"), key=_base)


def _base(row: PrintedRow) -> float:
    return row.base


def _may_be_title(row: PrintedRow, body: Sequence[PrintedRow]) -> bool:
    if signs.is_way_back(row.text) or signs.is_published(row) or len(row.cells) > 1 or not body:
        return False
    letters = sum(map(str.isalpha, row.text))
    usual = sorted(other.size for other in body)[len(body) // 2]
    return letters > 3 and number_of(row.text) is None and row.size >= SMALL * usual


def _begins_matter(layouts: Sequence[Layout], kinds: Kinds, page: int, body: Sequence[PrintedRow]) -> bool:
    """Tell whether the page before ends early, or ends a sentence while this page begins with a title."""
    before = _body(layouts[page - 1], kinds[page - 1])
    if body[0].text[0].islower() or not before:
        return not before
    early = before[-1].base < ENDS * max(_depth(layouts, kinds, near) for near in range(max(0, page - 4), page + 3))
    wide = max(row.box[2] - row.box[0] for row in before)
    ended = before[-1].text[-1] in ".:;!?)]。；" or before[-1].box[2] - before[-1].box[0] < SHORT_LINE * wide
    return early or (ended and _is_title(body, layouts[page].width))


def _depth(layouts: Sequence[Layout], kinds: Kinds, page: int) -> float:
    if page >= len(layouts):
        return 0.0
    return max((r.base for at, r in enumerate(layouts[page].rows) if at not in kinds[page]), default=0.0)


def _is_title(body: Sequence[PrintedRow], width: float) -> bool:
    first = body[0]
    usual = sorted((row.bold, row.size) for row in body)[len(body) // 2]
    wide = max(row.box[2] - row.box[0] for row in body)
    if first.box[2] - first.box[0] > SHORT_LINE * wide and len(body) > 1 and not first.text.isupper():
        return False
    middle = abs(first.box[0] + first.box[2] - width) < 0.04 * width and first.box[0] > 0.2 * width
    return first.text.isupper() or middle or (first.bold, first.size) > (True, usual[1]) or first.bold > usual[0]


def _is_new(layouts: Sequence[Layout], kinds: Kinds, page: int, titles: Sequence[int]) -> bool:
    """Tell whether the body does not hold the text of some of ``titles`` before; a label is no title in a sentence."""
    wanted = [_wanted(layouts[page].rows[at].text) for at in titles]
    for near in range(page, -1, -1):
        marked = kinds[near]
        lines = _tight("\n".join([row.text for at, row in enumerate(layouts[near].rows) if at not in marked]))
        text = "".join(("\n", lines, "\n", lines.replace("\n", "")))
        wanted = [title for title in wanted if title not in text]
        if not wanted:
            return False
    return True


def _wanted(title: str) -> str:
    return f"\n{_tight(title)}\n" if LABELS.match(title) else _tight(title)


def _tight(text: str) -> str:
    return text.casefold().replace(" ", "").replace("\t", "")
