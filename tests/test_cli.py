"""The command: results on stdout, messages on stderr, exit codes, and quick answers."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pymupdf
import pytest

from pipeline.cli.ranking import ranked
from pipeline.errors import ExitCode
from pipeline.version import VERSION

HEAVY = ("pymupdf", "spacy", "onnxruntime", "prefect", "numpy", "pebble", "rapidocr")
CLAUSES = """SHARE PURCHASE AGREEMENT

1. PURCHASE PRICE

1.1 The Buyer shall pay USD 5,000,000 to the Seller at Closing.

1.2 The Seller shall not compete with the Company for three years after Closing.

2. MISCELLANEOUS

2.1 This Agreement may be executed in counterparts, each of which is an original.

2.2 This Agreement may be executed in counterparts, each of which is an original.
"""

NO_PAGES = (
    b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    b"2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
)


def distill(*arguments, **more):
    command = [sys.executable, "-m", "pipeline.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, **more)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """One run over a text and an empty file, in the poorest locale, with a name in Chinese and spaces."""
    place = tmp_path_factory.mktemp("cli")
    (place / "in").mkdir()
    (place / "in" / "协议 final.txt").write_text(CLAUSES, "utf-8")
    (place / "in" / "empty.pdf").write_bytes(b"")
    done = distill("run", place / "in", "-o", place / "out", "--keep", "0.5", env={**os.environ, "LC_ALL": "C"})
    return done, place / "out"


def test_help_loads_none_of_the_heavy_libraries():
    code = (
        "import sys, contextlib, io\n"
        "from pipeline.cli import app\n"
        "for command in ([], ['run'], ['trace'], ['recall'], ['check'], ['version']):\n"
        "    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):\n"
        "        app([*command, '--help'])\n"
        f"print(sorted(set({HEAVY!r}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_answers_in_less_than_a_third_of_a_second():
    """Processor time of the quickest of three: the machine's other work does not count."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'pipeline.cli', '--help'], check=True)\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, file=sys.stderr)"
    )
    took = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(3)]
    assert min(float(each.stderr) for each in took) < 0.3


def test_version_is_a_result():
    done = distill("version")
    assert (done.stdout, done.stderr, done.returncode) == (f"{VERSION}\n", "", 0)


