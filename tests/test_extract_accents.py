"""Accents and their letters, styled letters and leftover entities become plain characters by edits."""

from pathlib import Path

import pymupdf
import pytest

from pipeline import extract
from pipeline.document import Document
from pipeline.settings import ExtractSettings
from pipeline.spans import Replacement, apply

SETTINGS = ExtractSettings(ocr="never")


def cleaned(document: Document) -> str:
    (page,) = document.pages
    return apply(page.text, [Replacement(edit.place.span, edit.after) for edit in document.cleanings]).text


def of_text(folder: Path, text: str) -> Document:
    (folder / "note.txt").write_text(text, encoding="utf-8")
    return extract.read(folder / "note.txt", SETTINGS)


def test_an_accent_drawn_over_its_letter_makes_one_character(tmp_path):
    file = pymupdf.open()
    page = file.new_page()
    font = pymupdf.Font("helv")
    x = 72.0
    for letter, accent in [("M", ""), ("u", "¨"), ("l", ""), ("l", ""), ("e", ""), ("r", "")]:
        width = font.text_length(letter, 11)
        if accent:
            page.insert_text((x + (width - font.text_length(accent, 11)) / 2, 90), accent, fontsize=11)
        page.insert_text((x, 90), letter, fontsize=11)
        x += width
    page.insert_text((72, 120), "The signature of the director of the company is below.", fontsize=11)
    file.save(tmp_path / "name.pdf")
    document = extract.read(tmp_path / "name.pdf", SETTINGS)
    assert cleaned(document).startswith("Müller")
    assert "¨" in document.pages[0].text
    assert [edit.rule for edit in document.cleanings] == ["character.accent"]


def test_an_accent_beside_its_letter_is_a_sign_of_its_own(tmp_path):
    file = pymupdf.open()
    file.new_page().insert_text((72, 90), "The company´s accounts and the bank´s accounts are below.", fontsize=11)
    file.save(tmp_path / "signs.pdf")
    document = extract.read(tmp_path / "signs.pdf", SETTINGS)
    assert cleaned(document) == "The company´s accounts and the bank´s accounts are below."


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Gescha\u0308ftsfu\u0308hrer", "Geschäftsführer"),
        ("This \U0001d403\U0001d41e\U0001d41e\U0001d41d", "This Deed"),
        ("binds ＡＢＣ Ltd.", "binds ABC Ltd."),
        ("delivery&bbsp;to the&nbsp;buyer", "delivery to the buyer"),
        ("AT&amp;T said &#8220;no&#8221;", "AT&T said “no”"),
        ("\u2f00⽅不得转让", "一方不得转让"),
        ("⻓期⻋辆", "长期车辆"),
        ("\uf90a额", "金额"),
    ],
)
def test_characters_that_mean_a_plain_one_become_it(tmp_path, text, clean):
    assert cleaned(of_text(tmp_path, text)) == clean


@pytest.mark.parametrize("text", ["AT&T and R&D; S&P 500", "x̂ is estimated", "&unknownname; stays", "１，２３４万元"])
def test_what_has_no_plain_character_stays(tmp_path, text):
    assert cleaned(of_text(tmp_path, text)) == text
