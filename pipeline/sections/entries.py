"""Where in the body the entries of contents lists stand."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from statistics import median

from pipeline.document import Document, Line, Page
from pipeline.sections.contents import Contents, Entry, outside, title_key
from pipeline.sections.headings import Heading, Style
from pipeline.sections.numbering import read_label
from pipeline.sections.titles import folded, squash


def place_entries(
    document: Document, lists: list[Contents], headings: list[Heading]
) -> tuple[list[Heading], dict[int, Entry]]:
    """Return a heading for each entry of contents lists that stands in the body, one of ``headings`` or a new one.

    The second result maps ``id`` of a heading to its entry.
    """
    body = outside(headings, lists)
    by_key: dict[str, list[Heading]] = defaultdict(list)
    by_label: dict[tuple[str, tuple[int, ...]], list[Heading]] = defaultdict(list)
    for heading in body:
        if heading.form != "none":
            by_key[title_key(heading.title, heading.label)].append(heading)
        if heading.label is not None:
            for reading in heading.label.readings:
                by_label[reading.scheme, reading.path].append(heading)
    placed: list[Heading] = []
    entries: dict[int, Entry] = {}
    by_place = {heading.at: heading for heading in body}
    for each in lists:
        offset = _offset(document, each, by_key)
        spots = [_place(document, entry, offset, by_key, by_label, (each.end_page, each.end)) for entry in each.entries]
        for index, entry in enumerate(each.entries):
            spot = _with_children(each.entries, spots, index)
            if spot is None or (spot.form == "linked" and not each.printed):
                continue
            heading = spot if spot.form == "linked" else _known(by_place, spot, entry)
            if id(heading) not in entries:
                placed.append(heading)
                entries[id(heading)] = entry
    return placed, entries


def _known(by_place: dict[tuple[int, int], Heading], spot: Heading, entry: Entry) -> Heading:
    """Return the heading that already stands at the place, with the words of the list when it has none."""
    known = by_place.setdefault(spot.at, spot)
    if known.form == "none":
        bare = known.label is not None and squash(spot.title) == squash(known.label.text)
        known.title, known.form = entry.title if bare else spot.title, "own"
    return known


def _with_children(entries: tuple[Entry, ...], spots: list[Heading | None], index: int) -> Heading | None:
    """Return the heading of an entry; an item or chapter that no line names begins with the first entry under it."""
    entry, heading = entries[index], spots[index]
    if heading is not None and heading.form != "linked":
        return heading
    item = entry.label is not None and entry.label.scheme == "item"
    if not item and (heading is not None or entry.label is not None or entry.printed is None):
        return heading
    under = []
    for below, spot in zip(entries[index + 1 :], spots[index + 1 :], strict=True):
        if item and below.label is not None and below.label.scheme in ("item", "part"):
            break
        if not item and below.depth <= entry.depth:
            break
        if spot is not None:
            under.append(spot)
    first = min(under, key=lambda h: h.at, default=None)
    if first is None or (heading is not None and heading.at <= first.at):
        return heading
    made = Heading(first.page, first.start, first.start, first.y, first.x, entry.title, first.style, entry.label)
    made.form = "linked"
    return made


def _offset(document: Document, contents: Contents, by_key: dict[str, list[Heading]]) -> dict[str, int]:
    """Return the physical page of each printed page number that the list names."""
    labels = {page.label: page.number for page in document.pages if page.label}
    pairs = []
    for entry in contents.entries:
        if entry.printed is None or not entry.printed.isdigit():
            continue
        if entry.target is not None:
            pairs.append((int(entry.printed), entry.target[0]))
            continue
        near = [h.page for h in by_key.get(entry.key, ()) if h.page > contents.end_page]
        if len(near) == 1:
            pairs.append((int(entry.printed), near[0]))
    shift = round(median(page - printed for printed, page in pairs)) if pairs else 0
    shifts = Counter(page - printed for printed, page in pairs)
    if shifts and shifts.most_common(1)[0][1] > len(pairs) / 3:
        shift = shifts.most_common(1)[0][0]
    expected = {}
    for entry in contents.entries:
        if entry.printed is not None:
            if entry.printed in labels:
                expected[entry.printed] = labels[entry.printed]
            elif entry.printed.isdigit() and (pairs or not labels):
                expected[entry.printed] = int(entry.printed) + shift
    return expected


def _place(
    document: Document,
    entry: Entry,
    expected: dict[str, int],
    by_key: dict[str, list[Heading]],
    by_label: dict[tuple[str, tuple[int, ...]], list[Heading]],
    after: tuple[int, int],
) -> Heading | None:
    page = entry.target[0] if entry.target else expected.get(entry.printed or "", 0)
    y = entry.target[1] if entry.target else None
    same = [h for h in by_key.get(entry.key, ()) if h.at >= after]
    chosen = _nearest(same, page, y, reach=2 if entry.target else 3) if page else (same[0] if len(same) == 1 else None)
    if chosen is None and page and entry.label is not None:
        alike = [h for r in entry.label.readings for h in by_label.get((r.scheme, r.path), ()) if _akin(h, entry)]
        chosen = _nearest(alike, page, y, reach=1)
    if chosen is None and page:
        chosen = _in_text(document, entry, page, y, after)
    return chosen


def _akin(heading: Heading, entry: Entry) -> bool:
    mine = title_key(heading.title, heading.label)
    if entry.label is not None and entry.label.scheme in ("item", "part", "note", "article"):
        return heading.first
    shared = min(len(mine), len(entry.key), 12)
    return heading.first and shared > 0 and mine[:shared] == entry.key[:shared]


def _nearest(found: Iterable[Heading], page: int, y: float | None, *, reach: int) -> Heading | None:
    def distance(heading: Heading) -> tuple[float, float]:
        away = abs(heading.page - page) + (0.1 if heading.page < page else 0)
        return (away, abs(heading.y - y) if y is not None and heading.page == page else 0)

    close = [h for h in found if abs(h.page - page) <= reach]
    return min(close, key=distance, default=None)


def _in_text(document: Document, entry: Entry, page: int, y: float | None, after: tuple[int, int]) -> Heading | None:
    """Return the line near ``page`` that says the entry's title though nothing sets it off."""
    if len(entry.key) < (4 if entry.key.isascii() else 2):
        return None
    whole = squash(entry.title)
    for number in (page, page + 1, page - 1):
        if not 1 <= number <= len(document.pages):
            continue
        for line, shown in lines_of(document.pages[number - 1]):
            flat = squash(shown)
            if (number, line.span.start) < after:
                continue
            if flat and (
                flat in (entry.key, whole)
                or (len(flat) > 12 and (whole.startswith(flat) or entry.key.startswith(flat)))
            ):
                return _plain(number, line, shown)
    return _at_target(document, entry, y) if entry.target is not None else None


def _at_target(document: Document, entry: Entry, y: float | None) -> Heading | None:
    """Return a heading for a linked entry whose title does not stand in the body, at the line the link leads to."""
    assert entry.target is not None
    if not 1 <= entry.target[0] <= len(document.pages) or len(entry.title) > 200:
        return None
    page = document.pages[entry.target[0] - 1]
    lines = list(lines_of(page))
    if not lines:
        return None
    inside = y is not None and 0 < y < page.height
    line, _ = min(lines, key=lambda each: abs(each[0].box[1] - y)) if inside and y is not None else lines[0]
    made = _plain(page.number, line, entry.title)
    made.end, made.form, made.label = line.span.start, "linked", entry.label
    return made


def lines_of(page: Page) -> Iterable[tuple[Line, str]]:
    """Yield the lines of a page with their text."""
    for block in page.blocks:
        for line in block.lines:
            yield line, page.text[line.span.start : line.span.end]


def _plain(number: int, line: Line, shown: str) -> Heading:
    style = Style(round(line.size * 2) / 2, line.bold, line.italic, shown.isupper())
    return Heading(
        number,
        line.span.start,
        line.span.end,
        line.box[1],
        line.box[0],
        folded(shown),
        style,
        read_label(shown),
        strength=1,
    )
