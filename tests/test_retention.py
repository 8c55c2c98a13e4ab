"""How the retention benchmark finds labelled text and counts what is kept of it."""

import pytest

from benchmarks import _evidence, retention
from pipeline.document import Document, Place, Source, Unit
from pipeline.settings import SieveSettings
from pipeline.spans import Span

PAGES = [
    ["Cover page", "Total assets\t99"],
    ["Consolidated Balance Sheet", "Total assets\t$\t36,500\t37,987", "Total equity\t9,848\t11,622", "See the notes."],
]
EVIDENCE = "Consolidated Balance Sheet\n \nTotal assets\n \n$\n36,500 \n37,987 \nTotalequity\n9,848\n11,622"


def document(pages=PAGES):
    listed = [(number, text) for number, page in enumerate(pages, 1) for text in page]
    units = tuple(
        Unit(f"u{at:04d}", "sentence", text, (Place(number, Span(0, 1)),), 5, "en")
        for at, (number, text) in enumerate(listed, 1)
    )
    return Document(Source("a.pdf", "a.pdf", "", len(pages)), units=units)


def test_evidence_is_found_on_its_page_and_nowhere_before():
    assert _evidence.locate(document(), EVIDENCE, page=2).units == (2, 3, 4)


def test_words_of_evidence_count_only_where_they_stand_in_kept_units():
    found = _evidence.locate(document(), EVIDENCE, page=2)
    assert found.kept(document(), {0, 1, 2, 3, 5}) == pytest.approx(7 / 10)
    assert found.kept(document(), set()) == 0


def test_glued_words_of_an_evidence_text_are_found():
    found = _evidence.locate(document(), EVIDENCE, page=2)
    assert found.kept(document(), {2, 3, 4}) == 1


@pytest.mark.parametrize(
    ("answer", "figures"),
    [("$1577.00", {"1577"}), ("24.6% in FY 2021", {"24.6"}), ("about 3 of 12,345", {"12345"}), ("None", set())],
)
def test_an_answers_figures_are_its_numbers_without_years_and_single_digits(answer, figures):
    assert _evidence.numbers(answer) == figures


def test_key_units_hold_the_answers_figure():
    keys = _evidence.key_units(document(), [2, 3, 4], question="What are total assets?", answer="$36500.00")
    assert keys == [3]


def test_key_units_share_the_questions_rare_words_where_no_figure_stands():
    keys = _evidence.key_units(document(), [2, 3, 4, 5], question="How large is equity in the notes?", answer="Large")
    assert keys[:2] == [4, 5]


def test_a_clause_over_two_units_is_kept_by_its_share():
    made = document([["The buyer shall pay", "within thirty days."], ["Something else."]])
    text = _evidence.Text(made.units)
    clause = "The buyer  shall pay within\nthirty days."
    assert text.kept(clause, {0, 1}) == 1
    assert text.kept(clause, {0}) == pytest.approx(16 / 32)


def test_a_clause_that_stands_twice_counts_by_its_better_copy():
    made = document([["The law of Ohio governs.", "Then.", "The law of Ohio governs."]])
    assert _evidence.Text(made.units).kept("The law of Ohio governs.", {2}) == 1


def test_a_clause_with_other_text_in_between_is_judged_by_its_parts():
    made = document([["The buyer shall pay all of", "Page 7 of 9", "the price within thirty days."]])
    share = _evidence.Text(made.units).kept("The buyer shall pay all of the price within thirty days.", {0, 2})
    assert 0.7 < share < 1


def test_the_interval_of_a_mean_holds_it_and_is_the_same_each_time():
    low, high = _evidence.interval([1.0] * 90 + [0.0] * 10)
    assert low < 0.9 < high
    assert (low, high) == _evidence.interval([1.0] * 90 + [0.0] * 10)


def test_removal_is_over_the_tokens_of_all_units():
    assert retention.removed(document(), {0, 1, 2}) == 0.5


def test_baselines_fill_the_same_budget():
    sizes = {name: len(kept) for name, kept in retention.choices(document(), share=0.5)}
    assert sizes == {"": 3, "_random": 3, "_short": 3, "_density": 3}


def test_the_benchmark_asks_the_sieve_itself():
    assert retention.kept_by(document(), SieveSettings(keep=1.0)) == set(range(6))
