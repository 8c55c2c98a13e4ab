"""Marks running headers and footers: lines that stand at the same place of many pages."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import regex

from pipeline.document import SetApartKind
from pipeline.extract.fragments import is_cjk, is_figure
from pipeline.extract.furniture import feet, forms, pieces, signs
from pipeline.extract.furniture.candidates import DIGITS, LABELS, REACH, Candidate, Kinds, number_of
from pipeline.extract.layout import Layout
from pipeline.extract.rows import PrintedRow
from pipeline.extract.unitline import UNIT_LINE

DRIFT = 5.0
"""Points that a running line may move between pages."""
LONG_RUN = 8
"""Pages that a line has to stand on in a long document: titles of statements, exhibits and certificates repeat less."""
ZONE = 0.25
"""Share of the page's height in which running lines stand; prints of web pages put the last line anywhere."""
MOSTLY = 0.6
"""Share of the pages with furniture at one height from which on small print there is furniture, too."""
SHORT = 6
"""Pages up to which a line on every other page cannot repeat often."""
SHARE = 0.3
"""Share of the pages that does in a shorter one."""

OVER_TEXT = 0.7
"""Share of its copies that a running head has over text when some of them stand over tables."""

SPARSE = 6
"""Rows up to which a body is so short that its own lines say how close its lines stand: labels, cards."""

PRINT = 0.85
"""Of the size of the text: smaller is the print of headers and footers, whatever repeats beside it."""

_CONTINUED = regex.compile(r"(?i)\(?\b(?:continued|cont['’]?d|fortsetzung)\b|续[表）)]")
_AMOUNT = regex.compile(
    r"(?:[$€£¥￥₹]|\b(?:US|HK)\$|\b(?:USD|EUR|GBP|CHF|CNY|RMB)\b)\s?\d[\d.,]*|\d[\d.,]*\s?(?:[%€]|\b(?:EUR|USD|GBP|CHF)\b|元)"
    r"|(?<![\d.,])\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?"
)
"""Catches ``EUR 1,000``, ``4.25 %`` and ``12,500``; spares ``March 3, 2024`` and ``1.2.2024``."""
_NAMED = regex.compile(r"(?i)(?<!\bpage )\b(?:no|nr)\.?\s*\d+")
"""Catches ``Receipt No. 101``, which counts receipts; spares ``Page No. 4``."""


class Run(NamedTuple):
    """How often a line repeats."""

    pages: int
    same: bool
    """Whether without any change of its digits."""
    sentence: bool
    """Whether it reads as a sentence: a form that is filled in again and again repeats its text, too."""
    sparse: bool
    """Whether most of its pages hold a few lines only."""


