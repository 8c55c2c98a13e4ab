"""The stages in their order, and their comparison with a baseline."""

import pytest

from pipeline import assembly, versions
from pipeline.errors import UnreadableInput
from pipeline.settings import Settings

SETTINGS = Settings()
OLD = "1.1 The Buyer shall pay USD 5,000,000 to the Seller.\n\n1.2 The Seller shall deliver the Shares.\n"
NEW = OLD.replace("5,000,000", "4,500,000")


@pytest.fixture(scope="module")
def stages():
    return assembly.stages(SETTINGS)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "new.txt").write_text(NEW, "utf-8")
    (tmp_path / "old.txt").write_text(OLD, "utf-8")
    return tmp_path / "new.txt", tmp_path / "old.txt"


def changed(path, stages):
    document = assembly.prepare(path, SETTINGS, through=stages)
    return [(change.kind, change.new_text) for change in document.changes]


def test_without_a_baseline_nothing_is_compared(files, stages):
    assert changed(files[0], stages) == []


def test_against_a_baseline_the_changed_unit_is_found(files, stages):
    against = assembly.against(stages, files[1], settings=SETTINGS)
    assert changed(files[0], against) == [("modified", "1.1 The Buyer shall pay USD 4,500,000 to the Seller.")]


def test_a_document_against_itself_has_not_changed(files, stages):
    assert changed(files[0], assembly.against(stages, files[0], settings=SETTINGS)) == []


def test_only_the_comparison_is_replaced(files, stages):
    against = assembly.against(stages, files[1], settings=SETTINGS)
    replaced = [old for old, new in zip(stages, against, strict=True) if old is not new]
    assert [type(stage) for stage in replaced] == [versions.Comparer]


def test_stages_without_a_comparison_stay_as_they_are(files, stages):
    """Library users pass their own."""
    assert assembly.against(stages[:2], files[1], settings=SETTINGS) == stages[:2]


def test_a_baseline_that_cannot_be_read_is_told_by_name(tmp_path, stages):
    (tmp_path / "old.pdf").write_bytes(b"")
    with pytest.raises(UnreadableInput, match=r"old\.pdf"):
        assembly.against(stages, tmp_path / "old.pdf", settings=SETTINGS)


def test_the_document_is_named_as_the_user_named_it(files, stages):
    document = assembly.prepare(files[0], SETTINGS, through=stages[:1], relpath="deal/new.txt")
    assert (document.source.name, document.source.relpath) == ("new.txt", "deal/new.txt")
