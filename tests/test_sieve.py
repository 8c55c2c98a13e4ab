"""What goes and what stays."""

import pickle
from dataclasses import replace

import pytest

from pipeline.document import Boilerplate, Change, Document, Hit, Mark, Place, Score, Section, Source, Table, Unit
from pipeline.errors import SettingsError
from pipeline.settings import DictionarySettings, Settings, SieveSettings
from pipeline.sieve import Sieve
from pipeline.sieve.budget import by_measure
from pipeline.spans import Span

PLAIN = "The business is seasonal and depends on the taste of consumers in most of its regions."
OTHER = "Management believes that its relations with employees are good in all of its locations."


def document(*texts, entropies=(), kinds=(), kind="10-K", template=0.0):
    """Build a scored document of one unit a text; ten tokens each."""
    entropies = entropies or [0.1] * len(texts)
    kinds = kinds or ["sentence"] * len(texts)
    units = tuple(
        Unit(f"u{at:04d}", kinds[at - 1], text, (Place(1, Span(0, 1)),), 10, "en") for at, text in enumerate(texts, 1)
    )
    scores = tuple(Score(entropy, entropy, template) for entropy in entropies)
    return Document(Source("a.pdf", "a.pdf", "", 1), units=units, scores=scores, type=kind, language="en")


def sieve(made, measure=None, **settings):
    return Sieve(SieveSettings(**settings), measure)(made)


def reasons(made, **settings):
    return [verdict.reason for verdict in sieve(made, **settings).verdicts]


def kept(made, measure=None, **settings):
    return [verdict.kept for verdict in sieve(made, measure, **settings).verdicts]


def test_a_filing_loses_what_scores_below_the_threshold():
    made = document(PLAIN, OTHER, entropies=[0.21, 0.6])
    assert reasons(made) == ["entropy 0.21 < 0.35", "entropy 0.60 >= 0.35"]
    assert kept(made) == [False, True]


def test_a_reason_does_not_round_a_score_up_to_the_threshold():
    assert reasons(document(PLAIN, entropies=[0.3499])) == ["entropy 0.34 < 0.35"]


@pytest.mark.parametrize("kind", ["contract", "dd_report", "other", ""])
def test_a_contract_and_what_may_be_one_keep_what_scores_low(kind):
    made = document(PLAIN, entropies=[0.01], kind=kind)
    assert sieve(made).verdicts[0].kept
    assert not sieve(made, mode="standard").verdicts[0].kept


@pytest.mark.parametrize(
    ("text", "kind", "guard"),
    [
        ("Total assets of the group and of its consolidated subsidiaries\t36,500", "row", "row"),
        ("Consolidated statement of income of the group and its subsidiaries for the year", "caption", "caption"),
        ("All of the amounts in this report are in millions unless it says otherwise", "sentence", "unit_line"),
        ("Sales did rise.", "sentence", "short"),
        ("The purchase price that the buyer has to pay is €4 on each of the shares", "sentence", "money"),
        ("Net sales in the region rose by 4.2 % over those of the year before it", "sentence", "percent"),
        ("本公司于报告期内向关联方支付了采购款项共计人民币五百万元整", "sentence", "money"),
    ],
)
def test_a_hard_guard_holds_against_the_lowest_score(text, kind, guard):
    made = document(text, entropies=[0.0], kinds=[kind])
    verdict = sieve(made, mode="aggressive").verdicts[0]
    assert verdict.kept
    assert guard in verdict.guards


@pytest.mark.parametrize(
    "text",
    [
        "The notes that accompany these statements are an integral part of them in every way.",
        "In 2019 the company moved its headquarters to a new building in the same city.",
        "The millions of customers that use the services do so on all kinds of devices.",
    ],
)
def test_a_sentence_without_amount_or_limit_is_not_guarded(text):
    assert kept(document(text, entropies=[0.0])) == [False]


def test_the_shortest_points_of_a_list_do_not_stay_for_their_shortness_alone():
    made = document("• market volatility in general;", "(b) None.", kinds=["item", "item"])
    assert kept(made) == [False, True]
    assert kept(replace(made, type="contract")) == [True, True]


def test_negation_guards_beside_an_obligation_but_not_alone():
    made = document(
        "The seller shall not compete with the buyer in the territory for as long as it lasts.",
        "The weather was not what the farmers of the region had expected it to be at all.",
        entropies=[0.0, 0.0],
        kind="other",
    )
    made = replace(made, negations=(Hit(0, "negation", "not"), Hit(1, "negation", "not")))
    assert kept(made, mode="standard") == [True, False]


