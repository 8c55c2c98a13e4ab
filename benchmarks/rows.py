"""How whole table rows, columns and words come through reading, beside other readers of the same pages.

Truth is made from the words of ``page.get_text("words")`` by code that shares nothing with ``pipeline.extract``:

* a row: words whose middles lie within .4 of the first one's height; a label with a letter in it and no gap wider
  than 2 heights, then figures and their signs, at least two figures, not all of them years or dashes, each more than
  one height from the next, then what stands there up to a label with two figures of its own, and on pages with two
  columns (four lines a side) up to where the right one begins; rows that another word reaches into (a raised marker
  makes words taller) are left out.
* kept: some line of the page's body text holds label and figures in order; clean: and nothing else. Compared without
  blanks, leader dots and note markers such as ``(a)``.
* column switches: on pages where at least eight lines stand on both sides of a gutter, how often the words that stand
  there once (five letters or more) change sides in the order of the text.
* recall: words and words with a digit found again in body and set-apart text, as multisets, parted at every blank that
  Unicode knows (MuPDF leaves thin ones inside its words); a word that is cut into two (one struck, one not) or grown
  together with another still counts where its characters stand.
* uncut: the same, but as a word of its own.

``rows_*`` and ``switches_*`` of the other readers are measured on every tenth page; pymupdf4llm on a few pages only.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple

import pymupdf
import pypdfium2
import regex

from pipeline.extract import read
from pipeline.settings import ExtractSettings

_FIGURE = regex.compile(r"[$€£(–—-]*\d[\d,]*(?:\.\d+)?[)%]*|[–—-]|N/?[AM]")
_YEAR = regex.compile(r"(?:19|20)\d\d")
_SIGN = regex.compile(r"[$€£(%)]{1,3}|\(?[$€£]\(?|\)%")
_MARKER = regex.compile(r"\([a-z0-9]{1,2}\)|[*†‡]")
_LEADER = regex.compile(r"\.{4,}|…{2,}")
PEER_STEP = 10
SLOW_PAGES = 12


class Word(NamedTuple):
    """One word of the page."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str


class Tally(NamedTuple):
    """What one reader made of the pages."""

    rows: list[int]
    """Of each true row: 0 torn, 1 whole, 2 whole and clean."""
    switches: list[int]


def measure(data: Path) -> dict[str, Any]:
    """Return the shares in percent and the mean number of column switches."""
    ours = Tally([], [])
    peers = {name: Tally([], []) for name in ("pypdfium2", "pymupdf_sort", "pymupdf4llm")}
    words: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
    slow = 0
    for path in sorted((data / "filings" / "pdf").glob("*.pdf")):
        document = read(path, ExtractSettings(ocr="never"))
        apart: dict[int, list[str]] = {}
        for entry in document.set_apart:
            apart.setdefault(entry.page, []).append(entry.text)
        with pymupdf.open(path) as file:
            for page in document.pages:
                seen = _words(file[page.number - 1])
                _recall(seen, [page.text, *apart.get(page.number, [])], words)
                _judge(ours, seen, page.text)
                if page.number % PEER_STEP == 0:
                    for name, text in _peers(path, file[page.number - 1]):
                        _judge(peers[name], seen, text)
                    if page.number % (20 * PEER_STEP) == 0 and slow < SLOW_PAGES and true_rows(seen):
                        slow += 1
                        _judge(peers["pymupdf4llm"], seen, _markdown(file, page.number - 1))
    results = {
        f"{kind}_{share}": 100 * tally[kind] / max(1, words[0][kind])
        for kind in ("word", "number")
        for share, tally in zip(("recall", "uncut"), words[1:], strict=True)
    }
    results |= _shares("", ours) | {"true_rows": len(ours.rows), "two_column_pages": len(ours.switches)}
    for name, tally in peers.items():
        results |= _shares(f"_{name}", tally)
    return results


def _shares(suffix: str, tally: Tally) -> dict[str, float]:
    total = max(1, len(tally.rows))
    shares = {
        f"rows_whole{suffix}": 100 * sum(1 for row in tally.rows if row) / total,
        f"rows_clean{suffix}": 100 * sum(1 for row in tally.rows if row == 2) / total,
    }
    return shares | ({f"switches{suffix}": mean(tally.switches)} if tally.switches else {})


