"""The whole document's text as evidence: which words stand elsewhere, and by themselves."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice

from ahocorasick_rs import AhoCorasick

from pipeline.document import Page

_BEHIND = re.compile(r"[^\W_]|['’\-‐–&/]|[.,]\w")
"""What goes on behind a word that does not stand by itself."""


class Book:
    """The words of all pages, by what is asked of them; the text is put together at the first question."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Take the pages; nothing is computed yet."""
        self._pages = pages
        self._known: dict[str, bool] = {}
        self._alone: Counter[str] = Counter()

    @cached_property
    def _text(self) -> str:
        """The text with blanks for line ends and tabs."""
        whole = " ".join(["", *[page.text for page in self._pages], ""])
        return whole.replace("\n", " ").replace("\t", " ")

    @cached_property
    def _folded(self) -> str:
        return self._text.casefold()

    def look_up(self, words: Iterable[str]) -> None:
        """Find many words in one pass over the text, for questions that will come; rare ones, since each hit costs."""
        spellings: dict[str, str] = {}
        for word in words:
            folded = word.casefold()
            if folded not in self._known:
                self._known[folded] = False
                spellings.update(dict.fromkeys((word, folded, *_cased(folded)), folded))
        if not spellings:
            return
        text, asked = self._text, list(spellings)
        for at, start, end in AhoCorasick(asked).find_matches_as_indexes(text, overlapping=True):
            word, before = spellings[asked[at]], text[start - 1]
            if _is_han(word) or not (before.isalnum() or text[end].isalnum()):
                self._known[word] = True
            self._alone[word] += before == " " and _BEHIND.match(text, end) is None

    def has(self, word: str) -> bool:
        """Tell whether ``word`` stands somewhere by itself, in any case."""
        self.look_up([word])
        return self._known[word.casefold()]

    def stands(self, word: str, *, more_than: int) -> bool:
        """Tell whether ``word`` stands by itself so often; ``s`` does neither in ``3M's`` nor in ``U.S.`` here."""
        word = word.casefold()
        if word in self._known:
            return self._alone[word] > more_than
        alone = re.compile(f" {re.escape(word)}(?!{_BEHIND.pattern})").finditer(self._folded)
        return sum(1 for _ in islice(alone, more_than + 1)) > more_than


def _cased(folded: str) -> tuple[str, str, str]:
    """Return the other ways in which a word is printed: folding the whole text would cost more than the search."""
    return folded.capitalize(), folded.title(), folded.upper()


def _is_han(word: str) -> bool:
    return "\u4e00" <= word[0] <= "\u9fff"
