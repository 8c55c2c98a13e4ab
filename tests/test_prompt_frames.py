"""Sections whose type says nothing new share the frame around them, and what went whole is told in one line."""

import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline import assembly, tokens
from pipeline.document import Document, Mark, Page, Place, Section, Source, Unit, Verdict
from pipeline.prompt import render
from pipeline.prompt.neutral import restore
from pipeline.settings import load
from pipeline.spans import Span

EXAMPLES = Path(__file__).parent.parent / "examples" / "documents"


def outline(*parts, gone=(), **layers):
    """Build a document of ``(level, type, heading, tokens of its text)``; ``gone`` ones lost theirs."""
    units, sections, verdicts = [], [], []
    for level, kind, heading, size in parts:
        sections.append([level, kind, heading, len(units)])
        for text, weight, unit_kind in ((heading, 3, "heading"), (f"{heading} is agreed.", size, "sentence")):
            if weight:
                place = Place(1, Span(len(units), len(units) + 1))
                units.append(Unit(f"u{len(units) + 1:04d}", unit_kind, text, (place,), weight, "en"))
                verdicts.append(Verdict(unit_kind == "heading" or heading not in gone, ""))
    made = []
    for at, (level, kind, heading, first) in enumerate(sections):
        end = next((later[3] for later in sections[at + 1 :] if later[0] <= level), len(units))
        parent = next((f"s{back:02d}" for back in range(at - 1, -1, -1) if sections[back][0] < level), None)
        made.append(Section(f"s{at:02d}", kind, heading, level, parent, first, end, 1, 1, heading=first))
    page = Page(1, 100, 100, text="x" * len(units))
    return Document(
        Source("a.pdf", "a.pdf", "0" * 64, 1),
        pages=(page,),
        units=tuple(units),
        sections=tuple(made),
        verdicts=tuple(verdicts),
        **layers,
    )


def body(document):
    return render(document, load()).split("\n", 1)[1].removesuffix("</document>\n")


def test_a_small_section_whose_type_says_nothing_new_keeps_its_heading_and_a_reference_but_no_frame():
    document = outline(
        (1, "payment", "5. Price", 40),
        (2, "section", "5.1 Due date", 246),
        (2, "payment", "5.2 Interest", 9),
        (2, "section", "5.3 Set-off", 9),
    )

    assert body(document) == (
        '<section type="payment" id="s00" title="5. Price" pages="1">\n'
        "5. Price is agreed. ⟨u0002⟩\n"
        "5.1 Due date\n5.1 Due date is agreed. ⟨u0003⟩\n"
        "5.2 Interest\n5.2 Interest is agreed. ⟨u0005⟩\n"
        "5.3 Set-off\n5.3 Set-off is agreed. ⟨u0007⟩\n"
        "</section>\n"
    )


def test_a_section_of_a_type_of_its_own_has_a_frame_however_small():
    document = outline((1, "payment", "5. Price", 40), (2, "term", "5.1 Due date", 1), (2, "section", "5.2 Rest", 9))

    assert body(document) == (
        '<section type="payment" id="s00" title="5. Price" pages="1">\n'
        "5. Price is agreed. ⟨u0002⟩\n"
        '<section type="term" id="s01" title="5.1 Due date" pages="1">\n'
        "5.1 Due date is agreed. ⟨u0004⟩\n"
        "</section>\n"
        "5.2 Rest\n5.2 Rest is agreed. ⟨u0005⟩\n"
        "</section>\n"
    )


def test_a_type_is_new_where_the_frame_around_does_not_say_it_whatever_stands_between():
    document = outline(
        (1, "payment", "5. Price", 40),
        (2, "section", "5.1 Due date", 9),
        (3, "payment", "(a) First part", 9),
        (3, "term", "(b) Second part", 9),
    )

    assert re.findall('type="([a-z]+)" id="([s0-9]+)"', body(document)) == [("payment", "s00"), ("term", "s03")]


def test_an_outermost_section_has_a_frame_however_small():
    assert '<section type="term" id="s00" title="1. Term" pages="1">\n' in body(outline((1, "term", "1. Term", 1)))


@pytest.mark.parametrize(("tokens_in_all", "framed"), [(999, False), (1000, True)])
@pytest.mark.parametrize("kind", ["section", "payment"])
def test_a_section_whose_type_says_nothing_new_has_a_frame_where_it_is_long(kind, tokens_in_all, framed):
    document = outline((1, "payment", "5. Price", 40), (2, kind, "5.1 Due date", tokens_in_all - 3))

    assert ('id="s01"' in body(document)) is framed


def test_a_small_section_of_high_priority_keeps_its_frame_unless_the_one_around_it_says_so():
    document = outline((1, "remedies", "8. Remedies", 40), (2, "section", "8.4 Cap", 20))
    outer, inner = document.sections
    inner = replace(inner, priority="high")

    assert 'id="s01" title="8.4 Cap" pages="1" priority="high">' in body(replace(document, sections=(outer, inner)))
    assert "s01" not in body(replace(document, sections=(replace(outer, priority="high"), inner)))


