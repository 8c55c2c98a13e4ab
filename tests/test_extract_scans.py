"""Pictures of pages are found page by page and read by OCR; without it they are reported."""

from pathlib import Path

import pymupdf
import pytest

from pipeline import extract
from pipeline.document import Document
from pipeline.errors import NoText
from pipeline.extract import scans, sheet
from pipeline.extract.raw import RawPage
from pipeline.settings import ExtractSettings

AUTO = ExtractSettings()
LINES = ("Cash and cash equivalents 36,220", "The lease ends on 31 March 2027.", "Total current assets 96,334")


def picture(*, turn: float = 0, dpi: int = 150) -> pymupdf.Pixmap:
    """Return a printed page as a grey picture, turned clockwise by ``turn`` degrees."""
    file = pymupdf.open()
    page = file.new_page(width=400, height=200)
    for at, line in enumerate(LINES):
        page.insert_text((40, 60 + 30 * at), line, fontsize=12)
    zoom = dpi / 72
    return page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom).prerotate(turn), colorspace=pymupdf.csGRAY)


def scan(*, turn: float = 0, stamp: str = "", pages: int = 1) -> pymupdf.Document:
    file = pymupdf.open()
    shown = picture(turn=turn)
    for _ in range(pages):
        page = file.new_page(width=shown.width * 72 / 150, height=shown.height * 72 / 150)
        page.insert_image(page.rect, pixmap=shown)
        if stamp:
            page.insert_text((250, 20), stamp, fontsize=8)
    return file


def read(file: pymupdf.Document, folder: Path, settings: ExtractSettings = AUTO) -> Document:
    path = folder / "scan.pdf"
    file.save(path)
    return extract.read(path, settings)


def lines(document: Document) -> list[str]:
    return [line for line in document.pages[0].text.replace("\t", " ").split("\n") if line]


@pytest.fixture(scope="module")
def upright(tmp_path_factory) -> Document:
    """Read one upright scan for all tests that look at it."""
    return read(scan(), tmp_path_factory.mktemp("upright"))


def test_a_scan_is_read(upright):
    assert upright.pages[0].source == "ocr"
    assert lines(upright) == list(LINES)


def test_a_scan_that_lies_upside_down_is_read(tmp_path):
    document = read(scan(turn=180), tmp_path)
    assert document.pages[0].source == "ocr"
    assert lines(document) == list(LINES)


def test_each_word_of_a_scan_has_a_box_and_a_confidence(upright):
    page = upright.pages[0]
    words = [page.text[start:end] for start, end in zip(page.words.starts, page.words.ends, strict=True)]
    assert len(page.words.confidences) == len(words)
    assert all(0.5 < confidence <= 1 for confidence in page.words.confidences)
    at = words.index("36,220")
    x0, y0, x1, y1 = page.words.boxes[4 * at : 4 * at + 4]
    expected = 40 + pymupdf.get_text_length("Cash and cash equivalents ", fontsize=12)
    assert x0 == pytest.approx(expected, abs=6)
    assert y0 < 58 < y1
    assert x1 - x0 == pytest.approx(pymupdf.get_text_length("36,220", fontsize=12), abs=8)


def test_the_same_scan_gives_the_same_document(upright, tmp_path):
    assert read(scan(), tmp_path).pages == upright.pages


def test_a_stamp_over_a_scan_does_not_hide_the_scan(tmp_path):
    document = read(scan(stamp="ALDER 000123"), tmp_path)
    page = document.pages[0]
    assert page.source == "mixed"
    seen = page.text + " ".join(entry.text for entry in document.set_apart)
    assert "The lease ends on 31 March 2027." in page.text
    assert seen.replace("\n", " ").count("000123") == 1
    assert min(page.words.confidences) == -1


def test_a_page_with_a_text_layer_and_a_picture_is_not_read_twice(tmp_path):
    file = scan()
    page = file[0]
    for at, line in enumerate(LINES):
        page.insert_text((40, 60 + 30 * at), line, fontsize=12, render_mode=3)
    document = read(file, tmp_path)
    assert document.pages[0].source == "digital"
    assert lines(document) == list(LINES)


def test_a_mixed_file_reads_each_page_its_own_way(tmp_path):
    file = scan()
    file.new_page().insert_text((72, 90), "Digital page.")
    document = read(file, tmp_path)
    assert [page.source for page in document.pages] == ["ocr", "digital"]


def test_a_blank_page_is_no_scan(tmp_path):
    file = pymupdf.open()
    file.new_page().insert_text((72, 90), "Digital page.")
    file.new_page()
    document = read(file, tmp_path, ExtractSettings(ocr="never"))
    assert [page.source for page in document.pages] == ["digital", "empty"]
    assert document.notices == ()


