"""List what was bypassed and why, ranked by a query."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.cli.folders import folders, ledger_of

if TYPE_CHECKING:
    from pipeline.ledger.shape import UnitShape

_WIDTH = 160


class _Bypassed(NamedTuple):
    name: str
    unit: "UnitShape"


def recall(
    out: Annotated[Path, typer.Argument(help="OUT of a run, or OUT/NAME of one document.")],
    query: Annotated[str | None, typer.Argument(help="Words to look for; the best answers come first.")] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="How many to print; 0: all.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, with the whole text.")] = False,
) -> None:
    """Print bypassed units."""
    found = [
        _Bypassed(folder.name, unit)
        for folder in folders(out)
        for unit in ledger_of(folder)["units"]
        if not unit["kept"]
    ]
    if query:
        from pipeline.cli.ranking import ranked  # noqa: PLC0415 - keeps --help fast

        found = [found[index] for index in ranked(query, [each.unit["text"] for each in found])]
    shown = found[:limit] if limit else found
    for each in shown:
        print(_json(each) if as_json else _line(each))
    if not found:
        typer.echo(
            f"nothing that was left out holds a word of {query!r}" if query else "nothing was left out", err=True
        )
    if len(shown) < len(found):
        typer.echo(f"{len(shown)} of {len(found)}; --limit 0 prints all", err=True)


def _line(each: _Bypassed) -> str:
    unit = each.unit
    text = " ".join(unit["text"].split())
    short = text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
    # A reason that names the entropy rounds it down, so that it stays below its threshold.
    told = unit["entropy"] is None or "entropy" in unit["reason"]
    why = unit["reason"] if told else f"{unit['reason']}  {unit['entropy']:.2f}"
    return f"{each.name}#{unit['id']}  page {unit['places'][0]['page']}  {why}  {short}"


def _json(each: _Bypassed) -> str:
    unit = each.unit
    said = {
        "unit": f"{each.name}#{unit['id']}",
        "pages": sorted({place["page"] for place in unit["places"]}),
        "section": unit["section"],
        "reason": unit["reason"],
        "entropy": unit["entropy"],
        "tokens": unit["tokens"],
        "text": unit["text"],
    }
    return json.dumps(said, ensure_ascii=False)
