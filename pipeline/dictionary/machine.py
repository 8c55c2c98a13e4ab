"""Searches many texts of one language at once.

One Aho-Corasick pass over all of them finds the literal terms, and the literals without which a pattern cannot match;
so most patterns run on few texts.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import regex
from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from pipeline.dictionary.entries import GAP, MASK, Entry, Scope, compiled, compiled_source
from pipeline.spans import Span


class Found(NamedTuple):
    """Where an entry matched in one text."""

    entry: Entry
    span: Span
    term: str
    """The literal term of the entry, or the matched characters of a pattern."""


class _Literal(NamedTuple):
    """What a hit of one literal stands for."""

    open_left: bool
    """A Latin word character begins it, so none may stand before it."""
    open_right: bool
    terms: tuple[tuple[int, str], ...]
    """Index of the entry and its term."""
    patterns: tuple[int, ...]
    """Indices of the entries whose pattern can match where the literal stands."""


class _Candidate(NamedTuple):
    """A literal term somewhere in the joined texts; sorts by start, the longest first."""

    start: int
    minus_end: int
    text: int
    entry: int
    term: str


class Machine:
    """The entries of one language; compiles nothing before the first text."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        """Take the entries."""
        self.entries = entries
        self._scopes = [entry.scope for entry in entries]

    def find_all(self, texts: Sequence[str], scopes: Sequence[Scope] = ()) -> dict[int, list[Found]]:
        """Return what is found, by start, for the index of each text that holds anything."""
        found: dict[int, list[Found]] = {}
        plain = _plain("\n".join(texts))
        starts = [0]
        for text in texts:
            starts.append(starts[-1] + len(text) + 1)
        candidates, wanted = self._candidates(plain, starts, scopes)
        for hit in _longest(candidates, self.entries):
            entry, offset = self.entries[hit.entry], starts[hit.text]
            span = Span(hit.start - offset, -hit.minus_end - offset)
            found.setdefault(hit.text, []).append(Found(entry, span, hit.term))
        for number in self._always:
            wanted.update((index, number) for index in range(len(texts)) if self._holds(number, index, scopes))
        for index, number in sorted(wanted):
            text = plain[starts[index] : starts[index + 1] - 1]
            pattern, unless = self._pattern(number)
            match = pattern.search(text)
            if match is not None and match.end() > match.start() and not (unless and unless.search(text)):
                found.setdefault(index, []).append(Found(self.entries[number], Span(*match.span()), match.group()))
        for hits in found.values():
            hits.sort(key=_by_place)
        return found

    def _holds(self, number: int, index: int, scopes: Sequence[Scope]) -> bool:
        scope = self._scopes[number]
        return scope == "any" or not scopes or scope == scopes[index]

    @cached_property
    def _literals(self) -> tuple[list[_Literal], AhoCorasick | None]:
        terms: dict[str, list[tuple[int, str]]] = {}
        patterns: dict[str, list[int]] = {}
        for index, entry in enumerate(self.entries):
            for term in entry.terms:
                if GAP in term:
                    patterns.setdefault(_lower(_plain(max(term.split(GAP), key=len))), []).append(index)
                else:
                    terms.setdefault(_lower(_plain(term)), []).append((index, term))
            for need in entry.needs:
                patterns.setdefault(_lower(_plain(need)), []).append(index)
        words = sorted({*terms, *patterns})
        literals = [
            _Literal(_latin(word[0]), _latin(word[-1]), tuple(terms.get(word, ())), tuple(patterns.get(word, ())))
            for word in words
        ]
        if not words:
            return literals, None
        return literals, AhoCorasick(words, MatchKind.Standard, implementation=Implementation.DFA)

    @cached_property
    def _patterns(self) -> "dict[int, tuple[regex.Pattern[str], regex.Pattern[str] | None]]":
        return {}

    @cached_property
    def _always(self) -> list[int]:
        return [index for index, entry in enumerate(self.entries) if entry.pattern is not None and not entry.needs]

    def _candidates(
        self, plain: str, starts: list[int], scopes: Sequence[Scope]
    ) -> tuple[list[_Candidate], set[tuple[int, int]]]:
        """Return the literal terms of the joined texts, and which entry's pattern to try on which text."""
        literals, automaton = self._literals
        candidates: list[_Candidate] = []
        wanted: set[tuple[int, int]] = set()
        if automaton is None or len(starts) < 2:
            return candidates, wanted
        lowered = _lower(plain)
        text, until, size = 0, starts[1], len(lowered)
        for number, start, end in automaton.find_matches_as_indexes(lowered, overlapping=True):
            while end >= until:
                text += 1
                until = starts[text + 1]
            open_left, open_right, terms, patterns = literals[number]
            for entry in patterns:
                if self._holds(entry, text, scopes):
                    wanted.add((text, entry))
            if (
                not terms
                or (open_left and start and _latin(lowered[start - 1]))
                or (open_right and end < size and _latin(lowered[end]))
            ):
                continue
            for entry, term in terms:
                if self._holds(entry, text, scopes):
                    candidates.append(_Candidate(start, -end, text, entry, term))
        return candidates, wanted

    def _pattern(self, number: int) -> "tuple[regex.Pattern[str], regex.Pattern[str] | None]":
        patterns = self._patterns.get(number)
        if patterns is None:
            entry = self.entries[number]
            unless = None if entry.unless is None else compiled_source(entry, entry.unless)
            patterns = self._patterns[number] = (compiled(entry), unless)
        return patterns


def _longest(candidates: list[_Candidate], entries: Sequence[Entry]) -> Iterator[_Candidate]:
    """Yield hits by start; one that cuts a mask or lies under a longer one of its kind is left out."""
    candidates.sort()
    masked = _masked(candidates, entries)
    reached: dict[str, tuple[int, int]] = {}
    for hit in candidates:
        entry = entries[hit.entry]
        if entry.type == MASK or _cuts(hit, masked.get(entry.kind)):
            continue
        first, last = reached.get(entry.kind, (0, 0))
        if hit.start < -last and (hit.start, hit.minus_end) != (first, last):
            continue
        reached[entry.kind] = (hit.start, hit.minus_end)
        yield hit


def _masked(candidates: list[_Candidate], entries: Sequence[Entry]) -> dict[str, dict[int, _Candidate]]:
    """Return by kind the mask that covers a character."""
    masked: dict[str, dict[int, _Candidate]] = {}
    for hit in candidates:
        entry = entries[hit.entry]
        if entry.type == MASK:
            masked.setdefault(entry.kind, {}).update(dict.fromkeys(range(hit.start, -hit.minus_end), hit))
    return masked


def _cuts(hit: _Candidate, masked: dict[int, _Candidate] | None) -> bool:
    """Tell whether a term shares characters with a mask that it does not hold as a whole."""
    for place in range(hit.start, -hit.minus_end) if masked else ():
        mask = masked.get(place) if masked else None
        if mask is not None and not (hit.start <= mask.start and hit.minus_end <= mask.minus_end):
            return True
    return False


def _by_place(hit: Found) -> Span:
    return hit.span


def _plain(text: str) -> str:
    """Return ``text`` with plain apostrophes and hyphens; as long as before."""
    return text.replace("’", "'").replace("\u2011", "-").replace("\u2010", "-")


def _lower(text: str) -> str:
    """Return ``text`` in lower case; as long as before (``İ`` would become two characters)."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(small if len(small := character.lower()) == 1 else character for character in text)


def _latin(character: str) -> bool:
    return character.isalnum() and character < "\u2e80"
