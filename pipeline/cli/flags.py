"""Flags of a command as one frozen dataclass instead of a dozen parameters."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, get_type_hints


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
