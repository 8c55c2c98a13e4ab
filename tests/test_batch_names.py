"""Messages name the document that they are about, whatever its name is made of."""

import json
import os

import pytest

from pipeline import batch
from pipeline.errors import ExitCode
from pipeline.settings import Settings, SieveSettings

TEXT = "The Buyer shall pay USD 5,000,000 to the Seller at Closing.\n"


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Files whose names are no UTF-8, one of them empty, and a baseline that is empty."""
    folder = tmp_path_factory.mktemp("names")
    for place in ("in", "old"):
        (folder / place).mkdir()
    for name, content in ((b"whole\xff.txt", TEXT), (b"empty\xff.pdf", ""), (b"compared.txt", TEXT)):
        (folder / "in" / os.fsdecode(name)).write_text(content, "utf-8")
    (folder / "old" / "compared.txt").write_bytes(b"")
    return batch.run([folder / "in"], folder / "out", baseline=folder / "old"), folder / "out"


def fault(ran, relpath):
    return next(each.fault for each in ran[0].documents if each.relpath == relpath)


def test_a_name_that_is_no_utf_8_is_prepared_under_a_legible_one(ran):
    assert fault(ran, "whole\ufffd.txt") is None
    (folder,) = (each for each in ran[1].iterdir() if each.name.startswith("whole"))
    assert json.loads((folder / "ledger.json").read_bytes())["source"]["name"] == "whole\ufffd.txt"


def test_a_failure_under_such_a_name_can_be_told(ran):
    assert fault(ran, "empty\ufffd.pdf").message.startswith("empty\ufffd.pdf: the file is empty")


def test_a_bad_baseline_is_told_as_the_baseline_of_its_document(ran):
    said = fault(ran, "compared.txt").message
    assert said.startswith("compared.txt: its baseline cannot be compared with: compared.txt: the file is empty")


def test_a_budget_below_the_frame_names_the_document(tmp_path):
    (tmp_path / "a.txt").write_text(TEXT, "utf-8")
    report = batch.run([tmp_path / "a.txt"], tmp_path / "out", Settings(sieve=SieveSettings(max_tokens=1)))
    assert report.documents[0].fault.message.startswith("a.txt: max_tokens 1: ")
    assert batch.exit_code(report) == ExitCode.USAGE
