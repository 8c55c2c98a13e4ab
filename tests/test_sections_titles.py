"""What the words of a line say: a title, one that runs in, or neither."""

import pytest

from pipeline.sections.chains import is_reference
from pipeline.sections.headings import Heading, Style
from pipeline.sections.numbering import read_label
from pipeline.sections.titles import folded, form_of, is_pointed_at, squash


def form(line, *, alone=True, strength=0, following=""):
    label = read_label(line)
    rest = line[label.end :] if label else line
    kind, length = form_of(rest, f"{rest}\n{following}", alone=alone, strength=strength, label=label)
    return kind, rest[:length].strip()


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("5.2 REPORTING. Within two weeks the parties shall report.", "REPORTING."),
        ("2.4 RESTRICTIONS ON COMMUNICATIONS. Alder may place banners.", "RESTRICTIONS ON COMMUNICATIONS."),
        ("(e) Notices. All notices must be in writing.", "Notices."),
        ("14.12 Attorney’s Fees. The prevailing party recovers its fees.", "Attorney’s Fees."),
        ("4. Non-solicitation of Clients. Neither party shall solicit.", "Non-solicitation of Clients."),
        ("7.4 Confidentiality of this Agreement. The parties keep it secret.", "Confidentiality of this Agreement."),
        ("10.8 Governing Law, etc. This Agreement is governed by the laws of Iowa.", "Governing Law, etc."),
        ("9. Governing Law; Venue. This Agreement is governed by the laws of Iowa.", "Governing Law; Venue."),
        ("第五条 保密 双方应对获知的商业秘密予以保密。", "保密"),
        ("第六条 知识产权：乙方保证其设备不侵犯任何第三方的权利。", "知识产权"),
        ("5.2 Arbitration: in the event of a dispute the parties meet.", "Arbitration:"),
        (
            "2. AMENDMENT OF SECTIONS 3.1 AND 3.2. Sections 3.1 and 3.2 are amended.",
            "AMENDMENT OF SECTIONS 3.1 AND 3.2.",
        ),
    ],
)
def test_a_title_runs_in_before_the_text_of_its_clause(line, title):
    assert form(line, alone=False) == ("run_in", title)


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("8. Term and Termination", "Term and Termination"),
        ("5.1 Governing law:", "Governing law:"),
        ("6. RIGHTS AND STANDARDS.", "RIGHTS AND STANDARDS."),
        ("10. THE JOINT CORP. FRANCHISE STANDARDS", "THE JOINT CORP. FRANCHISE STANDARDS"),
        ("三、关键审计事项", "关键审计事项"),
        ("2. 合并财务报表范围", "合并财务报表范围"),
    ],
)
def test_a_title_that_stands_alone_is_whole(line, title):
    assert form(line) == ("own", title)


@pytest.mark.parametrize(
    "line",
    [
        "1.4 Distributor shall maintain a place of business at the location",
        "(a) Comply with all federal and state laws;",
        "(ii) Work with the supplier as appropriate.",
        "3.1. The obligations under this Agreement are to:",
        "(a) [***] USD on June 1, 2018",
        "第十条 乙方未按期付款的，应当依照本合同",
        "（一）逾期超过三十日的，每日按万分之五计算。",
        "1.38 “Alder Plus” means the services that Alder offers",
        "(1) prior to the Effective Date of this Agreement; or",
        "2.1 Die Verkäuferin verkauft hiermit die Geschäftsanteile an die Käuferin nach Maßgabe von",
        "2.2 乙方逾期交货的，应当依照本合同",
        "第一条 甲方 应当按期付款，不得拖延。",
    ],
)
def test_clauses_and_list_items_have_no_title(line):
    assert form(line)[0] == "none"


@pytest.mark.parametrize(
    ("line", "refers"),
    [
        ("Section 4.2 of this Agreement", True),
        ("Item 1A, Risk Factors", True),
        ("第十一条的规定承担违约责任", True),
        ("第十一条、第十二条", True),
        ("§ 5 Abs. 2 gilt entsprechend", True),
        ("Section 4.2 Grant of License", False),
        ("第十一条 违约金", False),
        ("§ 5 Haftung", False),
    ],
)
def test_a_mention_goes_on_otherwise_than_a_heading(line, refers):
    label = read_label(line)
    heading = Heading(1, 0, len(line), 0.0, 0.0, line, Style(10, bold=False, italic=False, caps=False), label)
    assert is_reference(heading, line[label.end :]) is refers


@pytest.mark.parametrize(
    ("previous", "line", "pointed"),
    [
        ("as set forth in", "Section 4.2 and the", True),
        ("应当依照本合同", "第十一条", True),
        ("the first clause;", "4.2 Grant", False),
        ("this list, and", "(b) the second", False),
    ],
)
def test_the_line_before_may_lead_into_a_number(previous, line, pointed):
    assert is_pointed_at(read_label(line), previous, inside=True) is pointed


def test_spaces_and_dots_do_not_part_a_title():
    assert squash("Item 1. Busines s.") == squash("ITEM 1: BUSINESS") == "item1business"
    assert folded("I T E M  8.  FINANCIAL  STATEMENTS") == "ITEM 8. FINANCIAL STATEMENTS"
    assert folded("A B testing") == "A B testing"
