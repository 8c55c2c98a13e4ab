"""What reading sets apart as running headers, footers and page numbers, and what it wrongly takes from the body.

* filings: a line of ``page.get_text("words")`` in the outer 12 % of a page is running furniture when the same line,
  digits masked, stands within 3 points of the same height on at least five pages and 30 % of the pages, or when it is
  a lone number that exceeds the page's index by the same amount on both neighbouring pages. ``left`` is the share of
  these lines that are found in the body text. Lines with two or more figures are not counted.
* olmocr: its tests ``absent``, ``present`` and ``order`` on pages with a text layer of their own (twenty painted
  characters; the unpainted layer that an OCR pass lays over a scan is none); compared without white space and
  case, ``max_diffs`` edits allowed; ``absent`` and ``present`` within ``first_n`` and ``last_n`` characters when given.
  The page is read as users read it: OCR where a picture covers it, cleanings applied.
* docling: items labelled page_header or page_footer set apart, and items of other text labels lost to furniture.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pymupdf
import regex
from rapidfuzz import fuzz

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings
from pipeline.spans import Replacement, apply

_DIGITS = regex.compile(r"\d+")
_LONE = regex.compile(r"(?:Page |- ?)?(\d{1,4})(?: ?-| of \d+)?")
_FIGURE = regex.compile(r"\(?[$€]?\d[\d,.]*%?\)?")
EDGE = 0.12
KINDS = ("header", "footer", "page_number", "bates", "source_footer", "watermark", "line_number")


def measure(data: Path) -> dict[str, Any]:
    """Return shares in percent and counts."""
    total, left, apart = _filings(sorted((data / "filings" / "pdf").glob("*.pdf")))
    results: dict[str, Any] = {"running_lines": total, "left": 100 * left / max(1, total), "set_apart": apart}
    return results | _olmocr(data / "layout" / "olmocr") | _docling(data / "layout" / "docling")


def _filings(paths: Sequence[Path]) -> tuple[int, int, int]:
    total = left = apart = 0
    for path in paths:
        document = read(path, ExtractSettings(ocr="never"))
        apart += sum(1 for entry in document.set_apart if entry.kind in KINDS)
        for page, line in running_lines(path):
            total += 1
            left += is_left(document, page, line)
    return total, left, apart


def is_left(document: Document, page: int, line: str) -> bool:
    """Tell whether the line of page ``page`` (from 1) stands in the body as a line of its own."""
    return _tight(line) in {_tight(text) for text in document.pages[page - 1].text.split("\n")}


def running_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the page (from 1) and text of each running line of a PDF."""
    pages: list[list[tuple[float, str]]] = []
    with pymupdf.open(path) as file:
        for page in file:
            height = page.rect.height
            lines = _lines(page)
            pages.append([(y, text) for y, text in lines if y < EDGE * height or y > (1 - EDGE) * height])
    seen: dict[str, list[tuple[int, float]]] = defaultdict(list)
    lone: dict[int, set[int]] = defaultdict(set)
    for index, lines in enumerate(pages):
        for y, text in lines:
            seen[_DIGITS.sub("#", text)].append((index, y))
            match = _LONE.fullmatch(text)
            if match:
                lone[int(match[1]) - index].add(index)
    for index, lines in enumerate(pages):
        for y, text in lines:
            match = _LONE.fullmatch(text)
            if match:
                repeats = {index - 1, index + 1} <= lone[int(match[1]) - index]
            else:
                near = {other for other, height in seen[_DIGITS.sub("#", text)] if abs(height - y) < 3}
                repeats = len(near) >= max(5, 0.3 * len(pages)) and not _is_row(text)
            if repeats:
                yield index + 1, text


def _is_row(text: str) -> bool:
    return sum(1 for word in text.split() if _FIGURE.fullmatch(word)) > 1


def _lines(page: pymupdf.Page) -> list[tuple[float, str]]:
    rows: dict[int, list[tuple[float, float, str]]] = defaultdict(list)
    for x0, y0, _, y1, text, *_ in page.get_text("words"):
        rows[round((y0 + y1) / 4)].append((x0, (y0 + y1) / 2, text))
    return [(row[0][1], " ".join(text for *_, text in sorted(row))) for row in rows.values()]


def _tight(text: str) -> str:
    return "".join(text.split())


