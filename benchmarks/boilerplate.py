"""Is what the rules call template text really that, and do they find the clauses that every contract carries?

Every document is read, split and placed by the product, then tagged by ``sections.boilerplate``: every third filing,
all contracts of contracts/cuad that have a PDF, all Chinese documents.

``precision``, ``graded``
    300 tagged units (lines of a table of contents left aside, they are easy), drawn over filings, contracts and
    Chinese documents (120, 120, 60; what one lacks the others give): of the distinct texts those with the smallest
    sha256, so that a change of rules changes few of them. Right means that a person who did not write the rules, shown
    the text alone, called it template text: wording that would stand alike in any document of its kind, so that a
    reader who decides on the deal or the company misses nothing. An exhibit index counts as a whole: its entries say
    where a document was filed, and what that document decides stands in the notes; an entry that names parties is
    spared by the rules all the same. Verdicts stand in ``boilerplate_verdicts.json`` as
    sha256 of the squashed text (its letters and digits in lower case); ``graded`` says how many of the 300 have one,
    precision is over those.
``recall``, ``recall_SUBTYPE``, ``clauses``
    Template clauses of contracts, told by their headings alone (``CLAUSES``), as a heading of their own or run in
    before the text, and only where no lawyer's label lies on them: the share of which at least half of the tokens are
    tagged.
``labelled_typed``
    lawyers' clauses (spans.dev) that touch a tagged unit wherever they stand in the document (a party's name stands
    in many places): has to be 0.
``cost_ratio``
    CPU time of the tagging as a multiple of ``get_text("dict")`` on the same documents in the same run.

``write_sheet(data, path)`` writes the texts that lack a verdict, one JSON object a line, and some more to spare.
"""

import gzip
import hashlib
import json
import re
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pymupdf

from pipeline import extract, sections, sentences
from pipeline.document import Boilerplate, Document, Section, Unit
from pipeline.sections import boilerplate
from pipeline.settings import Settings

VERDICTS = Path(__file__).with_name("boilerplate_verdicts.json")
DRAW = {"filings": 120, "contracts": 120, "zh": 60}
CLAUSES = {
    "counterparts": r"(?:execution in )?counterparts?(?:[;,] (?:facsimile|electronic)[\w ]*)?|electronic signatures?",
    "headings": r"headings?|captions?|titles and headings|gender(?: and number)?|number and gender",
    "severability": r"severability|severance|partial invalidity|separability",
    "entire_agreement": r"entire (?:agreement|understanding)|integration|complete agreement|whole agreement",
    "amendment_waiver": r"(?:no )?waivers?|non-?waiver|amendments?|amendments?(?: and |; ?|/)waivers?|modifications?",
    "further_assurances": r"further assurances?",
    "no_partnership": r"independent contractors?|no partnership|relationship of (?:the )?parties|no agency",
    "no_third_party_beneficiaries": r"(?:no )?third[- ]party beneficiar(?:y|ies)",
    "interpretation": r"construction|interpretation|rules of construction",
}
_NUMBER = r"\W*(?:(?:section|article|clause)\s*)?(?:\d[\d.]*|[IVX]+\.|\(?[A-Za-z]{1,2}[.)])?\W*"
_LONGEST_CLAUSE = 12
_HALF = 0.5
_SPARE = 12
"""Verdicts of each kind beyond the draw, so that a small change of rules finds them there."""
_SHORTEST_REST = 20
_CLAUSE_LETTERS = 20
"""A shorter label is a party's name or a date, which stand in many clauses."""


class Tagged(NamedTuple):
    """One document with what the rules said."""

    stratum: str
    document: Document
    tags: tuple[Boilerplate, ...]
    spans: list[dict[str, Any]]


class Hit(NamedTuple):
    """One tagged text."""

    key: str
    text: str
    subtype: str


def squash(text: str) -> str:
    """Return the letters and digits of ``text`` in lower case."""
    return "".join(character for character in text.lower() if character.isalnum())


