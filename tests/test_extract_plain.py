"""Plain text is read in any usual encoding, with lines, tables and boxes that are made up but consistent."""

import pymupdf
import pytest

from pipeline import extract
from pipeline.errors import NoText, UnreadableInput
from pipeline.extract import plain
from pipeline.settings import ExtractSettings

SETTINGS = ExtractSettings()


def kinds(text: str) -> list[tuple[str, str]]:
    pages, _, _ = plain.pages_of(text.encode(), "a.txt")
    return [(block.kind, page.text[block.span.start : block.span.end]) for page in pages for block in page.blocks]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
def test_chinese_is_read_in_its_encoding(encoding):
    text = "甲方应当聘请独立的第三方审计机构对账目进行审计"
    assert plain.decode(text.encode(encoding), "a.txt")[0] == text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_german_is_read_in_its_encoding(encoding):
    text = "Geschäftsführer und Überschuß für € 5"
    assert plain.decode(text.encode(encoding), "a.txt")[0] == text


def test_a_guessed_encoding_is_told(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("Die Geschäftsführer haften.".encode("cp1252"))
    document = extract.read(path, SETTINGS)
    assert document.pages[0].text == "Die Geschäftsführer haften."
    assert [notice.code for notice in document.notices] == ["encoding_guessed"]


def test_binary_bytes_are_refused(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(UnreadableInput, match=r"a\.txt: not plain text"):
        extract.read(path, SETTINGS)


def test_white_space_alone_is_no_text(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text(" \n\n \f \n")
    with pytest.raises(NoText, match=r"a\.txt"):
        extract.read(path, SETTINGS)


def test_a_pdf_named_txt_is_read_as_what_it_is(tmp_path):
    file = pymupdf.open()
    file.new_page().insert_text((72, 90), "The term is five years.")
    file.save(tmp_path / "a.pdf")
    (tmp_path / "a.pdf").rename(tmp_path / "a.txt")
    assert extract.read(tmp_path / "a.txt", SETTINGS).pages[0].source == "digital"


def test_form_feeds_part_pages():
    pages, _, _ = plain.pages_of(b"one\n\ftwo\n\f", "a.txt")
    assert [(page.number, page.text, page.source) for page in pages] == [(1, "one", "plain"), (2, "two", "plain")]


def test_a_wrapped_paragraph_is_one_block_and_items_are_their_own():
    text = (
        "This paragraph was wrapped by an editor at about seventy two columns\nand goes on here until its end.\n"
        "(a) first item\n(b) second item\n"
    )
    assert [kind for kind, _ in kinds(text)] == ["text", "text", "text"]
    assert kinds(text)[0][1].endswith("until its end.")


def test_long_lines_are_paragraphs_of_their_own():
    text = "The first clause. " * 12 + "\n" + "The second clause. " * 12
    assert len(kinds(text)) == 2


def test_columns_of_blanks_are_a_table():
    text = (
        "                   2022      2021\n"
        "Cash            $ 1,250   $ 1,100\n"
        "Total assets      9,000     8,000\n"
    )  # fmt: skip
    pages, tables, _ = plain.pages_of(text.encode(), "a.txt")
    assert pages[0].text == "2022\t2021\nCash\t$ 1,250\t$ 1,100\nTotal assets\t9,000\t8,000"
    assert (tables[0].id, tables[0].columns, len(tables[0].header_rows), len(tables[0].rows)) == ("t001", 3, 1, 2)


def test_two_blanks_behind_a_full_stop_are_no_table():
    text = "The term ends.  The lease is renewed.\nThe rent is due.  The deposit is returned.\n"
    assert {kind for kind, _ in kinds(text)} == {"text"}


def test_every_word_has_a_box_inside_its_page():
    pages, _, _ = plain.pages_of("甲方 Alder Capital 1,000\n\tindented".encode(), "a.txt")
    page = pages[0]
    words = [page.text[start:end] for start, end in zip(page.words.starts, page.words.ends, strict=True)]
    assert words == ["甲方", "Alder", "Capital", "1,000", "indented"]
    for at in range(len(words)):
        x0, y0, x1, y1 = page.words.boxes[4 * at : 4 * at + 4]
        assert 0 < x0 < x1 < page.width
        assert 0 < y0 < y1 < page.height
