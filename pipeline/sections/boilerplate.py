"""Tells template text: single sentences by their wording, clauses by heading and wording together.

A guard in the same unit always wins: a cap, an exception or an amount is no template text, wherever it stands.
"None." under an item is an answer, so no rule speaks of it.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Self

import regex

from pipeline import dictionary
from pipeline.dictionary import Dictionary, Found, Scope
from pipeline.document import Boilerplate, Section, Unit
from pipeline.settings import Settings

_PROSE = ("sentence", "item", "footnote")
_SCOPES: dict[str, Scope] = {"heading": "heading", "row": "row"}
_CLAUSE_UNITS = 8
"""A template clause is short; a longer section under such a heading holds more than the template."""
_CLAUSE_SHARE = 0.6
_SPREAD_SHARE = 0.4
"""Of a clause's tokens, known by rules for the template of its heading; with less, it speaks of more than that."""
_MIXED = "miscellaneous"
"""Subtype of a section of several templates none of which makes up half of it."""
_LONGEST = 700
"""Characters; a template phrase inside a longer unit (text without stops) says little about the rest of it."""
_EVIDENCE = 80
_CONTENTS = "table_of_contents"
_CONTENTS_LINE = regex.compile(
    r"(?=.*\p{L}).{1,200}?(?:[\t.…·]\s*|\s)\(?(?:\p{Lu}{1,2}-)?(?:(?!(?:19|20)\d\d)\d{1,4}|[ivxlc]{1,6})\)?\s*"
)
"""Catches "2.1 Key findings\t5"; spares "The fee is due." and "It was signed on 6 January 2016"."""
_PLAIN = regex.compile(r"(?=.*\p{L}{3}.*\p{L}{3})\D+")
"""Words without a digit: a sentence of a template clause that no rule knows may hold anything but a figure."""
_OWN = regex.compile(
    r"(?i)^\W*(?:however|provided|except|unless|notwithstanding|nothing in|jedoch|allerdings|dies gilt nicht)\b"
    r"|\b(?:except|unless|other than|notwithstanding|provided,? (?:however,? )?that)\b"
    r"(?!.{0,60}\b(?:writing|written|signed))"
    r"|\b(?:shall|must|will|agrees? to)(?: (?!not\b)[\w,]+){0,3}? (?:return|deliver|pay|keep|maintain|provide|notify"
    r"|reimburse|destroy|furnish|supply|cease|refrain|disclose|purchase|sell|indemnify|surrender|transfer)\b"
)
"""Catches "However, the deposit is not refundable" and "each party shall return all copies", an exception and a duty of
their own under the heading of a template; spares "The parties shall then agree on another one"."""
_REFERENCE = regex.compile(r"\((?=\p{Lu}\p{L})(?<=\d[\d.]*(?:\(\w{1,3}\))* ?\()[^()]{3,90}\)")
"""Catches "(No Third-Party Beneficiaries)" after "20.06": the title of what is referred to."""
_REFERS = regex.compile(r"(?i)\b(?:paragraphs?|sections?|articles?|clauses?) \d")


@dataclass(frozen=True, slots=True)
class Rules:
    """Template rules and the guards that overrule them."""

    templates: Dictionary
    guards: Dictionary

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Load the kinds ``boilerplate``, ``guards`` and ``importance``; soft patterns overrule no template."""
        guards, _ = dictionary.load(("guards", "importance"), settings).parted()
        hard = tuple(entry for entry in guards.entries if entry.level != "soft" or entry.terms)
        return cls(dictionary.load("boilerplate", settings), Dictionary(hard))


def tag(
    units: Sequence[Unit], sections: Sequence[Section], *, rules: Rules, document_type: str
) -> tuple[tuple[Boilerplate, ...], tuple[Section, ...]]:
    """Return the template units in reading order, and the sections with their subtype where all is template."""
    titles = {section.heading for section in sections}
    texts = [unit.text if len(unit.text) <= _LONGEST or at in titles else "" for at, unit in enumerate(units)]
    found = rules.templates.find_all(
        [_words(text) if "(" in text else text for text in texts],
        [unit.language for unit in units],
        scopes=[_SCOPES.get(unit.kind, "sentence") for unit in units],
        document_type=document_type,
    )
    headings = _headings(sections, found)
    hits: dict[int, Found] = {}
    for index, candidates in enumerate(found):
        if candidates and len(units[index].text) <= _LONGEST:
            for hit in candidates:
                if hit.entry.level != "section":
                    hits.setdefault(index, hit)
    spread = dict(_spread(units, sections, headings=headings, rules=rules, document_type=document_type))
    guarded = _guarded(units, sorted({*hits, *spread}), rules=rules, document_type=document_type)
    tags = [
        Boilerplate(index, hit.entry.type, hit.entry.id, hit.term[:_EVIDENCE])
        for index, hit in sorted((spread | hits).items())
        if index not in guarded
    ]
    tags = sorted({*tags, *_contents(units, sections)})
    return tuple(tags), tuple(_typed(units, sections, tags=tags, rules=rules, document_type=document_type))


def _words(text: str) -> str:
    """Return the text without the titles of clauses that it refers to."""
    return _REFERENCE.sub("", text) if _REFERENCE.search(text) and _REFERS.search(text) else text


def _headings(sections: Sequence[Section], found: Sequence[Sequence[Found]]) -> dict[str, Found]:
    """Return the heading rule that each section's heading unit meets, by section id."""
    met: dict[str, Found] = {}
    for section in sections:
        for hit in found[section.heading] if section.heading is not None else ():
            if hit.entry.level == "section":
                met.setdefault(section.id, hit)
    return met