def key_of(text: str) -> str:
    """Return the name of a text among the verdicts."""
    return hashlib.sha256(squash(text).encode()).hexdigest()


class Bench:
    """Prepares documents as the product does and keeps the CPU time of the tagging and of the raw read."""

    def __init__(self) -> None:
        settings = Settings()
        self._settings = settings
        self._before = (sentences.Splitter.open(settings), sections.Placer.open(settings))
        self._rules = boilerplate.Rules.open(settings)
        self.stage_s = 0.0
        self.raw_s = 0.0

    def tagged(self, path: Path, stratum: str, spans: list[dict[str, Any]]) -> Tagged:
        """Return the document with its template units."""
        document = extract.read(path, self._settings.extract)
        for stage in self._before:
            document = stage(document)
        started = time.process_time()
        tags, _ = boilerplate.tag(document.units, document.sections, rules=self._rules, document_type=document.type)
        self.stage_s += time.process_time() - started
        started = time.process_time()
        with pymupdf.open(stream=path.read_bytes(), filetype="pdf") as raw:
            for page in raw:
                page.get_text("dict")
        self.raw_s += time.process_time() - started
        return Tagged(stratum, document, tags, spans)


def documents(data: Path, bench: Bench) -> Iterator[Tagged]:
    """Yield every document measured."""
    for path in sorted((data / "filings" / "pdf").glob("*.pdf"))[::3]:
        yield bench.tagged(path, "filings", [])
    with gzip.open(data / "contracts" / "cuad" / "spans.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            path = data / "contracts" / "cuad" / (row["pdf"] or "-")
            if path.is_file():
                yield bench.tagged(path, "contracts", row["spans"])
    for path in sorted((data / "zh").rglob("*")):
        if path.suffix.lower() == ".pdf":
            yield bench.tagged(path, "zh", [])


def draw(hits: dict[str, dict[str, Hit]], *, spare: int = 0) -> list[Hit]:
    """Return the hits to grade: the smallest keys of each stratum, then of what is left; ``spare`` more of each."""
    drawn: dict[str, Hit] = {}
    wanted = {stratum: share + spare for stratum, share in DRAW.items()}
    for stratum, share in wanted.items():
        drawn.update(sorted(hits.get(stratum, {}).items())[:share])
    rest = sorted(item for found in hits.values() for item in found.items() if item[0] not in drawn)
    drawn.update(rest[: max(0, sum(wanted.values()) - len(drawn))])
    return sorted(drawn.values())


def labelled(tagged: Tagged) -> Iterator[tuple[str, list[set[int]]]]:
    """Yield the squashed text of each label, and the units that each of its occurrences touches."""
    ends: list[int] = []
    parts: list[str] = []
    for unit in tagged.document.units:
        parts.append(squash(unit.text))
        ends.append((ends[-1] if ends else 0) + len(parts[-1]))
    text = "".join(parts)
    for span in tagged.spans:
        wanted = squash(span["text"])
        starts = [match.start() for match in re.finditer(re.escape(wanted), text)] if len(wanted) > 3 else []
        touched = [set(range(bisect_right(ends, at), bisect_right(ends, at + len(wanted) - 1) + 1)) for at in starts]
        if touched:
            yield wanted, touched


def clauses(document: Document) -> Iterator[tuple[str, list[int]]]:
    """Yield subtype and prose units of every clause whose heading names a template."""
    units = document.units
    for index, unit in enumerate(units):
        subtype = _run_in(unit)
        if subtype is not None:
            yield subtype, [index]
    parents = {section.parent for section in document.sections}
    for section in document.sections:
        subtype = None if section.id in parents else _titled(section, units)
        members = [index for index in range(section.first, section.end) if units[index].kind in {"sentence", "item"}]
        members = [index for index in members if index != section.heading and _run_in(units[index]) is None]
        if subtype is not None and 0 < len(members) <= _LONGEST_CLAUSE:
            yield subtype, members


def _run_in(unit: Unit) -> str | None:
    for subtype, words in CLAUSES.items() if unit.kind != "heading" else ():
        match = re.match(rf"{_NUMBER}(?:{words})\s*[.:–—-]\s*(?=\S)", unit.text, re.IGNORECASE)
        if match is not None and len(unit.text) - match.end() >= _SHORTEST_REST:
            return subtype
    return None


def _titled(section: Section, units: tuple[Unit, ...]) -> str | None:
    if section.heading is None or units[section.heading].kind != "heading":
        return None
    for subtype, words in CLAUSES.items():
        if re.fullmatch(rf"{_NUMBER}(?:{words})\W*", section.title, re.IGNORECASE):
            return subtype
    return None


def typed(tagged: Tagged, members: Iterable[int]) -> bool:
    """Tell whether at least half of the tokens of some units are tagged."""
    hit = {tag.unit for tag in tagged.tags}
    units = tagged.document.units
    total = [(units[index].tokens, index in hit) for index in members]
    return sum(tokens for tokens, tags in total if tags) >= _HALF * sum(tokens for tokens, _ in total)


def collect(data: Path, bench: Bench) -> tuple[dict[str, dict[str, Hit]], Counter[str], Counter[str], int]:
    """Return the hits by stratum, all and typed template clauses by subtype, and the labelled clauses typed."""
    hits: dict[str, dict[str, Hit]] = {}
    found: Counter[str] = Counter()
    right: Counter[str] = Counter()
    wrong = 0
    for tagged in documents(data, bench):
        for tag in (tag for tag in tagged.tags if tag.subtype != "table_of_contents"):
            text = tagged.document.units[tag.unit].text
            hits.setdefault(tagged.stratum, {}).setdefault(key_of(text), Hit(key_of(text), text, tag.subtype))
        if tagged.stratum == "contracts":
            spans = list(labelled(tagged))
            hit = {tag.unit for tag in tagged.tags}
            wrong += sum(all(not hit.isdisjoint(units) for units in touched) for _, touched in spans)
            covered = {
                at for wanted, touched in spans if len(wanted) >= _CLAUSE_LETTERS for units in touched for at in units
            }
            for subtype, members in clauses(tagged.document):
                if covered.isdisjoint(members):
                    found[subtype] += 1
                    right[subtype] += typed(tagged, members)
    return hits, found, right, wrong


def measure(data: Path) -> dict[str, float]:
    """Measure precision by the stored verdicts, recall by headings, labelled clauses hit, and cost."""
    bench = Bench()
    hits, found, right, wrong = collect(data, bench)
    verdicts: dict[str, bool] = json.loads(VERDICTS.read_text("utf-8")) if VERDICTS.is_file() else {}
    graded = [verdicts[hit.key] for hit in draw(hits) if hit.key in verdicts]
    results = {
        "precision": sum(graded) / len(graded) if graded else 0.0,
        "graded": float(len(graded)),
        "recall": right.total() / found.total() if found else 0.0,
        "clauses": float(found.total()),
    }
    results |= {f"recall_{subtype}": right[subtype] / found[subtype] for subtype in sorted(found)}
    results |= {"labelled_typed": float(wrong), "cost_ratio": bench.stage_s / bench.raw_s if bench.raw_s else 0.0}
    return results


def write_sheet(data: Path, path: Path) -> int:
    """Write the drawn texts that nobody has graded yet; return how many."""
    hits, *_ = collect(data, Bench())
    verdicts: dict[str, bool] = json.loads(VERDICTS.read_text("utf-8")) if VERDICTS.is_file() else {}
    missing = [hit for hit in draw(hits, spare=_SPARE) if hit.key not in verdicts]
    lines = [json.dumps({"key": hit.key, "text": hit.text, "verdict": None}, ensure_ascii=False) for hit in missing]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return len(missing)
