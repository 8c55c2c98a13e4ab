"""What looks like a heading and opens no section."""

import pytest

from pipeline.document import Document, Page, Place, Source, Table, Unit
from pipeline.sections import pruning, typography
from pipeline.sections.headings import Heading, Style
from pipeline.sections.numbering import read_label
from pipeline.sections.selection import is_footnote
from pipeline.sections.taxonomy import Shelf
from pipeline.sections.titles import form_of
from pipeline.sections.tree import nested, sections_of
from pipeline.spans import Span

BOLD = Style(10.0, bold=True, italic=False, caps=False)
NONE = Shelf(()).taxonomy("contract", "en")


def heading(title, start=0, *, style=BOLD, scheme=""):
    made = Heading(1, start, start + len(title), float(start), 72.0, title, style, read_label(title), strength=2)
    made.scheme = scheme
    return made


def with_table(start):
    table = Table("t001", 1, 0, 2, (), (), caption=Place(1, Span(start, start + 10)))
    return Document(Source("a.pdf", "a.pdf", "0", 1), tables=(table,))


def said(headings):
    return [each.title for each in headings]


@pytest.mark.parametrize(
    "title", ["Table 2: Companies of the Group", "Tabelle 1: Monatliche Miete", "Figure 3 – Sales", "表1-2 主要客户"]
)
def test_a_numbered_caption_opens_no_section_wherever_it_stands(title):
    assert pruning.without_captions(with_table(900), [heading(title)], NONE) == []


@pytest.mark.parametrize("title", ["Table of Contents", "Tables", "Figures and Tables", "Chart of Accounts", "表决权"])
def test_words_like_a_caption_stay(title):
    assert said(pruning.without_captions(with_table(900), [heading(title)], NONE)) == [title]


def test_a_line_above_a_table_is_its_caption_unless_others_look_like_it():
    above = heading("Allocation of the Price", 500)
    number = heading("4. Debt", 500, scheme="number")
    assert pruning.without_captions(with_table(500), [above], NONE) == []
    assert said(pruning.without_captions(with_table(500), [number], NONE)) == ["4. Debt"]
    others = [heading(title, at) for at, title in enumerate(("Leases", "Taxes", "Equity"), 1)]
    kept = pruning.without_captions(with_table(500), [*others, above], NONE)
    assert said(kept) == ["Leases", "Taxes", "Equity", "Allocation of the Price"]


def test_one_bold_sentence_is_text_and_three_in_one_look_are_headings():
    one = "The purchase obligation for the vessel amounts to $10,000,000 and falls due in June."
    risks = [f"We may lose {what} and this could harm our results and stock." for what in ("staff", "data", "time")]
    assert pruning.without_sentences([heading(one)], set()) == []
    assert said(pruning.without_sentences(list(map(heading, risks)), set())) == risks
    short = heading("Risks to our stock.")
    assert pruning.without_sentences([short], set()) == [short]
    listed = heading(one)
    assert pruning.without_sentences([listed], {id(listed)}) == [listed]


def test_a_title_that_goes_on_is_one_heading():
    found = [heading("Note 4. Debt"), heading("Terms"), heading("Note 4. Debt (Continued)"), heading("Note 5. Tax")]
    assert said(pruning.without_repeats(found, set())) == ["Note 4. Debt", "Terms", "Note 5. Tax"]
    twice = [heading("Statement of Income"), heading("Statement of Income"), heading("2017 results")]
    assert said(pruning.without_repeats(twice, set())) == ["Statement of Income", "2017 results"]
    apart = [heading("2018 results"), heading("Health"), heading("2018 results")]
    assert len(pruning.without_repeats(apart, set())) == 3
    numbers = [heading("1. Fees"), heading("2. Fees")]
    assert len(pruning.without_repeats(numbers, set())) == 2


def test_numbered_parties_before_the_first_clause_open_no_section():
    parties = [heading("(1) Alpha Ltd", 5, scheme="(number"), heading("WHEREAS", 20)]
    clauses = [heading("1. Definitions", 50, scheme="number"), heading("(1) Notices", 70, scheme="(number")]
    kept = pruning.without_parties([*parties, *clauses])
    assert said(kept) == ["WHEREAS", "1. Definitions", "(1) Notices"]
    assert said(pruning.without_parties(parties)) == ["(1) Alpha Ltd", "WHEREAS"]


@pytest.mark.parametrize(
    "title",
    [
        "Acme Company and Subsidiaries", "Alpha Beta and its consolidated subsidiaries", "LOFOTEN TRAWL HOLDING AS",
        "Acme, Inc.", "Lending fees increased as a result of", "Mortgage fees and income decreased due to:",
    ],
)  # fmt: skip
def test_company_names_and_words_that_lead_into_a_list_are_no_headings(title):
    assert typography.accepted([heading(title)], set(), typed=set()) == []


@pytest.mark.parametrize("title", ["Our Company and Its History", "Industry (37% of sales):", "Subsidiaries"])
def test_titles_near_them_are_headings(title):
    assert said(typography.accepted([heading(title)], set(), typed=set())) == [title]


def document_of(lengths):
    """Return a page whose units take ten characters each, of the given numbers of tokens."""
    units = tuple(
        Unit(f"u{n:04d}", "sentence", "x" * 9, (Place(1, Span(10 * n, 10 * n + 9)),), tokens, "en")
        for n, tokens in enumerate(lengths)
    )
    page = Page(1, 595, 842, text="xxxxxxxxx\n" * len(lengths))
    return Document(Source("a.pdf", "a.pdf", "0", 1), pages=(page,), units=units)


def tree(headings, lengths, listed=frozenset()):
    nodes = nested(headings, {}, roots=set(), leaves=set())
    return [(s.title, s.first, s.end) for s in sections_of(document_of(lengths), nodes, alone="body", listed=listed)]


BIG = Style(14.0, bold=True, italic=False, caps=False)


def test_labels_of_short_paragraphs_stay_in_the_section_around_them():
    found = [heading("Award", style=BIG), heading("Participant:", 20), heading("Grant date:", 40), heading("Terms", 60)]
    lengths = [2, 50, 3, 9, 3, 9, 3, 200]
    assert tree(found, lengths) == [("Award", 0, 8), ("Terms", 6, 8)]
    assert len(tree(found, lengths, listed=frozenset({id(found[1]), id(found[2])}))) == 4


def test_a_short_section_behind_a_long_one_stays_its_own():
    found = [heading("Results", style=BIG), heading("Sales", 10), heading("Taxes", 30)]
    assert tree(found, [2, 3, 200, 3, 9]) == [("Results", 0, 5), ("Sales", 1, 3), ("Taxes", 3, 5)]


def test_no_section_is_without_units():
    found = [heading("Part", style=BIG), heading("Lost", 5), heading("Chapter", 6, style=BIG)]
    assert all(first < end for _, first, end in tree(found, [200, 200]))


@pytest.mark.parametrize(
    ("line", "form"), [("1、公司名称：力源信息", "none"), ("二、募集资金用途：", "own"), ("4、主要风险", "own")]
)
def test_a_field_with_its_value_is_no_title(line, form):
    label = read_label(line)
    rest = line[label.end :]
    assert form_of(rest, rest, alone=True, strength=0, label=label)[0] == form


def test_a_note_in_small_print_below_a_table_is_a_footnote():
    note = heading("(a) Excludes Commercial Card.", style=BOLD._replace(size=7.0, bold=False))
    note.small, note.strength = True, 0
    clause = heading("(a) General Rule.")
    assert (is_footnote(note), is_footnote(clause)) == (True, False)
