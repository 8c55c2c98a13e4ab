"""Unit lines scale the figures of their tables, and spare those with a unit of their own."""

import pytest
from laying import laid

from pipeline.amounts.finding import figures
from pipeline.amounts.scales import Scaler
from pipeline.amounts.unitlines import standing, unit_lines
from pipeline.spans import Span

UNSURE = "unsure"


def given(text, shown, *, line=None, regions=None):
    scaler = Scaler(text, [Span(0, len(text))] if regions is None else regions, inherited=line)
    at = text.index(shown)
    figure = next(f for f in figures(text, locale="us") if f.start <= at < f.end)
    found = scaler.of(figure)
    return UNSURE if not found.sure else (found.exponent, found.currency) if found.exponent or found.currency else None


def scale(text, shown, *, line=None):
    return given(text, shown, line=line)


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
        ("in USD thousands", 3, "USD"),
        ("REPORTED SALES vs. PRIOR PERIOD ($MM)", 6, None),
        ("(EUR million)", 6, "EUR"),
        ("£’000", 3, "GBP"),
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
    assert given(text, "1,234", regions=[Span(0, 8)]) is None


def test_a_continued_table_inherits_its_line():
    (line,) = unit_lines("(in thousands)")
    assert scale("Revenue\t1,234", "1,234", line=line) == (3, None)


@pytest.mark.parametrize(
    ("line", "shares"),
    [
        ("(in millions, except share and per share data)", 0),
        ("(in millions, except per share data)", 6),
        ("(Dollars in millions, except per share)", 0),
        ("(dollars in millions, shares in thousands)", 3),
        ("$ and shares in millions, except per share amounts", 6),
    ],
)
def test_shares_count_in_what_the_line_gives_them(line, shares):
    table = f"{line}\nRevenue\t1,234\nWeighted average shares outstanding\t567"
    assert unit_lines(table)[0].shares == shares
    assert scale(table, "1,234") == (6, None)
    assert scale(table, "567") == ((shares, None) if shares else None)


def test_a_line_that_speaks_of_shares_alone_scales_no_price():
    table = "(Shares in thousands)\nGranted\t166\t229.13\nDistributed\t(206)\t$ 159.82"
    assert scale(table, "166") == (3, None)
    assert scale(table, "229.13") is None
    assert scale(table, "159.82") is None


@pytest.mark.parametrize(
    ("label", "figure", "meant"),
    [
        ("2.300% Senior Notes due May 2022", "800", (6, None)),
        ("Interest rate swap contracts", "26", (6, None)),
        ("Effect of exchange rates on cash", "156", (6, None)),
        ("Dividends declared ($4.70 per share)", "(2,803)", (6, None)),
        ("Gross margin", "$ 98,392", (6, None)),
        ("Average square feet per store (in thousands)", "39", None),
        ("Effective tax rate", "21.5", None),
        ("Interest rate", "16", UNSURE),
    ],
)
def test_a_label_spares_its_row_only_where_it_says_so(label, figure, meant):
    found = scale(f"(in millions)\nRevenue\t1,234\n{label}\t{figure}", figure)
    assert found == ((3, None) if "thousands" in label else meant)


def test_a_percentage_beside_it_spares_no_amount():
    assert scale("(in millions)\nGAAP Measure\t$ 7,945\t22.4 %\t$ 1,720", "1,720") == (6, None)


def test_a_small_decimal_under_a_line_that_excepts_prices_may_be_either():
    table = "(in millions, except per share amounts)\nRevenue\t1,234\nContinuing operations\t2.31"
    assert scale(table, "2.31") is UNSURE
    assert scale(table.replace("2.31", "2,310"), "2,310") == (6, None)


def test_a_heading_per_share_holds_for_all_its_rows():
    table = "(in millions)\nDiluted earnings per share:\nContinuing operations\t3.81\nDiscontinued operations\t0.07"
    assert scale(table, "0.07") is None


