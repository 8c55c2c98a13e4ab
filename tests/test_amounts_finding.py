"""Which numbers of a text count something, and which signs around them are theirs."""

import pytest

from pipeline.amounts.finding import figures


def found(text, locale="us"):
    return [text[figure.start : figure.end] for figure in figures(text, locale=locale)]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Revenue\t$ 5,363\t$ 4,869", ["$ 5,363", "$ 4,869"]),
        ("Net loss\t$ ( 1,234 )\t(987)", ["$ ( 1,234 )", "(987)"]),
        ("margin of 12.3 % and (4.1)%", ["12.3 %", "(4.1)%"]),
        ("a change of -5.2% or –3", ["-5.2%", "–3"]),
        ("EUR 1,250,000 in escrow", ["EUR 1,250,000"]),
        ("US$16 million", ["US$16"]),
        ("par value $.01 and $0.001", ["$.01", "$0.001"]),
        ("a range of $10-$15", ["$10", "$15"]),
        ("ten (10) days", ["(10)"]),
        ("1,234,567 shares", ["1,234,567"]),
    ],
)
def test_signs_belong_to_their_figure(text, shown):
    assert found(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "December 31, 2018",
        "fiscal 2019 and 2018",
        "2024\t2023\t2022",
        "Note 12 and Item 7",
        "Rule 10b-5 under Section 13 or 15(d)",
        "Form 10-K",
        "CUSIP 037833AB1",
        "2018-2020",
        "12/31/2018",
        "2019年12月31日",
        "第12条",
        "version 1.2.3",
        "(1) Includes interest",
        "1.2007 年第一季度",
        "December 31, 2017 % change",
    ],
)
def test_dates_references_and_identifiers_are_no_figures(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "negative"),
    [
        ("Net loss\t(1,234)", True),
        ("Net loss\t$(12)\t(7)", True),
        ("a decline of -5.2%", True),
        ("ten (10) days after", False),
        ("paid ten million dollars ($10,000,000) at closing", False),
        ("income (1) is restated", False),
        ("growth initiatives, (4) one-time expenses", False),
        ("gains and $(20) million of losses", True),
        ("from 3-5 years", False),
        ("5,678", False),
    ],
)
def test_brackets_are_negative_in_cells_and_asides_are_not(text, negative):
    assert any(figure.negative for figure in figures(text)) is negative


@pytest.mark.parametrize(
    ("text", "exponent", "currency"),
    [
        ("$199 million", 6, "$"),
        ("5.2 billion dollars", 9, "$"),
        ("$5m", 6, "$"),
        ("3亿元", 8, "CNY"),
        ("1,234.5万元", 4, "CNY"),
        ("12,5 Mio. €", 6, "EUR"),
        ("5 metres", 0, None),
        ("10 more", 0, None),
    ],
)
def test_words_behind_a_figure_scale_it(text, exponent, currency):
    figure = figures(text, locale="eu" if "Mio" in text else "us")[0]
    assert (figure.exponent, figure.currency) == (exponent, currency)


def test_the_signs_that_stand_apart_are_told():
    apart = [figure.spaces for figure in figures("$ 5\t$6\t(7 )\t$ ( 8 )\t9 %")]
    assert apart == ["$", "", ")", "($)", "%"]
