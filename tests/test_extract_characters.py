"""Characters are cleaned by edits with a reason, and fonts that lie are found out."""

from array import array
from pathlib import Path

import pymupdf
import pytest

from pipeline import extract
from pipeline.document import Block, Line, Page, Words
from pipeline.extract import characters
from pipeline.settings import ExtractSettings
from pipeline.spans import Replacement, Span, apply

SETTINGS = ExtractSettings(ocr="never")


def page(text: str, *, number: int = 1, kind: str = "text") -> Page:
    """Return a page of one block whose letters stand 10 points apart, and 24 where two blanks were meant."""
    starts, ends, boxes = array("l"), array("l"), array("d")
    at, x = 0, 0.0
    for word in text.replace("\n", " ").replace("\t", " ").split(" "):
        starts.append(at)
        ends.append(at + len(word))
        boxes.extend((x, 0.0, x + 6.0 * len(word), 12.0))
        at += len(word) + 1
        x += 6.0 * len(word) + 4.0
    lines, begin = [], 0
    for line in text.split("\n"):
        lines.append(Line(Span(begin, begin + len(line)), (0, 0, 1, 1), 12.0))
        begin += len(line) + 1
    block = Block(kind, Span(0, len(text)), (0, 0, 1, 1), tuple(lines))
    return Page(number, 595, 842, text, (block,), Words(starts, ends, boxes))


def cleaned(text: str, *more: str) -> str:
    pages = [page(text), *(page(other, number=at) for at, other in enumerate(more, 2))]
    edits = [edit for edit in characters.clean(pages) if edit.place.page == 1]
    return apply(text, [Replacement(edit.place.span, edit.after) for edit in edits]).text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("the ﬁnancial oﬃce and ﬂoating rate", "the financial office and floating rate"),
        ("recog\u00adnition", "recognition"),
        ("recog\u00ad\nnition", "recognition"),
        ("5\u00a0000 EUR and 5\u2009000 EUR", "5 000 EUR and 5 000 EUR"),
        ("for\u200beign\u2060 \ufeffterms", "foreign terms"),
        ("cap \u202e5 % \u202c", "cap 5 % "),
        ("nul\x00l and bell\x07", "null and bell"),
        ("\x93quoted\x94 it\x92s", "“quoted” it’s"),
        ("\uf0b7 item", "• item"),
        ("\uf0fc done", "✓ done"),
    ],
)
def test_strange_characters_become_plain(text, clean):
    assert cleaned(text) == clean


@pytest.mark.parametrize("text", ["naïve café", "“quoted” – it’s", "می\u200cخواهم", "\uf733 unknown", "½ of 5 °C"])
def test_other_characters_stay(text):
    assert cleaned(text) == text


def test_the_page_text_is_never_edited():
    given = page("the ﬁnancial office")
    (edit,) = characters.clean([given])
    assert given.text == "the ﬁnancial office"
    assert (edit.place, edit.after, edit.rule, edit.status) == ((1, Span(4, 5)), "fi", "character.ligature", "cleaned")


def test_a_line_end_hyphen_goes_when_the_document_has_the_whole_word():
    assert cleaned("revenue recog-\nnition rules", "Revenue recognition is strict.") == "revenue recognition rules"


def test_a_line_end_hyphen_of_a_compound_stays_without_the_line_end():
    assert cleaned("the long-\nterm debt", "all longterm and long-term debt") == "the long-term debt"
    assert cleaned("the long-\nterm debt") == "the long-term debt"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("the years 2019-\n2021 were", "the years 2019-2021 were"),
        ("Form 10-\nQ reports", "Form 10-Q reports"),
        ("short-\nand long-term", "short-\nand long-term"),
        ("Haupt-\nund Nebenpflicht", "Haupt-\nund Nebenpflicht"),
        ("the price -\nnet of tax", "the price -\nnet of tax"),
    ],
)
def test_other_hyphens_at_line_ends(text, clean):
    assert cleaned(text, "20192021 form 10q shortand Hauptund") == clean


def test_rows_of_a_table_are_never_joined():
    table = page("Non-\nRepublic\t12", kind="table")
    assert characters.clean([table, page("nonrepublic", number=2)]) == ()


def test_spaced_letters_close_up_when_the_document_has_the_word():
    assert cleaned("C O N T E N T S", "See the contents.") == "CONTENTS"