def _words(page: pymupdf.Page) -> list[Word]:
    box = page.rect
    return [
        Word(*word[:5])
        for word in page.get_text("words")
        if word[0] < box.x1 and word[1] < box.y1 and word[2] > 0 and word[3] > 0
    ]


def _judge(tally: Tally, words: Sequence[Word], text: str) -> None:
    lines = [_squash(line) for line in text.split("\n")]
    exact, whole = set(lines), "\n".join(lines)
    gutter = _gutter(words)
    for row in true_rows(words, gutter):
        wanted = _squash("".join(word.text for word in row))
        tally.rows.append(2 if wanted in exact else 1 if wanted in whole else 0)
    sides = column_sides(words)
    if sides:
        order = [sides[token] for token in text.split() if token in sides]
        tally.switches.append(sum(1 for a, b in pairwise(order) if a != b))


def _squash(text: str) -> str:
    return _LEADER.sub("", _MARKER.sub("", "".join(text.replace("|", "").replace("**", "").split())))


def _recall(words: Sequence[Word], texts: Sequence[str], tallies: Sequence[Counter[str]]) -> None:
    """Add up the words, those found in ``texts``, and those found there as words of their own."""
    total, found, uncut = tallies
    have = Counter(token for text in texts for token in text.split())
    together = "\n".join("".join(text.split()) for text in texts)
    want = Counter(part for word in words if not _LEADER.search(word.text) for part in word.text.split())
    for token, count in want.items():
        seen = count if have[token] >= count else max(have[token], min(count, together.count(token)))
        if seen < count and any(have[token[:at]] and have[token[at:]] for at in range(1, len(token))):
            seen = count
        for kind in ("word", "number") if any(c.isdigit() for c in token) else ("word",):
            total[kind] += count
            found[kind] += seen
            uncut[kind] += min(count, have[token])


def true_rows(words: Sequence[Word], gutter: tuple[float, float] | None = None) -> list[list[Word]]:
    """Return the table rows that the words of a page make."""
    found = []
    for line in _baselines(words):
        row = _row(line, gutter)
        if row and not _is_touched(row, words):
            found.append(row)
    return found


def _baselines(words: Sequence[Word]) -> list[list[Word]]:
    """Return the words by line: those whose middle lies in the inner 80 % of the line's tallest word."""
    lines: list[list[Word]] = []
    bounds: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda word: (word.y0 + word.y1, word.x0)):
        middle, height = (word.y0 + word.y1) / 2, word.y1 - word.y0
        if lines and bounds[-1][0] <= middle <= bounds[-1][1]:
            lines[-1].append(word)
            continue
        lines.append([word])
        bounds.append((middle - 0.4 * height, middle + 0.4 * height))
    return [sorted(line, key=lambda word: word.x0) for line in lines]


def _row(line: Sequence[Word], gutter: tuple[float, float] | None) -> list[Word]:
    """Return the label and figures that ``line`` begins with; empty when it is no table row."""
    at = _label_end(line)
    if at == 0 or at == len(line) or line[at].x0 - line[at - 1].x1 < line[0].y1 - line[0].y0:
        return []
    figures: list[Word] = []
    for word in line[at:]:
        if _FIGURE.fullmatch(word.text):
            if figures and word.x0 - figures[-1].x1 < line[0].y1 - line[0].y0:
                return []
            figures.append(word)
        elif not (_SIGN.fullmatch(word.text) or _MARKER.fullmatch(word.text)):
            beyond = gutter is not None and line[0].x0 < gutter[0] and abs(word.x0 - gutter[1]) < 15
            at = at if beyond or _begins_table(line[at:]) else len(line)
            break
        at += 1
    if len(figures) < 2 or all(_YEAR.fullmatch(word.text) or not any(map(str.isdigit, word.text)) for word in figures):
        return []
    row = list(line[:at])
    while _SIGN.fullmatch(row[-1].text) and row[-1].text in "$€£(":
        row.pop()
    return row


