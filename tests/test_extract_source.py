"""Bad input ends in a message that names the file and the next step; the file's own index comes along."""

import pymupdf
import pytest

from pipeline import extract
from pipeline.errors import LockedInput, NoText, UnreadableInput
from pipeline.extract import source
from pipeline.settings import ExtractSettings

SETTINGS = ExtractSettings(ocr="never")


def drawn(*texts: str) -> pymupdf.Document:
    file = pymupdf.open()
    for text in texts:
        file.new_page().insert_text((72, 90), text)
    return file


def refused(path, error, *words):
    with pytest.raises(error) as caught:
        extract.read(path, SETTINGS)
    message = str(caught.value)
    assert path.name in message
    for word in words:
        assert word in message


def test_an_empty_file_is_refused(tmp_path):
    path = tmp_path / "empty.pdf"
    path.write_bytes(b"")
    refused(path, UnreadableInput, "empty", "fetch it again")


def test_a_missing_file_is_refused(tmp_path):
    refused(tmp_path / "none.pdf", UnreadableInput, "check the path")


def test_a_web_page_named_pdf_is_refused(tmp_path):
    path = tmp_path / "login.pdf"
    path.write_text("<html><body>Session expired</body></html>")
    refused(path, UnreadableInput, "not a PDF", "web page")


@pytest.mark.parametrize(("start", "kind"), [(b"PK\x03\x04", "Word"), (b"\x89PNG", "picture"), (b"Dear Sir", "text")])
def test_other_files_named_pdf_are_refused(tmp_path, start, kind):
    path = tmp_path / "other.pdf"
    path.write_bytes(start + b" " * 200)
    refused(path, UnreadableInput, "not a PDF", kind)


def test_a_pdf_without_pages_is_refused(tmp_path):
    path = tmp_path / "none.pdf"
    tree = b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
    path.write_bytes(b"%PDF-1.4\n" + tree + b"trailer<</Root 1 0 R>>\n")
    refused(path, UnreadableInput, "no pages")


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_cut_off_pdf_is_refused_or_reported(tmp_path, share):
    whole = drawn("The term is five years.", "Clause 2 applies.").tobytes()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: int(len(whole) * share)])
    try:
        codes = [notice.code for notice in extract.read(path, SETTINGS).notices]
    except UnreadableInput as error:
        codes = [str(error)]
    assert "repaired_file" in codes or "cut off or damaged" in codes[0]


def test_a_damaged_index_is_repaired_and_reported(tmp_path):
    whole = drawn("The term is five years.").tobytes()
    path = tmp_path / "damaged.pdf"
    path.write_bytes(whole[: whole.rfind(b"startxref")] + b"startxref\n999\n%%EOF")
    document = extract.read(path, SETTINGS)
    assert document.pages[0].text == "The term is five years."
    assert [notice.code for notice in document.notices] == ["repaired_file"]


def test_a_locked_pdf_asks_for_its_password(tmp_path):
    path = tmp_path / "locked.pdf"
    drawn("secret").save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="u")
    refused(path, LockedInput, "password")
    with pytest.raises(LockedInput, match="does not open it"):
        extract.read(path, SETTINGS.model_copy(update={"password": "wrong"}))
    assert extract.read(path, SETTINGS.model_copy(update={"password": "u"})).pages[0].text == "secret"


def test_a_file_that_forbids_copying_is_read_with_a_notice(tmp_path):
    path = tmp_path / "restricted.pdf"
    drawn("public").save(path, encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="o", user_pw="", permissions=0)
    document = extract.read(path, SETTINGS)
    assert document.pages[0].text == "public"
    assert [notice.code for notice in document.notices] == ["copy_restricted"]


def test_a_blank_pdf_holds_no_text(tmp_path):
    path = tmp_path / "blank.pdf"
    file = pymupdf.open()
    file.new_page()
    file.save(path)
    refused(path, NoText, "right file")


def test_outline_links_and_title_come_along(tmp_path):
    file = drawn("Contents", "Chapter")
    file.set_toc([[1, "Contents", 1], [1, "Chapter", 2], [2, "Section", 2]])
    file.set_metadata({"title": "Loan agreement"})
    file[0].insert_link(
        {"kind": pymupdf.LINK_GOTO, "from": pymupdf.Rect(72, 80, 150, 95), "page": 1, "to": pymupdf.Point(72, 60)}
    )
    path = tmp_path / "book.pdf"
    file.save(path)
    document = extract.read(path, SETTINGS)
    assert document.source.title == "Loan agreement"
    assert [(entry.level, entry.title, entry.page) for entry in document.outline] == [
        (1, "Contents", 1),
        (1, "Chapter", 2),
        (2, "Section", 2),
    ]
    assert [(link.page, link.target_page) for link in document.links] == [(1, 2)]
    assert document.links[0].target_y == pytest.approx(60, abs=1)


def test_an_outline_that_runs_in_a_circle_ends(tmp_path):
    file = drawn("The parties agree to arbitration.", "The seat is in a neutral city.")
    file.set_toc([[1, "A", 1], [1, "B", 2], [1, "C", 2]])
    items = [xref for xref in range(1, file.xref_length()) if file.xref_get_key(xref, "Title")[0] == "string"]
    file.xref_set_key(items[-1], "Next", f"{items[0]} 0 R")
    path = tmp_path / "circle.pdf"
    file.save(path)
    document = extract.read(path, SETTINGS)
    assert document.pages[0].text == "The parties agree to arbitration."
    assert len(document.outline) <= source.OUTLINE_LIMIT


def test_page_labels_of_the_file_stand_in_for_printed_ones(tmp_path):
    file = drawn("Preface", "The term is five years.", "The rent is due.")
    file.set_page_labels(
        [
            {"startpage": 0, "prefix": "", "style": "r", "firstpagenum": 1},
            {"startpage": 1, "prefix": "F-", "style": "D", "firstpagenum": 7},
        ]
    )
    path = tmp_path / "labelled.pdf"
    file.save(path)
    assert [page.label for page in extract.read(path, SETTINGS).pages] == ["i", "F-7", "F-8"]


def test_files_inside_the_file_are_told_of(tmp_path):
    file = drawn("The lease is attached.")
    file.embfile_add("lease.pdf", b"%PDF-1.4", filename="lease.pdf")
    file.save(tmp_path / "portfolio.pdf")
    (notice,) = extract.read(tmp_path / "portfolio.pdf", SETTINGS).notices
    assert (notice.code, notice.page) == ("embedded_files", None)
    assert "lease.pdf" in notice.message


@pytest.mark.parametrize(("rendering", "codes"), [("true", ["xfa_form"]), ("false", [])])
def test_a_form_whose_pages_are_a_placeholder_is_told_of(tmp_path, rendering, codes):
    file = drawn("Please wait...")
    page = file[0]
    widget = pymupdf.Widget()
    widget.field_name, widget.field_type = "name", pymupdf.PDF_WIDGET_TYPE_TEXT
    widget.rect = pymupdf.Rect(72, 200, 200, 220)
    page.add_widget(widget)
    catalog = file.pdf_catalog()
    file.xref_set_key(catalog, "AcroForm/XFA", "(template)")
    file.xref_set_key(catalog, "NeedsRendering", rendering)
    file.save(tmp_path / "form.pdf")
    assert [notice.code for notice in extract.read(tmp_path / "form.pdf", SETTINGS).notices] == codes