def test_single_letters_without_evidence_stay():
    assert cleaned("A B C D E", "abc") == "A B C D E"
    assert cleaned("Plan A B of C", "plan") == "Plan A B of C"


def wide(folder: Path, title: str) -> str:
    """Return a title drawn letter by letter, 4 points apart and words 12, with its edits."""
    file = pymupdf.open()
    sheet = file.new_page()
    x = 72.0
    for letter in title:
        if letter == " ":
            x += 12
            continue
        sheet.insert_text((x, 90), letter, fontsize=14)
        x += pymupdf.get_text_length(letter, fontsize=14) + 4
    file.save(folder / "wide.pdf")
    document = extract.read(folder / "wide.pdf", SETTINGS)
    edits = [Replacement(edit.place.span, edit.after) for edit in document.cleanings]
    return apply(document.pages[0].text, edits).text


@pytest.mark.parametrize(
    ("title", "clean"),
    [
        ("CREDIT AGREEMENT", "CREDIT AGREEMENT"),
        ("CONFIDENTIAL", "CONFIDENTIAL"),
        ("ABCDEFGH", "A B C D E F G H"),
        ("TABLE", "T A B L E"),
    ],
)
def test_a_long_title_set_wide_closes_up_by_its_look_alone(tmp_path, title, clean):
    assert wide(tmp_path, title) == clean


def test_spaced_chinese_closes_up_when_the_document_has_the_word():
    assert cleaned("目 录", "见目录。") == "目录"
    assert cleaned("甲 乙", "丙丁") == "甲 乙"


def draw(folder: Path, text: str, *, font: str = "helv", remap: dict[int, str] | None = None) -> Path:
    """Draw ``text``, then let the font claim that the codes of ``remap`` mean other characters."""
    file = pymupdf.open()
    sheet = file.new_page()
    for at, line in enumerate(text.split("\n")):
        sheet.insert_text((72, 90 + 20 * at), line, fontname=font)
    if remap:
        rows = "".join(
            f"<{code:02X}> <{char.encode('utf-16-be').hex()}>\n"
            for code, char in sorted(({c: chr(c) for c in range(32, 127)} | remap).items())
        )
        parts = rows.splitlines()
        body = "".join(
            f"{len(parts[at : at + 100])} beginbfchar\n" + "\n".join(parts[at : at + 100]) + "\nendbfchar\n"
            for at in range(0, len(parts), 100)
        )
        xref = file.get_new_xref()
        file.update_object(xref, "<<>>")
        head = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
        space = "1 begincodespacerange <00> <FF> endcodespacerange\n"
        file.update_stream(xref, (head + space + body + "endcmap end end").encode())
        file.xref_set_key(sheet.get_fonts()[0][0], "ToUnicode", f"{xref} 0 R")
    path = folder / "page.pdf"
    file.save(path)
    return path


def codes(path: Path) -> list[tuple[str, int | None]]:
    return [(notice.code, notice.page) for notice in extract.read(path, SETTINGS).notices]


PROSE = (
    "Amount due at closing is payable to the seller and interest of the loan is due\nwith the other sums in this part"
)


def test_unmapped_digits_are_reported_and_not_made_up(tmp_path):
    path = draw(tmp_path, "Amount due at closing: $48,250.", remap={48 + d: chr(0xF730 + d) for d in range(10)})
    document = extract.read(path, SETTINGS)
    assert [(n.code, n.page) for n in document.notices] == [("unmapped_glyphs", 1)]
    assert document.pages[0].text == "Amount due at closing: $\uf734\uf738,\uf732\uf735\uf730."


@pytest.mark.parametrize("shift", [1, 3, -1])
def test_a_shifted_map_is_reported(tmp_path, shift):
    path = draw(tmp_path, PROSE, remap={code: chr(code + shift) for code in range(65, 122)})
    assert codes(path) == [("shifted_font", 1), ("ocr_off", 1)]


