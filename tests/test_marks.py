"""Marks say where to look, and say it rarely."""

import pickle
from dataclasses import replace

import pytest

from pipeline.document import Boilerplate, Change, Document, Section, Source, Unit
from pipeline.marks import Marker
from pipeline.settings import Settings

MARKER = Marker.open(Settings())


def unit(text: str, *, kind: str = "sentence", language: str = "en") -> Unit:
    return Unit("u0001", kind, text, (), len(text) // 4 + 1, language)


def marked(*units: Unit, kind: str = "contract", **layers) -> Document:
    return MARKER(Document(Source("a.pdf", "a.pdf", "", 1), units=units, type=kind, **layers))


def levels(text: str, *, kind: str = "contract", language: str = "en", of: str = "sentence") -> dict[str, str]:
    document = marked(unit(text, kind=of, language=language), kind=kind)
    return {mark.rule: mark.level for mark in document.marks}


@pytest.mark.parametrize(
    ("text", "rule", "spared"),
    [
        (
            "The Buyer shall use reasonable efforts to obtain the approval.",
            "vague_standard",
            "The parties consider the estimate reasonable.",
        ),
        (
            "Total liability of the Supplier shall not exceed the fees paid.",
            "liability_cap",
            "Total liabilities rose in the year.",
        ),
        (
            "Seller shall indemnify and hold harmless Buyer.",
            "indemnity",
            "We intend to defend ourselves against the suit.",
        ),
        (
            "Either party may terminate this Agreement at any time.",
            "termination_right",
            "Upon termination each party returns the documents.",
        ),
        (
            "Upon a change of control each lender may demand repayment.",
            "change_of_control",
            "We control changes to the software.",
        ),
        (
            "Supplier appoints Dealer as its exclusive distributor.",
            "exclusivity",
            "The licence is a non-exclusive licence; courts have exclusive jurisdiction.",
        ),
        (
            "The limitations of liability set forth above shall not apply to fraud.",
            "cap_exception",
            "The capital requirements do not apply.",
        ),
    ],
)
def test_a_clause_that_can_change_the_decision_is_critical_and_guarded(text, rule, spared):
    document = marked(unit(text), unit(spared))
    assert (0, "CRITICAL", rule) in {(mark.unit, mark.level, mark.rule) for mark in document.marks}
    assert any(guard.unit == 0 for guard in document.guards)
    assert not [mark for mark in document.marks if mark.unit == 1]


@pytest.mark.parametrize(
    ("text", "language", "rule"),
    [
        ("乙方应在合理期限内完成交割。", "zh", "vague_standard"),
        ("任何一方的赔偿责任以转让价款为限。", "zh", "liability_cap"),
        ("甲方有权单方解除本合同。", "zh", "termination_right"),
        ("Die Haftung ist auf den Kaufpreis begrenzt.", "de", "liability_cap"),
        ("Bei einem Kontrollwechsel ist der Kredit fällig.", "de", "change_of_control"),
    ],
)
def test_chinese_and_german_clauses_are_critical_too(text, language, rule):
    assert levels(text, language=language)[rule] == "CRITICAL"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("出具了标准无保留意见的审计报告。", "zh"),
        ("公司无会计差错更正。", "zh"),
        ("Die Gesellschaft mit beschränkter Haftung wurde gegründet.", "de"),
    ],
)
def test_what_only_sounds_like_it_is_not_critical(text, language):
    assert "CRITICAL" not in levels(text, language=language, kind="other").values()


def test_adverse_risk_talk_of_a_filing_is_no_contract_term():
    text = "This could have a material adverse effect on our business, and we may terminate the agreement."
    assert levels(text, kind="10-K") == {}


def test_headings_carry_no_marks():
    assert levels("Seller shall indemnify and hold harmless Buyer", of="heading") == {}


def test_key_rows_of_the_statements_are_important_and_never_critical():
    assert levels("Total assets\t$ 36,500\t$ 37,987", of="row", kind="10-K") == {"statement_row": "IMPORTANT"}
    assert levels("Other assets\t12\t13", of="row", kind="10-K") == {}
    assert levels("资产总计\t1,234.56\t1,100.00", of="row", kind="prospectus", language="zh") == {
        "statement_row": "IMPORTANT"
    }


