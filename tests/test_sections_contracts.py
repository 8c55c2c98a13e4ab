"""Contracts as people type them: chapters, plain headings before clause 1, typed underlines, stamps of filings."""

# ruff: noqa: E501 -- a drawn page reads best line by line

import pymupdf
import pytest

from pipeline import amounts, extract, sentences
from pipeline.sections import Placer
from pipeline.settings import Settings

SETTINGS = Settings()
CLAUSE = "The parties shall act in good faith and give each other notice of all that may affect this Agreement."
MADE = "This Agreement is made as of 3 May 2024 between Pump Works Inc. (the “Supplier”) and Wells Ltd."


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a function that draws pages of lines ("*" bold, "^" centred, "_" close below) and returns their tree."""
    folder = tmp_path_factory.mktemp("contracts")
    stages = (amounts.Repairer.open(SETTINGS), sentences.Splitter.open(SETTINGS), Placer.open(SETTINGS))

    def drawn(pages):
        file = pymupdf.open()
        for lines in pages:
            page = file.new_page()
            at = 50.0
            for line in lines:
                text = line.lstrip("*^_")
                marks = line[: len(line) - len(text)]
                at += 11 if "_" in marks else 24
                font = "hebo" if "*" in marks else "helv"
                x = 280 - pymupdf.get_text_length(text, font, 10) / 2 if "^" in marks else 60
                page.insert_text((x, at), text, fontsize=10, fontname=font)
        path = folder / f"d{len(list(folder.iterdir()))}.pdf"
        file.save(path)
        document = extract.read(path, SETTINGS.extract)
        for stage in stages:
            document = stage(document)
        return [(s.level, s.title) for s in document.sections if s.title]

    return drawn


def test_chapters_hold_the_articles_that_count_through_them(tree):
    assert tree([
        ["^JOINT VENTURE CONTRACT", MADE, "^CHAPTER 1 GENERAL PROVISIONS", "Article 1 Parties", CLAUSE, "Article 2 Name", CLAUSE],
        ["^CHAPTER 2 CAPITAL", "Article 3 Amount of Capital", CLAUSE, "The parties meet as provided in", "Chapter 1 of this contract."],
        ["^CHAPTER 3 TERM", "Article 4 Duration", CLAUSE],
    ]) == [
        (1, "CHAPTER 1 GENERAL PROVISIONS"),
        (2, "Article 1 Parties"),
        (2, "Article 2 Name"),
        (1, "CHAPTER 2 CAPITAL"),
        (2, "Article 3 Amount of Capital"),
        (1, "CHAPTER 3 TERM"),
        (2, "Article 4 Duration"),
    ]  # fmt: skip


def test_what_stands_alone_between_the_recitals_and_clause_1_is_a_heading_and_the_filing_stamp_is_none(tree):
    assert tree([
        [
            "EXHIBIT 10(d)", "^PROMOTION AGREEMENT", MADE, "^RECITALS", CLAUSE, "^AGREEMENT", CLAUSE,
            "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], "3. Notices.  " + CLAUSE[:60],
        ],
        [CLAUSE, "^[THIS SPACE INTENTIONALLY LEFT BLANK]", "*SPACE BELOW INTENTIONALLY BLANK"],
    ]) == [
        (1, "RECITALS"),
        (1, "AGREEMENT"),
        (2, "1. Services."),
        (2, "2. Term."),
        (2, "3. Notices."),
    ]  # fmt: skip


def test_a_typed_underline_belongs_to_no_title(tree):
    titles = tree([
        ["^ALLIANCE AGREEMENT", MADE, "^ARTICLE I", "^USE OF PRODUCTS", "^_---------------", CLAUSE, CLAUSE],
        ["^ARTICLE II", "^RESALE OF PRODUCTS", "^_------------------", CLAUSE, CLAUSE],
    ])  # fmt: skip
    assert titles == [(1, "ARTICLE I USE OF PRODUCTS"), (1, "ARTICLE II RESALE OF PRODUCTS")]


def test_an_addendum_right_below_an_exhibit_is_its_title_and_hyphened_numbers_count_in_it(tree):
    titles = tree([
        ["^FRANCHISE AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], CLAUSE],
        ["^*EXHIBIT 1", "^*TO THE FRANCHISE AGREEMENT", "1-1 Expiration Date. The term ends on 3 May 2030.", "1-2 Opening Schedule. The shop opens in 2025."],
        ["^*EXHIBIT 2", "^*ADDENDUM TO LEASE AGREEMENT", "1. Decor.  " + CLAUSE[:60], "2. Notice.  " + CLAUSE[:60]],
    ])  # fmt: skip
    assert titles == [
        (1, "1. Services."),
        (1, "2. Term."),
        (1, "EXHIBIT 1 TO THE FRANCHISE AGREEMENT"),
        (2, "1-1 Expiration Date."),
        (2, "1-2 Opening Schedule."),
        (1, "EXHIBIT 2 ADDENDUM TO LEASE AGREEMENT"),
        (2, "1. Decor."),
        (2, "2. Notice."),
    ]


def test_an_underline_of_the_first_words_of_a_line_leaves_the_line_a_sentence(tree):
    titles = tree([
        [
            "EXHIBIT 4", "^AFFILIATE AGREEMENT", MADE, "1. Status.  " + CLAUSE[:60], "2. Rules.  " + CLAUSE[:60],
            "3. Transfer Under Rule 145(d).  If the Supplier desires to sell, it gives notice to", "_-----------------------------",
            "_the Customer.", "4. Notices.  " + CLAUSE[:60],
        ],
    ])  # fmt: skip
    assert titles == [(1, "1. Status."), (1, "2. Rules."), (1, "3. Transfer Under Rule 145(d)."), (1, "4. Notices.")]
