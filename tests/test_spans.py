"""Replacements keep their way home."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.spans import Replacement, Span, apply, overlay


def test_a_replacement_leads_back_to_what_it_replaced():
    edited = apply("pay 1O,OOO now", [Replacement(Span(4, 10), "10,000")])

    assert edited.text == "pay 10,000 now"
    assert edited.origin(Span(4, 10)) == Span(4, 10)
    assert edited.origin(Span(11, 14)) == Span(11, 14)


def test_a_span_that_cuts_into_a_replacement_grows_to_the_whole_of_it():
    edited = apply("a ﬁne day", [Replacement(Span(2, 3), "fi")])

    assert edited.text == "a fine day"
    assert edited.origin(Span(3, 6)) == Span(2, 5)


def test_a_part_of_a_text_is_edited_with_offsets_of_the_whole():
    edited = apply("one two three", [Replacement(Span(4, 7), "2")], within=Span(4, 13))

    assert edited.text == "2 three"
    assert edited.origin(Span(2, 7)) == Span(8, 13)


def test_overlapping_replacements_are_refused():
    with pytest.raises(ValueError, match="overlaps"):
        apply("abcdef", [Replacement(Span(0, 3), "x"), Replacement(Span(2, 4), "y")])


def test_a_lower_replacement_gives_way_where_a_higher_one_touches_it():
    below = [Replacement(Span(0, 1), ""), Replacement(Span(5, 6), "b")]
    above = [Replacement(Span(4, 8), "c")]

    assert overlay(below, above) == [Replacement(Span(0, 1), ""), Replacement(Span(4, 8), "c")]


def test_neighbours_that_only_meet_both_stay():
    below = [Replacement(Span(0, 4), "a"), Replacement(Span(8, 9), "b")]
    above = [Replacement(Span(4, 8), "c")]

    assert len(overlay(below, above)) == 3


@st.composite
def edited_texts(draw):
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    spans = [Span(a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=False)]
    return text, [Replacement(span, draw(st.text(max_size=4))) for span in spans]


@given(edited_texts())
def test_every_copied_character_leads_back_to_itself(case):
    text, replacements = case
    edited = apply(text, replacements)

    replaced = {i for span, _ in replacements for i in range(span.start, span.end)}
    for at, char in enumerate(edited.text):
        origin = edited.origin(Span(at, at + 1))
        if origin.end - origin.start == 1 and origin.start not in replaced:
            assert text[origin.start] == char
    kept = "".join(char for i, char in enumerate(text) if i not in replaced)
    written = sum(len(after) for _, after in replacements)
    assert len(edited.text) == len(kept) + written