def test_a_prohibition_guards_in_an_agreement_and_not_in_a_filing():
    made = document("We may not be able to attract the people that the business needs to grow.", entropies=[0.0])
    made = replace(made, guards=(Hit(0, "prohibition", "may not"),))
    assert kept(made) == [False]
    assert kept(replace(made, type="contract"), mode="standard") == [True]


def test_a_guard_type_that_a_user_added_is_hard():
    made = replace(document(PLAIN, entropies=[0.0]), guards=(Hit(0, "our_own", "seasonal"),))
    assert sieve(made).verdicts[0] == (True, "guard our_own", ("our_own",))


def test_an_opened_sieve_takes_from_the_dictionaries_which_guards_are_soft(tmp_path):
    (tmp_path / "en").mkdir()
    entry = 'id = "season"\ntype = "our_own"\nlevel = "soft"\nterms = ["seasonal"]\nsource = "own"\n'
    (tmp_path / "en/guards.toml").write_text(f'language = "en"\nkind = "guards"\nversion = 1\n\n[[entry]]\n{entry}')
    settings = Settings(dictionaries=DictionarySettings(folder=tmp_path))
    assert Sieve.open(settings).soft == {"date", "our_own"}
    assert Sieve.open(Settings()).soft == {"date"}


def test_marked_and_changed_units_stay():
    made = document(PLAIN, OTHER, entropies=[0.0, 0.0])
    made = replace(made, marks=(Mark(0, "CRITICAL", "rule", ""),), changes=(Change("modified", 1, "old", 1, OTHER, 1),))
    assert reasons(made) == ["guard critical", "guard changed"]


def test_the_reason_names_the_strongest_guard():
    made = replace(document("A fee of $5.", entropies=[0.0]), marks=(Mark(0, "CRITICAL", "rule", ""),))
    assert sieve(made).verdicts[0] == (True, "guard critical", ("critical", "money", "short"))


def test_later_copies_go_and_name_the_first():
    made = document(PLAIN, OTHER, PLAIN.replace(" ", "  "), entropies=[0.9, 0.9, 0.9], kind="contract")
    assert reasons(made) == ["gentle", "gentle", "duplicate of u0001"]


def test_copies_that_differ_by_one_word_and_short_copies_stay():
    made = document(PLAIN, PLAIN.replace("most", "some"), "None of them.", "None of them.", kind="contract")
    assert kept(made) == [True, True, True, True]


LEADS = (
    "Background Patents means the following patents that are held on the date of signing:",
    "(a) patents owned or controlled by either of the parties to the agreement; and",
)


def test_a_limb_goes_as_a_copy_only_with_all_that_it_hangs_on():
    other = "Background Information means the following information held on the date of signing:"
    kinds = ["sentence", "item", "sentence", "sentence", "item", "sentence", "item"]
    texts = [*LEADS, PLAIN, *LEADS, other, LEADS[1]]

    assert kept(document(*texts, kinds=kinds, kind="contract")) == [True, True, True, False, False, True, True]


def test_a_list_of_which_one_limb_differs_is_no_copy():
    second = "(b) patents that are licensed to either of the parties by the University"
    kinds = ["sentence", "item", "item"] * 2
    made = document(*LEADS, f"{second}.", *LEADS, f"{second} of Kiel.", kinds=kinds, kind="contract")
    assert all(kept(made))


def test_a_line_that_is_no_sentence_is_a_copy_only_after_the_same_line():
    line = "MULTIPLIED BY the applicable acquisition cost of each of the packages"
    made = document("Retail sales means:", line, "Pharmacy sales means:", line, kind="contract")
    assert kept(made) == [True, True, True, True]


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("Nothing in this section will create an obligation on the part of the buyer.", True),
        ("Such consent may be given by any officer of the company that has been named.", True),
        ("除本条另有约定外，乙方收到通知后应当配合甲方办理各项交接手续。", True),
        ("The Company does not expect this ASU to have a material impact on its results of operations.", True),
        ("In addition, if such findings ask for a change, the parties will work together to make it.", True),
        ("The first monthly payment for [*****] will be due one month following the launch of it.", True),
        ("Nothing in this Agreement will create an obligation on the part of the buyer.", False),
        ("[***] Confidential treatment has been requested for the portions that stand in brackets.", False),
    ],
)
def test_words_that_point_at_their_own_place_are_no_copies(text, stays):
    assert kept(document(text, PLAIN, text, kind="contract")) == [True, True, stays]