def test_a_number_in_the_words_of_a_row_is_not_scaled():
    table = "(in millions)\nTax reform (4)\t(12)\nCommon stock, $.01 par value\t9"
    assert scale(table, "(4)") is None
    assert scale(table, "$.01") is None
    assert scale(table, "9") == (6, None)


def test_the_unit_of_a_row_holds_for_no_other():
    text = "(in billions)\nDeposits\t1,163.4\nActive customers (in thousands)\t60,735\nLoans\t271.2"
    assert [scale(text, shown) for shown in ("60,735", "271.2")] == [(3, None), (9, None)]


def test_a_column_of_prices_or_shares_is_spared_by_its_head():
    rows = (
        ("(in millions)", "Shares Purchased", "Average Price", "Program"),
        ("January", "714,575", "$ 228.82", "4,894"),
        ("February", "1,420,634", "$ 233.78", "4,562"),
    )
    assert laid(*rows, heads=1) == {
        "714,575": "714575", "$228.82": "228.82", "4,894": "4894000000",
        "1,420,634": "1420634", "$233.78": "233.78", "4,562": "4562000000",
    }  # fmt: skip


def test_a_unit_in_the_head_of_one_column_scales_that_column_alone():
    rows = (("Period", "Shares", "Price", "Value (Millions)"), ("March", "1,791,496", "$ 228.82", "$ 4,152"))
    assert laid(*rows, heads=1) == {"1,791,496": "1791496", "$228.82": "228.82", "$4,152": "4152000000"}


def test_a_column_of_changes_in_percent_is_spared():
    rows = (("(in millions)", "2022", "Change"), ("Fees", "1,650", "(54)%"), ("Income", "8,749", "(12)"))
    assert laid(*rows, heads=1) == {"1,650": "1650000000", "(54)%": "-0.54", "8,749": "8749000000", "(12)": "-12"}


def test_numbers_of_notes_are_not_scaled():
    rows = (("(in thousands)", "Note", "2023"), ("Licences", "8", "96,450"), ("Taxes", "14", "2,715"))
    assert laid(*rows, heads=1) == {"8": "8", "96,450": "96450000", "14": "14", "2,715": "2715000"}


def test_shares_used_for_earnings_per_share_are_no_price():
    heading = "Shares used in computation of earnings per share:"
    table = f"(in millions, except per share data)\n{heading}\nBasic\t494\nDiluted\t504"
    assert scale(table, "494") == (6, None)
    assert scale(table, "504") == (6, None)


def test_counts_of_stores_are_not_scaled():
    rows = (("(in millions)", "# of Whses", "Sales"), ("2019", "20", "129"), ("Totals", "815", "1,155"))
    assert laid(*rows, heads=1) == {"20": "20", "129": "129000000", "815": "815", "1,155": "1155000000"}


def test_a_line_above_a_chapter_leaves_figures_of_later_tables_open_unless_they_are_money():
    (line,) = unit_lines("(amounts in millions, except share, per share, and warehouse count data)")
    assert standing([line], "(amounts in millions, except share data)\nNote 1" + " text" * 60, []) == line._replace(
        standing=True
    )
    assert scale("Inventories\t$ 14,215", "14,215", line=line._replace(standing=True)) == (6, None)
    assert scale("Warehouses opened\t13", "13", line=line._replace(standing=True)) is UNSURE
    assert scale("Tax rate\t21.5", "21.5", line=line._replace(standing=True)) is None


def test_a_decimal_beside_large_whole_figures_may_be_a_rate():
    table = "(in millions)\nWorldwide\t12,474\t12,599\t3.9"
    assert scale(table, "3.9") is UNSURE
    assert scale(table, "12,599") == (6, None)
    assert scale("(in millions)\nNet income\t12.4\t3.9", "3.9") == (6, None)


def test_an_exception_may_go_on_in_the_next_line_of_the_stub():
    head = "As of June, (in millions, except per\tSix months ended June 30,\nshare, ratio and headcount data)\t2022"
    assert unit_lines(head)[0].shares == 6
    assert unit_lines(head)[0].spares_prices


