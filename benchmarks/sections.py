"""Are headings found where they stand: items of filings, bookmarks, Chinese contents lists, clauses of contracts?

Every document is read, repaired, split and placed by the product; the file's own outline is taken away before the
placing. Titles are compared squashed: lower case, letters and digits alone.

``items_recall``, ``items_precision``
    filings/sections: an item counts as found when a section whose title begins with its number ("Item 1A") under a
    section "Part I" (for forms with parts) starts on its page. Precision: of all sections of those documents with an
    item number, the share that are one of the true ones.
``bookmarks_recall``
    outlines/outlines.json, entries with ``title_on_page``: a section starts on the page whose title equals the
    bookmark's, or the longer of both begins or ends with the shorter, which has at least 60 % of its letters.
``zh_recall``, ``zh_precision``
    outlines/zh_printed_toc.json: a section with the title (equal, or one begins with the other) starts at the printed
    page plus the file's shift. Precision: of the sections numbered 第X节, and those numbered 一、 right under one, that
    start after the list, the share that the list names on that page. The lists were read by rule and lack titles that
    take two lines; a section that the list lacks counts as wrong unless its whole line stands in the list's pages.
``clauses_recall``, ``clauses_precision``
    ``contracts.json`` beside this file, by the sha256 of the contract's file: sha256 of the first twenty characters of
    each squashed heading (of an exhibit or schedule its number alone), with its page, listed by eye from rendered
    pages and the raw text of PyMuPDF. Headings are titled clauses (a title that stands alone or runs in before the
    text), recitals, exhibits and schedules; not the document's title, clauses without a title, numbered definitions
    ("1.4 'Code' means"), items of a list, captions and rows of tables, the filing's exhibit stamp, contents lists and
    signature blocks. Sixteen of the thirty contracts were drawn by seed over three lengths (six of more than 30 pages)
    and listed before any run on them: first sight .963 found, .952 right.
``cost_ratio``
    CPU time of the stage over all documents measured, as a multiple of ``get_text("dict")`` on them in the same run.
``types_right``
    share of filings (by the form in the file's name), contracts and Chinese documents whose document type is right.
"""

import gc
import hashlib
import json
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pymupdf

from pipeline import amounts, extract, sections, sentences
from pipeline.document import Document, Section
from pipeline.settings import Settings

_TRUTH = Path(__file__).with_name("contracts.json")
_ITEM = re.compile(
    r"\W*i\s*t\s*e\s*m\s*s?\s*(?:no\.?\s*)?(?P<item>\d{1,2}(?:\.\d\d)?\s?(?:\([a-z]\)|[A-C](?![a-z]))?)", re.IGNORECASE
)
_PART = re.compile(r"\W*p\s*a\s*r\s*t\s*(?P<part>IV|I{1,3})\b", re.IGNORECASE)
_PREFIX = 20
_ANNEX = re.compile(r"\W*(?:exhibit|schedule|annex|appendix|attachment)\s+\S+", re.IGNORECASE)
_ZH_SHIFTS = (1, 0, 2, 1, 8)
_FORMS = {"10K": "10-K", "10Q": "10-Q", "8K": "8-K", "EARNINGS": "earnings_release"}


def squash(text: str) -> str:
    """Return the letters and digits of ``text`` in lower case."""
    return "".join(character for character in text.lower() if character.isalnum())


class Bench:
    """Prepares documents as the product does and keeps the CPU time of the stage and of the raw read."""

    def __init__(self) -> None:
        settings = Settings()
        self._settings = settings
        self._before = (amounts.Repairer.open(settings), sentences.Splitter.open(settings))
        self._placer = sections.Placer.open(settings)
        self.stage_s = 0.0
        self.raw_s = 0.0

    def placed(self, path: Path) -> Document:
        """Return the document with sections; its own outline withheld."""
        document = extract.read(path, self._settings.extract)
        for stage in self._before:
            document = stage(document)
        document = replace(document, outline=())
        gc.collect()
        started = time.process_time()
        placed = self._placer(document)
        self.stage_s += time.process_time() - started
        started = time.process_time()
        with pymupdf.open(stream=path.read_bytes(), filetype="pdf") as raw:
            for page in raw:
                page.get_text("dict")
        self.raw_s += time.process_time() - started
        return placed