def _label_end(line: Sequence[Word]) -> int:
    """Return how many words the label has that ``line`` begins with; 0 when there is none."""
    height = line[0].y1 - line[0].y0
    at = 0
    while at < len(line) and not _FIGURE.fullmatch(line[at].text) and not _SIGN.fullmatch(line[at].text):
        if at and line[at].x0 - line[at - 1].x1 > 2 * height:
            return 0
        at += 1
    return at if any(c.isalpha() for word in line[:at] for c in word.text) else 0


def _is_touched(row: Sequence[Word], words: Sequence[Word]) -> bool:
    """Tell whether a word that is not of the row reaches into it, such as one with a raised marker: no clear truth."""
    own = set(row)
    top, bottom = min(word.y0 for word in row), max(word.y1 for word in row)
    return any(
        word.x0 < row[-1].x1
        and word.x1 > row[0].x0
        and min(word.y1, bottom) - max(word.y0, top) > 0.4 * (word.y1 - word.y0)
        for word in words
        if word not in own
    )


def _begins_table(line: Sequence[Word]) -> bool:
    """Tell whether the words behind figures are the label of a second table beside the first: two figures follow."""
    figures = [word for word in line if _FIGURE.fullmatch(word.text)]
    return line[0].text[0].isupper() and len(figures) >= 2


def _runs(words: Sequence[Word]) -> list[list[Word]]:
    """Return the words of each baseline, parted at gaps wider than 1.2 heights."""
    runs = []
    for line in _baselines(words):
        run = [line[0]]
        for word in line[1:]:
            if word.x0 - run[-1].x1 > 1.2 * (word.y1 - word.y0):
                runs.append(run)
                run = []
            run.append(word)
        runs.append(run)
    return runs


def _gutter(words: Sequence[Word], lines: int = 4) -> tuple[float, float] | None:
    """Return the x between two columns with at least ``lines`` lines each, and the right one's left edge."""
    runs = _runs(words)
    prose = [
        run for run in runs if len(run) >= 5 and sum(any(c.isdigit() for c in w.text) for w in run) < 0.4 * len(run)
    ]
    if not prose:
        return None
    middle = (min(word.x0 for word in words) + max(word.x1 for word in words)) / 2
    on_left = [run for run in prose if run[-1].x1 < middle + 10]
    on_right = [run for run in prose if run[0].x0 > middle - 10]
    if len(on_left) < lines or len(on_right) < lines:
        return None
    gutter = (max(run[-1].x1 for run in on_left) + min(run[0].x0 for run in on_right)) / 2
    across = sum(1 for run in runs if run[0].x0 < gutter - 5 and run[-1].x1 > gutter + 5)
    beside = sum(1 for run in on_left if any(abs(run[0].y1 - other[0].y1) < 12 for other in on_right))
    edge = Counter(round(run[0].x0) for run in on_right).most_common(1)[0][0]
    return (gutter, edge) if beside >= lines and across <= len(on_left) else None


def column_sides(words: Sequence[Word]) -> dict[str, str]:
    """Return, on a page of two columns, the side of each word that stands there once; else nothing."""
    columns = _gutter(words, lines=8)
    if columns is None:
        return {}
    gutter = columns[0]
    crossing = {word.text for run in _runs(words) if run[0].x0 < gutter - 5 and run[-1].x1 > gutter + 5 for word in run}
    counts = Counter(word.text for word in words)
    return {
        word.text: "left" if word.x1 < gutter else "right"
        for word in words
        if counts[word.text] == 1 and len(word.text) >= 5 and word.text.isalpha() and word.text not in crossing
    }


def _peers(path: Path, page: pymupdf.Page) -> Iterable[tuple[str, str]]:
    yield "pymupdf_sort", page.get_text(sort=True)
    file = pypdfium2.PdfDocument(path)
    text = file[page.number].get_textpage()
    yield "pypdfium2", text.get_text_range().replace("\r", "")
    text.close()
    file.close()


def _markdown(file: pymupdf.Document, index: int) -> str:
    import pymupdf4llm  # noqa: PLC0415  slow to load, and only here

    convert: Callable[..., str] = pymupdf4llm.to_markdown
    return convert(file, pages=[index], show_progress=False, use_ocr=False)
