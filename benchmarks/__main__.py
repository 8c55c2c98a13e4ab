"""Run one benchmark: ``python -m benchmarks NAME --data DIR [--json]``; exit 0 when its floors hold, 1 when not."""

import argparse
import json
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
FLOORS = HERE / "floors.toml"


def names() -> list[str]:
    """Return the benchmarks of this package; modules with a leading underscore are parts of others."""
    return sorted(module.name for module in iter_modules([str(HERE)]) if not module.name.startswith("_"))


def floors_of(name: str) -> dict[str, dict[str, float]]:
    """Return ``{result: {"min" or "max": bound}}``."""
    floors: dict[str, dict[str, dict[str, float]]] = tomllib.loads(FLOORS.read_text("utf-8"))
    return floors.get(name, {})


def missed(results: dict[str, float], floors: dict[str, dict[str, float]]) -> list[str]:
    """Return the names whose result is absent or beyond its bound."""
    return [
        name
        for name, bound in floors.items()
        if name not in results
        or results[name] < bound.get("min", float("-inf"))
        or results[name] > bound.get("max", float("inf"))
    ]


def _show(results: dict[str, float], floors: dict[str, dict[str, float]]) -> None:
    table = Table("result", "value", "floor")
    for name, value in results.items():
        bound = floors.get(name, {})
        table.add_row(name, f"{value:.6g}", " ".join(f"{side} {limit:g}" for side, limit in bound.items()))
    Console(stderr=True).print(table)


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", choices=names())
    parser.add_argument("--data", type=Path, required=True, help="folder with the layout of the development data")
    parser.add_argument("--json", action="store_true", help="print one last line of JSON on stdout")
    asked = parser.parse_args()
    if not asked.data.is_dir():
        parser.error(f"--data {asked.data}: no such folder")
    results: dict[str, Any] = import_module(f"benchmarks.{asked.name}").measure(asked.data)
    floors = floors_of(asked.name)
    failed = missed(results, floors)
    _show(results, floors)
    for name in failed:
        print(f"below its floor: {name} = {results.get(name)}", file=sys.stderr)
    if asked.json:
        said = {"benchmark": asked.name, "data": asked.data.name, "results": results, "floors": floors}
        print(json.dumps(said | {"met": not failed}, sort_keys=True))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
