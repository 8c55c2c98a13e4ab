"""The ledger tells where every unit stands and why it stayed or went."""

import json
from array import array
from pathlib import Path

import pytest

from pipeline import ledger
from pipeline.document import (
    Amount,
    Block,
    Document,
    Edit,
    Hit,
    Line,
    Mark,
    Notice,
    Page,
    Place,
    Score,
    Section,
    SetApart,
    Source,
    Unit,
    Verdict,
    Words,
)
from pipeline.errors import UnreadableInput
from pipeline.settings import load
from pipeline.spans import Span

TEXT = "Pay 1O,OOO now.\nNever late."


@pytest.fixture
def document():
    words = Words(
        array("l", [0, 4, 11, 16, 22]),
        array("l", [3, 10, 15, 21, 27]),
        array("d", [10, 10, 25, 20, 28, 10, 63, 20, 66, 10, 86, 20, 10, 30, 35, 40, 38, 30, 63, 40]),
    )
    lines = (Line(Span(0, 15), (10, 10, 86, 20), 10.0), Line(Span(16, 27), (10, 30, 63, 40), 10.0))
    page = Page(1, 200, 100, TEXT, (Block("text", Span(0, 27), (10, 10, 86, 40), lines),), words, label="i")
    units = (
        Unit("u0001", "sentence", "Pay 10,000 now.", (Place(1, Span(0, 15)),), 5, "en"),
        Unit("u0002", "sentence", "Never late.", (Place(1, Span(16, 27)),), 3, "en"),
    )
    figure = Place(1, Span(4, 10))
    return Document(
        Source("deal.pdf", "deals/deal.pdf", "a" * 64, 1, "Deal"),
        pages=(page,),
        set_apart=(SetApart("page_number", 1, (90.0, 90.123456, 95.0, 98.0), "1"),),
        repairs=(Edit(figure, "10,000", "number.letters", "repaired", "words agree"),),
        amounts=(Amount(figure, "10,000", "10000", "USD", "1", "repaired", "words agree"),),
        language="en",
        units=units,
        type="contract",
        sections=(Section("s00", "front_matter", "", 1, None, 0, 2, 1, 1),),
        marks=(Mark(0, "IMPORTANT", "amount", "10,000"),),
        negations=(Hit(1, "negation", "Never"),),
        scores=(Score(0.8, 0.6, 0.1), Score(0.2, 0.1, 0.7)),
        verdicts=(Verdict(True, "guard", ("money",)), Verdict(False, "entropy 0.20 < 0.35")),
        notices=(Notice("extract", "repaired_file", None, "the cross-reference table was rebuilt"),),
    )


@pytest.fixture
def entry(document):
    return json.loads(ledger.dump(document, load(), prompt_tokens=40))


def test_a_unit_stands_with_its_text_places_and_verdict(entry):
    first, second = entry["units"]

    assert first["text"] == "Pay 10,000 now."
    assert first["places"] == [{"page": 1, "page_label": "i", "boxes": [[10, 10, 86, 20]], "raw": "Pay 1O,OOO now."}]
    assert (first["kept"], first["guards"], first["section"]) == (True, ["money"], "s00")
    assert first["numbers"][0]["value"] == "10000"
    assert (second["kept"], second["reason"], second["negation"]) == (False, "entropy 0.20 < 0.35", True)


def test_a_repair_leads_to_its_unit_and_to_the_box_of_its_own_characters(entry):
    assert entry["repairs"] == [
        {
            "unit": "u0001",
            "page": 1,
            "box": [28, 10, 63, 20],
            "before": "1O,OOO",
            "after": "10,000",
            "status": "repaired",
            "rule": "number.letters",
            "proof": "words agree",
            "candidates": [],
        }
    ]


def test_the_summary_counts_tokens_of_units_alone(entry):
    summary = entry["summary"]

    assert (summary["input_tokens"], summary["filtered_tokens"], summary["kept_tokens"]) == (8, 3, 5)
    assert summary["filter_efficiency"] == 0.375
    assert summary["avg_entropy"] == pytest.approx((5 * 0.6 + 3 * 0.1) / 8)
    assert (summary["repairs"], summary["suspects"], summary["prompt_tokens"]) == (1, 0, 40)


def test_set_apart_text_is_told_with_its_kind(entry):
    assert entry["set_apart"] == [{"kind": "page_number", "page": 1, "box": [90, 90.12, 95, 98], "text": "1"}]


def test_a_written_ledger_loads_and_matches_its_schema(document, tmp_path):
    file = tmp_path / "ledger.json"
    file.write_bytes(ledger.dump(document, load(), prompt_tokens=40))

    assert ledger.load(file)["source"]["relpath"] == "deals/deal.pdf"


def test_the_shipped_schema_is_the_one_the_code_holds_to():
    shipped = Path(ledger.__file__).with_name("schema.json")

    assert json.loads(shipped.read_text("utf-8")) == ledger.schema()


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b'{"schema": "ledger/2"}'])
def test_what_is_not_a_ledger_is_refused_by_name(tmp_path, content):
    file = tmp_path / "ledger.json"
    file.write_bytes(content)

    with pytest.raises(UnreadableInput, match=r"ledger\.json"):
        ledger.load(file)


def test_a_missing_ledger_says_what_to_do(tmp_path):
    with pytest.raises(UnreadableInput, match="distill run"):
        ledger.load(tmp_path / "ledger.json")
