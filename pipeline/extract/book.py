"""The whole document's words as evidence: which stand elsewhere, and by themselves."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from pipeline.document import Page

_BEHIND = re.compile(r"[^\W_]|['’\-‐–&/]|[.,]\w")
"""What goes on behind a word that does not stand by itself."""
SHORT = 2
"""Letters of a piece with which many words begin."""
_SHORT = re.compile(rf"\n([^\W_]{{1,{SHORT}}})(?!{_BEHIND.pattern})[^\n]*")


class Book:
    """What is printed between two blanks on any page, put together when evidence is first asked for."""

    def __init__(self, pages: Sequence[Page]) -> None:
        """Take the pages; nothing is computed yet."""
        self._pages = pages
        self._known: dict[str, bool] = {}

    @cached_property
    def _counts(self) -> Counter[str]:
        whole = " ".join([page.text for page in self._pages])
        return Counter(whole.replace("\n", " ").replace("\t", " ").casefold().split(" "))

    @cached_property
    def _different(self) -> str:
        """One of each: a tenth of the text to look through."""
        return "\n".join(["", *self._counts, ""])

    def has(self, word: str) -> bool:
        """Tell whether ``word`` stands somewhere by itself, in any case."""
        word = word.casefold()
        if word not in self._known:
            self._known[word] = _stands(self._different, word)
        return self._known[word]

    @cached_property
    def _short(self) -> Counter[str]:
        """How often each piece of a letter or two stands by itself: too many words begin with it to look for it."""
        found: Counter[str] = Counter()
        for match in _SHORT.finditer(self._different):
            found[match[1]] += self._counts[match.group()[1:]]
        return found

    def stands(self, word: str, *, more_than: int) -> bool:
        """Tell whether ``word`` stands by itself so often; ``s`` does neither in ``3M's`` nor in ``U.S.`` here."""
        text, word = self._different, word.casefold()
        if len(word) <= SHORT:
            return self._short[word] > more_than
        found, at = 0, text.find(f"\n{word}")
        while at >= 0 and found <= more_than:
            end = at + 1 + len(word)
            if _BEHIND.match(text, end) is None:
                found += self._counts[text[at + 1 : text.index("\n", end)]]
            at = text.find(f"\n{word}", end)
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
