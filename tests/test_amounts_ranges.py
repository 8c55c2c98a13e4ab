"""Figures of other locales, ranges that share a unit, and signs that stand apart from what they look like."""

import pytest
from reckoning import values

from pipeline.amounts import german
from pipeline.amounts.finding import figures
from pipeline.amounts.forms import grouped
from pipeline.amounts.words import says, spoken


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The price is CHF 1'234'567.50 now", ("CHF 1'234'567.50", "1234567.50", "CHF")),
        ("Paid Rs. 1,00,00,000 to him", ("Rs. 1,00,00,000", "10000000", "INR")),
        ("Turnover of EUR 1.234,56 was", ("EUR 1.234,56", "1234.56", "EUR")),
        ("Turnover of 1.234.567 EUR was", ("1.234.567", "1234567", "EUR")),
        ("A fee of 12,34 € is due", ("12,34", "12.34", "EUR")),
    ],
)
def test_a_figure_that_only_another_locale_writes_is_read_by_it(text, expected):
    assert values(text) == [expected]


@pytest.mark.parametrize(
    ("text", "locale", "value"),
    [
        ("a price of EUR 25.000 in all", "us", "25000"),
        ("a price of 250.000 € in all", "us", "250000"),
        ("a dividend of €1.125 a share", "us", "1.125"),
        ("Erlös von $12,345 netto", "eu", "12345"),
        ("Quote von 12,345 netto", "eu", "12.345"),
    ],
)
def test_the_sign_beside_tells_thousands_from_decimals(text, locale, value):
    assert [found for _, found, _ in values(text, locale)] == [value]


@pytest.mark.parametrize("text", ["see 12,34 below", "host 192.168.100.200 is up", "version 1.2.3 of it"])
def test_what_may_be_a_misprint_or_an_address_is_no_figure(text):
    assert values(text) == []


def test_an_american_figure_of_a_german_text_is_read_as_such():
    assert values("Erlös von $1,234,567.89 netto", "eu") == [("$1,234,567.89", "1234567.89", "$")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Guidance of $1.2–1.5 million", ["1200000", "1500000"]),
        ("subject to $130-$250 million in damages", ["130000000", "250000000"]),
        ("between $100 and $200 million", ["100000000", "200000000"]),
        ("from $5 to $10 million", ["5000000", "10000000"]),
        ("growth of 5-10% expected", ["0.05", "0.10"]),
        ("rates of 2.53%–2.68% apply", ["0.0253", "0.0268"]),
        ("利率区间为5%-10%。", ["0.05", "0.10"]),
        ("募集资金12～15亿元。", ["1200000000", "1500000000"]),
    ],
)
def test_both_ends_of_a_range_have_its_unit(text, expected):
    assert [value for _, value, _ in values(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$1 and 2 million shares", ["1", "2000000"]),
        ("rose from $800 to $2 million", ["800", "2000000"]),
        ("paid $100 and $200 million", ["100", "200000000"]),
        ("Form 10-K, 5%", ["0.05"]),
    ],
)
def test_figures_that_form_no_range_keep_their_units(text, expected):
    assert [value for _, value, _ in values(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Net 1,234- in the year", [("1,234-", "-1234", None)]),
        ("Rent\t1,234-\t99.50-", [("1,234-", "-1234", None), ("99.50-", "-99.50", None)]),
        ("pipes of 2,000- and 3,000-foot", [("2,000", "2000", None)]),
        ("净利润-24.55万元", [("-24.55", "-245500", "CNY")]),
        ("Net loss of ($1,234) in 2022", [("($1,234)", "-1234", "$")]),
        ("the sum of ($1,234) in 2022", [("($1,234)", "1234", "$")]),
        ("for the sum\n($1,234) when due", [("($1,234)", "1234", "$")]),
        ("a net loss of\n($1,234) when due", [("($1,234)", "-1234", "$")]),
        ("sources in billions\n(8.7) net cash used", [("(8.7)", "-8.7", None)]),
        ("Net income\n(1,234)\n", [("(1,234)", "-1234", None)]),
        ("losses above the basket ($50,000) count", [("($50,000)", "50000", "$")]),
        ("（以下）总价为壹佰万元整(¥1,100,000)。", [("(¥1,100,000)", "1100000", "¥")]),
    ],
)
def test_a_minus_counts_where_it_is_one(text, expected):
    assert values(text, "zh" if "¥" in text else "us") == expected


