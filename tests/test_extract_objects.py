"""What the file's objects say of a page agrees with what PyMuPDF finds on it."""

import pymupdf
import pytest

from pipeline.extract import objects, raw
from pipeline.extract.scripts import is_western


def picture() -> bytes:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 4, 4))
    pixels.clear_with(90)
    return pixels.tobytes("png")


def saved(file: pymupdf.Document) -> pymupdf.Page:
    return pymupdf.open(stream=file.tobytes(), filetype="pdf")[0]


def test_a_page_of_text_holds_no_images_notes_or_crowd():
    file = pymupdf.open()
    file.new_page().insert_text((72, 72), "Net sales rose.")
    assert objects.ask(saved(file)) == (False, False, False, 0)


def test_an_image_is_found_on_the_page_and_inside_a_form():
    inner = pymupdf.open()
    inner.new_page().insert_image(pymupdf.Rect(10, 10, 60, 60), stream=picture())
    assert objects.ask(saved(inner)).images
    outer = pymupdf.open()
    outer.new_page().show_pdf_page(pymupdf.Rect(0, 0, 300, 400), inner, 0)
    assert objects.ask(saved(outer)).images


def test_a_form_without_images_holds_none():
    inner = pymupdf.open()
    inner.new_page().insert_text((72, 72), "Net sales rose.")
    outer = pymupdf.open()
    outer.new_page().show_pdf_page(pymupdf.Rect(0, 0, 300, 400), inner, 0)
    page = saved(outer)
    assert page.get_xobjects()
    assert not objects.ask(page).images


def test_a_form_that_names_itself_is_looked_into_once():
    inner = pymupdf.open()
    inner.new_page().insert_text((72, 72), "Net sales rose.")
    outer = pymupdf.open()
    page = outer.new_page()
    page.show_pdf_page(pymupdf.Rect(0, 0, 300, 400), inner, 0)
    form = page.get_xobjects()[-1][0]
    outer.xref_set_key(form, "Resources", f"<</XObject<</Again {form} 0 R>>>>")
    assert not objects.ask(saved(outer)).images


def test_a_note_is_found():
    file = pymupdf.open()
    file.new_page().add_text_annot((72, 72), "Ask the auditor.")
    assert objects.ask(saved(file)).annotations


@pytest.mark.parametrize(("turn", "shown"), [(90, 90), (270, 270), (-90, 270), (450, 90), (45, 0)])
def test_the_rotation_is_what_pymupdf_shows_even_where_all_pages_inherit_it(turn, shown):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 72), "Net sales rose.")
    file.xref_set_key(page.xref, "Rotate", "null")
    _, tree = file.xref_get_key(file.pdf_catalog(), "Pages")
    file.xref_set_key(int(tree.split()[0]), "Rotate", str(turn))
    page = saved(file)
    assert objects.ask(page).rotation == shown == page.rotation


def test_a_description_in_several_streams_is_a_crowd_by_their_sum():
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 72), "Net sales rose.")
    (half,) = page.get_contents()
    file.update_stream(half, b"0 0 m 9 9 l S\n" * (4 * objects.CROWDED // 14), compress=False)
    file.xref_set_key(page.xref, "Contents", f"[{half} 0 R]")
    assert not objects.ask(page).crowd
    file.xref_set_key(page.xref, "Contents", f"[{half} 0 R {half} 0 R]")
    assert objects.ask(page).crowd


def test_the_boxes_of_images_are_those_of_the_page_as_shown():
    file = pymupdf.open()
    page = file.new_page(width=400, height=600)
    page.insert_image(pymupdf.Rect(20, 30, 80, 90), stream=picture())
    page.set_rotation(90)
    (box,) = raw.pictures(saved(file).get_displaylist())
    assert [round(side) for side in box] == [510, 20, 570, 80]


@pytest.mark.parametrize("text", ["Net sales rose – by “5 %”", "Umsatzerlöse € 5,–", ""])
def test_western_text_is_known(text):
    assert is_western(text)


@pytest.mark.parametrize("text", ["净利润", "ﬁnancial", "Ω", "a\u0301"])
def test_other_scripts_and_signs_are_left_to_their_rules(text):
    assert not is_western(text)
