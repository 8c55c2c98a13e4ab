"""Characters find their boxes."""

from array import array

from pipeline.document import Page, Words
from pipeline.geometry import boxes_of, words_in
from pipeline.spans import Span

PAGE = Page(
    1,
    200,
    100,
    text="Net sales\t1,234\nnext line",
    words=Words(
        array("l", [0, 4, 10, 16, 21]),
        array("l", [3, 9, 15, 20, 25]),
        array("d", [10, 10, 25, 20, 28, 10, 53, 20, 150, 10, 175, 20, 10, 30, 30, 40, 33, 30, 53, 40]),
    ),
)


def test_a_span_has_one_box_a_line():
    assert boxes_of(PAGE, Span(4, 20)) == ((28, 10, 175, 20), (10, 30, 30, 40))


def test_a_span_that_cuts_a_word_takes_its_share_of_the_width():
    assert boxes_of(PAGE, Span(10, 11)) == ((150, 10, 155, 20),)
    assert boxes_of(PAGE, Span(12, 15)) == ((160, 10, 175, 20),)


def test_white_space_between_words_has_no_box():
    assert boxes_of(PAGE, Span(9, 10)) == ()
    assert list(words_in(PAGE, Span(3, 4))) == []


def test_a_span_touches_the_words_it_shares_a_character_with():
    assert list(words_in(PAGE, Span(2, 10))) == [0, 1]
