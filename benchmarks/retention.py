"""What the sieve keeps of what people asked for: share kept at given shares of tokens removed.

Every document takes the real run up to its scores; then the sieve decides, with ``keep = 1 - share`` (an exact
budget a document) or in its default mode. *Removed* is over the tokens of all units; set-apart text never counts.
All numbers are means over questions or clauses with a 95 % bootstrap interval (``_low``, ``_high``; 2,000 resamples).

FinanceBench (filings/evidence.jsonl over filings/pdf). A unit belongs to an evidence text when it stands on its page
(``evidence_page_num`` + 1) or the next and 60 % of its runs of 8 letters and digits stand in the text; a shorter unit
must stand in it whole, on the page itself. A unit counts as kept too where another one with the same letters and
digits is kept: an exact copy that the sieve leaves out still stands in the prompt once.

- ``financebench_key_N``: share of a question's key units kept. Key units are the evidence's units that hold a figure
  of the answer (no years, no single digits; 1,577 = 1577.00); where none does, the three that share most words with
  question and answer, rare words counting more. A question whose evidence stands in no unit counts 0.
- ``financebench_evidence_N``: share of the words of a question's evidence texts that stand in kept units of it, each
  as often as there. Ink that the reader lost or set apart counts as lost: ``financebench_evidence_0`` is the ceiling.
- ``financebench_answer_N``: of the questions whose answer's figure stands in their evidence, those where a kept unit
  of the evidence holds it.

CUAD (contracts/cuad, spans.dev; the text of each contract is run as a .txt file). ``cuad_*_kept``: share of labelled
clauses of which 95 % of letters and digits stand in kept units, at the best of the clause's occurrences;
``cuad_gentle_CATEGORY`` the same for one category. ContractNLI (contracts/contractnli, dev): the same for evidence
spans. ``gentle`` is the default mode; ``*_recognised`` the share of texts that were taken for contracts.

Baselines fill the same budget with the same units, without guards: ``random``, ``short`` (fewest tokens first),
``density`` (most digits a character first).

``RETENTION_DOCUMENTS=n`` measures the first n documents of each corpus only.
"""

import gzip
import json
import os
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks._evidence import Evidence, Text, interval, key_units, locate, numbers, squash, words
from pipeline import assembly, sieve
from pipeline.document import Document, Unit
from pipeline.settings import Settings, SieveSettings
from pipeline.sieve import budget

SHARES = {"20": 0.20, "38": 0.387, "50": 0.50}
"""Name and share of tokens removed."""
WHOLE = 0.95
"""Share of a clause that has to stand for it to count as kept."""

Found = dict[str, list[float]]


def measure(data: Path) -> dict[str, float]:
    """Run all three corpora."""
    run = _Run()
    found: Found = defaultdict(list)
    for part in (_financebench, _cuad, _contractnli):
        part(data, run, found)
    results: dict[str, float] = {}
    for name, values in found.items():
        results[name] = float(np.mean(values))
        if "_removed" not in name and "_recognised" not in name and not name.startswith("cuad_gentle_c_"):
            results[f"{name}_low"], results[f"{name}_high"] = interval(values)
    results["financebench_questions"] = float(len(found["financebench_key_38"]))
    results["cuad_clauses"] = float(len(found["cuad_gentle_kept"]))
    return results


class _Run:
    """The stages, loaded once; the sieve comes after."""

    def __init__(self) -> None:
        loaded = assembly.stages(Settings())
        at = next(at for at, stage in enumerate(loaded) if isinstance(stage, sieve.Sieve))
        self.before = loaded[:at]

    def scored(self, path: Path) -> Document:
        return assembly.prepare(path, Settings(), through=self.before)

    def text(self, content: str, folder: Path) -> Document:
        path = folder / "contract.txt"
        path.write_text(content, "utf-8")
        return self.scored(path)


def kept_by(document: Document, settings: SieveSettings) -> set[int]:
    """Return the units that the sieve keeps."""
    judged = sieve.Sieve(settings)(document)
    return {at for at, verdict in enumerate(judged.verdicts) if verdict.kept}


def choices(document: Document, *, share: float) -> Iterator[tuple[str, set[int]]]:
    """Yield the sieve's choice (name "") and the baselines' at this share of tokens removed."""
    yield "", kept_by(document, SieveSettings(keep=1 - share))
    tokens = [unit.tokens for unit in document.units]
    for name, worth in BASELINES.items():
        draw = Random(document.source.sha256)
        value = [worth(unit, draw) for unit in document.units]
        order = sorted(range(len(value)), key=value.__getitem__, reverse=True)
        yield f"_{name}", budget.by_tokens(order, tokens, limit=(1 - share) * sum(tokens))


BASELINES: dict[str, Callable[[Unit, Random], float]] = {
    "random": lambda _, draw: draw.random(),
    "short": lambda unit, _: -unit.tokens,
    "density": lambda unit, _: sum(map(str.isdigit, unit.text)) / max(1, len(unit.text)),
}


def removed(document: Document, kept: set[int]) -> float:
    """Return the share of the units' tokens that is left out."""
    tokens = [unit.tokens for unit in document.units]
    return 1 - sum(tokens[at] for at in kept) / max(1, sum(tokens))


def _first(found: Sequence[Any]) -> Iterator[Any]:
    limit = os.environ.get("RETENTION_DOCUMENTS")
    return islice(found, int(limit) if limit else None)


