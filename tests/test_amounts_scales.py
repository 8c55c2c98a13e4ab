"""Unit lines scale the figures of their tables, and spare those with a unit of their own."""

import pytest

from pipeline.amounts.scales import Scaler, unit_lines
from pipeline.spans import Span


def scale(text, figure, *, line=None):
    scaler = Scaler(text, [Span(0, len(text))], inherited=line)
    found = scaler.of(text.index(figure))
    return None if found is None else (found.exponent, found.currency)


@pytest.mark.parametrize(
    ("line", "exponent", "currency"),
    [
        ("(In millions, except per share data)", 6, None),
        ("(in thousands)", 3, None),
        ("(U.S. dollars in billions)", 9, None),
        ("(Millions)", 6, None),
        ("Dollars in millions", 6, None),
        ("($000)", 3, None),
        ("(000's omitted)", 3, None),
        ("单位：万元 币种：人民币", 4, "CNY"),
        ("单位:元", 0, "CNY"),
        ("in TEUR", 3, "EUR"),
        ("Angaben in Mio. €", 6, "EUR"),
    ],
)
def test_a_unit_line_scales_the_table_below_it(line, exponent, currency):
    assert scale(f"{line}\nRevenue\t1,234", "1,234") == (exponent, currency)


@pytest.mark.parametrize(
    "line",
    [
        "grew in millions of homes across the country",
        "We serve millions of customers in 20 countries and thousands of stores.",
        "Revenue was 5 million",
        "Notes",
    ],
)
def test_prose_is_no_unit_line(line):
    assert unit_lines(line) == []


@pytest.mark.parametrize(
    "label",
    [
        "Earnings per share",
        "Diluted",
        "Effective tax rate",
        "Gross margin %",
        "Number of stores",
        "每股收益",
        "Dividends per common share",
    ],
)
def test_rows_with_a_unit_of_their_own_are_spared(label):
    assert scale(f"(in millions)\nRevenue\t1,234\n{label}\t1.23", "1.23") is None


def test_rows_under_a_per_share_heading_are_spared():
    assert scale("(in millions)\nEarnings per share:\nClass A\t1.23", "1.23") is None


def test_shares_are_spared_where_the_line_excepts_them():
    table = "\nRevenue\t1,234\nWeighted average shares\t567"
    assert scale("(in millions, except share data)" + table, "567") is None
    assert scale("(in millions)" + table, "567") == (6, None)


def test_figures_above_the_line_and_outside_tables_keep_their_value():
    text = "Units\t5\n(in millions)\nRevenue\t1,234"
    assert scale(text, "5") is None
    assert Scaler(text, [Span(0, 8)]).of(text.index("1,234")) is None


def test_a_continued_table_inherits_its_line():
    (line,) = unit_lines("(in thousands)")
    assert scale("Revenue\t1,234", "1,234", line=line) == (3, None)
