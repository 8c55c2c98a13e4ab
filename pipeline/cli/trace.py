"""Tell where a unit stands and what became of it."""

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipeline.cli.flags import NAMED
from pipeline.cli.folders import ledger_of
from pipeline.errors import SettingsError

if TYPE_CHECKING:
    from pipeline.ledger import Ledger
    from pipeline.ledger.shape import UnitShape


_ID = re.compile(r"u\d+")
_FRAME = re.compile(r"⟨(?:u\d+|\?)⟩|\[(?:u\d+|CRITICAL|IMPORTANT|CHANGED)\]|[|…]")
_SHOWN = 5


def trace(
    folder: Annotated[Path, typer.Argument(**NAMED, help="OUT/NAME of a document, or OUT with NAME#UNIT.")],
    unit: Annotated[str, typer.Argument(help="As in the prompt: u0431, or NAME#u0431; or words of a sentence.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="The unit's ledger entry with its edits as JSON.")] = False,
) -> None:
    """Print what the ledger knows of one unit."""
    name, _, wanted = unit.strip().strip("[]⟨⟩").rpartition("#")
    if not _ID.fullmatch(wanted):
        name, wanted = "", unit
    book = ledger_of(folder / name if name else folder)
    entry = _find(book, wanted, folder)
    if as_json:
        print(json.dumps({**entry, "edits": list(_edits(book, entry["id"]))}, ensure_ascii=False, indent=2))
        return
    for line in _lines(book, entry):
        print(line)


def _find(book: "Ledger", wanted: str, folder: Path) -> "UnitShape":
    units = book["units"]
    if not _ID.fullmatch(wanted):
        return _saying(units, wanted, folder)
    for entry in units:
        if entry["id"] == wanted:
            return entry
    known = f"its units are {units[0]['id']} to {units[-1]['id']}" if units else "it has no units"
    raise SettingsError(f"{folder}: no unit {wanted!r}; {known}")


def _saying(units: "list[UnitShape]", words: str, folder: Path) -> "UnitShape":
    """Return the unit that holds ``words`` as the prompt writes them; white space, bars and markers do not count."""
    wanted = _bare(html.unescape(words))
    if not wanted:
        raise SettingsError(f"{folder}: name a unit, as u0431, or words of one")
    found = [entry for entry in units if wanted in _bare(entry["text"])]
    if len(found) > 1:
        found = [entry for entry in found if wanted == _bare(entry["text"])] or found
    if len(found) == 1:
        return found[0]
    if not found:
        raise SettingsError(f"{folder}: no unit holds {words!r}; give words of one sentence, or an id as u0431")
    ids = ", ".join(entry["id"] for entry in found[:_SHOWN]) + ", …" * (len(found) > _SHOWN)
    raise SettingsError(f"{folder}: {len(found)} units hold {words!r}: {ids}; name one, or give more of its words")


def _bare(text: str) -> str:
    return "".join(_FRAME.sub("", text).split()).casefold()


def _lines(book: "Ledger", entry: "UnitShape") -> Iterator[str]:
    yield f"{entry['id']}  {entry['kind']}  {entry['tokens']} tokens  {entry['language']}"
    yield from (f"section   {each}" for each in _sections(book, entry["section"]))
    for place in entry["places"]:
        label = f" (printed {place['page_label']})" if place["page_label"] else ""
        boxes = "  ".join("[" + ", ".join(f"{edge:.1f}" for edge in box) + "]" for box in place["boxes"])
        yield f"page      {place['page']}{label}  {boxes}"
        yield from _labelled("as read", place["raw"])
    for edit in _edits(book, entry["id"]):
        yield f"{edit['status']:<9} {edit['before']!r} -> {edit['after']!r}  {edit['rule']}  {edit['proof']}".rstrip()
    yield from _labelled("text", entry["text"])
    for number in entry["numbers"]:
        yield f"number    {number['text']} = {number['value']} {number['currency'] or ''}  {number['status']}".rstrip()
    yield f"verdict   {'kept' if entry['kept'] else 'bypassed'}: {entry['reason']}  {_score(entry)}".rstrip()
    if entry["guards"]:
        yield f"guards    {', '.join(entry['guards'])}"
    yield from (f"mark      {mark['level']}  {mark['rule']}  {mark['evidence']}" for mark in entry["marks"])
    if entry["anchors"]:
        yield "anchors   " + ", ".join(f"{hit['type']} ({hit['term']})" for hit in entry["anchors"])
    for change in book["changes"]:
        if change["unit"] == entry["id"]:
            kinds = ", ".join((change["kind"], *change["subkinds"]))
            yield f"changed   {kinds}; page {change['old_page']} of the baseline"
            yield from _labelled("before", change["old_text"] or "")


def _labelled(name: str, text: str) -> Iterator[str]:
    for at, line in enumerate(text.split("\n")):
        yield f"{name if at == 0 else '':<9} {line}"


def _score(entry: "UnitShape") -> str:
    told = entry["entropy"] is None or "entropy" in entry["reason"]
    return "" if told else f"entropy {entry['entropy']:.2f}"


def _sections(book: "Ledger", name: str | None) -> Iterator[str]:
    """Yield the section and those around it, the innermost first."""
    by_id = {section["id"]: section for section in book["sections"]}
    while name is not None and name in by_id:
        section = by_id[name]
        first, last = section["page_start"], section["page_end"]
        pages = f"page {first}" if first == last else f"pages {first}-{last}"
        template = f"  boilerplate: {section['boilerplate']}" if section["boilerplate"] else ""
        yield f"{section['id']}  {section['type']}  {section['title']}  {pages}{template}"
        name = section["parent"]


def _edits(book: "Ledger", unit: str) -> Iterator[dict[str, str]]:
    for cleaning in book["cleanings"]:
        if cleaning["unit"] == unit:
            named = {name: str(cleaning[name]) for name in ("before", "after", "rule")}
            yield {"status": "cleaned", **named, "proof": ""}
    for repair in book["repairs"]:
        if repair["unit"] == unit:
            yield {name: str(repair[name]) for name in ("status", "before", "after", "rule", "proof")}
