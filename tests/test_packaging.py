"""What is shipped works: sdist, wheel out of the sdist, installed, run from another folder."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*command, **more):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=300, **more)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build as a release does: the wheel comes out of the sdist. The build backend is that of the test environment."""
    out = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT)
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def shipped(built):
    with zipfile.ZipFile(built[1]) as wheel:
        return set(wheel.namelist())


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """Return the ``bin`` of a fresh environment with the wheel; its libraries are those of the test environment."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place / "env", with_pip=False, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(place / "env")}))
    with zipfile.ZipFile(built[1]) as wheel:
        wheel.extractall(packages)  # noqa: S202 - our own
    others = place / "libraries"
    others.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "context_distiller" not in path.name and path.suffix != ".pth":
            (others / path.name).symlink_to(path)
    (packages / "libraries.pth").write_text(f"{others}\n", "utf-8")
    return place / "env" / "bin"


def distill(installed, *words, cwd):
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return run(installed / "python", "-m", "pipeline.cli", *words, cwd=cwd, env=environment)


def test_the_wheel_holds_code_dictionaries_and_the_model(shipped):
    for name in (
        "cli/__init__.py",
        "dictionaries/en/anchors.toml",
        "models/entropy/model.onnx",
        "models/entropy/card.toml",
    ):
        assert f"pipeline/{name}" in shipped


def test_the_wheel_holds_nothing_else_at_its_top(shipped):
    """``dictionaries`` and ``models`` are real projects' names; flows, tests and benchmarks stay out."""
    tops = {name.partition("/")[0] for name in shipped}
    assert {name for name in tops if not name.endswith(".dist-info")} == {"pipeline"}


def test_the_licence_travels_with_the_wheel(shipped):
    assert any(name.endswith("/licenses/LICENSE") for name in shipped)


def test_the_sdist_holds_what_the_wheel_leaves_out(built):
    with tarfile.open(built[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {"LICENSE", "README.md", "Makefile", "prefect.yaml", "flows/prepare.py", "docs/cli.md"} <= names


def test_the_installed_command_finds_its_data_from_another_folder(installed, tmp_path):
    said = distill(installed, "check", cwd=tmp_path)
    assert "dictionaries: good" in said
    assert "model: good" in said


def test_the_installed_command_is_not_the_checkout(installed, tmp_path):
    said = run(installed / "python", "-c", "import pipeline; print(pipeline.__file__)", cwd=tmp_path)
    assert said.startswith(str(installed.parent))


def test_the_installed_command_prepares_a_document(installed, tmp_path):
    (tmp_path / "nda.txt").write_text("The Receiving Party shall keep all information confidential.\n", "utf-8")
    distill(installed, "run", "nda.txt", "-o", "out", cwd=tmp_path)
    assert "shall keep all information confidential" in (tmp_path / "out" / "nda" / "prompt.txt").read_text("utf-8")


def test_the_wheel_names_its_command(built):
    with zipfile.ZipFile(built[1]) as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
        assert "distill = pipeline.cli:main" in wheel.read(name).decode()
