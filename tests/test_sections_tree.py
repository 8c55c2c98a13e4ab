"""The section tree of small documents that the tests draw: filings, contracts, reports; English, Chinese, German."""

# ruff: noqa: E501, S301 -- a drawn page reads best line by line, and the pickle is our own

import pickle
from dataclasses import replace

import pymupdf
import pytest

from pipeline import amounts, extract, sentences
from pipeline.document import Document, OutlineEntry
from pipeline.sections import Placer
from pipeline.settings import Settings

SETTINGS = Settings()
BODY = "The quick brown fox jumps over the lazy dog and then rests for a while in the shade of the old oak tree."


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    """Return a function that draws pages of (text, size, bold, x) lines and reads, splits and places them."""
    folder = tmp_path_factory.mktemp("sections")
    stages = (amounts.Repairer.open(SETTINGS), sentences.Splitter.open(SETTINGS), Placer.open(SETTINGS))

    def reader(pages, *, links=(), chinese=False):
        drawn = pymupdf.open()
        for lines in pages:
            page = drawn.new_page()
            at = 72
            for line in lines:
                text, size, bold, x, *cells = (
                    (line, 10, False, 72) if isinstance(line, str) else (*line, *(10, False, 72)[len(line) - 1 :])
                )
                at += 2.2 * size if bold or size > 10 else 1.9 * size
                font = "china-s" if chinese else "hebo" if bold else "helv"
                for place, cell in zip((x, *(x + 60 + 320 * n for n in range(9))), text.split("\t"), strict=False):
                    page.insert_text((place, at), cell, fontsize=size, fontname=font)
                assert not cells
        for page, y, target, target_y in links:
            box = pymupdf.Rect(72, y - 12, 500, y + 2)
            place = {"kind": pymupdf.LINK_GOTO, "from": box, "page": target - 1, "to": pymupdf.Point(0, target_y)}
            drawn[page - 1].insert_link(place)
        path = folder / f"d{len(list(folder.iterdir()))}.pdf"
        drawn.save(path)
        document = extract.read(path, SETTINGS.extract)
        for stage in stages:
            document = stage(document)
        check(document, stages[-1])
        return document

    return reader


def check(document: Document, placer: Placer) -> None:
    """Hold what holds for every document: the sections tile the units, nest, and come out the same again."""
    by_id = {section.id: section for section in document.sections}
    at = 0
    for section in document.sections:
        if section.parent is None:
            assert section.first == at
            at = section.end
        else:
            parent = by_id[section.parent]
            assert parent.first <= section.first <= section.end <= parent.end
            assert section.level == parent.level + 1
        assert section.page_start <= section.page_end
    assert at == len(document.units)
    assert placer(document) == document
    assert pickle.loads(pickle.dumps(placer))(document) == document


def outline(document):
    """Return title, level and first page of each section with a title."""
    return [(section.title, section.level, section.page_start) for section in document.sections if section.title]


def types(document):
    return {section.title: section.type for section in document.sections}


COVER = [("UNITED STATES", 16, True), ("FORM 10-K", 16, True), ("Pumps Inc.", 14, True), BODY]


def test_items_stand_on_their_pages_under_their_parts_and_contents_rows_are_no_headings(read):
    contents = [
        ("TABLE OF CONTENTS", 12, True), ("PART I", 10, True), "Item 1.\tBusiness\t3", "Item 1A.\tRisk Factors\t4",
        ("PART II", 10, True), "Item 7.\tManagement's Discussion and Analysis\t5", "Item 8.\tFinancial Statements\t6",
    ]  # fmt: skip
    document = read([
        COVER, contents,
        [("PART I", 12, True), ("Item 1. Business", 12, True), BODY],
        [("Item 1A. Risk Factors", 12, True), "Item 7 of this report tells of our results.", BODY],
        [("PART II", 12, True), ("Item 7. Management's Discussion and Analysis", 12, True), BODY],
        [("Item 8. Financial Statements", 12, True), BODY],
    ])  # fmt: skip
    assert document.type == "10-K"
    assert outline(document) == [
        ("TABLE OF CONTENTS", 1, 2),
        ("PART I", 1, 3),
        ("Item 1. Business", 2, 3),
        ("Item 1A. Risk Factors", 2, 4),
        ("PART II", 1, 5),
        ("Item 7. Management's Discussion and Analysis", 2, 5),
        ("Item 8. Financial Statements", 2, 6),
    ]
    assert document.sections[0].type == "front_matter"
    assert types(document)["Item 1A. Risk Factors"] == "risk_factors"
    assert next(s for s in document.sections if s.type == "risk_factors").priority == "high"
    assert next(s for s in document.sections if s.type == "table_of_contents").boilerplate == "table_of_contents"


