"""Cleans characters by edits: ligatures, invisible ones, private bullets, spaced letters, hyphens at line ends.

Nothing is changed without evidence, and the text as read stays as it is.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise

from pipeline.document import Edit, Page, Place
from pipeline.extract import blanks, breaks, hyphens
from pipeline.extract.book import Book
from pipeline.extract.fonts import PRIVATE_SIGNS
from pipeline.spans import Span

_LIGATURES = dict(zip("ﬀﬁﬂﬃﬄﬅﬆ", ("ff", "fi", "fl", "ffi", "ffl", "st", "st"), strict=True))
_WINDOWS = {code: bytes([code]).decode("cp1252", "ignore") for code in range(128, 160)}
"""What a file means that states Windows' codes as Unicode's: 0x93 is a quotation mark."""

_INVISIBLE = "\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_STRANGE = re.compile(
    rf"[\ufb00-\ufb06\u00ad{_INVISIBLE}\u200c\u200d\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f{_SPACES}\ue000-\uf8ff]"
)
"""One class of characters, not an alternation of kinds: ten times as fast, and nearly every page goes through it."""
_IS_INVISIBLE = re.compile(f"[{_INVISIBLE}\u200c\u200d]")
_IS_SPACE = re.compile(f"[{_SPACES}]")
_NEEDS_JOINERS = re.compile("[\u0600-\u0dff]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# catches "C O N T E N T S"; spares "Plan A B"
_SPACED = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_]){3,}(?!\S)")
EVEN = 8
"""Letters from which a title set wide needs no other place in the document: lists of single letters are shorter."""
_VOWEL = re.compile("[AEIOUYÄÖÜÁÉÍÓÚ]")
# catches "目 录", "总 则"; spares "第一条 甲方"
_MAY_BE_SPACED = re.compile(r" \S \S \S")
_SPACED_HAN = re.compile(r"(?<![\u4e00-\u9fff])[\u4e00-\u9fff](?: [\u4e00-\u9fff]){1,3}(?!\S)")


def clean(
    pages: Sequence[Page], *, also: Iterable[Edit] = (), western: Collection[int] = frozenset()
) -> tuple[Edit, ...]:
    """Return the edits of all ``pages`` in the order of their places, those of ``also`` among them.

    ``western`` are the numbers of pages that are known to hold no other script.
    """
    book = Book(pages)
    edits = list(also)
    gaps = blanks.doubtful(pages)
    habits = hyphens.Habits(pages, book, also=[word for gap in gaps for word in gap.joined])
    for page in pages:
        text = page.text
        if not text.isascii() or _CONTROL.search(text):
            edits.extend(_strange(page))
        if hyphens.has_some(text):
            edits.extend(hyphens.closed(page, habits))
        edits.extend(_spaced(page, book))
        if page.number not in western:
            edits.extend(_spaced_han(page, book))
    edits.extend(blanks.closed(gaps, book))
    edits.extend(breaks.closed(pages, habits))
    edits.sort(key=lambda edit: edit.place)
    return tuple(_apart(edits))


def _strange(page: Page) -> Iterator[Edit]:
    text = page.text
    for match in _STRANGE.finditer(text):
        at, char = match.start(), match.group()
        end = at + 1
        if char in _LIGATURES:
            kind, after = "ligature", _LIGATURES[char]
        elif char == "\u00ad":
            kind, after, end = "soft_hyphen", "", end + (text[end : end + 1] == "\n" and _in_block(page, end))
        elif _IS_SPACE.match(char):
            kind, after = "space", " "
        elif char >= "\ue000":
            if char not in PRIVATE_SIGNS and not _IS_INVISIBLE.match(char):
                continue
            kind, after = "private", PRIVATE_SIGNS.get(char, "")
        elif _IS_INVISIBLE.match(char):
            if char in "\u200c\u200d" and _NEEDS_JOINERS.match(text, at - 1 if at else 0):
                continue
            kind, after = "invisible", ""
        else:
            after = _WINDOWS.get(ord(char), "")
            kind = "windows" if after else "control"
        yield Edit(Place(page.number, Span(at, end)), after, f"character.{kind}")


def _in_block(page: Page, at: int) -> bool:
    """Tell whether a paragraph goes on behind the line end at ``at``."""
    return any(block.kind != "table" and block.span.start <= at < block.span.end for block in page.blocks)


def _spaced(page: Page, book: Book) -> Iterator[Edit]:
    """Close up letters that are set wide, when the words they make stand elsewhere in the document."""
    for match in _SPACED.finditer(page.text) if _MAY_BE_SPACED.search(page.text) else ():
        words = list(_by_gaps(page, match.start(), match.end()))
        known = all(len(letters) > 1 and book.has("".join(page.text[at] for at in letters)) for letters in words)
        if known or _is_set_wide(page, words):
            proof = "the closed-up words stand elsewhere in the document" if known else "the letters stand evenly apart"
            for letters in words:
                for at, following in pairwise(letters):
                    place = Place(page.number, Span(at + 1, following))
                    yield Edit(place, "", "character.letter_spaced", proof=proof)


def _spaced_han(page: Page, book: Book) -> Iterator[Edit]:
    """Close up Chinese characters that are set wide, when the word they make stands elsewhere."""
    for match in _SPACED_HAN.finditer(page.text):
        word = match.group().replace(" ", "")
        if book.has(word):
            for at in range(match.start() + 1, match.end(), 2):
                proof = f"{word} stands elsewhere in the document"
                yield Edit(Place(page.number, Span(at, at + 1)), "", "character.letter_spaced", proof=proof)


def _by_gaps(page: Page, start: int, end: int) -> Iterator[list[int]]:
    """Yield the offsets of the letters of each word: a gap half as wide again as the usual one parts words."""
    at = {offset: index for index, offset in enumerate(page.words.starts) if start <= offset < end}
    letters = list(range(start, end, 2))
    if any(offset not in at for offset in letters):
        yield letters
        return
    boxes = page.words.boxes
    pitch = [boxes[4 * at[b]] - boxes[4 * at[a] + 2] for a, b in pairwise(letters)]
    usual = sorted(pitch)[len(pitch) // 2]
    word = [letters[0]]
    for gap, offset in zip(pitch, letters[1:], strict=True):
        if gap > 1.5 * usual + 0.5:
            yield word
            word = []
        word.append(offset)
    yield word


def _is_set_wide(page: Page, words: Sequence[Sequence[int]]) -> bool:
    """Tell whether the letters make words by their look alone: evenly apart, capitals with vowels, no alphabet."""
    spelled = ["".join(page.text[at] for at in letters) for letters in words]
    return sum(map(len, spelled)) >= EVEN and all(
        word.isupper() and len(word) > 1 and _VOWEL.search(word) is not None and sorted(word) != list(word)
        for word in spelled
    )


def _apart(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Drop an edit that reaches into the one before it."""
    last: Place | None = None
    for edit in edits:
        if last is None or last.page != edit.place.page or edit.place.span.start >= last.span.end:
            yield edit
            last = edit.place
