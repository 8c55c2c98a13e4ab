"""What is set apart at the edges of a page that stands alone, and what stays there."""

from pathlib import Path

import pymupdf
import pytest
from drawing import NO_OCR, PROSE, Text, apart, body, document_of

from pipeline.document import Document
from pipeline.extract import read

LETTER = [(72.0, 200.0 + 14 * i, line) for i, line in enumerate(PROSE + PROSE)]


@pytest.mark.parametrize(
    "line",
    [
        (72, 36, "Downloaded from http://archive.example/ on July 12, 2017"),
        (72, 80, "Alder Law Review | Volume 8 | Issue 3 | March 2014"),
        (72, 80, "(c) 2019 Alder Press"),
        (72, 770, "www.alder.example"),
        (72, 740, "Version 2.4"),
        (290, 790, "Page 7"),
        (72, 30, "Table of Contents"),
    ],
)
def test_a_line_at_the_edge_of_a_single_page_that_says_where_it_was_published_goes(tmp_path: Path, line: Text):
    document = document_of(tmp_path, [line, *LETTER])
    assert [text for _, _, text in apart(document)] == [line[2]]


@pytest.mark.parametrize(
    "line",
    [
        (72, 40, "This Agreement is made on 1 March 2024 between the parties."),
        (72, 40, "CONSULTING AGREEMENT"),
        (400, 40, "Date: 3 May 2024"),
        (72, 40, "Exhibit 10.1"),
        (72, 810, "Date: ____________"),
        (72, 810, "Bank: Alder Bank, IBAN DE89 3704 0044 0532 0130 00"),
        (72, 810, "* Net of tax and minorities"),
        (72, 810, "1 http://www.example.org"),
        (72, 810, "No party may assign its rights under this letter."),
        (72, 740, "Revised terms apply"),
        (72, 90, "2.4"),
        (72, 740, "Alder Holdings"),
    ],
)
def test_a_line_at_the_edge_of_a_single_page_that_is_part_of_the_text_stays(tmp_path: Path, line: Text):
    assert apart(document_of(tmp_path, [line, *LETTER])) == []


def test_version_part_number_and_date_spread_at_the_foot_of_a_single_page_go_and_sums_and_signatures_stay(
    tmp_path: Path,
):
    def spread(*cells: str) -> list[tuple[int, str, str]]:
        ends = [(72.0, 740.0, cells[0]), (275.0, 740.0, cells[1]), (475.0, 740.0, cells[2])]
        return apart(document_of(tmp_path, [*LETTER, *ends]))

    assert spread("Edition 2.4", "P/N 119-036", "10 June 2019") == [
        (1, "footer", "Edition 2.4\tP/N 119-036\t10 June 2019")
    ]
    assert spread("Total for the year", "1,250", "10,219") == []
    assert spread("Buyer", "Seller", "10 June 2019") == []


def test_a_section_number_before_its_title_at_the_top_of_a_single_page_stays(tmp_path: Path):
    heading = [(72.0, 60.0, "2.4"), (110.0, 60.0, "Remedies")]
    assert apart(document_of(tmp_path, [*heading, *LETTER])) == []
    running = [(72.0, 60.0, "24"), (400.0, 60.0, "Remedies")]
    assert [text for _, _, text in apart(document_of(tmp_path, [*running, *LETTER]))] == ["24", "Remedies"]


def test_a_number_close_under_the_middle_of_the_last_line_of_a_single_page_is_its_number(tmp_path: Path):
    full = [(72.0, 640.0 + 14 * i, line) for i, line in enumerate([*PROSE, *PROSE, *PROSE, *PROSE[:2]])]
    assert [(kind, text) for _, kind, text in apart(document_of(tmp_path, [*LETTER, *full, (294, 793, "14")]))] == [
        ("page_number", "14")
    ]
    assert apart(document_of(tmp_path, [*LETTER, (280, 782, "e = mc"), (294, 793, "14")])) == []


def test_a_line_up_the_margin_of_a_first_page_goes_and_a_sideways_table_stays(tmp_path: Path):
    def page(lines: int) -> Document:
        file = pymupdf.open()
        for n in range(4):
            sheet = file.new_page()
            for x, y, text in body(n):
                sheet.insert_text((x, y), text)
            sheet.insert_text((72, 400 + n), f"{'abcd'[n]} last line of this page")
            for i in range(lines if n == 0 else 0):
                sheet.insert_text((12 + 6 * i, 500), f"arXiv:2206.0106{i}v1 [cs.CV] 2 Jun 2022", fontsize=6, rotate=90)
        file.save(tmp_path / "margin.pdf")
        return read(tmp_path / "margin.pdf", NO_OCR)

    assert apart(page(1)) == [(1, "watermark", "arXiv:2206.01060v1 [cs.CV] 2 Jun 2022")]
    assert apart(page(4)) == []
