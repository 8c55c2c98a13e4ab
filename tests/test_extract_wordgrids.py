"""Tables without rules whose cells wrap, on pages the tests draw."""

from pathlib import Path

import pymupdf

from pipeline.document import Page
from pipeline.extract import read
from pipeline.settings import ExtractSettings

NO_OCR = ExtractSettings(ocr="never")


def shown(folder: Path, *pieces: tuple[float, float, str]) -> Page:
    file = pymupdf.open()
    page = file.new_page()
    for x, y, text in pieces:
        page.insert_text((x, y), text, fontsize=9)
    path = folder / "drawn.pdf"
    file.save(path)
    return read(path, NO_OCR).pages[0]


def tables_of(page: Page) -> list[list[str]]:
    return [page.text[b.span.start : b.span.end].split("\n") for b in page.blocks if b.kind == "table"]


def right(x: float, y: float, text: str) -> tuple[float, float, str]:
    return (x - pymupdf.get_text_length(text, fontsize=9), y, text)


PRICES = (
    (60, 90, "Service"), (180, 90, "Description of the service"), (440, 90, "Monthly fee"),
    (60, 106, "A1"), (90, 106, "Desktops"), (180, 106, "Environment for remote application routing"),
    (180, 117, "and for all the access from outside."), right(480, 117, "$5,834"),
    (60, 133, "A2"), (90, 133, "Mail and"), (180, 133, "Electronic mail service with the calendars"),
    (90, 144, "messaging"), (180, 144, "of all the teams."), right(480, 144, "$32,155"),
    (60, 160, "A3"), (90, 160, "Archive"), (180, 160, "Storage of all letters for ten years at the"),
    (180, 171, "site of the seller."), right(480, 171, "$2,014"),
)  # fmt: skip


def test_a_fee_at_the_foot_of_its_row_belongs_to_the_service_at_the_head_of_it(tmp_path: Path):
    page = shown(tmp_path, *PRICES)
    assert tables_of(page) == [
        [
            "Service\tDescription of the service\tMonthly fee",
            "A1\tDesktops\tEnvironment for remote application routing and for all the access from outside.\t$5,834",
            "A2\tMail and messaging\tElectronic mail service with the calendars of all the teams.\t$32,155",
            "A3\tArchive\tStorage of all letters for ten years at the site of the seller.\t$2,014",
        ]
    ]


def test_rows_begin_below_a_wider_gap_where_no_number_says_so(tmp_path: Path):
    page = shown(
        tmp_path,
        (60, 100, "Reference rate"), (170, 100, "Provided optional guidance for a"), (360, 100, "March 12, 2020"),
        (60, 111, "reform"), (170, 111, "limited time to ease the burden of"), (360, 111, "through December"),
        (170, 122, "the transition from the old rates."),
        (60, 140, "Income taxes"), (170, 140, "The guidance removes exceptions"), (360, 140, "January 1, 2021"),
        (170, 151, "that relate to the approach for the"), (170, 162, "allocation inside of a period."),
        (60, 200, "All the standards that the company has yet to adopt are of no weight for its statements."),
    )  # fmt: skip
    guidance = "Provided optional guidance for a limited time to ease the burden of the transition from the old rates."
    removal = "The guidance removes exceptions that relate to the approach for the allocation inside of a period."
    assert tables_of(page) == [
        [
            f"Reference rate reform\t{guidance}\tMarch 12, 2020 through December",
            f"Income taxes\t{removal}\tJanuary 1, 2021",
        ]
    ]


def test_rows_of_one_line_with_even_gaps_stay_rows(tmp_path: Path):
    rows = [
        ("Common stock of the company in full", "ALD", "The Exchange of the City of York"),
        ("Notes that are due in the year 2030", "ALD30", "The Exchange of the City of York"),
        ("Notes that are due in the year 2031", "ALD31", "Second Exchange"),
        ("Notes that are due in the year 2032", "ALD32", "The Exchange of the City of York"),
    ]
    pieces = [
        (x, 100 + 12 * at, text) for at, row in enumerate(rows) for x, text in zip((60, 270, 360), row, strict=True)
    ]
    assert tables_of(shown(tmp_path, *pieces)) == [["\t".join(row) for row in rows]]


def test_figures_of_two_lines_above_one_another_are_two_rows(tmp_path: Path):
    pieces = []
    for at, (name, kind, sum_) in enumerate((
        ("Water subsidiaries", "Private activity bonds and loans from", "$1,327"),
        ("Other subsidiaries", "Term loans of the banks in the region of", "$2,101"),
        ("Parent", "Senior notes that were sold to the public", "$3,222"),
        ("Total", "Debt of all the kinds at the end of the year", "$6,650"),
    )):  # fmt: skip
        y = 100 + 11 * at + 6 * (at > 1)
        pieces += [(60, y, name), (180, y, kind), right(480, y, sum_)]
    assert sum(map(len, tables_of(shown(tmp_path, *pieces)))) == 4


def test_text_that_stands_above_its_number_is_not_given_to_the_row_before(tmp_path: Path):
    page = shown(
        tmp_path,
        (110, 100, "Indenture of the first day of March between the"),
        (60, 111, "A1"), (110, 111, "company and the trustee of the notes"), (360, 111, "Form S"), (440, 111, "Ex. 4"),
        (110, 122, "Form of the notes that are due in the year of"),
        (60, 133, "A2"), (110, 133, "second offer of them to the public"), (360, 133, "Form K"), (440, 133, "Ex. 5")
    )  # fmt: skip
    assert not any("trustee of the notes Form of the notes" in row for rows in tables_of(page) for row in rows)
