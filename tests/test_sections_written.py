"""Trees of whole documents that the tests draw as people write them: contracts, reports, filings in three languages."""

# ruff: noqa: E501 -- a drawn page reads best line by line

import pymupdf
import pytest

from pipeline import amounts, extract, sentences
from pipeline.sections import Placer
from pipeline.settings import Settings

SETTINGS = Settings()
CLAUSE = (
    "The parties shall act in good faith and shall give each other notice of any matter that may affect this Agreement."
)
KLAUSEL = "Die Parteien werden alle hierzu erforderlichen Erklärungen abgeben, soweit dies rechtlich zulässig ist."
MADE = "This Agreement is made as of 3 May 2024 by and between Pump Works Inc. (the “Supplier”) and Wells Ltd. (the “Customer”)."


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """Return a function that draws pages of lines ("*" bold, "#" large, ">" further right) and returns their tree."""
    folder = tmp_path_factory.mktemp("written")
    stages = (amounts.Repairer.open(SETTINGS), sentences.Splitter.open(SETTINGS), Placer.open(SETTINGS))

    def drawn(pages, *, chinese=False):
        file = pymupdf.open()
        for lines in pages:
            page = file.new_page()
            at = 70.0
            for line in lines:
                text = line.lstrip("*#>")
                marks = line[: len(line) - len(text)]
                size = 15 if "#" in marks else 10
                at += 2.2 * size
                font = "china-s" if chinese else "hebo" if "*" in marks or "#" in marks else "helv"
                page.insert_text((110 if ">" in marks else 70, at), text, fontsize=size, fontname=font)
        path = folder / f"d{len(list(folder.iterdir()))}.pdf"
        file.save(path)
        document = extract.read(path, SETTINGS.extract)
        for stage in stages:
            document = stage(document)
        return [(s.level, s.title, s.type, s.page_start, s.page_end) for s in document.sections]

    return drawn


def test_the_last_clause_of_a_contract_ends_where_the_parties_sign_and_an_annexed_agreement_numbers_anew(tree):
    found = tree([
        [
            "#MASTER AGREEMENT", MADE, "WHEREAS, the Customer wishes to buy pumps and shall pay for them;",
            "*1. Definitions", CLAUSE, "*2. Fees", CLAUSE, "*3. General", CLAUSE,
            "IN WITNESS WHEREOF, the parties have executed this Agreement.", "*PUMP WORKS INC.", "By: ____________",
        ],
        ["*EXHIBIT B", "*FORM OF ESCROW AGREEMENT", "This Escrow Agreement is made by the parties.", "*1. Appointment", CLAUSE, "*2. Governing Law", CLAUSE],
        ["*EXHIBIT C", "*TO THE MASTER AGREEMENT", "*PRICE LIST", CLAUSE],
    ])  # fmt: skip
    assert found == [
        (1, "", "front_matter", 1, 1),
        (1, "1. Definitions", "definitions", 1, 1),
        (1, "2. Fees", "price_and_payment", 1, 1),
        (1, "3. General", "miscellaneous", 1, 1),
        (1, "", "signatures", 1, 1),
        (1, "EXHIBIT B FORM OF ESCROW AGREEMENT", "security", 2, 2),
        (2, "1. Appointment", "appointment", 2, 2),
        (2, "2. Governing Law", "governing_law", 2, 2),
        (1, "EXHIBIT C TO THE MASTER AGREEMENT PRICE LIST", "price_and_payment", 3, 3),
    ]


