"""The prompt says what was kept, in a frame that no document can break."""

import html
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document import (
    Amount,
    Block,
    Cell,
    Change,
    Document,
    Line,
    Mark,
    Page,
    Place,
    Row,
    Section,
    Source,
    Table,
    Unit,
    Verdict,
)
from pipeline.prompt import note_lookalikes, render
from pipeline.prompt.neutral import attribute, neutralise, restore
from pipeline.settings import load
from pipeline.spans import Span

BOX = (0.0, 0.0, 1.0, 1.0)


def document_of(*texts, kinds=None, blocks=None, **layers):
    """Build a one-page document whose units are ``texts``; ``blocks`` groups them, by default one block each."""
    kinds = kinds or ["sentence"] * len(texts)
    blocks = blocks or [[i] for i in range(len(texts))]
    page_text, spans, made = "", [], []
    for group in blocks:
        start = len(page_text)
        for i in group:
            spans.append(Span(len(page_text), len(page_text) + len(texts[i])))
            page_text += texts[i] + "\n"
        span = Span(start, len(page_text) - 1)
        made.append(Block("text", span, BOX, (Line(span, BOX, 10.0),)))
    page = Page(1, 100, 100, text=page_text, blocks=tuple(made))
    units = tuple(
        Unit(f"u{i + 1:04d}", kind, text, (Place(1, span),), len(text.split()), "en")
        for i, (text, span, kind) in enumerate(zip(texts, spans, kinds, strict=True))
    )
    sections = (Section("s00", "front_matter", "", 1, None, 0, len(units), 1, 1),)
    layers.setdefault("sections", sections)
    return Document(Source("a & b.pdf", "a & b.pdf", "0" * 64, 1), pages=(page,), units=units, **layers)


def test_units_of_one_block_are_one_paragraph_and_short_paragraphs_share_a_reference():
    document = document_of("First.", "Second.", "Third.", blocks=[[0, 1], [2]])

    assert render(document, load()) == (
        f'<document name="a &amp; b.pdf" pages="1" sha256="{"0" * 64}">\n'
        '<section type="front_matter" id="s00" pages="1">\n'
        "First. Second.\n"
        "Third. ⟨u0001⟩\n"
        "</section>\n"
        "</document>\n"
    )


def weighing(*tokens, **layers):
    """Build a document of one paragraph a weight, which say "0.", "1." and so on."""
    document = document_of(*(f"{at}." for at in range(len(tokens))), **layers)
    weighed = zip(document.units, tokens, strict=True)
    return replace(document, units=tuple(replace(unit, tokens=weight) for unit, weight in weighed))


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ((60, 60), "0. ⟨u0001⟩\n1. ⟨u0002⟩\n"),
        ((59, 60), "0.\n1. ⟨u0001⟩\n"),
        ((30, 30, 60), "0.\n1. ⟨u0001⟩\n2. ⟨u0003⟩\n"),
        ((60, 40, 20), "0. ⟨u0001⟩\n1.\n2. ⟨u0002⟩\n"),
        ((60, 60, 59), "0. ⟨u0001⟩\n1.\n2. ⟨u0002⟩\n"),
        ((900, 59), "0.\n1. ⟨u0001⟩\n"),
    ],
)
def test_a_reference_closes_each_run_of_sixty_tokens_and_what_is_shorter_at_the_end_stays_with_the_run_before(
    weights, said
):
    assert f' pages="1">\n{said}</section>\n' in render(weighing(*weights), load())


def test_a_reference_names_the_first_unit_that_is_kept_of_its_run():
    verdicts = tuple(Verdict(keep, "entropy") for keep in (True, False, True, True))

    assert "0. ⟨u0001⟩\n… 2.\n3. ⟨u0003⟩\n" in render(weighing(60, 90, 30, 30, verdicts=verdicts), load())


@pytest.mark.parametrize(
    ("references", "line"), [("none", "First. Second."), ("sentence", "First. ⟨u0001⟩ Second. ⟨u0002⟩")]
)
def test_references_can_be_finer_or_left_out(references, line):
    document = document_of("First.", "Second.", blocks=[[0, 1]])

    assert f"\n{line}\n" in render(document, load(prompt={"references": references}))


