"""Token counts."""

import pytest

from pipeline import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("Net sales increased 5% to $3,456 million in 2018.", 17),
        ("本次发行", 3),
        ("<|endoftext|>", 7),
    ],
)
def test_counts_ordinary_text_by_the_vocabulary(text, expected):
    assert tokens.count(text) == expected


def test_a_lone_surrogate_is_counted_and_does_not_raise():
    assert tokens.count("a\ud800b") == tokens.count("a?b")


def test_the_public_interface_agrees_with_the_binding():
    text = "Revenue (in millions)\t$\t5,363\t4,869\n合并资产负债表 — Übersicht 12.3 % " * 40
    assert tokens._encoded_length(text) == tokens.count(text)


def test_text_of_a_million_characters_is_counted():
    assert tokens.count("word " * 250_000) >= 250_000
