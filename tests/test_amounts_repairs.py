"""Three outcomes: repaired with a proof, suspect with candidates, or left alone."""

import pickle
from array import array
from dataclasses import replace
from itertools import pairwise

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline import extract, spans
from pipeline.amounts import Repairer, write
from pipeline.document import Block, Document, Edit, Line, Notice, Page, Place, Source, Words
from pipeline.settings import AmountSettings, Settings
from pipeline.spans import Replacement, Span

STAGE = Repairer.open(Settings())
WIDE, HIGH = 5.0, 10.0


def page(*rows, confidence=None, number=1):
    """Set rows of (left edge, text) cells, a word every blank; ``confidence`` makes it a page that an engine read."""
    text, words = [], Words(array("l"), array("l"), array("d"), array("d"))
    at = 0
    for line, cells in enumerate(rows):
        for cell, (left, shown) in enumerate(cells):
            at = put(text, "\t" if cell else "", at)
            for place, word in enumerate(shown.split(" ")):
                at = put(text, " " if place else "", at)
                x = left + WIDE * sum(len(w) + 1 for w in shown.split(" ")[:place])
                words.starts.append(at)
                at = put(text, word, at)
                words.ends.append(at)
                words.boxes.extend((x, 20.0 * line, x + WIDE * len(word), 20.0 * line + HIGH))
                if confidence is not None:
                    words.confidences.append(confidence)
        at = put(text, "\n", at)
    shown = "".join(text)[:-1]
    span = Span(0, len(shown))
    block = Block("table", span, (0, 0, 600, 800), (Line(span, (0, 0, 600, 800), 10),))
    return Page(number, 612, 792, shown, (block,), words, source="digital" if confidence is None else "ocr")


def put(text, piece, at):
    text.append(piece)
    return at + len(piece)


def right(edge, shown):
    return (edge - WIDE * len(shown), shown)


def document(*pages, cleanings=()):
    return Document(Source("a.pdf", "a.pdf", "", len(pages)), pages=pages, cleanings=cleanings)


def one_line(text, confidence=None):
    return document(page([(50, text)], confidence=confidence))


def repairs(read):
    text = read.pages[0].text
    return [
        (text[e.place.span.start : e.place.span.end], e.after, e.rule) for e in read.repairs if e.status == "repaired"
    ]


def suspects(read):
    text = read.pages[0].text
    return {text[e.place.span.start : e.place.span.end]: e.candidates for e in read.repairs if e.status == "suspect"}


def as_shown(read):
    page_one = read.pages[0]
    edits = [Replacement(e.place.span, e.after) for e in read.repairs if e.status == "repaired"]
    below = [Replacement(e.place.span, e.after) for e in read.cleanings]
    return spans.apply(page_one.text, spans.overlay(below, edits)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Sales of $ 5,363 and", "Sales of $5,363 and"),
        ("Outflow\t(1,373 )", "Outflow\t(1,373)"),
        ("Loss\t$ ( 1,234 )", "Loss\t$(1,234)"),
        ("Margin\t12.3 %", "Margin\t12.3%"),
        ("Change\t(4.1 )%", "Change\t(4.1)%"),
        ("US$ 16,000", "US$16,000"),
    ],
)
def test_signs_are_drawn_to_their_figure(before, after):
    assert as_shown(STAGE(one_line(before))) == after


@pytest.mark.parametrize(
    "text",
    [
        "EUR 1,250,000 in escrow",
        "December 31, 2017 % change",
        "2017\t$\t2016\t$",
        "See ( a ) and ( b )",
        "Rooms 101 102 103 are excluded",
        "Fiscal year\t2024\t2023\t2022",
        "ABN 75 071 346 506",
        "Orders DSO000238 and DS00378O123 under Rule 10b-5",
        "See clause 1(l) on the Class O units issued by SOLO LLC.",
        "1.950% Notes due 2021",
        "sales of $96.9B",
        "Other\t333\t251\t556",
    ],
)
def test_look_alikes_stay_as_read(text):
    assert STAGE(one_line(text)).repairs == ()


def test_groups_parted_by_narrow_blanks_are_one_amount_of_money():
    read = STAGE(one_line("The price is $10 000 000, of which EUR 1 250 000 is held."))
    assert as_shown(read) == "The price is $10,000,000, of which EUR 1,250,000 is held."
    assert [amount.value for amount in read.amounts] == ["10000000", "1250000"]


def test_groups_that_stand_as_far_apart_as_columns_stay_apart():
    read = STAGE(document(page([(50, "Cost"), (100, "$333"), (160, "251"), (220, "556")])))
    assert repairs(read) == []