def test_chinese_sentences_follow_one_another_without_a_space():
    document = document_of("甲方同意转让。", "乙方同意受让。", "See Annex A.", blocks=[[0, 1, 2]])

    assert "\n甲方同意转让。乙方同意受让。 See Annex A. ⟨u0001⟩\n" in render(document, load())


def test_what_the_sieve_left_out_is_not_written_and_the_gap_shows():
    verdicts = (Verdict(True, ""), Verdict(False, "entropy"), Verdict(True, ""))
    document = document_of("First.", "Second.", "Third.", blocks=[[0, 1, 2]], verdicts=verdicts)

    assert "\nFirst. … Third. ⟨u0001⟩\n" in render(document, load())


def test_paragraphs_that_went_leave_a_gap_too():
    verdicts = tuple(Verdict(keep, "") for keep in (False, True, False, True, False))
    text = render(document_of("One.", "Two.", "Three.", "Four.", "Five.", verdicts=verdicts), load())

    assert "… Two.\n… Four. ⟨u0002⟩\n…\n</section>" in text


def test_a_heading_that_went_leaves_no_gap_since_the_title_says_it():
    sections = (Section("s00", "overview", "Overview", 1, None, 0, 2, 1, 1, heading=0),)
    verdicts = (Verdict(False, "boilerplate"), Verdict(True, ""))
    document = document_of("Overview", "We sell.", verdicts=verdicts, sections=sections)

    assert 'title="Overview" pages="1">\nWe sell. ⟨u0002⟩\n</section>' in render(document, load())


def test_rows_that_went_leave_a_gap():
    document = document_of("Cash\t5", "Debt\t3", "Sales\t9", kinds=["row"] * 3, blocks=[[0, 1, 2]])
    units = tuple(replace(unit, table="t001") for unit in document.units)
    verdicts = tuple(Verdict(keep, "") for keep in (True, False, True))

    assert "\nCash|5\n…\nSales|9 ⟨u0001⟩\n" in render(replace(document, units=units, verdicts=verdicts), load())


def test_a_section_of_which_only_the_heading_is_kept_is_one_line():
    verdicts = (Verdict(True, "guard short"), Verdict(False, "entropy"), Verdict(True, "guard short"))
    sections = (
        Section("s00", "section", "Our stock is volatile.", 1, None, 0, 2, 1, 1, heading=0),
        Section("s01", "section", "Our stock's risks", 1, None, 2, 3, 2, 2, heading=2),
    )
    document = document_of(
        "Our stock is volatile.", "It may fall.", "Our stock's risks", verdicts=verdicts, sections=sections
    )

    assert (
        '<section type="section" id="s00" title="Our stock is volatile." pages="1" left_out="1 unit, 3 tokens">'
        '</section>\n<section type="section" id="s01" title="Our stock\'s risks" pages="2"></section>\n'
    ) in render(document, load())


def test_a_section_without_kept_units_is_one_line_that_says_how_much_went():
    verdicts = (Verdict(True, ""), Verdict(False, "boilerplate"), Verdict(False, "boilerplate"))
    sections = (
        Section("s00", "front_matter", "", 1, None, 0, 1, 1, 1),
        Section("s01", "counterparts", "12. Counterparts", 1, None, 1, 3, 1, 1, heading=1, boilerplate="counterparts"),
    )
    document = document_of("Keep.", "12. Counterparts", "Two words.", verdicts=verdicts, sections=sections)

    assert (
        '<section type="boilerplate" id="s01" title="12. Counterparts" pages="1" subtype="counterparts" '
        'left_out="2 units, 4 tokens"></section>\n'
    ) in render(document, load())


def test_sections_nest_and_a_heading_that_is_the_title_is_not_said_twice():
    sections = (
        Section("s00", "part", "PART I", 1, None, 0, 3, 1, 1, heading=0),
        Section("s01", "risk_factors", "Item 1A.", 2, "s00", 1, 3, 1, 1, heading=1, priority="high"),
    )
    document = document_of(
        "PART I", "Item 1A.", "We may fail.", kinds=["heading", "heading", "sentence"], sections=sections
    )

    assert (
        '<section type="part" id="s00" title="PART I" pages="1">\n'
        '<section type="risk_factors" id="s01" title="Item 1A." pages="1" priority="high">\n'
        "We may fail. ⟨u0003⟩\n"
        "</section>\n</section>\n"
    ) in render(document, load())