def test_switched_off_ocr_is_told_and_a_scan_alone_is_no_text(tmp_path):
    never = ExtractSettings(ocr="never")
    with pytest.raises(NoText, match=r"scan\.pdf: a scan without text, and OCR is switched off"):
        read(scan(), tmp_path, never)
    file = scan()
    file.new_page().insert_text((72, 90), "Digital page.")
    assert [(n.code, n.page) for n in read(file, tmp_path, never).notices] == [("ocr_off", 1)]


def test_a_missing_engine_is_told_with_the_way_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setattr(scans, "_engine", lambda: None)
    with pytest.raises(NoText, match=r"scan\.pdf: a scan without text; install the extra: pip install"):
        read(scan(), tmp_path)
    file = scan()
    file.new_page().insert_text((72, 90), "Digital page.")
    assert [(n.code, n.page) for n in read(file, tmp_path).notices] == [("ocr_missing", 1)]


def test_a_page_that_ocr_is_unsure_of_is_told():
    page = RawPage(3, 100, 100, 0, [], [], confidences={(0, 0, 0): 0.5, (0, 0, 1): 0.9})
    assert [(n.code, n.page) for n in sheet._unsure(page)] == [("ocr_unsure", 3)]
    sure = RawPage(3, 100, 100, 0, [], [], confidences={(0, 0, 0): 0.95})
    assert sheet._unsure(sure) == []


def misread(file: pymupdf.Document, font: int, codes: dict[int, int]) -> None:
    """Let the font with that number claim that its codes mean other characters."""
    rows = "".join(f"<{code:02X}> <{char:04X}>\n" for code, char in codes.items())
    xref = file.get_new_xref()
    file.update_object(xref, "<<>>")
    head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
    space = f"1 begincodespacerange <00> <FF> endcodespacerange\n{len(codes)} beginbfchar\n"
    file.update_stream(xref, (head + space + rows + "endbfchar\nendcmap end end").encode())
    file.xref_set_key(font, "ToUnicode", f"{xref} 0 R")


def test_a_garbled_text_layer_is_replaced_by_what_the_page_shows(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 90), "Amount due at closing is payable to the seller", fontsize=14)
    page.insert_text((72, 120), "and interest is due with the other sums.", fontsize=14)
    misread(file, page.get_fonts()[0][0], {code: code + 1 for code in range(65, 123)})
    document = read(file, tmp_path)
    assert "payable to the seller" in document.pages[0].text
    assert [notice.code for notice in document.notices] == ["shifted_font", "ocr_instead"]
    assert {entry.kind for entry in document.set_apart} == {"double"}


def test_lines_in_one_garbled_font_are_replaced_and_the_other_lines_stay_as_written(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 90), "Amount due at closing is payable to the seller", fontsize=14)
    page.insert_text((72, 115), "with the interest on the sums that are due then", fontsize=14)
    misread(file, page.get_fonts()[0][0], {code: 219 - code for code in range(97, 123)})
    page.insert_text((72, 150), "Ref. l0O-Il1 stays as the file has it.", fontsize=14, fontname="tiro")
    document = read(file, tmp_path)
    assert document.pages[0].text.startswith("Amount due at closing is payable to the seller")
    assert "Ref. l0O-Il1 stays as the file has it." in document.pages[0].text
    assert [notice.code for notice in document.notices] == ["garbled_font", "ocr_instead"]
    assert [entry.kind for entry in document.set_apart] == ["double", "double"]


def outlined(text: str) -> pymupdf.Document:
    """Return a page whose letters are shapes, as drawing programs export them."""
    typed = pymupdf.open()
    typed.new_page(width=400, height=200).insert_text((40, 60), text, fontsize=18)
    drawing = pymupdf.open("svg", typed[0].get_svg_image(text_as_path=True).encode())
    return pymupdf.open("pdf", drawing.convert_to_pdf())


def test_a_page_of_letters_turned_into_outlines_is_read_by_ocr(tmp_path):
    document = read(outlined("THE DEPOSIT IS 5,000 EUR"), tmp_path)
    assert document.pages[0].source == "ocr"
    assert document.pages[0].text == "THE DEPOSIT IS 5,000 EUR"


def test_outlines_are_reported_where_ocr_is_off(tmp_path):
    file = outlined("THE DEPOSIT IS 5,000 EUR")
    file.new_page().insert_text((72, 72), "The fee is due.")
    document = read(file, tmp_path, ExtractSettings(ocr="never"))
    assert [(notice.code, notice.page) for notice in document.notices] == [("ocr_off", 1)]


def test_rules_boxes_and_a_few_ornaments_on_an_empty_page_are_no_letters(tmp_path):
    file = pymupdf.open()
    file.new_page().insert_text((72, 72), "The fee is due.")
    page = file.new_page()
    for y in range(100, 700, 20):
        page.draw_line((72, y), (500, y))
        page.draw_rect((72, y, 300, y + 15))
    for x in (100, 200, 300):
        page.draw_circle((x, 750), 6)
    assert read(file, tmp_path, ExtractSettings(ocr="never")).notices == ()