def test_an_unknown_flag_is_a_usage_error():
    assert distill("run", "a.pdf", "-o", "out", "--kepe", "1").returncode == ExitCode.USAGE


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--keep", "1.5"], "sieve.keep"),
        (["--keep", "0.5", "--max-tokens", "100"], "exclude each other"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_a_setting_out_of_bounds_is_told_by_name(tmp_path, flags, says):
    done = distill("run", "a.pdf", "-o", tmp_path / "out", *flags, cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_stdout_names_the_prompts_and_nothing_else(ran):
    done, out = ran
    assert done.stdout == f"{out / '协议 final' / 'prompt.txt'}\n"


def test_stderr_has_the_table_and_names_what_failed(ran):
    said = ran[0].stderr
    assert re.search(r"empty\.pdf +failed", said)
    assert "distill: empty.pdf" in said
    assert "Traceback" not in said


def test_some_failed_documents_are_exit_code_8(ran):
    assert ran[0].returncode == ExitCode.PARTLY_FAILED


@pytest.mark.parametrize(
    ("name", "content", "code", "says"),
    [
        ("empty.pdf", b"", ExitCode.UNREADABLE, "empty"),
        ("page.pdf", b"<html><body>Not found</body></html>", ExitCode.UNREADABLE, "page.pdf"),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", ExitCode.UNREADABLE, "cut.pdf"),
        ("blank.pdf", NO_PAGES, ExitCode.UNREADABLE, "no pages"),
        ("gone/../never.pdf", None, ExitCode.UNREADABLE, "never.pdf"),
    ],
)
def test_a_single_bad_document_decides_on_the_exit_code(tmp_path, name, content, code, says):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = distill("run", tmp_path / name, "-o", tmp_path / "out")
    assert done.returncode == code
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_scan_without_ocr_is_exit_code_5(tmp_path):
    page = pymupdf.open().new_page()
    page.insert_text((72, 90), "A picture of words.")
    scan = pymupdf.open()
    scan.new_page().insert_image(pymupdf.Rect(0, 0, 595, 842), pixmap=page.get_pixmap(dpi=72))
    scan.save(tmp_path / "scan.pdf")
    (tmp_path / "plain.toml").write_text('[extract]\nocr = "never"\n', "utf-8")
    done = distill("run", tmp_path / "scan.pdf", "-o", tmp_path / "out", "--config", tmp_path / "plain.toml")
    assert done.returncode == ExitCode.NO_TEXT
    assert "scan.pdf" in done.stderr


def test_a_folder_without_documents_is_exit_code_3(tmp_path):
    done = distill("run", tmp_path, "-o", tmp_path / "out")
    assert done.returncode == ExitCode.UNREADABLE
    assert "no .pdf or .txt file in there; name a file or a folder that holds some" in done.stderr
    assert not (tmp_path / "out").exists()


def test_an_output_folder_that_cannot_be_written_is_exit_code_7(tmp_path):
    (tmp_path / "a.txt").write_text("Text.\n")
    (tmp_path / "taken").write_text("")
    done = distill("run", tmp_path / "a.txt", "-o", tmp_path / "taken")
    assert done.returncode == ExitCode.OUTPUT
    assert "taken: cannot be written" in done.stderr


def test_a_locked_document_opens_with_its_password(tmp_path):
    document = pymupdf.open()
    document.new_page().insert_text((72, 90), "The secret price is USD 7,000,000.")
    locked = {"encryption": pymupdf.PDF_ENCRYPT_AES_256, "user_pw": "open sesame", "owner_pw": "o"}
    document.save(tmp_path / "locked.pdf", **locked)
    shut = distill("run", tmp_path / "locked.pdf", "-o", tmp_path / "out")
    assert shut.returncode == ExitCode.LOCKED
    assert "--password" in shut.stderr
    opened = distill("run", tmp_path / "locked.pdf", "-o", tmp_path / "out", "--password", "open sesame")
    assert opened.returncode == ExitCode.DONE
    assert "7,000,000" in (tmp_path / "out" / "locked" / "prompt.txt").read_text("utf-8")
    assert "sesame" not in "".join(path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.json"))


def units(out):
    return json.loads((out / "协议 final" / "ledger.json").read_text("utf-8"))["units"]


def test_trace_says_where_a_unit_stands(ran):
    out = ran[1]
    (unit,) = [each for each in units(out) if "5,000,000" in each["text"]]
    said = distill("trace", out / "协议 final", unit["id"]).stdout
    assert f"{unit['id']}  " in said
    assert re.search(r"^page +1  \[", said, re.MULTILINE)
    assert re.search(r"^as read +1\.1 The Buyer shall pay USD 5,000,000", said, re.MULTILINE)
    assert re.search(r"^verdict +(kept|bypassed): ", said, re.MULTILINE)


def test_trace_takes_a_reference_as_the_prompt_writes_it(ran):
    out = ran[1]
    plain = distill("trace", out / "协议 final", "u0001").stdout
    assert plain
    assert distill("trace", out, "⟨协议 final#u0001⟩").stdout == plain
    assert distill("trace", out / "协议 final", "⟨u0001⟩").stdout == plain
    assert distill("trace", out / "协议 final", "[u0001]").stdout == plain


def test_trace_finds_a_unit_by_words_as_the_prompt_writes_them(ran):
    folder = ran[1] / "协议 final"
    (unit,) = [each for each in units(ran[1]) if "5,000,000" in each["text"]]
    traced = distill("trace", folder, unit["id"]).stdout
    assert distill("trace", folder, "[u0002] [IMPORTANT] 1.1 The buyer shall pay USD 5,000,000").stdout == traced
    assert distill("trace", folder, "shall pay USD 5,000,000⟨?⟩ ⟨u0002⟩").stdout == traced


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("executed in counterparts", "2 units hold 'executed in counterparts': u0006, u0007; name one, or give more"),
        ("executed in blood", "no unit holds 'executed in blood'; give words of one sentence, or an id as u0431"),
        (" ", "name a unit, as u0431, or words of one"),
    ],
)
def test_trace_by_words_says_what_it_found_when_not_one_unit_holds_them(ran, words, says):
    done = distill("trace", ran[1] / "协议 final", words)
    assert done.returncode == ExitCode.USAGE
    assert says in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "", "-o", "out"],
        ["run", "a.txt", "-o", ""],
        ["run", "a.txt", "-o", "out", "--baseline", ""],
        ["trace", "", "u0001"],
        ["recall", "  "],
        ["check", ""],
    ],
)
def test_an_empty_path_is_not_taken_for_the_working_folder(tmp_path, arguments):
    (tmp_path / "a.txt").write_text("The Buyer shall pay USD 5,000,000.\n", "utf-8")
    done = distill(*arguments, cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr == "distill: an empty path was given; name a file or a folder, or . for this folder\n"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_an_empty_query_is_an_error_that_says_what_to_give(ran):
    done = distill("recall", ran[1], "")
    assert done.returncode == ExitCode.USAGE
    assert "the query is empty; give words to look for, or none to list all" in done.stderr


def test_trace_as_json_is_the_ledger_entry_with_its_edits(ran):
    said = json.loads(distill("trace", ran[1] / "协议 final", "u0001", "--json").stdout)
    assert said.pop("edits") == []
    assert said == units(ran[1])[0]


def test_trace_of_an_unknown_unit_says_which_there_are(ran):
    done = distill("trace", ran[1] / "协议 final", "u9999")
    assert done.returncode == ExitCode.USAGE
    assert "no unit 'u9999'; its units are u0001 to u0" in done.stderr


def test_trace_of_a_folder_without_a_ledger_says_what_to_do(tmp_path):
    done = distill("trace", tmp_path, "u0001")
    assert done.returncode == ExitCode.UNREADABLE
    assert "run `distill run` first" in done.stderr


def test_recall_lists_what_was_bypassed_and_why(ran):
    out = ran[1]
    bypassed = [each for each in units(out) if not each["kept"]]
    said = distill("recall", out, "-n", "0").stdout.splitlines()
    assert bypassed
    assert [line.split("  ")[0] for line in said] == [f"协议 final#{each['id']}" for each in bypassed]
    assert all(each["reason"] in line for each, line in zip(bypassed, said, strict=True))


def test_recall_with_a_query_puts_the_best_answer_first(ran):
    (line, *_) = distill("recall", ran[1], "counterparts", "--json").stdout.splitlines()
    assert "counterparts" in json.loads(line)["text"]


def test_a_reader_that_goes_away_is_no_error(ran):
    command = f"{sys.executable} -m pipeline.cli trace '{ran[1]}/协议 final' u0001 | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""


def shell(command, **more):
    line = command.replace("DISTILL", f"{sys.executable} -m pipeline.cli")
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, **more
    )


