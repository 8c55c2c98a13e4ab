"""Amounts over line ends, behind blanks, in words and in halves of a percent."""

from decimal import Decimal

import pymupdf
import pytest

from pipeline import extract
from pipeline.amounts import Repairer
from pipeline.amounts.finding import figures
from pipeline.amounts.words import said
from pipeline.settings import Settings


def read(tmp_path, *lines):
    """Draw the lines in one paragraph and read the page."""
    document = pymupdf.open()
    page = document.new_page()
    for number, line in enumerate(lines):
        page.insert_text((72, 100 + 12 * number), line, fontsize=10)
    document.save(tmp_path / "a.pdf")
    return Repairer.open(Settings())(extract.read(tmp_path / "a.pdf", Settings().extract))


def values(done):
    return {amount.text: amount.value for amount in done.amounts}


def edits(done):
    text = done.pages[0].text
    return {text[e.place.span.start : e.place.span.end]: e.after for e in done.repairs if e.status == "repaired"}


def test_blanks_behind_the_commas_of_an_amount_are_drawn_in(tmp_path):
    done = read(tmp_path, "The price of $1, 234, 567 is paid at closing.", "See clauses 1, 234 and 567 of the code.")
    assert edits(done) == {"$1, 234, 567": "$1,234,567"}
    assert values(done)["$1,234,567"] == "1234567"
    assert "234" not in values(done)


@pytest.mark.parametrize("text", ["It paid $1, 234 and 567 to them.", "It owed $1, 234, 567, 89 in turn."])
def test_lists_of_numbers_behind_an_amount_stay_apart(tmp_path, text):
    assert edits(read(tmp_path, text)) == {}


def test_an_amount_may_go_on_in_the_next_line(tmp_path):
    done = read(tmp_path, "The Borrower shall not incur indebtedness of more than $5,000,", "000 in any fiscal year.")
    assert values(done) == {"$5,000,000": "5000000"}


def test_a_number_below_an_amount_and_a_comma_stays_apart(tmp_path):
    done = read(tmp_path, "The Borrower paid for each of them a fee of no more than $5,", "200 people were there,")
    assert values(done) == {"$5": "5", "200": "200"}


def test_german_figures_in_narrow_groups_keep_their_form(tmp_path):
    done = read(tmp_path, "The price of 1\u00a0234\u00a0567,89 EUR and of $10\u00a0000\u00a0000 is paid.")
    assert values(done) == {"1 234 567,89": "1234567.89", "$10,000,000": "10000000"}
    assert edits(done) == {"$10 000 000": "$10,000,000"}


def test_an_l_over_the_half_of_a_percentage_is_a_one(tmp_path):
    done = read(tmp_path, "a late charge of 1 l/2% per month", "on page 1 l/2 of it")
    assert edits(done) == {"1 l/2%": "1 1/2%"}
    assert values(done)["1 1/2%"] == "0.015"


@pytest.mark.parametrize(
    ("text", "shown", "rate"),
    [("1 1/2% a month", "1 1/2%", "1.5"), ("4-3/8% Notes", "4-3/8%", "4.375"), ("a half (1/2%)", "1/2%", "0.5")],
)
def test_halves_of_a_percent_are_one_number(text, shown, rate):
    (figure,) = [f for f in figures(text) if f.percent]
    assert text[figure.start : figure.end].strip("()") == shown
    assert Decimal(figure.digits).scaleb(-figure.decimals) == Decimal(rate)


@pytest.mark.parametrize(
    ("text", "shown", "value"),
    [
        ("a term of 3 1/2 years", "3 1/2", "3.5"),
        ("at $12 1/2 per share", "$12 1/2", "12.5"),
        ("a price of 101 1/8 of par", "101 1/8", "101.125"),
        ("a yield of 3¾% a year", "3¾%", "3.75"),
        ("for 5½ years", "5½", "5.5"),
        ("holders of 66 2/3% of it", "66 2/3%", "66.6667"),
        ("a charge of 10 1/3% is due", "10 1/3%", "10.3333"),
    ],
)
def test_mixed_numbers_are_one_number(text, shown, value):
    (figure,) = figures(text)
    assert text[figure.start : figure.end] == shown
    assert Decimal(figure.digits).scaleb(-figure.decimals) == Decimal(value)


@pytest.mark.parametrize(
    "text", ["on 5 1/2/2020", "held 2/3 of it", "a half (3/4) of it", "from 2019 1/2 on", "7-1/2 a"]
)
def test_dates_and_bare_fractions_are_no_mixed_numbers(text):
    assert [text[f.start : f.end] for f in figures(text) if "/" in text[f.start : f.end]] == []


@pytest.mark.parametrize(
    ("text", "words", "value", "currency"),
    [
        ("pays ten million dollars at closing", "ten million dollars", 10_000_000, "$"),
        (
            "Two Hundred Fifty Thousand and 00/100 Dollars",
            "Two Hundred Fifty Thousand and 00/100 Dollars",
            250_000,
            "$",
        ),
        ("one hundred United States dollars", "one hundred United States dollars", 100, "USD"),
        ("zehn Millionen Euro werden gezahlt", "zehn Millionen Euro", 10_000_000, "EUR"),
        ("人民币壹佰万元整", "人民币壹佰万元整", 1_000_000, "CNY"),
        ("处三千万元以下罚款", "三千万元", 30_000_000, "CNY"),
        ("二十万元以上", "二十万元", 200_000, "CNY"),
        ("一亿五千万元", "一亿五千万元", 150_000_000, "CNY"),
    ],
)
def test_amounts_in_words_are_amounts(text, words, value, currency):
    (found,) = said(text, [], capitals=True)
    assert (text[found.span.start : found.span.end], found.value, found.currency) == (words, value, currency)


@pytest.mark.parametrize(
    "text",
    [
        "5 million dollars",
        "one or two dollars",
        "hundreds of dollars",
        "第三佰货大楼",
        "几百万元",
        "多元化",
        "单位：万元",
        "一元化",
    ],
)
def test_words_that_are_no_amount_are_spared(text):
    assert said(text, [], capitals=True) == []


def test_words_and_figures_are_an_amount_each(tmp_path):
    done = read(tmp_path, "The Buyer pays ten million dollars ($10,000,000) at closing.")
    assert [(a.text, a.value, a.status) for a in done.amounts] == [
        ("ten million dollars", "10000000", "proven"),
        ("($10,000,000)", "10000000", "proven"),
    ]
