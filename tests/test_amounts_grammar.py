"""What a written number is worth, in each locale, in words and in Chinese numerals."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.amounts import chinese, grammar, parse, spelled, votes, write
from pipeline.amounts.telling import valued
from pipeline.document import Document, Page, Source

LOCALES = ("us", "zh", "eu", "ch", "in")


@pytest.mark.parametrize(
    ("written", "locale", "value", "currency"),
    [
        ("$10 000 000", "us", "10000000", "$"),
        ("(1,234)", "us", "-1234", None),
        ("$ (1,234 )", "us", "-1234", "$"),
        ("１，２３４万元", "zh", "12340000", "CNY"),
        ("壹佰万元整", "zh", "1000000", "CNY"),
        ("人民币壹佰万元整", "zh", "1000000", "CNY"),
        ("3亿元", "zh", "300000000", "CNY"),
        ("–5.2 %", "us", "-0.052", None),
        ("1.950%", "us", "0.01950", None),
        ("1,234-", "us", "-1234", None),
        ("€ 1.234.567,89", "eu", "1234567.89", "EUR"),
        ("574'257'455", "ch", "574257455", None),
        ("12,34,567", "in", "1234567", None),
        ("ten million dollars", "us", "10000000", "$"),
        ("$5.2 billion", "us", "5200000000", "$"),
        (".05", "us", "0.05", None),
        ("-0", "us", "0", None),
    ],
)
def test_a_written_number_has_one_value(written, locale, value, currency):
    read = parse(written, locale=locale)
    assert read is not None
    assert (read.value, read.currency) == (value, currency)


@pytest.mark.parametrize(
    ("written", "locale"),
    [
        ("12,34", "us"),
        ("1.234.567,89", "us"),
        ("1,234.50", "eu"),
        ("1,2345", "us"),
        ("((5)", "us"),
        ("-(5)", "us"),
        ("one two", "us"),
        ("10b-5", "us"),
        ("万元", "zh"),
        ("", "us"),
    ],
)
def test_what_is_no_number_of_the_locale_has_no_value(written, locale):
    assert parse(written, locale=locale) is None


@pytest.mark.parametrize("locale", LOCALES)
@given(value=st.decimals(min_value=-(10**15), max_value=10**15, places=2))
def test_a_number_survives_being_written_and_read(locale, value):
    read = parse(write(value, locale=locale), locale=locale)
    assert read is not None
    assert read.number == value


@pytest.mark.parametrize("locale", LOCALES)
@given(value=st.integers(min_value=-(10**15), max_value=10**15))
def test_a_whole_number_survives_being_written_and_read(locale, value):
    read = parse(write(Decimal(value), locale=locale), locale=locale)
    assert read is not None
    assert read.value == str(value)


@given(value=st.decimals(min_value=0, max_value=Decimal("999999999999.99"), places=2))
def test_capital_numerals_survive_being_written_and_read(value):
    assert chinese.parse(chinese.write(value)) == value


@given(value=st.integers(min_value=0, max_value=10**15 - 1))
def test_english_words_survive_being_written_and_read(value):
    assert spelled.parse(spelled.write(value)) == value


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("壹亿捌仟柒佰壹拾万陆仟捌佰陆拾元整", 187106860),
        ("玖亿零玖佰元", 900000900),
        ("拾元", 10),
        ("三千万", 30000000),
        ("壹元零伍分", Decimal("1.05")),
    ],
)
def test_chinese_numerals_are_read(numeral, value):
    assert chinese.parse(numeral) == value


@pytest.mark.parametrize("numeral", ["佰万元", "壹贰元", "贰什业元", "壹佰佰元", "元"])
def test_misread_chinese_numerals_are_no_number(numeral):
    assert chinese.parse(numeral) is None


@given(digits=st.integers(min_value=0, max_value=10**12), decimals=st.integers(min_value=-9, max_value=6))
def test_a_value_is_a_plain_decimal_string(digits, decimals):
    shown = valued(digits, decimals, negative=False)
    assert "E" not in shown
    assert Decimal(shown) == Decimal(digits).scaleb(-decimals)


def page_of(text):
    return Document(Source("a", "a", "", 1), pages=(Page(1, 612, 792, text),))


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("Net sales were 1,234.50 and 2,345,678 in 2019.", "us"),
        ("Die Bilanzsumme betrug 1.234.567,89 und 2.345,10 Euro.", "eu"),
        ("Total CHF 574'257'455 und 12'345", "ch"),
        ("Rs. 12,34,567 and 1,23,45,678", "in"),
        ("公司营业收入为1,234,567.89元，同比增长。", "zh"),
        ("See section 1.2.3 and version 10.000.001.", "us"),
        ("Nothing to vote on.", "us"),
    ],
)
def test_the_document_votes_for_its_locale(text, locale):
    assert votes.locale_of(page_of(text)) == locale


@settings(max_examples=200)
@given(text=st.text(alphabet="0123456789,.'’ ()-$€%万亿元M整", max_size=14), locale=st.sampled_from(LOCALES))
def test_reading_never_raises(text, locale):
    read = parse(text, locale=locale)
    assert read is None or "E" not in read.value


def test_every_convention_reads_what_it_writes():
    assert set(grammar.CONVENTIONS) == set(LOCALES)
