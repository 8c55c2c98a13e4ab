"""The section trees of the example documents."""

from pathlib import Path

import pytest

from pipeline import amounts, extract, sentences
from pipeline.sections import Placer
from pipeline.settings import Settings

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "documents"


@pytest.fixture(scope="module")
def placed():
    """Return a function that reads, splits and places an example."""
    settings = Settings()
    stages = (amounts.Repairer.open(settings), sentences.Splitter.open(settings), Placer.open(settings))

    def place(name):
        document = extract.read(EXAMPLES / name, settings.extract)
        for stage in stages:
            document = stage(document)
        assert all(section.first < section.end for section in document.sections)
        return document

    return place


def test_parties_and_recitals_stand_before_the_contents_list_which_holds_its_entries_alone(placed):
    document = placed("larkspur_spa_final.pdf")
    assert [s.type for s in document.sections[:4]] == ["front_matter", "recitals", "table_of_contents", "definitions"]
    contents = document.sections[2]
    inside = [unit.text for unit in document.units[contents.first : contents.end]]
    assert contents.title == inside[0] == "Contents"
    assert all(text[-1].isdigit() for text in inside[1:])
    assert "Allocation of the Initial Purchase Price" not in [s.title for s in document.sections]


def test_a_report_has_one_contents_section_and_none_for_the_captions_of_tables(placed):
    titles = [section.title for section in placed("larkspur_due_diligence_report.pdf").sections]
    assert titles[1:3] == ["Contents", "1. Important notice"]
    assert [title for title in titles if title.startswith("Table")] == []


def test_a_sentence_behind_a_bracketed_number_opens_no_section(placed):
    titles = [section.title for section in placed("gewerbemietvertrag.pdf").sections]
    assert [title[0] for title in titles if title] == ["§"] * 8


def test_a_chinese_contents_list_bears_its_own_title(placed):
    found = placed("股权转让协议.pdf").sections[1]
    assert (found.title, found.type) == ("目录", "table_of_contents")
