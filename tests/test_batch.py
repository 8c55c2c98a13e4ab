"""Many documents: found, named, written whole, resumed, told about."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pymupdf
import pytest

from pipeline import batch
from pipeline.batch import intake, outcome, shelving
from pipeline.batch.workers import Workers
from pipeline.errors import ExitCode, LockedInput, OutputError, UnreadableInput
from pipeline.settings import BatchSettings, Settings

ONE = Settings(batch=BatchSettings(jobs=1))


def text_file(path, text="The Buyer shall pay the Purchase Price on 31 March 2024.\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def names(paths, *, out="out", **more):
    return [each.name for each in intake.documents(paths, out=Path(out), **more)]


# Finding and naming


def test_a_folder_is_searched_for_pdf_and_txt_in_the_order_of_their_paths(tmp_path):
    for name in ("b.pdf", "a/z.TXT", "c.docx", ".hidden.pdf", "~$b.pdf", "a/.git/x.txt"):
        text_file(tmp_path / name)
    found = intake.documents([tmp_path], out=tmp_path / "out")
    assert [each.relpath for each in found] == ["a/z.TXT", "b.pdf"]


def test_a_file_that_is_named_outright_is_tried_whatever_its_suffix(tmp_path):
    assert names([text_file(tmp_path / "page.html")]) == ["page"]


def test_a_folder_without_documents_is_told_by_name(tmp_path):
    text_file(tmp_path / "notes.docx")
    with pytest.raises(UnreadableInput, match=rf"{tmp_path.name}: no .pdf or .txt file in there"):
        names([tmp_path])


def test_the_files_of_an_earlier_run_are_not_read_as_documents(tmp_path):
    text_file(tmp_path / "a.txt")
    text_file(tmp_path / "out" / "a" / "prompt.txt")
    text_file(tmp_path / "elsewhere" / "a" / "prompt.txt")
    text_file(tmp_path / "elsewhere" / "a" / "ledger.json")
    assert names([tmp_path], out=tmp_path / "out") == ["a"]


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    text_file(tmp_path / "a.txt")
    os.mkfifo(tmp_path / "pipe.txt")
    assert names([tmp_path]) == ["a"]


def test_inputs_that_share_a_stem_get_a_hash_of_their_bytes(tmp_path):
    text_file(tmp_path / "x" / "spa.txt", "one")
    text_file(tmp_path / "y" / "SPA.txt", "two")
    assert names([tmp_path]) == ["spa-7692c3ad", "SPA-3fc4ccfe"]


def test_two_copies_of_the_same_bytes_are_counted(tmp_path):
    text_file(tmp_path / "x" / "spa.txt", "one")
    text_file(tmp_path / "y" / "spa.txt", "one")
    assert names([tmp_path]) == ["spa-7692c3ad", "spa-7692c3ad-2"]


def test_a_file_that_is_named_twice_or_linked_is_read_once(tmp_path):
    file = text_file(tmp_path / "a" / "spa.txt")
    (tmp_path / "a" / "link.txt").symlink_to(file)
    (tmp_path / "a" / "loop").symlink_to(tmp_path / "a")
    assert names([file, tmp_path, file]) == ["spa"]


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("股权转让协议 v2.txt", "股权转让协议 v2"),
        ("two\nlines.txt", "two_lines"),
        ("run.json.txt", "run.json-e3b0c442"),
        ("..txt", "document"),
        ("a:b?.txt", "a_b_"),
    ],
)
def test_a_folder_name_is_safe(tmp_path, file, name):
    assert names([text_file(tmp_path / file, "")]) == [name]


def test_a_very_long_name_is_cut_between_characters(tmp_path):
    (name,) = names([text_file(tmp_path / ("协" * 80 + ".txt"))])
    assert name.startswith("协" * 40 + "-")
    assert len(name.encode()) < 140


def test_a_name_that_is_not_utf_8_is_shown_with_a_replacement(tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.txt"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a path of bytes
        file.write("Text.\n")
    (each,) = intake.documents([tmp_path], out=tmp_path / "out")
    assert (each.relpath, each.name) == ("caf\ufffd.txt", "caf\ufffd")


def test_a_baseline_folder_is_searched_by_path_and_then_by_name(tmp_path):
    text_file(tmp_path / "new" / "deal" / "spa.txt", "new")
    text_file(tmp_path / "new" / "nda.txt", "new")
    text_file(tmp_path / "new" / "fresh.txt", "new")
    old = text_file(tmp_path / "old" / "spa.txt").parent
    text_file(old / "nda.txt")
    found = intake.documents([tmp_path / "new"], out=tmp_path / "out", baseline=old)
    assert {each.relpath: each.baseline and each.baseline.name for each in found} == {
        "deal/spa.txt": "spa.txt",
        "fresh.txt": None,
        "nda.txt": "nda.txt",
    }


def test_a_missing_baseline_is_told_before_work_starts(tmp_path):
    with pytest.raises(UnreadableInput, match=r"old\.pdf: no such file or folder"):
        names([text_file(tmp_path / "a.txt")], baseline=tmp_path / "old.pdf")


# Writing


def test_files_are_for_their_owner_alone(tmp_path):
    shelving.claim(tmp_path / "deep" / "out")
    shelving.write(tmp_path / "deep" / "out" / "doc" / "prompt.txt", b"x")
    modes = [stat.S_IMODE(path.stat().st_mode) for path in sorted((tmp_path / "deep" / "out").rglob("*"))]
    assert modes == [0o700, 0o600]
    assert stat.S_IMODE((tmp_path / "deep" / "out").stat().st_mode) == 0o700


def test_an_output_folder_that_is_a_file_fails_before_work_starts(tmp_path):
    text_file(tmp_path / "a.txt")
    text_file(tmp_path / "taken")
    with pytest.raises(OutputError, match="taken: cannot be written"):
        batch.run([tmp_path / "a.txt"], tmp_path / "taken", ONE)


def test_a_half_written_file_is_swept_and_a_whole_one_stays(tmp_path):
    (tmp_path / "doc").mkdir()
    (tmp_path / "doc" / ".ledger.json.77.partial").write_text("{")
    (tmp_path / "doc" / "prompt.txt").write_text("whole")
    shelving.sweep(tmp_path / "doc")
    assert [path.name for path in (tmp_path / "doc").iterdir()] == ["prompt.txt"]


def test_a_seal_breaks_when_a_file_was_touched(tmp_path):
    for name in shelving.FILES:
        shelving.write(tmp_path / name, b"whole")
    shelving.seal(tmp_path, key="k", outcome={"name": "doc"})
    assert shelving.sealed(tmp_path, key="k") == {"name": "doc"}
    assert shelving.sealed(tmp_path, key="other") is None
    (tmp_path / "prompt.txt").write_bytes(b"cut")
    assert shelving.sealed(tmp_path, key="k") is None


# Exit codes


def fate(error=None):
    each = intake.Input(Path("a.pdf"), "a.pdf", "a", "")
    return outcome.failed(each, error) if error else outcome.Outcome("b", "b.pdf", "", "done")


@pytest.mark.parametrize(
    ("documents", "code"),
    [
        ((fate(),), ExitCode.DONE),
        ((fate(LockedInput("a.pdf is locked")),), ExitCode.LOCKED),
        ((fate(LockedInput("a.pdf is locked")), fate()), ExitCode.PARTLY_FAILED),
        ((fate(LockedInput("")), fate(UnreadableInput(""))), ExitCode.PARTLY_FAILED),
    ],
)
def test_a_single_document_decides_on_the_exit_code(documents, code):
    assert batch.exit_code(outcome.RunReport(documents)) is code


def test_an_interrupted_run_is_130(tmp_path):
    assert batch.exit_code(outcome.RunReport((), interrupted=True)) is ExitCode.INTERRUPTED


# Whole runs


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two good documents and every kind of bad one that issue 2 names."""
    place = tmp_path_factory.mktemp("documents")
    drawn(place / "spa.pdf", "1.1 The Buyer shall pay USD 5,000,000 to the Seller at Closing.")
    text_file(place / "sub" / "保密协议.txt", "第一条 甲方应当对商业秘密保密。\n第二条 本协议自签署之日起生效。\n")
    (place / "empty.pdf").write_bytes(b"")
    (place / "cut.pdf").write_bytes((place / "spa.pdf").read_bytes()[:300])
    (place / "page.pdf").write_text("<html><body>Not found</body></html>", "utf-8")
    (place / "gone.pdf").symlink_to(place / "nowhere.pdf")
    drawn(place / "locked.pdf", "Secret.", encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="open sesame", owner_pw="o")
    return place


