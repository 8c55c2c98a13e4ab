"""Flags of a command as one frozen dataclass instead of a dozen parameters."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_type_hints

from pipeline.errors import SettingsError


def _named(text: str) -> Path:
    """Return ``text`` as a path; an empty one, as a variable that is not set leaves it, would mean this folder."""
    if not str(text).strip():
        raise SettingsError("an empty path was given; name a file or a folder, or . for this folder")
    return Path(text)


NAMED: dict[str, Any] = {"parser": _named, "metavar": "PATH"}
"""What makes typer read a path that has to be named."""


def taking(flags: type[Any], command: Callable[[Any], None]) -> Callable[..., None]:
    """Return ``command`` as a function with one parameter a field of ``flags``, as typer wants to see it."""
    hints = get_type_hints(flags, include_extras=True)

    def called(**values: Any) -> None:
        command(flags(**values))

    called.__name__ = command.__name__
    called.__annotations__ = hints
    called.__signature__ = inspect.Signature(  # type: ignore[attr-defined] # what inspect.signature looks for first
        [
            inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=inspect.Parameter.empty if field.default is MISSING else field.default,
                annotation=hints[field.name],
            )
            for field in fields(flags)
        ]
    )
    return called
