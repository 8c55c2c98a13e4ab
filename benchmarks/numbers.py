"""How many damaged figures are repaired or flagged, how many right ones are harmed, and how many are proven.

The recorded OCR rows (numbers/pages_*) of one page make a one-page document with word boxes and confidences; the real
stage runs over it. Scored are the numbers of numbers/lines_*: right are those of severity ok or cosmetic (commas
lost, the value the same), damaged those that are malformed or plausible_wrong, and figures of other locales whose
marks changed; codes and ranges (nonnumber_changed) and what the engine left out (missing) are neither. Digits survived
where true and read number hold the same digits. A repair is an edit that changes more than the space between a figure
and its sign. Two figures are equal when they agree after removing spaces, currency signs and group marks.
A figure counts as flagged when it is suspect, or repaired: of right figures only suspects and wrong repairs (a comma
set back into a figure that lost it is no flag). Proofs: figures of the recorded pages without reading errors that stand
in an exact sum of a run right above a total of four significant digits; proofs on OCR pages are held against the truth
of each figure; "dealt" pages hold the same figures, each in another's place anywhere. "Shuffled" pages move figures
inside their column only, totals too: the shares tell any proof, one that is no sum of the column as it was, and of
these one of fewer than six digits, which closes by chance. Filings: every repair that is no spacing
has to be checked by eye, so the count itself is the bound.
Traps (numbers/traps_*) are rows of text layers; they run as such and once more as if an engine had read them at 95 %.
"""

import gzip
import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import _digital, _proofs
from benchmarks._ocr_pages import Row, build
from pipeline.amounts import Repairer
from pipeline.document import Document, Edit
from pipeline.settings import Settings
from pipeline.spans import Span

SPACING = frozenset({"number.detached_currency", "number.paren_space", "number.percent_space", "number.full_width"})
_QUOTES = str.maketrans("‘’“”，．（）：；％＄￥－～", "''\"\",.():;%$¥-~")
Record = dict[str, Any]


def _records(data: Path, name: str) -> list[Record]:
    found = sorted((data / "numbers").glob(f"{name}_*.jsonl*"))
    records: list[Record] = []
    for path in found:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            records.extend(json.loads(line) for line in lines)
    return records


def _key(record: Record) -> tuple[Any, ...]:
    return tuple(record[name] for name in ("source", "page", "engine", "dpi", "degradation"))


def flat(text: str) -> str:
    """Return ``text`` with look-alike marks folded, one character for one."""
    return text.translate(_QUOTES)


def same(left: str, right: str, *, exact: bool) -> bool:
    """Whether two written figures agree in digits, point, sign and percent sign; ``exact``: in group marks too."""
    return _bare(left, exact=exact) == _bare(right, exact=exact)


def _bare(text: str, *, exact: bool) -> str:
    bare = re.sub(r"[\s$€£¥]|Rs\.?|^[:;]", "", flat(unicodedata.normalize("NFKC", text))).strip("., ")
    bare = bare.replace("–", "-").replace("—", "-").replace("−", "-")
    bare = bare.replace(")%", "%)")
    return bare if exact else bare.replace(",", "")


def locate(text: str, numbers: list[str]) -> list[Span | None]:
    """Return where each of ``numbers`` stands in a row's text, in order; spaces count for nothing."""
    folded = flat(text)
    spans: list[Span | None] = []
    at = 0
    for number in numbers:
        pattern = r"\s*".join(re.escape(flat(sign)) for sign in number if not sign.isspace())
        found = re.compile(pattern).search(folded, at) if pattern else None
        spans.append(Span(*found.span()) if found else None)
        at = found.end() if found else at
    return spans


def written(text: str, span: Span, edit: Edit, after: str) -> str:
    """Return what the figure under ``span`` reads once ``edit`` has written ``after``."""
    where = edit.place.span
    return text[span.start : max(span.start, where.start)] + after + text[min(span.end, where.end) : span.end]


