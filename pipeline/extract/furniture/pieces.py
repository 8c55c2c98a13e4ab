"""Marks running lines that a page shows in pieces: what stands over two columns falls apart with them."""

from collections import defaultdict
from collections.abc import Sequence

from pipeline.extract.furniture.candidates import REACH, Candidate, Kinds, masked
from pipeline.extract.layout import Layout

DRIFT = 2.0
"""Points that a piece may stand higher or lower than on the other pages, or farther left or right."""
ENOUGH = 2
"""Pages that show the line as a whole, or the other way round in the same pieces."""

Key = tuple[str, str]
Seen = dict[Key, list[tuple[int, float, float, float]]]


def mark_pieces(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> None:
    """Mark the rows whose every cell stands in a running line of neighbouring pages, in the same place."""
    open_rows = [
        c for page in candidates for c in page if c.row not in kinds[c.page] and c.side in ("top right", "bottom right")
    ]
    seen = _cells(layouts, candidates, kinds) if open_rows else {}
    for c in open_rows if seen else ():
        row = layouts[c.page].rows[c.row]
        cells = zip(c.text.split("\t"), row.edges, strict=False)
        if all(_stands(c, text, edges, seen) for text, edges in cells):
            kinds[c.page][c.row] = "header" if c.side.startswith("top") else "footer"


def _cells(layouts: Sequence[Layout], candidates: Sequence[Sequence[Candidate]], kinds: Kinds) -> Seen:
    """Return where the pages have the cells of their running lines: page, height and edges by side and text."""
    seen: Seen = defaultdict(list)
    for c in (c for page in candidates for c in page if kinds[c.page].get(c.row) in ("header", "footer")):
        row = layouts[c.page].rows[c.row]
        for (start, end), (x0, x1) in zip(row.cells, row.edges, strict=True):
            seen[c.side, masked(row.text[start:end])].append((c.page, c.y, x0, x1))
    return seen


def _stands(c: Candidate, text: str, edges: tuple[float, float], seen: Seen) -> bool:
    near = sum(
        0 < abs(page - c.page) <= REACH
        and abs(y - c.y) < DRIFT
        and (abs(x0 - edges[0]) < DRIFT or abs(x1 - edges[1]) < DRIFT)
        for page, y, x0, x1 in seen.get((c.side, text), ())
    )
    return near >= ENOUGH