def test_a_long_cell_of_words_is_read_as_a_sentence():
    text = "1\tThe frame agreement provides that the customer may terminate the contract within 60 days\tHigh"
    assert levels(text, of="row", kind="dd_report")["termination_right"] == "CRITICAL"


def test_what_stands_under_a_heading_of_red_flags_is_critical():
    section = Section("s00", "key_findings", "Red flags", 1, None, 0, 2, 1, 1, heading=0)
    finding = unit("Two engineers wrote the software and kept all their rights in it.")
    document = marked(unit("Red flags", kind="heading"), finding, finding, kind="dd_report", sections=(section,))
    assert [(mark.unit, mark.rule) for mark in document.marks] == [(1, "red_flag_section")]


@pytest.mark.parametrize(
    ("text", "language", "marks"),
    [
        ("The acquisition would trigger this right.", "en", {"deal_trigger": "CRITICAL"}),
        ("The period for the imposition of a fine has not ended.", "en", {"legal_exposure": "IMPORTANT"}),
        ("We recommend that a corrected list be filed before signing.", "en", {"recommendation": "IMPORTANT"}),
        ("The acquisition was announced in March.", "en", {}),
        ("No liability is accepted and no one shall be liable for it.", "en", {}),
        ("Die Klausel wäre in diesem Fall nichtig.", "de", {"legal_exposure": "IMPORTANT"}),
        ("该条款可能被认定无效。", "zh", {"legal_exposure": "IMPORTANT"}),
    ],
)
def test_a_legal_consequence_in_a_due_diligence_report_is_marked(text, language, marks):
    assert levels(text, kind="dd_report", language=language) == marks
    assert not levels(text, kind="10-K", language=language).keys() & {"deal_trigger", "legal_exposure"}


def test_what_introduces_a_list_of_red_flags_is_no_finding():
    section = Section("s00", "key_findings", "Red flags", 1, None, 0, 5, 1, 1, heading=0)
    finding = "1\tTwo engineers wrote the software and kept all rights"
    units = (
        unit("Red flags", kind="heading"),
        unit("The table lists the findings that we believe should be dealt with before signing."),
        unit("Each is explained in the chapter that is named in the last column."),
        replace(unit("Table 1: Red flags and the remedies that we propose", kind="caption"), table="t001"),
        replace(unit("No. Finding\tExposure of the Group\tProposed remedy\tChapter", kind="row"), table="t001"),
        replace(unit(finding, kind="row"), table="t001", row=0),
    )
    section = replace(section, end=len(units))
    assert [mark.unit for mark in marked(*units, kind="dd_report", sections=(section,)).marks] == [5]


def test_a_whole_document_named_after_red_flags_is_not_critical_throughout():
    section = Section("s00", "front_matter", "Red Flag Report", 1, None, 0, 100, 1, 9, heading=0)
    units = (
        unit("Red Flag Report", kind="heading"),
        *(unit("The Company owns a yard in Rendsburg.") for _ in range(99)),
    )
    assert marked(*units, kind="dd_report", sections=(section,)).marks == ()


def test_mention_of_a_red_flag_memorandum_is_no_finding():
    assert levels("This report supersedes the red flag memorandum.", kind="dd_report") == {}


@pytest.mark.parametrize(
    ("text", "kind", "rule"),
    [
        ("Liquidated damages are 20% of the contract price.", "contract", "penalty"),
        ("Buyer shall pay each invoice within thirty (30) days of receipt.", "contract", "deadline"),
        ("Net sales increased 4.2% to $32.8 billion.", "10-K", "result"),
        ("One customer accounted for 23% of net sales.", "10-K", "concentration"),
        ("The brand has been overdue for renewal and the permit has lapsed.", "dd_report", "adverse_fact"),
    ],
)
def test_key_terms_figures_and_deadlines_are_important(text, kind, rule):
    assert levels(text, kind=kind)[rule] == "IMPORTANT"


def test_template_text_is_not_important():
    text = unit("Buyer shall pay each invoice within thirty (30) days of receipt.")
    tag = Boilerplate(0, "notices", "notices.text", "")
    assert marked(text, boilerplate=(tag,)).marks == ()


