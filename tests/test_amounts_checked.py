"""The checker of proofs believes nothing: it looks the named figures up in the PDF and reckons anew."""

import pymupdf
import pytest

from benchmarks import _checked
from benchmarks._checked import Record, faults, value

LINES = (("Rent", "12,866", "1,000"), ("Wages", "4,155", "900"), ("Total costs", "17,021", "1,900"))


@pytest.fixture
def path(tmp_path):
    document = pymupdf.open()
    page = document.new_page()
    for number, (label, *shown) in enumerate(LINES):
        page.insert_text((72, 100 + 20 * number), label)
        for place, text in enumerate(shown):
            page.insert_text((300 + 100 * place - pymupdf.get_text_length(text), 100 + 20 * number), text)
    document.save(tmp_path / "a.pdf")
    return str(tmp_path / "a.pdf")


def record(proof, text="4,155"):
    return Record(1, (270.0, 110.0, 300.0, 122.0), text, proof)


def told(path, one):
    return [fault for _, fault in faults(path, [one], [one])]


def test_a_sum_that_stands_in_its_column_passes(path):
    assert told(path, record("column sum: 12,866 + 4,155 = 17,021")) == []


@pytest.mark.parametrize(
    ("proof", "fault"),
    [
        ("column sum: 12,866 + 4,155 = 17,022", "does not add up"),
        ("column sum: 4,155 + 12,866 = 17,021", "not found from top to bottom in its column"),
        ("column sum: 1,000 + 900 = 1,900", "does not name its own figure"),
        ("column sum: 4,155 + 12,000 = 16,155", "not found from top to bottom in its column"),
        ("row sum: 4,155 + 800 = 4,955, as in 3 rows of these columns", "not found beside it: 800, 4,955"),
        ("because", "a proof of no known form"),
    ],
)
def test_a_proof_that_the_page_does_not_bear_out_is_named(path, proof, fault):
    assert told(path, record(proof)) == [fault]


def test_the_percentage_is_reckoned_anew(path):
    right = "percentage share: 4,155 of 17,021, as in 3 rows of these columns"
    assert told(path, record(right, "24.4%")) == []
    assert told(path, record(right, "24.5%")) == ["another percentage"]


@pytest.mark.parametrize(
    ("written", "meant"), [("(1,234)", "-1234"), ("$1,234.50", "1234.50"), ("1.234,50", "1234.50"), ("1,234", "1234")]
)
def test_figures_are_read_by_rules_of_its_own(written, meant):
    assert str(value(written)) == meant


def test_two_figures_glued_into_one_word_are_two():
    assert _checked._NUMBER.findall("1,827,875.491,267,396.62") == ["1,827,875.49", "1,267,396.62"]
