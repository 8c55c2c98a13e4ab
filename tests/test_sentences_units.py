"""Units of documents: kinds, places, contexts, languages."""

import pickle
from dataclasses import replace

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import extract, tokens
from pipeline.document import Block, Cell, Document, Edit, Line, Page, Place, Row, Source, Table
from pipeline.sentences import Splitter
from pipeline.settings import SentenceSettings, Settings
from pipeline.spans import Span

SETTINGS = Settings()
SPLIT = Splitter.open(SETTINGS)


def page_of(*blocks, number=1):
    """Build a page from blocks: (kind, lines, flags…); a line is its text, "*" before it makes it bold."""
    text, built = "", []
    y = 72.0
    for kind, lines, *flags in blocks:
        made = []
        for raw in lines:
            bold, line = raw.startswith("*"), raw.lstrip("*")
            start = len(text)
            text += line + "\n"
            made.append(Line(Span(start, start + len(line)), (72, y, 72 + 5.0 * len(line), y + 12), 10.0, bold=bold))
            y += 14
        box = (72, made[0].box[1], max(line.box[2] for line in made), y)
        span = Span(made[0].span.start, made[-1].span.end)
        built.append(Block(kind, span, box, tuple(made), continues="continues" in flags))
        y += 14
    return Page(number, 595, 842, text.rstrip("\n"), tuple(built))


def document_of(*pages, **layers):
    return Document(Source("a.pdf", "a.pdf", "0" * 64, len(pages)), pages=pages, **layers)


def split(*pages, **layers):
    return SPLIT(document_of(*pages, **layers))


def kinds(document):
    return [(unit.kind, unit.text) for unit in document.units]


def uncovered(document):
    """Return the characters that are in no unit, or in two."""
    wrong = []
    for page in document.pages:
        seen = [0] * len(page.text)
        for unit in document.units:
            for place in unit.places:
                if place.page == page.number:
                    for at in range(*place.span):
                        seen[at] += 1
        wrong += [c for c, n in zip(page.text, seen, strict=True) if n > 1 or (n == 0 and not c.isspace())]
    return wrong


def test_a_sentence_goes_on_over_the_page_break_and_keeps_both_places():
    document = split(
        page_of(("text", ["All terms are defined. The Borrower shall not"])),
        page_of(("text", ["incur any debt above $5,000,000. Notices are sent."], "continues"), number=2),
    )
    assert [unit.text for unit in document.units] == [
        "All terms are defined.",
        "The Borrower shall not incur any debt above $5,000,000.",
        "Notices are sent.",
    ]
    assert document.units[1].places == (Place(1, Span(23, 45)), Place(2, Span(0, 32)))


@pytest.mark.parametrize(
    ("first", "then", "joined"),
    [
        ("The lender holds long-", "term debt of the issuer.", "The lender holds long-term debt of the issuer."),
        ("The lender holds short-", "and long-term debt.", "The lender holds short- and long-term debt."),
        ("The fee is due -", "it is not waived.", "The fee is due - it is not waived."),
    ],
)
def test_a_word_goes_on_over_the_page_break_behind_its_hyphen(first, then, joined):
    document = split(page_of(("text", [first])), page_of(("text", [then], "continues"), number=2))
    assert [unit.text for unit in document.units] == [joined]
    assert uncovered(document) == []


def test_a_hyphen_that_an_edit_takes_at_a_page_end_leaves_no_blank():
    edit = Edit(Place(1, Span(25, 26)), "", "character.hyphen")
    document = split(
        page_of(("text", ["Each party has an arrange-"])),
        page_of(("text", ["ment fee to pay."], "continues"), number=2),
        cleanings=(edit,),
    )
    assert [unit.text for unit in document.units] == ["Each party has an arrangement fee to pay."]