def test_basis_points_are_hundredths_of_a_percent():
    assert values("a spread of 250 basis points") == [("250", "0.0250", None)]
    assert values("up 25 bps") == [("25", "0.0025", None)]


@pytest.mark.parametrize(
    ("text", "rule", "readings"),
    [
        ("Owes 10,000,OOO dollars", "number.letters", ("10,000,000",)),
        ("Owes l0,000 dollars", "number.letters", ("10,000",)),
        ("Owes S10,000 now", "number.letters", ("$10,000", "510,000")),
        ("Owes 12,34S units", "number.letters", ("12,345",)),
        ("Owes $214,00 now", "number.separators", ("214.00", "21,400")),
        ("Owes $1,2345 now", "number.separators", ("12,345",)),
        ("at 1OO% and more", "number.letters", ("100",)),
        ("at O.5% and more", "number.letters", ("0.5",)),
        ("Owes 1O0 units", "number.letters", ("100",)),
        ("Owes 1,2345,678 now", "number.glued_columns", ("1,234 5,678",)),
    ],
)
def test_letters_and_glued_groups_without_a_currency_sign_are_doubted(text, rule, readings):
    assert [(doubt.rule, doubt.readings, doubt.sure) for doubt in grouped(text, "us")] == [(rule, readings, False)]


@pytest.mark.parametrize(
    "text",
    [
        "SOLO, OIL,BIO and ISO,SIO",
        "Rule 10b-5, clause 1(l)",
        "DS00378O123",
        "1,234,567",
        "December 31,2017",
        "H2O",
        "total%",
        "$5, 10 or $1,234,567.89",
        "$1,2OO",
    ],
)
def test_words_codes_and_dates_are_not(text):
    assert grouped(text, "us") == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("zehn Millionen", 10_000_000),
        ("fünftausend", 5000),
        ("hundertfünfundzwanzigtausend", 125_000),
        ("zweihundertfünfzig", 250),
        ("eine Million zweihunderttausend", 1_200_000),
        ("dreiundzwanzig", 23),
        ("Vierteljahr", None),
    ],
)
def test_german_number_words_are_read(text, value):
    assert german.parse(text) == value


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("Pay Ten Million and No/100 Dollars ($10,000,000.00) now", True),
        ("Pay two hundred fifty thousand U.S. Dollars (US$250,000) now", True),
        ("Pay $5,000,000 (five million dollars) now", True),
        ("Pay $5,000,000 (six million dollars) now", False),
        ("Pay USD 2,000,000 (Two Million United States Dollars)", True),
        ("Interest of five percent (5%)", True),
        ("or of (5%) or six percent (7%)", False),
        ("plus two hundred seventy (270) basis points", True),
        ("Kaufpreis von zehn Millionen Euro (EUR 10,000,000.00)", True),
        ("Kaufpreis von zehn Millionen Euro (EUR 11,000,000.00)", False),
    ],
)
def test_words_beside_a_figure_say_the_same_or_not(text, agrees):
    found = figures(text)
    assert [says(found[pair.figure]) == pair.value for pair in spoken(text, found, capitals=False)] == [agrees]


@pytest.mark.parametrize("text", ["one and a half million dollars ($1,500,000)", "$5,000 (five business days) later"])
def test_words_that_are_no_whole_amount_say_nothing(text):
    found = figures(text)
    assert [pair for pair in spoken(text, found, capitals=False) if says(found[pair.figure]) != pair.value] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the payable was $241\nmillion, respectively", ["241000000"]),
        ("up 21\nbasis points", ["0.0021"]),
        ("公司本次发行前持股2040\n万股", ["20400000"]),
        ("a payment of $241\nMillions of users", ["241"]),
    ],
)
def test_a_scale_word_on_the_next_line_counts(text, expected):
    assert [value for _, value, _ in values(text, "zh" if "万" in text else "us")] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("force majeure.\n18.2 The Party affected shall", []),
        ("Definitions.\t3\n2.02\tConstruction.\t8", ["3", "8"]),
        ("at a rate of\n18.2 Percent", ["18.2"]),
        ("described in Section 1504(a)(4) of the Code", []),
        ("grew to\n18.2 million", ["18200000"]),
    ],
)
def test_numbers_of_sections_count_nothing(text, expected):
    assert [value for _, value, _ in values(text)] == expected
