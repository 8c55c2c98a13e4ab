"""What a sentence speaks of: antecedents, law cases, and the agreements inside a filing."""

from dataclasses import replace

import pytest

from pipeline.document import Boilerplate, Document, Hit, Place, Score, Section, Source, Unit
from pipeline.marks import Marker
from pipeline.settings import Settings, SieveSettings
from pipeline.sieve import Sieve
from pipeline.sieve.antecedents import points_back
from pipeline.spans import Span

PLAIN = "The business is seasonal and depends on the taste of consumers in most of its regions."
OTHER = "Management believes that its relations with employees are good in all of its locations."


def document(*texts, entropies=(), kinds=(), kind="10-K", language="en"):
    """Build a scored document of one unit a text; ten tokens each."""
    entropies = entropies or [0.9] * len(texts)
    kinds = kinds or ["sentence"] * len(texts)
    units = tuple(
        Unit(f"u{at:04d}", kinds[at - 1], text, (Place(1, Span(0, 1)),), 10, language)
        for at, text in enumerate(texts, 1)
    )
    scores = tuple(Score(entropy, entropy, 0.0) for entropy in entropies)
    return Document(Source("a.pdf", "a.pdf", "", 1), units=units, scores=scores, type=kind, language=language)


def verdicts(made, **settings):
    return Sieve(SieveSettings(**settings))(made).verdicts


def kept(made, **settings):
    return [verdict.kept for verdict in verdicts(made, **settings)]


OFFICER = "Astrid Lindgaard leads the stores and the service centers of the group in the north."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (OFFICER, "He oversees all of the offerings of the services and of the stores."),
        (OFFICER, "In her role, the plants of the group in the west answer to one person."),
        (
            "The plan was amended to add a new class of members to it.",
            "It also lets members borrow from their own accounts.",
        ),
        (
            "The company has lease arrangements for certain equipment of its.",
            "These leases have terms of some years each.",
        ),
        ("The charge relates to the closing of plants.", "This charge is part of the costs of the segment."),
        (
            "安徽某某公司主要从事磁性材料的研发与生产并销售给国内客户。",
            "该公司目前还拥有若干在建厂房用于扩大产能和存放原料。",
        ),
        ("Der Verkäufer betreibt mehrere Werke im Norden des Landes.", "Er haftet für alle Mängel der Anlagen darin."),
    ],
)
def test_a_sentence_stays_with_the_one_before_that_its_pronoun_means(first, second):
    assert kept(document(first, second, entropies=[0.1, 0.9])) == [True, True]
    assert verdicts(document(first, second, entropies=[0.1, 0.9]))[0].reason == "serves u0002"
    assert kept(document(first, second, entropies=[0.1, 0.1])) == [False, False]


def test_a_lead_in_that_points_back_brings_its_antecedent():
    lead = "These amounts were recorded in the balance sheet of the group as follows:"
    made = document(PLAIN, lead, "Assets\t5", entropies=[0.1, 0.1, 0.9], kinds=["sentence", "sentence", "row"])
    assert kept(made) == [True, True, True]


def test_a_chain_of_pronouns_leads_back_to_the_name_and_no_further():
    chain = (
        PLAIN,
        OFFICER,
        "She joined the group as a trainee.",
        "She holds a degree in law from a university abroad.",
    )
    assert kept(document(*chain, entropies=[0.1, 0.1, 0.1, 0.9])) == [False, True, True, True]


@pytest.mark.parametrize(
    "text",
    [
        "This Agreement ends when the last of the products has been delivered.",
        "This annual report on Form 10-K holds statements about the future.",
        "These forward-looking statements speak of the plans of the group.",
        "It is possible that the sales of the group in the region will fall.",
        "It is our policy to pay for the training of the people.",
        "Italy is the largest of the markets of the group.",
        "Hers is the largest of the stores.",
        "其他应收款主要为押金。",
        "此外，公司还拥有若干厂房。",
        "他方当事人应当配合。",
        "Dieser Vertrag endet mit der Lieferung.",
        "Damit die Lieferung beginnt, ist eine Anzahlung fällig.",
    ],
)
def test_words_that_only_look_like_pronouns_hold_nothing(text):
    assert not points_back(text)


def test_an_antecedent_stays_though_it_is_a_copy_and_goes_as_template_text():
    it = "It may be paid in shares of the company at the choice of the holder."
    made = document(PLAIN, OTHER, PLAIN, it, entropies=[0.9, 0.9, 0.9, 0.9])
    assert kept(made) == [True, True, True, True]
    template = Boilerplate(2, "forward_looking", "r", "e")
    made = document(OTHER, OTHER + " Again.", PLAIN, it)
    made = replace(made, boilerplate=(template,))
    assert kept(made) == [True, True, False, True]