def test_items_of_a_quarterly_report_are_known_by_part_and_item(read):
    document = read([
        [("FORM 10-Q", 16, True), BODY],
        [("PART I", 12, True), ("Item 1. Financial Statements", 12, True), BODY, ("Item 2. Management's Discussion and Analysis", 12, True), BODY],
        [("PART II", 12, True), ("Item 1. Legal Proceedings", 12, True), BODY, ("Item 1A. Risk Factors", 12, True), BODY],
    ])  # fmt: skip
    assert document.type == "10-Q"
    by_id = {section.id: section for section in document.sections}
    parts = {s.title: by_id[s.parent].title for s in document.sections if s.title.startswith("Item")}
    assert parts == {
        "Item 1. Financial Statements": "PART I",
        "Item 2. Management's Discussion and Analysis": "PART I",
        "Item 1. Legal Proceedings": "PART II",
        "Item 1A. Risk Factors": "PART II",
    }


def test_a_linked_entry_without_a_line_of_its_own_begins_where_the_link_leads(read):
    contents = [
        ("TABLE OF CONTENTS", 12, True), ("Part I", 10, True), "Item 1.\tFinancial Statements\t4", "Item 2.\tManagement's Discussion\t3",
        "Item 4.\tControls and Procedures\t5", ("Part II", 10, True), "Item 6.\tExhibits\t5",
    ]  # fmt: skip
    rows = (139.4, 158.4, 177.4, 218.4)
    document = read(
        [
            [("FORM 10-Q", 16, True), BODY], contents, [("INTRODUCTION", 12, True), BODY], [("Consolidated balance sheet", 12, True), BODY],
            [("Item 4. Controls and Procedures", 12, True), BODY, ("Item 6. Exhibits", 12, True), BODY],
        ],
        links=[(2, y, page, 60) for y, page in zip(rows, (4, 3, 5, 5), strict=True)],
    )  # fmt: skip
    pages = {s.title: s.page_start for s in document.sections}
    assert pages["Item 2. Management's Discussion"] == 3
    assert pages["Item 1. Financial Statements"] == 4


def test_points_of_a_summary_that_link_to_where_they_are_explained_are_no_contents(read):
    points = [
        "- Storms may stop our pumps, and insurance may not cover what that costs us.",
        "- We depend on two suppliers of valves, either of which may end its contract with us.",
        "- Our loans hold covenants, and a breach of one would let lenders ask for their money.",
        "- Courts may decide against us in the cases that are described in the notes.",
        "- The price of power has risen, and we may be unable to pass it on to customers.",
    ]
    pages = [
        [("FORM 10-K", 16, True), BODY],
        [("Item 1A. Risk Factors", 12, True), "The main risks are these:", *points],
    ]
    pages += [[(f"Risk of the kind {kind}", 12, True), BODY] for kind in "vwxyz"]
    rows = [72 + 26.4 + 19 * at for at in range(2, 7)]
    document = read(pages, links=[(2, y, page, 60) for y, page in zip(rows, range(3, 8), strict=True)])
    assert "table_of_contents" not in types(document).values()


