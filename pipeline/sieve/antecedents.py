"""Finds the sentences that begin with a word for what the sentence before names."""

from collections.abc import Iterator, Sequence

import regex

from pipeline.document import Document, Unit
from pipeline.sieve.guards import Served

_ITSELF = (
    r"(?i:(?:\w+[ -]){0,3}(?:agreement|amendment|annual|award|certificate|contract|deed|discussion|document|exhibit"
    r"|filing|form|guaranty|indenture|item|lease|letter|note|page|plan|prospectus|quarterly|report|schedule|section|table"
    r"|statement)\b)"
)
"""Documents and their parts, which "this" in front of them means; of several, some are meant that stand before."""
_STATEMENTS = r"(?i:(?:\w+[ -]){0,3}statements?\b)"
_EXPLETIVE = (
    r"(?:is|was|has been|will be|may be|could be|would be|remains) (?:not |also |our |the |\w+ly )*"
    r"(?:agreed|anticipated|believed|company|difficult|estimated|expected|important|impossible|intended|intention|likely"
    r"|necessary|policy|possible|practicable|practice|probable|uncertain|understood|unclear|unlikely)\b"
)
_POINTS = regex.compile(
    r"(?:He|She|His|Her|They|Their|Its|The (?:former|latter|foregoing|same))\b"
    rf"|(?:This\b(?! {_ITSELF})|(?:These|Those|Such)\b(?! {_STATEMENTS}))"
    r"|(?:In|Under|For|As|At|On|With|From|To|During|Of|By) "
    rf"(?:this\b(?! {_ITSELF})|(?:his|her|their|that|these|those|such)\b(?! {_STATEMENTS}))"
    rf"|It\b(?! {_EXPLETIVE})"
    r"|(?:Er|Sie|Ihre?[rsmn]?|Seine?[rsmn]?|Dies|Jene[rs]?|Deren|Dessen|Letztere[rs]?|Solche[rs]?)\b(?! Sie\b)"
    r"|(?:Hier|Da)(?:zu|von|für|bei|aus|raus|durch|gegen|rin)\b|Diese[rsmn]?\b(?! (?:Vertrag|Bericht|Abschnitt)\w*)"
    r"|该|其(?![他次它实])|上述|前述|此(?![外前次])|这|前者|后者|两者|他(?!方)|她"
)
"""Catches "He oversees all plants", "These awards vest", "该公司"; spares "This Agreement ends", "It is possible that",
"其他" and "此外"."""
_PERSON = regex.compile(r"(?:He|She|His|Her|In (?:his|her)|Er)\b|他(?!方)|她")
_PROSE = frozenset({"sentence", "item", "footnote"})


def points_back(text: str) -> bool:
    """Tell whether the first words stand for something that the sentence before names."""
    return _POINTS.match(text) is not None


def meant(units: Sequence[Unit], at: int) -> bool:
    """Tell whether the unit would be read of something else without the one before it."""
    unit, before = units[at], units[at - 1]
    prose = unit.kind in _PROSE and unit.kind == before.kind and unit.table is None and before.table is None
    return prose and points_back(unit.text)


def persons(document: Document) -> Iterator[Served]:
    """Yield (sentence, the next one) where the next one would be read of somebody else without the first."""
    units = document.units
    for at in range(1, len(units)):
        if _PERSON.match(units[at].text) and meant(units, at):
            yield at - 1, (at,)