def test_one_font_of_several_that_is_garbled_is_reported(tmp_path):
    letters = "abcdefghijklmnopqrstuvwxyz"
    path = draw(tmp_path, PROSE, remap={ord(a): b for a, b in zip(letters, letters[::-1], strict=True)})
    file = pymupdf.open(path)
    file[0].insert_text((72, 300), "The rest of the page is written in a font of its own.", fontname="tiro")
    file.save(path.with_name("two.pdf"))
    assert codes(path.with_name("two.pdf")) == [("garbled_font", 1), ("ocr_off", 1)]


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "Net loss $ (1,234) $ (987)\nNet loss per share $ (0.09) $ (0.07)",
        "CUSIP 037833100 AAPL MSFT GOOG XNAS NYSE CIK EIN DTC SWIFT BIC IBAN LEI\nFINRA SEC PCAOB ASC ASU FASB IFRS",
        "Die Gesellschaft hat ihren Sitz in Frankfurt am Main und wird\ndurch zwei Mitglieder vertreten",
        "Zwyqo Parties\nZwyqo Party\nZwyqo Plus\nZwyqo Toolbar\nZwyqo Zones\nZwyqoIn\nPSTN\nZwyqo Hub",
        "Contents ............................................ 4\nRisks ....................................... 12",
    ],
)
def test_honest_text_is_not_called_garbled(tmp_path, text):
    assert codes(draw(tmp_path, text)) == []


def test_signs_of_zapfdingbats_are_signs(tmp_path):
    path = draw(tmp_path, "3", font="zadb")
    document = extract.read(path, SETTINGS)
    shown = document.pages[0].text
    after = apply(shown, [Replacement(edit.place.span, edit.after) for edit in document.cleanings]).text
    assert after in ("✓", "✔")


def test_chinese_lines_join_without_a_blank_and_latin_words_keep_theirs(tmp_path):
    lines = "甲方应当聘请独立的第三方审\n计机构对账目进行审计，费用\n不超过人民币一百万元整。"
    document = extract.read(draw(tmp_path, lines, font="china-s"), SETTINGS)
    shown = document.pages[0].text
    after = apply(shown, [Replacement(edit.place.span, edit.after) for edit in document.cleanings]).text
    assert "独立的第三方审计机构" in after


def broken(folder: Path, *, elsewhere: str) -> str:
    """Return the first page of a document whose sentence goes on behind a page break, with its edits."""
    file = pymupdf.open()
    file.new_page().insert_text((72, 700), "The borrower shall pay to the agent the arrange-", fontsize=11)
    file.new_page().insert_text((72, 72), "ment fee within ten days after the signing date.", fontsize=11)
    file[1].insert_text((72, 120), elsewhere, fontsize=11)
    file.save(folder / "break.pdf")
    document = extract.read(folder / "break.pdf", SETTINGS)
    edits = [Replacement(edit.place.span, edit.after) for edit in document.cleanings if edit.place.page == 1]
    return apply(document.pages[0].text, edits).text


def test_a_word_cut_by_a_page_break_closes_up_when_the_document_has_it_whole(tmp_path):
    text = broken(tmp_path, elsewhere="The arrangement ends with the last payment.")
    assert text == "The borrower shall pay to the agent the arrange"


def test_a_hyphen_before_a_page_break_stays_without_evidence(tmp_path):
    assert broken(tmp_path, elsewhere="Nothing else is said.").endswith("arrange-")
    assert broken(tmp_path, elsewhere="An arrangement and arrange-ment.").endswith("arrange-")


def test_a_drop_capital_over_two_lines_begins_its_word(tmp_path):
    file = pymupdf.open()
    sheet = file.new_page()
    sheet.insert_text((72, 112), "T", fontsize=34)
    sheet.insert_text((94, 100), "he Borrower shall repay the loan in full by the", fontsize=11)
    sheet.insert_text((94, 114), "maturity date. Interest accrues daily.", fontsize=11)
    file.save(tmp_path / "drop.pdf")
    text = extract.read(tmp_path / "drop.pdf", SETTINGS).pages[0].text
    assert text.startswith("The Borrower shall repay the loan in full by the\nmaturity date.")


@pytest.mark.parametrize(
    ("capital", "rest", "begun"),
    [
        ("I", "n the year of", "In the year of"),
        ("A", "ny party may", "Any party may"),
        ("A", "party may", "A party may"),
        ("«S", "ince May the", "«Since May the"),
    ],
)
def test_a_drop_capital_that_is_a_word_itself_stays_one_where_no_other_begins(tmp_path, capital, rest, begun):
    file = pymupdf.open()
    page = file.new_page()
    page.insert_text((72, 126), capital, fontsize=46)
    left = page.get_text("words")[0][2] + 1
    for at, line in enumerate((rest, "goes on in a second line", "and ends in a third one.")):
        page.insert_text((left, 100 + 13 * at), line)
    file.save(tmp_path / "drawn.pdf")
    assert extract.read(tmp_path / "drawn.pdf", SETTINGS).pages[0].text.splitlines()[0] == begun