def mark_running(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the lines that repeat, and then those that stand where such lines stand elsewhere."""
    places: dict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for page in candidates:
        for c in page:
            if c.y <= ZONE * layouts[c.page].height or (c.rank == 0 and c.side.startswith("bottom")):
                places[c.side, c.text].append(c)
    strength: dict[tuple[int, int], Run] = {}
    for group in places.values():
        if len(group) > 1:
            _rate(layouts, group, strength)
    heads: list[Candidate] = []
    by_side = [_by_side(found) for found in candidates]
    for at, sides in enumerate(by_side):
        for rows in sides:
            heads.extend(_take_from_edge(layouts, at, rows, strength, kinds))
    _mark_over_tables(layouts, places, heads, kinds)
    _same_height(layouts, candidates, by_side, kinds)
    pieces.mark_pieces(layouts, candidates, kinds)
    feet.mark_feet(layouts, candidates, kinds)
    forms.release(layouts, candidates, kinds)


def _by_side(found: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the candidates of a page, from the edge inwards, those of each side together."""
    sides: dict[str, list[Candidate]] = defaultdict(list)
    for c in found:
        sides[c.side].append(c)
    return [sides[side] for side in sorted(sides)]


def _same_height(
    layouts: Sequence[Layout],
    candidates: Sequence[Sequence[Candidate]],
    by_side: Sequence[Sequence[Sequence[Candidate]]],
    kinds: Kinds,
) -> None:
    """Mark the rows at the edge that stand where other pages have their furniture: titles that change by chapter."""
    places = _Places(layouts, candidates, kinds)
    for at, sides in enumerate(by_side):
        for rows in sides:
            taken: list[Candidate] = []
            near = 1.9
            for c in rows:
                if c.row in kinds[at]:
                    continue
                stands = places.hold(c)
                if stands is None:
                    break
                taken.append(c)
                near = stands
            if taken and not _touches_body(layouts[at], taken[-1], taken, kinds[at], near=near):
                for c in taken:
                    kinds[at][c.row] = "header" if c.side.startswith("top") else "footer"


class _Places:
    """Where the pages of a document have their furniture, and how it looks there."""

    def __init__(self, layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
        """Note the heights of what is marked, and where the outermost rows say the same."""
        self._layouts = layouts
        self._heights: dict[tuple[str, int], set[int]] = defaultdict(set)
        self._looks: dict[tuple[str, int], set[tuple[float, bool]]] = defaultdict(set)
        self._middles: dict[tuple[str, int], set[int]] = defaultdict(set)
        self._twins: dict[tuple[str, int, str], list[int]] = defaultdict(list)
        for c in (c for page in candidates for c in page):
            row = layouts[c.page].rows[c.row]
            self._twins[c.side, round(c.y / 2), row.text].append(c.page)
            for near in (-1, 0, 1) if c.row in kinds[c.page] else ():
                self._heights[c.side, round(c.y / 2) + near].add(c.page)
                self._looks[c.side, round(c.y / 2) + near].add((round(row.size, 1), row.bold))
                self._middles[c.side, round(c.y / 2) + near].add(round((row.box[0] + row.box[2]) / 8))

    def hold(self, c: Candidate) -> float | None:
        """Return the sizes that the row has to keep from the body when it is such a title, else None."""
        row, key, layouts = self._layouts[c.page].rows[c.row], (c.side, round(c.y / 2)), self._layouts
        if len(self._heights[key]) < max(3, 0.4 * len(layouts)):
            return None
        twin = any(0 < abs(other - c.page) <= REACH for other in self._twins[*key, row.text])
        alike = (round(row.size, 1), row.bold) in self._looks[key] and len(row.text) < 80
        titled = alike and not row.text[0].islower() and row.text[-1] not in ".,;:"
        known = twin or self._is_own_print(c, key)
        stays = not (known or number_of(row.text)) or _stays(row, LONG_RUN, len(layouts))
        if not titled or stays or _heads_table(layouts[c.page], c, [c]):
            return None
        return 1.9 if known else 2.2

    def _is_own_print(self, c: Candidate, key: tuple[str, int]) -> bool:
        """Tell whether the line is in small print where nearly all pages have such a line in the same place."""
        layout = self._layouts[c.page]
        row = layout.rows[c.row]
        usual = sorted(other.size for other in layout.rows)[len(layout.rows) // 2]
        if len(self._heights[key]) < MOSTLY * len(self._layouts) or row.size > 0.95 * usual:
            return False
        return round((row.box[0] + row.box[2]) / 8) in self._middles[key]


def _rate(layouts: Sequence[Layout], group: Sequence[Candidate], strength: dict[tuple[int, int], Run]) -> None:
    """Note for each line of ``group`` on how many near pages it stands at the same place, if that is enough."""
    texts = {layouts[c.page].rows[c.row].text for c in group}
    if len(texts) > 1 and _values_differ(texts):
        return
    counting = len(texts) > 1 and _counts(layouts, group)
    enough = (
        2
        if len(layouts) <= 3 or _is_plain(layouts, group)
        else 3
        if counting
        else max(3, min(LONG_RUN, SHARE * len(layouts)))
    )
    repeated = []
    for at, c in enumerate(group):
        drift = float("inf") if counting else DRIFT
        near = [o for o in group[max(0, at - 2 * REACH) : at + 2 * REACH + 1] if _same_place(c, o, drift)]
        exact = layouts[c.page].rows[c.row].text
        if c.side.startswith("top") and LABELS.match(exact):
            near = [o for o in near if layouts[o.page].rows[o.row].text == exact]
        if len(near) >= min(2, enough - 1):
            repeated.append(c)
    differ = len(texts) > 0.5 * len(group) and not counting
    if differ and not (_rises(layouts, group) and not _are_totals(layouts, group)):
        return
    for run in _runs(repeated):
        pages = len({c.page for c in run})
        sparse = sum(len(layouts[c.page].rows) <= SPARSE for c in run) > 0.5 * len(run)
        for c in run if pages >= enough else ():
            sentence = _is_sentence(layouts[c.page].rows[c.row].text)
            strength[c.page, c.row] = Run(pages, same=len(texts) == 1, sentence=sentence, sparse=sparse)


def _is_plain(layouts: Sequence[Layout], group: Sequence[Candidate]) -> bool:
    """Tell whether in a short document the same small line stands at the edge of its pages, far from the text."""
    if len(layouts) > SHORT or len({layouts[c.page].rows[c.row].text for c in group}) > 1:
        return False
    for c in group:
        row, layout = layouts[c.page].rows[c.row], layouts[c.page]
        if c.rank or c.y > 0.08 * layout.height or row.bold or LABELS.match(row.text):
            return False
        if row.size > sorted(other.size for other in layout.rows)[len(layout.rows) // 2]:
            return False
        if _touches_body(layout, c, [c], {}, near=2.5):
            return False
    return True


def _values_differ(texts: Iterable[str]) -> bool:
    """Tell whether the lines carry amounts or names that are not the same: they say something of their pages."""
    return len({(*_AMOUNT.findall(text), *_NAMED.findall(text)) for text in texts}) > 1


def _runs(group: Sequence[Candidate]) -> Iterator[Sequence[Candidate]]:
    """Yield the candidates that follow one another without many pages between them."""
    begin = 0
    for at in range(1, len(group) + 1):
        if at == len(group) or group[at].page - group[at - 1].page > 4 * REACH:
            yield group[begin:at]
            begin = at


def _is_sentence(text: str) -> bool:
    return text[-1] in ".;:。；：" and text.count(" ") >= 4 - 3 * is_cjk(text[-1])


def _distance(run: Run) -> float:
    """Return how many sizes a line has to keep from the body: less when it repeats often and exactly."""
    return 1.3 if run.same and run.pages >= LONG_RUN else 1.45


def _same_place(one: Candidate, other: Candidate, drift: float) -> bool:
    return 0 < abs(other.page - one.page) <= REACH and abs(other.y - one.y) <= drift


def _counts(layouts: Sequence[Layout], group: Sequence[Candidate]) -> bool:
    """Tell whether the digits in which the lines differ go up with the pages."""
    numbers = [tuple(map(int, DIGITS.findall(layouts[c.page].rows[c.row].text))) for c in group]
    width = len(numbers[0])
    if any(len(n) != width for n in numbers):
        return False
    for place in range(width):
        values = [n[place] for n in numbers]
        if len(set(values)) == 1:
            continue
        steps = [(b - a, q.page - p.page) for a, b, p, q in zip(values, values[1:], group, group[1:], strict=False)]
        right = sum(1 for value, page in steps if value == page)
        if right < 0.6 * len(steps):
            return False
    return True


def _rises(layouts: Sequence[Layout], group: Sequence[Candidate]) -> bool:
    """Tell whether the last or first number of the lines goes up as fast as the pages or faster: an excerpt's.

    Numbers of notes and exhibits go up slower.
    """
    numbers = [list(map(int, DIGITS.findall(layouts[c.page].rows[c.row].text))) for c in group]
    if not all(numbers):
        return False
    steps = [max(1, q.page - p.page) for p, q in pairwise(group)]
    return any(
        all(b[place] - a[place] >= step for (a, b), step in zip(pairwise(numbers), steps, strict=True))
        for place in (0, -1)
    )


def _are_totals(layouts: Sequence[Layout], group: Sequence[Candidate]) -> bool:
    return all(signs.goes_on_with_table(layouts[c.page], c.row) for c in group)


def _take_from_edge(
    layouts: Sequence[Layout],
    page: int,
    rows: Sequence[Candidate],
    strength: dict[tuple[int, int], Run],
    kinds: Kinds,
) -> list[Candidate]:
    """Mark the repeated rows of one side from the edge inwards, until the body begins; return those over columns."""
    layout, marked = layouts[page], kinds[page]
    taken: list[Candidate] = []
    heads: list[Candidate] = []
    for c in rows:
        run = strength.get((page, c.row))
        if c.row in marked:
            continue
        if run is not None and not run.sentence and not _stays(layout.rows[c.row], run.pages, len(layouts)):
            taken.append(c)
        elif taken or c.rank:
            break
    while taken:
        run = strength[page, taken[-1].row]
        if not _touches_body(layout, taken[-1], taken, marked, near=_distance(run), sparse=run.sparse):
            break
        taken.pop()
    own = {c.row for c in taken} | marked.keys()
    form = max((r.pages for c in rows if c.row not in own and (r := strength.get((page, c.row))) and r.same), default=0)
    # a form repeats more than its title
    taken = [c for c in taken if strength[page, c.row].pages > 2 * form or _is_small_print(layout, c, own)]
    for c in taken:
        if _heads_table(layout, c, taken):
            heads.append(c)
            continue
        text = layout.rows[c.row].text
        if text.startswith(("Source:", "SOURCE:")):
            marked[c.row] = "source_footer"
        else:
            marked[c.row] = "header" if c.side.startswith("top") else "footer"
    return heads


def _mark_over_tables(
    layouts: Sequence[Layout],
    places: Mapping[tuple[str, str], Sequence[Candidate]],
    heads: Sequence[Candidate],
    kinds: Kinds,
) -> None:
    """Mark what stands over columns by chance: on most pages the same row stands there over text."""
    chance = []
    for c in heads:
        row = layouts[c.page].rows[c.row]
        same = [
            o for o in places[c.side, c.text]
            if o.rank == c.rank and abs(o.y - c.y) < 2 and layouts[o.page].rows[o.row].edges[0] == row.edges[0]
        ]  # fmt: skip
        alike = [o for o in same if layouts[o.page].rows[o.row].text == row.text]
        if sum(o.row in kinds[o.page] for o in alike) > max(LONG_RUN, OVER_TEXT * len(alike)):
            chance.append(c)
    for c in chance:
        kinds[c.page][c.row] = "header"


def _is_small_print(layout: Layout, c: Candidate, apart: Collection[int]) -> bool:
    """Tell whether the row is far smaller than the text, which begins far from it."""
    row = layout.rows[c.row]
    rest = [other for at, other in enumerate(layout.rows) if at not in apart and other.turn == row.turn]
    if len(rest) < SPARSE or row.size > PRINT * sorted(other.size for other in rest)[len(rest) // 2]:
        return False
    return min(abs(other.base - row.base) for other in rest) > 2.5 * row.size


def _stays(row: PrintedRow, run: int, pages: int) -> bool:
    if signs.ends_sentence(row.text) or not any(map(str.isalnum, row.text)):
        return True
    if UNIT_LINE.match(row.text) and not row.text.startswith("Source"):
        return True
    if _CONTINUED.search(row.text) and run < 6:
        return True
    if LABELS.match(row.text) and run < 4 and pages > 4:
        return True
    figures = sum(1 for start, end in row.cells[1:] if is_figure(row.text[start:end]))
    return figures >= 2


def _touches_body(
    layout: Layout,
    c: Candidate,
    taken: Sequence[Candidate],
    marked: dict[int, SetApartKind],
    *,
    near: float = 1.45,
    sparse: bool = False,
) -> bool:
    """Tell whether the row stands as close to the body as lines to each other; ``sparse``: as this body's lines."""
    row = layout.rows[c.row]
    own = {other.row for other in taken} | set(marked)
    down = c.side.startswith("top")
    rest = [other.base for at, other in enumerate(layout.rows) if at not in own and other.turn == row.turn]
    distance = min((d for base in rest if (d := base - row.base if down else row.base - base) > 0), default=1e9)
    if sparse and len(rest) > 1:
        rest.sort()
        near = max(near, 1.1 * min(b - a for a, b in pairwise(rest)) / max(row.size, 1.0))
    return distance < near * row.size


def _heads_table(layout: Layout, c: Candidate, taken: Sequence[Candidate]) -> bool:
    """Tell whether a row of several cells stands over columns: the head of a table that goes on."""
    row = layout.rows[c.row]
    if len(row.cells) < 2 or not c.side.startswith("top"):
        return False
    own = {other.row for other in taken}
    below = [r for at, r in enumerate(layout.rows) if at not in own and r.base > row.base and r.turn == row.turn]
    near = sorted((r for r in below if r.base - row.base <= 3.5 * row.size), key=lambda r: r.base)[:3]
    return any(abs(a[1] - b[1]) < 4 or abs(a[0] - b[0]) < 4 or abs(sum(a) - sum(b)) < 8
               for r in near for a in row.edges[1:] for b in r.edges[1:])  # fmt: skip
