"""Sums that close prove their figures; sums by chance, and sums that stay open, prove nothing."""

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks._ocr_pages import build
from pipeline.amounts import Repairer, gaps
from pipeline.amounts.finding import figures
from pipeline.amounts.sums import Entry, closings, proven, significant
from pipeline.settings import Settings

STAGE = Repairer.open(Settings())


def rows(*lines, confidence=None):
    """Set lines of a label and figures, right-aligned at 300, 400, …; returns the document of one page."""
    records = []
    for number, (label, *shown) in enumerate(lines):
        y = 20.0 * number
        words = [[50.0, y, 50.0 + 5 * len(label), y + 10, label, confidence]] if label else []
        for place, text in enumerate(shown):
            edge = 300.0 + 100 * place
            if text:
                words.append([edge - 4 * len(text), y, edge, y + 10, text, confidence])
        records.append({"words": words})
    return build(records, name="a", ocr=confidence is not None)[0]


def statuses(document):
    return {amount.text: amount.status for amount in STAGE(document).amounts}


COSTS = (("Rent", "12,866", "11,234"), ("Wages", "4,155", "3,903"), ("Total costs", "17,021", "15,137"))


def test_a_total_and_its_members_are_proven():
    read = STAGE(rows(*COSTS))
    assert {amount.status for amount in read.amounts} == {"proven"}
    assert read.amounts[0].proof == "column sum: 12,866 + 4,155 = 17,021"


def test_a_column_whose_sum_is_open_is_not():
    assert set(statuses(rows(*COSTS[:2], ("Total costs", "17,029", "15,109"))).values()) == {"read"}


def test_a_closing_sum_without_a_total_label_proves_nothing():
    assert set(statuses(rows(*COSTS[:2], ("Interest", "17,021", "15,100"))).values()) == {"read"}


def test_small_totals_prove_nothing():
    lines = (("Rent", "12", "1"), ("Wages", "4", "3"), ("Total costs", "16", "4"))
    assert set(statuses(rows(*lines)).values()) == {"read"}


def test_totals_of_totals_are_proven():
    lines = (
        ("Cash", "5,000", "6,000"), ("Stock", "1,234", "1,111"), ("Total current assets", "6,234", "7,111"),
        ("Land", "8,765", "9,000"), ("Total assets", "14,999", "16,111"),
    )  # fmt: skip
    assert set(statuses(rows(*lines)).values()) == {"proven"}


def test_a_difference_is_a_proof_too():
    lines = (("Revenue", "98,765", "87,654"), ("Costs", "54,321", "43,210"), ("Operating income", "44,444", "44,444"))
    assert set(statuses(rows(*lines)).values()) == {"proven"}


def test_bracketed_figures_count_as_negative():
    lines = (("Sales", "98,765", "87,654"), ("Returns", "(4,321)", "(3,210)"), ("Net sales", "94,444", "84,444"))
    assert set(statuses(rows(*lines)).values()) == {"proven"}


def test_a_total_column_is_proven_by_its_rows():
    lines = [("", "North", "South", "Sum")]
    lines += [
        (f"Item {i}", f"{a:,}", f"{b:,}", f"{a + b:,}")
        for i, (a, b) in enumerate([(4123, 1871), (9005, 3329), (2718, 1414)])
    ]
    read = STAGE(rows(*lines))
    assert [a.proof for a in read.amounts][:3] == ["row sum: 4,123 + 1,871 = 5,994, as in 3 rows of these columns"] * 3
    assert {a.status for a in read.amounts} == {"proven"}


def test_a_long_sum_is_written_out_at_its_total():
    values = [1234, 2345, 3456, 4567, 5678, 6789, 7891]
    lines = [(f"Item {i}", f"{value:,}") for i, value in enumerate(values)]
    read = STAGE(rows(*lines, ("Total costs", f"{sum(values):,}"))).amounts
    assert read[0].proof == "column sum: 1,234 + 2,345 + … + 7,891 = 31,960, 7 figures"
    assert read[-1].proof == "column sum: 1,234 + 2,345 + 3,456 + 4,567 + 5,678 + 6,789 + 7,891 = 31,960"


def test_a_column_that_calls_itself_no_total_is_proven_by_no_row():
    lines = [("", "North", "South", "West")]
    lines += [
        (f"Item {i}", f"{a:,}", f"{b:,}", f"{a + b:,}")
        for i, (a, b) in enumerate([(4123, 1871), (9005, 3329), (2718, 1414)])
    ]
    assert set(statuses(rows(*lines)).values()) == {"read"}


def test_a_column_of_changes_is_proven_where_its_head_says_so():
    pairs = [(14123, 11871), (19005, 13329), (22718, 21414)]
    lines = [(f"Item {i}", f"{a:,}", f"{b:,}", f"{a - b:,}") for i, (a, b) in enumerate(pairs)]
    assert set(statuses(rows(("", "2022", "2021", "Change"), *lines)).values()) == {"proven"}
    assert set(statuses(rows(("", "2022", "2021", "Other"), *lines)).values()) == {"read"}