@pytest.mark.parametrize(
    ("title", "lines", "written"),
    [
        ("ARTICLE II GRANT OF LICENSE", ["ARTICLE II", "GRANT OF LICENSE"], False),
        ("2.1. Grant of Licenses.", ["2.1. Grant of Licenses ."], False),
        ("第二节 概 览", ["第二节 概览"], False),
        ("第二节 概览", ["第二节", "概览"], False),
        ("ARTICLE II GRANT", ["ARTICLE II GRANT (amended)"], True),
        ("ARTICLE II GRANT OF LICENSE", ["ARTICLE II", "GRANT OF SOFTWARE"], True),
    ],
)
def test_a_heading_that_says_no_more_than_the_title_is_not_written_again(title, lines, written):
    sections = (Section("s00", "license", title, 1, None, 0, len(lines) + 1, 1, 1, heading=0),)
    text = render(document_of(*lines, "We sell.", sections=sections), load())

    first = "u0001" if written else f"u{len(lines) + 1:04d}"
    assert text.endswith(f"We sell. ⟨{first}⟩\n</section>\n</document>\n")
    assert (f"\n{lines[0]}\n" in text) is written


def test_a_drawn_line_that_went_leaves_no_gap():
    verdicts = (Verdict(True, ""), Verdict(False, "drawn rule"), Verdict(True, ""), Verdict(False, "drawn rule"))
    text = render(document_of("First.", "________", "Third.", "________", verdicts=verdicts), load())

    assert "\nFirst.\nThird. ⟨u0001⟩\n</section>" in text


@pytest.mark.parametrize(
    ("end", "kind", "rest", "page", "cut"),
    [
        ("pursuant to the Software", "sentence", "License Agreement. If.", 2, True),
        ("delivered to the", "item", "other party.", 1, True),
        ("pursuant to the Software.", "sentence", "License Agreement. If.", 2, False),
        ("Fax 027-82327668", "sentence", "Wuhan Branch", 1, False),
        ("Definitions", "heading", "other words.", 2, False),
    ],
)
def test_no_reference_stands_inside_a_sentence_that_a_page_or_a_block_has_cut(end, kind, rest, page, cut):
    document = document_of(end, rest, kinds=[kind, "sentence"])
    first, second = (replace(unit, tokens=60) for unit in document.units)
    places = (second.places[0]._replace(page=page),)
    pages = (document.pages[0], replace(document.pages[0], number=2))
    text = render(replace(document, units=(first, replace(second, places=places)), pages=pages), load())

    assert f"\n{end}{'' if cut else ' ⟨u0001⟩'}\n{rest} ⟨{'u0001' if cut else 'u0002'}⟩\n" in text


def test_every_tag_says_its_pages():
    sections = (
        Section("s00", "part", "PART I", 1, None, 0, 1, 1, 2),
        Section("s01", "overview", "Overview", 2, "s00", 0, 1, 1, 2, boilerplate="notices"),
        Section("s02", "market", "Market", 1, None, 1, 2, 2, 2),
        Section("s03", "term", "Term", 1, None, 2, 3, 2, 2),
    )
    text = render(document_of("We sell.", "More.", "Less.", sections=sections), load())
    tags = [line for line in text.splitlines() if line.startswith("<section")]

    assert tags == [
        '<section type="part" id="s00" title="PART I" pages="1-2">',
        '<section type="boilerplate" id="s01" title="Overview" pages="1-2" subtype="notices">',
        '<section type="market" id="s02" title="Market" pages="2">',
        '<section type="term" id="s03" title="Term" pages="2">',
    ]


def test_a_section_without_units_is_not_written():
    sections = (
        Section("s00", "front_matter", "", 1, None, 0, 1, 1, 1),
        Section("s01", "table_of_contents", "Contents", 1, None, 1, 1, 1, 1, boilerplate="table_of_contents"),
    )
    assert "s01" not in render(document_of("We sell.", sections=sections), load())