def test_a_section_whose_heading_went_keeps_its_frame_since_only_the_title_says_it():
    document = outline((1, "payment", "5. Price", 40), (2, "section", "5.1 Due date", 20))
    verdicts = (*document.verdicts[:2], Verdict(False, "entropy"), document.verdicts[3])

    assert 'title="5.1 Due date" pages="1">' in body(replace(document, verdicts=verdicts))


def test_neighbours_of_one_type_that_went_whole_are_one_line_with_what_went_in_all():
    document = outline(
        (1, "term", "1. Term", 20),
        (1, "history", "2. History", 30),
        (1, "history", "3. Earlier history", 40),
        (1, "staff", "4. Staff", 10),
        gone=("2. History", "3. Earlier history"),
    )

    assert (
        '<section type="history" id="s01" title="2. History; 3. Earlier history" pages="1" '
        'left_out="2 sections, 2 units, 70 tokens"></section>\n'
        '<section type="staff" id="s03" title="4. Staff" pages="1">\n'
    ) in body(document)


@pytest.mark.parametrize("second", [{"type": "c"}, {"boilerplate": "notices"}])
def test_neighbours_that_went_are_told_apart_where_their_types_or_template_kinds_differ(second):
    document = outline((1, "a", "1. One", 9), (1, "b", "2. Two", 9), (1, "b", "3. Four", 9), gone=("2. Two", "3. Four"))
    sections = (*document.sections[:2], replace(document.sections[2], **second))

    lines = body(replace(document, sections=sections)).splitlines()

    said = {"c": 'type="c" id="s02" title="3. Four" pages="1"'}.get(
        second.get("type", ""), 'type="boilerplate" id="s02" title="3. Four" pages="1" subtype="notices"'
    )
    assert lines[-2:] == [
        '<section type="b" id="s01" title="2. Two" pages="1" left_out="1 unit, 9 tokens"></section>',
        f'<section {said} left_out="1 unit, 9 tokens"></section>',
    ]


def test_what_stands_between_two_sections_that_went_keeps_them_apart():
    document = outline((1, "a", "1. One", 9), (1, "b", "2. Two", 9), (1, "c", "3. Four", 9), gone=("1. One", "3. Four"))

    assert body(document).count("left_out=") == 2


def test_a_marked_heading_stands_in_the_text():
    document = outline((1, "a", "1. One", 9), marks=(Mark(0, "CRITICAL", "r", "e"),))

    assert 'title="1. One" pages="1">\n[CRITICAL] 1. One\n1. One is agreed. ⟨u0001⟩\n' in body(document)


@pytest.fixture(scope="module", params=["larkspur_spa_final.pdf", "股权转让协议.pdf", "gewerbemietvertrag.pdf"])
def prepared(request):
    settings = load()
    return assembly.prepare(EXAMPLES / request.param, settings, through=assembly.stages(settings))


@pytest.mark.parametrize("mode", ["gentle", "standard", "aggressive"])
def test_tags_are_balanced_and_every_reference_and_id_is_known(prepared, mode):
    settings = load(sieve={"mode": mode})
    prompt = render(assembly.stages(settings)[-2](prepared), settings)
    depth = 0
    for closes in re.findall(r"<(/?)section\b[^>]*>", prompt):
        depth += -1 if closes else 1
        assert depth >= 0
    ids = re.findall(r'<section [^>]*\bid="([^"]+)"', prompt)

    assert depth == 0
    assert len(ids) == len(set(ids)) == prompt.count("<section ")
    assert set(ids) <= {section.id for section in prepared.sections}
    references = re.findall(r"⟨(u\d+)⟩", prompt)
    assert set(references) <= {unit.id for unit in prepared.units}
    assert references == sorted(set(references))


def test_every_kept_unit_stands_in_the_prompt_in_order_before_the_reference_that_it_is_cited_by(prepared):
    prompt = restore(render(prepared, load()))
    flat = re.sub(r"\s+", "", prompt.replace("&amp;", "&"))
    at, behind = 0, "u0000"
    for unit, verdict in zip(prepared.units, prepared.verdicts, strict=True):
        if verdict.kept and unit.table is None:
            said = re.sub(r"\s+", "", unit.text)
            assert said in flat[at:], unit.id
            behind = max([behind, *re.findall(r"⟨(u\d+)⟩", flat[at : at + flat[at:].index(said)])])
            at += flat[at:].index(said) + len(said)
            ahead = re.search(r"⟨(u\d+)⟩", flat[at:])
            assert unit.kind == "heading" or (ahead and behind < ahead[1] <= unit.id)


def test_frame_references_and_markers_of_a_short_contract_take_less_than_half_of_its_text(prepared):
    kept = sum(unit.tokens for unit, verdict in zip(prepared.units, prepared.verdicts, strict=True) if verdict.kept)
    assert tokens.count(render(prepared, load())) < 3 / 2 * kept


def test_references_stand_no_further_apart_than_a_long_paragraph(prepared):
    prompt = render(prepared, load())
    places = [found.start() for found in re.finditer(r"⟨u\d+⟩", prompt)]
    assert max(later - earlier for earlier, later in pairwise(places)) < 2500
