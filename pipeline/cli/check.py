"""Check dictionaries, model and OCR engine."""

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from pipeline.cli.flags import NAMED
from pipeline.errors import DictionaryError, ExitCode


def check(
    folder: Annotated[
        Path | None, typer.Argument(**NAMED, help="Dictionaries to check instead of the shipped ones.")
    ] = None,
    *,
    dictionaries: Annotated[bool, typer.Option("--dictionaries", help="The dictionaries only.")] = False,
) -> None:
    """Print one line a part, and leave with 6 when one is wrong."""
    wrong = _dictionaries(folder)
    if not dictionaries and folder is None:
        print(f"model: {_model()}")
        print(f"ocr: {_ocr()}")
    if wrong:
        raise typer.Exit(ExitCode.DICTIONARY)


def _dictionaries(folder: Path | None) -> bool:
    from pipeline import dictionary  # noqa: PLC0415 - keeps --help fast
    from pipeline.shelf import shelf  # noqa: PLC0415

    place = folder or shelf("dictionaries")
    if not place.is_dir():
        raise DictionaryError(f"{place}: no such folder; name one with en/, zh/ or de/")
    problems = dictionary.check(place)
    for problem in problems:
        typer.echo(f"distill: {problem}", err=True)
    files = sorted(place.glob("*/*.toml"))
    print(f"dictionaries: {_counted(len(problems)) if problems else 'good'}, {len(files)} files")
    return bool(problems)


def _counted(mistakes: int) -> str:
    return "1 mistake" if mistakes == 1 else f"{mistakes} mistakes"


def _model() -> str:
    from pipeline import entropy  # noqa: PLC0415 - keeps --help fast
    from pipeline.settings import Settings  # noqa: PLC0415

    entropy.Scorer.open(Settings())
    return "good, as its card says"


def _ocr() -> str:
    if find_spec("rapidocr") is None:
        return "absent; scans cannot be read, install context-distiller[ocr]"
    return "installed"