def test_odd_sums_of_prose_count_in_the_line_that_stands_over_their_chapter():
    (line,) = unit_lines("(amounts in millions, except share, per share, and warehouse count data)")
    stands = line._replace(standing=True)
    prose = "its fair value was $7,692 and $228; it sold 1,250,000 shares for $2,500,000 at $17.50 each"
    assert given(prose, "7,692", line=stands, regions=[]) == (6, None)
    assert given(prose, "228", line=stands, regions=[]) == (6, None)
    assert given(prose, "2,500,000", line=stands, regions=[]) is None
    assert given(prose, "17.50", line=stands, regions=[]) is None
    assert given(prose, "7,692", line=line, regions=[]) is None


@pytest.mark.parametrize(
    "prose",
    [
        "a reward of up to $1,000 a year",
        "the fee rose from $60 to $120",
        "a refund of $1,234 per member",
        "a charge of $25 million and a fee of $1,234",
    ],
)
def test_fees_of_prose_under_such_a_line_have_no_value_of_their_own(prose):
    (line,) = unit_lines("(amounts in millions, except share, per share, and warehouse count data)")
    shown = next(amount for amount in ("1,000", "120", "1,234") if amount in prose)
    assert given(prose, shown, line=line._replace(standing=True), regions=[]) is UNSURE


def test_a_line_in_the_heading_of_an_item_stands_over_the_item():
    text = "Item 7—Discussion of Operations (amounts in millions, except per share)\nOverview" + " text" * 80
    assert [line.exponent for line in unit_lines(text)] == [6]
    assert standing(unit_lines(text), text, []) is not None
    assert (
        standing(unit_lines("Item 7—Sales (in millions)\n"), "Item 7—Sales (in millions)\n" + " text" * 80, []) is None
    )


def test_a_unit_line_may_break_inside_its_brackets():
    assert scale("consisting of fixed rate debt (in\nmillions):\n2.600% Notes\t$ 1,000", "1,000") == (6, None)


def test_the_first_cell_of_a_row_of_heads_may_name_the_unit():
    heads = "In millions\tBenefits\tServices\nOperating income\t$ 5,118\t$ 7,187"
    assert scale(heads, "7,187") == (6, None)
    assert scale("Grew in millions of homes across\tBenefits\nOperating income\t$ 5,118", "5,118") is None


@pytest.mark.parametrize(
    "line",
    [
        "Foreign currency gains in millions were as follows:",
        "the measures of the periods presented ($ in\nmillions, except per share amounts):",
        "the effects were as follows ($\nin millions):",
        "$ in millions (unaudited)",
        "presented as (gain) loss in millions):",
        "reckoned as follows (net income in millions and shares in thousands):",
    ],
)
def test_unit_lines_of_running_text_count(line):
    assert scale(f"{line}\nNet income\t$ 94,680", "94,680")[0] == 6


@pytest.mark.parametrize(
    "line",
    [
        "(Unless otherwise noted, in millions, except per share data)",
        "Unless otherwise noted, tabular dollars are in millions, except per share amounts. All amounts reflect",
        "notes. Unless otherwise noted, tabular dollars are presented in millions,",
    ],
)
def test_lines_that_stand_for_all_tables_are_known(line):
    text = line + "\nNote 1" + " text" * 80
    assert standing(unit_lines(text), text, []).exponent == 6


def test_tabular_dollars_say_nothing_of_prose():
    (line,) = unit_lines("Unless otherwise noted, tabular dollars are in millions, except per share amounts.")
    assert given("a fee of $7,692 is due", "7,692", line=line._replace(standing=True), regions=[]) is None


def test_a_numerator_is_no_price():
    lines = "(In millions, except per share amounts)\nNumerator for basic and diluted loss per share\t$ (660)"
    assert scale(lines, "660") == (6, None)