def touching(edits: list[Edit], span: Span) -> Edit | None:
    """Return the edit that matters most for the figure under ``span``."""
    hits = [edit for edit in edits if edit.place.span.start < span.end and span.start < edit.place.span.end]
    return next((edit for edit in hits if edit.rule not in SPACING), hits[0] if hits else None)


def outcomes(stage: Repairer, pages: dict[Any, list[Record]], wanted: dict[Any, dict[int, Record]]) -> Iterator[Record]:
    """Yield one record a scored number: its truth, what was read, and what the stage made of it."""
    for key, records in pages.items():
        document, rows = build(sorted(records, key=lambda r: r["y"]), name=str(key[0]))
        done = stage(document)
        for row in rows:
            if (line := wanted.get(key, {}).get(row.record["row"])) is not None:
                yield from _judged(done, row, line)


def _judged(done: Document, row: Row, line: Record) -> Iterator[Record]:
    text = done.pages[0].text
    own = [e for e in done.repairs if e.place.span.start < row.span.end and row.span.start < e.place.span.end]
    numbers = [n for n in line["numbers"] if n["ocr"]]
    kind = line["pagekind"] if line["pagekind"] in {"zh", "eu"} else "en"
    for number, where in zip(
        numbers, locate(text[row.span.start : row.span.end], [n["ocr"] for n in numbers]), strict=True
    ):
        verdict = {"engine": line["engine"], "locale": kind, "line": text[row.span.start : row.span.end], **number}
        if where is not None:
            span = Span(row.span.start + where.start, row.span.start + where.end)
            edit = touching(own, span)
            verdict |= _verdict(text, span, edit, number["true"], exact=kind == "eu")
            if (amount := _proofs.proven_at(done, span)) is not None:
                verdict["proof_right"] = same(amount.text, number["true"], exact=kind == "eu")
        yield verdict


def _verdict(text: str, span: Span, edit: Edit | None, true: str, *, exact: bool) -> Record:
    if edit is None or edit.rule in SPACING:
        return {"outcome": "left"}
    if edit.status == "repaired":
        right = same(written(text, span, edit, edit.after), true, exact=exact)
        return {"outcome": "repaired", "hit": right, "rule": edit.rule, "shown": edit.after, "proof": edit.proof}
    first = edit.candidates[0] if edit.candidates else ""
    right = bool(first) and same(written(text, span, edit, first), true, exact=exact)
    return {"outcome": "suspect", "hit": right, "rule": edit.rule, "shown": first, "proof": edit.proof}


def _digits(text: str) -> str:
    return re.sub(r"\D", "", unicodedata.normalize("NFKC", text))


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def is_damaged(number: Record) -> bool:
    """Whether the engine wrote another figure than stood there.

    A dash of a range apart from its figure ("- 9%") and a word beside one ("ee 21,291") belong to the recording's
    tokens, not to the figure.
    """
    alone = re.sub(r"^(?:[A-Za-z:]+ )+(?=[$(\d])|(?: [A-Za-z]+)+$|(?<=^-) ", "", number["ocr"])
    if re.sub(r"(?<=[$€£¥]) ", "", alone) == number["true"]:
        return False
    return number["severity"] in {"malformed", "plausible_wrong"} or (
        number["severity"] == "nonnumber_changed" and number["cls"] == "othernum"
    )