def test_a_copy_stays_where_the_first_goes_as_template_text():
    made = replace(document(PLAIN, OTHER, PLAIN), boilerplate=(Boilerplate(0, "notices", "r", "e"),))
    assert reasons(made, threshold=0.0) == ["boilerplate:notices", "standard", "standard"]


def test_what_speaks_for_a_copy_speaks_for_the_first():
    assert kept(document(PLAIN, PLAIN, entropies=[0.1, 0.9])) == [True, False]
    marked = replace(document(PLAIN, PLAIN), marks=(Mark(1, "CRITICAL", "r", "e"),))
    assert kept(marked) == [True, False]
    assert reasons(marked)[0] == "guard critical"


def test_what_is_missing_is_a_finding_of_a_due_diligence_report():
    text = "The signed original of the agreement with the supplier could not be found."
    for kind, stays in (("dd_report", True), ("10-K", False)):
        made = replace(document(text, kind=kind), negations=(Hit(0, "negation", "not"),))
        assert kept(made, mode="standard") == [stays]


def test_a_risk_of_a_prospectus_keeps_its_first_and_last_sentence():
    texts = [
        "风险因素",
        "一、市场竞争风险",
        *(f"公司所处行业竞争激烈，第{n}点说明公司产品可能面临的竞争情况。" for n in "一二三四"),
    ]
    kinds = ["heading", "heading", *["sentence"] * 4]
    sections = (
        Section("s00", "risk_factors", "风险因素", 1, None, 0, 6, 1, 1, heading=0),
        Section("s01", "section", "一、市场竞争风险", 2, "s00", 1, 6, 1, 1, heading=1),
    )
    for kind, kept_ones in (
        ("prospectus", [True, True, True, False, False, True]),
        ("10-K", [True, True, *[False] * 4]),
    ):
        assert kept(replace(document(*texts, kinds=kinds, kind=kind), sections=sections), mode="standard") == kept_ones


def test_a_risk_of_a_filing_keeps_its_title():
    title = "We rely on third parties to make our products, and if they fail us, our sales may suffer from it."
    made = document("Risk Factors", title, PLAIN, OTHER, kinds=["heading", "heading", "sentence", "sentence"])
    sections = (
        Section("s00", "risk_factors", "Risk Factors", 1, None, 0, 4, 1, 1, heading=0),
        Section("s01", "section", title, 2, "s00", 1, 4, 1, 1, heading=1),
    )
    assert kept(replace(made, sections=sections)) == [True, True, False, False]


def test_a_high_score_is_a_guard_under_a_budget_alone():
    made = document("A fee of $5.", PLAIN, OTHER, entropies=[0.3, 0.8, 0.7])
    assert kept(made, keep=0.34) == [False, True, False]
    assert kept(made, keep=0.67) == [True, True, False]
    assert sieve(made, keep=0.67).verdicts[1].guards == ("score",)
    assert sieve(made).verdicts[1] == (True, "entropy 0.80 >= 0.35", ())


def test_a_lead_in_stays_with_the_line_that_follows_its_colon():
    made = document(
        "If to the Licensor, at the address that is given here:", "12 Harbour Street, Kiel", kind="contract"
    )
    made = replace(made, boilerplate=(Boilerplate(0, "notices", "r", "e"),))
    assert reasons(made)[0] == "serves u0002"


def test_a_report_says_the_same_of_each_agreement_and_loses_copies_under_one_heading_only():
    """An agreement of a register whose terms are gone reads as if it had none."""
    texts = ("A.1 Nordhav", PLAIN, PLAIN, "A.2 Tidewell", PLAIN)
    kinds = ["heading", "sentence", "sentence", "heading", "sentence"]
    assert kept(document(*texts, kinds=kinds, kind="dd_report")) == [True, True, False, True, True]
    assert kept(document(*texts, kinds=kinds, kind="contract")) == [True, True, False, True, False]


def test_a_sister_section_without_a_printed_heading_is_another_subject_too():
    made = document(PLAIN, PLAIN, kind="dd_report")
    sections = tuple(Section(f"s0{at}", "section", "", 1, None, at, at + 1, 1, 1) for at in (0, 1))
    assert kept(replace(made, sections=sections)) == [True, True]


