"""Titles whose words a file draws apart."""

import pytest

from pipeline.document import Document, Page, Section, Source
from pipeline.sections.spelling import respelt


def titles(text, found, listed=()):
    document = Document(Source("a.pdf", "a.pdf", "0", 1), pages=(Page(1, 595, 842, text=text),))
    sections = [
        Section(f"s{n:02d}", "section", title, 1, None, n, n + 1, 1, 1) for n, title in enumerate(found)
    ]  # fmt: skip
    return [section.title for section in respelt(document, sections, listed)]


def test_a_contents_entry_with_the_same_letters_says_where_the_spaces_are():
    found = ["Item 1. Busines s.", "CASH FLO W STATE MENT"]
    assert titles("", found, ["Item 1 Business", "Cash flow statement"]) == ["Item 1. Business.", "CASH FLOW STATEMENT"]


def test_words_that_the_text_knows_whole_are_joined():
    text = "An overview of segment results. The segment grew. Our overview ends. Cash flows rose, cash flows fell."
    found = ["OVERVI EW", "PERFORMANCE BY SEG MENT", "Statement of Cash Flow s"]
    assert titles(text, found) == ["OVERVIEW", "PERFORMANCE BY SEGMENT", "Statement of Cash Flows"]


@pytest.mark.parametrize(
    "title",
    ["EXHIBIT C FORM OF LEASE", "Form 10-K Summary", "Sales in the US", "Part II", "Regulation S-K", "1 Product(s)"],
)
def test_short_words_and_acronyms_stay_apart(title):
    assert titles("exhibitc formof inthe theus regulations regulations " * 5, [title]) == [title]


def test_space_before_a_stop_or_within_a_possessive_goes():
    assert titles("", ["1.2 Vesting .", "Registrant’ s Common Equity"]) == [
        "1.2 Vesting.",
        "Registrant’s Common Equity",
    ]
