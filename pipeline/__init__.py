"""Context Distiller: long documents into small, repaired, traceable prompts.

The front door; nothing inside the package imports from it. Names load when they are first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pipeline.version import VERSION

if TYPE_CHECKING:
    from pipeline.batch import distill as distill
    from pipeline.document import Document as Document
    from pipeline.errors import PipelineError as PipelineError
    from pipeline.settings import Settings as Settings

__version__ = VERSION
__all__ = ["Document", "PipelineError", "Settings", "distill"]

_HOME = {"distill": "batch", "Document": "document", "PipelineError": "errors", "Settings": "settings"}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