def test_a_kept_table_loses_no_caption_or_label_as_a_copy():
    made = document(PLAIN, PLAIN, kinds=["sentence", "caption"], kind="10-K", entropies=[0.9, 0.0])
    made = replace(made, units=(made.units[0], replace(made.units[1], table="t001")))
    assert kept(made) == [True, True]


def test_a_printed_list_of_contents_goes_whole_in_every_mode_unless_it_changed():
    made = document("2.1 Key findings\t5", "2.2 Fee of $500\t6", "Item 3.\t7", kinds=["row", "row", "heading"])
    section = Section("s00", "table_of_contents", "Contents", 1, None, 0, 3, 1, 1, boilerplate="table_of_contents")
    made = replace(made, type="contract", sections=(section,))
    assert reasons(made) == ["boilerplate:table_of_contents"] * 3
    assert kept(made, keep=1.0) == [True, True, True]
    changed = replace(made, changes=(Change("modified", 0, "a", 1, "b", 1),))
    assert kept(changed) == [True, False, False]


def test_only_entries_and_what_stands_before_one_go_with_a_list_of_contents():
    texts = (
        "PART I", "Risks to the\t5", "This agreement is made on the third of May between Norden Ltd and Marsh Ltd.",
        "Notes\t7", "• Restrictions on the ability of the utility to pay dividends;", "Our opinion is unqualified.",
    )  # fmt: skip
    made = document(*texts, kinds=["row", "row", "sentence", "row", "item", "sentence"], kind="contract")
    section = Section("s00", "table_of_contents", "Contents", 1, None, 0, 6, 1, 1, boilerplate="table_of_contents")
    assert kept(replace(made, sections=(section,))) == [False, False, True, False, True, True]


def test_recognised_boilerplate_goes_unless_an_amount_stands_in_it():
    short, amount = (
        "Counterparts.",
        "This Agreement may be executed in 2 counterparts at a fee of $500 for each of them.",
    )
    made = document(short, amount, kind="contract")
    made = replace(made, boilerplate=tuple(Boilerplate(at, "counterparts", "rule", "") for at in (0, 1)))
    assert reasons(made) == ["boilerplate:counterparts", "guard money"]


@pytest.mark.parametrize(("kind", "stays"), [("contract", True), ("10-K", False)])
def test_who_signed_an_agreement_and_when_stays_among_its_signatures(kind, stays):
    made = document("Date: 18 April 2024", "By: Jane Roe, Director", kind=kind)
    section = Section("s00", "signatures", "Signatures", 1, None, 0, 2, 1, 1, boilerplate="signatures")
    made = replace(made, sections=(section,), guards=(Hit(0, "date", "18 April 2024"),))
    assert kept(made) == [stays, stays]


@pytest.mark.parametrize(("kind", "stays"), [("contract", True), ("10-K", False)])
def test_what_no_rule_knows_stays_in_a_template_section_of_a_contract(kind, stays):
    texts = ("其他", "本协议自双方授权代表签字并加盖公章之日起生效。", "12 Harbour Street, Kiel")
    made = document(*texts, kinds=["heading", "sentence", "sentence"], kind=kind)
    section = Section("s00", "general", "其他", 1, None, 0, 3, 1, 1, boilerplate="notices", heading=0)
    assert kept(replace(made, sections=(section,))) == [stays, stays, stays]


def test_the_heading_of_a_template_clause_goes_with_all_that_stood_under_it():
    made = document("Counterparts", PLAIN, kinds=["heading", "sentence"], kind="contract")
    section = Section("s00", "counterparts", "Counterparts", 1, None, 0, 2, 1, 1, boilerplate="counterparts", heading=0)
    made = replace(made, sections=(section,), boilerplate=(Boilerplate(1, "counterparts", "r", "e"),))
    assert kept(made) == [False, False]


def test_a_whole_section_of_boilerplate_goes_but_for_sentences_that_score_well():
    made = document(PLAIN, OTHER, "By: Jane Roe", PLAIN + " " + OTHER, entropies=[0.9, 0.4, 0.9, 0.6])
    section = Section("s01", "signatures", "Signatures", 1, None, 1, 4, 1, 1, boilerplate="signatures")
    template = "boilerplate:signatures"
    assert reasons(replace(made, sections=(section,))) == [
        "entropy 0.90 >= 0.35",
        template,
        template,
        "entropy 0.60 >= 0.35",
    ]