def test_letters_in_an_amount_with_a_currency_sign_are_figures():
    read = STAGE(one_line("Total of $1O,OOO,OOO and fees of $l,234.5O are due."))
    assert as_shown(read) == "Total of $10,000,000 and fees of $1,234.50 are due."
    assert {edit.rule for edit in read.repairs} == {"number.letters"}
    assert all(edit.proof for edit in read.repairs)


def test_two_figures_without_a_space_are_parted_by_their_decimals():
    read = STAGE(one_line("1,565,407,816.19604,218,494.55"))
    assert as_shown(read) == "1,565,407,816.19 604,218,494.55"
    assert [amount.value for amount in read.amounts] == ["1565407816.19", "604218494.55"]


def test_full_width_figures_are_written_plainly_and_scaled():
    read = STAGE(one_line("合同总价为１，２３４万元，分期支付给转让方。"))
    assert [(a.text, a.value, a.currency) for a in read.amounts] == [("1,234", "12340000", "CNY")]
    assert repairs(read) == [("１，２３４", "1,234", "number.full_width")]


TABLE = (
    [(50, "Rent"), right(300, "12,866"), right(400, "11,200")],
    [(50, "Wages"), right(300, "4.155"), right(400, "3,900")],
    [(50, "Total costs"), right(300, "17,021"), right(400, "15,100")],
)


def test_a_point_for_a_comma_is_repaired_where_the_column_closes():
    read = STAGE(document(page(*TABLE, confidence=0.7)))
    assert ("4.155", "4,155", "number.separators") in repairs(read)
    edit = next(edit for edit in read.repairs if edit.after == "4,155")
    assert edit.proof.endswith("column sum: 12,866 + 4,155 = 17,021")


def test_a_point_for_a_comma_is_a_suspect_where_no_column_closes():
    rows = (*TABLE[:2], [(50, "Total costs"), right(300, "17,029"), right(400, "15,100")])
    read = STAGE(document(page(*rows, confidence=0.7)))
    assert suspects(read)["4.155"] == ("4,155",)
    assert "4,155" not in as_shown(read)


def test_the_same_table_of_a_text_layer_is_left_alone():
    assert STAGE(document(page(*TABLE))).repairs == ()


@pytest.mark.parametrize(
    ("read_as", "candidate"),
    [
        ("S283", "$283"),
        ("(313", "(313)"),
        ("3,903,5O1", "3,903,501"),
        ("«49,640", "49,640"),
        ("49,640]", "49,640"),
        ("128,6S6", "128,656"),
        ("{1,121}", "(1,121)"),
    ],
)
def test_broken_forms_of_a_scan_are_suspects_with_what_they_may_be(read_as, candidate):
    rows = (
        [(50, "Rent"), right(300, "12,866")],
        [(50, "Fees"), right(300, read_as)],
        [(50, "Tax"), right(300, "1,200")],
    )
    found = suspects(STAGE(document(page(*rows, confidence=0.7))))
    assert candidate in {candidates[0] for candidates in found.values() if candidates}


def test_spaces_behind_the_separators_of_a_scan_are_doubted():
    read = STAGE(document(page([(50, "其他应付款 45, 635, 327. 56 元")], confidence=0.95)))
    assert suspects(read) == {"45, 635, 327. 56": ("45,635,327.56",)}


def test_a_list_of_small_numbers_is_no_split_figure():
    assert STAGE(one_line("Notes 5, 10, 20 and 30 apply.", confidence=0.95)).repairs == ()


def test_a_faint_figure_is_a_suspect_and_a_clear_one_is_not():
    rows = ([(50, "Rent"), right(300, "128")], [(50, "Fees"), right(300, "642")])
    assert set(suspects(STAGE(document(page(*rows, confidence=0.3))))) == {"128", "642"}
    assert suspects(STAGE(document(page(*rows, confidence=0.97)))) == {}


def test_figures_that_the_words_contradict_are_suspects():
    read = STAGE(one_line("within fifty-five (45) days; ten million dollars ($10,000,000) in cash"))
    assert suspects(read) == {"45": ("55",)}
    assert [(a.status, a.value) for a in read.amounts if a.text[-1] != "s"] == [
        ("suspect", "45"),
        ("proven", "10000000"),
    ]