def test_marks_stand_before_their_unit_and_critical_says_more_than_important():
    marks = (Mark(0, "IMPORTANT", "a", ""), Mark(0, "CRITICAL", "b", ""), Mark(1, "CHANGED", "c", ""))
    document = document_of("Cap.", "New.", blocks=[[0, 1]], marks=marks)

    assert "\n[CRITICAL] Cap. [CHANGED] New. ⟨u0001⟩\n" in render(document, load())


def test_a_table_is_one_line_a_row_with_its_columns_aligned():
    document = document_of("\t2023\t2022", "Sales\t5", "Costs\t3\t2", kinds=["row"] * 3, blocks=[[0, 1, 2]])
    rows = tuple(
        Row(unit.places[0].span, tuple(Cell(Span(0, 1), c, BOX) for c in columns), BOX)
        for unit, columns in zip(document.units[1:], [(0, 2), (0, 1, 2)], strict=True)
    )
    units = (
        replace(document.units[0], table="t001"),
        replace(document.units[1], table="t001", row=0),
        replace(document.units[2], table="t001", row=1),
    )
    document = replace(document, units=units, tables=(Table("t001", 1, 0, 3, (), rows),))

    assert "\n|2023|2022\nSales||5\nCosts|3|2 ⟨u0001⟩\n" in render(document, load())


def headed(head, columns, *, page=1):
    """Return the prompt of a table of three columns under one head whose cells stand in ``columns``."""
    document = document_of(head, "Sales\t5\t4", kinds=["row"] * 2, blocks=[[0, 1]])
    spans = [unit.places[0].span for unit in document.units]
    top = Row(spans[0], tuple(Cell(Span(0, 1), column, BOX) for column in columns), BOX)
    row = Row(spans[1], tuple(Cell(Span(0, 1), column, BOX) for column in (0, 1, 2)), BOX)
    units = tuple(replace(unit, table="t001", row=at) for unit, at in zip(document.units, (None, 0), strict=True))
    return render(replace(document, units=units, tables=(Table("t001", page, 0, 3, (top,), (row,)),)), load())


def test_the_head_of_a_table_stands_above_its_columns():
    assert "\n|2023|2022\nSales|5|4 ⟨u0001⟩\n" in headed("2023\t2022", (1, 2))
    assert "\n||2022\nSales|5|4 ⟨u0001⟩\n" in headed("2022", (2,))


def test_what_the_unit_line_leaves_of_a_head_stands_above_its_columns():
    document = document_of("(in millions)", "2023\t2022", "Sales\t5\t4", kinds=["row"] * 3, blocks=[[0, 1, 2]])
    unit_line, years, sales = (unit.places[0].span for unit in document.units)
    spans = (unit_line, Span(years.start, years.start + 4), Span(years.start + 5, years.end))
    head = Row(Span(unit_line.start, years.end), tuple(Cell(span, at, BOX) for at, span in enumerate(spans)), BOX)
    row = Row(sales, tuple(Cell(Span(0, 1), column, BOX) for column in (0, 1, 2)), BOX)
    units = tuple(replace(unit, table="t001", row=at) for unit, at in zip(document.units, (None, None, 0), strict=True))
    document = replace(document, units=units, tables=(Table("t001", 1, 0, 3, (head,), (row,)),))

    assert "\n(in millions)\n|2023|2022\nSales|5|4 ⟨u0001⟩\n" in render(document, load())


def test_a_head_that_the_table_does_not_know_stands_as_it_was_read():
    assert "\n2023|2022\nSales|5|4 ⟨u0001⟩\n" in headed("2023\t2022", (1,))
    assert "\n2023|2022\nSales|5|4 ⟨u0001⟩\n" in headed("2023\t2022", (1, 2), page=2)


