"""List what was bypassed and why, ranked by a query."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from pipeline.cli.flags import NAMED
from pipeline.cli.folders import folders, ledger_of
from pipeline.errors import SettingsError

if TYPE_CHECKING:
    from pipeline.ledger.shape import UnitShape

_WIDTH = 160


class _Named(NamedTuple):
    name: str
    unit: "UnitShape"


def recall(
    out: Annotated[Path, typer.Argument(**NAMED, help="OUT of a run, or OUT/NAME of one document.")],
    query: Annotated[str | None, typer.Argument(help="Words to look for; the best answers come first.")] = None,
    *,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="How many to print; 0: all.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, with the whole text.")] = False,
) -> None:
    """Print bypassed units."""
    if query is not None and not query.strip():
        raise SettingsError("recall: the query is empty; give words to look for, or none to list all that was left out")
    everything = [_Named(folder.name, unit) for folder in folders(out) for unit in ledger_of(folder)["units"]]
    if query:
        from pipeline.cli.ranking import ranked  # noqa: PLC0415 - keeps --help fast

        everything = [everything[index] for index in ranked(query, [each.unit["text"] for each in everything])]
    found = [each for each in everything if not each.unit["kept"]]
    shown = found[:limit] if limit else found
    for each in shown:
        print(_json(each) if as_json else _line(each))
    if not found:
        typer.echo(_nothing(query, len(everything)), err=True)
    if len(shown) < len(found):
        typer.echo(f"{len(shown)} of {len(found)}; --limit 0 prints all", err=True)


def _nothing(query: str | None, standing: int) -> str:
    if not query:
        return "nothing was left out"
    told = {0: "", 1: "; 1 unit of the prompts does"}.get(standing, f"; {standing} units of the prompts do")
    return f"nothing that was left out holds a word of {query!r}{told}"


def _line(each: _Named) -> str:
    unit = each.unit
    text = " ".join(unit["text"].split())
    short = text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
    # A reason that names the entropy rounds it down, so that it stays below its threshold.
    told = unit["entropy"] is None or "entropy" in unit["reason"]
    why = unit["reason"] if told else f"{unit['reason']}  {unit['entropy']:.2f}"
    return f"{each.name}#{unit['id']}  page {unit['places'][0]['page']}  {why}  {short}"


def _json(each: _Named) -> str:
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
