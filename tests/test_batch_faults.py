"""A worker that aborts, hangs, eats memory or meets a bug fails only its own document."""

import json
from pathlib import Path

import pytest

from pipeline import batch
from pipeline.errors import DictionaryError, ExitCode
from pipeline.settings import BatchSettings, Settings

WORDS = ("abort", "bug", "flaky", "good", "hang", "hoard", "segfault", "zebra")


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    (folder / "in").mkdir()
    for word in WORDS:
        (folder / "in" / f"{word}.txt").write_text(f"The secret of {word} stays here.\n", "utf-8")
    settings = Settings(batch=BatchSettings(jobs=2, timeout_s=10, memory_mb=512, retries=1))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parent / "workers"))
        patch.setenv("FLAKY_MARKER", str(folder / "marker"))
        import faulty  # noqa: PLC0415 - found by the path above

        report = batch.run([folder / "in"], folder / "out", settings, opener=faulty.stages)
    return report, folder / "out"


def outcome(ran, word):
    return next(each for each in ran[0].documents if each.name == word)


@pytest.mark.parametrize("word", ["good", "zebra"])
def test_the_other_documents_are_finished(ran, word):
    assert outcome(ran, word).fault is None
    assert outcome(ran, word).status == "done"
    assert (ran[1] / word / "prompt.txt").read_text("utf-8").count(f"The secret of {word} stays here.") == 1


def test_a_crash_is_tried_again(ran):
    """The worker died on the first try and not on the second."""
    assert outcome(ran, "flaky").fault is None


@pytest.mark.parametrize(
    ("word", "error", "says"),
    [
        ("abort", "WorkerLost", "abort.txt: brought its worker down (SIGABRT)"),
        ("segfault", "WorkerLost", "segfault.txt: brought its worker down (SIGSEGV)"),
        ("hang", "WorkerLost", "hang.txt: took longer than 10 s; raise batch.timeout_s"),
        ("hoard", "WorkerLost", "hoard.txt: needs more than 512 MB of memory; raise batch.memory_mb"),
        ("bug", "Bug", "bug.txt: KeyError at"),
    ],
)
def test_the_report_says_why(ran, word, error, says):
    fault = outcome(ran, word).fault
    assert fault.error == error
    assert fault.message.startswith(says)


def test_a_bug_is_told_without_a_word_of_the_document(ran):
    assert "secret" not in outcome(ran, "bug").fault.message


def test_a_failed_document_leaves_no_folder(ran):
    assert sorted(path.name for path in ran[1].iterdir() if path.is_dir()) == ["flaky", "good", "zebra"]


def test_run_json_lists_every_document(ran):
    said = json.loads((ran[1] / "run.json").read_text("utf-8"))
    assert [each["relpath"] for each in said["documents"]] == [f"{word}.txt" for word in WORDS]
    assert (said["summary"]["done"], said["summary"]["failed"]) == (3, 5)


def test_some_failed_documents_are_exit_code_8(ran):
    assert batch.exit_code(ran[0]) is ExitCode.PARTLY_FAILED


def test_a_wrong_dictionary_stops_the_run_with_its_own_error(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "workers"))
    import faulty  # noqa: PLC0415 - found by the path above

    (tmp_path / "a.txt").write_text("A.\n", "utf-8")
    with pytest.raises(DictionaryError, match="missing"):
        batch.run([tmp_path / "a.txt"], tmp_path / "out", opener=faulty.broken_dictionary)


def test_workers_that_cannot_start_are_told_and_not_waited_for(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "workers"))
    import faulty  # noqa: PLC0415 - found by the path above

    (tmp_path / "a.txt").write_text("A.\n", "utf-8")
    report = batch.run([tmp_path / "a.txt"], tmp_path / "out", opener=faulty.stillborn)
    assert report.documents[0].fault.message.startswith("a.txt: no worker process can be started")