def test_modified_and_added_units_are_marked_changed_and_moved_ones_are_not():
    changes = tuple(
        Change(kind, index, "old", 1, "new", 1, ("NUMBER",))
        for index, kind in enumerate(("modified", "added", "moved", "renumbered"))
    )
    document = marked(
        *(unit("The seat is Kiel.") for _ in range(4)), changes=(*changes, Change("deleted", None, "x", 1, None, None))
    )
    assert [(mark.unit, mark.level, mark.rule) for mark in document.marks] == [
        (0, "CHANGED", "modified"),
        (1, "CHANGED", "added"),
    ]


def test_business_topics_are_found_in_three_languages():
    document = marked(
        unit("The credit facility contains a covenant."),
        unit("公司对商誉计提减值。", language="zh"),
        unit("Es gilt ein Rabatt auf den Kaufpreis.", language="de"),
    )
    assert {(hit.unit, hit.type) for hit in document.anchors} == {
        (0, "debt_covenant"),
        (1, "impairment"),
        (2, "payment_price"),
    }


def test_at_least_twenty_four_topics_and_two_hundred_breakpoints_a_language():
    for language in ("en", "zh", "de"):
        spoken = [entry for entry in MARKER.dictionary.entries if entry.language == language and entry.type != "mask"]
        assert len({entry.type for entry in spoken if entry.kind == "anchors"}) >= 24
        assert sum(len(entry.terms) for entry in spoken if entry.kind in {"sentinels", "negation"}) >= 200


@pytest.mark.parametrize(
    ("text", "language", "negated"),
    [
        ("The warranty does not cover misuse.", "en", True),
        ("See Note 4; it may not only be used here, but is not limited to Europe.", "en", False),
        ("未经甲方书面同意，乙方不得转让债权。", "zh", True),
        ("公司拥有不动产和无形资产，未来不断发展非流动资产。", "zh", False),
        ("Die Abtretung ist nicht zulässig.", "de", True),
        ("Der Termin ist im November.", "de", False),
    ],
)
def test_negations_are_found_as_words_of_their_own(text, language, negated):
    document = marked(unit(text, language=language))
    assert bool(document.negations) is negated


def test_a_single_chinese_character_inside_another_word_is_no_breakpoint():
    document = marked(unit("应收账款相应减少，例如供应商必须说明故障。", language="zh"))
    assert {hit.term for hit in document.sentinels} == {"必须"}


def test_guards_say_what_kind_of_figure_or_limit_stands_there():
    document = marked(
        unit("Upon sixty (60) days' notice the fee of $5,000 rises by 3%, unless the parties agree otherwise.")
    )
    assert {guard.type for guard in document.guards} == {"limit", "money", "percent", "exception"}


def test_marking_twice_is_marking_once_and_the_stage_is_picklable():
    document = marked(unit("Either party may terminate this Agreement at any time."))
    assert MARKER(document) == document
    assert pickle.loads(pickle.dumps(MARKER))(document) == document  # noqa: S301


def test_a_document_without_units_gets_empty_layers():
    document = marked()
    assert (document.marks, document.anchors, document.guards) == ((), (), ())


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "Neither Distributor nor its affiliates will represent a manufacturer of products that are competitive.",
            "non_compete",
        ),
        (
            "Prices shall be no less favorable to the Distributor than those at which it sells to others.",
            "most_favoured",
        ),
        ("The total of all invoices will not exceed forty-five million dollars ($45,000,000 USD).", "money_ceiling"),
        ("The charges may not in the aggregate be more than half the total cost of the study.", "money_ceiling"),
        ("The signature will serve as a personal guaranty by the undersigned principal.", "personal_guaranty"),
        ("You must sign general releases, in a form that we approve, of any and all claims.", "general_release"),
        ("Supplier may, at any time, add such increase to the Contract Price.", "price_change"),
        ("On that date this Agreement shall automatically be terminated.", "termination_right"),
    ],
)
def test_what_binds_without_the_usual_word_is_critical(text, rule):
    assert levels(text)[rule] == "CRITICAL"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Licensor agrees to defend Licensee against such claim.", {"defence_duty"}),
        ("Either party may terminate this Agreement if the other fails to cure a breach.", {"termination_for_breach"}),
        ("(iii) the Distributor becomes insolvent;", {"insolvency_cause"}),
        ("The parties irrevocably waive the right to trial by jury.", {"jury_waiver"}),
        ("The work is subject to a thirty percent (30%) service fee.", {"ceiling"}),
        ("Title to the Products shall pass to the Distributor upon payment.", {"title_and_risk"}),
        ("An assignment by operation of law or merger requires the prior consent of the other.", {"assignment"}),
    ],
)
def test_the_usual_terms_of_every_contract_are_important_and_not_critical(text, rules):
    assert {rule: level for rule, level in levels(text).items() if rule in rules} == dict.fromkeys(rules, "IMPORTANT")
    assert "CRITICAL" not in levels(text).values()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The arbitrator shall rule within thirty (30) days.", "contract"),
        ("Neither party shall be liable for any delay due to force majeure.", "contract"),
        ("Except for persons indemnified, nothing confers any right on third party beneficiaries.", "contract"),
        ("We accrued interest and penalties of $19 million on tax positions.", "10-K"),
        ("Accrued unbilled items came to $964 million.", "10-Q"),
        ("Deferred acquisition costs of $400 million are amortized.", "10-K"),
        ("The company plans to invest $50 million to address racial opportunity gaps.", "10-K"),
    ],
)
def test_what_only_looks_like_a_finding_carries_no_mark(text, kind):
    assert levels(text, kind=kind) == {}