def test_suspects_are_noted_by_page():
    read = STAGE(one_line("within fifty-five (45) days"))
    message = "1 figure disagrees with the words beside; see the repairs"
    assert read.notices == (Notice("amounts", "words_differ", 1, message),)
    rows = ([(50, "Rent"), right(300, "128")], [(50, "Fees"), right(300, "642")])
    scanned = STAGE(document(page(*rows, confidence=0.3)))
    assert [(notice.code, notice.page) for notice in scanned.notices] == [("suspect_figures", 1)]


def test_notices_of_other_rooms_stay_and_own_ones_do_not_pile_up():
    other = Notice("extract", "ocr", 1, "read from pixels")
    read = STAGE(replace(one_line("within fifty-five (45) days"), notices=(other,)))
    assert [notice.room for notice in STAGE(read).notices] == ["extract", "amounts"]


def test_capital_numerals_prove_a_broken_figure():
    text = "注册资本为人民币肆佰柒拾肆万元整（小写：4.740，000元），由股东以货币出资。"
    read = STAGE(one_line(text, confidence=0.95))
    assert [(e.after, e.status) for e in read.repairs if e.rule == "number.separators"] == [("4,740,000", "repaired")]


def test_a_sign_read_as_a_letter_is_told_by_its_column():
    rows = [[(50, "Cash"), (200, sign), right(300, "1,721")] for sign in ("$", "$", "S", "8")]
    read = STAGE(document(page(*rows, confidence=0.9)))
    assert ("S", "$", "number.dollar_sign") in repairs(read)
    assert suspects(read)["8"] == ("$",)


def test_long_figures_that_differ_in_one_digit_are_doubted():
    rows = ([(50, "Opening"), right(300, "1,840,520.48")], [(50, "Closing"), right(300, "1,810,520.48")])
    read = STAGE(document(page(*rows, confidence=0.97)))
    assert suspects(read) == {"1,840,520.48": ("1,810,520.48",), "1,810,520.48": ("1,840,520.48",)}


def test_european_figures_of_a_european_document_stay():
    text = "Bilanzsumme 1.234.567,89 € und Umsatz 2.345.678,10 € bei einer Quote von 11,7 %"
    read = STAGE(one_line(text, confidence=0.95))
    assert repairs(read) == []
    assert [a.value for a in read.amounts] == ["1234567.89", "2345678.10", "0.117"]


def test_the_locale_can_be_given():
    stage = Repairer(AmountSettings(locale="eu"))
    assert [a.value for a in stage(one_line("1.234 Stück")).amounts] == ["1234"]


def test_repairs_lie_over_cleanings_and_lead_back_to_the_page():
    shown = "Fees of $ 5,36\u200b3 were paid"
    cleaning = Edit(Place(1, Span(14, 15)), "", "character.invisible")
    read = STAGE(document(page([(50, shown)]), cleanings=(cleaning,)))
    assert as_shown(read) == "Fees of $5,363 were paid"
    assert repairs(read) == [("$ 5,36\u200b3", "$5,363", "number.detached_currency")]


def test_the_stage_is_idempotent_and_picklable():
    read = STAGE(document(page(*TABLE, confidence=0.7)))
    assert STAGE(read) == read
    assert pickle.loads(pickle.dumps(STAGE)) == STAGE  # noqa: S301


@settings(max_examples=150, deadline=None)
@given(
    text=st.text(alphabet="0123456789,.()$%€ \t\nOlS-abc，万元整壹佰", max_size=60),
    confidence=st.sampled_from([None, 0.4, 0.95]),
)
def test_edits_never_overlap_and_any_text_is_read(text, confidence):
    rows = [[(50, line)] for line in text.split("\n")]
    read = STAGE(document(page(*rows, confidence=confidence)))
    edges = [(e.place.span.start, e.place.span.end) for e in read.repairs]
    assert all(left[1] <= right[0] for left, right in pairwise(edges))
    assert STAGE(read) == read


@settings(max_examples=100, deadline=None)
@given(value=st.decimals(min_value=0, max_value=10**9, places=2), scanned=st.booleans())
def test_a_right_figure_is_never_repaired(value, scanned):
    read = STAGE(one_line(f"The fee is ${write(value)} a year.", confidence=0.97 if scanned else None))
    assert repairs(read) == []


def test_amounts_of_a_drawn_page_have_their_value(tmp_path):
    drawn = pymupdf.open()
    sheet = drawn.new_page()
    for y, cells in ((100, ("Net loss", "$", "(", "1,234", ")")), (116, ("Income", "$", "", "5,678", ""))):
        for x, cell in zip((72, 278, 290, 310, 336), cells, strict=True):
            sheet.insert_text((x, y), cell, fontsize=10)
    drawn.save(tmp_path / "a.pdf")
    read = STAGE(extract.read(tmp_path / "a.pdf", Settings().extract))
    assert [(a.text, a.value) for a in read.amounts] == [("$(1,234)", "-1234"), ("$5,678", "5678")]


