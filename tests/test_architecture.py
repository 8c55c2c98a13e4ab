"""The house rules, held without an exemption list."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CODE = sorted(path for room in ("pipeline", "flows", "benchmarks") for path in (ROOT / room).rglob("*.py"))
LONGEST_FILE = 400
LONGEST_FUNCTION = 40
MOST_PARAMETERS = 6
FORBIDDEN = {
    "util",
    "utils",
    "helper",
    "helpers",
    "common",
    "misc",
    "base",
    "core",
    "manager",
    "handler",
    "data",
    "info",
}
SHADOWS = {"numbers", "trace", "models", "dictionaries"}
FRONT_DOORS = {"pipeline/version.py"}
"""One constant; what shows it is tested with the command."""

PIECES = pytest.mark.parametrize("path", CODE, ids=lambda path: path.relative_to(ROOT).as_posix())


def functions(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def rooms():
    for path in sorted((ROOT / "pipeline").iterdir()):
        if path.suffix == ".py" and path.stem != "__init__":
            yield path.stem
        elif (path / "__init__.py").is_file():
            yield path.name


@PIECES
def test_a_file_has_at_most_400_lines(path):
    assert len(path.read_text("utf-8").splitlines()) <= LONGEST_FILE


@PIECES
def test_a_function_has_at_most_40_lines(path):
    """Its docstring does not count: it says what the signature cannot."""
    long = {
        node.name: length
        for node in functions(path)
        if (length := node.end_lineno - node.lineno + 1 - docstring_lines(node)) > LONGEST_FUNCTION
    }
    assert long == {}


def docstring_lines(node):
    first = node.body[0]
    told = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return first.end_lineno - first.lineno + 1 if told else 0


@PIECES
def test_a_function_has_at_most_6_parameters(path):
    wide = {node.name for node in functions(path) if parameters(node) > MOST_PARAMETERS}
    assert wide == set()


def parameters(node):
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    return sum(argument.arg not in ("self", "cls") for argument in given)


@PIECES
def test_a_module_is_named_after_what_it_holds(path):
    assert path.stem not in FORBIDDEN
    assert path.stem not in SHADOWS or path.parent != ROOT / "pipeline"


@PIECES
def test_nothing_inside_imports_from_the_front_door(path):
    """``from pipeline import extract`` names a room; ``from pipeline import distill`` would load the door."""
    names = {
        alias.name
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "pipeline" and path.parts[-2] != "benchmarks"
        for alias in node.names
    }
    assert names <= set(rooms())


@PIECES
def test_no_machine_path_and_no_open_end(path):
    text = path.read_text("utf-8")
    assert re.findall(r"(?<![\w.])/(?:work|root|home|Users)/", text) == []
    assert re.findall(r"\b(?:TODO|FIXME|XXX)\b", text) == []


@pytest.mark.parametrize("room", [room for room in rooms() if f"pipeline/{room}.py" not in FRONT_DOORS])
def test_every_room_has_its_twin(room):
    """``test_amounts.py`` or a few ``test_amounts_….py`` for ``amounts``."""
    assert [*(ROOT / "tests").glob(f"test_{room}.py"), *(ROOT / "tests").glob(f"test_{room}_*.py")]


def test_no_test_is_skipped():
    marked = re.compile(r"pytest\.(?:mark\.)?(?:skip|xfail|importorskip)")
    tests = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    assert [path.name for path in tests if marked.search(path.read_text("utf-8"))] == []


def test_imports_go_one_way_down():
    command = [Path(sys.executable).with_name("lint-imports"), "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-3000:]
