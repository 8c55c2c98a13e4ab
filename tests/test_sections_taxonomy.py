"""Section types come from the words of headings."""

import pytest

from pipeline.dictionary import check, load
from pipeline.sections.taxonomy import Shelf
from pipeline.settings import Settings
from pipeline.shelf import shelf

ENTRIES = load("sections", Settings()).entries


@pytest.mark.parametrize(
    ("genre", "language", "title", "kind"),
    [
        ("10-K", "en", "item 1a Risk Factors", "risk_factors"),
        ("10-K", "en", "item 7 Management’s Discussion and Analysis of Financial Condition", "managements_discussion"),
        ("10-K", "en", "item 6 [Reserved]", "selected_financial_data"),
        ("10-K", "en", "item 15 Exhibits, Financial Statement Schedules", "exhibits"),
        ("10-K", "en", "item 8", "financial_statements"),
        ("10-Q", "en", "item 1 Legal Proceedings", "legal_proceedings"),
        ("8-K", "en", "item 2.02 Results of Operations and Financial Condition", "results_announcement"),
        ("contract", "en", "Limitation of Liability", "limitation_of_liability"),
        ("contract", "en", "Term and Termination", "termination"),
        ("contract", "en", "Governing Law; Jurisdiction", "governing_law"),
        ("contract", "zh", "违约责任", "default_and_remedies"),
        ("contract", "de", "Haftungsbeschränkung", "limitation_of_liability"),
        ("dd_report", "en", "Red Flags", "red_flags"),
        ("dd_report", "zh", "诉讼、仲裁及行政处罚", "litigation"),
        ("dd_report", "de", "Wesentliche Verträge", "material_contracts"),
        ("prospectus", "zh", "风险因素", "risk_factors"),
    ],
)
def test_a_heading_names_a_type(genre, language, title, kind):
    entry = Shelf(ENTRIES).taxonomy(genre, language).entry(title)
    assert entry is not None
    assert entry.type == kind


def test_a_note_type_holds_under_the_financial_statements_alone():
    taxonomy = Shelf(ENTRIES).taxonomy("10-K", "en")
    note = taxonomy.entry("Leases", ("financial_statements",))
    assert note is not None
    assert note.type == "note_leases"
    assert taxonomy.entry("Leases") is None


def test_a_clause_type_does_not_hold_in_a_filing():
    assert Shelf(ENTRIES).taxonomy("10-K", "en").entry("Force Majeure") is None


def test_the_words_of_an_entry_name_a_line_when_they_are_most_of_it():
    taxonomy = Shelf(ENTRIES).taxonomy("contract", "en")
    assert taxonomy.names("CONFIDENTIALITY")
    assert not taxonomy.names("LOST PROFITS EVEN IF ADVISED OF THE WARRANTY OF ANYTHING AT ALL")


def test_every_shipped_entry_keeps_its_own_examples():
    problems = [str(problem) for problem in check(shelf("dictionaries"))]
    assert [line for line in problems if "sections.toml" in line or "documents.toml" in line] == []