CHANGES = (
    ("Food", "14,123", "11,871", "19.0%"),
    ("Fuel", "19,005", "23,329", "(18.5%)"),
    ("Rent", "22,718", "21,414", "6.1%"),
)


def test_a_column_of_changes_in_percent_is_proven_by_the_amounts_beside_it():
    read = STAGE(rows(*CHANGES)).amounts
    assert [(a.text, a.status) for a in read if "%" in a.text] == [
        ("19.0%", "proven"), ("(18.5%)", "proven"), ("6.1%", "proven"),
    ]  # fmt: skip
    assert read[2].proof == "percentage change from 11,871 to 14,123, as in 3 rows of these columns"


def test_percentages_prove_no_amount():
    assert {a.status for a in STAGE(rows(*CHANGES)).amounts if "%" not in a.text} == {"read"}


def test_percentages_that_two_rows_explain_are_not_proven():
    read = STAGE(rows(*CHANGES[:2], ("Rent", "22,718", "21,414", "7.1%"))).amounts
    assert {a.status for a in read} == {"read"}


def test_changes_from_the_older_year_on_the_left_are_proven_too():
    read = STAGE(rows(*((label, old, new, rate) for label, new, old, rate in CHANGES))).amounts
    assert [a.status for a in read if "%" in a.text] == ["proven"] * 3


def test_shares_of_a_line_that_has_100_percent_are_proven():
    lines = (("Net sales", "3,226,773", "100.0%"), ("Cost", "2,014,270", "62.4%"), ("Rent", "762,706", "23.6%"),
             ("Other", "447,618", "13.9%"), ("Taxes", "111,245", "9.9%"))  # fmt: skip
    read = STAGE(rows(*lines)).amounts
    assert [a.text for a in read if a.status == "proven"] == ["62.4%", "23.6%", "13.9%"]
    assert next(a for a in read if a.text == "23.6%").proof == (
        "percentage share: 762,706 of 3,226,773, as in 3 rows of these columns"
    )


def test_a_misread_percentage_is_repaired_where_the_amounts_beside_it_say_its_point():
    lines = (*CHANGES, ("Power", "31,111", "24,222", "284%"), ("Phone", "12,345", "11,111", "11.1%"))
    read = STAGE(rows(*lines, confidence=90.0))
    assert [(e.after, e.status) for e in read.repairs] == [("28.4%", "repaired")]
    assert read.repairs[0].proof.endswith("percentage change from 24,222 to 31,111, as in 5 rows of these columns")


@pytest.mark.parametrize(("value", "digits"), [(1234, 4), (12000, 2), (-5678, 4), (0, 0), (100, 1)])
def test_trailing_zeros_carry_no_information(value, digits):
    assert significant(value) == digits


def column(values, totals):
    return [Entry(i, value, i, i in totals, opens=False) for i, value in enumerate(values)]


def test_a_sum_of_four_digits_needs_a_second_column_once_many_runs_were_tried():
    values = [11, 22, 33, 44, 55, 66, 77, 88, 99, 1000, 2000, 3111]
    closed = closings(column([*values, sum(values[5:])], {12}))
    assert [len(closing.members) for closing in closed] == [7]
    assert proven([closed]) == []
    assert len(proven([closed, closed])) == 2


@settings(max_examples=100)
@given(values=st.lists(st.integers(min_value=1, max_value=10**6), min_size=2, max_size=12))
def test_every_sum_of_a_whole_column_is_found(values):
    assume(not closings(column(values, set())))
    assert closings(column([*values, sum(values)], {len(values)}))[-1].total.value == sum(values)


@settings(max_examples=100)
@given(values=st.lists(st.integers(min_value=-(10**6), max_value=10**6), min_size=3, max_size=15), data=st.data())
def test_every_closing_adds_up(values, data):
    totals = data.draw(st.sets(st.integers(min_value=0, max_value=len(values) - 1)))
    for closing in closings(column(values, totals)):
        first, *rest = [member.value for member in closing.members]
        assert closing.total.value == (first - sum(rest) if closing.difference else first + sum(rest))
        assert all(a.line < b.line for a, b in pairwise([*closing.members, closing.total]))


def test_an_open_sum_puts_the_blame_on_the_figure_that_one_digit_would_mend():
    lines = (*COSTS[:1], ("Wages", "4,155", "8,903"), *COSTS[2:])
    read = STAGE(rows(*lines, confidence=90.0))
    assert [(e.rule, e.status, e.candidates) for e in read.repairs] == [("number.open_sum", "suspect", ("3,903",))]


def test_a_digit_is_never_changed_by_a_sum():
    lines = (*COSTS[:1], ("Wages", "4,155", "8,903"), *COSTS[2:])
    read = STAGE(rows(*lines, confidence=90.0))
    assert [edit for edit in read.repairs if edit.status == "repaired"] == []
    assert [amount.value for amount in read.amounts if amount.status == "suspect"] == ["8903"]


def test_twins_need_seven_digits():
    assert gaps.twins(figures("1,840,520.48 and 1,810,520.48")) != []
    assert gaps.twins(figures("12,345 and 12,346")) == []