def _spread(
    units: Sequence[Unit], sections: Sequence[Section], *, headings: dict[str, Found], rules: Rules, document_type: str
) -> Iterable[tuple[int, Found]]:
    """Yield the sentences of a short clause whose heading and words agree on a template."""
    for section in sections:
        heading = headings.get(section.id)
        if heading is None:
            continue
        members = [index for index in range(section.first, section.end) if units[index].kind in _PROSE]
        if 0 < len(members) <= _CLAUSE_UNITS:
            texts = [f"{section.title.rstrip(' .:')}. {units[index].text}" for index in members]
            languages = [units[index].language for index in members]
            found = rules.templates.find_all(texts, languages, document_type=document_type)
            known = [
                index
                for index, hits in zip(members, found, strict=True)
                if any(hit.entry.type == heading.entry.type and hit.entry.level != "section" for hit in hits)
            ]
            if _weight(units, known) >= _SPREAD_SHARE * _weight(units, members) > 0:
                yield from ((index, heading) for index in members if _goes_with(units[index].text))


def _weight(units: Sequence[Unit], indices: Iterable[int]) -> int:
    return sum(units[index].tokens for index in indices)


def _goes_with(text: str) -> bool:
    """Tell whether a sentence that no rule knows may go with the template clause that it stands in."""
    return _PLAIN.fullmatch(text) is not None and _OWN.search(text) is None and not text.endswith((":", "："))


def _contents(units: Sequence[Unit], sections: Sequence[Section]) -> Iterable[Boilerplate]:
    """Yield the lines of a printed table of contents; the section tree says the same."""
    for section in sections:
        for index in range(section.first, section.end) if section.type == _CONTENTS else ():
            text = units[index].text
            if units[index].kind != "heading" and _CONTENTS_LINE.fullmatch(text):
                yield Boilerplate(index, _CONTENTS, "section.table_of_contents", text[:_EVIDENCE])


def _guarded(units: Sequence[Unit], indices: list[int], *, rules: Rules, document_type: str) -> set[int]:
    found = rules.guards.find_all(
        [units[index].text for index in indices],
        [units[index].language for index in indices],
        scopes=["sentence"] * len(indices),
        document_type=document_type,
    )
    return {index for index, hits in zip(indices, found, strict=True) if any(hit.entry.level != "soft" for hit in hits)}


def _typed(
    units: Sequence[Unit], sections: Sequence[Section], *, tags: list[Boilerplate], rules: Rules, document_type: str
) -> Iterable[Section]:
    """Yield every section, with the subtype that most of its tokens have where no guard speaks against it."""
    subtypes = {tag.unit: tag.subtype for tag in tags}
    tagged = sorted(subtypes)
    found: dict[str, str] = {}
    rests: dict[str, list[int]] = {}
    for section in sections:
        inside = tagged[bisect_left(tagged, section.first) : bisect_left(tagged, section.end)]
        weights: Counter[str] = Counter()
        for index in inside:
            if units[index].kind != "heading":
                weights[subtypes[index]] += units[index].tokens
        if not weights:
            continue
        members = [index for index in range(section.first, section.end) if units[index].kind != "heading"]
        if weights.total() >= _CLAUSE_SHARE * sum(units[index].tokens for index in members):
            most = min(weights, key=lambda name: (-weights[name], name))
            found[section.id] = most if 2 * weights[most] >= weights.total() else _MIXED
            rests[section.id] = [index for index in members if index not in subtypes]
    asked = sorted(set(chain.from_iterable(rests.values())))
    guarded = _guarded(units, asked, rules=rules, document_type=document_type)
    for section in sections:
        held = section.type != _CONTENTS and not guarded.isdisjoint(rests.get(section.id, ()))
        subtype = None if held else found.get(section.id)
        yield section if subtype == section.boilerplate else replace(section, boilerplate=subtype)
