"""What a page says in place of its glyphs (/ActualText) against what it paints."""

from pathlib import Path

import pymupdf
import pytest

from pipeline.document import Document
from pipeline.extract import read
from pipeline.settings import ExtractSettings


def drawn(folder: Path, content: str, *, blank: int = 0, unmapped: bool = False) -> Document:
    """Read a page with the content behind its text; the file has so many ``blank`` pages more.

    The font of an ``unmapped`` one says nothing of its digits.
    """
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 60), "The parties agree as follows.")
    extra = file.get_new_xref()
    file.update_object(extra, "<<>>")
    file.update_stream(extra, f"BT /helv 11 Tf 1 0 0 1 72 700 Tm {content} ET".encode())
    file.xref_set_key(page.xref, "Contents", f"[{page.get_contents()[0]} 0 R {extra} 0 R]")
    if unmapped:
        table = file.get_new_xref()
        file.update_object(table, "<<>>")
        rows = "".join(f"<{0x30 + digit:02X}> <{0xF730 + digit:04X}>\n" for digit in range(10))
        head = "begincmap 1 begincodespacerange <00> <FF> endcodespacerange"
        file.update_stream(table, f"{head} 10 beginbfchar\n{rows}endbfchar endcmap".encode())
        file.xref_set_key(page.get_fonts()[0][0], "ToUnicode", f"{table} 0 R")
    for _ in range(blank):
        file.new_page()
    file.save(folder / "drawn.pdf")
    return read(folder / "drawn.pdf", ExtractSettings(ocr="never"))


def said(text: str, glyphs: str) -> str:
    return f"/Span <</ActualText ({text})>> BDC ({glyphs}) Tj EMC"


def apart(document: Document) -> list[tuple[str, str]]:
    return [(entry.kind, entry.text) for entry in document.set_apart]


def test_a_figure_that_is_said_and_not_painted_is_hidden(tmp_path: Path):
    document = drawn(tmp_path, f"(The cap is ) Tj {said('1 USD only', '2,000,000 EUR')} ( in all.) Tj")
    assert document.pages[0].text.endswith("The cap is 2,000,000 EUR in all.")
    assert apart(document) == [("hidden", "1 USD only")]
    assert [notice.code for notice in document.notices] == ["hidden_text"]


def test_a_phrase_that_is_said_for_another_is_hidden(tmp_path: Path):
    document = drawn(tmp_path, f"(The cap ) Tj {said('is waived', 'remains in force')} ( at all times.) Tj")
    assert document.pages[0].text.endswith("The cap remains in force at all times.")
    assert apart(document) == [("hidden", "is waived")]


def test_a_letter_that_is_said_for_a_sign_raises_no_doubt(tmp_path: Path):
    document = drawn(tmp_path, f"{said('y', '-')} (The cap applies.) Tj")
    assert apart(document) == []


@pytest.mark.parametrize(
    ("text", "glyphs"), [("\\255", "-"), ("fi", "fi"), ("\\240", " "), ("", "-"), ("FEE", "fee"), ("\\267", "-")]
)
def test_hyphens_ligatures_and_blanks_that_are_said_raise_no_doubt(tmp_path: Path, text: str, glyphs: str):
    document = drawn(tmp_path, f"(The bene) Tj {said(text, glyphs)} (t of the loan is due.) Tj")
    assert apart(document) == []
    assert document.notices == ()


def test_of_a_long_file_the_glyphs_are_read(tmp_path: Path):
    content = f"(The cap is ) Tj {said('1 USD only', '2,000,000 EUR')} ( in all.) Tj"
    assert drawn(tmp_path, content, blank=60).pages[0].text.endswith("The cap is 2,000,000 EUR in all.")


def test_of_a_long_file_what_is_said_is_read_where_the_glyphs_have_no_characters(tmp_path: Path):
    content = f"(The cap is ) Tj {said('4,000', '4,000')} ( EUR in all.) Tj"
    assert drawn(tmp_path, content, blank=60, unmapped=True).pages[0].text.endswith("The cap is 4,000 EUR in all.")
    assert (
        not drawn(tmp_path, content.replace("/ActualText", "/Alt"), blank=60, unmapped=True)
        .pages[0]
        .text.endswith("The cap is 4,000 EUR in all.")
    )