def test_a_chinese_heading_that_ticks_not_applicable_reports_nothing():
    text = "（二）公司对重大会计差错更正原因及影响的分析说明"
    assert levels(text + "√适用 □不适用", kind="annual_report", language="zh") == {"control_failure": "CRITICAL"}
    assert levels(text + "□适用 √不适用", kind="annual_report", language="zh") == {}
    assert levels("报告期内部控制存在重大缺陷情况的说明", kind="annual_report", language="zh") == {}
    assert levels("本公司不存在导致持续经营能力产生重大疑虑的事项。", kind="annual_report", language="zh") == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Each party shall use its best efforts to effect the prompt execution of the award.", "en"),
        ("Training is given in such manner as Alder will choose in its sole judgment.", "en"),
        ("双方应尽最大努力促成审批。", "zh"),
        ("双方应及时通知对方。", "zh"),
        ("Der Verkäufer wird sich nach besten Kräften um die Genehmigung bemühen.", "de"),
        ("Die Parteien werden sich in angemessener Frist abstimmen.", "de"),
    ],
)
def test_a_vague_standard_in_a_duty_is_critical(text, language):
    assert levels(text, language=language) == {"vague_standard": "CRITICAL"}


def test_the_points_of_a_list_carry_the_mark_of_the_words_that_lead_into_them():
    lead = "Alder may terminate this Agreement at any time if:"
    document = marked(
        unit(lead),
        replace(unit("12.2.1 the minimum details are not reached;", kind="item"), context=(lead,)),
        replace(unit("12.2.2 the Product is withdrawn.", kind="item"), context=(lead,)),
        unit("Notices are sent by post."),
        replace(unit("(a) by courier.", kind="item"), context=("Notices are sent:",)),
    )
    assert [(mark.unit, mark.level, mark.rule) for mark in document.marks] == [
        (0, "CRITICAL", "termination_right"),
        (1, "CRITICAL", "termination_right"),
        (2, "CRITICAL", "termination_right"),
    ]


def test_the_points_of_a_numbered_clause_carry_its_mark_up_to_the_next_clause():
    document = marked(
        unit("12.2 A Party may terminate this Agreement before the end of the Term as follows:"),
        unit("12.2.1 by Alder if the net sales are not reached;"),
        unit("Net sales are counted as the books show them."),
        unit("12.2.2 by either Party upon notice."),
        unit("12.3 The Parties meet once a year."),
        unit("12.2.3 is a number that stands elsewhere."),
    )
    assert [mark.unit for mark in document.marks if mark.level == "CRITICAL"] == [0, 1, 3]


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        (
            "The agreement contains no restriction of competition and no most favoured customer clause.",
            "en",
            "dd_report",
        ),
        ("They do not grant exclusive rights and they do not permit sub-licensing.", "en", "dd_report"),
        ("Das Recht zur außerordentlichen Kündigung bleibt unberührt.", "de", "contract"),
    ],
)
def test_what_says_that_there_is_none_is_not_critical(text, language, kind):
    assert "CRITICAL" not in levels(text, kind=kind, language=language).values()
