"""Named things, found and spared."""

import pytest

from pipeline.sentences.entities import find

FOUND = (
    ("between Acme Corp., a Delaware corporation", "PARTY", "Acme Corp."),
    ("and Beta Holdings, L.P. of Cayman", "PARTY", "Beta Holdings, L.P."),
    ("by Ernst & Young LLP in", "PARTY", "Ernst & Young LLP"),
    ("die Muster Maschinenbau GmbH & Co. KG in", "PARTY", "Muster Maschinenbau GmbH & Co. KG"),
    ("甲方：北京某某科技有限公司。", "PARTY", "北京某某科技有限公司"),
    ("与上海某某投资管理合伙企业（有限合伙）于", "PARTY", "上海某某投资管理合伙企业（有限合伙）"),
    ("under the Securities Exchange Act of 1934, as", "LAW", "Securities Exchange Act of 1934"),
    ("in Rule 10b-5 of", "LAW", "Rule 10b-5"),
    ("under 15 U.S.C. § 78j(b) and", "LAW", "15 U.S.C. § 78j(b)"),
    ("依据《公司法》第", "LAW", "《公司法》"),
    ("nach dem BGB gilt", "LAW", "BGB"),
    ("in the Delaware Court of Chancery and", "COURT", "Court of Chancery"),
    ("the United States District Court for the Northern District of California, which",
     "COURT", "United States District Court for the Northern District of California"),
    ("由北京市第一中级人民法院管辖", "COURT", "北京市第一中级人民法院"),
    ("beim Landgericht Köln klagen", "COURT", "Landgericht Köln"),
    ("on January 3, 2024 in", "DATE", "January 3, 2024"),
    ("this 5th day of May, 2023 by", "DATE", "5th day of May, 2023"),
    ("on 2020-01-31 at", "DATE", "2020-01-31"),
    ("am 31. Dezember 2023 endet", "DATE", "31. Dezember 2023"),
    ("am 01.02.2024 endet", "DATE", "01.02.2024"),
    ("于2023年12月31日前", "DATE", "2023年12月31日"),
    ("pay US$10,000 or", "MONEY", "US$10,000"),
    ("of $1.5 million in", "MONEY", "$1.5 million"),
    ("über EUR 5 Mio. an", "MONEY", "EUR 5 Mio."),
    ("von 1.500.000,00 Euro an", "MONEY", "1.500.000,00 Euro"),
    ("价款为人民币1,500.00万元。", "MONEY", "人民币1,500.00万元"),
    ("at 5.25% per", "PERCENT", "5.25%"),
    ("of 12 percent of", "PERCENT", "12 percent"),
    ("即百分之三十", "PERCENT", "百分之三十"),
    ("in Section 2.1(a)(ii) of", "SECTION", "Section 2.1(a)(ii)"),
    ("gemäß § 433 Abs. 2 Satz 1 des", "SECTION", "§ 433 Abs. 2 Satz 1"),
    ("见第二百六十五条第三款规定", "SECTION", "第二百六十五条第三款"),
)  # fmt: skip
SPARED = (
    "The Company shall pay.",
    "This Act applies to the Code.",
    "The court may act.",
    "Incidentally, the limited liability is capped.",
    "It may rise in May.",
    "The sections are numbered.",
    "He paid in dollars.",
    "公司应当付款。",
)


@pytest.mark.parametrize(("text", "label", "name"), FOUND)
def test_named_things_are_found_whole(text, label, name):
    assert [(found, text[start:end]) for start, end, found in find(text)] == [(label, name)]


@pytest.mark.parametrize("text", SPARED)
def test_common_words_name_nothing(text):
    assert find(text) == []


def test_two_parties_joined_by_and_are_two():
    text = "Alder Holdings Inc. and Birch Credit LLC signed."
    assert [text[start:end] for start, end, _ in find(text)] == ["Alder Holdings Inc.", "Birch Credit LLC"]