def test_a_raised_note_mark_is_no_amount(tmp_path):
    drawn = pymupdf.open()
    sheet = drawn.new_page()
    x = 72.0
    for text, size, raised in (("Goodwill of $4,500", 11, 0), ("3", 6, 4), (" in 2019 and 12 more", 11, 0)):
        sheet.insert_text((x, 100 - raised), text, fontsize=size)
        x += pymupdf.get_text_length(text, fontsize=size)
    drawn.save(tmp_path / "a.pdf")
    read = STAGE(extract.read(tmp_path / "a.pdf", Settings().extract))
    assert [(a.text, a.value) for a in read.amounts] == [("$4,500", "4500"), ("12", "12")]


@pytest.mark.parametrize("confidence", [None, 0.5])
def test_endless_digits_are_no_amount(confidence):
    text = "9" * 6000 + "\n" + "1," * 3000 + "\n$" + "O1" * 3000 + "\n壹" * 3000
    read = STAGE(document(page(*[[(50, line)] for line in text.split("\n")[:10]], confidence=confidence)))
    assert [amount for amount in read.amounts if len(amount.text) > 20] == []


def test_earlier_layers_stay():
    read = STAGE(one_line("$ 5"))
    assert replace(read, repairs=(), amounts=()) == one_line("$ 5")


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("Umsatz 2.345.678,10 € bei einer Quote von 3 %", "auto"),
        ("Die Quote betrug 3 % und wird nicht erhöht", "auto"),
        ("Le taux est de 3 % pour les parts", "auto"),
        ("Rendite 1,5 % auf CHF 2'345'678.10 und 3 %", "ch"),
    ],
)
def test_a_space_before_the_percent_sign_is_right_where_the_locale_writes_it(text, locale):
    read = Repairer(AmountSettings(locale=locale))(one_line(text))
    assert repairs(read) == []
    assert [amount.value for amount in read.amounts if amount.text == "3 %"] == ["0.03"]


def test_a_space_before_the_percent_sign_is_closed_in_english():
    assert repairs(STAGE(one_line("The rate was 3 % of the total"))) == [("3 %", "3%", "number.percent_space")]


@pytest.mark.parametrize("confidence", [None, 0.97])
def test_full_width_commas_belong_to_their_figure(confidence):
    read = STAGE(one_line("公司本年度营业收入为1，000，000元，其余为1，234.50元", confidence=confidence))
    assert [amount.value for amount in read.amounts] == ["1000000", "1234.50"]
    assert [(after, rule) for _, after, rule in repairs(read)] == [
        ("1,000,000", "number.full_width"),
        ("1,234.50", "number.full_width"),
    ]


def test_full_width_commas_of_a_list_stay():
    read = STAGE(one_line("适用于第3，15，120项以及附件2，3"))
    assert repairs(read) == []


def scanned_columns(gap):
    """Set two columns of six-digit figures that an engine read, ``gap`` word heights apart."""
    rows = [("283,485", "271,436"), ("353,843", "331,680"), ("118,762", "103,417"), ("175,154", "180,665")]
    wide = HIGH * gap
    text, words = [], Words(array("l"), array("l"), array("d"), array("d"))
    at = 0
    for line, pair in enumerate(rows):
        for place, shown in enumerate(pair):
            words.starts.append(at)
            at = put(text, shown, at)
            words.ends.append(at)
            left = 300 + place * (WIDE * 7 + wide)
            words.boxes.extend((left, 20.0 * line, left + WIDE * 7, 20.0 * line + HIGH))
            words.confidences.append(0.99)
            at = put(text, "\n" if place else " ", at)
    shown = "".join(text)[:-1]
    span = Span(0, len(shown))
    block = Block("table", span, (0, 0, 600, 800), (Line(span, (0, 0, 600, 800), 10),))
    return document(Page(1, 612, 792, shown, (block,), words, source="ocr"))


def test_two_whole_figures_side_by_side_are_two_figures():
    read = STAGE(scanned_columns(0.8))
    assert suspects(read) == {}
    assert [amount.value for amount in read.amounts][:2] == ["283485", "271436"]


def test_a_figure_parted_by_a_narrow_gap_stays_suspect():
    read = STAGE(document(page([(50, "Total"), (90, "1,234,567 890")], confidence=0.9)))
    assert suspects(read) == {"1,234,567 890": ("1,234,567,890",)}
