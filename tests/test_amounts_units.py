"""Units of figures: in words and codes behind and before them, in the heads of columns, and over page ends."""

from dataclasses import replace

import pytest
from laying import laid
from reckoning import values

from benchmarks._ocr_pages import build
from pipeline.amounts import Repairer
from pipeline.amounts.unitlines import chinese_unit, unit_lines
from pipeline.document import Cell, Row, Table
from pipeline.settings import Settings
from pipeline.spans import Span


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("an increase of 5 percent", ("5", "0.05", None)),
        ("up 0.5 percentage points", ("0.5", "0.005", None)),
        ("um 12 Prozent", ("12", "0.12", None)),
        ("利率为4.875‰", ("4.875", "0.004875", None)),
        ("减少4.32 个百分点", ("4.32", "0.0432", None)),
        ("from 52 cents", ("52", "0.52", None)),
        ("a spread of 25bps", ("25", "0.0025", None)),
        ("€2bn of debt", ("€2", "2000000000", "EUR")),
        ("leverage of 3.5x EBITDA", ("3.5", "3.5", None)),
        ("a sum of 100 yen", ("100", "100", "JPY")),
        ("TEUR 450 in all", ("TEUR 450", "450000", "EUR")),
        ("CHF 5 of Fr. 100'000", ("CHF 5", "5", "CHF")),
        ("U.S. $5,000 is due", ("$5,000", "5000", "USD")),
        ("paid (USD$1,500) now", ("(USD$1,500)", "1500", "USD")),
        ("R$50 is due", ("R$50", "50", "BRL")),
        ("S$5 is due", ("S$5", "5", "SGD")),
        ("港币1,000元", ("港币1,000", "1000", "HKD")),
        ("1.5亿日元", ("1.5", "150000000", "JPY")),
        ("5,000余万元", ("5,000", "50000000", "CNY")),
        ("₹5 Cr. is due", ("₹5", "50000000", "INR")),
        ("亏损（1,234.56）万元", None),
    ],
)
def test_words_and_codes_say_what_a_figure_counts_in(text, expected):
    locale = "zh" if any("\u4e00" <= sign <= "\u9fff" for sign in text) else "ch" if "Fr." in text else "us"
    assert values(text.replace("（", "(").replace("）", ")"), locale)[0] == (
        expected or ("(1,234.56)", "-12345600", "CNY")
    )


@pytest.mark.parametrize("text", ["10x10 sheets", "5km away", "a 40mm gun"])
def test_letters_that_are_no_unit_make_no_figure(text):
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Balance 1,234.56CR today", "1,234.56CR"),
        ("Balance 987.00 DR today", "987.00 DR"),
        ("Balance 500.00Cr today", "500.00Cr"),
        ("a fee of 12.00 Dr.", "12.00 Dr."),
        ("$3,000 CR", "$3,000 CR"),
        ("paid 12.00 Dr. Smith", "12.00"),
        ("100 CR", "100"),
    ],
)
def test_credit_and_debit_marks_are_part_of_an_amount_and_change_no_sign(text, shown):
    ((written, value, _),) = values(text)
    assert written == shown
    assert not value.startswith("-")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$10–15 per share", ["10", "15"]),
        ("a fee of $1-2bn", ["1000000000", "2000000000"]),
        ("Between $1.2 and $1.5 billion", ["1200000000", "1500000000"]),
        ("Form $10-K", ["10"]),
        ("$15-10", ["15"]),
    ],
)
def test_a_range_has_one_currency(text, expected):
    assert [value for _, value, _ in values(text)] == expected


@pytest.mark.parametrize(
    ("head", "unit"),
    [
        ("主营业务收入（万元）", (4, "CNY")),
        ("单价(元/吨)", (0, "CNY")),
        ("股数（万股）", (4, None)),
        ("金额(单位：万美元)", (4, "USD")),
        ("应收账款（净额）", None),
        ("万元", None),
    ],
)
def test_chinese_heads_name_their_unit_in_brackets(head, unit):
    assert chinese_unit(head) == unit


def test_a_head_of_two_lines_may_name_its_unit_without_brackets():
    assert chinese_unit("金额 万元", bare=True) == (4, "CNY")
    assert chinese_unit("金额 万元") is None
    assert chinese_unit("单价 元", bare=True) == (0, "CNY")
    assert chinese_unit("美元", bare=True) is None


