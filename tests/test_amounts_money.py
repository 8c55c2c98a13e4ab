"""Columns with dollar signs under a unit line said once, sums in the words of rows, prices among whole amounts."""

from laying import laid

from pipeline.amounts.finding import figures
from pipeline.amounts.scales import Scaler
from pipeline.amounts.splits import glued
from pipeline.spans import Span

UNSURE = "unsure"


def scale(text, shown):
    figure = next(f for f in figures(text, locale="us") if f.start <= text.index(shown) < f.end)
    found = Scaler(text, [Span(0, len(text))]).of(figure)
    return UNSURE if not found.sure else (found.exponent, found.currency) if found.exponent or found.currency else None


STANDING = "(Unless otherwise noted, in millions, except per share data)\nNote 1" + " and operations" * 30


def test_the_dollar_signs_of_a_column_tell_its_other_figures_from_counts():
    rows = (
        ("", "2022", "2021", "Customers"),
        ("Cash and equivalents", "$ 547", "$ 60", "3,202"),
        ("Restricted funds", "29", "31", "1,445"),
        ("Dividends per share", "2.57", "2.36", ""),
        ("Total", "$ 576", "$ 91", "4,647"),
    )
    assert laid(*rows, heads=1, above=STANDING) == {
        "$547": "547000000", "$60": "60000000", "3,202": None, "29": "29000000", "31": "31000000", "1,445": None,
        "2.57": "2.57", "2.36": "2.36", "$576": "576000000", "$91": "91000000", "4,647": None,
    }  # fmt: skip


def test_dividends_of_a_few_cents_are_no_millions():
    rows = (("", "2022", "2021"), ("December", "$ 0.6550", "$ 0.6025"), ("September", "$ 0.6450", "$ 0.6015"))
    assert set(laid(*rows, heads=1, above=STANDING).values()) == {"0.6550", "0.6025", "0.6450", "0.6015"}


def test_nothing_is_scaled_behind_the_signatures():
    text = STANDING + "\nSIGNATURES"
    rows = (("", "Age", "Factor"), ("Retirement", "61", "$ 90"), ("Early", "55", "$ 70"))
    assert laid(*rows, heads=1, above=text) == {"61": "61", "$90": "90", "55": "55", "$70": "70"}


def test_sums_in_the_words_of_a_row_count_in_its_unit_where_they_are_part_of_it():
    line = "(in millions, except share data)\n"
    assert scale(f"{line}Receivables, net of allowance of $60 and $75, respectively\t334\t271", "$60") == (6, None)
    assert scale(f"{line}Loss, net of income tax expense of $13 in 2020,\nat cost\t334\t271", "$13") == (6, None)
    assert scale(f"{line}Stock, $1 par value\t334\t271", "$1") is UNSURE


def test_a_sum_with_cents_beside_whole_amounts_is_a_price():
    table = "(in thousands)\nRevenue\t$ 1,234\t$ 980\nAverage monthly revenue, membership\t$ 10.99\t$ 11.63"
    assert scale(table, "10.99") is None
    assert scale("(in thousands)\nRevenue\t$ 1,234.50\t$ 10.99", "10.99") == (3, None)


def test_years_behind_a_figure_are_its_unit():
    table = "(in millions)\nTechnology\t$ 361\t4 years\nLife (in years)\t7.1\t7.2"
    assert scale(table, "4 years") is None
    assert scale(table, "7.1") is None
    assert scale(table, "361") == (6, None)


def test_a_margin_of_three_digits_is_an_amount():
    table = "(in millions)\nOperating margin\t586\t502\t21"
    assert scale(table, "586") == (6, None)
    assert scale(table, "21") is UNSURE


def test_a_table_at_the_head_of_a_page_may_count_in_the_line_before_it():
    rows = (("", "2022", "2021"), ("Cash", "$ 547", "$ 60"), ("Bonds", "29", "31"), ("Total", "$ 576", "$ 91"))
    shown = laid(*rows, heads=1, above="Sales are as follows (in millions):")
    assert (shown["$547"], shown["29"]) == (None, None)
    shown = laid(*rows, heads=1, above="Sales are as follows (in millions):\nEXHIBIT INDEX")
    assert (shown["$547"], shown["29"]) == ("547", "29")


def test_the_number_of_shares_issued_is_in_the_words_of_its_row():
    table = "(in thousands)\nCash\t$ 1,234\t$ 980\n412,300,750 and 414,900,770 issued and outstanding\t4,874\t4,637"
    assert scale(table, "412,300,750") is None
    assert scale(table, "4,874") == (3, None)
    assert scale("(in thousands)\n1,500 USD\t4,874", "1,500") == (3, None)


def test_a_label_may_begin_in_the_line_above():
    table = "(in thousands)\nCash\t$ 1,234\t$ 980\nAverage revenue per\nshare sold\t12.34\t13.45\nLoans\t212\t33"
    assert scale(table, "12.34") is None
    assert scale(table, "212") == (3, None)


def test_rows_under_a_heading_of_percentages_are_left_open():
    table = "(in millions)\nSales\t$ 8,823\t$ 980\nPercent of Net Sales:\nCost\t58.0 %\t56.2 %\nFulfillment\t28\t12"
    assert scale(table, "28") is UNSURE
    assert scale(table.replace("Percent of Net Sales:", "Operating costs:"), "28") == (6, None)


def test_decimals_in_a_table_of_large_whole_amounts_are_left_open():
    table = "(in millions)\nSales\t$ 8,823\t$ 980\nRatio\t1.9\t2.3\nLeverage\t1.7\t2.1"
    assert scale(table, "1.7") is UNSURE
    assert scale(table.replace("8,823", "8,823.5"), "1.7") == (6, None)


def test_a_ratio_of_two_balances_is_not_scaled():
    table = "(in millions)\nSales\t$ 8,823\nAllowance for loan losses to total loans\t272\nLoans to affiliates\t332"
    assert scale(table, "272") is None
    assert scale(table, "332") == (6, None)


def test_a_telephone_number_is_no_negative_and_a_rule_no_amount():
    assert [f.digits for f in figures("area code: (901) 818-7500; loss of (901)")] == [901]
    assert [f.digits for f in figures("the Act (§230.405 of this chapter)")] == []


def test_large_figures_at_the_head_of_a_page_are_left_open_below_a_line_of_the_page_before():
    rows = (("", "2022", "2021"), ("U.S.", "27,954", "8.6"), ("Abroad", "24,126", "7.8"))
    shown = laid(*rows, heads=1, above="Sales are as follows (in millions):")
    assert (shown["27,954"], shown["8.6"]) == (None, None)


def test_a_note_mark_at_the_end_of_a_label_is_no_negative():
    text = "3.250% Notes due on May 12, 2047 (3)\t2,250\nDeferred taxes 2021\t(3)\t44"
    assert [f.negative for f in figures(text) if f.digits == 3] == [False, True]


def test_numbers_of_securities_count_in_the_unit_of_shares():
    rows = (("(shares in thousands)", "Number of securities"), ("Options", "35,506"), ("Total", "38,507"))
    assert laid(*rows, heads=1) == {"35,506": "35506000", "38,507": "38507000"}


def test_a_sign_begins_the_second_of_two_glued_amounts():
    assert [doubt.readings for doubt in glued("Sales\t$1,234$5,678\t$12.50$13.50 US$1,234")] == [
        ("$1,234 $5,678",),
        ("$12.50 $13.50",),
    ]