def test_a_full_disk_behind_stdout_is_exit_code_7(ran):
    done = shell(f"DISTILL trace '{ran[1]}/协议 final' u0001 >/dev/full")
    assert done.returncode == ExitCode.OUTPUT
    assert done.stderr == "distill: stdout cannot be written (No space left on device)\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_harm_nothing(ran, tmp_path, closed):
    (tmp_path / "a.txt").write_text("The Buyer shall pay USD 5,000,000.\n", "utf-8")
    done = shell(f"DISTILL run '{tmp_path}/a.txt' -o '{tmp_path}/out' {closed}")
    assert (done.returncode, "Traceback" in done.stderr) == (ExitCode.DONE, False)
    assert (tmp_path / "out" / "a" / "prompt.txt").is_file()


def test_a_locale_without_chinese_still_writes_and_finds_chinese_names(ran, tmp_path):
    poor = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "协议.txt").write_text("The Buyer shall pay USD 5,000,000.\n", "utf-8")
    done = distill("run", tmp_path / "协议.txt", "-o", tmp_path / "out", env=poor)
    assert done.returncode == ExitCode.DONE, done.stderr
    traced = distill("trace", tmp_path / "out", "协议#u0001", env=poor)
    assert "USD 5,000,000" in traced.stdout


def test_names_cannot_send_commands_to_the_terminal_or_break_the_line(tmp_path):
    (tmp_path / "a\x1b[31m\nb.pdf").write_bytes(b"")
    done = distill("run", tmp_path, "-o", tmp_path / "out")
    assert "\x1b" not in done.stderr
    assert r"distill: a\x1b[31m\nb.pdf: the file is empty" in done.stderr


