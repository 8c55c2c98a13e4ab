"""Reads the training texts into documents of units, roughly as the pipeline would have split their PDFs."""

import gzip
import json
import lzma
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pipeline.document import Document, Place, Section, Source, Unit
from pipeline.entropy.features import part_of
from pipeline.spans import Span

CELL = re.compile(r"[\s$€£()\d.,%—–\-*†/☐☒]{1,24}$")
SENTENCE_END = re.compile(r"(?<=[.!?;])[\"”’)]*\s+(?=[A-Z(\"“])")
NOT_END = re.compile(r"(?:\b(?:No|Sec|Inc|Corp|Co|Ltd|Mr|Ms|Dr|vs?|St|approx|e\.g|i\.e|U\.S|[A-Z])\.)$")
ITEM = re.compile(r"(?i)^(part\s+[iv]+\W+)?item\s*\d+[abc]?\b|^notes\s+to\s+(the\s+)?(consolidated|condensed|financial)"
                  r"|^signatures?$|^exhibit\s+index|^report\s+of\s+independent|^note\s+\d+\b|^第.{1,3}节")  # fmt: skip
BULLET = re.compile(r"^[●•▪◦■o·]$")
TYPES = (("10K", "10-K"), ("10Q", "10-Q"), ("8K", "8-K"), ("EARNINGS", "8-K"))


@dataclass(frozen=True, slots=True)
class Sample:
    """A document to learn from, and what is known of its units."""

    document: Document
    group: str
    """Company or file: what must not stand on both sides of a split."""
    corpus: str
    labels: np.ndarray | None = None
    """1 where an expert labelled the unit, 0 where not; None where no expert looked."""


def filings(folder: Path, *, without: set[str], per_company: int) -> Iterator[Sample]:
    """Yield up to ``per_company`` filings of each company and type, none whose name is in ``without``."""
    taken: Counter[tuple[str, str]] = Counter()
    for record in _records(folder / "filings_text.jsonl.xz"):
        name, company = record["doc"], record["company"]
        kind = next((kind for mark, kind in TYPES if mark in name.rsplit("_", 1)[-1] or f"_{mark}" in name), "other")
        if name in without or taken[company, kind] >= per_company:
            continue
        taken[company, kind] += 1
        parts = [(at, *unit) for at, page in enumerate(record["pages"], 1) for unit in page_units(page)]
        yield Sample(made(name, kind, "en", parts), company, "filings")


def agreements(folder: Path, *, every: int) -> Iterator[Sample]:
    """Yield each ``every``-th agreement."""
    for at, record in enumerate(_records(folder / "agreements_text.jsonl.xz")):
        if at % every == 0:
            paragraphs = re.split(r"\n\s*\n", record["text"][:120_000])
            units = [unit for paragraph in paragraphs for unit in prose_units(" ".join(paragraph.split()))]
            yield Sample(made(record["file"], "contract", "en", _paged(units)), record["file"], "agreements")


def prospectuses(folder: Path, *, without: set[str]) -> Iterator[Sample]:
    """Yield the Chinese prospectuses that are not in ``without``."""
    for record in _records(folder / "zh_prospectus_text.jsonl.xz"):
        if Path(record["file"]).stem not in without:
            units = list(chinese_units(record["text"][:150_000]))
            yield Sample(made(record["file"], "prospectus", "zh", _paged(units)), record["file"], "zh")


def cuad(folder: Path) -> Iterator[Sample]:
    """Yield CUAD's training contracts with the sentences that lawyers labelled."""
    for record in _gzipped(folder / "spans.train.jsonl.gz"):
        text = gzip.decompress((folder / record["txt"]).read_bytes()).decode("utf-8")
        spans = [(span["start"], span["end"]) for span in record["spans"]]
        units, labels = [], []
        for start, end in sentence_spans(text):
            units.append((shape(text[start:end]), " ".join(text[start:end].split())))
            labels.append(float(any(start < stop and begin < end for begin, stop in spans)))
        document = made(record["file"], "contract", "en", _paged(units))
        yield Sample(document, record["file"], "cuad", np.array(labels))


def contractnli(folder: Path) -> Iterator[Sample]:
    """Yield ContractNLI's training agreements with their evidence spans."""
    for record in json.loads(gzip.decompress((folder / "train_truncated.json.gz").read_bytes()))["documents"]:
        texts = [" ".join(record["text"][start:end].split()) for start, end in record["spans"]]
        notes = record["annotation_sets"][0]["annotations"].values()
        evidence = {at for note in notes for at in note["spans"]}
        units = [(shape(text), text) for text in texts if text]
        labels = np.array([float(at in evidence) for at, text in enumerate(texts) if text])
        yield Sample(made(record["file_name"], "contract", "en", _paged(units)), record["file_name"], "nli", labels)


