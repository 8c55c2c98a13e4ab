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
def sections(tmp_path_factory):
    """Return a function that draws pages of lines ("*" bold, "^" centred, "_" close below) and returns their sections."""
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
        return document.sections

    return drawn


@pytest.fixture(scope="module")
def tree(sections):
    """Return a function that returns levels and titles of the sections of drawn pages."""
    return lambda pages: [(s.level, s.title) for s in sections(pages) if s.title]


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


def test_a_forgotten_bracket_leaves_a_clause_beside_the_one_before(tree):
    titles = tree([
        [
            "^CONSULTING AGREEMENT", MADE, "*1. Services", "*(a) General.", CLAUSE,
            "*b) Projected timeline. The Supplier shall begin on 3 May 2024.", CLAUSE, "*(c) Reports.", CLAUSE,
            "*2. Fees", CLAUSE,
        ],
    ])  # fmt: skip
    assert titles == [
        (1, "1. Services"),
        (2, "(a) General."),
        (2, "b) Projected timeline."),
        (2, "(c) Reports."),
        (1, "2. Fees"),
    ]


def test_a_list_within_a_clause_is_no_forgotten_bracket(tree):
    titles = tree([
        [
            "^CONSULTING AGREEMENT", MADE, "*1. Services", "*(a) General.", "*a) Plans.", CLAUSE, "*b) Drawings.", CLAUSE,
            "*(b) Reports.", CLAUSE, "*2. Fees", CLAUSE,
        ],
    ])  # fmt: skip
    assert [level for level, title in titles if title in {"a) Plans.", "b) Drawings."}] == [3, 3]
    assert (2, "(b) Reports.") in titles