def test_trace_of_a_whole_run_asks_for_a_document(ran):
    done = distill("trace", ran[1], "u0001")
    assert done.returncode == ExitCode.UNREADABLE
    assert "holds a whole run; name one document" in done.stderr


def test_a_document_without_an_earlier_version_is_told(tmp_path):
    for place, name in (("new", "a.txt"), ("new", "b.txt"), ("old", "a.txt")):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / name).write_text("The Buyer shall pay USD 5,000,000.\n", "utf-8")
    done = distill("run", tmp_path / "new", "-o", tmp_path / "out", "--baseline", tmp_path / "old")
    assert done.returncode == ExitCode.DONE
    assert f"distill: b.txt: not compared, {tmp_path / 'old'} holds no file of its path or name" in done.stderr
    assert "a.txt: not compared" not in done.stderr
    said = json.loads((tmp_path / "out" / "run.json").read_bytes())["documents"]
    assert [each["baseline"] for each in said] == ["a.txt", ""]


def test_recall_says_so_when_nothing_is_found(ran):
    done = distill("recall", ran[1], "zzzzqq")
    assert (done.returncode, done.stdout) == (ExitCode.DONE, "")
    assert done.stderr == "nothing that was left out holds a word of 'zzzzqq'\n"


def test_recall_says_that_the_prompts_hold_what_was_looked_for(ran):
    done = distill("recall", ran[1], "compete")
    assert done.stdout == ""
    assert done.stderr == "nothing that was left out holds a word of 'compete'; 1 unit of the prompts does\n"


def test_check_finds_the_shipped_parts_good():
    done = distill("check")
    assert done.returncode == ExitCode.DONE, done.stderr
    assert re.match(r"dictionaries: good, \d+ files\nmodel: good, as its card says\nocr: ", done.stdout)


def test_check_names_the_entry_that_is_wrong(tmp_path):
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "anchors.toml").write_text(
        'language = "en"\nkind = "anchors"\nversion = 1\n'
        '[[entry]]\nid = "rebate"\ntype = "discount"\npattern = \'\\brebate\\b\'\n'
        'matches = ["a discount of 5 %"]\nspares = ["the debate"]\n',
        "utf-8",
    )
    done = distill("check", tmp_path)
    assert done.returncode == ExitCode.DICTIONARY
    assert "en/anchors.toml: rebate: does not catch 'a discount of 5 %'" in done.stderr


TEXTS = [
    "The discount is 5 %.",
    "Governing law is Delaware.",
    "折扣为百分之五。",
    "No discount, no rebate, no discount.",
    "税费由甲方承担。",
    "Termination needs a change of control.",
    "Die Haftungsgrenze gilt nicht.",
]


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("discount", [3, 0]),
        ("discuont", [3, 0]),
        ("governing law", [1]),
        ("折扣", [2]),
        ("税", [4]),
        ("terminate", [5]),
        ("Haftung", [6]),
        ("contract", []),
        ("Schadenersatz", []),
        ("", []),
    ],
)
def test_ranking_finds_words_misspelt_words_and_chinese(query, order):
    assert ranked(query, TEXTS) == order


def test_common_words_find_nothing_beside_a_rare_one_and_order_nothing_before_it():
    texts = ["the change in the law of the land", "control of the board", *["the price of the shares"] * 30]
    assert ranked("the change of control", texts) == [1, 0]
    assert len(ranked("the of", texts)) == len(texts)


def test_ranking_of_nothing_is_nothing():
    assert ranked("discount", []) == []


def test_the_console_script_is_the_same_command():
    script = Path(sys.executable).with_name("distill")
    done = subprocess.run([script, "version"], capture_output=True, text=True, check=False)
    assert done.stdout == f"{VERSION}\n"