def test_a_footnote_between_does_not_break_the_sentence():
    document = split(
        page_of(("text", ["The Borrower shall"]), ("footnote", ["1 See Annex B."])),
        page_of(("text", ["pay the fee."]), number=2),
    )
    assert kinds(document) == [("sentence", "The Borrower shall pay the fee."), ("footnote", "1 See Annex B.")]


def test_a_page_number_that_an_old_filing_prints_amid_the_text_does_not_break_the_sentence():
    document = split(
        page_of(("text", ["It grants a license to resell the"]), ("text", ["Page 1"]), ("text", ["Products."]))
    )
    assert [unit.text for unit in document.units] == ["It grants a license to resell the Products.", "Page 1"]


def test_a_new_paragraph_on_the_next_page_stays_its_own():
    document = split(page_of(("text", ["Heading without a stop"])), page_of(("text", ["The fee is due."]), number=2))
    assert [unit.text for unit in document.units] == ["Heading without a stop", "The fee is due."]


@pytest.mark.parametrize(
    "line",
    [
        "*Item 1A. Risk Factors",
        "ARTICLE V",
        "Item 3. Legal Proceedings",
        "*Available Information",
        "LIMITATION OF LIABILITY",
        "第三条 转让价款",
        "第二节 风险因素",
        "一、公司基本情况",
        "§ 3 Vergütung",
        "2.1 Grant of License",
        "Note 12. Commitments and Contingencies",
    ],
)
def test_headings_are_known_by_number_font_or_capitals(line):
    document = split(
        page_of(("text", [line]), ("text", ["This is the text below it, which is long enough to be text."]))
    )
    assert kinds(document)[0] == ("heading", line.lstrip("*"))


@pytest.mark.parametrize(
    "line",
    [
        "EXCEPT FOR FRAUD, NEITHER PARTY IS LIABLE FOR LOST PROFITS OF ANY KIND.",
        "第三条 转让价款为人民币1,500.00万元，分两期支付。",
        "第十一条的规定不适用于本合同",
        "*Accounts payable and other liabilities increased due to",
        "*Our business depends on suppliers and may be harmed by delays of theirs.",
        "Item 1. Business 5",
        "2.1 The Licensor shall grant the license without delay",
        "Fees are due on the first day",
        "(a) Excludes Commercial Card.",
    ],
)
def test_sentences_with_numbers_capitals_or_bold_letters_are_no_headings(line):
    document = split(page_of(("text", [line])))
    assert document.units[0].kind != "heading"


def test_a_heading_line_in_front_of_its_paragraph_is_parted_from_it():
    document = split(
        page_of(("text", ["*Outlook", "We expect sales to grow in every region of the", "world next year."]))
    )
    assert kinds(document) == [
        ("heading", "Outlook"),
        ("sentence", "We expect sales to grow in every region of the world next year."),
    ]


def test_items_carry_the_text_that_leads_in_and_nested_ones_both():
    document = split(
        page_of(
            ("text", ["The Seller shall:"]),
            ("text", ["(a) deliver the shares;", "(b) procure that:"]),
            ("text", ["(i) the register is kept; and", "(ii) taxes are paid."]),
            ("text", ["(c) pay the costs."]),
            ("text", ["Time is of the essence."]),
        )
    )
    lead = "The Seller shall:"
    assert [(unit.text, unit.context) for unit in document.units] == [
        (lead, ()),
        ("(a) deliver the shares;", (lead,)),
        ("(b) procure that:", (lead,)),
        ("(i) the register is kept; and", (lead, "(b) procure that:")),
        ("(ii) taxes are paid.", (lead, "(b) procure that:")),
        ("(c) pay the costs.", (lead,)),
        ("Time is of the essence.", ()),
    ]


def test_an_enumeration_that_only_wraps_before_its_letter_stays_one_sentence():
    document = split(page_of(("text", ["The Company shall (a) amend its charter; or", "(b) issue any shares."])))
    assert [unit.text for unit in document.units] == [
        "The Company shall (a) amend its charter; or (b) issue any shares."
    ]


