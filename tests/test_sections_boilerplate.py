"""Template text is told by its wording; a guard always wins over it."""

import pytest

from pipeline.document import Section, Unit
from pipeline.sections import boilerplate
from pipeline.settings import Settings

RULES = boilerplate.Rules.open(Settings())


def unit(text: str, *, kind: str = "sentence", language: str = "en") -> Unit:
    return Unit("u0001", kind, text, (), len(text) // 4 + 1, language)


def subtype(text: str, *, kind: str = "contract", language: str = "en", of: str = "sentence") -> str | None:
    tags, _ = boilerplate.tag([unit(text, kind=of, language=language)], (), rules=RULES, document_type=kind)
    return tags[0].subtype if tags else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This Agreement may be executed in two or more counterparts, each deemed an original.", "counterparts"),
        ("The headings are for convenience only and shall not affect interpretation.", "headings"),
        (
            "If any provision is held invalid, the remaining provisions shall continue in full force.",
            "severability",
        ),
        ("This Agreement constitutes the entire agreement between the parties.", "entire_agreement"),
        ("No failure or delay in exercising any right shall operate as a waiver thereof.", "amendment_waiver"),
        ("The parties are independent contractors.", "no_partnership"),
        ("IN WITNESS WHEREOF, the parties have executed this Agreement.", "signature_block"),
        ("13.7 Severability. A provision that violates a law is severed from this Agreement.", "severability"),
    ],
)
def test_template_clauses_of_contracts_are_typed(text, expected):
    assert subtype(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "This Agreement is governed by the laws of the State of Delaware.",
        "The aggregate liability of the Supplier shall not exceed $1,000,000.",
        "Neither party is liable for a delay caused by fire, flood or war.",
        "Disputes shall be settled by binding arbitration in Vienna.",
        "Neither party may assign this Agreement without consent.",
        "Failure to deliver on time is a breach.",
        "Title to the goods passes on delivery.",
        "By: Apollo Holdings GP, LLC, its general partner",
        "None.",
        "Date: November 5, 2019",
    ],
)
def test_terms_that_a_reader_needs_are_not(text):
    assert subtype(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Notice shall be deemed given ten (10) days after mailing.",
        "The headings are for convenience only, except that liability shall follow the heading of clause 4.",
        "This Agreement constitutes the entire agreement and the fee is $5,000.",
        "This Agreement is the entire agreement; neither party may assign it without consent.",
    ],
)
def test_a_guard_in_the_same_unit_wins(text):
    assert subtype(text) is None


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("Indicate by check mark whether the registrant is a shell company.", "10-K", "cover_page"),
        ("We undertake no obligation to update any forward-looking statement.", "10-K", "forward_looking"),
        ("1. I have reviewed this annual report on Form 10-K of Acme;", "10-K", "certifications"),
        ("Our responsibility is to express an opinion on these statements.", "10-K", "auditor_report"),
        ("The accompanying notes are an integral part of these statements.", "10-K", "reporting_form"),
        ("We have not independently verified the information.", "dd_report", "scope_disclaimer"),
    ],
)
def test_template_sentences_of_filings_and_reports_are_typed(text, kind, expected):
    assert subtype(text, kind=kind) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It uses long-term planning processes and maintains contingency plans.",
        "The information required by this item is incorporated by reference to Note 14.",
        "Market participants should not rely on LIBOR being available.",
        "The critical audit matter concerns the valuation of goodwill.",
    ],
)
def test_statements_of_a_filing_that_only_sound_like_a_template_are_not(text):
    assert subtype(text, kind="10-K") is None