def _financebench(data: Path, run: _Run, found: Found) -> None:
    by_document: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in (data / "filings/evidence.jsonl").read_text("utf-8").splitlines():
        question = json.loads(line)
        by_document[question["doc_name"]].append(question)
    for name in _first(sorted(by_document)):
        document = run.scored(data / f"filings/pdf/{name}.pdf")
        asked = [_Question(document, question) for question in by_document[name]]
        everything = set(range(len(document.units)))
        alike = _alike(document)
        found["financebench_evidence_0"] += [question.evidence(everything) for question in asked]
        standard = kept_by(document, SieveSettings())
        found["financebench_standard_removed"].append(removed(document, standard))
        _note(found, "standard", asked, _standing(standard, alike))
        for label, share in SHARES.items():
            for suffix, kept in choices(document, share=share):
                _note(found, f"{label}{suffix}", asked, _standing(kept, alike))
                if not suffix:
                    found[f"financebench_removed_{label}"].append(removed(document, kept))


def _alike(document: Document) -> dict[int, str]:
    """Return the letters and digits of the units that stand more than once."""
    squashed = [squash(unit.text) for unit in document.units]
    counts = Counter(squashed)
    return {at: text for at, text in enumerate(squashed) if counts[text] > 1}


def _standing(kept: set[int], alike: dict[int, str]) -> set[int]:
    """Return the kept units and the exact copies of them."""
    texts = {alike[at] for at in kept if at in alike}
    return kept | {at for at, text in alike.items() if text in texts}


def _note(found: Found, label: str, asked: Sequence["_Question"], kept: set[int]) -> None:
    for question in asked:
        found[f"financebench_key_{label}"].append(question.key(kept))
        found[f"financebench_evidence_{label}"].append(question.evidence(kept))
        if question.figured:
            found[f"financebench_answer_{label}"].append(question.answer(kept))


class _Question:
    """One question with its evidence among the units."""

    def __init__(self, document: Document, question: dict[str, Any]) -> None:
        self.document = document
        parts: list[dict[str, Any]] = question["evidence"]
        self.parts: list[Evidence] = [
            locate(document, str(part["evidence_text"]), page=int(str(part["evidence_page_num"])) + 1) for part in parts
        ]
        units = sorted({at for part in self.parts for at in part.units})
        said = str(question["answer"])
        self.keys = key_units(document, units, question=str(question["question"]), answer=said)
        self.figures = numbers(said) & {_plain(word) for part in self.parts for word in words(part.text)}
        self.figured = bool(self.figures)

    def key(self, kept: set[int]) -> float:
        return sum(at in kept for at in self.keys) / len(self.keys) if self.keys else 0.0

    def evidence(self, kept: set[int]) -> float:
        return sum(part.kept(self.document, kept) for part in self.parts) / len(self.parts)

    def answer(self, kept: set[int]) -> float:
        standing = {at for part in self.parts for at in part.units} & kept
        return float(
            any(_plain(word) in self.figures for at in standing for word in words(self.document.units[at].text))
        )


def _plain(word: str) -> str:
    return re.sub(r"\.0+$", "", word)


def _cuad(data: Path, run: _Run, found: Found) -> None:
    folder = data / "contracts/cuad"
    packed = (folder / "spans.dev.jsonl.gz").read_bytes()
    records = [json.loads(line) for line in gzip.decompress(packed).decode("utf-8").splitlines()]
    with tempfile.TemporaryDirectory() as scratch:
        for record in _first(records):
            content = gzip.decompress((folder / record["txt"]).read_bytes()).decode("utf-8")
            document = run.text(content, Path(scratch))
            clauses = [(span["category"], content[span["start"] : span["end"]]) for span in record["spans"]]
            _note_clauses(found, "cuad", document, clauses)


def _contractnli(data: Path, run: _Run, found: Found) -> None:
    packed = (data / "contracts/contractnli/dev.json.gz").read_bytes()
    with tempfile.TemporaryDirectory() as scratch:
        for record in _first(json.loads(gzip.decompress(packed))["documents"]):
            notes = record["annotation_sets"][0]["annotations"].values()
            spans = sorted({at for note in notes for at in note["spans"]})
            texts = [record["text"][start:end] for start, end in (record["spans"][at] for at in spans)]
            document = run.text(record["text"], Path(scratch))
            _note_clauses(found, "contractnli", document, [("", text) for text in texts])


def _note_clauses(found: Found, corpus: str, document: Document, clauses: Sequence[tuple[str, str]]) -> None:
    text = Text(document.units)
    gentle = kept_by(document, SieveSettings())
    found[f"{corpus}_gentle_removed"].append(removed(document, gentle))
    found[f"{corpus}_recognised"].append(float(document.type == "contract"))
    for category, clause in clauses:
        whole = float(text.kept(clause, gentle) >= WHOLE)
        found[f"{corpus}_gentle_kept"].append(whole)
        if category:
            found[f"cuad_gentle_c_{re.sub(r'[^a-z0-9]+', '_', category.lower()).strip('_')}"].append(whole)
    for label, share in SHARES.items():
        for suffix, kept in choices(replace(document), share=share):
            values = [float(text.kept(clause, kept) >= WHOLE) for _, clause in clauses]
            found[f"{corpus}_kept_{label}{suffix}"] += values