def test_a_row_may_name_its_unit_in_its_label_or_in_a_cell():
    rows = (
        ("", "Unit", "2023"),
        ("Revenue", "$ million", "1,234"),
        ("EBIT margin", "%", "12.5"),
        ("Staff", "FTE", "320"),
    )
    assert laid(*rows, heads=1) == {"1,234": "1234000000", "12.5": "0.125", "320": "320"}
    rows = (("", "2023", "2022"), ("Revenue ($ million)", "1,234", "1,100"), ("Output (000 tonnes)", "345", "320"))
    shown = laid(*rows, heads=1)
    assert (shown["1,234"], shown["345"]) == ("1234000000", "345000")


def test_zeros_that_stand_for_thousands_are_no_figures():
    assert values("RMB'000\tRMB'000\t%\t£000") == []


def test_numbers_of_contracts_are_not_scaled():
    rows = (("单位：万元", "合同编号", "金额"), ("借款", "200701699009", "258"), ("借款", "200701699005", "180"))
    assert laid(*rows, heads=1)["200701699009"] == "200701699009"
    assert laid(*rows, heads=1)["258"] == "2580000"


def test_months_and_shares_of_a_table_of_money_are_none():
    rows = (("单位：万元", "期限", "金额"), ("借款", "36 个月", "1,500"), ("认购", "5,000 股", "20"))
    shown = laid(*rows, heads=1)
    assert (shown["36"], shown["5,000"], shown["1,500"]) == ("36", "5000", "15000000")


def test_shares_used_for_earnings_per_share_are_shares_in_the_label_of_a_row_too():
    rows = (
        ("(in millions)", "2023", "2022"),
        ("Shares used for diluted earnings per share", "10,198", "179"),
    )
    assert laid(*rows, heads=1) == {"10,198": "10198000000", "179": "179000000"}


def test_a_number_of_shares_counts_in_the_unit_of_shares():
    rows = (
        ("(in thousands, except per share data)", "2023", "2022"),
        ("Weighted-average number of shares", "454,208", "9"),
    )
    assert laid(*rows, heads=1)["454,208"] == "454208000"


def test_columns_of_a_chinese_table_count_in_their_heads_units():
    rows = (("产品", "收入(万元)", "比例(%)"), ("器件", "2,317.18", "20.25"), ("合计", "11,443.31", "100.00"))
    assert laid(*rows, heads=1) == {
        "2,317.18": "23171800", "20.25": "0.2025", "11,443.31": "114433100", "100.00": "1.0000",
    }  # fmt: skip


def test_a_row_may_name_its_own_unit():
    rows = (("项目", "2023", "2022"), ("利润（万元）", "1,509.97", "1,543.32"), ("负债率（%）", "55.20", "51.10"))
    shown = laid(*rows, heads=1)
    assert (shown["1,509.97"], shown["55.20"]) == ("15099700", "0.5520")


def test_figures_under_a_head_of_percent_are_percentages():
    rows = (("(in millions)", "2023", "% Change"), ("Sales", "$ 1,234", "12"), ("Cost", "1,100", "(3)"))
    assert laid(*rows, heads=1) == {"$1,234": "1234000000", "12": "0.12", "1,100": "1100000000", "(3)": "-0.03"}


def test_a_column_whose_ends_have_the_sign_holds_percentages():
    rows = (
        ("(in millions)", "2023", ""),
        ("Sales", "$ 1,234", "100.0 %"),
        ("Cost", "900", "73.0"),
        ("Tax", "9", "1 %"),
    )
    assert laid(*rows, heads=1)["73.0"] == "0.730"


def test_a_sign_at_the_first_figure_of_a_row_or_column_of_rates_counts_for_all():
    rows = (("(in millions)", "2023", "2022"), ("Discount rate", "2.14 %", "2.82"), ("Sales", "1,234", "1,100"))
    assert laid(*rows, heads=1)["2.82"] == "0.0282"
    rows = (
        ("(in millions)", "Loans", "Rate"),
        ("Cards", "1,079", "0.62 %"),
        ("Cars", "543", "0.71"),
        ("Homes", "173", "3.02"),
    )
    assert laid(*rows, heads=1)["3.02"] == "0.0302"


def test_rates_below_such_a_row_are_percentages_without_a_unit_line_too():
    rows = (
        ("", "2023", "2022"),
        ("Discount rate", "5.20 %", "4.25 %"),
        ("Rate of increase", "5.13", "5.11"),
        ("Age", "61", "60"),
    )
    shown = laid(*rows, heads=1)
    assert (shown["5.13"], shown["61"]) == ("0.0513", "61")