def _olmocr(folder: Path) -> dict[str, float]:
    passed: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for test in map(json.loads, (folder / "dataset.jsonl").read_text("utf-8").splitlines()):
        if test["type"] not in ("absent", "present", "order"):
            continue
        text = _page_text(_found(folder, test["pdf"]), test["page"])
        if text is None:
            continue
        asked[test["type"]] += 1
        passed[test["type"]] += holds(test, text)
    results = {f"olmocr_{kind}": 100 * passed[kind] / count for kind, count in sorted(asked.items())}
    return results | {"olmocr_all": 100 * passed.total() / max(1, asked.total()), "olmocr_tests": asked.total()}


def _found(folder: Path, name: str) -> Path:
    return next(iter(sorted(folder.rglob(Path(name).name))), folder / name)


@cache
def _page_text(path: Path, page: int) -> str | None:
    """Return the cleaned text of a page, None without a text layer of its own: an OCR layer over a scan is none."""
    with pymupdf.open(path) as file:
        spans = [
            span
            for block in file[page - 1].get_text("dict")["blocks"]
            for line in block.get("lines", ())
            for span in line["spans"]
        ]
    painted = sum(len(span["text"].strip()) for span in spans if span["alpha"])
    if painted < 20 or painted < 0.5 * sum(len(span["text"].strip()) for span in spans):
        return None
    document = read(path, ExtractSettings())
    edits = [
        Replacement(edit.place.span, edit.after)
        for edit in document.cleanings
        if edit.place.page == page and edit.status == "cleaned"
    ]
    return apply(document.pages[page - 1].text, edits).text


def holds(test: dict[str, Any], text: str) -> bool:
    """Tell whether ``text`` passes one olmOCR test."""
    if test["type"] == "order":
        before, after = (_place(test[side], text, test.get("max_diffs", 0)) for side in ("before", "after"))
        return before is not None and after is not None and before < after
    part = text
    if test.get("first_n") or test.get("last_n"):
        head = text[: test["first_n"]] if test.get("first_n") else ""
        tail = text[-test["last_n"] :] if test.get("last_n") else ""
        part = head + "\n" + tail
    there = _place(test["text"], part, test.get("max_diffs", 0), case=test.get("case_sensitive", True)) is not None
    return there if test["type"] == "present" else not there


_ALIKE = str.maketrans("‘’“”–—−‐", "''\"\"----")


def _place(wanted: str, text: str, diffs: int, *, case: bool = True) -> int | None:
    """Return where ``wanted`` stands in ``text``, blanks apart, with at most ``diffs`` wrong characters."""
    short, long = (_tight(part).translate(_ALIKE).replace("-", "").replace("''", '"') for part in (wanted, text))
    if not case:
        short, long = short.lower(), long.lower()
    at = long.find(short)
    if at >= 0 or not short:
        return max(0, at)
    found = fuzz.partial_ratio_alignment(short, long)
    if found is None or found.score < 100 * (1 - (diffs + 0.5) / len(short)):
        return None
    return found.dest_start


def _docling(folder: Path) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for truth in sorted((folder / "groundtruth").glob("*.json")):
        source = folder / "sources" / f"{truth.stem}.pdf"
        content = json.loads(truth.read_text("utf-8"))
        if not source.exists() or "texts" not in content:
            continue
        document = read(source, ExtractSettings(ocr="never"))
        for item in content["texts"]:
            _count_item(document, item, counts)
    return {
        "docling_furniture": 100 * counts["furniture apart"] / max(1, counts["furniture"]),
        "docling_items": counts["furniture"],
        "docling_body_lost": counts["body apart"],
    }


def _count_item(document: Document, item: dict[str, Any], counts: Counter[str]) -> None:
    text = _tight(item.get("text", ""))
    if not text or not item.get("prov"):
        return
    page = item["prov"][0]["page_no"]
    apart = [_tight(entry.text) for entry in document.set_apart if entry.page == page and entry.kind in KINDS]
    body = document.pages[page - 1].text
    in_body = text in _tight(body) if len(text) > 4 else text in map(_tight, body.split("\n"))
    if item["label"] in ("page_header", "page_footer"):
        counts["furniture"] += 1
        counts["furniture apart"] += text in "".join(apart) and not in_body
    elif not in_body and any(text == entry or (len(text) > 4 and text in entry) or entry in text
                             for entry in apart if len(entry) > 2):  # fmt: skip
        counts["body apart"] += 1
