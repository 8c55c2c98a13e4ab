"""False blanks inside words are closed up where the page and the document both say so, and nowhere else."""

from pathlib import Path

import pymupdf

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings
from pipeline.spans import Replacement, apply

BLANK = pymupdf.get_text_length(" ", fontsize=11)
ELSEWHERE = "The cash flows of the business. Its business is small. Every business has cash flows."


def drawn(folder: Path, *lines: str, gap: float = 0.6) -> Document:
    """Draw lines in which ``|`` stands for a gap as wide as ``gap`` blanks, and read them."""
    file = pymupdf.open()
    page = file.new_page()
    for row, line in enumerate(lines):
        x = 60.0
        for piece in line.split("|"):
            page.insert_text((x, 100 + 30 * row), piece, fontsize=11)
            x += pymupdf.get_text_length(piece, fontsize=11) + gap * BLANK
    path = folder / "drawn.pdf"
    file.save(path)
    return read(path, ExtractSettings(ocr="never"))


def cleaned(document: Document) -> str:
    text = document.pages[0].text
    return apply(text, [Replacement(edit.place.span, edit.after) for edit in document.cleanings]).text


def first(folder: Path, line: str, *others: str, gap: float = 0.6) -> str:
    return cleaned(drawn(folder, line, *(others or (ELSEWHERE,)), gap=gap)).split("\n")[0]


def test_a_blank_narrower_than_its_lines_inside_a_known_word_is_closed_up(tmp_path: Path):
    assert first(tmp_path, "Statement of Cash Flow|s") == "Statement of Cash Flows"
    assert first(tmp_path, "Part of the bus|iness was sold") == "Part of the business was sold"


def test_the_edit_says_why_and_the_text_as_read_stays(tmp_path: Path):
    document = drawn(tmp_path, "Statement of Cash Flow|s", ELSEWHERE)
    (edit,) = document.cleanings
    assert document.pages[0].text.startswith("Statement of Cash Flow s\n")
    assert (edit.rule, edit.status, edit.after) == ("character.false_blank", "cleaned", "")
    assert edit.proof.endswith("Flows stands elsewhere, Flow does not")


def test_a_usual_blank_before_a_stray_letter_goes_when_both_pieces_stand_nowhere_else(tmp_path: Path):
    assert first(tmp_path, "Item 1. Busines|s.", gap=1.0) == "Item 1. Business."
    assert first(tmp_path, "Item 1. Busines|s.", "The business.", gap=1.0) == "Item 1. Busines s."


def test_a_blank_between_two_words_that_stand_elsewhere_stays(tmp_path: Path):
    others = ("We shut it down. The shutdown is over. We shut them.", "They sat down on the ground and came down.")
    assert first(tmp_path, "They had to shut|down the plant", *others) == "They had to shut down the plant"


def test_a_usual_blank_between_two_rare_words_stays(tmp_path: Path):
    others = ("The lifecycle. Every lifecycle has an end. A lifecycle.",)
    assert first(tmp_path, "The end of the life|cycle is near", *others, gap=1.0) == "The end of the life cycle is near"


def test_an_article_before_a_word_stays_apart(tmp_path: Path):
    others = ("It turns around. We go around. Look around.",)
    assert first(tmp_path, "They played a|round of golf", *others, gap=0.85) == "They played a round of golf"


def test_no_figure_is_ever_joined(tmp_path: Path):
    assert first(tmp_path, "Revenue of 12|34 dollars", "It was 1234 then, and 1234 now.") == "Revenue of 12 34 dollars"
    assert first(tmp_path, "Exhibit 10|b of the list", "See 10b there.") == "Exhibit 10 b of the list"


def test_a_letter_behind_a_hyphen_or_in_a_name_stays_apart(tmp_path: Path):
    others = ("The tests. More tests. All tests.", "The test is one. A test.")
    assert first(tmp_path, "See Regulation test|s-T for this", *others) == "See Regulation test s-T for this"
    assert first(tmp_path, "See Exhibit|B for this", "The exhibitb word.") == "See Exhibit B for this"


def set_in_serif(folder: Path, *lines: str) -> str:
    """Return the first of the lines, in a font that has ligatures, as cleaned."""
    file = pymupdf.open()
    page = file.new_page()
    writer = pymupdf.TextWriter(page.rect)
    for row, line in enumerate(lines):
        writer.append((60, 100 + 30 * row), line, font=pymupdf.Font("tiro"), fontsize=11)
    writer.write_text(page)
    file.save(folder / "drawn.pdf")
    return cleaned(read(folder / "drawn.pdf", ExtractSettings(ocr="never"))).split("\n")[0]


def test_a_blank_behind_a_ligature_goes_when_the_word_stands_elsewhere_and_its_pieces_do_not(tmp_path: Path):
    elsewhere = "The beneficiary of a trust may ask for an account."
    assert set_in_serif(tmp_path, "Each bene\ufb01 ciary is paid.", elsewhere) == "Each beneficiary is paid."
    assert set_in_serif(tmp_path, "Each bene\ufb01 ciary is paid.", "A heir may ask.") == "Each benefi ciary is paid."


def test_a_word_that_ends_with_a_ligature_stays_apart(tmp_path: Path):
    lines = ("The bailiff staff was large.", "Each bailiff and all staff were bailiffstaff here. The staff is here.")
    assert set_in_serif(tmp_path, lines[0].replace("ff", "\ufb00"), lines[1]) == lines[0]
