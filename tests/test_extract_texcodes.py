"""Ligatures and dashes of bitmap fonts are read where a file states bare codes for them."""

from pipeline.extract.raw import RawLine, RawPage
from pipeline.extract.texcodes import mended

WIDE = 5.0
"""Points of a character of the lines below."""


def line(text: str, font: str = "F33") -> RawLine:
    """Set ``text`` as MuPDF hands it over: its words end at every code below 33."""
    spans = [{"text": text, "font": font, "size": 10.0, "bbox": (0.0, 0.0, WIDE * len(text), 10.0)}]
    words, begin = [], 0
    for at, character in enumerate(f"{text} "):
        if ord(character) < 33:
            if at > begin:
                words.append((WIDE * begin, 0.0, WIDE * at, 10.0, text[begin:at], 0, 0, len(words)))
            begin = at + 1
    return RawLine(spans, words, (0.0, 0.0, WIDE * len(text), 10.0))


def read(*lines: RawLine) -> list[list[str]]:
    page = mended(RawPage(1, 595, 842, 0, list(lines), []))
    return [[word[4] for word in found.words] for found in page.lines]


def test_words_that_codes_cut_are_whole_again():
    assert read(line("con\x1cgured o\x1bers e\x1eciency O\x1ece")) == [["conﬁgured", "oﬀers", "eﬃciency", "Oﬃce"]]


def test_a_code_at_the_begin_of_a_word_belongs_to_it_and_lies_in_its_box():
    page = mended(RawPage(1, 595, 842, 0, [line("a \x1celd")], []))
    assert [(word[4], word[0], word[2]) for word in page.lines[0].words] == [("a", 0.0, 5.0), ("ﬁeld", 10.0, 30.0)]


def test_the_older_encoding_has_the_same_ligatures_elsewhere():
    assert read(line("con\x0cgured su\x0ecient")) == [["conﬁgured", "suﬃcient"]]


def test_dashes_and_quotation_marks_of_such_a_font_are_read_too():
    assert read(line("the \x1cscal years"), line("\x10Seller\x11 2019\x152021")) == [
        ["the", "ﬁscal", "years"],
        ["“Seller”", "2019–2021"],
    ]


def test_codes_of_other_fonts_and_without_letters_around_them_stay():
    assert read(line("the \x1cscal years"), line("bell\x15", "Helv")) == [["the", "ﬁscal", "years"], ["bell"]]
    assert read(line("one \x0c two")) == [["one", "two"]]
