"""What the pages say is so: settings, flags, exit codes, links, and Python that runs."""

import re
import tomllib
import types
import typing
from itertools import chain
from pathlib import Path

import pytest

from pipeline import distill
from pipeline.cli import app
from pipeline.cli.run import RunFlags
from pipeline.errors import ExitCode
from pipeline.prompt import render
from pipeline.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(chain([ROOT / "README.md"], (ROOT / "docs").rglob("*.md")))
SETTINGS = [
    (f"{stage}.{name}", field)
    for stage, settings in Settings.model_fields.items()
    for name, field in settings.annotation.model_fields.items()
]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())


def table(page, heading):
    """Return the rows of the first table under the header cell ``heading``, by first cell."""
    lines = iter((ROOT / "docs" / page).read_text("utf-8").splitlines())
    rows = {}
    for line in lines:
        if line.startswith(f"| {heading} |"):
            next(lines)
            for row in lines:
                if not row.startswith("|"):
                    break
                cells = [cell.strip() for cell in row.strip("|").split(" | ")]
                rows[cells[0].strip("`")] = cells[1:]
    return rows


def test_every_setting_is_described_and_no_other():
    assert list(table("settings.md", "setting")) == [name for name, _ in SETTINGS]


@pytest.mark.parametrize(("name", "field"), SETTINGS, ids=[name for name, _ in SETTINGS])
def test_a_setting_is_described_with_its_default_and_its_bounds(name, field):
    default, values, meaning = table("settings.md", "setting")[name]
    assert default == shown(field.default)
    assert values == bounds(field)
    assert len(meaning) > 10


def shown(default):
    words = {"None": "none", "": "empty", "True": "`true`", "False": "`false`"}
    return words.get(str(default), f"`{default}`")


def bounds(field):
    kinds = [kind for kind in typing.get_args(field.annotation) if kind is not types.NoneType] or [field.annotation]
    if typing.get_origin(field.annotation) is typing.Literal:
        return ", ".join(f"`{value}`" for value in typing.get_args(field.annotation))
    if kinds == [bool]:
        return "`true`, `false`"
    if kinds == [Path]:
        return "folder"
    if kinds == [str]:
        return "text"
    limits = {
        name: getattr(mark, name) for mark in field.metadata for name in ("gt", "ge", "lt", "le") if hasattr(mark, name)
    }
    low = f"{limits['ge']} ≤ " if "ge" in limits else f"{limits['gt']} < "
    return f"{low}x" + (f" ≤ {limits['le']}" if "le" in limits else "")


def test_every_flag_of_run_is_described():
    told = set(re.findall(r"--[a-z-]+|(?<![\w-])-[a-z]\b", " ".join(table("cli.md", "flag"))))
    given = {f"--{name.replace('_', '-')}" for name in RunFlags.__dataclass_fields__ if name != "paths"}
    assert told == given | {"-o", "-j", "--fresh"}


def test_every_command_has_its_chapter():
    chapters = re.findall(r"^## distill (\w+)", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.MULTILINE)
    assert chapters == [command.name for command in app.registered_commands]


def test_every_exit_code_is_described():
    codes = {int(code) for code in table("cli.md", "code")}
    assert codes == {int(code) for code in ExitCode if code is not ExitCode.FOUND}


@EACH_PAGE
def test_a_link_leads_to_a_file(page):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@EACH_PAGE
def test_a_python_example_is_python(page):
    """The examples of the README are run by its own test."""
    for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        compile(block, str(page), "exec")


@EACH_PAGE
def test_a_page_names_no_path_of_a_machine(page):
    assert re.findall(r"(?<![\w.])/(?:work|root|home)/", page.read_text("utf-8")) == []


def test_the_readme_example_runs(tmp_path, monkeypatch):
    """All Python blocks of the README, one after another, from the checkout."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    monkeypatch.chdir(ROOT)
    exec(compile("\n".join(blocks), "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 - our own page


def test_the_prompt_that_the_readme_shows_is_abridged_by_whole_lines():
    readme = (ROOT / "README.md").read_text("utf-8")
    (shown,) = re.findall(r"```\n(<document .*?</document>\n)```", readme, re.DOTALL)
    document = distill(ROOT / "examples" / "documents" / "larkspur_spa_final.pdf")
    written = iter(render(document, Settings()).splitlines())

    assert [line for line in shown.splitlines()[1:] if line not in written] == []


def test_every_dependency_is_listed_with_its_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = chain(project["dependencies"], *project["optional-dependencies"].values())
    names = [re.match(r"[\w-]+", each).group().lower() for each in asked]
    assert list(table("licences.md", "package")) == names