def test_the_title_and_the_parties_behind_a_contents_list_are_no_part_of_it(tree):
    found = tree([
        ["#TABLE OF CONTENTS", "ARTICLE 1 - DEFINITIONS ........ 2", "ARTICLE 2 - PROGRAM ........ 2", "ARTICLE 3 - FEES ........ 2", "ARTICLE 4 - TERM ........ 2", "Exhibit A - Price List"],
        [
            "#DEVELOPMENT AGREEMENT", MADE, "The parties shall therefore agree as follows:", "*ARTICLE 1 - DEFINITIONS", CLAUSE, "*ARTICLE 2 - PROGRAM", CLAUSE,
            "*ARTICLE 3 - FEES", CLAUSE, "*ARTICLE 4 - TERM", CLAUSE,
        ],
    ])  # fmt: skip
    assert found[:3] == [
        (1, "TABLE OF CONTENTS", "table_of_contents", 1, 1),
        (1, "", "front_matter", 2, 2),
        (1, "ARTICLE 1 - DEFINITIONS", "definitions", 2, 2),
    ]


def test_points_of_a_list_open_no_sections(tree):
    found = tree([[
        "#SUPPLY AGREEMENT", MADE, "*1. Customers", "The Supplier shall serve the following customers:", ">(a) Osprey Ltd, for the United Kingdom;", ">(b) Kestrel SA, for France.",
        "*2. Term", CLAUSE, "*3. Notices", CLAUSE,
    ]])  # fmt: skip
    assert [title for _, title, *_ in found] == ["", "1. Customers", "2. Term", "3. Notices"]


def test_both_first_items_of_a_10q_stand_under_their_parts(tree):
    found = tree([
        ["#FORM 10-Q", "Quarterly report of Alder Holdings Inc."],
        ["*PART I. FINANCIAL INFORMATION", "*Item 1. Financial Statements", "The statements are unaudited.", "*Item 2. Management's Discussion and Analysis", "For risks see Part II, Item 1A. of this report."],
        ["*PART II. OTHER INFORMATION", "*Item 1. Legal Proceedings", "A competitor sued us in May.", "*Item 6. Exhibits", "99.1 Press Release"],
    ])  # fmt: skip
    assert [(level, kind) for level, _, kind, *_ in found[1:]] == [
        (1, "part"), (2, "financial_statements"), (2, "managements_discussion"), (1, "part"), (2, "legal_proceedings"), (2, "exhibits"),
    ]  # fmt: skip


def test_names_below_the_signatures_of_a_filing_are_no_headings(tree):
    found = tree([
        ["#FORM 8-K", "Current report pursuant to Section 13"],
        ["*Item 7.01 Regulation FD Disclosure", "We gave a talk.", "*SIGNATURES", "The registrant has signed.", "*ACME HOLDINGS", "By: /s/ Jane Roe", "*C. Douglas Roe"],
        ["*Exhibit 99.1 Press Release", "We grew."],
    ])  # fmt: skip
    assert [title for _, title, *_ in found][-3:] == [
        "Item 7.01 Regulation FD Disclosure",
        "SIGNATURES",
        "Exhibit 99.1 Press Release",
    ]


def test_a_german_purchase_agreement_has_its_clauses_its_guarantees_and_its_annexes(tree):
    found = tree([
        [
            "#GESCHÄFTSANTEILSKAUFVERTRAG", "zwischen der Linde GmbH (nachfolgend „Verkäuferin“) und der Nordwind AG (nachfolgend „Käuferin“)", "*Präambel", KLAUSEL,
            "*§ 1 Verkauf und Abtretung", "1.1 Die Verkäuferin verkauft hiermit die Geschäftsanteile an die Käuferin nach Maßgabe von", "§ 433 BGB. Der Kaufpreis ergibt sich aus",
            "§ 2.1 dieses Vertrages.", "*§ 2 Kaufpreis", "*2.1 Grundkaufpreis", KLAUSEL, "*2.2 Kaufpreisanpassung", KLAUSEL,
            "*§ 3 Garantien der Verkäuferin", "*3.1 Rechtsstreitigkeiten", KLAUSEL, "*3.2 Umwelt", KLAUSEL,
        ],
        ["*§ 4 Schlussbestimmungen", "4.1 Gerichtsstand. Gerichtsstand ist München.", "Hamburg, den 12. Mai 2025", "____________", "Linde GmbH"],
        ["*Anlage 2.2", "*Berechnung des Nettoumlaufvermögens", KLAUSEL],
    ])  # fmt: skip
    assert [each[:3] for each in found[1:]] == [
        (1, "Präambel", "recitals"),
        (1, "§ 1 Verkauf und Abtretung", "subject_matter"),
        (1, "§ 2 Kaufpreis", "price_and_payment"),
        (2, "2.1 Grundkaufpreis", "price_and_payment"),
        (2, "2.2 Kaufpreisanpassung", "price_and_payment"),
        (1, "§ 3 Garantien der Verkäuferin", "warranties"),
        (2, "3.1 Rechtsstreitigkeiten", "warranties"),
        (2, "3.2 Umwelt", "warranties"),
        (1, "§ 4 Schlussbestimmungen", "miscellaneous"),
        (2, "4.1 Gerichtsstand.", "governing_law"),
        (1, "", "signatures"),
        (1, "Anlage 2.2 Berechnung des Nettoumlaufvermögens", "annex"),
    ]


