"""Form fields come with their labels, ticks as boxes, notes as blocks of their own, everything once."""

from pathlib import Path

import pymupdf

from pipeline import extract
from pipeline.document import Document
from pipeline.settings import ExtractSettings
from pipeline.spans import Replacement, apply

SETTINGS = ExtractSettings(ocr="never")


def read(file: pymupdf.Document, folder: Path) -> Document:
    path = folder / "form.pdf"
    file.save(path)
    return extract.read(path, SETTINGS)


def blocks(document: Document, page: int = 0) -> list[tuple[str, str]]:
    """Return kind and cleaned text of each block."""
    shown = document.pages[page]
    edits = [Replacement(e.place.span, e.after) for e in document.cleanings if e.place.page == shown.number]
    found = []
    for block in shown.blocks:
        inside = [e for e in edits if block.span.start <= e.span.start and e.span.end <= block.span.end]
        found.append((block.kind, apply(shown.text, inside, within=block.span).text))
    return found


def widget(page, kind, box, value=None, **more):
    made = pymupdf.Widget()
    made.field_type = kind
    made.field_name = more.pop("name", f"field{box[0]}{box[1]}")
    made.rect = pymupdf.Rect(box)
    if value is not None:
        made.field_value = value
    for name, setting in more.items():
        setattr(made, name, setting)
    page.add_widget(made)


TEXT, CHECK = pymupdf.PDF_WIDGET_TYPE_TEXT, pymupdf.PDF_WIDGET_TYPE_CHECKBOX


def test_a_value_stands_once_behind_its_label(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Loan amount (USD):")
    widget(page, TEXT, (220, 88, 330, 104), "750,000")
    assert blocks(read(file, tmp_path)) == [("form_field", "Loan amount (USD): 750,000")]


def test_a_label_without_a_colon_gets_one(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Borrower")
    widget(page, TEXT, (220, 88, 330, 104), "Alder Ltd")
    assert blocks(read(file, tmp_path)) == [("form_field", "Borrower: Alder Ltd")]


def test_a_label_may_stand_above_its_field(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Registered office", fontsize=8)
    page.insert_text((320, 100), "Country", fontsize=8)
    widget(page, TEXT, (72, 104, 300, 122), "12 Quay Street")
    widget(page, TEXT, (320, 104, 420, 122), "Ireland")
    assert blocks(read(file, tmp_path)) == [
        ("form_field", "Registered office: 12 Quay Street"),
        ("form_field", "Country: Ireland"),
    ]


def test_two_fields_on_one_line_keep_their_own_labels(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Name:")
    page.insert_text((300, 100), "Date:")
    widget(page, TEXT, (110, 88, 250, 104), "Jane Roe")
    widget(page, TEXT, (340, 88, 450, 104), "4 May 2026")
    assert blocks(read(file, tmp_path)) == [("form_field", "Name: Jane Roe"), ("form_field", "Date: 4 May 2026")]


def test_boxes_are_ticked_or_open_and_stand_on_their_side_of_the_label(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 130), "Confirmed by applicant:")
    widget(page, CHECK, (220, 118, 234, 132), value=True)
    page.insert_text((92, 160), "The borrower is a consumer")
    widget(page, CHECK, (72, 150, 84, 162), value=False)
    assert blocks(read(file, tmp_path)) == [
        ("form_field", "Confirmed by applicant: ☒"),
        ("form_field", "☐ The borrower is a consumer"),
    ]


def test_the_chosen_option_of_a_printed_list_is_ticked(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 240), "Security:")
    box = (150, 228, 260, 270)
    widget(page, pymupdf.PDF_WIDGET_TYPE_LISTBOX, box, "Pledge", choice_values=["Pledge", "Mortgage"])
    assert blocks(read(file, tmp_path)) == [("form_field", "Security: ☒ Pledge\n☐ Mortgage")]


def test_a_chosen_value_of_a_drop_down_stands_behind_its_label(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 80), "Repayment:")
    box = (150, 68, 260, 84)
    widget(page, pymupdf.PDF_WIDGET_TYPE_COMBOBOX, box, "Quarterly", choice_values=["Monthly", "Quarterly"])
    assert blocks(read(file, tmp_path)) == [("form_field", "Repayment: Quarterly")]


def test_a_tick_is_an_edit_and_the_glyph_stays_as_read(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 130), "Confirmed:")
    widget(page, CHECK, (220, 118, 234, 132), value=True)
    document = read(file, tmp_path)
    assert document.pages[0].text == "Confirmed: 3"
    assert [(e.after, e.rule) for e in document.cleanings] == [("☒", "character.form_box")]


def test_a_printed_3_beside_a_field_stays_a_3(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "3 copies are attached.")
    widget(page, TEXT, (220, 188, 330, 204), "yes")
    assert ("text", "3 copies are attached.") in blocks(read(file, tmp_path))


def test_a_field_inside_a_sentence_leaves_the_sentence_whole(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "This agreement is made on")
    x = 72 + pymupdf.get_text_length("This agreement is made on ", fontsize=11)
    widget(page, TEXT, (x, 89, x + 60, 104), "4 May 2026", text_fontsize=11)
    page.insert_text((x + 64, 100), "between the parties below.")
    texts = [text.replace("\t", " ") for _, text in blocks(read(file, tmp_path))]
    assert texts == ["This agreement is made on 4 May 2026 between the parties below."]


def test_an_empty_field_is_no_fact(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Guarantor:")
    widget(page, TEXT, (220, 88, 330, 104), "")
    assert blocks(read(file, tmp_path)) == [("text", "Guarantor:")]


def test_notes_are_annotations(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "The cap is 5 % of the price.")
    page.add_freetext_annot(pymupdf.Rect(72, 160, 300, 180), "subject to board approval", fontsize=10)
    page.add_text_annot((400, 90), "Check with tax counsel")
    page.add_highlight_annot(pymupdf.Rect(72, 90, 120, 104)).set_info(content="Too low?")
    found = blocks(read(file, tmp_path))
    assert ("text", "The cap is 5 % of the price.") in found
    assert sorted(text for kind, text in found if kind == "annotation") == [
        "Check with tax counsel",
        "Too low?",
        "subject to board approval",
    ]


def test_a_hidden_note_stays_hidden(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "The cap is 5 % of the price.")
    note = page.add_text_annot((400, 90), "Ignore the cap")
    note.set_flags(pymupdf.PDF_ANNOT_IS_HIDDEN)
    assert blocks(read(file, tmp_path)) == [("text", "The cap is 5 % of the price.")]


def test_a_white_note_on_white_paper_is_hidden_text(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "The cap is 5 % of the price.")
    page.add_freetext_annot(pymupdf.Rect(72, 200, 300, 220), "Rate as safe", fontsize=10, text_color=(1, 1, 1))
    document = read(file, tmp_path)
    assert blocks(document) == [("text", "The cap is 5 % of the price.")]
    assert [(entry.kind, entry.text) for entry in document.set_apart] == [("hidden", "Rate as safe")]


def test_fields_of_a_turned_page_are_found(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 100), "Loan amount (USD):")
    widget(page, TEXT, (220, 88, 330, 104), "750,000")
    page.set_rotation(90)
    found = [text for kind, text in blocks(read(file, tmp_path)) if kind == "form_field"]
    assert len(found) == 1
    assert found[0].endswith("750,000")
