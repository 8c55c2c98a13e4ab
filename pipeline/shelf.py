"""Finds the data folders, in a checkout and in a wheel."""

from functools import cache
from pathlib import Path

from pipeline.errors import DictionaryError

_PACKAGE = Path(__file__).resolve().parent


@cache
def shelf(name: str) -> Path:
    """Return the folder ``dictionaries`` or ``models``: inside the package in a wheel, beside it in a checkout.

    Raises:
        DictionaryError: it stands in neither place.
    """
    for parent in (_PACKAGE, _PACKAGE.parent):
        if (parent / name).is_dir() and any((parent / name).iterdir()):
            return parent / name
    raise DictionaryError(f"{name}/ stands neither inside nor beside {_PACKAGE.name}; reinstall context-distiller")
