"""What an engine made of the figures of a scan without leaving any: doubted by their cells, never mended."""

import pytest

from benchmarks._ocr_pages import build
from pipeline.amounts import Repairer
from pipeline.settings import Settings


def doubts(*rows, sure=0.95):
    """Set a label and cells that end at 300, 400, …; a cell (text, confidence) is read with that confidence."""
    records = []
    for number, (label, *cells) in enumerate(rows):
        y = 20.0 * number
        words = [[50.0, y, 50.0 + 5 * len(label), y + 10, label, 100 * sure]]
        for place, cell in enumerate(cells):
            text, trust = cell if isinstance(cell, tuple) else (cell, sure)
            right = 300.0 + 100 * place
            words.append([right - 5 * len(text), y, right, y + 10, text, 100 * trust])
        records.append({"words": words})
    document, _ = build(records, name="a", ocr=True)
    done = Repairer.open(Settings())(document)
    text = done.pages[0].text
    return {
        text[edit.place.span.start : edit.place.span.end]: edit.candidates[:1]
        for edit in done.repairs
        if edit.status == "suspect"
    }


ROWS = (("Rent", "1,264", "3,413"), ("Wages", "2,155", "4,904"), ("Taxes", "3,021", "1,907"))


@pytest.mark.parametrize(
    ("cell", "candidates"),
    [
        ("60S", ("605",)),
        ("1s", ("15",)),
        ("3B", ("38",)),
        ("§,372", ("5,372",)),
        ("358,$72", ("358,572",)),
        ("@817)", ()),
        ("is", ()),
        ("en)", ()),
        ("B", ()),
        (("suave", 0.16), ()),
    ],
)
def test_a_cell_of_a_column_of_figures_that_holds_a_letter_or_sign_is_doubted(cell, candidates):
    written = cell[0] if isinstance(cell, tuple) else cell
    assert doubts(*ROWS, ("Other", "1,002", cell)).get(written) == candidates


@pytest.mark.parametrize("cell", [("Total", 0.9), "NM", "N/A", "—", "5.2x"])
def test_words_that_tables_write_beside_figures_are_not(cell):
    written = cell[0] if isinstance(cell, tuple) else cell
    assert written not in doubts(*ROWS, ("Other", "1,002", cell))


def test_a_column_of_two_figures_tells_of_a_word_that_the_engine_was_unsure_of():
    rows = (("Rent", "1,264", "900"), ("Wages", "2,155", "800"))
    assert "vos" in doubts(*rows, ("Taxes", "3,021", ("vos", 0.4)))
    assert "vos" not in doubts(*rows, ("Taxes", "see", ("vos", 0.4)))
    assert "Inc" not in doubts(*rows, ("Taxes", "3,021", ("Inc", 0.95)))


def test_a_name_in_running_text_is_no_figure():
    assert doubts(("Form", "10K", "filed"), ("Form", "60S", "filed")) == {}


def test_a_sign_apart_from_its_figure_is_no_singapore_dollar():
    records = [
        {"words": [[50.0, 0, 80.0, 10, "Cash", 95], [200, 0, 210, 10, "S$", 95], [280, 0, 300, 10, "2,398", 95]]}
    ]
    document, _ = build(records, name="a", ocr=True)
    (amount,) = Repairer.open(Settings())(document).amounts
    assert (amount.text, amount.value, amount.currency) == ("2,398", "2398", None) or amount.currency == "$"