def test_the_second_sentence_of_a_point_keeps_the_first():
    first, second = (
        "• The dashboard shows to the sellers what they sold and to whom.",
        "It can be used on the web as well.",
    )
    made = document(first, second, entropies=[0.1, 0.9], kinds=["item", "item"])
    assert kept(made) == [True, True]


def test_a_point_of_a_list_is_no_antecedent_of_what_follows_the_list():
    point = "• the demand for the products of the group in the north and in the west;"
    made = document(
        point, "This charge is new to all of us in the north.", entropies=[0.1, 0.9], kinds=["item", "sentence"]
    )
    assert kept(made) == [False, True]


def test_a_person_keeps_the_name_before_under_a_budget_too():
    made = document(OFFICER, "He oversees all of the plants.", PLAIN, OTHER, entropies=[0.1, 0.9, 0.5, 0.4])
    assert kept(made, keep=0.5) == [True, True, False, False]


CASES = (
    "In March 2019, Halden Corp. sued us over the sale of defective pumps in the state court of Ohio.",
    "The complaint seeks unspecified compensatory damages and a public correction of the claims.",
    "Based upon information presently known, the potential liability, if any, will not be material.",
)


@pytest.mark.parametrize(
    "statement",
    [
        *CASES[1:],
        "We believe that the claims are without merit and intend to contest them in every instance.",
        "We have meritorious defenses and will bring them forward when the time for that has come.",
        "The plaintiffs seek an order that voids the vote of the holders of the common shares.",
        "She holds a degree in law from the university of a country that is not named here.",
        "The notes rank equally with all of the other debt of the company that is not secured.",
    ],
)
def test_what_is_said_of_one_case_and_of_the_next_is_no_copy(statement):
    made = document(CASES[0], statement, CASES[0].replace("Halden", "Torvik"), statement)
    assert kept(made) == [True, True, True, True]


def test_a_case_that_is_told_twice_from_its_beginning_goes_the_second_time():
    assert kept(document(*CASES, PLAIN, *CASES)) == [True, True, True, True, False, False, False]


@pytest.mark.parametrize(
    "text",
    [
        "Cash is paid in advance or at delivery, as the case may be, under most of the contracts.",
        "The notes to the financial statements are an integral part of the statements above.",
    ],
)
def test_words_of_law_that_speak_of_no_case_leave_copies_copies(text):
    assert kept(document(text, PLAIN, text)) == [True, True, False]


def test_a_list_of_law_cases_stays_or_goes_whole_with_the_pieces_of_its_names():
    cases = [f"Cty. of {name} v. Halden Pharma L.P., et al., Ct. of the county at first instance," for name in "ABCDE"]
    part = "Pl., of the county of the north, 8/12/2022; Commonwealth of the north ex rel."
    listed = [*cases[:3], "Com.", part, *cases[3:]]
    assert kept(document(*listed, entropies=[0.1] * 6 + [0.9])) == [True] * 7
    assert kept(document(*listed, entropies=[0.1] * 7)) == [False, False, False, True, False, False, False]
    assert kept(document(*cases[:2], PLAIN, entropies=[0.1, 0.9, 0.1])) == [False, True, False]


CLAUSES = [
    f"The Borrower shall give to the Agent the report of month {at} in the form that is agreed with it."
    for at in range(40)
]


def test_an_agreement_inside_a_filing_is_sieved_as_agreements_are():
    prose = [f"{PLAIN} This is sentence {at}." for at in range(60)]
    made = document(*prose, *CLAUSES, entropies=[0.1] * 100)
    answer = kept(made)
    assert not any(answer[:50])
    assert all(answer[70:])
    assert verdicts(made)[80].reason == "gentle"
    assert not any(kept(made, mode="standard"))
    assert not any(kept(made, threshold=0.35))


def test_an_award_that_speaks_to_its_holder_is_an_agreement_too():
    award = [
        f"You will receive the shares of year {at} when the committee has met and counted them." for at in range(40)
    ]
    prose = [f"{PLAIN} This is sentence {at}." for at in range(60)]
    answer = kept(document(*prose, *award, entropies=[0.1] * 100))
    assert not any(answer[:50])
    assert all(answer[70:])


