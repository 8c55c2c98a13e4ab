"""Line numbers of pleadings, transcripts and manuscripts against the numbers of lists, tables and notes."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings

Text = tuple[float, float, str]
PROSE = [
    "The tenant shall keep the premises in good repair and shall give them",
    "back at the end of the term in the condition in which it found them,",
    "fair wear and tear excepted. The landlord may enter the premises on a",
    "notice of one day in order to inspect them or to show them to others.",
]


def drawn(folder: Path, *pages: list[Text], rotation: int = 0) -> Document:
    file = pymupdf.open()
    for texts in pages:
        page = file.new_page()
        for x, y, text in texts:
            page.insert_text((x, y), text, fontsize=10)
        page.set_rotation(rotation)
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", ExtractSettings(ocr="never"))


def line_numbers(document: Document) -> list[str]:
    return [entry.text for entry in document.set_apart if entry.kind == "line_number"]


def numbered(first: int, last: int, *, pitch: float, step: int = 1) -> list[Text]:
    """Return a number beside each ``step``-th of the lines ``first`` to ``last`` of running text."""
    lines = [(90.0, 70 + pitch * (n - first), PROSE[n % 4]) for n in range(first, last + 1)]
    return [(60.0, 70 + pitch * (n - first), str(n)) for n in range(first, last + 1) if n % step == 0] + lines


@pytest.mark.parametrize("rotation", [0, 90, 270])
def test_line_numbers_of_a_single_page_go_however_the_page_is_turned(tmp_path: Path, rotation: int):
    document = drawn(tmp_path, numbered(1, 28, pitch=24), rotation=rotation)
    assert line_numbers(document) == [str(n) for n in range(1, 29)]
    assert document.pages[0].text.startswith("back at the end of the term")


def test_line_numbers_that_go_on_from_page_to_page_go(tmp_path: Path):
    document = drawn(tmp_path, numbered(1, 40, pitch=16), numbered(41, 80, pitch=16), numbered(81, 120, pitch=16))
    assert line_numbers(document) == [str(n) for n in range(1, 121)]


def test_the_box_of_a_line_number_lies_over_it_on_a_turned_page(tmp_path: Path):
    document = drawn(tmp_path, numbered(1, 28, pitch=24), rotation=90)
    first = next(entry for entry in document.set_apart if entry.text == "1")
    assert [round(edge) for edge in first.box] == [769, 60, 783, 66]


def test_keys_of_a_table_in_a_part_of_the_page_stay(tmp_path: Path):
    keys = [(60.0, 300 + 16.0 * n, str(n)) for n in range(1, 11)]
    factors = [(200.0, 300 + 16.0 * n, f"the factor in year {n}") for n in range(1, 11, 2)]
    document = drawn(tmp_path, keys + factors)
    assert line_numbers(document) == []


def test_marks_of_notes_under_a_table_stay(tmp_path: Path):
    rows = [(60.0, 60 + 20.0 * n, f"Net earnings of the {n}th segment") for n in range(20)]
    notes = [(60.0, 600 + 12.0 * n, str(n)) for n in range(1, 9)]
    notes += [(72.0, 600 + 12.0 * n, "excludes amortisation of intangible assets") for n in range(1, 9)]
    assert line_numbers(drawn(tmp_path, rows + notes)) == []


def test_numbers_of_a_list_of_names_down_the_whole_page_stay(tmp_path: Path):
    names = [(90.0, 60 + 18.0 * n, f"Alder Holdings {chr(64 + n)} Limited, Dublin") for n in range(1, 27)]
    assert line_numbers(drawn(tmp_path, [(60.0, 60 + 18.0 * n, str(n)) for n in range(1, 27)] + names)) == []


def test_numbers_of_a_table_down_the_whole_page_stay_although_some_rows_are_empty(tmp_path: Path):
    keys = [(60.0, 60 + 18.0 * n, str(n)) for n in range(1, 37)]
    cells = [(x, 60 + 18.0 * n, f"{n}.5 %") for n in range(1, 37) if n % 4 for x in (150.0, 300.0)]
    assert line_numbers(drawn(tmp_path, keys + cells)) == []


def test_years_of_a_chronicle_stay(tmp_path: Path):
    years = [(60.0, 60 + 18.0 * n, str(1980 + n)) for n in range(36)]
    events = [(100.0, 60 + 18.0 * n, "acquired another plant in the south of the country") for n in range(36)]
    assert line_numbers(drawn(tmp_path, years + events)) == []