@pytest.mark.parametrize(
    "title", ["Item No. 1   Business", "ITEM 1: BUSINESS", "Item 1 - Business", "I T E M  1.  BUSINESS"]
)
def test_a_heading_is_found_however_it_is_spelt(read, title):
    document = read([
        [("FORM 10-K", 16, True), BODY],
        [(title, 10, False), BODY, ("Item 1C. Cybersecurity", 10, False), BODY, ("Item 7A - Market Risk", 10, False), BODY],
    ])  # fmt: skip
    assert [s.type for s in document.sections if s.level == 2] == ["business", "cybersecurity", "market_risk"]


def test_a_running_head_is_one_heading(read):
    pages = [[("FORM 10-K", 16, True), BODY]]
    pages += [[("Item 1A", 10, False), BODY, BODY, f"Risk number {page} is that prices fall."] for page in range(6)]
    pages[1].insert(1, ("ITEM 1A. RISK FACTORS", 12, True))
    document = read(pages)
    assert sum(section.type == "risk_factors" for section in document.sections) == 1


CONTRACT = [
    [
        ("SUPPLY AGREEMENT", 14, True),
        'This Agreement is made and entered into by and between Pumps Inc. (the "Supplier") and Wells Ltd. (the "Customer").',
        ("RECITALS", 10, True), "WHEREAS, the Supplier makes pumps and the Customer shall buy them from the Supplier hereunder;",
        ("1. DEFINITIONS.", 10, False), "1.1 Products means the pumps that are listed in Exhibit A and no others.",
        ("2. PRICE.", 10, False), "2.1 Payment. The Customer shall pay within thirty days of the date of the invoice, as set forth in",
        "Section 3.1 of this Agreement, without any deduction.", "2.2 Taxes. The Customer shall bear all taxes on the Products.",
    ],
    [
        ("3. LIABILITY", 10, False), "3.1 Limitation of Liability. In no event shall either party be liable for lost profits.",
        "3.2 The parties shall insure their risks.", ("4. GOVERNING LAW.", 10, False), "This Agreement is governed by the laws of Delaware.",
        "IN WITNESS WHEREOF, the parties have executed this Agreement.", ("PUMPS INC.", 10, True), "By: ______", ("WELLS LTD.", 10, True), "By: ______",
    ],
    [("EXHIBIT A", 12, True), ("PRICE LIST", 12, True), BODY],
]  # fmt: skip


def test_clauses_nest_by_their_numbers_and_references_signatures_and_plain_clauses_are_no_headings(read):
    document = read(CONTRACT)
    assert document.type == "contract"
    assert outline(document) == [
        ("RECITALS", 1, 1),
        ("1. DEFINITIONS.", 1, 1),
        ("2. PRICE.", 1, 1),
        ("2.1 Payment.", 2, 1),
        ("2.2 Taxes.", 2, 1),
        ("3. LIABILITY", 1, 2),
        ("3.1 Limitation of Liability.", 2, 2),
        ("4. GOVERNING LAW.", 1, 2),
        ("EXHIBIT A PRICE LIST", 1, 3),
    ]
    found = types(document)
    assert found["2.1 Payment."] == "price_and_payment"
    assert found["3.1 Limitation of Liability."] == "limitation_of_liability"
    assert found["4. GOVERNING LAW."] == "governing_law"


def test_a_chinese_contract_has_chapters_and_articles_and_a_reference_is_text(read):
    document = read(
        [[
            ("股权转让协议", 16), "甲方：某某有限公司", "乙方：李某", "双方经友好协商达成如下协议。",
            "第一章 总则", "第一条 转让标的", "甲方将其持有的股权转让给乙方。",
            "第二章 违约责任", "第二条 乙方未按期付款的，应当依照本合同第三条的规定承担违约责任，并赔偿损失。",
            "第三条 违约金", "一、逾期付款", "（一）逾期超过三十日的，每日按万分之五计算。",
        ]],
        chinese=True,
    )  # fmt: skip
    assert document.type == "contract"
    assert outline(document) == [
        ("第一章 总则", 1, 1),
        ("第一条 转让标的", 2, 1),
        ("第二章 违约责任", 1, 1),
        ("第二条", 2, 1),
        ("第三条 违约金", 2, 1),
        ("一、逾期付款", 3, 1),
    ]


