"""A raised note mark is a word of its own, whichever way its line runs."""

import pymupdf
import pytest

from pipeline import extract
from pipeline.settings import ExtractSettings


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_raised_mark_is_no_digit_of_the_figure_before_it(tmp_path, rotation):
    file = pymupdf.open()
    page = file.new_page()
    before = "Goodwill amounted to $4,500"
    page.insert_text((72, 100), before, fontsize=11)
    x = 72 + pymupdf.get_text_length(before, fontsize=11)
    page.insert_text((x, 96), "3", fontsize=6)
    page.insert_text((x + pymupdf.get_text_length("3", fontsize=6), 100), " at year end.", fontsize=11)
    page.insert_text((72, 130), "The price of $4,500 stays whole, and 2019 too.", fontsize=11)
    page.set_rotation(rotation)
    file.save(tmp_path / "mark.pdf")
    page = extract.read(tmp_path / "mark.pdf", ExtractSettings(ocr="never")).pages[0]
    words = [page.text[a:b] for a, b in zip(page.words.starts, page.words.ends, strict=True)]
    assert "$4,500" in words
    assert "3" in words
    assert "$4,5003" not in words
    assert words.count("$4,500") == 2