def test_contents_and_parts_of_an_exhibit_stand_in_it(tree):
    titles = tree([
        ["^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], CLAUSE],
        ["^*EXHIBIT A", "^*TARIFF", CLAUSE],
        [
            "^TABLE OF CONTENTS", "SECTION I  TABLE OF RATES . . . . . . . . . . . . . . . 4",
            "SECTION II  RULES . . . . . . . . . . . . . . . . . . . . . . 5",
            "SECTION III  CLAIMS . . . . . . . . . . . . . . . . . . . . . 6",
            "SECTION IV  NOTICES . . . . . . . . . . . . . . . . . . . . . 7",
        ],
        ["^*SECTION I", "^*TABLE OF RATES", CLAUSE],
        ["^*SECTION II", "^*RULES", CLAUSE],
        ["^*SECTION III", "^*CLAIMS", CLAUSE],
        ["^*SECTION IV", "^*NOTICES", CLAUSE],
        ["^*EXHIBIT B", "^*FORM OF NOTICE", CLAUSE],
    ])  # fmt: skip
    assert titles == [
        (1, "1. Services."),
        (1, "2. Term."),
        (1, "EXHIBIT A TARIFF"),
        (2, "TABLE OF CONTENTS"),
        (2, "SECTION I TABLE OF RATES"),
        (2, "SECTION II RULES"),
        (2, "SECTION III CLAIMS"),
        (2, "SECTION IV NOTICES"),
        (1, "EXHIBIT B FORM OF NOTICE"),
    ]


def test_a_numbered_title_that_stands_alone_counts_where_its_neighbours_have_lost_their_numbers(tree):
    titles = tree([
        ["^HOSTING AGREEMENT", MADE, "^*ARTICLE I", "^*SERVICES", CLAUSE, "1.3   Service Reports.", CLAUSE],
        ["^*ARTICLE II", "^*CHARGES", CLAUSE, "2.2   Conditions of Reimbursement.", CLAUSE, "2.5   of the fees are due at once."],
    ])  # fmt: skip
    assert titles == [
        (1, "ARTICLE I SERVICES"),
        (2, "1.3 Service Reports."),
        (1, "ARTICLE II CHARGES"),
        (2, "2.2 Conditions of Reimbursement."),
    ]


def test_a_title_in_capitals_goes_on_over_lines_that_stand_apart(tree):
    titles = tree([
        ["^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], CLAUSE],
        ["^*EXHIBIT A", CLAUSE, "^*STATEMENT PURSUANT TO THE", "^*SECTION 12 OF THE TRADE ACT", CLAUSE, CLAUSE, CLAUSE, CLAUSE],
        ["^*RIGHTS OF THE SUPPLIER", "^*FEES", CLAUSE, CLAUSE, CLAUSE, CLAUSE],
    ])  # fmt: skip
    assert titles[2:] == [
        (1, "EXHIBIT A"),
        (2, "STATEMENT PURSUANT TO THE SECTION 12 OF THE TRADE ACT"),
        (2, "RIGHTS OF THE SUPPLIER"),
        (2, "FEES"),
    ]


def test_the_last_clause_ends_where_the_first_party_signs(sections):
    found = sections([
        [
            "^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], "3. Notices.  " + CLAUSE[:60],
            "PUMP WORKS INC.", "By: /s/ J. Doe", "Name: Jane Doe", "WELLS LTD.", "By: /s/ R. Roe", "Name: Rick Roe",
        ],
    ])  # fmt: skip
    assert [(s.type, s.title) for s in found][-2:] == [("notices", "3. Notices."), ("signatures", "")]


def test_who_gives_notice_signs_nothing(sections):
    found = sections([
        [
            "^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], "3. Notices.  " + CLAUSE[:60],
            "Notices are given", "By: letter or telefax.", CLAUSE,
        ],
    ])  # fmt: skip
    assert [(s.type, s.title) for s in found][-1] == ("notices", "3. Notices.")


def test_parts_of_a_numbered_text_stand_in_it_though_they_look_as_its_title(tree):
    titles = tree([
        ["^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], CLAUSE],
        ["^EXHIBIT A", "^PRICES", "*Terms of sale", CLAUSE, CLAUSE, CLAUSE, CLAUSE, "*1. Revenue", CLAUSE, CLAUSE],
        ["*Europe and Africa", CLAUSE, CLAUSE, CLAUSE, CLAUSE, CLAUSE, "*Asia and Pacific", CLAUSE, CLAUSE, CLAUSE, CLAUSE, CLAUSE],
        ["*2. Earnings", CLAUSE, CLAUSE, CLAUSE, CLAUSE, "*3. Leases", CLAUSE, CLAUSE],
        ["*Terms of delivery", CLAUSE, CLAUSE, CLAUSE, CLAUSE],
    ])  # fmt: skip
    assert titles[3:] == [
        (2, "Terms of sale"),
        (3, "1. Revenue"),
        (4, "Europe and Africa"),
        (4, "Asia and Pacific"),
        (3, "2. Earnings"),
        (3, "3. Leases"),
        (2, "Terms of delivery"),
    ]


def test_the_name_of_the_company_below_an_exhibit_is_not_its_title(tree):
    titles = tree([
        ["^SUPPLY AGREEMENT", MADE, "1. Services.  " + CLAUSE[:60], "2. Term.  " + CLAUSE[:60], CLAUSE],
        ["^*EXHIBIT A", "^*PUMP WORKS, INC.", "^*COMPENSATION POLICY", CLAUSE, CLAUSE],
        ["^*EXHIBIT B", "^*CERTIFICATE OF THE OFFICER", "^*PURSUANT TO SECTION 9 OF THE TRADE ACT", CLAUSE, CLAUSE],
    ])  # fmt: skip
    assert titles[2:] == [
        (1, "EXHIBIT A COMPENSATION POLICY"),
        (1, "EXHIBIT B CERTIFICATE OF THE OFFICER PURSUANT TO SECTION 9 OF THE TRADE ACT"),
    ]


def test_a_contents_list_without_page_numbers_ends_with_its_last_entry(sections):
    titles = [f"{number}. {title}" for number, title in enumerate(
        ("Definitions", "Grant", "Price", "Delivery", "Warranties", "Liability", "Term", "Notices", "Governing Law"), 1
    )]  # fmt: skip
    found = sections([
        ["^*TABLE OF CONTENTS", *titles],
        ["^*SUPPLY CONTRACT", "CONTRACT dated 3 May 2024", "Between Pump Works Inc. of Port Alder (the “Supplier”) and Wells Ltd.",
         "1. Definitions", CLAUSE, "2. Grant", CLAUSE, "3. Price", CLAUSE, "4. Delivery", CLAUSE],
    ])  # fmt: skip
    assert [(s.type, s.page_start, s.page_end) for s in found][:3] == [
        ("table_of_contents", 1, 1),
        ("front_matter", 2, 2),
        ("definitions", 2, 2),
    ]