def test_a_long_enumeration_is_parted_into_clauses_with_their_lead_in():
    clause = "the making of any payment that is due under this Agreement or under any of the other documents"
    lead = "1.4 The Company shall not permit"
    clauses = [f"({letter}) {clause}, including (i) fees; and (ii) costs;" for letter in "abcdefg"]
    document = split(page_of(("text", [f"{lead} {' '.join(clauses)} or (h) winding up."])))
    kind = [(unit.kind, unit.context) for unit in document.units]
    assert [unit.text for unit in document.units] == [
        f"{lead} {clauses[0]}",
        *clauses[1:6],
        f"{clauses[6]} or",
        "(h) winding up.",
    ]
    assert kind == [("sentence", ()), *[("item", (lead,))] * 7]


def test_a_short_enumeration_stays_one_sentence():
    document = split(page_of(("text", ["The Buyer shall (a) pay; (b) collect; and (c) report."])))
    assert len(document.units) == 1


def test_a_section_number_that_wraps_to_the_line_start_is_no_item():
    document = split(page_of(("text", ["This is subject to Section"]), ("text", ["8.2 (Damages) and does not apply."])))
    assert [unit.text for unit in document.units] == ["This is subject to Section 8.2 (Damages) and does not apply."]


def test_an_amount_that_wraps_to_the_line_start_is_no_number_of_a_clause():
    document = split(page_of(("text", ["Operating income margins were"]), ("text", ["21.2 percent, up from 2017."])))
    assert [unit.text for unit in document.units] == ["Operating income margins were 21.2 percent, up from 2017."]
    document = split(page_of(("text", ["The Seller pays all costs."]), ("text", ["21.2 percent is the rate."])))
    assert len(document.units) == 2


def test_a_line_that_ends_early_ends_its_paragraph():
    document = split(
        page_of(("text", ["One Apple Park Way", "Cupertino, California", "The company was founded in a garage there."]))
    )
    assert [unit.text for unit in document.units] == [
        "One Apple Park Way",
        "Cupertino, California",
        "The company was founded in a garage there.",
    ]


def table_page():
    lines = ["(in millions)", "\t2023\t2022", "Net sales\t1,234\t1,100", "Cost of\tsales", "Note"]
    page = page_of(("table", lines))
    spans = [line.span for line in page.blocks[0].lines]
    rows = [Row(span, (Cell(span, 0, (0, 0, 1, 1)),), (0, 0, 1, 1)) for span in spans]
    table = Table("t001", 1, 0, 3, (rows[1],), (rows[2], rows[3]), unit_line=Place(1, spans[0]))
    return page, table


def test_a_table_row_is_one_unit_with_header_and_unit_line_as_context():
    page, table = table_page()
    document = split(page, tables=(table,))
    found = [(unit.kind, unit.text, unit.context, unit.table, unit.row) for unit in document.units]
    context = ("2023\t2022", "(in millions)")
    assert found == [
        ("row", "(in millions)", (), "t001", None),
        ("row", "2023\t2022", (), "t001", None),
        ("row", "Net sales\t1,234\t1,100", context, "t001", 0),
        ("row", "Cost of\tsales", context, "t001", 1),
        ("row", "Note", (), "t001", None),
    ]
    assert uncovered(document) == []


def test_a_table_that_goes_on_takes_the_header_of_the_page_before():
    page, table = table_page()
    more = page_of(("table", ["Gross profit\t5\t4"]), number=2)
    span = more.blocks[0].span
    row = Row(span, (Cell(span, 0, (0, 0, 1, 1)),), (0, 0, 1, 1))
    document = split(page, more, tables=(table, Table("t002", 2, 0, 3, (), (row,), continues="t001")))
    assert document.units[-1].context == ("2023\t2022", "(in millions)")