def test_a_chapter_that_only_the_contents_list_names_holds_its_parts(tree):
    found = tree([
        ["#Geschäftsbericht 2024", "Ulmen AG, Stuttgart"],
        ["#Inhalt", "Lagebericht ........ 3", ">Ertragslage ........ 3", ">Prognosebericht ........ 3", "Konzernabschluss ........ 4", ">Konzernbilanz ........ 4", ">Konzernanhang ........ 4"],
        ["#Lagebericht", "Der Konzern fertigt Pumpen.", "*Ertragslage", "Der Umsatz stieg.", "*Prognosebericht", "Der Umsatz wird steigen."],
        ["*Konzernbilanz", "Die Bilanzsumme stieg auf 200 Mio. EUR.", "*Konzernanhang", "Der Abschluss wurde nach IFRS aufgestellt."],
    ])  # fmt: skip
    assert [each[:3] for each in found[2:]] == [
        (1, "Lagebericht", "managements_discussion"),
        (2, "Ertragslage", "financial_performance"),
        (2, "Prognosebericht", "outlook"),
        (1, "Konzernabschluss", "section"),
        (2, "Konzernbilanz", "balance_sheet"),
        (2, "Konzernanhang", "notes"),
    ]


def test_the_register_of_an_annex_numbers_its_entries_with_its_letter(tree):
    found = tree([
        ["#Legal Due Diligence Report", "Project Heron"],
        ["#1. Executive summary", CLAUSE, "#2. Material contracts", CLAUSE, "*2.1 Cash flow", CLAUSE],
        ["#Annex A: Register", "*A.1 Osprey GmbH: spare parts", CLAUSE, "*A.2 Kestrel Pte. Ltd.: bearings", CLAUSE, "#Annex B: Leases", "*B.1 Hamburg office", CLAUSE],
    ])  # fmt: skip
    assert [each[:2] for each in found[-5:]] == [
        (1, "Annex A: Register"),
        (2, "A.1 Osprey GmbH: spare parts"),
        (2, "A.2 Kestrel Pte. Ltd.: bearings"),
        (1, "Annex B: Leases"),
        (2, "B.1 Hamburg office"),
    ]


def test_a_chinese_contract_is_read_in_any_spacing_and_with_titles_before_their_text(tree):
    found = tree([
        [
            "设备采购合同", "甲方（买方）：北京远山科技有限公司", "乙方（卖方）：苏州临湖机械股份有限公司", "鉴于甲方拟采购设备，双方订立本合同。",
            "第 一 条　合同标的", "乙方应当向甲方出售十二台数控机床。", "第二条 合同价款", "2.2 乙方逾期交货的，应当依照本合同", "第七条的规定支付违约金。",
            "第３条 验收标准", "乙方应当通过验收。", "第4条 保密 双方应对在履行合同中获知的商业秘密予以保密。", "第五条 其 他", "本合同自双方盖章之日起生效。",
            "（以下无正文）", "甲方（盖章）：",
        ],
        ["附件一：技术规格书", "设备的精度应当符合国家标准。"],
    ], chinese=True)  # fmt: skip
    assert [each[:3] for each in found[1:]] == [
        (1, "第 一 条 合同标的", "subject_matter"),
        (1, "第二条 合同价款", "price_and_payment"),
        (1, "第３条 验收标准", "acceptance"),
        (1, "第4条 保密", "confidentiality"),
        (1, "第五条 其 他", "miscellaneous"),
        (1, "", "signatures"),
        (1, "附件一：技术规格书", "annex"),
    ]


