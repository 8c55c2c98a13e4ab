"""Closes up words that a line end cuts at a hyphen, by what the whole document writes elsewhere."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.document import Edit, Page, Place
from pipeline.extract.book import Book
from pipeline.spans import Span

TYPESET = "\u2010"
"""The hyphen that programs set where they break a word themselves; typed ones are ``-``."""
ENOUGH = 3
"""Words known from elsewhere that a document breaks, from which it breaks words as a habit."""
MOSTLY = 4
"""Times that these are as many as the compounds it breaks."""
LONGEST = 60
"""Letters of a word."""
_SUSPENDED = r"(?:and|or|to|und|oder|bis|sowie|noch|als)\b"
# catches "recog-\nnition", "long-\nterm"; spares "10-\nK", "Anglo-\nAmerican"
_BROKEN = re.compile(rf"(?<![^\W\d_\u2010-])([^\W\d_]{{2,}})([-\u2010])\n(?!{_SUSPENDED})([^\W\d_]{{2,}})(?![^\W\d_-])")
# catches "long-\nterm", "2019-\n2021"; spares "short-\nand long-term"
_WRAPPED = re.compile(rf"(?<=[^\W_])[-\u2010](\n)(?!{_SUSPENDED})(?=[^\W_])")


class Habits:
    """Whether the document breaks words where its lines end, so that a hyphen there is none of the word's."""

    def __init__(self, pages: Sequence[Page], book: Book, *, also: Iterable[str] = ()) -> None:
        """Look at the hyphens of all line ends at once, and look ``also`` up in the same pass over the text."""
        self._book = book
        broken = [match for page in pages if has_some(page.text) for match in _matches(page.text)]
        self._tails = Counter(tail.casefold() for _, _, tail in broken)
        book.look_up([*also, *(word for head, _, tail in broken for word in (head + tail, f"{head}-{tail}"))])
        self.typeset = not any(_INSIDE.search(page.text) for page in pages if TYPESET in page.text)
        known = sum(self.is_known(head, tail) for head, _, tail in broken)
        compounds = sum(book.has(f"{head}-{tail}") for head, _, tail in broken)
        self._breaks = known >= ENOUGH and known >= MOSTLY * compounds
        if self._breaks:
            book.look_up(self._tails)

    def is_known(self, head: str, tail: str) -> bool:
        """Tell whether the document writes the whole word elsewhere, and never with a hyphen."""
        return self._book.has(head + tail) and not self._book.has(f"{head}-{tail}")

    def proof(self, head: str, hyphen: str, tail: str) -> str:
        """Return why the hyphen goes; nothing when it stays."""
        if not tail[0].islower():
            return ""
        if self.is_known(head, tail):
            return f"{head}{tail} stands elsewhere in the document, {head}-{tail} does not"
        if hyphen == TYPESET and self.typeset:
            return "the document has such hyphens at line ends only"
        if not self._breaks or self._book.has(f"{head}-{tail}") or self._are_words(head, tail):
            return ""
        return f"the document breaks words at line ends, and {head} and {tail} are not both words of it"

    def _are_words(self, head: str, tail: str) -> bool:
        own = self._tails[tail.casefold()]
        return self._book.stands(tail, more_than=own) and self._book.stands(head, more_than=0)


# catches "e‐mail"; spares "eval‐\nuate"
_INSIDE = re.compile("\u2010(?=[^\\s])")


def has_some(text: str) -> bool:
    """Tell whether some line ends with a hyphen."""
    return "-\n" in text or (not text.isascii() and f"{TYPESET}\n" in text)


def closed(page: Page, habits: Habits) -> Iterator[Edit]:
    """Close up words at line ends: without their hyphen when the document tells so, else with it.

    Of 26 such hyphens sampled in filings all belonged to the word.
    """
    for block in page.blocks:
        if block.kind == "table" or len(block.lines) < 2 or not has_some(page.text[slice(*block.span)]):
            continue
        joined: set[int] = set()
        for match in _BROKEN.finditer(page.text, *block.span):
            proof = habits.proof(*match.groups())
            if proof:
                joined.add(match.end(1))
                yield Edit(
                    Place(page.number, Span(match.end(1), match.end(2) + 1)), "", "character.hyphen", proof=proof
                )
        for match in _WRAPPED.finditer(page.text, *block.span):
            if match.start() not in joined:
                yield Edit(Place(page.number, Span(*match.span(1))), "", "character.hyphen_wrap")


def _matches(text: str) -> Iterable[tuple[str, str, str]]:
    """Yield the words that hyphens cut at line ends: head, hyphen, tail."""
    for hyphen in ("-", TYPESET):
        at = text.find(f"{hyphen}\n")
        while at >= 0:
            yield from _BROKEN.findall(text, max(0, at - LONGEST), at + LONGEST)
            at = text.find(f"{hyphen}\n", at + LONGEST)
