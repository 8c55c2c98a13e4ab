"""The kind of document is judged by its first and last pages."""

# ruff: noqa: E501 -- the words of a page read best as they stand

import pytest

from pipeline.dictionary import load
from pipeline.document import Document, Page, Source
from pipeline.sections.genre import by_items, judge
from pipeline.settings import Settings

ENTRIES = load("documents", Settings()).entries
CONTRACT = (
    'SHARE PURCHASE AGREEMENT\nThis Agreement is made and entered into as of May 1, 2023 by and between Pumps Inc. (the "Seller")\n'
    'and Wells Ltd. (the "Buyer").\nWHEREAS, the Seller owns the shares;\nNOW, THEREFORE, the parties agree as follows:\n'
    "1. Sale. The Seller shall sell and the Buyer shall buy the shares hereunder."
)


def told(text, language="en"):
    pages = tuple(Page(number, 595.0, 842.0, words) for number, words in enumerate(text.split("\f"), 1))
    return judge(Document(Source("d.pdf", "d.pdf", "", len(pages)), pages=pages, language=language), ENTRIES)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("UNITED STATES\nFORM 10-K\n☒ ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d)", "10-K"),
        ("FORM 10-Q (Mark One)\n☒ QUARTERLY REPORT", "10-Q"),
        ("FORM 8-K\nCURRENT REPORT\n\fPumps Inc. Reports Record Results\nPumps Reports Second Quarter Results", "8-K"),
        ("Pumps Inc. Reports First Quarter 2023 Results\nsee our Form 10-Q", "earnings_release"),
        (CONTRACT, "contract"),
        ("Project Falcon\nLegal Due Diligence Report\nWe have reviewed the contracts.", "dd_report"),
        ("2022 Annual Report and Accounts\nChairman's letter", "annual_report"),
        ("The pump runs.\nIt does not stop.", "other"),
        ("We signed an agreement with a customer. The agreement is important to us.", "other"),
    ],
)
def test_english_documents(text, kind):
    assert told(text).type == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("首次公开发行股票招股说明书", "prospectus"),
        ("某某股份有限公司\n2019 年年度报告", "annual_report"),
        ("股权转让协议\n甲方：某某公司\n乙方：李某\n双方经友好协商达成如下协议", "contract"),
        ("关于某某公司之法律尽职调查报告", "dd_report"),
        ("公司与其签订了租赁合同，约定租金。", "other"),
    ],
)
def test_chinese_documents(text, kind):
    assert told(text, "zh").type == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Anteilskaufvertrag\nzwischen\nPumpen GmbH – nachfolgend Verkäufer –\nPräambel\nDie Parteien", "contract"),
        ("Geschäftsbericht 2022\nBericht des Vorstands", "annual_report"),
        ("Red-Flag-Due-Diligence-Report Projekt Falke", "dd_report"),
        ("Der Vertrag wurde 2019 geschlossen.", "other"),
    ],
)
def test_german_documents(text, kind):
    assert told(text, "de").type == kind


def test_the_judgement_names_its_evidence():
    found = told(CONTRACT)
    assert any("SHARE PURCHASE AGREEMENT" in words for words in found.evidence)
    assert any(words.startswith("documents.contract_parties") for words in found.evidence)


def test_a_contract_behind_a_long_contents_list_is_still_one():
    contents = "\n".join(f"Section {n}. Words about number {n} .... {n}" for n in range(120))
    assert told(f"CREDIT AGREEMENT\n{contents}\f{contents}\f{contents}\f{CONTRACT}").type == "contract"


def test_items_tell_a_report_without_its_cover():
    other = told("Item 1. Business")
    assert by_items(other, {"1", "1A", "7", "8"}).type == "10-K"
    assert by_items(other, {"1", "1A", "2", "3"}).type == "other"
    assert by_items(other, {"1", "7"}).type == "other"