def test_a_report_set_in_a_chapter_counts_anew_and_the_chapter_goes_on_behind_it(tree):
    text = "我们审计了水泵股份有限公司的财务报表，包括资产负债表、利润表和现金流量表。"
    found = tree([
        ["*第一节 公司概况", text, "*第二节 财务报告", "*一、审计报告", "#审 计 报 告", "*一、审计意见", text, "*二、关键审计事项", text],
        ["*三、其他信息", text, "*二、财务报表", text, "*三、公司基本情况", text],
    ], chinese=True)  # fmt: skip
    assert [(level, title) for level, title, *_ in found if title] == [
        (1, "第一节 公司概况"),
        (1, "第二节 财务报告"),
        (2, "一、审计报告"),
        (3, "审 计 报 告"),
        (4, "一、审计意见"),
        (4, "二、关键审计事项"),
        (4, "三、其他信息"),
        (2, "二、财务报表"),
        (2, "三、公司基本情况"),
    ]


def test_lawsuits_and_contracts_that_an_annex_lists_open_no_sections(tree):
    found = tree([
        ["#Kaufvertrag", "*§ 1 Vertragsgegenstand", KLAUSEL, "*§ 2 Kaufpreis", KLAUSEL, "*§ 3 Garantien", KLAUSEL],
        [
            "*Anlage 3 Rechtsstreitigkeiten", "1. Nordwind GmbH ./. Müller Bau AG, Az. 3 O 12/22: Klage auf Zahlung.",
            "2. Becker ./. Nordwind GmbH", "3. Nordwind GmbH ./. Finanzamt Hamburg-Mitte",
        ],
        [
            "*Anlage 4 Wesentliche Verträge", "1. Mietvertrag mit der Hafen AG vom 12. Januar 2019",
            "2. Liefervertrag mit der Stahl AG vom 3. Juni 2020", "3. Rahmenvertrag mit der Bahn AG vom 9. Juli 2021",
        ],
        ["*Anlage 5 Mietbedingungen", "1. Mietzeit", KLAUSEL, "2. Kündigung", KLAUSEL],
    ])  # fmt: skip
    assert [(level, title) for level, title, *_ in found if title] == [
        (1, "§ 1 Vertragsgegenstand"),
        (1, "§ 2 Kaufpreis"),
        (1, "§ 3 Garantien"),
        (1, "Anlage 3 Rechtsstreitigkeiten"),
        (1, "Anlage 4 Wesentliche Verträge"),
        (1, "Anlage 5 Mietbedingungen"),
        (2, "1. Mietzeit"),
        (2, "2. Kündigung"),
    ]


def test_the_cover_of_a_filing_opens_no_section_however_far_its_first_part_stands(tree):
    found = tree([
        ["#UNITED STATES", "#SECURITIES AND EXCHANGE COMMISSION", "#FORM 10-K", "ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)", CLAUSE],
        ["*Forward-Looking Statements", CLAUSE], [CLAUSE], [CLAUSE], [CLAUSE],
        ["*PART I", "*Item 1. Business", CLAUSE, "*Item 1A. Risk Factors", CLAUSE],
        ["*PART II", "*Item 7. Management's Discussion and Analysis", CLAUSE, "*Item 8. Financial Statements", CLAUSE],
    ])  # fmt: skip
    assert [(level, title, first) for level, title, _, first, _ in found][:4] == [
        (1, "", 1),
        (1, "Forward-Looking Statements", 2),
        (1, "PART I", 6),
        (2, "Item 1. Business", 6),
    ]
