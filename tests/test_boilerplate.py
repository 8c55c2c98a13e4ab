"""The boilerplate benchmark: what it draws, which clauses it asks for, and when a clause counts as typed."""

from benchmarks import boilerplate
from pipeline.document import Boilerplate, Document, Section, Source, Unit


def unit(text: str, kind: str = "sentence") -> Unit:
    return Unit("u0001", kind, text, (), len(text), "en")


def document(*units: Unit, sections: tuple[Section, ...] = ()) -> Document:
    return Document(Source("a.pdf", "a.pdf", "", 1), units=units, sections=sections)


def hits(stratum: str, count: int) -> dict[str, boilerplate.Hit]:
    keys = [f"{number:03}{stratum}" for number in range(count)]
    return {key: boilerplate.Hit(key, f"text {key}", "counterparts") for key in keys}


def test_the_draw_takes_the_smallest_keys_of_each_kind_and_fills_up_from_the_others():
    drawn = boilerplate.draw({"filings": hits("f", 200), "contracts": hits("c", 400), "zh": hits("z", 10)})
    assert len(drawn) == 300
    assert sum(hit.key.endswith("z") for hit in drawn) == 10
    assert {"000f", "119f", "000c", "119c"} <= {hit.key for hit in drawn}


def test_spelling_and_spaces_do_not_change_the_name_of_a_verdict():
    assert boilerplate.key_of("In witness  whereof,") == boilerplate.key_of("IN WITNESS WHEREOF")
    assert boilerplate.key_of("In witness") != boilerplate.key_of("In witness whereof")


def test_clauses_are_told_by_their_headings_alone():
    units = (
        unit("Severability", "heading"),
        unit("Parts that fail fall away."),
        unit("12.3 Counterparts. Each copy of this paper is an original."),
        unit("Counterparty risk. We deal with banks."),
        unit("Fees", "heading"),
        unit("The fee is due."),
    )
    sections = (
        Section("s00", "severability", "9. Severability", 1, None, 0, 4, 1, 1, heading=0),
        Section("s01", "fees", "Fees", 1, None, 4, 6, 1, 1, heading=4),
    )
    found = list(boilerplate.clauses(document(*units, sections=sections)))
    assert found == [("counterparts", [2]), ("severability", [1, 3])]


def test_a_clause_is_typed_when_half_of_its_tokens_are():
    tags = (Boilerplate(0, "headings", "headings.text", ""),)
    tagged = boilerplate.Tagged("contracts", document(unit("x" * 10), unit("y" * 10), unit("z" * 30)), tags, [])
    assert boilerplate.typed(tagged, [0, 1])
    assert not boilerplate.typed(tagged, [0, 2])


def test_a_label_is_found_wherever_it_stands_and_across_units():
    spans = [{"category": "Parties", "text": "Acme Corp."}, {"category": "Cap", "text": "is ten. The end"}]
    tagged = boilerplate.Tagged(
        "contracts",
        document(unit("Acme Corp sells."), unit("The cap is ten."), unit("The end of Acme Corp.")),
        (),
        spans,
    )
    assert list(boilerplate.labelled(tagged)) == [("acmecorp", [{0}, {2}]), ("istentheend", [{1, 2}])]