@pytest.mark.parametrize(
    ("title", "stays"),
    [("DESCRIPTION OF THE NOTES", True), ("Description of Common Stock", True), ("Description of Business", False)],
)
def test_the_terms_of_a_security_are_an_agreement_and_a_description_of_the_business_is_none(title, stays):
    section = Section("s00", "section", title, 1, None, 0, 2, 1, 1)
    made = replace(document(PLAIN, OTHER, PLAIN + " Again.", entropies=[0.1] * 3), sections=(section,))
    assert kept(made) == [stays, stays, False]


def test_the_first_lines_of_a_section_belong_to_its_agreement():
    title = "1.1 This section tells when the plan of the company took effect for the first time."
    prose = [f"{PLAIN} This is sentence {at}." for at in range(60)]
    made = document(*prose, title, OTHER, OTHER + " Still.", *CLAUSES, entropies=[0.1] * 103)
    whole = Section("s00", "section", "Plan", 1, None, 60, 103, 1, 1)
    assert kept(replace(made, sections=(whole,)))[60:] == [True] * 43


def held(text, *, kind="10-K", language="en"):
    """Return what holds a sentence that scores nothing, by the shipped dictionaries."""
    made = Marker.open(Settings())(document(text, entropies=[0.0], kind=kind, language=language))
    verdict = Sieve.open(Settings())(made).verdicts[0]
    return verdict.guards if verdict.kept else ()


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("We cannot currently provide an estimate of the range of the outcomes that are possible.", "contingency"),
        ("The benefits could be reduced beyond the provided range during the year that comes.", "contingency"),
        ("The losses of the company may be in excess of the amounts accrued for these events.", "contingency"),
        ("These amounts do not include any contributions that the company may choose to make.", "qualification"),
        ("The amounts in the table above exclude the interest on the debt of the joint ventures.", "qualification"),
        (
            "There were no changes in our internal control over financial reporting during the period.",
            "internal_control",
        ),
        (
            "The move is not in response to any identified deficiency in our internal controls at all.",
            "internal_control",
        ),
        ("Ms. Lindgaard has served as Chief Financial Officer of the company since February 2019.", "office"),
        (
            "4.3 Second Supplemental Indenture, dated May 3, 2015, between the Company and First Bank",
            "exhibit_agreement",
        ),
    ],
)
def test_what_qualifies_a_figure_or_answers_a_duty_to_tell_stays(text, guard):
    assert guard in held(text)


@pytest.mark.parametrize(
    "text",
    [
        "The results of the company may in the end differ from what was estimated at the time.",
        "The stores of the group in the north do not include a bakery or a pharmacy for now.",
        "Internal control over financial reporting is a process that is designed to give assurance.",
        "The plan has been amended from time to time, and most of the changes were made long ago.",
        "The indenture limits what the company may do with the proceeds of a sale of its plants.",
    ],
)
def test_near_misses_of_these_go(text):
    assert held(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "前述土地均已经依法办理了《国有土地使用证》。",
        "因工作变动，王强先生辞去公司总经理职务，由公司董事会另行聘任。",
        "报告期内公司董事、监事及高级管理人员未发生重大变动情况。",
        "公司董事、监事及其他核心人员相互之间不存在任何亲属关系。",
        "公司近三年以来严格依法经营，未发现违法违规行为的情形。",
        "本公司已与某理工大学签订《技术转让合同》，引进该项膨化技术。",
        "本公司是省内首家引进并可无限期使用该技术的企业之一。",
        "现任某电力有限公司副总经理、党组副书记兼党校校长。",
        "主营业务：低压配电屏、除尘器、包装材料等系列产品的研发与生产经营。",
        "男，出生于1957 年，中国国籍，拥有境外永久居留权，毕业于某某大学。",
        "发行人律师认为，股份公司享受的税收优惠政策符合国家税收管理的规定。",
        "如募集资金不能满足项目需要，缺口部分资金由本公司自筹解决。",
    ],
)
def test_titles_offices_offences_and_gaps_of_a_chinese_issuer_stay(text):
    assert "legal_fact" in held(text, kind="prospectus", language="zh")


def test_a_sentence_about_land_in_general_goes():
    assert held("公司所在地区土地资源丰富，交通便利，劳动力供应充足。", kind="prospectus", language="zh") == ()


def test_a_hit_of_another_guard_is_shown_with_what_serves():
    made = document(OFFICER, "He oversees all of the plants.", entropies=[0.1, 0.9])
    made = replace(made, guards=(Hit(0, "date", "May 3"),))
    assert verdicts(made)[0].guards == ("date", "support")