def part_of(section: Section, by_id: dict[str, Section]) -> str | None:
    """Return the part that a section stands in, "II"."""
    here: Section | None = section
    while here is not None:
        found = _PART.match(here.title)
        if found is not None:
            return found["part"].upper()
        here = by_id.get(here.parent or "")
    return None


def items_of(document: Document) -> list[tuple[str | None, str, int]]:
    """Return part, item and first page of each section that is numbered as an item."""
    by_id = {section.id: section for section in document.sections}
    found = []
    for section in document.sections:
        match = _ITEM.match(section.title)
        if match is not None:
            found.append((part_of(section, by_id), squash(match["item"]), section.page_start))
    return found


def score_items(document: Document, truth: dict[str, Any]) -> tuple[int, int, int, int]:
    """Return right and all true items, right and all found ones."""
    found = items_of(document)
    wanted = {(each["part"], squash(each["item"]), each["page"]) for each in truth["sections"]}
    return len(wanted & set(found)), len(wanted), sum(each in wanted for each in found), len(found)


def same_title(one: str, other: str) -> bool:
    """Tell whether two squashed titles are one: equal, or the longer begins or ends with most of it, the shorter."""
    short, long = sorted((one, other), key=len)
    if not short or len(short) < 0.6 * len(long):
        return False
    return long.startswith(short) or long.endswith(short)


def score_bookmarks(document: Document, entries: list[dict[str, Any]]) -> tuple[int, int]:
    """Return found and all bookmarks."""
    by_page: dict[int, list[str]] = {}
    for section in document.sections:
        by_page.setdefault(section.page_start, []).append(squash(section.title))
    wanted = [entry for entry in entries if entry["title_on_page"] and squash(entry["title"])]
    right = sum(any(same_title(squash(e["title"]), title) for title in by_page.get(e["page"], ())) for e in wanted)
    return right, len(wanted)


def score_zh(document: Document, listed: list[list[str]], shift: int) -> tuple[int, int, int, int]:
    """Return right and all contents titles, right and all sections of the kinds that the list holds."""
    wanted = [(squash(title), int(page) + shift) for title, page in listed]
    pages = {section.page_start for section in document.sections if section.type == "table_of_contents"}
    contents = squash(
        "".join(document.pages[page - 1].text for first in pages for page in _list_pages(document, first))
    )
    starts = [(squash(section.title), section.page_start) for section in document.sections]
    right = sum(any(_begins(title, mine) and page == at for mine, at in starts) for title, page in wanted)
    chapters = {s.id for s in document.sections if re.match(r"第.{1,3}节", s.title)}
    mine = [
        s for s in document.sections
        if s.id in chapters or (s.parent in chapters and re.match(r"[一二三四五六七八九十]{1,3}、", s.title))
    ]  # fmt: skip
    good = 0
    for section in mine:
        words = squash(section.title)
        named = [page for title, page in wanted if _begins(title, words)]
        good += section.page_start in named if named else words in contents
    return right, len(wanted), good, len(mine)


def _list_pages(document: Document, first: int) -> Iterator[int]:
    last = next(s.page_end for s in document.sections if s.type == "table_of_contents" and s.page_start == first)
    yield from range(first, last + 1)