def test_earnings_per_share_beside_a_percentage_keep_their_unit():
    rows = (
        ("(In millions, except per share)", "2023", "Change"),
        ("Income", "73,307", "6%"),
        ("Diluted earnings per share", "9.81", "7%"),
    )
    assert laid(*rows, heads=1)["9.81"] == "9.81"


def test_counts_and_prices_of_such_a_column_keep_their_unit():
    rows = (
        ("(in millions)", "2023", ""),
        ("Sales", "$ 1,234", "9.0 %"),
        ("Number of stores", "9", "997"),
        ("A", "1", "2 %"),
    )
    assert laid(*rows, heads=1)["997"] == "997"


def test_a_heading_with_a_unit_among_rows_holds_up_to_the_next_heading():
    rows = (
        ("(in millions)", "2023", "2022"),
        ("Revenue", "$ 9,632", "$ 9,532"),
        ("Daily parcels (in thousands):", "", ""),
        ("Fast", "70.1", "79.1"),
        ("Weight per parcel (pounds):", "", ""),
        ("Fast", "1,027", "1,092"),
        ("Revenue per parcel:", "", ""),
        ("Fast", "363.85", "320.76"),
    )
    shown = laid(*rows, heads=1)
    assert (shown["70.1"], shown["1,027"], shown["363.85"]) == ("70100", "1027", "363.85")


def test_dividends_at_a_price_are_a_row_of_amounts():
    rows = (("(Millions, except per share)", "Total", "Other"), ("Dividends, $1.72 per share", "(1,392)", "(45)"))
    assert laid(*rows, heads=1) == {"$1.72": "1.72", "(1,392)": "-1392000000", "(45)": "-45000000"}


@pytest.mark.parametrize(
    ("line", "exponent", "currency", "shares"),
    [
        ("(₹ in lakhs)", 5, "INR", 5),
        ("(Rs. in crores)", 7, "INR", 7),
        ("单位：万美元", 4, "USD", 4),
        ("were (in millions, except number of shares, which are reflected in thousands,", 6, None, 3),
        ("TDRs by class (in thousands)", 3, None, 3),
    ],
)
def test_more_unit_lines(line, exponent, currency, shares):
    (found,) = unit_lines(line)
    assert (found.exponent, found.currency, found.shares) == (exponent, currency, shares)


def _table(page, placed, rows, *, heads, name, continues=None):
    made = []
    for cells, row in zip(rows, placed, strict=True):
        start, found = row.span.start, []
        for (column, text), word in zip(enumerate(cells), row.record["words"], strict=True):
            start = page.text.index(text, start)
            found.append(Cell(Span(start, start + len(text)), column, tuple(word[:4])))
            start += len(text)
        made.append(Row(row.span, tuple(found), (0, 0, 0, 0)))
    return Table(name, page.number, 0, 3, tuple(made[:heads]), tuple(made[heads:]), continues=continues)


def _page(*rows):
    words = []
    for number, cells in enumerate(rows):
        y = 20.0 * number
        at = [50.0, *(300.0 + 100 * i - 5 * len(text) for i, text in enumerate(cells[1:]))]
        words.append(
            {"words": [[x, y, x + 5 * len(text), y + 10, text, None] for x, text in zip(at, cells, strict=True)]}
        )
    return build(words, name="a", ocr=False)


def test_a_unit_in_a_column_head_holds_where_its_table_goes_on_without_a_head():
    first = (("Borrower", "Amount (in thousands)", "Share (%)"), ("Alder", "1,500", "12.5"), ("Beech", "2,500", "20.1"))
    second = (("Cedar", "3,500", "30.2"), ("Dogwood", "4,500", "37.2"))
    (above, rows), (below, more) = _page(*first), _page(*second)
    page = replace(below.pages[0], number=2)
    tables = (
        _table(above.pages[0], rows, first, heads=1, name="t001"),
        _table(page, more, second, heads=0, name="t002", continues="t001"),
    )
    document = replace(above, pages=(*above.pages, page), tables=tables)
    done = Repairer.open(Settings())(document)
    shown = {amount.text: amount.value for amount in done.amounts if amount.place.page == 2}
    assert shown == {"3,500": "3500000", "30.2": "0.302", "4,500": "4500000", "37.2": "0.372"}
    apart = replace(document, tables=(tables[0], replace(tables[1], continues=None)))
    shown = {a.text: a.value for a in Repairer.open(Settings())(apart).amounts if a.place.page == 2}
    assert shown["30.2"] is None