def test_names_stay_on_a_cover_that_holds_template_text():
    made = document("Norden plc", "Sponsor", PLAIN, kinds=["heading", "heading", "sentence"], kind="prospectus")
    section = Section("s00", "front_matter", "", 1, None, 0, 3, 1, 1, boilerplate="regulator_statement")
    made = replace(made, sections=(section,), boilerplate=(Boilerplate(2, "regulator_statement", "r", "e"),))
    assert kept(made) == [True, True, False]


def test_the_model_calls_template_text_only_where_rules_are_silent_and_the_score_is_middling():
    assert reasons(document(PLAIN, entropies=[0.4], template=0.97)) == ["template 0.97, entropy 0.40 < 0.5"]
    assert kept(document(PLAIN, entropies=[0.6], template=0.97)) == [True]
    assert kept(document(PLAIN, entropies=[0.4], template=0.97, kind="contract")) == [True]


def test_a_line_drawn_with_characters_says_nothing_and_a_nil_figure_does():
    made = document("____________", "- - - - -", "—", "–\t–", "***", kind="contract")
    assert reasons(made) == ["drawn rule", "drawn rule", "guard short", "guard short", "drawn rule"]
    assert kept(made, keep=1.0) == [True] * 5


def test_a_lead_in_stays_with_the_rows_that_follow_its_colon():
    lead = "The shareholder proposal on a report about emissions of the group was defeated as follows:"
    made = document(
        lead, "Against\t65,112,424", PLAIN, entropies=[0.1, 0.9, 0.1], kinds=["sentence", "row", "sentence"]
    )
    assert reasons(made) == ["serves u0002", "guard row", "entropy 0.10 < 0.35"]


@pytest.mark.parametrize(
    "lead",
    ["年产各类特种涂布纸的数量及各产品的产量如下表所示", "The sales of the regions of the group are as follows."],
)
def test_words_that_announce_a_table_stay_with_it_whatever_stands_between(lead):
    made = document(lead, "Table 2", "Sales\t5", kinds=["sentence", "caption", "row"])
    units = (made.units[0], replace(made.units[1], table="t001"), replace(made.units[2], table="t001", row=0))
    assert kept(replace(made, units=units)) == [True, True, True]


def test_a_heading_that_heads_no_section_stays_with_the_lines_under_it():
    texts = ["(二)保荐机构及主承销商的名称：国信证券股份有限公司", "1、法定代表人：何如", PLAIN]
    made = document(*texts, kinds=["heading", "heading", "sentence"])
    assert kept(made) == [True, True, False]


def test_a_drawn_line_goes_though_it_stands_where_a_heading_does():
    made = document(
        "Duration of licenses", "--------------------", "The term ends in May.", kinds=["heading"] * 2 + ["sentence"]
    )
    assert reasons(made)[1] == "drawn rule"


def test_lettered_limbs_of_one_sentence_stay_or_go_together():
    limbs = (
        "(a) being engaged in a trade or business in the country of the issuer;",
        "(b) having a former connection with the country of the issuer; or",
        "(c) being a bank that receives payments on a credit of the issuer.",
    )
    kinds = ["item"] * 3
    assert kept(document(*limbs, kinds=kinds, entropies=[0.1, 0.9, 0.1])) == [True, True, True]
    assert kept(document(*limbs, kinds=kinds, entropies=[0.1, 0.2, 0.1])) == [False, False, False]
    bullets = [f"• {limb[4:]}" for limb in limbs]
    assert kept(document(*bullets, kinds=kinds, entropies=[0.1, 0.9, 0.1])) == [False, True, False]


def test_a_heading_stays_with_what_is_kept_under_it_and_goes_alone():
    long = "Liquidity and capital resources of the group and of its subsidiaries abroad"
    made = document(long, OTHER, long + " again", PLAIN, entropies=[0.1, 0.8, 0.1, 0.1],
                    kinds=["heading", "sentence", "heading", "sentence"])  # fmt: skip
    assert kept(made) == [True, True, False, False]


def test_keep_one_leaves_out_nothing_not_even_copies():
    made = document(PLAIN, PLAIN, entropies=[0.0, 0.0])
    assert reasons(made, keep=1.0) == ["keep 1", "keep 1"]