def drawn(path, text, **saving):
    document = pymupdf.open()
    page = document.new_page()
    page.insert_text((72, 90), "SHARE PURCHASE AGREEMENT", fontsize=16)
    page.insert_text((72, 130), text, fontsize=10)
    document.save(path, no_new_id=True, **saving)
    return path


@pytest.fixture(scope="module")
def ran(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("ran") / "out"
    seen = []
    report = batch.run([folder], out, ONE, progress=lambda *said: seen.append(said))
    return report, out, seen


def contents(out):
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "timings.json"
    }


def test_one_bad_document_harms_no_other(ran):
    report, out, _ = ran
    assert {each.relpath: each.status for each in report.documents} == {
        "cut.pdf": "failed",
        "empty.pdf": "failed",
        "gone.pdf": "failed",
        "locked.pdf": "failed",
        "page.pdf": "failed",
        "spa.pdf": "done",
        "sub/保密协议.txt": "done",
    }
    assert "5,000,000" in (out / "spa" / "prompt.txt").read_text("utf-8")
    assert "商业秘密" in (out / "保密协议" / "prompt.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("relpath", "code"),
    [
        ("cut.pdf", ExitCode.UNREADABLE),
        ("empty.pdf", ExitCode.UNREADABLE),
        ("gone.pdf", ExitCode.UNREADABLE),
        ("page.pdf", ExitCode.UNREADABLE),
        ("locked.pdf", ExitCode.LOCKED),
    ],
)
def test_run_json_says_which_failed_and_why(ran, relpath, code):
    said = json.loads((ran[1] / "run.json").read_text("utf-8"))
    fault = next(each["fault"] for each in said["documents"] if each["relpath"] == relpath)
    assert fault["exit_code"] == code
    assert relpath in fault["message"]


