"""How well changes between two versions are found, on pairs whose truth is known sentence by sentence.

``versions/<pair>/{old,new}.{pdf,txt}`` and ``truth.json``; the PDFs of a pair are set differently (paper, font,
margins, running heads), so everything reflows. A reported change is *right* when a truth item has the same text:
after squashing (NFKC, no white space, hyphens or enumerator) one contains the other, or their ratio is at least 85.

``<form>_precision``    right ones among the reported modified, added and deleted changes (removed duplicates aside)
``<form>_recall``       truth items MODIFIED, ADDED and DELETED that a reported change of those kinds is right about
``<form>_moved_*``      the same for moved and renumbered together
``<form>_sub_<name>``   MODIFIED items of that sub-kind that are found and named so
``<form>_false``        modified, added and deleted changes reported for pairs that have none
``seconds_per_1000``    CPU seconds of the comparison alone for 1,000 units of the new version
"""

import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from pipeline import extract
from pipeline.document import Change, Document
from pipeline.sentences import Splitter
from pipeline.settings import Settings
from pipeline.versions import Comparer
from pipeline.versions.keys import key_of

CHANGED = {"MODIFIED": "modified", "ADDED": "added", "DELETED": "deleted"}
SETTLED = {"MOVED": "moved", "RENUMBERED": "renumbered"}
_SHORTEST = 6
"""Characters from which containment counts."""
Item = dict[str, Any]


def measure(data: Path) -> dict[str, float]:
    """Compare every pair of ``data``/versions."""
    folders = sorted(path.parent for path in (data / "versions").glob("*/truth.json"))
    if not folders:
        raise FileNotFoundError(f"{data}/versions: no pair with a truth.json")
    results: dict[str, float] = {}
    for form in ("pdf", "txt"):
        results |= _measured(folders, form)
    return results


def _measured(folders: list[Path], form: str) -> dict[str, float]:
    settings = Settings()
    splitter = Splitter.open(settings)
    counts: Counter[str] = Counter()
    seconds = 0.0
    for folder in folders:
        old, new = (splitter(extract.read(folder / f"{side}.{form}", settings.extract)) for side in ("old", "new"))
        started = time.process_time()
        compared = Comparer.open(settings, baseline=old)(new)
        seconds += time.process_time() - started
        counts["units"] += len(new.units)
        counts += scored(compared, json.loads((folder / "truth.json").read_text("utf-8"))["items"])
    return _rates(counts, form) | {f"{form}_seconds_per_1000": 1000 * seconds / counts["units"]}


def scored(compared: Document, truth: list[Item]) -> Counter[str]:
    """Count what was right, wrong, found and missed in one pair."""
    counts: Counter[str] = Counter()
    said = [c for c in compared.changes if c.kind in CHANGED.values() and "DUPLICATE_REMOVED" not in c.subkinds]
    items = [item for item in truth if item["kind"] in CHANGED]
    placed = [c for c in compared.changes if c.kind in SETTLED.values()]
    places = [item for item in truth if item["kind"] in SETTLED]
    counts["said"] = len(said)
    counts["right"] = sum(any(_fits(change, item) for item in truth) for change in said)
    counts["items"] = len(items)
    counts["found"] = sum(any(_fits(change, item) for change in said) for item in items)
    counts["placed"] = len(placed)
    counts["placed_right"] = sum(any(_fits(change, item) for item in places) for change in placed)
    counts["places"] = len(places)
    counts["places_found"] = sum(any(_fits(change, item) for change in placed) for item in places)
    if not items:
        counts["false"] = len(said)
    for item in items:
        for sub in item.get("sub") or ():
            counts[f"sub_{sub}"] += 1
            counts[f"named_{sub}"] += any(sub in change.subkinds and _fits(change, item) for change in said)
    return counts


def _rates(counts: Counter[str], form: str) -> dict[str, float]:
    rates = {
        "precision": _share(counts["right"], counts["said"]),
        "recall": _share(counts["found"], counts["items"]),
        "moved_precision": _share(counts["placed_right"], counts["placed"]),
        "moved_recall": _share(counts["places_found"], counts["places"]),
        "false": float(counts["false"]),
    }
    for name in ("NUMBER", "MODAL", "NEGATION", "EXCEPTION", "WORDING"):
        rates[f"sub_{name.lower()}"] = _share(counts[f"named_{name}"], counts[f"sub_{name}"])
    return {f"{form}_{name}": value for name, value in rates.items()}


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 1.0


def _fits(change: Change, item: Item) -> bool:
    """Whether the change tells of the item: by the new text where both have one, else by the old."""
    if change.new_text is not None and item["new"] is not None:
        return _same(change.new_text, item["new"])
    if change.old_text is not None and item["old"] is not None:
        return _same(change.old_text, item["old"])
    return False


def _same(said: str, true: str) -> bool:
    one, other = key_of(said).body, key_of(true).body
    short, long = sorted((one, other), key=len)
    return (len(short) >= _SHORTEST and short in long) or fuzz.ratio(one, other) >= 85
