"""Labels are read as a reader of filings and contracts reads them."""

import pytest

from pipeline.sections.numbering import Reading, han_value, read_label, roman_value


@pytest.mark.parametrize(
    ("line", "scheme", "path"),
    [
        ("PART II", "part", (2,)),
        ("Item 1A.\tRisk Factors", "item", (1, ord("A"))),
        ("Item No. 1   Business", "item", (1,)),
        ("I T E M  8.  FINANCIAL STATEMENTS", "item", (8,)),
        ("Items 1 and 2. Business and Properties", "item", (1,)),
        ("ARTICLE IV", "article", (4,)),
        ("Article One DEFINITIONS", "article", (1,)),
        ("Section 4.2 Grant of License", "decimal", (4, 2)),
        ("Section 2. Term", "section", (2,)),
        ("§ 5 Haftung", "paragraph", (5,)),
        ("4.2.1 Delivery", "decimal", (4, 2, 1)),
        ("4 REVENUES", "number", (4,)),
        ("12. Income Taxes", "number", (12,)),
        ("Note 12 – Debt", "note", (12,)),
        ("Exhibit 10.13", "annex", (0,)),
        ("Anlage 3: Inventar", "annex", (0,)),
        ("附件一：资产清单", "annex", (0,)),
        ("第十一条 违约金", "han_条", (11,)),
        ("第二十一章 附则", "han_章", (21,)),
        ("一、逾期付款", "enum", (1,)),
        ("（二）逾期", "(enum", (2,)),
        ("(6).坏账准备的情况", "(number", (6,)),
        ("30、递延所得税资产", "number", (30,)),
        ("ARTICLE – 4 GENERAL MEETINGS", "article", (4,)),
        ("2.0 SCOPE OF RELATIONSHIP.", "number", (2,)),
        ("A.17 Straits Marine Holdings", "lettered", (1, 17)),
        ("B.1.2 Register of leases", "lettered", (2, 1, 2)),
        ("§ 3.1 Grundkaufpreis", "decimal", (3, 1)),
        ("SCHEDULE – I", "annex", (0,)),
        ("第 十 条　保密", "han_条", (10,)),
        ("第３条 交付", "han_条", (3,)),
    ],
)
def test_a_label_has_a_scheme_and_a_place_in_it(line, scheme, path):
    label = read_label(line)
    assert label is not None
    assert label.readings[0] == Reading(scheme, path)


@pytest.mark.parametrize(
    "line",
    [
        "2019 sales rose",
        "1,000 units",
        "5.3% of sales",
        "U.S. operations",
        "Exhibits and more",
        "SCHEDULES AFTER THE DATE OF THIS AGREEMENT.",
        "Exhibit No. Description of Exhibit",
    ],
)
def test_figures_and_words_are_no_labels(line):
    assert read_label(line) is None


def test_a_lone_i_may_be_roman_one_or_the_ninth_letter():
    label = read_label("(i) the first")
    assert label is not None
    assert label.readings == (Reading("(roman_lower", (1,)), Reading("(lower", (9,)))


@pytest.mark.parametrize(("text", "value"), [("十", 10), ("二十一", 21), ("一百零三", 103), ("两", 2), ("15", 15)])
def test_chinese_numerals_have_their_value(text, value):
    assert han_value(text) == value


@pytest.mark.parametrize(("text", "value"), [("IV", 4), ("xix", 19), ("IIX", 0), ("A", 0)])
def test_roman_numerals_have_their_value_and_other_letters_none(text, value):
    assert roman_value(text) == value
