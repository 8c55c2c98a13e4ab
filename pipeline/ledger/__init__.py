"""Writes and reads ledger.json: every unit with its place, text as read, verdict and reason."""

from pathlib import Path
from typing import Any

import orjson
from pydantic import TypeAdapter, ValidationError

from pipeline.document import Document
from pipeline.errors import UnreadableInput
from pipeline.ledger.entries import build
from pipeline.ledger.shape import Ledger
from pipeline.settings import Settings

__all__ = ["Ledger", "build", "dump", "load", "schema"]


def dump(document: Document, settings: Settings, *, prompt_tokens: int) -> bytes:
    """Return the ledger of ``document`` as UTF-8 JSON; same document and settings, same bytes."""
    return orjson.dumps(build(document, settings, prompt_tokens=prompt_tokens), option=orjson.OPT_APPEND_NEWLINE)


def load(path: Path) -> Ledger:
    """Read and check a ledger.

    Raises:
        UnreadableInput: the file is missing, is not JSON or is not a ledger of this schema.
    """
    try:
        return _adapter().validate_json(path.read_bytes())
    except OSError as error:
        raise UnreadableInput(f"{path}: cannot be read ({error.strerror}); run `distill run` first") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnreadableInput(f"{path}: not a ledger/1 file at {place or 'its start'}: {first['msg']}") from error


def schema() -> dict[str, Any]:
    """Return the JSON Schema of ledger.json."""
    return {"$id": "ledger/1", **_adapter().json_schema()}


def _adapter() -> TypeAdapter[Ledger]:
    return TypeAdapter(Ledger)
