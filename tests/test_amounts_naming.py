"""Bare numbers that name something and count nothing, beside those that count."""

import pytest

from pipeline.amounts.finding import figures


def found(text, locale="us"):
    return [text[figure.start : figure.end] for figure in figures(text, locale=locale)]


@pytest.mark.parametrize(
    "text",
    [
        "Call +1 (212) 555-0134 or 0800 123 4567",
        "IBAN DE89 3704 0044 0532 0130 00, account no. 123 456 789",
        "from 10:30 a.m. to 17:45, at 11:59:58 p.m.",
        "a split of 1:4 and a ratio of 2.5:1",
        "certify pursuant to 18 U.S.C. Section 1350 and 17 C.F.R. Part 240",
        "under § 30 of it and §§ 12 and SAB 118",
        "Sections 2.1, 3.4(a), 5.10 and 12.3 apply",
        "see Notes 3, 4 and 15 to the statements, Items 10, 11,\n12 and 14",
        "from 1 January to 30 June, on 4 March 2021 and 31. Dezember 2021",
        "in FY 23 and '21",
        "Knoxville, TN 37919 and Washington, D.C. 20549",
        "at 4321 North Ballard Road and 711 Fifth Avenue",
        "U.S. Patent No. 7,654,321",
        "ZIP codes 010, 0044 and 007",
        "a T+1 basis",
        'under “Note 10 – Taxes” and "Item 3. Claims"',
        "see AB 1054, SB 901 and Pillar 1",
        "Reg. §§\n1.415(c)-2(d), 6.01(a)(ii)",
        "10(g).1* Schedule",
        "Sales (4)(5)(6) and 2018 (2)(3)",
    ],
)
def test_numbers_of_something_are_no_figures(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Sections of 25 acres and 30 lots", ["25", "30"]),
        ("a total of 181 days, 12 months and 5 parties", ["181", "12", "5"]),
        ("a ratio of 3.50 to 1.00", ["3.50", "1.00"]),
        ("No. of shares: 7,654,321", ["7,654,321"]),
        ("1,000–2,000 units and 5,000-6,000 more", ["1,000", "2,000", "5,000", "6,000"]),
        ("growth of 5.5%(4) and 3(1)", ["5.5%", "3"]),
        ("30+ days past due", ["30"]),
    ],
)
def test_figures_beside_such_words_are_kept(text, shown):
    assert found(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "31.2*\tCertification of an officer",
        "*10.1 1996 Stock Incentive Plan",
        "10.15*\tIncentive Plan",
        "21*",
        "10.76\t**\tAmendment to the Plan",
        "7\tDrawing machine\tfour",
        "2、流动资产分析",
        "7) 在应用市场方面",
        "19 Environment & Sustainability. Supplier will comply",
    ],
)
def test_numbers_at_the_head_of_a_line_number_exhibits_rows_and_sections(text):
    assert found("Above it.\n" + text, "zh" if "产" in text or "在" in text else "us") == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("13\tN/A\t97", ["13", "97"]),
        ("12\tNM", ["12"]),
        ("30 Days after the notice. The", ["30"]),
        ("20 Mitarbeiter sind dort tätig. Die", ["20"]),
        ("5,000* units", ["5,000"]),
    ],
)
def test_figures_at_the_head_of_a_line_are_kept(text, shown):
    assert found("Above it.\n" + text) == shown


@pytest.mark.parametrize(
    "text", ["the rate, (2) the base and (3) the sum", "upon notice; (2) if so required", "paragraph (1) or (2) above"]
)
def test_brackets_that_count_a_list_are_no_figures(text):
    assert [shown for shown in found(text) if shown == "(2)"] == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("公司总股本为123,456,789股", ["123,456,789"]),
        ("拥有全资及控股发电企业12家", ["12"]),
        ("市盈率25.6倍", ["25.6"]),
        ("董事会由5 名董事组成", ["5"]),
        ("第3、4 项位于成都", []),
        ("邮政编码：100034", []),
        ("湘岳字[2006]0031 号批准证书", []),
        ("2×600MW 机组", []),
        ("综合毛利率=0.63×价格变动", ["0.63"]),
        ("每10股派发", []),
        ("1#机组", []),
        ("销许证字-[1]号许可证，文献[12]", []),
    ],
)
def test_chinese_numbers_count_where_a_measure_follows_them(text, shown):
    assert found(text, "zh") == shown