@pytest.mark.parametrize(("share", "count"), [(0.5, 50), (0.613, 61), (0.25, 25), (0.999, 99)])
def test_a_share_is_met_from_below_within_one_unit(share, count):
    texts = [f"{PLAIN} This is the sentence of number {at} among them." for at in range(100)]
    made = document(*texts, entropies=[at / 100 for at in range(100)])
    answer = kept(made, keep=share)
    assert sum(answer) == count
    assert answer[-1]
    assert not answer[0]


def test_guards_yield_last_and_a_notice_counts_them():
    made = document("Net sales\t5", "Net loss\t7", PLAIN, entropies=[0.2, 0.3, 0.7], kinds=["row", "row", "sentence"])
    judged = sieve(made, keep=0.4)
    assert [verdict.kept for verdict in judged.verdicts] == [False, True, False]
    assert judged.verdicts[0].reason == "budget"
    assert [(n.room, n.code, n.message) for n in judged.notices] == [
        ("sieve", "guard_yielded", "1 guarded units are left out for the budget: row 1, short 1")
    ]


def test_marks_yield_after_all_other_guards():
    made = document("Net sales\t5", PLAIN, entropies=[0.9, 0.1], kinds=["row", "sentence"])
    made = replace(made, marks=(Mark(1, "CRITICAL", "rule", ""),))
    assert kept(made, keep=0.5) == [False, True]


def test_a_table_goes_whole_under_a_budget():
    made = document("Cash\t5", "Debt\t3", "Sales\t9", "Costs\t8", entropies=[0.9, 0.2, 0.8, 0.7], kinds=["row"] * 4)
    units = [replace(unit, table=f"t00{at // 2}", row=at % 2) for at, unit in enumerate(made.units)]
    made = replace(made, units=tuple(units))
    assert kept(made, keep=0.5) == [False, False, True, True]
    tables = (Table("t000", 1, 0, 2, (), ()), Table("t001", 2, 0, 2, (), (), continues="t000"))
    assert kept(replace(made, tables=tables), keep=0.5) == [True, True, False, False]


def test_copies_and_boilerplate_go_first_under_a_budget():
    made = document(PLAIN, PLAIN, OTHER, entropies=[0.9, 0.9, 0.1])
    assert reasons(made, keep=0.7) == ["within the budget", "duplicate of u0001", "within the budget"]


def whole(frame):
    """Return a measure: ``frame`` tokens and ten for each kept unit."""
    return lambda made: frame + 10 * sum(verdict.kept for verdict in made.verdicts)


def test_max_tokens_counts_the_whole_prompt():
    made = document(*[f"{PLAIN} Number {at}." for at in range(50)], entropies=[at / 50 for at in range(50)])
    answer = kept(made, whole(105), max_tokens=300)
    assert sum(answer) == 19


def test_a_section_whose_frame_does_not_fit_stays_shut_and_the_others_go_on():
    """Opening the register (units 1 to 8) costs 200 tokens for its other entries alone."""

    def measure(taken):
        return 20 + 10 * len(taken) + (200 if taken & set(range(2, 9)) else 0)

    order = [1, 5, 3, 9, 2, 10, 11, 4, 6, 7, 8, 12]
    sections = [range(9, 13), range(1, 9), range(5, 6)]
    assert by_measure(order, [10] * 13, measure, limit=60, sections=sections) == {1, 9, 10, 11}
    assert by_measure(order, [10] * 13, measure, limit=260, sections=sections) == {1, 5, 3, 9}


def test_max_tokens_that_hold_everything_leave_out_nothing():
    assert kept(document(PLAIN, PLAIN), whole(20), max_tokens=40) == [True, True]


def test_max_tokens_too_small_for_the_frame_is_an_error_of_settings():
    with pytest.raises(SettingsError, match="the frame alone takes 105 tokens"):
        sieve(document(PLAIN), whole(105), max_tokens=100)


def test_running_twice_is_running_once_and_the_stage_pickles():
    made = document("Net sales\t5", PLAIN, entropies=[0.2, 0.9], kinds=["row", "sentence"])
    stage = pickle.loads(pickle.dumps(Sieve.open(Settings(sieve=SieveSettings(keep=0.3)))))  # noqa: S301 - our own bytes
    assert stage(stage(made)) == stage(made)


def test_without_scores_guards_and_order_alone_decide():
    made = replace(document("Net sales\t5", PLAIN, OTHER, kinds=["row", "sentence", "sentence"]), scores=())
    assert kept(made) == [True, True, True]
    assert kept(made, keep=0.7) == [True, True, False]


def test_a_document_without_units_passes():
    assert sieve(document()).verdicts == ()
