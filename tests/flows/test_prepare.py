"""The Prefect flow: the same files as the command, one task a document."""

import json
from pathlib import Path

import pymupdf
import pytest

from pipeline import batch
from pipeline.errors import PipelineError

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


@pytest.fixture(scope="module")
def prepare():
    from prefect.flows import load_flow_from_entrypoint  # noqa: PLC0415 - a second to import

    return load_flow_from_entrypoint(f"{ROOT / 'flows' / 'prepare.py'}:prepare")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("documents")
    for name, text in (("spa", "The Buyer shall pay USD 5,000,000 at Closing."), ("nda", "Keep it confidential.")):
        document = pymupdf.open()
        document.new_page().insert_text((72, 90), text)
        document.save(place / f"{name}.pdf", no_new_id=True)
    return place


def files(out):
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "timings.json"
    }


@pytest.fixture(scope="module")
def ran(prepare, folder, tmp_path_factory, server):
    out = tmp_path_factory.mktemp("flow") / "out"
    return prepare([folder], out, jobs=1), out


def test_the_flow_prepares_every_document(ran):
    summary, out = ran
    assert (summary["done"], summary["failed"], summary["pages"]) == (2, 0, 2)
    assert "5,000,000" in (out / "spa" / "prompt.txt").read_text("utf-8")


def test_the_flow_and_the_library_write_the_same_bytes(ran, folder, tmp_path):
    batch.run([folder], tmp_path / "out")
    assert files(tmp_path / "out") == files(ran[1])


def test_without_a_server_the_flow_is_a_function(prepare, folder, ran):
    """Nothing is left to do in the folder of the run before."""
    assert prepare.fn([folder], ran[1]) == ran[0]


def test_prefect_sees_names_and_counts_and_no_text(ran):
    from prefect.client.orchestration import get_client  # noqa: PLC0415 - a second to import

    with get_client(sync_client=True) as client:
        artifacts = client._client.post("/artifacts/filter").json()
        tasks = client.read_task_runs()
    (table,) = [json.loads(each["data"]) for each in artifacts]
    assert [row["document"] for row in table] == ["nda", "spa"]
    assert "confidential" not in json.dumps(artifacts)
    assert sorted(task.name for task in tasks) == ["nda", "spa"]


def test_the_flow_fails_when_a_document_does_and_finishes_the_others(prepare, folder, tmp_path, server):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "empty.pdf").write_bytes(b"")
    (tmp_path / "in" / "nda.pdf").write_bytes((folder / "nda.pdf").read_bytes())
    with pytest.raises(PipelineError, match="1 of 2 documents failed; see"):
        prepare([tmp_path / "in"], tmp_path / "out", jobs=1)
    assert (tmp_path / "out" / "nda" / "prompt.txt").is_file()


def test_a_document_that_cannot_be_read_is_not_tried_again(prepare, tmp_path, server):
    from prefect.client.orchestration import get_client  # noqa: PLC0415 - a second to import

    (tmp_path / "hopeless.pdf").write_bytes(b"")
    with pytest.raises(PipelineError):
        prepare([tmp_path / "hopeless.pdf"], tmp_path / "out", jobs=1)
    with get_client(sync_client=True) as client:
        (tried,) = [task for task in client.read_task_runs() if task.name == "hopeless"]
    assert tried.run_count == 1
