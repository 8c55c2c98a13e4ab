"""Changes between two versions."""

import pickle
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.document import Boilerplate, Document, Page, Place, Source, Unit
from pipeline.settings import Settings, VersionSettings
from pipeline.spans import Span
from pipeline.versions import Comparer
from pipeline.versions.align import Hunk, Match, align, hunks
from pipeline.versions.keys import key_of
from pipeline.versions.kinds import subkinds

SETTINGS = Settings(versions=VersionSettings(label="final"))
BODY = [f"Clause number {word} says something of its own." for word in ("alpha", "beta", "gamma", "delta", "epsilon")]


def document_of(texts, *, kind="sentence"):
    units = tuple(
        Unit(f"u{n:04d}", kind, text, (Place(1 + n // 3, Span(0, len(text))),), len(text.split()), "en")
        for n, text in enumerate(texts)
    )
    return Document(Source("a.pdf", "a.pdf", "0" * 64, 1), pages=(Page(1, 1, 1),), units=units)


def changes(old, new, *, kind="sentence"):
    compared = Comparer.open(SETTINGS, baseline=document_of(old, kind=kind))(document_of(new, kind=kind))
    return [(c.kind, c.old_text, c.new_text, c.subkinds) for c in compared.changes]


def test_equal_versions_have_no_changes():
    assert changes(BODY, BODY) == []


def test_what_only_layout_changes_is_no_change():
    old = ["“Party” means a long-term holder (一)甲方", "第一章 总则", "The ofﬁce is open."]
    new = ['"Party"  means a long- term holder （一）甲方', "第一章 总 则", "The office is open."]
    assert changes(old, new) == []


def test_a_new_page_in_a_printed_list_of_contents_is_no_change_and_a_new_title_is():
    old, new = (
        replace(
            document_of(texts, kind="row"),
            boilerplate=tuple(Boilerplate(at, "table_of_contents", "", "") for at in (0, 1)),
        )
        for texts in (["4. Conditions\t2", "5. Costs\t3", "Fee\t7"], ["4. Conditions\t3", "5. Taxes\t3", "Fee\t8"])
    )
    compared = Comparer.open(SETTINGS, baseline=old)(new)
    assert [change.new_text for change in compared.changes if change.new_text] == ["5. Taxes\t3", "Fee\t8"]
    assert [change.old_text for change in compared.changes if change.kind == "deleted"] == ["5. Costs\t3"]


def test_sentences_that_were_only_parted_elsewhere_are_no_change():
    old = [*BODY, "Heading", "The fee is due; it is final.", "Costs are borne by the Buyer."]
    new = [*BODY, "Heading The fee is due;", "it is final. Costs are borne by the Buyer."]
    assert changes(old, new) == []


@pytest.mark.parametrize(
    ("old", "new", "kinds"),
    [
        ("The fee is due within 30 days.", "The fee is due within 60 days.", ("NUMBER",)),
        ("The Buyer shall pay the fee.", "The Buyer may pay the fee.", ("MODAL",)),
        ("Events which would materially harm us.", "Events which could materially harm us.", ("MODAL",)),
        ("The Seller is liable for damages.", "The Seller is not liable for damages.", ("NEGATION",)),
        ("The data isn't shared with anyone.", "The data are not shared with anyone.", ("WORDING",)),
        ("The Buyer pays unless it is insolvent.", "The Buyer pays.", ("EXCEPTION",)),
        ("The Party keeps records of it.", "The party keeps records of it.", ("WORDING",)),
        ("The rate is ten percent a year.", "The rate is twelve percent a year.", ("NUMBER",)),
        ("The Buyer shall pay 5 dollars.", "The Buyer should pay 4 dollars.", ("NUMBER", "MODAL")),
        ("甲方应当在三十日内付款。", "甲方可以在六十日内付款。", ("NUMBER", "MODAL")),
        ("甲方承担责任。", "甲方不承担责任。", ("NEGATION",)),
        ("本法所称经营者，是指其他组织。", "本法所称经营者，是指其他组织，但法律另有规定的除外。", ("EXCEPTION",)),
        ("Der Käufer muss zahlen.", "Der Käufer kann zahlen.", ("MODAL",)),
    ],
)
def test_a_modified_sentence_is_told_with_what_changed_in_it(old, new, kinds):
    assert changes([*BODY[:2], old, *BODY[2:]], [*BODY[:2], new, *BODY[2:]]) == [("modified", old, new, kinds)]


def test_words_that_only_contain_a_denial_or_an_exception_are_none():
    assert subkinds("排除、限制竞争的一般协议。", "消除、限制竞争的协议。") == ("WORDING",)
    assert subkinds("The notable noise is noted.", "The notable node is noted.") == ("WORDING",)


def test_added_and_deleted_sentences_stand_where_they_stood():
    added, gone = "An entirely fresh obligation appears.", BODY[3]
    new = [BODY[0], added, *BODY[1:3], BODY[4]]
    assert changes(BODY, new) == [("added", None, added, ()), ("deleted", gone, None, ())]


def test_a_sentence_that_moved_is_told_as_moved_only():
    new = [*BODY[1:4], BODY[0], BODY[4]]
    assert changes(BODY, new) == [("moved", BODY[0], BODY[0], ())]


def test_an_exact_match_elsewhere_comes_before_the_same_number():
    old = ["1. Notices are sent by courier.", "2. Fees are due at once.", "3. Taxes are extra."]
    new = [
        "1. Records are kept here.",
        "2. Notices are sent by courier.",
        "3. Fees are due at once.",
        "4. Taxes are extra.",
    ]
    assert changes(old, new) == [
        ("added", None, new[0], ()),
        ("renumbered", old[0], new[1], ()),
        ("renumbered", old[1], new[2], ()),
        ("renumbered", old[2], new[3], ()),
    ]


def test_chinese_articles_are_renumbered_not_changed():
    assert changes(["第五条 本规定自公布之日起施行。"], ["第七条 本规定自公布之日起施行。"]) == [
        ("renumbered", "第五条 本规定自公布之日起施行。", "第七条 本规定自公布之日起施行。", ())
    ]


def test_a_number_that_only_one_layout_keeps_with_its_text_is_no_change():
    assert changes(["2. Fees are due at once."], ["Fees are due at once."]) == []


def test_a_sentence_that_moved_and_changed_is_modified():
    old = ["The Supplier shall deliver all goods to the warehouse within 30 days of the order.", *BODY]
    new = [*BODY, "The Supplier shall deliver all goods to the warehouse within 45 days of the order."]
    assert changes(old, new) == [("modified", old[0], new[-1], ("NUMBER",))]


def test_a_deleted_repetition_is_told_apart_from_lost_content():
    assert changes([*BODY, BODY[0]], BODY) == [("deleted", BODY[0], None, ("DUPLICATE_REMOVED",))]


def test_a_new_sentence_made_of_scattered_old_words_is_added():
    gone = (
        "The Buyer and the Seller agree that the costs of storage and the fee for transport to the port are due later."
    )
    assert changes([gone, *BODY], ["The fee is due.", *BODY]) == [
        ("deleted", gone, None, ()),
        ("added", None, "The fee is due.", ()),
    ]


def test_a_sentence_put_between_a_heading_and_its_text_is_added_only():
    old = [*BODY, "Fees The fee is due at once."]
    new = [*BODY, "Fees", "Costs are borne by the Buyer alone.", "The fee is due at once."]
    assert changes(old, new) == [("added", None, new[-2], ())]


def test_rows_pair_by_their_label_not_by_their_figures():
    old = ["Net sales\t1,234\t1,100", "Interest\t12\t11"]
    new = ["Net sales\t1,400\t1,234", "Rent\t12\t11"]
    assert changes(old, new, kind="row") == [
        ("modified", old[0], new[0], ("NUMBER",)),
        ("deleted", old[1], None, ()),
        ("added", None, new[1], ()),
    ]


def test_changes_point_at_the_new_unit_and_at_both_pages():
    old, new = document_of(BODY), document_of([*BODY[:4], "Clause number epsilon says nothing of its own."])
    change = Comparer.open(SETTINGS, baseline=old)(new).changes[0]
    assert (change.unit, change.old_page, change.new_page) == (4, 2, 2)


def test_without_a_baseline_nothing_is_compared():
    compared = Comparer.open(SETTINGS, baseline=None)(document_of(BODY))
    assert (compared.changes, compared.version) == ((), "")


def test_the_version_takes_the_label_of_the_settings():
    assert Comparer.open(SETTINGS, baseline=document_of(BODY))(document_of(BODY)).version == "final"


def test_the_stage_is_idempotent_picklable_and_leaves_the_units_alone():
    stage = Comparer.open(SETTINGS, baseline=document_of(BODY))
    before = document_of(BODY[1:])
    once = stage(before)
    assert stage(once) == once
    assert pickle.loads(pickle.dumps(stage))(before) == once  # noqa: S301 - our own bytes
    assert replace(once, changes=(), version="") == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Net result\t-5", "Net result\t5"),
        ("within 10-15 days of it", "within 1015 days of it"),
        ("Net sales\t10\t15", "Net sales\t1015"),
        ("It is 1.5 million.", "It is 15 million."),
        ("1.5 million dollars are due", "2.5 million dollars are due"),
        ("(313)\t(20)\t5", "(314)\t(20)\t5"),
        ("5) 12\t20", "6) 12\t20"),
        ("The Holder agrees to it.", "The holder agrees to it."),
        ("a non-binding offer of it", "a binding offer of it"),
        ("X pays all of the costs", "X pays all of the costs unless insolvent"),
    ],
)
def test_what_a_reader_would_call_a_change_never_folds_away(old, new):
    assert [kind for kind, *_ in changes([*BODY, old], [*BODY, new])] in (["modified"], ["deleted", "added"])


def test_running_text_set_as_lettered_points_is_no_change_but_a_new_word_in_a_point_is():
    old = [*BODY, "The Seller shall deliver the shares, pay the freight, and hand over all records."]
    points = ["The Seller shall", "(a) deliver the shares,", "(b) pay the freight, and", "(c) hand over all records."]
    assert changes(old, [*BODY, *points]) == []
    assert changes([*BODY, *points], old) == []
    points[2] = "(b) pay half the freight, and"
    kinds = [kind for kind, _, new, _ in changes(old, [*BODY, *points]) if new and "half" in new]
    assert kinds in (["modified"], ["added"])


def test_keys_fold_layout_and_keep_words():
    assert key_of("(a) The Long-term Fee") == ("TheLongtermFee", "(a)")
    assert key_of("第五条 本规定") == ("本规定", "第五条")
    assert key_of("1.5 million is due") == ("1.5millionisdue", "")
    assert key_of("2.1 Grant of it") == ("Grantofit", "2.1")
    assert key_of("(a)") == ("(a)", "")


ITEMS = st.lists(st.integers(0, 8), max_size=25)


@given(ITEMS, ITEMS)
def test_alignment_is_increasing_and_pairs_only_equals(old, new):
    matches = align(old, new)
    assert all(old[match.old] == new[match.new] for match in matches)
    assert all(one.old < two.old and one.new < two.new for one, two in pairwise(matches))


@given(ITEMS)
def test_a_sequence_aligns_wholly_with_itself(items):
    assert align(items, items) == [Match(at, at) for at in range(len(items))]
    assert hunks(align(items, items), len(items), len(items)) == []


def test_hunks_are_what_lies_between_matches():
    assert hunks([Match(1, 0)], 3, 1) == [Hunk(range(1), range(0)), Hunk(range(2, 3), range(1, 1))]


@given(st.lists(st.sampled_from([*BODY, "The fee is due.", "The fee may be due."]), max_size=8), st.data())
def test_every_change_tells_the_text_of_the_unit_it_points_at(new, data):
    old = data.draw(st.permutations(BODY))
    compared = Comparer.open(SETTINGS, baseline=document_of(old))(document_of(new))
    for change in compared.changes:
        assert change.new_text == (None if change.unit is None else compared.units[change.unit].text)
        assert change.old_text is None or change.old_text in old


def test_thousands_of_repeated_rows_take_no_quadratic_time():
    old = [f"Total {n % 7} $" for n in range(6000)]
    new = [f"Total {n % 7} $" for n in range(1, 6001)]
    assert len(changes(old, new, kind="row")) < 20