def test_a_chinese_contents_list_leads_to_the_pages_of_the_body(read):
    contents = [
        ("目  录", 14),
        "第一节 概览\t1",
        "一、公司简介\t1",
        "第二节 风险因素\t2",
        "一、市场风险\t2",
        "二、财务风险\t3",
    ]
    document = read(
        [
            [("首次公开发行股票招股说明书", 18)], contents,
            ["第一节 概览", "一、公司简介", "本公司生产水泵，产品销往各地。"],
            ["第二节 风险因素", "一、市场风险", "市场需求可能下降，影响本公司的收入。"],
            ["二、财务风险", "利率可能上升，影响本公司的利润。"],
        ],
        chinese=True,
    )  # fmt: skip
    assert document.type == "prospectus"
    assert [row for row in outline(document) if row[2] > 2] == [
        ("第一节 概览", 1, 3),
        ("一、公司简介", 2, 3),
        ("第二节 风险因素", 1, 4),
        ("一、市场风险", 2, 4),
        ("二、财务风险", 2, 5),
    ]


def test_a_german_contract_has_its_paragraphs(read):
    document = read([[
        ("Liefervertrag", 16, True), "zwischen der Pumpen GmbH", "– nachfolgend Verkäufer genannt –", "und der Brunnen AG, Käufer.",
        ("§ 1 Gegenstand des Vertrags", 11, True), "(1) Der Verkäufer ist verpflichtet, dem Käufer Pumpen gemäß Anlage 1 zu liefern.",
        ("§ 2 Haftung", 11, True), "(1) Die Haftung der Parteien ist gemäß", "§ 3 Abs. 1 dieses Vertrags beschränkt.",
        ("§ 3 Gerichtsstand", 11, True), "Gerichtsstand ist München.", ("Anlage 1: Preisliste", 11, True), "Pumpe 100 EUR.",
    ]])  # fmt: skip
    assert document.type == "contract"
    assert [title for title, _, _ in outline(document)] == [
        "§ 1 Gegenstand des Vertrags",
        "§ 2 Haftung",
        "§ 3 Gerichtsstand",
        "Anlage 1: Preisliste",
    ]
    assert types(document)["§ 2 Haftung"] == "limitation_of_liability"


def test_chapters_of_a_report_without_numbers_are_told_by_their_look(read):
    document = read([
        [("Legal Due Diligence Report", 20, True), BODY],
        [("Executive Summary", 16, True), BODY, ("Red Flags", 12, True), BODY, BODY],
        [("Corporate Structure", 16, True), BODY, ("Shareholders", 12, True), BODY, ("Litigation", 16, True), BODY],
    ])  # fmt: skip
    assert document.type == "dd_report"
    rows = [row for row in outline(document) if row[2] > 1]
    assert rows == [
        ("Executive Summary", 1, 2),
        ("Red Flags", 2, 2),
        ("Corporate Structure", 1, 3),
        ("Shareholders", 2, 3),
        ("Litigation", 1, 3),
    ]
    high = {section.title for section in document.sections if section.priority == "high"}
    assert {"Executive Summary", "Red Flags", "Litigation"} <= high


def test_without_headings_the_document_is_one_section(read):
    document = read([["the pump runs. it does not stop."]])
    assert [(s.id, s.type, s.first, s.end) for s in document.sections] == [("s00", "body", 0, len(document.units))]


def test_a_bookmark_makes_a_heading_of_a_plain_line_and_nothing_of_words_that_stand_nowhere(read):
    document = read([["the pump runs.", "cooling of the pump", "water flows."], ["sale of pumps", "pumps sell well."]])
    marks = (
        OutlineEntry(1, "Cooling of the pump", 1, 90),
        OutlineEntry(1, "Sale of pumps", 2, 90),
        OutlineEntry(1, "scan7.pdf", 2, 90),
    )
    placed = Placer.open(SETTINGS)(replace(document, outline=marks))
    assert outline(placed) == [("cooling of the pump", 1, 1), ("sale of pumps", 1, 2)]