def test_a_caption_outside_the_block_belongs_to_its_table():
    page = page_of(("text", ["Debt by maturity"]), ("table", ["2024\t100"]))
    row = Row(page.blocks[1].span, (), (0, 0, 1, 1))
    table = Table("t001", 1, 1, 2, (), (row,), caption=Place(1, page.blocks[0].span))
    assert [(unit.kind, unit.table) for unit in split(page, tables=(table,)).units] == [
        ("caption", "t001"),
        ("row", "t001"),
    ]


def test_repairs_lie_over_cleanings_and_suspects_change_nothing():
    page = page_of(("text", ["The ofﬁce costs 1O,000 or 2 ,000 or 3l."]))
    at = page.text.index
    document = split(
        page,
        cleanings=(Edit(Place(1, Span(at("ﬁ"), at("ﬁ") + 1)), "fi", "character.ligature"),),
        repairs=(
            Edit(Place(1, Span(at("1O,000"), at("1O,000") + 6)), "10,000", "number.letters", "repaired"),
            Edit(Place(1, Span(at("3l"), at("3l") + 2)), "", "number.letters", "suspect", candidates=("31",)),
        ),
    )
    assert document.units[0].text == "The office costs 10,000 or 2 ,000 or 3l."
    assert document.units[0].places == (Place(1, Span(0, len(page.text))),)


def test_characters_that_cleaning_removed_still_belong_to_a_unit():
    page = page_of(("text", ["Total"]), ("text", ["......"]))
    dots = page.blocks[1].span
    document = split(page, cleanings=(Edit(Place(1, dots), "", "character.leader"),))
    assert [unit.text for unit in document.units] == ["Total"]
    assert uncovered(document) == []


def test_wrapped_lines_join_by_a_space_and_between_chinese_characters_by_nothing():
    english = split(page_of(("text", ["He said “stop”", "“now” and left."]))).units[0].text
    chinese = split(page_of(("text", ["甲方应当聘请独立的第三方审", "计机构进行审计。"]))).units[0].text
    assert (english, chinese) == ("He said “stop” “now” and left.", "甲方应当聘请独立的第三方审计机构进行审计。")


def test_language_is_told_by_document_and_by_unit():
    document = split(
        page_of(
            ("text", ["本协议自双方签字盖章之日起生效，一式两份。"]),
            ("text", ["This Agreement takes effect on the date of its signature by the parties."]),
            ("text", ["Dieser Vertrag tritt mit der Unterzeichnung durch die Parteien in Kraft."]),
            ("text", ["未经对方书面同意，任何一方不得转让其在本协议项下的权利或义务，也不得设定任何负担。"]),
        )
    )
    assert document.language == "zh"
    assert [unit.language for unit in document.units] == ["zh", "en", "de", "zh"]


def test_a_language_that_the_user_names_stands():
    chosen = Splitter.open(Settings(sentences=SentenceSettings(language="de")))
    document = chosen(document_of(page_of(("text", ["Der Termin ist am 3. Oktober in Bonn. Er gilt."]))))
    assert (document.language, len(document.units)) == ("de", 2)


def test_a_language_without_rules_is_told_of_once():
    french = "Le présent contrat entre en vigueur à la date de sa signature par les parties concernées."
    once = split(page_of(("text", [french]), ("text", [french.replace("contrat", "règlement")])))
    assert [(notice.room, notice.code) for notice in once.notices] == [("sentences", "language_unsupported")]
    assert SPLIT(once) == once


def test_supported_languages_bring_no_notice():
    english = "This Agreement takes effect on the date of its signature by the parties concerned."
    assert split(page_of(("text", [english]))).notices == ()


def test_a_german_document_is_split_by_german_rules():
    document = split(page_of(("text", ["Der Vertrag endet am 31. Dezember 2028 und wird nicht verlängert."])))
    assert (document.language, len(document.units)) == ("de", 1)


def test_entities_point_into_the_text_of_their_unit():
    document = split(page_of(("text", ["It is void. Acme Corp. shall pay $5 million by January 3, 2024."])))
    found = [(entity.label, document.units[entity.unit].text[slice(*entity.span)]) for entity in document.entities]
    assert found == [("PARTY", "Acme Corp."), ("MONEY", "$5 million"), ("DATE", "January 3, 2024")]