def acord(folder: Path, *, without: list[str]) -> Iterator[Sample]:
    """Yield ACORD's graded clauses as one document; those that stand in a text of ``without`` are left out."""
    grades: dict[str, int] = {}
    for line in gzip.decompress((folder / "qrels.tsv.gz").read_bytes()).decode().splitlines():
        *_, clause, grade = line.split("\t")
        grades[clause] = max(grades.get(clause, 0), int(grade))
    known = "\n".join(squashed(text) for text in without)
    units, labels = [], []
    for record in _gzipped(folder / "corpus.jsonl.gz"):
        middle = squashed(record["text"])
        middle = middle[len(middle) // 2 - 30 : len(middle) // 2 + 30]
        if record["_id"] in grades and middle not in known:
            for start, end in sentence_spans(record["text"]):
                units.append(("sentence", " ".join(record["text"][start:end].split())))
                labels.append(float(grades[record["_id"]] >= 2))
    yield Sample(made("acord", "contract", "en", _paged(units)), "acord", "acord", np.array(labels))


def squashed(text: str) -> str:
    """Return ``text`` in lower case without anything but letters and digits."""
    return re.sub(r"\W+", "", text.lower())


def page_units(text: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text) from a page whose table cells stand one a line: a label takes the cells that follow it."""
    lines = [line.strip() for line in text.split("\n")]
    lines = [line for line in lines if line]
    while lines and lines[-1].isdigit():
        lines.pop()
    paragraph, at = "", 0
    while at < len(lines):
        line, after = lines[at], at + 1
        while after < len(lines) and CELL.match(lines[after]) and not BULLET.match(lines[after]):
            after += 1
        if (after > at + 1 and len(line) < 140) or CELL.match(line):
            yield from prose_units(paragraph)
            paragraph = ""
            if after < len(lines) or after > at + 2:
                yield "row", "\t".join(lines[at:after])
            at = after
            continue
        if paragraph and len(lines[at - 1]) < 70 and not line[0].islower() and not BULLET.match(lines[at - 1]):
            yield from prose_units(paragraph)
            paragraph = ""
        paragraph = f"{paragraph} {line}".strip()
        at += 1
    yield from prose_units(paragraph)


def prose_units(paragraph: str) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a paragraph; a short one without a full stop is a heading."""
    for start, end in sentence_spans(paragraph):
        yield shape(paragraph[start:end]), paragraph[start:end]


def shape(text: str) -> str:
    """Return the kind that a unit of this text most likely has."""
    if len(text) < 110 and text[-1:] not in ".;:,!?" and len(text.split()) < 13:
        return "heading"
    return "item" if BULLET.match(text[:1]) and text[1:2].isspace() else "sentence"


def sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each sentence; a blank line ends one too."""
    start = 0
    for match in re.finditer(rf"{SENTENCE_END.pattern}|\n\s*\n", text):
        blank = match.group().count("\n") > 1
        if blank or not NOT_END.search(text[start : match.start()]):
            if text[start : match.start()].strip():
                yield start, match.start()
            start = match.end()
    if text[start:].strip():
        yield start, len(text)


def chinese_units(text: str) -> Iterator[tuple[str, str]]:
    """Yield (kind, text): lines with two figures and more are rows, the rest is joined and split at 。 and ；."""
    paragraph = ""
    for line in text.split("\n"):
        cells = line.split()
        if len(cells) > 2 and sum(bool(CELL.match(cell)) for cell in cells) >= 2:
            yield from _chinese_sentences(paragraph)
            paragraph = ""
            yield "row", "\t".join(cells)
            continue
        paragraph += line.strip()
        if len(line.strip()) < 25 or line.rstrip().endswith(("。", "：")):
            yield from _chinese_sentences(paragraph)
            paragraph = ""
    yield from _chinese_sentences(paragraph)


def _chinese_sentences(paragraph: str) -> Iterator[tuple[str, str]]:
    for sentence in re.findall(r"[^。；！？]+[。；！？]*", paragraph):
        yield "sentence" if len(sentence) > 20 or sentence[-1] in "。；" else "heading", sentence


def made(name: str, kind: str, language: str, parts: list[tuple[int, str, str]]) -> Document:
    """Build a document from (page, kind, text) triples, its sections from headings alone."""
    units = tuple(
        Unit(f"u{at:04d}", kind, text, (Place(page, Span(0, 0)),), max(1, len(text) // (4 if language == "en" else 2)),
             language)
        for at, (page, kind, text) in enumerate(parts, 1)
    )  # fmt: skip
    pages = parts[-1][0] if parts else 1
    about = Source(name, name, "", pages)
    return Document(about, language=language, units=units, type=kind, sections=_sections(units))


def _sections(units: tuple[Unit, ...]) -> tuple[Section, ...]:
    """Find the headings that open an item, a note or a chapter; pages that list them are contents pages."""
    hits = [at for at, unit in enumerate(units) if len(unit.text) < 120 and ITEM.match(unit.text)]
    pages = [units[at].places[0].page for at in hits]
    hits = [at for at, page in zip(hits, pages, strict=True) if pages.count(page) < 4]
    found = []
    for number, (at, end) in enumerate(zip(hits, [*hits[1:], len(units)][: len(hits)], strict=True)):
        title = units[at].text if part_of(units[at].text) else f"{units[at].text} {units[min(at + 1, end - 1)].text}"
        found.append(Section(f"s{number:02d}", "", title, 1, None, at, end, 0, 0, at))
    return tuple(found)


def _paged(units: list[tuple[str, str]]) -> list[tuple[int, str, str]]:
    """Break a text without pages every 3,000 characters."""
    ends = np.cumsum([len(text) for _, text in units]) if units else []
    return [(1 + int(end) // 3000, kind, text) for end, (kind, text) in zip(ends, units, strict=True)]


def _records(path: Path) -> Iterator[dict]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _gzipped(path: Path) -> Iterator[dict]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)