def _begins(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= 0.6 * len(long) and long.startswith(short)


def clause_key(title: str) -> str:
    """Return the first twenty letters and digits of a heading; of an exhibit or schedule its number alone."""
    annex = _ANNEX.match(title)
    return squash(annex[0] if annex else title)[:_PREFIX]


def score_clauses(document: Document, truth: list[list[Any]]) -> tuple[int, int, int, int]:
    """Return right and all true headings, right and all found ones."""
    wanted = {(str(digest), int(page)) for digest, page in truth}
    found = {
        (hashlib.sha256(clause_key(section.title).encode()).hexdigest(), section.page_start)
        for section in document.sections
        if section.title and section.heading is not None and section.type != "table_of_contents"
    }
    return len(wanted & found), len(wanted), len(found & wanted), len(found)


def _ratio(parts: Iterable[tuple[int, ...]], above: int, below: int) -> float:
    seen = list(parts)
    return sum(part[above] for part in seen) / max(1, sum(part[below] for part in seen))


def measure(data: Path) -> dict[str, float]:
    """Measure all; progress by document goes nowhere, the figures come back."""
    bench = Bench()
    kinds: list[bool] = []
    placed: dict[Path, Document] = {}
    results = _filings(data, bench, placed, kinds)
    results |= _bookmarks(data, bench, placed)
    results |= _chinese(data, bench, kinds)
    results |= _contracts(data, bench, kinds)
    return results | {"types_right": sum(kinds) / max(1, len(kinds)), "cost_ratio": bench.stage_s / bench.raw_s}


def _filings(data: Path, bench: Bench, placed: dict[Path, Document], kinds: list[bool]) -> dict[str, float]:
    items = []
    for path in sorted((data / "filings/sections").glob("*.json")):
        file = data / f"filings/pdf/{path.stem}.pdf"
        placed[file] = bench.placed(file)
        items.append(score_items(placed[file], json.loads(path.read_text("utf-8"))))
        form = next((form for key, form in _FORMS.items() if f"_{key}" in path.stem), "")
        kinds.append(placed[file].type == form)
    return {
        "items_recall": _ratio(items, 0, 1), "items_precision": _ratio(items, 2, 3),
        "items": float(sum(item[1] for item in items)),
    }  # fmt: skip


def _bookmarks(data: Path, bench: Bench, placed: dict[Path, Document]) -> dict[str, float]:
    bookmarks = []
    for outline in json.loads((data / "outlines/outlines.json").read_text("utf-8")):
        path = _file_of(outline, data)
        bookmarks.append(score_bookmarks(placed.get(path) or bench.placed(path), outline["entries"]))
    return {"bookmarks_recall": _ratio(bookmarks, 0, 1), "bookmarks": float(sum(each[1] for each in bookmarks))}


def _chinese(data: Path, bench: Bench, kinds: list[bool]) -> dict[str, float]:
    chinese = []
    lists = json.loads((data / "outlines/zh_printed_toc.json").read_text("utf-8"))
    for each, shift in zip(lists, _shifts(lists), strict=True):
        document = bench.placed(data / "zh/prospectus" / each["file"])
        kinds.append(document.type == "prospectus")
        chinese.append(score_zh(document, each["toc"], shift))
    return {"zh_recall": _ratio(chinese, 0, 1), "zh_precision": _ratio(chinese, 2, 3)}


def _contracts(data: Path, bench: Bench, kinds: list[bool]) -> dict[str, float]:
    if not _TRUTH.is_file():
        return {}
    files = {hashlib.sha256(p.read_bytes()).hexdigest(): p for p in (data / "contracts/cuad/pdf").glob("*.pdf")}
    clauses = []
    for digest, truth in json.loads(_TRUTH.read_text("utf-8")).items():
        if digest in files:
            document = bench.placed(files[digest])
            kinds.append(document.type == "contract")
            clauses.append(score_clauses(document, truth))
    if not clauses:
        return {}
    return {
        "clauses_recall": _ratio(clauses, 0, 1), "clauses_precision": _ratio(clauses, 2, 3),
        "clause_contracts": float(len(clauses)),
    }  # fmt: skip


def _shifts(lists: list[dict[str, Any]]) -> list[int]:
    return [each.get("shift", shift) for each, shift in zip(lists, (*_ZH_SHIFTS, *[0] * len(lists)), strict=False)]


def _file_of(outline: dict[str, Any], data: Path) -> Path:
    name = Path(outline["file"]).name
    if outline["source"] == "zh_prospectus":
        return data / "zh/prospectus" / name
    if outline["source"] == "finglm":
        code = re.findall(r"__(\d{6})__.*?__(\d{4})年", name)[0]
        return data / "zh" / f"annual_report_{code[0]}_{code[1]}.pdf"
    return data / "filings/pdf" / name
