"""The whole document's text as evidence: which words stand elsewhere, and by themselves."""

import re
from collections.abc import Sequence
from itertools import islice

from pipeline.document import Page

_BEHIND = re.compile(r"[^\W_]|['’\-‐–&/]|[.,]\w")
"""What goes on behind a word that does not stand by itself."""
SHORT = 2
"""Letters of a piece with which many words begin."""


class Book:
    """The text of all pages, put together when evidence is first asked for."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Take the pages; nothing is computed yet."""
        self._pages = pages
        self._text: str | None = None
        self._known: dict[str, bool] = {}

    @property
    def text(self) -> str:
        """The casefolded text with blanks for line ends and tabs."""
        if self._text is None:
            whole = " ".join([page.text for page in self._pages])
            self._text = whole.replace("\n", " ").replace("\t", " ").casefold()
        return self._text

    def has(self, word: str) -> bool:
        """Tell whether ``word`` stands somewhere by itself, in any case."""
        word = word.casefold()
        if word not in self._known:
            self._known[word] = _stands(self.text, word)
        return self._known[word]

    def stands(self, word: str, *, more_than: int) -> bool:
        """Tell whether ``word`` stands by itself so often; ``s`` does neither in ``3M's`` nor in ``U.S.`` here."""
        text, word = self.text, word.casefold()
        if len(word) <= SHORT:  # a find for each word that begins so costs ten times the expression
            alone = re.compile(f" {re.escape(word)}(?!{_BEHIND.pattern})").finditer(text)
            return sum(1 for _ in islice(alone, more_than + 1)) > more_than
        found, at = 0, text.find(f" {word}")
        while at >= 0 and found <= more_than:
            end = at + 1 + len(word)
            found += _BEHIND.match(text, end) is None
            at = text.find(f" {word}", end)
        return found > more_than


def _stands(text: str, word: str) -> bool:
    han = "\u4e00" <= word[0] <= "\u9fff"
    at = text.find(word)
    while at >= 0:
        end = at + len(word)
        if han or not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return True
        at = text.find(word, end)
    return False