@pytest.mark.parametrize(
    ("text", "language", "kind", "expected"),
    [
        ("本合同一式四份，双方各执两份，具有同等法律效力。", "zh", "contract", "counterparts"),
        ("（以下无正文）", "zh", "contract", "signature_block"),
        ("任何与之相反的声明均属虚假不实陈述。", "zh", "prospectus", "regulator_statement"),
        ("目录销售以产品目录为载体，方便客户。", "zh", "prospectus", None),
        ("本合同适用中华人民共和国法律。", "zh", "contract", None),
        ("Mündliche Nebenabreden bestehen nicht.", "de", "contract", "entire_agreement"),
        ("Die Kündigung bedarf der Schriftform.", "de", "contract", None),
    ],
)
def test_chinese_and_german_templates(text, language, kind, expected):
    assert subtype(text, language=language, kind=kind) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Notice is deemed effective on the day after delivery to the courier.",
        "All notices shall be in writing and shall be deemed given upon receipt.",
        "With a copy to:",
        "If to the Buyer: Norden Ltd",
        "The parties have no other agreements",
        "o Paragraphs 20.02 (Independent Contractors), 20.03 (Entire Agreement), 20.06 (No Third-Party Beneficiaries);",
    ],
)
def test_terms_of_notice_addressees_and_titles_referred_to_are_no_template(text):
    assert subtype(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("All notices under this Agreement shall be in writing.", "notices"),
        (
            "Nothing in Section 4 (Fees) shall confer upon any person any right or remedy.",
            "no_third_party_beneficiaries",
        ),
        ("There are no oral agreements between the parties.", "entire_agreement"),
        ("A reference to a particular law is a reference to it as amended from time to time.", "interpretation"),
        ("In addition, headings are an aid and are not intended to limit the language of a section.", "headings"),
    ],
)
def test_templates_beside_them_are(text, expected):
    assert subtype(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "The Company has confirmed that no other agreement of this kind exists.",
        "Any amendment of the lease must be in writing and signed by both parties.",
        "The agreement may be executed in two or more counterparts.",
    ],
)
def test_what_a_report_finds_in_an_agreement_is_no_template(text):
    assert subtype(text, kind="dd_report") is None


def test_an_exception_or_a_duty_under_the_heading_of_a_template_is_none():
    texts = (
        "This Agreement constitutes the entire agreement between the parties and supersedes all earlier drafts of it.",
        "However, the letter of intent stays in force.",
        "When the Agreement ends, each party shall return all copies.",
        "The parties have read it with care.",
    )
    units = [unit("Entire Agreement", kind="heading"), *map(unit, texts)]
    section = Section("s00", "entire_agreement", "Entire Agreement", 1, None, 0, 5, 1, 1, heading=0)
    tags, _ = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [tag.unit for tag in tags] == [1, 4]


def test_a_clause_that_speaks_mostly_of_something_else_is_no_template_but_for_the_sentence_that_is():
    texts = (
        "This Agreement constitutes the entire agreement.",
        "In its course either party may come to know papers that the other wishes to protect.",
        "This will include all processes, prices and whatever is marked confidential.",
    )
    units = [unit("Entire Agreement", kind="heading"), *map(unit, texts)]
    section = Section("s00", "entire_agreement", "Entire Agreement", 1, None, 0, 4, 1, 1, heading=0)
    tags, _ = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [tag.unit for tag in tags] == [1]


def test_a_lead_in_under_the_heading_of_a_template_stays_with_its_list():
    texts = ("This contract is the entire agreement between us.", "It consists of:")
    units = [unit("Entire Contract", kind="heading"), *map(unit, texts)]
    section = Section("s00", "entire_agreement", "Entire Contract", 1, None, 0, 3, 1, 1, heading=0)
    tags, _ = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [tag.unit for tag in tags] == [1]


def test_a_phrase_inside_a_text_without_stops_says_nothing():
    assert (
        subtype("In consideration of the sale " + "of goods and services " * 40 + "the parties agree as follows:")
        is None
    )


def test_a_short_clause_goes_as_a_whole_where_heading_and_words_agree():
    units = [
        unit("Severability", kind="heading"),
        unit("A provision that is void is severed."),
        unit("The parties shall then agree on another one."),
    ]
    section = Section("s00", "severability", "Severability", 1, None, 0, 3, 1, 1, heading=0)
    tags, (typed,) = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [tag.unit for tag in tags] == [1, 2]
    assert typed.boilerplate == "severability"


def test_a_section_with_a_guarded_sentence_is_not_template_as_a_whole():
    units = [
        unit("Entire Agreement", kind="heading"),
        unit("This Agreement constitutes the entire agreement between the parties and supersedes all prior ones."),
        unit("The fee is $5."),
    ]
    section = Section("s00", "entire_agreement", "Entire Agreement", 1, None, 0, 3, 1, 1, heading=0)
    tags, (typed,) = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [tag.unit for tag in tags] == [1]
    assert typed.boilerplate is None


def test_lines_of_a_table_of_contents_are_template_and_its_sentences_are_not():
    units = [
        unit("Contents", kind="heading"),
        unit("2.1 Key findings\t5", kind="row"),
        unit("Annex A ..... 25"),
        unit("It was signed on 6 January 2016"),
    ]
    section = Section("s00", "table_of_contents", "Contents", 1, None, 0, 4, 1, 1, heading=0)
    tags, _ = boilerplate.tag(units, (section,), rules=RULES, document_type="contract")
    assert [(tag.unit, tag.subtype) for tag in tags] == [(1, "table_of_contents"), (2, "table_of_contents")]


def test_tagging_an_empty_document_gives_nothing():
    assert boilerplate.tag((), (), rules=RULES, document_type="") == ((), ())