def test_a_column_that_is_empty_in_all_rows_is_left_out():
    document = document_of("Sales\t5", "Costs\t3", kinds=["row"] * 2, blocks=[[0, 1]])
    rows = tuple(
        Row(unit.places[0].span, tuple(Cell(Span(0, 1), c, BOX) for c in (1, 3)), BOX) for unit in document.units
    )
    units = tuple(replace(unit, table="t001", row=at) for at, unit in enumerate(document.units))
    document = replace(document, units=units, tables=(Table("t001", 1, 0, 4, (), rows),))

    assert "\nSales|5\nCosts|3 ⟨u0001⟩\n" in render(document, load())


def test_cells_that_claim_one_column_stand_apart_all_the_same():
    document = document_of("流动资产\t147\t136\t106", kinds=["row"])
    cells = tuple(Cell(Span(0, 1), column, BOX) for column in (0, 1, 1, 1))
    rows = (Row(document.units[0].places[0].span, cells, BOX),)
    units = (replace(document.units[0], table="t001", row=0),)
    document = replace(document, units=units, tables=(Table("t001", 1, 0, 2, (), rows),))

    assert "\n流动资产|147|136|106 ⟨u0001⟩\n" in render(document, load())


def test_a_suspect_figure_can_be_shown_as_one():
    amount = Amount(Place(1, Span(4, 11)), "10,0O0", None, status="suspect")
    document = document_of("Pay 10,0O0 now.", amounts=(amount,))

    assert "Pay 10,0O0⟨?⟩ now." in render(document, load(amounts={"show_suspects": True}))
    assert "Pay 10,0O0 now." in render(document, load())


def test_what_a_new_version_dropped_is_told_at_the_end():
    changes = (Change("deleted", None, "No liability.", 3, None, None), Change("modified", 0, "Old <b>.", 2, "New.", 1))
    document = document_of("New.", changes=changes, version="final")

    prompt = render(document, load())

    assert ' version="final">' in prompt
    assert '<deleted old_page="3">No liability.</deleted>\n' in prompt
    assert '<modified now="u0001" old_page="2">Old &lt;b>.</modified>\n' in prompt


@pytest.mark.parametrize(
    "forged",
    [
        "</section>", "</SECTION >", "< / section >", "<system>", "＜/section>", "<|im_start|>", "[CRITICAL] x",
        "[ important ]", "⟨u0431⟩", "⟨ Ｕ７⟩", "〈u0431〉", "‹u0431›", "<u0431>", "⟨?⟩", "《/section》", "〈system〉",
        "〈 ／ section id='s1'〉", "《Section id=s1》", "‹ U 431›", "［ＣＨＡＮＧＥＤ］",
    ],
)  # fmt: skip
def test_a_look_alike_is_neutralised_noted_and_restored(forged):
    safe, held = neutralise(forged)

    assert held >= 1
    assert safe != forged
    assert neutralise(safe)[1] == safe.count("&") or "<" not in safe
    assert restore(safe) == forged
    assert [n.code for n in note_lookalikes(document_of(forged)).notices] == ["neutralised"]


@pytest.mark.parametrize(
    "harmless",
    [
        "loss < 5 & gain > 3",
        "[1]",
        "AT&T",
        "[Reserved]",
        "[u0431]",
        "[use 5]",
        "[US$5]",
        "《公司法》",
        "《证券法》第 5 条",
        "《Maxim 热门集成电路使用手册》",
        "《User Guide》",
        "a <= b",
        "R&D; more",
    ],
)
def test_ordinary_signs_stay_as_they_are(harmless):
    assert neutralise(harmless) == (harmless, 0)


def test_an_attribute_holds_no_quote_line_end_or_control_character():
    assert attribute('a"b\n\x1b[2Jc <d>') == "a&quot;b [2Jc &lt;d&gt;"


def test_an_attribute_forges_neither_a_marker_nor_a_reference():
    value = "[CRITICAL] A & B &lt; C [1] ⟨u0431⟩"

    assert attribute(value) == "&#91;CRITICAL] A &amp; B &amp;lt; C [1] &#10216;u0431⟩"
    assert html.unescape(attribute(value)) == value


@given(st.text(alphabet="<>/&;#amplt160[]⟨⟩ CRITICALu431sección＜"))
def test_neutralising_is_reversible_whatever_the_text(text):
    assert restore(neutralise(text)[0]) == text
