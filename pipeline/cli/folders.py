"""Finds the ledgers under an output folder."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.errors import UnreadableInput

if TYPE_CHECKING:
    from pipeline.ledger import Ledger


def ledger_of(folder: Path) -> "Ledger":
    """Return the ledger of one document's folder.

    Raises:
        UnreadableInput: there is none, or it is broken.
    """
    from pipeline import ledger  # noqa: PLC0415 - keeps --help fast

    if not (folder / "ledger.json").is_file() and (folder / "run.json").is_file():
        raise UnreadableInput(f"{folder}: holds a whole run; name one document, as {folder}/NAME or as NAME#UNIT")
    return ledger.load(folder if folder.name == "ledger.json" else folder / "ledger.json")


def folders(out: Path) -> list[Path]:
    """Return the document folders of the run in ``out``, or ``out`` itself when it is one.

    Raises:
        UnreadableInput: there is no ledger.
    """
    found = [out] if (out / "ledger.json").is_file() else _of_run(out)
    if not found:
        raise UnreadableInput(f"{out}: holds no ledger.json; name the folder that `distill run -o` wrote")
    return found


def _of_run(out: Path) -> list[Path]:
    """Return what run.json calls done: folders of earlier runs may stand beside them."""
    try:
        documents = json.loads((out / "run.json").read_bytes())["documents"]
        return [out / each["name"] for each in documents if each["status"] == "done"]
    except (OSError, ValueError, KeyError, TypeError):
        return sorted(path.parent for path in out.glob("*/ledger.json"))