def scores(verdicts: list[Record]) -> dict[str, float]:
    """Return the flat results over OCR numbers."""
    results: dict[str, float] = {}
    right = [v for v in verdicts if v["severity"] in {"ok", "cosmetic"}]
    damaged = [v for v in verdicts if is_damaged(v)]
    repaired = [v for v in verdicts if v.get("outcome") == "repaired"]
    results["right_numbers"] = len(right)
    results["false_repairs_ocr"] = sum(v.get("outcome") == "repaired" and not v["hit"] for v in right)
    results["damaged_numbers"] = len(damaged)
    results["repaired"] = len(repaired)
    results["repaired_wrong_share"] = 1 - _share(sum(v["hit"] for v in repaired), len(repaired))
    results["proofs_checked"] = sum("proof_right" in v for v in verdicts)
    results["wrong_proofs"] = sum(not v.get("proof_right", True) for v in verdicts)
    for locale in ("en", "zh", "eu"):
        survived = [v for v in damaged if v["locale"] == locale and _digits(v["true"]) == _digits(v["ocr"])]
        results[f"{locale}_survived"] = len(survived)
        results[f"{locale}_survived_repaired_right"] = sum(
            v.get("outcome") == "repaired" and v["hit"] for v in survived
        )
        results[f"{locale}_survived_met_share"] = _share(sum(v.get("hit", False) for v in survived), len(survived))
    for engine in sorted({v["engine"] for v in verdicts}):
        broken = [v for v in damaged if v["engine"] == engine]
        sound = [v for v in right if v["engine"] == engine]
        results[f"{engine}_damaged"] = len(broken)
        results[f"{engine}_right"] = len(sound)
        results[f"{engine}_flagged_recall"] = _share(
            sum(v.get("outcome") in {"repaired", "suspect"} for v in broken), len(broken)
        )
        flagged = sum(v.get("outcome") == "suspect" or (v.get("outcome") == "repaired" and not v["hit"]) for v in sound)
        results[f"{engine}_right_flagged_share"] = _share(flagged, len(sound)) if sound else 0.0
    return results


def traps(stage: Repairer, records: list[Record], *, ocr: bool) -> tuple[float, list[Record]]:
    """Return the number of repairs of trap rows that change more than the space beside a sign, and those repairs."""
    pages: dict[Any, list[Record]] = defaultdict(list)
    for record in records:
        pages[record["source"], record["page"]].append(record)
    harmed: list[Record] = []
    for key, rows in pages.items():
        rows.sort(key=lambda r: r["words"][0][1])
        read = [r | {"words": [[*w[:5], 95.0] for w in r["words"]]} for r in rows]
        document, _ = build(read if ocr else rows, name=str(key[0]), ocr=ocr)
        done = stage(document)
        text = done.pages[0].text
        for edit in done.repairs:
            before = text[edit.place.span.start : edit.place.span.end]
            spacing = edit.rule in SPACING and re.sub(r"\s", "", before) == re.sub(r"\s", "", edit.after)
            if edit.status == "repaired" and not spacing:
                line = text[text.rfind("\n", 0, edit.place.span.start) + 1 :].partition("\n")[0]
                harmed.append({"source": key, "before": before, "after": edit.after, "rule": edit.rule, "line": line})
    return len(harmed), harmed


def judged(stage: Repairer, pages: dict[Any, list[Record]], lines: list[Record]) -> list[Record]:
    """Return every scored OCR number with its outcome."""
    wanted: dict[Any, dict[int, Record]] = defaultdict(dict)
    for record in lines:
        wanted[_key(record)][record["row"]] = record
    return list(outcomes(stage, pages, wanted))


def pages_of(data: Path) -> dict[Any, list[Record]]:
    """Return the recorded rows of each page under each engine, resolution and degradation."""
    pages: dict[Any, list[Record]] = defaultdict(list)
    for record in _records(data, "pages"):
        pages[_key(record)].append(record)
    return pages


def measure(data: Path) -> dict[str, float]:
    """Return all results as flat numbers."""
    stage = Repairer.open(Settings())
    pages = pages_of(data)
    results = scores(judged(stage, pages, _records(data, "lines")))
    rows = _records(data, "traps")
    results["trap_rows"] = len(rows)
    results["false_repairs_traps"] = traps(stage, rows, ocr=False)[0]
    results["false_repairs_traps_as_ocr"] = traps(stage, rows, ocr=True)[0]
    originals = _proofs.true_pages(pages)
    results |= _proofs.on_true_pages(stage, originals)
    results |= _proofs.on_dealt_pages(stage, originals)
    results |= _proofs.on_shuffled_pages(stage, originals)
    return results | _digital.measure(stage, data / "filings" / "pdf", SPACING)