def test_entities_can_be_switched_off():
    off = Splitter.open(Settings(sentences=SentenceSettings(entities=False)))
    assert off(document_of(page_of(("text", ["Acme Corp. shall pay $5 million."])))).entities == ()


def test_ids_count_up_and_tokens_are_counted_on_the_text():
    document = split(page_of(("text", ["It is one. Two is longer."])))
    assert [(unit.id, unit.tokens) for unit in document.units] == [
        ("u0001", tokens.count("It is one.")),
        ("u0002", tokens.count("Two is longer.")),
    ]


def test_an_empty_document_has_no_units():
    assert SPLIT(document_of(Page(1, 595, 842))).units == ()


def test_the_stage_is_idempotent_picklable_and_leaves_the_pages_alone():
    before = document_of(page_of(("text", ["One. Two."])))
    once = SPLIT(before)
    assert SPLIT(once) == once
    assert pickle.loads(pickle.dumps(SPLIT))(before) == once  # noqa: S301 - our own bytes
    assert replace(once, units=(), entities=(), language="") == before


WORDS = st.sampled_from(
    ["The", "fee", "is", "due.", "(a)", "1.", "•", "Item", "3.2", "第三条", "价款。", "a;", "“x”", "ﬁ"]
)
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4)
BLOCKS = st.tuples(st.sampled_from(["text", "table", "footnote", "caption"]), LINES, st.sampled_from(["", "continues"]))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(BLOCKS, min_size=1, max_size=4), min_size=1, max_size=3), st.data())
def test_every_visible_character_is_in_exactly_one_unit(layout, data):
    pages = [page_of(*blocks, number=number) for number, blocks in enumerate(layout, 1)]
    edits = []
    for page in pages:
        start = data.draw(st.integers(0, len(page.text) - 1))
        stop = data.draw(st.integers(start + 1, min(len(page.text), start + 5)))
        edits.append(Edit(Place(page.number, Span(start, stop)), data.draw(st.sampled_from(["", "x", "."])), "any"))
    document = split(*pages, cleanings=tuple(edits))
    assert uncovered(document) == []
    assert [unit.id for unit in document.units] == [f"u{n:04d}" for n in range(1, len(document.units) + 1)]


def test_a_drawn_contract_splits_as_a_reader_would(tmp_path):
    drawn = pymupdf.open()
    page = drawn.new_page()
    lines = [
        ("hebo", "LIMITATION OF LIABILITY"),
        ("helv", "EXCEPT FOR FRAUD, NEITHER PARTY IS LIABLE FOR LOST"),
        ("helv", "PROFITS, AND TOTAL LIABILITY SHALL NOT EXCEED FEES."),
        ("helv", "Notices are sent by courier."),
    ]
    for at, (font, line) in enumerate(lines):
        page.insert_text((72, 90 + 16 * at + (8 if at else 0)), line, fontname=font)
    drawn.save(tmp_path / "a.pdf")
    document = SPLIT(extract.read(tmp_path / "a.pdf", SETTINGS.extract))
    assert kinds(document) == [
        ("heading", "LIMITATION OF LIABILITY"),
        (
            "sentence",
            "EXCEPT FOR FRAUD, NEITHER PARTY IS LIABLE FOR LOST PROFITS, AND TOTAL LIABILITY SHALL NOT EXCEED FEES.",
        ),
        ("sentence", "Notices are sent by courier."),
    ]


def test_a_ragged_chinese_line_without_a_stop_goes_on_in_the_next():
    document = split(
        page_of(("text", ["甲方应当聘请独立的第三方审", "计机构对Alder Capital的账目", "进行审计并承担费用。"]))
    )
    assert [unit.text for unit in document.units] == [
        "甲方应当聘请独立的第三方审计机构对Alder Capital的账目进行审计并承担费用。"
    ]
