"""Earnings releases: the pages of figures behind the text are sections beside its own; lists that are no contents."""

import pymupdf
import pytest

from pipeline import amounts, extract, sentences
from pipeline.sections import Placer
from pipeline.settings import Settings

SETTINGS = Settings()
TEXT = "The Company keeps pumps in stock for its customers and sells them through dealers in nine countries."
RELEASE = [
    "*12 Pump Works Inc. Reports Third Quarter Results", "FOR IMMEDIATE RELEASE", TEXT,
    "*12 Outlook", TEXT, TEXT, "*12 Dividend", TEXT,
]  # fmt: skip
ROWS = [
    "Net revenue\t17,846\t16,200",
    "Cost of sales\t7,988\t7,433",
    "Gross profit\t9,858\t8,767",
    "Net income\t1,944\t4,273",
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a function that draws pages ("*12 " for bold of 12 pt, tabs for cells) and returns their sections."""
    folder = tmp_path_factory.mktemp("schedules")
    stages = (amounts.Repairer.open(SETTINGS), sentences.Splitter.open(SETTINGS), Placer.open(SETTINGS))

    def drawn(pages, *, chinese=False):
        file = pymupdf.open()
        for lines in pages:
            page = file.new_page()
            at = 40.0
            for line in lines:
                size, text = (int(line[1:3]), line[4:]) if line[0] == "*" else (10, line)
                at += 2 * size
                font = "china-s" if chinese else "hebo" if line[0] == "*" else "helv"
                for x, cell in zip((60, 340, 440, 500), text.split("\t"), strict=False):
                    page.insert_text((x, at), cell, fontsize=size, fontname=font)
        path = folder / f"d{len(list(folder.iterdir()))}.pdf"
        file.save(path)
        document = extract.read(path, SETTINGS.extract)
        for stage in stages:
            document = stage(document)
        return document

    return drawn


def titled(document):
    return [(s.level, s.title, s.type, s.page_start, s.page_end) for s in document.sections if s.title]


def statement(title, *rows, units="*10 (in millions, unaudited)"):
    return ["*12 Pump Works Inc. and Subsidiaries", f"*10 {title}", units, "\t12 Weeks Ended", *(rows or ROWS), *ROWS]


def test_each_schedule_behind_the_text_is_a_section_beside_it_and_goes_on_under_the_same_title(tree):
    document = tree([
        RELEASE,
        ["*12 Forward-Looking Statements", TEXT, TEXT],
        statement("Condensed Consolidated Statement of Income"),
        statement("Condensed Consolidated Statement of Cash Flows", "*11 Operating Activities", *ROWS),
        statement("Condensed Consolidated Statement of Cash Flows (continued)", "*11 Financing Activities", *ROWS),
        ["*10 Non-GAAP Measures", TEXT, TEXT],
    ])  # fmt: skip
    assert document.type == "earnings_release"
    assert titled(document)[-4:] == [
        (1, "Forward-Looking Statements", "forward_looking", 2, 2),
        (1, "Condensed Consolidated Statement of Income", "income_statement", 3, 3),
        (1, "Condensed Consolidated Statement of Cash Flows", "cash_flow_statement", 4, 5),
        (1, "Non-GAAP Measures", "non_gaap", 6, 6),
    ]
    income = next(s for s in document.sections if s.type == "income_statement")
    assert document.units[income.first].text == "Pump Works Inc. and Subsidiaries"


def test_a_heading_of_the_text_above_a_table_at_the_top_of_a_page_stays_one_of_the_text(tree):
    document = tree([
        RELEASE,
        ["*12 Regional Sales", "($ in millions)\t2023\t2022", *ROWS, TEXT, "*12 Segment Sales", TEXT, *ROWS],
    ])  # fmt: skip
    assert titled(document)[-2:] == [
        (1, "Regional Sales", "section", 2, 2),
        (1, "Segment Sales", "section", 2, 2),
    ]


@pytest.mark.parametrize(
    "rows",
    [
        [f"10.{n}\tForm of Award Agreement ({2000 + n})\t10-K\t{n + 1}" for n in range(1, 12)],
        [f"{n}.1\tConsent or certification of an officer\tx" for n in (21, 23, 24, 31, 32, 97)],
        [f"0.{n}50% Senior Notes due 20{n + 20}\tPW{n + 20}" for n in range(1, 12)],
    ],
)
def test_rows_of_exhibits_and_of_securities_are_no_contents_list(tree, rows):
    pages = [[TEXT, TEXT]] * 16 + [rows]
    assert "table_of_contents" not in {s.type for s in tree(pages).sections}