def test_progress_hears_of_every_document(ran):
    assert [(ready, total) for ready, total, _ in ran[2]] == [(at, 7) for at in range(1, 8)]


def test_times_stand_in_timings_json_alone(ran):
    timings = json.loads((ran[1] / "timings.json").read_text("utf-8"))["documents"]
    assert {"extract", "sentences", "prompt", "ledger", "peak_rss_mb"} <= set(timings["spa"])
    assert "_s" not in (ran[1] / "run.json").read_text("utf-8").replace("_sha256", "").replace("_start", "")


def test_a_second_run_leaves_finished_documents_alone(ran, folder, tmp_path):
    """Their files are not even touched, and run.json is the same."""
    _, out, _ = ran
    before, stamp = contents(out), (out / "spa" / "prompt.txt").stat().st_mtime_ns
    report = batch.run([folder], out, ONE)
    assert contents(out) == before
    assert (out / "spa" / "prompt.txt").stat().st_mtime_ns == stamp
    assert "spa" not in {name for name, timings in report.timings.items() if timings}


def test_other_processes_and_folders_make_the_same_bytes(ran, folder, tmp_path):
    """Two workers, a copy of the inputs elsewhere, another working folder."""
    copy = tmp_path / "elsewhere"
    subprocess.run(["cp", "-a", folder, copy], check=True)
    distill(["run", ".", "-o", "made", "--jobs", "2"], cwd=copy)
    assert contents(copy / "made") == contents(ran[1])


def test_a_long_document_is_read_in_ranges_with_the_same_bytes(tmp_path, monkeypatch):
    """The second worker has nothing else to do; sentences and headers go over the seam."""
    long = pymupdf.open()
    for number in range(160):
        page = long.new_page()
        page.insert_text((72, 40), "Project Larkspur", fontsize=8)
        page.insert_text(
            (72, 90), f"{number + 1}.1 The Buyer shall pay USD {number},500 to the Seller and", fontsize=10
        )
        page.insert_text((72, 104), "the Seller shall deliver the Shares to", fontsize=10)
    long.save(tmp_path / "long.pdf", no_new_id=True)
    batch.run([tmp_path / "long.pdf"], tmp_path / "whole", ONE)
    ahead = []
    read_ahead = Workers._read_ahead
    monkeypatch.setattr("pipeline.batch.docket._BIG", 1)
    monkeypatch.setattr(Workers, "_read_ahead", lambda *given: ahead.append(read_ahead(*given)) or ahead[-1])
    batch.run([tmp_path / "long.pdf"], tmp_path / "ranges", Settings(batch=BatchSettings(jobs=2)))
    assert [len(files) for files in ahead] == [2]
    assert contents(tmp_path / "ranges") == contents(tmp_path / "whole")


def distill(arguments, **more):
    command = [sys.executable, "-m", "pipeline.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)


STOPPABLE = """
import sys
import faulty
from pipeline import batch
from pipeline.settings import BatchSettings, Settings

report = batch.run([sys.argv[1]], sys.argv[2], Settings(batch=BatchSettings(jobs=1)), opener=faulty.slow)
sys.exit(batch.exit_code(report))
"""


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_leaves_only_whole_files(tmp_path, sign):
    """The signal goes to the whole group, as Ctrl-C on a terminal does, while the third document is in work."""
    for at in range(40):
        text_file(tmp_path / "in" / f"{at:02d}.txt")
    command = [sys.executable, "-c", STOPPABLE, str(tmp_path / "in"), str(tmp_path / "out")]
    more = {"env": {**os.environ, "PYTHONPATH": str(Path(__file__).parent / "workers")}, "start_new_session": True}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, **more)
    deadline = time.monotonic() + 60
    while not (tmp_path / "out" / "01" / "seal.json").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, sign)
    _, said = process.communicate(timeout=30)
    assert process.returncode == ExitCode.INTERRUPTED, said
    assert said == ""
    assert list((tmp_path / "out").rglob("*.partial")) == []
    report = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    assert report["interrupted"] is True
    assert 2 <= len(report["documents"]) < 40
    for each in report["documents"]:
        json.loads((tmp_path / "out" / each["name"] / "ledger.json").read_text("utf-8"))


# The library call


def test_distill_returns_the_document_with_every_layer(folder):
    document = batch.distill(folder / "spa.pdf")
    assert document.source.name == "spa.pdf"
    assert len(document.units) == len(document.verdicts) == len(document.scores) > 0


def test_distill_takes_stages_of_ones_own(folder):
    """A stage is any callable that takes a document and returns one."""
    seen = []
    document = batch.distill(folder / "spa.pdf", through=[lambda document: seen.append(document) or document])
    assert seen == [document]
    assert document.units == ()


def test_distill_raises_what_the_file_deserves(folder):
    with pytest.raises(LockedInput):
        batch.distill(folder / "locked.pdf")
